//! `break`, `continue` and `return`, from wherever they stand.

use super::Eval;
use super::control::Flow;
use super::later::Later;
use super::merge::with_tiles;
use crate::dtype::Dtype;
use crate::fail::Res;
use crate::value::{Const, Poison, Tile, Value};
use std::rc::Rc;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Op, OpKind, Value as Ir};

/// The value of an expression that is one of two: a hidden variable.
pub(crate) const CHOSEN: &str = "\u{7f}0";
/// Whether a loop was left by `return`: a hidden variable, behind all names in the order of text.
pub(crate) const RETURNED: &str = "\u{7f}1";
/// The result that it returned: a hidden variable.
pub(crate) const RESULT: &str = "\u{7f}2";
/// Whether a `for` was left by `break`: its other rounds do nothing.
pub(crate) const DONE: &str = "\u{7f}3";

/// A loop or branch around a statement.
pub(crate) enum Context<'a> {
    /// A branch of an `if`.
    Branch,
    /// A loop.
    Loop(Box<LoopContext<'a>>),
}

/// A loop that is being evaluated.
pub(crate) struct LoopContext<'a> {
    pub kind: LoopKind,
    pub carried: Vec<Carried<'a>>,
    /// The way in which a `return` inside is told to the code behind the loop.
    pub returned: Returned,
    /// Those of the flag that says that a `for` is done before its end.
    pub done: Option<[Tile; 2]>,
    /// Results of the function that were seen, while only their type is asked for.
    pub probe: Option<Vec<Value<'a>>>,
    /// Whether a statement sets one of the flags: conditions that are known may leave none that does.
    pub left: bool,
    /// Whether a way out of it leads to what stands behind it.
    pub broken_off: bool,
    /// Variables that the body assigns and that are not carried, as they are before the loop.
    pub fixed: Vec<Fixed<'a>>,
    /// Of the body of a helper, results with the ends that hand them on, where each is known before its type is needed.
    pub results: Option<Vec<(Op, Value<'a>)>>,
    /// Variables of a `while` that have no value before it.
    pub later: Later<'a>,
}

/// The ways in which the code behind a loop knows that a `return` inside left it.
#[derive(Clone)]
pub(crate) enum Returned {
    /// It need not know.
    Untold,
    /// By a flag of the loop, with the constants false and true.
    Flag([Tile; 2]),
    /// By a variable of the helper, as its result: they go through branches and other loops like those that it assigns.
    Variable,
}

/// The kinds of loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoopKind {
    /// `for`, which has no way out but its end.
    For,
    /// `while`.
    While,
    /// The body of a helper that returns early: a loop of one round.
    Body,
}

/// A variable that a loop carries.
pub(crate) struct Carried<'a> {
    pub name: &'a str,
    /// Its value at the start of a round.
    pub template: Value<'a>,
    /// The values it starts from.
    pub inits: Vec<Ir>,
    pub ends: Ends,
}

/// The ends of rounds, by the type that a variable has there.
#[derive(Default)]
pub(crate) struct Ends {
    /// Why it is not the same at an end.
    pub broken: Option<Poison>,
    /// Whether another round would start from that.
    pub goes_on: bool,
    /// Whether it is the same at a way out.
    pub is_kept: bool,
}

/// A variable of a loop that is no tile.
pub(crate) struct Fixed<'a> {
    pub name: &'a str,
    /// Its value before the loop.
    pub before: Value<'a>,
    /// Its value at an end of a round, where that is something else.
    pub after: Option<Value<'a>>,
    /// Whether another round starts from that.
    pub goes_on: bool,
}

/// The ways to go on elsewhere.
pub(crate) enum Jump<'a> {
    Continue,
    Break,
    Return(Value<'a>),
    /// Behind a loop that was left by `return`: with the result that it returned.
    Leave,
}

/// The op that leaves a loop: a `for` can only go on to its next round.
fn way_out(kind: LoopKind) -> OpKind {
    if kind == LoopKind::For { ct::CONTINUE } else { ct::BREAK }
}

