//! Tiles that are made of nothing but numbers.

use super::Args;
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::emit::A;
use crate::eval::number::Num;
use crate::fail::Res;
use crate::value::{Const, Shape, Tile, Value};
use tilewright_ir::ops::cuda_tile as ct;

impl<'a> Eval<'a> {
    /// `zeros`, `ones`, `full`.
    pub(crate) fn filled(&mut self, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let shape = self.shape(&args.get("shape"))?;
        let dtype = self.dtype(&args.get("dtype"))?;
        let fill = match name {
            "zeros" => Num::Const(Const::Int(0), None),
            "ones" => Num::Const(Const::Int(1), None),
            _ => match self.number(&args.get("fill_value"))? {
                // A float that is written is a float32 before it becomes anything else.
                Num::Const(float @ Const::Float(_), _) => Num::Const(self.rounded(float, Dtype::F32), None),
                number => number,
            },
        };
        match (self.known_number(&fill), fill) {
            (Some(constant), _) | (None, Num::Const(constant, _)) if shape.is_empty() => {
                Ok(Value::Tile(self.typed_constant(constant, dtype)))
            }
            (Some(constant), _) | (None, Num::Const(constant, _)) => {
                Ok(Value::Tile(self.constant(constant, &shape, dtype)))
            }
            (None, Num::Tile(tile)) => {
                if !tile.shape.is_empty() {
                    return self.type_error(
                        format!("a fill value is a scalar, not {}", tile.describe()),
                        "`ct.broadcast_to` repeats a tile",
                    );
                }
                let tile = self.cast(&tile, dtype, None)?;
                Ok(Value::Tile(self.broadcast(&tile, &shape)))
            }
        }
    }

    pub(crate) fn arange(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let size = self.const_int(&args.get("size"), "`size`")?;
        let dtype = self.dtype(&args.get("dtype"))?;
        let shape = Shape::from_slice(&[size]);
        self.check_shape(&shape)?;
        let mut tile = if dtype.is_int() {
            self.tile(ct::IOTA, &[], &shape, dtype, &[])
        } else if dtype.is_float() {
            let iota = self.tile(ct::IOTA, &[], &shape, Dtype::I32, &[]);
            self.cast(&iota, dtype, None)?
        } else {
            return self.type_error(
                format!("arange does not support {dtype}"),
                "take an integer or float type",
            );
        };
        for (name, unit, int, float) in [("step", 1.0, ct::MULI, ct::MULF), ("start", 0.0, ct::ADDI, ct::ADDF)] {
            if !args.has(name) {
                continue;
            }
            let number = self.number(&args.get(name))?;
            if let Some(constant) = self.known_number(&number)
                && crate::eval::constants::as_float(constant) == unit
            {
                continue;
            }
            let value = self.convert(&number, dtype)?;
            let value = self.broadcast(&value, &shape);
            let kind = if dtype.is_float() { float } else { int };
            tile = self.tile(kind, &[tile.ir, value.ir], &shape, dtype, &[]);
        }
        Ok(Value::Tile(tile))
    }

    /// `astile`: a tile of the items of a nested tuple.
    pub(crate) fn astile(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let dtype = self.dtype(&args.get("dtype"))?;
        let (mut shape, mut items) = (Shape::new(), Vec::new());
        self.flatten(&args.get("items"), 0, &mut shape, &mut items)?;
        self.check_shape(&shape)?;
        // A number alone is what it is, of this type.
        if let ([item], []) = (&items[..], &shape[..]) {
            return match item {
                Num::Const(constant, _) => Ok(self.known_value(*constant, Some(dtype))),
                Num::Tile(tile) => self.cast(tile, dtype, None).map(Value::Tile),
            };
        }
        let constants: Option<Vec<u64>> = items
            .iter()
            .map(|item| self.known_number(item).map(|constant| self.bits(constant, dtype)))
            .collect();
        if let Some(bits) = constants {
            let tile = self.dense(&bits, &shape, dtype);
            // The real compiler does not look into a tile of items.
            self.unset.insert(tile.ir);
            return Ok(Value::Tile(tile));
        }
        let mut scalars = Vec::new();
        for item in &items {
            scalars.push(match item {
                Num::Const(constant, ir) => self.constant_as(*constant, *ir, dtype, false)?,
                Num::Tile(tile) => self.cast(tile, dtype, None)?,
            });
        }
        if scalars.is_empty() {
            return self.type_error("a tile has at least one element", "");
        }
        let tile = self.joined(&scalars);
        Ok(Value::Tile(self.reshape(&tile, &shape)))
    }

    /// Scalars, a power of two of them, one behind another: each half by itself, then both.
    fn joined(&mut self, scalars: &[Tile]) -> Tile {
        if let [one] = scalars {
            return self.reshape(one, &[1]);
        }
        let (left, right) = scalars.split_at(scalars.len() / 2);
        let (left, right) = (self.joined(left), self.joined(right));
        let extent = scalars.len() as i64;
        self.tile(
            ct::CAT,
            &[left.ir, right.ir],
            &[extent],
            left.dtype,
            &[("dim", A::Int(0))],
        )
    }

    fn flatten(&mut self, value: &Value<'a>, depth: usize, shape: &mut Shape, items: &mut Vec<Num>) -> Res<()> {
        let Value::Tuple(parts) = value else {
            if depth != shape.len() {
                return self.type_error("the tuples must all be of one length in each dimension", "");
            }
            let number = self.number(value)?;
            if !number.shape().is_empty() {
                return self.type_error("items of a tile must be scalars", "`ct.cat` joins tiles");
            }
            items.push(number);
            return Ok(());
        };
        let extent = parts.len() as i64;
        match shape.get(depth) {
            None if items.is_empty() => shape.push(extent),
            Some(&known) if known == extent => {}
            _ => return self.type_error("the tuples must all be of one length in each dimension", ""),
        }
        parts
            .iter()
            .try_for_each(|part| self.flatten(part, depth + 1, shape, items))
    }

    /// `.astype(dtype)`.
    pub(crate) fn astype(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let dtype = self.dtype(&args.get("dtype"))?;
        let rounding = self.rounding(args)?.mode;
        let tile = match self.number(&args.get("x"))? {
            Num::Const(constant, ir) => {
                if crate::eval::number::default_dtype(constant) == dtype {
                    let tile = self.constant_as(constant, ir, dtype, false)?;
                    self.known.insert(tile.ir, constant);
                    return Ok(Value::Tile(tile));
                }
                return Ok(Value::Tile(self.typed_constant(constant, dtype)));
            }
            Num::Tile(tile) => tile,
        };
        let is_float = |dtype: Dtype| dtype.is_float() || dtype.is_restricted();
        if rounding.is_some() && !(is_float(tile.dtype) && is_float(dtype)) {
            return self.type_error(
                "a rounding mode is for conversions from float to float",
                "leave `rounding_mode` out",
            );
        }
        Ok(Value::Tile(self.cast(&tile, dtype, rounding)?))
    }

    /// A tile of any kind of argument.
    pub(crate) fn tile_arg(&mut self, args: &Args<'a>, name: &str) -> Res<Tile> {
        self.as_tile(&args.get(name))
    }
}
