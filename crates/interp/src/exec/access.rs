//! Loads, stores and atomics.

use super::{ACCESSED, BlockRun, Machine, Slot};
use crate::finding::{Problem, Reason, Role};
use crate::heap::{Location, Ordering};
use crate::number::{self, Arithmetic, Rounding, mask, sign_extend};
use crate::order::{EventId, Node, Strength};
use crate::program::{Access, AccessKind, Inst, Update};
use crate::tile::{Datum, Tile, View};
use smallvec::SmallVec;
use tilewright_ir::types::TileViewKind;

/// The place that an element of an access means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    At(Location),
    /// Outside the tensor: reads as padding, is not written.
    Outside,
    /// The mask is off.
    Masked,
    /// Nowhere; this has been found.
    Nowhere,
}

/// An access that is being executed.
struct Running<'a> {
    inst: &'a Inst,
    access: &'a Access,
    event: EventId,
    ordering: Ordering,
    /// The accesses that the results wait for.
    after: Node,
}

impl<'m> Machine<'m> {
    pub(super) fn access(
        &mut self,
        run: &mut BlockRun,
        inst: &'m Inst,
        access: &'m Access,
        after: Node,
        control: Node,
    ) {
        let writes = access.kind != AccessKind::Load;
        // A write does not happen before it is known to happen at all; a read may.
        let before = if writes { self.order.join(after, control) } else { after };
        let event = self.order.event(before, inst.op, run.index, access.strength, writes);
        let count: usize = access.shape.iter().product();
        self.work += count as u64 * ACCESSED;
        let targets = if access.through_view {
            self.view_targets(run, inst, access)
        } else {
            self.pointer_targets(run, inst, access, count)
        };
        if access.strength == Strength::Device && access.kind != AccessKind::Store {
            run.polled = true;
        }
        let mut running = Running {
            inst,
            access,
            event,
            ordering: Ordering {
                strength: access.strength,
                acquire: access.acquire,
                release: access.release,
            },
            after: self.order.get(event).map_or(before, |e| e.node),
        };
        let result = match access.kind {
            AccessKind::Load => Some(self.load(run, &mut running, &targets)),
            AccessKind::Store => {
                self.store(run, &mut running, &targets);
                None
            }
            AccessKind::Update(update) => Some(self.update(run, &mut running, &targets, Some(update))),
            AccessKind::Swap => Some(self.update(run, &mut running, &targets, None)),
        };
        let token = inst.results.len() - 1;
        if let Some(tile) = result.filter(|_| token == 1) {
            run.define(inst, 0, Slot::tile(tile, running.after));
        }
        run.define(
            inst,
            token,
            Slot {
                datum: Datum::Token,
                after: running.after,
            },
        );
    }

    fn operand(run: &BlockRun, inst: &Inst, slot: Option<usize>) -> Option<Tile> {
        slot.and_then(|i| inst.operands.get(i)).map(|&v| run.tile(v))
    }

    fn pointer_targets(&mut self, run: &BlockRun, inst: &Inst, access: &Access, count: usize) -> Vec<Target> {
        let pointers = Self::operand(run, inst, Some(access.target)).unwrap_or_else(|| Tile::splat(0));
        let mask = Self::operand(run, inst, access.mask).unwrap_or_else(|| Tile::splat(1));
        let bytes = u64::from(access.bits.div_ceil(8));
        let mut targets = Vec::with_capacity(count);
        for i in 0..count {
            if mask.undefined.get(i) != 0 {
                self.find_undefined(run, inst.op, Role::Mask, mask.undefined.get(i));
            }
            let target = if mask.bits.get(i) & 1 == 0 {
                Target::Masked
            } else if pointers.undefined.get(i) != 0 {
                self.find_undefined(run, inst.op, Role::Address, pointers.undefined.get(i));
                Target::Nowhere
            } else {
                self.locate(run, inst, access, pointers.bits.get(i), false, bytes)
            };
            targets.push(target);
        }
        targets
    }

