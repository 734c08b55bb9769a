//! The start of the kernel: constants that are known without an op of their own, promises about addresses; and the ends of
//! blocks that need not be written.

use super::clean::remove_dead;
use super::rebuild::{arguments, ends, inits, is_loop};
use super::{Set, set_of};
use crate::arrays::promised;
use crate::eval::Eval;
use crate::eval::constants::as_int;
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::dialects::cuda_tile::assume::DIV_BY;
use tilewright_ir::entity::EntityMap;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{AttrData, Block, Def, Module, Op, OpKind, Ty, Value as Ir};
use tilewright_sorted::SortedSet;

/// Finishes the kernel; `written` are its ops in the order in which they were made.
pub(crate) fn finish(eval: &mut Eval<'_>, entry: Block, written: &[Op]) {
    use_view_extents(eval);
    let mut ops = eval.m.walk(entry);
    let is_said = promise_alignment(eval, &ops);
    if !eval.lists.is_empty() {
        bare_addresses(&mut eval.m, entry);
    }
    let is_said = promise_carried(eval, &ops) || is_said;
    if promise_chosen(eval, &ops) || is_said {
        ops = eval.m.walk(entry);
    }
    materialise(eval, &ops, written);
    remove_dead(eval, entry);
    collect_statics(eval, entry);
    let anchor = eval.anchor;
    eval.m.erase(anchor);
    if eval.m.uses(eval.token).is_empty()
        && let Some(op) = eval.m.defining_op(eval.token)
    {
        eval.m.erase(op);
    }
    drop_implied_ends(&mut eval.m, entry);
}

/// Where an array is a tensor, everybody uses its sizes and strides as the tensor has them.
fn use_view_extents(eval: &mut Eval<'_>) {
    for array in eval.arrays.clone() {
        if eval.m.uses(array.view).is_empty() {
            continue;
        }
        for extent in array.sizes.iter().chain(&array.strides) {
            if extent.in_view == extent.ir {
                continue;
            }
            for used in eval.m.uses(extent.ir).to_vec() {
                if eval.m.results(used.op).first() != Some(&extent.in_view) {
                    eval.m.set_operand(used.op, used.index as usize, extent.in_view);
                }
            }
        }
    }
}

/// The promise for the address of an array of a list is that of its tensor: where there is none, pointers have promises of their own.
fn bare_addresses(m: &mut Module, entry: Block) {
    for op in m.walk(entry) {
        let is_address = |value| m.defining_op(value).is_some_and(|op| m.kind(op) == ct::INT_TO_PTR);
        if m.kind(op) != ct::ASSUME || !is_address(m.only_operand(op)) {
            continue;
        }
        let uses = m.uses(m.result(op, 0)).to_vec();
        if uses.iter().all(|used| is_computed_from(m.kind(used.op))) {
            let (promised, address) = (m.result(op, 0), m.only_operand(op));
            m.replace_uses(promised, address);
        }
    }
}

/// Whether an op that uses an address only hands it on, or computes others from it.
fn is_computed_from(kind: OpKind) -> bool {
    let is_handed_on = matches!(kind, ct::YIELD | ct::CONTINUE | ct::BREAK | ct::FOR | ct::LOOP);
    is_handed_on || matches!(kind, ct::OFFSET | ct::RESHAPE)
}

/// Addresses of single elements that are loaded from or stored to, and whole numbers that are stored by address or stand in for what
/// is not there: what they are a multiple of is said right after them. Whether there are any.
fn promise_alignment(eval: &mut Eval<'_>, ops: &[Op]) -> bool {
    let accesses = |kind| matches!(kind, ct::LOAD_PTR_TKO | ct::STORE_PTR_TKO);
    // Those that are known become constants, of which nothing is said.
    let known = match ops.iter().any(|&op| accesses(eval.m.kind(op))) {
        true => known_numbers(eval, ops, &folding(eval, ops)),
        false => Numbers::default(),
    };
    // Promises of views on sizes and strides are said.
    let extents = eval
        .arrays
        .iter()
        .flat_map(|array| array.sizes.iter().chain(&array.strides));
    let in_views = extents.filter(|extent| extent.in_view != extent.ir);
    let mut is_said = false;
    let mut said = set_of(in_views.filter_map(|extent| eval.m.defining_op(extent.in_view)));
    for &op in ops {
        let m = &mut eval.m;
        let kind = m.kind(op);
        let value = match kind {
            ct::OFFSET if is_accessed(m, op) => m.result(op, 0),
            _ if accesses(kind) => {
                let name = if kind == ct::STORE_PTR_TKO {
                    operand::VALUE
                } else {
                    operand::PADDING
                };
                match m.operands_named(op, name).first() {
                    Some(value) if is_whole(m, *value) && known.of(*value).is_none() && !eval.unset.contains(value) => {
                        *value
                    }
                    _ => continue,
                }
            }
            _ => continue,
        };
        let Some(made) = m.defining_op(value).filter(|&made| !said.contains(made)) else {
            continue;
        };
        let Some(divisor) = power(m, value, &eval.unset, &eval.divisors) else {
            continue;
        };
        let assume = assume_divisor(m, value, divisor, made);
        is_said = true;
        said.insert(assume, ());
        match m.next_op(made) {
            Some(next) => m.insert_before(next, assume),
            None => {
                if let Some(block) = m.parent(made) {
                    m.append(block, assume);
                }
            }
        }
    }
    is_said
}

