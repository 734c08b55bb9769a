//! Options of the scheduler reach every loop that is compiled, or the report says that they do not.

use tilewright_driver::report::LoopSchedule;
use tilewright_driver::{Asked, Generator, LoopModel, Options, Report, Strategy, Trace, compile, trace, trace_asked};
use tilewright_machine::read_atoms;
use tilewright_modsched::depths::staging_inflates;
use tilewright_modsched::graph::Class;
use tilewright_modsched::json::read_graph;

/// A loop of two products with what lies between them.
const CAUSAL: &str = include_str!("../../../tests/language/rings_causal.mlir");
/// A loop of which all threads run the same program.
const DECODE: &str = include_str!("../../../tests/language/threads_decode.mlir");
/// Loops without products.
const ROWS: &str = include_str!("../../../tests/language/ahead_rows.mlir");
/// A product to a tile that threads load, which is too large for a ring.
const ADDED: &str = include_str!("../../../tests/language/rings_added.mlir");
/// Operands that threads gather.
const GATHERED: &str = include_str!("../../../tests/language/rings_gathered_twice.mlir");
/// A loop of a product in another that has one, too.
const NESTED: &str = include_str!("../../../tests/language/rings_nested.mlir");
/// A product behind a loop of another.
const BEHIND: &str = include_str!("../../../tests/language/rings_behind.mlir");
/// Two loops, each with a product of its own extents.
const TWO_PRODUCTS: &str = include_str!("../../../tests/documents/two_products.mlir");
/// Two products, whose right operands are loaded at times of their own.
const ATTENTION: &str = include_str!("../../../tests/cutile/attention.mlir");
/// A product and nothing else.
const GEMM: &str = include_str!("../../../tests/cutile/gemm.mlir");
/// A loop that stores what it has multiplied.
const STORED: &str = include_str!("../../../tests/language/rings_state.mlir");
/// The same, with a load that waits for what the iteration before has stored.
const AWAITED: &str = include_str!("../../../tests/documents/stored.mlir");
/// Operands whose rows are not aligned as copies want them.
const ODD: &str = include_str!("../../../tests/language/copied_odd.mlir");
/// A product of blocks with scales, two elements in a byte.
const PACKED: &str = include_str!("../../../tests/language/scaled_packed.mlir");

