//! The graph of a loop in four stages (docs/sources/four-stage.md) whose tiles have rings: its scheduler finds the stages.
//!
//! Time counts in stages there, and nothing is held, so ops take none; they are in the order of the classes.

use super::loop_graph::LoopOps;
use super::ring_graph::RingGraph;
use super::slice::indices_in_loop;
use super::thread_rings::ThreadRings;
use tilewright_ir::{Module, Op};
use tilewright_modsched::graph::{Class, Edge, LoopGraph, Op as Node, OpId};

/// A graph in the making.
struct Stages {
    made: LoopOps,
    members: Vec<Vec<Op>>,
}

impl Stages {
    /// Adds an op for what some ops of the loop do, which are in a line.
    fn op(&mut self, name: String, class: Class, (members, line): (&[Op], u32)) -> OpId {
        self.made.graph.ops.push(Node {
            name,
            class: Some(class),
            ..Node::default()
        });
        self.made.ir.push(members.first().copied());
        self.made.lines.push(line);
        self.made.agent_of.push(0);
        self.members.push(members.to_vec());
        self.members.len() - 1
    }

    fn edge(&mut self, src: OpId, dst: OpId, distance: u32) {
        self.made.graph.edges.push(Edge {
            src,
            dst,
            latency: 0,
            distance,
            ceiling: None,
        });
    }
}

/// The graph of a loop in four stages, from that of its rings.
pub fn four_stages(module: &Module, found: &ThreadRings, rings: RingGraph) -> RingGraph {
    let copied: Vec<Op> = found.loads.iter().map(|load| load.load).collect();
    // Absent: the loads are where they were found.
    let indices = indices_in_loop(module, found.for_op, &copied).unwrap_or_default();
    let old = &rings.ops;
    let class = |members: &Vec<Op>| {
        let has = |ops: &[Op]| members.iter().any(|op| ops.contains(op));
        match has(&found.ahead) || members.iter().all(|op| indices.contains(op)) {
            _ if has(&copied) => Class::GlobalToShared,
            // Tiles that go to no shared memory have stages of their own where all are such.
            true if copied.is_empty() => Class::GlobalLoad,
            true => Class::Noop,
            false => Class::Compute,
        }
    };
    let classes: Vec<Class> = rings.members.iter().map(class).collect();
    let mut stages = Stages {
        made: LoopOps {
            graph: LoopGraph {
                name: old.graph.name.clone(),
                ..LoopGraph::default()
            },
            agent_of: Vec::new(),
            lines: Vec::new(),
            ir: Vec::new(),
            ..old.clone()
        },
        members: Vec::new(),
    };
    // Of each op, that which takes what it takes, and that which leaves what it leaves.
    let mut ends = vec![[0; 2]; classes.len()];
    let classes = &classes;
    let of = |class: Class| (0..classes.len()).filter(move |&node| classes[node] == class);
    let whole = |stages: &mut Stages, node: usize| {
        let at = (&rings.members[node][..], old.lines[node]);
        stages.op(old.graph.ops[node].name.clone(), classes[node], at)
    };
    for node in of(Class::Noop).chain(of(Class::GlobalLoad)) {
        ends[node] = [whole(&mut stages, node); 2];
    }
    let tiles: Vec<usize> = of(Class::GlobalToShared).collect();
    let part = |stages: &mut Stages, word: &str, class: Class, is_load: bool| {
        let of_tile = |(number, &node): (usize, &usize)| {
            let name = if number == 0 {
                word.to_string()
            } else {
                format!("{word} {}", number + 1)
            };
            let members: &[Op] = if is_load { &rings.members[node] } else { &[] };
            stages.op(name, class, (members, old.lines[node]))
        };
        tiles.iter().enumerate().map(of_tile).collect::<Vec<OpId>>()
    };
    let loads = part(&mut stages, "load", Class::GlobalLoad, true);
    let writes = part(&mut stages, "write", Class::LocalStore, false);
    let barrier =
        (!tiles.is_empty()).then(|| stages.op("barrier".to_string(), Class::Noop, (&[], old.lines[tiles[0]])));
    let reads = part(&mut stages, "read", Class::LocalLoad, false);
    for (number, &node) in tiles.iter().enumerate() {
        stages.edge(loads[number], writes[number], 0);
        if let Some(barrier) = barrier {
            stages.edge(writes[number], barrier, 0);
            stages.edge(barrier, reads[number], 0);
        }
        // Two slots take turns.
        stages.edge(reads[number], writes[number], 2);
        ends[node] = [loads[number], reads[number]];
    }
    for node in of(Class::Compute) {
        ends[node] = [whole(&mut stages, node); 2];
    }
    for edge in &old.graph.edges {
        let [src, dst] = [ends[edge.src][1], ends[edge.dst][0]];
        // A tile that is loaded ahead is there by then.
        let distance = if classes[edge.src] == Class::Compute {
            edge.distance
        } else {
            0
        };
        if src != dst || distance > 0 {
            stages.edge(src, dst, distance);
        }
    }
    // Absent: a loop of no ops.
    let place = |node: OpId| ends.get(node).map_or(0, |ends| ends[0]);
    (stages.made.product, stages.made.release) = (place(old.product), place(old.release));
    RingGraph {
        ops: stages.made,
        members: stages.members,
        ..rings
    }
}
