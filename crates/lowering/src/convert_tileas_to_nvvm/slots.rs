//! Tiles that threads read from a slot of a buffer, or write to one, where TMA and units have them swizzled (`buffers.rs`).
//!
//! ```text
//! slot_read:    ld.shared, as wide as a thread's neighbours go, or ldmatrix of halves in the order of accumulators; bar.warp.sync, so
//!               that one lane may release the slot for all
//! slot_write:   st.shared likewise, or stmatrix of halves in the order of accumulators; fence.proxy.async, so that units see it, where
//!               it is not read by threads; bar.warp.sync
//! ```

use super::access::{is_writer, may_wait, thread_coordinate};
use super::choices::{Told, tell};
use super::exchange::{shared_loads, shared_store};
use super::places::{read_matrices, write_matrices};
use super::scalar::{Int, Scalars};
use super::swizzled::{CHUNK, TileAddress, TileLayout, form_of, tile_of};
use super::{Cx, ThreadLowering, copied};
use tilewright_ir::convert::Failure;
use tilewright_ir::op_def::effects::{READS, WRITES};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nv_tileas, nvvm, scf};
use tilewright_ir::{Op, Value, WARP_THREADS};
use tilewright_layout::select::{Candidate, Cost, Way};
use tilewright_layout::slot::SlotTile;
use tilewright_layout::{Layout, dim_bits, log2};
use tilewright_machine::MemorySpace;

/// A thread's part of a tile in a slot.
struct Part {
    place: TileAddress,
    layout: Layout,
    tile: SlotTile,
}

impl Part {
    fn of(cx: &mut Cx<'_>, op: Op, tile: Value) -> Result<Self, Failure> {
        let old = cx.old;
        let [buffer, slot] = old.required_operands(op, [operand::BUFFER, operand::SLOT]);
        let shape = old.shape(old.ty(tile)).to_vec();
        let contiguous = old.required_int(op, "contiguous") as usize;
        let others = || (0..shape.len()).filter(|&dim| dim != contiguous);
        let row_dim = others().find(|&dim| shape[dim] > 1).or(others().next());
        let Some(row_dim) = row_dim else {
            return Err(cx.error(op, "internal", "a tile without rows in a slot"));
        };
        let layout = cx.layout_of(tile);
        let bytes = i64::from(old.element_bytes(old.ty(tile)));
        let rows = shape[row_dim];
        // Rows of one chunk are in order, whatever the swizzle would be.
        let form = match shape[contiguous] * bytes {
            CHUNK => TileLayout { span: CHUNK, rows },
            _ => form_of(cx, op, buffer, rows)?,
        };
        let mut base = tile_of(cx, buffer, slot)?;
        let row = thread_coordinate(cx, &layout, &shape, row_dim);
        let mut chunk = None;
        if let Some(along) = thread_coordinate(cx, &layout, &shape, contiguous) {
            let byte = cx.binary_const(arith::MULI, along, Int::I32, bytes);
            let number = cx.binary_const(arith::SHRI, byte, Int::I32, log2(CHUNK as u64) as i64);
            chunk = Some(number);
            let (low, _) = dim_bits(&shape, contiguous);
            let within = (CHUNK / bytes - 1) as u32;
            let starts_within = |basis: &u32| basis >> low & within != 0;
            if layout.lane.iter().chain(&layout.warp).any(starts_within) {
                let inner = cx.binary_const(arith::ANDI, byte, Int::I32, CHUNK - 1);
                base = cx.binary(arith::ADDI, base, inner);
            }
        }
        let place = TileAddress::new(cx, form, base, row, chunk);
        Ok(Self {
            place,
            layout,
            tile: SlotTile {
                shape,
                dims: [contiguous, row_dim],
                form,
                bytes,
            },
        })
    }

    /// The registers that are neighbours in the slot, group after group: as many as one access moves.
    fn groups(&self) -> Vec<Vec<usize>> {
        let (low, _) = dim_bits(&self.tile.shape, self.tile.dims[0]);
        let bits = self.tile.vector_bits(&self.layout);
        let mask = ((1u32 << bits) - 1) << low;
        let firsts = (0..self.layout.registers()).filter(|&register| self.layout.register_index(register) & mask == 0);
        let of_first = |first: usize| {
            let index = self.layout.register_index(first);
            let others = (0..1u32 << bits).map(move |number| index | number << low);
            // Absent: never; the bases of the group's bits are those of registers.
            others.filter_map(|index| self.layout.register_of(index)).collect()
        };
        firsts.map(of_first).collect()
    }

