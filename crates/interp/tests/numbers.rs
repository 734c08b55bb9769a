//! Arithmetic against other ways to the same result: every number of the narrow formats, and random ones of the wide.

use proptest::prelude::*;
use tilewright_interp::number::*;

const MODES: [Rounding; 4] = [Rounding::Nearest, Rounding::Zero, Rounding::Down, Rounding::Up];
const OPS: [Arithmetic; 4] = [Arithmetic::Add, Arithmetic::Sub, Arithmetic::Mul, Arithmetic::Div];

/// All finite numbers of a format in ascending order, as value and bits; -0 is left out.
fn finite(format: Format) -> Vec<(f64, u64)> {
    let all = 0..1u64 << format.bits();
    let mut numbers: Vec<(f64, u64)> = all
        .map(|bits| (format.widen(bits), bits))
        .filter(|n| n.0.is_finite())
        .collect();
    numbers.retain(|&(value, bits)| value != 0.0 || bits == 0 || format == Format::E8m0);
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    numbers
}

/// The rounded value by searching for its neighbours; `None` beyond the largest number.
fn round_by_search(numbers: &[(f64, u64)], value: f64, mode: Rounding) -> Option<f64> {
    let above = numbers.partition_point(|n| n.0 < value);
    let up = numbers.get(above)?;
    if up.0 == value {
        return Some(value);
    }
    let down = numbers.get(above.checked_sub(1)?)?;
    let toward = match mode {
        Rounding::Down => down,
        Rounding::Up => up,
        Rounding::Zero => {
            if value > 0.0 {
                down
            } else {
                up
            }
        }
        // The distances are exact: neighbours of narrow formats are few bits apart.
        Rounding::Nearest | Rounding::Away => match (value - down.0).total_cmp(&(up.0 - value)) {
            std::cmp::Ordering::Less => down,
            std::cmp::Ordering::Greater => up,
            std::cmp::Ordering::Equal => {
                let down_is_right = if mode == Rounding::Away {
                    value < 0.0
                } else {
                    down.1 & 1 == 0
                };
                if down_is_right { down } else { up }
            }
        },
    };
    Some(toward.0)
}

#[test]
fn every_narrow_number_is_itself_after_widening_and_narrowing() {
    for format in Format::ALL.into_iter().filter(|f| f.bits() <= 16) {
        for bits in 0..1u64 << format.bits() {
            let value = format.widen(bits);
            for mode in MODES {
                let back = format.narrow(value, mode);
                if value.is_nan() {
                    assert_eq!(back, format.nan(), "{format:?}");
                } else if value.is_finite() {
                    assert_eq!(back, bits, "{format:?} {bits:#x} {mode:?}");
                }
            }
        }
    }
}

#[test]
fn narrowing_finds_the_neighbour_that_a_search_finds() {
    for format in [Format::F16, Format::Bf16, Format::E4m3, Format::E5m2, Format::E2m1] {
        let numbers = finite(format);
        let mut seed = 1u64;
        for pair in numbers.windows(2) {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (a, b) = (pair[0].0, pair[1].0);
            let fraction = (seed >> 40) as f64 / (1u64 << 24) as f64;
            for value in [
                a,
                (a + b) / 2.0,
                a + (b - a) * 0.25,
                a + (b - a) * 0.75,
                a + (b - a) * fraction,
            ] {
                for mode in MODES {
                    let expected = round_by_search(&numbers, value, mode).unwrap();
                    let got = format.widen(format.narrow(value, mode));
                    assert_eq!(got, expected, "{format:?} {value:e} {mode:?}");
                }
            }
        }
    }
}

