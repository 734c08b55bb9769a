//! The stream-K scheduler's body over [`Arith`]: what a kernel computes from the 48-byte record.
//!
//! The record names the number of splits but not the shared tiles. They follow from it: of the two sets that
//! `choose_streamk_units` considers (the incomplete wave, or that and one full wave), the one that is faster with that
//! many splits. Tests compare this with [`super::stream_k`].

use crate::arith::Arith;

/// The sizes that a kernel knows of its schedule after its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes<V> {
    /// Output tiles that are split.
    pub sk_tiles: V,
    /// Units that work on them.
    pub sk_units: V,
    /// All units.
    pub units: V,
    /// K tiles of a small split.
    pub small: V,
    /// Splits of a tile with one K tile more.
    pub big: V,
    /// Workspace slots of a split tile.
    pub slots: V,
}

/// The piece of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<V> {
    /// Output tile.
    pub tile: V,
    /// First K tile.
    pub k_start: V,
    /// K tiles.
    pub k_count: V,
    /// Which split of its tile.
    pub split: V,
    /// Splits of its tile.
    pub expected: V,
}

fn ceil_div<A: Arith>(a: &mut A, n: &A::Value, d: &A::Divisor) -> A::Value {
    let (one, value) = (a.constant(1), a.divisor_value(d));
    let less = a.sub(&value, &one);
    let padded = a.add(n, &less);
    a.div_rem(&padded, d).0
}

/// The work to be divided: output tiles, K tiles of each, workers, splits of a shared tile (1: none), and the cost of
/// joining one more partial accumulator, in K tiles.
#[derive(Debug, Clone, Copy)]
pub struct Load<V, D> {
    /// Output tiles.
    pub tiles: V,
    /// K tiles of an output tile.
    pub k_tiles: V,
    /// Resident workers.
    pub workers: D,
    /// Splits of a tile that is shared.
    pub splits: D,
    /// The weight of a join, as the launch has it.
    pub join: u32,
}

/// The time with `sk_tiles` shared tiles, in K tiles; see `makespan` in [`super::stream_k`].
fn makespan<A: Arith>(a: &mut A, load: &Load<A::Value, A::Divisor>, sk_tiles: &A::Value) -> A::Value {
    let Load {
        tiles,
        workers,
        k_tiles,
        splits,
        join,
    } = load;
    let whole = a.sub(tiles, sk_tiles);
    let whole = ceil_div(a, &whole, workers);
    let whole = a.mul(&whole, k_tiles);
    let count = a.divisor_value(splits);
    let units = a.mul(sk_tiles, &count);
    let waves = ceil_div(a, &units, workers);
    let longest = ceil_div(a, k_tiles, splits);
    let shared = a.mul(&waves, &longest);
    let one = a.constant(1);
    let joins = a.sub(&count, &one);
    let cost = a.constant(*join);
    let joins = a.mul(&joins, &cost);
    let sum = a.add(&whole, &shared);
    a.add(&sum, &joins)
}

/// The schedule of a load. `all_tiles`: every tile is split (split-K).
pub fn sizes<A: Arith>(a: &mut A, load: &Load<A::Value, A::Divisor>, all_tiles: bool) -> Sizes<A::Value> {
    let Load {
        tiles,
        workers,
        k_tiles,
        splits,
        ..
    } = load;
    let (zero, one) = (a.constant(0), a.constant(1));
    let count = a.divisor_value(splits);
    let is_split = a.less(&one, &count);
    let shared = if all_tiles {
        tiles.clone()
    } else {
        let (_, tail) = a.div_rem(tiles, workers);
        let wave = a.divisor_value(workers);
        let more = a.add(&tail, &wave);
        let more = a.min(&more, tiles);
        let (short, long) = (makespan(a, load, &tail), makespan(a, load, &more));
        let longer = a.less(&long, &short);
        a.select(&longer, &more, &tail)
    };
    let sk_tiles = a.select(&is_split, &shared, &zero);
    let sk_units = a.mul(&sk_tiles, &count);
    let whole = a.sub(tiles, &sk_tiles);
    let units = a.add(&sk_units, &whole);
    let (small, big) = a.div_rem(k_tiles, splits);
    // ceil(k_tiles / small) - 1, where small = floor(k_tiles / splits): with big splits there can be more slots than
    // splits use.
    let rest = a.sub(k_tiles, &one);
    let small_divisor = a.divisor(&small);
    let (slots, _) = a.div_rem(&rest, &small_divisor);
    Sizes {
        sk_tiles,
        sk_units,
        units,
        small,
        big,
        slots,
    }
}

