//! The four-stage scheduler (docs/sources/four-stage.md): global loads, stores to shared memory, loads from it, and
//! compute, each in its own stage, with an initiation interval of 1 in units of stages.

use crate::graph::{Class, LoopGraph, Op, OpId};
use crate::recurrence::earliest_starts;
use serde::{Deserialize, Serialize};

/// A loop in pipeline form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourStage {
    /// Class of each op.
    pub class: Vec<Class>,
    /// Stage of each op, which is also its cycle: a new iteration starts every cycle.
    pub stage: Vec<i64>,
    /// The classes that occur, by stage: four, or three with direct copies from global to shared memory.
    pub stages: Vec<Class>,
    /// Shared-memory buffers of each operand; 1 means multi-buffering is off.
    pub buffers: u32,
}

/// A remark on [`FourStage::program`], which is the published listing.
pub const LISTING: &str = "Wave's listing; its prologue and epilogue read what was written just before without a barrier \
                           between, which is a race, so that compiled loops have one barrier more there for each such read";

/// Cycles of the timeline.
pub const TIMELINE: u64 = 7;

/// Why a loop has no such form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FourStageError {
    /// Nothing says what an op does.
    Unclassified {
        /// The op.
        op: OpId,
    },
    /// A transition that the pipeline does not have.
    IllegalTransition {
        /// Class before.
        from: Class,
        /// Class after.
        to: Class,
        /// The op that makes it.
        op: OpId,
    },
    /// Compute appears in more than one group.
    SecondComputeGroup {
        /// The op that starts anew after compute.
        op: OpId,
    },
    /// No op of a class that the pipeline needs.
    MissingClass {
        /// The class.
        class: Class,
    },
    /// A dependence that the pipeline would break.
    BrokenDependence {
        /// Its index.
        edge: usize,
        /// The least distance, in iterations, at which it would hold.
        needs: i64,
    },
    /// Dependences of distance 0 form a circuit.
    Circuit,
    /// No buffer at all.
    NoBuffers,
}

/// One step of the pipelined program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FourStageStep"))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A barrier of the block.
    Barrier,
    /// All ops of a class, for one iteration.
    #[serde(untagged)]
    Run {
        /// The class.
        #[serde(rename = "run")]
        class: Class,
        /// The iteration, counted from 0.
        iteration: u64,
        /// The shared-memory buffer it uses, for classes that use one.
        buffer: Option<u32>,
    },
}

/// The pipelined program for a number of iterations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Fills the pipeline.
    pub prologue: Vec<Step>,
    /// The steady iterations, each ended by a barrier.
    pub kernel: Vec<Vec<Step>>,
    /// Drains the pipeline.
    pub epilogue: Vec<Step>,
}

impl Class {
    /// The class of an op: the one it states, or the one its kind tells.
    pub fn of(op: &Op) -> Option<Class> {
        const KINDS: [(&str, Class); 21] = [
            ("global_to_shared", Class::GlobalToShared),
            ("tma_load", Class::GlobalToShared),
            ("cp.async", Class::GlobalToShared),
            ("read_global", Class::GlobalLoad),
            ("global_load", Class::GlobalLoad),
            ("ld.global", Class::GlobalLoad),
            ("write_shared", Class::LocalStore),
            ("local_store", Class::LocalStore),
            ("smem_write", Class::LocalStore),
            ("st.shared", Class::LocalStore),
            ("read_shared", Class::LocalLoad),
            ("local_load", Class::LocalLoad),
            ("smem_read", Class::LocalLoad),
            ("ld.shared", Class::LocalLoad),
            ("ldmatrix", Class::LocalLoad),
            ("mma", Class::Compute),
            ("dot", Class::Compute),
            ("valu", Class::Compute),
            ("shuffle", Class::Compute),
            ("compute", Class::Compute),
            ("noop", Class::Noop),
        ];
        op.class.or_else(|| {
            KINDS
                .iter()
                .find(|(word, _)| op.what().contains(word))
                .map(|(_, class)| *class)
        })
    }