#[test]
fn arithmetic_on_all_pairs_of_8_bit_floats_rounds_the_exact_result() {
    for format in [Format::E4m3, Format::E5m2, Format::E2m1] {
        let numbers = finite(format);
        for &(a, x) in &numbers {
            for &(b, y) in &numbers {
                for (op, exact) in [
                    (Arithmetic::Add, a + b),
                    (Arithmetic::Sub, a - b),
                    (Arithmetic::Mul, a * b),
                ] {
                    for mode in MODES {
                        let Some(expected) = round_by_search(&numbers, exact, mode) else {
                            continue;
                        };
                        let got = format.widen(arithmetic(op, format, mode, x, y));
                        assert_eq!(got, expected, "{format:?} {op:?} {mode:?} {a} {b}");
                    }
                }
            }
        }
    }
}

#[test]
fn eight_bit_floats_saturate_and_the_others_overflow() {
    assert_eq!(Format::E4m3.narrow(1e9, Rounding::Nearest), 0x7E);
    assert_eq!(Format::E5m2.narrow(-1e9, Rounding::Nearest), 0xFB);
    assert_eq!(Format::E2m1.narrow(f64::NAN, Rounding::Nearest), 0x7);
    assert_eq!(Format::F16.narrow(65520.0, Rounding::Nearest), 0x7C00);
    assert_eq!(Format::F16.narrow(65519.0, Rounding::Nearest), 0x7BFF);
    assert_eq!(Format::F16.narrow(1e9, Rounding::Zero), 0x7BFF);
    assert_eq!(Format::F16.narrow(1e9, Rounding::Up), 0x7C00);
    assert_eq!(Format::F16.narrow(-1e9, Rounding::Up), 0xFBFF);
    assert_eq!(Format::E8m0.narrow(1.5, Rounding::Nearest), 128);
    assert_eq!(Format::E8m0.narrow(1.49, Rounding::Nearest), 127);
    assert_eq!(
        Format::Tf32.narrow(1.0 + 2f64.powi(-11), Rounding::Nearest),
        0x3F80_0000
    );
}

#[test]
fn extremes_follow_the_rules_for_nans_and_zeros() {
    let f = Format::F32;
    let (nan, one) = (0x7FC0_0001, 1f32.to_bits().into());
    let (zero, minus_zero) = (0, 0x8000_0000);
    assert_eq!(extremum(f, true, false, nan, one), one);
    assert_eq!(extremum(f, true, true, nan, one), f.nan());
    assert_eq!(extremum(f, true, false, nan, nan), f.nan());
    assert_eq!(extremum(f, true, false, minus_zero, zero), zero);
    assert_eq!(extremum(f, false, false, zero, minus_zero), minus_zero);
}

#[test]
fn floats_become_integers_by_cutting_and_saturating() {
    let f = |v: f32| u64::from(v.to_bits());
    assert_eq!(to_int(Format::F32, f(-2.9), 32, true) as i32, -2);
    assert_eq!(to_int(Format::F32, f(3e9), 32, true) as i32, i32::MAX);
    assert_eq!(to_int(Format::F32, f(-3e9), 32, true) as i32, i32::MIN);
    assert_eq!(to_int(Format::F32, f(-1.0), 8, false), 0);
    assert_eq!(to_int(Format::F32, f(300.0), 8, false), 255);
    assert_eq!(to_int(Format::F32, f(f32::NAN), 32, true), 0);
    assert_eq!(to_int(Format::F32, f(f32::INFINITY), 64, true), i64::MAX as u64);
    assert_eq!(to_int(Format::F64, f64::NAN.to_bits(), 32, true), 0);
}

