//! `convert-tileas-to-nvvm`
//!
//! Purpose: from whole tiles to what one thread does. A tile becomes the registers that its layout gives a thread,
//! loops and branches become blocks, accesses become loads and stores with addresses, predicates and vectors. Tokens
//! order nothing here that program order does not: within a thread accesses stay in order, and between threads of a
//! block barriers stand where data is exchanged.
//!
//! Requires: `nv_tileas` in which every tile has a layout. Guarantees: `nvvm`, `cf` and `arith` on scalars; one
//! `nvvm.func` whose blocks are in reverse postorder, none of them unreachable.

mod access;
pub mod agents;
mod arithmetic;
mod async_dot;
mod buffers;
mod choices;
mod commutes;
mod constant;
mod control;
mod copied;
mod copies;
mod dot;
mod exchange;
mod fragments;
mod heap;
mod locks;
mod nibbles;
mod operands;
mod ordered;
mod partials;
mod parts;
mod pieces;
mod places;
mod powers;
mod print;
mod reduce;
mod reused;
mod rows;
mod scalar;
mod scales;
mod scan;
mod shuffles;
mod sizes;
mod slices;
mod slots;
mod striped;
mod swizzled;
mod tensor_memory;
mod through_registers;
mod tma_store;
mod work_ids;

use crate::assign_buffers::free_from;
use agents::{Consumers, Meeting};
use control::{Loop, Merge};
use scalar::{Int, Scalars};
pub(crate) use sizes::tile_name;
use tilewright_analysis::occupancy::shared_bytes_for;
use tilewright_analysis::tma_store::is_by_tma;
use tilewright_analysis::{Context, Steering};
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::dialects::facts::THREADS;
use tilewright_ir::dominance::reverse_postorder;
use tilewright_ir::op_def::On;
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::ops::{arith, cute_nvgpu, cutlass, nv_tileas, nvvm, scf};
use tilewright_ir::{Attr, AttrData, Block, Module, Op, OpKind, Ty, Value, WARP_THREADS};
use tilewright_layout::Layout;
use tilewright_layout::exchange::Exchange;
use tilewright_layout::select::{Candidate, Choice};
use tilewright_machine::layout_atoms;
use tilewright_sorted::{SortedMap, SortedSet};
use tilewright_units::product::{Sharing, SlotOperand, lies_along, slot_operand};
use tilewright_units::{LoopProducts, Missing, Unit, asynchronous};

/// Bits of the fraction of an f32.
const F32_FRACTION: i64 = 23;

/// State that the patterns share.
struct ThreadState {
    warp_bits: usize,
    /// Whether a loop carries the places from which threads copy.
    carries_places: bool,
    /// The index of the thread, among those that run this code; none before the kernel is entered.
    tid: Option<Value>,
    /// The loops around the current place, innermost last.
    loops: Vec<Loop>,
    /// Where the branches around the current place meet, innermost last.
    merges: Vec<Merge>,
    /// The threads that take part in a barrier here; none: all of the block.
    meeting: Option<Meeting>,
    /// The consumers that run this code, each on a tile of its own.
    consumers: Option<Consumers>,
    /// Where shared memory is free for tiles on their way between threads.
    free: i64,
    /// The ops behind which the memory of buffers is free too, and where that is.
    reused: Vec<(Op, std::ops::Range<i64>)>,
    /// The most bytes that anything on its way has taken of it so far.
    most_taken: i64,
    /// The shared memory of a CTA, in bytes.
    capacity: i64,
    /// The compute capability of the GPU.
    capability: u32,
    /// Whether two floats are added by one instruction: where the GPU does so, beside products in tensor memory.
    packs_f32: bool,
    /// The rules by which warps share out products.
    sharing: Sharing,
    /// Whether tensor cores cut accumulators of eight-bit products short.
    short_f8_accumulators: bool,
    /// The unit that multiplies while its threads go on, or the reason why the GPU has none.
    asynchronous: Result<(&'static Unit, &'static LoopProducts), Missing>,
    /// Ops that may pass elements between threads through the free part of shared memory.
    exchanges: usize,
    /// Constants that the module has as tables, and their numbers.
    tables: SortedMap<Attr, usize>,
    /// The memory of this tile block's own: its address, and where in it each `alloca` is.
    scratch: Option<heap::Scratch>,
    /// The last op of an agent of one thread, and the block to which that thread goes where it passes it over.
    idle: Option<(Op, Block)>,
    /// Wishes for the code of one thread.
    steering: Steering,
    /// Whether a store by TMA may not have read its memory yet.
    store_in_flight: bool,
    /// When accesses were written, for what tokens say.
    order: ordered::Order,
    /// The exchanges of conversions, as copies of a loop's body have the same again.
    known_exchanges: Vec<(exchange::Known, Vec<Candidate<Exchange>>)>,
    /// The choices of the layout selector, for the report.
    choices: Vec<Choice>,
    /// The operands of products, by product and side, that warps read from slots as they multiply.
    slot_operands: SortedMap<(Op, usize), SlotOperand>,
    /// The ops whose tiles are only read so: none of these is in registers.
    unread: SortedSet<Op>,
}

