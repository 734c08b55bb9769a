//! Traces of PipelineState, PipelineAsync, PipelineTmaAsync, PipelineTransactionAsync, PipelineTmaStore and
//! OrderedSequenceBarrier.
//!
//! A trace entry is (operation, barrier array, stage, operand, destination CTA, predicate); the operand is a parity for
//! waits, bytes for expectations, a count otherwise.

use crate::refusal::{ProtocolRefusal, within};
use crate::state::PipelineState;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A trace entry.
pub type Entry = (&'static str, &'static str, i64, i64, u32, u32);
/// A pipeline state as the set writes it: (index, phase, count).
pub type State = (u32, u32, u64);

/// The most entries a trace may have.
const MAX_TRACE: i64 = 1 << 16;
/// Threads of a warp group.
const WARP_GROUP: u32 = 128;
/// The most CTAs of a cluster along a mode.
const MAX_CLUSTER: u32 = 16;

/// Inputs, by kind.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the reference set's own")]
pub enum Input {
    StateIncrement {
        stages: i64,
        start: State,
        /// The number of steps follows a given trace; without one there are 3 laps and 2 steps.
        trace: Option<Vec<State>>,
    },
    StateAdvance {
        stages: i64,
        start: State,
        /// The distances follow given ones; without them 0 to 3 laps and 3 are taken.
        by: Option<BTreeMap<String, State>>,
    },
    PipelineAsync {
        stages: i64,
        iterations: i64,
        producer_arv_count: i64,
        consumer_arv_count: i64,
    },
    PipelineTmaAsync {
        stages: i64,
        cluster: [i64; 2],
        iterations: i64,
        transaction_bytes: i64,
        num_consumers: i64,
        is_leader: i64,
    },
    PipelineTransactionAsync {
        stages: i64,
        iterations: i64,
        transaction_bytes: i64,
    },
    PipelineTmaStore {
        stages: i64,
        unacquired_stages: i64,
        always_wait: i64,
        /// The number of iterations, or a list of that length; without it the set's own default.
        iterations: Option<Length>,
    },
    OrderedSequence {
        depth: i64,
        length: i64,
        group_id: i64,
        #[serde(default)]
        group_size: i64,
        /// The number of steps follows given ones; without them the set's own default.
        steps: Option<Length>,
    },
}

/// A length, given as a number or as a list.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Length {
    /// A number.
    Number(i64),
    /// A list of that length.
    List(Vec<serde::de::IgnoredAny>),
}

impl Length {
    fn get(&self) -> i64 {
        match self {
            Self::Number(n) => *n,
            Self::List(list) => list.len() as i64,
        }
    }
}

/// An iteration of a TMA store pipeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoreIteration {
    /// `bulk wait_group.read` counts at acquire.
    pub acquire_waits: Vec<u32>,
    /// The effect of the commit.
    pub commit: &'static str,
}

/// A step of an ordered sequence: (stage, group) waited on and arrived at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SequenceStep {
    /// Barrier waited on.
    pub wait: (u32, u32),
    /// Parity.
    pub parity: u32,
    /// Barrier arrived at.
    pub arrive: (u32, u32),
}

/// The threads of one CTA that signal a release, and the CTAs they signal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fanout {
    /// CTA.
    pub block_id_in_cluster: (u32, u32),
    /// (thread, destination CTA).
    pub signals: Vec<(u32, u32)>,
}

/// Computed fields, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names are the reference set's own")]
pub enum Output {
    StateIncrement {
        trace: Vec<State>,
    },
    StateAdvance {
        by: BTreeMap<u64, State>,
    },
    PipelineAsync {
        init: Vec<Entry>,
        producer: Vec<Vec<Entry>>,
        producer_tail: Vec<Entry>,
        consumer: Vec<Vec<Entry>>,
        try_acquire_success: Vec<Entry>,
        try_acquire_fail: Vec<Entry>,
        try_wait_success: Vec<Entry>,
        try_wait_fail: Vec<Entry>,
    },
    PipelineTmaAsync {
        init: Vec<Entry>,
        producer: Vec<Vec<Entry>>,
        producer_tail: Vec<Entry>,
        consumer_thread0: Vec<Vec<Entry>>,
        release_fanout: Vec<Fanout>,
    },
    PipelineTransactionAsync {
        init: Vec<Entry>,
        producer: Vec<Vec<Entry>>,
        producer_tail: Vec<Entry>,
        consumer: Vec<Vec<Entry>>,
    },
    PipelineTmaStore {
        iterations: Vec<StoreIteration>,
        tail_wait: u32,
    },
    OrderedSequence {
        steps: Vec<SequenceStep>,
    },
}

