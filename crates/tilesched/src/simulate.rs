//! A small model of work distribution: waves, idle tails and the bytes a schedule fetches, to compare schedulers and
//! swizzles before a GPU is at hand. It is a model: it ranks schedules, it does not predict times.

use crate::timeline::{Placed, Timeline};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The memory side. The caller takes the numbers from machine data and the kernel's tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// L2 capacity, in bytes.
    pub l2_bytes: u64,
    /// Bytes of A that one tile row reads for one K tile.
    pub a_bytes: u64,
    /// Bytes of B that one tile column reads for one K tile.
    pub b_bytes: u64,
}

/// One wave: the pieces that are each worker's n-th.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Wave {
    /// Pieces.
    pub pieces: u32,
    /// Bytes of A and B the pieces read, each byte counted once.
    pub distinct_bytes: u64,
    /// Bytes of A and B the pieces ask for.
    pub requested_bytes: u64,
}

/// The model's findings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Workers that there is room for at a time, idle ones included.
    pub workers: u32,
    /// Those that are launched.
    pub launched: u32,
    /// Last cycle.
    pub makespan: u64,
    /// Worker cycles without work until the last worker ends.
    pub idle: u64,
    /// Busy share of all worker cycles.
    pub efficiency: f64,
    /// Each wave.
    pub waves: Vec<Wave>,
    /// Bytes asked of L2.
    pub requested_bytes: u64,
    /// Bytes L2 had to fetch.
    pub fetched_bytes: u64,
    /// K tiles that the cache model moves at once (larger where the schedule is too long to step through).
    pub k_step: u32,
}

/// Accesses the cache model steps through at most; beyond that it moves several K tiles at once.
const MAX_ACCESSES: u64 = 1 << 20;

/// Runs the model over a timeline, on a GPU with room for so many workers: those that were not launched idle too, and those that find no
/// room begin where others end. The cache model has all of them at a time.
pub fn run(timeline: &Timeline, memory: &Memory, resident: u32) -> Report {
    let workers = resident.max(1);
    let makespan = timeline.makespan_among(workers);
    let total_k: u64 = timeline.pieces.iter().map(|p| p.work.k_count as u64).sum();
    let requested = total_k.saturating_mul(memory.a_bytes.saturating_add(memory.b_bytes));
    let k_step = (2 * total_k)
        .div_ceil(MAX_ACCESSES)
        .clamp(1, timeline.k_tiles.max(1) as u64) as u32;
    Report {
        workers,
        launched: timeline.workers,
        makespan,
        idle: makespan.saturating_mul(workers.into()).saturating_sub(timeline.busy),
        efficiency: timeline.efficiency_among(workers),
        waves: waves(timeline, memory),
        requested_bytes: requested,
        fetched_bytes: fetch(timeline, memory, k_step),
        k_step,
    }
}

/// Waves that are written one by one, at most.
const WAVES_SHOWN: usize = 12;

/// The findings as text; times count what the timeline's costs do.
pub fn text(report: &Report) -> String {
    use std::fmt::Write;
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} waves on {} workers{}, end at {}; idle {}, efficiency {:.1} %",
        report.waves.len(),
        report.launched,
        match report.workers {
            room if room > report.launched => format!(" where there is room for {room}"),
            room if room < report.launched => format!(", of which {room} have room at a time"),
            _ => String::new(),
        },
        report.makespan,
        report.idle,
        100.0 * report.efficiency
    );
    let _ = writeln!(
        out,
        "{} bytes asked of L2, {} fetched ({:.1} %)",
        report.requested_bytes,
        report.fetched_bytes,
        share(report.fetched_bytes, report.requested_bytes)
    );
    let _ = writeln!(out, "  wave  pieces  distinct bytes  of bytes asked");
    for (number, wave) in report.waves.iter().enumerate().take(WAVES_SHOWN) {
        let _ = writeln!(
            out,
            "  {number:>4}  {:>6}  {:>14}  {:>12.1} %",
            wave.pieces,
            wave.distinct_bytes,
            share(wave.distinct_bytes, wave.requested_bytes)
        );
    }
    if report.waves.len() > WAVES_SHOWN {
        let _ = writeln!(out, "  and {} more waves", report.waves.len() - WAVES_SHOWN);
    }
    out
}

/// An operand panel: (is B, batch, row or column).
type Panel = (bool, u32, u32);

fn panels(p: &Placed) -> [Panel; 2] {
    [(false, p.work.l, p.work.m), (true, p.work.l, p.work.n)]
}

