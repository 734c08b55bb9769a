//! Views of arrays: their tiles, the types of views, and which tile is meant.

use super::{Args, SHAPE};
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::emit::A;
use crate::fail::{Res, fail};
use crate::value::{Shape, Tile, TiledView, Value, show_shape};
use smallvec::smallvec;
use std::rc::Rc;
use tilewright_ir::dialects::cuda_tile::types;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::types::TypeDef;
use tilewright_ir::words::padding;
use tilewright_ir::{TypeParams, Value as Ir};

/// The parts of the type of a view of tiles.
pub(super) struct ViewOf<'s> {
    def: &'static TypeDef,
    tile: &'s [i64],
    padding: Option<&'static str>,
    /// The numbers behind the extents in the type: the order of dimensions, or the sparse one.
    more: &'s [i64],
}

impl<'a> Eval<'a> {
    pub(crate) fn block_query(&mut self, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let axis = self.const_int(&args.get("axis"), "`axis`")?;
        if !(0..3).contains(&axis) {
            return self.argument_error(
                &["axis"],
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
    pub(super) fn order(&mut self, args: &Args<'a>, rank: usize) -> Res<Vec<i64>> {
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
                    return self.argument_error(
                        &["order"],
                        format!("`order` must name each of the {rank} dimensions once"),
                        "such as `(1, 0)`",
                    );
                }
                Ok(order)
            }
            other => self.argument_error(
                &["order"],
                format!("`order` must be \"C\", \"F\" or a tuple, not {}", other.describe()),
                "",
            ),
        }
    }

    pub(super) fn padding(&mut self, args: &Args<'a>) -> Res<Option<&'static str>> {
        Ok(match self.member(args, "padding_mode", "PaddingMode")? {
            Some("ZERO") => Some(padding::ZERO),
            Some("NEG_ZERO") => Some(padding::NEG_ZERO),
            Some("NAN") => Some(padding::NAN),
            Some("POS_INF") => Some(padding::POS_INF),
            Some("NEG_INF") => Some(padding::NEG_INF),
            _ => None,
        })
    }

    /// A view of tiles of an array.
    pub(super) fn view(&mut self, kind: tilewright_ir::OpKind, array: usize, of: &ViewOf<'_>) -> Ir {
        let value = &self.arrays[array];
        let tensor = value.view;
        let mut known = value
            .sizes
            .iter()
            .chain(&value.strides)
            .filter_map(|extent| extent.known);
        if let Some(number) = known.find(|&number| number < 1) {
            let message = format!("the array has a size or stride of {number}: its tiles cannot be loaded or stored");
            let help = "sizes and strides of its signature are at least 1, or `?` where they are known at launch";
            let _ = self.report(fail("python.signature", self.span, message, help));
        }
        let padding = of.padding.map(|word| self.attr(&A::Word(word)));
        let ints = of.tile.iter().chain(of.more).copied().collect();
        let params = TypeParams {
            types: smallvec![self.m.ty(tensor)],
            ints,
            attrs: smallvec![padding],
        };
        let ty = self.m.intern_type(of.def, params);
        let view = self.value(kind, &[tensor], ty, &[]);
        if !self.arrays[array].dtype.is_float() && of.padding.is_some_and(|word| word != padding::ZERO) {
            self.padded.push((view, self.span));
        }
        view
    }

    /// Refuses whole numbers that are padded by what only floats have, where a view of them is used in the end.
    pub(crate) fn refuse_padding(&mut self) {
        for (view, span) in std::mem::take(&mut self.padded) {
            if !self.m.uses(view).is_empty() {
                let message = "tiles of whole numbers are padded by zeros alone".to_string();
                let help = "write `padding_mode=ct.PaddingMode.ZERO`, and choose by `ct.where(index < X.shape[0], tile, ...)` what counts instead";
                let _ = self.report(fail("python.type", span, message, help));
            }
        }
    }

    pub(super) fn partition(&mut self, array: usize, tile: &[i64], padding: Option<&'static str>, order: &[i64]) -> Ir {
        let of = ViewOf {
            def: &types::PARTITION_VIEW,
            tile,
            padding,
            more: order,
        };
        self.view(ct::MAKE_PARTITION_VIEW, array, &of)
    }

    /// The tiles of a `tiled_view`: side by side, or at steps.
    pub(super) fn tiles_of(&mut self, view: &TiledView, padding: Option<&'static str>) -> Ir {
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

    pub(super) fn index_space(&mut self, view: Ir, array: usize, rank: usize, axis: usize) -> Value<'a> {
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
            _ => self.argument_error(
                &["axis", "axes"],
                format!("there is no axis {axis} in rank {rank}"),
                "they are counted from 0, or from -1 backwards",
            ),
        }
    }