    fn locate(
        &mut self,
        run: &BlockRun,
        inst: &Inst,
        access: &Access,
        address: u64,
        upper: bool,
        bytes: u64,
    ) -> Target {
        match self.heap.locate(address, access.bits, upper) {
            Ok(location) => {
                if !address.is_multiple_of(bytes) {
                    let place = self.heap.place(location);
                    self.find(run, inst.op, Problem::Misaligned { place, bytes });
                }
                if access.kind != AccessKind::Load && self.heap.is_constant(location) {
                    let place = self.heap.place(location);
                    self.find(run, inst.op, Problem::ConstantWritten { place });
                    return Target::Nowhere;
                }
                Target::At(location)
            }
            Err((place, size)) => {
                let write = access.kind != AccessKind::Load;
                self.find(run, inst.op, Problem::OutOfBounds { place, size, write });
                Target::Nowhere
            }
        }
    }

    fn view_targets(&mut self, run: &BlockRun, inst: &Inst, access: &Access) -> Vec<Target> {
        let Some(Datum::View(view)) = inst.operands.get(access.target).and_then(|&v| run.datum(v)).cloned() else {
            return Vec::new();
        };
        if view.tensor.undefined != 0 {
            self.find_undefined(run, inst.op, Role::Address, view.tensor.undefined);
        }
        // For each tile dimension, the offset in elements of each coordinate; none outside the tensor.
        let mut offsets: SmallVec<[Vec<Option<i64>>; 4]> = SmallVec::new();
        for (dim, &extent) in view.tile.iter().enumerate() {
            let index = Self::operand(run, inst, Some(access.indices.start + dim)).unwrap_or_else(|| Tile::splat(0));
            let bits = access.index_bits.get(dim).copied().unwrap_or(32);
            offsets.push(self.dimension_offsets(run, inst, &view, dim, extent, &index, bits));
        }
        let bytes = u64::from(access.bits.div_ceil(8));
        let count: usize = access.shape.iter().product();
        let mut targets = Vec::with_capacity(count);
        let mut at: SmallVec<[usize; 4]> = smallvec::smallvec![0; offsets.len()];
        for _ in 0..count {
            let offset = at.iter().zip(&offsets).try_fold(0i64, |sum, (&c, list)| {
                list.get(c).copied().flatten().map(|o| sum.wrapping_add(o))
            });
            targets.push(match offset {
                None => Target::Outside,
                Some(offset) if access.bits == 4 => {
                    let address = view.tensor.base.wrapping_add(offset.div_euclid(2) as u64);
                    self.locate(run, inst, access, address, offset.rem_euclid(2) == 1, bytes)
                }
                Some(offset) => {
                    let address = view.tensor.base.wrapping_add((offset as u64).wrapping_mul(bytes));
                    self.locate(run, inst, access, address, false, bytes)
                }
            });
            for (place, list) in at.iter_mut().zip(&offsets).rev() {
                *place += 1;
                if *place < list.len() {
                    break;
                }
                *place = 0;
            }
        }
        targets
    }

    #[allow(clippy::too_many_arguments)]
    fn dimension_offsets(
        &mut self,
        run: &BlockRun,
        inst: &Inst,
        view: &View,
        dim: usize,
        extent: i64,
        index: &Tile,
        bits: u32,
    ) -> Vec<Option<i64>> {
        let tensor_dim = view.dim_map.get(dim).copied().unwrap_or(dim);
        let size = view.tensor.sizes.get(tensor_dim).copied().unwrap_or(0);
        let stride = view.tensor.strides.get(tensor_dim).copied().unwrap_or(0);
        let offset = |at: Option<i64>| at.filter(|at| (0..size).contains(at)).map(|at| at.wrapping_mul(stride));
        if matches!(view.kind, TileViewKind::GatherScatter { sparse_dim } if sparse_dim == dim) {
            return (0..extent as usize)
                .map(|i| {
                    if index.undefined.get(i) != 0 {
                        self.find_undefined(run, inst.op, Role::Index, index.undefined.get(i));
                    }
                    offset(Some(sign_extend(index.bits.get(i), bits)))
                })
                .collect();
        }
        if index.undefined.get(0) != 0 {
            self.find_undefined(run, inst.op, Role::Index, index.undefined.get(0));
        }
        let number = sign_extend(index.bits.get(0), bits);
        // Gather/scatter views are indexed by elements in their dense dimensions too.
        let by_element = matches!(view.kind, TileViewKind::GatherScatter { .. });
        let tiles = view.index_extent(dim);
        if !(0..tiles).contains(&number) {
            let problem = Problem::IndexOutside {
                dim,
                index: number,
                extent: tiles,
            };
            self.find(run, inst.op, problem);
        }
        let step = if by_element {
            1
        } else {
            view.steps.get(dim).copied().unwrap_or(1)
        };
        let start = number.checked_mul(step);
        (0..extent)
            .map(|i| offset(start.and_then(|s| s.checked_add(i))))
            .collect()
    }

