//! `with`: the generator functions under `@contextlib.contextmanager` are taken apart at their `yield`. What stands before it comes
//! before the block, what stands behind it follows on each way out of the block.

use super::control::Flow;
use super::frame::Frame;
use super::jumps::Jump;
use super::{Call, Eval, locals, span};
use crate::fail::{Fail, Res, fail};
use crate::nodes::{Node, Then, each_in};
use crate::value::{Body, Function, Manager, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::cell::Cell;
use std::rc::Rc;

/// The decorator that makes a context manager of a generator function.
pub(crate) const DECORATOR: &str = "contextlib.contextmanager";

/// Statements that follow a block: those of a context manager behind its `yield`.
#[derive(Clone)]
pub(crate) struct Exit<'a> {
    frame: Rc<Frame<'a>>,
    /// They begin with the one of the `yield`, which has no value then.
    body: &'a [ast::Stmt],
    /// The number of loops and branches around the block.
    contexts: usize,
}

/// The `yield` that a statement consists of.
fn yielded(stmt: &ast::Stmt) -> Option<&ast::ExprYield> {
    let value = match stmt {
        ast::Stmt::Expr(stmt) => Some(&stmt.value),
        ast::Stmt::Assign(assign) => Some(&assign.value),
        ast::Stmt::AnnAssign(assign) => assign.value.as_ref(),
        _ => None,
    };
    value.and_then(|value| value.as_yield_expr())
}

/// The places of `yield` in statements, and of `return`.
fn ends(body: &[ast::Stmt]) -> (Vec<tilewright_diag::Span>, Option<tilewright_diag::Span>) {
    let (mut yields, mut returns) = (Vec::new(), None);
    each_in(body, &mut |node, _| {
        match node {
            Node::Stmt(ast::Stmt::FunctionDef(_)) | Node::Expr(ast::Expr::Lambda(_)) => return Then::Skip,
            Node::Expr(expr @ ast::Expr::Yield(_)) => yields.push(span(expr.range())),
            Node::Stmt(stmt @ ast::Stmt::Return(_)) => returns = returns.or(Some(span(stmt.range()))),
            _ => {}
        }
        Then::Into
    });
    (yields, returns)
}

/// Whether a call of a function makes a generator.
pub(super) fn is_generator(function: &Function<'_>) -> bool {
    let Body::Statements(body) = function.body else {
        return false;
    };
    let mut is_one = false;
    each_in(body, &mut |node, _| match node {
        Node::Stmt(ast::Stmt::FunctionDef(_) | ast::Stmt::ClassDef(_)) | Node::Expr(ast::Expr::Lambda(_)) => Then::Skip,
        Node::Expr(of) => {
            is_one |= matches!(of, ast::Expr::Yield(_) | ast::Expr::YieldFrom(_));
            Then::Into
        }
        _ => Then::Into,
    });
    is_one && !function.is_manager
}

/// Whether a generator function changes what others may look at: its statements run to their end here.
fn changes_others(body: &[ast::Stmt]) -> bool {
    let mut changes = false;
    each_in(body, &mut |node, _| {
        changes |= match node {
            Node::Stmt(ast::Stmt::Expr(of)) => of.value.is_call_expr(),
            Node::Stmt(of) => of.is_global_stmt() || of.is_nonlocal_stmt() || of.is_try_stmt() || of.is_with_stmt(),
            Node::Expr(ast::Expr::Attribute(of)) => of.ctx.is_store(),
            Node::Expr(ast::Expr::Subscript(of)) => of.ctx.is_store(),
            _ => false,
        };
        Then::Into
    });
    changes
}

