//! The register estimate: how many registers a thread of a kernel needs, and where it needs the most, before layouts are chosen.
//!
//! A tile that is spread over the threads of a CTA takes of each as many bits as the elements that come to it have. Tiles that
//! are others under another shape, or that repeat others, take none of their own, nor do constants and counts, which are made
//! again where they are used.
//!
//! Only what is live at a load, a store, an exchange between threads or a loop counts: ptxas computes a chain of
//! elementwise ops for some elements after the other, so that what is only in between is never live as a whole. Beside what is
//! live, each such point takes registers of its own: `machine/data/registers.json` has them, and where they were measured.

use std::ops::RangeInclusive;

mod beside;
mod products;
mod tensor_memory;

use crate::runs::of_access;
use crate::token_order::is_unawaited;
use rustc_hash::{FxHashMap, FxHashSet};
use tilewright_layout::LANE_BITS;

use beside::Reduced;
use products::{copied, is_multiply_add};
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cuda_tile, nv_tileaa, nv_tileas, scf};
use tilewright_ir::{Block, Def, Module, Op, Ty, Value};
use tilewright_machine::{RegisterModel, Target, register_model};

/// Warps of a CTA, as a power of two, so that a kernel in the input language fits the registers of its threads: the fewest of some
/// numbers, or that which spills the least.
pub fn warp_bits(module: &Module, kernel: Op, target: &Target, numbers: RangeInclusive<usize>) -> usize {
    let most = *numbers.end();
    let needed = |bits: usize| Estimate::of(module, kernel, bits, target).registers;
    let room = |bits: usize| i64::from(of_thread(target, 1 << (LANE_BITS + bits)));
    let least = || {
        // All threads together; a kernel that needs far more than there is, is as short as it can be.
        let least = numbers.clone().min_by_key(|&bits| (needed(bits) - room(bits)) << bits);
        least.filter(|&bits| needed(bits) <= 2 * room(bits))
    };
    let first = numbers.clone().find(|&bits| needed(bits) <= room(bits));
    // Absent: it is spread over as many threads as there can be.
    first.or_else(least).unwrap_or(most)
}

/// The most warps of a CTA, as a power of two.
pub fn most_warp_bits(target: &Target) -> usize {
    (target.threads_per_cta.value.ilog2() as usize).saturating_sub(LANE_BITS)
}

/// Registers that a thread can have in a CTA of so many threads, of which there is at least one on an SM.
pub fn of_thread(target: &Target, threads: u32) -> u32 {
    (target.registers_per_sm.value / threads.max(1)).min(target.registers_per_thread.value)
}

/// Registers that a thread needs, by estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Registers of a thread where it needs the most.
    pub registers: i64,
    /// Those among them that hold tiles.
    pub tiles: i64,
    /// The op at which it needs them; none: nothing in the kernel needs more than any kernel.
    pub at: Option<Op>,
}

/// A consumer's side of a product whose operands are in shared memory.
#[derive(Clone, Copy)]
pub struct Consumer<'a> {
    /// The operands, which take no registers.
    pub operands: &'a [Value],
    /// Registers beside the accumulators that an instruction of its unit takes.
    pub beside: i64,
    /// Whether accumulators are in tensor memory until they are read, by instructions of which each has a part.
    pub reads: bool,
}

impl Consumer<'_> {
    /// The same where accumulators are in tensor memory.
    pub fn reading(self) -> Self {
        Self {
            beside: register_model().read.value,
            reads: true,
            ..self
        }
    }
}

impl Estimate {
    /// The threads of a kernel of `2^warp_bits` warps, which all do the same.
    pub fn of(module: &Module, kernel: Op, warp_bits: usize, target: &Target) -> Self {
        scan(module, kernel, LANE_BITS + warp_bits, None, Gpu::of(target))
    }

