//! Memory while a kernel runs: the bytes, which of them were written, and who accessed them.

use crate::finding::BufferOffset;
use crate::memory::Memory;
use crate::order::{EventId, Node, Order, Strength};
use rustc_hash::FxHashMap;

/// Every buffer has an address space of its own, so that an overrun does not land in another buffer.
const SPACE_BITS: u32 = 40;

/// Bytes that a run may allocate, and what each allocation costs besides.
const MAX_SCRATCH: usize = 1 << 28;
const SPACE_COST: usize = 1 << 10;

/// List entries that a run may make.
const MAX_LISTS: usize = 1 << 27;

/// A list of events: an index into [`Heap::lists`]; 0 is the empty list.
type List = u32;

/// A list: its first event and the rest.
#[derive(Clone, Copy)]
struct Link {
    event: EventId,
    rest: List,
    /// The weakest of all its events.
    weakest: Strength,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    writes: List,
    reads: List,
}

struct Space {
    name: String,
    bytes: Vec<u8>,
    /// Bytes that one cell watches.
    granule: usize,
    cells: Vec<Cell>,
    /// Bytes that hold nothing defined yet; empty if all do.
    undefined: Vec<bool>,
    constant: bool,
    /// Whether it belongs to one tile block.
    scratch: bool,
}

/// A place that was found to exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    space: usize,
    offset: usize,
    /// Bits of the element.
    bits: u32,
    /// For elements of four bits: whether it is the upper half of the byte.
    upper: bool,
}

/// The synchronisation of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ordering {
    pub strength: Strength,
    pub acquire: bool,
    pub release: bool,
}

#[derive(Default)]
pub(crate) struct Heap {
    spaces: Vec<Space>,
    lists: Vec<Link>,
    /// Bytes that were allocated while running.
    scratch_bytes: usize,
    /// The accesses that a reader with acquire follows, by space and granule.
    releases: FxHashMap<(usize, usize), Node>,
    /// The last lists that were checked and extended, for the event at hand: most elements of an access have the same.
    extended: (EventId, List, List),
    checked: (EventId, List, Option<EventId>),
    followed: (EventId, List, bool),
}

impl Heap {
    /// Takes the buffers over. `granules` has the bytes of the smallest element that each is accessed by.
    pub fn new(memory: &mut Memory, granules: &[usize]) -> Self {
        let mut heap = Self {
            lists: vec![Link {
                event: 0,
                rest: 0,
                weakest: Strength::Device,
            }],
            ..Self::default()
        };
        for (i, buffer) in memory.buffers.iter_mut().enumerate() {
            let bytes = std::mem::take(&mut buffer.bytes);
            let granule = granules.get(i).copied().unwrap_or(1);
            heap.add(buffer.name.clone(), bytes, granule, buffer.initialised, false);
        }
        heap
    }

    /// Gives the buffers back.
    pub fn give_back(self, memory: &mut Memory) {
        for (buffer, space) in memory.buffers.iter_mut().zip(self.spaces) {
            buffer.bytes = space.bytes;
        }
    }

    /// Adds a space and returns the address of its first byte.
    pub fn add(&mut self, name: String, bytes: Vec<u8>, granule: usize, defined: bool, constant: bool) -> u64 {
        let granule = granule.max(1);
        self.spaces.push(Space {
            name,
            granule,
            cells: vec![Cell::default(); bytes.len().div_ceil(granule)],
            undefined: if defined { Vec::new() } else { vec![true; bytes.len()] },
            constant,
            scratch: false,
            bytes,
        });
        (self.spaces.len() as u64) << SPACE_BITS
    }

    /// Whether kernels have allocated as much as they may.
    pub fn is_full(&self) -> bool {
        self.scratch_bytes > MAX_SCRATCH || self.lists.len() > MAX_LISTS
    }

    /// Adds memory of one tile block, without content.
    pub fn add_scratch(&mut self, name: String, bytes: usize, granule: usize) -> u64 {
        self.scratch_bytes += bytes + SPACE_COST;
        let bytes = if self.is_full() { 0 } else { bytes };
        let address = self.add(name, vec![0xFF; bytes], granule, false, false);
        if let Some(space) = self.spaces.last_mut() {
            space.scratch = true;
        }
        address
    }

    /// The address of a byte of a buffer of the caller.
    pub fn address(buffer: usize, offset: u64) -> u64 {
        ((buffer as u64 + 1) << SPACE_BITS).wrapping_add(offset)
    }