impl ThreadState {
    /// Whether the GPU writes matrices to shared memory.
    fn has_stmatrix(&self) -> bool {
        layout_atoms().has("stmatrix", self.capability)
    }
}

/// Whether an op may pass elements between threads of different warps.
fn exchanges(module: &Module, op: Op) -> bool {
    let def = module.def(op);
    let passes_on = def.dialect() == "nv_tileas" && def.does(EXCHANGES) && def.on != On::Registers;
    passes_on || is_by_tma(module, op) || module.kind(op) == cutlass::TILE_SCHEDULER_SHARE_PARTIAL
}

/// The tiles that an op passes on, one after the other.
fn passages(module: &Module, op: Op) -> usize {
    match module.kind(op) {
        nv_tileas::CAT | nv_tileas::INSERT_SLICE => 2,
        // Absent: every other op passes on one tile.
        _ => 1,
    }
}

type Cx<'a> = Conversion<'a, ThreadState>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let warp_bits = tilewright_analysis::warp_bits(module, context);
    sizes::check(module, warp_bits, context.target)?;
    let sides = module.walk(module.top()).into_iter().flat_map(|op| [(op, 0), (op, 1)]);
    let of_side = |(op, side)| {
        let contiguous = |op| lies_along(module, op);
        let turns_bytes = context.target.byte_matrices.value;
        Some(((op, side), slot_operand(module, (op, side), turns_bytes, contiguous)?))
    };
    let slot_operands: SortedMap<(Op, usize), SlotOperand> = sides.filter_map(of_side).collect();
    let all = module.walk(module.top());
    let has = |kind: OpKind| all.iter().any(|&op| module.kind(op) == kind);
    let state = ThreadState {
        warp_bits,
        carries_places: has(nv_tileas::COPY_SOURCE),
        tid: None,
        loops: Vec::new(),
        merges: Vec::new(),
        meeting: None,
        consumers: None,
        free: free_from(module),
        reused: reused::places(module),
        most_taken: 0,
        capacity: capacity(module, context, warp_bits),
        capability: context.target.compute_capability,
        packs_f32: context.target.packed_f32.value && has(nv_tileas::TENSOR_READ),
        sharing: Sharing::of(context.target),
        short_f8_accumulators: context
            .target
            .f8_accumulator_bits
            .as_ref()
            .is_some_and(|bits| bits.value < F32_FRACTION),
        asynchronous: asynchronous(context.target),
        tables: SortedMap::new(),
        scratch: None,
        idle: None,
        steering: context.steering,
        store_in_flight: false,
        order: ordered::Order::default(),
        choices: Vec::new(),
        known_exchanges: Vec::new(),
        unread: slot_operands.values().flat_map(|slot| slot.ops.clone()).collect(),
        slot_operands,
        exchanges: module
            .walk(module.top())
            .iter()
            .filter(|&&op| exchanges(module, op))
            .map(|&op| passages(module, op))
            .sum(),
    };
    let mut target = ConversionTarget::new(&[], PATTERNS);
    target.after = Some(after_op);
    for pattern in arithmetic::patterns().chain(agents::machine_ops()) {
        target.add(pattern);
    }
    let (converted, mut state) = convert(module, &target, state)?;
    context.notes.borrow_mut().layouts.append(&mut state.choices);
    // Absent: without agents, all threads are one consumer.
    let consumers = tilewright_analysis::agent_switch(module).map_or(1, |op| module.int_or(op, "consumers", 1));
    context.notes.borrow_mut().named_barriers = agents::named_barriers(&converted, consumers);
    Ok(Some(converted))
}

