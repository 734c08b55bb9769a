//! Single facts that documents and issues state, one test each.

mod graphs;

use graphs::edge;
use tilewright_modsched::arms::cost::CostModel;
use tilewright_modsched::bounds::{Binding, Impossible};
use tilewright_modsched::depths::{
    Roofline, StagesRefused, admit_stages, barriers_that_align, buffer_depth, roofline_cycles, roofline_stages,
    stage_count,
};
use tilewright_modsched::generate::{schedule, schedule_with};
use tilewright_modsched::graph::{Ceiling, LoopGraph, Op, Resource, Use};
use tilewright_modsched::json::{read_graph, write_graph};
use tilewright_modsched::model::{Footprint, ResourceModel};
use tilewright_modsched::options::{Generator, IiSearch, Options, serial_rule};
use tilewright_modsched::report::{Report, ScheduleRefusal};
use tilewright_modsched::steps::Steps;
use tilewright_modsched::{render, search};

fn graph(resources: &[(&str, u32)]) -> LoopGraph {
    let resources = resources
        .iter()
        .map(|&(name, capacity)| Resource {
            name: name.into(),
            capacity,
        })
        .collect();
    LoopGraph {
        name: "test".into(),
        resources,
        ..LoopGraph::default()
    }
}

/// An op that holds one unit of each of some resources for a number of cycles.
fn op(name: &str, latency: u32, held: &[(usize, usize)]) -> Op {
    let rows = held.iter().map(|h| h.1).max().unwrap_or(0);
    let row = |k: usize| {
        held.iter()
            .filter(|h| k < h.1)
            .map(|h| Use { res: h.0, count: 1 })
            .collect()
    };
    Op {
        name: name.into(),
        latency,
        footprint: (0..rows).map(row).collect(),
        ..Op::default()
    }
}

fn run(graph: &LoopGraph, generator: Generator) -> Report {
    schedule(
        graph,
        &Options {
            generator,
            ..Options::default()
        },
    )
}

fn ii(report: &Report) -> u32 {
    report
        .outcome
        .as_ref()
        .map(|s| s.ii)
        .unwrap_or_else(|e| panic!("refused: {e:?}"))
}

/// The four-op body of the public scoring example; the figure of II 8 given there collides on `tp_smem_wr`.
fn four_ops() -> LoopGraph {
    let mut g = graph(&[
        ("tma", 1),
        ("tp_smem_wr", 1),
        ("tc_and_mma", 1),
        ("tp_mma", 1),
        ("tp_smem_rd", 1),
    ]);
    g.ops = vec![
        op("load", 8, &[(0, 8), (1, 8)]),
        op("smem_write", 7, &[(1, 7)]),
        op("wgmma", 16, &[(2, 8), (3, 8)]),
        op("smem_read", 7, &[(4, 7)]),
    ];
    g.edges = vec![edge(0, 3, 8, 0)];
    g
}

#[test]
fn the_four_op_example_needs_fifteen_cycles() {
    let g = four_ops();
    for generator in [Generator::Rau, Generator::Exact, Generator::Auto] {
        assert_eq!(ii(&run(&g, generator)), 15);
    }
    let model = CostModel {
        serial_threshold: 0,
        ..CostModel::documented()
    };
    let report = schedule(
        &g,
        &Options {
            generator: Generator::Documented,
            cost_model: model,
            ..Options::default()
        },
    );
    assert_eq!((ii(&report), report.used), (15, Generator::Documented));
    assert_eq!(report.bounds.map(|b| b.binding()), Some(Binding::Resource));
}

/// One op that holds a slot in rows 0, 6 and 14: feasible at 5 and 9, not between.
fn not_monotone() -> LoopGraph {
    let mut g = graph(&[("u", 1)]);
    let mut o = op("async", 15, &[]);
    o.footprint = (0..15)
        .map(|k| {
            if [0, 6, 14].contains(&k) {
                vec![Use { res: 0, count: 1 }]
            } else {
                vec![]
            }
        })
        .collect();
    g.ops = vec![o];
    g
}

