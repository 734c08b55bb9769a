//! wgmma: asynchronous matrix products of a warpgroup (docs/sources/ptx-data.md#wgmma-fragments,
//! docs/sources/ptx-sync.md#wgmma).
//!
//! A product starts when all four warps have issued it and ends at a time the scheduler chooses, in order. Shared
//! memory is checked for races when it starts and read when it ends, so a stage that is refilled too early shows both
//! as a race and as a wrong result.

use super::matrix::{a_matrix, accumulated, accumulator, multiply, value};
use super::{Done, Exec, Flow, Stop};
use crate::decode::{AccType, Elem, Slot, Wgmma, WgmmaA, low};
use crate::finding::FindingKind;
use crate::memory::load_le;
use crate::state::{LANES, Product, Wait};
use crate::story::Deed;
use crate::tensor_map::Swizzle;
use std::rc::Rc;

/// Instructions that a product usually takes.
const PRODUCT: u64 = 64;

/// A matrix in shared memory as a 64-bit descriptor gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tile {
    pub start: u32,
    pub lbo: u32,
    pub sbo: u32,
    pub swizzle: Swizzle,
    /// Contiguous along K (else along M or N).
    pub k_major: bool,
}

impl Tile {
    /// Decodes a wgmma descriptor (docs/sources/ptx-data.md#wgmma-descriptor).
    fn new(descriptor: u64, k_major: bool) -> Result<Tile, String> {
        let field = |at: u32| ((descriptor >> at) & 0x3FFF) as u32 * 16;
        if descriptor >> 49 & 7 != 0 {
            return Err("a matrix descriptor with a base offset other than 0 is not modelled".to_string());
        }
        let swizzle = match descriptor >> 62 {
            0 => Swizzle::None,
            1 => Swizzle::B128,
            2 => Swizzle::B64,
            _ => Swizzle::B32,
        };
        Ok(Tile {
            start: field(0),
            lbo: field(16),
            sbo: field(32),
            swizzle,
            k_major,
        })
    }

    /// Address of the 16 bytes that hold element (mn, k), by the canonical layouts
    /// (docs/sources/ptx-data.md#canonical-layouts), and the bytes before it there.
    fn address(&self, mn: u32, k: u32, bytes: u32) -> (u32, u32) {
        let t = 16 / bytes;
        let w = self.swizzle.span();
        let (off, rest) = match (self.k_major, w) {
            (true, 0) => (
                (mn % 8) * 16 + (mn / 8) * self.sbo + (k / t) * self.lbo,
                (k % t) * bytes,
            ),
            (true, w) => {
                let along = k * bytes;
                ((mn % 8) * w + (mn / 8) * self.sbo + along / 16 * 16, along % 16)
            }
            (false, 0) => (
                (mn / t) * self.sbo + (k % 8) * 16 + (k / 8) * self.lbo,
                (mn % t) * bytes,
            ),
            (false, w) => {
                let along = mn % (w / bytes) * bytes;
                (
                    along / 16 * 16 + (mn / (w / bytes)) * self.lbo + (k % 8) * w + (k / 8) * self.sbo,
                    along % 16,
                )
            }
        };
        (self.swizzle.apply(self.start.wrapping_add(off)), rest)
    }

    /// The 16-byte pieces of a tile of `mn` x `k` elements: address, first element, and whether elements follow along
    /// k.
    pub(super) fn pieces(&self, mn: u32, k: u32, bytes: u32) -> Vec<(u32, u32, u32)> {
        let t = 16 / bytes;
        let mut out = Vec::with_capacity((mn * k / t) as usize);
        if self.k_major {
            for i in 0..mn {
                for j in (0..k).step_by(t as usize) {
                    out.push((self.address(i, j, bytes).0, i, j));
                }
            }
        } else {
            for j in 0..k {
                for i in (0..mn).step_by(t as usize) {
                    out.push((self.address(i, j, bytes).0, i, j));
                }
            }
        }
        out
    }
}

