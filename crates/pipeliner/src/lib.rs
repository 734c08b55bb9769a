//! Software pipelining: finds the loop, plans its agents and its ring, schedules it, and makes the IR that follows.
//!
//! `pipelining` decides; the passes beside it write what was decided into the IR, in the order in which they are named here.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod generate_schedule;
pub mod generate_schedule_constraints;
pub mod materialize_async;
pub mod materialize_schedule;
pub mod optimize_pipeline_region;
pub mod pipelining;
pub mod resolve_agent_boundary;
mod tma_stores;
pub mod unspecialized_pipeline;

use std::cell::RefCell;
use std::ops::Deref;
use tilewright_analysis::{Arithmetic, Context as Base, Steering};
use tilewright_diag::Span;
use tilewright_machine::{LoopAtoms, LoopModel, Target, policy};
use tilewright_modsched::arms::cost::CostModel;
use tilewright_modsched::generate::schedule;
use tilewright_modsched::graph::LoopGraph;
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::report::Report;
use tilewright_units::Role;

use crate::pipelining::tables::AgentTable;

/// The context of the passes that decide: what the user asks for.
pub struct Context<'c> {
    /// The context that every pass has.
    pub base: Base<'c>,
    /// The strategy of pipelined loops, if the user asks for one.
    pub strategy: Option<pipelining::Strategy>,
    /// The consumers of a warp-specialised loop, if the user asks for certain ones.
    pub consumers: Option<pipelining::Consumers>,
    /// Whether pairs of CTAs make products, if the user asks for either.
    pub pairs: Option<pipelining::Pairs>,
    /// The units that compute powers of two, if the user asks for either.
    pub powers: Option<pipelining::PowersBy>,
    /// The largest reservation tables with which agents are scheduled, in entries; 0: they never are.
    pub rrt_size_threshold: u32,
    /// Stages of a pipeline, if the user wants a number of them.
    pub num_stages: Option<u32>,
    /// Values of a loop that may be live at a time before the scheduler adds a surcharge, if the user says a number.
    pub register_budget: Option<u32>,
    /// Orders in which the documented scheduler retries one group, if the user says a number.
    pub retry_orders: Option<u32>,
    /// Whether TMA stores tiles even where fewer CTAs share an SM then.
    pub prefer_tma: bool,
    /// Swizzles of the left and the right operand's buffers, if the user asks for certain ones.
    pub swizzles: [Option<pipelining::Swizzle>; 2],
    /// The atoms of the scheduler's model: resources that ops of a loop hold.
    pub atoms: LoopAtoms<'c>,
    /// The scheduler of loops.
    pub scheduler: Generator,
    /// Whether changes that would lower an II are looked for, which only the report tells.
    pub explains: bool,
    /// The decisions, for the report, which no pass reads.
    pub decisions: RefCell<Decisions>,
}

impl<'c> Context<'c> {
    /// The context of a kernel for which nothing is asked; warps of a CTA as a power of two.
    pub fn new(target: &'c Target, entry: &'c str, warp_bits: usize) -> Self {
        Self {
            base: Base {
                target,
                entry,
                warp_bits,
                arithmetic: Arithmetic::default(),
                steering: Steering::default(),
                notes: RefCell::default(),
            },
            strategy: None,
            consumers: None,
            pairs: None,
            powers: None,
            rrt_size_threshold: policy().rrt_size_threshold.value,
            num_stages: None,
            register_budget: None,
            retry_orders: None,
            prefer_tma: false,
            swizzles: [None; 2],
            atoms: LoopAtoms::Of(LoopModel::GpuAtoms),
            scheduler: Options::default().generator,
            explains: true,
            decisions: RefCell::default(),
        }
    }

    /// The schedule of a graph by a scheduler, which is the one that is asked for or that is usual. A register budget is one of the
    /// documented scheduler, which is used for it where none is asked for; not where it would have no iterations overlap.
    pub fn scheduled(&self, graph: &LoopGraph, options: &Options) -> Report {
        if self.register_budget.is_some() && self.scheduler == Generator::Auto && options.generator != Generator::Serial
        {
            let options = Options {
                generator: Generator::Documented,
                ..options.clone()
            };
            let weighed = schedule(graph, &options);
            if weighed.outcome.is_ok() && weighed.serial_by.is_none() {
                return weighed;
            }
        }
        schedule(graph, options)
    }

    /// The weights of loops' schedules.
    pub fn cost_model(&self) -> CostModel {
        let usual = CostModel::documented();
        CostModel {
            register_budget: self.register_budget,
            retry_orders: self.retry_orders.map_or(usual.retry_orders, |orders| orders as usize),
            ..usual
        }
    }

    /// A context in which the same is asked and nothing is decided yet, for a trial of which nobody reads a report.
    pub fn again(&self) -> Self {
        Self {
            strategy: self.strategy,
            consumers: self.consumers,
            pairs: self.pairs,
            powers: self.powers,
            rrt_size_threshold: self.rrt_size_threshold,
            num_stages: self.num_stages,
            register_budget: self.register_budget,
            retry_orders: self.retry_orders,
            prefer_tma: self.prefer_tma,
            swizzles: self.swizzles,
            atoms: self.atoms,
            scheduler: self.scheduler,
            explains: false,
            ..Self::new(self.target, self.entry, self.warp_bits)
        }
    }
}

impl<'c> Deref for Context<'c> {
    type Target = Base<'c>;

    fn deref(&self) -> &Base<'c> {
        &self.base
    }
}

