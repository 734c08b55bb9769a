//! Sums that have agents of their own: where operands are made of the accumulators of a product, transformers make them, and the consumers
//! are left with what follows from the others. In an attention loop that is the correction of FlashAttention-4.
//!
//! ```text
//! transformer                                  consumer
//!   wait s; %s = tensor.read                     wait scale; %scale = slot_read; release scale
//!   %scale = ...; acquire scale; slot_write      wait o; %o = tensor.read; release o
//!   %p = ...; tensor.write %p over s; commit     %acc = fma %acc, %scale, %o
//! ```
//!
//! The tiles that consumers take of the others have an element for each row, and go through slots in shared memory: in each iteration, or once the
//! loop is done.

use super::ring_issued::Issued;
use super::ring_loop::{RingLoop, Written};
use super::ring_operand::is_made_of;
use super::slice::ended_by;
use super::transformer::can_make;
use super::why::AgentRefusal;
use tilewright_ir::op_def::traits::{PURE, TERMINATOR};
use tilewright_ir::ops::{nv_tileas, scf};
use tilewright_ir::{Module, Op, Value};
use tilewright_sorted::SortedSet;
use tilewright_units::Role;
use tilewright_units::product::is_dot;

/// Bytes of a row of a box in which tiles of an element for each row lie.
const SPAN: i64 = 128;

/// The parts of a kernel whose consumers only add up.
#[derive(Default)]
pub(super) struct Parts {
    /// The values that follow from accumulators.
    sums: SortedSet<Value>,
    /// The ops in the bodies of loops that consumers do not have.
    pub(super) alone: Vec<Op>,
}

impl Parts {
    /// The parts, once accumulators are known to be apart.
    pub(super) fn of(module: &Module, found: &RingLoop) -> Self {
        let mut parts = Self {
            sums: following(module, found),
            alone: Vec::new(),
        };
        let bodies = found.loops.iter().flat_map(|&op| module.regions(op)).copied();
        for body in bodies.filter_map(|region| module.entry_block(region)) {
            let own: Vec<Op> = module.ops(body).collect();
            for op in own.into_iter().rev() {
                if parts.is_others(module, found, op) {
                    parts.alone.push(op);
                }
            }
        }
        parts
    }

    /// Whether an op of a body, those behind which are parted, is of the transformers alone.
    fn is_others(&self, module: &Module, found: &RingLoop, op: Op) -> bool {
        let def = module.def(op);
        let is_control = def.has(TERMINATOR) || found.loads().any(|load| load.load == op) || is_dot(module, op);
        let results = module.results(op);
        if is_control || !results.iter().any(|&value| is_tile(module, value)) || self.has(results) {
            return false;
        }
        // Changes of shape take no time, and stand with those who take them.
        let is_free = matches!(def.kind, nv_tileas::VIEW | nv_tileas::PERMUTE | nv_tileas::BROADCAST);
        let mut users = results.iter().flat_map(|&value| module.uses(value));
        let is_theirs =
            |user: Op| self.alone.contains(&user) || module.def(user).has(TERMINATOR) || is_dot(module, user);
        !is_free || users.any(|site| is_theirs(site.op))
    }

    fn has(&self, values: &[Value]) -> bool {
        values.iter().any(|value| self.sums.contains(value))
    }

    /// The values that loops carry for transformers alone, with what they result in.
    pub(super) fn carried(&self, module: &Module, found: &RingLoop) -> Vec<Value> {
        let of = |&op: &Op| [module.loop_arguments(op), module.results(op)].concat();
        let all = found.loops.iter().flat_map(of);
        all.filter(|&value| is_tile(module, value) && !self.sums.contains(&value))
            .collect()
    }

    /// The tiles that consumers take of the others, with the op behind which each is there and whether that is in a loop's body.
    fn taken(&self, module: &Module, found: &RingLoop) -> Vec<(Value, Op, bool)> {
        let mut taken = Vec::new();
        for &op in self.alone.iter().rev() {
            let is_theirs =
                |user: Op| !self.alone.contains(&user) && !module.def(user).has(TERMINATOR) && !is_dot(module, user);
            let mut results = module.results(op).iter().copied();
            let value = results.find(|&value| module.uses(value).iter().any(|site| is_theirs(site.op)));
            taken.extend(value.map(|value| (value, op, true)));
        }
        let carried = self.carried(module, found);
        for &for_op in &found.loops {
            for &value in module.results(for_op).iter().filter(|value| carried.contains(value)) {
                // The start of another loop's is handed on by those who carry it.
                let is_handed_on = |user: Op| found.loops.contains(&user);
                if module.uses(value).iter().any(|site| !is_handed_on(site.op)) {
                    taken.push((value, for_op, false));
                }
            }
        }
        taken
    }
}