/// The bytes of shared memory up to which threads pass elements on, in as many rounds as that takes: those of a CTA, or its share, where the
/// kernel's hint asks for several CTAs of an SM and each has room for 16 bytes of a thread beside its buffers.
fn capacity(module: &Module, context: &Context<'_>, warp_bits: usize) -> i64 {
    let kernel = tilewright_analysis::contract::kernel(module);
    let asked = kernel.and_then(|kernel| tilewright_analysis::hint(module, kernel, &context.target.name, "occupancy"));
    // Absent: no hint, which asks for one.
    let asked = asked.map_or(1, |asked| {
        asked.clamp(1, context.target.ctas_per_sm.value.into()) as u32
    });
    let taken = free_from(module) + ((16 * WARP_THREADS) << warp_bits);
    let mut shares = (2..=asked)
        .rev()
        .map(|ctas| shared_bytes_for(ctas, context.target).into());
    // Absent: one CTA takes all that it can.
    shares
        .find(|&share: &i64| taken <= share)
        .unwrap_or(context.target.shared_bytes_per_cta.value.into())
}

/// Done behind each op.
fn after_op(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    reused::reuse(cx, op);
    sizes::within_budget(cx, op)
}

/// The layout of a type: its own, or that of a single element, which has none.
fn layout_of_type(module: &Module, ty: Ty, warp_bits: usize) -> Layout {
    let own = module.layout(ty).and_then(|attr| Layout::from_attr(module, attr));
    own.unwrap_or_else(|| {
        if !module.shape(ty).is_empty() {
            module.inconsistent(None, format!("`{}` has no layout", module.type_text(ty)));
        }
        Layout::scalar(warp_bits)
    })
}

