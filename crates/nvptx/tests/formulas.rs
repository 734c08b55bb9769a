//! The formulas of functions, computed on this machine: for all numbers of f32, by hand, and a sample of them always.
//!
//! `cargo test --release -p tilewright-passes --test formulas -- --ignored --nocapture` tries all of them
//! (two hours of a core and more);
//! `TILEWRIGHT_STRIDE=61` in the environment: every 61st. The bounds are those of `docs/accuracy.md`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tilewright_nvptx::formulas::{Do, Machine, Math, NumberKind, V};

/// A step of a formula. Which steps there are does not depend on the numbers, so they are listed once.
enum Step {
    Op(Do, NumberKind, [V; 3]),
    Begin(V),
    Set(NumberKind, V, V),
    End,
}

/// Lists the steps of a formula whose argument is the first value.
struct Recorder {
    steps: Vec<Step>,
    values: u32,
}

impl Machine for Recorder {
    fn op(&mut self, what: Do, kind: NumberKind, args: &[V]) -> V {
        let mut all = [V::I(0); 3];
        all[..args.len()].copy_from_slice(args);
        self.steps.push(Step::Op(what, kind, all));
        self.values += 1;
        V::Made(self.values - 1)
    }

    fn begin(&mut self, condition: V) {
        self.steps.push(Step::Begin(condition));
    }

    fn set(&mut self, kind: NumberKind, value: V, new: V) {
        self.steps.push(Step::Set(kind, value, new));
    }

    fn end(&mut self) {
        self.steps.push(Step::End);
    }
}

/// So many numbers go through a formula together.
const LANES: usize = 256;

/// The bits of a value in every lane.
type Column = [u64; LANES];

/// Carries out the steps of a formula on bits.
struct Host {
    columns: Vec<Column>,
    /// Whether each condition that was begun holds, and those around it.
    holds: Vec<Column>,
}

impl Host {
    fn column(&self, value: V, kind: NumberKind) -> Column {
        match (value, kind) {
            (V::Made(index), _) => self.columns[index as usize],
            (V::F(value), NumberKind::Double) => [value.to_bits(); LANES],
            (V::F(value), _) => [u64::from((value as f32).to_bits()); LANES],
            (V::I(value), NumberKind::Long) => [value as u64; LANES],
            (V::I(value), _) => [u64::from(value as u32); LANES],
        }
    }

    /// The last value that the steps make of the arguments.
    fn run(&mut self, steps: &[Step], arguments: Column, result: V) -> Column {
        self.columns.clear();
        self.columns.push(arguments);
        for step in steps {
            match *step {
                Step::Op(what, kind, args) => {
                    let made = self.op(what, kind, args);
                    self.columns.push(made);
                }
                Step::Begin(condition) => {
                    let condition = self.column(condition, NumberKind::Bool);
                    let around = self.holds.last().copied().unwrap_or([1; LANES]);
                    self.holds.push(lanes(condition, around, condition, |a, b, _| {
                        u64::from(a != 0 && b != 0)
                    }));
                }
                Step::Set(kind, value, new) => {
                    let (new, holds) = (self.column(new, kind), self.holds.last().copied().unwrap_or([1; LANES]));
                    if let V::Made(index) = value {
                        let old = &mut self.columns[index as usize];
                        *old = lanes(new, *old, holds, |new, old, holds| if holds == 0 { old } else { new });
                    }
                }
                Step::End => {
                    self.holds.pop();
                }
            }
        }
        self.column(result, NumberKind::Float)
    }

    fn op(&self, what: Do, kind: NumberKind, args: [V; 3]) -> Column {
        let kind_of = |i: usize| match (what, i) {
            (Do::Pick, 2) => NumberKind::Bool,
            (Do::WithTop | Do::Shl | Do::Shr, 1) => NumberKind::Int,
            _ => kind,
        };
        let x = [0, 1, 2].map(|i| self.column(args[i], kind_of(i)));
        let bits = |f: fn(u64, u64, u64) -> u64| lanes(x[0], x[1], x[2], f);
        let int = |f: fn(u32, u32) -> u32| {
            let f = |a: u64, b: u64, _| u64::from(f(a as u32, b as u32));
            lanes(x[0], x[1], x[2], f)
        };
        match (what, kind) {
            (Do::Pick, _) => bits(|a, b, c| if c == 0 { b } else { a }),
            (Do::Top | Do::Low | Do::Extend, _) => bits(|a, _, _| a & 0xFFFF_FFFF),
            (Do::WithTop, _) => bits(|_, b, _| b),
            (Do::ToInt, _) => int(|a, _| f32::from_bits(a).round_ties_even() as i32 as u32),
            (Do::FromInt, _) => int(|a, _| (a as i32 as f32).to_bits()),
            (Do::FromLong, _) => bits(|a, _, _| (a as i64 as f64).to_bits()),
            (Do::Narrow, _) => bits(|a, _, _| u64::from((f64::from_bits(a) as f32).to_bits())),
            (Do::Mul, NumberKind::Double) => bits(|a, b, _| (f64::from_bits(a) * f64::from_bits(b)).to_bits()),
            (_, NumberKind::Float) => float(what, x),
            (Do::Add, NumberKind::Long) => bits(|a, b, _| a.wrapping_add(b)),
            (Do::Mul, NumberKind::Long) => bits(|a, b, _| a.wrapping_mul(b)),
            (Do::Shl, NumberKind::Long) => bits(|a, b, _| a.checked_shl(b as u32).unwrap_or(0)),
            (Do::Shr, NumberKind::Long) => bits(|a, b, _| a.checked_shr(b as u32).unwrap_or(0)),
            (Do::And, _) => bits(|a, b, _| a & b),
            (Do::Or, _) => bits(|a, b, _| a | b),
            (Do::Add, NumberKind::Int) => int(|a, b| a.wrapping_add(b)),
            (Do::Sub, NumberKind::Int) => int(|a, b| a.wrapping_sub(b)),
            (Do::Shl, NumberKind::Int) => int(|a, b| a << b),
            (Do::Shr, NumberKind::Int) => int(|a, b| ((a as i32) >> b) as u32),
            (Do::Less, NumberKind::Int) => int(|a, b| u32::from((a as i32) < b as i32)),
            (Do::Equal, NumberKind::Int) => int(|a, b| u32::from(a == b)),
            (Do::Differ, NumberKind::Int) => int(|a, b| u32::from(a != b)),
            other => panic!("{other:?}"),
        }
    }
}

