//! Loads and stores of tiles, and what depends on which tile it is.

use super::Args;
use crate::arrays::{Access, ArrayValue, Extent, Memory};
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::arithmetic::{Num, Rounding};
use crate::eval::emit::A;
use crate::fail::Res;
use crate::value::{Shape, Tile, TiledView, Value, show_shape};
use ruff_python_ast::Operator;
use smallvec::smallvec;
use std::rc::Rc;
use tilewright_ir::dialects::cuda_tile::types;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::types::TypeDef;
use tilewright_ir::{Attr, AttrData, Op, Ty, TypeParams, Value as Ir};

/// How an access is ordered: the word, the scope, and what it means for tokens.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    pub word: &'static str,
    pub scope: Option<&'static str>,
}

impl Order {
    const WEAK: Order = Order {
        word: "weak",
        scope: None,
    };

    /// The attributes of an op that is ordered so.
    pub(crate) fn attrs(self) -> Vec<(&'static str, A<'static>)> {
        let mut attrs = vec![("ordering", A::Word(self.word))];
        attrs.extend(self.scope.map(|scope| ("scope", A::Word(scope))));
        attrs
    }
}

/// What a view of tiles is made of.
struct ViewOf<'s> {
    def: &'static TypeDef,
    tile: &'s [i64],
    padding: Option<&'static str>,
    /// What follows the extents in the type: the order of dimensions, or the sparse one.
    more: &'s [i64],
}

impl<'a> Eval<'a> {
    pub(crate) fn block_query(&mut self, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let axis = self.const_int(&args.get("axis"), "`axis`")?;
        if !(0..3).contains(&axis) {
            return self.type_error(
                format!("Axis must be 0, 1 or 2, got {axis}"),
                "a grid has three dimensions",
            );
        }
        let kind = if name == "bid" {
            ct::GET_TILE_BLOCK_ID
        } else {
            ct::GET_NUM_TILE_BLOCKS
        };
        let ty = self.tile_type(&[], Dtype::I32);
        let op = self.op(kind, &[], &[ty; 3], &[]);
        Ok(self.scalar(self.m.result(op, axis as usize), Dtype::I32))
    }