    /// The registers of four matrices each, two below each other and the two beside them, where a warp has halves in the order of
    /// accumulators, and the tile lies along their rows; none: it has others.
    fn matrices(&self) -> Option<Vec<Vec<usize>>> {
        let [along, row] = self.tile.dims.map(|dim| dim_bits(&self.tile.shape, dim).0);
        let [column, row] = [along, row].map(|low| move |bit: usize| 1u32 << (low + bit));
        let lanes = [column(1), column(2), row(0), row(1), row(2)];
        let own = [column(0), row(3), column(3)];
        let fits = self.tile.bytes == 2
            && self.layout.lane == lanes
            && own.iter().all(|basis| self.layout.reg.contains(basis));
        let mask = own.iter().fold(0, |mask, basis| mask | basis);
        let all = fits.then(|| 0..self.layout.registers())?;
        let firsts = all.map(|register| self.layout.register_index(register));
        let of_first = |first: u32| {
            let starts = [0, own[1], own[2], own[1] | own[2]];
            let pairs = starts.into_iter().flat_map(|apart| [apart, apart | own[0]]);
            pairs.map(|apart| self.layout.register_of(first | apart)).collect()
        };
        firsts.filter(|first| first & mask == 0).map(of_first).collect()
    }

    /// The address, and bytes after it, of the element of a register.
    fn at(&mut self, cx: &mut Cx<'_>, register: usize) -> (Value, i64) {
        let [byte, row] = self.tile.coordinates(self.layout.register_index(register));
        let (address, offset) = self.place.at(cx, row, byte / CHUNK);
        (address, offset + byte % CHUNK)
    }
}

pub(super) fn read(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if cx.state.unread.contains(&op) {
        return Ok(());
    }
    let result = cx.old.result(op, 0);
    let ty = cx.scalar_type(cx.old.ty(result));
    let mut part = Part::of(cx, op, result)?;
    let mut values = vec![None; part.layout.registers()];
    let matrices = part.matrices();
    if matrices.is_some() {
        part = by_rows(cx, op, part)?;
    }
    let groups = matrices.clone().unwrap_or_else(|| part.groups());
    if matrices.is_none() {
        tell_conflicts(cx, op, result, &part, false);
    }
    let waits = waits(cx, op);
    for group in groups {
        let place = part.at(cx, group[0]);
        let loaded = match matrices.is_some() {
            true => read_matrices(cx, place, group.len() / 2, ty),
            false => shared_loads(cx, place.0, place.1, ty, group.len()),
        };
        if waits && matrices.is_none() {
            may_wait(cx, &loaded);
        }
        for (register, value) in group.into_iter().zip(loaded) {
            values[register] = Some(value);
        }
    }
    // Without agents, it is a barrier of all threads that says when the slot is free.
    if cx.state.consumers.is_some() {
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
    }
    match values.into_iter().collect::<Option<Vec<Value>>>() {
        Some(values) => cx.replace(result, values),
        None => return Err(cx.error(op, "internal", "an element of a slot that no one reads")),
    }
    Ok(())
}

/// Whether a slot may be read later in its iteration: without agents it is free at the barrier with which the next one begins, unless
/// something else is done before.
fn waits(cx: &Cx<'_>, op: Op) -> bool {
    let old = cx.old;
    let is_in_loop = old.parent_op(op).is_some_and(|around| old.kind(around) == scf::FOR);
    let changes_nothing = |op: Op| {
        let def = old.def(op);
        def.has(PURE) || def.does(READS) && !def.does(WRITES) || old.next_op(op).is_none()
    };
    let mut after = std::iter::successors(old.next_op(op), |&op| old.next_op(op));
    is_in_loop && cx.state.consumers.is_none() && after.all(changes_nothing)
}

