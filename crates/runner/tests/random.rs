//! Random kernels: the interpreter and the emulator on the compiled PTX must agree, on every target.
//!
//! A fixed set of seeds runs with the other tests. `TILEWRIGHT_RANDOM_SECONDS=3600 cargo test --release -p tilewright-runner random`
//! goes on from `TILEWRIGHT_RANDOM_SEED` for so long, with kernels of up to `TILEWRIGHT_RANDOM_SIZE` ops;
//! `TILEWRIGHT_RANDOM_TRACE=1` shows each before it runs. A kernel on which the engines differ is shrunk before it is
//! shown.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tilewright_case::{Case, Element, Tolerance};
use tilewright_diag::Severity;
use tilewright_driver::report::Message;
use tilewright_driver::{Consumers, Generator, LoopModel, Strategy};
use tilewright_kernelgen::{Plan, Random, grow, shrink};
use tilewright_runner::{Trial, emulate, interpret};

const TARGETS: [&str; 5] = ["sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a"];

/// Kernels of the fixed set.
const KERNELS: u64 = 150;

/// The outcome of one kernel on one target.
enum Verdict {
    /// And whether it was compiled in the way it asked for, and how many of its ops printed.
    Same {
        as_asked: bool,
        printed: usize,
    },
    /// The compiler does not take it, and says why.
    Refused(String),
    /// The generator made something that is no kernel, or whose meaning is not defined.
    Invalid(String),
    Different(String),
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Ways of compiling that the compiler would not choose by itself, for some kernels; else its own.
fn options(plan: &Plan, gpu_name: &str) -> tilewright_driver::Options {
    let mut random = Random::new(plan.seed ^ 0x0F71_0115);
    let mut some = |values: &[&str]| match random.below(3 * values.len()) {
        n if n < values.len() => Some(values[n].to_string()),
        _ => None,
    };
    let defaults = tilewright_driver::Options::default();
    tilewright_driver::Options {
        gpu_name: gpu_name.to_string(),
        pipeline_strategy: some(&["none", "unspecialize", "warp-specialize", "warp-specialize"])
            .and_then(|name| Strategy::from_name(&name)),
        consumers: some(&["1", "cooperative", "pingpong", "turns"]).and_then(|name| Consumers::from_name(&name)),
        num_stages: some(&["1", "2", "3", "5"]).and_then(|n| n.parse().ok()),
        scheduler: some(&["documented", "serial", "rau", "exact", "four-stage"])
            .and_then(|name| Generator::from_name(&name))
            .unwrap_or(defaults.scheduler),
        rrt_size_threshold: some(&["0", "16"])
            .and_then(|n| n.parse().ok())
            .unwrap_or(defaults.rrt_size_threshold),
        machine: some(&["documented-blackwell"])
            .and_then(|name| LoopModel::from_name(&name))
            .unwrap_or(defaults.machine),
        opt_level: some(&["2"]).and_then(|n| n.parse().ok()).unwrap_or(defaults.opt_level),
        lineinfo: some(&["yes"]).is_some(),
        ..Default::default()
    }
}

/// The report of a compilation. Options are chosen blindly: where they do not fit the kernel or each other, which is
/// said about them and not about the kernel, it is compiled without.
fn compiled(source: &str, plan: &Plan, gpu_name: &str) -> (tilewright_driver::Report, bool) {
    let asked = tilewright_driver::compile(source, &options(plan, gpu_name)).report;
    let about_options = |d: &Message| {
        ["pipeline.", "options", "schedule."]
            .iter()
            .any(|p| d.code.starts_with(p))
    };
    let errors = || asked.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    if errors().count() == 0 || !errors().all(about_options) {
        return (asked, true);
    }
    let plain = tilewright_driver::Options {
        gpu_name: gpu_name.to_string(),
        ..Default::default()
    };
    (tilewright_driver::compile(source, &plain).report, false)
}

fn judge(plan: &Plan, gpu_name: &str) -> Verdict {
    let source = plan.text();
    let parsed = tilewright_ir::parse(&source);
    let case = plan.case();
    let (report, as_asked) = compiled(&source, plan, gpu_name);
    let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
        let errors: Vec<_> = report
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .collect();
        let first = errors
            .first()
            .map_or(String::new(), |d| format!("{}: {}", d.code, d.message));
        let refused = !first.starts_with("parse") && !first.starts_with("verify");
        return if first.starts_with("internal") {
            Verdict::Different(first)
        } else if refused {
            Verdict::Refused(first)
        } else {
            Verdict::Invalid(first)
        };
    };
    // A kernel that is shrunk may lose what ends its loops.
    let reference = tilewright_interp::Options {
        budget: 1 << 24,
        ..Default::default()
    };
    let meaning = interpret(&parsed.module, &case, reference, &mut |_| ControlFlow::Continue(()));
    let meaning = match meaning {
        Ok(trial) if trial.findings.is_empty() && trial.unfinished.is_none() => trial,
        Ok(trial) => return Verdict::Invalid(format!("{:?} {:?}", trial.findings, trial.unfinished)),
        Err(why) => return Verdict::Invalid(format!("{why:?}")),
    };
    let seed = plan.seed % 4;
    let emulator = tilewright_emulator::Options {
        seed,
        budget: 3_000_000,
    };
    match emulate(&ptx.text, &abi, &case, emulator) {
        Ok(trial) => compare(&case, &meaning, &trial, as_asked),
        Err(why) => Verdict::Different(format!("the PTX cannot be run: {why}")),
    }
}

