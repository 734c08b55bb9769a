//! tcgen05 for one CTA: allocation, products of the kinds without block scaling, loads, stores, commit and fences (facts on PTX
//! data, section 4; on PTX synchronisation, section 6).

use super::matrix::{accumulated, accumulator, multiply, value};
use super::wgmma::Tile;
use super::{Done, Exec, Flow, Stop, lanes};
use crate::decode::{Address, Elem, MemSpace, Slot, Tc, TcA, TcKind, TcMma, TcMove, TcShape, low};
use crate::finding::FindingKind;
use crate::race::Clock;
use crate::state::{LANES, Wait, Work};
use crate::tensor_map::Swizzle;
use tilewright_ptx::Type;

/// Tensor-core work under way.
#[derive(Clone, Debug)]
pub(crate) enum TcWork {
    Product(Box<TcProduct>),
    /// Arrivals of a commit: (CTA, address) of each mbarrier.
    Commit {
        mbarriers: Vec<(usize, u32)>,
        clock: Clock,
    },
}

/// One product, decoded.
#[derive(Clone, Debug)]
pub(crate) struct TcProduct {
    d: u32,
    a: TcOperand,
    b: Tile,
    m: u32,
    n: u32,
    k: u32,
    a_type: Elem,
    b_type: Elem,
    d_type: Type,
    negate: bool,
    saturate: bool,
    add: bool,
}

#[derive(Clone, Copy, Debug)]
enum TcOperand {
    Shared(Tile),
    Tmem(u32),
}

/// Instructions that a product usually takes.
const PRODUCT: u64 = 64;

impl Tile {
    /// Decodes a tcgen05 descriptor (section 4.2).
    fn tcgen05(descriptor: u64, k_major: bool) -> Result<Tile, String> {
        let field = |at: u32| ((descriptor >> at) & 0x3FFF) as u32 * 16;
        if descriptor >> 46 & 7 != 1 {
            return Err("bits 46 to 48 of a tcgen05 matrix descriptor must be 1".to_string());
        }
        if descriptor >> 49 & 15 != 0 {
            return Err(
                "a matrix descriptor with a base offset or absolute leading dimension is not modelled".to_string(),
            );
        }
        let swizzle = match descriptor >> 61 {
            0 => Swizzle::None,
            2 => Swizzle::B128,
            4 => Swizzle::B64,
            6 => Swizzle::B32,
            other => return Err(format!("swizzle code {other} of a matrix descriptor is not modelled")),
        };
        Ok(Tile {
            start: field(0),
            lbo: field(16),
            sbo: field(32),
            swizzle,
            k_major,
        })
    }
}

