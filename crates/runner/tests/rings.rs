//! Loops whose tiles come through rings of their own (`tests/language/rings_*.mlir`): by agents, proved, and right in every order of
//! the warps.

use crate::common::{is_right, orders, right_in_orders};
use crate::cores::on_all_cores;
use std::path::{Path, PathBuf};
use tilewright_driver::report::Report;
use tilewright_driver::{Consumers, Options, Strategy, compile};

fn kernels() -> Vec<(PathBuf, String)> {
    kernels_named("rings_")
}

fn kernels_named(start: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().starts_with(start);
    let files: Vec<PathBuf> = files.into_iter().filter(name).collect();
    assert!(files.len() >= 2, "{files:?}");
    let text = |file: PathBuf| (file.clone(), std::fs::read_to_string(file).unwrap());
    files.into_iter().map(text).collect()
}

fn kernel(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// GPUs that have agents for such loops, and the instruction that multiplies.
const GPUS: [(&str, &str); 2] = [("sm_90a", "wgmma.mma_async"), ("sm_100a", "tcgen05.mma")];

fn compiled(source: &str, strategy: Option<Strategy>) -> Report {
    compiled_for("sm_90a", source, strategy)
}

fn compiled_for(gpu: &str, source: &str, strategy: Option<Strategy>) -> Report {
    let options = Options {
        gpu_name: gpu.to_string(),
        pipeline_strategy: strategy,
        ..Options::default()
    };
    let report = compile(source, &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

/// `check` of every kernel for each of `gpus`, on all cores: these are the longest tests.
fn of_each<G: Copy + Sync, T: Send>(gpus: &[G], check: impl Fn(&(PathBuf, String), G) -> T + Sync) -> Vec<T> {
    let kernels = kernels();
    let cases: Vec<_> = kernels
        .iter()
        .flat_map(|kernel| gpus.iter().map(move |&gpu| (kernel, gpu)))
        .collect();
    on_all_cores(&cases, |&(kernel, gpu)| check(kernel, gpu))
}

#[test]
fn their_products_run_meanwhile_and_are_right() {
    of_each(&GPUS, |(file, source), (gpu, instruction)| {
        let report = compiled_for(gpu, source, None);
        let place = format!("{} for {gpu}", file.display());
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert_eq!(found.strategy, Strategy::WarpSpecialize, "{place}");
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
        let ptx = &report.ptx.as_ref().unwrap().text;
        assert!(
            ptx.contains(instruction) && ptx.contains("cp.async.bulk.tensor"),
            "{place}"
        );
        assert!(!ptx.contains("mma.sync"), "{place}");
        right_in_orders(source, &report, orders(), &place);
    });
}

/// Operands that need no product are made beside the consumers, whose loop then has nothing but products.
/// GPUs where all threads copy tiles into rings.
const OTHER_GPUS: [&str; 2] = ["sm_80", "sm_120a"];

#[test]
fn threads_copy_their_tiles_where_there_are_no_agents() {
    let kernels = kernels();
    let mut pipelined = 0;
    for ((file, source), gpu) in kernels.iter().flat_map(|kernel| OTHER_GPUS.map(|gpu| (kernel, gpu))) {
        let report = compiled_for(gpu, source, None);
        let place = format!("{} for {gpu}", file.display());
        let loops = report.schedule.iter().flat_map(|schedule| &schedule.loops);
        for found in loops {
            let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
            assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
            pipelined += usize::from(found.why_code == "choice.thread-rings");
        }
    }
    // That they are right is a test of all kernels there (language.rs). But those whose loads depend on what they have loaded.
    assert!(pipelined * 10 >= kernels.len() * OTHER_GPUS.len() * 7, "{pipelined}");
}

/// Tiles of fewer rows than a warpgroup multiplies, and those of numbers that the loop reads. How often a loop goes round by such a number is
/// what the verdict does not take for known.
#[test]
fn threads_copy_tiles_that_no_warpgroup_multiplies() {
    for (file, source) in kernels_named("threads_") {
        for gpu in OTHER_GPUS {
            let report = compiled_for(gpu, &source, None);
            let place = format!("{} for {gpu}", file.display());
            let found = &report.schedule.as_ref().unwrap().loops[0];
            assert_eq!(found.why_code, "choice.thread-rings", "{place}");
            let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
            assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
            right_in_orders(&source, &report, orders(), &place);
        }
    }
}

/// With one slot, what has been read is filled again while the iteration goes on: the copies for each of several readers are a group, of
/// which one has to have arrived before the next. Where one op reads all that comes, nothing would overlap.
#[test]
fn the_only_slot_is_filled_again_when_its_last_reader_is_done() {
    let counts = of_each(&OTHER_GPUS, |(file, source), gpu| {
        let place = format!("{} for {gpu}", file.display());
        let options = Options {
            gpu_name: gpu.to_string(),
            num_stages: Some(1),
            ..Options::default()
        };
        let report = compile(source, &options).report;
        if !report.ok {
            // One op reads all, no loop has rings, or its one reader has no room for two slots.
            let told = |code: &str| report.diagnostics.iter().any(|told| told.code == code);
            assert!(
                ["pipeline.one-stage", "pipeline.stages", "pipeline.shared"]
                    .into_iter()
                    .any(told),
                "{place}: {:?}",
                report.diagnostics
            );
            return [1, 0];
        }
        let loops = report.schedule.iter().flat_map(|schedule| &schedule.loops);
        let rings: Vec<_> = loops.filter(|found| found.why_code == "choice.thread-rings").collect();
        for found in &rings {
            let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
            assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
        }
        let ptx = &report.ptx.as_ref().unwrap().text;
        assert!(ptx.contains("cp.async.wait_group"), "{place}");
        right_in_orders(source, &report, orders(), &place);
        [0, rings.len()]
    });
    let counts = counts
        .iter()
        .fold([0; 2], |sum, count| [sum[0] + count[0], sum[1] + count[1]]);
    assert!(counts.iter().all(|&count| count >= 4), "{counts:?}");
}

/// Tiles that threads make of accumulators are the left operand of the next product where they are: nothing goes through shared memory between products,
/// and what stays for the loop is packed before it. A right operand that is made so goes through shared memory.
#[test]
fn accumulators_become_fragments_where_they_are() {
    // Operands are written before, and results are stored after it.
    let between = |kernel: &str, gpu: &str| {
        let mut named = kernels_named("rings_")
            .into_iter()
            .filter(|(file, _)| file.ends_with(kernel));
        let (_, source) = named.next().unwrap();
        let ptx = compiled_for(gpu, &source, None).ptx.unwrap().text;
        let products = &ptx[ptx.find("mma.sync").unwrap()..ptx.rfind("mma.sync").unwrap()];
        let packs = |line: &&str| line.contains("mov.b32 %r") && line.contains(", {");
        [
            products.matches("st.shared").count(),
            products.lines().filter(packs).count(),
        ]
    };
    for gpu in OTHER_GPUS {
        assert_eq!(between("rings_running.mlir", gpu), [0, 0], "{gpu}");
        assert_ne!(between("rings_state.mlir", gpu)[0], 0, "{gpu}");
    }
}

#[test]
fn threads_copy_ahead_what_warpgroups_have_no_instruction_for() {
    for (file, source) in kernels_named("narrow_") {
        let place = file.display();
        let report = compiled(&source, None);
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert_eq!(found.why_code, "choice.thread-rings", "{place}");
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
        // That it has no agents is told, and why.
        assert!(
            report.diagnostics.iter().any(|told| told.code == "pipeline.tile-shape"),
            "{place}"
        );
        let ptx = &report.ptx.as_ref().unwrap().text;
        assert!(ptx.contains("mma.sync") && ptx.contains(BY_TMA), "{place}");
        right_in_orders(&source, &report, orders(), &place);
    }
}

/// The instructions by which rings are filled.
const BY_TMA: &str = "cp.async.bulk.tensor";
const BY_THREADS: &str = "cp.async.c";

#[test]
fn one_thread_has_tma_fill_the_rings_of_all() {
    for place in ["rings_sink.mlir", "rings_dequantised.mlir", "scaled_packed.mlir"] {
        let source = kernel(place);
        let report = compiled_for("sm_120a", &source, None);
        let ptx = &report.ptx.as_ref().unwrap().text;
        assert!(ptx.contains(BY_TMA) && !ptx.contains(BY_THREADS), "{place}");
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert!(found.why.contains("one thread has TMA load"), "{place}: {}", found.why);
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
        right_in_orders(&source, &report, orders(), place);
        // The twins: where a load forbids TMA, or the GPU has none, all threads copy.
        let of_loads = |line: &str| match line.contains("load_view_tko") {
            true => line.replace(
                " : partition_view",
                " optimization_hints=<sm_120 = {allow_tma = false}> : partition_view",
            ),
            false => line.to_string(),
        };
        let forbidden = source.lines().map(of_loads).collect::<Vec<_>>().join("\n");
        for (gpu, source) in [("sm_120a", &forbidden), ("sm_89", &source)] {
            let ptx = compiled_for(gpu, source, None).ptx.unwrap().text;
            assert!(!ptx.contains(BY_TMA), "{place} for {gpu}");
        }
    }
    // Of two loops that share rings, and of one in another, barriers would have to be carried along.
    for place in ["rings_halves.mlir", "rings_nested.mlir"] {
        let ptx = compiled_for("sm_120a", &kernel(place), None).ptx.unwrap().text;
        assert!(ptx.contains(BY_THREADS) && !ptx.contains(BY_TMA), "{place}");
    }
}

#[test]
fn threads_load_scales_ahead_where_warps_multiply_blocks() {
    let mut pipelined = 0;
    for (file, source) in kernels_named("scaled_") {
        let report = compiled_for("sm_120a", &source, None);
        let ptx = &report.ptx.as_ref().unwrap().text;
        if !ptx.contains("block_scale") {
            continue;
        }
        let place = file.display();
        // Absent: two stages of the largest tiles do not fit.
        let Some(found) = report.schedule.as_ref().and_then(|schedule| schedule.loops.first()) else {
            assert!(
                report.diagnostics.iter().any(|told| told.code == "pipeline.shared"),
                "{place}"
            );
            continue;
        };
        pipelined += 1;
        assert_eq!(found.why_code, "choice.thread-rings", "{place}");
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
    }
    assert!(pipelined >= 4, "{pipelined}");
}

#[test]
fn operands_are_made_by_others_where_they_can() {
    let roles = |name: &str| {
        let (_, source) = kernels().into_iter().find(|(file, _)| file.ends_with(name)).unwrap();
        let found = compiled(&source, None).schedule.unwrap().loops.swap_remove(0);
        let agents = found.agents.into_iter();
        agents.map(|agent| (agent.name, agent.ops.len())).collect::<Vec<_>>()
    };
    let transformer = |agents: &[(String, usize)]| agents.iter().any(|(name, _)| name == "transformer");
    let made = roles("rings_dequantised.mlir");
    assert!(transformer(&made), "{made:?}");
    assert!(
        made.iter()
            .all(|(name, ops)| !name.starts_with("consumer") || *ops == 1),
        "{made:?}"
    );
    // An operand that depends on a product is the consumers' own.
    let own = roles("rings_weighed.mlir");
    assert!(!transformer(&own), "{own:?}");
}

/// Two slots of what is made would leave the loads one: with one each, loads are ahead, and no product runs while its operands are written anew.
#[test]
fn made_operands_have_a_slot_each_where_loads_would_not_be_ahead() {
    let (_, small) = kernels()
        .into_iter()
        .find(|(file, _)| file.ends_with("rings_tf32.mlir"))
        .unwrap();
    // Left, right and sum of 64x32, 32x64 and 64x64, of as many rows or columns more.
    let wider = |sides: [[&str; 2]; 3]| {
        sides.into_iter().fold(small.clone(), |text, [from, to]| {
            let text = text.replace(&format!("({from})"), &format!("({to})"));
            text.replace(&format!("<{from}x"), &format!("<{to}x"))
        })
    };
    let large = wider([["64x64", "128x128"], ["64x32", "128x64"], ["32x64", "64x128"]]);
    for ((source, slots), (gpu, instruction)) in [(&small, 2), (&large, 1)]
        .iter()
        .flat_map(|kernel| GPUS.map(|gpu| (kernel, gpu)))
    {
        let report = compiled_for(gpu, source, None);
        let place = format!("{slots} slots for {gpu}");
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert!(found.agents.iter().any(|agent| agent.name == "transformer"), "{place}");
        assert!(found.depth.chosen >= 2, "{place}: {:?}", found.depth);
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}: {:?}", found.protocol);
        // Beside tiles there are barriers, and memory for what moves between threads.
        let buffers = &found.ledger.buffers;
        let tiles = buffers.iter().filter(|buffer| buffer.name.starts_with("buffer"));
        assert_eq!(tiles.map(|tile| tile.slots).min(), Some(*slots), "{place}: {buffers:?}");
        assert!(report.ptx.as_ref().unwrap().text.contains(instruction), "{place}");
        right_in_orders(source, &report, orders(), &place);
    }
}

/// However deep their rings are asked to be: what does not fit is refused, and nothing is refuted.
#[test]
fn they_are_proved_at_every_depth() {
    let mut compiled = 0;
    for (file, source) in kernels() {
        for (stages, consumers) in [(1, None), (2, None), (3, Some(Consumers::One))] {
            let options = Options {
                gpu_name: "sm_90a".to_string(),
                num_stages: Some(stages),
                consumers,
                ..Options::default()
            };
            let report = compile(&source, &options).report;
            let place = format!("{}, {stages} stages, {consumers:?}", file.display());
            let verdicts = report.schedule.iter().flat_map(|schedule| &schedule.loops);
            for found in verdicts.filter_map(|found| found.protocol.as_ref()) {
                assert_eq!(found.verdict.word(), "proved", "{place}: {}", found.text);
                compiled += 1;
            }
        }
    }
    assert!(compiled > 40, "only {compiled}");
}

#[test]
fn they_compute_the_same_as_without_a_pipeline() {
    for (file, source) in kernels() {
        let report = compiled(&source, Some(Strategy::None));
        assert!(report.schedule.as_ref().unwrap().loops.is_empty(), "{}", file.display());
        assert!(is_right(&source, &report, 0), "{}", file.display());
    }
}

/// Two agents that read a number that other blocks may write could see two numbers.
#[test]
fn only_a_weak_read_is_made_by_each_agent() {
    let (_, source) = kernels()
        .into_iter()
        .find(|(file, _)| file.ends_with("rings_expert.mlir"))
        .unwrap();
    let weak = "load_view_tko weak %27";
    let strategy = |source: &str| {
        let schedule = compiled(source, None).schedule;
        schedule.and_then(|schedule| schedule.loops.first().map(|found| found.strategy))
    };
    assert_eq!(strategy(&source), Some(Strategy::WarpSpecialize));
    let relaxed = source.replace(weak, "load_view_tko relaxed device %27");
    assert_ne!(source, relaxed);
    let report = compiled(&relaxed, None);
    assert!(
        report
            .diagnostics
            .iter()
            .any(|found| found.code == "pipeline.decided-once"),
        "{:?}",
        report.diagnostics
    );
    assert_ne!(strategy(&relaxed), Some(Strategy::WarpSpecialize));
}

/// The waits for products in a PTX, each as how many groups may go on.
fn waits(ptx: &str) -> Vec<u32> {
    let lines = ptx
        .lines()
        .filter_map(|line| line.trim().strip_prefix("wgmma.wait_group.sync.aligned "));
    lines
        .map(|count| count.trim_end_matches(';').parse().unwrap())
        .collect()
}

/// Of attention, the product with the keys of the next block and that with the values of this one run at a time: the schedule has
/// two stages, and a wait is for all but one.
#[test]
fn two_products_of_attention_run_at_a_time() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile/attention.mlir");
    let source = std::fs::read_to_string(path).unwrap();
    let report = compiled(&source, None);
    assert!(waits(&report.ptx.as_ref().unwrap().text).contains(&1));
    let found = &report.schedule.as_ref().unwrap().loops[0];
    let placed = found.agents[0].placed();
    let stages = placed.iter().filter(|(op, _)| op.starts_with("dot"));
    let stages: Vec<Option<i64>> = stages.map(|(_, stage)| *stage).collect();
    assert_eq!(stages, [Some(0), Some(1)], "{placed:?}");
}

/// Consumers that share a tile take turns at the products of an iteration, where they are asked to: proved, and right in every order.
#[test]
fn consumers_of_a_tile_take_turns_at_its_products() {
    const REFUSALS: [&str; 3] = ["pipeline.no-turns", "pipeline.agent-rows", "pipeline.thread-registers"];
    let attention = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile/attention.mlir");
    let mut all = kernels();
    all.push((attention.clone(), std::fs::read_to_string(attention).unwrap()));
    let taken = on_all_cores(&all, |(file, source)| {
        let options = Options {
            gpu_name: "sm_90a".to_string(),
            consumers: Some(Consumers::Turns),
            ..Options::default()
        };
        let report = compile(source, &options).report;
        let place = file.display();
        if !report.ok {
            let codes: Vec<String> = report.diagnostics.iter().map(|found| found.code.clone()).collect();
            assert!(
                codes.iter().any(|code| REFUSALS.contains(&code.as_str())),
                "{place}: {codes:?}"
            );
            return false;
        }
        let found = &report.schedule.as_ref().unwrap().loops[0];
        assert!(
            found.why.contains("take turns at the products"),
            "{place}: {}",
            found.why
        );
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{place}");
        right_in_orders(source, &report, orders(), &place);
        true
    });
    let taken = taken.into_iter().filter(|&taken| taken).count();
    assert!(taken >= 4, "only {taken}");
}

/// Where the second product takes the first one's result, and not what softmax makes of it, a chain of dependences is gone, and the
/// order of the consumers is another.
#[test]
fn a_dependence_less_moves_a_product() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile/attention.mlir");
    let source = std::fs::read_to_string(path).unwrap();
    let report = compiled(&first_product_rounded(&source), None);
    let found = &report.schedule.as_ref().unwrap().loops[0];
    let order = &found.agents[0].order;
    let whole = compiled(&source, None);
    let before = &whole.schedule.as_ref().unwrap().loops[0];
    let other = &before.agents[0].order;
    assert_ne!(order, other);
}

/// The kernel with the first product itself, rounded, as the second one's operand.
fn first_product_rounded(source: &str) -> String {
    let product = source.lines().find(|line| line.contains("= mmaf")).unwrap();
    let name = product.trim().split(' ').next().unwrap();
    let rounding = source.lines().find(|line| line.contains("= ftof %p ")).unwrap();
    source.replace(rounding, &rounding.replace("ftof %p ", &format!("ftof {name} ")))
}
