//! Operations of the lanes of a warp among themselves (docs/sources/ptx-data.md#warp-operations).

use super::{Done, Exec, Flow, Stop, lanes};
use crate::decode::{ShflMode, Slot, VoteMode, WarpOp, low};
use crate::finding::FindingKind;
use crate::num::NAN_F32;
use crate::state::{LANES, Lanes, Wait};

impl Exec<'_> {
    pub(super) fn warp_op(&mut self, mask: Slot, op: WarpOp) -> Done {
        let (masks, all) = (self.read(mask), self.mask);
        let alive = self.warp_ref().alive;
        // Groups of lanes, each with its own mask, come as they like; they go on together.
        let mut groups: Vec<u32> = Vec::new();
        for l in lanes(all) {
            let mask = masks[l] as u32;
            if mask >> l & 1 == 0 {
                let message =
                    format!("a lane executes a .sync instruction whose member mask {mask:#010x} does not name it");
                return self.stop(FindingKind::Divergence, 1 << l, message);
            }
            let needed = mask & alive;
            if needed & !all != 0 {
                return Ok(Flow::Stay(Wait::Lanes(needed)));
            }
            if !groups.contains(&needed) {
                groups.push(needed);
            }
        }
        self.synchronise_lanes();
        for here in groups {
            if lanes(here).any(|l| masks[l] as u32 & alive != here) {
                let message =
                    "lanes that name each other in the member mask of a .sync instruction have different masks";
                return self.stop(FindingKind::Divergence, here, message);
            }
            self.mask = here;
            let done = self.warp_group_op(here, op);
            self.mask = all;
            done?;
        }
        Ok(Flow::Next)
    }

    /// The operation for the lanes of one mask.
    fn warp_group_op(&mut self, here: u32, op: WarpOp) -> Result<(), Stop> {
        let mut out = [0; LANES];
        match op {
            WarpOp::Sync => {}
            WarpOp::Shfl { mode, d, p, a, b, c } => {
                let (a, b, c) = (self.read(a), self.read(b), self.read(c));
                let mut ok = 0_u32;
                for l in lanes(here) {
                    let (source, inside) = shuffle(mode, l as i32, b[l] as u32, c[l] as u32);
                    if here >> source & 1 == 0 {
                        let message = format!("lane {l} takes a value from lane {source}, which does not take part");
                        return self.stop(FindingKind::Divergence, 1 << l, message);
                    }
                    out[l] = a[source];
                    ok |= u32::from(inside) << l;
                }
                if let Some(d) = d {
                    self.write(d, &out);
                }
                if let Some(p) = p {
                    self.set_pred(p, ok);
                }
            }
            WarpOp::Vote { mode, d, p } => {
                let yes = self.pred(p) & here;
                let result = match mode {
                    VoteMode::All => yes == here,
                    VoteMode::Any => yes != 0,
                    VoteMode::Uni => yes == here || yes == 0,
                };
                self.set_pred(d, if result { u32::MAX } else { 0 });
            }
            WarpOp::Ballot { d, p } => {
                let yes = self.pred(p) & here;
                self.write(d, &[yes.into(); LANES]);
            }
            WarpOp::MatchAny { d, a, bits } => {
                let a = self.read(a);
                for l in lanes(here) {
                    out[l] = lanes(here)
                        .filter(|&k| low(a[k], bits) == low(a[l], bits))
                        .fold(0, |m, k| m | 1 << k);
                }
                self.write(d, &out);
            }
            WarpOp::MatchAll { d, p, a, bits } => {
                let a = self.read(a);
                let first = lanes(here).next().map_or(0, |l| low(a[l], bits));
                let same = lanes(here).all(|l| low(a[l], bits) == first);
                self.write(d, &[if same { here.into() } else { 0 }; LANES]);
                if let Some(p) = p {
                    self.set_pred(p, if same { u32::MAX } else { 0 });
                }
            }
            WarpOp::Redux { op, signed, d, a } => {
                let a = self.read(a);
                let ty = if signed {
                    tilewright_ptx::Type::S32
                } else {
                    tilewright_ptx::Type::U32
                };
                let result = reduce(&a, here, |x, y| super::access::update(op, ty, x, y, false));
                self.write(d, &[result; LANES]);
            }
            WarpOp::ReduxFloat { max, abs, nan, d, a } => {
                let a = self.read(a);
                let values = lanes(here).map(|l| {
                    if abs {
                        f32::from_bits(a[l] as u32).abs()
                    } else {
                        f32::from_bits(a[l] as u32)
                    }
                });
                let result = values.fold(None, |best: Option<f32>, v| match best {
                    None => Some(v),
                    Some(b) if b.is_nan() || v.is_nan() => Some(if nan {
                        f32::NAN
                    } else if b.is_nan() {
                        v
                    } else {
                        b
                    }),
                    Some(b) => Some(if (v > b) == max { v } else { b }),
                });
                let bits = result.map_or(NAN_F32, |v| if v.is_nan() { NAN_F32 } else { v.to_bits() });
                self.write(d, &[bits.into(); LANES]);
            }
            WarpOp::Elect { d, p } => {
                let leader = here.trailing_zeros();
                if let Some(d) = d {
                    self.write(d, &[leader.into(); LANES]);
                }
                if let Some(p) = p {
                    self.set_pred(p, 1 << (leader & 31));
                }
            }
        }
        Ok(())
    }
}

fn reduce(a: &Lanes, mask: u32, f: impl Fn(u64, u64) -> u64) -> u64 {
    lanes(mask).map(|l| a[l]).reduce(f).unwrap_or(0)
}

/// Source lane of a shuffle, and whether it lies in the segment.
fn shuffle(mode: ShflMode, lane: i32, b: u32, c: u32) -> (usize, bool) {
    let (bound, seg) = ((c & 31) as i32, (c >> 8 & 31) as i32);
    let b = (b & 31) as i32;
    let max = (lane & seg) | (bound & !seg);
    let min = lane & seg;
    let (j, ok) = match mode {
        ShflMode::Up => (lane - b, lane - b >= max),
        ShflMode::Down => (lane + b, lane + b <= max),
        ShflMode::Bfly => (lane ^ b, (lane ^ b) <= max),
        ShflMode::Idx => {
            let j = min | (b & !seg);
            (j, j <= max)
        }
    };
    (if ok { j & 31 } else { lane } as usize, ok)
}
