//! Where the boxes and lines of a graph are drawn: rows from top to bottom, few lines that cross, no line through a box.
//!
//! A library places boxes (Sugiyama's method: rows, orders in rows, places). It is given more than the page's boxes: labels of lines are
//! boxes in rows of their own, and so are the points at which a line passes a row, for the library keeps to itself where lines pass.

use crate::{from_js, refusal, to_js};
use rust_sugiyama::configure::{Config, CrossingMinimization};
use rust_sugiyama::from_vertices_and_edges;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

/// Boxes drawn at most: in more people see nothing.
pub const MOST_BOXES: usize = 120;
/// Lines drawn at most: with more it would take seconds.
pub const MOST_LINES: usize = 300;
/// Boxes, labels and points where lines pass, at most; a line passes further rows as it comes.
const MOST_SEATS: usize = 4000;

/// Room around the drawing.
const MARGIN: f64 = 12.0;
/// Room between a seat and those beside, above and below it.
const GAP: f64 = 18.0;
/// A line from a box to itself reaches so far out of the box's right side.
const REACH: f64 = 16.0;

/// A place: to the right, and down.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A width and a height.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Size {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A line between boxes, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Line {
    /// The box that it begins at.
    pub from: usize,
    /// The box that it ends at.
    pub to: usize,
    /// Strong lines lead downwards where they make no circle; others follow the order of those.
    pub strong: bool,
}

/// A graph to be drawn.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Graph {
    /// The sizes of the boxes.
    pub boxes: Vec<Size>,
    /// The lines between them.
    pub lines: Vec<Line>,
    /// The size of each line's label.
    pub label: Size,
}

/// A line as it is drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Way {
    /// From the border of a box, past others, to the border of a box.
    pub points: Vec<Point>,
    /// The middle of its label.
    pub label: Point,
}

/// A graph in its places.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Drawing {
    /// The middles of the boxes.
    pub boxes: Vec<Point>,
    /// The lines, in their order.
    pub ways: Vec<Way>,
    /// The size of the drawing, from left to right.
    pub width: f64,
    /// The size of the drawing, from top to bottom.
    pub height: f64,
}

/// Where the boxes and lines of a [`Graph`] are drawn: a [`Drawing`].
///
/// # Errors
///
/// Throws a string for people when it is no graph, or one that is too large to be drawn.
#[wasm_bindgen]
pub fn lay_out(graph: JsValue) -> Result<JsValue, JsValue> {
    to_js(&Drawing::new(&from_js(graph)?).map_err(refusal)?)
}

impl Drawing {
    /// Lays a graph out.
    ///
    /// # Errors
    ///
    /// Why it cannot be drawn.
    pub fn new(graph: &Graph) -> Result<Self, String> {
        check(graph)?;
        let mut seats: Vec<Size> = graph.boxes.clone();
        for line in graph.lines.iter().filter(|line| line.from == line.to) {
            seats[line.from].width += REACH + graph.label.width;
        }
        let turns = turns(graph);
        let mut chains: Vec<Vec<usize>> = Vec::new();
        let mut labels = Vec::new();
        for line in &graph.lines {
            labels.push(seats.len());
            let mut ends = [line.from, line.to];
            ends.sort_by_key(|&end| turns[end]);
            // A line from a box to itself is drawn beside it, and takes its room there.
            let between = ends[0] != ends[1];
            chains.push(if between {
                vec![ends[0], seats.len(), ends[1]]
            } else {
                Vec::new()
            });
            seats.extend(between.then_some(graph.label));
        }
        let mut places = places(&seats, &chains);
        while pass_rows(&mut seats, &mut chains, &places) {
            places = self::places(&seats, &chains);
        }
        Ok(drawn(graph, &seats, &chains, &labels, &places))
    }
}

/// Whether a graph may be drawn.
fn check(Graph { boxes, lines, label }: &Graph) -> Result<(), String> {
    if boxes.len() > MOST_BOXES || lines.len() > MOST_LINES {
        let (boxes, lines) = (boxes.len(), lines.len());
        return Err(format!(
            "{boxes} boxes and {lines} lines are too many to draw; {MOST_BOXES} and {MOST_LINES} are not"
        ));
    }
    if lines.iter().any(|line| line.from.max(line.to) >= boxes.len()) {
        return Err("a line leads to a box that is not there".to_string());
    }
    let drawable = |side: f64| (0.0..1e5).contains(&side);
    if boxes
        .iter()
        .chain([label])
        .all(|size| drawable(size.width) && drawable(size.height))
    {
        Ok(())
    } else {
        Err("a box has no size that can be drawn".to_string())
    }
}

/// The turn of each box, behind those that strong lines lead from; in a circle the first of those that are left goes first.
fn turns(Graph { boxes, lines, .. }: &Graph) -> Vec<usize> {
    let mut turns = vec![usize::MAX; boxes.len()];
    for turn in 0..boxes.len() {
        let left = |place: usize| turns[place] == usize::MAX;
        let waits = |place: usize| {
            lines
                .iter()
                .any(|line| line.strong && line.to == place && line.from != place && left(line.from))
        };
        let mut those_left = (0..boxes.len()).filter(|&place| left(place));
        let first = those_left
            .clone()
            .find(|&place| !waits(place))
            .or_else(|| those_left.next());
        if let Some(first) = first {
            turns[first] = turn;
        }
    }
    turns
}

/// A seat's middle, and its row among those that lines connect it with.
#[derive(Debug, Clone, Copy)]
struct Place {
    at: Point,
    row: usize,
}