/// Whether a value has several elements.
fn is_tile(module: &Module, value: Value) -> bool {
    module.shape(module.ty(value)).iter().product::<i64>() > 1
}

/// Whether a left operand is made of accumulators.
fn is_made(module: &Module, found: &RingLoop, own: &Issued) -> bool {
    let mut tiles = found.written.iter();
    own.is_of_loop() || tiles.any(|tile| is_made_of(module, tile.at, tile.value, |op| op == own.dot))
}

/// The values that follow from accumulators of which no operand is made.
fn following(module: &Module, found: &RingLoop) -> SortedSet<Value> {
    let sums = found.issued.iter().filter(|own| !is_made(module, found, own));
    let mut work: Vec<Value> = sums.map(|own| own.value).collect();
    let mut all = SortedSet::new();
    while let Some(value) = work.pop() {
        if !all.insert(value) {
            continue;
        }
        for site in module.uses(value) {
            let operands = module.operands(site.op);
            let (control, handed) = match module.kind(site.op) {
                scf::FOR | scf::LOOP => (Some(site.op), module.loop_inits(site.op)),
                scf::CONTINUE | scf::BREAK | scf::YIELD => (ended_by(module, site.op), operands),
                // Absent: an op that hands nothing on from one iteration or branch.
                _ => (None, operands),
            };
            let Some(control) = control.filter(|&op| module.def(op).dialect() == "scf") else {
                work.extend(module.results(site.op));
                continue;
            };
            for (place, _) in handed.iter().enumerate().filter(|(_, own)| **own == value) {
                let both = [module.loop_arguments(control), module.results(control)];
                work.extend(both.iter().filter_map(|values| values.get(place)));
            }
        }
    }
    all
}

impl RingLoop {
    /// The accumulators that transformers read, where consumers only add up.
    pub(super) fn read_by_others(&self, module: &Module) -> Vec<Value> {
        let own = self
            .issued
            .iter()
            .filter(|own| self.corrected && is_made(module, self, own));
        own.map(|own| own.value).collect()
    }

    /// The same kernel, whose consumers have no more than accumulators.
    ///
    /// # Errors
    /// Why its accumulators cannot be apart.
    pub fn corrected(&self, module: &Module) -> Result<Self, AgentRefusal> {
        let refused = |why| Err(AgentRefusal::NoCorrection(why));
        let (made, sums): (Vec<&Issued>, Vec<&Issued>) = self.issued.iter().partition(|own| is_made(module, self, own));
        if made.is_empty() || sums.is_empty() {
            return refused(
                "no operand is made of what a product leaves in tensor memory while another product is added up",
            );
        }
        let mut other = self.clone();
        other.corrected = true;
        let parts = Parts::of(module, &other);
        let is_plain = |&op: &Op| {
            module.def(op).has(PURE) && (module.regions(op).is_empty() || module.kind(op) == nv_tileas::REDUCE)
        };
        if !parts.alone.iter().all(is_plain) {
            return refused("more than loads and products of an iteration has effects");
        }
        for tile in &mut other.written {
            if parts.alone.contains(&tile.at) {
                tile.by = Role::Transformer;
            }
        }
        let rows = self.products.iter().map(|product| product.mnk[0]).min();
        for (value, at, inside) in parts.taken(module, &other) {
            let ty = module.ty(value);
            let shape = module.shape(ty);
            let along = shape.iter().position(|&extent| extent > 1);
            let bytes = shape.iter().product::<i64>() * i64::from(module.element_bytes(ty));
            let is_of_rows = shape.len() == 2 && Some(shape.iter().product()) == rows;
            let Some(contiguous) = along.filter(|_| is_of_rows && bytes % SPAN == 0) else {
                return refused("sums take more of what operands are made of than an element for each row");
            };
            other.written.push(Written {
                value,
                at,
                contiguous,
                span: SPAN,
                bytes,
                inside,
                over: None,
                by: Role::Transformer,
                single: false,
                chunk: None,
            });
        }
        if !other
            .written
            .iter()
            .all(|tile| tile.by != Role::Transformer || can_make(module, &other, *tile))
        {
            return refused("what operands are made of depends on what the kernel writes, or on sums");
        }
        for own in other.issued.iter_mut().filter(|own| !is_made(module, self, own)) {
            // Whoever only adds up is there when a product is done.
            own.slots = 1;
        }
        other.part(module);
        Ok(other)
    }
}