fn compiled(source: &str, options: &Options) -> Report {
    let report = compile(source, options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

fn loops(report: &Report) -> &[LoopSchedule] {
    &report.schedule.as_ref().expect("a schedule").loops
}

fn on(gpu_name: &str) -> Options {
    Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    }
}

fn told(report: &Report) -> Vec<&str> {
    report.diagnostics.iter().map(|told| told.message.as_str()).collect()
}

#[test]
fn code_and_summary_are_the_same_whether_schedules_are_explained_or_not() {
    let (mut ways, mut changes, mut cores) = (0, 0, 0);
    for (source, gpu) in [
        (GEMM, "sm_80"),
        (GEMM, "sm_90a"),
        (CAUSAL, "sm_100a"),
        (ATTENTION, "sm_120a"),
    ] {
        let options = on(gpu);
        let [plain, told] = [false, true].map(|explains| {
            let usual = Asked::from(&options);
            trace_asked(source, Asked { explains, ..usual }, None).report
        });
        let text = |report: &Report| report.ptx.as_ref().map(|listing| listing.text.clone());
        assert!(plain.ok && text(&plain).is_some());
        assert_eq!(text(&plain), text(&told), "{gpu}");
        assert_eq!(plain.summary, told.summary, "{gpu}");
        let ruled_out = |one: &LoopSchedule| one.solution.explanation.ruled_out.clone();
        for (plain, told) in loops(&plain).iter().zip(loops(&told)) {
            // The same IIs are ruled out, for the most part by more than it takes.
            assert_eq!(plain.solution.proven_optimal, told.solution.proven_optimal);
            for (one, other) in ruled_out(plain).iter().zip(ruled_out(told)) {
                assert_eq!(
                    (one.from, one.to, &one.certificate),
                    (other.from, other.to, &other.certificate)
                );
                cores += usize::from(one.text.len() > other.text.len());
            }
            assert_eq!(plain.solution.start, told.solution.start);
            assert_eq!(plain.solution.explanation.would_lower_ii.len(), 0);
            let run = |one: &LoopSchedule| one.protocol.as_ref().map_or(0, |verdict| verdict.run.len());
            assert_eq!(run(plain), 0);
            changes += told.solution.explanation.would_lower_ii.len();
            ways += run(told);
        }
    }
    // Both are told where they are asked for.
    assert!(
        ways > 0 && changes > 0 && cores > 0,
        "{ways} steps, {changes} changes, {cores} cores"
    );
}

#[test]
fn code_is_the_same_whether_the_ir_of_passes_is_kept_or_not() {
    for (source, gpu) in [
        (GEMM, "sm_80"),
        (GEMM, "sm_90a"),
        (CAUSAL, "sm_100a"),
        (ROWS, "sm_120a"),
    ] {
        let options = on(gpu);
        let [alone, kept] = [false, true].map(|keeps| {
            let usual = Asked::from(&options);
            trace_asked(source, Asked { keeps, ..usual }, None)
        });
        let text = |trace: &Trace| trace.report.ptx.as_ref().map(|listing| listing.text.clone());
        assert!(alone.report.ok && text(&alone).is_some());
        assert_eq!(text(&alone), text(&kept), "{gpu}");
        for level in ["nvvm", "cutlass"] {
            let listed = |trace: &Trace| trace.listing_of(level).map(|listing| listing.text);
            assert_eq!(listed(&alone), listed(&kept), "{gpu} {level}");
        }
        let of_threads = |trace: &Trace| {
            let passes = trace.snapshots.iter();
            passes
                .filter(|made| made.name == "order-chains" || made.name == "cse")
                .count()
        };
        assert!(of_threads(&alone) < of_threads(&kept), "{gpu}");
    }
}

#[test]
fn what_goes_on_meanwhile_is_known_by_what_it_becomes() {
    for (source, gpu) in [
        (CAUSAL, "sm_90a"),
        (CAUSAL, "sm_100a"),
        (DECODE, "sm_90a"),
        (CAUSAL, "sm_80"),
    ] {
        let options = Options {
            scheduler: Generator::Documented,
            ..on(gpu)
        };
        for found in loops(&compiled(source, &options)) {
            assert_ne!(
                found.solution.serial_by.as_deref(),
                Some("nothing in the loop is asynchronous")
            );
            let ops = &found.graph.ops;
            let is = |word: &str, flag: bool| {
                let mut named = ops.iter().filter(|op| op.name.starts_with(word));
                assert!(named.all(|op| op.asynchronous == Some(flag)), "{gpu}: {word}");
            };
            is("dot", true);
            is("mulf", false);
            is("addf", false);
            if ops.len() >= 8 {
                assert_eq!(found.solution.used, Generator::Documented, "{gpu}");
            }
        }
    }
    // Loads to registers are waited for, and nothing is multiplied.
    let options = Options {
        scheduler: Generator::Documented,
        ..on("sm_90a")
    };
    for found in loops(&compiled(ROWS, &options)) {
        assert!(found.graph.ops.iter().all(|op| op.asynchronous == Some(false)));
        assert!(found.solution.serial_by.is_some());
    }
}

#[test]
fn a_schedule_above_its_bounds_is_not_said_to_be_bound_by_one() {
    let options = Options {
        scheduler: Generator::Serial,
        ..on("sm_90a")
    };
    let report = compiled(CAUSAL, &options);
    let fact = report
        .summary
        .iter()
        .find(|fact| fact.label == "pipelining")
        .expect("told");
    assert!(
        fact.value.contains("one op after the other, above the bound of"),
        "{}",
        fact.value
    );
}

#[test]
fn a_register_budget_that_never_binds_changes_no_interval() {
    let budget = |source: &str, register_budget: Option<u32>| {
        let options = Options {
            register_budget,
            ..on("sm_90a")
        };
        compiled(source, &options)
    };
    let [usual, weighed] = [None, Some(1000)].map(|asked| budget(CAUSAL, asked));
    assert_eq!(loops(&weighed)[0].register_budget, Some(1000));
    assert_eq!(loops(&weighed)[0].surcharge, Some(0));
    assert_eq!(loops(&weighed)[0].solution.ii, loops(&usual)[0].solution.ii);
    // A loop that the documented scheduler has no overlap for stays as it is, and that is said.
    let [usual, weighed] = [None, Some(1000)].map(|asked| budget(ROWS, asked));
    assert_eq!(loops(&weighed)[0].register_budget, None);
    assert_eq!(usual.ptx.expect("PTX").text, weighed.ptx.as_ref().expect("PTX").text);
    let told = told(&weighed);
    assert!(
        told.iter()
            .any(|told| told.contains("--register-budget has no effect: `documented`")),
        "{told:?}"
    );
}

#[test]
fn a_published_model_says_ceilings_pools_and_latencies_of_every_loop() {
    for (source, gpu) in [(CAUSAL, "sm_90a"), (CAUSAL, "sm_100a"), (DECODE, "sm_90a")] {
        let with = |machine: LoopModel| compiled(source, &Options { machine, ..on(gpu) });
        let [usual, published] = [LoopModel::GpuAtoms, LoopModel::DocumentedBlackwell].map(with);
        for (usual, published) in loops(&usual).iter().zip(loops(&published)) {
            assert!(usual.graph.limits.ceilings.is_empty());
            assert_eq!(published.graph.limits.ceilings.len(), 2);
            let pool = |one: &LoopSchedule| one.graph.resources.iter().any(|own| own.name == "smem_bytes (pool)");
            assert_eq!([pool(usual), pool(published)], [false, true], "{gpu}");
            let latencies = |one: &LoopSchedule| -> u32 { one.graph.ops.iter().map(|op| op.latency).sum() };
            assert!(latencies(published) < latencies(usual), "{gpu}");
        }
    }
}

/// The published model.
const PUBLISHED: &str = include_str!("../../machine/data/documented-blackwell.json");

/// The report on a kernel whose loops have a model of their own.
fn with_model(source: &str, gpu: &str, model: &str) -> Report {
    let atoms = read_atoms(model).expect("a model");
    let options = on(gpu);
    let asked = Asked {
        atoms: Some(&atoms),
        ..Asked::from(&options)
    };
    let report = trace_asked(source, asked, None).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report
}

/// A copy of the usual model under another name schedules as that does, in rows and in cycles of the SM; a pool that holds less does not.
#[test]
fn a_copy_of_the_usual_model_changes_nothing() {
    let copy = include_str!("../../machine/data/atoms.json").replacen("gpu-atoms", "mine", 1);
    let less = copy.replace(
        r#"{"name": "named_barrier", "capacity": 3,"#,
        r#"{"name": "named_barrier", "capacity": 1,"#,
    );
    assert_ne!(copy, less);
    for (source, gpu) in [(ATTENTION, "sm_100a"), (ATTENTION, "sm_90a"), (GEMM, "sm_90a")] {
        let usual = compile(source, &on(gpu)).report;
        let tables = |report: &Report| format!("{:?}", loops(report));
        assert_eq!(tables(&with_model(source, gpu, &copy)), tables(&usual), "{gpu}");
    }
    let pools = |report: &Report| {
        let resources = loops(report).iter().flat_map(|one| &one.graph.resources);
        resources.filter(|resource| resource.name.ends_with("(pool)")).count()
    };
    assert_eq!(pools(&with_model(ATTENTION, "sm_100a", &copy)), 0);
    assert!(pools(&with_model(ATTENTION, "sm_100a", &less)) > 0);
}

/// The table says by tags, and of no op by name, what each takes: all 23 rows make a compiled loop slower.
#[test]
fn each_published_latency_acts_on_a_compiled_loop() {
    let text = PUBLISHED;
    let kernels = [
        (ATTENTION, "sm_100a"),
        (ATTENTION, "sm_90a"),
        (GEMM, "sm_90a"),
        (GEMM, "sm_80"),
        (ODD, "sm_90a"),
        (STORED, "sm_90a"),
    ];
    let latencies = |text: &str, (source, gpu): (&'static str, &str)| -> Vec<u32> {
        let report = with_model(source, gpu, text);
        let ops = loops(&report).iter().flat_map(|one| &one.graph.ops);
        ops.map(|op| op.latency).collect()
    };
    let usual = kernels.map(|kernel| latencies(text, kernel));
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("\"tag\": ")).collect();
    assert_eq!(rows.len(), 23);
    for row in rows {
        let slower = text.replace(row, &row.replace("\"latency\": ", "\"latency\": 10"));
        let acts = |at: usize| latencies(&slower, kernels[at]) != usual[at];
        assert!((0..kernels.len()).any(acts), "{row}");
    }
}

