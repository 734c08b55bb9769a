//! The report's shared memory and barriers are those of the PTX.

use std::collections::BTreeSet;
use tilewright_driver::report::{IterationLimit, Schedule};
use tilewright_driver::{Options, compile, gallery};

/// The numbers of the barriers that PTX names.
fn named_in(ptx: &str) -> BTreeSet<i64> {
    let waits = ptx.lines().filter_map(|line| line.trim().strip_prefix("bar.sync "));
    let number = |rest: &str| rest.split([',', ';']).next()?.trim().parse().ok();
    waits.filter_map(number).collect()
}

#[test]
fn the_named_barriers_of_the_report_are_those_of_the_ptx() {
    let mut numbers = BTreeSet::new();
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
            for barrier in named {
                let most = schedule.loops[0].ledger.named_barriers_of_cta;
                assert!(
                    (0..most).contains(&barrier.number),
                    "{place}: {} of {most}",
                    barrier.number
                );
                assert!(
                    barrier.threads > 0 && barrier.threads % 32 == 0,
                    "{place}: {}",
                    barrier.threads
                );
            }
            numbers.extend(told);
        }
    }
    // All threads meet at 0; of agents, the consumers at numbers of their own.
    assert!(numbers.len() > 1 && numbers.contains(&0), "{numbers:?}");
}

/// The report of the gallery's matmul with so many stages.
fn matmul(stages: Option<u32>) -> Schedule {
    let kernel = gallery().into_iter().find(|kernel| kernel.name == "matmul").unwrap();
    let options = Options {
        num_stages: stages,
        ..Options::default()
    };
    compile(kernel.source, &options).report.schedule.unwrap()
}

#[test]
fn a_deeper_ring_takes_the_cycles_that_the_report_of_a_shallow_one_promises() {
    let shallow = matmul(Some(1)).loops.remove(0);
    let estimate = shallow.estimate.unwrap();
    assert_eq!(estimate.limit, Some(IterationLimit::Stages));
    let promised = estimate.deeper.unwrap();
    let deep = matmul(u32::try_from(promised.stages).ok()).loops.remove(0);
    let kept = deep.estimate.unwrap();
    assert_eq!(kept.iteration_cycles, promised.iteration_cycles);
    assert!(kept.iteration_cycles < estimate.iteration_cycles);
    // Of the ring that hides the latency nothing is promised.
    assert!(matmul(None).loops.remove(0).estimate.unwrap().deeper.is_none());
}

#[test]
fn what_is_free_and_what_is_missing_add_up() {
    let ledger = matmul(None).loops.remove(0).ledger;
    assert_eq!(ledger.used + ledger.free, ledger.capacity);
    assert_eq!(ledger.missing, (ledger.one_more - ledger.free).max(0));
    for buffer in &ledger.buffers {
        assert_eq!(buffer.slot_bytes * buffer.slots, buffer.bytes, "{}", buffer.name);
    }
    let refused = matmul(Some(64)).refusals.into_iter().find_map(|refusal| refusal.memory);
    let memory = refused.expect("64 stages do not fit");
    assert_eq!((memory.stages, memory.ring), (64, 64 * memory.stage_bytes));
    assert_eq!(memory.needed, memory.ring + memory.reserved);
    assert_eq!(memory.missing, memory.needed - memory.capacity);
    assert!(memory.missing > 0);
    // Two stages fit: what is told of loops that were not pipelined is not about memory.
    assert!(matmul(Some(2)).refusals.iter().all(|refusal| refusal.memory.is_none()));
}

#[test]
fn buffers_have_the_name_of_the_tile_that_is_loaded_into_them() {
    let [kernel] = ["matmul"].map(|name| gallery().into_iter().find(|kernel| kernel.name == name).unwrap());
    let unnamed = kernel.source.replace("%ta", "%500").replace("%tb", "%501");
    for (source, names) in [
        (kernel.source, ["%ta", "%tb"]),
        (&unnamed, ["left operand", "right operand"]),
    ] {
        let found = compile(source, &Options::default())
            .report
            .schedule
            .unwrap()
            .loops
            .remove(0);
        let buffers: Vec<&str> = found.ledger.buffers[..2].iter().map(|buffer| &*buffer.name).collect();
        assert_eq!(buffers, names);
        let run = serde_json::to_string(&found.protocol.unwrap().run).unwrap();
        assert_eq!(run.contains("item 0 in %ta[0]"), names[0] == "%ta", "{run}");
    }
}

#[test]
fn a_loop_that_is_left_alone_for_its_product_has_its_own_line() {
    let [kernel] = ["matmul"].map(|name| gallery().into_iter().find(|kernel| kernel.name == name).unwrap());
    let line_of = |part: &str| kernel.source.lines().position(|line| line.contains(part)).unwrap() as u32 + 1;
    let doubles = kernel.source.replace("f16", "f64").replace("f32", "f64");
    // Nothing is left to convert.
    let lines = doubles.lines().filter(|line| !line.contains("= ftof "));
    let doubles = lines.collect::<Vec<_>>().join("\n").replace("%narrow", "%sum");
    let refused = |source: &str| {
        compile(source, &Options::default())
            .report
            .schedule
            .unwrap()
            .refusals
            .remove(0)
    };
    let told = refused(&doubles);
    assert_eq!(
        (told.line, told.at),
        (line_of(" = for "), Some(line_of(" = mmaf "))),
        "{}",
        told.why
    );
    // A reason that is about the loop itself has no other line.
    let plain = gallery().into_iter().find(|kernel| kernel.name == "row_sum").unwrap();
    let told = refused(plain.source);
    assert!(told.line > 0 && told.at.is_none(), "{}", told.why);
}