    /// The same where each element is used as soon as it is loaded, if no other access waits for the load.
    pub fn of_streamed(module: &Module, kernel: Op, warp_bits: usize, target: &Target) -> Self {
        let unit = Gpu {
            streams: true,
            ..Gpu::of(target)
        };
        scan(module, kernel, LANE_BITS + warp_bits, None, unit)
    }

    /// A consumer of so many warps, beside which others load.
    pub fn of_consumer(module: &Module, kernel: Op, warp_bits: usize, consumer: Consumer<'_>) -> Self {
        let of = |gives_out: bool| {
            let gpu = Gpu {
                gives_out,
                ..Gpu::default()
            };
            scan(module, kernel, LANE_BITS + warp_bits, Some(consumer), gpu)
        };
        // Rows beside accumulators that are read are held as rows, or element by element: whichever takes more.
        let whole = of(false);
        match consumer.reads.then(|| of(true)) {
            Some(given_out) if given_out.registers > whole.registers => given_out,
            _ => whole,
        }
    }
}

/// Facts of a GPU by which products take registers.
#[derive(Clone, Copy, Default)]
struct Gpu {
    /// Whether threads copy the operands of products.
    copies: bool,
    /// Whether TMA can bring them.
    has_tma: bool,
    /// Whether warps multiply blocks with scales as they are.
    scales_blocks: bool,
    /// Whether tiles that may be loaded at any time are so element by element.
    streams: bool,
    /// Whether each element of a row that becomes one for each row of accumulators is held by itself.
    gives_out: bool,
}

impl Gpu {
    fn of(target: &Target) -> Self {
        Self {
            // Where warps have no rate beside another unit's, they are the unit, and threads copy what agents do not load.
            copies: target.pipeline.fma_per_cycle_of_warps.is_none(),
            has_tma: target.tma.value,
            scales_blocks: target.warps_scale_blocks.value,
            streams: false,
            gives_out: false,
        }
    }
}

fn scan(module: &Module, kernel: Op, thread_bits: usize, consumer: Option<Consumer<'_>>, gpu: Gpu) -> Estimate {
    let model = register_model();
    let ops = ops(module, kernel);
    let loads = ops.iter().filter(|&&op| module.kind(op) == cuda_tile::LOAD_VIEW_TKO);
    let mut counts = counts(module, &ops);
    if gpu.streams {
        let streamed = ops.iter().filter(|&&op| is_unawaited(module, op));
        counts.extend(streamed.flat_map(|&op| module.results(op)));
    }
    let mut scan = Scan {
        module,
        model,
        thread_bits,
        live: FxHashMap::default(),
        rows: FxHashMap::default(),
        counts,
        consumer,
        gpu,
        has_product: ops
            .iter()
            .any(|&op| is_product(module, op) && !is_multiply_add(module, op)),
        copied: consumer.map_or_else(|| copied(module, &ops), |_| FxHashSet::default()),
        ahead: 0,
        loaded: loads.filter_map(|&op| array(module, op)).collect(),
        divided: false,
        reduced: Reduced::Nothing,
        has_tiles: false,
        has_loops: false,
        depth: 0,
        bits: 0,
        most: Estimate {
            registers: 0,
            tiles: 0,
            at: None,
        },
    };
    scan.ahead = scan.ahead(&ops);
    scan.regions(kernel);
    let mut most = scan.most;
    let least = match (scan.has_tiles, scan.has_loops) {
        (false, _) => &model.least,
        (true, false) => &model.least_with_tiles,
        (true, true) => &model.least_with_loops,
    };
    if most.registers <= least.value {
        most.registers = least.value;
        most.at = None;
    }
    most
}

fn ops(module: &Module, kernel: Op) -> Vec<Op> {
    let blocks = module.regions(kernel).iter().flat_map(|&region| module.blocks(region));
    blocks.flat_map(|&block| module.walk(block)).collect()
}

fn is_product(module: &Module, op: Op) -> bool {
    matches!(
        module.kind(op),
        cuda_tile::MMAF | cuda_tile::MMAI | cuda_tile::MMAF_SCALED | nv_tileas::DOT | nv_tileas::DOT_SCALED
    )
}

