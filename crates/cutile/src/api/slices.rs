//! Parts of arrays, items of lists of arrays, and what an author promises of numbers.

use super::Args;
use crate::arrays::{ArrayValue, Extent, promised};
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::arithmetic::Rounding;
use crate::eval::constants;
use crate::eval::emit::A;
use crate::fail::Res;
use crate::value::{Const, Shape, Tile, Value};
use ruff_python_ast::Operator;
use smallvec::smallvec;
use tilewright_ir::Value as Ir;
use tilewright_ir::ops::cuda_tile as ct;

impl<'a> Eval<'a> {
    /// `X.slice(axis, start, stop)`: an array that begins later and is shorter.
    pub(crate) fn slice_array(&mut self, array: usize, args: &Args<'a>) -> Res<Value<'a>> {
        let value = self.arrays[array].clone();
        let axis = self.axis(&args.get("axis"), value.sizes.len())?;
        let (start, stop) = (args.get("start"), args.get("stop"));
        let stride = self.extent_value(array, &value.strides[axis]);
        let mut least = 0;
        for value in [&start, &stop] {
            let number = self.number(value)?;
            if !number.shape().is_empty() || !number.default_dtype().is_signed() {
                return self.type_error(
                    format!(
                        "A slice starts and stops at signed integer scalars, not at {}",
                        value.describe()
                    ),
                    "take one number, of a signed integer type: `.astype(ct.int32)`",
                );
            }
            let known = self.known_number(&number).and_then(constants::as_int);
            if known.is_some_and(|known| std::mem::replace(&mut least, known) > known) {
                return self.type_error(
                    "a slice goes from 0 or more upwards",
                    "count from the start of the array",
                );
            }
        }
        let moved = self.binary(Operator::Mult, &start, &stride, Rounding::default())?;
        let moved = self.as_tile(&moved)?;
        let wide = self.cast(&moved, Dtype::I64, None)?;
        let pointer = self.m.ty(value.base);
        let base = self.value(ct::OFFSET, &[value.base, wide.ir], pointer, &[]);
        let length = self.binary(Operator::Sub, &stop, &start, Rounding::default())?;
        let length = self.number(&length)?;
        let known = self.known_number(&length).and_then(constants::as_int);
        let known = known.and_then(|length| i64::try_from(length).ok());
        let length = self.convert(&length, value.index)?;
        let mut part = ArrayValue { base, ..value };
        part.sizes[axis] = Extent {
            ir: length.ir,
            in_view: length.ir,
            known,
            divisor: known.unwrap_or(1),
            is_written: true,
        };
        part.align = 0;
        let array = self.derived_array(part);
        Ok(Value::Array(array))
    }

    /// An array of a list.
    pub(crate) fn list_item(&mut self, list: usize, index: &Value<'a>) -> Res<Value<'a>> {
        let value = self.lists[list].clone();
        let row = self.index(index, Dtype::I32)?;
        let width = value.width();
        // The places in the row stay with what reads it.
        let zero = self.part(Const::Int(0), &[], Dtype::I32);
        let tile = self.tile_type(&[1, width], Dtype::I64);
        let token = self.m.ty(self.token);
        let op = self.op(
            ct::LOAD_VIEW_TKO,
            &[&[value.table], &[row, zero.ir], &[]],
            &[tile, token],
            &[("ordering", A::Word("weak"))],
        );
        let entries = self.m.result(op, 0);
        let field = |eval: &mut Self, at: usize| -> Ir {
            let place = eval.part(Const::Int(at as i128), &[], Dtype::I32);
            let one = eval.tile_type(&[1, 1], Dtype::I64);
            let op = eval.op(ct::EXTRACT, &[&[entries], &[zero.ir, place.ir]], &[one], &[]);
            let part = Tile {
                ir: eval.m.result(op, 0),
                dtype: Dtype::I64,
                shape: smallvec![1, 1],
            };
            eval.reshape(&part, &[]).ir
        };
        let rank = value.param.dims.len();
        let fields: Vec<Ir> = (0..=2 * rank).map(|at| field(self, at)).collect();
        let index = if value.param.index64 { Dtype::I64 } else { Dtype::I32 };
        let mut extents = Vec::new();
        for (at, &ir) in fields[1..].iter().enumerate() {
            let dim = &value.param.dims[at % rank];
            let (known, divisor) = match at < rank {
                true => (dim.size, dim.size_div),
                false => (dim.stride, dim.stride_div),
            };
            let wide = Tile {
                ir,
                dtype: Dtype::I64,
                shape: Shape::new(),
            };
            let ir = self.cast(&wide, index, None)?.ir;
            extents.push(Extent {
                ir,
                in_view: ir,
                known,
                divisor: known.unwrap_or(promised(divisor)),
                is_written: false,
            });
        }
        let pointer = self.pointer_type(&[], value.param.dtype);
        let mut base = self.value(ct::INT_TO_PTR, &[fields[0]], pointer, &[]);
        // Where one number of the row is used, all are read.
        let read = [&base].into_iter().chain(extents.iter().map(|extent| &extent.ir));
        let read: Vec<_> = read.filter_map(|&ir| self.m.defining_op(ir)).collect();
        for &op in &read {
            self.along.insert(op, read.clone());
        }
        let align = promised(value.param.align);
        if align > 1 {
            let attr = self.div_by(align);
            base = self.assume(base, attr);
        }
        let strides = extents.split_off(rank);
        let array = self.derived_array(ArrayValue {
            dtype: value.param.dtype,
            base,
            align,
            sizes: extents,
            strides,
            view: base,
            index,
            set: value.set,
            serial: value.serial,
            overlapped: value.overlapped,
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
        let value = args.get("x");
        let number = self.number(&value)?;
        if let Some(Const::Int(known)) = self.known_number(&number) {
            if known % i128::from(divisor) == 0 {
                return Ok(value);
            }
            return self.type_error(
                format!("`assume_divisible_by` promises what is not true: {known} is no multiple of {divisor}"),
                "promise a divisor that the constant has, or nothing",
            );
        }
        let tile = self.as_tile(&value)?;
        if !tile.shape.is_empty() || !tile.dtype.is_int() {
            return self.type_error(
                format!(
                    "`assume_divisible_by` is for integer scalars, not for {}",
                    tile.describe()
                ),
                "promise it of the number that a tile is computed from",
            );
        }
        let attr = self.div_by(divisor);
        Ok(Value::Tile(Tile {
            ir: self.assume(tile.ir, attr),
            ..tile
        }))
    }
}
