//! The formulas of functions, computed on this machine: for all numbers of f32, by hand, and a sample of them always.
//!
//! `cargo test --release -p tilewright-passes --test formulas -- --ignored --nocapture` tries all of them (hours);
//! `TILEWRIGHT_STRIDE=61` in the environment: every 61st. The bounds are those of `docs/accuracy.md`.

use tilewright_passes::formulas::{Do, Kind, Machine, Math, V};

/// Carries out operations of f32 on bits.
#[derive(Default)]
struct Host {
    made: Vec<u64>,
    /// Whether each condition that was begun holds.
    holds: Vec<bool>,
}

impl Host {
    fn bits(&self, value: V, kind: Kind) -> u64 {
        match (value, kind) {
            (V::Made(index), _) => self.made[index as usize],
            (V::F(value), Kind::Double) => value.to_bits(),
            (V::F(value), _) => u64::from((value as f32).to_bits()),
            (V::I(value), Kind::Long) => value as u64,
            (V::I(value), _) => u64::from(value as u32),
        }
    }
}

fn float(what: Do, [a, b, c]: [f32; 3]) -> f32 {
    match what {
        Do::Add => a + b,
        Do::Sub => a - b,
        Do::Mul => a * b,
        Do::Fma => a.mul_add(b, c),
        Do::Div => a / b,
        Do::Reciprocal => 1.0 / a,
        Do::SquareRoot => a.sqrt(),
        Do::Neg => -a,
        Do::Abs => a.abs(),
        Do::Min | Do::Max if a.is_nan() || b.is_nan() => f32::NAN,
        Do::Min => a.min(b),
        Do::Max => a.max(b),
        Do::CopySign => a.copysign(b),
        Do::Nearest => a.round_ties_even(),
        Do::Truncate => a.trunc(),
        other => panic!("{other:?} of floats"),
    }
}

impl Machine for Host {
    fn op(&mut self, what: Do, kind: Kind, args: &[V]) -> V {
        let kind_of = |i: usize| match (what, i) {
            (Do::Pick, 2) => Kind::Bool,
            (Do::WithTop | Do::Shl | Do::Shr, 1) => Kind::Int,
            _ => kind,
        };
        let mut x = [0u64; 3];
        for (i, &arg) in args.iter().enumerate() {
            x[i] = self.bits(arg, kind_of(i));
        }
        let [a, b, c] = x;
        let single = x.map(|bits| f32::from_bits(bits as u32));
        let (p, q) = (a as u32, b as u32);
        let result = match (what, kind) {
            (Do::Pick, _) => {
                if c == 0 {
                    b
                } else {
                    a
                }
            }
            (Do::Top | Do::Low | Do::Extend, _) => a & 0xFFFF_FFFF,
            (Do::WithTop, _) => b,
            (Do::ToInt, _) => u64::from(single[0].round_ties_even() as i32 as u32),
            (Do::FromInt, _) => u64::from((a as i32 as f32).to_bits()),
            (Do::FromLong, _) => (a as i64 as f64).to_bits(),
            (Do::Narrow, _) => u64::from((f64::from_bits(a) as f32).to_bits()),
            (Do::Mul, Kind::Double) => (f64::from_bits(a) * f64::from_bits(b)).to_bits(),
            (Do::Less, Kind::Float) => u64::from(single[0] < single[1]),
            (Do::Greater, Kind::Float) => u64::from(single[0] > single[1]),
            (Do::Equal, Kind::Float) => u64::from(single[0] == single[1]),
            (Do::Differ, Kind::Float) => {
                u64::from(single[0].partial_cmp(&single[1]).is_some_and(std::cmp::Ordering::is_ne))
            }
            (_, Kind::Float) => u64::from(float(what, single).to_bits()),
            (Do::Add, Kind::Long) => a.wrapping_add(b),
            (Do::Mul, Kind::Long) => a.wrapping_mul(b),
            (Do::Shl, Kind::Long) => a.checked_shl(q).unwrap_or(0),
            (Do::Shr, Kind::Long) => a.checked_shr(q).unwrap_or(0),
            (Do::And, _) => a & b,
            (Do::Or, _) => a | b,
            (Do::Add, Kind::Int) => u64::from(p.wrapping_add(q)),
            (Do::Sub, Kind::Int) => u64::from(p.wrapping_sub(q)),
            (Do::Shl, Kind::Int) => u64::from(p << q),
            (Do::Shr, Kind::Int) => u64::from(((p as i32) >> q) as u32),
            (Do::Less, Kind::Int) => u64::from((p as i32) < q as i32),
            (Do::Equal, Kind::Int) => u64::from(p == q),
            (Do::Differ, Kind::Int) => u64::from(p != q),
            other => panic!("{other:?}"),
        };
        self.made.push(result);
        V::Made(self.made.len() as u32 - 1)
    }

