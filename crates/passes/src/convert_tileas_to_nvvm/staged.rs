//! Tiles that threads copy to shared memory ahead of time, and products of them by `mma.sync`.
//!
//! A tile lies in its buffer as the copy engine would write it: box after box along its contiguous dimension, each box
//! row after row, and within a row the chunks of 16 bytes in the order of the swizzle: chunk `c` of row `r` is at place
//! `c` xor `f(r)`, so that the eight rows of any 8 by 8 block are in different banks.

use super::access::{inside_of, is_writer, load_piece, pieces, thread_coordinate};
use super::exchange::shared_store;
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use crate::affine::{Number, ViewFacts};
use crate::assign_buffers::pitch;
use crate::dot::matrix;
use crate::layout::{LANE_BITS, Layout, dim_bits, log2};
use crate::pipelining::threads::thread_boxes;
use std::collections::BTreeMap;
use tilewright_ir::convert::Failure;
use tilewright_ir::{AttrData, Op, Value};

/// Bytes of a chunk: what one copy moves, and a row of what `ldmatrix` reads.
const CHUNK: i64 = 16;
/// Elements of a chunk.
const CHUNK_ELEMENTS: i64 = 8;
/// Words of a chunk.
const CHUNK_WORDS: usize = 4;
/// Elements of K of one `mma.sync` of 16-bit factors.
const STEP: i64 = 16;

/// How the tiles of a buffer lie.
#[derive(Clone, Copy)]
struct Form {
    /// Bytes of a row of a box.
    span: i64,
    /// Rows of a box.
    rows: i64,
}

impl Form {
    /// Chunks of a row of a box.
    fn chunks(self) -> i64 {
        self.span / CHUNK
    }

    /// Bytes from one box to the next.
    fn box_bytes(self) -> i64 {
        self.rows * self.span
    }

    /// From which bit of a row's number on the swizzle takes bits: rows that share a line of 128 bytes need no other order.
    fn shift(self) -> i64 {
        log2((128 / self.span) as u64) as i64
    }

    /// What the swizzle adds to the chunks of a row.
    fn swizzle(self, row: i64) -> i64 {
        row >> self.shift() & (self.chunks() - 1)
    }
}

/// A thread's place in a tile: addresses of rows and chunks relative to its own.
struct Place {
    form: Form,
    /// The address of the thread's row in its box.
    start: Value,
    /// Sixteen times the place of the thread's chunk in the row.
    chunk: Value,
    /// Addresses by what the chunk's place differs in.
    addresses: BTreeMap<i64, Value>,
}

impl Place {
    /// The place of the row and chunk that a thread has by itself; none is 0.
    fn new(cx: &mut Cx<'_>, form: Form, tile: Value, row: Option<Value>, chunk: Option<Value>) -> Self {
        let mut start = tile;
        let mut place = None;
        if let Some(row) = row {
            let moved = cx.binary_const("arith.muli", row, Int::I32, form.span);
            start = cx.binary("arith.addi", start, moved);
            let bits = cx.binary_const("arith.shri", row, Int::I32, form.shift());
            place = Some(cx.binary_const("arith.andi", bits, Int::I32, form.chunks() - 1));
        }
        if let Some(chunk) = chunk {
            let number = cx.binary_const("arith.shri", chunk, Int::I32, log2(form.chunks() as u64) as i64);
            let moved = cx.binary_const("arith.muli", number, Int::I32, form.box_bytes());
            start = cx.binary("arith.addi", start, moved);
            let inner = cx.binary_const("arith.andi", chunk, Int::I32, form.chunks() - 1);
            place = Some(match place {
                Some(place) => cx.binary("arith.xori", place, inner),
                None => inner,
            });
        }
        let place = match place {
            Some(place) => place,
            None => cx.int(Int::I32, 0),
        };
        let chunk = cx.binary_const("arith.muli", place, Int::I32, CHUNK);
        Self {
            form,
            start,
            chunk,
            addresses: BTreeMap::new(),
        }
    }