/// Notes that lanes which read a slot, or write it, meet in the same banks, if they do: the swizzle is that of who multiplies.
fn tell_conflicts(cx: &mut Cx<'_>, op: Op, tile: Value, part: &Part, writes: bool) {
    let (found, accesses) = part.tile.wavefronts(&part.layout, writes);
    if found.conflicts() == 0 {
        return;
    }
    let SlotTile {
        ref shape,
        dims,
        form: TileLayout { span, rows },
        bytes,
    } = part.tile;
    let candidate = Candidate {
        atom: if writes { "st.shared" } else { "ld.shared" },
        way: Way::Boxes {
            row_bytes: shape[dims[0]] * bytes,
            span,
            rows,
            swizzled: true,
        },
        verdict: Ok(Cost {
            shared: found.transactions(),
            conflicts: found.conflicts(),
            instructions: accesses,
            ..Cost::default()
        }),
    };
    let mut spaces = [MemorySpace::Shared, MemorySpace::Registers];
    if writes {
        spaces.reverse();
    }
    let tile = Told::of(cx, cx.old.ty(tile), bytes);
    tell(cx, op, tile, spaces, vec![candidate], Some(0));
}

pub(super) fn write(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let tile = cx.old.required_operand(op, operand::TILE);
    if let Some(load) = cx.old.defining_op(tile)
        && copied::is_copied(cx, load)?
    {
        return copy(cx, op, load);
    }
    let values = cx.values(tile)?.to_vec();
    let mut part = Part::of(cx, op, tile)?;
    match part.matrices().filter(|_| cx.state.has_stmatrix()) {
        Some(matrices) => {
            let mut part = by_rows(cx, op, part)?;
            for matrix in matrices {
                let place = part.at(cx, matrix[0]);
                let written: Vec<Value> = matrix.iter().map(|&register| values[register]).collect();
                write_matrices(cx, place, &written);
            }
        }
        None => {
            tell_conflicts(cx, op, tile, &part, true);
            let writer = is_writer(cx, &part.layout);
            for group in part.groups() {
                let (address, offset) = part.at(cx, group[0]);
                let written: Vec<Value> = group.iter().map(|&register| values[register]).collect();
                shared_store(cx, address, offset, &written, writer);
            }
        }
    }
    // Where no unit reads it beside them, threads wait for each other anyhow.
    if cx.state.asynchronous.is_ok() {
        let readers = cx.old.uses(cx.old.required_operand(op, operand::BUFFER));
        if !readers.iter().any(|site| cx.old.kind(site.op) == nv_tileas::SLOT_READ) {
            cx.build().op(nvvm::FENCE_PROXY_ASYNC, &[], &[]);
        }
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
    }
    Ok(())
}

/// Copies what an op loads, as it is, to a slot, whose commit waits for it.
fn copy(cx: &mut Cx<'_>, op: Op, load: Op) -> Result<(), Failure> {
    let tile = cx.old.result(load, 0);
    let mut part = Part::of(cx, op, tile)?;
    let writer = is_writer(cx, &part.layout);
    for piece in copied::pieces(cx, load)? {
        let to = part.at(cx, piece.registers.start);
        copied::start(cx, &piece, to, (part.tile.bytes, writer));
    }
    Ok(())
}

/// A thread's part where matrices are moved: each lane says where a row of one of four is.
fn by_rows(cx: &mut Cx<'_>, op: Op, part: Part) -> Result<Part, Failure> {
    let SlotTile {
        ref shape,
        dims: [contiguous, row_dim],
        ..
    } = part.tile;
    let of_warp = Layout {
        lane: vec![0; part.layout.lane.len()],
        ..part.layout.clone()
    };
    let tid = cx.tid();
    let lane = cx.binary_const(arith::ANDI, tid, Int::I32, WARP_THREADS - 1);
    let mut row = cx.binary_const(arith::ANDI, lane, Int::I32, 2 * MATRIX - 1);
    let mut chunk = cx.binary_const(arith::SHRI, lane, Int::I32, log2(2 * MATRIX as u64) as i64);
    if let Some(own) = thread_coordinate(cx, &of_warp, shape, row_dim) {
        row = cx.binary(arith::ADDI, row, own);
    }
    if let Some(own) = thread_coordinate(cx, &of_warp, shape, contiguous) {
        let own = cx.binary_const(arith::SHRI, own, Int::I32, log2(MATRIX as u64) as i64);
        chunk = cx.binary(arith::ADDI, chunk, own);
    }
    let [buffer, slot] = cx.old.required_operands(op, [operand::BUFFER, operand::SLOT]);
    let (form, base) = (form_of(cx, op, buffer, shape[row_dim])?, tile_of(cx, buffer, slot)?);
    let place = TileAddress::new(cx, form, base, Some(row), Some(chunk));
    Ok(Part { place, ..part })
}

/// Rows of a matrix, and columns.
const MATRIX: i64 = 8;