impl Exec<'_> {
    pub(super) fn tcgen05(&mut self, tc: &Tc, frag_mask: u32) -> Done {
        match tc {
            Tc::Alloc { dst, space, columns } => self.tc_alloc(*dst, *space, *columns, frag_mask),
            Tc::Dealloc { addr, columns } => self.tc_dealloc(*addr, *columns, frag_mask),
            Tc::Relinquish => {
                if let Some(flow) = self.aligned(frag_mask)? {
                    return Ok(flow);
                }
                self.cta().tmem.permit_given_up = true;
                Ok(Flow::Next)
            }
            Tc::FenceBefore => Ok(Flow::Next),
            Tc::FenceAfter => {
                let agent = self.cta().tc_agent;
                let w = self.w();
                w.tc_fenced = w.clock.seen(agent);
                Ok(Flow::Next)
            }
            Tc::WaitLd | Tc::WaitSt => Ok(self.aligned(frag_mask)?.unwrap_or(Flow::Next)),
            Tc::Mma(m) => self.tc_mma(m),
            Tc::Commit { mbar, multicast } => self.tc_commit(*mbar, *multicast),
            Tc::Ld(m) => self.tc_move(m, true, frag_mask),
            Tc::St(m) => self.tc_move(m, false, frag_mask),
        }
    }

    fn tc_alloc(&mut self, dst: Address, space: MemSpace, columns: Slot, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let mask = self.mask;
        let columns = self.uniform(columns) as u32;
        if !(32..=512).contains(&columns) || !columns.is_power_of_two() {
            return self.stop(
                FindingKind::TensorMemory,
                mask,
                format!("{columns} columns cannot be allocated: 32 to 512, a power of two"),
            );
        }
        if self.cta().tmem.permit_given_up {
            return self.stop(
                FindingKind::TensorMemory,
                mask,
                "tensor memory is allocated after the permit was given up",
            );
        }
        let Some(at) = self.cta().tmem.alloc(columns) else {
            return Ok(Flow::Stay(Wait::Retry(self.cl.events)));
        };
        let addr = self.addresses(dst)[0];
        let (cta, place) = self.shared_of(space, addr, 0)?;
        if !self.cl.ctas[cta].shared.put(place, &at.to_le_bytes()) {
            return self.out_of_shared(cta, place, 4, "written", 0);
        }
        // The unit writes the address itself, not through the generic proxy.
        let (agent, epoch, clock) = (
            self.warp_ref().agent,
            self.warp_ref().epoch,
            self.warp_ref().clock.clone(),
        );
        self.touch_as(cta, place, 4, true, 0, agent, epoch, &clock, true, false);
        Ok(Flow::Next)
    }

    fn tc_dealloc(&mut self, addr: Slot, columns: Slot, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let (at, columns, mask) = (self.uniform(addr) as u32, self.uniform(columns) as u32, self.mask);
        if !self.cta().tmem.dealloc(at, columns) {
            let message = format!("{columns} columns at {at:#x} are freed, but were not allocated so");
            return self.stop(FindingKind::TensorMemory, mask, message);
        }
        self.cl.event();
        Ok(Flow::Next)
    }

    fn tc_mma(&mut self, m: &TcMma) -> Done {
        for l in lanes(self.mask) {
            let all = self.mask;
            self.mask = 1 << l;
            let product = self.tc_product(m, l);
            self.mask = all;
            let product = product?;
            let due = self.tc_due(PRODUCT);
            self.launch(due, Work::Tc(TcWork::Product(Box::new(product))));
        }
        Ok(Flow::Next)
    }

    /// Tensor-core work of a CTA completes in order of issue.
    fn tc_due(&mut self, usual: u64) -> u64 {
        let due = self.due(usual).max(self.cta().tc_last_due + 1);
        self.cta().tc_last_due = due;
        due
    }

    fn tc_product(&mut self, m: &TcMma, lane: usize) -> Result<TcProduct, Stop> {
        let idesc = self.uniform(m.idesc) as u32;
        let field = |at: u32, bits: u32| idesc >> at & ((1 << bits) - 1);
        let bad = |e: &mut Self, what: String| e.stop(FindingKind::InvalidOperand, 1 << lane, what);
        let elem = |code: u32| {
            Some(match (m.kind, code) {
                (TcKind::F16, 0) => Elem::F16,
                (TcKind::F16, 1) => Elem::Bf16,
                (TcKind::Tf32, 2) => Elem::Tf32,
                (TcKind::F8f6f4, 0) => Elem::E4m3,
                (TcKind::F8f6f4, 1) => Elem::E5m2,
                (TcKind::I8, 0) => Elem::U8,
                (TcKind::I8, 1) => Elem::S8,
                _ => return None,
            })
        };
        let (Some(a_type), Some(b_type)) = (elem(field(7, 3)), elem(field(10, 3))) else {
            return bad(
                self,
                format!("instruction descriptor {idesc:#010x}: element type not modelled for this kind"),
            );
        };
        let d_type = match (m.kind, field(4, 2)) {
            (TcKind::F16 | TcKind::F8f6f4, 0) => Type::F16,
            (TcKind::F16 | TcKind::F8f6f4 | TcKind::Tf32, 1) => Type::F32,
            (TcKind::I8, 2) => Type::S32,
            _ => {
                return bad(
                    self,
                    format!("instruction descriptor {idesc:#010x}: accumulator type not known for this kind"),
                );
            }
        };
        let (rows, n) = (field(24, 5) << 4, field(17, 6) << 3);
        if !matches!(rows, 64 | 128) || n == 0 || n > 256 || field(2, 1) != 0 || (rows == 128 && n % 16 != 0) {
            return bad(
                self,
                format!("instruction descriptor {idesc:#010x}: shape {rows}x{n} or sparsity is not legal for one CTA"),
            );
        }
        let k = match m.kind {
            TcKind::F16 => 16,
            TcKind::Tf32 => 8,
            _ => 32,
        };
        let d = self.addresses(m.d)[lane] as u32;
        let b_desc = self.uniform(m.b);
        let b = match Tile::tcgen05(b_desc, field(16, 1) == 0) {
            Ok(t) => t,
            Err(e) => return bad(self, e),
        };
        let a = match m.a {
            TcA::Tmem(addr) => TcOperand::Tmem(self.addresses(addr)[lane] as u32),
            TcA::Descriptor(s) => match Tile::tcgen05(self.uniform(s), field(15, 1) == 0) {
                Ok(t) => TcOperand::Shared(t),
                Err(e) => return bad(self, e),
            },
        };
        let add = self.pred(m.enable) >> lane & 1 == 1;
        for column in (d & 0xFFFF)..(d & 0xFFFF) + n {
            if !self.cta().tmem.is_allocated(column) {
                return self.stop(
                    FindingKind::TensorMemory,
                    1 << lane,
                    format!("column {column} of tensor memory is not allocated"),
                );
            }
        }
        self.cta().tc_issued += 1;
        let number = self.cta().tc_issued;
        let agent = self.cta().tc_agent;
        let clock = self.w().clock.clone();
        if let TcOperand::Shared(t) = a {
            self.check_tile(&t, rows, k, a_type.bits() / 8, agent, number, &clock)?;
        }
        self.check_tile(&b, n, k, b_type.bits() / 8, agent, number, &clock)?;
        for column in (d & 0xFFFF)..(d & 0xFFFF) + n {
            if let Some(w) = self.cta().tmem.column_writer.get_mut(column as usize) {
                *w = number;
            }
        }
        let negate = field(13, 1) != field(14, 1);
        Ok(TcProduct {
            d,
            a,
            b,
            m: rows,
            n,
            k,
            a_type,
            b_type,
            d_type,
            negate,
            saturate: field(3, 1) != 0,
            add,
        })
    }

    fn tc_commit(&mut self, mbar: Address, multicast: Option<Slot>) -> Done {
        let addr = self.addresses(mbar);
        let masks = multicast.map(|m| self.read(m));
        let (agent, number) = (self.cta().tc_agent, self.cta().tc_issued);
        for l in lanes(self.mask) {
            let own = self.shared_of(
                MemSpace::Generic,
                if addr[l] >> 32 == 0 {
                    addr[l] + crate::decode::Windows::SHARED
                } else {
                    addr[l]
                },
                l,
            )?;
            let targets = self.destinations(masks.map(|m| m[l] as u16), own.0, l)?;
            for &cta in &targets {
                self.load_barrier(cta, own.1, l)?;
            }
            let mut clock = Clock::default();
            clock.see(agent, number);
            let mbarriers = targets.into_iter().map(|c| (c, own.1)).collect();
            let due = self.tc_due(1);
            self.launch(due, Work::Tc(TcWork::Commit { mbarriers, clock }));
        }
        Ok(Flow::Next)
    }

    pub(super) fn complete_tc(&mut self, work: TcWork) -> Result<(), Stop> {
        match work {
            TcWork::Commit { mbarriers, clock } => {
                for (cta, at) in mbarriers {
                    self.arrive(cta, at, 1, &clock, self.mask)?;
                }
                Ok(())
            }
            TcWork::Product(p) => {
                self.finish_tc_product(&p);
                Ok(())
            }
        }
    }

    fn finish_tc_product(&mut self, p: &TcProduct) {
        let (m, n, k) = (p.m as usize, p.n as usize, p.k as usize);
        let mut b = self.tile_values(&p.b, p.n, p.k, p.b_type, true);
        if p.negate {
            b.iter_mut().for_each(|x| *x = -*x);
        }
        let (lane0, column0) = (p.d >> 16, p.d & 0xFFFF);
        // Layout D (M 128) and layout F (M 64), section 4.6.
        let lane_of = |row: usize| lane0 + if m == 128 { row } else { row % 16 + 32 * (row / 16) } as u32;
        let a = match p.a {
            TcOperand::Shared(t) => self.tile_values(&t, p.m, p.k, p.a_type, false),
            TcOperand::Tmem(at) => {
                let per = (32 / p.a_type.bits()) as usize;
                let mut a = vec![0.0; m * k];
                for row in 0..m {
                    for col in 0..k {
                        let lane = (at >> 16) + lane_of(row) - lane0;
                        let (cell, _) = self.cta().tmem.get(lane, (at & 0xFFFF) + (col / per) as u32);
                        let code = low(
                            u64::from(cell) >> (p.a_type.bits() as usize * (col % per)),
                            p.a_type.bits(),
                        );
                        a[row * k + col] = value(code, p.a_type);
                    }
                }
                a
            }
        };
        let mut d = vec![0.0; m * n];
        let mut unwritten = false;
        if p.add {
            for row in 0..m {
                for col in 0..n {
                    let (cell, written) = self.cta().tmem.get(lane_of(row), column0 + col as u32);
                    unwritten |= !written;
                    d[row * n + col] = accumulator(cell.into(), p.d_type);
                }
            }
        }
        if unwritten {
            let message = "a tcgen05 product adds to tensor memory that was never written";
            self.report(FindingKind::UninitialisedMemory, self.mask, message, Vec::new());
        }
        multiply(&mut d, &a, &b, n, k);
        for row in 0..m {
            for col in 0..n {
                let code = accumulated(d[row * n + col], p.d_type, p.saturate) as u32;
                self.cta().tmem.put(lane_of(row), column0 + col as u32, code);
            }
        }
    }

    fn tc_move(&mut self, m: &TcMove, load: bool, frag_mask: u32) -> Done {
        if let Some(flow) = self.aligned(frag_mask)? {
            return Ok(flow);
        }
        let mask = self.mask;
        let base = self.addresses(m.addr)[0] as u32;
        let (lane0, column0) = (base >> 16, base & 0xFFFF);
        let window = 32 * (self.warp as u32 % 4);
        let starts = lane0 == window || (m.shape != TcShape::S32x32b && lane0 == window + 16);
        if !starts {
            let message = format!(
                "warp {} may touch lanes {window} to {} of tensor memory, not lane {lane0}",
                self.warp,
                window + 31
            );
            return self.stop(FindingKind::OutOfBounds, mask, message);
        }
        let (agent, fenced) = (self.cta().tc_agent, self.warp_ref().tc_fenced);
        let known = self.warp_ref().clock.seen(agent);
        let width = if m.packed { 2 } else { 1 };
        let mut values = if load {
            vec![[0; LANES]; m.regs.len()]
        } else {
            self.fragment(&m.regs)
        };
        let (mut unwritten, mut unordered, mut unfenced) = (false, false, false);
        for (r, value) in values.iter_mut().enumerate() {
            for (l, value) in value.iter_mut().enumerate() {
                let (lane, column) = cell(m.shape, m.split, l as u32, r as u32);
                for part in 0..width {
                    let (lane, column) = (lane0 + lane, column0 + column * width + part);
                    if lane > 127 || !self.cta().tmem.is_allocated(column) {
                        let message = format!("lane {lane}, column {column} of tensor memory is not allocated");
                        return self.stop(FindingKind::TensorMemory, mask, message);
                    }
                    let writer = self.cta().tmem.column_writer.get(column as usize).copied().unwrap_or(0);
                    unordered |= writer > known;
                    unfenced |= writer > fenced;
                    if load {
                        let (v, written) = self.cta().tmem.get(lane, column);
                        unwritten |= !written;
                        *value |= if m.packed {
                            u64::from(v & 0xFFFF) << (16 * part)
                        } else {
                            u64::from(v)
                        };
                    } else {
                        let v = if m.packed {
                            *value >> (16 * part) & 0xFFFF
                        } else {
                            *value
                        };
                        self.cta().tmem.put(lane, column, v as u32);
                    }
                }
            }
        }
        let verb = if load { "loaded from" } else { "stored to" };
        if unordered {
            let message = format!("tensor memory is {verb} while a product that writes it was not waited for");
            self.report(FindingKind::Race, mask, message, Vec::new());
        } else if unfenced {
            let message = format!(
                "tensor memory is {verb} without tcgen05.fence::after_thread_sync after the wait for the product"
            );
            self.report(FindingKind::MissingTcgen05Fence, mask, message, Vec::new());
        } else if unwritten {
            let message = "tensor memory is read before it is written";
            self.report(FindingKind::UninitialisedMemory, mask, message, Vec::new());
        }
        if load {
            for (&reg, value) in m.regs.iter().zip(&values) {
                self.write(reg, value);
            }
        }
        Ok(Flow::Next)
    }
}

