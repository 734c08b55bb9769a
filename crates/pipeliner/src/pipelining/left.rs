//! Loops that stay as they are: the work of an iteration, and what it takes.

use super::plain_loop::{Flow, chain, inner_loops};
use super::thread_rings::ThreadRings;
use crate::Context;
use tilewright_ir::{Module, Op};

/// The work of a loop that is not pipelined.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopWork {
    /// The source line of the loop, from 1.
    pub line: u32,
    /// The work of memory and of the products.
    pub flow: Flow,
    /// Cycles of an iteration, of a CTA that is alone, by estimate: each op waits for what it takes.
    pub cycles: f64,
}

/// The innermost loops of a kernel but for those at lines.
pub fn of_left(module: &Module, context: &Context<'_>, but: &[u32]) -> Vec<LoopWork> {
    let figures = &context.target.pipeline;
    let line = |op: Op| module.loc_data(module.loc(op)).line;
    let left = inner_loops(module).into_iter().filter(|&op| !but.contains(&line(op)));
    let work = |op: Op| {
        let flow = Flow::of(module, op, figures);
        let as_it_is = ThreadRings::without(op, context.target);
        let graph = as_it_is.graph(module, (figures, context.atoms), 1 << context.warp_bits, 2);
        let cycles = chain(&graph, |_| false).max(graph.most()).max(flow.bound());
        LoopWork {
            line: line(op),
            flow,
            cycles,
        }
    };
    left.map(work).collect()
}