static PATTERNS: &[Pattern<ThreadState>] = &[
    Pattern {
        op: nv_tileas::FUNC,
        rewrite: func,
    },
    Pattern {
        op: nv_tileas::RETURN,
        rewrite: leave,
    },
    Pattern {
        op: nv_tileas::GET_PROGRAM_ID,
        rewrite: program_id,
    },
    Pattern {
        op: nv_tileas::GET_NUM_PROGRAMS,
        rewrite: num_programs,
    },
    Pattern {
        op: nv_tileas::GET_CLUSTER_PLACE,
        rewrite: cluster_place,
    },
    Pattern {
        op: nv_tileas::ASSUME,
        rewrite: forward,
    },
    Pattern {
        op: nv_tileas::CREATE_MEM_TOKEN,
        rewrite: vanish,
    },
    Pattern {
        op: nv_tileas::JOIN_MEM_TOKEN,
        rewrite: vanish,
    },
    Pattern {
        op: nv_tileas::MAKE_MEMREF,
        rewrite: vanish,
    },
    Pattern {
        op: nv_tileas::MAKE_TILED_VIEW,
        rewrite: vanish,
    },
    Pattern {
        op: nv_tileas::GET_TILE_COUNT,
        rewrite: access::tile_count,
    },
    Pattern {
        op: nv_tileas::GET_DIM_SIZE,
        rewrite: access::dim_size,
    },
    Pattern {
        op: nv_tileas::TILED_LOAD,
        rewrite: access::tiled_load,
    },
    Pattern {
        op: nv_tileas::TILED_STORE,
        rewrite: access::tiled_store,
    },
    Pattern {
        op: nv_tileas::TILED_ATOMIC_RMW,
        rewrite: access::tiled_atomic,
    },
    Pattern {
        op: nv_tileas::LOAD,
        rewrite: access::load,
    },
    Pattern {
        op: nv_tileas::STORE,
        rewrite: access::store,
    },
    Pattern {
        op: nv_tileas::ASSERT,
        rewrite: print::assert,
    },
    Pattern {
        op: nv_tileas::PRINT,
        rewrite: print::print,
    },
    Pattern {
        op: nv_tileas::GLOBAL,
        rewrite: heap::global,
    },
    Pattern {
        op: nv_tileas::GET_GLOBAL,
        rewrite: heap::get_global,
    },
    Pattern {
        op: nv_tileas::ALLOCA,
        rewrite: heap::alloca,
    },
    Pattern {
        op: nv_tileas::PACK,
        rewrite: nibbles::repack,
    },
    Pattern {
        op: nv_tileas::UNPACK,
        rewrite: nibbles::repack,
    },
    Pattern {
        op: nv_tileas::GDC_WAIT,
        rewrite: ordered::grid_op,
    },
    Pattern {
        op: nv_tileas::GDC_LAUNCH_DEPENDENTS,
        rewrite: ordered::grid_op,
    },
    Pattern {
        op: nv_tileas::FENCE_ALIAS,
        rewrite: ordered::grid_op,
    },
    Pattern {
        op: nv_tileas::ATOMIC_CAS,
        rewrite: access::atomic,
    },
    Pattern {
        op: nv_tileas::ATOMIC_RMW,
        rewrite: access::atomic,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_LOCK_WAIT,
        rewrite: locks::wait,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_LOCK_ARRIVE,
        rewrite: locks::arrive,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_SHARE_PARTIAL,
        rewrite: partials::share,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_ADD_PARTIAL,
        rewrite: partials::add,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_LOCK_RESET,
        rewrite: locks::reset,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_FETCH_WORK_ID,
        rewrite: work_ids::fetch,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_WRITE_WORK_ID,
        rewrite: work_ids::write,
    },
    Pattern {
        op: cutlass::TILE_SCHEDULER_READ_WORK_ID,
        rewrite: work_ids::read,
    },
    Pattern {
        op: nv_tileas::MAKE_RANGE,
        rewrite: exchange::range,
    },
    Pattern {
        op: nv_tileas::VIEW,
        rewrite: exchange::view,
    },
    Pattern {
        op: nv_tileas::PERMUTE,
        rewrite: exchange::permute,
    },
    Pattern {
        op: nv_tileas::BROADCAST,
        rewrite: exchange::broadcast,
    },
    Pattern {
        op: nv_tileas::CONVERT_LAYOUT,
        rewrite: exchange::convert_layout,
    },
    Pattern {
        op: nv_tileas::ORDER_SCALES,
        rewrite: exchange::order_scales,
    },
    Pattern {
        op: nv_tileas::DOT_SCALED,
        rewrite: dot::dot,
    },
    Pattern {
        op: nv_tileas::DOT,
        rewrite: dot::dot,
    },
    Pattern {
        op: nv_tileas::ALLOC_TENSOR,
        rewrite: buffers::alloc,
    },
    Pattern {
        op: cute_nvgpu::TMA_LOAD,
        rewrite: buffers::tma_load,
    },
    Pattern {
        op: nv_tileas::COPY_SOURCE,
        rewrite: copies::source,
    },
    Pattern {
        op: cute_nvgpu::SIMT_ASYNC_COPY,
        rewrite: copies::tiled_load,
    },
    Pattern {
        op: nv_tileas::BUFFER_DOT,
        rewrite: fragments::dot,
    },
    Pattern {
        op: nv_tileas::ITERATIONS,
        rewrite: vanish,
    },
    Pattern {
        op: nv_tileas::STAGED_LOAD,
        rewrite: through_registers::staged_load,
    },
    Pattern {
        op: nv_tileas::SLOT_READ,
        rewrite: slots::read,
    },
    Pattern {
        op: nv_tileas::SLOT_WRITE,
        rewrite: slots::write,
    },
    Pattern {
        op: nv_tileas::STAGED_STORE,
        rewrite: through_registers::staged_store,
    },
    Pattern {
        op: nv_tileas::FRAGMENT_LOAD,
        rewrite: fragments::load,
    },
    Pattern {
        op: nv_tileas::FRAGMENTS,
        rewrite: vanish,
    },
    Pattern {
        op: nv_tileas::WORDS,
        rewrite: async_dot::words,
    },
    Pattern {
        op: cute_nvgpu::ASYNC_WORD_MMA,
        rewrite: async_dot::dot,
    },
    Pattern {
        op: cute_nvgpu::ASYNC_MMA,
        rewrite: async_dot::dot,
    },
    Pattern {
        op: nv_tileas::TENSOR_RESERVE,
        rewrite: tensor_memory::reserve,
    },
    Pattern {
        op: nv_tileas::TENSOR_BUFFER,
        rewrite: tensor_memory::buffer,
    },
    Pattern {
        op: nv_tileas::TENSOR_RELEASE,
        rewrite: tensor_memory::release,
    },
    Pattern {
        op: nv_tileas::TENSOR_DOT,
        rewrite: tensor_memory::dot,
    },
    Pattern {
        op: nv_tileas::TENSOR_READ,
        rewrite: tensor_memory::read,
    },
    Pattern {
        op: nv_tileas::TENSOR_OVER,
        rewrite: tensor_memory::over,
    },
    Pattern {
        op: nv_tileas::TENSOR_WRITE,
        rewrite: tensor_memory::write,
    },
    Pattern {
        op: nv_tileas::WARP_SWITCH,
        rewrite: agents::warp_switch,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_LOAD,
        rewrite: striped::load,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_STORE,
        rewrite: striped::store,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_REDUCE,
        rewrite: striped::reduce,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_REDUCE_HALF,
        rewrite: striped::reduce,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_REDUCE_BFLOAT,
        rewrite: striped::reduce,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_REDUCE_PACKED,
        rewrite: striped::reduce,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_REDUCE_INTEGER,
        rewrite: striped::reduce,
    },
    Pattern {
        op: cutlass::BLOCK_STRIPED_REDUCE_FLOAT,
        rewrite: striped::reduce,
    },
    Pattern {
        op: nv_tileas::EXTRACT_SLICE,
        rewrite: slices::extract,
    },
    Pattern {
        op: nv_tileas::INSERT_SLICE,
        rewrite: slices::insert,
    },
    Pattern {
        op: nv_tileas::CAT,
        rewrite: slices::cat,
    },
    Pattern {
        op: nv_tileas::SCAN,
        rewrite: scan::scan,
    },
    Pattern {
        op: nv_tileas::REDUCE,
        rewrite: reduce::reduce,
    },
    Pattern {
        op: scf::FOR,
        rewrite: control::for_loop,
    },
    Pattern {
        op: scf::LOOP,
        rewrite: control::endless_loop,
    },
    Pattern {
        op: scf::IF,
        rewrite: control::branch,
    },
    Pattern {
        op: scf::YIELD,
        rewrite: control::yields,
    },
    Pattern {
        op: scf::CONTINUE,
        rewrite: control::next_iteration,
    },
    Pattern {
        op: scf::BREAK,
        rewrite: control::leave_loop,
    },
];

