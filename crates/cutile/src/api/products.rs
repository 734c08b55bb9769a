//! Products of matrices.

use super::Args;
use crate::dtype::Dtype;
use crate::dtype::Dtype::*;
use crate::eval::Eval;
use crate::eval::emit::A;
use crate::eval::number::Num;
use crate::fail::Res;
use crate::value::{Shape, Tile, Value};
use tilewright_ir::ops::cuda_tile as ct;

impl<'a> Eval<'a> {
    pub(crate) fn mma(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let x = self.tile_arg(args, "x")?;
        let y = self.tile_arg(args, "y")?;
        let acc = self.tile_arg(args, "acc")?;
        let fast = self.flag(args, "use_fast_acc", false)?;
        if let Some(row) = [&x, &y].into_iter().find(|tile| tile.shape.len() < 2) {
            return self.type_error(
                format!("mma takes tiles of at least 2 dimensions, not {}", row.describe()),
                "`ct.matmul` takes rows, too, or reshape it: `.reshape((1, k))`",
            );
        }
        self.product(&x, &y, &acc, fast).map(Value::Tile)
    }

    /// `x times y plus acc`.
    fn product(&mut self, x: &Tile, y: &Tile, acc: &Tile, fast: bool) -> Res<Tile> {
        let accumulators: &[Dtype] = match x.dtype {
            F16 | F8E4M3 | F8E5M2 => &[F16, F32],
            Bf16 | F32 | Tf32 => &[F32],
            F64 => &[F64],
            I8 | U8 => &[I32],
            _ => &[],
        };
        let is_bytes = matches!(x.dtype, I8 | U8) && matches!(y.dtype, I8 | U8);
        if accumulators.is_empty() || (x.dtype != y.dtype && !is_bytes) {
            return self.type_error(
                format!("Unsupported input dtypes for mma: {} and {}", x.dtype, y.dtype),
                "both must be float16, bfloat16, float32, tfloat32, float64 or one float8, or both 8-bit integers",
            );
        }
        if fast && !matches!(x.dtype, F8E4M3 | F8E5M2) {
            return self.type_error(
                format!("use_fast_acc is for products of float8, not of {}", x.dtype),
                "leave it out",
            );
        }
        if !accumulators.contains(&acc.dtype) {
            let names: Vec<&str> = accumulators.iter().map(|dtype| dtype.name()).collect();
            return self.type_error(
                format!(
                    "Unsupported acc dtype {} for {} inputs, supported: {}",
                    acc.dtype,
                    x.dtype,
                    names.join(", ")
                ),
                format!(
                    "make the accumulator with `ct.zeros(..., ct.{})`",
                    names[names.len() - 1]
                ),
            );
        }
        let (to_x, to_y) = self.batches(x, y)?;
        let (x, y) = (self.broadcast(x, &to_x), self.broadcast(y, &to_y));
        let rank = x.shape.len();
        let k = (x.shape[rank - 1], y.shape[rank - 2]);
        let mut wanted = Shape::from_slice(&x.shape[..rank - 1]);
        wanted.push(y.shape[rank - 1]);
        if k.0 != k.1 {
            return self.type_error(
                format!(
                    "mma of {} and {}: the last extent of the first must be the last but one of the second",
                    x.describe(),
                    y.describe()
                ),
                format!("{} is not {}; transpose one, or load it with `order=(1, 0)`", k.0, k.1),
            );
        }
        if acc.shape != wanted {
            return self.type_error(
                format!(
                    "the accumulator of mma must be of shape {}, not {}",
                    crate::value::show_shape(&wanted),
                    acc.describe()
                ),
                "",
            );
        }
        if is_bytes {
            let sign = |name, tile: &Tile| (name, A::Word(tile.dtype.signedness()));
            let attrs = [sign("signedness_lhs", &x), sign("signedness_rhs", &y)];
            return Ok(self.tile(ct::MMAI, &[x.ir, y.ir, acc.ir], &acc.shape, acc.dtype, &attrs));
        }
        let attrs: &[(&str, A<'_>)] = if fast { &[("fast_acc", A::Flag)] } else { &[] };
        Ok(self.tile(ct::MMAF, &[x.ir, y.ir, acc.ir], &acc.shape, acc.dtype, attrs))
    }

    /// The shapes of both in one rank, with the same batch: dimensions that one lacks, and batches of 1, are repeated.
    fn batches(&self, x: &Tile, y: &Tile) -> Res<(Shape, Shape)> {
        let rank = x.shape.len().max(y.shape.len());
        if !(2..=3).contains(&rank) {
            return self.type_error(
                format!(
                    "products are of tiles of 2 or 3 dimensions, not of {} and {}",
                    x.describe(),
                    y.describe()
                ),
                "reshape them: `.reshape((m, k))`",
            );
        }
        let batch_of = |tile: &Tile| tile.shape.len().saturating_sub(2);
        let batch = self.common_shape(&x.shape[..batch_of(x)], &y.shape[..batch_of(y)])?;
        let with = |tile: &Tile| -> Shape {
            let mut shape = batch.clone();
            if tile.shape.len() < 2 {
                shape.push(1);
            }
            shape.extend_from_slice(&tile.shape[batch_of(tile)..]);
            shape
        };
        Ok((with(x), with(y)))
    }

    pub(crate) fn mma_scaled(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let x = self.tile_arg(args, "x")?;
        let x_scale = self.tile_arg(args, "x_scale")?;
        let y = self.tile_arg(args, "y")?;
        let y_scale = self.tile_arg(args, "y_scale")?;
        let acc = self.tile_arg(args, "acc")?;
        let operands = [x.ir, y.ir, acc.ir, x_scale.ir, y_scale.ir];
        if acc.dtype != F32 || !x.dtype.is_restricted() || !y.dtype.is_restricted() {
            return self.type_error(
                format!(
                    "Unsupported dtypes for mma_scaled: {}, {} and {}",
                    x.dtype, y.dtype, acc.dtype
                ),
                "the operands are float8 or float4, the accumulator is float32",
            );
        }
        Ok(Value::Tile(self.tile(
            ct::MMAF_SCALED,
            &operands,
            &acc.shape,
            acc.dtype,
            &[],
        )))
    }

    fn not_scalars<T>(&self) -> Res<T> {
        self.type_error("`@` takes tiles of at least one dimension", "`*` multiplies scalars")
    }

    /// `x @ y`.
    pub(crate) fn matmul(&mut self, x: &Value<'a>, y: &Value<'a>) -> Res<Value<'a>> {
        let (a, b) = (self.number(x)?, self.number(y)?);
        let to = self.promote(&a, &b)?;
        let (row, column) = (a.shape().len() == 1, b.shape().len() == 1);
        let (Num::Tile(x), Num::Tile(mut y)) = (a, b) else {
            return self.not_scalars();
        };
        if x.shape.is_empty() || y.shape.is_empty() {
            return self.not_scalars();
        }
        let of_acc = match to {
            I8 | U8 => I32,
            Tf32 | F8E4M3 | F8E5M2 | Bf16 => F32,
            other => other,
        };
        // Operands are repeated before the accumulator is made: all of the first one, then of the second, whose column is one before it
        // is converted.
        let written = y.clone();
        if column {
            y.shape.push(1);
        }
        let (to_x, to_y) = self.batches(&x, &y)?;
        let x = self.cast(&x, to, None)?;
        let x = self.broadcast(&x, &to_x);
        let y = self.reshape(&written, &y.shape);
        let y = self.cast(&y, to, None)?;
        let y = self.broadcast(&y, &to_y);
        let rank = x.shape.len();
        let mut shape = Shape::from_slice(&x.shape[..rank - 1]);
        shape.push(y.shape[rank - 1]);
        let acc = self.zeros(&shape, of_acc);
        let product = self.product(&x, &y, &acc, false)?;
        let mut result = self.cast(&product, to, None)?;
        if column {
            shape.remove(rank - 1);
        }
        if row {
            shape.remove(rank - 2);
        }
        if row || column {
            result = self.reshape(&result, &shape);
        }
        Ok(Value::Tile(result))
    }
}