fn waves(timeline: &Timeline, memory: &Memory) -> Vec<Wave> {
    let mut spans: Vec<Vec<Span>> = Vec::new();
    let mut out: Vec<Wave> = Vec::new();
    for p in &timeline.pieces {
        let wave = p.wave as usize;
        if spans.len() <= wave {
            spans.resize_with(wave + 1, Vec::new);
            out.resize(
                wave + 1,
                Wave {
                    pieces: 0,
                    distinct_bytes: 0,
                    requested_bytes: 0,
                },
            );
        }
        let bytes = (p.work.k_count as u64).saturating_mul(memory.a_bytes.saturating_add(memory.b_bytes));
        out[wave].pieces += 1;
        out[wave].requested_bytes = out[wave].requested_bytes.saturating_add(bytes);
        let (from, to) = (p.work.k_start, p.work.k_start + p.work.k_count);
        spans[wave].extend(panels(p).map(|panel| (panel, from, to)));
    }
    for (wave, spans) in out.iter_mut().zip(&mut spans) {
        spans.sort_unstable();
        for spans in spans.chunk_by(|(panel, ..), (next, ..)| panel == next) {
            let (is_b, ..) = spans[0].0;
            let bytes = if is_b { memory.b_bytes } else { memory.a_bytes };
            wave.distinct_bytes = wave
                .distinct_bytes
                .saturating_add((union(spans) as u64).saturating_mul(bytes));
        }
    }
    out
}

/// A half-open range of K tiles of a panel.
type Span = (Panel, u32, u32);

/// K tiles of the union of the ranges of one panel, which are in order.
fn union(spans: &[Span]) -> u32 {
    let (mut covered, mut end) = (0, 0);
    for &(_, from, to) in spans {
        let from = from.max(end);
        covered += to.saturating_sub(from);
        end = end.max(to);
    }
    covered
}

/// Bytes fetched through an LRU cache, all workers advancing in time through their K ranges.
fn fetch(timeline: &Timeline, memory: &Memory, k_step: u32) -> u64 {
    let mut known: Vec<Panel> = timeline.pieces.iter().flat_map(panels).collect();
    known.sort_unstable();
    known.dedup();
    let mut cache = Lru::new(memory.l2_bytes, known.len());
    let mut fetched = 0u64;
    // (time, piece, first K tile): a piece re-enters the queue for its next step.
    let mut queue: BinaryHeap<Reverse<(u64, usize, u32)>> = BinaryHeap::new();
    for (index, p) in timeline.pieces.iter().enumerate() {
        queue.push(Reverse((p.start, index, p.work.k_start)));
    }
    while let Some(Reverse((time, index, k))) = queue.pop() {
        let p = &timeline.pieces[index];
        let end = p.work.k_start + p.work.k_count;
        let step = k_step.min(end - k);
        for (panel, bytes) in panels(p).into_iter().zip([memory.a_bytes, memory.b_bytes]) {
            let bytes = bytes.saturating_mul(step as u64);
            let panel = known.partition_point(|other| *other < panel);
            if !cache.touch(panel, (k / k_step) as usize, bytes) {
                fetched = fetched.saturating_add(bytes);
            }
        }
        if k + step < end {
            let cycles = (p.end - p.start) / p.work.k_count.max(1) as u64;
            queue.push(Reverse((time + cycles * step as u64, index, k + step)));
        }
    }
    fetched
}

/// Least recently used blocks, by bytes. A block is a step of K of a panel.
struct Lru {
    capacity: u64,
    used: u64,
    /// Numbers of the blocks of each panel, by their step.
    numbers: Vec<Vec<usize>>,
    /// The blocks, each between those used before and after it. The first is no block: it closes the ring.
    blocks: Vec<Block>,
}

/// A block's place in the order of use.
struct Block {
    older: usize,
    newer: usize,
    /// Its bytes in the cache, if it is there.
    held: Option<u64>,
}

impl Lru {
    fn new(capacity: u64, panels: usize) -> Self {
        let ends = Block {
            older: 0,
            newer: 0,
            held: None,
        };
        Self {
            capacity,
            used: 0,
            numbers: vec![Vec::new(); panels],
            blocks: vec![ends],
        }
    }

    /// Marks a block as used now; true if it was present.
    fn touch(&mut self, panel: usize, step: usize, bytes: u64) -> bool {
        let block = self.number(panel, step);
        let hit = self.evict(block);
        self.put_newest(block, bytes);
        while self.used > self.capacity && self.evict(self.blocks[0].newer) {}
        hit
    }

