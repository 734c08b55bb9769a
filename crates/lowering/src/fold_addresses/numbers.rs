//! The ranges of 32-bit integers, and the powers of two that divide them.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tilewright_ir::dominance::successors;
use tilewright_ir::entity::{Entity, EntityMap};
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cf, nvvm};
use tilewright_ir::{Block, Module, Op, Value};

/// Ops of more levels are not looked into.
const DEEPEST: usize = 8;
/// The most CTAs along the second and third dimension of a grid, by the CUDA programming guide; along the first one are more than
/// half of all integers.
const MOST_CTAS: i64 = 65535;

/// The 32-bit integer that a value is with its sign.
pub fn extended(module: &Module, value: Value) -> Option<Value> {
    let op = module.defining_op(value).filter(|&op| module.kind(op) == arith::EXTI)?;
    let source = module.only_operand(op);
    let fits = module.scalar(module.ty(source)).is_some_and(|scalar| scalar.bits == 32);
    (fits && module.keyword(op, "signedness") == "signed").then_some(source)
}

/// The two sides of an op that has them.
pub fn sides(module: &Module, op: Op) -> Option<[Value; 2]> {
    let [lhs, rhs] = [operand::LHS, operand::RHS].map(|name| module.operand_named(op, name));
    Some([lhs?, rhs?])
}

/// The ranges of results that were found, and where they are by what was asked.
type Ranges = (FxHashMap<u64, usize>, Vec<Option<[i64; 2]>>);

/// Facts about the integers of a kernel.
pub struct Numbers<'m> {
    module: &'m Module,
    /// Threads of a CTA.
    threads: i64,
    /// The largest numbers that values can be in a block, by the branches on the way to it.
    limits: EntityMap<Block, Vec<(Value, i64)>>,
    /// Numbers found already: addresses are made of the same sums.
    found: RefCell<Ranges>,
}

impl<'m> Numbers<'m> {
    /// The facts of a kernel of so many threads, whose blocks are in reverse postorder.
    pub fn of(module: &'m Module, blocks: &[Block], threads: i64) -> Self {
        let mut ways: EntityMap<Block, u32> = EntityMap::default();
        for next in blocks.iter().flat_map(|&block| successors(module, block)) {
            // Absent: none yet.
            let so_far = ways.get(next).copied().unwrap_or(0);
            ways.insert(next, so_far + 1);
        }
        let mut numbers = Self {
            module,
            threads,
            limits: EntityMap::default(),
            found: RefCell::default(),
        };
        for &block in blocks {
            for (side, next) in successors(module, block).into_iter().enumerate() {
                if ways.get(next) == Some(&1) {
                    // Absent: nothing is known of the block.
                    let mut limits = numbers.limits.get(block).cloned().unwrap_or_default();
                    limits.extend((side == 0).then(|| numbers.limit(block)).flatten());
                    numbers.limits.insert(next, limits);
                }
            }
        }
        numbers
    }

