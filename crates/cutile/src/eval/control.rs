//! Branches: `if`, conditional expressions, `and`, `or`.

use super::frame::{Snapshot, assigned, leaves};
use super::jumps::{CHOSEN, Context, RESULT, RETURNED};
use super::merge::{types, with_tiles};
use super::number::Num;
use super::{Eval, constants};
use crate::fail::Res;
use crate::value::{Const, Poison, Tile, Value, same_constant};
use ruff_python_ast as ast;
use std::rc::Rc;
use tilewright_ir::entity::EntityMap;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Block, Op, Value as Ir};
use tilewright_sorted::SortedSet;

/// The way on after a statement.
pub(crate) enum Flow<'a> {
    /// With the next statement.
    Next,
    /// The function is done, with this.
    Return(Value<'a>),
    /// The block has ended: nothing behind is ever reached.
    Ended,
}

/// A way of a branch that is being made.
struct Way<'a> {
    block: Block,
    /// The variables at its end; none if it goes on elsewhere.
    vars: Option<Snapshot<'a>>,
    results: Vec<Ir>,
}

/// A variable at the ends of both ways; where only one goes on, at that one's.
fn on_ways<'w, 'a>(then: &'w Way<'a>, other: &'w Way<'a>, name: &str) -> [Option<&'w Value<'a>>; 2] {
    match (&then.vars, &other.vars) {
        (Some(a), Some(b)) => [a.get(name), b.get(name)],
        (Some(only), None) | (None, Some(only)) => [only.get(name); 2],
        (None, None) => [None; 2],
    }
}

/// The number that all values are.
fn equal(numbers: &EntityMap<Ir, Const>, values: &[Ir]) -> Option<Const> {
    let number = *numbers.get(*values.first()?)?;
    let is_it = |value: &Ir| numbers.get(*value).is_some_and(|&other| same_constant(number, other));
    values.iter().all(is_it).then_some(number)
}

impl<'a> Eval<'a> {
    /// `if`, `elif`, `else`.
    pub(crate) fn if_stmt(&mut self, stmt: &'a ast::StmtIf) -> Res<Flow<'a>> {
        self.if_clauses(&stmt.test, &stmt.body, &stmt.elif_else_clauses)
    }

    fn if_clauses(
        &mut self,
        test: &'a ast::Expr,
        body: &'a [ast::Stmt],
        rest: &'a [ast::ElifElseClause],
    ) -> Res<Flow<'a>> {
        let value = self.expr(test)?;
        let condition = self.at(test, |eval| eval.truth(&value))?;
        match condition {
            Num::Const(constant, _) if constants::truth(constant) => self.block(body),
            Num::Const(..) => self.else_clauses(rest),
            Num::Tile(tile) => {
                let mut names = SortedSet::default();
                assigned(body, &mut names);
                rest.iter().for_each(|clause| assigned(&clause.body, &mut names));
                // A loop of a helper is told of a return by variables.
                let mut bodies = rest.iter().map(|clause| &clause.body[..]).chain([body]);
                if !self.call().is_kernel && bodies.any(|body| leaves(body).returns) {
                    names.extend([RETURNED, RESULT]);
                }
                // Where the first way goes on elsewhere, the other is what follows the branch.
                let mut has_left = false;
                let flow = self.branch_assigning(tile.ir, &names, &mut |eval, way| match way {
                    0 => {
                        let flow = eval.block(body)?;
                        has_left = !matches!(flow, Flow::Next);
                        Ok(flow)
                    }
                    _ if has_left => Ok(Flow::Next),
                    _ => eval.else_clauses(rest),
                })?;
                if has_left { self.else_clauses(rest) } else { Ok(flow) }
            }
        }
    }

    fn else_clauses(&mut self, rest: &'a [ast::ElifElseClause]) -> Res<Flow<'a>> {
        match rest.split_first() {
            None => Ok(Flow::Next),
            Some((clause, rest)) => match &clause.test {
                Some(test) => self.deeper(|eval| eval.at(clause, |eval| eval.if_clauses(test, &clause.body, rest))),
                None => self.block(&clause.body),
            },
        }
    }

    /// Both ways of a condition of run time; variables that differ become results.
    pub(crate) fn branch(
        &mut self,
        condition: Ir,
        run: &mut dyn FnMut(&mut Self, usize) -> Res<Flow<'a>>,
    ) -> Res<Flow<'a>> {
        self.branch_assigning(condition, &SortedSet::default(), run)
    }

