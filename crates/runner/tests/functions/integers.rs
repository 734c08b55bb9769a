//! Integer arithmetic of every width, at the edges, against arithmetic in 128 bits.

use super::run::Kernel;

const WIDTHS: [(&str, u32); 5] = [("i1", 1), ("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64)];

/// Ops of two integers as they stand in the text, with what follows the operands.
const BINARY: [(&str, &str); 22] = [
    ("addi", ""),
    ("subi", ""),
    ("muli", ""),
    ("mulhii", ""),
    ("andi", ""),
    ("ori", ""),
    ("xori", ""),
    ("shli", ""),
    ("shri", " signed"),
    ("shri", " unsigned"),
    ("maxi", " signed"),
    ("maxi", " unsigned"),
    ("mini", " signed"),
    ("mini", " unsigned"),
    ("remi", " signed"),
    ("remi", " unsigned"),
    ("divi", " signed"),
    ("divi", " unsigned"),
    ("divi", " signed rounding<negative_inf>"),
    ("divi", " signed rounding<positive_inf>"),
    ("divi", " unsigned rounding<positive_inf>"),
    ("negi", ""),
];

/// The exact result; none where the language leaves it undefined.
fn exact(op: &str, how: &str, bits: u32, x: i128, y: i128) -> Option<i128> {
    let unsigned = |v: i128| v & ((1 << bits) - 1);
    let (a, b) = if how.contains("unsigned") {
        (unsigned(x), unsigned(y))
    } else {
        (x, y)
    };
    Some(match op {
        "addi" => x + y,
        "subi" => x - y,
        "muli" => x * y,
        "mulhii" => ((unsigned(x) as u128 * unsigned(y) as u128) >> bits) as i128,
        "andi" => x & y,
        "ori" => x | y,
        "xori" => x ^ y,
        "shli" | "shri" if unsigned(y) >= i128::from(bits) => return None,
        "shli" => x << unsigned(y),
        "shri" => a >> unsigned(y),
        "maxi" => a.max(b),
        "mini" => a.min(b),
        "negi" => -x,
        _ if b == 0 => return None,
        "remi" => a % b,
        _ => {
            let down = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
            let quotient = match how {
                _ if a % b == 0 => a / b,
                how if how.contains("negative") => down,
                how if how.contains("positive") => down + 1,
                _ => a / b,
            };
            if !how.contains("unsigned") && quotient >= 1 << (bits - 1) {
                return None;
            }
            quotient
        }
    })
}

fn edges(bits: u32) -> Vec<i128> {
    let top = 1i128 << (bits - 1);
    let all = [
        0,
        1,
        2,
        3,
        5,
        7,
        -1,
        -2,
        -3,
        -7,
        top - 1,
        -top,
        -top + 1,
        top / 2,
        top / 3,
        -top / 3,
        100,
        -100,
        31,
        63,
    ];
    let mut numbers: Vec<i128> = all.into_iter().filter(|n| (-top..top).contains(n)).collect();
    numbers.dedup();
    numbers
}

#[test]
fn integer_arithmetic_at_the_edges() {
    let mut wrong = Vec::new();
    for (name, bits) in WIDTHS {
        let mask = u64::MAX >> (64 - bits);
        for (op, how) in BINARY {
            let edges = edges(bits);
            let pairs = edges.iter().flat_map(|&x| edges.iter().map(move |&y| (x, y)));
            let rows: Vec<(i128, i128, i128)> = pairs
                .filter_map(|(x, y)| Some((x, y, exact(op, how, bits, x, y)?)))
                .collect();
            if rows.is_empty() {
                continue;
            }
            let tile = format!("tile<TILEx{name}>");
            let operands = if op == "negi" { "%x" } else { "%x, %y" };
            let ops = format!("  %r0 = {op} {operands}{how} : {tile}\n");
            // The rest of the last tile is 0 and 0: only what is defined for them may see it.
            let pad = rows[0];
            let count = rows.len().next_multiple_of(256);
            let rows: Vec<_> = rows.into_iter().chain(std::iter::repeat(pad)).take(count).collect();
            let x = rows.iter().map(|r| r.0 as u64 & mask).collect();
            let y = rows.iter().map(|r| r.1 as u64 & mask).collect();
            let kernel = Kernel {
                inputs: &[name, name],
                ops,
                outputs: vec![name],
            };
            let results = kernel.run("sm_90a", &[x, y], true);
            for (engine, results) in ["compiled", "interpreted"].iter().zip(&results) {
                for (i, (x, y, want)) in rows.iter().enumerate() {
                    let want = *want as u64 & mask;
                    if results[0][i] != want && wrong.len() < 20 {
                        wrong.push(format!(
                            "{engine} {op}{how} of {name}: {x}, {y} is {:#x}, not {want:#x}",
                            results[0][i]
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn integers_are_extended_and_cut() {
    let mut wrong = Vec::new();
    let held = |value: i128, bits: u32| value as u64 & (u64::MAX >> (64 - bits));
    for (from, from_bits) in WIDTHS {
        for (to, to_bits) in WIDTHS.into_iter().filter(|w| w.1 != from_bits) {
            let values = edges(from_bits);
            let (a, b) = (format!("tile<TILEx{from}>"), format!("tile<TILEx{to}>"));
            let wider = to_bits > from_bits;
            let ops = if wider {
                format!("  %r0 = exti %x signed : {a} -> {b}\n  %r1 = exti %x unsigned : {a} -> {b}\n")
            } else {
                format!("  %r0 = trunci %x : {a} -> {b}\n  %r1 = ori %r0, %r0 : {b}\n")
            };
            let x = values.iter().map(|&v| held(v, from_bits)).collect();
            let results = Kernel {
                inputs: &[from],
                ops,
                outputs: vec![to; 2],
            }
            .run("sm_80", &[x], true);
            for (engine, results) in ["compiled", "interpreted"].iter().zip(&results) {
                for (i, &value) in values.iter().enumerate() {
                    let signed = held(value, to_bits);
                    let unsigned = if wider { held(value, from_bits) } else { signed };
                    if (results[0][i], results[1][i]) != (signed, unsigned) {
                        wrong.push(format!(
                            "{engine} {from} to {to}: {value} is {:#x}, {:#x}",
                            results[0][i], results[1][i]
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// i4 has conversions, and no arithmetic.
#[test]
fn four_bits_are_cut_out_and_extended() {
    let (byte, four, word) = ("tile<TILExi8>", "tile<TILExi4>", "tile<TILExi32>");
    let ops = format!(
        "  %a = trunci %x : {byte} -> {four}\n  %r0 = exti %a signed : {four} -> {byte}\n  \
         %r1 = exti %a unsigned : {four} -> {word}\n  %r2 = exti %a signed : {four} -> {word}\n"
    );
    let x: Vec<u64> = (0..256).collect();
    let kernel = Kernel {
        inputs: &["i8"],
        ops,
        outputs: vec!["i8", "i32", "i32"],
    };
    for results in &kernel.run("sm_90a", std::slice::from_ref(&x), true) {
        for &bits in &x {
            let (low, signed) = (bits & 15, (bits << 60) as i64 >> 60);
            let got: Vec<u64> = results.iter().map(|r| r[bits as usize]).collect();
            assert_eq!(got, [signed as u8 as u64, low, signed as u32 as u64], "{bits:#x}");
        }
    }
}