#[inline(always)]
fn lanes(a: Column, b: Column, c: Column, f: impl Fn(u64, u64, u64) -> u64) -> Column {
    std::array::from_fn(|i| f(a[i], b[i], c[i]))
}

/// An operation of f32, on bits.
fn float(what: Do, x: [Column; 3]) -> Column {
    let three = |f: fn(f32, f32, f32) -> f32| {
        let single = |bits: u64| f32::from_bits(bits as u32);
        let f = |a, b, c| u64::from(f(single(a), single(b), single(c)).to_bits());
        lanes(x[0], x[1], x[2], f)
    };
    let test = |f: fn(f32, f32) -> bool| {
        let single = |bits: u64| f32::from_bits(bits as u32);
        lanes(x[0], x[1], x[2], |a, b, _| u64::from(f(single(a), single(b))))
    };
    match what {
        Do::Less => test(|a, b| a < b),
        Do::Greater => test(|a, b| a > b),
        Do::Equal => test(|a, b| a == b),
        Do::Differ => test(|a, b| a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_ne)),
        Do::Add => three(|a, b, _| a + b),
        Do::Sub => three(|a, b, _| a - b),
        Do::Mul => three(|a, b, _| a * b),
        Do::Fma => three(f32::mul_add),
        Do::Div => three(|a, b, _| a / b),
        Do::Reciprocal => three(|a, _, _| 1.0 / a),
        Do::SquareRoot => three(|a, _, _| a.sqrt()),
        Do::Neg => three(|a, _, _| -a),
        Do::Abs => three(|a, _, _| a.abs()),
        Do::Min => three(|a, b, _| if a.is_nan() || b.is_nan() { f32::NAN } else { a.min(b) }),
        Do::Max => three(|a, b, _| if a.is_nan() || b.is_nan() { f32::NAN } else { a.max(b) }),
        Do::CopySign => three(|a, b, _| a.copysign(b)),
        Do::Nearest => three(|a, _, _| a.round_ties_even()),
        Do::Truncate => three(|a, _, _| a.trunc()),
        other => panic!("{other:?} of floats"),
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
    ("tan", f64::tan, 3.5),
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

/// The largest distance of the formula from the truth, in units, and where.
fn worst(name: &str, truth: Truth, stride: u64) -> (f64, f32) {
    let mut recorder = Recorder {
        steps: Vec::new(),
        values: 1,
    };
    let result = Math::new(&mut recorder, false).function(name, &[V::Made(0)]).unwrap();
    let steps = recorder.steps;
    let next = AtomicU64::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let from_here = || {
        let mut worst = (0.0, 0.0);
        let mut host = Host {
            columns: Vec::new(),
            holds: Vec::new(),
        };
        loop {
            let first = next.fetch_add(LANES as u64 * stride, Relaxed);
            if first > u64::from(u32::MAX) {
                return worst;
            }
            // The numbers after the last are its repetition.
            let arguments: Column = std::array::from_fn(|i| (first + i as u64 * stride).min(u64::from(u32::MAX)));
            let results = host.run(&steps, arguments, result);
            for (x, got) in arguments.into_iter().zip(results) {
                let x = f32::from_bits(x as u32);
                let off = error(f32::from_bits(got as u32), truth(f64::from(x)));
                if off > worst.0 {
                    worst = (off, x);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(from_here)).collect();
        let found = workers.into_iter().map(|worker| worker.join().unwrap());
        found.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
    })
}

fn all_stay_within_their_bounds(stride: u64) {
    let mut wrong = Vec::new();
    for (name, truth, bound) in FUNCTIONS {
        let start = std::time::Instant::now();
        let (off, x) = worst(name, truth, stride);
        println!("{name}: {off:.4} at {x:e}, {:.0} s", start.elapsed().as_secs_f64());
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
#[ignore = "all numbers of f32: two hours of a core and more"]
fn every_f32_stays_within_its_bounds() {
    let stride = std::env::var("TILEWRIGHT_STRIDE").ok().and_then(|s| s.parse().ok());
    all_stay_within_their_bounds(stride.unwrap_or(1));
}