/// The last row, of stores, is on a circuit of dependences where a load of the next iteration waits for one: it bounds such a loop, and no other.
#[test]
fn the_published_latency_of_stores_bounds_loops_whose_loads_wait_for_them() {
    let row = "{\"tag\": 34, \"latency\": 7,";
    assert!(PUBLISHED.contains(row));
    let bounds = |source: &str, latency: u32| {
        let model = PUBLISHED.replace(row, &row.replace('7', &latency.to_string()));
        let report = with_model(source, "sm_90a", &model);
        let solution = &loops(&report)[0].solution;
        let bounds = solution.bounds.as_ref().expect("bounds");
        (bounds.recurrence.mii, solution.ii.expect("a schedule"))
    };
    assert_eq!(
        [7, 107].map(|latency| bounds(AWAITED, latency)),
        [(107, 115), (131, 131)]
    );
    assert_eq!([7, 107].map(|latency| bounds(STORED, latency)), [(37, 96), (37, 96)]);
}

/// A cycle of a long loop's schedule is several of the SM, and a ceiling says how many of both it has.
#[test]
fn a_ceiling_is_told_in_cycles_of_the_schedule_and_of_the_machine() {
    let published = |source: &str, scheduler: Generator| {
        let options = Options {
            machine: LoopModel::DocumentedBlackwell,
            scheduler,
            ..on("sm_90a")
        };
        compile(source, &options).report
    };
    let long = include_str!("../../../tests/language/scaled_halves.mlir");
    let report = published(long, Generator::Documented);
    let told = told(&report);
    let words = "accumulates 97 cycles of the schedule, above the ceiling far memory (5000 cycles of the SM) of 87";
    assert!(!report.ok && told.iter().any(|told| told.contains(words)), "{told:?}");
    // The same where nothing is refused, and where both have the same cycles.
    let ceiling = |source: &str| {
        let report = published(source, Generator::Auto);
        let found = &loops(&report)[0];
        let ceiling = &found.graph.limits.ceilings[0];
        (found.row_cycles, ceiling.name.clone(), ceiling.cycles)
    };
    assert_eq!(
        ceiling(STORED),
        (Some(4.0), "far memory (5000 cycles of the SM)".to_string(), 1250)
    );
    assert_eq!(ceiling(GEMM), (None, "far memory".to_string(), 5000));
}