#[test]
fn integers_of_four_bits_agree_with_wide_arithmetic() {
    let none = Promise::default();
    for x in 0..16u64 {
        for y in 0..16u64 {
            let (a, b) = (sign_extend(x, 4), sign_extend(y, 4));
            assert_eq!(binary(Binary::Add, 4, true, none, x, y), Some((x + y) & 15));
            assert_eq!(binary(Binary::Mul, 4, true, none, x, y), Some((x * y) & 15));
            assert_eq!(binary(Binary::MulHigh, 4, true, none, x, y), Some((x * y) >> 4));
            assert_eq!(binary(Binary::Max, 4, true, none, x, y), Some(a.max(b) as u64 & 15));
            let down = binary(Binary::Div(Rounding::Down), 4, true, none, x, y);
            let up = binary(Binary::Div(Rounding::Up), 4, true, none, x, y);
            let rest = binary(Binary::Rem, 4, true, none, x, y);
            if b == 0 {
                assert_eq!((down, up, rest), (None, None, None));
                continue;
            }
            let exact = a as f64 / b as f64;
            let fits = |q: f64| (q <= 7.0).then_some(q as i64 as u64 & 15);
            assert_eq!(down, fits(exact.floor()), "{a} / {b}");
            assert_eq!(up, fits(exact.ceil()), "{a} / {b}");
            assert_eq!(rest, Some((a % b) as u64 & 15));
            let promised = Promise {
                signed: true,
                unsigned: false,
            };
            let kept = (-8..8).contains(&(a * b)).then_some((a * b) as u64 & 15);
            assert_eq!(binary(Binary::Mul, 4, true, promised, x, y), kept);
        }
        assert_eq!(binary(Binary::Shl, 4, true, none, x, 4), None);
        assert_eq!(
            binary(Binary::Shr, 4, true, none, x, 1),
            Some((sign_extend(x, 4) >> 1) as u64 & 15)
        );
    }
}

/// Bits of floats with all exponents, often special.
fn wide(bits: u32) -> impl Strategy<Value = u64> {
    let special = prop::sample::select(vec![
        0u64,
        1,
        0x3FF0_0000_0000_0000,
        0x7FEF_FFFF_FFFF_FFFF,
        0x7FF0_0000_0000_0000,
    ]);
    prop_oneof![4 => any::<u64>(), 1 => special].prop_map(move |v| if bits == 32 { v >> 32 } else { v })
}