/// Whether an address is that of a single element that is loaded or stored, not only one that others are computed from.
fn is_accessed(m: &Module, op: Op) -> bool {
    let pointer = m.result(op, 0);
    let uses = m.uses(pointer);
    let is_atomic = |op| matches!(m.kind(op), ct::ATOMIC_RMW_TKO | ct::ATOMIC_CAS_TKO);
    m.shape(m.ty(pointer)).iter().all(|&extent| extent == 1)
        && !uses.iter().any(|used| is_atomic(used.op))
        && !uses.iter().all(|used| is_computed_from(m.kind(used.op)))
}

/// Notes variables of a loop, and of those in it, that are multiples of nothing, before it is copied: of copies nothing is said, either.
pub(super) fn note_uneven(eval: &mut Eval<'_>, op: Op) {
    let m = &eval.m;
    let is_uneven =
        |argument: &Ir| is_whole(m, *argument) && power(m, *argument, &eval.unset, &eval.divisors).is_none();
    let body = m.entry_block(m.regions(op)[0]);
    let inner = body.map_or(Vec::new(), |body| m.walk(body));
    let loops = inner.into_iter().filter(|&op| is_loop(m.kind(op))).chain([op]);
    let uneven: Vec<Ir> = loops.flat_map(|op| arguments(m, op)).filter(is_uneven).collect();
    eval.uneven.extend(uneven);
}

/// Whether a value has whole numbers, neither truth values nor addresses.
fn is_whole(m: &Module, value: Ir) -> bool {
    let ty = m.ty(value);
    let scalar = m.element_scalar(ty);
    scalar.is_some_and(|scalar| !scalar.is_float() && scalar.bits > 1) && m.pointee(m.element(ty)).is_none()
}

/// The power of two above 1 that a value is a multiple of.
fn power(m: &Module, value: Ir, unset: &SortedSet<Ir>, said: &EntityMap<Ir, i64>) -> Option<i64> {
    let mut divisors = Divisors {
        m,
        unset,
        promised: said,
        open: SortedSet::default(),
        steps: 0,
    };
    let divisor = divisors.of(value);
    Some(promised(divisor)).filter(|power| *power > 1)
}

/// Whole numbers that a loop carries: what they are a multiple of in every round is said where the round starts. Whether there are any.
fn promise_carried(eval: &mut Eval<'_>, ops: &[Op]) -> bool {
    let m = &mut eval.m;
    let mut is_said = false;
    for &op in ops {
        if !is_loop(m.kind(op)) {
            continue;
        }
        let mut powers = Vec::new();
        let arguments = arguments(m, op).into_iter();
        for argument in arguments.filter(|argument| is_whole(m, *argument) && !eval.uneven.contains(argument)) {
            powers.extend(power(m, argument, &eval.unset, &eval.divisors).map(|power| (argument, power)));
        }
        let first = m.entry_block(m.regions(op)[0]).and_then(|body| m.first_op(body));
        let Some(first) = first else { continue };
        for (argument, divisor) in powers {
            let assume = assume_divisor(m, argument, divisor, op);
            m.insert_before(first, assume);
            is_said = true;
        }
    }
    is_said
}