    fn note(&mut self, run: &BlockRun, running: &mut Running<'_>, at: Location, race: Option<EventId>) {
        let Some(&other) = race.and_then(|r| self.order.get(r)) else {
            return;
        };
        let [width, height, _] = self.grid.map(|g| g.max(1));
        let other_block = [
            other.block % width,
            other.block / width % height,
            other.block / (width * height),
        ];
        let place = self.heap.place(at);
        let problem = Problem::Race {
            other: other.op,
            other_block,
            place,
        };
        self.find(run, running.inst.op, problem);
    }

    /// A read with acquire follows the release that wrote what it reads.
    fn acquire(&mut self, run: &BlockRun, running: &mut Running<'_>, at: Location) {
        if running.ordering.acquire
            && let Some(release) = self.heap.released(at)
        {
            running.after = self.order.synchronise(run.index, running.after, release);
        }
    }

    fn read(&mut self, run: &BlockRun, running: &mut Running<'_>, at: Location) -> (u64, bool) {
        let race = self.heap.note_read(at, running.event, &mut self.order);
        self.note(run, running, at, race);
        self.acquire(run, running, at);
        let (bits, defined) = self.heap.peek(at);
        (bits & mask(running.access.bits), defined)
    }

    fn load(&mut self, run: &BlockRun, running: &mut Running<'_>, targets: &[Target]) -> Tile {
        let inst = running.inst;
        let padding = Self::operand(run, inst, running.access.padding);
        let view_padding = match inst.operands.get(running.access.target).and_then(|&v| run.datum(v)) {
            Some(Datum::View(view)) => view.padding,
            _ => None,
        };
        let mut bits = Vec::with_capacity(targets.len());
        let mut causes = vec![0; targets.len()];
        for (i, &target) in targets.iter().enumerate() {
            let (value, reason) = match target {
                Target::At(at) => match self.read(run, running, at) {
                    (value, true) => (value, None),
                    (value, false) => (value, Some(Reason::NeverWritten)),
                },
                Target::Outside => (
                    view_padding.unwrap_or(0),
                    view_padding.is_none().then_some(Reason::Padding),
                ),
                Target::Masked => match &padding {
                    Some(padding) => {
                        causes[i] = padding.undefined.get(i);
                        (padding.bits.get(i), None)
                    }
                    None => (0, Some(Reason::Masked)),
                },
                Target::Nowhere => (0, Some(Reason::OutOfBounds)),
            };
            bits.push(value);
            if let Some(reason) = reason {
                causes[i] = self.cause(inst.op, reason);
            }
        }
        Tile::with_causes(bits, causes)
    }

    fn store(&mut self, run: &BlockRun, running: &mut Running<'_>, targets: &[Target]) {
        let value = Self::operand(run, running.inst, running.access.value).unwrap_or_else(|| Tile::splat(0));
        for (i, &target) in targets.iter().enumerate() {
            let Target::At(at) = target else { continue };
            // Two elements of four bits share a byte.
            let bits = value.bits.get(i);
            if running.access.bits != 4 && self.heap.written_by(at, running.event) && self.heap.peek(at).0 != bits {
                let place = self.heap.place(at);
                self.find(run, running.inst.op, Problem::OverlappingStore { place });
            }
            let defined = self.check_stored(run, running, at, value.undefined.get(i));
            self.write(run, running, at, bits, defined, false);
        }
    }