#[test]
fn a_gallop_misses_the_smallest_ii_and_the_sweep_does_not() {
    let g = not_monotone();
    let run = |search| {
        let cost_model = CostModel {
            serial_threshold: 0,
            ..CostModel::documented()
        };
        schedule(
            &g,
            &Options {
                generator: Generator::Documented,
                search,
                cost_model,
                ..Options::default()
            },
        )
    };
    assert_eq!(ii(&run(IiSearch::Gallop)), 9);
    assert_eq!(ii(&run(IiSearch::Sweep)), 5);
    assert!(run(IiSearch::Sweep).used == Generator::Documented);
    for (search, expected) in [(IiSearch::Gallop, 9), (IiSearch::Sweep, 5)] {
        let generator = Generator::Rau;
        let options = Options {
            generator,
            search,
            ..Options::default()
        };
        assert_eq!(ii(&schedule(&g, &options)), expected);
    }
}

#[test]
fn galloping_is_right_where_acceptance_is_monotone() {
    for least in 1..50 {
        assert_eq!(search::gallop(1, 64, |x| x >= least), Some(least));
    }
    assert_eq!(search::gallop(1, 64, |_| false), None);
    assert_eq!(search::gallop(9, 8, |_| true), None);
}

#[test]
fn the_document_s_worked_examples_of_depth() {
    assert_eq!(
        roofline_stages(8, 8),
        Some(Roofline {
            stages: 1,
            pair: (0, 1)
        })
    );
    assert_eq!(
        roofline_stages(8 + 7, 8),
        Some(Roofline {
            stages: 2,
            pair: (0, 1)
        })
    );
    assert_eq!(roofline_stages(8, 0), None);
    // Two TMEM banks an iteration under pool 1's cap of 4: two stages pass, four do not.
    let (each, caps) = ([0, 2], [37, 4]);
    assert_eq!(admit_stages(2, &each, &caps), Ok(()));
    assert_eq!(
        admit_stages(4, &each, &caps),
        Err(StagesRefused {
            component: 1,
            pool: 1,
            cap: 4,
            demand: 8
        })
    );
}

#[test]
fn three_depths_are_three_numbers() {
    let mut g = graph(&[]);
    g.ops = vec![op("load", 20, &[]), op("use", 1, &[])];
    g.edges = vec![edge(0, 1, 20, 0)];
    let seats = [Some(0), Some(20)];
    assert_eq!(stage_count(&g, 8, &seats), Some(3)); // ceil((21 + 1) / 8)
    assert_eq!(buffer_depth(0, 25, 8, None), 4);
    assert_eq!(buffer_depth(0, 25, 8, Some(2)), 2);
    assert_eq!(stage_count(&g, 8, &[Some(0), None]), None);
}

#[test]
fn a_roofline_that_stores_to_shared_memory_inflate_says_so() {
    let staged = |chain: &[&str]| {
        let mut g = documented_main_loop(chain);
        documented_blackwell().complete(&mut g).expect("known kinds");
        tilewright_modsched::depths::staging_inflates(&g)
    };
    let [load, write, product] = [
        "nv_tileas.async.tiled_tma_load",
        "nv_tileas.async.smem_write",
        "nv_tileas.async.wgmma",
    ];
    assert_eq!(staged(&[load, write, product]), Some(8));
    assert_eq!(staged(&[load, product]), None);
    // Two products take as long as the copy and the store together.
    assert_eq!(staged(&[load, write, product, product]), None);
}

#[test]
fn barriers_and_copy_queues_bind_as_pools() {
    for (name, capacity) in [("named_barriers", 3), ("async_copy_queues", 4)] {
        let mut g = graph(&[("issue", 1), (name, capacity)]);
        g.ops = (0..4).map(|_| op("hold", 6, &[(1, 6)])).collect();
        g.ops.push(op("issue", 1, &[(0, 1)]));
        let report = run(&g, Generator::Auto);
        let bounds = report.bounds.clone().expect("bounds");
        assert_eq!(bounds.binding(), Binding::FineDensity);
        assert_eq!(
            i64::from(ii(&report)),
            (24 + i64::from(capacity) - 1) / i64::from(capacity)
        );
        let json = render::json::report(&g, &report);
        assert!(json.contains(name), "the explanation names the pool");
    }
}