/// The array that an access by a view is to.
fn array(module: &Module, access: Op) -> Option<Value> {
    let mut views = module
        .operands(access)
        .iter()
        .filter_map(|&value| module.defining_op(value));
    let view = views.find(|&op| module.kind(op) == cuda_tile::MAKE_PARTITION_VIEW)?;
    module.operand_named(view, operand::TENSOR_VIEW)
}

/// Bits of a register.
const REGISTER_BITS: i64 = 32;
/// Bits of an address.
const ADDRESS_BITS: i64 = 64;
/// Bits of a distance between addresses.
const DISTANCE_BITS: i64 = 32;

/// The tiles whose elements follow from their places and from numbers that all threads share, by at most an instruction each:
/// they are made again wherever they are used.
fn counts(module: &Module, ops: &[Op]) -> FxHashSet<Value> {
    let mut counts = FxHashSet::default();
    for &op in ops {
        let made_of_counts = || {
            let is_shared = |value: &Value| module.shape(module.ty(*value)).is_empty();
            let operands = module.operands(op);
            operands.iter().all(|value| counts.contains(value) || is_shared(value))
        };
        let made_again = match module.kind(op) {
            cuda_tile::CONSTANT | cuda_tile::IOTA | arith::CONSTANT | nv_tileas::MAKE_RANGE => true,
            cuda_tile::RESHAPE
            | cuda_tile::BROADCAST
            | cuda_tile::ADDI
            | cuda_tile::SUBI
            | cuda_tile::MULI
            | cuda_tile::CMPI
            | cuda_tile::EXTI
            | cuda_tile::TRUNCI
            | cuda_tile::ANDI
            | cuda_tile::OFFSET
            | nv_tileas::VIEW
            | nv_tileas::BROADCAST
            | arith::ADDI
            | arith::SUBI
            | arith::MULI
            | arith::CMPI
            | arith::EXTI
            | arith::TRUNCI
            | arith::ANDI
            | arith::OFFSET => made_of_counts(),
            // Absent: whatever else is computed is kept.
            _ => false,
        };
        if made_again {
            counts.extend(module.results(op));
        }
    }
    counts
}

/// Whether a tile has one dimension at most.
fn is_line(module: &Module, value: Value) -> bool {
    let extents = module.shape(module.ty(value)).iter();
    extents.filter(|&&extent| extent > 1).count() < 2
}

/// A walk from the end of a kernel to its beginning.
struct Scan<'m> {
    module: &'m Module,
    model: &'static RegisterModel,
    /// Threads of the CTA, as a power of two.
    thread_bits: usize,
    /// Live values, with the bits that they take.
    live: FxHashMap<Value, i64>,
    /// Those among them that are rows which are repeated, with the bits of their repetitions.
    rows: FxHashMap<Value, i64>,
    counts: FxHashSet<Value>,
    consumer: Option<Consumer<'m>>,
    gpu: Gpu,
    /// The arrays that are loaded from.
    loaded: FxHashSet<Value>,
    /// Tiles that are copied to shared memory, and multiplied from there.
    copied: FxHashSet<Value>,
    /// The registers that products of warps take beside accumulators and fragments, where nobody waits for their operands to be written.
    ahead: i64,
    has_product: bool,
    /// Whether an elementwise op after this point, and before the next one that is not, divides.
    divided: bool,
    /// The reduction after this point, before the next op that is not elementwise.
    reduced: Reduced,
    has_tiles: bool,
    has_loops: bool,
    /// Loops around.
    depth: usize,
    /// Bits of what is live.
    bits: i64,
    most: Estimate,
}