/// The places of seats that lines connect as `chains` say, by the library.
fn places(seats: &[Size], chains: &[Vec<usize>]) -> Vec<Place> {
    let numbered = |seat: usize| u32::try_from(seat).unwrap_or(u32::MAX);
    let boxes: Vec<_> = seats
        .iter()
        .zip(0..)
        .map(|(seat, number)| (number, (seat.width, seat.height)))
        .collect();
    let lines: Vec<_> = chains
        .iter()
        .flat_map(|chain| chain.windows(2).map(|ends| (numbered(ends[0]), numbered(ends[1]))))
        .collect();
    let config = Config {
        vertex_spacing: GAP,
        dummy_vertices: true,
        dummy_size: 1.0,
        c_minimization: CrossingMinimization::Barycenter,
        transpose: true,
        ..Config::default()
    };
    let mut parts: Vec<_> = from_vertices_and_edges(&boxes, &lines, &config)
        .into_iter()
        .map(|(part, ..)| part)
        .collect();
    parts.sort_by_key(|part| part.iter().map(|(seat, _)| *seat).min());
    let mut places = vec![
        Place {
            at: Point { x: 0.0, y: 0.0 },
            row: 0
        };
        seats.len()
    ];
    let mut right = MARGIN - GAP;
    for part in parts {
        let left = part
            .iter()
            .map(|(seat, (x, _))| x - seats[*seat].width / 2.0)
            .fold(f64::INFINITY, f64::min);
        let top = part
            .iter()
            .map(|(seat, (_, y))| y - seats[*seat].height / 2.0)
            .fold(f64::INFINITY, f64::min);
        let mut rows: Vec<f64> = part.iter().map(|(_, (_, y))| *y).collect();
        rows.sort_by(f64::total_cmp);
        rows.dedup();
        let shift = right + GAP - left;
        for (seat, (x, y)) in part {
            let at = Point {
                x: x + shift,
                y: y - top + MARGIN,
            };
            places[seat] = Place {
                at,
                row: rows.partition_point(|row| *row < y),
            };
            right = right.max(at.x + seats[seat].width / 2.0);
        }
    }
    places
}

/// Gives lines a seat in each row that they pass; whether there are new ones.
fn pass_rows(seats: &mut Vec<Size>, chains: &mut [Vec<usize>], places: &[Place]) -> bool {
    let before = seats.len();
    for chain in chains {
        let mut longer: Vec<usize> = Vec::new();
        for &seat in &*chain {
            if let Some(&last) = longer.last() {
                for _ in (places[last].row + 1..places[seat].row).take(MOST_SEATS.saturating_sub(seats.len())) {
                    longer.push(seats.len());
                    seats.push(Size {
                        width: 1.0,
                        height: 1.0,
                    });
                }
            }
            longer.push(seat);
        }
        *chain = longer;
    }
    seats.len() > before
}

/// The drawing of a graph whose seats have places.
fn drawn(graph: &Graph, seats: &[Size], chains: &[Vec<usize>], labels: &[usize], places: &[Place]) -> Drawing {
    // A box stands at the left of its seat; what is left of it is for lines to itself.
    let middle = |seat: usize| {
        let shift = graph
            .boxes
            .get(seat)
            .map_or(0.0, |own| (seats[seat].width - own.width) / 2.0);
        let Point { x, y } = places[seat].at;
        Point { x: x - shift, y }
    };
    let mut beside = vec![0; graph.boxes.len()];
    let ways = graph
        .lines
        .iter()
        .zip(chains)
        .zip(labels)
        .map(|((line, chain), label)| {
            let own = graph.boxes[line.from];
            if line.from == line.to {
                beside[line.from] += 1;
                return around(middle(line.from), own, graph.label, beside[line.from]);
            }
            let mut points: Vec<_> = chain.iter().map(|seat| middle(*seat)).collect();
            if chain.first() == Some(&line.to) {
                points.reverse();
            }
            if let [first, second, ..] = &mut points[..] {
                *first = border(*first, own, *second);
            }
            if let [.., before, last] = &mut points[..] {
                *last = border(*last, graph.boxes[line.to], *before);
            }
            Way {
                points,
                label: middle(*label),
            }
        });
    let far = |side: fn(Point, Size) -> f64| {
        places
            .iter()
            .zip(seats)
            .map(|(place, seat)| side(place.at, *seat))
            .fold(0.0, f64::max)
            + MARGIN
    };
    Drawing {
        ways: ways.collect(),
        boxes: (0..graph.boxes.len()).map(middle).collect(),
        width: far(|at, seat| at.x + seat.width / 2.0),
        height: far(|at, seat| at.y + seat.height / 2.0),
    }
}

/// Where the way from the middle of a box to a point leaves the box.
fn border(middle: Point, size: Size, to: Point) -> Point {
    let [x, y] = [to.x - middle.x, to.y - middle.y];
    let part = (size.width / 2.0 / x.abs()).min(size.height / 2.0 / y.abs());
    Point {
        x: middle.x + part * x,
        y: middle.y + part * y,
    }
}

/// The way from a box to itself, out of its right side and back; others may be nearer to the box.
fn around(middle: Point, size: Size, label: Size, nth: u32) -> Way {
    let nth = f64::from(nth);
    let right = middle.x + size.width / 2.0;
    let reach = right + nth * REACH + (nth - 1.0) * label.width;
    let half = size.height / 2.0 * nth / (nth + 1.0);
    let point = |x, y| Point { x, y: middle.y + y };
    Way {
        points: vec![
            point(right, -half),
            point(reach, -half),
            point(reach, half),
            point(right, half),
        ],
        label: point(reach + label.width / 2.0, 0.0),
    }
}
