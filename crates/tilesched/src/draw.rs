//! Pictures of a timeline: the tile grid as text and as SVG.

use crate::timeline::{Placed, Timeline};
use std::fmt::Write;
use tilewright_sorted::SortedMap;

/// The part of the grid that a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows of tiles.
    pub rows: u32,
    /// Columns of tiles.
    pub columns: u32,
    /// Batches.
    pub batches: u32,
}

impl Limits {
    /// Limits that fit a terminal.
    pub const TEXT: Self = Self {
        rows: 64,
        columns: 32,
        batches: 4,
    };
    /// Limits for a picture that a viewer opens without trouble.
    pub const SVG: Self = Self {
        rows: 512,
        columns: 512,
        batches: 4,
    };
}

/// Pieces of the shown part of the grid by (batch, row, column), in K order.
type Cells<'a> = SortedMap<(u32, u32, u32), Vec<&'a Placed>>;

fn cells(t: &Timeline, limits: Limits) -> Cells<'_> {
    let mut cells: Cells = SortedMap::new();
    for p in &t.pieces {
        if p.work.m < limits.rows && p.work.n < limits.columns && p.work.l < limits.batches {
            cells.entry((p.work.l, p.work.m, p.work.n)).or_default().push(p);
        }
    }
    for pieces in cells.values_mut() {
        pieces.sort_by_key(|p| p.work.k_start);
    }
    cells
}

fn shown(t: &Timeline, limits: Limits) -> (u32, u32, u32) {
    (
        t.tiles.0.min(limits.rows),
        t.tiles.1.min(limits.columns),
        t.tiles.2.min(limits.batches),
    )
}

/// A sentence on what the picture leaves out, if anything.
fn left_out(t: &Timeline, limits: Limits) -> Option<String> {
    let (m, n, l) = shown(t, limits);
    ((m, n, l) != t.tiles).then(|| {
        format!(
            "showing {m} x {n} x {l} of {} x {} x {} tiles (m x n x batch)",
            t.tiles.0, t.tiles.1, t.tiles.2
        )
    })
}

/// The grid as text: each cell is `worker.wave`, pieces of a split tile joined with `+` in K order; rows are m.
pub fn text(t: &Timeline, limits: Limits) -> String {
    let cells = cells(t, limits);
    let (rows, columns, batches) = shown(t, limits);
    let label = |l, m, n| {
        let pieces = cells.get(&(l, m, n)).map(Vec::as_slice).unwrap_or_default();
        pieces
            .iter()
            .map(|p| format!("{}.{}", p.worker, p.wave))
            .collect::<Vec<_>>()
            .join("+")
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} pieces on {} workers in {} waves; efficiency {:.1} %; cell = worker.wave, rows are m, columns are n",
        t.pieces.len(),
        t.workers,
        t.waves(),
        100.0 * t.efficiency()
    );
    for l in 0..batches {
        if t.tiles.2 > 1 {
            let _ = writeln!(out, "batch {l}");
        }
        let grid: Vec<Vec<String>> = (0..rows)
            .map(|m| (0..columns).map(|n| label(l, m, n)).collect())
            .collect();
        let widths: Vec<usize> = (0..columns as usize)
            .map(|n| {
                grid.iter()
                    .map(|row| row[n].len())
                    .max()
                    .unwrap_or(0)
                    .max(n.to_string().len())
            })
            .collect();
        let _ = write!(out, "{:>5}", "");
        for (n, width) in widths.iter().enumerate() {
            let _ = write!(out, " {n:>width$}");
        }
        out.push('\n');
        for (m, row) in grid.iter().enumerate() {
            let _ = write!(out, "{m:>5}");
            for (cell, width) in row.iter().zip(&widths) {
                let _ = write!(out, " {cell:>width$}");
            }
            out.push('\n');
        }
    }
    if let Some(note) = left_out(t, limits) {
        let _ = writeln!(out, "{note}");
    }
    out
}