fn func(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let func = cx.build().op(nvvm::FUNC, &[], &[]);
    cx.copy_attrs(op, func);
    let region = cx.new.regions(func)[0];
    let entry = cx.new.add_block(region);
    let Some(body) = old.entry_block(old.regions(op)[0]) else {
        return Ok(());
    };
    let types: Vec<Ty> = old.arguments(body).iter().map(|&argument| old.ty(argument)).collect();
    tilewright_analysis::contract::set_parameters(&mut cx.new, func, &types);
    // Agents are more than the threads that hold tiles, and say so themselves.
    let threads = cx.new.intern_attr(AttrData::Int(WARP_THREADS << cx.state.warp_bits));
    cx.new.set_attr(func, THREADS, threads);
    for &argument in old.arguments(body) {
        let ty = cx.scalar_type(old.ty(argument));
        let value = cx.new.add_argument(entry, ty);
        cx.rename(argument, value);
    }
    let outer = std::mem::replace(&mut cx.block, entry);
    let tid = cx.special("tid.x");
    cx.state.tid = Some(tid);
    heap::allocate(cx, body)?;
    cx.block_ops(body)?;
    if !cx.is_terminated() {
        heap::release(cx);
        cx.build().op(nvvm::RETURN, &[], &[]);
    }
    cx.block = outer;
    let order = reverse_postorder(&cx.new, region);
    cx.new.keep_blocks(region, order);
    Ok(())
}

fn leave(cx: &mut Cx<'_>, _: Op) -> Result<(), Failure> {
    heap::release(cx);
    if cx.state.store_in_flight {
        tma_store::wait_until_read(cx);
    }
    cx.build().op(nvvm::RETURN, &[], &[]);
    Ok(())
}