    /// A value and the largest number that it can be where the branch at the end of a block is taken.
    fn limit(&self, block: Block) -> Option<(Value, i64)> {
        let module = self.module;
        let branch = module.last_op(block).filter(|&op| module.kind(op) == cf::COND_BR)?;
        let compare = module.defining_op(module.operand_named(branch, operand::CONDITION)?)?;
        let is_below = module.kind(compare) == arith::CMPI
            && module.keyword(compare, "signedness") == "signed"
            && module.keyword(compare, "predicate") == "less_than";
        let [value, bound] = sides(module, compare).filter(|_| is_below)?;
        (module.scalar(module.ty(value))?.bits == 32).then(|| (value, self.range(bound, Some(block), DEEPEST)[1] - 1))
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The 32-bit integer that an op makes wider, whose sign it keeps or which has none.
    pub fn wider(&self, op: Op) -> Option<Value> {
        let module = self.module;
        let source = module.only_operand(op);
        let fits = module.scalar(module.ty(source)).is_some_and(|scalar| scalar.bits == 32);
        let keeps =
            module.keyword(op, "signedness") == "signed" || self.range(source, module.parent(op), DEEPEST)[0] >= 0;
        (fits && keeps).then_some(source)
    }

    /// Whether the result of an op on 32-bit integers is that of whole numbers, without wrapping.
    pub fn is_exact(&self, op: Op) -> bool {
        let at = self.module.parent(op);
        let apart = |[lhs, rhs]: [Value; 2]| self.is_below(lhs, rhs, at) || self.is_below(rhs, lhs, at);
        self.whole(op, at, DEEPEST).is_some_and(fits)
            || self.module.kind(op) == arith::ADDI && sides(self.module, op).is_some_and(apart)
    }

    /// Whether a number is not negative and less than a power of two that divides another one: their sum has the bits of both.
    fn is_below(&self, small: Value, other: Value, at: Option<Block>) -> bool {
        let [least, most] = self.range(small, at, DEEPEST);
        least >= 0 && most < 1 << self.zeros(other, DEEPEST)
    }

    /// The power of two that divides a number, at most 2^31.
    fn zeros(&self, value: Value, depth: usize) -> u32 {
        let module = self.module;
        if let Some(number) = module.constant_int(value) {
            return number.trailing_zeros().min(31);
        }
        let (Some(op), Some(deeper)) = (module.defining_op(value), depth.checked_sub(1)) else {
            return 0;
        };
        // Absent: an op of one number may give any.
        let Some([lhs, rhs]) = sides(module, op) else {
            return 0;
        };
        let of = |side: Value| self.zeros(side, deeper);
        let zeros = match module.kind(op) {
            arith::ADDI | arith::SUBI => of(lhs).min(of(rhs)),
            arith::MULI => of(lhs) + of(rhs),
            // Absent: nothing is known of the number of bits.
            arith::SHLI => of(lhs) + module.constant_int(rhs).map_or(0, |by| by.clamp(0, 31) as u32),
            // Absent: any number.
            _ => 0,
        };
        zeros.min(31)
    }

    /// The least and the largest number that a value can be, read with its sign, where a block is run.
    fn range(&self, value: Value, at: Option<Block>, depth: usize) -> [i64; 2] {
        // Absent: no branch says anything of it.
        let limits = at.and_then(|at| self.limits.get(at)).map_or(&[][..], Vec::as_slice);
        let [least, most] = self.own_range(value, at, depth);
        let limit = limits
            .iter()
            .filter(|&&(of, _)| of == value)
            .map(|&(_, limit)| limit)
            .min();
        // Absent: what makes it is all that is known.
        [least, limit.map_or(most, |limit| most.min(limit))]
    }

    /// The least and the largest number that a value can be by what makes it.
    fn own_range(&self, value: Value, at: Option<Block>, depth: usize) -> [i64; 2] {
        let module = self.module;
        let any = [i64::from(i32::MIN), i64::from(i32::MAX)];
        if let Some(number) = module.constant_int(value) {
            return [number, number];
        }
        let (Some(op), Some(deeper)) = (module.defining_op(value), depth.checked_sub(1)) else {
            return any;
        };
        if module.kind(op) == nvvm::READ_SREG {
            return match module.keyword(op, "register") {
                "tid.x" => [0, self.threads - 1],
                "ctaid.y" | "ctaid.z" => [0, MOST_CTAS - 1],
                "ctaid.x" => [0, any[1] - 1],
                // Absent: any number.
                _ => any,
            };
        }
        // Absent: it may wrap.
        self.whole(op, at, deeper).filter(|&range| fits(range)).unwrap_or(any)
    }

    /// The range of an op's result as a whole number.
    fn whole(&self, op: Op, at: Option<Block>, depth: usize) -> Option<[i64; 2]> {
        let asked = ((op.index() as u64) << 32) + (at.index() * (DEEPEST + 1) + depth) as u64;
        if let Some(&known) = self.found.borrow().0.get(&asked) {
            return self.found.borrow().1[known];
        }
        let range = self.whole_anew(op, at, depth);
        let mut found = self.found.borrow_mut();
        let place = found.1.len();
        found.0.insert(asked, place);
        found.1.push(range);
        range
    }

    fn whole_anew(&self, op: Op, at: Option<Block>, depth: usize) -> Option<[i64; 2]> {
        let [lhs, rhs] = sides(self.module, op)?;
        let [a, b] = [lhs, rhs].map(|side| self.range(side, at, depth));
        let by = self.module.constant_int(rhs).filter(|by| (0..31).contains(by));
        match self.module.kind(op) {
            arith::ADDI => Some([a[0] + b[0], a[1] + b[1]]),
            arith::SUBI => Some([a[0] - b[1], a[1] - b[0]]),
            arith::MULI => {
                let products = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]];
                Some([*products.iter().min()?, *products.iter().max()?])
            }
            arith::SHLI => by.map(|by| a.map(|end| end << by)),
            arith::SHRI => by.filter(|_| a[0] >= 0).map(|by| a.map(|end| end >> by)),
            arith::ANDI if b[0] >= 0 => Some([0, b[1]]),
            // Absent: any number.
            _ => None,
        }
    }
}

/// Whether a range is one of 32-bit integers.
fn fits(range: [i64; 2]) -> bool {
    range.iter().all(|&end| i32::try_from(end).is_ok())
}
