//! The choices of the layout selector, with the candidates, their scores and what they look like: for the report, the page and the
//! command line.

use serde::{Deserialize, Serialize};
use std::fmt::Write;
use tilewright_diag::counted;
use tilewright_layout::Layout;
use tilewright_layout::access::Group;
use tilewright_layout::exchange::Conversion;
use tilewright_layout::global::Global;
use tilewright_layout::select::{self, Candidate, Way};
use tilewright_machine::{MemorySpace, layouts};

/// The choice of a layout for one access or conversion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LayoutChoice {
    /// The line of the source, from 1; 0: unknown.
    pub line: u32,
    /// The op, such as `tiled_load`.
    pub op: String,
    /// The type of the tile.
    pub tile: String,
    /// Its extents.
    pub shape: Vec<i64>,
    /// Bytes of an element.
    pub element_bytes: i64,
    /// The memory that the tile comes from: `global`, `shared`, `registers`, `tensor_memory`.
    pub from: String,
    /// The memory that it goes to.
    pub to: String,
    /// The candidates, in the order in which they were enumerated.
    pub candidates: Vec<LayoutCandidate>,
    /// The place of the chosen one; none: none was possible.
    pub chosen: Option<usize>,
}

/// A layout that was considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LayoutCandidate {
    /// The instruction that moves the tile: an atom of the catalogue.
    pub atom: String,
    /// The layout: of threads as CuTe writes it, (lanes, warps, registers); of shared memory in words.
    pub layout: String,
    /// Which thread holds which element; none: it is a layout of shared memory.
    pub threads: Option<ThreadBases>,
    /// Where an element is in shared memory: runs of bits of its index, as the lowest bit, their number, and the bytes that the lowest moves.
    pub places: Option<Vec<(u32, u32, i64)>>,
    /// Bits of an index that move their element besides, by exclusive or: the bit, and the bytes.
    #[serde(default)]
    pub swizzle: Vec<(u32, i64)>,
    /// Boxes in shared memory that matrices are read from; none: it is no such layout.
    pub boxes: Option<BoxRows>,
    /// The cost; none: it was left out.
    pub cost: Option<LayoutCost>,
    /// The reason why it was left out.
    pub refused: Option<String>,
}

/// A layout that is linear over bits: the row-major index of an element is the exclusive-or of these numbers at the set bits of
/// register, lane and warp.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ThreadBases {
    /// Of the register's bits.
    pub reg: Vec<u32>,
    /// Of the lane's bits.
    pub lane: Vec<u32>,
    /// Of the warp's bits.
    pub warp: Vec<u32>,
}

/// Boxes in shared memory, side by side along the rows of a tile: chunk `c` of 16 bytes of row `r` is at `c` xor the bits of `r` that
/// tell rows in different lines of the banks apart, where they are swizzled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoxRows {
    /// Bytes of a row of the tile.
    pub row_bytes: i64,
    /// Bytes of a row of a box.
    pub span: i64,
    /// Rows of a box.
    pub rows: i64,
    /// Whether chunks are permuted.
    pub swizzled: bool,
}

/// The cost of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LayoutCost {
    /// The score; the smallest wins.
    pub score: f64,
    /// Transactions of 32 bytes, of global and of shared memory.
    pub transactions: i64,
    /// Those of shared memory.
    pub shared_transactions: i64,
    /// Wavefronts of shared memory that only bank conflicts ask for.
    pub conflicts: i64,
    /// Cycles of tensor memory.
    pub tmem_cycles: i64,
    /// Registers of a thread that hold the tile.
    pub registers: i64,
    /// Instructions of a thread.
    pub instructions: i64,
}

impl From<&select::Cost> for LayoutCost {
    fn from(cost: &select::Cost) -> Self {
        Self {
            score: cost.score(&layouts().weights),
            transactions: cost.global + cost.shared,
            shared_transactions: cost.shared,
            conflicts: cost.conflicts,
            tmem_cycles: cost.tmem_cycles,
            registers: cost.registers,
            instructions: cost.instructions,
        }
    }
}

impl From<&select::Choice> for LayoutChoice {
    fn from(choice: &select::Choice) -> Self {
        Self {
            line: choice.line,
            op: choice.op.to_string(),
            tile: choice.tile.clone(),
            shape: choice.shape.clone(),
            element_bytes: choice.element_bytes,
            from: choice.from.name().to_string(),
            to: choice.to.name().to_string(),
            candidates: choice.candidates.iter().map(LayoutCandidate::from).collect(),
            chosen: choice.chosen,
        }
    }
}