    /// The address, and bytes after it, of a row and a chunk further on. Their bits are none that the thread's own have.
    fn at(&mut self, cx: &mut Cx<'_>, row: i64, chunk: i64) -> (Value, i64) {
        let form = self.form;
        let differs = (chunk & (form.chunks() - 1)) ^ form.swizzle(row);
        let offset = row * form.span + chunk / form.chunks() * form.box_bytes();
        let address = match self.addresses.get(&differs) {
            Some(&address) => address,
            None => {
                let chunk = cx.binary_const("arith.xori", self.chunk, Int::I32, differs * CHUNK);
                let address = cx.binary("arith.addi", self.start, chunk);
                self.addresses.insert(differs, address);
                address
            }
        };
        (address, offset)
    }
}

/// The address of the tile in a place of a buffer.
fn tile_of(cx: &mut Cx<'_>, buffer: Value, slot: Value) -> Result<Value, Failure> {
    let bytes = cx
        .old
        .buffer_type(cx.old.ty(buffer))
        .map_or(0, |b| pitch(b.tile_bytes()));
    let (base, slot) = (cx.value(buffer)?, cx.value(slot)?);
    let moved = cx.binary_const("arith.muli", slot, Int::I32, bytes);
    Ok(cx.binary("arith.addi", base, moved))
}

fn set_int(cx: &mut Cx<'_>, op: Op, name: &str, value: i64) {
    let value = cx.new.intern_attr(AttrData::Int(value));
    cx.new.set_attr(op, name, value);
}

/// What a thread copies of a tile.
struct Copies {
    /// The dimensions of rows and of chunks, by tile dimension.
    dims: [usize; 2],
    /// Rows and chunks of the tile.
    extents: [i64; 2],
    threads: i64,
}

impl Copies {
    /// Copies of a thread.
    fn rounds(&self) -> i64 {
        (self.extents[0] * self.extents[1] / self.threads).max(1)
    }

    /// The row and chunk of a thread, as far as its number says.
    fn thread(&self, cx: &mut Cx<'_>) -> [Value; 2] {
        let tid = cx.tid();
        let chunks = self.extents[1].min(self.threads);
        let row = cx.binary_const("arith.shri", tid, Int::I32, log2(chunks as u64) as i64);
        let chunk = cx.binary_const("arith.andi", tid, Int::I32, chunks - 1);
        [row, chunk]
    }

    /// What a round adds to them.
    fn round(&self, round: i64) -> [i64; 2] {
        let chunks = self.extents[1];
        let flat = round * self.threads;
        [flat / chunks, flat % chunks]
    }

    /// Whether a thread has anything to copy; none: all have.
    fn works(&self, cx: &mut Cx<'_>) -> Option<Value> {
        let all = self.extents[0] * self.extents[1];
        if all >= self.threads {
            return None;
        }
        let (tid, all) = (cx.tid(), cx.int(Int::I32, all));
        Some(cx.compare("less_than", tid, all))
    }
}