#[test]
fn a_loop_that_counts_in_stages_says_that_it_heeds_no_model() {
    let with = |scheduler: Generator| {
        let options = Options {
            machine: LoopModel::DocumentedBlackwell,
            scheduler,
            ..on("sm_80")
        };
        let report = compiled(include_str!("../../../tests/kernels/matmul.mlir"), &options);
        told(&report)
            .iter()
            .any(|told| told.contains("--machine has no effect: a four-stage loop"))
    };
    assert_eq!([Generator::FourStage, Generator::Auto].map(with), [true, false]);
}

#[test]
fn what_is_loaded_and_multiplied_is_counted_whole() {
    for gpu in ["sm_100a", "sm_120a"] {
        let report = compiled(PACKED, &on(gpu));
        let estimate = loops(&report)[0].estimate.as_ref().expect("an estimate");
        // 128 by 128 by 128 multiply-adds, of two operands with two elements in a byte, and scales of 16 elements each.
        assert_eq!(estimate.flops, f64::from(2 * 128 * 128 * 128), "{gpu}");
        assert_eq!(estimate.loaded_bytes, f64::from(2 * (128 * 64 + 128 * 8)), "{gpu}");
    }
    for gpu in ["sm_80", "sm_90a", "sm_100a"] {
        for source in [CAUSAL, DECODE] {
            let report = compiled(source, &on(gpu));
            for found in loops(&report) {
                assert!(found.estimate.as_ref().is_some_and(|own| own.limit.is_some()), "{gpu}");
            }
        }
    }
}

