//! Loops whose number of stages is counted wrong: what runs beside the busiest unit makes a roofline ask for fewer, what stores to shared memory
//! take for more (docs/sources/cost-model.md#gotchas).

use tilewright_diag::counted;
use tilewright_modsched::depths::{barriers_that_align, roofline_cycles, roofline_stages, staging_inflates};
use tilewright_modsched::graph::{Class, LoopGraph, Op};

/// A pipelined loop.
pub struct Ring {
    /// The line of the source that it begins at.
    pub line: usize,
    /// Its graph.
    pub graph: LoopGraph,
    /// The stages that its buffers have.
    pub stages: i64,
    /// Those that they should have, and that fit.
    pub wanted: i64,
}

/// The faults that a loop's roofline and its named barriers show.
pub fn miscounts(ring: &Ring) -> Vec<String> {
    let graph = &ring.graph;
    let mut found: Vec<String> = busiest_asks_for_more(ring).into_iter().collect();
    found.extend(staging_inflates(graph).map(|alone| {
        format!(
            "stores to shared memory are counted as memory, of which copies take {alone} cycles: copy there straight (TMA, cp.async), or ask for a number of \
             stages"
        )
    }));
    found.extend(barriers_that_align(graph).iter().map(|ops| {
        let names: Vec<&str> = ops.iter().map(|&op| graph.ops[op].name.as_str()).collect();
        format!(
            "named barriers are short: {} wait for the same ops, and can share one",
            names.join(", ")
        )
    }));
    found
}

/// Units work side by side: an iteration computes as long as the busiest one is held, where the roofline adds up what all ops take. It is
/// a fault where buffers have no more stages than that.
fn busiest_asks_for_more(ring: &Ring) -> Option<String> {
    let graph = &ring.graph;
    let (memory, compute) = roofline_cycles(graph)?;
    let computes = || graph.ops.iter().filter(|op| op.class == Some(Class::Compute));
    let held = |op: &Op, unit: usize| {
        op.footprint
            .iter()
            .filter(|row| row.iter().any(|used| used.res == unit))
            .count()
    };
    let cycles = |unit: usize| computes().map(|op| held(op, unit)).sum::<usize>() as u64;
    let busiest = (0..graph.resources.len()).max_by_key(|&unit| cycles(unit))?;
    let stages = |compute| roofline_stages(memory, compute).map(|roofline| roofline.stages);
    let (all, alone) = (stages(compute)?, stages(cycles(busiest))?);
    let beside = computes().filter(|op| held(op, busiest) == 0);
    let beside: Vec<&str> = beside.map(|op| op.name.as_str()).collect();
    let is_short = u64::try_from(ring.stages).is_ok_and(|stages| stages < alone);
    (all < alone && is_short && ring.stages < ring.wanted).then(|| {
        format!(
            "the roofline counts {all} stages over {compute} cycles that are computed, of which the busiest unit ({}) is held {}, which asks for {alone}: {} \
             run beside it; the buffers have {}, and {} hide the loads: ask for so many by --num-stages",
            graph.resources[busiest].name,
            cycles(busiest),
            beside.join(", "),
            counted(ring.stages as usize, "stages"),
            ring.wanted
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{Ring, miscounts};
    use tilewright_modsched::json::read_graph;

    /// A load of 20 cycles, a product of 15, and what is computed beside it.
    fn said(beside: u32, stages: i64) -> Vec<String> {
        let hold = |resource: u32, cycles: u32| vec![format!(r#"[{{"res": {resource}}}]"#); cycles as usize].join(",");
        let op = |id: u32, name: &str, class: &str, resource: u32, cycles: u32| {
            let footprint = hold(resource, cycles);
            format!(
                r#"{{"id": {id}, "name": "{name}", "latency": {cycles}, "class": "{class}", "footprint": [{footprint}]}}"#
            )
        };
        let text = format!(
            r#"{{"name": "g", "resources": [{{"name": "tma", "capacity": 1}}, {{"name": "tensor", "capacity": 1}}, {{"name": "alu", "capacity": 1}}],
                "ops": [{}, {}, {}],
                "edges": [{{"src": 0, "dst": 2, "latency": 20, "distance": 0}}, {{"src": 2, "dst": 1, "latency": {beside}, "distance": 0}}]}}"#,
            op(0, "load", "global_to_shared", 0, 20),
            op(1, "dot", "compute", 1, 15),
            op(2, "widen", "compute", 2, beside),
        );
        miscounts(&Ring {
            line: 1,
            graph: read_graph(&text).unwrap(),
            stages,
            wanted: 4,
        })
    }

    #[test]
    fn what_runs_beside_the_busiest_unit_is_told_where_it_hides_a_stage() {
        assert_eq!(said(4, 1), Vec::<String>::new());
        assert_eq!(said(6, 2), Vec::<String>::new());
        let found = said(6, 1);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].starts_with("the roofline counts 1 stages over 21 cycles that are computed, of which the busiest unit (tensor) is held 15"),
            "{found:?}"
        );
    }
}
