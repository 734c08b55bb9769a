//! The modulo schedule of the loop of a consumer, or an issuer, executed: ops of one iteration run among those of the one before.
//!
//! An op of stage 0 works on the newest iteration, one of stage 1 on the iteration before. Values that go from one stage to the other
//! are carried by the loop; so is what an iteration had of a value that the loop carries, where the later stage asks for it. The first
//! iteration's part of stage 0 stands before the loop, the last one's part of stage 1 after it.
//!
//! ```text
//! for %i iter(%c) {                 if lower < upper {                      // left out where it is known
//!   A: stage 0, makes %a              A of the first iteration
//!   B: stage 1, takes %a      ->      for %i from the second iter(%a, ...) { A of %i among B of %i - 1 }
//! }                                   B of the last iteration
//!                                   }
//! ```

use super::product_turns::Turns;
use tilewright_analysis::trips::trip_count;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::dialects::facts::{AGENT, ORDER, STAGE};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, scf};
use tilewright_ir::views::ForOp;
use tilewright_ir::words::role;
use tilewright_ir::{AttrData, Block, Def, Module, Op, Value};
use tilewright_sorted::SortedMap;

use crate::Context;
use crate::pipelining::ring_edges::taken;

/// Where an op is in the schedule of its loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Seat {
    pub(super) stage: i64,
    order: i64,
}

impl Seat {
    /// The seat that is written on an op; none: it has none.
    pub(super) fn of(module: &Module, op: Op) -> Option<Self> {
        Some(Self {
            stage: module.int_attr(op, STAGE)?,
            order: module.int_attr(op, ORDER)?,
        })
    }

    /// Writes the seat on an op.
    pub(super) fn write(self, module: &mut Module, op: Op) {
        for (name, value) in [(STAGE, self.stage), (ORDER, self.order)] {
            let attr = module.intern_attr(AttrData::Int(value));
            module.set_attr(op, name, attr);
        }
    }
}

struct State {
    executed: Vec<Executed>,
}

/// A loop of consumers as it is written.
struct Executed {
    /// The line of the source, from 1.
    line: u32,
    /// The ops of the schedule, by their numbers in it, and the stages in which they run.
    order: Vec<(i64, i64)>,
}

type Cx<'a> = Conversion<'a, State>;

static PATTERNS: &[Pattern<State>] = &[Pattern {
    op: scf::FOR,
    rewrite: executed,
}];

/// Rewrites the loops of consumers and issuers.
pub(super) fn run(module: &mut Module, context: &Context<'_>) -> Result<(), Failure> {
    let legal = &["nv_tileas", "cutlass", "cute", "cute_nvgpu", "nvvm", "arith", "scf"];
    let state = State { executed: Vec::new() };
    let (new, state) = convert(module, &ConversionTarget::new(legal, PATTERNS), state)?;
    let mut decisions = context.decisions.borrow_mut();
    for Executed { line, order } in state.executed {
        if let Some(found) = decisions.at_line(line) {
            found.note_order(&order);
        }
    }
    drop(decisions);
    *module = new;
    Ok(())
}

fn executed(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    // Absent: no loop of an agent.
    let role = old.keyword(op, AGENT);
    let counted = ForOp::of(old, op).and_then(|counted| Some((counted.body?, counted)));
    let Some((body, counted)) = counted.filter(|_| [role::CONSUMER, role::ISSUER].contains(&role)) else {
        return cx.copy(op);
    };
    let plan = Plan::of(old, op, body)?;
    let staged = plan.order.iter().any(|(_, stage)| *stage > 0);
    let trips = trip_count(old, op);
    if staged && (trips == Some(0) || !is_by_one(old, op)) {
        let text: Vec<(Op, i64)> = old.ops(body).map(|op| (op, 0)).collect();
        tell(cx, op, &text);
        return cx.copy(op);
    }
    tell(cx, op, &plan.order);
    if !staged {
        return in_order(cx, op, body, &plan);
    }
    if trips.is_some() {
        let results = overlapped(cx, op, body, &plan)?;
        return hand_on(cx, op, &results);
    }
    let sign = if old.has_attr(op, "unsigned") {
        "unsigned"
    } else {
        "signed"
    };
    let (lower, upper) = (cx.value(counted.lower)?, cx.value(counted.upper)?);
    let runs = cx.build().compare("less_than", sign, lower, upper);
    let types: Vec<_> = old.results(op).iter().map(|&result| old.ty(result)).collect();
    let branch = cx.build().op(scf::IF, &[&[runs]], &types);
    let ways = [0, 1].map(|index| cx.new.regions(branch)[index]);
    let [some, none] = ways.map(|region| cx.new.add_block(region));
    cx.in_block(some, |cx| -> Result<(), Failure> {
        let results = overlapped(cx, op, body, &plan)?;
        cx.build().op(scf::YIELD, &[&results], &[]);
        Ok(())
    })?;
    cx.in_block(none, |cx| -> Result<(), Failure> {
        let mut values = Vec::new();
        for &init in counted.inits {
            values.push(cx.value(init)?);
        }
        cx.build().op(scf::YIELD, &[&values], &[]);
        Ok(())
    })?;
    let results = cx.new.results(branch).to_vec();
    hand_on(cx, op, &results)
}