    /// The extents of tiles of an array: as many as it has dimensions.
    pub(super) fn tile_shape(&mut self, array: usize, value: &Value<'a>) -> Res<Shape> {
        let shape = self.shape(value)?;
        let rank = self.arrays[array].sizes.len();
        if shape.len() != rank && !shape.is_empty() {
            return self.argument_error(
                SHAPE,
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

    /// An index for each dimension of an array.
    pub(super) fn index_items(&self, array: usize, value: &Value<'a>) -> Res<Vec<Value<'a>>> {
        let items = value.to_items();
        let rank = self.arrays[array].sizes.len();
        if items.len() != rank {
            return self.argument_error(
                &["index", "indices"],
                format!("an index of {} for an array of rank {rank}", items.len()),
                "give an index for each dimension",
            );
        }
        Ok(items)
    }

    /// The indices of a tile of an array. For loads and stores (`widened`), they are of 64 bits where the array's are.
    pub(super) fn indices(&mut self, array: usize, value: &Value<'a>, widened: bool) -> Res<Vec<Tile>> {
        let items = self.index_items(array, value)?;
        let to = (widened && self.arrays[array].index == Dtype::I64).then_some(Dtype::I64);
        items.iter().map(|item| self.index_tile(item, to)).collect()
    }

    /// The indices as a view takes them: of 64 bits only where its array has such and its tiles are side by side.
    pub(super) fn of_view(&mut self, indices: &[Tile], is_wide: bool) -> Res<Vec<Ir>> {
        let narrow = |eval: &mut Self, index: &Tile| match index.dtype {
            Dtype::I64 if !is_wide => {
                let narrow = eval.cast(index, Dtype::I32, None)?.ir;
                eval.narrowed.insert(narrow, ());
                eval.parts.extend(eval.m.defining_op(narrow));
                Ok(narrow)
            }
            _ => Ok(index.ir),
        };
        indices.iter().map(|index| narrow(self, index)).collect()
    }

    pub(super) fn index(&mut self, value: &Value<'a>, to: Dtype) -> Res<Ir> {
        Ok(self.index_tile(value, Some(to))?.ir)
    }

    fn index_tile(&mut self, value: &Value<'a>, to: Option<Dtype>) -> Res<Tile> {
        let number = self.number(value)?;
        let dtype = number.default_dtype();
        if !number.shape().is_empty() || !dtype.is_signed() {
            let what = value.describe();
            return self.argument_error(
                &["index"],
                format!("an index must be a signed integer scalar, not {what}"),
                "use `ct.gather` for a tile of indices, and `.astype(ct.int32)` for another type",
            );
        }
        self.convert(&number, to.unwrap_or(dtype))
    }

    pub(crate) fn tiled_view(&mut self, array: usize, args: &Args<'a>) -> Res<Value<'a>> {
        let shape = self.tile_shape(array, &args.get("tile_shape"))?;
        let padding = self.padding(args)?;
        let steps = match args.get("traversal_steps") {
            Value::None => None,
            value => {
                let items = value.to_items();
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

    /// The one tile of indices among plain slices, its dimension, and the operands of the access.
    pub(super) fn sparse(&mut self, array: usize, value: &Value<'a>) -> Res<(usize, Shape, Vec<Tile>)> {
        let Value::Tuple(items) = value else {
            return self.type_error("the indices must be a tuple of one tile and `ct.Slice`s", "");
        };
        let rank = self.arrays[array].sizes.len();
        if items.len() != rank {
            return self.type_error(format!("an index of {} for an array of rank {rank}", items.len()), "");
        }
        let (mut sparse, mut shape, mut operands) = (None, Shape::new(), Vec::new());
        for (i, item) in items.iter().enumerate() {
            match item {
                Value::Slice(slice) => {
                    shape.push(self.const_int(&slice[1], "the length of a slice")?);
                    operands.push(self.index_tile(&slice[0], None)?);
                }
                Value::Tile(tile) if tile.shape.len() == 1 && tile.dtype.is_int() && sparse.is_none() => {
                    sparse = Some(i);
                    shape.push(tile.shape[0]);
                    operands.push(tile.clone());
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

    pub(super) fn sparse_view(
        &mut self,
        array: usize,
        sparse: usize,
        shape: &[i64],
        padding: Option<&'static str>,
    ) -> Ir {
        let of = ViewOf {
            def: &types::GATHER_SCATTER_VIEW,
            tile: shape,
            padding,
            more: &[sparse as i64],
        };
        self.view(ct::MAKE_GATHER_SCATTER_VIEW, array, &of)
    }
}
