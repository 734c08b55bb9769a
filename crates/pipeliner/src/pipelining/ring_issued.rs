//! Products of loops with rings that an issuer starts: their accumulators are in slots of tensor memory, from where threads read them.
//!
//! A slot holds the accumulators of one product, or of all products of a loop that does nothing else with them. To anything else that a
//! product is added to, threads add it once they have read it:
//!
//! ```text
//! %o = dot %p, %v, %scaled     ->     %pv = dot %p, %v, %zeros; %o = addf %scaled, %pv
//! ```

use super::RingLoop;
use super::ring_loop::{RingProduct, Side, in_rings};
use super::why::LoopRefusal;
use tilewright_ir::ops::{arith, scf};
use tilewright_ir::views::ForOp;
use tilewright_ir::{AttrData, Def, Module, Op, Ty, Value, WARP_THREADS, operand};
use tilewright_units::product::{is_dot, matrix};
use tilewright_units::tensor_memory::{columns, most_columns};

/// Accumulators that an issuer leaves in slots of tensor memory.
#[derive(Clone, Copy, Debug)]
pub struct Issued {
    /// The product.
    pub dot: Op,
    /// The op after which they are there: the product, or the loop that adds up its products there.
    pub at: Op,
    /// The tile that they are: what that op makes.
    pub value: Value,
    /// The slots.
    pub slots: i64,
}

impl Issued {
    /// The accumulators of a product.
    pub fn of(module: &Module, dot: Op) -> Self {
        let (at, result) = match accumulated(module, dot) {
            Some((for_op, place)) => (for_op, place),
            None => (dot, 0),
        };
        Self {
            dot,
            at,
            value: module.result(at, result),
            slots: 1 + i64::from(is_in_loop(module, at)),
        }
    }

    /// Whether they are those of all products of a loop.
    pub fn is_of_loop(&self) -> bool {
        self.at != self.dot
    }

    /// Columns of tensor memory that a slot has.
    pub fn columns(&self, module: &Module) -> i64 {
        // Absent: products of such loops are of matrices.
        matrix(module.shape(module.ty(self.value))).map_or(0, columns)
    }
}

impl RingLoop {
    /// Gives accumulators their slots: two where products follow each other and there are columns, so that one is read while the next
    /// is made.
    ///
    /// # Errors
    /// Not even one each has columns.
    pub(super) fn place_accumulators(&mut self, module: &Module) -> Result<(), LoopRefusal> {
        let most = most_columns();
        // Those of whole loops are waited for by the end of a loop alone.
        for of_loops in [true, false] {
            if self.used_columns(module) > most {
                let own = self.issued.iter_mut().filter(|own| own.is_of_loop() == of_loops);
                own.for_each(|own| own.slots = 1);
            }
        }
        match self.used_columns(module) {
            used if used > most => {
                let share = most / (self.issued.len().max(1) as i64);
                Err(LoopRefusal::TensorMemory {
                    used,
                    most,
                    // Absent: there are more accumulators than columns.
                    each: share.checked_ilog2().map_or(0, |log| 1 << log),
                })
            }
            _ => Ok(()),
        }
    }

    /// Columns of tensor memory that accumulators take, and scales.
    pub(super) fn used_columns(&self, module: &Module) -> i64 {
        let rings = self.accumulator_rings(module);
        let accumulators = rings.iter().map(|all| all[0].slots * all[0].columns(module));
        let scales = self.scale_places(module);
        let scales = scales.iter().map(|(_, slots, columns)| slots * columns);
        accumulators.chain(scales).sum()
    }

    /// The rings of accumulators, each with those that its slots have one after the other: loops that follow each other share rings. Those
    /// of whole loops have each their own, since they may be read in any order.
    pub fn accumulator_rings(&self, module: &Module) -> Vec<Vec<Issued>> {
        let form = |own: &Issued| (module.ty(own.value), own.slots);
        let in_loop = |op: &Op| module.kind(*op) == scf::FOR;
        let home = |own: &Issued| module.parent_op(own.at).filter(|op| !own.is_of_loop() && in_loop(op));
        in_rings(module, &self.issued, |one, other| form(one) == form(other), home)
    }

    /// The values that stand for accumulators while a loop adds them up, and nowhere else: nobody has them in registers.
    pub fn in_tensor_memory(&self, module: &Module) -> Vec<Value> {
        let of = |own: &Issued| {
            let made = module.result(own.dot, 0);
            let acc = module.required_operand(own.dot, operand::ACC);
            own.is_of_loop().then_some([made, acc])
        };
        self.issued.iter().filter_map(of).flatten().collect()
    }

    /// The products with scales, with the slots that these have in tensor memory and the columns of each: as many slots as shared memory
    /// has for them.
    pub fn scale_places(&self, module: &Module) -> Vec<(Op, i64, i64)> {
        let of = |product: &RingProduct| {
            let mut tiles = self.written.iter();
            let tile = tiles.find(|tile| product.scales.contains(&Side::Slots(tile.value)))?;
            Some((product.dot, tile.slots(false), scale_columns(module, product.dot)))
        };
        self.products.iter().filter_map(of).collect()
    }

    /// The accumulators that an op makes.
    pub fn accumulators_of(&self, op: Op) -> impl Iterator<Item = &Issued> {
        self.issued.iter().filter(move |own| own.at == op)
    }
}

