//! Reductions and scans whose combiners depend on the order of elements, in both engines: against a loop over the
//! elements from the first to the last.
//!
//! `TILEWRIGHT_ORDERS=all` tries every combination on every target.

use crate::both;
use tilewright_case::{Array, Tolerance};

const TARGETS: [&str; 3] = ["sm_80", "sm_90a", "sm_120a"];

const SHAPES: [&[usize]; 24] = [
    &[1],
    &[2],
    &[8],
    &[32],
    &[64],
    &[256],
    &[512],
    &[1024],
    &[1, 64],
    &[64, 1],
    &[4, 64],
    &[64, 4],
    &[16, 16],
    &[128, 2],
    &[2, 128],
    &[32, 32],
    &[8, 256],
    &[256, 8],
    &[64, 64],
    &[8, 8, 8],
    &[2, 4, 32],
    &[32, 4, 2],
    &[4, 1, 64],
    &[2, 64, 4],
];

/// A combiner, its operands being called `%a0 %b0 %a1 %b1 ...`, the earlier ones `a`.
struct Combiner {
    name: &'static str,
    /// The types of the operands, if the first has this one; none if it cannot.
    types: fn(&'static str) -> Option<Vec<&'static str>>,
    /// The body, for the type of the first operand.
    text: fn(&str) -> String,
    /// Its function.
    combine: fn(&str, &[u64], &[u64]) -> Vec<u64>,
    /// The distance that results may have from it, relatively: orders that are all right differ where floats are added.
    tolerance: fn(&str) -> f64,
}

fn is_float(ty: &str) -> bool {
    ty.contains('f')
}

fn bits(ty: &str) -> u32 {
    ty.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap()
}

fn cut(ty: &str, value: u64) -> u64 {
    value & (u64::MAX >> (64 - bits(ty)))
}

/// The number that an element is.
fn number(ty: &str, bits: u64) -> f64 {
    match ty {
        "f64" => f64::from_bits(bits),
        "f32" => f32::from_bits(bits as u32).into(),
        "bf16" => f32::from_bits((bits as u32) << 16).into(),
        "f16" => {
            let (exponent, fraction) = ((bits >> 10 & 31) as i32, (bits & 1023) as f64 / 1024.0);
            let magnitude = match exponent {
                0 => fraction * 2f64.powi(-14),
                _ => (1.0 + fraction) * 2f64.powi(exponent - 15),
            };
            if bits >> 15 == 1 { -magnitude } else { magnitude }
        }
        _ => {
            let shift = 64 - self::bits(ty);
            (((bits << shift) as i64) >> shift) as f64
        }
    }
}

/// The element that a number is; halves are given exactly.
fn element(ty: &str, value: f64) -> u64 {
    let scalar = tilewright_ir::types::SCALARS
        .iter()
        .find_map(|t| t.scalar.filter(|s| s.name == ty))
        .unwrap();
    if is_float(ty) {
        tilewright_ir::numbers::float_bits(scalar, value)
    } else {
        cut(ty, value as i64 as u64)
    }
}

/// A comparison with zero, and with the other element.
fn unequal(ty: &str, a: &str, b: &str, result: &str) -> String {
    match is_float(ty) {
        true => format!("{result} = cmpf not_equal ordered {a}, {b} : tile<{ty}> -> tile<i1>\n"),
        false => format!("{result} = cmpi not_equal {a}, {b}, signed : tile<{ty}> -> tile<i1>\n"),
    }
}

fn compare(predicate: &str, ty: &str, result: &str) -> String {
    match is_float(ty) {
        true => format!("{result} = cmpf {predicate} ordered %a0, %b0 : tile<{ty}> -> tile<i1>\n"),
        false => format!("{result} = cmpi {predicate} %a0, %b0, signed : tile<{ty}> -> tile<i1>\n"),
    }
}

fn zero(ty: &str) -> String {
    format!(
        "constant <{ty}: {}> : tile<{ty}>\n",
        if is_float(ty) { "0.0" } else { "0" }
    )
}

fn any(ty: &'static str) -> Option<Vec<&'static str>> {
    Some(vec![ty])
}

fn ints<const N: usize>(ty: &'static str) -> Option<Vec<&'static str>> {
    (!is_float(ty)).then_some(vec![ty; N])
}

fn with_index(ty: &'static str) -> Option<Vec<&'static str>> {
    Some(vec![ty, "i32"])
}

fn exact(_: &str) -> f64 {
    0.0
}

/// The greatest element and its index; of several the first, or the last.
fn greatest(predicate: &str, ty: &str) -> String {
    compare(predicate, ty, "%c")
        + &format!(
            "%v = select %c, %a0, %b0 : tile<i1>, tile<{ty}>
             %i = select %c, %a1, %b1 : tile<i1>, tile<i32>
             yield %v, %i : tile<{ty}>, tile<i32>"
        )
}

fn maximum(ty: &str, a: &[u64], b: &[u64]) -> Vec<u64> {
    if number(ty, a[0]) >= number(ty, b[0]) { a } else { b }.to_vec()
}

const COMBINERS: &[Combiner] = &[
    Combiner {
        name: "first",
        types: any,
        text: |ty| format!("yield %a0 : tile<{ty}>"),
        combine: |_, a, _| a.to_vec(),
        tolerance: exact,
    },
    Combiner {
        name: "second",
        types: any,
        text: |ty| format!("yield %b0 : tile<{ty}>"),
        combine: |_, _, b| b.to_vec(),
        tolerance: exact,
    },
    Combiner {
        name: "first that is not zero",
        types: any,
        text: |ty| {
            let c = unequal(ty, "%a0", "%zero", "%c");
            format!(
                "%zero = {}{c}%r = select %c, %a0, %b0 : tile<i1>, tile<{ty}>\nyield %r : tile<{ty}>",
                zero(ty)
            )
        },
        combine: |ty, a, b| if number(ty, a[0]) != 0.0 { a } else { b }.to_vec(),
        tolerance: exact,
    },
    Combiner {
        name: "last that is not zero",
        types: any,
        text: |ty| {
            let c = unequal(ty, "%b0", "%outer", "%c");
            format!("{c}%r = select %c, %b0, %a0 : tile<i1>, tile<{ty}>\nyield %r : tile<{ty}>")
        },
        combine: |ty, a, b| if number(ty, b[0]) != 0.0 { b } else { a }.to_vec(),
        tolerance: exact,
    },
    Combiner {
        name: "linear recurrence",
        types: ints::<2>,
        text: |ty| {
            format!(
                "%m = muli %a0, %b0 : tile<{ty}>
                 %s = muli %b0, %a1 : tile<{ty}>
                 %c = addi %s, %b1 : tile<{ty}>
                 yield %m, %c : tile<{ty}>, tile<{ty}>"
            )
        },
        combine: |ty, a, b| {
            let c = b[0].wrapping_mul(a[1]).wrapping_add(b[1]);
            vec![cut(ty, a[0].wrapping_mul(b[0])), cut(ty, c)]
        },
        tolerance: exact,
    },
    Combiner {
        name: "triangular product",
        types: ints::<3>,
        text: |ty| {
            format!(
                "%p = muli %a0, %b0 : tile<{ty}>
                 %q0 = muli %a0, %b1 : tile<{ty}>
                 %q1 = muli %a1, %b2 : tile<{ty}>
                 %q = addi %q0, %q1 : tile<{ty}>
                 %s = muli %a2, %b2 : tile<{ty}>
                 yield %p, %q, %s : tile<{ty}>, tile<{ty}>, tile<{ty}>"
            )
        },
        combine: |ty, a, b| {
            let y = a[0].wrapping_mul(b[1]).wrapping_add(a[1].wrapping_mul(b[2]));
            [a[0].wrapping_mul(b[0]), y, a[2].wrapping_mul(b[2])]
                .map(|v| cut(ty, v))
                .to_vec()
        },
        tolerance: exact,
    },
    Combiner {
        name: "first of the greatest",
        types: with_index,
        text: |ty| greatest("greater_than_or_equal", ty),
        combine: maximum,
        tolerance: exact,
    },
    Combiner {
        name: "last of the greatest",
        types: with_index,
        text: |ty| greatest("greater_than", ty),
        combine: |ty, a, b| if number(ty, a[0]) > number(ty, b[0]) { a } else { b }.to_vec(),
        tolerance: exact,
    },
    Combiner {
        name: "first of the greatest by index",
        types: with_index,
        text: |ty| {
            let equal = compare("equal", ty, "%e");
            let better = compare("greater_than", ty, "%g");
            format!(
                "{equal}{better}%l = cmpi less_than %a1, %b1, signed : tile<i32> -> tile<i1>
                 %t = andi %e, %l : tile<i1>
                 %c = ori %g, %t : tile<i1>
                 %v = select %c, %a0, %b0 : tile<i1>, tile<{ty}>
                 %i = select %c, %a1, %b1 : tile<i1>, tile<i32>
                 yield %v, %i : tile<{ty}>, tile<i32>"
            )
        },
        combine: |ty, a, b| {
            let [v, w] = [number(ty, a[0]), number(ty, b[0])];
            if v > w || v == w && a[1] < b[1] { a } else { b }.to_vec()
        },
        tolerance: exact,
    },
    Combiner {
        name: "greatest, the later operand first, and sum",
        types: |ty| (!is_float(ty)).then_some(vec![ty, "i64"]),
        text: |ty| {
            format!(
                "%m = maxi %b0, %a0 signed : tile<{ty}>
                 %s = addi %a1, %b1 : tile<i64>
                 yield %m, %s : tile<{ty}>, tile<i64>"
            )
        },
        combine: |ty, a, b| vec![maximum(ty, a, b)[0], a[1].wrapping_add(b[1])],
        tolerance: exact,
    },
    Combiner {
        name: "mean and variance",
        types: |ty| matches!(ty, "f32" | "f64").then_some(vec![ty; 3]),
        text: |ty| {
            format!(
                "%n = addf %a0, %b0 : tile<{ty}>
                 %d = subf %b1, %a1 : tile<{ty}>
                 %f = divf %b0, %n : tile<{ty}>
                 %df = mulf %d, %f : tile<{ty}>
                 %m = addf %a1, %df : tile<{ty}>
                 %s = addf %a2, %b2 : tile<{ty}>
                 %dd = mulf %d, %df : tile<{ty}>
                 %da = mulf %dd, %a0 : tile<{ty}>
                 %v = addf %s, %da : tile<{ty}>
                 yield %n, %m, %v : tile<{ty}>, tile<{ty}>, tile<{ty}>"
            )
        },
        combine: |ty, a, b| {
            let [a, b] = [a, b].map(|v| v.iter().map(|&v| number(ty, v)).collect::<Vec<_>>());
            let (n, d) = (a[0] + b[0], b[1] - a[1]);
            let df = d * b[0] / n;
            [n, a[1] + df, a[2] + b[2] + d * df * a[0]]
                .map(|v| element(ty, v))
                .to_vec()
        },
        tolerance: |ty| if ty == "f32" { 1e-4 } else { 1e-12 },
    },
];

/// The op on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Reduce,
    Scan,
    ScanInReverse,
}

struct Trial {
    combiner: &'static Combiner,
    types: Vec<&'static str>,
    shape: &'static [usize],
    dim: usize,
    kind: Kind,
}

/// Every combination.
fn trials() -> Vec<Trial> {
    let mut all = Vec::new();
    for combiner in COMBINERS {
        for ty in ["i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"] {
            let Some(types) = (combiner.types)(ty) else { continue };
            for shape in SHAPES {
                for dim in 0..shape.len() {
                    for kind in [Kind::Reduce, Kind::Scan, Kind::ScanInReverse] {
                        let types = types.clone();
                        all.push(Trial {
                            combiner,
                            types,
                            shape,
                            dim,
                            kind,
                        });
                    }
                }
            }
        }
    }
    all
}

/// The tile and the view of a shape, as types.
fn view(shape: &[usize], ty: &str) -> [String; 3] {
    let list = |separator: &str, numbers: &[usize]| -> String {
        let each: Vec<String> = numbers.iter().map(usize::to_string).collect();
        each.join(separator)
    };
    let strides: Vec<usize> = (0..shape.len()).map(|d| shape[d + 1..].iter().product()).collect();
    let by = list("x", shape);
    let tensor = format!("tensor_view<{by}x{ty}, strides=[{}]>", list(",", &strides));
    let made = format!(
        "shape = [{}], strides = [{}] : {tensor}",
        list(", ", shape),
        list(", ", &strides)
    );
    [
        format!("tile<{by}x{ty}>"),
        made,
        format!("partition_view<tile=({by}), {tensor}>"),
    ]
}

impl Trial {
    fn what(&self) -> String {
        let Trial {
            combiner,
            types,
            shape,
            dim,
            kind,
        } = self;
        format!("{kind:?} {} of {types:?} {shape:?} along {dim}", combiner.name)
    }

    /// The shape of the results.
    fn left(&self) -> Vec<usize> {
        let mut left = self.shape.to_vec();
        if self.kind == Kind::Reduce {
            left.remove(self.dim);
        }
        left
    }

    fn kernel(&self) -> String {
        let Trial {
            combiner,
            types,
            shape,
            dim,
            kind,
        } = self;
        let mut text = String::new();
        let access = |text: &mut String, pointer: &str, shape: &[usize], ty: &str| {
            let [_, made, part] = view(shape, ty);
            let tensor = made.split(" : ").nth(1).unwrap();
            *text += &format!("%t_{pointer} = make_tensor_view %{pointer}, {made}\n");
            *text += &format!("%p_{pointer} = make_partition_view %t_{pointer} : {part}\n");
            assert!(part.contains(tensor));
            let zeros = vec!["%z"; shape.len()].join(", ");
            (format!("%p_{pointer}[{zeros}]"), part)
        };
        for (i, ty) in types.iter().enumerate() {
            let (place, part) = access(&mut text, &format!("x{i}"), shape, ty);
            let tile = &view(shape, ty)[0];
            text += &format!("%v{i}, %l{i} = load_view_tko weak {place} : {part}, tile<i32> -> {tile}, token\n");
        }
        let left = self.left();
        let scalar_or_tile = |ty: &str| match left.len() {
            0 => format!("tile<{ty}>"),
            _ => view(&left, ty)[0].clone(),
        };
        let each = |f: &dyn Fn(usize, &str) -> String| -> String {
            let all: Vec<String> = types.iter().enumerate().map(|(i, ty)| f(i, ty)).collect();
            all.join(", ")
        };
        let (name, direction) = match kind {
            Kind::Reduce => ("reduce", ""),
            Kind::Scan => ("scan", " reverse=false"),
            Kind::ScanInReverse => ("scan", " reverse=true"),
        };
        let identity = |_: usize, ty: &str| format!("{} : {ty}", if is_float(ty) { "0.0" } else { "0" });
        text += &format!(
            "%outer = {}{} = {name} {} dim={dim}{direction} identities=[{}] : {} -> {}\n({}) {{\n{}\n}}\n",
            zero(types[0]),
            each(&|i, _| format!("%r{i}")),
            each(&|i, _| format!("%v{i}")),
            each(&identity),
            each(&|_, ty| view(shape, ty)[0].clone()),
            each(&|_, ty| scalar_or_tile(ty)),
            each(&|i, ty| format!("%a{i}: tile<{ty}>, %b{i}: tile<{ty}>")),
            (combiner.text)(types[0]),
        );
        for (i, ty) in types.iter().enumerate() {
            let store = |text: &mut String, pointer: String, shape: &[usize], value: &str| {
                let (place, part) = access(text, &pointer, shape, ty);
                let tile = &view(shape, ty)[0];
                *text += &format!(
                    "%s_{pointer} = store_view_tko weak {value}, {place} : {tile}, {part}, tile<i32> -> token\n"
                );
            };
            if *kind != Kind::Reduce {
                store(&mut text, format!("y{i}"), shape, &format!("%r{i}"));
                continue;
            }
            // As it is, and given to all the elements that it came from: by every thread that had one of them.
            let mut kept = shape.to_vec();
            kept[*dim] = 1;
            let [kept_tile, all_tile] = [&kept[..], shape].map(|shape| view(shape, ty)[0].clone());
            text += &format!("%k{i} = reshape %r{i} : {} -> {kept_tile}\n", scalar_or_tile(ty));
            text += &format!("%w{i} = broadcast %k{i} : {kept_tile} -> {all_tile}\n");
            store(&mut text, format!("y{i}"), &kept, &format!("%k{i}"));
            store(&mut text, format!("z{i}"), shape, &format!("%w{i}"));
        }
        let pointers = ["x", "y", "z"]
            .into_iter()
            .filter(|p| *p != "z" || *kind == Kind::Reduce);
        let parameters: Vec<String> = pointers
            .flat_map(|p| {
                types
                    .iter()
                    .enumerate()
                    .map(move |(i, ty)| format!("%{p}{i}: tile<ptr<{ty}>>"))
            })
            .collect();
        format!(
            "entry @k({}) {{\n%z = constant <i32: 0> : tile<i32>\n{text}return\n}}\n",
            parameters.join(", ")
        )
    }

    /// Inputs, results, and results given to all elements.
    fn arrays(&self, seed: u64) -> Vec<Array> {
        let Trial {
            combiner,
            types,
            shape,
            dim,
            kind,
        } = self;
        let count: usize = shape.iter().product();
        let mut state = seed;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let inputs: Vec<Vec<u64>> = types
            .iter()
            .enumerate()
            .map(|(i, ty)| {
                let mut fresh = |at: usize| match combiner.name {
                    "mean and variance" => element(ty, [1.0, random(1000) as f64 / 8.0, 0.0][i]),
                    name if name.contains("index") && i == 1 => at as u64,
                    name if name.contains("greatest") && i == 0 => element(ty, random(9) as f64 - 4.0),
                    // Many zeros, and what is not zero is told apart as far as the type can.
                    name if name.contains("zero") && random(4) > 0 => 0,
                    _ if is_float(ty) => element(ty, random(100) as f64 + 1.0),
                    _ => cut(ty, random(1 << 31) * 2 + 1),
                };
                (0..count).map(&mut fresh).collect()
            })
            .collect();
        let inner: usize = shape[dim + 1..].iter().product();
        let extent = shape[*dim];
        let mut scanned = vec![vec![0; count]; types.len()];
        for row in 0..count / extent {
            let at = |k: usize| (row / inner * extent + k) * inner + row % inner;
            let mut before: Option<Vec<u64>> = None;
            for k in 0..extent {
                let at = at(if *kind == Kind::ScanInReverse {
                    extent - 1 - k
                } else {
                    k
                });
                let own: Vec<u64> = inputs.iter().map(|v| v[at]).collect();
                let now = match before {
                    Some(before) => (combiner.combine)(types[0], &before, &own),
                    None => own,
                };
                for (scanned, &now) in scanned.iter_mut().zip(&now) {
                    scanned[at] = now;
                }
                before = Some(now);
            }
        }
        let rtol = (combiner.tolerance)(types[0]);
        let tolerance = match rtol {
            0.0 => Tolerance::Exact,
            _ => Tolerance::Close { atol: rtol, rtol },
        };
        let mut arrays = Vec::new();
        for (i, (ty, input)) in types.iter().zip(&inputs).enumerate() {
            arrays.push(both::array(&format!("x{i}"), ty, input.clone(), None, tolerance));
        }
        let last = |at: usize| (at / inner / extent * extent + extent - 1) * inner + at % inner;
        for (letter, reduced) in [("y", true), ("z", false)] {
            for (i, (ty, scanned)) in types.iter().zip(&scanned).enumerate() {
                let expected = match (kind, reduced) {
                    (Kind::Reduce, true) => {
                        let firsts = (0..count).filter(|at| (at / inner).is_multiple_of(extent));
                        firsts.map(|at| scanned[last(at)]).collect()
                    }
                    (Kind::Reduce, false) => (0..count).map(|at| scanned[last(at)]).collect(),
                    (_, true) => scanned.clone(),
                    (_, false) => continue,
                };
                arrays.push(both::array(
                    &format!("{letter}{i}"),
                    ty,
                    Vec::new(),
                    Some(expected),
                    tolerance,
                ));
            }
        }
        arrays
    }
}

#[test]
fn elements_are_combined_in_order_by_any_associative_combiner() {
    let trials = trials();
    let all = std::env::var("TILEWRIGHT_ORDERS").is_ok_and(|v| v == "all");
    // A prime: neighbours differ in everything.
    let step = if all { 1 } else { 47 };
    let mut wrong = Vec::new();
    for (number, trial) in trials.iter().enumerate().step_by(step) {
        let target = &TARGETS[number % 3..][..1];
        let targets = if all { &TARGETS[..] } else { target };
        let found = both::run(&trial.what(), &trial.kernel(), trial.arrays(number as u64 + 1), targets);
        wrong.extend(found);
    }
    println!("{} of {} combinations", trials.len().div_ceil(step), trials.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(3)].join("\n")
    );
}

#[test]
fn a_tile_that_does_not_fit_into_shared_memory_is_scanned() {
    let combiner = COMBINERS.iter().find(|c| c.name == "first that is not zero").unwrap();
    let trial = Trial {
        combiner,
        types: vec!["f32"],
        shape: &[128, 256],
        dim: 1,
        kind: Kind::Scan,
    };
    let wrong = both::run(&trial.what(), &trial.kernel(), trial.arrays(1), &["sm_120a"]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