/// Each thread copies its chunks; what is outside of the tensor becomes zero.
pub(super) fn tiled_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let operand = |name: &str| old.operand_named(op, name);
    let facts = operand("view").and_then(|view| ViewFacts::of(old, view));
    let boxes = facts.as_ref().and_then(|facts| thread_boxes(old, op, facts).ok());
    let (Some(facts), Some(boxes)) = (facts, boxes) else {
        return Err(cx.error(op, "internal", "a copy of a view that threads cannot copy"));
    };
    let (Some(buffer), Some(slot)) = (operand("buffer"), operand("slot")) else {
        return Err(cx.error(op, "internal", "a copy to nowhere"));
    };
    let rank = facts.tile.len();
    let row_dim = if boxes.contiguous + 1 == rank {
        rank - 2
    } else {
        rank - 1
    };
    let copies = Copies {
        dims: [row_dim, boxes.contiguous],
        extents: [facts.tile[row_dim], facts.tile[boxes.contiguous] / CHUNK_ELEMENTS],
        threads: 32 << cx.state.warp_bits,
    };
    let form = Form {
        span: boxes.span,
        rows: copies.extents[0],
    };
    let tile = tile_of(cx, buffer, slot)?;
    let [row, chunk] = copies.thread(cx);
    let mut place = Place::new(cx, form, tile, Some(row), Some(chunk));
    let works = copies.works(cx);

    // Where the thread's first chunk is in the tensor, and whether dimensions beside the matrix are inside.
    let mut source = cx.value(facts.base)?;
    let mut starts = [None; 2];
    let mut beside = None;
    for (dim, &index) in old.operands_named(op, "index").iter().enumerate() {
        let index = cx.value(index)?;
        let index = cx.widen(index);
        let mut start = cx.binary_const("arith.muli", index, Int::I64, facts.steps[dim]);
        if let Some(which) = copies.dims.iter().position(|&d| d == dim) {
            let own = cx.widen([row, chunk][which]);
            let own = cx.binary_const("arith.muli", own, Int::I64, [1, CHUNK_ELEMENTS][which]);
            start = cx.binary("arith.addi", start, own);
            starts[which] = Some(start);
        } else if let Some(below) = inside_of(cx, &facts, dim, start)? {
            beside = cx.both(beside, below);
        }
        let moved = scaled(cx, &facts, dim, start)?;
        source = cx.binary("arith.addi", source, moved);
    }
    let [Some(row), Some(chunk)] = starts else {
        return Err(cx.error(op, "internal", "a copy without a place"));
    };
    for round in 0..copies.rounds() {
        let [rows, chunks] = copies.round(round);
        let (address, offset) = place.at(cx, rows, chunks);
        let (mut from, mut source_offset) = (source, chunks * CHUNK);
        match facts.strides[facts.dim_map[row_dim]] {
            Number::Known(stride) => source_offset += rows * stride * boxes.element_bytes,
            Number::Runtime(_) if rows > 0 => {
                let rows = cx.int(Int::I64, rows);
                let moved = scaled(cx, &facts, row_dim, rows)?;
                from = cx.binary("arith.addi", from, moved);
            }
            Number::Runtime(_) => {}
        }
        let row = cx.binary_const("arith.addi", row, Int::I64, rows);
        let mut inside = beside;
        if let Some(below) = inside_of(cx, &facts, row_dim, row)? {
            inside = cx.both(inside, below);
        }
        let chunk = cx.binary_const("arith.addi", chunk, Int::I64, chunks * CHUNK_ELEMENTS);
        let bytes = bytes_inside(cx, &facts, boxes.contiguous, chunk, inside)?;
        let copy = cx.build().op(
            "nvvm.cp.async.shared.global",
            &[&[address], &[from], bytes.as_slice(), works.as_slice()],
            &[],
        );
        set_int(cx, copy, "offset", offset);
        set_int(cx, copy, "source_offset", source_offset);
    }
    Ok(())
}

/// A number of elements along a dimension in bytes.
fn scaled(cx: &mut Cx<'_>, facts: &ViewFacts, dim: usize, elements: Value) -> Result<Value, Failure> {
    super::access::scaled(
        cx,
        elements,
        facts.strides[facts.dim_map[dim]],
        facts.element_bytes() as i64,
    )
}

/// How many bytes of the chunk that starts at an element are inside; none: always all.
fn bytes_inside(
    cx: &mut Cx<'_>,
    facts: &ViewFacts,
    dim: usize,
    start: Value,
    others: Option<Value>,
) -> Result<Option<Value>, Failure> {
    let size = facts.sizes[facts.dim_map[dim]];
    let whole = matches!(size, Number::Known(size) if size % CHUNK_ELEMENTS == 0);
    let mut inside = others;
    let mut bytes = cx.int(Int::I32, CHUNK);
    if let Some(below) = inside_of(cx, facts, dim, start)? {
        inside = cx.both(inside, below);
        if !whole {
            let size = super::access::number(cx, size)?;
            let left = cx.binary("arith.subi", size, start);
            let most = cx.int(Int::I64, CHUNK_ELEMENTS);
            let is_part = cx.compare("less_than", left, most);
            let part = cx.narrow(left);
            let part = cx.binary_const("arith.muli", part, Int::I32, facts.element_bytes() as i64);
            bytes = cx.build().select(is_part, part, bytes);
        }
    }
    let Some(inside) = inside else { return Ok(None) };
    let zero = cx.int(Int::I32, 0);
    Ok(Some(cx.build().select(inside, bytes, zero)))
}

