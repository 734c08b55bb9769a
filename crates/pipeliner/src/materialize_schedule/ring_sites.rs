//! The rings of a kernel, while its agents are written: the places where they are filled and emptied.

use super::overlap::Seat;
use crate::pipelining::RingLoop;
use crate::pipelining::ring_issued::Issued;
use crate::pipelining::ring_loop::{Side, Written, is_read_by_threads};
use crate::pipelining::ring_operand::reorders;
use crate::pipelining::transformer::Transformed;
use tilewright_ir::operand;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Module, Op, Value};
use tilewright_sorted::SortedSet;
use tilewright_units::Role;

/// A ring, while agents are written.
pub(super) struct Ring {
    /// The places where a slot is filled and emptied.
    pub sites: Vec<Site>,
    /// Whether a loop with products fills a slot in each iteration.
    pub inside: bool,
    /// The pipeline whose barriers guard it, once it is made.
    pub pipe: Option<Value>,
    /// The buffers of its tiles.
    pub buffers: Vec<Value>,
    /// The states here: of those who fill it, and of those who empty it.
    pub places: [Option<Value>; 2],
}

/// A place where a slot of a ring is filled, and where it is emptied.
pub(super) struct Site {
    /// The loads that fill it; none: threads write it, or products.
    pub loads: Vec<Op>,
    /// The tile that threads write to it; none: loads or products fill it.
    pub written: Option<Written>,
    /// The accumulators that an issuer leaves in it, in tensor memory.
    pub accumulators: Option<Issued>,
    /// The ops around those that fill it: they carry its states.
    pub holders: SortedSet<Op>,
    /// Of the agents of each role whose threads empty it: where they do.
    pub readers: Vec<Readers>,
    /// The states of the slots that are filled and read now.
    pub entered: [Option<Value>; 2],
}

/// Where the agents of a role read a slot.
pub(super) struct Readers {
    pub role: Role,
    /// The ops of the block in which the slot is filled that read it first and last, in the order of the text.
    pub ends: [Op; 2],
    /// The first and the last seat of an op that reads it.
    pub seats: [Option<Seat>; 2],
}

/// The sides of a ring.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hand {
    Fills,
    Empties,
}

pub(super) const HANDS: [Hand; 2] = [Hand::Fills, Hand::Empties];

impl Site {
    pub fn new(
        module: &Module,
        found: &RingLoop,
        reads: &[Read],
        loads: Vec<Op>,
        (written, accumulators): (Option<Written>, Option<Issued>),
    ) -> Option<Self> {
        let made = written.map(|tile| tile.at).or(accumulators.map(|own| own.at));
        let at = made.or(loads.first().copied())?;
        let takes = |side: &Side| match (side, written) {
            (Side::Slots(value), Some(tile)) => *value == tile.value,
            (Side::Ring(load), None) => loads.contains(load),
            // Absent: a side of another ring, or in registers.
            _ => false,
        };
        let products = found.products.iter().filter(|product| product.all_sides().any(takes));
        let products: Vec<Op> = products.map(|product| product.dot).collect();
        let body = module.parent(at)?;
        let of_role = |role: Role| {
            let mut all = match role == found.multiplies() {
                true => readers(module, at, &products),
                false => Vec::new(),
            };
            // Those who only add up read what others write.
            let of_rows = written.map(|tile| tile.value).filter(|_| found.corrected);
            let is_of_site = |read: &&Read| match accumulators.map(|own| own.value).or(of_rows) {
                Some(value) => read.tile == value,
                None => loads.contains(&read.made),
            };
            let own = || reads.iter().filter(is_of_site).filter(move |read| read.role == role);
            let mut seats: Vec<Seat> = all.iter().filter_map(|&op| Seat::of(module, op)).collect();
            seats.extend(own().filter_map(|read| read.seat));
            all.extend(own().map(|read| read.before));
            let first_and_last = || module.ops(body).filter(|op| all.contains(op));
            Some(Readers {
                role,
                ends: [first_and_last().next()?, first_and_last().last()?],
                seats: [seats.iter().min().copied(), seats.iter().max().copied()],
            })
        };
        let readers: Vec<Readers> = READING.into_iter().filter_map(of_role).collect();
        (!readers.is_empty()).then(|| Self {
            holders: around(module, at).collect(),
            readers,
            entered: [None; 2],
            loads,
            written,
            accumulators,
        })
    }

    /// Where agents of a role read it, if they do.
    pub fn of(&self, role: Role) -> Option<&Readers> {
        self.readers.iter().find(|readers| readers.role == role)
    }
}

/// The roles of those who read slots.
pub(super) const READING: [Role; 3] = [Role::Consumer, Role::Transformer, Role::Issuer];

impl Ring {
    pub fn new(sites: Vec<Site>, inside: bool) -> Self {
        Self {
            sites,
            inside,
            pipe: None,
            buffers: Vec::new(),
            places: [None; 2],
        }
    }

    /// A tile that threads write to it, of tiles alike.
    pub fn written(&self) -> Option<Written> {
        self.sites.first()?.written
    }

