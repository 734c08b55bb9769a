//! Loops that stay as they are: the work of an iteration, and what it takes.

use super::plain_loop::{Flow, chain, inner_loops};
use super::thread_rings::ThreadRings;
use crate::Context;
use tilewright_ir::Module;

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

/// The innermost loops of a kernel but for those at lines that are pipelined.
pub fn of_left(module: &Module, context: &Context<'_>, is_pipelined: &dyn Fn(u32) -> bool) -> Vec<LoopWork> {
    let figures = &context.target.pipeline;
    let mut left = Vec::new();
    for op in inner_loops(module) {
        let line = module.loc_data(module.loc(op)).line;
        if is_pipelined(line) {
            continue;
        }
        let flow = Flow::of(module, op, figures);
        let as_it_is = ThreadRings::without(op, context.target);
        let graph = as_it_is.graph(module, (figures, context.atoms), 1 << context.warp_bits, 2);
        let cycles = chain(&graph, |_| false).max(graph.most()).max(flow.bound());
        left.push(LoopWork { line, flow, cycles });
    }
    left
}
