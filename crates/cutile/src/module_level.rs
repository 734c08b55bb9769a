//! The level of the module: imports, constants, functions, dataclasses, kernels. What cannot be evaluated is only an error
//! where a kernel uses it.

use crate::api;
use crate::captured::Captured;
use crate::decorators::note;
use crate::effects::leaves_early;
use crate::eval::calls::function_of;
use crate::eval::control::Flow;
use crate::eval::frame::{Found, Frame, targets};
use crate::eval::{Eval, NOT_KNOWN, span};
use crate::fail::{Fail, Res};
use crate::value::{Const, Function, Made, Poison, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::rc::Rc;
use tilewright_diag::Span;
use tilewright_sorted::SortedSet;

/// The name by which a module's names are imported at once, and under which it is noted that they are.
const ALL: &str = "*";

/// The names of the module.
#[derive(Debug, Default)]
pub struct Globals<'a> {
    frame: Rc<Frame<'a>>,
    /// The names of the functions around a kernel, which go before.
    around: Option<Rc<Frame<'a>>>,
    captured: Rc<Captured<'a>>,
}

/// A kernel of a file.
#[derive(Clone, Debug)]
pub struct Kernel<'a> {
    /// The name that the file has for it.
    pub name: &'a str,
    /// Where its definition stands.
    pub span: Span,
    /// The definition itself.
    pub def: &'a ast::StmtFunctionDef,
    /// The names of the functions around it, as they were when they made it.
    pub frame: Option<Rc<Frame<'a>>>,
    /// Its options, and which parameters are constants.
    pub made: Rc<Made<'a>>,
}

impl<'a> Globals<'a> {
    /// The names in this frame.
    pub fn of(frame: Rc<Frame<'a>>) -> Self {
        Self {
            frame,
            around: None,
            captured: Rc::default(),
        }
    }

    /// These names, and before them those in the functions around a kernel.
    pub fn with(&self, around: &Option<Rc<Frame<'a>>>) -> Self {
        Self {
            frame: self.frame.clone(),
            around: around.clone(),
            captured: self.captured.clone(),
        }
    }

    /// The frames that functions hold.
    #[cfg(test)]
    pub fn captured(&self) -> &Captured<'a> {
        &self.captured
    }

    /// Notes that a function holds a frame.
    pub fn capture(&self, frame: &Rc<Frame<'a>>) {
        self.captured.add(frame);
    }

    /// The value of a global name.
    pub fn find(&self, name: &str) -> Option<Value<'a>> {
        if let Some(Found::Value(value)) = self.around.as_ref().map(|around| around.find(name)) {
            return Some(value);
        }
        if let Some(value) = self.frame.get(name) {
            return Some(plain(&value));
        }
        // `from cuda.tile import *` has all that the language has, and goes before Python's own.
        if let (Some(_), Some(value)) = (self.frame.get(ALL), api::language(name)) {
            return Some(value);
        }
        match name {
            "__name__" => Some(Value::Str("kernel".into())),
            _ => api::builtin_name(name).map(Value::Builtin),
        }
    }

    /// Gives a name of the file a value.
    pub fn set(&self, name: &'a str, value: Value<'a>) {
        self.frame.set(name, value);
    }

    /// The names that statements of the file gave values.
    pub fn known(&self) -> Vec<&'a str> {
        self.frame.snapshot().into_keys().collect()
    }

    /// All names.
    pub fn names(&self) -> Vec<String> {
        self.frame.snapshot().keys().map(|name| name.to_string()).collect()
    }
}

impl<'a> Eval<'a> {
    /// Evaluates the statements of the module, as far as that can be done without running Python.
    pub(crate) fn module_level(&mut self, body: &'a [ast::Stmt]) {
        let level = std::mem::replace(&mut self.level, self.calls.len());
        for stmt in body {
            if let Err(error) = self.at(stmt, |eval| eval.stmt(stmt)) {
                self.forgive();
                self.spoil(stmt.into(), error);
            }
        }
        self.level = level;
    }

