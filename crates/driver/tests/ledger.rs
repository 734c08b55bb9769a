//! The report's shared memory and barriers are those of the PTX.

use std::collections::BTreeSet;
use tilewright_driver::{Options, compile, gallery};

/// The numbers of the barriers that PTX names.
fn named_in(ptx: &str) -> BTreeSet<i64> {
    let waits = ptx.lines().filter_map(|line| line.trim().strip_prefix("bar.sync "));
    let number = |rest: &str| rest.split([',', ';']).next()?.trim().parse().ok();
    waits.filter_map(number).collect()
}

#[test]
fn the_named_barriers_of_the_report_are_those_of_the_ptx() {
    let mut largest = 0;
    for kernel in gallery() {
        for gpu_name in ["sm_80", "sm_90a"] {
            let options = Options {
                gpu_name: gpu_name.to_string(),
                ..Options::default()
            };
            let report = compile(kernel.source, &options).report;
            let Some(schedule) = report.schedule.filter(|schedule| !schedule.loops.is_empty()) else {
                continue;
            };
            let named = &schedule.loops[0].ledger.named_barriers;
            let told: BTreeSet<i64> = named.iter().map(|barrier| barrier.number).collect();
            let place = format!("{} on {gpu_name}", kernel.name);
            // Consumers compute the numbers of theirs.
            let of_consumers = named.iter().filter(|barrier| barrier.who.starts_with("warpgroup "));
            let of_consumers: BTreeSet<i64> = of_consumers.map(|barrier| barrier.number).collect();
            let literal = named_in(&report.ptx.unwrap().text);
            assert_eq!(&literal | &of_consumers, told, "{place}");
            largest = largest.max(told.last().copied().unwrap_or(0));
        }
    }
    assert!((1..16).contains(&largest), "{largest}");
}