/// Addresses of arrays that are chosen at run time, and sizes and strides that are chosen or computed, as those of slices: what they
/// are a multiple of is said for their views. Whether there are any.
fn promise_chosen(eval: &mut Eval<'_>, ops: &[Op]) -> bool {
    let m = &mut eval.m;
    let mut is_said = false;
    for &op in ops
        .iter()
        .filter(|&&op| m.kind(op) == ct::MAKE_TENSOR_VIEW)
        .collect::<Vec<_>>()
    {
        for (i, value) in m.operands(op).to_vec().into_iter().enumerate() {
            // Of an extent, what is chosen or computed is behind its bound.
            let bound = m
                .defining_op(value)
                .filter(|&bound| i > 0 && m.kind(bound) == ct::ASSUME);
            let chosen = bound.map_or(value, |bound| m.only_operand(bound));
            let from = match m.value_def(chosen) {
                Def::Result(from, _) if is_loop(m.kind(from)) || m.kind(from) == ct::IF => Some(from),
                Def::Result(from, _)
                    if bound.is_some_and(|bound| divisor_said(m, bound).is_none())
                        && !is_promised_argument(m, from) =>
                {
                    Some(from)
                }
                Def::Argument(block, _) if i == 0 && m.owner(block).is_some_and(|of| is_loop(m.kind(of))) => None,
                _ => continue,
            };
            let Some(divisor) = power(m, value, &eval.unset, &eval.divisors) else {
                continue;
            };
            let behind = bound.or(from);
            let assume = assume_divisor(m, value, divisor, behind.unwrap_or(op));
            let next = match behind {
                Some(behind) => m.next_op(behind),
                None => m.parent(op).and_then(|block| m.first_op(block)),
            };
            if let Some(next) = next {
                m.insert_before(next, assume);
                is_said = true;
            }
        }
    }
    is_said
}

/// Whether an op promises something of what a block is given: there it is said where the block starts.
fn is_promised_argument(m: &Module, op: Op) -> bool {
    m.kind(op) == ct::ASSUME && matches!(m.value_def(m.only_operand(op)), Def::Argument(..))
}

/// The number that an `assume` says its value is a multiple of, if it says so.
fn divisor_said(m: &Module, assume: Op) -> Option<i64> {
    match m.attr(assume, "predicate").map(|attr| m.attr_data(attr)) {
        Some(AttrData::Record(record, params)) if std::ptr::eq(*record, &DIV_BY) => Some(params.ints[0]),
        _ => None,
    }
}

/// An op that says what a value is a multiple of, and that all others use in its place. It is in no block yet.
fn assume_divisor(m: &mut Module, value: Ir, divisor: i64, at: Op) -> Op {
    let params = AttrParams {
        ints: smallvec::smallvec![divisor],
        ..AttrParams::default()
    };
    let predicate = m.intern_attr(AttrData::Record(&DIV_BY, params));
    let ty: Ty = m.ty(value);
    let assume = m.create_op(m.record_of(ct::ASSUME), &[&[value]], &[ty], m.loc(at));
    m.set_attr(assume, "predicate", predicate);
    let promised = m.result(assume, 0);
    m.replace_uses(value, promised);
    m.set_operand(assume, 0, value);
    assume
}

/// Divisors of values; 0 is a multiple of everything.
struct Divisors<'m> {
    m: &'m Module,
    /// Constants of which nothing is said.
    unset: &'m SortedSet<Ir>,
    /// Divisors of sizes and strides.
    promised: &'m EntityMap<Ir, i64>,
    /// Values that are being looked at: a loop adds nothing to what it starts from.
    open: SortedSet<Ir>,
    /// Values that were looked at: one that is used often is looked at as often.
    steps: u32,
}

/// Values that are looked at at most.
const MAX_STEPS: u32 = 10_000;

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

/// The divisor of what is a multiple of both; 0 is one of everything.
fn common(a: i64, b: i64) -> i64 {
    match a {
        0 => 0,
        _ => a / gcd(a, b) * b,
    }
}