/// Lane and column of a register of a lane, relative to the address (section 4.9).
fn cell(shape: TcShape, split: i64, lane: u32, r: u32) -> (u32, u32) {
    let (g, q) = (lane >> 2, lane & 3);
    match shape {
        TcShape::S32x32b => (lane, r),
        TcShape::S16x64b => (g + 8 * (lane & 1), 2 * r + (lane >> 1 & 1)),
        TcShape::S16x128b => (g + 8 * (r & 1), 4 * (r >> 1) + q),
        TcShape::S16x256b => (g + 8 * (r >> 1 & 1), 8 * (r >> 2) + 2 * q + (r & 1)),
        TcShape::S16x32bx2 => (lane & 15, r + if lane >= 16 { split as u32 } else { 0 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_examples() {
        assert_eq!(cell(TcShape::S32x32b, 0, 13, 7), (13, 7));
        assert_eq!(cell(TcShape::S16x256b, 0, 23, 3), (13, 7));
        assert_eq!(cell(TcShape::S16x128b, 0, 23, 3), (13, 7));
        assert_eq!(cell(TcShape::S16x64b, 0, 23, 3), (13, 7));
        let t = Tile::tcgen05(0x4000_4040_0001_0040, true).unwrap();
        assert_eq!((t.start, t.sbo, t.swizzle), (0x400, 1024, Swizzle::B128));
    }
}
