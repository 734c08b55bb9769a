//! Sums along the rows of accumulators that a loop carries, as softmax does: lanes that share a row add up what each of them has, and
//! what they have is added once, behind the loop. It takes leave (`--contract`): where a sum is scaled on its way, each part is.
//!
//! ```text
//! for iter(%l: tile<64x1>) {              for iter(%l: tile<64x4>) {           // a column for each lane of a row
//!   %s = sum of %p: tile<64>                %s = sums of %p: tile<64x4>        // of what each lane has
//!   %n = fma %l, %a, %s            ->       %n = fma %l, (broadcast %a), %s
//!   continue %n                             continue %n
//! }                                       }
//!                                         %r = sum of %l: tile<64>
//! ```

use crate::canonicalize::{remove_unused, splat_bits};
use tilewright_ir::ops::{arith, nv_tileas, scf};
use tilewright_ir::views::ForOp;
use tilewright_ir::{AttrData, Block, Module, Op, OpKind, Ty, Value};
use tilewright_machine::Target;
use tilewright_units::product::{lanes_of_row, products};

/// Carries such sums in parts. Whether there are any.
pub(crate) fn part(module: &mut Module, target: &Target) -> bool {
    // Absent: each thread has whole rows.
    let Some(columns) = lanes_of_row(target) else {
        return false;
    };
    let made = products(module);
    let shapes: Vec<Vec<i64>> = made
        .into_iter()
        .filter_map(|op| Some(module.shape(module.ty(*module.results(op).first()?)).to_vec()))
        .collect();
    let loops = module.walk(module.top()).into_iter();
    let loops: Vec<Op> = loops.filter(|&op| module.kind(op) == scf::FOR).collect();
    let mut parted = false;
    for for_op in loops {
        for place in 0..module.results(for_op).len() {
            let found = Carried::of(module, for_op, place);
            if let Some(sum) = found.filter(|sum| shapes.contains(&sum.shape) && sum.fits(columns)) {
                sum.part(module, columns);
                parted = true;
            }
        }
    }
    if parted {
        remove_unused(module);
    }
    parted
}

/// A sum that a loop carries: `sum * factor + (sum of a row)`, or without a factor.
struct Carried {
    for_op: Op,
    place: usize,
    /// The sum so far, in the loop.
    before: Value,
    /// The reduction of rows.
    reduce: Op,
    /// The shape of what is reduced.
    shape: Vec<i64>,
    /// The ops that make the next sum, the last of them last.
    steps: Vec<Op>,
}

impl Carried {
    fn of(module: &Module, for_op: Op, place: usize) -> Option<Self> {
        let body = ForOp::of(module, for_op)?.body?;
        let end = module.last_op(body)?;
        let ends = module.walk(body).into_iter();
        if ends.filter(|&op| module.kind(op) == scf::CONTINUE).count() != 1 {
            return None;
        }
        let before = *module.arguments(body).get(place + 1)?;
        let last = made_for(module, body, *module.operands(end).get(place)?)?;
        if module.uses(before).len() != 1 || !is_f32(module, before) {
            return None;
        }
        let (steps, added) = match module.kind(last) {
            arith::FMA => match *module.operands(last) {
                [one, other, added] if one == before || other == before => (vec![last], added),
                // Absent: the sum so far is no factor.
                _ => return None,
            },
            arith::ADDF => {
                let [one, other] = module.sides(last);
                let scaled = |value: Value| {
                    let op = made_for(module, body, value).filter(|&op| module.kind(op) == arith::MULF)?;
                    (is_usual(module, op) && module.sides(op).contains(&before)).then_some(op)
                };
                match (scaled(one), scaled(other)) {
                    (Some(product), _) => (vec![product, last], other),
                    (_, Some(product)) => (vec![product, last], one),
                    _ if one == before => (vec![last], other),
                    _ if other == before => (vec![last], one),
                    // Absent: nothing is added to the sum so far.
                    _ => return None,
                }
            }
            // Absent: what another op makes is no such sum.
            _ => return None,
        };
        let mut reduce = made_for(module, body, added)?;
        while module.kind(reduce) == nv_tileas::VIEW {
            reduce = made_for(module, body, module.only_operand(reduce))?;
        }
        if module.kind(reduce) != nv_tileas::REDUCE || !adds(module, reduce) || !is_usual(module, last) {
            return None;
        }
        let shape = module.shape(module.ty(module.only_operand(reduce))).to_vec();
        let is_row = module.required_int(reduce, "dim") + 1 == shape.len() as i64;
        is_row.then_some(Self {
            for_op,
            place,
            before,
            reduce,
            shape,
            steps,
        })
    }

