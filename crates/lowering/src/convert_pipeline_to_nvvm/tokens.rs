//! Tokens of work in flight. What a token stands for decides how it is waited for: an mbarrier by spinning, bulk copies
//! and products by closing and draining their group.

use super::handshake::{on_barrier, spin};
use super::{Cx, PipelineLowering};
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{builtin, llvm, nv_tileas, nvvm, scf};
use tilewright_ir::views::ForOp;
use tilewright_ir::{Block, Def, Module, Op, Value};
use tilewright_machine::policy;
use tilewright_units::{Completion, with_loops};

/// The work that a token stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flavor {
    /// A phase of an mbarrier.
    Mbarrier,
    /// Stores and reductions by TMA.
    Bulk,
    /// Products that threads do not wait for one by one.
    Product,
}

/// Loops and branches that a token, or what it stands for, is followed through.
const MAX_DEPTH: usize = 64;

/// On a wait that may be merged with others of its kind: the last group that it waits for.
pub(super) const GROUP: &str = "nv_tile.group";

/// The work behind the token that an op waits for.
pub(super) fn flavor(module: &Module, op: Op) -> Option<Flavor> {
    of(module, module.only_operand(op), MAX_DEPTH)
}

fn of(module: &Module, token: Value, depth: usize) -> Option<Flavor> {
    let depth = depth.checked_sub(1)?;
    match module.value_def(token) {
        Def::Argument(block, index) => carried(module, block, index as usize, depth),
        Def::Result(op, index) => match module.kind(op) {
            nv_tileas::ASYNC_TO_ASYNC => match module.operands(op) {
                [_, _] => Some(Flavor::Mbarrier),
                [source] if module.is_token(module.ty(*source)) => Some(Flavor::Bulk),
                [source] => of(module, *source, depth),
                _ => None,
            },
            nv_tileas::ASYNC_DOT | nv_tileas::ASYNC_WORD_DOT => Some(Flavor::Product),
            nv_tileas::ASYNC_TOKEN_TO_ASYNC => Some(Flavor::Bulk),
            // A counted loop results in the values that it carries.
            scf::FOR => {
                let body = module.entry_block(*module.regions(op).first()?)?;
                carried(module, body, index as usize + 1, depth)
            }
            scf::IF => {
                let mut ends = module
                    .regions(op)
                    .iter()
                    .filter_map(|&r| module.last_op(module.entry_block(r)?));
                ends.find_map(|end| of(module, *module.operands(end).get(index as usize)?, depth))
            }
            _ => None,
        },
    }
}

/// A value that a loop carries: as it starts from, or, if that is nothing, as an iteration ends with.
fn carried(module: &Module, block: Block, index: usize, depth: usize) -> Option<Flavor> {
    let owner = ForOp::of(module, module.owner(block)?)?;
    let at = index.checked_sub(1)?;
    let start = *owner.inits.get(at)?;
    let end = module
        .last_op(block)
        .and_then(|end| module.operands(end).get(at).copied());
    of(module, start, depth).or_else(|| of(module, end.filter(|&v| v != module.arguments(block)[index])?, depth))
}

/// The mbarrier and the parity that a token stands for, through the cast that made it.
fn phase(cx: &mut Cx<'_>, op: Op) -> Result<[Value; 2], Failure> {
    let token = cx.only_operand(op)?;
    let made = cx
        .new
        .defining_op(token)
        .filter(|&cast| cx.new.kind(cast) == builtin::UNREALIZED_CONVERSION_CAST);
    if let Some([address, parity]) = made.map(|cast| cx.new.operands(cast)) {
        return Ok([*address, *parity]);
    }
    let ty = cx.i32();
    let back = cx
        .build()
        .op(builtin::UNREALIZED_CONVERSION_CAST, &[&[token]], &[ty, ty]);
    Ok([cx.new.result(back, 0), cx.new.result(back, 1)])
}

pub(super) fn wait_mbarrier(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let [address, parity] = phase(cx, op)?;
    spin(cx, address, 0, parity);
    Ok(())
}

/// The other form of a spin: barrier and phase come from the future, and it may sleep longer.
pub(super) fn future_mbarrier(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let [address, parity] = phase(cx, op)?;
    let wait = on_barrier(cx, nvvm::MBARRIER_WAIT_PARITY, address, 0, &[&[parity]]);
    cx.set_int(wait, "timeout", policy().future_wait_nanoseconds.value);
    Ok(())
}

fn drain(cx: &mut Cx<'_>, commit: Option<OpKind>, wait: OpKind) {
    if let Some(commit) = commit {
        cx.build().op(commit, &[], &[]);
        // Ids of all kinds of groups are drawn from one row: of each kind they rise.
        cx.state.groups += 1;
    }
    let wait = cx.build().op(wait, &[], &[]);
    cx.set_int(wait, "count", 0);
    let group = cx.state.groups;
    cx.set_int(wait, GROUP, group);
}

pub(super) fn wait_bulk(cx: &mut Cx<'_>, _: Op) -> Result<(), Failure> {
    drain(
        cx,
        Some(nvvm::CP_ASYNC_BULK_COMMIT_GROUP),
        nvvm::CP_ASYNC_BULK_WAIT_GROUP,
    );
    Ok(())
}

pub(super) fn wait_product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let by_groups = with_loops().find(|(unit, _)| unit.completion == Completion::Groups);
    let Some((_, products)) = by_groups else {
        return unknown(cx, op);
    };
    drain(cx, Some(products.commit), products.wait);
    Ok(())
}

pub(super) fn future_group(cx: &mut Cx<'_>, _: Op) -> Result<(), Failure> {
    drain(cx, None, nvvm::CP_ASYNC_BULK_WAIT_GROUP);
    Ok(())
}

pub(super) fn unknown(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let refusal = cx.error(op, "pipeline.token", "what this waits for is not known");
    Err(Box::new(refusal.with_help(
        "wait for a token that `to_async` or `token_to_async` makes of an mbarrier, a product or a store",
    )))
}

/// A token is a cast of the value it stands for, until it has no use.
pub(super) fn cast(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let mut sources = Vec::new();
    for &source in cx.old.operands(op) {
        sources.extend(cx.values(source)?);
    }
    let ty = cx.old.ty(cx.old.result(op, 0));
    let cast = cx.build().op(builtin::UNREALIZED_CONVERSION_CAST, &[&sources], &[ty]);
    let token = cx.new.result(cast, 0);
    cx.rename(cx.old.result(op, 0), token);
    Ok(())
}

pub(super) fn none(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let result = cx.old.result(op, 0);
    let ty = cx.old.ty(result);
    let nothing = cx.build().value(llvm::MLIR_POISON, &[], ty);
    cx.rename(result, nothing);
    Ok(())
}
