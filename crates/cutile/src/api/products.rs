//! Products of matrices.

use super::Args;
use crate::dtype::Dtype;
use crate::dtype::Dtype::*;
use crate::eval::Eval;
use crate::eval::emit::A;
use crate::fail::Res;
use crate::value::{Shape, Tile, Value};
use tilewright_ir::ops::cuda_tile as ct;

impl<'a> Eval<'a> {
    pub(crate) fn mma(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let x = self.tile_arg(args, "x")?;
        let y = self.tile_arg(args, "y")?;
        let acc = self.tile_arg(args, "acc")?;
        let fast = self.flag(args, "use_fast_acc", false)?;
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
        let (x, y) = self.batches(x, y)?;
        let rank = x.shape.len();
        let k = (x.shape[rank - 1], y.shape[rank - 2]);
        let wanted: Shape = x.shape[..rank - 1].iter().copied().chain([y.shape[rank - 1]]).collect();
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

    /// Both with the same batch: one of 1 is repeated.
    fn batches(&mut self, x: &Tile, y: &Tile) -> Res<(Tile, Tile)> {
        let (a, b) = (x.shape.len(), y.shape.len());
        if a != b || !(2..=3).contains(&a) {
            return self.type_error(
                format!(
                    "mma takes two tiles of 2 dimensions, or two of 3, not {} and {}",
                    x.describe(),
                    y.describe()
                ),
                "reshape them: `.reshape((m, k))`",
            );
        }
        if a == 2 {
            return Ok((x.clone(), y.clone()));
        }
        let batch = self.common_shape(&x.shape[..1], &y.shape[..1])?;
        let with = |tile: &Tile| -> Shape { batch.iter().copied().chain(tile.shape[1..].iter().copied()).collect() };
        let (to_x, to_y) = (with(x), with(y));
        let x = self.broadcast(x, &to_x);
        let y = self.broadcast(y, &to_y);
        Ok((x, y))
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

    /// `x @ y`.
    pub(crate) fn matmul(&mut self, x: &Value<'a>, y: &Value<'a>) -> Res<Value<'a>> {
        let (a, b) = (self.number(x)?, self.number(y)?);
        let is_bytes = |dtype: Dtype| matches!(dtype, I8 | U8);
        let dtype = if is_bytes(a.default_dtype()) && is_bytes(b.default_dtype()) {
            None
        } else {
            Some(self.promote(&a, &b)?)
        };
        let mut tiles = Vec::new();
        for number in [&a, &b] {
            let to = dtype.unwrap_or(number.default_dtype());
            tiles.push(self.convert(number, to)?);
        }
        let (x, y) = (tiles[0].clone(), tiles[1].clone());
        let (row, column) = (x.shape.len() == 1, y.shape.len() == 1);
        if x.shape.is_empty() || y.shape.is_empty() {
            return self.type_error("`@` takes tiles of at least one dimension", "`*` multiplies scalars");
        }
        let x = if row { self.reshape(&x, &[1, x.shape[0]]) } else { x };
        let y = if column { self.reshape(&y, &[y.shape[0], 1]) } else { y };
        let (m, n) = (x.shape.len(), y.shape.len());
        let batch = if m == 3 || n == 3 {
            self.common_shape(&x.shape[..m - 2], &y.shape[..n - 2])?
        } else {
            Shape::new()
        };
        let shape: Shape = batch.into_iter().chain([x.shape[m - 2], y.shape[n - 1]]).collect();
        let to = dtype.unwrap_or(x.dtype);
        let of_acc = match to {
            I8 | U8 => I32,
            Tf32 => F32,
            F8E4M3 | F8E5M2 => F32,
            other => other,
        };
        let of_acc = if to == Bf16 { F32 } else { of_acc };
        // Operands are repeated before the accumulator is made.
        let (x, y) = self.batches(&x, &y)?;
        let acc = self.zeros(&shape, of_acc);
        let product = self.product(&x, &y, &acc, false)?;
        let mut result = self.cast(&product, to, None)?;
        if row || column {
            let shape: Shape = match (row, column) {
                (true, true) => Shape::new(),
                (true, false) => Shape::from_slice(&[shape[1]]),
                _ => Shape::from_slice(&[shape[0]]),
            };
            result = self.reshape(&result, &shape);
        }
        Ok(Value::Tile(result))
    }
}
