//! Special numbers: what IEEE 754 and the specification of the language say of zeros, infinities, NaNs and their
//! neighbours.

use super::reference::{Format, named};
use super::run::Kernel;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Of one argument: the op, and pairs of argument and result.
const UNARY: &[(&str, &[(f64, f64)])] = &[
    ("exp", &[(INF, INF), (-INF, 0.0), (0.0, 1.0), (-0.0, 1.0), (NAN, NAN)]),
    (
        "exp2",
        &[(INF, INF), (-INF, 0.0), (0.0, 1.0), (3.0, 8.0), (-1.0, 0.5), (NAN, NAN)],
    ),
    (
        "log",
        &[
            (0.0, -INF),
            (-0.0, -INF),
            (1.0, 0.0),
            (-1.0, NAN),
            (INF, INF),
            (-INF, NAN),
            (NAN, NAN),
        ],
    ),
    (
        "log2",
        &[
            (0.0, -INF),
            (-0.0, -INF),
            (1.0, 0.0),
            (8.0, 3.0),
            (0.25, -2.0),
            (-1.0, NAN),
            (INF, INF),
            (NAN, NAN),
        ],
    ),
    (
        "rsqrt",
        &[
            (0.0, INF),
            (-0.0, -INF),
            (INF, 0.0),
            (4.0, 0.5),
            (-1.0, NAN),
            (-INF, NAN),
            (NAN, NAN),
        ],
    ),
    (
        "sqrt",
        &[
            (0.0, 0.0),
            (-0.0, -0.0),
            (INF, INF),
            (4.0, 2.0),
            (-1.0, NAN),
            (NAN, NAN),
        ],
    ),
    ("sin", &[(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN)]),
    ("cos", &[(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN), (NAN, NAN)]),
    ("tan", &[(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN)]),
    (
        "sinh",
        &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (NAN, NAN)],
    ),
    ("cosh", &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF), (NAN, NAN)]),
    (
        "tanh",
        &[
            (0.0, 0.0),
            (-0.0, -0.0),
            (INF, 1.0),
            (-INF, -1.0),
            (50.0, 1.0),
            (NAN, NAN),
        ],
    ),
    (
        "floor",
        &[
            (-0.0, -0.0),
            (0.5, 0.0),
            (-0.5, -1.0),
            (-2.0, -2.0),
            (INF, INF),
            (NAN, NAN),
        ],
    ),
    (
        "ceil",
        &[
            (-0.0, -0.0),
            (0.5, 1.0),
            (-0.5, -0.0),
            (-2.0, -2.0),
            (-INF, -INF),
            (NAN, NAN),
        ],
    ),
    (
        "negf",
        &[(0.0, -0.0), (-0.0, 0.0), (1.5, -1.5), (-INF, INF), (NAN, NAN)],
    ),
    ("absf", &[(-0.0, 0.0), (-1.5, 1.5), (-INF, INF), (NAN, NAN)]),
];

/// Two arguments and the result.
type Row = (f64, f64, f64);

