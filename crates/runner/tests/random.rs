//! Random kernels: the interpreter and the emulator on the compiled PTX must agree, on every target.
//!
//! A fixed set of seeds runs with the other tests. `TILEWRIGHT_RANDOM_SECONDS=3600 cargo test --release --test random` goes on
//! from `TILEWRIGHT_RANDOM_SEED` for so long, with kernels of up to `TILEWRIGHT_RANDOM_SIZE` ops; `TILEWRIGHT_RANDOM_TRACE=1`
//! shows each before it runs. A kernel on which the engines differ is shrunk before it is shown.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tilewright_case::{Case, Tolerance};
use tilewright_kernelgen::{Plan, grow, shrink};
use tilewright_runner::{Trial, emulate, interpret};

const TARGETS: [&str; 5] = ["sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a"];

/// Kernels of the fixed set.
const KERNELS: u64 = 150;

/// What came of one kernel on one target.
enum Verdict {
    Same,
    /// The compiler does not take it, and says why.
    Refused(String),
    /// The generator made something that is no kernel, or whose meaning is not defined.
    Invalid(String),
    Different(String),
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

fn options(plan: &Plan, gpu_name: &str) -> tilewright_driver::Options {
    tilewright_driver::Options {
        gpu_name: gpu_name.to_string(),
        // Some kernels are compiled in ways that the compiler would not choose by itself.
        pipeline_strategy: match plan.seed % 7 {
            3 => Some("none".to_string()),
            5 => Some("unspecialize".to_string()),
            _ => None,
        },
        num_stages: (plan.seed % 11 == 2).then_some(2),
        ..Default::default()
    }
}

fn judge(plan: &Plan, gpu_name: &str) -> Verdict {
    let source = plan.text();
    let parsed = tilewright_ir::parse(&source);
    let case = plan.case();
    let mut options = options(plan, gpu_name);
    let mut report = tilewright_driver::compile(&source, &options).report;
    // Stages are asked for blindly: a loop that cannot be pipelined has none.
    if report.diagnostics.iter().any(|d| d.code == "pipeline.stages") {
        options.num_stages = None;
        report = tilewright_driver::compile(&source, &options).report;
    }
    let (Some(ptx), Some(abi)) = (report.ptx, report.abi) else {
        let errors: Vec<_> = report
            .diagnostics
            .iter()
            .filter(|d| d.severity == tilewright_diag::Severity::Error)
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
    let emulator = tilewright_emulator::Options { seed, budget: 300_000 };
    match emulate(&ptx.text, &abi, &case, emulator) {
        Ok(trial) => compare(&case, &meaning, &trial),
        Err(why) => Verdict::Different(format!("the PTX cannot be run: {why}")),
    }
}

fn compare(case: &Case, meaning: &Trial, compiled: &Trial) -> Verdict {
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
            let (x, y) = (array.element.value(w), array.element.value(g));
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
    Verdict::Same
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
    let (mut same, mut seed) = (0, first);
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
            Verdict::Same => same += 1,
            Verdict::Refused(why) => refused.entry(why).or_insert((0, seed)).0 += 1,
            Verdict::Invalid(why) => invalid.push(format!("seed {seed}: {why}")),
            Verdict::Different(why) => different.push(shown(&plan, gpu_name, &why)),
        }
        seed += 1;
    }
    eprintln!(
        "{same} of {} kernels mean the same; refused: {refused:#?}",
        seed - first
    );
    assert!(
        invalid.is_empty(),
        "the generator made no kernel: {}",
        invalid.join("\n")
    );
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(refused.is_empty(), "{refused:#?}");
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

#[test]
fn the_same_seed_makes_the_same_kernel_and_data() {
    for seed in 0..20 {
        assert_eq!(grow(seed, 30), grow(seed, 30));
        assert_eq!(grow(seed, 30).case(), grow(seed, 30).case());
    }
    assert_ne!(grow(1, 30).text(), grow(2, 30).text());
}