    /// A scalar of run time.
    pub(crate) fn scalar(&self, ir: Ir, dtype: Dtype) -> Value<'a> {
        Value::Tile(Tile {
            ir,
            dtype,
            shape: Shape::new(),
        })
    }

    /// The array that an argument is.
    pub(crate) fn array_of(&mut self, args: &Args<'a>) -> Res<usize> {
        match args.get("array") {
            Value::Array(array) => Ok(array),
            other => self.type_error(
                format!("an array is needed here, not {}", other.describe()),
                "arrays are parameters of the kernel",
            ),
        }
    }

    /// The order of dimensions: `"C"`, `"F"`, or a permutation.
    fn order(&mut self, args: &Args<'a>, rank: usize) -> Res<Vec<i64>> {
        let straight = || (0..rank as i64).collect::<Vec<_>>();
        match args.get("order") {
            Value::None => Ok(straight()),
            Value::Str(word) if &*word == "C" => Ok(straight()),
            Value::Str(word) if &*word == "F" => Ok((0..rank as i64).rev().collect()),
            Value::Tuple(items) => {
                let mut order = Vec::new();
                for item in items.iter() {
                    let axis = self.const_int(item, "`order`")?;
                    order.push(if axis < 0 { axis + rank as i64 } else { axis });
                }
                let mut sorted = order.clone();
                sorted.sort_unstable();
                if sorted != straight() {
                    return self.type_error(format!("`order` must name each of the {rank} dimensions once"), "");
                }
                Ok(order)
            }
            other => self.type_error(
                format!("`order` must be \"C\", \"F\" or a tuple, not {}", other.describe()),
                "",
            ),
        }
    }

    fn padding(&mut self, args: &Args<'a>) -> Res<Option<&'static str>> {
        Ok(match self.member(args, "padding_mode", "PaddingMode")? {
            Some("ZERO") => Some("zero"),
            Some("NEG_ZERO") => Some("neg_zero"),
            Some("NAN") => Some("nan"),
            Some("POS_INF") => Some("pos_inf"),
            Some("NEG_INF") => Some("neg_inf"),
            _ => None,
        })
    }

    /// A view of tiles of an array.
    fn view(&mut self, kind: tilewright_ir::OpKind, array: usize, of: &ViewOf<'_>) -> Ir {
        let tensor = self.arrays[array].view;
        let padding = of.padding.map(|word| self.attr(&A::Word(word)));
        let ints = of.tile.iter().chain(of.more).copied().collect();
        let params = TypeParams {
            types: smallvec![self.m.ty(tensor)],
            ints,
            attrs: smallvec![padding],
        };
        let ty = self.m.intern_type(of.def, params);
        self.value(kind, &[tensor], ty, &[])
    }

    fn partition(&mut self, array: usize, tile: &[i64], padding: Option<&'static str>, order: &[i64]) -> Ir {
        let of = ViewOf {
            def: &types::PARTITION_VIEW,
            tile,
            padding,
            more: order,
        };
        self.view(ct::MAKE_PARTITION_VIEW, array, &of)
    }

    /// The tiles of a `tiled_view`: side by side, or at steps.
    fn tiles_of(&mut self, view: &TiledView, padding: Option<&'static str>) -> Ir {
        let order: Vec<i64> = (0..view.shape.len() as i64).collect();
        let Some(steps) = &view.steps else {
            return self.partition(view.array, &view.shape, padding, &order);
        };
        let more: Vec<i64> = steps.iter().copied().chain(order).collect();
        let of = ViewOf {
            def: &types::STRIDED_VIEW,
            tile: &view.shape,
            padding,
            more: &more,
        };
        self.view(ct::MAKE_STRIDED_VIEW, view.array, &of)
    }

    pub(crate) fn num_tiles(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let rank = self.arrays[array].sizes.len();
        let shape = self.tile_shape(array, &args.get("shape"))?;
        let order = self.order(args, rank)?;
        let axis = self.axis(&args.get("axis"), rank)?;
        let view = self.partition(array, &shape, None, &order);
        Ok(self.index_space(view, array, rank, axis))
    }

    fn index_space(&mut self, view: Ir, array: usize, rank: usize, axis: usize) -> Value<'a> {
        let index = self.arrays[array].index;
        let ty = self.tile_type(&[], index);
        let op = self.op(ct::GET_INDEX_SPACE_SHAPE, &[&[view]], &vec![ty; rank], &[]);
        self.scalar(self.m.result(op, axis), index)
    }

    /// An axis that is known; negative ones count from the end.
    pub(crate) fn axis(&mut self, value: &Value<'a>, rank: usize) -> Res<usize> {
        let axis = self.const_int(value, "`axis`")?;
        let place = if axis < 0 { axis + rank as i64 } else { axis };
        match usize::try_from(place) {
            Ok(place) if place < rank => Ok(place),
            _ => self.type_error(format!("Axis {axis} is out of range for rank {rank}"), ""),
        }
    }

    /// The extents of tiles of an array: as many as it has dimensions.
    fn tile_shape(&mut self, array: usize, value: &Value<'a>) -> Res<Shape> {
        let shape = self.shape(value)?;
        let rank = self.arrays[array].sizes.len();
        if shape.len() != rank && !shape.is_empty() {
            return self.type_error(
                format!(
                    "a tile of shape {} does not fit an array of rank {rank}",
                    show_shape(&shape)
                ),
                "give an extent for each dimension of the array; 1 where only one row is meant",
            );
        }
        Ok(if shape.is_empty() {
            Shape::from_elem(1, rank)
        } else {
            shape
        })
    }

    /// The indices of a tile, of the type of the array's indices.
    fn indices(&mut self, array: usize, value: &Value<'a>) -> Res<Vec<Ir>> {
        let items = match value {
            Value::Tuple(items) => items.to_vec(),
            one => vec![one.clone()],
        };
        let rank = self.arrays[array].sizes.len();
        if items.len() != rank {
            return self.type_error(
                format!("Index size {} does not match the array rank {rank}", items.len()),
                "give an index for each dimension",
            );
        }
        let to = self.arrays[array].index;
        items.iter().map(|item| self.index(item, to)).collect()
    }

    fn index(&mut self, value: &Value<'a>, to: Dtype) -> Res<Ir> {
        let number = self.number(value)?;
        let dtype = number.default_dtype();
        if !number.shape().is_empty() || !(dtype.is_int()) {
            let what = value.describe();
            return self.type_error(
                format!("an index must be an integer scalar, not {what}"),
                "use `ct.gather` for a tile of indices",
            );
        }
        Ok(self.convert(&number, to)?.ir)
    }

    /// The hints of an access.
    fn hints(&mut self, args: &Args<'a>) -> Res<Option<Attr>> {
        let latency = match args.get("latency") {
            Value::None => None,
            value => {
                let latency = self.const_int(&value, "`latency`")?;
                if !(1..=10).contains(&latency) {
                    return self.type_error(format!("latency must be from 1 to 10, got {latency}"), "");
                }
                Some(latency)
            }
        };
        let mut hints = Vec::new();
        let has_tma = args.has("allow_tma");
        if has_tma && !self.flag(args, "allow_tma", true)? {
            hints.push((self.m.intern_name("allow_tma"), self.attr(&A::Bool(false))));
        }
        if let Some(latency) = latency {
            hints.push((self.m.intern_name("latency"), self.attr(&A::Int(latency))));
        }
        // What is asked for and is the default anyway leaves an empty hint.
        if hints.is_empty() && !has_tma {
            return Ok(None);
        }
        let hints = self.m.intern_attr(AttrData::Dict(hints.into()));
        let target = self.m.intern_name("default");
        Ok(Some(self.m.intern_attr(AttrData::Dict([(target, hints)].into()))))
    }

    /// How an access is ordered, by `memory_order` and `memory_scope`.
    pub(crate) fn memory_order(&mut self, args: &Args<'a>, default: Order) -> Res<Order> {
        let word = match self.member(args, "memory_order", "MemoryOrder")? {
            None => default.word,
            Some("WEAK") => "weak",
            Some("RELAXED") => "relaxed",
            Some("ACQUIRE") => "acquire",
            Some("RELEASE") => "release",
            Some(_) => "acq_rel",
        };
        let scope = match self.member(args, "memory_scope", "MemoryScope")? {
            None => default.scope,
            Some("BLOCK") => Some("tl_blk"),
            Some("DEVICE") => Some("device"),
            Some("SYS") => Some("sys"),
            Some("CLUSTER") => {
                return self.fail(
                    "python.unsupported",
                    "MemoryScope.CLUSTER is not supported",
                    "take BLOCK or DEVICE",
                );
            }
            Some(_) => None,
        };
        if (word == "weak") != scope.is_none() {
            return self.type_error(
                format!(
                    "memory order {word} {} a scope",
                    if word == "weak" { "takes no" } else { "needs" }
                ),
                "such as `memory_scope=ct.MemoryScope.DEVICE`",
            );
        }
        Ok(Order { word, scope })
    }

    /// Notes what an op does to memory.
    pub(crate) fn note(&mut self, op: Op, array: usize, access: Access) {
        let array = &self.arrays[array];
        self.memory.insert(
            op,
            Memory {
                set: Some(array.set),
                access,
                serial: array.serial,
            },
        );
    }

    /// Makes a load of a tile of a view.
    fn load_tile(
        &mut self,
        array: usize,
        view: Ir,
        indices: &[Ir],
        shape: &[i64],
        order: Order,
        args: &Args<'a>,
    ) -> Res<Tile> {
        let dtype = self.arrays[array].dtype;
        let mut attrs = order.attrs();
        if !self.flag(args, "check_bounds", true)? {
            attrs.push(("inbounds", A::Bools(&TRUE[..indices.len().min(TRUE.len())])));
        }
        attrs.extend(self.hints(args)?.map(|hints| ("hints", A::Attr(hints))));
        let ty = self.tile_type(shape, dtype);
        let token = self.m.ty(self.token);
        let op = self.op(
            ct::LOAD_VIEW_TKO,
            &[&[view], indices, &[self.token]],
            &[ty, token],
            &attrs,
        );
        let access = if order.word == "acquire" {
            Access::AcquireLoad
        } else {
            Access::Load
        };
        self.note(op, array, access);
        Ok(Tile {
            ir: self.m.result(op, 0),
            dtype,
            shape: Shape::from_slice(shape),
        })
    }

    /// Makes a store of a tile to a view.
    fn store_tile(
        &mut self,
        array: usize,
        view: Ir,
        indices: &[Ir],
        tile: &Tile,
        order: Order,
        args: &Args<'a>,
    ) -> Res<()> {
        let mut attrs = order.attrs();
        if !self.flag(args, "check_bounds", true)? {
            attrs.push(("inbounds", A::Bools(&TRUE[..indices.len().min(TRUE.len())])));
        }
        attrs.extend(self.hints(args)?.map(|hints| ("hints", A::Attr(hints))));
        let token = self.m.ty(self.token);
        let op = self.op(
            ct::STORE_VIEW_TKO,
            &[&[tile.ir], &[view], indices, &[self.token]],
            &[token],
            &attrs,
        );
        let access = if order.word == "release" {
            Access::ReleaseStore
        } else {
            Access::Store
        };
        self.note(op, array, access);
        Ok(())
    }

    pub(crate) fn load(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let rank = self.arrays[array].sizes.len();
        let asked = self.shape(&args.get("shape"))?;
        let shape = self.tile_shape(array, &args.get("shape"))?;
        let order = self.order(args, rank)?;
        let padding = self.padding(args)?;
        let memory = self.memory_order(args, Order::WEAK)?;
        let indices = self.indices(array, &args.get("index"))?;
        let view = self.partition(array, &shape, padding, &order);
        let tile = self.load_tile(array, view, &indices, &shape, memory, args)?;
        Ok(Value::Tile(self.reshape(&tile, &asked)))
    }

    /// A value that is stored: a scalar as a tile of ones, in the type of the array.
    fn stored(&mut self, array: usize, value: &Value<'a>, shape: Option<&[i64]>) -> Res<Tile> {
        let number = self.number(value)?;
        let dtype = number.default_dtype();
        let tile = self.convert(&number, dtype)?;
        let rank = self.arrays[array].sizes.len();
        let ones = Shape::from_elem(1, rank);
        let shape: Shape = match shape {
            Some(shape) => Shape::from_slice(shape),
            None if tile.shape.is_empty() => ones,
            None => tile.shape.clone(),
        };
        if shape.len() != rank {
            return self.type_error(
                format!(
                    "a tile of shape {} cannot be stored to an array of rank {rank}",
                    show_shape(&tile.shape)
                ),
                "reshape it: `.reshape((1, ...))`",
            );
        }
        let to = self.arrays[array].dtype;
        let what = "Stored tile is incompatible with array's dtype";
        if let Num::Const(..) = number {
            let tile = self.implicit_cast(&number, to, what)?;
            return Ok(self.broadcast(&tile, &shape));
        }
        let common = self.common_shape(&tile.shape, &shape)?;
        if common != shape {
            return self.type_error(
                format!(
                    "a tile of shape {} cannot be stored as {}",
                    show_shape(&tile.shape),
                    show_shape(&shape)
                ),
                "",
            );
        }
        let tile = self.implicit_cast(&Num::Tile(tile), to, what)?;
        Ok(self.broadcast(&tile, &shape))
    }

    pub(crate) fn store(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let rank = self.arrays[array].sizes.len();
        let order = self.order(args, rank)?;
        let memory = self.memory_order(args, Order::WEAK)?;
        let indices = self.indices(array, &args.get("index"))?;
        let tile = self.stored(array, &args.get("tile"), None)?;
        let view = self.partition(array, &tile.shape, None, &order);
        self.store_tile(array, view, &indices, &tile, memory, args)?;
        Ok(Value::None)
    }

    pub(crate) fn tiled_view(&mut self, array: usize, args: &Args<'a>) -> Res<Value<'a>> {
        let shape = self.tile_shape(array, &args.get("tile_shape"))?;
        let padding = self.padding(args)?;
        let steps = match args.get("traversal_steps") {
            Value::None => None,
            value => {
                let items = match &value {
                    Value::Tuple(items) => items.to_vec(),
                    one => vec![one.clone()],
                };
                let mut steps = Shape::new();
                for item in &items {
                    steps.push(self.const_int(item, "a traversal step")?);
                }
                if steps.len() != shape.len() || steps.iter().any(|&step| step < 1) {
                    return self.type_error("there must be a positive step for each dimension", "");
                }
                Some(steps).filter(|steps| *steps != shape)
            }
        };
        Ok(Value::TiledView(Rc::new(TiledView {
            array,
            shape,
            padding,
            steps,
        })))
    }

    pub(crate) fn view_method(&mut self, view: &TiledView, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let (array, rank) = (view.array, view.shape.len());
        match name {
            "view.num_tiles" => {
                let axis = self.axis(&args.get("axis"), rank)?;
                let tiles = self.tiles_of(view, None);
                Ok(self.index_space(tiles, array, rank, axis))
            }
            "view.load" => {
                let indices = self.indices(array, &args.get("index"))?;
                let tiles = self.tiles_of(view, view.padding);
                let tile = self.load_tile(array, tiles, &indices, &view.shape, Order::WEAK, args)?;
                Ok(Value::Tile(tile))
            }
            "view.store" => {
                let indices = self.indices(array, &args.get("index"))?;
                let tile = self.stored(array, &args.get("tile"), Some(&view.shape))?;
                let tiles = self.tiles_of(view, None);
                self.store_tile(array, tiles, &indices, &tile, Order::WEAK, args)?;
                Ok(Value::None)
            }
            _ => self.atomic_store(view, name, args),
        }
    }

    /// `view.atomic_store_add` and its like.
    fn atomic_store(&mut self, view: &TiledView, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let array = view.array;
        let dtype = self.arrays[array].dtype;
        let mode = match name.trim_start_matches("view.atomic_store_") {
            "add" if dtype.is_float() => "addf",
            "add" => "add",
            "max" if dtype.is_unsigned() => "umax",
            "min" if dtype.is_unsigned() => "umin",
            "max" => "max",
            "min" => "min",
            "and" => "and",
            "or" => "or",
            _ => "xor",
        };
        if dtype.is_float() && mode != "addf" {
            return self.type_error(
                format!("`{}` does not support {dtype}", name.trim_start_matches("view.")),
                "only `atomic_store_add` takes floats",
            );
        }
        let indices = self.indices(array, &args.get("index"))?;
        let number = self.number(&args.get("update"))?;
        let own = number.default_dtype();
        let tile = self.convert(&number, own)?;
        let tile = self.broadcast(&tile, &view.shape);
        let tile = self.cast(&tile, dtype, None)?;
        let tiles = self.tiles_of(view, None);
        let token = self.m.ty(self.token);
        let attrs = [
            ("ordering", A::Word("relaxed")),
            ("scope", A::Word("device")),
            ("mode", A::Word(mode)),
        ];
        let op = self.op(
            ct::ATOMIC_RED_VIEW_TKO,
            &[&[tile.ir], &[tiles], &indices, &[self.token]],
            &[token],
            &attrs,
        );
        let access = Access::Atomic {
            acquires: false,
            releases: false,
        };
        self.note(op, array, access);
        Ok(Value::None)
    }

    /// The one tile of indices among plain slices, its dimension, and the operands of the access.
    fn sparse(&mut self, array: usize, value: &Value<'a>) -> Res<(usize, Shape, Vec<Ir>)> {
        let Value::Tuple(items) = value else {
            return self.type_error("the indices must be a tuple of one tile and `ct.Slice`s", "");
        };
        let rank = self.arrays[array].sizes.len();
        if items.len() != rank {
            return self.type_error(
                format!("Index size {} does not match the array rank {rank}", items.len()),
                "",
            );
        }
        let index = self.arrays[array].index;
        let (mut sparse, mut shape, mut operands) = (None, Shape::new(), Vec::new());
        for (i, item) in items.iter().enumerate() {
            match item {
                Value::Slice(slice) => {
                    shape.push(self.const_int(&slice[1], "the length of a slice")?);
                    operands.push(self.index(&slice[0], index)?);
                }
                Value::Tile(tile) if tile.shape.len() == 1 && tile.dtype.is_int() && sparse.is_none() => {
                    sparse = Some(i);
                    shape.push(tile.shape[0]);
                    operands.push(self.cast(tile, index, None)?.ir);
                }
                other => {
                    return self.type_error(
                        format!(
                            "an index must be a `ct.Slice` or the one tile of integers, not {}",
                            other.describe()
                        ),
                        "",
                    );
                }
            }
        }
        self.check_shape(&shape)?;
        match sparse {
            Some(sparse) => Ok((sparse, shape, operands)),
            None => self.type_error(
                "one of the indices must be a tile of integers",
                "use `ct.load` where none is",
            ),
        }
    }

    fn sparse_view(&mut self, array: usize, sparse: usize, shape: &[i64], padding: Option<&'static str>) -> Ir {
        let of = ViewOf {
            def: &types::GATHER_SCATTER_VIEW,
            tile: shape,
            padding,
            more: &[sparse as i64],
        };
        self.view(ct::MAKE_GATHER_SCATTER_VIEW, array, &of)
    }

    pub(crate) fn load_advanced(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let padding = self.padding(args)?;
        let (sparse, shape, operands) = self.sparse(array, &args.get("indices"))?;
        let view = self.sparse_view(array, sparse, &shape, padding);
        let tile = self.load_tile(array, view, &operands, &shape, Order::WEAK, args)?;
        Ok(Value::Tile(tile))
    }

    pub(crate) fn store_advanced(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let (sparse, shape, operands) = self.sparse(array, &args.get("indices"))?;
        let tile = self.stored(array, &args.get("tile"), Some(&shape))?;
        let view = self.sparse_view(array, sparse, &shape, None);
        self.store_tile(array, view, &operands, &tile, Order::WEAK, args)?;
        Ok(Value::None)
    }

    /// `X.slice(axis, start, stop)`: an array that begins later and is shorter.
    pub(crate) fn slice_array(&mut self, array: usize, args: &Args<'a>) -> Res<Value<'a>> {
        let value = self.arrays[array].clone();
        let axis = self.axis(&args.get("axis"), value.sizes.len())?;
        let (start, stop) = (args.get("start"), args.get("stop"));
        let stride = self.extent_value(array, &value.strides[axis]);
        let as_index = |eval: &mut Self, value: &Value<'a>| -> Res<Tile> {
            let number = eval.number(value)?;
            let to = eval.arrays[array].index;
            eval.convert(&number, to)
        };
        let first = as_index(self, &start)?;
        let step = as_index(self, &stride)?;
        let moved = self.tile(ct::MULI, &[first.ir, step.ir], &[], first.dtype, &[]);
        let wide = self.cast(&moved, Dtype::I64, None)?;
        let pointer = self.m.ty(value.base);
        let base = self.value(ct::OFFSET, &[value.base, wide.ir], pointer, &[]);
        let last = as_index(self, &stop)?;
        let length = self.tile(ct::SUBI, &[last.ir, first.ir], &[], first.dtype, &[]);
        let mut part = ArrayValue { base, ..value };
        part.sizes[axis] = Extent {
            ir: length.ir,
            in_view: length.ir,
            known: None,
            divisor: 1,
        };
        part.align = 0;
        let array = self.derived_array(part);
        Ok(Value::Array(array))
    }

    /// An array of a list.
    pub(crate) fn list_item(&mut self, list: usize, index: &Value<'a>) -> Res<Value<'a>> {
        let value = self.lists[list].clone();
        let row = self.index(index, Dtype::I32)?;
        let columns = 1 + 2 * value.param.dims.len() as i64;
        let width = (columns as u64).next_power_of_two() as i64;
        let order = [0, 1];
        let params = TypeParams {
            types: smallvec![self.m.ty(value.table)],
            ints: [1, width].into_iter().chain(order).collect(),
            attrs: smallvec![None],
        };
        let ty: Ty = self.m.intern_type(&types::PARTITION_VIEW, params);
        let view = self.value(ct::MAKE_PARTITION_VIEW, &[value.table], ty, &[]);
        let zero = self.constant(crate::value::Const::Int(0), &[], Dtype::I32);
        let tile = self.tile_type(&[1, width], Dtype::I64);
        let token = self.m.ty(self.token);
        let op = self.op(
            ct::LOAD_VIEW_TKO,
            &[&[view], &[row, zero.ir], &[]],
            &[tile, token],
            &[("ordering", A::Word("weak"))],
        );
        let entries = self.m.result(op, 0);
        let field = |eval: &mut Self, at: usize| -> Ir {
            let place = eval.constant(crate::value::Const::Int(at as i128), &[], Dtype::I32);
            let one = eval.tile_type(&[1, 1], Dtype::I64);
            let op = eval.op(ct::EXTRACT, &[&[entries], &[zero.ir, place.ir]], &[one], &[]);
            let part = Tile {
                ir: eval.m.result(op, 0),
                dtype: Dtype::I64,
                shape: smallvec![1, 1],
            };
            eval.reshape(&part, &[]).ir
        };
        let address = field(self, 0);
        let pointer = self.pointer_type(&[], value.param.dtype);
        let mut base = self.value(ct::INT_TO_PTR, &[address], pointer, &[]);
        let index = if value.param.index64 { Dtype::I64 } else { Dtype::I32 };
        let rank = value.param.dims.len();
        let mut extents = Vec::new();
        for at in 0..2 * rank {
            let dim = &value.param.dims[at % rank];
            let (known, divisor) = if at < rank {
                (dim.size, dim.size_div)
            } else {
                (dim.stride, dim.stride_div)
            };
            let ir = field(self, 1 + at);
            let wide = Tile {
                ir,
                dtype: Dtype::I64,
                shape: Shape::new(),
            };
            let mut ir = self.cast(&wide, index, None)?.ir;
            if known.is_none() && divisor > 1 {
                let attr = self.div_by(divisor);
                ir = self.assume(ir, attr);
            }
            extents.push(Extent {
                ir,
                in_view: ir,
                known,
                divisor: known.unwrap_or(divisor),
            });
        }
        if value.param.align > 1 {
            let attr = self.div_by(value.param.align);
            base = self.assume(base, attr);
        }
        let strides = extents.split_off(rank);
        let array = self.derived_array(ArrayValue {
            dtype: value.param.dtype,
            base,
            align: value.param.align,
            sizes: extents,
            strides,
            view: base,
            index,
            set: value.set,
            serial: value.serial,
            statics: Vec::new(),
            arguments: Vec::new(),
        });
        Ok(Value::Array(array))
    }

    /// `ct.assume_divisible_by(x, d)`.
    pub(crate) fn assume_divisible(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let divisor = self.const_int(&args.get("divisor"), "`divisor`")?;
        if divisor < 1 {
            return self.type_error(format!("a divisor is at least 1, not {divisor}"), "");
        }
        let tile = self.as_tile(&args.get("x"))?;
        let attr = self.div_by(divisor);
        Ok(Value::Tile(Tile {
            ir: self.assume(tile.ir, attr),
            ..tile
        }))
    }

    /// `a // b` rounded up.
    pub(crate) fn ceil_div(&mut self, a: &Value<'a>, b: &Value<'a>) -> Res<Value<'a>> {
        let (x, y) = (self.number(a)?, self.number(b)?);
        if let Some((a, b)) = self.both_known(&x, &y) {
            let minus = crate::value::Const::Int(-1);
            let negated = self.fold(Operator::Mult, a, minus)?;
            let floor = self.fold(Operator::FloorDiv, negated, b)?;
            let result = self.fold(Operator::Mult, floor, minus)?;
            let dtype = match (&x, &y) {
                (Num::Const(..), Num::Const(..)) => None,
                _ => Some(self.promote(&x, &y)?),
            };
            return Ok(self.known_value(result, dtype));
        }
        let dtype = self.promote(&x, &y)?;
        if !dtype.is_int() {
            return self.type_error(format!("cdiv does not support {dtype}"), "only integers are divided so");
        }
        let (x, y) = self.operands(&x, &y, dtype)?;
        let attrs = [
            ("signedness", A::Word(dtype.signedness())),
            ("rounding", A::Word("positive_inf")),
        ];
        Ok(Value::Tile(self.tile(ct::DIVI, &[x.ir, y.ir], &x.shape, dtype, &attrs)))
    }

    /// Rounding and flushing, as arguments say.
    pub(crate) fn rounding(&mut self, args: &Args<'a>) -> Res<Rounding> {
        let mode = match self.member(args, "rounding_mode", "RoundingMode")? {
            None | Some("RN") => None,
            Some("RZ") => Some("zero"),
            Some("RM") => Some("negative_inf"),
            Some("RP") => Some("positive_inf"),
            Some("FULL") => Some("full"),
            Some("APPROX") => Some("approx"),
            Some("RA") => Some("nearest_away"),
            Some(_) => Some("nearest_int_to_zero"),
        };
        let ftz = self.flag(args, "flush_to_zero", false)?;
        Ok(Rounding { mode, ftz })
    }
}

/// As many as a tensor has dimensions at most.
const TRUE: [bool; 16] = [true; 16];
