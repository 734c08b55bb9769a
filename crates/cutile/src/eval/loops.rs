//! `for` and `while`.

use super::control::Flow;
use super::frame::{assigned, leaves};
use super::jumps::{Carried, Context, DONE, Ends, Fixed, Jump, LoopContext, LoopKind, RESULT, RETURNED, Returned};
use super::later::Later;
use super::merge::{tiles, with_tiles};
use super::number::Num;
use super::{Eval, constants};
use crate::dtype::Dtype;
use crate::fail::Res;
use crate::passes::ends;
use crate::value::{Const, Poison, Shape, Tile, Value};
use ruff_python_ast as ast;
use std::rc::Rc;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Block, Op, Ty, Value as Ir};
use tilewright_sorted::SortedSet;

/// A loop that is being made: nothing is known of its results before its body is evaluated.
struct Open<'a> {
    scratch: Op,
    /// Names that the body assigns.
    assigned: Vec<&'a str>,
    /// Hidden variables as they were.
    hidden: Vec<(&'static str, Option<Value<'a>>)>,
}

impl<'a> Eval<'a> {
    pub(crate) fn for_stmt(&mut self, stmt: &'a ast::StmtFor) -> Res<Flow<'a>> {
        if !stmt.orelse.is_empty() && !self.is_host() {
            return self.unsupported("`else` behind a `for`; set a variable in the loop, and ask it afterwards");
        }
        if stmt.is_async {
            return self.unsupported("async");
        }
        let iterable = self.expr(&stmt.iter)?;
        if self.is_host() {
            let all = self.known_items(&iterable)?;
            let mut items = all.iter();
            let flow = self.repeat(&stmt.body, &stmt.orelse, &mut |eval| match items.next() {
                Some(item) => eval.assign(&stmt.target, item.clone()).map(|()| true),
                None => Ok(false),
            })?;
            if let Value::Manager(of) = &iterable {
                // It ran to its end before the loop, where Python runs it item by item.
                of.used.set(None);
                let again = self.known_items(&iterable)?;
                if all.len() != again.len() || !all.iter().zip(&again).all(|(a, b)| a.is_same(b)) {
                    return self.type_error("the loop changes what its generator goes through", "");
                }
            }
            return Ok(flow);
        }
        match iterable {
            Value::Items(items) => self.unroll(stmt, &items),
            Value::Range(range) => self
                .at(&*stmt.iter, |eval| eval.bounds(&range))
                .and_then(|bounds| self.counted(stmt, bounds)),
            other => self.at(&*stmt.iter, |eval| {
                eval.type_error(
                    format!("Expected a range object, but got {}", other.describe()),
                    "write `range(...)`, or `ct.static_iter(...)` for what is known when the kernel is compiled",
                )
            }),
        }
    }

    /// A loop around kernels, whose rounds are gone through while `next` says so; then comes its `else`.
    fn repeat(
        &mut self,
        body: &'a [ast::Stmt],
        orelse: &'a [ast::Stmt],
        next: &mut dyn FnMut(&mut Self) -> Res<bool>,
    ) -> Res<Flow<'a>> {
        while next(self)? {
            self.made += 1;
            match self.block(body)? {
                Flow::Ended if self.is_over => {
                    self.is_over = false;
                    return Ok(Flow::Next);
                }
                Flow::Next | Flow::Ended => self.check_size()?,
                done => return Ok(done),
            }
        }
        self.block(orelse)
    }

