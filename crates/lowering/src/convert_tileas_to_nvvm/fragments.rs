//! Fragments of operands, read from shared memory by `ldmatrix`, and products of them by `mma.sync`.

use super::access::thread_coordinate;
use super::scalar::{Int, Scalars};
use super::swizzled::{CHUNK, CHUNK_ELEMENTS, TileAddress, form_of, set_int, tile_beyond};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::words::major;
use tilewright_ir::{AttrData, Op, Value};
use tilewright_layout::{LANE_BITS, Layout, ceil_div, log2};
use tilewright_sorted::SortedMap;
use tilewright_units::WARPS;
use tilewright_units::product::{depth, matrix, mma_k_bytes};

/// Bytes of a word of a fragment.
pub(super) const WORD_BYTES: i64 = 4;

/// Elements of K of one instruction, as large as those of matrices that `ldmatrix` reads.
fn mma_k() -> i64 {
    WARPS.unit.figures().k(CHUNK / CHUNK_ELEMENTS)
}

/// The addresses at which fragments of an operand are read.
pub(super) struct FragmentOperand {
    place: TileAddress,
    /// Whether rows run along K.
    k_major: bool,
    /// Whether bytes are turned as they are read.
    turns_bytes: bool,
}

impl FragmentOperand {
    /// The registers of the fragment (or fragments) that start at a row of M (or column of N) and at a step of K.
    pub(super) fn read(&mut self, cx: &mut Cx<'_>, mn: i64, step: i64, count: usize) -> Vec<Value> {
        if self.turns_bytes {
            let (address, offset) = self.place.at(cx, step * CHUNK * 2, mn / CHUNK);
            return turned_bytes(cx, address, offset);
        }
        let (row, chunk) = match self.k_major {
            true => (mn, step * mma_k() / CHUNK_ELEMENTS),
            false => (step * mma_k(), mn / CHUNK_ELEMENTS),
        };
        let (address, offset) = self.place.at(cx, row, chunk);
        ldmatrix(cx, address, offset, count, !self.k_major)
    }
}

/// Reads so many matrices.
pub(super) fn ldmatrix(cx: &mut Cx<'_>, address: Value, offset: i64, count: usize, transposed: bool) -> Vec<Value> {
    let word = cx.int_type(Int::I32);
    let op = cx.build().op(nvvm::LDMATRIX, &[&[address]], &vec![word; count]);
    set_int(cx, op, "offset", offset);
    if transposed {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(op, "transposed", flag);
    }
    cx.new.results(op).to_vec()
}

/// Reads two matrices of bytes, turned: the left 8 and the right 8 columns of the upper one, then those of the lower one.
pub(super) fn turned_bytes(cx: &mut Cx<'_>, address: Value, offset: i64) -> Vec<Value> {
    let words = ldmatrix(cx, address, offset, 4, true);
    if let Some(op) = words.first().and_then(|&word| cx.new.defining_op(word)) {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(op, "bytes", flag);
    }
    words
}

/// Bits of the lane's number, times a number.
pub(super) fn lane_bits(cx: &mut Cx<'_>, from: i64, count: u32, times: i64) -> Value {
    let tid = cx.tid();
    let bits = cx.binary_const(arith::SHRI, tid, Int::I32, from);
    let bits = cx.binary_const(arith::ANDI, bits, Int::I32, (1 << count) - 1);
    cx.binary_const(arith::MULI, bits, Int::I32, times)
}

/// An operand in a place of a buffer.
pub(super) struct Source {
    pub(super) buffer: Value,
    pub(super) slot: Value,
    pub(super) k_major: bool,
    /// Whether bytes are turned as they are read.
    pub(super) turns_bytes: bool,
    /// Its extent along K.
    pub(super) k: i64,
}