impl From<&select::Candidate<Way>> for LayoutCandidate {
    fn from(candidate: &select::Candidate<Way>) -> Self {
        let threads = match &candidate.way {
            Way::Threads(layout) | Way::Lanes { layout, .. } => Some(ThreadBases {
                reg: layout.reg.clone(),
                lane: layout.lane.clone(),
                warp: layout.warp.clone(),
            }),
            Way::Places { .. } | Way::Boxes { .. } | Way::Rows { .. } => None,
        };
        let atom = match candidate.way {
            Way::Lanes { times, .. } => format!("{}.x{times}", candidate.atom),
            _ => candidate.atom.to_string(),
        };
        let (cost, refused) = match &candidate.verdict {
            Ok(cost) => (Some(LayoutCost::from(cost)), None),
            Err(why) => (None, Some(why.to_string())),
        };
        Self {
            atom,
            layout: written(&candidate.way),
            threads,
            places: match &candidate.way {
                Way::Places { steps, .. } => Some(steps.clone()),
                Way::Rows {
                    bytes,
                    places,
                    bits: [(column, columns), (row, rows)],
                } => Some(vec![(*column, *columns, bytes >> columns), (*row, *rows, places.pitch)]),
                _ => None,
            },
            swizzle: match &candidate.way {
                Way::Places { swizzle, .. } => swizzle.clone(),
                Way::Rows { places, bits, .. } => {
                    let (row, rows) = bits[1];
                    let moved = (0..rows).map(|bit| (1 << (row + bit), places.moved(1 << bit)));
                    moved.filter(|&(_, bytes)| bytes != 0).collect()
                }
                // Absent: threads, and boxes, which have a form of their own.
                _ => Vec::new(),
            },
            boxes: match candidate.way {
                Way::Boxes {
                    row_bytes,
                    span,
                    rows,
                    swizzled,
                } => Some(BoxRows {
                    row_bytes,
                    span,
                    rows,
                    swizzled,
                }),
                _ => None,
            },
            cost,
            refused,
        }
    }
}

/// A layout in words.
fn written(way: &Way) -> String {
    match way {
        Way::Threads(layout) | Way::Lanes { layout, .. } => match layout.as_cute() {
            Some(cute) => cute.to_string(),
            None => format!(
                "lanes {:?}, warps {:?}, registers {:?}",
                layout.lane, layout.warp, layout.reg
            ),
        },
        Way::Places {
            steps,
            padding,
            swizzle,
        } => {
            let modes: Vec<String> = steps.iter().map(|(_, count, _)| (1u64 << count).to_string()).collect();
            let strides: Vec<String> = steps.iter().map(|(_, _, bytes)| bytes.to_string()).collect();
            let padded = match padding {
                0 if swizzle.is_empty() => String::new(),
                0 => ", swizzled".to_string(),
                padding => format!(", rows padded by {}", counted(*padding as usize, "bytes")),
            };
            format!("({}):({}) bytes{padded}", modes.join(","), strides.join(","))
        }
        Way::Boxes {
            span, rows, swizzled, ..
        } => {
            let how = if *swizzled { "swizzled" } else { "not swizzled" };
            format!("boxes of {rows} rows of {span} bytes, {how}")
        }
        Way::Rows { bytes, places, .. } => {
            let how = match (places.pitch - bytes, places.groups) {
                (0, 0) => "one after the other".to_string(),
                (0, _) if places.span > *bytes => "swizzled in lines of the banks".to_string(),
                (0, 1) => "swizzled".to_string(),
                (0, _) => "swizzled by all bits of a row's number".to_string(),
                (padding, _) => format!("padded by {}", counted(padding as usize, "bytes")),
            };
            format!("rows of {bytes} bytes, {how}")
        }
    }
}

/// A question about one access or conversion, without a kernel.
#[derive(Clone, Debug)]
pub struct LayoutQuestion {
    /// Extents of the tile, powers of two.
    pub shape: Vec<i64>,
    /// The element type by name, and its bytes.
    pub element: (String, i64),
    /// Warps that hold the tile, as a power of two.
    pub warp_bits: usize,
}