impl<'a> Eval<'a> {
    /// Goes on elsewhere: ends the current block.
    pub(crate) fn jump(&mut self, jump: Jump<'a>) -> Res<Flow<'a>> {
        if self.is_host() {
            return Ok(match jump {
                Jump::Return(value) => Flow::Return(value),
                jump => {
                    self.is_over = matches!(jump, Jump::Break);
                    Flow::Ended
                }
            });
        }
        let is_kernel = self.call().is_kernel;
        let contexts = &self.call().contexts;
        let place = contexts.iter().rposition(|context| matches!(context, Context::Loop(_)));
        let only_whiles = contexts.iter().all(|context| match context {
            Context::Loop(context) => context.kind == LoopKind::While,
            Context::Branch => true,
        });
        let is_nested = !contexts.is_empty();
        let kind = match place.map(|place| &contexts[place]) {
            Some(Context::Loop(context)) => Some(context.kind),
            _ => None,
        };
        let frame = self.frame();
        let result = || frame.get(RESULT).unwrap_or(Value::None);
        let is_last = kind.is_none_or(|kind| kind == LoopKind::Body);
        if !self.call().exits.is_empty() {
            self.leave_blocks(&jump, place, is_last)?;
        }
        let Some(place) = place else {
            let value = match jump {
                Jump::Return(value) => value,
                Jump::Leave => result(),
                _ => return self.no_loop(),
            };
            if !is_nested {
                return Ok(Flow::Return(value));
            }
            self.op(ct::RETURN, &[&[]], &[], &[]);
            return Ok(Flow::Ended);
        };
        let Context::Loop(context) = &mut self.call().contexts[place] else {
            return Ok(Flow::Ended);
        };
        let kind = context.kind;
        if kind == LoopKind::Body && matches!(jump, Jump::Continue | Jump::Break) {
            return self.no_loop();
        }
        let jump = match (jump, &context.returned) {
            // The flag of the loop inside is another one.
            (Jump::Leave, Returned::Flag(_) | Returned::Untold) => Jump::Return(result()),
            (jump, _) => jump,
        };
        let is_return = matches!(jump, Jump::Return(_));
        context.left |= !matches!(jump, Jump::Continue);
        context.broken_off |= matches!(jump, Jump::Break);
        let (returned, done) = (context.returned.clone(), context.done.clone());
        let end = match jump {
            Jump::Continue => ct::CONTINUE,
            Jump::Break => {
                if let Some([_, yes]) = done {
                    frame.set(DONE, Value::Tile(yes));
                    ct::CONTINUE
                } else {
                    ct::BREAK
                }
            }
            Jump::Return(value) if kind == LoopKind::Body => {
                if let Some(probe) = &mut context.probe {
                    probe.push(value);
                    self.op(ct::BREAK, &[&[]], &[], &[]);
                    return Ok(Flow::Ended);
                }
                if context.results.is_some() {
                    return self.hand_out(place, &value);
                }
                frame.set(RESULT, value);
                ct::BREAK
            }
            Jump::Return(_) if is_kernel && only_whiles => {
                self.op(ct::RETURN, &[&[]], &[], &[]);
                return Ok(Flow::Ended);
            }
            Jump::Return(value) => {
                let yes = match returned {
                    Returned::Untold => None,
                    Returned::Flag([_, yes]) => Some(yes),
                    Returned::Variable => Some(self.known_constant(Const::Bool(true), Dtype::Bool)),
                };
                if let Some(yes) = yes {
                    frame.set(RETURNED, Value::Tile(yes));
                }
                if let Some([_, yes]) = done {
                    frame.set(DONE, Value::Tile(yes));
                }
                self.probe(&value);
                frame.set(RESULT, value);
                way_out(kind)
            }
            Jump::Leave => {
                if let Some([_, yes]) = done {
                    frame.set(DONE, Value::Tile(yes));
                }
                way_out(kind)
            }
        };
        self.end_round(place, end, is_kernel && is_return)
    }

    fn no_loop<T>(&self) -> Res<T> {
        self.fail(
            "python.syntax",
            "there is no loop around this",
            "`break` and `continue` are for a `for` or `while` of the same function; `return` leaves the function",
        )
    }

    /// Leaves the body of a helper with a result, which its loop hands on when all results are known.
    fn hand_out(&mut self, place: usize, value: &Value<'a>) -> Res<Flow<'a>> {
        let value = self.carried(value)?;
        let flow = self.end_round(place, ct::BREAK, false)?;
        let end = self.m.last_op(self.block);
        if let (Context::Loop(context), Some(end)) = (&mut self.call().contexts[place], end)
            && let Some(results) = &mut context.results
        {
            results.push((end, value));
        }
        Ok(flow)
    }

    /// Notes a result where only the type of results is asked for.
    fn probe(&mut self, value: &Value<'a>) {
        for context in &mut self.call().contexts {
            if let Context::Loop(context) = context
                && let Some(probe) = &mut context.probe
            {
                probe.push(value.clone());
            }
        }
    }

    /// Ends a round of the loop at a place among the contexts, with what its variables are now. Where the kernel ends (`is_over`), nobody
    /// reads them any more: but for the hidden ones, they are what they were at the start of the round.
    fn end_round(&mut self, place: usize, end: OpKind, is_over: bool) -> Res<Flow<'a>> {
        let frame = self.frame();
        let mut operands = Vec::new();
        let Context::Loop(context) = &self.call().contexts[place] else {
            return Ok(Flow::Ended);
        };
        let carried: Vec<(&'a str, Value<'a>, Vec<Ir>)> = context
            .carried
            .iter()
            .map(|carried| (carried.name, carried.template.clone(), carried.inits.clone()))
            .collect();
        for (index, (name, template, inits)) in carried.into_iter().enumerate() {
            let is_unread = is_over && !name.starts_with('\u{7f}');
            let value = frame.get(name).filter(|_| !is_unread);
            let value = match value {
                Some(Value::Poison(_)) if name == RESULT => self.not_yet(&template),
                value => value.unwrap_or_else(|| template.clone()),
            };
            // For messages, the value from before the loop tells where its type comes from.
            let mut starts = inits.iter().copied();
            let before = with_tiles(&template, &mut || starts.next());
            let mut values = Vec::new();
            let fits = self.fit(name, &value, &before, &mut values);
            if let Context::Loop(context) = &mut self.call().contexts[place] {
                let ends = &mut context.carried[index].ends;
                match &fits {
                    Ok(()) => ends.is_kept |= end == ct::BREAK,
                    Err(poison) => {
                        ends.goes_on |= end == ct::CONTINUE;
                        ends.broken.get_or_insert_with(|| poison.clone());
                    }
                }
            }
            match fits {
                Ok(()) if values.len() == inits.len() => operands.extend(values),
                _ => operands.extend(inits),
            }
        }
        let later = self.later_values(place)?;
        let goes_on = end == ct::CONTINUE && !is_over;
        let end = self.op(end, &[&operands], &[], &[]);
        if let Context::Loop(context) = &mut self.call().contexts[place] {
            for fixed in &mut context.fixed {
                let after = frame.get(fixed.name).filter(|after| !after.is_same(&fixed.before));
                fixed.goes_on |= goes_on && after.is_some();
                fixed.after = after.or(fixed.after.take());
            }
            context.later.ends.push((end, later));
        }
        Ok(Flow::Ended)
    }

    /// After a loop that may have been left by `return`: goes on returning if it was.
    pub(crate) fn return_if(&mut self, returned: &Value<'a>) -> Res<()> {
        let Value::Tile(flag) = returned else { return Ok(()) };
        let condition = flag.ir;
        self.branch(condition, &mut |eval, way| match way {
            0 => eval.jump(Jump::Leave),
            _ => Ok(Flow::Next),
        })?;
        Ok(())
    }

    /// A poison that says that a variable has no value after its loop.
    pub(crate) fn undefined_after(&self) -> Value<'a> {
        let line = self.lines.line(self.span.start);
        Value::Poison(Rc::new(Poison::Undefined(format!(
            "it is first assigned inside of the loop in line {line}"
        ))))
    }
}