/// An iteration has the products of its own loop: not those of another, around it, behind it or before it.
#[test]
fn each_loop_counts_its_own_products_and_bytes() {
    for gpu in ["sm_80", "sm_90a", "sm_100a"] {
        for source in [NESTED, BEHIND] {
            let report = compiled(source, &on(gpu));
            let own = loops(&report)[0].estimate.as_ref();
            let own = own.map(|own| (own.flops, own.loaded_bytes));
            assert_eq!(own, Some((524_288.0, 12_288.0)), "{gpu}");
        }
        let report = compiled(TWO_PRODUCTS, &on(gpu));
        let of_line = |line: u32| {
            let mut found = loops(&report).iter().filter(|found| found.line == line);
            let own = found.next().and_then(|found| found.estimate.as_ref());
            own.map(|own| (own.flops, own.loaded_bytes)).expect("an estimate")
        };
        assert_eq!(of_line(24), (262_144.0, 8_192.0), "{gpu}");
        assert_eq!(of_line(31), (524_288.0, 16_384.0), "{gpu}");
    }
}

/// An SM has one path from L2, whoever asks for what comes on it: no iteration is shorter than all that it loads, and no ring is deeper than hides that.
#[test]
fn what_threads_load_takes_its_time() {
    for gpu in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        let target = tilewright_machine::target(gpu).expect("a target");
        let rate = target.pipeline.fill_bytes_per_cycle.value as f64;
        for source in [ADDED, GATHERED, PACKED, CAUSAL] {
            let report = compiled(source, &on(gpu));
            for estimate in loops(&report).iter().filter_map(|own| own.estimate.as_ref()) {
                let fill = estimate.loaded_bytes / rate;
                assert!(estimate.ii_cycles >= fill, "{gpu}: {} for {fill}", estimate.ii_cycles);
            }
        }
    }
    // The same product, with and without 32 KiB that threads load for it.
    let of = |source: &str| {
        let report = compiled(source, &on("sm_90a"));
        let [own] = loops(&report) else { panic!("one loop") };
        let estimate = own.estimate.as_ref().expect("an estimate");
        let limit = estimate.limit.expect("a limit");
        (estimate.loaded_bytes, limit.name(), own.depth.wanted)
    };
    assert_eq!(of(ADDED), (45056.0, "fill", 2));
    let lines = ADDED.lines().filter(|line| !line.contains("%c, %51 = "));
    let twin = lines
        .collect::<Vec<_>>()
        .join("\n")
        .replace("%x, %w, %c :", "%x, %w, %acc :");
    assert_eq!(of(&twin), (12288.0, "fill", 7));
}

