//! Arithmetic, logic, comparison and moves.

use super::{Exec, lanes};
use crate::decode::{AluOp, Carry, ClockKind, MemSpace, Slot, Windows, bfi, lop3, low};
use crate::num::{Format, widen};
use crate::state::{LANES, Lanes};
use tilewright_ptx::Opcode;

impl Exec<'_> {
    pub fn alu(&mut self, op: &AluOp) {
        let mask = self.mask;
        let mut out = [0; LANES];
        match *op {
            AluOp::Nop => {}
            AluOp::Un { f, d, a } => {
                let a = self.read(a);
                lanes(mask).for_each(|l| out[l] = f(a[l]));
                self.write(d, &out);
            }
            AluOp::Bin { f, d, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                lanes(mask).for_each(|l| out[l] = f(a[l], b[l]));
                self.write(d, &out);
            }
            AluOp::Bin3 { f, d, abc } => {
                let [a, b, c] = abc.map(|s| self.read(s));
                lanes(mask).for_each(|l| out[l] = f(f(a[l], b[l]), c[l]));
                self.write(d, &out);
            }
            AluOp::Tri { f, d, a, b, c } => {
                let (a, b, c) = (self.read(a), self.read(b), self.read(c));
                lanes(mask).for_each(|l| out[l] = f(a[l], b[l], c[l]));
                self.write(d, &out);
            }
            AluOp::Mixed { f, bf16, d, abc } => {
                let [a, b, c] = abc.map(|s| self.read(s));
                let format = if bf16 { Format::BF16 } else { Format::F16 };
                let wide = |v: u64| u64::from((widen(v as u32 & 0xFFFF, format) as f32).to_bits());
                let third = f.op == Opcode::Fma;
                lanes(mask).for_each(|l| out[l] = f.apply(wide(a[l]), if third { wide(b[l]) } else { b[l] }, c[l]));
                self.write(d, &out);
            }
            AluOp::Float { f, d, a, b, c } => {
                let (a, b, c) = (self.read(a), self.read(b), self.read(c));
                lanes(mask).for_each(|l| out[l] = f.apply(a[l], b[l], c[l]));
                self.write(d, &out);
            }
            AluOp::Cvt { f, d, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                lanes(mask).for_each(|l| out[l] = f.apply(a[l], b[l]));
                self.write(d, &out);
            }
            AluOp::Carry { f, d, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                self.carry(f, d, &a, &b);
            }
            AluOp::MadCarry { f, product, d, abc } => {
                let [a, b, c] = abc.map(|s| self.read(s));
                lanes(mask).for_each(|l| out[l] = product(a[l], b[l]));
                self.carry(f, d, &out, &c);
            }
            AluOp::CvtPack {
                bits,
                signed,
                d,
                a,
                b,
                c,
            } => {
                let (a, b) = (self.read(a), self.read(b));
                let c = c.map_or([0; LANES], |c| self.read(c));
                let (least, most) = if signed {
                    (-1 << (bits - 1), (1 << (bits - 1)) - 1)
                } else {
                    (0, (1 << bits) - 1)
                };
                let clamp = |v: u64| low(i64::from(v as i32).clamp(least, most) as u64, bits);
                lanes(mask).for_each(|l| out[l] = low(c[l] << (2 * bits) | clamp(a[l]) << bits | clamp(b[l]), 32));
                self.write(d, &out);
            }
            AluOp::Lop3 { lut, d, a, b, c } => {
                let (a, b, c) = (self.read(a), self.read(b), self.read(c));
                lanes(mask).for_each(|l| out[l] = lop3(a[l], b[l], c[l], lut));
                self.write(d, &out);
            }
            AluOp::Bfi {
                bits,
                d,
                a,
                b,
                pos,
                len,
            } => {
                let (a, b, pos, len) = (self.read(a), self.read(b), self.read(pos), self.read(len));
                lanes(mask).for_each(|l| out[l] = bfi(a[l], b[l], pos[l], len[l], bits));
                self.write(d, &out);
            }
            AluOp::Setp { f, d, q, a, b, with } => {
                let (a, b) = (self.read(a), self.read(b));
                let yes = lanes(mask).filter(|&l| f(a[l], b[l])).fold(0, |m, l| m | 1 << l);
                let combine = |value: u32, with: Option<u32>, logic: crate::decode::Logic| {
                    with.map_or(value, |w| logic.apply(value, w))
                };
                let (logic, other) = match with {
                    Some((logic, src)) => (logic, Some(self.pred(src))),
                    None => (crate::decode::Logic::And, None),
                };
                if let Some(d) = d {
                    self.set_pred(d, combine(yes, other, logic));
                }
                if let Some(q) = q {
                    self.set_pred(q, combine(!yes, other, logic));
                }
            }
            AluOp::SetpHalves { f, d, q, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                for (target, shift) in [(d, 0), (q, 16)] {
                    let yes = lanes(mask)
                        .filter(|&l| f(a[l] >> shift & 0xFFFF, b[l] >> shift & 0xFFFF))
                        .fold(0, |m, l| m | 1 << l);
                    if let Some(p) = target {
                        self.set_pred(p, yes);
                    }
                }
            }
            AluOp::Set {
                f,
                d,
                a,
                b,
                with,
                yes,
                halves,
            } => {
                let (a, b) = (self.read(a), self.read(b));
                let (parts, bits): (&[u32], u32) = if halves { (&[0, 16], 16) } else { (&[0], 64) };
                for &at in parts {
                    let holds = |l: usize| f(low(a[l] >> at, bits), low(b[l] >> at, bits));
                    let mut set = lanes(mask).filter(|&l| holds(l)).fold(0, |m, l| m | 1 << l);
                    if let Some((logic, src)) = with {
                        set = logic.apply(set, self.pred(src));
                    }
                    lanes(mask & set).for_each(|l| out[l] |= yes << at);
                }
                self.write(d, &out);
            }
            AluOp::Selp { d, a, b, p } => {
                let p = self.pred(p);
                // Only the chosen side must have been written.
                self.mask = mask & p;
                let a = self.read(a);
                self.mask = mask & !p;
                let b = self.read(b);
                self.mask = mask;
                lanes(mask).for_each(|l| out[l] = if p >> l & 1 == 1 { a[l] } else { b[l] });
                self.write(d, &out);
            }
            AluOp::Slct { d, a, b, c, float } => {
                let (a, b, c) = (self.read(a), self.read(b), self.read(c));
                for l in lanes(mask) {
                    let first = if float {
                        f32::from_bits(c[l] as u32) >= 0.0
                    } else {
                        c[l] as i32 >= 0
                    };
                    out[l] = if first { a[l] } else { b[l] };
                }
                self.write(d, &out);
            }
            AluOp::Mov { d, a } => {
                let a = self.read(a);
                self.write(d, &a);
            }
            AluOp::MovWide { to, from } => {
                let from = from.map(|s| self.read(s));
                for (d, value) in to.into_iter().zip(&from) {
                    if let Some(d) = d {
                        self.write(d, value);
                    }
                }
            }
            AluOp::Pack { d, ref parts, bits } => {
                for (i, &part) in parts.iter().enumerate() {
                    let v = self.read(part);
                    lanes(mask).for_each(|l| out[l] |= low(v[l], bits) << (bits * i as u32));
                }
                self.write(d, &out);
            }
            AluOp::Unpack { ref parts, a, bits } => {
                let a = self.read(a);
                for (i, part) in parts.iter().enumerate() {
                    if let Some(part) = *part {
                        lanes(mask).for_each(|l| out[l] = low(a[l] >> (bits * i as u32), bits));
                        self.write(part, &out);
                    }
                }
            }
            AluOp::PredMov { d, a } => {
                let a = self.pred(a);
                self.set_pred(d, a);
            }
            AluOp::PredLogic { op, d, a, b } => {
                let (a, b) = (self.pred(a), self.pred(b));
                self.set_pred(d, op.apply(a, b));
            }
            AluOp::SelpPred { d, a, b, p } => {
                let (a, b, p) = (self.pred(a), self.pred(b), self.pred(p));
                self.set_pred(d, (a & p) | (b & !p));
            }
            AluOp::Isspacep { d, a, space } => {
                let a = self.read(a);
                let base = Windows::base(space);
                let inside = |addr: u64| match space {
                    MemSpace::Global => [Windows::SHARED, Windows::LOCAL, Windows::CONST]
                        .iter()
                        .all(|w| addr.wrapping_sub(*w) >= Windows::SIZE),
                    MemSpace::Generic | MemSpace::Shared | MemSpace::Local | MemSpace::Param | MemSpace::Const => {
                        addr.wrapping_sub(base) < Windows::SIZE
                    }
                };
                self.set_pred(d, lanes(mask).filter(|&l| inside(a[l])).fold(0, |m, l| m | 1 << l));
            }
            AluOp::Mapa { d, a, rank } => {
                let (a, rank) = (self.read(a), self.read(rank));
                lanes(mask).for_each(|l| out[l] = (a[l] & !0xFF00_0000) | ((rank[l] & 0xFF) + 1) << 24);
                self.write(d, &out);
            }
            AluOp::Getctarank { d, a } => {
                let a = self.read(a);
                let own = u64::from(self.cta().rank);
                lanes(mask).for_each(|l| out[l] = (a[l] >> 24 & 0xFF).checked_sub(1).unwrap_or(own));
                self.write(d, &out);
            }
            AluOp::Clock { d, kind } => {
                let now = self.cl.now;
                let value = if kind == ClockKind::Low32 {
                    now & 0xFFFF_FFFF
                } else {
                    now
                };
                self.write(d, &[value; LANES]);
            }
            AluOp::Activemask { d } => self.write(d, &[mask.into(); LANES]),
        }
    }

    /// A sum or difference with the carry flag.
    fn carry(&mut self, f: Carry, d: Slot, a: &Lanes, b: &Lanes) {
        let mut out = [0; LANES];
        let mut carry = self.w().carry;
        for l in lanes(self.mask) {
            let (value, out_carry) = add_carry(f, a[l], b[l], carry >> l & 1 == 1);
            out[l] = value;
            if f.give {
                carry = (carry & !(1 << l)) | u32::from(out_carry) << l;
            }
        }
        self.w().carry = carry;
        self.write(d, &out);
    }
}

/// `a + b` or `a - b` with carry in, and the carry out (the borrow, for a difference).
fn add_carry(f: Carry, a: u64, b: u64, carry: bool) -> (u64, bool) {
    let taken = u128::from(f.take && carry);
    let (a, b) = (u128::from(a), u128::from(b));
    if f.subtract {
        let borrow = a < b + taken;
        (low(a.wrapping_sub(b + taken) as u64, f.bits), borrow)
    } else {
        let sum = a + b + taken;
        (low(sum as u64, f.bits), sum >> f.bits != 0)
    }
}