    fn begin(&mut self, condition: V) {
        let holds = self.bits(condition, Kind::Bool) != 0;
        self.holds.push(holds);
    }

    fn set(&mut self, kind: Kind, value: V, new: V) {
        let bits = self.bits(new, kind);
        if let (V::Made(index), true) = (value, self.holds.iter().all(|&h| h)) {
            self.made[index as usize] = bits;
        }
    }

    fn end(&mut self) {
        self.holds.pop();
    }
}

type Truth = fn(f64) -> f64;

/// The functions of one argument that are formulas in f32, with the bounds of the table.
const FUNCTIONS: [(&str, Truth, f64); 9] = [
    ("exp", f64::exp, 1.1),
    ("log", f64::ln, 0.6),
    ("log2", f64::log2, 0.6),
    ("sin", f64::sin, 1.6),
    ("cos", f64::cos, 1.6),
    ("tan", f64::tan, 3.0),
    ("sinh", f64::sinh, 2.0),
    ("cosh", f64::cosh, 2.0),
    ("tanh", f64::tanh, 2.0),
];

fn error(got: f32, want: f64) -> f64 {
    let rounded = want as f32;
    if want.is_nan() || got.is_nan() || rounded.is_infinite() || got.is_infinite() || rounded == 0.0 {
        let near = (got.is_nan() && want.is_nan())
            || got == rounded
            || (got.abs() >= f32::MAX && rounded.abs() >= f32::MAX)
            || (rounded == 0.0 && got.abs() <= f32::from_bits(1));
        let sign = want.is_nan() || got.is_sign_negative() == want.is_sign_negative();
        return if near && sign { 0.0 } else { f64::INFINITY };
    }
    let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).max(-126);
    (f64::from(got) - want).abs() / 2f64.powi(exponent - 23)
}

fn worst(name: &str, truth: Truth, stride: usize) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    let mut host = Host::default();
    for bits in (0..=u32::MAX).step_by(stride) {
        host.made.clear();
        host.made.push(u64::from(bits));
        let result = Math::new(&mut host, false).function(name, &[V::Made(0)]).unwrap();
        let got = f32::from_bits(host.bits(result, Kind::Float) as u32);
        let x = f32::from_bits(bits);
        let off = error(got, truth(f64::from(x)));
        if off > worst.0 {
            worst = (off, x);
        }
    }
    worst
}

fn all_stay_within_their_bounds(stride: usize) {
    let mut wrong = Vec::new();
    for (name, truth, bound) in FUNCTIONS {
        let (off, x) = worst(name, truth, stride);
        println!("{name}: {off:.4} at {x:e}");
        if off > bound {
            wrong.push(format!("{name}({x:e}) is {off} units off; {bound} are stated"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sample_of_f32_stays_within_its_bounds() {
    all_stay_within_their_bounds(200_003);
}

#[test]
#[ignore = "all numbers of f32: hours"]
fn every_f32_stays_within_its_bounds() {
    let stride = std::env::var("TILEWRIGHT_STRIDE").ok().and_then(|s| s.parse().ok());
    all_stay_within_their_bounds(stride.unwrap_or(1));
}