/// The decisions of the pipeliner, for the report alone.
#[derive(Default)]
pub struct Decisions {
    /// Why loops are not pipelined.
    pub reasons: Vec<pipelining::why::Refused>,
    /// The pipelined loop.
    pub pipelined: Option<Pipelined>,
    /// Other loops that the same agents run, each with a schedule of its own.
    pub others: Vec<Pipelined>,
    /// Loops without products that are left alone.
    pub left: Vec<LeftAlone>,
    /// The work of the innermost loops that are not pipelined: of those, too, about which nothing is decided.
    pub work: Vec<pipelining::left::LoopWork>,
    /// The candidates of a loop with a product that is left alone.
    pub tried: Vec<pipelining::choice::Candidate>,
    /// Shares of powers of two of pipelined loops, by unit.
    pub powers: Vec<pipelining::powers::Powers>,
    /// Whether a polynomial computes all that it can, since that was asked for.
    pub all_by_polynomial: bool,
    /// Searches that found no schedule.
    pub unseated: Vec<Unseated>,
    /// Loads whose tiles cannot have the swizzle that is asked for their side of a product.
    pub narrow: Vec<Narrow>,
}

/// A load whose tile cannot have the swizzle that is asked for.
pub struct Narrow {
    /// Where it is.
    pub span: Option<Span>,
    /// The side of the product: 0 left, 1 right.
    pub side: usize,
    /// The swizzle.
    pub asked: pipelining::Swizzle,
    /// Bytes of a row of its tile.
    pub row: i64,
}

/// A search that found no schedule.
pub struct Unseated {
    /// The source line of the loop, from 1.
    pub line: u32,
    /// The loop graph.
    pub graph: LoopGraph,
    /// The search, with all that was tried.
    pub report: Report,
}

/// A loop without products that is left alone.
#[derive(Clone, Debug)]
pub struct LeftAlone {
    /// Where it is.
    pub span: Option<Span>,
    /// All candidates, with their costs and reasons.
    pub candidates: Vec<pipelining::choice::Candidate>,
    /// Why.
    pub why: pipelining::why::Left,
}

/// The way a loop is pipelined, and the reasons.
#[derive(Clone, Debug)]
pub struct Pipelined {
    /// The source line of the loop, from 1.
    pub line: u32,
    /// The strategy by which it is pipelined.
    pub strategy: pipelining::Strategy,
    /// The way in which tiles are loaded, in unspecialised code.
    pub form: Option<pipelining::CopyForm>,
    /// Why TMA does not load them then.
    pub no_tma: Option<pipelining::why::NoTma>,
    /// Whether the first tiles of the next iteration of the loop around it are loaded before the end of this one.
    pub next_tile: bool,
    /// Whether TMA fills the rings of tiles that all threads would copy.
    pub by_tma: bool,
    /// All candidates, with their costs and reasons.
    pub candidates: Vec<pipelining::choice::Candidate>,
    /// The work of memory for it, where it has no product.
    pub flow: Option<pipelining::plain_loop::Flow>,
    /// Whether the user asked for it.
    pub asked: bool,
    /// The agents; none in unspecialised code.
    pub agents: Option<pipelining::plan::Agents>,
    /// Of agents, whether they are scheduled.
    pub variant: Option<pipelining::tables::Variant>,
    /// The schedule of each agent.
    pub tables: Vec<pipelining::tables::AgentTable>,
    /// The CTAs of a cluster that load its tiles together, or why none do; nothing without clusters.
    pub together: Option<Result<pipelining::together::Together, pipelining::together::Apart>>,
    /// The depth of its ring.
    pub depth: pipelining::depth::Depth,
    /// The loop graph.
    pub ops: pipelining::loop_graph::LoopOps,
    /// Values that may be live at a time before the scheduler adds a surcharge, where the schedule heeds a number.
    pub register_budget: Option<u32>,
    /// The schedule, and how it was found.
    pub report: tilewright_modsched::report::Report,
    /// Cycles of the SM clock that a unit of time of the graph stands for; none where it counts in weights of the model.
    pub unit: Option<f64>,
    /// Products in flight when the next one starts.
    pub in_flight: i64,
    /// Products that still run when an iteration of the agent that multiplies ends.
    pub running: i64,
}

impl Decisions {
    /// The pipelined loop at a line of the source, if there is one.
    fn at_line(&mut self, line: u32) -> Option<&mut Pipelined> {
        let mut loops = self.pipelined.iter_mut().chain(&mut self.others);
        loops.find(|found| found.line == line)
    }
}

impl Pipelined {
    /// The doing of the consumers.
    fn consumer(&mut self) -> Option<&mut AgentTable> {
        let consumer = self.ops.roles.iter().position(|&role| role == Some(Role::Consumer));
        self.tables.get_mut(consumer?)
    }

    /// Notes the order in which the consumers' ops are written: each by its number in the schedule, with its stage.
    fn note_order(&mut self, order: &[(i64, i64)]) {
        if let Some(table) = self.consumer() {
            let op = |number: i64| table.ops.get(number as usize).copied();
            let written = order.iter().filter_map(|&(number, stage)| Some((op(number)?, stage)));
            table.written = written.collect();
        }
    }

    /// Notes that an op of the consumers, by its number in the schedule, is written last.
    fn note_last(&mut self, number: i64) {
        if let Some(table) = self.consumer() {
            let op = table.ops.get(number as usize).copied();
            // The order of all others stays.
            table.written.sort_by_key(|&(own, _)| Some(own) == op);
        }
    }

    /// The surcharges of all seats that the cost arm chose by a register budget.
    pub fn surcharge(&self) -> Option<u32> {
        self.register_budget?;
        // Absent: without a schedule there are no seats.
        let seats = &self.report.outcome.as_ref().ok()?.cost;
        Some(seats.iter().flatten().map(|chosen| chosen.cost.bank).sum())
    }
}
