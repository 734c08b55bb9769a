//! Loops without products whose loads run ahead (`tests/language/ahead_*.mlir`): right at each depth, in both forms, on every GPU whose memory
//! is known, and left alone where they must not (`behind_writes.mlir`).

use crate::common::{is_right, orders, right_in_orders};
use std::path::Path;
use tilewright_driver::report::{Report, Schedule};
use tilewright_driver::{Options, Strategy, compile};

fn kernel(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/language")
        .join(name);
    std::fs::read_to_string(file).unwrap()
}

fn compiled(gpu: &str, source: &str, strategy: Option<Strategy>, num_stages: Option<u32>) -> Report {
    let options = Options {
        gpu_name: gpu.to_string(),
        pipeline_strategy: strategy,
        num_stages,
        ..Options::default()
    };
    let report = compile(source, &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

/// Every GPU.
fn gpus() -> Vec<&'static str> {
    tilewright_machine::targets().map(|target| &*target.name).collect()
}

#[test]
fn loads_run_ahead_at_each_depth() {
    // No farther than there are iterations, where their number is known.
    for (name, most) in [("ahead_rows.mlir", 5), ("ahead_pointers.mlir", 4)] {
        let source = kernel(name);
        for gpu in gpus() {
            for stages in 2..=most {
                let report = compiled(gpu, &source, Some(Strategy::Unspecialize), Some(stages));
                let place = format!("{name} on {gpu} with {stages} stages");
                let schedule = report.schedule.as_ref().unwrap();
                assert!(!schedule.loops.is_empty(), "{place}: {:?}", schedule.refusals);
                for found in &schedule.loops {
                    assert_eq!(found.depth.chosen, i64::from(stages), "{place}");
                    assert_eq!(found.why_code, "choice.loads-ahead", "{place}");
                    let refuted = found
                        .protocol
                        .as_ref()
                        .is_some_and(|own| own.verdict.word() == "refuted");
                    assert!(!refuted, "{place}: {:?}", found.protocol);
                }
                let orders = if gpu == "sm_90a" { orders() } else { 1 };
                right_in_orders(&source, &report, orders, &place);
            }
        }
    }
}

/// A tile that registers have no room for, three iterations of it.
#[test]
fn large_tiles_come_through_rings() {
    let source = kernel("ahead_rings.mlir");
    for gpu in gpus() {
        let report = compiled(gpu, &source, Some(Strategy::Unspecialize), Some(3));
        let schedule = report.schedule.as_ref().unwrap();
        // Three stages of 32 KiB have room in most of them.
        if tilewright_machine::target(gpu).unwrap().shared_bytes_per_cta.value < 128 * 1024 {
            let mut refused = schedule.refusals.iter().flat_map(|left| &left.candidates);
            assert!(
                refused.any(|candidate| candidate.code == "pipeline.shared"),
                "{gpu}: {schedule:?}"
            );
            assert!(is_right(&source, &report, 1), "{gpu}");
            continue;
        }
        let found = &schedule.loops[0];
        assert_eq!(found.why_code, "choice.thread-rings", "{gpu}");
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{gpu}: {:?}", found.protocol);
        let refused = |code: &str| found.candidates.iter().any(|candidate| candidate.code == code);
        assert!(refused("choice.ahead-registers"), "{gpu}: {:?}", found.candidates);
        assert!(is_right(&source, &report, 1), "{gpu}");
    }
}

/// The iterations of a kernel's first loop, as it is and as it would be best, and whether it is left alone.
fn costs(schedule: &Schedule) -> (f64, f64, bool) {
    let (candidates, left) = match (schedule.loops.first(), schedule.refusals.first()) {
        (Some(found), _) => (&found.candidates, false),
        (None, Some(left)) => (&left.candidates, true),
        (None, None) => panic!("there is a loop"),
    };
    let plain = candidates.iter().find(|one| one.form.is_none()).unwrap();
    let others = candidates.iter().filter(|one| one.form.is_some());
    let best = others
        .filter_map(|one| one.iteration_cycles)
        .fold(f64::INFINITY, f64::min);
    (plain.iteration_cycles.unwrap(), best, left)
}

fn sums(tile: i64) -> String {
    let view = "tensor_view<64x65536xf32, strides=[65536,1]>";
    format!(
        "entry @sums(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {{
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %n = constant <i32: {}> : tile<i32>
  %row, %b, %c = get_tile_block_id : tile<i32>
  %x16 = assume div_by<16>, %x : tile<ptr<f32>>
  %vx = make_tensor_view %x16, shape = [64, 65536], strides = [65536, 1] : {view}
  %px = make_partition_view %vx : partition_view<tile=(1x{tile}), {view}>
  %vy = make_tensor_view %y, shape = [64, 65536], strides = [65536, 1] : {view}
  %py = make_partition_view %vy : partition_view<tile=(1x{tile}), {view}>
  %none = constant <f32: 0.0> : tile<1x{tile}xf32>
  %sum = for %i in (%0 to %n, step %1) : tile<i32> iter_values(%acc = %none) -> (tile<1x{tile}xf32>) {{
    %t, %read = load_view_tko weak %px[%row, %i] : partition_view<tile=(1x{tile}), {view}>, tile<i32> -> tile<1x{tile}xf32>, token
    %next = addf %acc, %t : tile<1x{tile}xf32>
    continue %next : tile<1x{tile}xf32>
  }}
  %w = store_view_tko weak %sum, %py[%row, %0] : tile<1x{tile}xf32>, partition_view<tile=(1x{tile}), {view}>, tile<i32> -> token
  return
}}",
        65536 / tile
    )
}