/// Of two: the op, what stands behind it, and triples.
const BINARY: &[(&str, &str, &[Row])] = &[
    (
        "pow",
        "",
        &[
            (-1.0, INF, 1.0),
            (-1.0, -INF, 1.0),
            (-INF, -2.5, 0.0),
            (-INF, 2.5, INF),
            (-INF, 3.0, -INF),
            (-INF, -3.0, -0.0),
            (-INF, 2.0, INF),
            (0.0, -1.0, INF),
            (-0.0, -1.0, -INF),
            (-0.0, -2.0, INF),
            (-0.0, 3.0, -0.0),
            (-0.0, 2.5, 0.0),
            (NAN, 0.0, 1.0),
            (NAN, -0.0, 1.0),
            (1.0, NAN, 1.0),
            (NAN, 1.0, NAN),
            (2.0, NAN, NAN),
            (-2.0, 0.5, NAN),
            (-2.0, 3.0, -8.0),
            (-2.0, 2.0, 4.0),
            (0.5, INF, 0.0),
            (0.5, -INF, INF),
            (2.0, INF, INF),
            (2.0, -INF, 0.0),
            (INF, -1.0, 0.0),
            (INF, 1.0, INF),
            (0.0, 0.0, 1.0),
        ],
    ),
    (
        "atan2",
        "",
        &[
            (0.0, 1.0, 0.0),
            (-0.0, 1.0, -0.0),
            (0.0, -1.0, PI),
            (-0.0, -1.0, -PI),
            (0.0, 0.0, 0.0),
            (0.0, -0.0, PI),
            (1.0, 0.0, FRAC_PI_2),
            (-1.0, -0.0, -FRAC_PI_2),
            (INF, INF, FRAC_PI_4),
            (INF, -INF, 3.0 * FRAC_PI_4),
            (-INF, 1.0, -FRAC_PI_2),
            (1.0, INF, 0.0),
            (-1.0, INF, -0.0),
            (1.0, -INF, PI),
            (1.0, 1.0, FRAC_PI_4),
            (NAN, 1.0, NAN),
            (1.0, NAN, NAN),
        ],
    ),
    (
        "remf",
        "",
        &[
            (5.0, 3.0, 2.0),
            (-5.0, 3.0, -2.0),
            (5.0, -3.0, 2.0),
            (6.0, 3.0, 0.0),
            (-6.0, 3.0, -0.0),
            (-0.0, 1.0, -0.0),
            (5.0, INF, 5.0),
            (INF, 3.0, NAN),
            (5.0, 0.0, NAN),
            (NAN, 1.0, NAN),
            (1.0, NAN, NAN),
        ],
    ),
    (
        "maxf",
        "",
        &[
            (0.0, -0.0, 0.0),
            (-0.0, 0.0, 0.0),
            (NAN, 1.0, 1.0),
            (-INF, NAN, -INF),
            (NAN, NAN, NAN),
            (1.0, 2.0, 2.0),
        ],
    ),
    (
        "minf",
        "",
        &[
            (0.0, -0.0, -0.0),
            (-0.0, 0.0, -0.0),
            (NAN, 1.0, 1.0),
            (INF, NAN, INF),
            (NAN, NAN, NAN),
            (1.0, 2.0, 1.0),
        ],
    ),
    (
        "maxf",
        " propagate_nan",
        &[(0.0, -0.0, 0.0), (NAN, 1.0, NAN), (1.0, NAN, NAN), (1.0, INF, INF)],
    ),
    (
        "minf",
        " propagate_nan",
        &[(0.0, -0.0, -0.0), (NAN, 1.0, NAN), (1.0, NAN, NAN), (1.0, -INF, -INF)],
    ),
];

/// x^n for whole n.
const POWERS: &[(f64, i32, f64)] = &[
    (0.0, -1, INF),
    (-0.0, -1, -INF),
    (-0.0, -2, INF),
    (-0.0, 3, -0.0),
    (NAN, 0, 1.0),
    (NAN, 1, NAN),
    (INF, 0, 1.0),
    (-2.0, 3, -8.0),
    (2.0, -2, 0.25),
    (-INF, 3, -INF),
    (-INF, -3, -0.0),
    (INF, -1, 0.0),
    (1.0, i32::MIN, 1.0),
    (-1.0, i32::MAX, -1.0),
    (2.0, i32::MAX, INF),
    (-2.0, i32::MAX, -INF),
    (2.0, i32::MIN, 0.0),
    (0.5, i32::MIN, INF),
];

const ELEMENTS: [&str; 4] = ["f32", "f64", "f16", "bf16"];