/// Of what agents could have by rings, threads have nothing ahead, nor tiles of which two have no room.
#[test]
fn threads_alone_multiply_what_they_have_nothing_ahead_of() {
    let large = GEMM.replace("64x32", "64x512").replace("32x64", "512x64");
    let asked = Options {
        pipeline_strategy: Some(Strategy::Unspecialize),
        ..on("sm_90a")
    };
    // Neighbours that are aligned to 2 bytes are no piece of a copy.
    let odd = ODD.replace("x100xf16, strides=[100,1]", "x100xf16, strides=[101,1]");
    let odd = odd
        .replace("strides = [100, 1]", "strides = [101, 1]")
        .replace("68,1]", "67,1]");
    let odd = odd.replace("strides = [68, 1]", "strides = [67, 1]");
    for (source, why) in [(&odd, "pipeline.view-stride"), (&large, "pipeline.shared")] {
        let report = compiled(source, &asked);
        let codes: Vec<&str> = report.diagnostics.iter().map(|told| told.code.as_str()).collect();
        assert!(codes.contains(&why), "{codes:?}");
    }
    // Stages that are asked for are no matter of chance.
    let stages = Options {
        num_stages: Some(2),
        ..asked
    };
    assert!(!compile(&large, &stages).report.ok);
}

#[test]
fn stages_are_for_every_loop_that_is_pipelined() {
    let with = |num_stages: u32| {
        let options = Options {
            num_stages: Some(num_stages),
            ..on("sm_90a")
        };
        compile(DECODE, &options).report
    };
    let two = with(2);
    assert!(two.ok, "{:?}", told(&two));
    assert_eq!(loops(&two)[0].depth.chosen, 2);
    // More than fit are refused.
    assert!(!with(1000).ok);
}

/// Of all agents: also where consumers start products, of which one iteration then waits for the one before, and each ring has so many slots.
#[test]
fn stages_bound_the_schedule_of_loops_with_rings() {
    for gpu in ["sm_90a", "sm_100a"] {
        let with = |num_stages: Option<u32>| {
            let options = Options { num_stages, ..on(gpu) };
            let report = compile(CAUSAL, &options).report;
            assert!(report.ok, "{:?}", told(&report));
            let all = loops(&report).iter();
            all.map(|own| {
                let stages = own.solution.stages_by_start.expect("a schedule");
                if let Some(asked) = num_stages {
                    assert!(stages <= asked.into(), "{gpu} {asked}");
                    assert_eq!(own.depth.chosen, i64::from(asked), "{gpu}");
                }
                (own.solution.ii.expect("a schedule"), stages)
            })
            .collect::<Vec<_>>()
        };
        let [one, two, three] = [1, 2, 3].map(|asked| with(Some(asked)));
        assert!(
            one.iter().zip(&two).all(|(one, two)| one > two),
            "{gpu} {one:?} {two:?}"
        );
        assert!(
            two.iter().zip(&three).all(|(two, three)| two.0 >= three.0),
            "{gpu} {two:?} {three:?}"
        );
        // Nothing is bound that nobody asks for.
        assert!(with(None).iter().any(|(_, stages)| *stages > 1), "{gpu}");
    }
}

#[test]
fn the_trace_has_every_loop() {
    let trace = trace(ROWS, &on("sm_90a"));
    let lines: Vec<u32> = loops(&trace.report).iter().map(|found| found.line).collect();
    assert!(lines.len() > 1, "{lines:?}");
    let text = trace.schedule_trace().expect("a trace");
    for line in lines {
        assert!(text.contains(&format!("loop at line {line}\"")), "{line}");
    }
}

#[test]
fn a_loop_that_is_not_to_be_pipelined_has_its_line() {
    let options = Options {
        pipeline_strategy: Some(Strategy::None),
        ..on("sm_90a")
    };
    let report = compiled(CAUSAL, &options);
    let refusals = &report.schedule.as_ref().expect("told").refusals;
    assert!(
        !refusals.is_empty() && refusals.iter().all(|one| one.line > 0),
        "{refusals:?}"
    );
}

