//! Accesses to global memory: the layouts that a tile can be moved in, those that its shape, its alignment or its accumulators
//! leave out, and the choice among the rest.
//!
//! All tiles of one shape are a group with one layout, so that values pass between them as they are. An access for which another
//! layout, with a conversion through shared memory, scores better has that one.

use crate::global::Global;
use crate::select::{Candidate, Cost, Refusal, best};
use crate::{LANE_BITS, Layout};
use tilewright_machine::memory;

/// The accumulators whose shape a group has: values come in their layout, or go on in it.
#[derive(Clone, Debug)]
pub struct Accumulators {
    /// Their layout.
    pub layout: Layout,
    /// Columns of a matrix of them, where elements stay with the warps that have them; none: they may go to others.
    pub fixed: Option<i64>,
}

/// The tiles of one shape.
pub struct Group {
    layouts: Vec<(Layout, Option<Refusal>)>,
    /// The cost of each access in each layout.
    costs: Vec<Vec<Cost>>,
    chosen: Vec<usize>,
}

impl Group {
    /// Scores the layouts of a shape.
    pub fn new(accesses: &[Global], accumulators: Option<&Accumulators>, warp_bits: usize) -> Self {
        let layouts = layouts_of(accesses, accumulators, warp_bits);
        let cost = |access: &Global, layout: &Layout| {
            let own = access.cost(layout);
            match accumulators {
                Some(accumulators) if accumulators.layout != *layout => own.and(access.exchanged()),
                Some(_) | None => own,
            }
        };
        let of_access = |access: &Global| layouts.iter().map(|(layout, _)| cost(access, layout)).collect();
        let costs: Vec<Vec<Cost>> = accesses.iter().map(of_access).collect();
        let mut group = Self {
            layouts,
            costs,
            chosen: Vec::new(),
        };
        let candidates = |verdict: &dyn Fn(usize) -> Cost| {
            let of_layout = |(place, (_, refusal)): (usize, &(Layout, Option<Refusal>))| Candidate {
                atom: "",
                way: (),
                verdict: refusal.clone().map_or_else(|| Ok(verdict(place)), Err),
            };
            let all: Vec<Candidate<()>> = group.layouts.iter().enumerate().map(of_layout).collect();
            // Absent: there always is a layout that is possible.
            best(&all).unwrap_or(0)
        };
        // The layout that each access would take by itself.
        let own: Vec<usize> = group
            .costs
            .iter()
            .map(|costs| candidates(&|place| costs[place]))
            .collect();
        let with = |common: usize, access: usize| {
            let (shared, apart) = (group.costs[access][common], group.costs[access][own[access]]);
            let converted = apart.and(accesses[access].exchanged());
            if own[access] != common && converted.is_below(&shared) {
                (own[access], converted)
            } else {
                (common, shared)
            }
        };
        let sum = |common: usize| {
            let costs = (0..accesses.len()).map(|access| with(common, access).1);
            costs.fold(Cost::default(), Cost::and)
        };
        let common = candidates(&sum);
        let chosen = (0..accesses.len()).map(|access| with(common, access).0).collect();
        group.chosen = chosen;
        group
    }

    /// The places of the chosen layouts, by access.
    pub fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    /// The layout that an access was given, by its number.
    pub fn layout(&self, access: usize) -> &Layout {
        &self.layouts[self.chosen[access]].0
    }

    /// The candidates of an access, by its number, moved by an atom.
    pub fn candidates(&self, access: usize, atom: &'static str) -> Vec<Candidate<Layout>> {
        let both = self.layouts.iter().zip(&self.costs[access]);
        let candidate = |((layout, refusal), cost): (&(Layout, Option<Refusal>), &Cost)| Candidate {
            atom,
            way: layout.clone(),
            verdict: refusal.clone().map_or(Ok(*cost), Err),
        };
        both.map(candidate).collect()
    }
}

