//! The ways of a tile in registers to other threads: within a thread, by shuffles, or through shared memory.

mod places;

use crate::Layout;
use crate::banks::transactions_of_wavefront;
use crate::select::{Candidate, Cost, Refusal, Way, best};
use crate::shuffle::Shuffles;
pub use places::Exchange;
use places::RowOrder;
use tilewright_machine::layouts;

/// Registers whose elements lie next to each other, in that order.
pub type Run = Vec<usize>;

/// A way from one layout to another.
#[derive(Clone, Debug, PartialEq)]
pub enum Path {
    /// Each thread has what it needs: for each register of the result, the one that holds its element.
    Registers(Vec<usize>),
    /// Lanes of a warp give each other words.
    Shuffles(Shuffles),
    /// Every element is written to shared memory by one thread and read by those that need it.
    Shared(Exchange),
}

impl Path {
    /// The way as the report has it; `to` is the layout that is wanted.
    pub fn told(&self, to: &Layout) -> Way {
        match self {
            Self::Registers(_) | Self::Shuffles(_) => Way::Threads(to.clone()),
            Self::Shared(exchange) => Way::Places {
                steps: exchange.steps(),
                padding: exchange.padding,
                swizzle: exchange.swizzle.clone(),
            },
        }
    }
}

/// A conversion: the tile, its layouts, and the shared memory that is free for it.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'l> {
    /// The layout that the tile has.
    pub from: &'l Layout,
    /// The layout that is wanted.
    pub to: &'l Layout,
    /// Extents of the tile.
    pub shape: &'l [i64],
    /// Bytes of an element.
    pub bytes: i64,
    /// Bytes of shared memory that are free.
    pub room: i64,
    /// Whether the GPU writes matrices by `stmatrix`, and reads them by `ldmatrix`, and every thread of every warp takes part.
    pub matrices: [bool; 2],
}

impl Conversion<'_> {
    /// The ways, with what each costs.
    pub fn candidates(&self) -> Vec<Candidate<Path>> {
        self.candidates_with(|| self.exchanges())
    }

    /// The same, with exchanges that may be known already.
    pub fn candidates_with(&self, exchanges: impl FnOnce() -> Vec<Candidate<Exchange>>) -> Vec<Candidate<Path>> {
        let mut found = Vec::new();
        if let Some(registers) = within_thread(self.from, self.to) {
            found.push(Candidate {
                atom: "mov",
                way: Path::Registers(registers),
                verdict: Ok(Cost {
                    registers: self.live(),
                    ..Cost::default()
                }),
            });
            // Nothing is cheaper than nothing.
            return found;
        }
        if let Some(shuffles) = Shuffles::plan(self.from, self.to) {
            let words = (self.bytes + 3) / 4;
            let most = layouts().shuffled_words.value;
            let moved = shuffles.count() * words;
            let cost = Cost {
                shared: (moved * transactions_of_wavefront()) << self.to.warp.len(),
                registers: self.live(),
                instructions: moved + shuffles.selections(),
                ..Cost::default()
            };
            let words = words << self.to.reg.len();
            found.push(Candidate {
                atom: "shfl.sync.idx",
                way: Path::Shuffles(shuffles),
                verdict: if words > most {
                    Err(Refusal::Words { words, most })
                } else {
                    Ok(cost)
                },
            });
        }
        found.extend(exchanges().into_iter().map(|exchange| Candidate {
            atom: exchange.atom,
            way: Path::Shared(exchange.way),
            verdict: exchange.verdict,
        }));
        found
    }

    /// The best way, with its cost; none if not even the smallest exchange fits.
    pub fn best(&self) -> Option<(Path, Cost)> {
        let mut candidates = self.candidates();
        let best = candidates.swap_remove(best(&candidates)?);
        // Absent: refused, which the best one is not.
        Some((best.way, best.verdict.ok()?))
    }

    /// The exchanges through shared memory: by the order of rows and the padding between them, and swizzled; each as threads write and
    /// read vectors, and by matrices where the layouts are those of matrices.
    pub fn exchanges(&self) -> Vec<Candidate<Exchange>> {
        let orders = [RowOrder::Index, RowOrder::Lanes(self.to), RowOrder::Lanes(self.from)];
        // Rows start at a whole element.
        let aligned = |padding: &&i64| **padding % self.bytes == 0;
        let paddings = || layouts().paddings.value.iter().filter(aligned);
        let plain = &Exchange::plan(self, 0);
        let in_rows = orders
            .into_iter()
            .flat_map(|order| paddings().map(move |&padding| plain.in_rows(self, order, padding)));
        let mut ways: Vec<Exchange> = Vec::new();
        for way in in_rows.chain(plain.swizzled(self)) {
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        let mut found: Vec<Candidate<Exchange>> = Vec::new();
        for way in ways {
            if way.bytes() > self.room {
                found.push(Candidate {
                    atom: "st.shared",
                    verdict: Err(Refusal::Room {
                        bytes: way.bytes(),
                        free: self.room,
                    }),
                    way,
                });
                continue;
            }
            let mut forms = vec![("st.shared", way)];
            for (side, atoms) in [(0, ["stmatrix"; 2]), (1, ["ldmatrix", "stmatrix"])] {
                let by_matrices = |(before, way): &(_, Exchange)| {
                    Some((atoms[usize::from(*before == "stmatrix")], way.by_matrices(self, side)?))
                };
                let more: Vec<_> = forms.iter().filter_map(by_matrices).collect();
                forms.extend(more);
            }
            found.extend(forms.into_iter().map(|(atom, way)| Candidate {
                atom,
                verdict: Ok(way.cost(self)),
                way,
            }));
        }
        found
    }

    /// The best exchange through shared memory.
    pub fn exchange(&self) -> Exchange {
        let mut candidates = self.exchanges();
        // Absent: not even one element of each thread at a time fits, which the size of shared memory refuses later.
        let place = best(&candidates).unwrap_or(0);
        candidates.swap_remove(place).way
    }

    /// Words of a thread that hold the tile on the way.
    fn live(&self) -> i64 {
        let elements = 1i64 << self.from.reg.len().max(self.to.reg.len());
        (elements * self.bytes + 3) / 4
    }
}

/// For each register of `to`, the register of `from` that holds its element in every thread; none if there is a thread
/// that lacks one.
fn within_thread(from: &Layout, to: &Layout) -> Option<Vec<usize>> {
    // Where the thread bits agree, the registers alone decide.
    let agree = from.lane == to.lane && from.warp == to.warp;
    // A source without thread bits holds everything everywhere, if the registers span all.
    let everywhere =
        from.lane.iter().chain(&from.warp).all(|&b| b == 0) && to.lane.iter().chain(&to.warp).all(|&b| b == 0);
    if !agree && !everywhere {
        return None;
    }
    (0..to.registers())
        .map(|r| from.register_of(to.register_index(r)))
        .collect()
}
