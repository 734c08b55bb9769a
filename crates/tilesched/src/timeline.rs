//! When each piece of work runs: workers walk their units, and the piece that finishes a split tile waits for the others.

use crate::work::{Schedule, WorkTile};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Durations, in cycles. The caller takes them from machine data or a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Costs {
    /// One K tile of the main loop.
    pub k_tile: u64,
    /// The epilogue of a tile.
    pub epilogue: u64,
    /// Storing or adding one partial sum.
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

/// How units reach workers.
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
    let mut free: BinaryHeap<Reverse<(u64, u32)>> = (0..active).map(|w| Reverse((0, w))).collect();
    let mut pieces: Vec<Placed> = Vec::new();
    let mut split: BTreeMap<u32, Split> = BTreeMap::new();
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
        let mut cycles = work.k_count as u64 * costs.k_tile;
        cycles += if work.epilogue { costs.epilogue } else { 0 };
        cycles += if work.needs_fixup { costs.fixup } else { 0 };
        busy += cycles;
        let end = now + cycles;
        let index = pieces.len();
        pieces.push(Placed {
            work,
            unit: worker.unit,
            worker: w,
            wave: worker.wave,
            order: index as u32,
            start: now,
            end,
        });
        worker.wave += 1;
        if !work.needs_fixup {
            free.push(Reverse((end, w)));
            continue;
        }
        let entry = split.entry(work.tile_index).or_default();
        if work.epilogue {
            entry.last = Some((index, w));
        } else {
            entry.k_done += work.k_count;
            entry.ready = entry.ready.max(end);
            free.push(Reverse((end, w)));
        }
        // The tile's last piece ends once every other piece has; its worker is held until then.
        if let Some((last, holder)) = entry.last
            && entry.k_done + pieces[last].work.k_count == schedule.k_tiles()
        {
            let end = pieces[last].end.max(entry.ready);
            pieces[last].end = end;
            free.push(Reverse((end, holder)));
            split.remove(&work.tile_index);
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

#[derive(Default)]
struct Split {
    k_done: u32,
    ready: u64,
    last: Option<(usize, u32)>,
}

impl Timeline {
    /// Waves: the most pieces any worker runs.
    pub fn waves(&self) -> u32 {
        self.pieces.iter().map(|p| p.wave + 1).max().unwrap_or(0)
    }

    /// Busy cycles over the cycles of all workers until the end: the quantisation efficiency, 1 when nobody idles.
    pub fn efficiency(&self) -> f64 {
        let total = self.makespan as f64 * self.workers as f64;
        if total == 0.0 { 1.0 } else { self.busy as f64 / total }
    }
}
