//! Products of matrices.
//!
//! Floats: each element of the result is its accumulator plus the products along the depth in ascending order, summed
//! in f64 and rounded once to the type of the accumulator. The products themselves are exact (f32 operands and scaled
//! ones too). For f64, each step is one fused multiply-add. Integers: exact, modulo 2^32.

use super::{BlockRun, Machine, ROUNDED};
use crate::number::{self, Format, Rounding, sign_extend};
use crate::program::{Inst, Matmul, MatmulKind};
use crate::tile::{Cause, Tile};

impl Machine<'_> {
    pub(super) fn matmul(&mut self, run: &BlockRun, inst: &Inst, matmul: Matmul) -> Tile {
        let Matmul {
            batch,
            rows,
            depth,
            columns,
            kind,
        } = matmul;
        let cost = match kind {
            MatmulKind::Float {
                operands: Format::F64, ..
            } => ROUNDED,
            MatmulKind::Float { .. } | MatmulKind::Scaled { .. } | MatmulKind::Integer { .. } => 1,
        };
        self.work += (batch * rows * depth * columns) as u64 * cost;
        let tiles: Vec<Tile> = inst.operands.iter().map(|&v| run.tile(v)).collect();
        let [left, right, acc, scales @ ..] = &tiles[..] else {
            return Tile::splat(0);
        };
        let (left_count, right_count, count) = (batch * rows * depth, batch * depth * columns, batch * rows * columns);
        let bits = match kind {
            MatmulKind::Integer {
                left_signed,
                right_signed,
            } => {
                let read = |bits: u64, signed: bool| {
                    if signed {
                        sign_extend(bits, 8)
                    } else {
                        (bits & 0xFF) as i64
                    }
                };
                let a: Vec<i64> = left
                    .bits
                    .to_vec(left_count)
                    .into_iter()
                    .map(|b| read(b, left_signed))
                    .collect();
                let b: Vec<i64> = right
                    .bits
                    .to_vec(right_count)
                    .into_iter()
                    .map(|b| read(b, right_signed))
                    .collect();
                let mut c: Vec<i64> = acc.bits.to_vec(count).into_iter().map(|b| sign_extend(b, 32)).collect();
                multiply(&a, &b, &mut c, matmul, |c, a, b| c.wrapping_add(a * b));
                c.into_iter().map(|c| c as u64 & 0xFFFF_FFFF).collect()
            }
            MatmulKind::Float {
                operands: Format::F64, ..
            } => {
                let (a, b) = (left.bits.to_vec(left_count), right.bits.to_vec(right_count));
                let mut c = acc.bits.to_vec(count);
                multiply(&a, &b, &mut c, matmul, |c, a, b| {
                    number::fma(Format::F64, Rounding::Nearest, a, b, c)
                });
                c
            }
            MatmulKind::Float { operands, sum } => {
                let a = widen(left, left_count, operands);
                let b = widen(right, right_count, operands);
                sum_products(&a, &b, acc, matmul, sum)
            }
            MatmulKind::Scaled {
                operands,
                scale,
                blocks,
            } => {
                let [left_scale, right_scale] = scales else {
                    return Tile::splat(0);
                };
                let block = (depth / blocks.max(1)).max(1);
                let mut a = widen(left, left_count, operands);
                let mut b = widen(right, right_count, operands);
                for (i, a) in a.iter_mut().enumerate() {
                    *a *= scale.widen(left_scale.bits.get(i / depth * blocks + i % depth / block));
                }
                for (i, b) in b.iter_mut().enumerate() {
                    let (at, column) = (i / columns, i % columns);
                    let row = at / depth * blocks + at % depth / block;
                    *b *= scale.widen(right_scale.bits.get(row * columns + column));
                }
                sum_products(&a, &b, acc, matmul, Format::F32)
            }
        };
        if tiles.iter().all(Tile::is_defined) {
            return Tile::defined(crate::tile::Lanes::each(bits));
        }
        Tile::with_causes(bits, causes(&tiles, matmul))
    }
}

fn widen(tile: &Tile, count: usize, format: Format) -> Vec<f64> {
    tile.bits
        .to_vec(count)
        .into_iter()
        .map(|bits| format.widen(bits))
        .collect()
}

fn sum_products(a: &[f64], b: &[f64], acc: &Tile, matmul: Matmul, sum: Format) -> Vec<u64> {
    let mut c = widen(acc, matmul.batch * matmul.rows * matmul.columns, sum);
    multiply(a, b, &mut c, matmul, |c, a, b| c + a * b);
    c.into_iter().map(|c| sum.narrow(c, Rounding::Nearest)).collect()
}

/// Row by row: `c[i][j] = step(c[i][j], a[i][k], b[k][j])` for `k` ascending.
fn multiply<T: Copy>(a: &[T], b: &[T], c: &mut [T], matmul: Matmul, step: impl Fn(T, T, T) -> T) {
    let Matmul {
        rows, depth, columns, ..
    } = matmul;
    for (i, row) in c.chunks_exact_mut(columns).enumerate() {
        let operands = &b[i / rows * depth * columns..][..depth * columns];
        for (&x, ys) in a[i * depth..][..depth].iter().zip(operands.chunks_exact(columns)) {
            for (c, &y) in row.iter_mut().zip(ys) {
                *c = step(*c, x, y);
            }
        }
    }
}

/// An element is undefined if anything that goes into it is.
fn causes(tiles: &[Tile], matmul: Matmul) -> Vec<Cause> {
    let Matmul {
        batch,
        rows,
        depth,
        columns,
        kind,
    } = matmul;
    let [left, right, acc, scales @ ..] = tiles else {
        return Vec::new();
    };
    let first = |tile: &Tile, indices: &mut dyn Iterator<Item = usize>| {
        if tile.is_defined() {
            0
        } else {
            indices.map(|i| tile.undefined.get(i)).find(|&c| c != 0).unwrap_or(0)
        }
    };
    let blocks = if let MatmulKind::Scaled { blocks, .. } = kind {
        blocks
    } else {
        0
    };
    let of_row = |i: usize| {
        let own = first(left, &mut (i * depth..(i + 1) * depth));
        match scales.first() {
            Some(scale) if own == 0 => first(scale, &mut (i * blocks..(i + 1) * blocks)),
            _ => own,
        }
    };
    let of_column = |n: usize| {
        let (at, j) = (n / columns, n % columns);
        let own = first(right, &mut (0..depth).map(|k| (at * depth + k) * columns + j));
        match scales.get(1) {
            Some(scale) if own == 0 => first(scale, &mut (0..blocks).map(|k| (at * blocks + k) * columns + j)),
            _ => own,
        }
    };
    let row_causes: Vec<Cause> = (0..batch * rows).map(of_row).collect();
    let column_causes: Vec<Cause> = (0..batch * columns).map(of_column).collect();
    (0..batch * rows * columns)
        .map(|n| {
            let (i, j) = (n / columns, n % columns);
            let candidates = [
                row_causes[i],
                column_causes[i / rows * columns + j],
                acc.undefined.get(n),
            ];
            candidates.into_iter().find(|&c| c != 0).unwrap_or(0)
        })
        .collect()
}