fn start(s: State) -> PipelineState {
    PipelineState {
        index: s.0,
        phase: s.1 & 1,
        count: s.2,
    }
}

fn plain(s: PipelineState) -> State {
    (s.index, s.phase, s.count)
}

/// Stages of a pipeline: its barriers must exist, so at least one.
fn pipeline_stages(stages: i64) -> Result<u32, ProtocolRefusal> {
    within(
        "stages",
        stages,
        1,
        crate::ring::MAX_STAGES,
        "a pipeline has at least one stage",
    )
}

fn iterations(iterations: i64) -> Result<u32, ProtocolRefusal> {
    within("iterations", iterations, 0, MAX_TRACE as u32, "traces are written out")
}

fn bytes(bytes: i64) -> Result<u32, ProtocolRefusal> {
    within(
        "transaction_bytes",
        bytes,
        1,
        crate::program::MAX_COUNT,
        "an mbarrier counts 1 to 2^20 - 1 bytes",
    )
}

fn count(field: &str, count: i64) -> Result<u32, ProtocolRefusal> {
    within(
        field,
        count,
        1,
        crate::program::MAX_COUNT,
        "an mbarrier counts 1 to 2^20 - 1 arrivals",
    )
}

/// Initialisation: full and empty of each stage, then the fence.
fn init(stages: u32, full: u32, empty: u32) -> Vec<Entry> {
    let mut trace = Vec::new();
    for stage in 0..stages as i64 {
        trace.push(("init", "full", stage, full as i64, 0, 1));
        trace.push(("init", "empty", stage, empty as i64, 0, 1));
    }
    trace.push(("fence_barrier_init", "none", -1, 0, 0, 1));
    trace
}

fn wait(side: &'static str, s: PipelineState) -> Entry {
    ("wait", side, s.index as i64, s.phase as i64, 0, 1)
}

/// Runs `iteration` over successive states; returns the traces and the state after them.
fn run(
    stages: u32,
    phase: u32,
    iterations: u32,
    iteration: impl Fn(PipelineState) -> Vec<Entry>,
) -> (Vec<Vec<Entry>>, PipelineState) {
    let mut state = PipelineState::start(phase);
    let mut traces = Vec::new();
    for _ in 0..iterations {
        traces.push(iteration(state));
        state = state.increment(stages);
    }
    (traces, state)
}

/// The producer's tail: a wait on each stage's empty barrier, the state advancing.
fn tail(stages: u32, mut state: PipelineState) -> Vec<Entry> {
    let mut trace = Vec::new();
    for _ in 0..stages {
        trace.push(wait("empty", state));
        state = state.increment(stages);
    }
    trace
}

fn consume(s: PipelineState) -> Vec<Entry> {
    vec![wait("full", s), ("arrive_cluster", "empty", s.index as i64, 1, 0, 1)]
}

/// A probe, and the wait that follows when it fails: a token that says done skips the wait.
fn probe(side: &'static str, s: PipelineState, success: bool) -> Vec<Entry> {
    let mut trace = vec![("try_wait", side, s.index as i64, s.phase as i64, 0, 1)];
    if !success {
        trace.push(wait(side, s));
    }
    trace
}

/// The CTA that a thread of a warp group signals: CUTLASS spreads the 16 possible CTAs over 16 threads, one in eight of
/// each warp, with a 4 x 4 swizzle (row = warp, column = quarter of the warp; the row is xored with the column).
fn destination(thread: u32) -> Option<u32> {
    let thread = thread % WARP_GROUP;
    let (row, column) = (thread / 32, thread / 8 % 4);
    thread.is_multiple_of(8).then_some((row ^ column) * 4 + column)
}

