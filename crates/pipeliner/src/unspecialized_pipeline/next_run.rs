//! The first copies of a loop's next run, which start while the iteration of the loop around ends that this run stands in.
//!
//! ```text
//!                               copy the first tiles of the first run, if there is one
//! for %t {                      for %t {
//!   for %k { .. }       ->        for %k { .. }
//!                                 barrier; if there is %t + 1 { copy the first tiles of its run }
//!   tiled_store                   tiled_store
//! }                             }
//! ```

use super::iterations::{Exists, Iterations, when};
use crate::pipelining::next_tile::NextTile;
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Op, Value};

/// Starts the first copies of a loop of these iterations, as far as there are any.
type First<S> = fn(&mut Conversion<'_, S>, Op, &Iterations) -> Result<(), Failure>;

/// Starts those of the first run, before the loop around; returns the iterations of that.
pub(super) fn before_all<S>(
    cx: &mut Conversion<'_, S>,
    next: &NextTile,
    first: First<S>,
) -> Result<Iterations, Failure> {
    let n = Iterations::of(cx, next.around)?;
    let exists = n.exists(cx, 0);
    start(cx, next, (exists, n.lower), first)?;
    Ok(n)
}

/// Starts those of the run after this one, once no thread reads this one's tiles any more.
pub(super) fn behind<S>(
    cx: &mut Conversion<'_, S>,
    (next, n): (&NextTile, &Iterations),
    first: First<S>,
) -> Result<(), Failure> {
    let (old, index) = (cx.old, next.index);
    // The end of this iteration goes on with its own numbers.
    let results = next.places.iter().flat_map(|&op| old.results(op));
    let values: Vec<Value> = results.copied().chain([index]).collect();
    let own: Result<Vec<Value>, Failure> = values.iter().map(|&value| cx.value(value)).collect();
    let own = own?;
    let now = own[own.len() - 1];
    cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    let exists = n.exists_after(cx, now, 1);
    let at = n.after(cx, now, 1);
    start(cx, next, (exists, at), first)?;
    values
        .into_iter()
        .zip(own)
        .for_each(|(old, own)| cx.replace_unnamed(old, own));
    Ok(())
}

/// Starts those of the run in the iteration of an index of the loop around, if there is one.
fn start<S>(
    cx: &mut Conversion<'_, S>,
    next: &NextTile,
    (exists, at): (Exists, Value),
    first: First<S>,
) -> Result<(), Failure> {
    when(cx, exists, &[], |cx| {
        cx.replace_unnamed(next.index, at);
        next.places.iter().try_for_each(|&place| cx.convert_op(place))?;
        let n = Iterations::of(cx, next.for_op)?;
        first(cx, next.for_op, &n).map(|()| Vec::new())
    })?;
    Ok(())
}