/// The documented generator says by which rule it took the serial schedule, and nothing where it did not.
#[test]
fn the_serial_schedule_has_its_rule() {
    let of = |ops: usize, name: &str, forced: bool| {
        let mut g = graph(&[("slot", 1)]);
        g.ops = (0..ops).map(|_| op(name, 1, &[(0, 1)])).collect();
        g.limits.force_serial = forced;
        run(&g, Generator::Documented).serial_by
    };
    assert_eq!(of(7, "async", false), Some(serial_rule::SMALL));
    assert_eq!(of(8, "alu", false), Some(serial_rule::SYNCHRONOUS));
    assert_eq!(of(8, "async", true), Some(serial_rule::FORCED));
    assert_eq!(of(8, "async", false), None);
    // Whoever builds a graph may say it, whatever the ops are called.
    let said = |name: &str, asynchronous: bool| {
        let mut g = graph(&[("slot", 1)]);
        g.ops = (0..8).map(|_| op(name, 1, &[(0, 1)])).collect();
        g.ops[3].asynchronous = Some(asynchronous);
        let read = read_graph(&write_graph(&g)).expect("a graph");
        assert_eq!(read, g);
        run(&read, Generator::Documented).serial_by
    };
    assert_eq!(said("alu", true), None);
    assert_eq!(said("alu", false), Some(serial_rule::SYNCHRONOUS));
}

/// Hand-offs that wait for the same ops can share a barrier, where there are too few.
#[test]
fn barriers_that_align_are_found_where_they_are_short() {
    let of = |barriers: usize| {
        let mut g = graph(&[("slot", 1), ("named_barriers", 3)]);
        g.ops = vec![op("load", 1, &[(0, 1)])];
        for _ in 0..barriers {
            g.ops.push(op("bar", 1, &[(1, 1)]));
            g.edges.push(edge(0, g.ops.len() - 1, 8, 0));
        }
        // One more that waits for nothing.
        g.ops.push(op("alone", 1, &[(1, 1)]));
        g
    };
    assert_eq!(barriers_that_align(&of(2)), Vec::<Vec<usize>>::new());
    assert_eq!(barriers_that_align(&of(3)), [[1, 2, 3]]);
}

#[test]
fn a_dependence_above_its_ceiling_is_refused_before_any_probe() {
    let mut g = graph(&[]);
    g.limits.ceilings = vec![
        Ceiling {
            name: "far memory".into(),
            cycles: 5000,
        },
        Ceiling {
            name: "cross cluster".into(),
            cycles: 7000,
        },
    ];
    g.ops = vec![op("a", 1, &[]), op("b", 1, &[]), op("c", 1, &[])];
    g.edges = vec![edge(0, 1, 3000, 0), edge(1, 2, 2000, 0)];
    assert!(run(&g, Generator::Auto).outcome.is_ok());
    g.edges[1].latency = 2001;
    let report = run(&g, Generator::Auto);
    let expected = Impossible::AboveCeiling {
        edge: 1,
        accumulated: 5001,
        ceiling: 0,
    };
    assert_eq!(report.outcome, Err(ScheduleRefusal::Impossible(expected)));
    assert!(report.candidates.is_empty(), "nothing was probed");
    g.edges[1].ceiling = Some(1);
    assert!(run(&g, Generator::Auto).outcome.is_ok());
}

#[test]
fn bounds_tie_in_the_stated_order() {
    let mut g = graph(&[("slot", 1), ("pool", 2)]);
    g.ops = vec![op("a", 4, &[(0, 4)]), op("b", 1, &[(1, 4)]), op("c", 1, &[(1, 4)])];
    assert_eq!(
        run(&g, Generator::Rau).bounds.map(|b| b.binding()),
        Some(Binding::Resource)
    );
    g.edges = vec![edge(0, 0, 4, 1)];
    assert_eq!(
        run(&g, Generator::Rau).bounds.map(|b| b.binding()),
        Some(Binding::Recurrence)
    );
}

#[test]
fn recurrences_are_exact_fractions_rounded_up() {
    // Two ops, latency 7 over distance 3: a floor gives 2, the truth is 3.
    let mut g = graph(&[]);
    g.ops = vec![op("a", 3, &[]), op("b", 4, &[])];
    g.edges = vec![edge(0, 1, 3, 1), edge(1, 0, 4, 2)];
    let report = run(&g, Generator::Exact);
    assert_eq!(ii(&report), 3);
    assert!(report.proven_optimal);
    // Self-edges count too.
    g.edges = vec![edge(0, 0, 7, 2)];
    assert_eq!(ii(&run(&g, Generator::Exact)), 4);
}