/// The number of a format nearest to a value that all have, or nearly: by search in the neighbourhood of its f64.
fn encoded(format: Format, value: f64) -> u64 {
    let scalar = tilewright_ir::types::SCALARS
        .iter()
        .find_map(|t| t.scalar.filter(|s| s.name == format.name));
    tilewright_ir::numbers::float_bits(scalar.unwrap(), value)
}

/// Whether a result is what it should be: within a unit, and exactly zero, infinite or no number where it should be.
fn right(format: Format, got: f64, want: f64) -> bool {
    if want.is_nan() || want.is_infinite() || want == 0.0 {
        return (want.is_nan() && got.is_nan()) || (got == want && got.is_sign_negative() == want.is_sign_negative());
    }
    (got - want).abs() <= format.unit(want)
}

fn compare(
    what: &str,
    format: Format,
    results: &[Vec<Vec<u64>>; 2],
    index: usize,
    want: &[f64],
    wrong: &mut Vec<String>,
) {
    for (engine, results) in ["compiled", "interpreted"].iter().zip(results) {
        for (i, want) in want.iter().enumerate() {
            let got = format.value(results[index][i]);
            if !right(format, got, *want) {
                wrong.push(format!(
                    "{engine} {what} of {} in row {i}: {got}, not {want}",
                    format.name
                ));
            }
        }
    }
}

