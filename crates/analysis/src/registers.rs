//! The registers that tiles take: how many of a thread are live at once, before layouts are chosen.
//!
//! A tile that is spread over the threads of a CTA takes of each as many registers as elements come to it: one 32-bit
//! register an element of up to 32 bits (smaller ones are not packed), two of 64. Tiles that are others under another shape, or
//! that repeat others, take none of their own, nor do constants and counts, which are made again where they are used.
//!
//! Only what is live at a load, a store, an exchange between threads or a loop counts: ptxas computes a chain of
//! elementwise ops for some elements after the other, so that what is only in between is never live as a whole.

use rustc_hash::FxHashSet;
use tilewright_layout::LANE_BITS;

use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{Block, Def, Module, Op, Value};
use tilewright_machine::{Target, policy};

/// Warps of a CTA, as a power of two, so that what is live of the tiles of a kernel in the input language fits the registers of
/// its threads, as far as that can be: the fewest from `usual` on.
pub fn warp_bits(module: &Module, kernel: Op, target: &Target, usual: usize) -> usize {
    let most = (target.threads_per_cta.value.ilog2() as usize).saturating_sub(LANE_BITS);
    let room = |bits: usize| {
        let registers = of_thread(target, 1 << (LANE_BITS + bits));
        i64::from(registers) - policy().registers_beside_tiles.value
    };
    let fits = |&bits: &usize| live(module, kernel, bits) <= room(bits);
    // Absent: what does not fit is spread over as many threads as there can be.
    (usual..most).find(fits).unwrap_or(most.max(usual))
}

/// Registers that a thread can have in a CTA of so many threads, of which there is at least one on an SM.
pub fn of_thread(target: &Target, threads: u32) -> u32 {
    (target.registers_per_sm.value / threads.max(1)).min(target.registers_per_thread.value)
}

/// Registers of a thread that tiles of a kernel in the input language take where they take the most, with `2^warp_bits` warps.
pub fn live(module: &Module, kernel: Op, warp_bits: usize) -> i64 {
    let mut scan = Scan {
        module,
        thread_bits: LANE_BITS + warp_bits,
        live: FxHashSet::default(),
        counts: counts(module, kernel),
        registers: 0,
        most: 0,
    };
    scan.regions(kernel);
    scan.most
}

/// The tiles whose elements follow from their places and from numbers that all threads share, by at most an instruction each:
/// they are made again wherever they are used.
fn counts(module: &Module, kernel: Op) -> FxHashSet<Value> {
    let blocks = module.regions(kernel).iter().flat_map(|&region| module.blocks(region));
    let mut counts = FxHashSet::default();
    for op in blocks.flat_map(|&block| module.walk(block)) {
        let made_again = match module.kind(op) {
            cuda_tile::CONSTANT | cuda_tile::IOTA => true,
            cuda_tile::RESHAPE
            | cuda_tile::BROADCAST
            | cuda_tile::ADDI
            | cuda_tile::SUBI
            | cuda_tile::CMPI
            | cuda_tile::EXTI
            | cuda_tile::TRUNCI => {
                let is_shared = |value: &Value| module.shape(module.ty(*value)).is_empty();
                let operands = module.operands(op);
                operands.iter().all(|value| counts.contains(value) || is_shared(value))
            }
            // Absent: whatever else is computed is kept.
            _ => false,
        };
        if made_again {
            counts.extend(module.results(op));
        }
    }
    counts
}

/// A walk from the end of a kernel to its beginning.
struct Scan<'m> {
    module: &'m Module,
    /// Threads of the CTA, as a power of two.
    thread_bits: usize,
    live: FxHashSet<Value>,
    counts: FxHashSet<Value>,
    /// Registers of what is live.
    registers: i64,
    most: i64,
}