    /// Whether each lane of a row has as many columns as the others.
    fn fits(&self, [lanes, together]: [i64; 2]) -> bool {
        self.shape
            .last()
            .is_some_and(|&columns| columns % (lanes * together) == 0)
    }

    fn part(&self, module: &mut Module, [lanes, together]: [i64; 2]) {
        // Absent: a tile that is reduced has dimensions.
        let Some((&columns, rows)) = self.shape.split_last() else {
            return;
        };
        let (reduce, dims) = (self.reduce, rows.len() as i64);
        let element = module.element(module.ty(self.before));
        let shaped = |module: &mut Module, tail: &[i64]| {
            let shape = [rows, tail].concat();
            module.make_tile_type(&shape, element, None)
        };
        let parts = shaped(module, &[lanes]);
        let each = shaped(module, &[1]);
        let result = module.result(self.for_op, self.place);
        let (whole, lines) = (module.ty(result), module.ty(module.result(reduce, 0)));
        // Behind the loop, before this reduction becomes another one.
        let rest = module.copy_op(reduce, self.parent(module), &mut Default::default());
        // The elements of a lane stand together.
        let rounds = columns / (lanes * together);
        let split = shaped(module, &[rounds, lanes, together]);
        // Of a shape that is never that of before: what lies one way is told by its shape.
        let turned = shaped(module, &[rounds, together, lanes]);
        let own = shaped(module, &[columns / lanes, lanes]);
        let mut tile = module.only_operand(reduce);
        tile = before(module, reduce, nv_tileas::VIEW, tile, split);
        tile = before(module, reduce, nv_tileas::PERMUTE, tile, turned);
        if let Some(permute) = module.defining_op(tile) {
            let order = (0..dims).chain([dims, dims + 2, dims + 1]);
            let order = module.intern_attr(AttrData::Ints(order.collect()));
            module.set_attr(permute, "permutation", order);
        }
        tile = before(module, reduce, nv_tileas::VIEW, tile, own);
        module.set_operand(reduce, 0, tile);
        let dim = module.intern_attr(AttrData::Int(dims));
        module.set_attr(reduce, "dim", dim);
        let sums = module.result(reduce, 0);
        module.set_ty(sums, parts);

        // The sum so far, factors and the next sum have a column for each lane, too.
        module.set_ty(self.before, parts);
        module.set_ty(result, parts);
        let mut own = vec![self.before, sums];
        for &step in &self.steps {
            for (index, operand) in module.operands(step).to_vec().into_iter().enumerate() {
                let value = match () {
                    () if own.contains(&operand) => operand,
                    () if is_view_of(module, operand, sums) => sums,
                    () => {
                        let column = before(module, step, nv_tileas::VIEW, operand, each);
                        before(module, step, nv_tileas::BROADCAST, column, parts)
                    }
                };
                module.set_operand(step, index, value);
            }
            let next = module.result(step, 0);
            module.set_ty(next, parts);
            own.push(next);
        }

        // The first lane begins with what there is before the loop.
        let slot = FIRST_INIT + self.place;
        let init = module.operands(self.for_op)[slot];
        let begun = self.begun(module, init, [each, parts]);
        module.set_operand(self.for_op, slot, begun);

        module.detach(rest);
        if let Some(next) = module.next_op(self.for_op) {
            module.insert_before(next, rest);
            let total = module.result(rest, 0);
            let total = before(module, next, nv_tileas::VIEW, total, whole);
            module.set_ty(module.result(rest, 0), lines);
            module.replace_uses(result, total);
            module.set_operand(rest, 0, result);
        }
    }

