//! The remainder of a division of floats, with the sign of the dividend: C's `fmod`, exact.

use tilewright_ptx::{EntryBuilder, Opcode, Operand, Reg, Type, Word};

/// Long division by halves: every subtraction and every scaling by two is exact, so that the remainder is.
pub fn remainder(b: &mut EntryBuilder, ty: Type, x: Reg, y: Reg) -> Reg {
    let number = |value: f64| match ty {
        Type::F64 => Operand::from(value),
        _ => Operand::from(value as f32),
    };
    let rest = b.unary(Opcode::Abs, &[], ty, x);
    let divisor = b.unary(Opcode::Abs, &[], ty, y);
    // There is something to divide if 0 < |y| < inf and |x| < inf, which no NaN is.
    let nonzero = b.setp(Word::Gt, ty, divisor, number(0.0));
    let endless = b.setp(Word::Eq, ty, divisor, number(f64::INFINITY));
    let finite = b.setp(Word::Lt, ty, rest, number(f64::INFINITY));
    let bounded = b.setp(Word::Lt, ty, divisor, number(f64::INFINITY));
    let right = b.binary(Opcode::And, Type::Pred, nonzero, finite);
    let right = b.binary(Opcode::And, Type::Pred, right, bounded);
    let least = b.selp(ty, divisor, number(1.0), right);
    let left = b.selp(ty, rest, number(0.0), right);

    let step = b.mov(ty, least);
    let (grow, grown) = (b.label("grow"), b.label("grown"));
    b.bind(grow);
    let half = b.mul(ty, left, number(0.5));
    let more = b.setp(Word::Le, ty, step, half);
    b.bra_if(more, true, grown);
    let doubled = b.add(ty, step, step);
    b.mov_to(ty, step, doubled);
    b.bra(false, grow);
    b.bind(grown);
    let (divide, divided) = (b.label("divide"), b.label("divided"));
    b.bind(divide);
    let fits = b.setp(Word::Ge, ty, left, step);
    let less = b.sub(ty, left, step);
    let next = b.selp(ty, less, left, fits);
    b.mov_to(ty, left, next);
    let last = b.setp(Word::Le, ty, step, least);
    b.bra_if(last, false, divided);
    let halved = b.mul(ty, step, number(0.5));
    b.mov_to(ty, step, halved);
    b.bra(false, divide);
    b.bind(divided);

    // PTX: copysign d, a, b gives b's magnitude the sign of a.
    let signed = b.binary(Opcode::Copysign, ty, x, left);
    let result = b.selp(ty, signed, number(f64::NAN), right);
    // The remainder by an infinite divisor is everything.
    let whole = b.binary(Opcode::And, Type::Pred, endless, finite);
    b.selp(ty, x, result, whole)
}
