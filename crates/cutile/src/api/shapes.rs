//! The same elements in another shape or order.

use super::{Args, SHAPE};
use crate::dtype::Dtype;
use crate::eval::emit::A;
use crate::eval::{Eval, constants};
use crate::fail::Res;
use crate::value::{Const, Shape, Tile, Value, show_shape};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{OpKind, Value as Ir};

impl<'a> Eval<'a> {
    pub(crate) fn shape_function(&mut self, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        if name == "cat" {
            return self.cat(args);
        }
        let x = self.tile_arg(args, "x")?;
        let tile = match name {
            "reshape" => {
                let shape = self.new_shape(&x, &args.get("shape"))?;
                self.reshape(&x, &shape)
            }
            "permute" => {
                let axes = self.axes(&x, &args.get("axes"))?;
                self.permute(&x, &axes)
            }
            "transpose" => self.transpose(&x, args)?,
            "expand_dims" => {
                let axis = self.axis(&args.get("axis"), x.shape.len() + 1)?;
                let mut shape = x.shape.clone();
                shape.insert(axis, 1);
                self.reshape(&x, &shape)
            }
            "broadcast_to" => {
                let shape = self.shape(&args.get("shape"))?;
                if self.common_shape(&x.shape, &shape)? != shape {
                    return self.type_error(
                        format!("{} cannot be broadcast to {}", x.describe(), show_shape(&shape)),
                        "extents must be equal or 1, counted from the last dimension",
                    );
                }
                self.broadcast(&x, &shape)
            }
            "extract" => self.extract(&x, args)?,
            "insert" => self.insert(&x, args)?,
            "item" => {
                if x.shape.iter().any(|&extent| extent != 1) {
                    return self.type_error(
                        format!("only a tile of one element is an item, not {}", x.describe()),
                        "take a part first: `ct.extract(x, index, shape=(1,))`",
                    );
                }
                self.reshape(&x, &[])
            }
            "bitcast" => self.bitcast(&x, args)?,
            "pack_to_bytes" => {
                self.whole_bytes(x.dtype)?;
                let elements: i64 = x.shape.iter().product();
                let flat = self.reshape(&x, &[elements]);
                self.in_bytes(ct::PACK, &flat, Dtype::U8)
            }
            _ => {
                let dtype = self.dtype(&args.get("dtype"))?;
                self.whole_bytes(dtype)?;
                if x.dtype != Dtype::U8 || x.shape.len() != 1 {
                    return self.type_error(
                        format!("only a row of bytes can be unpacked, not {}", x.describe()),
                        "it has one dimension, of `ct.uint8`",
                    );
                }
                self.in_bytes(ct::UNPACK, &x, dtype)
            }
        };
        Ok(Value::Tile(tile))
    }

    /// A row of elements as one of another type with as many bytes; where both are bytes, nothing is packed.
    fn in_bytes(&mut self, kind: OpKind, x: &Tile, dtype: Dtype) -> Tile {
        let elements = x.shape[0] * i64::from(x.dtype.bits()) / i64::from(dtype.bits());
        match dtype {
            _ if dtype == x.dtype => x.clone(),
            Dtype::I8 | Dtype::U8 if x.dtype.is_int() && x.dtype.bits() == 8 => {
                self.tile(ct::BITCAST, &[x.ir], &x.shape, dtype, &[])
            }
            _ => self.tile(kind, &[x.ir], &[elements.max(1)], dtype, &[]),
        }
    }

    /// Refuses to pack truth values, of which eight would share a byte.
    fn whole_bytes(&self, dtype: Dtype) -> Res<()> {
        if dtype != Dtype::Bool {
            return Ok(());
        }
        self.type_error(
            "truth values are not packed into bytes",
            "convert them: `.astype(ct.uint8)`",
        )
    }