/// The layouts of a shape, each with the reason why it is left out, if it is.
fn layouts_of(
    accesses: &[Global],
    accumulators: Option<&Accumulators>,
    warp_bits: usize,
) -> Vec<(Layout, Option<Refusal>)> {
    let Some(first) = accesses.first() else {
        return Vec::new();
    };
    let shape = &first.shape;
    // Absent: all accesses of a group move something.
    let bytes = accesses.iter().map(|access| access.bytes).min().unwrap_or(1);
    let fair = (shape.iter().product::<i64>() >> (LANE_BITS + warp_bits)).max(1);
    let mut found: Vec<(Layout, Option<Refusal>)> = Vec::new();
    let mut add = |layout: Layout, refusal: Option<Refusal>| {
        if !found.iter().any(|(known, _)| *known == layout) {
            found.push((layout, refusal));
        }
    };
    let mut vectors = Vec::new();
    let mut vector = (memory().access_bytes.value as i64 / bytes).max(1);
    while vector > 0 {
        vectors.push(vector);
        vector /= 2;
    }
    let fixed = accumulators.and_then(|a| a.fixed.map(|columns| (&a.layout, columns)));
    for dim in directions(accesses) {
        // The most that is proven of any access decides; the others move less at a time.
        // Absent: no access, nothing to prove.
        let proven = accesses.iter().map(|access| access.runs[dim]).max().unwrap_or(1);
        for &wanted in vectors.iter().filter(|&&wanted| wanted <= shape[dim]) {
            let refusal = if wanted > fair {
                Some(Refusal::Idle { elements: fair, wanted })
            } else if wanted > proven {
                Some(Refusal::Alignment {
                    proven: proven * bytes,
                    wanted: wanted * bytes,
                })
            } else {
                None
            };
            let mut besides = false;
            if let (Some((own, columns)), true) = (fixed, dim + 1 == shape.len()) {
                let run = i64::from(memory().run_bytes.value) / bytes;
                if let Some(layout) = Layout::beside(own.clone(), columns, wanted as u32, run as u32) {
                    add(layout, refusal.clone());
                    besides = true;
                }
            }
            let warps = besides.then_some(Refusal::Warps);
            // Of two that cost the same, the first one is taken.
            if accesses
                .iter()
                .any(|access| access.by_pointers && dim + 1 == shape.len())
                && let Some(layout) = Layout::of_rows(shape, wanted as u32, warp_bits)
            {
                add(layout, refusal.clone().or(warps.clone()));
            }
            add(Layout::along(shape, dim, wanted as u32, warp_bits), refusal.or(warps));
        }
    }
    if let Some(accumulators) = accumulators {
        add(accumulators.layout.clone(), None);
    }
    if found.is_empty() {
        // A single element has no dimension to go along.
        found.push((Layout::scalar(warp_bits), None));
    }
    found
}

