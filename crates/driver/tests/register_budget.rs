//! `--register-budget`: the variant of the documented scheduler whose cost arm adds a surcharge for live values beyond a budget.

use tilewright_driver::{Generator, Options, compile};

const GEMM: &str = include_str!("../../../tests/cutile/gemm.mlir");

/// The budget that a loop's report names, its surcharge, the surcharges of its seats, and the warnings.
fn scheduled(options: &Options) -> (Option<u32>, Option<u32>, Vec<u32>, Vec<String>) {
    let report = compile(GEMM, options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    let schedule = report.schedule.expect("a schedule");
    let one = &schedule.loops[0];
    let ops = one.solution.ops.as_ref().expect("seats");
    let of_seats = ops.0.iter().filter_map(|seat| Some(seat.cost?[2])).collect();
    let told = report.diagnostics.iter().map(|told| told.message.clone()).collect();
    (one.register_budget, one.surcharge, of_seats, told)
}

fn with(budget: u32) -> Options {
    Options {
        register_budget: Some(budget),
        ..Options::default()
    }
}

#[test]
fn values_beyond_the_budget_carry_a_surcharge() {
    let (budget, surcharge, of_seats, told) = scheduled(&with(0));
    assert_eq!((budget, told.len()), (Some(0), 0), "{told:?}");
    assert_eq!(surcharge, Some(of_seats.iter().sum()));
    // For each value beyond it, as published.
    assert!(
        surcharge > Some(0) && of_seats.iter().all(|cost| cost % 17 == 0),
        "{of_seats:?}"
    );
    let (budget, surcharge, of_seats, _) = scheduled(&with(1000));
    assert_eq!((budget, surcharge), (Some(1000), Some(0)));
    assert!(!of_seats.is_empty(), "the cost arm is asked first");
}

#[test]
fn without_a_budget_nothing_is_told_of_one() {
    assert_eq!(scheduled(&Options::default()), (None, None, Vec::new(), Vec::new()));
}

#[test]
fn a_scheduler_without_a_cost_arm_says_that_it_heeds_no_budget() {
    let options = Options {
        scheduler: Generator::Rau,
        ..with(2)
    };
    let (budget, surcharge, _, told) = scheduled(&options);
    assert_eq!((budget, surcharge), (None, None));
    let why = "--register-budget has no effect: the loop is scheduled by `rau`, which weighs no live values";
    assert_eq!(told, [why]);
}
