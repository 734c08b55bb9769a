//! Products that the compiler has pipelined: silent and right on every seed; with a fault planted in their PTX, caught
//! by name.

#[path = "planted/faults.rs"]
mod faults;

use faults::{FAULTS, Fault, names, plant};
use std::ops::ControlFlow;
use tilewright_driver::abi::Abi;
use tilewright_emulator::Deed;
use tilewright_runner::{Experiment, Form, Verdict, experiment, fill, with_names};

/// A product of 64 x 64 tiles with `%steps` steps of 32 along k. What the kernel begins with is `head`, and `%row`,
/// `%column` and `%start` are for the tile that is computed.
const TILE: &str = "
    %pa = make_partition_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %pb = make_partition_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %pc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %nothing = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<64x64xf32>) {
      %ta, %a_done = load_view_tko weak %pa[%row, %i] token = %start : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %tb, %b_done = load_view_tko weak %pb[%i, %column] token = %start : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %ta, %tb, %acc : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %done = store_view_tko weak %sum, %pc[%row, %column] token = %start : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
";

const HEAD: &str = "entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %steps: tile<i32>) {
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f32>>
  %n8 = assume div_by<8>, %n : tile<i32>
  %k8 = assume div_by<8>, %k : tile<i32>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %va = make_tensor_view %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %vb = make_tensor_view %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %vc = make_tensor_view %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
";

/// The same with tiles of another size.
fn sized(source: &str, [m, n, k]: [u32; 3]) -> String {
    let parts = source.split("64x32").map(|part| {
        let inner = part
            .split("32x64")
            .map(|part| part.replace("64x64", &format!("{m}x{n}")));
        inner.collect::<Vec<_>>().join(&format!("{k}x{n}"))
    });
    parts.collect::<Vec<_>>().join(&format!("{m}x{k}"))
}

/// One tile for each tile block.
fn one_tile() -> String {
    format!("{HEAD}    %row, %column, %z = get_tile_block_id : tile<i32>\n{TILE}    return\n}}\n")
}

/// Every tile block takes every so many-th tile of a row of two.
fn persistent() -> String {
    format!(
        "{HEAD}    %block, %y, %z = get_tile_block_id : tile<i32>
    %blocks, %by, %bz = get_num_tile_blocks : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %tiles = constant <i32: 4> : tile<i32>
    for %tile in (%block to %tiles, step %blocks) : tile<i32> {{
    %row = divi %tile, %two signed : tile<i32>
    %column = remi %tile, %two signed : tile<i32>
{TILE}    continue
    }}
    return\n}}\n"
    )
}

struct Compiled {
    source: String,
    ptx: String,
    lines: Vec<u32>,
    abi: Abi,
    barriers: Vec<String>,
}

fn compile(source: String, stages: u32) -> Compiled {
    let options = tilewright_driver::Options {
        gpu_name: "sm_90a".to_string(),
        num_stages: Some(stages),
        ..Default::default()
    };
    let report = tilewright_driver::compile(&source, &options).report;
    let barriers = report.barrier_names();
    let ptx = report.ptx.unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    Compiled {
        source,
        ptx: ptx.text,
        lines: ptx.lines,
        abi: report.abi.unwrap(),
        barriers,
    }
}

impl Compiled {
    fn run(&self, ptx: &str, grid: [u32; 2], extents: [u32; 3], steps: u32, seed: u32) -> Experiment {
        let mut values = vec![None; 3];
        values.extend(extents.iter().chain([&steps]).map(|&n| Some(f64::from(n))));
        let form = Form {
            grid: [Some(grid[0].into()), Some(grid[1].into()), Some(1.0)],
            values,
            seed,
            slots: 0,
        };
        let module = tilewright_ir::parse(&self.source).module;
        let launch = fill(&module, &self.abi.entry, &form).unwrap();
        let go_on = &mut |_| ControlFlow::Continue(());
        experiment(&self.source, (ptx, &self.lines), &self.abi, &launch, seed, go_on).unwrap()
    }
}

fn silent(run: &Experiment, place: &str) {
    assert!(
        matches!(run.verdict, Verdict::Same | Verdict::Close),
        "{place}: {run:#?}"
    );
}

#[test]
fn a_pipelined_product_is_silent_and_right_whatever_the_trip_count() {
    for stages in [2, 3, 4] {
        let product = compile(one_tile(), stages);
        assert!(product.ptx.contains("wgmma"), "the product is on tensor cores");
        // None, one, and around once and twice twice the stages.
        let twice = 2 * stages;
        let mut trips: Vec<u32> = vec![
            0,
            1,
            2,
            twice - 1,
            twice,
            twice + 1,
            2 * twice - 1,
            2 * twice,
            2 * twice + 1,
        ];
        trips.sort_unstable();
        trips.dedup();
        for (at, steps) in trips.into_iter().enumerate() {
            for seed in 0..8 {
                let extents = [64 - 7 * (at as u32 % 2), 64, 32 * steps.max(1)];
                let run = product.run(&product.ptx, [1, 1], extents, steps, seed);
                silent(&run, &format!("{stages} stages, {steps} steps, seed {seed}"));
            }
        }
    }
}

