//! Every conversion between number types, against a search among the numbers of the target format.

use super::reference::{Format, named};
use super::run::Kernel;

const FLOATS: [&str; 7] = ["f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E8M0FNU"];
const INTS: [(&str, u32); 5] = [("i1", 1), ("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64)];

/// Numbers of a format: all of them if they are few, else the ends of other formats and their neighbours.
fn numbers(format: Format) -> Vec<u64> {
    if format.bits <= 8 {
        return (0..1 << format.bits).collect();
    }
    if format.bits == 16 {
        return (0..1 << 16)
            .step_by(7)
            .chain([0x7C00, 0xFC00, 0x7F80, 0xFF80, 0x7FFF, 0x7BFF, 0x7F7F])
            .collect();
    }
    let mut values = vec![
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        0.3,
        -0.3,
        0.5,
        1e300,
        3.5e38,
        1e-42,
        5e-324,
    ];
    for exponent in (-150..=130).step_by(4).chain([
        -127, -126, -15, -14, -9, -7, -6, 5, 7, 8, 9, 15, 16, 127, 128, -1022, 1023,
    ]) {
        let power = 2f64.powi(exponent);
        for part in [
            1.0,
            1.5,
            1.75,
            1.0625,
            1.1875,
            1.9375,
            1.96875,
            1.0078125,
            1.00390625,
            1.000_488_281_25,
        ] {
            for tiny in [0.0, 2f64.powi(-23), -2f64.powi(-23), 2f64.powi(-52), -2f64.powi(-52)] {
                values.push(power * (part + tiny));
                values.push(-power * (part + tiny));
            }
        }
    }
    let bits = |v: f64| {
        if format.name == "f64" {
            v.to_bits()
        } else {
            u64::from((v as f32).to_bits())
        }
    };
    values.into_iter().map(bits).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Nearest,
    Away,
    Zero,
    Up,
    Down,
}

const MODES: [(&str, Mode); 5] = [
    ("nearest_even", Mode::Nearest),
    ("zero", Mode::Zero),
    ("positive_inf", Mode::Up),
    ("negative_inf", Mode::Down),
    ("nearest_away", Mode::Away),
];

/// The numbers of a format that are not negative, in order; what is wider than 16 bits has too many.
fn ascending(format: Format) -> Vec<f64> {
    let count = if format.name == "f8E8M0FNU" {
        255u64
    } else {
        1 << (format.bits - 1)
    };
    (0..count)
        .map(|bits| format.value(bits))
        .filter(|v| v.is_finite())
        .collect()
}

/// A value among numbers in ascending order; what is beyond the last becomes `beyond`.
fn searched(numbers: &[f64], value: f64, mode: Mode, beyond: f64) -> f64 {
    let (size, negative) = (value.abs(), value.is_sign_negative());
    let above = numbers.partition_point(|&n| n < size);
    let last = numbers[numbers.len() - 1];
    let down = if above == 0 { numbers[0] } else { numbers[above - 1] };
    let up = numbers
        .get(above)
        .copied()
        .unwrap_or(2.0 * last - numbers[numbers.len() - 2]);
    let outwards = match mode {
        Mode::Zero => false,
        Mode::Up => !negative,
        Mode::Down => negative,
        Mode::Nearest | Mode::Away if size - down == up - size => mode == Mode::Away || above % 2 == 0,
        Mode::Nearest | Mode::Away => size - down > up - size,
    };
    let found = if size == up || (above > 0 && outwards) {
        up
    } else {
        down
    };
    let found = if found > last { beyond } else { found };
    found.copysign(value)
}

/// The result of a conversion between floats: small formats saturate.
fn converted(to: Format, numbers: &[f64], value: f64, mode: Mode) -> f64 {
    match to.name {
        _ if value.is_nan() => f64::NAN,
        "f64" => value,
        "f8E8M0FNU" if value < 0.0 => f64::NAN,
        "f32" => {
            let near = value as f32;
            let exact = f64::from(near);
            f64::from(match mode {
                Mode::Zero if exact.abs() > value.abs() => {
                    if value > 0.0 {
                        near.next_down()
                    } else {
                        near.next_up()
                    }
                }
                Mode::Up if exact < value => near.next_up(),
                Mode::Down if exact > value => near.next_down(),
                _ => near,
            })
        }
        _ if value.is_infinite() => {
            if to.bits == 8 {
                to.largest().copysign(value)
            } else {
                value
            }
        }
        "f8E8M0FNU" if value == 0.0 => 2f64.powi(-127),
        _ => {
            let saturates = to.bits == 8 || mode == Mode::Zero;
            let beyond = if saturates { to.largest() } else { f64::INFINITY };
            searched(numbers, value, mode, beyond)
        }
    }
}

fn same(got: f64, want: f64) -> bool {
    (got.is_nan() && want.is_nan()) || (got == want && got.is_sign_negative() == want.is_sign_negative())
}

/// The roundings that the language has for a conversion.
fn allowed(from: &str, to: &str) -> &'static [usize] {
    match (from, to) {
        (_, "f8E8M0FNU") => &[1, 2],
        (_, "f8E4M3FN" | "f8E5M2") => &[0],
        ("f64", "f32") => &[0, 1, 2, 3],
        _ => &[0, 1],
    }
}

#[test]
fn floats_become_other_floats() {
    let mut wrong = Vec::new();
    for to in FLOATS.map(named) {
        let table = if to.bits <= 16 { ascending(to) } else { Vec::new() };
        for from in FLOATS.map(named).into_iter().filter(|f| f.name != to.name) {
            let x = numbers(from);
            let modes = allowed(from.name, to.name);
            let ops = modes.iter().enumerate().map(|(i, &mode)| {
                let (a, b) = (from.name, to.name);
                format!(
                    "  %r{i} = ftof %x rounding<{}> : tile<TILEx{a}> -> tile<TILEx{b}>\n",
                    MODES[mode].0
                )
            });
            let kernel = Kernel {
                inputs: &[from.name],
                ops: ops.collect(),
                outputs: vec![to.name; modes.len()],
            };
            let target = if to.bits == 8 { "sm_80" } else { "sm_90a" };
            let results = kernel.run(target, std::slice::from_ref(&x), true);
            for (engine, results) in ["compiled", "interpreted"].iter().zip(&results) {
                for (result, &mode) in results.iter().zip(modes) {
                    let (name, mode) = MODES[mode];
                    for (&bits, &got) in x.iter().zip(result) {
                        let value = from.value(bits);
                        let (got, want) = (to.value(got), converted(to, &table, value, mode));
                        if !same(got, want) && wrong.len() < 20 {
                            wrong.push(format!(
                                "{engine} {} to {} {name}: {value:e} is {got:e}, not {want:e}",
                                from.name, to.name
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Formats that memory does not have here: there and back again.
#[test]
fn tf32_and_four_bits_there_and_back() {
    let mut wrong = Vec::new();
    for (from, through, modes) in [
        ("f32", "tf32", &[0usize, 1, 4][..]),
        ("f64", "tf32", &[0]),
        ("f32", "f4E2M1FN", &[0]),
        ("f64", "f4E2M1FN", &[0]),
        ("f16", "f4E2M1FN", &[0]),
    ] {
        let from = named(from);
        let x: Vec<u64> = numbers(from)
            .into_iter()
            .filter(|&b| through == "tf32" || !from.value(b).is_nan())
            .collect();
        let ops = modes.iter().enumerate().map(|(i, &mode)| {
            let (a, mode) = (from.name, MODES[mode].0);
            format!("  %t{i}t = ftof %x rounding<{mode}> : tile<TILEx{a}> -> tile<TILEx{through}>\n  %r{i} = ftof %t{i}t : tile<TILEx{through}> -> tile<TILEx{a}>\n")
        });
        let kernel = Kernel {
            inputs: &[from.name],
            ops: ops.collect(),
            outputs: vec![from.name; modes.len()],
        };
        let results = kernel.run("sm_80", std::slice::from_ref(&x), true);
        let fours = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
        for (engine, results) in ["compiled", "interpreted"].iter().zip(&results) {
            for (result, &mode) in results.iter().zip(modes) {
                for (&bits, &got) in x.iter().zip(result) {
                    let value = from.value(bits);
                    let want = match through {
                        _ if value.is_nan() => value,
                        "tf32" => tf32(value, MODES[mode].1),
                        _ if value.is_infinite() => 6f64.copysign(value),
                        _ => searched(&fours, value, Mode::Nearest, 6.0),
                    };
                    if !same(from.value(got), want) && wrong.len() < 20 {
                        wrong.push(format!(
                            "{engine} {} through {through} {}: {value:e} is {:e}, not {want:e}",
                            from.name,
                            MODES[mode].0,
                            from.value(got)
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A value with ten bits of fraction and the exponents of f32.
fn tf32(value: f64, mode: Mode) -> f64 {
    if value == 0.0 || value.is_infinite() {
        return value;
    }
    if value.abs() >= 2f64.powi(128) {
        let largest = 2f64.powi(128) - 2f64.powi(117);
        return if mode == Mode::Zero { largest } else { f64::INFINITY }.copysign(value);
    }
    let exponent = ((value.abs().to_bits() >> 52) as i32 - 1023).max(-126);
    let steps = value * 2f64.powi(10 - exponent - 500) * 2f64.powi(500);
    let steps = match mode {
        Mode::Zero => steps.trunc(),
        Mode::Away => steps.round(),
        _ => steps.round_ties_even(),
    };
    let near = steps * 2f64.powi(exponent - 10);
    if near.abs() >= 2f64.powi(128) {
        return f64::INFINITY.copysign(value);
    }
    near.copysign(value)
}

#[test]
fn floats_become_integers() {
    let mut wrong = Vec::new();
    for from in FLOATS.map(named) {
        let x = numbers(from);
        // An infinite number is undefined as an integer.
        let x: Vec<u64> = x.into_iter().filter(|&bits| !from.value(bits).is_infinite()).collect();
        let mut ops = String::new();
        let mut outputs = Vec::new();
        for (i, (int, _)) in INTS.iter().enumerate() {
            for (j, sign) in ["signed", "unsigned"].iter().enumerate() {
                let index = 2 * i + j;
                ops += &format!(
                    "  %r{index} = ftoi %x {sign} : tile<TILEx{}> -> tile<TILEx{int}>\n",
                    from.name
                );
                outputs.push(*int);
            }
        }
        let results = Kernel {
            inputs: &[from.name],
            ops,
            outputs,
        }
        .run("sm_90a", std::slice::from_ref(&x), true);
        for (engine, results) in ["compiled", "interpreted"].iter().zip(&results) {
            for (index, result) in results.iter().enumerate() {
                let ((int, width), signed) = (INTS[index / 2], index % 2 == 0);
                for (&bits, &got) in x.iter().zip(result) {
                    let value = from.value(bits);
                    // Rust's casts cut, saturate, and make zero of a NaN.
                    let want = match (width, signed) {
                        (1, _) => u64::from(value != 0.0),
                        (8, true) => value as i8 as u8 as u64,
                        (8, false) => value as u8 as u64,
                        (16, true) => value as i16 as u16 as u64,
                        (16, false) => value as u16 as u64,
                        (32, true) => value as i32 as u32 as u64,
                        (32, false) => value as u32 as u64,
                        (_, true) => value as i64 as u64,
                        (_, false) => value as u64,
                    };
                    if got != want && wrong.len() < 20 {
                        wrong.push(format!(
                            "{engine} {} to {int} signed {signed}: {value:e} is {got:#x}, not {want:#x}",
                            from.name
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An integer as an f64 that rounds to any narrower format as the integer would: what is lost leaves a trace.
fn sticky(value: i128) -> f64 {
    if value.unsigned_abs() < 1 << 53 {
        return value as f64;
    }
    let kept = value >> 12 | i128::from(value & 0xFFF != 0);
    kept as f64 * 4096.0
}

#[test]
fn integers_become_floats() {
    let mut wrong = Vec::new();
    for (int, width) in INTS {
        let mask = u64::MAX >> (64 - width);
        let mut x: Vec<u64> = Vec::new();
        for shift in 0..64 {
            for near in [0u64, 1, u64::MAX, 3, 0x1001, 0x801, 0x7FF] {
                x.push((1u64 << shift).wrapping_add(near) & mask);
                x.push((1u64 << shift).wrapping_add(near).wrapping_neg() & mask);
                x.push((3u64 << shift >> 1).wrapping_add(near) & mask);
            }
        }
        x.extend([447, 448, 463, 464, 465, 480, 57344, 61439, 61440, 36865, 65519, 65520].map(|v: u64| v & mask));
        for to in ["f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2"].map(named) {
            let table = if to.bits <= 16 { ascending(to) } else { Vec::new() };
            let ops = ["signed", "unsigned"].iter().enumerate().map(|(i, sign)| {
                format!(
                    "  %r{i} = itof %x {sign} : tile<TILEx{int}> -> tile<TILEx{}>\n",
                    to.name
                )
            });
            let kernel = Kernel {
                inputs: &[int],
                ops: ops.collect(),
                outputs: vec![to.name; 2],
            };
            let results = kernel.run("sm_80", std::slice::from_ref(&x), true);
            for (engine, results) in ["compiled", "interpreted"].iter().zip(&results) {
                for (signed, result) in [true, false].into_iter().zip(results) {
                    for (&bits, &got) in x.iter().zip(result) {
                        let value = if signed {
                            i128::from((bits << (64 - width)) as i64 >> (64 - width))
                        } else {
                            i128::from(bits)
                        };
                        let want = match to.name {
                            "f64" => value as f64,
                            "f32" => f64::from(value as f32),
                            "f8E4M3FN" if value.abs() > 464 => f64::NAN,
                            _ => searched(&table, sticky(value), Mode::Nearest, f64::INFINITY),
                        };
                        if !same(to.value(got), want) && wrong.len() < 20 {
                            wrong.push(format!(
                                "{engine} {int} to {} signed {signed}: {value} is {:e}, not {want:e}",
                                to.name,
                                to.value(got)
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