fn native(op: Arithmetic, a: f64, b: f64) -> f64 {
    match op {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        Arithmetic::Div => a / b,
    }
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The result to nearest lies between those downwards and upwards, which are neighbours or equal, and the one
    /// towards zero is one of them: the exact path agrees with the processor.
    #[test]
    fn directed_results_surround_the_nearest(op in prop::sample::select(&OPS[..]), x in wide(64), y in wide(64)) {
        let round = |mode| f64::from_bits(arithmetic(op, Format::F64, mode, x, y));
        let nearest = round(Rounding::Nearest);
        let (a, b) = (f64::from_bits(x), f64::from_bits(y));
        prop_assert!(same(nearest, native(op, a, b)));
        let (down, up, zero) = (round(Rounding::Down), round(Rounding::Up), round(Rounding::Zero));
        if nearest.is_nan() {
            prop_assert!(down.is_nan() && up.is_nan() && zero.is_nan());
        } else {
            prop_assert!(down <= nearest && nearest <= up, "{down:e} {nearest:e} {up:e}");
            prop_assert!(down == up || down.next_up() == up);
            let towards_zero = if down >= 0.0 { down } else { up };
            prop_assert_eq!(zero, towards_zero);
        }
    }

    /// An f32 result in any mode is the f64 one cut once more where the f64 one is exact.
    #[test]
    fn f32_products_in_all_modes_are_exact_f64_products_rounded(x in wide(32), y in wide(32)) {
        let exact = Format::F32.widen(x) * Format::F32.widen(y);
        for mode in MODES {
            let got = arithmetic(Arithmetic::Mul, Format::F32, mode, x, y);
            prop_assert_eq!(got, Format::F32.narrow(exact, mode));
        }
    }

    #[test]
    fn fused_multiply_add_agrees_with_the_standard_library(x in wide(64), y in wide(64), z in wide(64)) {
        let (a, b, c) = (f64::from_bits(x), f64::from_bits(y), f64::from_bits(z));
        prop_assert!(same(f64::from_bits(fma(Format::F64, Rounding::Nearest, x, y, z)), a.mul_add(b, c)));
        let (p, q, r) = (f32::from_bits(x as u32), f32::from_bits(y as u32), f32::from_bits(z as u32));
        let got = fma(Format::F32, Rounding::Nearest, x & 0xFFFF_FFFF, y & 0xFFFF_FFFF, z & 0xFFFF_FFFF);
        prop_assert!(same(f32::from_bits(got as u32).into(), p.mul_add(q, r).into()));
    }

    /// Products that nearly cancel with the addend, where a second rounding would show.
    #[test]
    fn fused_multiply_add_near_cancellation(x in 1u64..1 << 24, y in 1u64..1 << 24, nudge in -2i64..3, s in -60i32..60) {
        let (a, b) = (x as f64, y as f64 * 2f64.powi(s));
        let c = f64::from_bits(((-(a * b)).to_bits() as i64 + nudge) as u64);
        let got = fma(Format::F64, Rounding::Nearest, a.to_bits(), b.to_bits(), c.to_bits());
        prop_assert!(same(f64::from_bits(got), a.mul_add(b, c)));
    }

    /// Where the exact result is an f64, rounding that to f16 must give the same.
    #[test]
    fn f16_fma_rounds_the_exact_result(x in 0u64..65536, y in 0u64..65536, z in 0u64..65536) {
        let f = Format::F16;
        let [a, b, c] = [x, y, z].map(|bits| f.widen(bits).to_bits());
        let [down, up] = [Rounding::Down, Rounding::Up].map(|mode| f64::from_bits(fma(Format::F64, mode, a, b, c)));
        if down == up && down != 0.0 {
            prop_assert_eq!(fma(f, Rounding::Nearest, x, y, z), f.narrow(down, Rounding::Nearest));
        }
    }

    #[test]
    fn square_roots_in_all_modes_square_back_around_the_number(x in wide(64)) {
        let a = f64::from_bits(x);
        prop_assert!(same(f64::from_bits(sqrt(Format::F64, Rounding::Nearest, x)), a.sqrt()));
        if a > 0.0 && a.is_finite() {
            let down = f64::from_bits(sqrt(Format::F64, Rounding::Down, x));
            let up = f64::from_bits(sqrt(Format::F64, Rounding::Up, x));
            prop_assert!(down <= a.sqrt() && a.sqrt() <= up);
            prop_assert!(down == up || down.next_up() == up);
            // Below this, the error of the square underflows.
            prop_assume!(a > 1e-200);
            prop_assert_eq!(down == up, down * down == a && down.mul_add(down, -a) == 0.0);
        }
    }

    #[test]
    fn integers_become_floats_as_the_language_does_it(v in any::<i64>()) {
        let x = v as u64;
        prop_assert_eq!(from_int(Format::F64, Rounding::Nearest, x, 64, true), (v as f64).to_bits());
        prop_assert_eq!(from_int(Format::F32, Rounding::Nearest, x, 64, false), u64::from((x as f32).to_bits()));
        prop_assert_eq!(from_int(Format::F32, Rounding::Nearest, x & 0xFFFF_FFFF, 32, true), u64::from((v as i32 as f32).to_bits()));
    }

    #[test]
    fn f64_to_f32_in_all_modes_is_a_neighbour_on_the_right_side(x in wide(64)) {
        let value = f64::from_bits(x);
        prop_assume!(!value.is_nan());
        let round = |mode| f32::from_bits(Format::F32.narrow(value, mode) as u32);
        prop_assert_eq!(round(Rounding::Nearest), value as f32);
        prop_assert!(f64::from(round(Rounding::Down)) <= value && value <= f64::from(round(Rounding::Up)));
        prop_assert!(f64::from(round(Rounding::Zero)).abs() <= value.abs());
    }
}