/// How fragments of a factor are read.
struct Factor {
    place: Place,
    /// Whether rows run along K.
    k_major: bool,
}

impl Factor {
    /// The registers of the fragment (or fragments) that start at a row of M (or column of N) and at a step of K.
    fn read(&mut self, cx: &mut Cx<'_>, mn: i64, step: i64, count: usize) -> Vec<Value> {
        let (row, chunk) = match self.k_major {
            true => (mn, step * STEP / CHUNK_ELEMENTS),
            false => (step * STEP, mn / CHUNK_ELEMENTS),
        };
        let (address, offset) = self.place.at(cx, row, chunk);
        ldmatrix(cx, address, offset, count, !self.k_major)
    }
}

/// Reads so many matrices.
pub(super) fn ldmatrix(cx: &mut Cx<'_>, address: Value, offset: i64, count: usize, transposed: bool) -> Vec<Value> {
    let word = cx.int_type(Int::I32);
    let op = cx.build().op("nvvm.ldmatrix", &[&[address]], &vec![word; count]);
    set_int(cx, op, "offset", offset);
    if transposed {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(op, "transposed", flag);
    }
    cx.new.results(op).to_vec()
}

/// Bits of the lane's number, times a number.
pub(super) fn lane_bits(cx: &mut Cx<'_>, from: i64, count: u32, times: i64) -> Value {
    let tid = cx.tid();
    let bits = cx.binary_const("arith.shri", tid, Int::I32, from);
    let bits = cx.binary_const("arith.andi", bits, Int::I32, (1 << count) - 1);
    cx.binary_const("arith.muli", bits, Int::I32, times)
}

/// A factor in a place of a buffer.
struct Source {
    buffer: Value,
    slot: Value,
    k_major: bool,
    /// Its extent along K.
    k: i64,
}

/// How the tiles of a buffer lie that are rows by chunks in a number of rows.
fn form_of(cx: &Cx<'_>, op: Op, buffer: Value, rows: i64) -> Result<Form, Failure> {
    let old = cx.old;
    let span = match old.defining_op(buffer).map(|alloc| old.keyword(alloc, "swizzle")) {
        Some("128b") => 128,
        Some("64b") => 64,
        Some("32b") => 32,
        _ => return Err(cx.error(op, "internal", "a factor whose swizzle is not known")),
    };
    Ok(Form { span, rows })
}