#[test]
fn circuits_inside_an_iteration_are_refused_unless_they_take_no_time() {
    let mut g = graph(&[("u", 2)]);
    g.ops = vec![op("a", 0, &[(0, 1)]), op("b", 0, &[(0, 1)])];
    g.edges = vec![edge(0, 1, 0, 0), edge(1, 0, 0, 0)];
    assert_eq!(ii(&run(&g, Generator::Auto)), 1);
    assert_eq!(run(&g, Generator::Serial).outcome, Err(ScheduleRefusal::NoSerialOrder));
    g.edges[1].latency = 1;
    let report = run(&g, Generator::Auto);
    assert!(matches!(
        report.outcome,
        Err(ScheduleRefusal::Impossible(Impossible::ZeroDistanceCircuit { .. }))
    ));
}

#[test]
fn odd_loops_get_an_answer() {
    let empty = graph(&[]);
    assert_eq!(ii(&run(&empty, Generator::Auto)), 1);
    let mut greedy = graph(&[("pool", 2)]);
    greedy.ops = vec![op("a", 1, &[])];
    greedy.ops[0].footprint = vec![vec![Use { res: 0, count: 3 }]];
    let refused = run(&greedy, Generator::Auto).outcome;
    assert!(matches!(
        refused,
        Err(ScheduleRefusal::Impossible(Impossible::Overcommitted {
            demand: 3,
            capacity: 2,
            ..
        }))
    ));
    let mut tied = graph(&[("u", 1)]);
    tied.ops = vec![op("a", 1, &[(0, 1)]), op("b", 1, &[(0, 1)])];
    tied.edges = vec![edge(0, 1, 0, 0), edge(1, 0, 0, 0)];
    let report = run(&tied, Generator::Auto);
    assert!(
        matches!(report.outcome, Err(ScheduleRefusal::IiCap { .. })),
        "{:?}",
        report.outcome
    );
    assert!(
        report.ruled_out.iter().any(|r| r.certificate.kind() == "packing"),
        "the cause is a core"
    );
    let mut far = graph(&[("u", 1)]);
    far.ops = vec![op("a", 1, &[(0, 1)])];
    far.edges = vec![edge(0, 0, 2_000_000_000, 1)];
    assert!(matches!(
        run(&far, Generator::Auto).outcome,
        Err(ScheduleRefusal::TableTooLarge { .. } | ScheduleRefusal::IiCap { .. })
    ));
}

#[test]
fn a_budget_that_ends_is_named_with_the_ii_that_it_reached() {
    // Packing is a question for the solver where ops hold a unit in cycles that are apart.
    let mut g = graph(&[("u", 1)]);
    for at in 0..8 {
        let mut one = op("a", 9, &[(0, 1)]);
        let held = one.footprint[0].clone();
        one.footprint.resize(4 + at, Vec::new());
        one.footprint[2 + at / 2].clone_from(&held);
        one.footprint[3 + at] = held;
        g.ops.push(one);
    }
    let told = |conflicts: u64, steps: u64| {
        let options = Options {
            generator: Generator::Exact,
            conflicts,
            steps,
            ..Options::default()
        };
        let outcome = schedule(&g, &options).outcome;
        outcome.map_or_else(|why| render::words::refusal(&g, &why), |found| found.ii.to_string())
    };
    let none = "no schedule with II from 24 to 24 was found, and none up to 75 was tried: the exact solver's budget of";
    assert_eq!(
        told(5, u64::MAX),
        format!("{none} 5 conflicts ended; try another scheduler")
    );
    assert_eq!(told(1000, 1), format!("{none} 1 steps ended; try another scheduler"));
    assert!(told(0, u64::MAX).starts_with("no II from 24 to 75 was tried: the exact solver's budget of 0 conflicts"));
    // A budget that suffices is not spoken of, nor is one where a cap ends the search.
    assert_eq!(told(100_000, u64::MAX), "25");
    let capped = Options {
        generator: Generator::Exact,
        ii_cap: Some(24),
        ..Options::default()
    };
    let refused = schedule(&g, &capped).outcome.expect_err("24 is too few");
    assert!(!render::words::refusal(&g, &refused).contains("budget"));
}