    /// Whether the stored element counts as defined. Memory of the block's own may hold undefined elements; elsewhere
    /// it is found, once.
    fn check_stored(&mut self, run: &BlockRun, running: &Running<'_>, at: Location, cause: u32) -> bool {
        let Some(&cause) = self.causes.get((cause as usize).wrapping_sub(1)) else {
            return true;
        };
        if self.heap.is_scratch(at) {
            return false;
        }
        let place = self.heap.place(at);
        self.find(run, running.inst.op, Problem::UndefinedStored { place, cause });
        true
    }

    fn write(
        &mut self,
        run: &BlockRun,
        running: &mut Running<'_>,
        at: Location,
        bits: u64,
        defined: bool,
        reads: bool,
    ) {
        let race = self.heap.note_write(at, running.event, &mut self.order);
        self.note(run, running, at, race);
        let node = self.order.get(running.event).map_or(0, |e| e.node);
        self.heap
            .note_release(at, node, running.ordering, reads, &mut self.order);
        self.changes += u64::from(!reads || self.heap.peek(at).0 != bits);
        self.heap.poke(at, bits, defined);
    }

    /// An atomic update of each element, one after the other; without `update`, a compare and swap.
    fn update(
        &mut self,
        run: &BlockRun,
        running: &mut Running<'_>,
        targets: &[Target],
        update: Option<Update>,
    ) -> Tile {
        let value = Self::operand(run, running.inst, running.access.value).unwrap_or_else(|| Tile::splat(0));
        let compare = Self::operand(run, running.inst, running.access.compare);
        let mut olds = Vec::with_capacity(targets.len());
        let mut causes = Vec::with_capacity(targets.len());
        for (i, &target) in targets.iter().enumerate() {
            let Target::At(at) = target else {
                let reason = if target == Target::Nowhere {
                    Reason::OutOfBounds
                } else {
                    Reason::Masked
                };
                // A swap that is masked gives what it compares with.
                if let (Target::Masked, Some(compare)) = (target, &compare) {
                    olds.push(compare.bits.get(i));
                    causes.push(compare.undefined.get(i));
                    continue;
                }
                olds.push(0);
                causes.push(self.cause(running.inst.op, reason));
                continue;
            };
            self.acquire(run, running, at);
            let (old, defined) = self.heap.peek(at);
            olds.push(old);
            causes.push(if defined {
                0
            } else {
                self.cause(running.inst.op, Reason::NeverWritten)
            });
            let new = match (update, &compare) {
                (Some(update), _) => combine(update, running.access.bits, old, value.bits.get(i)),
                (None, Some(compare)) if compare.bits.get(i) == old => value.bits.get(i),
                _ => old,
            };
            let used = match update {
                Some(Update::Exchange) | None => value.undefined.get(i),
                Some(_) if defined => value.undefined.get(i),
                Some(_) => self.cause(running.inst.op, Reason::NeverWritten),
            };
            let defined = self.check_stored(run, running, at, used);
            self.write(run, running, at, new, defined, true);
        }
        Tile::with_causes(olds, causes)
    }
}

/// The new value of an element.
fn combine(update: Update, bits: u32, old: u64, arg: u64) -> u64 {
    let pick = |signed: bool, greater: bool| {
        let less = if signed {
            sign_extend(old, bits) < sign_extend(arg, bits)
        } else {
            old < arg
        };
        if less == greater { arg } else { old }
    };
    match update {
        Update::And => old & arg,
        Update::Or => old | arg,
        Update::Xor => old ^ arg,
        Update::Add => old.wrapping_add(arg) & mask(bits),
        Update::AddFloat(format) => number::arithmetic(Arithmetic::Add, format, Rounding::Nearest, old, arg),
        Update::Max { signed } => pick(signed, true),
        Update::Min { signed } => pick(signed, false),
        Update::Exchange => arg,
    }
}