/// Where in a factor the lanes' rows of the matrices that `ldmatrix` reads are: eight lanes say
/// the rows of one matrix. `steps` are how far along M (or N) and along K the second matrix is from the first, and the
/// third.
fn factor(
    cx: &mut Cx<'_>,
    op: Op,
    source: &Source,
    warp: Option<Value>,
    steps: [[i64; 2]; 2],
) -> Result<Factor, Failure> {
    let &Source {
        buffer,
        slot,
        k_major,
        k,
    } = source;
    let old = cx.old;
    let extents = old.buffer_type(old.ty(buffer)).and_then(|b| matrix(b.tile));
    let [rows, columns] = extents.unwrap_or([1, 1]);
    // The left factor is M by K, the right one K by N; what is not contiguous are rows. Permuted tiles lie as they were loaded.
    let mn = rows * columns / k;
    let form = form_of(cx, op, buffer, if k_major { mn } else { k })?;
    let tile = tile_of(cx, buffer, slot)?;
    let (mut along_mn, mut along_k) = (warp, None);
    for (place, step) in [(3, steps[0]), (4, steps[1])] {
        for (sum, step) in [(&mut along_mn, step[0]), (&mut along_k, step[1])] {
            if step > 0 {
                let moved = lane_bits(cx, place, 1, step);
                *sum = Some(match *sum {
                    Some(sum) => cx.binary("arith.addi", sum, moved),
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
        Some(row) => cx.binary("arith.addi", row, in_block),
        None => in_block,
    };
    let chunk = along_chunk.map(|c| cx.binary_const("arith.shri", c, Int::I32, log2(CHUNK_ELEMENTS as u64) as i64));
    let place = Place::new(cx, form, tile, Some(row), chunk);
    Ok(Factor { place, k_major })
}

/// The extent of K of a product of buffers.
fn k_extent(cx: &Cx<'_>, op: Op) -> i64 {
    let old = cx.old;
    let [m, _] = matrix(old.shape(old.ty(old.operand(op, 4)))).unwrap_or([1, 1]);
    let lhs = old.buffer_type(old.ty(old.operand(op, 0)));
    lhs.map_or(STEP, |lhs| lhs.tile.iter().product::<i64>() / m)
}

/// Fragments come from shared memory by `ldmatrix`, as wide as it can.
pub(super) fn dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let acc = old.operand(op, 4);
    let shape = matrix(old.shape(old.ty(acc))).unwrap_or([1, 1]);
    let layout = cx.layout_of(acc);
    let mut values = cx.values(acc)?.to_vec();
    let of_warp = Layout {
        lane: vec![0; LANE_BITS],
        ..layout.clone()
    };
    let [m_start, n_start] = [0, 1].map(|dim| thread_coordinate(cx, &of_warp, &shape, dim));
    let pair = layout.column_pair(shape);
    let source = |buffer: &str, slot: &str, major: &str, k: i64| {
        let operand = |name| old.operand_named(op, name);
        let (buffer, slot) = operand(buffer).zip(operand(slot))?;
        Some(Source {
            buffer,
            slot,
            k_major: old.keyword(op, major) == "k",
            k,
        })
    };
    let k = k_extent(cx, op);
    let sources = source("lhs", "lhs_slot", "lhs_major", k).zip(source("rhs", "rhs_slot", "rhs_major", k));
    let Some((left, right)) = sources else {
        return Err(cx.error(op, "internal", "a product without factors"));
    };
    let mut left = factor(cx, op, &left, m_start, [[8, 0], [0, 8]])?;
    let mut right = factor(cx, op, &right, n_start, [[0, 8], [pair, 0]])?;

    let acc_type = cx.scalar_type(old.ty(acc));
    let lhs = old.buffer_type(old.ty(old.operand(op, 0)));
    let is_bf16 = lhs
        .and_then(|lhs| old.scalar(lhs.element))
        .is_some_and(|s| s.name == "bf16");
    let ty = cx.keyword(if is_bf16 { "bf16" } else { "f16" });
    // Registers 4 i to 4 i + 3 are one fragment: two columns by two rows.
    let place = |register: usize| {
        let index = i64::from(layout.register_index(register));
        (index / shape[1], index % shape[1])
    };
    for step in 0..k / STEP {
        let mut a_fragments: BTreeMap<i64, Vec<Value>> = BTreeMap::new();
        let mut b_fragments: BTreeMap<i64, Vec<Value>> = BTreeMap::new();
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
            let Some(b) = b_fragments.get(&column) else { continue };
            let product = cx
                .build()
                .op("nvvm.mma_sync", &[&a, b, &values[first..first + 4]], &[acc_type; 4]);
            for name in ["lhs_type", "rhs_type"] {
                cx.new.set_attr(product, name, ty);
            }
            values[first..first + 4].copy_from_slice(cx.new.results(product));
        }
    }
    cx.replace(old.result(op, 0), values);
    Ok(())
}

// Tiles that go through registers (document 004).

/// Each thread reads words of 16 bytes together where it may, less at edges that cut them.
pub(super) fn staged_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let facts = old.operand_named(op, "view").and_then(|view| ViewFacts::of(old, view));
    let boxes = facts.as_ref().and_then(|facts| thread_boxes(old, op, facts).ok());
    let (Some(facts), Some(boxes)) = (facts, boxes) else {
        return Err(cx.error(op, "internal", "a view that threads cannot read"));
    };
    let vector = CHUNK_ELEMENTS as u32;
    let layout = Layout::along(&facts.tile, boxes.contiguous, vector, cx.state.warp_bits);
    let mut words = Vec::new();
    let mut half = None;
    for piece in pieces(cx, op, &layout)? {
        let count = piece.registers.len();
        let (ty, count) = match count {
            1 => (cx.new.named_type("i16"), 1),
            _ => (cx.int_type(Int::I32), count / 2),
        };
        let defaults = match piece.inside {
            Some(_) => vec![cx.build().constant(0, ty); count],
            None => Vec::new(),
        };
        let loaded = load_piece(cx, &piece, &defaults, &vec![ty; count]);
        let &[element] = &loaded[..] else {
            words.extend(loaded);
            continue;
        };
        if piece.registers.len() > 1 {
            words.push(element);
            continue;
        }
        let word = cx.int_type(Int::I32);
        let element = cx.build().extend("unsigned", element, word);
        match half.take() {
            None => half = Some(element),
            Some(low) => {
                let high = cx.binary_const("arith.shli", element, Int::I32, 16);
                words.push(cx.binary("arith.ori", low, high));
            }
        }
    }
    cx.replace(old.result(op, 0), words);
    Ok(())
}

/// Each thread writes its chunks where the swizzle wants them.
pub(super) fn staged_store(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let [tile, buffer, slot] = [0, 1, 2].map(|index| old.operand(op, index));
    let shape = old.buffer_type(old.ty(buffer)).map_or(Vec::new(), |b| b.tile.to_vec());
    let words = old.shape(old.ty(tile)).to_vec();
    // The dimension along which two elements are a word.
    let contiguous = (0..shape.len()).find(|&dim| words.get(dim) != Some(&shape[dim]));
    let (Some(contiguous), Some(last)) = (contiguous, shape.len().checked_sub(1)) else {
        return Err(cx.error(op, "internal", "a tile that is not made of words"));
    };
    let row_dim = if contiguous == last {
        last.saturating_sub(1)
    } else {
        last
    };
    let layout = cx.layout_of(tile);
    let form = form_of(cx, op, buffer, shape[row_dim])?;
    let base = tile_of(cx, buffer, slot)?;
    let row = thread_coordinate(cx, &layout, &words, row_dim);
    let chunk = thread_coordinate(cx, &layout, &words, contiguous);
    let chunk = chunk.map(|word| cx.binary_const("arith.shri", word, Int::I32, log2(CHUNK_WORDS as u64) as i64));
    let mut place = Place::new(cx, form, base, row, chunk);
    let writer = is_writer(cx, &layout);
    let values = cx.values(tile)?;
    let part = |index: u32, dim: usize| {
        let (low, count) = dim_bits(&words, dim);
        i64::from(index >> low & ((1 << count) - 1))
    };
    for (number, chunk) in values.chunks(CHUNK_WORDS).enumerate() {
        let index = layout.register_index(number * CHUNK_WORDS);
        let (row, word) = (part(index, row_dim), part(index, contiguous));
        let (address, offset) = place.at(cx, row, word / CHUNK_WORDS as i64);
        shared_store(cx, address, offset, chunk, writer);
    }
    Ok(())
}

/// Fragments by `ldmatrix`, four matrices at a time where a thread has so many.
pub(super) fn fragment_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let result = old.result(op, 0);
    let &[rows, columns] = old.shape(old.ty(result)) else {
        return Err(cx.error(op, "internal", "a factor that is no matrix"));
    };
    let layout = cx.layout_of(result);
    let is_left = old.keyword(op, "side") == "lhs";
    let source = Source {
        buffer: old.operand(op, 0),
        slot: old.operand(op, 1),
        k_major: old.keyword(op, "major") == "k",
        k: 2 * if is_left { columns } else { rows },
    };
    let of_warp = Layout {
        lane: vec![0; LANE_BITS],
        ..layout.clone()
    };
    let dim = usize::from(!is_left);
    let warp = thread_coordinate(cx, &of_warp, &[rows, columns], dim);
    // The second register bit of a right factor is that of columns, if a thread has several.
    let pair = layout.reg.get(1).map_or(0, |basis| i64::from(*basis) % columns);
    let (steps, count) = match is_left {
        true => ([[8, 0], [0, 8]], 4),
        false => ([[0, 8], [pair, 0]], if pair > 0 { 4 } else { 2 }),
    };
    let mut factor = factor(cx, op, &source, warp, steps)?;
    let mut words = Vec::new();
    for first in (0..layout.registers()).step_by(count) {
        let index = i64::from(layout.register_index(first));
        let (row, column) = (index / columns, index % columns);
        let (mn, word) = if is_left { (row, column) } else { (column, row) };
        words.extend(factor.read(cx, mn, 2 * word / STEP, count));
    }
    cx.replace(result, words);
    Ok(())
}