    /// The same where statements assign these names: a tile that is assigned to itself becomes a result, too.
    fn branch_assigning(
        &mut self,
        condition: Ir,
        assigned: &SortedSet<&'a str>,
        run: &mut dyn FnMut(&mut Self, usize) -> Res<Flow<'a>>,
    ) -> Res<Flow<'a>> {
        let scratch = self.loose(ct::IF, &[&[condition]], &[], &[]);
        let frame = self.frame();
        let before = frame.snapshot();
        let mut ways = Vec::new();
        for index in 0..2 {
            let block = self.block_of(scratch, index);
            self.call().contexts.push(Context::Branch);
            let flow = self.in_block(block, |eval| run(eval, index));
            self.call().contexts.pop();
            let flow = match flow {
                Ok(flow) => flow,
                Err(error) => {
                    frame.restore(before);
                    self.m.erase(scratch);
                    return Err(error);
                }
            };
            let after = frame.exchange(before.clone());
            let vars = match flow {
                Flow::Next => Some(after),
                Flow::Ended | Flow::Return(_) => None,
            };
            ways.push(Way {
                block,
                vars,
                results: Vec::new(),
            });
        }
        let [mut then, mut other]: [Way<'a>; 2] = match ways.try_into() {
            Ok(ways) => ways,
            Err(_) => return Ok(Flow::Next),
        };
        if then.vars.is_none() && other.vars.is_none() {
            self.finish_if(scratch, &[], &then, &other);
            return Ok(Flow::Ended);
        }
        let merged = self.merge_ways(&before, assigned, &mut then, &mut other)?;
        let mut result_types = Vec::new();
        for (_, value) in &merged {
            result_types.extend(types(&self.m, value));
        }
        let op = self.finish_if(scratch, &result_types, &then, &other);
        let one = if then.vars.is_some() { &then } else { &other };
        let two = if other.vars.is_some() { &other } else { one };
        self.note_equal_results(op, &one.results, &two.results);
        let mut results = self.m.results(op).to_vec().into_iter();
        for (name, template) in merged {
            let value = with_tiles(&template, &mut || results.next());
            let value = self.grown(value);
            self.name_value(&value, name);
            frame.set(name, self.weak_still(value));
        }
        // Behind a branch that may return, there is no result yet.
        if then.vars.is_some() && assigned.contains(RESULT) && frame.get(RESULT).is_none() {
            frame.set(RESULT, self.undefined_on_a_way());
        }
        Ok(Flow::Next)
    }

    /// Results that are the same known number on both ways are known.
    fn note_equal_results(&mut self, op: Op, then: &[Ir], other: &[Ir]) {
        for (i, (&a, &b)) in then.iter().zip(other).enumerate() {
            let result = self.m.result(op, i);
            self.note_equal(result, &[a, b]);
        }
    }

    /// A result is known if it is the same known number on all ways, and weakly typed if it is on all.
    pub(crate) fn note_equal(&mut self, result: Ir, ways: &[Ir]) {
        let Some(number) = equal(&self.constants, ways) else {
            return;
        };
        self.constants.insert(result, number);
        // Static extents are constants, but nothing is computed with them before run time.
        let is_extent = |ir: &Ir| self.m.defining_op(*ir).is_some_and(|op| self.homeless.contains(&op));
        if !ways.iter().any(is_extent) {
            self.known.insert(result, number);
        }
        if let Some(number) = equal(&self.weak, ways) {
            self.weak.insert(result, number);
        }
    }

    /// A variable behind a branch or loop: a number that is the same on all ways is weakly typed where it is on each, but not within
    /// a tuple. The flags of loops that are left are never weak.
    pub(crate) fn weak_still(&self, value: Value<'a>) -> Value<'a> {
        match value {
            Value::Tile(Tile { ir, .. }) if self.weak.contains(ir) => Value::Const(self.weak[ir], Some(ir)),
            value => value,
        }
    }

    /// Ends both ways, and makes the op with its results.
    fn finish_if(&mut self, scratch: Op, results: &[tilewright_ir::Ty], then: &Way<'a>, other: &Way<'a>) -> Op {
        for way in [then, other] {
            if way.vars.is_some() {
                self.in_block(way.block, |eval| eval.op(ct::YIELD, &[&way.results], &[], &[]));
            }
        }
        let condition = self.m.only_operand(scratch);
        let op = self.op(ct::IF, &[&[condition]], results, &[]);
        self.m.move_regions(scratch, op);
        self.m.erase(scratch);
        op
    }

    /// The variables that are not the same on both ways, or changed on the only way that goes on: their templates.
    fn merge_ways(
        &mut self,
        before: &Snapshot<'a>,
        assigned: &SortedSet<&'a str>,
        then: &mut Way<'a>,
        other: &mut Way<'a>,
    ) -> Res<Vec<(&'a str, Value<'a>)>> {
        let mut names: Vec<&'a str> = Vec::new();
        for vars in [&then.vars, &other.vars].into_iter().flatten() {
            names.extend(vars.keys());
        }
        let alone = then.vars.is_none() || other.vars.is_none();
        // Most variables are what they were; what a statement assigns is a result, whether it is reached or not.
        let then_goes_on = then.vars.is_some();
        let is_merged = |name: &str| then_goes_on && assigned.contains(name);
        names.retain(|name| match on_ways(then, other, name) {
            [Some(a), Some(b)] => {
                is_merged(name) || !a.is_same(b) || !before.get(name).is_some_and(|was| was.is_same(a))
            }
            _ => true,
        });
        names.sort_unstable();
        names.dedup();
        let frame = self.frame();
        let mut merged = Vec::new();
        for name in names {
            let [Some(a), Some(b)] = on_ways(then, other, name).map(Option::<&_>::cloned) else {
                frame.set(name, self.undefined_on_a_way());
                continue;
            };
            if !alone && a.is_same(&b) && !matches!(a, Value::Tile(_)) && !is_merged(name) {
                frame.set(name, a);
                continue;
            }
            let (first, second) = if then.vars.is_some() {
                (&mut *then, &mut *other)
            } else {
                (&mut *other, &mut *then)
            };
            let template = self.in_block(first.block, |eval| eval.carried(&a))?;
            let template = if alone { template } else { self.alike(template, &b) };
            let mut values = Vec::new();
            let mut fits = self.fit(name, &template, &template, &mut values);
            let mut others = Vec::new();
            if !alone && fits.is_ok() {
                fits = self.in_block(second.block, |eval| eval.fit(name, &b, &template, &mut others));
            }
            match fits {
                Ok(()) if alone || others.len() == values.len() => {
                    first.results.extend(values);
                    second.results.extend(others);
                    merged.push((name, template));
                }
                Ok(()) => {}
                Err(poison) => frame.set(name, Value::Poison(Rc::new(poison))),
            }
        }
        Ok(merged)
    }

    fn undefined_on_a_way(&self) -> Value<'a> {
        let line = self.lines.line(self.span.start);
        Value::Poison(Rc::new(Poison::Undefined(format!(
            "it is assigned on one way of the `if` in line {line} only"
        ))))
    }

    /// An expression that is one of two, by a condition of run time. The value may be poison where the two do not go together.
    pub(crate) fn choose(
        &mut self,
        condition: Ir,
        run: &mut dyn FnMut(&mut Self, usize) -> Res<Value<'a>>,
    ) -> Res<Value<'a>> {
        let frame = self.frame();
        let outer = frame.get(CHOSEN);
        self.branch(condition, &mut |eval, way| {
            let value = run(eval, way)?;
            eval.frame().set(CHOSEN, value);
            Ok(Flow::Next)
        })?;
        let chosen = frame.get(CHOSEN).unwrap_or(Value::None);
        match outer {
            Some(outer) => frame.set(CHOSEN, outer),
            None => frame.unset(CHOSEN),
        }
        Ok(chosen)
    }

    /// `a and b and c`, `a or b`.
    pub(crate) fn bool_op(&mut self, op: ast::BoolOp, values: &'a [ast::Expr]) -> Res<Value<'a>> {
        let Some((first, rest)) = values.split_first() else {
            return Ok(Value::None);
        };
        let value = self.expr(first)?;
        if rest.is_empty() {
            return Ok(value);
        }
        let is_and = op == ast::BoolOp::And;
        self.short_circuit(is_and, value, first, &mut |eval| eval.bool_op(op, rest))
    }

    fn truth_value(&mut self, value: &Value<'a>) -> Res<Value<'a>> {
        Ok(match self.truth(value)? {
            Num::Tile(tile) => Value::Tile(tile),
            Num::Const(constant, _) => self.constant_value(constant),
        })
    }

    /// The second operand is evaluated only where the first does not decide.
    pub(crate) fn short_circuit(
        &mut self,
        is_and: bool,
        first: Value<'a>,
        place: &'a ast::Expr,
        second: &mut dyn FnMut(&mut Self) -> Res<Value<'a>>,
    ) -> Res<Value<'a>> {
        match self.at(place, |eval| eval.truth(&first))? {
            Num::Const(constant, _) if constants::truth(constant) == is_and => {
                let value = second(self)?;
                if self.is_host() {
                    Ok(value)
                } else {
                    self.truth_value(&value)
                }
            }
            // Python's result is the operand that decides; a kernel's is its truth.
            Num::Const(..) if self.is_host() => Ok(first),
            Num::Const(constant, _) => Ok(self.constant_value(constant)),
            Num::Tile(tile) => {
                let decided = Value::Tile(tile.clone());
                let value = self.choose(tile.ir, &mut |eval, way| {
                    if (way == 0) != is_and {
                        return Ok(decided.clone());
                    }
                    let value = second(eval)?;
                    eval.truth_value(&value)
                })?;
                self.usable(value, "the value of the expression")
            }
        }
    }
}