/// Where in an operand the lanes' rows of the matrices that `ldmatrix` reads are: eight lanes say
/// the rows of one matrix. `steps` are how far along M (or N) and along K the second matrix is from the first, and the
/// third; along K, chunks of rows count as 8, however many elements they have.
pub(super) fn operand(
    cx: &mut Cx<'_>,
    op: Op,
    source: &Source,
    warp: Option<Value>,
    steps: [[i64; 2]; 2],
) -> Result<FragmentOperand, Failure> {
    let &Source {
        buffer,
        slot,
        k_major,
        turns_bytes,
        k,
    } = source;
    let old = cx.old;
    let elements = old.buffer_type(old.ty(buffer)).map(|b| b.tile.iter().product::<i64>());
    let Some(elements) = elements else {
        return Err(cx.error(op, "internal", "an operand that is in no buffer"));
    };
    // The left operand is M by K, the right one K by N; what is not contiguous are rows. Permuted tiles lie as they
    // were loaded.
    let mn = elements / k;
    let form = form_of(cx, op, buffer, if k_major { mn } else { k })?;
    let (tile, beyond) = tile_beyond(cx, buffer, slot)?;
    if turns_bytes {
        // All lanes say rows: the upper matrix has those of the first half.
        let row = lane_bits(cx, 0, LANE_BITS as u32, 1);
        let chunk = warp.map(|first| cx.binary_const(arith::SHRI, first, Int::I32, log2(CHUNK as u64) as i64));
        let place = TileAddress::new(cx, form, tile, Some(row), chunk).beyond(beyond);
        return Ok(FragmentOperand {
            place,
            k_major,
            turns_bytes,
        });
    }
    let (mut along_mn, mut along_k) = (warp, None);
    for (place, step) in [(3, steps[0]), (4, steps[1])] {
        for (sum, step) in [(&mut along_mn, step[0]), (&mut along_k, step[1])] {
            if step > 0 {
                let moved = lane_bits(cx, place, 1, step);
                *sum = Some(match *sum {
                    Some(sum) => cx.binary(arith::ADDI, sum, moved),
                    None => moved,
                });
            }
        }
    }
    let (along_row, along_chunk) = if k_major {
        (along_mn, along_k)
    } else {
        (along_k, along_mn)
    };
    let in_block = lane_bits(cx, 0, 3, 1);
    let row = match along_row {
        Some(row) => cx.binary(arith::ADDI, row, in_block),
        None => in_block,
    };
    let chunk = along_chunk.map(|c| cx.binary_const(arith::SHRI, c, Int::I32, log2(CHUNK_ELEMENTS as u64) as i64));
    let place = TileAddress::new(cx, form, tile, Some(row), chunk).beyond(beyond);
    Ok(FragmentOperand {
        place,
        k_major,
        turns_bytes,
    })
}

/// The extent of K of a product of buffers.
fn k_extent(cx: &Cx<'_>, op: Op) -> Result<i64, Failure> {
    let old = cx.old;
    let accumulators = matrix(old.shape(old.ty(old.required_operand(op, operand::ACC))));
    let lhs = old.buffer_type(old.ty(old.required_operand(op, operand::LHS)));
    let (Some([m, _]), Some(lhs)) = (accumulators, lhs) else {
        return Err(cx.error(op, "internal", "a product of what are no matrices in buffers"));
    };
    Ok(lhs.tile.iter().product::<i64>() / m)
}

/// Register bits of a fragment of accumulators: two columns by two rows.
const FRAGMENT_BITS: usize = 2;

