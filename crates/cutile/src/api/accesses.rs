//! Loads and stores of tiles, and how they are ordered.

use super::Args;
use crate::arrays::{Access, Memory};
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::emit::A;
use crate::eval::number::Num;
use crate::fail::Res;
use crate::value::{Shape, Tile, TiledView, Value, show_shape};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Attr, AttrData, Op, Value as Ir};

/// The memory order of an access: the word, and the scope.
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

impl<'a> Eval<'a> {
    /// The hints of an access.
    pub(super) fn hints(&mut self, args: &Args<'a>) -> Res<Option<Attr>> {
        let latency = match args.get("latency") {
            Value::None => None,
            value => {
                let latency = self.const_int(&value, "`latency`")?;
                if !(1..=10).contains(&latency) {
                    return self.type_error(format!("latency must be from 1 to 10, got {latency}"), "leave it out");
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
        // An option that is asked for and is the default leaves an empty hint.
        if hints.is_empty() && !has_tma {
            return Ok(None);
        }
        let hints = self.m.intern_attr(AttrData::Dict(hints.into()));
        let target = self.m.intern_name("default");
        Ok(Some(self.m.intern_attr(AttrData::Dict([(target, hints)].into()))))
    }

    /// The memory order that `memory_order` and `memory_scope` ask for.
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
                    "there is no MemoryScope.CLUSTER yet",
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
                overlapped: array.overlapped,
            },
        );
    }

    /// Makes a load of a tile of a view.
    pub(super) fn load_tile(
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
    pub(super) fn store_tile(
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
        if memory.word == "release" || memory.word == "acq_rel" {
            return self.type_error(
                format!("memory order {} is not for loads", memory.word),
                "loads acquire: `ct.MemoryOrder.ACQUIRE`",
            );
        }
        let indices = self.indices(array, &args.get("index"), true)?;
        let view = self.partition(array, &shape, padding, &order);
        let indices = self.of_view(&indices, self.arrays[array].index == Dtype::I64)?;
        let tile = self.load_tile(array, view, &indices, &shape, memory, args)?;
        Ok(Value::Tile(self.reshape(&tile, &asked)))
    }

    /// A value that is stored, in the type of the array; a scalar where no shape is asked for stays one.
    pub(super) fn stored(&mut self, array: usize, value: &Value<'a>, shape: Option<&[i64]>) -> Res<Tile> {
        let number = self.number(value)?;
        let dtype = number.default_dtype();
        let tile = self.convert(&number, dtype)?;
        let rank = self.arrays[array].sizes.len();
        let shape: Shape = shape.map_or_else(|| tile.shape.clone(), Shape::from_slice);
        if shape.len() != rank && !shape.is_empty() {
            return self.type_error(
                format!(
                    "a tile of shape {} cannot be stored to an array of rank {rank}",
                    show_shape(&tile.shape)
                ),
                "reshape it: `.reshape((1, ...))`",
            );
        }
        let to = self.arrays[array].dtype;
        let what = "the tile is not of the array's type";
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
        let tile = self.stored(array, &args.get("tile"), None)?;
        let indices = self.indices(array, &args.get("index"), true)?;
        let tile = if tile.shape.is_empty() {
            self.reshape(&tile, &Shape::from_elem(1, rank))
        } else {
            tile
        };
        let view = self.partition(array, &tile.shape, None, &order);
        let indices = self.of_view(&indices, self.arrays[array].index == Dtype::I64)?;
        self.store_tile(array, view, &indices, &tile, memory, args)?;
        Ok(Value::None)
    }

    pub(crate) fn view_method(&mut self, view: &TiledView, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let (array, rank) = (view.array, view.shape.len());
        let is_wide = view.steps.is_none() && self.arrays[array].index == Dtype::I64;
        match name {
            "view.num_tiles" => {
                let axis = self.axis(&args.get("axis"), rank)?;
                let tiles = self.tiles_of(view, None);
                Ok(self.index_space(tiles, array, rank, axis))
            }
            "view.load" => {
                let indices = self.indices(array, &args.get("index"), true)?;
                let tiles = self.tiles_of(view, view.padding);
                let indices = self.of_view(&indices, is_wide)?;
                let tile = self.load_tile(array, tiles, &indices, &view.shape, Order::WEAK, args)?;
                Ok(Value::Tile(tile))
            }
            "view.store" => {
                // A constant gets its own type first, unlike where it is stored to an array.
                let tile = self.as_tile(&args.get("tile"))?;
                let common = self.common_shape(&tile.shape, &view.shape)?;
                if common != view.shape {
                    return self.type_error(
                        format!(
                            "a tile of shape {} cannot be stored as {}",
                            show_shape(&tile.shape),
                            show_shape(&view.shape)
                        ),
                        "",
                    );
                }
                let tile = Num::Tile(self.broadcast(&tile, &view.shape));
                let what = "the tile is not of the view's type";
                let tile = self.implicit_cast(&tile, self.arrays[array].dtype, what)?;
                let indices = self.indices(array, &args.get("index"), true)?;
                let tiles = self.tiles_of(view, None);
                let indices = self.of_view(&indices, is_wide)?;
                self.store_tile(array, tiles, &indices, &tile, Order::WEAK, args)?;
                Ok(Value::None)
            }
            _ => self.atomic_store(view, name, args),
        }
    }

    /// `view.atomic_store_add` and its like.
    pub(super) fn atomic_store(&mut self, view: &TiledView, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let array = view.array;
        let dtype = self.arrays[array].dtype;
        let mode = super::atomic_mode(super::behind(name, "view.atomic_store_"), dtype);
        if dtype.is_float() && mode != "addf" {
            return self.type_error(
                format!("`{}` does not support {dtype}", super::behind(name, "view.")),
                "only `atomic_store_add` takes floats",
            );
        }
        let indices = self.indices(array, &args.get("index"), false)?;
        let number = self.number(&args.get("update"))?;
        let own = number.default_dtype();
        let tile = self.convert(&number, own)?;
        let tile = self.broadcast(&tile, &view.shape);
        let tile = self.implicit_cast(&Num::Tile(tile), dtype, "the update is not of the array's type")?;
        let tiles = self.tiles_of(view, None);
        let indices = self.of_view(&indices, false)?;
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

    pub(crate) fn load_advanced(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let padding = self.padding(args)?;
        let (sparse, shape, operands) = self.sparse(array, &args.get("indices"))?;
        let view = self.sparse_view(array, sparse, &shape, padding);
        let operands = self.of_view(&operands, false)?;
        let tile = self.load_tile(array, view, &operands, &shape, Order::WEAK, args)?;
        Ok(Value::Tile(tile))
    }

    pub(crate) fn store_advanced(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let (sparse, shape, operands) = self.sparse(array, &args.get("indices"))?;
        let tile = args.get("tile");
        let given = self.number(&tile)?.shape().to_vec();
        if given != *shape {
            return self.type_error(
                format!(
                    "a tile of shape {} for indices of shape {}",
                    show_shape(&given),
                    show_shape(&shape)
                ),
                "broadcast it: `ct.full(...)`, `ct.broadcast_to(...)`",
            );
        }
        let tile = self.stored(array, &tile, Some(&shape))?;
        let view = self.sparse_view(array, sparse, &shape, None);
        let operands = self.of_view(&operands, false)?;
        self.store_tile(array, view, &operands, &tile, Order::WEAK, args)?;
        Ok(Value::None)
    }
}

/// As many as a tensor has dimensions at most.
const TRUE: [bool; 16] = [true; 16];
