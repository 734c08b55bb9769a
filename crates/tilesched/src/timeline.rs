//! When each piece of work runs: workers walk their units, and pieces of split tiles wait for each other as their
//! accumulators are joined.

use crate::work::{Joining, Schedule, WorkTile};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tilewright_sorted::SortedMap;

/// Durations, in cycles. The caller takes them from machine data or a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Costs {
    /// One K tile of the main loop.
    pub k_tile: u64,
    /// The epilogue of a tile.
    pub epilogue: u64,
    /// Storing or adding one partial accumulator.
    pub fixup: u64,
}

impl Default for Costs {
    /// Counts in K tiles, with free epilogues.
    fn default() -> Self {
        Self {
            k_tile: 1,
            epilogue: 0,
            fixup: 0,
        }
    }
}

/// The ways in which units reach workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dispatch {
    /// Worker `w` takes units `w`, `w + workers`, ...
    Static,
    /// The next unit goes to the worker that is free first: a launch of one CTA per tile, or the pull model.
    Dynamic,
}

/// A piece with its place and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// The piece.
    #[serde(flatten)]
    pub work: WorkTile,
    /// Linear unit id.
    pub unit: u32,
    /// Worker.
    pub worker: u32,
    /// The worker's count of pieces before this one: its wave.
    pub wave: u32,
    /// Position in the order of starts (ties: lower worker first).
    pub order: u32,
    /// First cycle.
    pub start: u64,
    /// One past the last cycle, waiting for other pieces included.
    pub end: u64,
}

/// All pieces in the order of their starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Timeline {
    /// Tiles (m, n, l).
    pub tiles: (u32, u32, u32),
    /// K tiles of a tile.
    pub k_tiles: u32,
    /// Workers, idle ones included.
    pub workers: u32,
    /// The pieces.
    pub pieces: Vec<Placed>,
    /// Last end.
    pub makespan: u64,
    /// Cycles of main loops, epilogues and joins; waiting excluded.
    pub busy: u64,
}

struct Worker {
    next_unit: u64,
    /// The pieces of its unit, and how many of them it has begun.
    queue: Vec<WorkTile>,
    begun: usize,
    unit: u32,
    wave: u32,
}

/// Runs `schedule`. Deterministic: of workers free at the same cycle the lower one goes first.
pub fn run(schedule: &dyn Schedule, costs: &Costs, dispatch: Dispatch) -> Timeline {
    let workers = schedule.worker_count().max(1);
    let units = schedule.unit_count() as u64;
    let active = (workers as u64).min(units) as u32;
    let mut state: Vec<Worker> = (0..active)
        .map(|w| Worker {
            next_unit: w as u64,
            queue: Vec::new(),
            begun: 0,
            unit: 0,
            wave: 0,
        })
        .collect();
    let mut shared_next = 0u64;
    let mut free = idle(active);
    let mut pieces: Vec<Placed> = Vec::new();
    let mut split: SortedMap<u32, Split> = SortedMap::new();
    let mut busy = 0u64;

    while let Some(Reverse((now, w))) = free.pop() {
        let worker = &mut state[w as usize];
        let work = loop {
            if let Some(work) = worker.queue.get(worker.begun) {
                worker.begun += 1;
                break Some(*work);
            }
            let (next, step) = match dispatch {
                Dispatch::Static => (&mut worker.next_unit, workers as u64),
                Dispatch::Dynamic => (&mut shared_next, 1),
            };
            let unit = *next;
            *next += step;
            if unit >= units {
                break None;
            }
            worker.unit = unit as u32;
            worker.begun = 0;
            worker.queue.clear();
            schedule.visit(unit as u32, &mut |work| worker.queue.push(*work));
        };
        let Some(work) = work else { continue };
        let summed = now + work.k_count as u64 * costs.k_tile;
        let epilogue = if work.epilogue { costs.epilogue } else { 0 };
        busy += summed - now + epilogue;
        let piece = Piece {
            index: pieces.len(),
            worker: w,
            k_count: work.k_count,
            summed,
            epilogue,
        };
        pieces.push(Placed {
            work,
            unit: worker.unit,
            worker: w,
            wave: worker.wave,
            order: piece.index as u32,
            start: now,
            end: summed + epilogue,
        });
        worker.wave += 1;
        if !work.needs_fixup {
            free.push(Reverse((summed + epilogue, w)));
            continue;
        }
        let tile = split.entry(work.tile_index).or_default();
        let ended = match schedule.joining() {
            Joining::OwnSlots => tile.in_slots(&work, piece, costs.fixup, schedule.k_tiles()),
            Joining::InPlace => tile.in_turns(&work, piece, costs.fixup),
        };
        for Ended { piece, at, joins } in ended {
            busy += joins * costs.fixup;
            pieces[piece.index].end = at;
            free.push(Reverse((at, piece.worker)));
        }
    }
    let makespan = pieces.iter().map(|p| p.end).max().unwrap_or(0);
    Timeline {
        tiles: schedule.tile_grid(),
        k_tiles: schedule.k_tiles(),
        workers,
        pieces,
        makespan,
        busy,
    }
}

/// A piece of a split tile: its place, and when it has its accumulator.
#[derive(Clone, Copy)]
struct Piece {
    index: usize,
    worker: u32,
    k_count: u32,
    summed: u64,
    epilogue: u64,
}

/// The end of a piece, with the joins it did.
struct Ended {
    piece: Piece,
    at: u64,
    joins: u64,
}