/// Fragments come from shared memory by `ldmatrix`, as wide as it can.
pub(super) fn dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let acc = old.required_operand(op, operand::ACC);
    let Some(shape) = matrix(old.shape(old.ty(acc))) else {
        return Err(cx.error(op, "internal", "a product that is no matrix"));
    };
    let layout = cx.layout_of(acc);
    let own = (WARPS.accumulators)([1, shape[0], shape[1]], cx.state.warp_bits, shape[1]);
    if layout.lane != own.lane || layout.reg.get(..FRAGMENT_BITS) != own.reg.get(..FRAGMENT_BITS) {
        return Err(cx.error(
            op,
            "internal",
            "accumulators that are not where their fragments have them",
        ));
    }
    let mut values = cx.values(acc)?.to_vec();
    let of_warp = Layout {
        lane: vec![0; LANE_BITS],
        ..layout.clone()
    };
    let [m_start, n_start] = [0, 1].map(|dim| thread_coordinate(cx, &of_warp, &shape, dim));
    let pair = (WARPS.column_pair)(&layout, shape);
    let source = |buffer: OperandName, slot: OperandName, major: &str, k: i64| {
        let (buffer, slot) = old.operand_named(op, buffer).zip(old.operand_named(op, slot))?;
        Some(Source {
            buffer,
            slot,
            k_major: old.keyword(op, major) == major::K,
            turns_bytes: false,
            k,
        })
    };
    let k = k_extent(cx, op)?;
    let sources = source(operand::LHS, operand::LHS_SLOT, "lhs_major", k).zip(source(
        operand::RHS,
        operand::RHS_SLOT,
        "rhs_major",
        k,
    ));
    let Some((left, right)) = sources else {
        return Err(cx.error(op, "internal", "a product without operands"));
    };
    let mut left = operand(cx, op, &left, m_start, [[8, 0], [0, 8]])?;
    let mut right = operand(cx, op, &right, n_start, [[0, 8], [pair, 0]])?;

    let acc_type = cx.scalar_type(old.ty(acc));
    let lhs = old.buffer_type(old.ty(old.required_operand(op, operand::LHS)));
    let is_bf16 = lhs
        .and_then(|lhs| old.scalar(lhs.element))
        .is_some_and(|s| s.name == "bf16");
    let ty = cx.keyword(if is_bf16 { "bf16" } else { "f16" });
    // Registers 4 i to 4 i + 3 are one fragment: two columns by two rows.
    let place = |register: usize| {
        let index = i64::from(layout.register_index(register));
        (index / shape[1], index % shape[1])
    };
    for step in 0..ceil_div(depth(old, op, k), mma_k()) {
        let mut a_fragments: SortedMap<i64, Vec<Value>> = SortedMap::new();
        let mut b_fragments: SortedMap<i64, Vec<Value>> = SortedMap::new();
        for first in (0..values.len()).step_by(4) {
            let (row, column) = place(first);
            let a = a_fragments
                .entry(row)
                .or_insert_with(|| left.read(cx, row, step, 4))
                .clone();
            if !b_fragments.contains_key(&column) {
                let start = column & !pair;
                let read = right.read(cx, start, step, if pair > 0 { 4 } else { 2 });
                for (number, fragment) in read.chunks(2).enumerate() {
                    b_fragments.insert(start + number as i64 * pair, fragment.to_vec());
                }
            }
            let Some(b) = b_fragments.get(&column) else {
                return Err(cx.error(op, "internal", "a fragment that was not read"));
            };
            let fragments = [&a, b, &values[first..first + 4]];
            let product = WARPS.multiply(&mut cx.build(), fragments, acc_type, [ty; 2]);
            values[first..first + 4].copy_from_slice(cx.new.results(product));
        }
    }
    cx.replace(old.result(op, 0), values);
    Ok(())
}

/// Fragments by `ldmatrix`, four matrices at a time where a thread has so many.
pub(super) fn load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let result = old.result(op, 0);
    let &[rows, columns] = old.shape(old.ty(result)) else {
        return Err(cx.error(op, "internal", "an operand that is no matrix"));
    };
    let layout = cx.layout_of(result);
    let is_left = old.keyword(op, "side") == "lhs";
    let buffer = old.required_operand(op, operand::BUFFER);
    let element = old
        .buffer_type(old.ty(buffer))
        .and_then(|tile| old.scalar(tile.element));
    // Absent: a buffer of what has no size, which its verifier refuses.
    let bytes = element.map_or(1, |scalar| i64::from(scalar.bytes()));
    let k_major = old.keyword(op, "major") == major::K;
    let source = Source {
        buffer,
        slot: old.required_operand(op, operand::SLOT),
        k_major,
        turns_bytes: !k_major && bytes == 1,
        k: if is_left { columns } else { rows } * WORD_BYTES / bytes,
    };
    let of_warp = Layout {
        lane: vec![0; LANE_BITS],
        ..layout.clone()
    };
    let dim = usize::from(!is_left);
    let warp = thread_coordinate(cx, &of_warp, &[rows, columns], dim);
    // The second register bit of a right operand is that of columns, if a thread has several.
    // Absent: a thread with one column.
    let pair = layout.reg.get(1).map_or(0, |basis| i64::from(*basis) % columns);
    let (steps, count) = match is_left {
        true => ([[8, 0], [0, 8]], 4),
        false => ([[0, 8], [pair, 0]], if pair > 0 { 4 } else { 2 }),
    };
    let mut operand = operand(cx, op, &source, warp, steps)?;
    let mut words = Vec::new();
    for first in (0..layout.registers()).step_by(count) {
        let index = i64::from(layout.register_index(first));
        let (row, column) = (index / columns, index % columns);
        let (mn, word) = if is_left { (row, column) } else { (column, row) };
        let mut read = operand.read(cx, mn, word * WORD_BYTES / mma_k_bytes(), count);
        if source.turns_bytes && !is_left {
            // Both columns of the upper matrix come first.
            read.swap(1, 2);
        }
        words.extend(read);
    }
    cx.replace(result, words);
    Ok(())
}