fn fanout(cluster: (u32, u32), consumers: u32) -> Vec<Fanout> {
    let size = cluster.0 * cluster.1;
    let blocks = (0..size).map(|b| (b % cluster.0, b / cluster.0));
    blocks
        .map(|(x, y)| {
            let signals = (0..consumers).filter_map(|thread| {
                if size == 1 {
                    return Some((thread, 0));
                }
                let to = destination(thread).filter(|d| *d < size)?;
                (to % cluster.0 == x || to / cluster.0 == y).then_some((thread, to))
            });
            Fanout {
                block_id_in_cluster: (x, y),
                signals: signals.collect(),
            }
        })
        .collect()
}

/// Computes a configuration's fields.
pub fn compute(input: &Input) -> Result<Output, ProtocolRefusal> {
    match input {
        Input::StateIncrement {
            stages,
            start: from,
            trace,
        } => {
            let stages = within("stages", *stages, 0, u32::MAX, "stages cannot be negative")?;
            let steps = trace
                .as_ref()
                .map_or(3 * (stages as i64).max(1) + 2, |t| t.len() as i64);
            let steps = within("steps", steps, 0, MAX_TRACE as u32, "traces are written out")?;
            let mut state = start(*from);
            let next = (0..steps).map(|_| {
                state = state.increment(stages);
                plain(state)
            });
            Ok(Output::StateIncrement { trace: next.collect() })
        }
        Input::StateAdvance {
            stages,
            start: from,
            by,
        } => {
            let stages = within("stages", *stages, 0, MAX_TRACE as u32 / 4, "stages cannot be negative")?;
            let distances: Vec<u64> = match by {
                None => (0..=3 * stages as u64 + 3).collect(),
                Some(by) => by
                    .keys()
                    .map(|k| {
                        k.parse()
                            .map_err(|_| ProtocolRefusal::new("by", k, "distances are whole numbers"))
                    })
                    .collect::<Result<_, _>>()?,
            };
            let state = start(*from);
            let by = distances
                .into_iter()
                .map(|n| (n, plain(state.advance(stages, n))))
                .collect();
            Ok(Output::StateAdvance { by })
        }
        Input::PipelineAsync {
            stages,
            iterations: n,
            producer_arv_count,
            consumer_arv_count,
        } => {
            let stages = pipeline_stages(*stages)?;
            let n = iterations(*n)?;
            let full = count("producer_arv_count", *producer_arv_count)?;
            let empty = count("consumer_arv_count", *consumer_arv_count)?;
            let (producer, at) = run(stages, 1, n, |s| {
                vec![wait("empty", s), ("arrive", "full", s.index as i64, 1, 0, 1)]
            });
            let (consumer, reader) = run(stages, 0, n, consume);
            Ok(Output::PipelineAsync {
                init: init(stages, full, empty),
                producer,
                producer_tail: tail(stages, at),
                consumer,
                try_acquire_success: probe("empty", at, true),
                try_acquire_fail: probe("empty", at, false),
                try_wait_success: probe("full", reader, true),
                try_wait_fail: probe("full", reader, false),
            })
        }
        Input::PipelineTmaAsync { .. } => tma(input),
        Input::PipelineTransactionAsync {
            stages,
            iterations: n,
            transaction_bytes,
        } => {
            let stages = pipeline_stages(*stages)?;
            let n = iterations(*n)?;
            let bytes = bytes(*transaction_bytes)? as i64;
            let (producer, at) = run(stages, 1, n, |s| {
                let stage = s.index as i64;
                vec![
                    wait("empty", s),
                    ("expect_tx", "full", stage, bytes, 0, 1),
                    ("arrive_cluster", "full", stage, 1, 0, 1),
                ]
            });
            Ok(Output::PipelineTransactionAsync {
                init: init(stages, 1, 1),
                producer,
                producer_tail: tail(stages, at),
                consumer: run(stages, 0, n, consume).0,
            })
        }
        Input::PipelineTmaStore {
            stages,
            unacquired_stages,
            always_wait,
            iterations: n,
        } => {
            let stages = pipeline_stages(*stages)?;
            let unacquired = within(
                "unacquired_stages",
                *unacquired_stages,
                0,
                stages,
                "at most every stage is unacquired",
            )?;
            let always = *always_wait != 0;
            // The set runs longer where the parameters are the class's defaults.
            let default = stages as i64;
            let default = match (always, unacquired + 1 == stages && stages > 1) {
                (true, _) => default + 2,
                (false, true) => 2 * default + 3,
                (false, false) => default + 3,
            };
            let n = iterations(n.as_ref().map_or(default, Length::get))?;
            let step = |i: u32| StoreIteration {
                acquire_waits: if always || i > unacquired {
                    vec![unacquired]
                } else {
                    Vec::new()
                },
                commit: "bulk_commit_group",
            };
            Ok(Output::PipelineTmaStore {
                iterations: (0..n).map(step).collect(),
                tail_wait: 0,
            })
        }
        Input::OrderedSequence {
            depth,
            length,
            group_id,
            group_size: _,
            steps,
        } => {
            let depth = within(
                "depth",
                *depth,
                1,
                crate::ring::MAX_STAGES,
                "a sequence has at least one stage",
            )?;
            let length = within(
                "length",
                *length,
                1,
                crate::ring::MAX_STAGES,
                "a sequence has at least one group",
            )?;
            let group = within(
                "group_id",
                *group_id,
                0,
                length - 1,
                "a group's id is below the sequence's length",
            )?;
            let default = (2 * depth as i64 + 2).max(depth as i64 + 5);
            let n = iterations(steps.as_ref().map_or(default, Length::get))?;
            let mut state = PipelineState::start(u32::from(group == 0));
            let steps = (0..n).map(|_| {
                let at = state;
                state = state.increment(depth);
                SequenceStep {
                    wait: (at.index, group),
                    parity: at.phase,
                    arrive: (at.index, (group + 1) % length),
                }
            });
            Ok(Output::OrderedSequence { steps: steps.collect() })
        }
    }
}