/// Notes the order in which a loop's ops are written. A node of the schedule is where the first of its ops is; steps on rings have the
/// seats of those for which they are taken.
fn tell(cx: &mut Cx<'_>, op: Op, order: &[(Op, i64)]) {
    let old = cx.old;
    // Absent: a loop of no agent is not executed.
    if old.keyword(op, AGENT) != role::CONSUMER {
        return;
    }
    let mut told: Vec<(i64, i64)> = Vec::new();
    for &(op, stage) in order.iter().filter(|(op, _)| old.def(*op).dialect() != "cutlass") {
        if let Some(number) = old.int_attr(op, ORDER)
            && told.iter().all(|&(other, _)| other != number)
        {
            told.push((number, stage));
        }
    }
    let line = old.loc_data(old.loc(op)).line;
    cx.state.executed.push(Executed { line, order: told });
}

/// Whether the index after the first cannot be beyond all numbers.
fn is_by_one(module: &Module, op: Op) -> bool {
    module.constant_int(module.required_operand(op, operand::STEP)) == Some(1)
}

fn hand_on(cx: &mut Cx<'_>, op: Op, results: &[Value]) -> Result<(), Failure> {
    let old = cx.old;
    for (&from, &to) in old.results(op).iter().zip(results) {
        cx.rename(from, to);
    }
    Ok(())
}

/// The ops of a loop's body in the order of the schedule, each with its stage.
struct Plan {
    order: Vec<(Op, i64)>,
}

impl Plan {
    fn of(module: &Module, for_op: Op, body: Block) -> Result<Self, Failure> {
        let end = module.last_op(body);
        let ops: Vec<Op> = module.ops(body).filter(|&op| Some(op) != end).collect();
        let place: SortedMap<Op, usize> = ops.iter().enumerate().map(|(place, &op)| (op, place)).collect();
        let takes: Vec<Vec<Value>> = ops.iter().map(|&op| taken(module, op)).collect();
        let made_here = |value: Value| module.defining_op(value).and_then(|op| place.get(&op).copied());
        let mut seats: Vec<Option<Seat>> = ops.iter().map(|&op| Seat::of(module, op)).collect();
        // An op that takes no time stands with the first that takes it; one that nobody takes, with the last that it takes.
        for at in (0..ops.len()).rev().filter(|&at| Seat::of(module, ops[at]).is_none()) {
            let users = (at + 1..ops.len()).filter(|&user| takes[user].iter().any(|&v| made_here(v) == Some(at)));
            seats[at] = users.filter_map(|user| seats[user]).min();
        }
        for at in 0..ops.len() {
            let made = takes[at].iter().filter_map(|&value| seats[made_here(value)?]).max();
            // Absent: it takes nothing of this iteration, so that it may be first.
            seats[at] = seats[at].or(made).or(Some(Seat { stage: 0, order: 0 }));
        }
        let seats: Vec<Seat> = seats.into_iter().flatten().collect();
        let mut waits: Vec<Vec<usize>> = vec![Vec::new(); ops.len()];
        for (at, values) in takes.iter().enumerate() {
            for &value in values {
                if let Some(made) = made_here(value) {
                    if seats[made].stage == seats[at].stage {
                        waits[at].push(made);
                    }
                } else if let Some(made) = carried_from(module, for_op, body, value).and_then(made_here)
                    && seats[made].stage == seats[at].stage + 1
                {
                    waits[at].push(made);
                }
            }
            // Steps on rings stand among the reads of their slots as they were written.
            if !module.def(ops[at]).has(PURE) {
                waits[at].extend((0..at).filter(|&before| seats[before] == seats[at]));
            }
        }
        let mut todo: Vec<usize> = (0..ops.len()).collect();
        todo.sort_unstable_by_key(|&at| (seats[at].order, at));
        let mut order = Vec::new();
        let mut done = vec![false; ops.len()];
        while !todo.is_empty() {
            let ready = todo.iter().position(|&at| waits[at].iter().all(|&before| done[before]));
            let Some(ready) = ready else {
                return Err(module.contradicts(for_op, "ops of a schedule that wait for each other"));
            };
            let at = todo.remove(ready);
            done[at] = true;
            order.push((ops[at], seats[at].stage));
        }
        Ok(Self { order })
    }