impl Scan<'_> {
    fn block(&mut self, block: Block) {
        let ops: Vec<Op> = self.module.ops(block).collect();
        for op in ops.into_iter().rev() {
            let def = self.module.def(op);
            let elementwise = def.has(PURE) && !def.does(EXCHANGES);
            self.count(elementwise);
            for &result in self.module.results(op) {
                self.end(result);
            }
            self.regions(op);
            for &operand in self.module.operands(op) {
                self.begin(operand);
            }
            self.count(elementwise);
        }
        for &argument in self.module.arguments(block) {
            self.end(argument);
        }
    }

    /// Counts what is live now, unless it is only between the elements of a chain.
    fn count(&mut self, elementwise: bool) {
        if !elementwise {
            self.most = self.most.max(self.registers);
        }
    }

    fn regions(&mut self, op: Op) {
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
        if let Some(held) = self.held(value)
            && self.live.insert(held)
        {
            self.registers += self.registers_of(held);
        }
    }

    fn end(&mut self, value: Value) {
        if self.live.remove(&value) {
            self.registers -= self.registers_of(value);
        }
    }

    /// The value whose registers hold this one; none: it is made where it is used.
    fn held(&self, mut value: Value) -> Option<Value> {
        while let Some(op) = self.module.defining_op(value) {
            match self.module.kind(op) {
                cuda_tile::RESHAPE | cuda_tile::BROADCAST => value = self.module.only_operand(op),
                _ => break,
            }
        }
        (!self.counts.contains(&value)).then_some(value)
    }

    fn registers_of(&self, value: Value) -> i64 {
        let ty = self.module.ty(value);
        if !self.module.is_tile_like(ty) {
            return 0;
        }
        let elements = self.module.shape(ty).iter().product::<i64>() >> self.thread_bits;
        let bits = i64::from(self.module.element_bits(ty));
        match bits {
            // Predicates are packed.
            1 => elements / 32,
            _ => elements * ((bits + 31) / 32),
        }
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

    fn live_of(module: &Module, warp_bits: usize) -> i64 {
        live(module, entry(module), warp_bits)
    }

    fn entry(module: &Module) -> Op {
        module.ops(module.top()).next().unwrap()
    }

    #[test]
    fn tiles_take_registers_from_their_load_to_their_last_use() {
        let both = kernel(1024, "%c = addf %a, %b : TILE");
        assert_eq!(live_of(&both, 2), 2 * 1024 / 128);
        assert_eq!(live_of(&both, 3), 2 * 1024 / 256);
        // The first tile is stored, the second one is not used.
        assert_eq!(live_of(&kernel(1024, "%c = addf %a, %a : TILE"), 2), 1024 / 128);
    }

    #[test]
    fn what_is_only_between_elementwise_ops_is_never_whole() {
        let chain = "%x = mulf %a, %b : TILE %u = subf %a, %b : TILE %q = addf %x, %u : TILE %c = addf %q, %x : TILE";
        assert_eq!(live_of(&kernel(1024, chain), 2), 2 * 1024 / 128);
        // But what a reduction leaves alive is.
        let reduced = "%x = mulf %a, %b : TILE
            %s = reduce %x dim=0 identities=[0.0 : f32] : TILE -> tile<f32> (%l: tile<f32>, %r: tile<f32>) {
              %m = addf %l, %r : tile<f32>
              yield %m : tile<f32>
            }
            %u = addf %a, %b : TILE %c = addf %x, %u : TILE";
        assert_eq!(live_of(&kernel(1024, reduced), 2), 3 * 1024 / 128);
    }

    #[test]
    fn counts_and_repeated_numbers_take_none() {
        let body = "%one = constant <f32: 1.0> : TILE
            %x = addf %a, %b : TILE
            %c = addf %x, %one : TILE";
        assert_eq!(live_of(&kernel(1024, body), 2), 2 * 1024 / 128);
    }

    #[test]
    fn a_cta_has_more_warps_where_its_tiles_do_not_fit() {
        let target = tilewright_machine::target("sm_90a").unwrap();
        let warps = |elements| {
            let module = kernel(elements, "%c = addf %a, %b : TILE");
            1 << warp_bits(&module, entry(&module), target, 2)
        };
        assert_eq!(warps(8192), 4);
        assert_eq!(warps(16384), 8);
        assert_eq!(warps(1 << 16), 32);
        // Nothing holds this; it is spread as far as it can be.
        assert_eq!(warps(1 << 20), 32);
    }
}
