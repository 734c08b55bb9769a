//! Reductions and scans.
//!
//! The combiner gets what was accumulated before first and the later element second, of each operand: so cuTile's
//! compiler means it, and so any associative combiner comes out as from left to right (in reverse, from right to left).
//! Extents are powers of two, so a reduction combines neighbours pairwise until one element is left, and a scan
//! combines each element with the one 1, 2, 4 and so on before it; the identity is never needed. Each of these steps
//! runs the combiner once on all pairs, unless it has more than elementwise ops.

use super::{BlockRun, Frame, MOVED, Machine, Purpose, Slot};
use crate::order::{Node, START};
use crate::program::{Combine, Inst};
use crate::tile::{Datum, Tile};

impl<'m> Machine<'m> {
    pub(super) fn combine(&mut self, run: &mut BlockRun, inst: &'m Inst, combine: &Combine, after: Node) {
        let extent = combine.shape.get(combine.dim).copied().unwrap_or(1);
        let inner: usize = combine.shape.iter().skip(combine.dim + 1).product();
        let outer: usize = combine.shape.iter().take(combine.dim).product();
        self.work += (outer * extent * inner * inst.operands.len()) as u64 * MOVED;
        let mut tiles: Vec<Tile> = inst.operands.iter().map(|&v| run.tile(v)).collect();
        let mut after = after;
        match combine.scan {
            None => {
                let mut left = extent;
                while left > 1 && self.stop.is_none() {
                    left /= 2;
                    let count = outer * left * inner;
                    let at = |i: usize, half: usize| (i / inner * 2 + half) * inner + i % inner;
                    let earlier: Vec<Tile> = tiles.iter().map(|t| t.gather(count, |i| at(i, 0))).collect();
                    let later: Vec<Tile> = tiles.iter().map(|t| t.gather(count, |i| at(i, 1))).collect();
                    tiles = self.apply(run, combine, earlier, later, count, &mut after);
                }
            }
            Some(reverse) => {
                let mut distance = 1;
                while distance < extent && self.stop.is_none() {
                    tiles = self.scan_step(
                        run,
                        combine,
                        tiles,
                        (outer, extent, inner),
                        distance,
                        reverse,
                        &mut after,
                    );
                    distance *= 2;
                }
            }
        }
        for (i, tile) in tiles.into_iter().enumerate() {
            run.define(inst, i, Slot::tile(tile, after));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn scan_step(
        &mut self,
        run: &mut BlockRun,
        combine: &Combine,
        tiles: Vec<Tile>,
        (outer, extent, inner): (usize, usize, usize),
        distance: usize,
        reverse: bool,
        after: &mut Node,
    ) -> Vec<Tile> {
        let moved = extent - distance;
        let count = outer * moved * inner;
        // Pair number `i`: which row it is in, and the positions of the later and the earlier element along it.
        let place = |i: usize, ahead: bool| {
            let (row, k) = (i / inner / moved, i / inner % moved);
            let along = if ahead != reverse { k + distance } else { k };
            (row * extent + along) * inner + i % inner
        };
        let later: Vec<Tile> = tiles.iter().map(|t| t.gather(count, |i| place(i, true))).collect();
        let earlier: Vec<Tile> = tiles.iter().map(|t| t.gather(count, |i| place(i, false))).collect();
        let combined = self.apply(run, combine, earlier, later, count, after);
        let merge = |old: &Tile, new: &Tile| {
            let (mut bits, mut causes) = (
                old.bits.to_vec(outer * extent * inner),
                old.undefined.to_vec(outer * extent * inner),
            );
            for i in 0..count {
                let at = place(i, true);
                if let (Some(b), Some(c)) = (bits.get_mut(at), causes.get_mut(at)) {
                    (*b, *c) = (new.bits.get(i), new.undefined.get(i));
                }
            }
            Tile::with_causes(bits, causes)
        };
        tiles.iter().zip(&combined).map(|(old, new)| merge(old, new)).collect()
    }

    /// The combiner on `count` pairs.
    fn apply(
        &mut self,
        run: &mut BlockRun,
        combine: &Combine,
        earlier: Vec<Tile>,
        later: Vec<Tile>,
        count: usize,
        after: &mut Node,
    ) -> Vec<Tile> {
        let pairs: Vec<Tile> = earlier.into_iter().zip(later).flat_map(|(e, l)| [e, l]).collect();
        if self.body(combine.body).elementwise {
            self.work += count as u64 * 2 * MOVED;
            return self.call(run, combine, &pairs, after);
        }
        let results = pairs.len() / 2;
        let mut bits = vec![Vec::with_capacity(count); results];
        let mut causes = vec![Vec::with_capacity(count); results];
        for i in 0..count {
            if self.stop.is_some() {
                break;
            }
            let scalars: Vec<Tile> = pairs.iter().map(|t| t.gather(1, |_| i)).collect();
            for (k, tile) in self.call(run, combine, &scalars, after).iter().enumerate() {
                if let (Some(b), Some(c)) = (bits.get_mut(k), causes.get_mut(k)) {
                    b.push(tile.bits.get(0));
                    c.push(tile.undefined.get(0));
                }
            }
        }
        bits.into_iter()
            .zip(causes)
            .map(|(b, c)| Tile::with_causes(b, c))
            .collect()
    }

    /// Runs the combiner once.
    fn call(&mut self, run: &mut BlockRun, combine: &Combine, args: &[Tile], after: &mut Node) -> Vec<Tile> {
        for (&argument, tile) in self.body(combine.body).arguments.iter().zip(args) {
            run.set(argument, Slot::tile(tile.clone(), START));
        }
        let depth = run.frames.len();
        let control = run.frames.last().map_or(START, |f| f.control);
        run.frames.push(Frame {
            body: combine.body,
            next: 0,
            purpose: Purpose::Combiner,
            of: None,
            control,
        });
        run.yielded.clear();
        while run.frames.len() > depth && self.stop.is_none() {
            self.step(run);
        }
        run.frames.truncate(depth);
        let mut tiles = Vec::new();
        for slot in std::mem::take(&mut run.yielded) {
            *after = self.order.join(*after, slot.after);
            if let Datum::Tile(tile) = slot.datum {
                tiles.push(tile);
            }
        }
        tiles
    }
}
