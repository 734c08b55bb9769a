//! The promises of `assume`, checked.

use super::{BlockRun, Machine};
use crate::finding::Problem;
use crate::number::sign_extend;
use crate::program::{Assumption, Inst};
use crate::tile::{Datum, Tile};

impl Machine<'_> {
    pub(super) fn check_assumption(&mut self, run: &mut BlockRun, inst: &Inst, assumption: &Assumption) {
        let Some(datum) = inst.operands.first().and_then(|&v| run.datum(v)) else {
            return;
        };
        let broken = match (datum, assumption) {
            (Datum::Tensor(tensor), Assumption::BaseDivisible { by }) => {
                (!tensor.base.is_multiple_of(*by)).then_some((0, tensor.base as i64))
            }
            (Datum::Tile(tile), assumption) => broken_element(tile, assumption),
            _ => None,
        };
        if let Some((element, value)) = broken {
            let promise = property(assumption);
            let broken = Problem::AssumptionBroken {
                element,
                value,
                promise,
            };
            self.find(run, inst.op, broken);
        }
    }
}

/// The property that is promised, in words.
fn property(assumption: &Assumption) -> String {
    match assumption {
        Assumption::Divisible { by, .. } => format!("a multiple of {by}"),
        Assumption::BaseDivisible { by } => format!("an address at a multiple of {by} bytes"),
        Assumption::Bounded { low, high, .. } => match (low, high) {
            (Some(low), Some(high)) => format!("from {low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            (None, Some(high)) => format!("{high} or less"),
            (None, None) => "bounded".to_string(),
        },
        Assumption::Same { .. } => "the same as the others of its group".to_string(),
        Assumption::Nothing => "promised".to_string(),
    }
}

/// The first element that breaks a promise.
fn broken_element(tile: &Tile, assumption: &Assumption) -> Option<(usize, i64)> {
    let count = |shape: &[usize]| tile.bits.len().map_or(1, |_| shape.iter().product::<usize>());
    let defined = |i: usize| tile.undefined.get(i) == 0;
    match assumption {
        Assumption::Divisible { by, shape, every, bits } => (0..count(shape)).find_map(|i| {
            let first_of_group = every.is_none_or(|(every, along)| {
                let inner: usize = shape.iter().skip(along + 1).product();
                let extent = shape.get(along).copied().unwrap_or(1);
                (i / inner.max(1) % extent.max(1)).is_multiple_of(every.max(1))
            });
            let value = tile.bits.get(i);
            let broken = first_of_group && defined(i) && !value.is_multiple_of(*by);
            broken.then(|| (i, sign_extend(value, *bits)))
        }),
        Assumption::Bounded { low, high, shape, bits } => (0..count(shape)).find_map(|i| {
            let value = sign_extend(tile.bits.get(i), *bits);
            let broken = low.is_some_and(|l| value < l) || high.is_some_and(|h| value > h);
            (broken && defined(i)).then_some((i, value))
        }),
        Assumption::Same { groups, shape } => (0..count(shape)).find_map(|i| {
            let (mut rest, mut first, mut stride) = (i, 0, 1);
            for (&extent, &group) in shape.iter().zip(groups).rev() {
                let at = rest % extent.max(1);
                rest /= extent.max(1);
                first += (at - at % group) * stride;
                stride *= extent;
            }
            let differs = tile.bits.get(i) != tile.bits.get(first);
            (differs && defined(i) && defined(first)).then(|| (i, tile.bits.get(i) as i64))
        }),
        Assumption::Nothing | Assumption::BaseDivisible { .. } => None,
    }
}