/// A split tile while its pieces come in.
#[derive(Default)]
struct Split {
    /// K tiles of the pieces that have come, or had their turn.
    k_done: u32,
    /// When the last of them ended.
    ready: u64,
    /// Partial accumulators that lie in slots.
    slots: u64,
    /// Pieces whose workers are held, by their first K tile.
    held: SortedMap<u32, Piece>,
}

impl Split {
    /// [`Joining::OwnSlots`]: a piece stores and ends; the last one is held until all others have, and adds theirs.
    fn in_slots(&mut self, work: &WorkTile, piece: Piece, fixup: u64, k_tiles: u32) -> Vec<Ended> {
        let mut ended = Vec::new();
        self.k_done += work.k_count;
        if work.epilogue {
            self.held.insert(work.k_start, piece);
        } else {
            let at = piece.summed + fixup;
            self.ready = self.ready.max(at);
            self.slots += 1;
            ended.push(Ended { piece, at, joins: 1 });
        }
        if self.k_done == k_tiles
            && let Some((_, last)) = self.held.pop_first()
        {
            let at = last.summed.max(self.ready) + self.slots * fixup + last.epilogue;
            let joins = self.slots;
            ended.push(Ended { piece: last, at, joins });
        }
        ended
    }

    /// [`Joining::InPlace`]: a piece is held until those before it in K have had their turn.
    fn in_turns(&mut self, work: &WorkTile, piece: Piece, fixup: u64) -> Vec<Ended> {
        let mut ended = Vec::new();
        self.held.insert(work.k_start, piece);
        while let Some(piece) = self.held.remove(&self.k_done) {
            self.k_done += piece.k_count;
            self.ready = self.ready.max(piece.summed) + fixup;
            let at = self.ready + piece.epilogue;
            ended.push(Ended { piece, at, joins: 1 });
        }
        ended
    }
}

/// Workers that are free from the start on, those that are free first at the top.
fn idle(workers: u32) -> BinaryHeap<Reverse<(u64, u32)>> {
    let mut free = BinaryHeap::new();
    for worker in 0..workers {
        free.push(Reverse((0, worker)));
    }
    free
}

impl Timeline {
    /// Waves: the most pieces any worker runs.
    pub fn waves(&self) -> u32 {
        self.pieces.iter().map(|p| p.wave + 1).max().unwrap_or(0)
    }

    /// Busy cycles over the cycles of all workers until the end: the quantisation efficiency, 1 when nobody idles.
    pub fn efficiency(&self) -> f64 {
        self.efficiency_among(self.workers)
    }

    /// The same where there is room for so many workers at a time.
    pub fn efficiency_among(&self, room: u32) -> f64 {
        let total = self.makespan_among(room) as f64 * f64::from(room.max(1));
        if total == 0.0 { 1.0 } else { self.busy as f64 / total }
    }

    /// The end of the last worker where there is room for so many at a time: others begin where these end, and take as long as here.
    pub fn makespan_among(&self, room: u32) -> u64 {
        if self.workers <= room {
            return self.makespan;
        }
        let mut ends = vec![0; self.workers as usize];
        for piece in &self.pieces {
            // Absent: a piece has a worker.
            if let Some(end) = ends.get_mut(piece.worker as usize) {
                *end = piece.end.max(*end);
            }
        }
        let (mut free, mut last) = (idle(room.max(1)), 0);
        for length in ends {
            // Absent: there is room for one at least.
            let Some(Reverse((from, place))) = free.pop() else {
                break;
            };
            let end = from.saturating_add(length);
            last = end.max(last);
            free.push(Reverse((end, place)));
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cutlass::stream_k::StreamK as Cutlass;
    use crate::explain::contract_stream_k;
    use crate::problem::{Decomposition, Policy, RasterOption};
    use crate::vectors::static_persistent::Input;

    /// One tile of 64 K tiles in four splits.
    fn ends(policy: Policy) -> Vec<(u32, u64)> {
        let input = Input {
            m: 128,
            n: 128,
            k: 4096,
            l: 1,
            tile: [128, 128, 64],
            cluster: [1, 1],
            max_swizzle: 1,
            raster_option: RasterOption::AlongM,
            sm_count: 4,
            max_active_clusters: 0,
        };
        let mut request = input.request(policy).unwrap();
        (request.splits, request.decomposition) = (4, Decomposition::SplitK);
        let schedule: Box<dyn Schedule> = match policy {
            Policy::Contract => Box::new(contract_stream_k(&request).unwrap()),
            Policy::CutlassSm90 => Box::new(Cutlass::new(request).unwrap()),
        };
        let costs = Costs {
            k_tile: 10,
            epilogue: 5,
            fixup: 7,
        };
        let t = run(schedule.as_ref(), &costs, Dispatch::Static);
        assert_eq!(t.makespan, t.pieces.iter().map(|p| p.end).max().unwrap());
        t.pieces.iter().map(|p| (p.work.k_start, p.end)).collect()
    }

    #[test]
    fn the_final_piece_adds_the_others_sums_one_by_one() {
        // 160 cycles of K tiles; three stores side by side; then three additions.
        assert_eq!(
            ends(Policy::Contract),
            [(0, 167), (16, 167), (32, 167), (48, 167 + 21 + 5)]
        );
    }

    #[test]
    fn pieces_take_turns_in_place() {
        assert_eq!(ends(Policy::CutlassSm90), [(0, 167), (16, 174), (32, 181), (48, 193)]);
    }
}