    /// The element of `bits` bits at `address`; for 4-bit elements, the upper half if `upper`.
    pub fn locate(&self, address: u64, bits: u32, upper: bool) -> Result<Location, (BufferOffset, u64)> {
        let bytes = bits.div_ceil(8) as usize;
        let space = (address >> SPACE_BITS).wrapping_sub(1) as usize;
        let offset = (address & ((1 << SPACE_BITS) - 1)) as usize;
        if let Some(found) = self.spaces.get(space)
            && offset + bytes <= found.bytes.len()
        {
            return Ok(Location {
                space,
                offset,
                bits,
                upper,
            });
        }
        // An address far above one buffer's start is a little below the next one's.
        let below = (address & ((1 << SPACE_BITS) - 1)) >> (SPACE_BITS - 1) == 1;
        let nearest = if below { space.wrapping_add(1) } else { space };
        Err(match self.spaces.get(nearest) {
            Some(s) => {
                let base = (nearest as u64 + 1) << SPACE_BITS;
                let offset = address.wrapping_sub(base) as i64;
                (
                    BufferOffset {
                        buffer: s.name.clone(),
                        offset,
                    },
                    s.bytes.len() as u64,
                )
            }
            None => (
                BufferOffset {
                    buffer: "no buffer".to_string(),
                    offset: address as i64,
                },
                0,
            ),
        })
    }

    pub fn place(&self, at: Location) -> BufferOffset {
        let buffer = self.spaces.get(at.space).map(|s| s.name.clone()).unwrap_or_default();
        BufferOffset {
            buffer,
            offset: at.offset as i64,
        }
    }

    pub fn is_constant(&self, at: Location) -> bool {
        self.spaces.get(at.space).is_some_and(|s| s.constant)
    }

    pub fn is_scratch(&self, at: Location) -> bool {
        self.spaces.get(at.space).is_some_and(|s| s.scratch)
    }

    /// Whether the last write to an element was part of `event`.
    pub fn written_by(&self, at: Location, event: EventId) -> bool {
        let cell = self
            .spaces
            .get(at.space)
            .and_then(|s| s.cells.get(at.offset / s.granule));
        cell.is_some_and(|c| c.writes != 0 && self.lists.get(c.writes as usize).is_some_and(|l| l.event == event))
    }

    /// The bits of an element, and whether they are defined.
    pub fn peek(&self, at: Location) -> (u64, bool) {
        let Some(space) = self.spaces.get(at.space) else {
            return (0, false);
        };
        let range = at.offset..at.offset + at.bits.div_ceil(8) as usize;
        let mut bits = 0;
        for &byte in space.bytes.get(range.clone()).unwrap_or(&[]).iter().rev() {
            bits = bits << 8 | u64::from(byte);
        }
        if at.bits < 8 {
            bits = bits >> if at.upper { 4 } else { 0 } & crate::number::mask(at.bits);
        }
        let undefined = !space.undefined.is_empty() && space.undefined.get(range).is_none_or(|u| u.contains(&true));
        (bits, !undefined)
    }

    /// Sets the bits of an element.
    pub fn poke(&mut self, at: Location, bits: u64, defined: bool) {
        let Some(space) = self.spaces.get_mut(at.space) else {
            return;
        };
        let range = at.offset..at.offset + at.bits.div_ceil(8) as usize;
        if !space.undefined.is_empty()
            && let Some(flags) = space.undefined.get_mut(range.clone())
        {
            flags.fill(!defined);
        }
        let Some(target) = space.bytes.get_mut(range) else {
            return;
        };
        if at.bits == 4 {
            let (keep, shift) = if at.upper { (0x0F, 4) } else { (0xF0, 0) };
            target[0] = target[0] & keep | (bits as u8 & 0xF) << shift;
        } else {
            let source = bits.to_le_bytes();
            target.copy_from_slice(&source[..target.len()]);
        }
    }

    fn granules(&self, at: Location) -> std::ops::Range<usize> {
        let granule = self.spaces.get(at.space).map_or(1, |s| s.granule);
        at.offset / granule..(at.offset + at.bits.div_ceil(8) as usize).div_ceil(granule)
    }

    /// Notes a read; the event it races with, if there is one.
    pub fn note_read(&mut self, at: Location, event: EventId, order: &mut Order) -> Option<EventId> {
        let mut race = None;
        for i in self.granules(at) {
            let Some(&cell) = self.spaces.get(at.space).and_then(|s| s.cells.get(i)) else {
                continue;
            };
            race = race.or(self.race_in(cell.writes, event, order));
            let reads = self.extend(cell.reads, event, order);
            self.set_cell(at.space, i, Cell { reads, ..cell });
        }
        race
    }