    /// Start, stop and step of a range as scalars of one type.
    fn bounds(&mut self, range: &[Option<Value<'a>>; 3]) -> Res<[Tile; 3]> {
        let mut numbers = Vec::new();
        for (value, default) in range.iter().zip([Some(0), None, Some(1)]) {
            let number = match (value, default) {
                (Some(value), _) => Some(self.number(value)?),
                (None, Some(default)) => {
                    let value = self.constant_value(Const::Int(default));
                    Some(self.number(&value)?)
                }
                (None, None) => None,
            };
            numbers.extend(number);
        }
        if let Some(step) = self.known_number(&numbers[2])
            && constants::as_float(step) <= 0.0
        {
            return self.type_error(
                format!("a loop goes upwards, not by steps of {}", crate::value::show(step)),
                "count upwards, and compute the index from the end inside of the loop",
            );
        }
        let mut all = numbers[0].clone();
        let mut dtype = all.default_dtype();
        for number in &numbers {
            let own = number.default_dtype();
            if !(own.is_int() && own.is_signed() && number.shape().is_empty()) {
                let got = match number {
                    Num::Tile(tile) if !tile.shape.is_empty() => tile.describe(),
                    Num::Const(constant, _) => format!("{} of {own}", crate::value::show(*constant)),
                    Num::Tile(_) => own.to_string(),
                };
                return self.type_error(
                    format!("a whole number with a sign is needed, not {got}"),
                    "the bounds of a range are whole numbers, one each: `//` divides to one, `int(...)` makes one of a constant, `.astype(ct.int32)` of others",
                );
            }
            dtype = self.promote(&all, number)?;
            if matches!(number, Num::Tile(_)) {
                all = number.clone();
                if let Num::Tile(tile) = &mut all {
                    tile.dtype = dtype;
                }
            }
        }
        // Loops count in 32 bits at the least.
        if dtype.bits() < Dtype::I32.bits() {
            dtype = Dtype::I32;
        }
        let mut bounds = Vec::new();
        for number in &numbers {
            bounds.push(self.convert(number, dtype)?);
        }
        match bounds.try_into() {
            Ok(bounds) => Ok(bounds),
            Err(_) => self.type_error("a range has a start, a stop and a step", ""),
        }
    }

    /// A loop over a range.
    fn counted(&mut self, stmt: &'a ast::StmtFor, [start, stop, step]: [Tile; 3]) -> Res<Flow<'a>> {
        let ast::Expr::Name(index) = &*stmt.target else {
            return self.at(&*stmt.target, |eval| {
                eval.fail(
                    "python.unsupported",
                    "the index of a `for` must be a plain name",
                    "write `for i in range(...)`",
                )
            });
        };
        let index = index.id.as_str();
        let dtype = start.dtype;
        let left = leaves(&stmt.body);
        let returned = self.told(left.returns);
        let done = (left.breaks || left.returns).then(|| self.flags());
        let is_left = done.is_some();
        let mut names = SortedSet::default();
        assigned(&stmt.body, &mut names);
        names.insert(index);
        let operands: [&[Ir]; 4] = [&[start.ir], &[stop.ir], &[step.ir], &[]];
        let scratch = self.loose(ct::FOR, &operands, &[], &[]);
        let body = self.block_of(scratch, 0);
        let ty = self.tile_type(&[], dtype);
        let argument = self.m.add_argument(body, ty);
        let context = LoopContext {
            kind: LoopKind::For,
            carried: Vec::new(),
            returned,
            done,
            probe: None,
            left: false,
            broken_off: false,
            fixed: Vec::new(),
            results: None,
            later: Later::default(),
        };
        let open = self.open(scratch, body, context, &names)?;
        let frame = self.frame();
        self.name(argument, index);
        let flow = self.in_block(body, |eval| -> Res<()> {
            let mut guard = None;
            if is_left && let Some(Value::Tile(done)) = frame.get(DONE) {
                eval.branch(done.ir, &mut |eval, way| match way {
                    0 => eval.jump(Jump::Continue),
                    _ => Ok(Flow::Next),
                })?;
                guard = eval.m.last_op(body);
            }
            // A variable like others: if it has a value before the loop, it has one behind it.
            frame.set(
                index,
                Value::Tile(Tile {
                    ir: argument,
                    dtype,
                    shape: Shape::new(),
                }),
            );
            if let Flow::Next = eval.block(&stmt.body)? {
                eval.jump(Jump::Continue)?;
            }
            if let (Some(guard), false) = (guard, eval.is_left()) {
                eval.m.erase(guard);
            }
            Ok(())
        });
        self.abandon_on_error(scratch, flow)?;
        self.close(open, |inits, results, eval| {
            let bounds: [&[Ir]; 4] = [&[start.ir], &[stop.ir], &[step.ir], inits];
            eval.op(ct::FOR, &bounds, results, &[])
        })
    }

    /// `while`.
    pub(crate) fn while_stmt(&mut self, stmt: &'a ast::StmtWhile) -> Res<Flow<'a>> {
        if self.is_host() {
            return self.repeat(&stmt.body, &stmt.orelse, &mut |eval| {
                let test = eval.expr(&stmt.test)?;
                eval.holds(&test)
            });
        }
        if !stmt.orelse.is_empty() {
            return self.unsupported("`else` behind a `while`; set a variable in the loop, and ask it afterwards");
        }
        let left = leaves(&stmt.body);
        let is_told = !self.call().is_kernel
            || self
                .call()
                .contexts
                .iter()
                .any(|context| matches!(context, Context::Loop(c) if c.kind != LoopKind::While));
        let returned = self.told(left.returns && is_told);
        let mut names = SortedSet::default();
        assigned(&stmt.body, &mut names);
        let scratch = self.loose(ct::LOOP, &[&[]], &[], &[]);
        let body = self.block_of(scratch, 0);
        let context = LoopContext {
            kind: LoopKind::While,
            carried: Vec::new(),
            returned,
            done: None,
            probe: None,
            left: false,
            broken_off: false,
            fixed: Vec::new(),
            results: None,
            later: Later::default(),
        };
        let open = self.open(scratch, body, context, &names)?;
        let flow = self.in_block(body, |eval| -> Res<()> {
            let test = eval.expr(&stmt.test)?;
            match eval.at(&*stmt.test, |eval| eval.truth(&test))? {
                Num::Const(constant, _) if constants::truth(constant) => {}
                Num::Const(..) => {
                    eval.jump(Jump::Break)?;
                    return Ok(());
                }
                Num::Tile(tile) => {
                    eval.branch(tile.ir, &mut |eval, way| match way {
                        0 => Ok(Flow::Next),
                        _ => eval.jump(Jump::Break),
                    })?;
                }
            }
            if let Flow::Next = eval.block(&stmt.body)? {
                eval.jump(Jump::Continue)?;
            }
            Ok(())
        });
        self.abandon_on_error(scratch, flow)?;
        self.close(open, |inits, results, eval| eval.op(ct::LOOP, &[inits], results, &[]))
    }

    /// Whether a statement leaves the loop that is being evaluated before its end.
    fn is_left(&mut self) -> bool {
        matches!(self.call().contexts.last(), Some(Context::Loop(context)) if context.left)
    }

    /// Takes a loop away whose body could not be evaluated.
    fn abandon_on_error(&mut self, scratch: Op, flow: Res<()>) -> Res<()> {
        if flow.is_err() {
            self.call().contexts.pop();
            self.m.erase(scratch);
        }
        flow
    }

    /// The way in which a loop tells that it was left by `return`, if it has to.
    fn told(&mut self, is_told: bool) -> Returned {
        match is_told {
            false => Returned::Untold,
            true if self.call().is_kernel => Returned::Flag(self.flags()),
            true => Returned::Variable,
        }
    }

    /// The constants of a flag of a loop: false and true.
    fn flags(&mut self) -> [Tile; 2] {
        [false, true].map(|value| {
            let tile = self.known_constant(Const::Bool(value), Dtype::Bool);
            let op = self.m.defining_op(tile.ir);
            self.homeless.extend(op);
            tile
        })
    }

    /// Makes the variables that the body assigns arguments of the loop.
    fn open(
        &mut self,
        scratch: Op,
        body: Block,
        mut context: LoopContext<'a>,
        names: &SortedSet<&'a str>,
    ) -> Res<Open<'a>> {
        let frame = self.frame();
        let mut hidden = Vec::new();
        let mut all: Vec<&'a str> = names.iter().copied().collect();
        let mut hide = |eval: &mut Self, name: &'static str, value: Option<Value<'a>>| {
            let frame = eval.frame();
            hidden.push((name, frame.get(name)));
            match value {
                Some(value) => frame.set(name, value),
                None => frame.unset(name),
            }
            all.push(name);
        };
        if let Returned::Flag([no, _]) = &context.returned {
            hide(self, RETURNED, Some(Value::Tile(no.clone())));
        }
        if let Some([no, _]) = context.done.clone() {
            hide(self, DONE, Some(Value::Tile(no)));
        }
        let is_variable = matches!(context.returned, Returned::Variable);
        if is_variable {
            all.extend([RETURNED, RESULT]);
        }
        all.sort_unstable();
        // The result has no value before the first `return`: a loop starts from anything of its type.
        let has_result = matches!(frame.get(RESULT), Some(value) if !matches!(value, Value::Poison(_)));
        let unset = match is_variable && !has_result {
            true => self.type_of_result().map(|template| self.not_yet(&template)),
            false => None,
        };
        for &name in &all {
            let is_unset = name == RESULT && !has_result;
            let value = if is_unset { unset.clone() } else { frame.get(name) };
            let is_undefined =
                |value: &Value<'a>| matches!(value, Value::Poison(poison) if matches!(**poison, Poison::Undefined(_)));
            let Some(value) = value.filter(|value| !is_undefined(value)) else {
                context.later.add(name, context.kind);
                continue;
            };
            let template = self.carried(&value)?;
            let mut parts = Vec::new();
            tiles(&template, &mut parts);
            let inits: Vec<Ir> = parts.iter().map(|tile| tile.ir).collect();
            if inits.is_empty() {
                match is_unset {
                    true => frame.set(RESULT, value),
                    false => {
                        frame.watch(name);
                        context.fixed.push(Fixed {
                            name,
                            before: value,
                            after: None,
                            goes_on: false,
                        });
                    }
                }
                continue;
            }
            let types: Vec<Ty> = inits.iter().map(|&ir| self.m.ty(ir)).collect();
            let mut arguments = Vec::new();
            for ty in types {
                let argument = self.m.add_argument(body, ty);
                self.name(argument, name);
                arguments.push(argument);
            }
            let mut arguments = arguments.into_iter();
            let template = with_tiles(&template, &mut || arguments.next());
            match is_unset {
                true => frame.unset(name),
                false => {
                    let grown = self.in_block(body, |eval| eval.grown(template.clone()));
                    frame.set(name, grown);
                }
            }
            context.carried.push(Carried {
                name,
                template,
                inits,
                ends: Ends::default(),
            });
        }
        self.call().contexts.push(Context::Loop(Box::new(context)));
        Ok(Open {
            scratch,
            assigned: all,
            hidden,
        })
    }

    /// Makes the loop itself, and its results the values of the variables.
    fn close(&mut self, open: Open<'a>, make: impl FnOnce(&[Ir], &[Ty], &mut Self) -> Op) -> Res<Flow<'a>> {
        let Some(Context::Loop(mut context)) = self.call().contexts.pop() else {
            return Ok(Flow::Next);
        };
        let frame = self.frame();
        let known_after = self.hand_on_later(open.scratch, &mut context);
        let inits: Vec<Ir> = context
            .carried
            .iter()
            .flat_map(|carried| carried.inits.iter().copied())
            .collect();
        let types: Vec<Ty> = inits.iter().map(|&ir| self.m.ty(ir)).collect();
        let op = make(&inits, &types, self);
        self.m.move_regions(open.scratch, op);
        self.m.erase(open.scratch);
        if self.m.kind(op) == ct::FOR {
            let done = context.carried.iter().find(|carried| carried.name == DONE);
            let done = done.and_then(|carried| match &carried.template {
                Value::Tile(tile) => Some(tile.ir),
                _ => None,
            });
            self.note_results(op, &inits, done);
        } else {
            self.note_breaks(op);
        }
        let mut results = self.m.results(op).to_vec().into_iter();
        let mut done = SortedSet::default();
        let mut broken = None;
        for carried in context.carried {
            done.insert(carried.name);
            let value = with_tiles(&carried.template, &mut || results.next());
            let value = self.grown(value);
            self.name_value(&value, carried.name);
            let ends = carried.ends;
            match ends.broken {
                None => frame.set(carried.name, self.weak_still(value)),
                Some(poison) => {
                    // Where only some ways out differ, nobody may read it behind the loop.
                    if let (Poison::Ambiguous(why), true) = (&poison, ends.goes_on || !ends.is_kept) {
                        broken.get_or_insert(why.clone());
                    }
                    frame.set(carried.name, Value::Poison(Rc::new(poison)));
                }
            }
        }
        for fixed in context.fixed {
            done.insert(fixed.name);
            let is_read = frame.unwatch(fixed.name);
            if let Some(after) = fixed.after {
                let poison = self.ambiguous(fixed.name, &after, &fixed.before);
                // A round was evaluated with something else than the next one starts from.
                if let (Poison::Ambiguous(why), true) = (&poison, is_read && fixed.goes_on) {
                    broken.get_or_insert(why.clone());
                }
                frame.set(fixed.name, Value::Poison(Rc::new(poison)));
            } else {
                frame.set(fixed.name, fixed.before);
            }
        }
        for (name, value) in known_after {
            done.insert(name);
            frame.set(name, value);
        }
        for name in open.assigned {
            // A result without tiles is the same on all ways.
            if !done.contains(name) && name != RESULT {
                frame.set(name, self.undefined_after());
            }
        }
        let returned = frame.get(RETURNED);
        for (name, before) in open.hidden {
            match before {
                Some(value) => frame.set(name, value),
                None => frame.unset(name),
            }
        }
        if let Some(why) = broken {
            return self.type_error(why, "make it of one type before the loop and at its end, for example with `.astype(...)` or `ct.zeros(...)`");
        }
        if !matches!(context.returned, Returned::Untold) && context.left {
            // Of a loop without an end of its own, nothing leads to what stands behind it.
            if context.kind == LoopKind::While && !context.broken_off {
                return self.jump(Jump::Leave);
            }
            if let Some(returned) = returned {
                self.return_if(&returned)?;
            }
        }
        Ok(Flow::Next)
    }

    /// Behind a counted loop a variable is known that each round ends with as it was before the loop. Rounds that are passed over since the
    /// loop is `done` are none of the program.
    fn note_results(&mut self, op: Op, inits: &[Ir], done: Option<Ir>) {
        let mut ends = ends(&self.m, op);
        ends.retain(|&end| {
            let around = self.m.parent_op(end).filter(|&around| self.m.kind(around) == ct::IF);
            done.is_none() || around.map(|around| self.m.only_operand(around)) != done
        });
        for (index, &init) in inits.iter().enumerate() {
            let handed_on = ends.iter().filter_map(|&end| self.m.operands(end).get(index).copied());
            let ways: Vec<Ir> = std::iter::once(init).chain(handed_on).collect();
            self.note_equal(self.m.result(op, index), &ways);
        }
    }

    /// Behind a loop without a count a variable is known that all ways out hand on as one known number.
    pub(super) fn note_breaks(&mut self, op: Op) {
        let mut ways_out = ends(&self.m, op);
        ways_out.retain(|&end| self.m.kind(end) == ct::BREAK);
        for (index, result) in self.m.results(op).to_vec().into_iter().enumerate() {
            let handed_on = ways_out
                .iter()
                .filter_map(|&end| self.m.operands(end).get(index).copied());
            let ways: Vec<Ir> = handed_on.collect();
            self.note_equal(result, &ways);
        }
    }

    /// `for` over items that are known: the body once for each.
    fn unroll(&mut self, stmt: &'a ast::StmtFor, items: &Rc<[Value<'a>]>) -> Res<Flow<'a>> {
        if first_jump(&stmt.body).is_some() {
            return self.unsupported(super::syntax::LEAVES_STATIC);
        }
        for item in items.iter() {
            self.check_size()?;
            self.assign(&stmt.target, item.clone())?;
            self.block(&stmt.body)?;
        }
        Ok(Flow::Next)
    }
}

/// The first statement of a body that leaves its loop or function.
pub(super) fn first_jump(body: &[ast::Stmt]) -> Option<&'static str> {
    body.iter().find_map(|stmt| match stmt {
        ast::Stmt::Break(_) => Some("Break"),
        ast::Stmt::Continue(_) => Some("Continue"),
        ast::Stmt::Return(_) => Some("Return"),
        ast::Stmt::If(stmt) => first_jump(&stmt.body).or_else(|| {
            stmt.elif_else_clauses
                .iter()
                .find_map(|clause| first_jump(&clause.body))
        }),
        ast::Stmt::With(stmt) => first_jump(&stmt.body),
        _ => None,
    })
}