    fn stage(&self, op: Op) -> Option<i64> {
        self.order
            .iter()
            .find(|(other, _)| *other == op)
            .map(|(_, stage)| *stage)
    }
}

/// The value that an iteration hands on as what the loop carries.
fn carried_from(module: &Module, for_op: Op, body: Block, value: Value) -> Option<Value> {
    let Def::Argument(block, index) = module.value_def(value) else {
        return None;
    };
    let next = module
        .last_op(body)
        .filter(|&op| module.parent_op(op) == Some(for_op))?;
    let place = (index as usize).checked_sub(1).filter(|_| block == body)?;
    module.operands(next).get(place).copied()
}

/// One stage: the same loop, its ops in the order of the schedule.
fn in_order(cx: &mut Cx<'_>, op: Op, body: Block, plan: &Plan) -> Result<(), Failure> {
    let old = cx.old;
    let kept = tilewright_ir::convert::Kept::of(old, op, |_| true);
    let new = cx.rewrite_control(op, &kept, &[])?;
    let [Some(inner)] = new.blocks[..] else {
        return Err(old.contradicts(op, "a loop without a body"));
    };
    let end = old.last_op(body);
    cx.in_block(inner, |cx| -> Result<(), Failure> {
        for &(op, _) in &plan.order {
            cx.convert_op(op)?;
        }
        end.map_or(Ok(()), |end| cx.convert_op(end))
    })
}

/// The values of one iteration, by their names in the old loop.
type Names = SortedMap<Value, Value>;

/// Converts an op of an iteration.
fn of_iteration(cx: &mut Cx<'_>, op: Op, names: &mut Names) -> Result<(), Failure> {
    let old = cx.old;
    for value in taken(old, op) {
        if let Some(&now) = names.get(&value) {
            cx.replace_unnamed(value, now);
        }
    }
    cx.convert_op(op)?;
    for &result in old.results(op) {
        let now = cx.value(result)?;
        names.insert(result, now);
    }
    Ok(())
}

/// A value that the loop carries from one kernel iteration to the next.
struct Carried {
    /// The value of the newest iteration that it is next time.
    next: Next,
    init: Value,
    /// The name that stage 1 has for it.
    later: Vec<Value>,
    /// The name that stage 0 has for it.
    newest: Vec<Value>,
}

/// The value that a carried one is next time.
enum Next {
    /// The one that stage 0 made of this.
    Newest(Value),
    /// The one that stage 1 made of this.
    Later(Value),
    /// The one that another carried value, by its number, is now.
    Was(usize),
}