impl Exec<'_> {
    fn warpgroup(&mut self, frag_mask: u32) -> Result<Option<Flow>, Stop> {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(Some(flow));
        }
        let first = self.warp / 4 * 4;
        if self.mask != u32::MAX || first + 4 > self.cta().warps.len() {
            let mask = self.mask;
            return self.stop(FindingKind::Divergence, mask, "a warpgroup needs four whole warps");
        }
        Ok(None)
    }

    pub(super) fn wgmma_fence(&mut self, frag_mask: u32) -> Done {
        if let Some(flow) = self.warpgroup(frag_mask)? {
            return Ok(flow);
        }
        let w = self.w();
        w.fence_tick = w.ticks;
        Ok(Flow::Next)
    }

    pub(super) fn wgmma_commit(&mut self, frag_mask: u32) -> Done {
        if let Some(flow) = self.warpgroup(frag_mask)? {
            return Ok(flow);
        }
        let w = self.w();
        let issued = w.wgmma.issued;
        w.wgmma.committed.push_back(issued);
        Ok(Flow::Next)
    }

    pub(super) fn wgmma_wait(&mut self, left: u32, frag_mask: u32) -> Done {
        if let Some(flow) = self.warpgroup(frag_mask)? {
            return Ok(flow);
        }
        let group = self.warp / 4;
        let (done, agent) = (self.cta().groups[group].done, self.cta().groups[group].agent);
        while self.warp_ref().wgmma.committed.len() > left as usize {
            let Some(&number) = self.warp_ref().wgmma.committed.front() else {
                break;
            };
            if number > done {
                return Ok(Flow::Stay(Wait::Retry(self.cl.events)));
            }
            let w = self.w();
            w.wgmma.committed.pop_front();
            w.wgmma.waited = w.wgmma.waited.max(number);
            w.clock.see(agent, number as u32);
            self.note(Deed::Collects, None);
        }
        Ok(Flow::Next)
    }

    pub(super) fn wgmma(&mut self, op: &Wgmma, frag_mask: u32) -> Done {
        if let Some(flow) = self.warpgroup(frag_mask)? {
            return Ok(flow);
        }
        let mask = self.mask;
        let a_desc = match &op.a {
            WgmmaA::Descriptor { slot, .. } => self.uniform(*slot),
            WgmmaA::Registers(_) => 0,
        };
        let b_desc = self.uniform(op.b);
        let scale = self.pred(op.scale_d);
        if scale != 0 && scale & mask != mask {
            return self.stop(
                FindingKind::Divergence,
                mask,
                "scale-d differs between the lanes of a warp",
            );
        }
        self.check_product_registers(op, scale & mask != 0);

        let number = self.w().wgmma.issued + 1;
        self.w().wgmma.issued = number;
        let (group, member, pc) = (self.warp / 4, 1_u8 << (self.warp % 4), self.pc);
        let mut clock = self.w().clock.clone();
        let descriptors = (a_desc, b_desc);
        let scale_d = scale & mask != 0;
        let group = &mut self.cta().groups[group];
        let found = group.products.iter_mut().find(|p| p.number == number);
        let complete = match found {
            None => {
                group.products.push_back(Product {
                    number,
                    pc,
                    issued_by: member,
                    descriptors,
                    scale_d,
                    clock: Some(clock),
                    due: None,
                    op: Rc::new(op.clone()),
                });
                None
            }
            Some(p) => {
                if p.pc != pc || p.descriptors != descriptors || p.scale_d != scale_d {
                    let message =
                        "the four warps of a warpgroup issue different matrix products, or with different descriptors";
                    return self.stop(FindingKind::Divergence, mask, message);
                }
                p.issued_by |= member;
                if let Some(known) = p.clock.take() {
                    clock.meet(&known);
                }
                if p.issued_by == 15 {
                    Some(clock)
                } else {
                    p.clock = Some(clock);
                    None
                }
            }
        };
        if let Some(clock) = complete {
            let due = self.due(PRODUCT);
            self.start_product(op, descriptors, number, &clock)?;
            let group = self.warp / 4;
            let products = &mut self.cta().groups[group].products;
            let earlier = products.iter().filter_map(|p| p.due).max().unwrap_or(0);
            if let Some(p) = products.iter_mut().find(|p| p.number == number) {
                p.due = Some(due.max(earlier));
            }
        }
        Ok(Flow::Next)
    }

    /// G2: registers written since the last `wgmma.fence`; and registers marked as in use.
    fn check_product_registers(&mut self, op: &Wgmma, reads_d: bool) {
        let mask = self.mask;
        let mut slots: Vec<(Slot, bool)> = op.d.iter().map(|&s| (s, reads_d)).collect();
        if let WgmmaA::Registers(a) = &op.a {
            slots.extend(a.iter().map(|&s| (s, true)));
        }
        let w = self.w();
        let fence = w.fence_tick;
        let number = w.wgmma.issued + 1;
        let (mut unfenced, mut unwritten) = (fence == 0, false);
        for &(s, reads) in &slots {
            let i = usize::from(s);
            unfenced |= w.last_write[i] > fence;
            unwritten |= reads && w.written[i] & mask != mask;
            w.busy[i] = number;
            w.written[i] |= mask;
        }
        if unfenced {
            let message = "a matrix product is issued without wgmma.fence after its registers were last written";
            self.report(FindingKind::MissingWgmmaFence, mask, message, Vec::new());
        }
        if unwritten {
            let message = "a matrix product adds to registers that were never written";
            self.report(FindingKind::UninitialisedRegister, mask, message, Vec::new());
        }
    }

    fn tiles(op: &Wgmma, descriptors: (u64, u64)) -> Result<(Option<Tile>, Tile), String> {
        let a = match op.a {
            WgmmaA::Descriptor { transposed, .. } => Some(Tile::new(descriptors.0, !transposed)?),
            WgmmaA::Registers(_) => None,
        };
        Ok((a, Tile::new(descriptors.1, !op.b_transposed)?))
    }

    /// Checks what a product reads of shared memory, at the moment it starts.
    fn start_product(
        &mut self,
        op: &Wgmma,
        descriptors: (u64, u64),
        number: u64,
        clock: &crate::race::Clock,
    ) -> Result<(), Stop> {
        let mask = self.mask;
        let (a, b) = match Self::tiles(op, descriptors) {
            Ok(t) => t,
            Err(e) => return self.stop(FindingKind::InvalidOperand, mask, e),
        };
        let group = self.warp / 4;
        let agent = self.cta().groups[group].agent;
        let reads = [(a, 64, op.a_type), (Some(b), op.n, op.b_type)];
        for (tile, mn, elem) in reads.into_iter().filter_map(|(t, mn, e)| Some((t?, mn, e))) {
            let bytes = elem.bits() / 8;
            self.check_tile(&tile, mn, op.k, bytes, agent, number as u32, clock)?;
            self.observe_operand(&tile, mn, op.k, bytes);
        }
        Ok(())
    }

    /// Bounds, alignment and shadow of a tile read asynchronously.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn check_tile(
        &mut self,
        tile: &Tile,
        mn: u32,
        k: u32,
        bytes: u32,
        agent: u16,
        epoch: u32,
        clock: &crate::race::Clock,
    ) -> Result<(), Stop> {
        let cta = self.cta;
        for (at, _, _) in tile.pieces(mn, k, bytes) {
            if self.cl.ctas[cta].shared.get(at, 16).is_none() {
                return self.out_of_shared(cta, at, 16, "read by a matrix product", 0);
            }
            self.touch_as(cta, at, 16, false, 0, agent, epoch, clock, true, false);
        }
        Ok(())
    }

    /// The elements of a tile, `k` by `mn` if `k_rows`, else `mn` by `k`. Reports memory never written.
    pub(super) fn tile_values(&mut self, tile: &Tile, mn: u32, k: u32, elem: Elem, k_rows: bool) -> Vec<f64> {
        let bytes = elem.bits() / 8;
        let t = 16 / bytes;
        let mut out = vec![0.0; (mn * k) as usize];
        let cta = self.cta;
        let mut unwritten = None;
        for (at, i, j) in tile.pieces(mn, k, bytes) {
            let shared = &self.cl.ctas[cta].shared;
            if !shared.is_written(at, 16) {
                unwritten = Some(at);
            }
            let piece = shared.get(at, 16).unwrap_or(&[]);
            for (e, chunk) in (0..t).zip(piece.chunks_exact(bytes as usize)) {
                let (row, col) = if tile.k_major { (i, j + e) } else { (i + e, j) };
                let index = if k_rows { col * mn + row } else { row * k + col };
                if let Some(slot) = out.get_mut(index as usize) {
                    *slot = value(load_le(chunk), elem);
                }
            }
        }
        if let Some(at) = unwritten {
            let message = format!("a matrix product reads shared memory at {at:#x}, which was never written");
            self.report(FindingKind::UninitialisedMemory, self.mask, message, Vec::new());
        }
        out
    }

    /// Executes the oldest product of a warpgroup.
    pub(crate) fn finish_product(&mut self, group: usize) {
        let Some(product) = self.cta().groups[group].products.pop_front() else {
            return;
        };
        let op = Rc::clone(&product.op);
        self.pc = product.pc;
        let (n, k) = (op.n as usize, op.k as usize);
        if let Ok((a_tile, b_tile)) = Self::tiles(&op, product.descriptors) {
            let mut b = self.tile_values(&b_tile, op.n, op.k, op.b_type, true);
            if op.negate_a != op.negate_b {
                b.iter_mut().for_each(|x| *x = -*x);
            }
            let a_shared = a_tile.map(|t| self.tile_values(&t, 64, op.k, op.a_type, false));
            for member in 0..4 {
                let warp = 4 * group + member;
                let a = match (&a_shared, &op.a) {
                    (Some(a), _) => a[16 * member * k..16 * (member + 1) * k].to_vec(),
                    (None, WgmmaA::Registers(regs)) => {
                        let w = &self.cta().warps[warp];
                        let regs: Vec<_> = regs.iter().map(|&s| w.regs[usize::from(s)]).collect();
                        a_matrix(&regs, op.a_type, 16, k)
                    }
                    _ => continue,
                };
                self.accumulate(warp, &op, &a, &b, n, k, product.scale_d);
            }
        }
        self.cta().groups[group].done = product.number;
        self.cl.event();
    }

    #[allow(clippy::too_many_arguments)]
    fn accumulate(&mut self, warp: usize, op: &Wgmma, a: &[f64], b: &[f64], n: usize, k: usize, scale_d: bool) {
        let halves = if op.d_type == AccType::F16 { 2 } else { 1 };
        let w = &mut self.cta().warps[warp];
        let mut d = vec![0.0; 16 * n];
        let place = |l: usize, v: usize| ((l >> 2) + 8 * (v >> 1 & 1)) * n + 8 * (v >> 2) + 2 * (l & 3) + (v & 1);
        if scale_d {
            for (r, &slot) in op.d.iter().enumerate() {
                let reg = &w.regs[usize::from(slot)];
                for h in 0..halves {
                    for (l, &code) in reg.iter().enumerate() {
                        d[place(l, r * halves + h)] = accumulator(low(code >> (16 * h), 32), op.d_type);
                    }
                }
            }
        }
        multiply(&mut d, a, b, n, k);
        for (r, &slot) in op.d.iter().enumerate() {
            let reg = &mut w.regs[usize::from(slot)];
            for l in 0..LANES {
                reg[l] = (0..halves).fold(0, |v, h| {
                    v | accumulated(d[place(l, r * halves + h)], op.d_type, op.saturate) << (16 * h)
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_descriptor() {
        let t = Tile::new(0x4000_0040_0001_0040, true).unwrap();
        assert_eq!((t.start, t.lbo, t.sbo, t.swizzle), (0x400, 16, 1024, Swizzle::B128));
        // Row 5, byte 40: f16 element 20.
        assert_eq!(t.address(5, 20, 2), (0x6F0, 8));
    }

    #[test]
    fn every_layout_touches_every_byte_once() {
        for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
            for k_major in [true, false] {
                let w = swizzle.span().max(16);
                // A dense arrangement: groups of eight rows one after the other.
                let (lbo, sbo) = match (k_major, swizzle) {
                    (true, Swizzle::None) => (8 * 64 / 8 * 16, 128),
                    (true, _) => (16, 8 * w),
                    (false, Swizzle::None) => (64 / 8 * 128, 128),
                    (false, _) => (8 * w * 2, 8 * w),
                };
                let t = Tile {
                    start: 0,
                    lbo,
                    sbo,
                    swizzle,
                    k_major,
                };
                let mut at: Vec<u32> = t.pieces(64, 16, 2).iter().map(|p| p.0).collect();
                at.sort_unstable();
                let count = at.len();
                at.dedup();
                assert_eq!((at.len(), count), (128, 128), "{t:?}");
            }
        }
    }
}