#[test]
fn caps_on_depth_and_leaders_are_kept() {
    let mut g = graph(&[("u", 1)]);
    g.ops = vec![op("a", 4, &[(0, 1)]), op("b", 1, &[(0, 1)])];
    g.edges = vec![edge(0, 1, 4, 0)];
    assert_eq!(ii(&run(&g, Generator::Auto)), 2);
    g.ops[1].constraints.max_depth = Some(1);
    assert_eq!(ii(&run(&g, Generator::Auto)), 5);
    g.ops[1].constraints.max_depth = None;
    for o in &mut g.ops {
        o.constraints.leader_gid = Some(7);
    }
    assert_eq!(ii(&run(&g, Generator::Auto)), 5);
    g.ops[1].constraints.max_depth = Some(0);
    let refused = run(&g, Generator::Auto).outcome;
    assert!(matches!(
        refused,
        Err(ScheduleRefusal::Impossible(Impossible::NoStageAllowed { op: 1 }))
    ));
}

#[test]
fn force_serial_makes_every_generator_serial() {
    let mut g = four_ops();
    g.ops[2].constraints.force_serial_execution = true;
    for generator in [Generator::Auto, Generator::Rau, Generator::Exact, Generator::Documented] {
        let report = run(&g, generator);
        assert_eq!(report.used, Generator::Serial);
        assert_eq!(report.outcome.map(|s| s.stages_by_start()), Ok(1));
    }
}

#[test]
fn the_documented_generator_has_three_serial_triggers() {
    let mut g = graph(&[("tma", 1)]);
    g.ops = (0..8).map(|_| op("tma_load", 2, &[(0, 1)])).collect();
    let used = |g: &LoopGraph| run(g, Generator::Documented).used;
    assert_eq!(used(&g), Generator::Documented);
    assert_eq!(
        used(&LoopGraph {
            ops: g.ops[..7].to_vec(),
            ..g.clone()
        }),
        Generator::Serial
    );
    let plain = g
        .ops
        .iter()
        .map(|o| Op {
            name: "add".into(),
            ..o.clone()
        })
        .collect();
    assert_eq!(
        used(&LoopGraph {
            ops: plain,
            ..g.clone()
        }),
        Generator::Serial
    );
    g.limits.force_serial = true;
    assert_eq!(used(&g), Generator::Serial);
}

#[test]
fn a_run_can_be_cancelled() {
    let g = four_ops();
    let report = schedule_with(&g, &Options::default(), &mut |_| true);
    assert_eq!(report.outcome, Err(ScheduleRefusal::Cancelled));
}

#[test]
fn a_cap_below_the_answer_is_a_refusal_that_says_so() {
    let g = four_ops();
    let options = Options {
        ii_cap: Some(14),
        ..Options::default()
    };
    let report = schedule(&g, &options);
    let Err(refusal) = &report.outcome else {
        panic!("scheduled below the bound")
    };
    assert!(render::words::refusal(&g, refusal).contains("lower bound on II is 15"));
}

#[test]
fn what_is_suggested_helps() {
    let report = run(&four_ops(), Generator::Auto);
    let words: Vec<String> = report
        .changes
        .iter()
        .map(|c| render::words::change(&four_ops(), c))
        .collect();
    assert_eq!(words, ["II 8 with one more unit of tp_smem_wr"]);
}

#[test]
fn the_cost_model_is_read_from_its_file() {
    let model = CostModel::documented();
    assert_eq!((model.bank_cap_in_iteration, model.bank_cap_across_iterations), (4, 3));
    assert_eq!(
        (model.spill_weight, model.spill_cap, model.serial_threshold),
        (17, 4096, 8)
    );
}