impl Divisors<'_> {
    fn of(&mut self, value: Ir) -> i64 {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.open.len() > 200 {
            return 1;
        }
        if !self.open.insert(value) {
            return 0;
        }
        let mut divisor = self.compute(value);
        if let Some(&promised) = self.promised.get(value) {
            divisor = common(divisor, promised);
        }
        self.open.remove(&value);
        divisor
    }

    fn compute(&mut self, value: Ir) -> i64 {
        let m = self.m;
        let (op, index) = match m.value_def(value) {
            Def::Result(op, index) => (op, index as usize),
            Def::Argument(block, index) => {
                let Some(op) = m.owner(block).filter(|&op| is_loop(m.kind(op))) else {
                    return 1;
                };
                // The index of a loop is not carried.
                let skipped = u32::from(m.kind(op) == ct::FOR);
                match index.checked_sub(skipped) {
                    Some(index) => (op, index as usize),
                    None => return 1,
                }
            }
        };
        match m.kind(op) {
            ct::CONSTANT if self.unset.contains(&value) => 1,
            ct::CONSTANT => m.constant_int(value).unwrap_or(1).saturating_abs(),
            ct::ASSUME => {
                let inner = self.of(m.only_operand(op));
                common(inner, divisor_said(m, op).unwrap_or(1))
            }
            ct::ADDI | ct::SUBI => {
                let [lhs, rhs] = m.sides(op);
                gcd(self.of(lhs), self.of(rhs))
            }
            ct::MULI => {
                let [lhs, rhs] = m.sides(op);
                self.of(lhs).saturating_mul(self.of(rhs))
            }
            ct::NEGI | ct::ABSI | ct::EXTI | ct::RESHAPE | ct::BROADCAST | ct::PERMUTE => self.of(m.only_operand(op)),
            // Bits that are cut off leave multiples of powers of two what they are, and of nothing else.
            ct::TRUNCI => {
                let inner = self.of(m.only_operand(op));
                inner & inner.wrapping_neg()
            }
            ct::OFFSET => {
                let [pointer, offset] = m.required_operands(op, [operand::PTR, operand::OFFSET]);
                let pointee = m.pointee(m.element(m.ty(pointer))).and_then(|ty| m.scalar(ty));
                let bytes = pointee.map_or(1, |scalar| i64::from(scalar.bytes()));
                gcd(self.of(pointer), self.of(offset).saturating_mul(bytes))
            }
            ct::IF | ct::LOOP | ct::FOR => {
                let is_result = matches!(m.value_def(value), Def::Result(..));
                // A `loop` has no results but those of its breaks.
                let (starts, way_out) = match m.kind(op) {
                    ct::LOOP if is_result => (false, Some(ct::BREAK)),
                    ct::LOOP => (true, Some(ct::CONTINUE)),
                    kind => (kind == ct::FOR, None),
                };
                let mut all = match starts {
                    true => inits(m, op).get(index).map_or(1, |&init| self.of(init)),
                    false => 0,
                };
                let mut sources = ends(m, op);
                sources.retain(|&end| way_out.is_none_or(|kind| m.kind(end) == kind));
                for end in sources {
                    all = m.operands(end).get(index).map_or(1, |&value| gcd(all, self.of(value)));
                }
                all
            }
            _ => 1,
        }
    }
}

/// Of these ops, those that are replaced by a constant of the prologue where their number is known. The indices of strided views are
/// cut to 32 bits last of all.
pub(super) fn folding(eval: &Eval<'_>, ops: &[Op]) -> Set<Op> {
    let m = &eval.m;
    let folds = |op: &Op| match m.kind(*op) {
        ct::TRUNCI => !eval.narrowed.contains(m.result(*op, 0)),
        kind => matches!(kind, ct::EXTI | ct::ASSUME | ct::RESHAPE | ct::BROADCAST | ct::PERMUTE),
    };
    set_of(ops.iter().copied().filter(folds))
}

/// Whole numbers and truth values that are known, although an op computes them, become constants of the prologue.
fn materialise(eval: &mut Eval<'_>, ops: &[Op], written: &[Op]) {
    let folding = folding(eval, ops);
    let known = known_numbers(eval, ops, &folding);
    let m = &mut eval.m;
    let homeless: SortedSet<Op> = eval.homeless.iter().copied().collect();
    let there = set_of(ops.iter().copied());
    let before = set_of(written.iter().copied());
    let of_program = written.iter().filter(|op| there.contains(**op));
    let made_later = ops.iter().filter(|op| !before.contains(**op));
    for &op in of_program.chain(made_later) {
        if homeless.contains(&op) && m.parent(op).is_some() {
            m.detach(op);
            m.insert_before(eval.anchor, op);
        }
        if !folding.contains(op) {
            continue;
        }
        let value = m.result(op, 0);
        let Some(bits) = known.of(value).filter(|_| !eval.varying.contains(&value)) else {
            continue;
        };
        let is_needed = m
            .uses(value)
            .iter()
            .any(|used| !folding.contains(used.op) || known.of(m.result(used.op, 0)).is_none());
        if !is_needed {
            continue;
        }
        // Ops that stay where the number is used stay where it is used in another form.
        let mut source = op;
        while let Some(inner) = m.defining_op(m.only_operand(source)) {
            source = inner;
            if !folding.contains(inner) {
                break;
            }
        }
        let along = eval.along.get(source).cloned();
        let constant = constant_for(m, value, bits, op, eval.anchor);
        if let Some(along) = along {
            eval.along.insert(constant, along);
        }
    }
}