/// An infinity as a number that is far from all others but the largest of its type, which it may be rounded from.
fn finite(value: f64, element: Element) -> f64 {
    let beyond: f64 = match element {
        Element::F16 => 65536.0,
        Element::F64 => f64::MAX,
        _ => 2f64.powi(128),
    };
    if value.is_infinite() {
        beyond.copysign(value)
    } else {
        value
    }
}

fn compare(case: &Case, meaning: &Trial, compiled: &Trial, as_asked: bool) -> Verdict {
    if !compiled.findings.is_empty() || compiled.unfinished.is_some() {
        return Verdict::Different(format!("{:?} {:?}", compiled.findings, compiled.unfinished));
    }
    for array in case.arrays.iter().filter(|a| a.is_output()) {
        let bytes = |trial: &Trial| {
            trial
                .outputs
                .get(&array.name)
                .map(|a| a.data().to_vec())
                .unwrap_or_default()
        };
        let (wanted, got) = (bytes(meaning), bytes(compiled));
        let width = array.element.bytes();
        let bits = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
        for (at, (w, g)) in wanted.chunks(width).zip(got.chunks(width)).enumerate() {
            let (w, g) = (bits(w), bits(g));
            let (x, y) = (
                finite(array.element.value(w), array.element),
                finite(array.element.value(g), array.element),
            );
            let both_nan = array.element.is_float() && x.is_nan() && y.is_nan();
            let close = match array.tolerance {
                Tolerance::Exact => w == g,
                tolerance => {
                    let (absolute, relative) = tolerance.bounds();
                    w == g || (x - y).abs() <= absolute + relative * x.abs()
                }
            };
            if !close && !both_nan {
                return Verdict::Different(format!(
                    "{}[{at}]: {x} ({w:#x}) is right, {y} ({g:#x}) came out",
                    array.name
                ));
            }
        }
    }
    match printed_differently(case, &meaning.printed, &compiled.printed) {
        Some(why) => Verdict::Different(why),
        None => Verdict::Same {
            as_asked,
            printed: meaning.printed.len(),
        },
    }
}

/// The lines that one engine printed and the other did not. A line of a single tile block may be printed in parts; those of
/// several come in any order. Any NaN stands for any other.
fn printed_differently(case: &Case, meant: &[String], compiled: &[String]) -> Option<String> {
    let lines = |printed: &[String]| {
        let text = printed.concat().replace("-nan", "nan").replace("+nan", "nan");
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        if case.grid != [1, 1, 1] {
            lines.sort();
        }
        lines
    };
    let (meant, compiled) = (lines(meant), lines(compiled));
    (meant != compiled).then(|| format!("printed {compiled:#?} instead of {meant:#?}"))
}

/// The kernel on which the engines differ, as small as it can be made, with what differs.
fn shown(plan: &Plan, gpu_name: &str, why: &str) -> String {
    let small = shrink(plan, 150, &mut |p| matches!(judge(p, gpu_name), Verdict::Different(_)));
    let why = match judge(&small, gpu_name) {
        Verdict::Different(why) => why,
        _ => why.to_string(),
    };
    format!("seed {} on {gpu_name}: {why}\n{}", plan.seed, small.text())
}