    /// The number of a block, which is made known if need be.
    fn number(&mut self, panel: usize, step: usize) -> usize {
        let numbers = &mut self.numbers[panel];
        while numbers.len() <= step {
            let number = self.blocks.len();
            numbers.push(number);
            self.blocks.push(Block {
                older: number,
                newer: number,
                held: None,
            });
        }
        numbers[step]
    }

    /// Puts a block that is not in the cache there.
    fn put_newest(&mut self, block: usize, bytes: u64) {
        let newest = self.blocks[0].older;
        self.blocks[block] = Block {
            older: newest,
            newer: 0,
            held: Some(bytes),
        };
        self.blocks[newest].newer = block;
        self.blocks[0].older = block;
        self.used = self.used.saturating_add(bytes);
    }

    /// Takes a block out of the cache; false if it is not there.
    fn evict(&mut self, block: usize) -> bool {
        let Block { older, newer, held } = &mut self.blocks[block];
        let Some(bytes) = held.take() else { return false };
        let (older, newer) = (*older, *newer);
        self.blocks[older].newer = newer;
        self.blocks[newer].older = older;
        self.used = self.used.saturating_sub(bytes);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tilelang::{Config, Stateless};
    use crate::timeline::{Costs, Dispatch, run as timeline};

    fn report(swizzle: i64, l2_bytes: u64) -> Report {
        let config = Config::new(32, 32, 64, swizzle, true, 1).unwrap();
        let t = timeline(
            &Stateless::new(config),
            &Costs {
                k_tile: 10,
                epilogue: 0,
                fixup: 0,
            },
            Dispatch::Static,
        );
        run(
            &t,
            &Memory {
                l2_bytes,
                a_bytes: 1000,
                b_bytes: 1000,
            },
            1,
        )
    }

    #[test]
    fn square_waves_share_more() {
        let (plain, swizzled) = (report(1, 1 << 20), report(8, 1 << 20));
        assert_eq!(plain.waves.len(), 16);
        // A wave of 64 tiles: 32 x 2 tiles without a swizzle, 8 x 8 with panels of 8.
        assert_eq!(plain.waves[0].distinct_bytes, 34_000);
        assert_eq!(swizzled.waves[0].distinct_bytes, 16_000);
        assert_eq!((plain.idle, plain.efficiency), (0, 1.0));
    }

    #[test]
    fn workers_without_room_begin_where_others_end() {
        let config = Config::new(32, 32, 64, 1, true, 1).unwrap();
        let costs = Costs {
            k_tile: 10,
            epilogue: 0,
            fixup: 0,
        };
        let t = timeline(&Stateless::new(config), &costs, Dispatch::Static);
        let memory = Memory {
            l2_bytes: 0,
            a_bytes: 1,
            b_bytes: 1,
        };
        let among = |resident| {
            let report = run(&t, &memory, resident);
            (report.makespan, report.idle, report.efficiency)
        };
        // 64 workers of 16 tiles each.
        assert_eq!(among(64), (160, 0, 1.0));
        assert_eq!(among(128), (160, 128 * 160 - 64 * 160, 0.5));
        // 24 of 64 at a time: three turns, of which the last has 16.
        assert_eq!(among(24), (480, 24 * 480 - 64 * 160, 64.0 * 160.0 / (24.0 * 480.0)));
        let text = text(&run(&t, &memory, 24));
        assert!(
            text.starts_with("16 waves on 64 workers, of which 24 have room at a time, end at 480;"),
            "{text}"
        );
    }

    #[test]
    fn a_large_cache_fetches_each_byte_once_and_none_fetches_all() {
        assert_eq!(report(8, u64::MAX).fetched_bytes, 64_000);
        assert_eq!(report(8, 0).fetched_bytes, report(8, 0).requested_bytes);
    }

    #[test]
    fn a_ragged_last_wave_idles() {
        let config = Config::new(5, 1, 4, 1, true, 1).unwrap();
        let t = timeline(
            &Stateless::new(config),
            &Costs {
                k_tile: 10,
                epilogue: 5,
                fixup: 0,
            },
            Dispatch::Static,
        );
        let r = run(
            &t,
            &Memory {
                l2_bytes: 0,
                a_bytes: 1,
                b_bytes: 1,
            },
            5,
        );
        // A fifth worker has nothing to do at all.
        assert_eq!((r.makespan, r.idle, r.waves.len()), (30, 45 + 30, 2));
        assert_eq!(r.waves[1].pieces, 1);
    }
}
