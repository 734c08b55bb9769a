//! The passes over a kernel that was evaluated, in their order.

mod clean;
mod fuse;
mod hoist;
mod names;
mod prologue;
mod rebuild;
mod settle;
mod split;
mod tokens;

pub(crate) use clean::has_effect;
pub(crate) use rebuild::{end_with, ends};

use crate::eval::Eval;
use tilewright_ir::Block;
use tilewright_ir::entity::{Entity, EntityMap};

/// Ops or values that are in a set, of which most are.
type Set<E> = EntityMap<E, ()>;

/// A set of these.
fn set_of<E: Entity>(all: impl IntoIterator<Item = E>) -> Set<E> {
    let mut set = Set::default();
    all.into_iter().for_each(|one| set.insert(one, ()));
    set
}

/// Finishes the kernel whose body is `entry`.
pub(crate) fn run(eval: &mut Eval<'_>, entry: Block) {
    // First: an access that nobody needs orders no other.
    clean::remove_dead_accesses(eval, entry);
    tokens::order(eval, entry);
    clean::remove_dead(eval, entry);
    fuse::fuse(eval, entry);
    let mut written = eval.m.walk(entry);
    let is_settled = settle::settle(eval, &written);
    // Constants of the prologue are in the order of the program as it was written.
    if is_settled {
        written = eval.m.walk(entry);
    }
    hoist::hoist(eval, entry);
    // Nothing else leaves ops that nobody needs.
    if split::split(eval, entry) || is_settled {
        clean::remove_dead(eval, entry);
    }
    prologue::finish(eval, entry, &written);
    names::make_unique(&mut eval.m, entry);
}