#[test]
fn random_kernels_mean_the_same_in_both_engines() {
    let first = number("TILEWRIGHT_RANDOM_SEED").unwrap_or(0);
    let limit = number("TILEWRIGHT_RANDOM_SECONDS").map(Duration::from_secs);
    let size = number("TILEWRIGHT_RANDOM_SIZE").unwrap_or(24) as usize;
    let begin = Instant::now();
    let (mut same, mut with_options, mut texts, mut seed) = (0, 0, 0, first);
    let (mut refused, mut different, mut invalid) = (BTreeMap::<String, (u64, u64)>::new(), Vec::new(), Vec::new());
    loop {
        let over = limit.map_or(seed >= first + KERNELS, |limit| {
            begin.elapsed() >= limit && seed > first
        });
        if over || different.len() >= 4 {
            break;
        }
        let plan = grow(seed, 4 + (seed as usize * 7) % size);
        if std::env::var_os("TILEWRIGHT_RANDOM_TRACE").is_some() {
            eprintln!("seed {seed} after {:?}:\n{}", begin.elapsed(), plan.text());
        }
        let gpu_name = TARGETS[(seed % TARGETS.len() as u64) as usize];
        match judge(&plan, gpu_name) {
            Verdict::Same { as_asked, printed } => {
                same += 1;
                with_options += u64::from(as_asked);
                texts += printed;
            }
            Verdict::Refused(why) => refused.entry(why).or_insert((0, seed)).0 += 1,
            Verdict::Invalid(why) => invalid.push(format!("seed {seed}: {why}")),
            Verdict::Different(why) => different.push(shown(&plan, gpu_name, &why)),
        }
        seed += 1;
    }
    eprintln!(
        "{same} of {} kernels mean the same, {with_options} with all of their options, and print {texts} texts; refused: {refused:#?}",
        seed - first
    );
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(
        invalid.is_empty(),
        "the generator made no kernel: {}",
        invalid.join("\n")
    );
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(limit.is_some() || texts > 10, "{texts}");
}

/// A planted fault is found, and shrunk to little more than itself.
#[test]
fn a_difference_is_shrunk_to_the_op_that_makes_it() {
    let has_product = |p: &Plan| p.text().contains("mulf ");
    let plan = (0..).map(|seed| grow(seed, 40)).find(has_product).unwrap();
    let small = shrink(&plan, 1000, &mut |p| has_product(p));
    let ops = |p: &Plan| p.text().lines().count();
    assert!(
        has_product(&small) && ops(&small) < 20 && ops(&small) < ops(&plan),
        "{}",
        small.text()
    );
}

/// The generator makes both, and a difference between what is printed is seen.
#[test]
fn tables_and_prints_are_made_and_texts_compared() {
    let with = |op: &str| {
        (0..300)
            .map(|seed| grow(seed, 24))
            .filter(|p| p.text().contains(op))
            .count()
    };
    for op in ["get_global @g0", "print_tko \"", "token=%v"] {
        assert!(with(op) > 5, "{op}");
    }
    let case = grow(0, 4).case();
    let alone = Case {
        grid: [1, 1, 1],
        ..case.clone()
    };
    let two = Case {
        grid: [2, 1, 1],
        ..case
    };
    let lines = |text: &str| {
        text.split_inclusive('|')
            .map(|part| part.replace('|', ""))
            .collect::<Vec<_>>()
    };
    let differs = |case: &Case, meant: &str, got: &str| printed_differently(case, &lines(meant), &lines(got)).is_some();
    assert!(!differs(&alone, "a 1\n|b -nan\n", "a| 1\n|b nan\n"));
    assert!(differs(&alone, "a 1\n|b 2\n", "b 2\n|a 1\n"));
    assert!(!differs(&two, "a 1\n|b 2\n", "b 2\n|a 1\n"));
    assert!(differs(&two, "a 1\n|b 2\n", "b 2\n"));
}

#[test]
fn the_same_seed_makes_the_same_kernel_and_data() {
    for seed in 0..20 {
        assert_eq!(grow(seed, 30), grow(seed, 30));
        assert_eq!(grow(seed, 30).case(), grow(seed, 30).case());
    }
    assert_ne!(grow(1, 30).text(), grow(2, 30).text());
}

#[test]
fn roundings_that_an_op_does_not_have_are_refused() {
    let mut tried = 0;
    for seed in 0..60 {
        let plan = grow(seed, 20);
        for kind in 0..5 {
            let Some(plan) = plan.misrounded(kind) else { continue };
            let parsed = tilewright_ir::parse(&plan.text());
            let broken = tilewright_ir::verify(&parsed.module);
            let modifier = |text: &str| text.contains("rounding") || text.contains("flush_to_zero");
            let refused = parsed.diagnostics.iter().chain(&broken).any(|d| modifier(&d.message));
            assert!(refused, "{:?}\n{}", parsed.diagnostics, plan.text());
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}
