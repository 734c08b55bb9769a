//! Ops that move elements about.

use super::{BlockRun, MOVED, Machine};
use crate::finding::Role;
use crate::number::{mask, sign_extend};
use crate::program::{Inst, Rearrange};
use crate::tile::{Cause, Lanes, Tile};

/// The coordinates of an element, in row-major order.
fn coordinates(mut index: usize, shape: &[usize]) -> smallvec::SmallVec<[usize; 4]> {
    let mut at: smallvec::SmallVec<[usize; 4]> = smallvec::smallvec![0; shape.len()];
    for (place, &extent) in at.iter_mut().zip(shape).rev() {
        *place = index % extent.max(1);
        index /= extent.max(1);
    }
    at
}

/// The strides of a row-major tile.
fn strides(shape: &[usize]) -> smallvec::SmallVec<[usize; 4]> {
    let mut strides: smallvec::SmallVec<[usize; 4]> = smallvec::smallvec![1; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i] * shape[i];
    }
    strides
}

fn total(shape: &[usize]) -> usize {
    shape.iter().product()
}

impl Machine<'_> {
    pub(super) fn rearrange(&mut self, run: &mut BlockRun, inst: &Inst, rearrange: &Rearrange) -> Tile {
        let tile = |i: usize| {
            inst.operands
                .get(i)
                .map(|&v| run.tile(v))
                .unwrap_or_else(|| Tile::splat(0))
        };
        let first = tile(0);
        match rearrange {
            Rearrange::Reshape => first,
            Rearrange::Broadcast { from, to } => {
                let steps: Vec<usize> = strides(from)
                    .iter()
                    .zip(from)
                    .map(|(&s, &extent)| if extent == 1 { 0 } else { s })
                    .collect();
                self.work += total(to) as u64 * MOVED;
                first.gather(total(to), |i| {
                    coordinates(i, to).iter().zip(&steps).map(|(c, s)| c * s).sum()
                })
            }
            Rearrange::Permute { from, permutation } => {
                let to: Vec<usize> = permutation.iter().filter_map(|&d| from.get(d).copied()).collect();
                let all = strides(from);
                let steps: Vec<usize> = permutation.iter().filter_map(|&d| all.get(d).copied()).collect();
                self.work += total(&to) as u64 * MOVED;
                first.gather(total(&to), |i| {
                    coordinates(i, &to).iter().zip(&steps).map(|(c, s)| c * s).sum()
                })
            }
            Rearrange::Extract {
                whole,
                slice,
                index_bits,
            } => {
                let start = self.slice_start(run, inst, 1, whole, slice, *index_bits);
                let steps = strides(whole);
                self.work += total(slice) as u64 * MOVED;
                first.gather(total(slice), |i| {
                    start
                        + coordinates(i, slice)
                            .iter()
                            .zip(&steps)
                            .map(|(c, s)| c * s)
                            .sum::<usize>()
                })
            }
            Rearrange::Insert {
                whole,
                slice,
                index_bits,
            } => {
                let destination = tile(1);
                let start = self.slice_start(run, inst, 2, whole, slice, *index_bits);
                let steps = strides(whole);
                self.work += total(whole) as u64 * MOVED;
                let (mut bits, mut causes) = (
                    destination.bits.to_vec(total(whole)),
                    destination.undefined.to_vec(total(whole)),
                );
                for i in 0..total(slice) {
                    let at = start
                        + coordinates(i, slice)
                            .iter()
                            .zip(&steps)
                            .map(|(c, s)| c * s)
                            .sum::<usize>();
                    if let (Some(b), Some(c)) = (bits.get_mut(at), causes.get_mut(at)) {
                        (*b, *c) = (first.bits.get(i), first.undefined.get(i));
                    }
                }
                Tile::with_causes(bits, causes)
            }
            Rearrange::Cat { left, right, dim } => {
                let second = tile(1);
                let mut to = left.clone();
                let edge = left.get(*dim).copied().unwrap_or(0);
                if let (Some(extent), Some(more)) = (to.get_mut(*dim), right.get(*dim)) {
                    *extent += more;
                }
                self.work += total(&to) as u64 * MOVED;
                let (left_strides, right_strides) = (strides(left), strides(right));
                let pick = |i: usize| {
                    let mut at = coordinates(i, &to);
                    let from_left = at.get(*dim).is_none_or(|&c| c < edge);
                    if !from_left && let Some(c) = at.get_mut(*dim) {
                        *c -= edge;
                    }
                    let steps = if from_left { &left_strides } else { &right_strides };
                    (from_left, at.iter().zip(steps).map(|(c, s)| c * s).sum::<usize>())
                };
                let (bits, causes): (Vec<u64>, Vec<Cause>) = (0..total(&to))
                    .map(|i| {
                        let (from_left, at) = pick(i);
                        let source = if from_left { &first } else { &second };
                        (source.bits.get(at), source.undefined.get(at))
                    })
                    .unzip();
                Tile::with_causes(bits, causes)
            }
            Rearrange::Repack {
                from,
                to,
                from_count,
                count,
            } => {
                self.work += (*from_count).max(*count) as u64 * MOVED;
                repack(&first, *from, *to, *count)
            }
        }
    }

    /// Where the slice at the given indices begins. An index outside is taken modulo the number of slices.
    fn slice_start(
        &mut self,
        run: &BlockRun,
        inst: &Inst,
        first_index: usize,
        whole: &[usize],
        slice: &[usize],
        bits: u32,
    ) -> usize {
        let steps = strides(whole);
        let mut start = 0;
        for (dim, &value) in inst.operands.iter().skip(first_index).enumerate() {
            let (Some(&extent), Some(&part), Some(&step)) = (whole.get(dim), slice.get(dim), steps.get(dim)) else {
                continue;
            };
            let tile = run.tile(value);
            let slices = (extent / part.max(1)).max(1) as i64;
            let index = sign_extend(tile.bits.get(0), bits);
            if tile.undefined.get(0) != 0 {
                self.find_undefined(run, inst.op, Role::Index, tile.undefined.get(0));
            } else if !(0..slices).contains(&index) {
                let problem = crate::finding::Problem::IndexOutside {
                    dim,
                    index,
                    extent: slices,
                };
                self.find(run, inst.op, problem);
            }
            start += index.rem_euclid(slices) as usize * part * step;
        }
        start
    }
}

/// The bits of all elements in a row, lowest first, cut anew.
fn repack(tile: &Tile, from: u32, to: u32, count: usize) -> Tile {
    let (from, to) = (from.max(1) as usize, to.max(1) as usize);
    let element = |i: usize| {
        let (mut bits, mut cause, mut done) = (0u64, 0, 0);
        while done < to {
            let at = i * to + done;
            let (source, offset) = (at / from, at % from);
            let take = (from - offset).min(to - done);
            bits |= (tile.bits.get(source) >> offset & mask(take as u32)) << done;
            cause = if cause == 0 { tile.undefined.get(source) } else { cause };
            done += take;
        }
        (bits, cause)
    };
    if let (Lanes::Splat(_), true, true) = (&tile.bits, tile.is_defined(), from % to == 0 && from == to) {
        return tile.clone();
    }
    let (bits, causes) = (0..count).map(element).unzip();
    Tile::with_causes(bits, causes)
}
