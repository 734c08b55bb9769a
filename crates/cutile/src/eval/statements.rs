//! Statements, one after another.

use super::Eval;
use super::calls::{Arguments, function_of};
use super::control::Flow;
use super::frame::targets;
use super::jumps::Jump;
use super::syntax::unsupported;
use crate::fail::{Fail, Res};
use crate::value::Value;
use ruff_python_ast as ast;
use tilewright_sorted::SortedSet;

impl<'a> Eval<'a> {
    /// Statements until one leaves the block. One that fails is reported, and what it assigns is not used any more.
    pub(crate) fn block(&mut self, body: &'a [ast::Stmt]) -> Res<Flow<'a>> {
        for stmt in body {
            self.check_size()?;
            match self.at(stmt, |eval| eval.stmt(stmt)) {
                Ok(Flow::Next) => {}
                Ok(flow) => return Ok(flow),
                // Around kernels a value is known, or it is not.
                Err(error) if self.is_host() => self.settle(stmt, error)?,
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
        let mut names = SortedSet::default();
        super::frame::assigned(std::slice::from_ref(stmt), &mut names);
        let frame = self.frame();
        for name in names {
            frame.set(name, Value::failed());
        }
    }

    pub(crate) fn stmt(&mut self, stmt: &'a ast::Stmt) -> Res<Flow<'a>> {
        if self.is_host()
            && let Some(flow) = self.host_stmt(stmt)?
        {
            return Ok(flow);
        }
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
                let new = self.operate(assign.op, &old, &value)?;
                self.assign(&assign.target, new)?;
            }
            ast::Stmt::Expr(stmt) => {
                // A string alone is documentation.
                if !matches!(&*stmt.value, ast::Expr::StringLiteral(_)) {
                    self.expr(&stmt.value)?;
                }
            }
            ast::Stmt::Pass(_) => {}
            ast::Stmt::If(stmt) => return self.if_stmt(stmt),
            ast::Stmt::For(stmt) => return self.for_stmt(stmt),
            ast::Stmt::While(stmt) => return self.while_stmt(stmt),
            ast::Stmt::With(stmt) => return self.with_stmt(stmt),
            ast::Stmt::Break(_) => return self.jump(Jump::Break),
            ast::Stmt::Continue(_) => return self.jump(Jump::Continue),
            ast::Stmt::Return(stmt) => {
                let value = match &stmt.value {
                    Some(value) => self.expr(value)?,
                    None => Value::None,
                };
                if self.call().is_kernel && !matches!(value, Value::None) {
                    return self.type_error(
                        "a kernel returns nothing",
                        "store the result: `ct.store(Y, index, tile)`",
                    );
                }
                return self.jump(Jump::Return(value));
            }
            ast::Stmt::FunctionDef(def) => {
                let function = function_of(self, def)?;
                self.frame().set(def.name.as_str(), function);
            }
            ast::Stmt::Raise(stmt) => {
                // `ct.static_exception` itself ends the evaluation.
                if let Some(exception) = &stmt.exc {
                    self.expr(exception)?;
                }
                return self.unsupported("raise of anything but `ct.static_exception(...)`");
            }
            other => return self.unsupported(unsupported(other.into()).unwrap_or("this statement")),
        }
        Ok(Flow::Next)
    }

    /// Refuses a construct of Python by name.
    pub(crate) fn unsupported<T>(&self, what: &str) -> Res<T> {
        let help = match what.split(' ').next() {
            Some("raise") => {
                "`raise ct.static_exception(ValueError(...))` ends the compilation; while the kernel runs, `ct.assert_(condition, \"...\")` does"
            }
            Some("import") => "import it above the kernel",
            _ => "kernels are made of assignments, calls, `if`, `for i in range(...)`, `while` and `return`",
        };
        self.fail("python.unsupported", format!("Unsupported syntax: {what}"), help)
    }

    /// Assigns to a name, or to the names of a tuple.
    pub(crate) fn assign(&mut self, target: &'a ast::Expr, value: Value<'a>) -> Res<()> {
        self.at(target, |eval| match target {
            ast::Expr::Name(name) => {
                let name = name.id.as_str();
                eval.name_value(&value, name);
                if eval.frame().assign(name, &value) {
                    eval.globals.set(name, value);
                }
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
                if let Some(own) = eval.own_method(&object, "__setitem__") {
                    let index = eval.expr(&subscript.slice)?;
                    let positional = vec![index, value];
                    let named = Vec::new();
                    eval.invoke(&own, Arguments { positional, named })?;
                    return Ok(());
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
            ast::Expr::Attribute(attribute) if eval.is_host() => {
                let object = eval.expr(&attribute.value)?;
                eval.set_attribute(&object, &attribute.attr, &value)
            }
            ast::Expr::Attribute(_) => eval.unsupported("attribute assignment"),
            _ => eval.unsupported("this assignment"),
        })
    }

    /// Remembers what a value is called in Python.
    pub(super) fn name_value(&mut self, value: &Value<'a>, name: &str) {
        match value {
            Value::Tile(tile) => self.name(tile.ir, name),
            Value::Tuple(items) => items.iter().for_each(|item| self.name_value(item, name)),
            _ => {}
        }
    }

    fn unpack(&mut self, parts: &'a [ast::Expr], value: Value<'a>) -> Res<()> {
        let value = match value {
            Value::Host(_) | Value::Manager(_) if self.is_host() => Value::tuple(self.known_items(&value)?),
            other => other,
        };
        let Value::Tuple(items) = value else {
            let failed = self.type_error(format!("{} cannot be unpacked", value.describe()), "only tuples can");
            self.forget_targets(parts);
            return failed;
        };
        if let Some(part) = parts.iter().find(|part| part.is_starred_expr()) {
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
        let mut names = SortedSet::default();
        parts.iter().for_each(|part| targets(part, &mut names));
        let frame = self.frame();
        names.into_iter().for_each(|name| frame.set(name, Value::failed()));
    }
}