#[test]
fn the_machine_model_completes_ops_that_state_their_kind() {
    let model = ResourceModel {
        name: "small".into(),
        slots: vec![(1, "tma".into())],
        pools: vec![(Some("banks".into()), 4)],
        ceilings: vec![Ceiling {
            name: "far".into(),
            cycles: 50,
        }],
        footprints: vec![Footprint {
            op: "load".into(),
            latency: 8,
            triples: vec![(1, 3, 1)],
            pools: vec![("banks".into(), 2, 2)],
        }],
        ..ResourceModel::default()
    };
    let mut g = graph(&[]);
    g.ops = vec![Op {
        kind: "load".into(),
        ..Op::default()
    }];
    model.complete(&mut g).expect("a known kind");
    let row = |held: &[(usize, u32)]| held.iter().map(|&(res, count)| Use { res, count }).collect::<Vec<_>>();
    assert_eq!(
        g.ops[0].footprint,
        [row(&[(0, 1), (1, 2)]), row(&[(0, 1), (1, 2)]), row(&[(0, 1)])]
    );
    assert_eq!((g.ops[0].latency, g.limits.ceilings.len()), (8, 1));
    g.ops = vec![Op {
        kind: "store".into(),
        ..Op::default()
    }];
    assert!(model.complete(&mut g).is_err());
}

/// The two main loops of docs/sources/cost-model.md#roofline, stated by kind alone.
fn documented_main_loop(chain: &[&str]) -> LoopGraph {
    let mut g = graph(&[]);
    g.ops = chain
        .iter()
        .map(|kind| Op {
            name: (*kind).into(),
            kind: (*kind).into(),
            ..Op::default()
        })
        .collect();
    g.edges = (1..chain.len()).map(|i| edge(i - 1, i, 8, 0)).collect();
    g
}

/// The published model of Blackwell, as far as these tests need it: the file, read by field.
fn documented_blackwell() -> ResourceModel {
    let text = include_str!("../../machine/data/documented-blackwell.json");
    let file: serde_json::Value = serde_json::from_str(text).expect("the file is JSON");
    let list = |name: &str| file[name].as_array().expect(name).iter();
    let pools = |name| {
        list(name).map(|p| {
            (
                p["name"].as_str().map(String::from),
                p["capacity"].as_u64().expect("a number") as u32,
            )
        })
    };
    ResourceModel {
        name: "documented-blackwell".into(),
        slots: list("slots")
            .map(|s| {
                (
                    s["slot"].as_u64().expect("a number") as u32,
                    s["name"].as_str().expect("a name").into(),
                )
            })
            .collect(),
        pools: pools("pools").collect(),
        further_pools: pools("further_pools").collect(),
        footprints: (list("footprints"))
            .map(|f| Footprint {
                op: f["op"].as_str().expect("a name").into(),
                latency: f["latency"].as_u64().expect("a number") as u32,
                triples: serde_json::from_value(f["triples"].clone()).expect("triples"),
                pools: serde_json::from_value(f["pools"].clone()).expect("pools"),
            })
            .collect(),
        ceilings: Vec::new(),
    }
}

#[test]
fn roofline_stages_of_a_loop_and_the_stages_its_pools_carry() {
    let model = documented_blackwell();
    let hopper = ["nv_tileas.async.tiled_tma_load", "nv_tileas.async.wgmma"];
    let blackwell = ["nv_tileas.async.tiled_tma_load", "cp.async.tcgen05", "tcgen05.mma"];
    for (chain, cycles, stages) in [(&hopper[..], (8, 8), 1), (&blackwell[..], (15, 8), 2)] {
        let mut g = documented_main_loop(chain);
        model.complete(&mut g).expect("known kinds");
        assert_eq!(roofline_cycles(&g), Some(cycles));
        // The form that other programs read has the same numbers, and the latency of the heaviest load.
        let printed = render::json::report(&g, &schedule(&g, &Options::default()));
        let printed: serde_json::Value = serde_json::from_str(&printed).expect("what is printed is JSON");
        let printed = &printed["roofline_stages"];
        let numbers = [
            &printed["stages"],
            &printed["memory"],
            &printed["compute"],
            &printed["load"],
        ];
        let load = g.ops.first().map_or(0, |op| u64::from(op.latency));
        assert_eq!(
            numbers.map(|n| n.as_u64().unwrap_or(0)),
            [stages, cycles.0, cycles.1, load]
        );
        let found = roofline_stages(cycles.0, cycles.1).map(|r| (r.stages, r.pair));
        assert_eq!(found, Some((stages, (0, 1))));
    }
    let mut g = documented_main_loop(&blackwell);
    model.complete(&mut g).expect("known kinds");
    let ask = |stages| {
        let (stages, pressure) = (Some(stages), model.pressure(&g));
        schedule(
            &g,
            &Options {
                stages,
                pressure,
                ..Options::default()
            },
        )
    };
    let two = ask(2);
    assert!(two.outcome.as_ref().is_ok_and(|s| s.stages_by_start() <= 2));
    let Err(refusal) = ask(4).outcome else {
        panic!("four stages are scheduled")
    };
    let said = render::words::refusal(&g, &refusal);
    let expected =
        "4 stages are refused at component 1 (resource legality): pool 1 (tmem_banks, cap 4) would be asked for 8";
    assert!(said.starts_with(expected), "{said}");
    // A loop without transports or without compute has no roofline.
    assert_eq!(roofline_cycles(&documented_main_loop(&["alu", "alu"])), None);
}