/// Two stages. Results are those of the old loop.
fn overlapped(cx: &mut Cx<'_>, op: Op, body: Block, plan: &Plan) -> Result<Vec<Value>, Failure> {
    let old = cx.old;
    let (lower, upper, step) = (
        cx.required_operand(op, operand::LOWER)?,
        cx.required_operand(op, operand::UPPER)?,
        cx.required_operand(op, operand::STEP)?,
    );
    let arguments = old.arguments(body).to_vec();
    let Some(end) = old.last_op(body) else {
        return Err(old.contradicts(op, "a loop without an end"));
    };
    let nexts = old.operands(end).to_vec();
    let of_stage = |stage: i64| {
        plan.order
            .iter()
            .filter(move |(_, own)| *own == stage)
            .map(|(op, _)| *op)
    };

    let mut turns = Turns::start(old, cx.build(), op, plan.order.iter().map(|(op, _)| *op));
    // Before the loop: stage 0 of the first iteration.
    let mut first = Names::new();
    first.insert(arguments[0], lower);
    for (&argument, &init) in arguments[1..].iter().zip(old.loop_inits(op)) {
        first.insert(argument, cx.value(init)?);
    }
    let inits = first.clone();
    for op in of_stage(0) {
        of_iteration(cx, op, &mut first)?;
    }

    // The values that the new loop carries.
    let is_later = |value: Value| old.defining_op(value).and_then(|op| plan.stage(op)) == Some(1);
    let taken_later: Vec<Value> = of_stage(1).flat_map(|op| taken(old, op)).collect();
    let mut carried: Vec<Carried> = Vec::new();
    let mut results: Vec<usize> = Vec::new();
    let named = |names: &Names, cx: &Cx<'_>, value: Value| match names.get(&value) {
        Some(&now) => Ok(now),
        None => cx.value(value),
    };
    for (&argument, &next) in arguments[1..].iter().zip(&nexts) {
        let init = inits[&argument];
        results.push(carried.len());
        if is_later(next) {
            carried.push(Carried {
                next: Next::Later(next),
                init,
                later: vec![argument],
                newest: Vec::new(),
            });
            continue;
        }
        let newest = carried.len();
        carried.push(Carried {
            next: Next::Newest(next),
            init: named(&first, cx, next)?,
            later: vec![next],
            newest: vec![argument],
        });
        if taken_later.contains(&argument) {
            carried.push(Carried {
                next: Next::Was(newest),
                init,
                later: vec![argument],
                newest: Vec::new(),
            });
        }
    }
    let crosses = |value: Value| match old.value_def(value) {
        Def::Result(op, _) => plan.stage(op) == Some(0),
        Def::Argument(block, index) => block == body && index == 0,
    };
    for &value in taken_later.iter().filter(|&&value| crosses(value)) {
        if carried.iter().any(|own| own.later.contains(&value)) {
            continue;
        }
        carried.push(Carried {
            next: Next::Newest(value),
            init: named(&first, cx, value)?,
            later: vec![value],
            newest: Vec::new(),
        });
    }

    // The loop, which is where the old one was.
    cx.loc = old.loc(op);
    let second = cx.build().binary(arith::ADDI, lower, step);
    let mut starts: Vec<Value> = carried.iter().map(|own| own.init).collect();
    starts.extend(turns.map(|turns| turns.turn));
    let types: Vec<_> = starts.iter().map(|&value| cx.new.ty(value)).collect();
    let new = cx.op_like(op, &[&[second], &[upper], &[step], &starts], &types);
    let region = cx.new.regions(new)[0];
    let block = cx.new.add_block(region);
    let index_type = cx.new.ty(lower);
    let index = cx.new.add_argument(block, index_type);
    let values: Vec<Value> = types.iter().map(|&ty| cx.new.add_argument(block, ty)).collect();
    let (mut newest, mut later) = (Names::new(), Names::new());
    newest.insert(arguments[0], index);
    for (own, &value) in carried.iter().zip(&values) {
        newest.extend(own.newest.iter().map(|&name| (name, value)));
        later.extend(own.later.iter().map(|&name| (name, value)));
    }
    if let (Some(turns), Some(&turn)) = (&mut turns, values.last()) {
        turns.turn = turn;
    }
    cx.in_block(block, |cx| -> Result<(), Failure> {
        for &(op, stage) in &plan.order {
            if let Some(turns) = &turns {
                turns.before(cx.build(), op);
            }
            of_iteration(cx, op, if stage == 0 { &mut newest } else { &mut later })?;
            if let Some(turns) = &mut turns {
                turns.behind(cx.build(), op);
            }
            if stage == 0 {
                continue;
            }
            // The newest iteration starts from values that stage 1 has made of the one before.
            for (&argument, &next) in arguments[1..].iter().zip(&nexts) {
                if old.results(op).contains(&next) {
                    newest.insert(argument, later[&next]);
                }
            }
        }
        let mut handed = Vec::new();
        for own in &carried {
            handed.push(match own.next {
                Next::Newest(value) => named(&newest, cx, value)?,
                Next::Later(value) => named(&later, cx, value)?,
                Next::Was(other) => values[other],
            });
        }
        handed.extend(turns.map(|turns| turns.turn));
        cx.build().op(scf::CONTINUE, &[&handed], &[]);
        Ok(())
    })?;

    // After it: stage 1 of the last iteration.
    let mut last = Names::new();
    for (number, own) in carried.iter().enumerate() {
        let value = cx.new.result(new, number);
        last.extend(own.later.iter().map(|&name| (name, value)));
    }
    for op in of_stage(1) {
        of_iteration(cx, op, &mut last)?;
    }
    let mut made = Vec::new();
    for (&next, number) in nexts.iter().zip(results) {
        made.push(match carried[number].next {
            Next::Later(_) => named(&last, cx, next)?,
            Next::Newest(_) | Next::Was(_) => cx.new.result(new, number),
        });
    }
    Ok(made)
}