fn tma(input: &Input) -> Result<Output, ProtocolRefusal> {
    let Input::PipelineTmaAsync {
        stages,
        cluster,
        iterations: n,
        transaction_bytes,
        num_consumers,
        is_leader,
    } = input
    else {
        return Err(ProtocolRefusal::new("kind", "another", "not a TMA pipeline"));
    };
    let stages = pipeline_stages(*stages)?;
    let n = iterations(*n)?;
    let bytes = bytes(*transaction_bytes)? as i64;
    let consumers = count("num_consumers", *num_consumers)?;
    let rule = "a cluster has 1 to 16 CTAs";
    let cluster = (
        within("cluster[0]", cluster[0], 1, MAX_CLUSTER, rule)?,
        within("cluster[1]", cluster[1], 1, MAX_CLUSTER, rule)?,
    );
    let size = cluster.0 * cluster.1;
    if size > MAX_CLUSTER {
        let nearest = format!("{}x{}", cluster.0, MAX_CLUSTER / cluster.0);
        return Err(ProtocolRefusal::new("cluster", format!("{}x{}", cluster.0, cluster.1), rule).nearest(nearest));
    }
    if size > 1 && !consumers.is_multiple_of(WARP_GROUP) {
        let rule = "in a cluster, threads of whole consumer warp groups signal the CTAs of the row and column";
        return Err(
            ProtocolRefusal::new("num_consumers", consumers, rule).nearest(consumers.next_multiple_of(WARP_GROUP))
        );
    }
    let empty = if size == 1 {
        consumers
    } else {
        (cluster.0 + cluster.1 - 1) * consumers.div_ceil(WARP_GROUP)
    };
    let leader = *is_leader != 0;
    let (producer, at) = run(stages, 1, n, |s| {
        let mut trace = vec![wait("empty", s)];
        // Only the leader expects the bytes; the commit does nothing.
        trace.extend(leader.then_some(("arrive_expect_tx", "full", s.index as i64, bytes, 0, 1)));
        trace
    });
    Ok(Output::PipelineTmaAsync {
        init: init(stages, 1, empty),
        producer,
        producer_tail: tail(stages, at),
        consumer_thread0: run(stages, 0, n, consume).0,
        release_fanout: fanout(cluster, consumers),
    })
}
