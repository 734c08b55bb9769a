//! Loads, stores and atomics.

use super::{AccessKind, Done, Exec, Flow, Stop, Target, lanes};
use crate::decode::{Access, Address, Atom, AtomKind, AtomOp, MemSpace, Slot, low, sext};
use crate::finding::FindingKind;
use crate::memory::{load_le, store_le};
use crate::num::{Format, NAN_F32, NAN_F64, Rnd, approx, narrow, widen};
use crate::state::LANES;
use tilewright_ptx::Type;

impl Exec<'_> {
    /// Checks alignment of an access of `len` bytes.
    pub(super) fn check_aligned(&mut self, addr: u64, len: u32, lane: usize) -> Result<(), Stop> {
        if addr.is_multiple_of(len.into()) {
            return Ok(());
        }
        self.stop(
            FindingKind::Misaligned,
            1 << lane,
            format!("address {addr:#x} is not a multiple of the {len} bytes accessed"),
        )
    }

    pub(super) fn load(&mut self, a: &Access) -> Done {
        let addr = self.addresses(a.addr);
        let count = a.regs.len();
        let total = a.bytes * count as u32;
        let mut out = vec![[0; LANES]; count];
        for l in lanes(self.mask) {
            self.check_aligned(addr[l], total, l)?;
            let mut bytes = [0; 64];
            let target = self.resolve(a.space, addr[l], l)?;
            let Some(part) = bytes.get_mut(..total as usize) else {
                continue;
            };
            self.fetch(target, part, a.strong, l)?;
            if let (true, Target::Global(at)) = (a.acquire, target) {
                self.acquire_at(at);
            }
            for (value, chunk) in out.iter_mut().zip(part.chunks_exact(a.bytes as usize)) {
                let v = load_le(chunk);
                value[l] = if a.signed {
                    low(sext(v, 8 * a.bytes) as u64, a.width)
                } else {
                    v
                };
            }
        }
        self.observe(
            [Some(AccessKind::GlobalLoad), Some(AccessKind::SharedLoad)],
            a.space,
            &addr,
            total,
        );
        for (reg, value) in a.regs.iter().zip(&out) {
            if let Some(d) = *reg {
                self.write(d, value);
            }
        }
        Ok(Flow::Next)
    }

    /// Reads bytes for a lane.
    pub(super) fn fetch(&mut self, target: Target, out: &mut [u8], strong: bool, lane: usize) -> Result<(), Stop> {
        let len = out.len();
        match target {
            Target::Global(addr) => {
                match self.g.get(addr, len) {
                    Some(b) => out.copy_from_slice(b),
                    None => return self.out_of_global(addr, len, "read", lane),
                }
                self.touch_global(addr, len, false, strong, lane);
            }
            Target::Shared(cta, at) => {
                match self.cl.ctas[cta].shared.get(at, len as u32) {
                    Some(b) => out.copy_from_slice(b),
                    None => return self.out_of_shared(cta, at, len, "read", lane),
                }
                // Memory that somebody is about to write names that writer; only memory nobody writes is uninitialised.
                let fine = self.touch(cta, at, len as u32, false, strong, lane);
                if fine && !self.cl.ctas[cta].shared.is_written(at, len as u32) {
                    let message = format!("shared memory at {at:#x} is read before it is written");
                    self.report(FindingKind::UninitialisedMemory, 1 << lane, message, Vec::new());
                }
            }
            Target::Local(at) => {
                self.stats.local_read += len as u64;
                let size = self.p.local_bytes as usize;
                let start = lane * size + at as usize;
                let inside = at as usize + len <= size;
                match self.warp_ref().local.get(start..start + len) {
                    Some(b) if inside => out.copy_from_slice(b),
                    _ => return self.out_of("local memory", at, len, lane),
                }
            }
            Target::Param(at) => match self.fixed.params.get(at as usize..at as usize + len) {
                Some(b) => out.copy_from_slice(b),
                None => return self.out_of("parameter space", at, len, lane),
            },
            Target::Const(at) => match self.p.constants.get(at as usize..at as usize + len) {
                Some(b) => out.copy_from_slice(b),
                None => return self.out_of("constant memory", at, len, lane),
            },
        }
        Ok(())
    }

    fn out_of<T>(&mut self, what: &str, at: u32, len: usize, lane: usize) -> Result<T, Stop> {
        self.stop(
            FindingKind::OutOfBounds,
            1 << lane,
            format!("{len} bytes at {at:#x} are outside of the kernel's {what}"),
        )
    }

    pub(super) fn out_of_shared<T>(
        &mut self,
        cta: usize,
        at: u32,
        len: usize,
        verb: &str,
        lane: usize,
    ) -> Result<T, Stop> {
        let size = self.cl.ctas[cta].shared.len();
        let message = format!("{len} bytes at {at:#x} of shared memory are {verb}; the CTA has memory up to {size:#x}");
        self.stop(FindingKind::OutOfBounds, 1 << lane, message)
    }

    pub(super) fn out_of_global<T>(&mut self, addr: u64, len: usize, verb: &str, lane: usize) -> Result<T, Stop> {
        let message = format!("{len} bytes of global memory are {verb} at {}", self.g.describe(addr));
        self.stop(FindingKind::OutOfBounds, 1 << lane, message)
    }

    pub(super) fn store(&mut self, a: &Access) -> Done {
        let addr = self.addresses(a.addr);
        let total = (a.bytes as usize) * a.regs.len();
        let values: Vec<_> = a.regs.iter().map(|r| r.map_or([0; LANES], |s| self.read(s))).collect();
        for l in lanes(self.mask) {
            self.check_aligned(addr[l], total as u32, l)?;
            let mut bytes = [0; 64];
            let Some(part) = bytes.get_mut(..total) else { continue };
            for (value, chunk) in values.iter().zip(part.chunks_exact_mut(a.bytes as usize)) {
                store_le(chunk, value[l]);
            }
            let target = self.resolve(a.space, addr[l], l)?;
            self.put(target, part, a.strong, l)?;
            match target {
                Target::Global(at) if a.release => {
                    self.g.forget(at);
                    self.release_at(at);
                }
                Target::Global(at) => self.g.forget(at),
                // Only what is released in global memory is kept by its address.
                Target::Shared(..) | Target::Local(_) | Target::Param(_) | Target::Const(_) => {}
            }
        }
        self.observe(
            [Some(AccessKind::GlobalStore), Some(AccessKind::SharedStore)],
            a.space,
            &addr,
            total as u32,
        );
        Ok(Flow::Next)
    }

    /// `st.bulk`: zeros in the own CTA's shared memory.
    pub(super) fn st_bulk(&mut self, space: MemSpace, addr: Address, bytes: Slot) -> Done {
        let (addr, bytes) = (self.addresses(addr), self.read(bytes));
        for l in lanes(self.mask) {
            let (cta, at) = self.shared_of(space, addr[l], l)?;
            let size = self.cl.ctas[cta].shared.len();
            if at % 8 != 0 || bytes[l] % 8 != 0 {
                let message = format!("{} bytes at {at:#x}: both must be multiples of 8", bytes[l]);
                return self.stop(FindingKind::Misaligned, 1 << l, message);
            }
            if cta != self.cta || bytes[l] > size.into() {
                return self.out_of_shared(cta, at, bytes[l] as usize, "cleared", l);
            }
            self.put(Target::Shared(cta, at), &vec![0; bytes[l] as usize], false, l)?;
        }
        Ok(Flow::Next)
    }

    /// Writes bytes for a lane.
    pub(super) fn put(&mut self, target: Target, data: &[u8], strong: bool, lane: usize) -> Result<(), Stop> {
        let len = data.len();
        match target {
            Target::Global(addr) => {
                match self.g.get_mut(addr, len) {
                    Some(b) => {
                        self.repeats = &*b == data;
                        b.copy_from_slice(data);
                    }
                    None => return self.out_of_global(addr, len, "written", lane),
                }
                self.touch_global(addr, len, true, strong, lane);
                self.repeats = false;
            }
            Target::Shared(cta, at) => {
                let shared = &mut self.cl.ctas[cta].shared;
                self.repeats = shared.get(at, len as u32) == Some(data);
                if !shared.put(at, data) {
                    return self.out_of_shared(cta, at, len, "written", lane);
                }
                self.touch(cta, at, len as u32, true, strong, lane);
                self.repeats = false;
            }
            Target::Local(at) => {
                self.stats.local_written += len as u64;
                let size = self.p.local_bytes as usize;
                let start = lane * size + at as usize;
                let inside = at as usize + len <= size;
                match self.w().local.get_mut(start..start + len) {
                    Some(b) if inside => b.copy_from_slice(data),
                    _ => return self.out_of("local memory", at, len, lane),
                }
            }
            Target::Param(_) | Target::Const(_) => {
                return self.stop(
                    FindingKind::OutOfBounds,
                    1 << lane,
                    "constant memory or a parameter is written",
                );
            }
        }
        Ok(())
    }

    pub(super) fn atomic(&mut self, a: &Atom) -> Done {
        let addr = self.addresses(a.addr);
        let operands: Vec<_> = a.src.iter().map(|&s| self.read(s)).collect();
        let swap = a.swap.map(|s| self.read(s));
        let mut old = vec![[0; LANES]; a.src.len()];
        let total = a.bytes * a.src.len() as u32;
        for l in lanes(self.mask) {
            self.check_aligned(addr[l], total, l)?;
            let target = self.resolve(a.space, addr[l], l)?;
            let flush = matches!(target, Target::Global(_));
            let mut bytes = [0; 64];
            let Some(part) = bytes.get_mut(..total as usize) else {
                continue;
            };
            self.fetch(target, part, true, l)?;
            if let (true, Target::Global(at)) = (a.acquire, target) {
                self.acquire_at(at);
            }
            for (i, chunk) in part.chunks_exact_mut(a.bytes as usize).enumerate() {
                let before = load_le(chunk);
                let operand = operands[i][l];
                let after = match a.kind {
                    AtomKind::Exch => operand,
                    AtomKind::Cas if before == low(operand, 8 * a.bytes) => swap.map_or(before, |s| s[l]),
                    AtomKind::Cas => before,
                    AtomKind::Update(op, ty) => update(op, ty, before, operand, flush),
                };
                store_le(chunk, after);
                old[i][l] = before;
            }
            self.put(target, part, true, l)?;
            // Earlier releases by others stay: an atomic continues their release sequence.
            if let (true, Target::Global(at)) = (a.release, target) {
                self.release_at(at);
            }
        }
        self.observe([Some(AccessKind::GlobalAtomic), None], a.space, &addr, total);
        for (d, value) in a.dst.iter().zip(&old) {
            if let Some(d) = *d {
                self.write(d, value);
            }
        }
        // Somebody may be polling for this.
        self.cl.event();
        Ok(Flow::Next)
    }
}