    /// A shape with as many elements as a tile; -1 stands for what is left.
    fn new_shape(&mut self, x: &Tile, value: &Value<'a>) -> Res<Shape> {
        let items = value.to_items();
        let mut shape = Shape::new();
        for item in &items {
            shape.push(self.const_int(item, "an extent of a shape")?);
        }
        let elements: i64 = x.shape.iter().product();
        let known: i64 = shape.iter().filter(|&&extent| extent != -1).product();
        if let Some(place) = shape.iter().position(|&extent| extent == -1)
            && known > 0
        {
            shape[place] = elements / known;
        }
        if shape.contains(&-1) {
            return self.type_error("only one extent can be left open by -1", "write the others as numbers");
        }
        self.check_shape(&shape)?;
        if shape.iter().product::<i64>() != elements {
            return self.argument_error(
                SHAPE,
                format!("{} cannot be reshaped to {}", x.describe(), show_shape(&shape)),
                &format!("it has {}", tilewright_diag::counted(elements as usize, "elements")),
            );
        }
        Ok(shape)
    }

    /// All axes in another order.
    fn axes(&mut self, x: &Tile, value: &Value<'a>) -> Res<Vec<i64>> {
        let Value::Tuple(items) = value else {
            return self.type_error("the axes must be a tuple", "such as `(1, 0)`");
        };
        let mut axes = Vec::new();
        for item in items.iter() {
            axes.push(self.axis(item, x.shape.len())? as i64);
        }
        let mut sorted = axes.clone();
        sorted.sort_unstable();
        if sorted.into_iter().ne(0..x.shape.len() as i64) {
            return self.type_error(
                format!("the axes must name each of the {} dimensions once", x.shape.len()),
                "such as `(1, 0)`",
            );
        }
        Ok(axes)
    }

    fn permute(&mut self, x: &Tile, axes: &[i64]) -> Tile {
        let shape: Shape = axes.iter().map(|&axis| x.shape[axis as usize]).collect();
        self.tile(ct::PERMUTE, &[x.ir], &shape, x.dtype, &[("permutation", A::Ints(axes))])
    }

    fn transpose(&mut self, x: &Tile, args: &Args<'a>) -> Res<Tile> {
        let rank = x.shape.len();
        let (a, b) = match (args.get("axis0"), args.get("axis1")) {
            (Value::None, Value::None) => {
                if rank != 2 {
                    return self.type_error(
                        format!("a transpose of {} must name two axes", x.describe()),
                        "`ct.transpose(x, 0, 1)`",
                    );
                }
                (0, 1)
            }
            (a, b) => (self.axis(&a, rank)?, self.axis(&b, rank)?),
        };
        let mut axes: Vec<i64> = (0..rank as i64).collect();
        axes.swap(a, b);
        Ok(self.permute(x, &axes))
    }

    fn cat(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let Value::Tuple(items) = args.get("tiles") else {
            return self.type_error("`cat` joins a tuple of two tiles", "`ct.cat((a, b), axis)`");
        };
        let [a, b] = &items[..] else {
            if let [one] = &items[..] {
                return self.as_tile(one).map(Value::Tile);
            }
            return self.type_error(
                format!("`cat` joins exactly two tiles, not {}", items.len()),
                "call it again with the result",
            );
        };
        let (a, b) = (self.as_tile(a)?, self.as_tile(b)?);
        let (dtype, rank) = (a.dtype, a.shape.len());
        let axis = self.axis(&args.get("axis"), rank)?;
        let fits =
            b.dtype == dtype && b.shape.len() == rank && (0..rank).all(|i| i == axis || a.shape[i] == b.shape[i]);
        let mut shape = a.shape.clone();
        if fits {
            shape[axis] += b.shape[axis];
        } else {
            return self.type_error(
                format!(
                    "{} and {} cannot be joined along axis {axis}",
                    a.describe(),
                    b.describe()
                ),
                "their types and all other extents must be equal",
            );
        }
        self.check_shape(&shape)?;
        Ok(Value::Tile(self.tile(
            ct::CAT,
            &[a.ir, b.ir],
            &shape,
            dtype,
            &[("dim", A::Int(axis as i64))],
        )))
    }