#[test]
fn special_numbers_of_functions() {
    let mut wrong = Vec::new();
    for element in ELEMENTS {
        let format = named(element);
        for (op, rows) in UNARY {
            let x = rows.iter().map(|r| encoded(format, r.0)).collect();
            let ops = format!("  %r0 = {op} %x : tile<TILEx{element}>\n");
            let results = Kernel {
                inputs: &[element],
                ops,
                outputs: vec![element],
            }
            .run("sm_90a", &[x], true);
            let want: Vec<f64> = rows.iter().map(|r| r.1).collect();
            compare(op, format, &results, 0, &want, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn special_numbers_of_functions_of_two() {
    let mut wrong = Vec::new();
    for element in ELEMENTS {
        let format = named(element);
        for (op, modifier, rows) in BINARY {
            let x = rows.iter().map(|r| encoded(format, r.0)).collect();
            let y = rows.iter().map(|r| encoded(format, r.1)).collect();
            let ops = format!("  %r0 = {op} %x, %y{modifier} : tile<TILEx{element}>\n");
            let results = Kernel {
                inputs: &[element; 2],
                ops,
                outputs: vec![element],
            }
            .run("sm_80", &[x, y], true);
            let want: Vec<f64> = rows.iter().map(|r| r.2).collect();
            compare(op, format, &results, 0, &want, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn special_numbers_of_whole_powers() {
    let mut wrong = Vec::new();
    for element in ELEMENTS {
        let format = named(element);
        let x = POWERS.iter().map(|r| encoded(format, r.0)).collect();
        let n = POWERS.iter().map(|r| u64::from(r.1 as u32)).collect();
        let ops = format!("  %r0 = fpowi %x, %y : tile<TILEx{element}>, tile<TILExi32>\n");
        let results = Kernel {
            inputs: &[element, "i32"],
            ops,
            outputs: vec![element],
        }
        .run("sm_120a", &[x, n], true);
        let want: Vec<f64> = POWERS.iter().map(|r| r.2).collect();
        compare("fpowi", format, &results, 0, &want, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Exponents of every type, and constant ones, which become products.
#[test]
fn whole_powers_by_exponent() {
    let mut wrong = Vec::new();
    let bases = [1.5, -1.5, 0.75, -3.0, 0.0, -0.0, INF, -INF, NAN];
    for element in ["f32", "f64", "bf16"] {
        let format = named(element);
        let x: Vec<u64> = bases.iter().map(|&b| encoded(format, b)).collect();
        for exponent in [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7] {
            let (tile, word) = (format!("tile<TILEx{element}>"), "tile<TILExi32>");
            let byte = "tile<TILExi8>";
            let ops = format!(
                "  %n = constant <i32: {exponent}> : {word}\n  %m = constant <i8: {exponent}> : {byte}\n  \
                 %r0 = fpowi %x, %n : {tile}, {word}\n  %r1 = fpowi %x, %m : {tile}, {byte}\n  \
                 %k = addi %n, %y : {word}\n  %r2 = fpowi %x, %k : {tile}, {word}\n"
            );
            let zeros = vec![0; x.len()];
            let kernel = Kernel {
                inputs: &[element, "i32"],
                ops,
                outputs: vec![element; 3],
            };
            let results = kernel.run("sm_90a", &[x.clone(), zeros], true);
            let want: Vec<f64> = bases.iter().map(|b| b.powi(exponent)).collect();
            for index in 0..3 {
                compare(
                    &format!("fpowi by {exponent}"),
                    format,
                    &results,
                    index,
                    &want,
                    &mut wrong,
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// f32 alone flushes subnormal numbers, where an op asks for it: arguments and results.
#[test]
fn subnormal_numbers_are_flushed_where_asked() {
    let small = f64::from(f32::from_bits(0x0040_0000));
    let least = f64::from(f32::MIN_POSITIVE);
    let rows: &[(&str, f64, f64, f64, f64)] = &[
        ("addf", small, -0.0, small, 0.0),
        ("addf", -small, -0.0, -small, -0.0),
        ("subf", least, small, small, least),
        ("mulf", least, -0.5, -small, -0.0),
        ("divf", least, 2.0, small, 0.0),
        ("maxf", -small, -1.0, -small, -0.0),
        ("minf", small, 1.0, small, 0.0),
    ];
    let format = named("f32");
    let mut wrong = Vec::new();
    for (op, x, y, kept, flushed) in rows {
        let ops = format!(
            "  %r0 = {op} %x, %y : tile<TILExf32>\n  %r1 = {op} %x, %y flush_to_zero : tile<TILExf32>\n  \
             %r2 = fma %x, %y, %y flush_to_zero : tile<TILExf32>\n"
        );
        let inputs = [vec![encoded(format, *x)], vec![encoded(format, *y)]];
        let results = Kernel {
            inputs: &["f32"; 2],
            ops,
            outputs: vec!["f32"; 3],
        }
        .run("sm_80", &inputs, true);
        compare(op, format, &results, 0, &[*kept], &mut wrong);
        compare(op, format, &results, 1, &[*flushed], &mut wrong);
    }
    let unary: &[(&str, f64, f64, f64)] = &[
        ("exp2", -126.5, 2f64.powf(-126.5), 0.0),
        ("rsqrt", small, 1.0 / small.sqrt(), INF),
        ("sqrt", small, small.sqrt(), 0.0),
    ];
    for (op, x, kept, flushed) in unary {
        let ops = format!("  %r0 = {op} %x : tile<TILExf32>\n  %r1 = {op} %x flush_to_zero : tile<TILExf32>\n");
        let inputs = [vec![encoded(format, *x)]];
        let results = Kernel {
            inputs: &["f32"],
            ops,
            outputs: vec!["f32"; 2],
        }
        .run("sm_80", &inputs, true);
        compare(op, format, &results, 0, &[*kept], &mut wrong);
        compare(op, format, &results, 1, &[*flushed], &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Arguments of any size, with values that a computation with many digits gave.
#[test]
fn large_angles() {
    let rows: &[(&str, f64, [f64; 3])] = LARGE_ANGLES;
    let mut wrong = Vec::new();
    for (element, x, want) in rows {
        let format = named(element);
        let ops = ["sin", "cos", "tan"].iter().enumerate();
        let ops: String = ops
            .map(|(i, op)| format!("  %r{i} = {op} %x : tile<TILEx{element}>\n"))
            .collect();
        let inputs = [vec![encoded(format, *x), encoded(format, -x)]];
        let results = Kernel {
            inputs: &[element],
            ops,
            outputs: vec![element; 3],
        }
        .run("sm_90a", &inputs, true);
        for (i, (op, sign)) in [("sin", -1.0), ("cos", 1.0), ("tan", -1.0)].into_iter().enumerate() {
            let got = results
                .iter()
                .flat_map(|r| [format.value(r[i][0]), sign * format.value(r[i][1])]);
            for got in got {
                if (got - want[i]).abs() > 3.0 * format.unit(want[i]) {
                    wrong.push(format!("{op} {x:e} of {element}: {got:e}, not {:e}", want[i]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Type, angle, and its sine, cosine and tangent.
const LARGE_ANGLES: &[(&str, f64, [f64; 3])] = &[
    (
        "f32",
        100000.0,
        [0.03574879797201651, -0.9993608074382124, -0.035771662952898776],
    ),
    (
        "f32",
        100001.0,
        [-0.8216179648371524, -0.5700385248883234, 1.4413376095907133],
    ),
    (
        "f32",
        33000000.0,
        [0.6938005895007144, 0.7201671625452393, 0.9633882598154863],
    ),
    (
        "f32",
        50000000.0,
        [0.8256467432733234, 0.5641874292486094, 1.4634263375434085],
    ),
    (
        "f32",
        10000000000.0,
        [-0.4875060250875107, 0.873119622676856, -0.5583496378112418],
    ),
    (
        "f32",
        1.0000000200408773e+20,
        [0.6565766778545903, 0.7542592830701055, 0.870492007976472],
    ),
    (
        "f32",
        3.0000000054977558e+38,
        [0.8749048877644344, -0.4842947835419069, -1.8065544323351714],
    ),
    (
        "f32",
        7.729178919452902e+28,
        [1.0, -1.6147697982476211e-09, -619283318.9506139],
    ),
    (
        "f32",
        131072.0,
        [-0.9991137889507709, 0.04209081525029623, -23.737097583153588],
    ),
    (
        "f64",
        1000000000.0,
        [0.5458434494486996, 0.8378871813639024, 0.6514522021451413],
    ),
    (
        "f64",
        1000000010.0,
        [-0.9138300129708387, -0.40609691871980125, 2.250275662892589],
    ),
    (
        "f64",
        10000000000.0,
        [-0.4875060250875107, 0.873119622676856, -0.5583496378112418],
    ),
    (
        "f64",
        3400000000.0,
        [-0.07810920423289215, -0.9969448090110627, 0.07834857409044937],
    ),
    (
        "f64",
        1e+22,
        [-0.8522008497671888, 0.523214785395139, -1.6287782256068988],
    ),
    (
        "f64",
        1e+100,
        [-0.3806377310050287, 0.9247242387519338, -0.4116229628832498],
    ),
    (
        "f64",
        5.319372648326541e+255,
        [1.0, -4.687165924254628e-19, -2.133485385753704e+18],
    ),
    (
        "f64",
        1.7e+308,
        [-0.5952560848632077, 0.803536056087918, -0.7407957369844252],
    ),
    (
        "f64",
        8.98846567431158e+307,
        [0.563127779850884, -0.826369834614148, -0.6814476476066215],
    ),
    (
        "f64",
        5000000000000000.0,
        [-0.901711760523585, -0.432337716297638, 2.0856652716896247],
    ),
    (
        "bf16",
        3.2964854295465914e+38,
        [-0.9646372139284891, -0.26358119338124697, 3.659734602283352],
    ),
    (
        "bf16",
        9999220736.0,
        [0.9536997672142873, 0.30076029328256454, 3.1709630177753736],
    ),
    (
        "f16",
        65504.0,
        [0.9753761096791481, -0.22054805523325388, -4.42251058912118],
    ),
    (
        "f16",
        1234.0,
        [0.6019276547624973, -0.7985506235875843, -0.7537751984442329],
    ),
];