    /// The block in which the loop stands.
    fn parent(&self, module: &Module) -> Block {
        // Absent: a loop stands in a block.
        module.parent(self.for_op).unwrap_or(module.top())
    }

    /// The parts that a sum begins with: as many of it as there are lanes. Halving is exact.
    fn begun(&self, module: &mut Module, init: Value, [each, parts]: [Ty; 2]) -> Value {
        let at = self.for_op;
        // Absent: parts have a dimension of lanes.
        let lanes = module.shape(parts).last().copied().unwrap_or(1);
        let bits = match splat_bits(module, init) {
            Some(0) => 0,
            // Absent: a number that is not zero, or not known.
            _ => (1.0 / lanes as f32).to_bits(),
        };
        let attr = module.intern_attr(AttrData::Dense {
            ty: parts,
            bits: [u64::from(bits)].into(),
        });
        let constant = module.create_op(module.record_of(arith::CONSTANT), &[], &[parts], module.loc(at));
        module.set_attr(constant, "value", attr);
        module.insert_before(at, constant);
        let constant = module.result(constant, 0);
        if bits == 0 {
            return constant;
        }
        let column = before(module, at, nv_tileas::VIEW, init, each);
        let spread = before(module, at, nv_tileas::BROADCAST, column, parts);
        let scaled = module.create_op(
            module.record_of(arith::MULF),
            &[&[spread], &[constant]],
            &[parts],
            module.loc(at),
        );
        module.insert_before(at, scaled);
        module.result(scaled, 0)
    }
}

/// Operands of a loop before those that it carries: its bounds and its step.
const FIRST_INIT: usize = 3;

/// The op of a block that makes a value for one other alone.
fn made_for(module: &Module, body: Block, value: Value) -> Option<Op> {
    let op = module.defining_op(value)?;
    (module.parent(op) == Some(body) && module.uses(value).len() == 1).then_some(op)
}

/// Whether a value is another one under other shapes.
fn is_view_of(module: &Module, value: Value, source: Value) -> bool {
    let op = module
        .defining_op(value)
        .filter(|&op| module.kind(op) == nv_tileas::VIEW);
    value == source || op.is_some_and(|op| is_view_of(module, module.only_operand(op), source))
}

/// Whether a reduction of one tile adds its elements, and does nothing else.
fn adds(module: &Module, reduce: Op) -> bool {
    let body = module
        .regions(reduce)
        .first()
        .and_then(|&region| module.entry_block(region));
    // Absent: a reduction without a body adds nothing.
    let ops: Vec<Op> = body.map_or(Vec::new(), |body| module.ops(body).collect());
    let [combine, end] = ops[..] else { return false };
    module.operands(reduce).len() == 1
        && module.kind(combine) == arith::ADDF
        && is_usual(module, combine)
        && module.operands(end) == [module.result(combine, 0)]
        && body.is_some_and(|body| {
            let mut sides = module.sides(combine);
            let mut arguments = module.arguments(body).to_vec();
            sides.sort_unstable();
            arguments.sort_unstable();
            sides[..] == arguments[..]
        })
}

/// Whether an op rounds to the nearest, as ops that say nothing do.
fn is_usual(module: &Module, op: Op) -> bool {
    module.keyword(op, "rounding") == "nearest_even"
}

fn is_f32(module: &Module, value: Value) -> bool {
    let scalar = module.element_scalar(module.ty(value));
    scalar.is_some_and(|scalar| scalar.name == "f32")
}

/// Makes an op of one operand just before another one.
fn before(module: &mut Module, next: Op, kind: OpKind, operand: Value, ty: Ty) -> Value {
    let op = module.create_before(next, kind, &[&[operand]], &[ty]);
    module.result(op, 0)
}