/// Columns of tensor memory that the scales of a product are copied to.
fn scale_columns(module: &Module, dot: Op) -> i64 {
    let bytes = |name| {
        let tile = module.operand_named(dot, name).map(|tile| module.ty(tile));
        // Absent: a product without scales.
        tile.map_or(0, |ty| module.shape(ty).iter().product::<i64>())
    };
    // A column has four scales for each of the rows that lanes of one warp hold.
    (bytes(operand::LHS_SCALE) + bytes(operand::RHS_SCALE)) / (4 * WARP_THREADS)
}

/// Whether an op is inside of a loop.
fn is_in_loop(module: &Module, op: Op) -> bool {
    let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    around.any(|op| matches!(module.kind(op), scf::FOR | scf::LOOP))
}

/// The loop that adds up a product and does nothing else with its accumulators, with their place among its results.
fn accumulated(module: &Module, dot: Op) -> Option<(Op, usize)> {
    let acc = module.required_operand(dot, operand::ACC);
    let Def::Argument(block, index) = module.value_def(acc) else {
        return None;
    };
    let place = (index as usize).checked_sub(1)?;
    let for_op = module.owner(block).filter(|&op| module.kind(op) == scf::FOR)?;
    let end = module.last_op(block)?;
    let made = module.result(dot, 0);
    let is_alone = module.uses(acc).len() == 1 && module.uses(made).len() == 1;
    let is_handed_on = module.parent(dot) == Some(block) && module.operands(end).get(place) == Some(&made);
    (is_alone && is_handed_on).then_some((for_op, place))
}

/// The kernel with products that start from nothing; what they were added to is added by threads.
pub fn apart(module: &Module, contract: bool) -> Module {
    let mut new = module.clone();
    let dots = new.walk(new.top()).into_iter();
    let dots: Vec<Op> = dots.filter(|&op| is_dot(module, op)).collect();
    for dot in dots {
        let (at, sum, site) = match accumulated(&new, dot) {
            Some((for_op, place)) => {
                // Absent: such a loop has bounds before what it carries.
                let inits = ForOp::of(&new, for_op).map_or(0, |own| new.operands(for_op).len() - own.inits.len());
                (for_op, new.result(for_op, place), inits + place)
            }
            None => {
                let acc = new.required_operand(dot, operand::ACC);
                // Absent: every product has one.
                let site = new.operands(dot).iter().rposition(|&value| value == acc).unwrap_or(0);
                (dot, new.result(dot, 0), site)
            }
        };
        let start = new.operands(at)[site];
        if is_zero(&new, start) {
            continue;
        }
        let ty = new.ty(start);
        let zeros = zeros(&mut new, at, ty);
        new.set_operand(at, site, zeros);
        add_behind(&mut new, at, (start, sum), contract);
    }
    new
}

/// Whether a tile is a constant whose elements are all plus zero.
pub(super) fn is_zero(module: &Module, tile: Value) -> bool {
    let made = module
        .defining_op(tile)
        .filter(|&op| module.kind(op) == arith::CONSTANT);
    made.is_some_and(|op| matches!(module.dense_attr(op, "value"), Some([0])))
}

/// A tile of zeros before an op.
fn zeros(module: &mut Module, before: Op, ty: Ty) -> Value {
    let loc = module.loc(before);
    let bits = AttrData::Dense { ty, bits: [0].into() };
    let bits = module.intern_attr(bits);
    let constant = module.create_op(module.record_of(arith::CONSTANT), &[], &[ty], loc);
    module.set_attr(constant, "value", bits);
    module.insert_before(before, constant);
    module.result(constant, 0)
}

/// Adds what an op makes to something, for all that take it: as one multiplication and addition, where that is allowed.
fn add_behind(module: &mut Module, after: Op, (start, sum): (Value, Value), contract: bool) {
    let (ty, loc) = (module.ty(sum), module.loc(after));
    let is_float = module.element_scalar(ty).is_some_and(|scalar| scalar.is_float());
    let scaled = module
        .defining_op(start)
        .filter(|&op| contract && is_float && module.kind(op) == arith::MULF && module.uses(start).len() <= 1);
    let (kind, operands) = match (scaled, is_float) {
        (Some(product), _) => (arith::FMA, [&module.operands(product)[..2], &[start]].concat()),
        (None, true) => (arith::ADDF, vec![start, start]),
        (None, false) => (arith::ADDI, vec![start, start]),
    };
    let lists: Vec<&[Value]> = operands.iter().map(std::slice::from_ref).collect();
    let added = module.create_op(module.record_of(kind), &lists, &[ty], loc);
    if is_float {
        let word = module.intern_name("nearest_even");
        let rounding = module.intern_attr(AttrData::Keyword(word));
        module.set_attr(added, "rounding", rounding);
    }
    let whole = module.result(added, 0);
    module.replace_uses(sum, whole);
    module.set_operand(added, operands.len() - 1, sum);
    // Neither a product nor a loop is a terminator: something follows.
    if let Some(next) = module.next_op(after) {
        module.insert_before(next, added);
    }
    // A schedule would give time to what nobody takes any more, and an earlier stage to what that takes.
    if let Some(product) = scaled.filter(|_| module.uses(start).is_empty()) {
        module.erase(product);
    }
}