impl Scan<'_> {
    fn block(&mut self, block: Block) {
        let ops: Vec<Op> = self.module.ops(block).collect();
        for op in ops.into_iter().rev() {
            let def = self.module.def(op);
            let is_given_out = self.is_given_out(op);
            let elementwise = def.has(PURE) && !def.does(EXCHANGES) && !is_given_out;
            if !elementwise {
                // Of a row that is given out each element is used as it comes.
                if !is_given_out {
                    self.count(op);
                }
                self.divided = false;
            }
            let mut row = None;
            for &result in self.module.results(op) {
                row = row.or(self.rows.remove(&result).filter(|_| elementwise));
                self.end(result);
            }
            self.regions(op);
            for &operand in self.module.operands(op) {
                self.begin(operand);
                // Absent: it is repeated by no op after this.
                row.into_iter().for_each(|bits| self.repeat(operand, bits));
            }
            self.address(op);
            // Elements are reduced as they are computed, and need not be there as a whole.
            let is_reduction = matches!(self.module.kind(op), cuda_tile::REDUCE | nv_tileas::REDUCE);
            if !elementwise && !is_reduction {
                self.count(op);
            }
            self.divided |= self.divides(op);
            self.reduced = self.reduced_before(op, elementwise);
        }
        for &argument in self.module.arguments(block) {
            self.end(argument);
        }
    }

    /// Counts what is live now, and what an op takes beside it.
    fn count(&mut self, op: Op) {
        let tiles = (self.bits + 31) / 32;
        let registers = tiles + self.beside(op, tiles);
        if registers > self.most.registers {
            self.most = Estimate {
                registers,
                tiles,
                at: Some(op),
            };
        }
    }

    /// The address of a store where a load had it before.
    fn address(&mut self, op: Op) {
        let array = |op| array(self.module, op);
        match self.module.kind(op) {
            cuda_tile::STORE_VIEW_TKO => {
                if let Some(array) = array(op).filter(|array| self.loaded.contains(array)) {
                    let held = self.live.entry(array).or_default();
                    self.bits += ADDRESS_BITS - *held;
                    *held = ADDRESS_BITS;
                }
            }
            cuda_tile::LOAD_VIEW_TKO => array(op).into_iter().for_each(|array| self.end(array)),
            // Absent: other ops have addresses of their own.
            _ => {}
        }
    }

    fn regions(&mut self, op: Op) {
        let is_loop = matches!(
            self.module.kind(op),
            cuda_tile::FOR | cuda_tile::LOOP | scf::FOR | scf::LOOP
        );
        self.depth += usize::from(is_loop);
        self.has_loops |= is_loop;
        let blocks: Vec<Block> = self.blocks(op).collect();
        // A value from outside that a body uses is live in all of it: it may come round again, or another branch may run.
        let mut inside = blocks.clone();
        while let Some(block) = inside.pop() {
            for op in self.module.ops(block) {
                for &operand in self.module.operands(op) {
                    if self.is_outside(operand, &blocks) {
                        self.begin(operand);
                    }
                }
                inside.extend(self.blocks(op));
            }
        }
        for block in blocks {
            self.block(block);
        }
        self.depth -= usize::from(is_loop);
    }

    fn blocks(&self, op: Op) -> impl Iterator<Item = Block> {
        let regions = self.module.regions(op).iter();
        regions.flat_map(|&region| self.module.blocks(region).iter().copied())
    }

    /// Whether a value is made outside of some blocks.
    fn is_outside(&self, value: Value, blocks: &[Block]) -> bool {
        let mut at = match self.module.value_def(value) {
            Def::Result(op, _) => self.module.parent(op),
            Def::Argument(block, _) => Some(block),
        };
        while let Some(block) = at {
            if blocks.contains(&block) {
                return false;
            }
            at = self.module.owner(block).and_then(|op| self.module.parent(op));
        }
        true
    }

    fn begin(&mut self, value: Value) {
        // Absent: it takes no registers.
        let Some(held) = self.held(value) else { return };
        if !self.live.contains_key(&held) {
            let bits = self.bits_of(held);
            self.live.insert(held, bits);
            self.bits += bits;
        }
        if let Some(bits) = self.spread(value, held) {
            self.repeat(held, bits);
        }
    }

    /// A live row takes as many bits as its repetitions do.
    fn repeat(&mut self, row: Value, bits: i64) {
        // Absent: it takes no registers.
        let Some(held) = self.held(row) else { return };
        let live = self.live.entry(held).or_default();
        self.bits += (bits - *live).max(0);
        *live = bits.max(*live);
        self.rows.insert(held, bits);
    }

    /// Bits of a row that is repeated for each row of accumulators, where a chain of ops keeps it while it divides: of each two
    /// columns of eight, a thread has its own.
    fn spread(&self, value: Value, held: Value) -> Option<i64> {
        let [rows, columns] = *self.module.shape(self.module.ty(value)) else {
            return None;
        };
        let of_row = self.module.shape(self.module.ty(held)).iter().product::<i64>() == columns;
        let is_kept = self.divided && self.consumer.is_some() && of_row && rows > 1;
        is_kept.then_some(columns / 4 * 32)
    }

    fn end(&mut self, value: Value) {
        // Absent: it is not used.
        self.bits -= self.live.remove(&value).unwrap_or(0);
    }

    /// The value whose registers hold this one; none: it is made where it is used, or in shared memory.
    fn held(&self, mut value: Value) -> Option<Value> {
        while let Some(op) = self.module.defining_op(value).filter(|&op| !self.is_given_out(op)) {
            match self.module.kind(op) {
                cuda_tile::RESHAPE
                | cuda_tile::BROADCAST
                | nv_tileaa::VIEW
                | nv_tileas::VIEW
                | nv_tileas::BROADCAST => value = self.module.only_operand(op),
                _ => break,
            }
        }
        let elsewhere = self.consumer.is_some_and(|consumer| consumer.operands.contains(&value));
        (!elsewhere && !self.copied.contains(&value) && !self.counts.contains(&value)).then_some(value)
    }

    /// Elements of a tile that come to a thread.
    fn elements(&self, ty: Ty) -> i64 {
        let all = self.module.shape(ty).iter().product::<i64>();
        (all >> self.thread_bits).max(i64::from(all > 1))
    }

    /// The number of a consumer's pointers for which it has one address: those of neighbours that each access moves together.
    fn together(&self, pointers: Value) -> i64 {
        let (module, ty) = (self.module, self.module.ty(pointers));
        let pointee = module.pointee(module.element(ty));
        // Absent: pointers to what has no size are used one by one.
        let bytes = pointee.map_or(1, |pointee| u64::from(module.element_bytes(pointee)));
        let accesses = module.uses(pointers).iter().map(|site| match module.kind(site.op) {
            nv_tileas::LOAD | nv_tileas::STORE => of_access(module, site.op, bytes.max(1)) as i64,
            // Absent: whatever else takes them has each of them.
            _ => 1,
        });
        // Absent: nothing uses them.
        let least = accesses.min().unwrap_or(1);
        if self.consumer.is_some() { least.max(1) } else { 1 }
    }

    /// Bits of a thread's registers that a value takes. Predicates have registers of their own, and what all threads share is
    /// not counted.
    fn bits_of(&mut self, value: Value) -> i64 {
        let ty = self.module.ty(value);
        if !self.module.is_tile_like(ty) || self.module.shape(ty).is_empty() {
            return 0;
        }
        let shape = self.module.shape(ty);
        // Pointers along a line are distances from one of them.
        let is_line = is_line(self.module, value);
        let is_pointer = self.module.pointee(self.module.element(ty)).is_some();
        let width = match is_line && is_pointer {
            true => DISTANCE_BITS,
            false => i64::from(self.module.element_bits(ty)),
        };
        self.has_tiles |= shape.iter().any(|&extent| extent > 1);
        if width == 1 {
            return 0;
        }
        let together = if is_pointer && !is_line {
            self.together(value)
        } else {
            1
        };
        if self.stays(value) {
            return 0;
        }
        let bits = (self.elements(ty) / together * width + 31) / 32 * 32;
        if bits > REGISTER_BITS * self.model.read_together.value && self.is_read(value) {
            return (bits + self.made_of_read(value)) / 2;
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel that loads tiles of so many elements, does `body` to `%a` and `%b`, and stores `%c`.
    fn kernel(elements: usize, body: &str) -> Module {
        let tile = format!("tile<{elements}xf32>");
        let view = format!("partition_view<tile=({elements}), tensor_view<?xf32, strides=[1]>>");
        let text = format!(
            "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {{
               %t = make_token : token
               %i, %y, %z = get_tile_block_id : tile<i32>
               %v = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
               %w = make_partition_view %v : {view}
               %a, %ta = load_view_tko weak %w[%i] token = %t : {view}, tile<i32> -> {tile}, token
               %b, %tb = load_view_tko weak %w[%y] token = %t : {view}, tile<i32> -> {tile}, token
               {}
               %d = store_view_tko weak %c, %w[%i] token = %t : {tile}, {view}, tile<i32> -> token
               return
             }}",
            body.replace("TILE", &tile)
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.module
    }

    fn target() -> &'static Target {
        tilewright_machine::target("sm_90a").unwrap()
    }

    fn live_of(module: &Module, warp_bits: usize) -> i64 {
        Estimate::of(module, entry(module), warp_bits, target()).tiles
    }

    /// The address of `%v`, which is loaded from and stored to.
    const ADDRESS: i64 = ADDRESS_BITS / 32;

    fn entry(module: &Module) -> Op {
        module.ops(module.top()).next().unwrap()
    }

    #[test]
    fn tiles_take_registers_from_their_load_to_their_last_use() {
        let both = kernel(1024, "%c = addf %a, %b : TILE");
        assert_eq!(live_of(&both, 2), 2 * 1024 / 128 + ADDRESS);
        assert_eq!(live_of(&both, 3), 2 * 1024 / 256 + ADDRESS);
        // The first tile is stored, the second one is not used.
        assert_eq!(
            live_of(&kernel(1024, "%c = addf %a, %a : TILE"), 2),
            1024 / 128 + ADDRESS
        );
    }

    #[test]
    fn what_is_only_between_elementwise_ops_is_never_whole() {
        let chain = "%x = mulf %a, %b : TILE %u = subf %a, %b : TILE %q = addf %x, %u : TILE %c = addf %q, %x : TILE";
        assert_eq!(live_of(&kernel(1024, chain), 2), 2 * 1024 / 128 + ADDRESS);
        // But what a reduction leaves alive is.
        let reduced = "%x = mulf %a, %b : TILE
            %s = reduce %x dim=0 identities=[0.0 : f32] : TILE -> tile<f32> (%l: tile<f32>, %r: tile<f32>) {
              %m = addf %l, %r : tile<f32>
              yield %m : tile<f32>
            }
            %u = addf %a, %b : TILE %c = addf %x, %u : TILE";
        assert_eq!(live_of(&kernel(1024, reduced), 2), 3 * 1024 / 128 + ADDRESS);
    }

    #[test]
    fn counts_and_repeated_numbers_take_none() {
        let body = "%one = constant <f32: 1.0> : TILE
            %x = addf %a, %b : TILE
            %c = addf %x, %one : TILE";
        assert_eq!(live_of(&kernel(1024, body), 2), 2 * 1024 / 128 + ADDRESS);
    }

    #[test]
    fn a_cta_has_more_warps_where_its_tiles_do_not_fit() {
        let target = tilewright_machine::target("sm_90a").unwrap();
        let warps = |elements| {
            let module = kernel(elements, "%c = addf %a, %b : TILE");
            1 << warp_bits(&module, entry(&module), target, 2..=most_warp_bits(target))
        };
        assert_eq!(warps(8192), 4);
        assert_eq!(warps(16384), 8);
        // Nothing holds these: with eight warps all of an SM's registers are used, and the least is beside the tiles.
        assert_eq!(warps(1 << 15), 8);
        // It is spread as far as it can be.
        assert_eq!(warps(1 << 16), 32);
        assert_eq!(warps(1 << 20), 32);
    }

    fn needs(body: &str) -> i64 {
        let module = kernel(1024, body);
        Estimate::of(&module, entry(&module), 2, target()).registers
    }

    #[test]
    fn a_point_takes_registers_beside_its_tiles() {
        let model = register_model();
        let plain = needs("%c = addf %a, %b : TILE");
        assert_eq!(plain, 2 * 1024 / 128 + ADDRESS + model.access.value);
        let divided = needs("%c = divf %a, %b : TILE");
        assert_eq!(divided, plain + model.division.value);
        // A quotient that is not rounded right is a few instructions.
        assert_eq!(needs("%c = divf %a, %b rounding<approx> : TILE"), plain);
    }

    #[test]
    fn the_least_depends_on_tiles_and_loops() {
        let model = register_model();
        let registers = |body: &str| {
            let parsed = tilewright_ir::parse(&format!("entry @k(%p: tile<i32>) {{ {body} return }}"));
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            let estimate = Estimate::of(&parsed.module, entry(&parsed.module), 2, target());
            (estimate.registers, estimate.at)
        };
        assert_eq!(registers(""), (model.least.value, None));
        let looped = "for %i in (%p to %p, step %p) : tile<i32> { continue }";
        assert_eq!(registers(looped), (model.least.value, None));
    }

    #[test]
    fn a_consumer_has_its_operands_in_shared_memory() {
        let module = kernel(1024, "%c = addf %a, %b : TILE");
        let entry = entry(&module);
        let load = |number: usize| {
            let ops = module.walk(module.top()).into_iter();
            let mut loads = ops.filter(|&op| module.kind(op) == cuda_tile::LOAD_VIEW_TKO);
            module.result(loads.nth(number).unwrap(), 0)
        };
        let of = |operands: &[Value]| {
            Estimate::of_consumer(
                &module,
                entry,
                2,
                Consumer {
                    operands,
                    beside: 26,
                    reads: false,
                },
            )
        };
        assert_eq!(of(&[]).tiles, 2 * 1024 / 128 + ADDRESS);
        let one = of(&[load(0)]);
        assert_eq!(one.tiles, 1024 / 128 + ADDRESS);
        assert!(one.registers < of(&[]).registers);
        // The tile that is stored is left.
        assert_eq!(of(&[load(0), load(1)]).tiles, 1024 / 128 + ADDRESS);
    }

    /// Registers of a consumer that stores a product, of which elements become such, and of one whose product is in tensor memory until then.
    fn stored(element: &str, then: &str) -> [Estimate; 2] {
        let tensor = format!("tensor_view<128x128x{element}, strides=[128,1]>");
        let view = format!("partition_view<tile=(128x128), {tensor}>");
        let text = format!(
            "entry @k(%p: tile<ptr<{element}>>) {{
               %zero = constant <i32: 0> : tile<i32>
               %none = constant <f32: 0.0> : tile<128x128xf32>
               %a = constant <f16: 1.0> : tile<128x64xf16>
               %b = constant <f16: 1.0> : tile<64x128xf16>
               %v = make_tensor_view %p, shape = [128, 128], strides = [128, 1] : {tensor}
               %w = make_partition_view %v : {view}
               %d = mmaf %a, %b, %none : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
               {then}
               %t = store_view_tko weak %c, %w[%zero, %zero] : tile<128x128x{element}>, {view}, tile<i32> -> token
               return
             }}"
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let consumer = Consumer {
            operands: &[],
            beside: 26,
            reads: false,
        };
        let of = |consumer| Estimate::of_consumer(&parsed.module, entry(&parsed.module), 2, consumer);
        [of(consumer), of(consumer.reading())]
    }

    #[test]
    fn half_of_an_accumulator_is_read_while_the_other_is_converted() {
        let model = register_model();
        let [whole, read] = stored("f16", "%c = ftof %d : tile<128x128xf32> -> tile<128x128xf16>");
        assert_eq!((whole.tiles, read.tiles), (128, 64 + 32));
        assert_eq!(read.registers, 64 + 32 + model.read.value + model.consumer.value);
        // Each element that is only made another stays as large.
        let [whole, read] = stored("f32", "%c = addf %d, %d : tile<128x128xf32>");
        assert_eq!((whole.tiles, read.tiles), (128, 128));
    }

    /// A loop that multiplies tiles of two loads and adds them up; `lhs` and `rhs` make the operands of `%l` and `%r`.
    fn looped(lhs: &str, rhs: &str) -> Estimate {
        looped_on(target(), ("64", ""), lhs, rhs)
    }

    /// The same on a GPU, with rows so far apart in memory, by an operand if by one.
    fn looped_on(target: &Target, (stride, by): (&str, &str), lhs: &str, rhs: &str) -> Estimate {
        let tensor = format!("tensor_view<?x64xf16, strides=[{stride},1]>");
        let view = format!("partition_view<tile=(64x64), {tensor}>");
        let strides = if by.is_empty() { stride } else { by };
        let text = format!(
            "entry @k(%p: tile<ptr<f16>>, %q: tile<ptr<f32>>, %n: tile<i32>) {{
               %zero = constant <i32: 0> : tile<i32>
               %one = constant <i32: 1> : tile<i32>
               %none = constant <f32: 0.0> : tile<64x64xf32>
               %v = make_tensor_view %p, shape = [%n, 64], strides = [{strides}, 1] : tile<i32> -> {tensor}
               %w = make_partition_view %v : {view}
               %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x64xf32>) {{
                 %l, %tl = load_view_tko weak %w[%i, %zero] : {view}, tile<i32> -> tile<64x64xf16>, token
                 %r, %tr = load_view_tko weak %w[%zero, %zero] : {view}, tile<i32> -> tile<64x64xf16>, token
                 {lhs} {rhs}
                 %next = mmaf %a, %b, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
                 continue %next : tile<64x64xf32>
               }}
               return
             }}"
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        Estimate::of(&parsed.module, entry(&parsed.module), 2, target)
    }

    #[test]
    fn distances_that_are_not_known_stay_where_threads_copy() {
        let of = |gpu: &str, strides: (&str, &str)| {
            let turned =
                |from: &str, to: &str| format!("%{to} = permute %{from} [1, 0] : tile<64x64xf16> -> tile<64x64xf16>\n");
            let target = tilewright_machine::target(gpu).unwrap();
            looped_on(target, strides, &turned("l", "a"), &turned("r", "b")).registers
        };
        // From row to row of each operand, and from tile to tile of the left one.
        assert_eq!(
            of("sm_80", ("?", "%n")),
            of("sm_80", ("64", "")) + 3 * ADDRESS_BITS / 32
        );
        // TMA finds its own way.
        assert_eq!(of("sm_90a", ("?", "%n")), of("sm_90a", ("64", "")));
    }

    #[test]
    fn operands_that_are_only_multiplied_are_in_shared_memory() {
        let model = register_model();
        let turned =
            |from: &str, to: &str| format!("%{to} = permute %{from} [1, 0] : tile<64x64xf16> -> tile<64x64xf16>\n");
        let added = |from: &str, to: &str| format!("%{to} = addf %{from}, %{from} : tile<64x64xf16>\n");
        let copied = looped(&turned("l", "a"), &turned("r", "b"));
        // 32 registers of accumulators; of a step of K 32 rows and 32 columns of a warp, of 32 bytes each.
        assert_eq!(copied.tiles, 32);
        let ahead = model.product_ahead.value + 32 * model.product_ahead_percent.value / 100;
        assert_eq!(copied.registers, 32 + 16 + ahead);
        // Values that are computed in between are in registers.
        let computed = looped(&turned("l", "a"), &added("r", "b"));
        assert_eq!(computed.registers, 32 + 16 + model.product_exchanged.value);
    }
}