/// Narrow rows have too few bytes in flight, wide ones enough; both costs are told either way.
#[test]
fn loads_run_ahead_where_too_little_is_under_way() {
    for gpu in gpus() {
        let narrow = compiled(gpu, &sums(8), None, None);
        let (plain, best, left) = costs(narrow.schedule.as_ref().unwrap());
        assert!(!left && best < plain, "{gpu}: {plain} {best} {:?}", narrow.schedule);
        let wide = compiled(gpu, &sums(4096), None, None);
        let schedule = wide.schedule.as_ref().unwrap();
        let (plain, best, left) = costs(schedule);
        assert!(left && best >= plain * 0.95, "{gpu}: {plain} {best} {schedule:?}");
        assert_eq!(schedule.refusals[0].code, "choice.enough-in-flight", "{gpu}");
        let roofline = schedule.refusals[0].roofline.as_ref().unwrap();
        assert_eq!(roofline.loaded_bytes, 16384.0, "{gpu}");
        assert!(plain >= roofline.bound_cycles, "{gpu}");
    }
}

#[test]
fn what_is_ordered_behind_writes_is_left_alone() {
    let source = kernel("behind_writes.mlir");
    for gpu in gpus() {
        let report = compiled(gpu, &source, Some(Strategy::Unspecialize), Some(2));
        let schedule = report.schedule.as_ref().unwrap();
        assert!(schedule.loops.is_empty(), "{gpu}");
        let codes: Vec<&str> = schedule.refusals.iter().map(|left| &*left.code).collect();
        assert_eq!(codes, ["pipeline.own-writes"; 2], "{gpu}");
        assert!(is_right(&source, &report, 1), "{gpu}");
    }
}

/// The number of iterations is known when the kernel runs: the slot that is filled begins where that says, and the slot that is read at 0.
#[test]
fn rings_of_any_depth_are_right_where_the_iterations_are_not_counted() {
    let source = include_str!("../../../tests/kernels/matmul.mlir");
    for target in tilewright_machine::targets() {
        let gpu = &*target.name;
        assert!(is_right(source, &compiled(gpu, source, None, None), 0), "{gpu}");
    }
    for gpu in ["sm_80", "sm_120a", "sm_121a"] {
        for stages in 2..=8 {
            let report = compiled(gpu, source, Some(Strategy::Unspecialize), Some(stages));
            assert!(is_right(source, &report, 1), "{gpu} with {stages} stages");
        }
    }
}