    /// A statement of code around kernels that fails. What it may have changed is not known any more; where it may have left what is around
    /// it, neither is what that would have done.
    pub(crate) fn settle(&mut self, stmt: &'a ast::Stmt, error: Fail) -> Res<()> {
        // A statement that takes too long is not gone on with.
        let is_endless = matches!(&error, Fail::Told(why) if why.code == "python.size");
        if is_endless || self.is_in_kernel() || self.guards > 0 || leaves_early(stmt) {
            return Err(error);
        }
        // Dearer than what is evaluated.
        self.made += 100;
        self.spoil(stmt.into(), error);
        Ok(())
    }

    /// Gives a name of the file, or of a function of host code, a value. At the level of the file a kernel is noted.
    fn define(&mut self, name: &'a str, value: Value<'a>) {
        if self.calls.len() == self.level {
            note(&mut self.kernels, name, &value);
        }
        if self.frame().assign(name, &value) {
            self.globals.set(name, value);
        }
    }

    /// Statements that have a meaning, or another one, in code around kernels; none for others.
    pub(crate) fn host_stmt(&mut self, stmt: &'a ast::Stmt) -> Res<Option<Flow<'a>>> {
        match stmt {
            ast::Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.name.as_str();
                    let first = name.split('.').next().unwrap_or(name);
                    let (known, name) = match &alias.asname {
                        Some(other) => (other.as_str(), name),
                        None => (first, first),
                    };
                    self.define(known, Value::Module(canonical(name).into()));
                }
            }
            ast::Stmt::ImportFrom(import) => {
                let module: Rc<str> = import.module.as_ref().map_or("", |name| name.as_str()).into();
                for alias in &import.names {
                    let name = alias.name.as_str();
                    if name == ALL {
                        match &*module == api::LANGUAGE {
                            true => self.frame().set(ALL, Value::None),
                            false => self.spoil_all(span(stmt.range())),
                        }
                        continue;
                    }
                    let value = self.module_attribute(&module, name)?;
                    self.define(alias.asname.as_ref().map_or(name, |other| other.as_str()), value);
                }
            }
            ast::Stmt::FunctionDef(def) if !self.is_in_kernel() => {
                let mut function = function_of(self, def)?;
                let is_of_file = self.calls.len() == self.level;
                if let (Value::Function(plain), true) = (&function, is_of_file) {
                    function = Value::Function(Rc::new(of_module(plain, self.around.clone())));
                }
                let mut made = Vec::new();
                let value = self.decorated(def, function, &mut |kernel| made.push(kernel.clone()));
                if is_of_file {
                    let name = def.name.as_str();
                    made.iter().for_each(|kernel| note(&mut self.kernels, name, kernel));
                }
                self.define(def.name.as_str(), value?);
            }
            ast::Stmt::ClassDef(class) => {
                let value = self.class(class);
                self.define(class.name.as_str(), value);
            }
            ast::Stmt::Assign(assign) if !self.is_in_kernel() => {
                let value = match self.expr(&assign.value) {
                    // Of the object only this is not known.
                    Err(Fail::Told(why))
                        if self.guards == 0
                            && why.code != "python.size"
                            && matches!(&assign.targets[..], [ast::Expr::Attribute(_)]) =>
                    {
                        self.made += 100;
                        let error = Fail::Told(why);
                        self.spoil((&*assign.value).into(), error.clone());
                        not_known(&assign.value, error)
                    }
                    value => plain(&value?),
                };
                for target in &assign.targets {
                    self.host_assign(target, value.clone())?;
                }
            }
            ast::Stmt::AnnAssign(assign) if !self.is_in_kernel() => {
                if let Some(value) = &assign.value {
                    let value = self.expr(value)?;
                    self.host_assign(&assign.target, plain(&value))?;
                }
            }
            ast::Stmt::AugAssign(assign) => {
                let old = self.expr(&assign.target)?;
                let value = self.expr(&assign.value)?;
                let new = self.host_augmented(assign.op, &old, &value)?;
                self.assign(&assign.target, new)?;
            }
            ast::Stmt::Delete(delete) => {
                for target in &delete.targets {
                    match target {
                        ast::Expr::Name(name) => self.frame().unset(name.id.as_str()),
                        _ => return self.unsupported("del"),
                    }
                }
            }
            ast::Stmt::Global(ast::StmtGlobal { names, .. }) | ast::Stmt::Nonlocal(ast::StmtNonlocal { names, .. }) => {
                let frame = self.frame();
                let is_global = stmt.is_global_stmt();
                names.iter().for_each(|name| frame.declare(name.as_str(), is_global));
            }
            // An assertion is taken for true.
            ast::Stmt::Assert(assert) => {
                if let Err(error) = self.expr(&assert.test) {
                    self.spoil((&*assert.test).into(), error);
                }
            }
            ast::Stmt::Match(stmt) => {
                let subject = self.expr(&stmt.subject)?;
                for case in &stmt.cases {
                    let guard = |eval: &mut Self| match &case.guard {
                        None => Ok(true),
                        Some(guard) => eval.expr(guard).and_then(|guard| eval.holds(&guard)),
                    };
                    if self.matches(&case.pattern, &subject)? && guard(self)? {
                        return self.block(&case.body).map(Some);
                    }
                }
            }
            ast::Stmt::With(with) => {
                for item in &with.items {
                    let entered = match self.expr(&item.context_expr) {
                        // The methods that it is entered and left by are not followed.
                        Ok(object @ Value::Object(..)) => {
                            self.type_error(format!("`with` enters {}", object.describe()), "")
                        }
                        other => other,
                    };
                    if let Err(error) = entered {
                        self.spoil((&item.context_expr).into(), error);
                    }
                    if let Some(target) = &item.optional_vars {
                        let error = crate::fail::fail("python.host", self.span, "`with` gives it a value", "");
                        self.spoil((&**target).into(), error);
                    }
                }
                // It may go on behind the block where the block fails.
                return self.guarded(stmt, &[&with.body], false).map(Some);
            }
            ast::Stmt::Try(of) => {
                let flow = match of.handlers.is_empty() {
                    true => self.block(&of.body)?,
                    false => self.guarded(stmt, &[&of.body, &of.orelse], of.handlers.iter().all(raises))?,
                };
                return match self.block(&of.finalbody)? {
                    Flow::Next => Ok(Some(flow)),
                    other => Ok(Some(other)),
                };
            }
            _ => return Ok(None),
        }
        Ok(Some(Flow::Next))
    }

    fn host_assign(&mut self, target: &'a ast::Expr, value: Value<'a>) -> Res<()> {
        self.assign(target, value)?;
        if self.calls.len() == self.level {
            let mut names = SortedSet::default();
            targets(target, &mut names);
            for name in names {
                if let Some(value) = self.frame().get(name) {
                    note(&mut self.kernels, name, &value);
                }
            }
        }
        Ok(())
    }

    /// Whether a value is what a pattern of `match` says.
    fn matches(&mut self, pattern: &'a ast::Pattern, subject: &Value<'a>) -> Res<bool> {
        match pattern {
            ast::Pattern::MatchValue(of) => {
                let value = self.expr(&of.value)?;
                let same = self.compare_values(ast::CmpOp::Eq, subject, &value)?;
                self.holds(&same)
            }
            ast::Pattern::MatchSingleton(of) => Ok(match (of.value, subject) {
                (ast::Singleton::None, subject) => matches!(subject, Value::None),
                (is, Value::Const(Const::Bool(known), _)) => *known == (is == ast::Singleton::True),
                _ => false,
            }),
            ast::Pattern::MatchOr(of) => {
                for pattern in &of.patterns {
                    if self.matches(pattern, subject)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ast::Pattern::MatchAs(of) => {
                let is_it = of
                    .pattern
                    .as_ref()
                    .map_or(Ok(true), |inner| self.matches(inner, subject))?;
                if let (Some(name), true) = (&of.name, is_it) {
                    self.define(name.as_str(), subject.clone());
                }
                Ok(is_it)
            }
            _ => self.unsupported("this pattern"),
        }
    }

    /// Blocks that are left where they fail, and what follows goes on. Where it is not sure that none of their statements fails, names
    /// that had another value before, or get one when they fail, are not known; `ends` says that nothing follows a failure.
    fn guarded(&mut self, stmt: &'a ast::Stmt, blocks: &[&'a [ast::Stmt]], ends: bool) -> Res<Flow<'a>> {
        let frame = self.frame();
        let before = frame.snapshot();
        let mut failed = None;
        for block in blocks {
            for inner in *block {
                let flow = self.at(inner, |eval| {
                    eval.guards += 1;
                    let flow = eval.stmt(inner);
                    eval.guards -= 1;
                    flow
                });
                match flow {
                    Ok(Flow::Next) if failed.is_some() || self.is_sure(inner) => {}
                    Ok(Flow::Next) => failed = failed.or_else(|| self.unsure(inner)),
                    // A statement that fails is no jump, or it is not known where to.
                    Ok(flow) if failed.is_none() => return Ok(flow),
                    Ok(_) => return self.unsupported("a way out of what may fail before"),
                    Err(error) if leaves_early(inner) => return Err(error),
                    Err(error) => {
                        self.spoil(inner.into(), error.clone());
                        failed.get_or_insert(error);
                    }
                }
            }
        }
        if let Some(error) = failed.filter(|_| !ends) {
            if leaves_early(stmt) {
                return Err(error);
            }
            let after = frame.snapshot();
            self.spoil(stmt.into(), error);
            let mut handled = SortedSet::default();
            if let ast::Stmt::Try(of) = stmt {
                for ast::ExceptHandler::ExceptHandler(handler) in &of.handlers {
                    handled.extend(crate::effects::assigned(&handler.body));
                }
            }
            for (name, value) in after {
                let is_same = before.get(name).is_none_or(|before| before.is_same(&value));
                if is_same && !handled.contains(name) {
                    frame.set(name, value);
                }
            }
        }
        Ok(Flow::Next)
    }

    /// The reason why a statement that does not fail here may fail there.
    fn unsure(&self, stmt: &ast::Stmt) -> Option<Fail> {
        let message = "it depends on a module that may not be there";
        Some(crate::fail::fail("python.host", span(stmt.range()), message, ""))
    }

    /// A frame for the names of the module.
    pub(crate) fn module_frame() -> Rc<Frame<'a>> {
        Frame::new(SortedSet::default(), None)
    }
}

