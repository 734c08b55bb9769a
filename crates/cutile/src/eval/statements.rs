//! Statements, one after another.

use super::Eval;
use super::arithmetic::Rounding;
use super::calls::function_of;
use super::control::Flow;
use super::frame::targets;
use super::jumps::Jump;
use crate::fail::{Fail, Res};
use crate::value::Value;
use ruff_python_ast as ast;
use rustc_hash::FxHashSet;

impl<'a> Eval<'a> {
    /// Statements until one leaves the block. One that fails is reported, and what it assigns is not used any more.
    pub(crate) fn block(&mut self, body: &'a [ast::Stmt]) -> Res<Flow<'a>> {
        for stmt in body {
            self.check_size()?;
            match self.at(stmt, |eval| eval.stmt(stmt)) {
                Ok(Flow::Next) => {}
                Ok(flow) => return Ok(flow),
                // Around kernels a value is known, or it is not.
                Err(error) if self.is_host() => return Err(error),
                Err(error) => {
                    // A recursion without end fails in each of its calls: nothing more is evaluated.
                    self.is_over |= matches!(&error, Fail::Told(why) if why.code == "python.size");
                    self.report(error)?;
                    if self.is_over {
                        return Err(Fail::Again);
                    }
                    self.forget(stmt);
                }
            }
        }
        Ok(Flow::Next)
    }

    /// Makes what a failed statement would have assigned unusable without another message.
    fn forget(&mut self, stmt: &'a ast::Stmt) {
        let mut names = FxHashSet::default();
        super::frame::assigned(std::slice::from_ref(stmt), &mut names);
        let frame = self.frame();
        for name in names {
            frame.set(name, Value::failed());
        }
    }

    fn stmt(&mut self, stmt: &'a ast::Stmt) -> Res<Flow<'a>> {
        match stmt {
            ast::Stmt::Assign(assign) => {
                let value = self.assigned_value(&assign.value)?;
                for target in &assign.targets {
                    self.assign(target, value.clone())?;
                }
            }
            ast::Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let value = self.assigned_value(value)?;
                    self.assign(&assign.target, value)?;
                }
            }
            ast::Stmt::AugAssign(assign) => {
                let old = self.expr(&assign.target)?;
                let value = self.expr(&assign.value)?;
                let new = match self.is_host() {
                    true => self.host_binary(assign.op, &old, &value)?,
                    false => self.binary(assign.op, &old, &value, Rounding::default())?,
                };
                self.assign(&assign.target, new)?;
            }
            ast::Stmt::Expr(stmt) => {
                // A string alone is documentation.
                if !matches!(&*stmt.value, ast::Expr::StringLiteral(_)) {
                    self.expr(&stmt.value)?;
                }
            }
            ast::Stmt::Pass(_) => {}
            // Around kernels, what is asserted is taken for true.
            ast::Stmt::Assert(_) if self.is_host() => {}
            ast::Stmt::If(stmt) => return self.if_stmt(stmt),
            ast::Stmt::For(stmt) => return self.for_stmt(stmt),
            ast::Stmt::While(stmt) => return self.while_stmt(stmt),
            ast::Stmt::Break(_) => return self.jump(Jump::Break),
            ast::Stmt::Continue(_) => return self.jump(Jump::Continue),
            ast::Stmt::Return(stmt) => {
                let value = match &stmt.value {
                    Some(value) => self.expr(value)?,
                    None => Value::None,
                };
                if self.call().is_kernel && !matches!(value, Value::None) {
                    return self.type_error(
                        "Tile kernels cannot return values",
                        "store the result: `ct.store(Y, index, tile)`",
                    );
                }
                return self.jump(Jump::Return(value));
            }
            ast::Stmt::FunctionDef(def) => {
                let mut function = function_of(self, def)?;
                if !self.is_in_kernel() {
                    function = self.decorated(def, function, &mut |_| ())?;
                }
                self.frame().set(def.name.as_str(), function);
            }
            ast::Stmt::Raise(stmt) => {
                // `ct.static_exception` itself ends the evaluation.
                if let Some(exception) = &stmt.exc {
                    self.expr(exception)?;
                }
                return self.fail(
                    "python.unsupported",
                    "Raised exception must be wrapped in static_exception()",
                    "write `raise ct.static_exception(ValueError(...))`, which stops the compilation",
                );
            }
            other => return self.unsupported(statement_name(other)),
        }
        Ok(Flow::Next)
    }