/// The serial schedule is one, whatever a loop is: its II is the cap where nobody names one, so that no loop with an order is refused.
#[test]
fn without_a_cap_the_serial_schedule_is_one() {
    let with = |graph: &LoopGraph, generator: Generator, ii_cap: Option<u32>| {
        let options = Options {
            generator,
            ii_cap,
            ..Options::default()
        };
        schedule(graph, &options)
    };
    for seed in 0..40 {
        let graph = tilewright_modsched::random::realistic_loop(12, seed);
        let serial = with(&graph, Generator::Serial, None)
            .outcome
            .expect("a serial order")
            .ii;
        for generator in [Generator::Rau, Generator::Documented] {
            let [free, capped] = [None, Some(serial)].map(|cap| with(&graph, generator, cap).outcome);
            let (free, capped) = (free.expect("no cap"), capped.expect("the same cap"));
            assert!(free == capped && free.ii <= serial, "{seed}");
        }
    }
}

/// Two loads share a unit and a product waits for both, so that the circuit through the ring is longer by one of them than by its own
/// latencies: the orders of the loads show it, whatever the number of rows.
#[test]
fn orders_refute_what_rows_would_take_long_for() {
    let ring = |rows: u32, depth: u32| {
        let mut g = graph(&[("tma", 1), ("mma", 1)]);
        g.ops = vec![
            op("left", rows, &[(0, rows as usize)]),
            op("right", rows, &[(0, rows as usize)]),
            op("dot", 4 * rows, &[(1, 4 * rows as usize)]),
        ];
        let long = i64::from(rows);
        g.edges = vec![
            edge(0, 2, long, 0),
            edge(1, 2, long, 0),
            edge(2, 0, 4 * long, depth),
            edge(2, 1, 4 * long, depth),
        ];
        g
    };
    for rows in [4, 32] {
        let options = Options {
            steps: 200_000,
            ..Options::default()
        };
        let report = schedule(&ring(rows, 1), &options);
        let found = report.outcome.as_ref().expect("a schedule");
        assert_eq!(report.bounds.as_ref().map(|b| b.mii()), Some(5 * i64::from(rows)));
        assert_eq!(
            (found.ii, report.proven_optimal),
            (6 * rows, true),
            "{:?}",
            report.ruled_out
        );
        // With two slots the circuit leaves room for either order: nothing may be refuted there.
        let report = schedule(&ring(rows, 2), &options);
        assert_eq!(report.outcome.as_ref().map(|s| s.ii).ok(), Some(4 * rows));
    }
    // Without a step to take nothing is refuted, and the report says so.
    let none = Options {
        steps: 1,
        ..Options::default()
    };
    let report = schedule(&ring(32, 1), &none);
    assert_eq!(report.outcome.as_ref().map(|s| s.ii).ok(), Some(192));
    assert!(!report.proven_optimal);
    assert_eq!((report.first_open_ii(), report.steps, report.budget), (160, 1, Some(1)));
}

#[test]
fn half_of_the_steps_are_left_for_what_comes_after() {
    let steps = Steps::new(100);
    assert!(!steps.half(|part| part.spend(70)));
    assert_eq!(steps.left(), 50);
    assert!(steps.half(|part| part.spend(5)));
    assert_eq!(steps.left(), 45);
    let endless = Steps::endless();
    assert!(endless.half(|part| part.spend(70)));
    assert_eq!(endless.left(), u64::MAX);
}
