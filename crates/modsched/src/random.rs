//! Seeded loop graphs for benchmarks, property tests and fuzzing. The same seed gives the same loop everywhere.

use crate::graph::{Edge, LoopGraph, Op, Resource, Use};

/// A small generator of numbers (xorshift64*), good enough for test data.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// A generator; every seed will do.
    pub fn new(seed: u64) -> Self {
        Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33)
            .checked_rem(n)
            .unwrap_or(0)
    }
}

/// A realistic loop body: arithmetic on a few kinds of units, most dependences short and forward, some recurrences.
pub fn realistic_loop(ops: usize, seed: u64) -> LoopGraph {
    let mut r = Numbers::new(seed);
    let units = [("issue", 4), ("alu", 2), ("mul", 1), ("mem", 2), ("tensor", 1)];
    let resources = units
        .iter()
        .map(|&(name, capacity)| Resource {
            name: name.into(),
            capacity,
        })
        .collect();
    let mut graph = LoopGraph {
        name: format!("realistic_{ops}_{seed}"),
        resources,
        ..LoopGraph::default()
    };
    for id in 0..ops {
        let (unit, hold, latency) = match r.below(20) {
            0..=9 => (1, 1, 1),
            10..=13 => (2, 1, 4),
            14..=18 => (3, 1, 6),
            _ => (4, 4, 8),
        };
        let mut footprint = vec![vec![Use { res: unit, count: 1 }]; hold];
        footprint[0].push(Use { res: 0, count: 1 });
        graph.ops.push(Op {
            name: format!("op{id}"),
            latency,
            footprint,
            ..Op::default()
        });
    }
    for dst in 1..ops {
        for _ in 0..=r.below(2) {
            let src = dst - 1 - r.below(dst.min(12) as u64) as usize;
            let latency = i64::from(graph.ops[src].latency);
            graph.edges.push(Edge {
                src,
                dst,
                latency,
                distance: 0,
                ceiling: None,
            });
        }
        if r.below(25) == 0 {
            let back = dst - 1 - r.below(dst.min(10) as u64) as usize;
            let (latency, distance) = (i64::from(graph.ops[dst].latency), 1 + r.below(3) as u32);
            graph.edges.push(Edge {
                src: dst,
                dst: back,
                latency,
                distance,
                ceiling: None,
            });
        }
    }
    graph
}

/// Any loop at all, drawn from bytes: zero latencies, self-edges, circuits of distance 0, long footprints, pools that
/// are too small, duplicate edges, caps, groups. For fuzzing.
pub fn odd_loop(bytes: &[u8]) -> LoopGraph {
    let mut at = 0;
    let mut next = |n: u64| {
        let b = bytes.get(at).copied().unwrap_or(0);
        at += 1;
        u64::from(b).checked_rem(n).unwrap_or(0)
    };
    let mut graph = LoopGraph {
        name: "odd".into(),
        ..LoopGraph::default()
    };
    for id in 0..1 + next(4) {
        graph.resources.push(Resource {
            name: format!("r{id}"),
            capacity: [1, 1, 1, 2, 3, 0][next(6) as usize],
        });
    }
    let resources = graph.resources.len() as u64;
    let ops = next(10) as usize;
    for id in 0..ops {
        let mut op = Op {
            name: format!("op{id}"),
            latency: next(9) as u32,
            ..Op::default()
        };
        for _ in 0..next(5) {
            let uses = (0..next(3)).map(|_| Use {
                res: next(resources) as usize,
                count: 1 + (next(8) / 7) as u32,
            });
            op.footprint.push(uses.collect());
        }
        if next(8) == 0 {
            op.constraints.gid = Some(next(3) as u32);
        }
        if next(24) == 0 {
            op.constraints.leader_gid = Some(next(2) as u32);
        }
        if next(24) == 0 {
            op.constraints.max_depth = Some(next(4) as u32);
        }
        graph.ops.push(op);
    }
    for _ in 0..if ops == 0 { 0 } else { next(16) } {
        let (src, dst) = (next(ops as u64) as usize, next(ops as u64) as usize);
        let forward = src < dst;
        let distance = if forward { next(4) / 3 } else { next(4) } as u32;
        graph.edges.push(Edge {
            src,
            dst,
            latency: next(10) as i64 - 1,
            distance,
            ceiling: None,
        });
    }
    graph
}

/// A loop whose slots are nearly always busy, and in which pairs of ops have a few cycles between them: what the arms fail on.
pub fn jigsaw_loop(pairs: usize, seed: u64) -> LoopGraph {
    let mut r = Numbers::new(seed);
    let resource = |(name, capacity): (&str, u32)| Resource {
        name: name.into(),
        capacity,
    };
    let mut graph = LoopGraph {
        name: format!("jigsaw_{pairs}_{seed}"),
        resources: [("tma", 1), ("tensor", 1), ("banks", 3)].map(resource).to_vec(),
        ..LoopGraph::default()
    };
    for pair in 0..pairs {
        for half in 0..2 {
            let slot = r.below(3) as usize;
            let row = vec![Use { res: slot, count: 1 }];
            let mut footprint = vec![row; 1 + r.below(2) as usize];
            if r.below(3) == 0 {
                footprint.insert(1, Vec::new());
                footprint.push(vec![Use { res: slot, count: 1 }]);
            }
            graph.ops.push(Op {
                name: format!("op{pair}{}", ["a", "b"][half]),
                kind: "async".into(),
                latency: footprint.len() as u32,
                footprint,
                ..Op::default()
            });
        }
        let (a, b) = (2 * pair, 2 * pair + 1);
        let (least, most) = (1 + r.below(3) as i64, r.below(4) as i64);
        let mut edge = |src, dst, latency, distance| {
            graph.edges.push(Edge {
                src,
                dst,
                latency,
                distance,
                ceiling: None,
            });
        };
        edge(a, b, least, 0);
        edge(b, a, -(least + most), 0);
        if pair > 0 && r.below(2) == 0 {
            edge(r.below(a as u64) as usize, a, r.below(3) as i64, 0);
        }
    }
    graph
}

/// Ways of putting the ops of a loop into groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// So many ops that follow each other in the program.
    Runs(u32),
    /// Ops of the same kind, so many at most.
    Kinds(u32),
    /// Groups drawn from a seed, of so many ops on average.
    Drawn(u32, u64),
}

/// The same loop with its ops in groups.
pub fn grouped(graph: &LoopGraph, grouping: Grouping) -> LoopGraph {
    let mut graph = graph.clone();
    let mut kinds: Vec<(String, u32, u32)> = Vec::new();
    let mut numbers = Numbers::new(match grouping {
        Grouping::Drawn(_, seed) => seed,
        Grouping::Runs(_) | Grouping::Kinds(_) => 1,
    });
    let ops = graph.ops.len() as u64;
    let mut next = 0;
    for (id, op) in graph.ops.iter_mut().enumerate() {
        op.constraints.gid = Some(match grouping {
            Grouping::Runs(size) => id as u32 / size.max(1),
            Grouping::Drawn(size, _) => numbers.below(ops.div_ceil(u64::from(size.max(1)))) as u32,
            Grouping::Kinds(size) => {
                let kind = op.what().rsplit(':').next().unwrap_or_default().to_owned();
                match kinds.iter_mut().find(|(name, _, left)| *name == kind && *left > 0) {
                    Some((_, group, left)) => {
                        *left -= 1;
                        *group
                    }
                    None => {
                        kinds.push((kind, next, size.saturating_sub(1)));
                        next += 1;
                        next - 1
                    }
                }
            }
        });
    }
    graph
}