#[test]
fn a_pipelined_product_in_a_persistent_loop_is_silent_and_right() {
    for stages in [2, 3] {
        let product = compile(persistent(), stages);
        assert!(
            product.ptx.contains("wgmma") && product.ptx.contains("mbarrier"),
            "the inner loop is pipelined"
        );
        for steps in [0, 1, stages, 2 * stages + 1] {
            for (blocks, seed) in [(1, 0), (1, 1), (3, 2), (3, 3), (4, 4), (1, 5), (3, 6), (1, 7)] {
                let run = product.run(&product.ptx, [blocks, 1], [128, 128, 32 * steps.max(1)], steps, seed);
                silent(
                    &run,
                    &format!("{stages} stages, {steps} steps, {blocks} blocks, seed {seed}"),
                );
            }
        }
    }
}

#[test]
fn every_fault_that_is_planted_is_caught_and_named() {
    let mut missed = Vec::new();
    // One warpgroup of consumers and two; rings of two stages and of three; trips that end within a round and at its
    // end.
    for (tile, stages, steps) in [([64, 64, 32], 2, 7), ([128, 64, 64], 3, 6), ([64, 128, 16], 4, 9)] {
        let product = compile(sized(&one_tile(), tile), stages);
        let extents = [tile[0] - 3, tile[1] - 8, tile[2] * steps];
        for seed in 0..4 {
            let run = product.run(&product.ptx, [1, 1], extents, steps, seed);
            silent(&run, &format!("{tile:?}, seed {seed}"));
        }
        for fault in FAULTS {
            let ptx = plant(&product.ptx, fault);
            assert_ne!(ptx, product.ptx, "{fault:?} is planted");
            let mut seen = Vec::new();
            let caught = (0..64).find_map(|seed| {
                let run = product.run(&ptx, [1, 1], extents, steps, seed);
                let first = run.ptx_faults.first()?;
                seen.push(first.kind.clone());
                names(fault)
                    .contains(&first.kind.as_str())
                    .then(|| (seed, first.clone()))
            });
            match caught {
                Some((seed, found)) => {
                    eprintln!("{tile:?}, {fault:?}: seed {seed}: {}: {}", found.kind, found.message);
                    let line = found.place.map_or(0, |p| p.line);
                    assert!(
                        line > 0 || fault == Fault::NoInitBarrier,
                        "{fault:?}: the finding has a line of the kernel"
                    );
                }
                None => missed.push((tile, fault, seen)),
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The producer takes a slot that nobody has given back: what led there names the barriers as the schedule does.
#[test]
fn the_way_to_a_race_names_the_barriers_of_the_schedule() {
    let product = compile(one_tile(), 2);
    let (extents, steps) = ([64, 64, 32 * 7], 7);
    let names: Vec<&str> = product.barriers.iter().map(String::as_str).collect();
    assert_eq!(names, ["full[0]", "full[1]", "empty[0]", "empty[1]"]);
    let ptx = plant(&product.ptx, Fault::ReleaseBeforeWait);
    let found = (0..64).find_map(|seed| {
        let run = product.run(&ptx, [1, 1], extents, steps, seed);
        let race = run.ptx_faults.iter().find(|fault| fault.kind == "race").cloned();
        race.map(|race| (race, run.barriers))
    });
    let (race, histories) = found.unwrap();
    let told = |barrier: &str| with_names(barrier, &product.barriers, &histories);
    let way: Vec<(Deed, String)> = race
        .story
        .iter()
        .map(|event| {
            (
                event.deed,
                event
                    .after
                    .map_or_else(String::new, |after| told(&after.barrier.to_string())),
            )
        })
        .collect();
    let at = |deed: Deed, name: &str| way.iter().position(|(d, said)| *d == deed && said.starts_with(name));
    // Read, given back too early, and filled again.
    let read = way
        .iter()
        .position(|(deed, _)| matches!(deed, Deed::Reads | Deed::Writes));
    assert!(read < at(Deed::Completes, "empty["), "{way:?}");
    assert!(at(Deed::Completes, "empty[") < at(Deed::Passes, "empty["), "{way:?}");
    assert!(way.last().is_some_and(|(deed, _)| *deed == Deed::Writes), "{way:?}");
    assert!(
        race.story
            .iter()
            .all(|event| (event.deed == Deed::Completes) == (event.line == 0))
    );
    // Names are given to all or to none.
    assert_eq!(
        with_names("the mbarrier at 0x400", &product.barriers[1..], &histories),
        "the mbarrier at 0x400"
    );
}