fn program_id(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    specials(cx, op, ["ctaid.x", "ctaid.y", "ctaid.z"])
}

fn num_programs(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    specials(cx, op, ["nctaid.x", "nctaid.y", "nctaid.z"])
}

/// CTAs of a cluster have numbers that follow each other, x first.
fn cluster_place(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let &[x, y] = cx.old.required_list(op, "cluster") else {
        return Err(cx.error(op, "internal", "a cluster without two extents"));
    };
    let cta = cx.special("ctaid.x");
    let by = |cx: &mut Cx<'_>, kind, value, divisor: i64| {
        let divisor = cx.int(Int::I32, divisor);
        cx.build().signed(kind, "unsigned", value, divisor)
    };
    let (id, rank) = (by(cx, arith::DIVI, cta, x * y), by(cx, arith::REMI, cta, x * y));
    let places = [id, by(cx, arith::REMI, rank, x), by(cx, arith::DIVI, rank, x)];
    for (index, place) in places.into_iter().enumerate() {
        cx.replace(cx.old.result(op, index), [place]);
    }
    Ok(())
}

fn specials(cx: &mut Cx<'_>, op: Op, registers: [&str; 3]) -> Result<(), Failure> {
    for (index, register) in registers.into_iter().enumerate() {
        let result = cx.old.result(op, index);
        let value = cx.special(register);
        cx.replace(result, [value]);
    }
    Ok(())
}

/// The op does nothing to its operand.
fn forward(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    // Tensor views are not values here.
    let source = cx.old.only_operand(op);
    let values = cx.values(source)?;
    cx.replace(cx.old.result(op, 0), values);
    Ok(())
}

/// Tokens and views are no values of a thread.
fn vanish(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    for &result in cx.old.results(op) {
        cx.replace(result, []);
    }
    Ok(())
}

/// Helpers of the patterns.
trait ThreadLowering {
    fn scalar_type(&mut self, ty: Ty) -> Ty;
    fn register_types(&mut self, ty: Ty) -> Vec<Ty>;
    fn layout_of(&self, old: Value) -> Layout;
    fn special(&mut self, register: &str) -> Value;
    fn tid(&mut self) -> Value;
    fn add_block(&mut self) -> Block;
    fn is_terminated(&self) -> bool;
    fn flat(&self, values: &[Value]) -> Result<Vec<Value>, Failure>;
}

impl ThreadLowering for Cx<'_> {
    /// The scalar that an element (or a scalar tile) becomes; addresses are i64.
    fn scalar_type(&mut self, ty: Ty) -> Ty {
        let element = self.new.element(ty);
        if self.new.pointee(element).is_some() {
            self.new.named_type("i64")
        } else {
            element
        }
    }

    /// The scalars that a value becomes: none for tokens and views.
    fn register_types(&mut self, ty: Ty) -> Vec<Ty> {
        if !self.new.is_tile_like(ty) {
            return Vec::new();
        }
        let registers = layout_of_type(&self.new, ty, self.state.warp_bits).registers();
        vec![self.scalar_type(ty); registers]
    }

    /// The layout of an old value.
    fn layout_of(&self, old: Value) -> Layout {
        layout_of_type(self.old, self.old.ty(old), self.state.warp_bits)
    }

    fn special(&mut self, register: &str) -> Value {
        let ty = self.new.named_type("i32");
        self.build().special(register, ty)
    }

    /// The index of the thread in its block.
    fn tid(&mut self) -> Value {
        let Some(tid) = self.state.tid else {
            self.new.inconsistent(None, "the index of a thread outside of a kernel");
            return self.special("tid.x");
        };
        tid
    }

    fn add_block(&mut self) -> Block {
        // The code of one thread is the blocks of one region.
        self.new.add_block_beside(self.block)
    }

    /// Whether the current block has its end.
    fn is_terminated(&self) -> bool {
        let last = self.new.last_op(self.block);
        last.is_some_and(|op| self.new.def(op).has(tilewright_ir::op_def::traits::TERMINATOR))
    }

    /// The new values of old ones, one after the other.
    fn flat(&self, values: &[Value]) -> Result<Vec<Value>, Failure> {
        let mut flat = Vec::new();
        for &value in values {
            flat.extend(self.values(value)?);
        }
        Ok(flat)
    }
}