/// Products of fragments that are in registers already.
pub(super) fn fragment_dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let [lhs, rhs, acc] = [0, 1, 2].map(|index| old.operand(op, index));
    let (&[_, words], &[_, n]) = (old.shape(old.ty(lhs)), old.shape(old.ty(rhs))) else {
        return Err(cx.error(op, "internal", "factors that are no matrices"));
    };
    let [left, right, layout] = [lhs, rhs, acc].map(|value| cx.layout_of(value));
    let (a, b) = (cx.values(lhs)?, cx.values(rhs)?);
    let mut values = cx.values(acc)?.to_vec();
    let acc_type = cx.scalar_type(old.ty(acc));
    let ty = cx.keyword(old.keyword(op, "element"));
    for word in (0..words).step_by(STEP as usize / 2) {
        for first in (0..values.len()).step_by(4) {
            let index = i64::from(layout.register_index(first));
            let (row, column) = (index / n, index % n);
            let at = left
                .register_of((row * words + word) as u32)
                .and_then(|r| a.get(r..r + 4));
            let bt = right
                .register_of((word * n + column) as u32)
                .and_then(|r| b.get(r..r + 2));
            let (Some(at), Some(bt)) = (at, bt) else {
                return Err(cx.error(op, "internal", "a fragment is in another thread"));
            };
            let product = cx
                .build()
                .op("nvvm.mma_sync", &[at, bt, &values[first..first + 4]], &[acc_type; 4]);
            for name in ["lhs_type", "rhs_type"] {
                cx.new.set_attr(product, name, ty);
            }
            values[first..first + 4].copy_from_slice(cx.new.results(product));
        }
    }
    cx.replace(old.result(op, 0), values);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Banks of four bytes that accesses of 16 bytes touch at once: all 32 of them, or some twice.
    fn are_apart(addresses: impl Iterator<Item = i64>) -> bool {
        let mut lines: Vec<i64> = addresses.map(|address| address / CHUNK % 8).collect();
        lines.sort_unstable();
        lines.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Where a chunk of a row is: what [`Place::at`] computes.
    fn address(form: Form, row: i64, chunk: i64) -> i64 {
        let inner = (chunk & (form.chunks() - 1)) ^ form.swizzle(row);
        row * form.span + chunk / form.chunks() * form.box_bytes() + inner * CHUNK
    }

    #[test]
    fn the_rows_of_a_matrix_and_the_chunks_of_eight_threads_are_in_different_banks() {
        for span in [32, 64, 128] {
            let form = Form { span, rows: 64 };
            for chunk in 0..2 * form.chunks() {
                for row in (0..64).step_by(8) {
                    // One of the matrices that `ldmatrix` reads.
                    assert!(are_apart((row..row + 8).map(|row| address(form, row, chunk))), "{span}");
                }
            }
            for first in (0..64 * form.chunks()).step_by(8) {
                // What eight neighbouring threads copy or store.
                let of_thread = |flat: i64| address(form, flat / form.chunks(), flat % form.chunks());
                assert!(are_apart((first..first + 8).map(of_thread)), "{span}");
            }
        }
    }
}