/// Every line of a kernel at which a loop begins, and whether it is one that multiplies and has no other in it.
fn lines_of_loops(source: &str) -> Vec<(u32, bool)> {
    let is_loop = |line: &str| line.contains(" for %") || line.contains(" loop ");
    let lines: Vec<&str> = source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let of = |(at, line): (usize, &&str)| {
        let inside = lines[at + 1..].iter().take_while(|other| depth(other) > depth(line));
        let inside: Vec<&&str> = inside.collect();
        let multiplies = inside.iter().any(|other| other.contains("mma"));
        (at as u32 + 1, multiplies && !inside.iter().any(|other| is_loop(other)))
    };
    lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_loop(line))
        .map(of)
        .collect()
}

#[test]
fn refused_loops_with_products_have_all_figures() {
    let waits = include_str!("../../../tests/language/grid_dependency.mlir");
    let late = include_str!("../../../tests/language/rings_late.mlir");
    let apart = include_str!("../../../tests/language/products.mlir");
    for (source, gpus) in [
        (waits, &["sm_80", "sm_90a", "sm_100a", "sm_120a"][..]),
        (late, &["sm_120a"]),
        (apart, &["sm_80", "sm_90a"]),
    ] {
        for gpu in gpus {
            let report = compiled(source, &on(gpu));
            let schedule = report.schedule.as_ref().expect("told");
            assert!(schedule.loops.is_empty(), "{gpu}");
            for (line, multiplies) in lines_of_loops(source) {
                let left = schedule.refusals.iter().find(|one| one.line == line);
                let around = schedule.around.iter().any(|one| one.line == line);
                assert!(left.is_some() != around, "line {line} on {gpu}");
                let Some(left) = left.filter(|_| multiplies) else {
                    continue;
                };
                let roofline = left.roofline.as_ref().expect("a roofline");
                assert!(roofline.flops > 0.0 && roofline.bound_cycles > 0.0, "{roofline:?}");
                let cycles = left.iteration_cycles.expect("cycles");
                // No load is ahead: an iteration waits for its tiles.
                assert!(cycles > roofline.latency_cycles, "{cycles} on {gpu}");
                let [others @ .., chosen] = &left.candidates[..] else {
                    panic!("no candidates")
                };
                assert_eq!(
                    (chosen.iteration_cycles, chosen.code.as_str()),
                    (Some(cycles), "choice.only")
                );
                assert!(
                    others.iter().all(|other| other.code.starts_with("pipeline.")),
                    "{others:?}"
                );
                for name in ["latency", "resource pressure"] {
                    let cost = report.costs.iter().find(|cost| cost.label == name).expect("a cost");
                    assert!(cost.value.contains(&format!("(line {line})")), "{}", cost.value);
                    assert!(!cost.value.contains("not estimated"), "{}", cost.value);
                }
            }
        }
    }
}

/// A store to a slot is work of the op that makes its tile, on the path to shared memory: no stage is asked for on its account.
#[test]
fn stores_to_shared_memory_are_no_work_of_memory() {
    let dequantised = include_str!("../../../tests/language/rings_dequantised.mlir");
    let computed = include_str!("../../../tests/language/rings_both_computed.mlir");
    for (source, gpu, writes) in [
        (dequantised, "sm_90a", true),
        (dequantised, "sm_100a", true),
        (computed, "sm_90a", true),
        (computed, "sm_100a", true),
        (GEMM, "sm_90a", false),
    ] {
        let trace = trace(source, &on(gpu));
        let of_pass = |name: &str| trace.snapshots.iter().find(|made| made.name == name);
        let text = of_pass("materialize-schedule").expect("a snapshot").listing().text;
        assert_eq!(text.contains("nv_tileas.slot_write"), writes, "{gpu}");
        for found in loops(&trace.report) {
            let graph = serde_json::to_string(&found.graph).expect("JSON");
            let graph = read_graph(&graph).expect("a graph");
            let has = |class| graph.ops.iter().any(|op| Class::of(op) == Some(class));
            assert!(
                has(Class::GlobalToShared) && has(Class::Compute) && !has(Class::LocalStore),
                "{gpu}"
            );
            assert_eq!(staging_inflates(&graph), None, "{gpu}");
        }
    }
}