/// Is there an atomic of this kind?
pub(crate) fn atom_known(op: AtomOp, ty: Type) -> bool {
    use Type::*;
    match op {
        AtomOp::Add => matches!(ty, U32 | S32 | U64 | S64 | F16 | F16x2 | Bf16 | Bf16x2 | F32 | F64),
        AtomOp::Min | AtomOp::Max => matches!(ty, U32 | S32 | U64 | S64 | F16 | F16x2 | Bf16 | Bf16x2),
        AtomOp::Inc | AtomOp::Dec => ty == U32,
        AtomOp::And | AtomOp::Or | AtomOp::Xor => matches!(ty, B32 | B64),
    }
}

/// The new value of an atomic update. Additions of f32 in global memory flush subnormals (`flush`).
pub(crate) fn update(op: AtomOp, ty: Type, old: u64, b: u64, flush: bool) -> u64 {
    let bits = ty.bits();
    if ty.is_float() {
        return update_float(op, ty, old, b, flush);
    }
    let (x, y) = (low(old, bits), low(b, bits));
    let less = if ty.is_signed() {
        sext(x, bits) < sext(y, bits)
    } else {
        x < y
    };
    match op {
        AtomOp::Add => low(x.wrapping_add(y), bits),
        AtomOp::Min => {
            if less {
                x
            } else {
                y
            }
        }
        AtomOp::Max => {
            if less {
                y
            } else {
                x
            }
        }
        AtomOp::Inc => {
            if x >= y {
                0
            } else {
                x + 1
            }
        }
        AtomOp::Dec => {
            if x == 0 || x > y {
                y
            } else {
                x - 1
            }
        }
        AtomOp::And => x & y,
        AtomOp::Or => x | y,
        AtomOp::Xor => x ^ y,
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "of the types of PTX the decoder lets these through"
)]
fn update_float(op: AtomOp, ty: Type, old: u64, b: u64, flush: bool) -> u64 {
    match ty {
        Type::F32 => {
            let f = |v: u64| f32::from_bits(if flush { approx::flush(v as u32) } else { v as u32 });
            let sum = f(old) + f(b);
            let bits = if sum.is_nan() { NAN_F32 } else { sum.to_bits() };
            if flush { approx::flush(bits).into() } else { bits.into() }
        }
        Type::F64 => {
            let sum = f64::from_bits(old) + f64::from_bits(b);
            if sum.is_nan() { NAN_F64 } else { sum.to_bits() }
        }
        _ => {
            let (format, pair) = match ty {
                Type::F16 => (Format::F16, false),
                Type::F16x2 => (Format::F16, true),
                Type::Bf16 => (Format::BF16, false),
                _ => (Format::BF16, true),
            };
            let one = |shift: u32| {
                let (x, y) = (
                    widen((old >> shift) as u32 & 0xFFFF, format),
                    widen((b >> shift) as u32 & 0xFFFF, format),
                );
                let v = match op {
                    AtomOp::Min => x.min(y),
                    AtomOp::Max => x.max(y),
                    AtomOp::Add => crate::num::add_odd(x, y),
                    // Of floats there are none of these (`atom_known`).
                    AtomOp::Inc | AtomOp::Dec | AtomOp::And | AtomOp::Or | AtomOp::Xor => x,
                };
                u64::from(narrow(v, format, Rnd::Near, false)) << shift
            };
            one(0) | if pair { one(16) } else { 0 }
        }
    }
}
