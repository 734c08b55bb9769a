//! Products outside of loops: what a kernel does with them becomes a loop of one iteration, which agents may have.

use tilewright_ir::dialects::facts::MAX_DEPTH;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{arith, scf};
use tilewright_ir::{AttrData, Block, Module, Op};
use tilewright_sorted::SortedSet;
use tilewright_units::product::is_dot;

/// The kernel with all that comes with its products in such a loop; none: a loop has one already, or something follows that takes
/// what comes with them.
pub fn in_a_loop(module: &Module) -> Option<Module> {
    let all = module.walk(module.top()).into_iter();
    let dots: Vec<Op> = all.filter(|&op| is_dot(module, op)).collect();
    let around = |op: Op| std::iter::successors(module.parent_op(op), |&around| module.parent_op(around));
    let is_loop = |around: Op| matches!(module.kind(around), scf::FOR | scf::LOOP);
    let &first = dots
        .first()
        .filter(|_| !dots.iter().any(|&dot| around(dot).any(is_loop)))?;
    let block = std::iter::once(first).chain(around(first)).find_map(|op| {
        let block = module.parent(op)?;
        let is_in = |&dot: &Op| {
            std::iter::once(dot)
                .chain(around(dot))
                .any(|op| module.parent(op) == Some(block))
        };
        let hands_nothing_on = module
            .last_op(block)
            .is_some_and(|last| module.operands(last).is_empty());
        (hands_nothing_on && dots.iter().all(is_in)).then_some(block)
    })?;
    Some(wrapped(module, block, first))
}

/// The kernel with a block whose tiles, and what comes with them, are in a loop.
fn wrapped(module: &Module, block: Block, dot: Op) -> Module {
    let mut new = module.clone();
    let mut inside: Vec<Op> = module.ops(block).collect();
    // Absent: each block of a kernel has an end.
    let Some(last) = inside.pop() else { return new };
    let mut made = SortedSet::new();
    inside.retain(|&op| {
        let is_number = |&value: &_| module.shape(module.ty(value)).is_empty();
        let is_early = module.def(op).has(PURE)
            && module.regions(op).is_empty()
            && (module.kind(op) == arith::CONSTANT || module.results(op).iter().all(is_number))
            && !module.operands(op).iter().any(|&value| made.contains(&value));
        if !is_early {
            module.results(op).iter().for_each(|&value| _ = made.insert(value));
        }
        !is_early
    });
    let (number, loc) = (new.number_type("i32"), module.loc(dot));
    let [lower, upper] = [0, 1].map(|bits| {
        let bits = new.intern_attr(AttrData::Dense {
            ty: number,
            bits: [bits].into(),
        });
        let constant = new.create_op(new.record_of(arith::CONSTANT), &[], &[number], loc);
        new.set_attr(constant, "value", bits);
        new.insert_before(last, constant);
        new.result(constant, 0)
    });
    let once = new.create_op(new.record_of(scf::FOR), &[&[lower], &[upper], &[upper], &[]], &[], loc);
    new.insert_before(last, once);
    let depth = new.intern_attr(AttrData::Int(1));
    new.set_attr(once, MAX_DEPTH, depth);
    let region = new.regions(once)[0];
    let body = new.add_block(region);
    new.add_argument(body, number);
    for op in inside {
        new.detach(op);
        new.append(body, op);
    }
    let end = new.create_op(new.record_of(scf::CONTINUE), &[&[]], &[], loc);
    new.append(body, end);
    new
}