/// The reason why something is not known.
pub(crate) fn reason(error: Fail) -> String {
    match error {
        // Of a name that is not known itself, why it is not.
        Fail::Told(diagnostic) => match diagnostic.message.split_once(NOT_KNOWN) {
            Some((_, why)) => why.to_string(),
            None => diagnostic.message,
        },
        Fail::Again => "it depends on something that is not evaluated".to_string(),
    }
}

/// The value of an expression that is not evaluated.
pub(crate) fn not_known<'a>(expr: &ast::Expr, error: Fail) -> Value<'a> {
    Value::Poison(Rc::new(Poison::Host(reason(error), span(expr.range()))))
}

/// Whether an expression has this name, in a module or alone.
pub(crate) fn is_called(expr: &ast::Expr, called: &str) -> bool {
    match expr {
        ast::Expr::Attribute(attribute) => attribute.attr.as_str() == called,
        ast::Expr::Name(name) => name.id.as_str() == called,
        _ => false,
    }
}

/// Whether each way through a handler ends with `raise`.
fn raises(handler: &ast::ExceptHandler) -> bool {
    let ast::ExceptHandler::ExceptHandler(handler) = handler;
    handler.body.last().is_some_and(ast::Stmt::is_raise_stmt)
}

/// The value without ops: these belong to no kernel.
pub(crate) fn plain<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Const(Const::None, _) => Value::None,
        Value::Const(constant, _) => Value::Const(*constant, None),
        Value::Tuple(items) => Value::Tuple(items.iter().map(plain).collect()),
        Value::Object(class, items) => Value::Object(class.clone(), items.iter().map(plain).collect()),
        Value::Tile(_) => Value::Poison(Rc::new(Poison::Host(
            "it is a tile, and there are none outside of kernels".into(),
            Span::at(0),
        ))),
        other => other.clone(),
    }
}

/// A function of the module, or of a class: it sees the names of the module, or of the function around, when it is called, not when it is
/// defined.
pub(crate) fn of_module<'a>(function: &Function<'a>, around: Option<Rc<Frame<'a>>>) -> Function<'a> {
    Function {
        name: function.name,
        parameters: function.parameters,
        body: function.body,
        defaults: function
            .defaults
            .iter()
            .map(|(name, value)| (*name, plain(value)))
            .collect(),
        frame: around,
        span: function.span,
        def: function.def,
        is_manager: function.is_manager,
    }
}

/// Modules that go by several names.
fn canonical(name: &str) -> &str {
    match name {
        "np" => "numpy",
        other => other,
    }
}