impl LayoutQuestion {
    /// The layouts in which it is loaded from global memory, or stored: with the elements from one to the next along each
    /// dimension (none: not known), and the bytes that addresses, and strides that are not known, are multiples of.
    pub fn access(&self, strides: &[Option<i64>], alignment: i64, stores: bool) -> LayoutChoice {
        let bytes = self.element.1;
        let run = |dim: usize| {
            let others = (0..strides.len()).filter(|&other| other != dim && self.shape[other] > 1);
            let known = others.filter_map(|other| strides[other]);
            let aligned: i64 = known
                .map(|stride| 1 << (stride * bytes).trailing_zeros().min(30))
                .fold(alignment, i64::min);
            match strides[dim] {
                Some(1) => (aligned / bytes).clamp(1, self.shape[dim]),
                Some(_) | None => 1,
            }
        };
        let tile = Global {
            shape: self.shape.clone(),
            strides: strides
                .iter()
                .map(|stride| stride.map(|stride| stride * bytes))
                .collect(),
            runs: (0..strides.len()).map(run).collect(),
            bytes,
            by_pointers: false,
            copied: false,
        };
        let group = Group::new(std::slice::from_ref(&tile), None, self.warp_bits);
        let ends = [MemorySpace::Global, MemorySpace::Registers];
        let (op, atom, [from, to]) = match stores {
            true => ("store", "st.global", [ends[1], ends[0]]),
            false => ("load", "ld.global", ends),
        };
        let candidates = group.candidates(0, atom).into_iter().map(|candidate| Candidate {
            atom: candidate.atom,
            way: Way::Threads(candidate.way),
            verdict: candidate.verdict,
        });
        self.choice(op, (from, to), candidates.collect(), Some(group.chosen()[0]))
    }

    /// The ways from one layout to another, each given by the dimension along which lanes go on, and the neighbours there that a
    /// thread has.
    pub fn conversion(&self, from: (usize, u32), to: (usize, u32), room: i64) -> LayoutChoice {
        let [from, to] = [from, to].map(|(dim, vector)| Layout::along(&self.shape, dim, vector, self.warp_bits));
        let conversion = Conversion {
            from: &from,
            to: &to,
            shape: &self.shape,
            bytes: self.element.1,
            room,
            matrices: [false; 2],
        };
        let candidates = conversion.candidates();
        let chosen = select::best(&candidates);
        let told = candidates.into_iter().map(|candidate| Candidate {
            atom: candidate.atom,
            way: candidate.way.told(&to),
            verdict: candidate.verdict,
        });
        let registers = (MemorySpace::Registers, MemorySpace::Registers);
        self.choice("convert_layout", registers, told.collect(), chosen)
    }

    fn choice(
        &self,
        op: &'static str,
        (from, to): (MemorySpace, MemorySpace),
        candidates: Vec<Candidate<Way>>,
        chosen: Option<usize>,
    ) -> LayoutChoice {
        let extents: String = self.shape.iter().map(|extent| format!("{extent}x")).collect();
        let choice = select::Choice {
            line: 0,
            op,
            tile: format!("tile<{extents}{}>", self.element.0),
            shape: self.shape.clone(),
            element_bytes: self.element.1,
            from,
            to,
            candidates,
            chosen,
        };
        LayoutChoice::from(&choice)
    }
}

/// The cost of all chosen layouts, in a line; none where nothing was chosen.
pub(crate) fn layouts_fact(choices: &[select::Choice]) -> Option<String> {
    let mut all = select::Cost::default();
    for choice in choices {
        if let Some(Ok(cost)) = choice.taken().map(|chosen| &chosen.verdict) {
            all = all.and(*cost);
        }
    }
    (!choices.is_empty()).then(|| {
        let tensor = match all.tmem_cycles {
            0 => String::new(),
            cycles => format!(", {} of tensor memory", counted(cycles as usize, "cycles")),
        };
        format!(
            "{} chosen: {} of global and {} of shared memory, {}{tensor}",
            choices.len(),
            counted(all.global as usize, "transactions"),
            all.shared,
            counted(all.conflicts as usize, "bank conflicts"),
        )
    })
}

/// The choices as text, for people: a heading for each, and a line for each candidate, the chosen one marked.
pub fn layouts_text(choices: &[LayoutChoice]) -> String {
    let mut out = String::new();
    for choice in choices {
        let place = match choice.line {
            0 => String::new(),
            line => format!("line {line}: "),
        };
        let _ = writeln!(
            out,
            "{place}{} of {}, {} to {}",
            choice.op, choice.tile, choice.from, choice.to
        );
        let _ = writeln!(
            out,
            "  {:>10} {:>13} {:>10} {:>7} {:>10} {:>13}  candidate",
            "score", "transactions", "conflicts", "cycles", "registers", "instructions"
        );
        for (place, candidate) in choice.candidates.iter().enumerate() {
            let mark = if choice.chosen == Some(place) { '>' } else { ' ' };
            let what = format!("{} {}", candidate.atom, candidate.layout);
            let _ = match (&candidate.cost, &candidate.refused) {
                (Some(cost), _) => writeln!(
                    out,
                    "{mark} {:>10} {:>13} {:>10} {:>7} {:>10} {:>13}  {what}",
                    cost.score, cost.transactions, cost.conflicts, cost.tmem_cycles, cost.registers, cost.instructions
                ),
                (None, Some(why)) => writeln!(out, "{mark} {:>10} {what}: {why}", "left out"),
                // Absent: a candidate has a cost or a reason.
                (None, None) => Ok(()),
            };
        }
        out.push('\n');
    }
    out
}