/// The dimensions along which neighbouring lanes can go on: the innermost, and those that are contiguous in memory.
fn directions(accesses: &[Global]) -> Vec<usize> {
    let Some(first) = accesses.first() else {
        return Vec::new();
    };
    let rank = first.shape.len();
    let contiguous = |dim: &usize| accesses.iter().any(|access| access.strides[*dim] == Some(access.bytes));
    let others = (0..rank).rev().skip(1).filter(contiguous);
    (0..rank).rev().take(1).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(shape: &[i64], strides: &[Option<i64>], runs: &[i64], bytes: i64) -> Global {
        Global {
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            runs: runs.to_vec(),
            bytes,
            by_pointers: false,
            copied: false,
        }
    }

    #[test]
    fn a_group_has_the_layout_that_suits_all_its_accesses() {
        // An f16 load of eight neighbours and an f32 store of four: with eight a store would touch each sector twice.
        let load = tile(&[128, 128], &[None, Some(2)], &[1, 8], 2);
        let store = tile(&[128, 128], &[None, Some(4)], &[1, 4], 4);
        let group = Group::new(&[load.clone(), store], None, 2);
        assert_eq!(group.layout(0), group.layout(1));
        assert_eq!(group.layout(0), &Layout::blocked(&[128, 128], 4, 2));
        let alone = Group::new(&[load], None, 2);
        assert_eq!(alone.layout(0), &Layout::blocked(&[128, 128], 8, 2));
    }

    #[test]
    fn an_access_that_runs_the_other_way_has_a_layout_of_its_own() {
        let rows = tile(&[64, 64], &[None, Some(4)], &[1, 4], 4);
        let columns = tile(&[64, 64], &[Some(4), None], &[4, 1], 4);
        let group = Group::new(&[rows, columns], None, 2);
        assert_eq!(group.layout(0), &Layout::along(&[64, 64], 1, 4, 2));
        assert_eq!(group.layout(1), &Layout::along(&[64, 64], 0, 4, 2));
    }

    #[test]
    fn what_is_not_proven_or_leaves_threads_idle_is_left_out_with_the_reason() {
        let small = tile(&[64], &[Some(4)], &[2], 4);
        let group = Group::new(std::slice::from_ref(&small), None, 2);
        let refusals: Vec<_> = group
            .candidates(0, "ld.global")
            .into_iter()
            .map(|c| c.verdict.err())
            .collect();
        let idle = |wanted| Some(Refusal::Idle { elements: 1, wanted });
        assert_eq!(refusals, [idle(4), idle(2), None]);
        let large = tile(&[8192], &[Some(4)], &[2], 4);
        let group = Group::new(&[large], None, 2);
        let first = group.candidates(0, "ld.global").swap_remove(0).verdict;
        assert_eq!(first, Err(Refusal::Alignment { proven: 8, wanted: 16 }));
    }

    #[test]
    fn a_thread_has_pointers_to_few_rows() {
        let views = tile(&[128, 256], &[None, Some(2)], &[1, 1], 2);
        let pointers = Global {
            by_pointers: true,
            ..views.clone()
        };
        let rows = |access: &Global| {
            let group = Group::new(std::slice::from_ref(access), None, 3);
            let layout = group.layout(0);
            let cost = access.cost(layout);
            assert_eq!(cost.global, access.least());
            layout.reg.iter().filter(|&&basis| basis >= 256).count()
        };
        assert_eq!([rows(&views), rows(&pointers)], [7, 4]);
        // Lanes that have a whole row leave nothing to choose, nor do rows that are fewer than warps.
        for (shape, vector) in [([128, 256], 8), ([128, 32], 1), ([4, 256], 1)] {
            assert_eq!(Layout::of_rows(&shape, vector, 3), None, "{shape:?}");
        }
    }

    #[test]
    fn a_scalar_is_held_by_every_thread() {
        let group = Group::new(&[tile(&[], &[], &[], 4)], None, 2);
        assert_eq!(group.layout(0), &Layout::scalar(2));
    }

    #[test]
    fn accumulators_are_stored_as_they_are_where_that_touches_whole_sectors() {
        // Rows of eight columns for four lanes, as units leave them.
        let own = Layout {
            reg: vec![1, 8 * 64, 8, 16, 32],
            lane: vec![2, 4, 64, 128, 256],
            warp: vec![1024, 2048],
        };
        let accumulators = Accumulators {
            layout: own.clone(),
            fixed: Some(64),
        };
        let of_bytes = |bytes: i64| tile(&[64, 64], &[None, Some(bytes)], &[1, 16 / bytes], bytes);
        let whole = Group::new(&[of_bytes(4)], Some(&accumulators), 2);
        assert_eq!(whole.layout(0), &own);
        let half = Group::new(&[of_bytes(2)], Some(&accumulators), 2);
        assert_ne!(half.layout(0), &own);
        assert!(
            half.candidates(0, "st.global")
                .iter()
                .any(|c| c.verdict == Err(Refusal::Warps))
        );
    }
}