    /// Which of the equal parts of a tile, in each dimension.
    fn part_indices(&mut self, x: &Tile, value: &Value<'a>, part: &[i64]) -> Res<Vec<Ir>> {
        let items = value.to_items();
        if items.len() != x.shape.len() {
            return self.argument_error(
                &["index"],
                format!("an index of {} for a tile of rank {}", items.len(), x.shape.len()),
                "give an index for each dimension",
            );
        }
        let mut indices = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let number = self.number(item)?;
            let known = self.known_number(&number).and_then(constants::as_int);
            if let (Some(known), Some(extent)) = (known, part.get(at))
                && !(0..i128::from(x.shape[at] / extent)).contains(&known)
            {
                return self.argument_error(
                    &["index"],
                    format!(
                        "index {known} is outside of {} in parts of {}",
                        x.describe(),
                        show_shape(part)
                    ),
                    "indices count parts, not elements",
                );
            }
            indices.push(self.convert(&number, Dtype::I32)?.ir);
        }
        Ok(indices)
    }

    fn extract(&mut self, x: &Tile, args: &Args<'a>) -> Res<Tile> {
        let asked = self.shape(&args.get("shape"))?;
        // One element, as a scalar.
        let shape = match asked.is_empty() {
            true => Shape::from_elem(1, x.shape.len()),
            false => asked.clone(),
        };
        if shape.len() != x.shape.len() || shape.iter().zip(&x.shape).any(|(part, whole)| whole % part != 0) {
            return self.argument_error(
                SHAPE,
                format!(
                    "a part of shape {} does not divide {}",
                    show_shape(&shape),
                    x.describe()
                ),
                "",
            );
        }
        let indices = self.part_indices(x, &args.get("index"), &shape)?;
        let ty = self.tile_type(&shape, x.dtype);
        let op = self.op(ct::EXTRACT, &[&[x.ir], &indices], &[ty], &[]);
        let part = Tile {
            ir: self.m.result(op, 0),
            dtype: x.dtype,
            shape,
        };
        Ok(self.reshape(&part, &asked))
    }

    fn insert(&mut self, x: &Tile, args: &Args<'a>) -> Res<Tile> {
        let mut part = self.tile_arg(args, "value")?;
        if part.shape.is_empty() {
            part = self.reshape(&part, &Shape::from_elem(1, x.shape.len()));
        }
        let indices = self.part_indices(x, &args.get("index"), &part.shape)?;
        if part.shape.len() != x.shape.len() || part.dtype != x.dtype {
            return self.type_error(
                format!("{} cannot be inserted into {}", part.describe(), x.describe()),
                "it must have its type and as many dimensions",
            );
        }
        let ty = self.m.ty(x.ir);
        let op = self.op(ct::INSERT, &[&[part.ir], &[x.ir], &indices], &[ty], &[]);
        Ok(Tile {
            ir: self.m.result(op, 0),
            ..x.clone()
        })
    }

    fn bitcast(&mut self, x: &Tile, args: &Args<'a>) -> Res<Tile> {
        let dtype = self.dtype(&args.get("dtype"))?;
        if dtype == x.dtype {
            return Ok(x.clone());
        }
        if dtype.bits() != x.dtype.bits() || dtype == Dtype::Bool || x.dtype == Dtype::Bool {
            return self.type_error(
                format!("{} and {dtype} are not of one width", x.dtype),
                "`.astype` converts the value",
            );
        }
        Ok(self.tile(ct::BITCAST, &[x.ir], &x.shape, dtype, &[]))
    }

    /// A zero of a type, for all elements.
    pub(crate) fn zeros(&mut self, shape: &[i64], dtype: Dtype) -> Tile {
        self.constant(Const::Int(0), shape, dtype)
    }
}