    /// Accumulators that an issuer leaves in it, of accumulators alike.
    pub fn accumulators(&self) -> Option<Issued> {
        self.sites.first()?.accumulators
    }

    /// The role of those who fill it.
    fn filled_by(&self) -> Role {
        match (self.written(), self.accumulators()) {
            (Some(tile), _) => tile.by,
            (None, Some(_)) => Role::Issuer,
            (None, None) => Role::Producer,
        }
    }

    /// Whether agents of a role have a hand in it.
    pub fn has(&self, role: Role, hand: Hand) -> bool {
        match hand {
            Hand::Empties => self.sites.iter().any(|site| site.of(role).is_some()),
            Hand::Fills => role == self.filled_by(),
        }
    }
}

/// A tile of a ring that threads read into registers.
#[derive(Clone, Copy)]
pub(super) struct Read {
    /// The op that makes it: its load, or that after which accumulators are there.
    pub made: Op,
    pub tile: Value,
    /// The role of the agents whose threads do.
    pub role: Role,
    /// The first op of its block, in the order of the text, for which it is read.
    pub before: Op,
    /// The first seat of those that take it.
    pub seat: Option<Seat>,
}

impl Read {
    /// The reads of a tile, by the agents of a role.
    pub fn of(
        module: &Module,
        found: &RingLoop,
        transformed: &Transformed,
        (made, tile, role): (Op, Value, Role),
    ) -> Option<Self> {
        let is_own = |op: Op| match role {
            Role::Transformer => transformed.needed.ops.contains(&op),
            _ => !transformed.alone.contains(&op),
        };
        let direct: Vec<Op> = module
            .uses(tile)
            .iter()
            .filter(|site| match module.kind(site.op) {
                _ if reorders(module, site.op) => is_read_by_threads(module, module.result(site.op, 0)),
                nv_tileas::DOT | nv_tileas::DOT_SCALED => module.required_operand(site.op, operand::ACC) == tile,
                // Absent: every other op takes registers.
                _ => true,
            })
            .map(|site| site.op)
            .filter(|&op| is_own(op))
            .collect();
        // A tile that is written to slots as it was made is read where it was made.
        let before = match found.written.iter().any(|tile| tile.at == made && tile.by == role) {
            true => made,
            false => readers(module, made, &direct).first().copied()?,
        };
        Some(Self {
            made,
            tile,
            role,
            before,
            seat: first_seat(module, made, tile).filter(|_| role == Role::Consumer),
        })
    }
}

/// The first seat of the ops that take a value; those that have none stand with those that take what they make.
pub(super) fn first_seat(module: &Module, made: Op, value: Value) -> Option<Seat> {
    let block = module.parent(made)?;
    let in_block = |op: Op| {
        let mut around = std::iter::successors(Some(op), |&op| module.parent_op(op));
        around.find(|&op| module.parent(op) == Some(block))
    };
    // Each value once: there may be many ways from one op to another.
    let (mut seen, mut work, mut first) = (SortedSet::new(), vec![value], None);
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        for taker in module.uses(value).iter().filter_map(|site| in_block(site.op)) {
            match Seat::of(module, taker) {
                Some(seat) => first = first.into_iter().chain([seat]).min(),
                None => work.extend(module.results(taker)),
            }
        }
    }
    first
}

/// A site of a ring, by the numbers of both.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub ring: usize,
    pub site: usize,
}

/// The site at which an op loads, and to which buffer of its ring.
pub(super) type Place = (At, usize);

/// The site at which threads write a tile.
pub(super) fn written_place(rings: &[Ring], tile: Value) -> Option<Place> {
    let is_it = |site: &Site| site.written.is_some_and(|written| written.value == tile);
    let of_ring = |(ring, of): (usize, &Ring)| {
        Some(At {
            ring,
            site: of.sites.iter().position(is_it)?,
        })
    };
    rings.iter().enumerate().find_map(of_ring).map(|at| (at, 0))
}

pub(super) fn loaded_place(rings: &[Ring], load: Op) -> Option<Place> {
    let of_ring = |(ring, of): (usize, &Ring)| {
        let of_site = |(site, of): (usize, &Site)| {
            let buffer = of.loads.iter().position(|&other| other == load)?;
            Some((At { ring, site }, buffer))
        };
        of.sites.iter().enumerate().find_map(of_site)
    };
    rings.iter().enumerate().find_map(of_ring)
}

/// The control ops around an op, the nearest first.
fn around(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    let outer = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    outer.take_while(|&op| module.def(op).dialect() == "scf")
}

/// The ops of the block of some op in which others are, in the order of the text.
fn readers(module: &Module, of: Op, takers: &[Op]) -> Vec<Op> {
    let has_taker = |op: &Op| {
        let is_inside =
            |&taker: &Op| std::iter::successors(Some(taker), |&op| module.parent_op(op)).any(|around| around == *op);
        takers.iter().any(is_inside)
    };
    let block = module.parent(of);
    block
        .into_iter()
        .flat_map(|block| module.ops(block))
        .filter(has_taker)
        .collect()
}