/// The piece of `unit`, which must be below [`Sizes::units`].
#[inline(always)]
pub fn piece<A: Arith>(
    a: &mut A,
    s: &Sizes<A::Value>,
    k_tiles: &A::Value,
    splits: &A::Divisor,
    unit: &A::Value,
) -> Piece<A::Value> {
    let (zero, one) = (a.constant(0), a.constant(1));
    let (tile, split) = a.div_rem(unit, splits);
    let start = a.mul(&split, &s.small);
    let extra = a.min(&split, &s.big);
    let start = a.add(&start, &extra);
    let is_big = a.less(&split, &s.big);
    let more = a.select(&is_big, &one, &zero);
    let count = a.add(&s.small, &more);
    let whole_tile = a.sub(unit, &s.sk_units);
    let whole_tile = a.add(&whole_tile, &s.sk_tiles);
    let shared = a.less(unit, &s.sk_units);
    let expected = a.divisor_value(splits);
    Piece {
        tile: a.select(&shared, &tile, &whole_tile),
        k_start: a.select(&shared, &start, &zero),
        k_count: a.select(&shared, &count, k_tiles),
        split: a.select(&shared, &split, &zero),
        expected: a.select(&shared, &expected, &one),
    }
}

#[cfg(test)]
mod tests {
    use super::super::stream_k::params;
    use super::*;
    use crate::arith::Native;
    use crate::divisor::FastDivisor;
    use crate::problem::Decomposition;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_kernel_finds_what_the_launch_decided(
            tiles in 1u32..600, k_tiles in 1u32..2000, workers in 1u32..200, splits in 1u32..40, join in 1u32..20,
            split_k: bool,
        ) {
            let decomposition = if split_k { Decomposition::SplitK } else { Decomposition::StreamK };
            let p = params(tiles, k_tiles, workers, splits, decomposition, join).unwrap();
            let splits = FastDivisor::new(p.splits_per_tile.max(1)).unwrap();
            let workers = FastDivisor::new(workers).unwrap();
            let s = sizes(&mut Native, &Load { tiles, k_tiles, workers, splits, join }, split_k);
            prop_assert_eq!((s.sk_tiles, s.sk_units, s.units), (p.sk_tiles, p.sk_units, p.units));
            if p.sk_tiles > 0 {
                prop_assert_eq!(s.small, p.k_tiles_per_small_unit);
                prop_assert_eq!(s.big * p.sk_tiles, p.big_units);
                prop_assert_eq!(s.slots, k_tiles.div_ceil(s.small) - 1);
            }
            let mut covered = vec![0u32; tiles as usize];
            for unit in 0..s.units {
                let piece = piece(&mut Native, &s, &k_tiles, &splits, &unit);
                if piece.split == 0 {
                    prop_assert_eq!(piece.k_start, 0);
                }
                prop_assert_eq!(covered[piece.tile as usize], piece.k_start);
                covered[piece.tile as usize] += piece.k_count;
                prop_assert_eq!(piece.split + 1 == piece.expected, piece.k_start + piece.k_count == k_tiles);
            }
            prop_assert!(covered.iter().all(|&k| k == k_tiles));
        }
    }
}