    /// Whether the scheduler allows the transition (docs/sources/four-stage.md#transitions).
    pub fn may_precede(self, next: Class) -> bool {
        use Class::{Compute, GlobalLoad, GlobalToShared, LocalLoad, LocalStore};
        matches!(
            (self, next),
            (GlobalLoad, LocalStore)
                | (LocalStore, LocalLoad)
                | (GlobalLoad | GlobalToShared, LocalLoad)
                | (LocalLoad, Compute)
                | (Compute, GlobalLoad | GlobalToShared)
        )
    }

    fn uses_shared_memory(self) -> bool {
        matches!(self, Class::LocalStore | Class::LocalLoad | Class::GlobalToShared)
    }
}

impl FourStage {
    /// Brings a loop into the form: ops are walked in the order of their longest path of distance 0; each change of
    /// class must be a legal transition and starts the next stage; ops that take no part inherit the current stage.
    ///
    /// # Errors
    /// The first op or dependence that stands in the way.
    pub fn new(graph: &LoopGraph, multi_buffer: u32) -> Result<Self, FourStageError> {
        if multi_buffer == 0 {
            return Err(FourStageError::NoBuffers);
        }
        let classify = |(op, o)| Class::of(o).ok_or(FourStageError::Unclassified { op });
        let class: Vec<Class> = graph.ops.iter().enumerate().map(classify).collect::<Result<_, _>>()?;
        let path = earliest_starts(graph, 0, |i| graph.edges[i].distance == 0).ok_or(FourStageError::Circuit)?;
        let mut order: Vec<OpId> = (0..graph.ops.len()).collect();
        order.sort_by_key(|&op| (path[op], op));
        // Tiles that go to no shared memory are taken where they were loaded.
        let in_registers = !class.iter().any(|class| class.uses_shared_memory());
        let may_precede = |from: Class, to: Class| {
            from.may_precede(to) || in_registers && (from, to) == (Class::GlobalLoad, Class::Compute)
        };
        let mut stage = vec![0; graph.ops.len()];
        let mut stages: Vec<Class> = Vec::new();
        for op in order {
            let next = class[op];
            match stages.last() {
                _ if next == Class::Noop => {}
                Some(&here) if here == next => {}
                None => stages.push(next),
                Some(Class::Compute) if Class::Compute.may_precede(next) => {
                    return Err(FourStageError::SecondComputeGroup { op });
                }
                Some(&here) if may_precede(here, next) => stages.push(next),
                Some(&from) => return Err(FourStageError::IllegalTransition { from, to: next, op }),
            }
            stage[op] = stages.len().saturating_sub(1) as i64;
        }
        let has_load = stages
            .iter()
            .any(|c| matches!(c, Class::GlobalLoad | Class::GlobalToShared));
        for (class, present) in [
            (Class::GlobalLoad, has_load),
            (Class::LocalLoad, in_registers || stages.contains(&Class::LocalLoad)),
            (Class::Compute, stages.contains(&Class::Compute)),
        ] {
            if !present {
                return Err(FourStageError::MissingClass { class });
            }
        }
        let form = FourStage {
            class,
            stage,
            stages,
            buffers: multi_buffer,
        };
        form.check(graph)?;
        Ok(form)
    }

    /// Checks the dependences in units of stages: a later stage works on an earlier iteration, and inside one steady
    /// iteration later stages run first.
    ///
    /// # Errors
    /// The first dependence that the pipeline breaks.
    pub fn check(&self, graph: &LoopGraph) -> Result<(), FourStageError> {
        for (edge, e) in graph.edges.iter().enumerate() {
            let lead = self.stage[e.dst] + i64::from(e.distance) - self.stage[e.src];
            // With no lead both run in the same steady iteration: the body holds later stages first, and ops of one
            // stage keep their program order.
            let runs_first = self.stage[e.src] > self.stage[e.dst]
                || (self.stage[e.src] == self.stage[e.dst] && e.distance == 0 && e.src != e.dst);
            if lead < 0 || (lead == 0 && !runs_first) {
                // In a steady iteration the later stage runs first, so that no distance beyond theirs is needed.
                let apart = self.stage[e.src] - self.stage[e.dst];
                let needs = apart.max(1);
                return Err(FourStageError::BrokenDependence { edge, needs });
            }
        }
        Ok(())
    }