/// Side of a cell, in SVG units.
const CELL: u32 = 36;
/// Space for the heading, in SVG units.
const HEAD: u32 = 28;

/// The grid as SVG: colour by worker, number by order of start, darker by wave; a split tile is cut into bands along K.
/// Each piece has a title with its worker, wave, K range and time.
pub fn svg(t: &Timeline, limits: Limits) -> String {
    let cells = cells(t, limits);
    let (rows, columns, batches) = shown(t, limits);
    let width = (columns * CELL + CELL).max(640);
    let height = batches * (rows * CELL + HEAD) + HEAD * 2;
    let waves = t.waves().max(1);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">"
    );
    let _ = writeln!(
        out,
        "<text x=\"8\" y=\"18\" font-size=\"14\">{} workers, {waves} waves, efficiency {:.1} %{}</text>",
        t.workers,
        100.0 * t.efficiency(),
        left_out(t, limits).map(|n| format!("; {n}")).unwrap_or_default()
    );
    for ((l, m, n), pieces) in &cells {
        let (x, top) = (n * CELL + 8, HEAD * 2 + l * (rows * CELL + HEAD) + m * CELL);
        for p in pieces {
            let k = t.k_tiles.max(1) as u64;
            let from = (p.work.k_start as u64 * CELL as u64 / k) as u32;
            let to = ((p.work.k_start + p.work.k_count) as u64 * CELL as u64 / k) as u32;
            let _ = writeln!(
                out,
                "<g><title>tile ({m}, {n}, {l}): worker {}, wave {}, order {}, K {}..{} of {}, cycles {}..{}{}</title>\
                 <rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#fff\"/>{}</g>",
                p.worker,
                p.wave,
                p.order,
                p.work.k_start,
                p.work.k_start + p.work.k_count,
                t.k_tiles,
                p.start,
                p.end,
                if p.work.epilogue { ", epilogue" } else { "" },
                top + from,
                CELL - 1,
                (to - from).max(1),
                colour(p.worker, p.wave, waves),
                if to - from >= 12 {
                    number(x, top + from, to - from, p.order)
                } else {
                    String::new()
                },
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

fn number(x: u32, y: u32, height: u32, order: u32) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{order}</text>",
        x + CELL / 2,
        y + height / 2 + 4
    )
}

/// A hue for each worker (steps of the golden angle, so that neighbours differ), darker with each wave.
fn colour(worker: u32, wave: u32, waves: u32) -> String {
    let hue = (worker as u64 * 137_508 / 1000) % 360;
    let light = 82 - 34 * wave.min(waves - 1) / waves;
    format!("hsl({hue},60%,{light}%)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tilelang::{Config, Stateless};
    use crate::timeline::{Costs, Dispatch, run};

    fn timeline() -> Timeline {
        let config = Config::new(2, 3, 4, 1, true, 1).unwrap();
        run(&Stateless::new(config), &Costs::default(), Dispatch::Static)
    }

    #[test]
    fn text_shows_worker_and_wave() {
        let text = text(&timeline(), Limits::TEXT);
        let want = "6 pieces on 4 workers in 2 waves; efficiency 75.0 %; cell = worker.wave, rows are m, columns are n\n\
                    \u{20}       0   1   2\n    0 0.0 2.0 0.1\n    1 1.0 3.0 1.1\n";
        assert_eq!(text, want);
    }

    #[test]
    fn svg_has_one_rectangle_a_piece_and_says_what_it_leaves_out() {
        let all = svg(&timeline(), Limits::SVG);
        assert_eq!(all.matches("<rect").count(), 6);
        assert!(all.contains("tile (1, 2, 0): worker 1, wave 1, order 5, K 0..1 of 1"));
        let part = svg(
            &timeline(),
            Limits {
                rows: 1,
                columns: 2,
                batches: 1,
            },
        );
        assert_eq!(part.matches("<rect").count(), 2);
        assert!(part.contains("showing 1 x 2 x 1 of 2 x 3 x 1 tiles"));
    }
}