impl<'a> Eval<'a> {
    /// A generator expression: it goes through its items when it is asked for them.
    pub(crate) fn generator(&mut self, expr: &'a ast::Expr, of: &'a ast::ExprGenerator) -> Res<Value<'a>> {
        let first = match of.generators.first() {
            Some(first) => self.expr(&first.iter)?,
            None => Value::None,
        };
        Ok(Value::Manager(Rc::new(Manager {
            function: Rc::new(Function {
                name: "<genexpr>",
                parameters: None,
                body: Body::Expression(expr),
                defaults: Default::default(),
                frame: self.captured(),
                span: span(expr.range()),
                def: None,
                is_manager: false,
            }),
            arguments: vec![("", first)],
            used: Cell::default(),
        })))
    }

    /// The items of a generator, which is gone through once.
    pub(crate) fn generated_items(&mut self, of: &Manager<'a>) -> Res<Vec<Value<'a>>> {
        let function = &of.function;
        if of.used.replace(Some(self.span)).is_some() || function.is_manager {
            return self.type_error(
                format!("the generator `{}` is gone through once", function.name),
                "`tuple(...)` of it is gone through as often as needed",
            );
        }
        let depth = self.calls.len();
        let items = match (function.body, of.arguments.first()) {
            (Body::Expression(ast::Expr::Generator(expr)), Some((_, first))) => {
                self.calls
                    .push(Call::of(Frame::new(Default::default(), function.frame.clone())));
                self.deeper(|eval| eval.comprehended(&expr.generators, Some(first), &mut |eval| eval.expr(&expr.elt)))
            }
            (Body::Statements(body), _) if !changes_others(body) => {
                self.enter(&of.function, &of.arguments);
                self.yielded.push(Vec::new());
                let done = self.deeper(|eval| eval.block(body));
                // Absent: never, it was pushed above.
                let items = self.yielded.pop().unwrap_or_default();
                done.map(|_| items)
            }
            _ => self.unsupported("a generator that changes what is outside of it"),
        };
        self.calls.truncate(depth);
        items
    }

    /// `with manager(...) as name:`.
    pub(crate) fn with_stmt(&mut self, stmt: &'a ast::StmtWith) -> Res<Flow<'a>> {
        let depth = self.call().exits.len();
        let flow = self.within(stmt);
        let flow = match flow {
            Ok(Flow::Next) => self.leave(depth).map(|()| Flow::Next),
            other => other,
        };
        self.call().exits.truncate(depth);
        flow
    }

    fn within(&mut self, stmt: &'a ast::StmtWith) -> Res<Flow<'a>> {
        self.enter_all(stmt)?;
        self.block(&stmt.body)
    }

    /// Enters the context managers of a `with`, from left to right.
    fn enter_all(&mut self, stmt: &'a ast::StmtWith) -> Res<()> {
        for item in &stmt.items {
            let value = self.expr(&item.context_expr)?;
            let given = self.at(&item.context_expr, |eval| match &value {
                Value::Manager(manager) => eval.enter_manager(manager),
                other => eval.type_error(
                    format!("`with` takes a context manager, not {}", other.describe()),
                    "in a kernel a generator function under `@contextlib.contextmanager` makes one",
                ),
            })?;
            if let Some(target) = &item.optional_vars {
                self.assign(target, given)?;
            }
        }
        Ok(())
    }

    /// Runs a context manager as far as its `yield`: the value that it yields.
    fn enter_manager(&mut self, manager: &Manager<'a>) -> Res<Value<'a>> {
        let place = self.span;
        if manager.used.replace(Some(place)).is_some_and(|other| other != place) {
            return self.fail(
                "python.call",
                "a context manager is used once",
                format!("call `{}(...)` for each `with`", manager.function.name),
            );
        }
        let function = &manager.function;
        let Body::Statements(body) = function.body else {
            return self.unsupported("yield");
        };
        let (yields, returns) = ends(body);
        let refused = match (&yields[..], returns) {
            (_, Some(place)) => Some((place, "a context manager has no `return`", "let it run to its end")),
            ([_, second, ..], _) => Some((*second, "a context manager has one `yield`", "take the others away")),
            ([], _) => Some((
                function.span,
                "a context manager has a `yield`",
                "`yield` where the block is to run",
            )),
            _ => None,
        };
        if let Some((place, why, help)) = refused {
            return Err(fail("python.unsupported", place, why, help).label(self.span, "it is entered here"));
        }
        let failures = self.failures;
        self.check_syntax(function.body, true);
        let frame = Frame::new(locals(function.parameters, function.body), function.frame.clone());
        for (name, value) in &manager.arguments {
            frame.set(name, value.clone());
        }
        let depth = self.calls.len();
        self.calls.push(Call::of(frame));
        let given = self.deeper(|eval| eval.until_yield(body));
        let exits = std::mem::take(&mut self.call().exits);
        self.calls.truncate(depth);
        self.span = place;
        let contexts = self.call().contexts.len();
        let exits = exits.into_iter().map(|exit| Exit { contexts, ..exit });
        self.call().exits.extend(exits);
        match given.map_err(|error| error.label(place, format!("in this use of `{}`", function.name)))? {
            Some(given) => Ok(given),
            // Why was told.
            None if self.failures > failures => Err(Fail::Again),
            None => Err(fail(
                "python.unsupported",
                yields.first().copied().unwrap_or(place),
                "the `yield` of a context manager stands alone, in no loop or branch",
                "write `yield value` as a statement of the function itself",
            )),
        }
    }

    /// Runs statements as far as a `yield`: its value. What follows it is noted.
    fn until_yield(&mut self, body: &'a [ast::Stmt]) -> Res<Option<Value<'a>>> {
        for (i, stmt) in body.iter().enumerate() {
            let rest = |eval: &mut Self, from: usize| {
                let (frame, contexts) = (eval.frame(), 0);
                let body = &body[from..];
                eval.call().exits.push(Exit { frame, body, contexts });
            };
            if let Some(yielded) = yielded(stmt) {
                let given = match &yielded.value {
                    Some(value) => self.expr(value)?,
                    None => Value::None,
                };
                rest(self, i);
                return Ok(Some(given));
            }
            match stmt {
                ast::Stmt::With(with) if !ends(&with.body).0.is_empty() => {
                    rest(self, i + 1);
                    self.enter_all(with)?;
                    return self.until_yield(&with.body);
                }
                _ => match self.block(std::slice::from_ref(stmt))? {
                    Flow::Next => {}
                    _ => return Ok(None),
                },
            }
        }
        Ok(None)
    }

    /// Runs what follows the blocks from a depth on, the innermost first.
    fn leave(&mut self, depth: usize) -> Res<()> {
        while self.call().exits.len() > depth
            && let Some(exit) = self.call().exits.pop()
        {
            let calls = self.calls.len();
            self.calls.push(Call::of(exit.frame));
            let flow = self.block(exit.body);
            self.calls.truncate(calls);
            flow?;
        }
        Ok(())
    }

    /// Runs what follows the blocks that a jump leaves; on other ways they are still entered. `place` is that of the loop among the
    /// contexts that is left or gone on with, `is_last` says that the function is left.
    pub(crate) fn leave_blocks(&mut self, jump: &Jump<'a>, place: Option<usize>, is_last: bool) -> Res<()> {
        let is_kernel = self.call().is_kernel;
        let from = match jump {
            // They were run when the flag was set.
            Jump::Leave if is_kernel => return Ok(()),
            Jump::Return(_) if is_kernel || is_last => 0,
            Jump::Leave if is_last => 0,
            _ => {
                let exits = &self.call().exits;
                let is_inside = |exit: &Exit<'a>| place.is_none_or(|place| exit.contexts > place);
                // Absent: no block is left.
                exits.iter().position(is_inside).unwrap_or(exits.len())
            }
        };
        let left = self.call().exits[from..].to_vec();
        if left.is_empty() {
            return Ok(());
        }
        let before: Vec<_> = left.iter().map(|exit| exit.frame.snapshot()).collect();
        let done = self.leave(from);
        for (exit, before) in left.iter().zip(before) {
            exit.frame.restore(before);
        }
        self.call().exits.extend(left);
        done
    }
}