    /// Notes a write; the event it races with, if there is one.
    pub fn note_write(&mut self, at: Location, event: EventId, order: &mut Order) -> Option<EventId> {
        let mut race = None;
        let weak = order.get(event).is_none_or(|e| e.strength == Strength::Weak);
        for i in self.granules(at) {
            let Some(&cell) = self.spaces.get(at.space).and_then(|s| s.cells.get(i)) else {
                continue;
            };
            race = race
                .or(self.race_in(cell.writes, event, order))
                .or(self.race_in(cell.reads, event, order));
            // Accesses that this write follows (or races with) need not be remembered: whoever follows this write
            // follows them.
            let writes = if weak || self.all_followed(cell.writes, event, order) {
                0
            } else {
                cell.writes
            };
            let reads = if weak || self.all_followed(cell.reads, event, order) {
                0
            } else {
                cell.reads
            };
            let writes = self.extend(writes, event, order);
            self.set_cell(at.space, i, Cell { writes, reads });
        }
        race
    }

    fn set_cell(&mut self, space: usize, index: usize, cell: Cell) {
        if let Some(slot) = self.spaces.get_mut(space).and_then(|s| s.cells.get_mut(index)) {
            *slot = cell;
        }
    }

    /// The list with one event more. Of several atomics of one op by one block, as a loop that waits makes them, the
    /// last stands for all.
    fn extend(&mut self, list: List, event: EventId, order: &Order) -> List {
        if self.extended.0 == event && self.extended.1 == list && self.extended.2 != 0 {
            return self.extended.2;
        }
        if list != 0 && self.lists.get(list as usize).is_some_and(|l| l.event == event) {
            return list;
        }
        let mut rest = list;
        if let Some(new) = order.get(event).filter(|e| e.strength > Strength::Weak) {
            let same = |id: EventId| {
                order
                    .get(id)
                    .is_some_and(|old| (old.op, old.block) == (new.op, new.block))
            };
            if self.members(list).any(same) {
                let kept: Vec<EventId> = self.members(list).filter(|&id| !same(id)).collect();
                rest = kept.into_iter().rev().fold(0, |rest, id| self.push(id, rest, order));
            }
        }
        let new = self.push(event, rest, order);
        self.extended = (event, list, new);
        new
    }

    fn push(&mut self, event: EventId, rest: List, order: &Order) -> List {
        let weakest = self.lists.get(rest as usize).map_or(Strength::Device, |l| l.weakest);
        let own = order.get(event).map_or(Strength::Weak, |e| e.strength);
        self.lists.push(Link {
            event,
            rest,
            weakest: weakest.min(own),
        });
        (self.lists.len() - 1) as List
    }

    fn members(&self, list: List) -> impl Iterator<Item = EventId> + '_ {
        std::iter::successors((list != 0).then_some(list), |&l| {
            self.lists.get(l as usize).map(|l| l.rest).filter(|&l| l != 0)
        })
        .filter_map(|l| self.lists.get(l as usize).map(|l| l.event))
    }

    fn race_in(&mut self, list: List, event: EventId, order: &mut Order) -> Option<EventId> {
        // Atomics between blocks do not race with each other.
        let strong = order.get(event).is_some_and(|e| e.strength == Strength::Device);
        let all_strong = self
            .lists
            .get(list as usize)
            .is_none_or(|l| l.weakest == Strength::Device);
        if list == 0 || strong && all_strong {
            return None;
        }
        if (self.checked.0, self.checked.1) == (event, list) {
            return self.checked.2;
        }
        let found = self.members(list).find(|&other| order.race(other, event));
        self.checked = (event, list, found);
        found
    }

    fn all_followed(&mut self, list: List, event: EventId, order: &mut Order) -> bool {
        if list == 0 {
            return true;
        }
        if (self.followed.0, self.followed.1) == (event, list) {
            return self.followed.2;
        }
        let all = self
            .members(list)
            .all(|other| other == event || order.ordered(other, event));
        self.followed = (event, list, all);
        all
    }

    /// Notes a write that releases (or, without, ends what was released here); `both` if it reads as well.
    pub fn note_release(&mut self, at: Location, node: Node, ordering: Ordering, both: bool, order: &mut Order) {
        for i in self.granules(at) {
            let key = (at.space, i);
            if ordering.release {
                let old = if both {
                    self.releases.get(&key).copied().unwrap_or(0)
                } else {
                    0
                };
                let node = order.join(old, node);
                self.releases.insert(key, node);
            } else if !both {
                self.releases.remove(&key);
            }
        }
    }

    /// The accesses that a read with acquire follows.
    pub fn released(&self, at: Location) -> Option<Node> {
        self.granules(at)
            .filter_map(|i| self.releases.get(&(at.space, i)).copied())
            .max()
    }
}