/// Puts a constant before an op in place of a value.
pub(super) fn constant_for(m: &mut Module, value: Ir, bits: u64, at: Op, before: Op) -> Op {
    let ty = m.ty(value);
    let attr = m.intern_attr(AttrData::Dense {
        ty,
        bits: [bits].into(),
    });
    let constant = m.create_op(m.record_of(ct::CONSTANT), &[], &[ty], m.loc(at));
    m.set_attr(constant, "value", attr);
    m.insert_before(before, constant);
    let new = m.result(constant, 0);
    m.replace_uses(value, new);
    constant
}

/// The number that a folding op makes of another.
pub(super) fn folded_bits(m: &Module, op: Op, bits: u64) -> u64 {
    match m.kind(op) {
        ct::EXTI => extended(m, op, bits),
        ct::TRUNCI => m.required_scalar(m.ty(m.result(op, 0))).kept(bits),
        _ => bits,
    }
}

/// The bits of values that are known.
#[derive(Default)]
pub(super) struct Numbers(EntityMap<Ir, Option<u64>>);

impl Numbers {
    /// The bits of a value.
    pub fn of(&self, value: Ir) -> Option<u64> {
        self.0.get(value).copied().flatten()
    }

    /// Sets them, or forgets them. Returns what they were.
    pub fn set(&mut self, value: Ir, bits: Option<u64>) -> Option<u64> {
        let before = self.of(value);
        self.0.insert(value, bits);
        before
    }
}

/// The whole numbers and truth values that are known.
pub(super) fn known_numbers(eval: &Eval<'_>, ops: &[Op], folding: &Set<Op>) -> Numbers {
    let mut known = Numbers::default();
    let m = &eval.m;
    for (value, &constant) in eval.constants.iter() {
        let scalar = m.element_scalar(m.ty(value)).filter(|scalar| !scalar.is_float());
        if let (Some(scalar), Some(int)) = (scalar, as_int(constant)) {
            known.set(value, Some(scalar.kept(int as u64)));
        }
    }
    for &op in ops {
        if folding.contains(op)
            && let Some(bits) = known.of(m.only_operand(op))
        {
            known.set(m.result(op, 0), Some(folded_bits(m, op, bits)));
        }
    }
    known
}

/// The bits of a number in a wider type.
fn extended(m: &Module, op: Op, bits: u64) -> u64 {
    let [from, to] = [m.only_operand(op), m.result(op, 0)].map(|value| m.required_scalar(m.ty(value)));
    match m.keyword(op, "signedness") {
        "signed" => to.kept(from.signed(bits) as u64),
        _ => to.kept(bits),
    }
}

/// The constant sizes and strides of views stand before all other constants, also those that nobody uses.
fn collect_statics(eval: &mut Eval<'_>, entry: Block) {
    let m = &mut eval.m;
    let mut statics = Vec::new();
    for array in &eval.arrays {
        let has_view = m.defining_op(array.view).is_some_and(|op| m.parent(op).is_some());
        let is_there = |op: &&Op| has_view || m.parent(**op).is_some();
        statics.extend(array.statics.iter().filter(is_there));
    }
    let moved: SortedSet<Op> = statics.iter().copied().collect();
    let is_other = |op: &Op| *op == eval.anchor || (m.kind(*op) == ct::CONSTANT && !moved.contains(op));
    let first = m.ops(entry).find(is_other).unwrap_or(eval.anchor);
    for op in statics {
        if m.parent(op).is_some() {
            m.detach(op);
            m.insert_before(first, op);
            continue;
        }
        let Some(attr) = m.attr(op, "value") else { continue };
        let ty = m.ty(m.result(op, 0));
        let new = m.create_op(m.record_of(ct::CONSTANT), &[], &[ty], m.loc(op));
        m.set_attr(new, "value", attr);
        m.insert_before(first, new);
    }
}

/// Ends that hand on nothing, where the end of the block says the same.
fn drop_implied_ends(m: &mut Module, entry: Block) {
    for op in m.walk(entry) {
        let kind = m.kind(op);
        for region in m.regions(op).to_vec() {
            let last = m.entry_block(region).and_then(|block| m.last_op(block));
            let Some(last) = last else { continue };
            let implied = match m.kind(last) {
                ct::YIELD => kind == ct::IF,
                ct::CONTINUE => is_loop(kind),
                _ => false,
            };
            if implied && m.operands(last).is_empty() {
                m.erase(last);
            }
        }
    }
}