    /// Steady iterations for a number of loop iterations: `iterations - (stages - 1)`, and none below that.
    pub fn steady_trips(&self, iterations: u64) -> u64 {
        iterations.saturating_sub(self.stages.len() as u64 - 1)
    }

    /// The steps of one cycle: stages from the last to the first, as far as their iteration exists.
    fn cycle(&self, cycle: u64, iterations: u64) -> Vec<Step> {
        let mut steps = Vec::new();
        for (s, &class) in self.stages.iter().enumerate().rev() {
            let Some(iteration) = cycle.checked_sub(s as u64).filter(|&i| i < iterations) else {
                continue;
            };
            // With one buffer its readers must be done before it is overwritten.
            let writes = matches!(class, Class::LocalStore | Class::GlobalToShared);
            if self.buffers == 1 && writes && !steps.is_empty() {
                steps.push(Step::Barrier);
            }
            let buffer = class
                .uses_shared_memory()
                .then(|| (iteration % u64::from(self.buffers)) as u32);
            steps.push(Step::Run {
                class,
                iteration,
                buffer,
            });
        }
        steps
    }

    /// The program for a number of iterations. With fewer iterations than stages there is no steady state, and prologue
    /// and epilogue run only what exists.
    pub fn program(&self, iterations: u64) -> Program {
        let fill = self.stages.len() as u64 - 1;
        let total = if iterations == 0 { 0 } else { iterations + fill };
        let steady = fill..fill + self.steady_trips(iterations);
        let mut program = Program::default();
        for cycle in 0..total {
            let mut steps = self.cycle(cycle, iterations);
            if steady.contains(&cycle) {
                if self.stages.iter().any(|class| class.uses_shared_memory()) {
                    steps.push(Step::Barrier);
                }
                program.kernel.push(steps);
            } else if cycle < fill {
                program.prologue.extend(steps);
            } else {
                program.epilogue.extend(steps);
            }
        }
        program
    }

    /// First cycle in which all stages run.
    pub fn full_from(&self) -> u64 {
        self.stages.len() as u64 - 1
    }

    /// The timeline (docs/sources/four-stage.md#timeline) for a number of cycles: a row for each stage, a column for
    /// each cycle.
    pub fn timeline(&self, cycles: u64) -> String {
        let column = |cycle: u64| if cycle == 0 { 13 } else { 12 + 6 * cycle as usize };
        let write = |line: &mut String, at: usize, text: &str| {
            let have = line.chars().count();
            line.push_str(&" ".repeat(at.saturating_sub(have)));
            line.push_str(text);
        };
        let (mut head, mut ticks) = (String::from("Cycle →"), String::new());
        for cycle in 0..cycles {
            write(&mut head, column(cycle) + 1, &cycle.to_string());
            write(&mut ticks, column(cycle) + 1, "|");
        }
        let mut lines = vec![head, ticks];
        for (s, class) in self.stages.iter().enumerate() {
            let (label, letter) = match class {
                Class::GlobalLoad => ("GLOBAL_LOAD:", 'a'),
                Class::GlobalToShared => ("GLOB_TO_SH:", 'a'),
                Class::LocalStore => ("LOCAL_STORE:", 'w'),
                Class::LocalLoad => ("LOCAL_LOAD:", 'l'),
                Class::Compute => ("COMPUTE:", 'c'),
                Class::Noop => ("NOOP:", 'n'),
            };
            let mut line = String::from(label);
            for cycle in s as u64..cycles {
                write(&mut line, column(cycle), &format!("{letter}{}", cycle - s as u64));
            }
            lines.push(line);
        }
        lines.join("\n") + "\n"
    }
}