#[test]
fn the_same_input_makes_the_same_bytes() {
    for source in [CAUSAL, DECODE, PACKED] {
        for gpu in ["sm_80", "sm_90a", "sm_100a"] {
            let [one, other] = [(), ()].map(|()| compiled(source, &on(gpu)).to_json());
            assert_eq!(one, other, "{gpu}");
        }
    }
}

#[test]
fn a_slot_is_live_for_the_tiles_of_its_own_products() {
    let estimate = |source: &str, gpu: &str, num_stages: u32| {
        let options = Options {
            num_stages: Some(num_stages),
            ..on(gpu)
        };
        let report = compiled(source, &options);
        loops(&report)[0].estimate.clone().expect("the target has figures")
    };
    // Cycles of a load from its start, by the target's latency and the bytes a cycle that fill shared memory.
    for (gpu, latency, per_cycle) in [("sm_90a", 750.0, 64.0), ("sm_100a", 1180.0, 70.0)] {
        for stages in 1..=3 {
            let found = estimate(ATTENTION, gpu, stages);
            let tile = found.loaded_bytes / 2.0;
            assert!(
                (found.load_cycles - (latency + tile / per_cycle)).abs() < 1.0,
                "{gpu}: {found:?}"
            );
            let reading = found.live_cycles - found.load_cycles - found.mma_cycles / 2.0;
            assert!(
                (0.0..=200.0).contains(&reading),
                "only barriers come to the load and the product, {gpu}: {found:?}"
            );
            // A slot is filled again when it is free, be it the only one.
            let most = found.iteration_cycles * f64::from(stages);
            assert!(most + 1.0 > found.live_cycles, "{gpu}: {found:?}");
        }
        // Both operands of one product have to be there for it to start.
        let found = estimate(GEMM, gpu, 3);
        assert!(
            (found.load_cycles - (latency + found.loaded_bytes / per_cycle)).abs() < 1.0,
            "{gpu}: {found:?}"
        );
    }
}

/// The estimate of a four-stage loop with as many buffers.
fn four_stages(stages: Option<u32>) -> tilewright_driver::report::LoopEstimate {
    let options = Options {
        scheduler: Generator::FourStage,
        num_stages: stages,
        ..on("sm_80")
    };
    let report = compiled(include_str!("../../../tests/kernels/matmul.mlir"), &options);
    loops(&report)[0].estimate.clone().expect("the target has figures")
}

#[test]
fn a_four_stage_loop_that_waits_for_a_stage_says_how_many_would_be_enough() {
    let deeper = four_stages(None).deeper.expect("two buffers hide no load");
    let with = four_stages(Some(deeper.stages as u32));
    assert_eq!(with.iteration_cycles, deeper.iteration_cycles);
    assert!(
        with.deeper.is_none() && with.iteration_cycles == with.ii_cycles,
        "{with:?}"
    );
}

#[test]
fn what_is_wrong_with_a_hint_that_an_option_asks_for_names_the_option() {
    let help = |source: &str, num_warps| {
        let report = compile(
            source,
            &Options {
                num_warps,
                ..on("sm_90a")
            },
        )
        .report;
        let told = report
            .diagnostics
            .iter()
            .find(|told| told.message.contains("num_worker_warps_per_cta"));
        told.and_then(|told| told.help.clone())
    };
    let named = "`--num-warps` asks for it: give it such a value, or leave it away";
    assert_eq!(help(GEMM, Some(3)).as_deref(), Some(named));
    assert_eq!(help(GEMM, Some(4)), None);
    // A hint that the text has is an attribute.
    let written = "entry @k() optimization_hints=<default = {num_worker_warps_per_cta = 3}> {\n  return\n}\n";
    assert_eq!(
        help(written, None).as_deref(),
        Some("give the attribute a value that is allowed, or leave it away")
    );
}