    /// Refuses a construct of Python by name.
    pub(crate) fn unsupported<T>(&self, what: &str) -> Res<T> {
        self.fail(
            "python.unsupported",
            format!("Unsupported syntax: {what}"),
            "kernels are made of assignments, calls, `if`, `for i in range(...)`, `while` and `return`",
        )
    }

    /// Assigns to a name, or to the names of a tuple.
    pub(crate) fn assign(&mut self, target: &'a ast::Expr, value: Value<'a>) -> Res<()> {
        self.at(target, |eval| match target {
            ast::Expr::Name(name) => {
                let name = name.id.as_str();
                eval.name_value(&value, name);
                eval.frame().set(name, value);
                Ok(())
            }
            ast::Expr::Tuple(tuple) => eval.unpack(&tuple.elts, value),
            ast::Expr::List(list) => eval.unpack(&list.elts, value),
            ast::Expr::Subscript(subscript) => {
                let object = eval.expr(&subscript.value)?;
                if eval.is_host() {
                    let index = eval.expr(&subscript.slice)?;
                    if eval.set_item(&object, &index, &value)? {
                        return Ok(());
                    }
                }
                let what = if matches!(object, Value::Array(_)) {
                    "Arrays"
                } else {
                    "Tiles"
                };
                eval.type_error(
                    format!("{what} do not support item assignment"),
                    "use `ct.store(X, index, tile)` or `ct.scatter(X, indices, value)`",
                )
            }
            ast::Expr::Starred(_) => eval.unsupported("star assignment"),
            ast::Expr::Attribute(_) => eval.unsupported("attribute assignment"),
            _ => eval.unsupported("this assignment"),
        })
    }

    /// Remembers what a value is called in Python.
    fn name_value(&mut self, value: &Value<'a>, name: &'a str) {
        if let Value::Tile(tile) = value {
            self.name(tile.ir, name);
        }
    }

    fn unpack(&mut self, parts: &'a [ast::Expr], value: Value<'a>) -> Res<()> {
        let Value::Tuple(items) = value else {
            let failed = self.type_error(format!("{} cannot be unpacked", value.describe()), "only tuples can");
            self.forget_targets(parts);
            return failed;
        };
        if let Some(part) = parts.iter().find(|part| matches!(part, ast::Expr::Starred(_))) {
            return self.at(part, |eval| eval.unsupported("star assignment"));
        }
        if items.len() != parts.len() {
            self.forget_targets(parts);
            return self.type_error(
                format!(
                    "a tuple of {} cannot be unpacked to {}",
                    items.len(),
                    tilewright_diag::counted(parts.len(), "names")
                ),
                "",
            );
        }
        parts
            .iter()
            .zip(items.iter())
            .try_for_each(|(part, item)| self.assign(part, item.clone()))
    }

    fn forget_targets(&mut self, parts: &'a [ast::Expr]) {
        let mut names = FxHashSet::default();
        parts.iter().for_each(|part| targets(part, &mut names));
        let frame = self.frame();
        names.into_iter().for_each(|name| frame.set(name, Value::failed()));
    }
}

/// The name of a kind of statement, for messages.
fn statement_name(stmt: &ast::Stmt) -> &'static str {
    match stmt {
        ast::Stmt::ClassDef(_) => "class inside of a kernel",
        ast::Stmt::Delete(_) => "del",
        ast::Stmt::TypeAlias(_) => "type",
        ast::Stmt::With(_) => "with",
        ast::Stmt::Match(_) => "match",
        ast::Stmt::Try(_) => "try",
        ast::Stmt::Assert(_) => {
            "assert; `ct.assert_(condition, message)` asks at run time, `ct.static_assert` when compiling"
        }
        ast::Stmt::Import(_) | ast::Stmt::ImportFrom(_) => "import inside of a kernel",
        ast::Stmt::Global(_) => "global",
        ast::Stmt::Nonlocal(_) => "nonlocal",
        ast::Stmt::IpyEscapeCommand(_) => "a command of IPython",
        // These have a meaning, and are named where they are evaluated.
        ast::Stmt::FunctionDef(_)
        | ast::Stmt::Return(_)
        | ast::Stmt::Assign(_)
        | ast::Stmt::AugAssign(_)
        | ast::Stmt::AnnAssign(_)
        | ast::Stmt::For(_)
        | ast::Stmt::While(_)
        | ast::Stmt::If(_)
        | ast::Stmt::Raise(_)
        | ast::Stmt::Expr(_)
        | ast::Stmt::Pass(_)
        | ast::Stmt::Break(_)
        | ast::Stmt::Continue(_) => "this statement",
    }
}
