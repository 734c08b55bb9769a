//! The level of the module: imports, constants, functions, dataclasses, kernels. What cannot be evaluated is only an error
//! where a kernel uses it.

use crate::api;
use crate::decorators::note;
use crate::eval::calls::function_of;
use crate::eval::frame::{Found, Frame, assigned, targets};
use crate::eval::{Eval, NOT_KNOWN, span};
use crate::fail::Fail;
use crate::value::{Const, Function, Made, Poison, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use tilewright_diag::Span;

/// The name by which a module's names are imported at once, and under which it is noted that they are.
const ALL: &str = "*";

/// The names of the module.
#[derive(Debug, Default)]
pub struct Globals<'a> {
    frame: Rc<Frame<'a>>,
    /// The names of the functions around a kernel, which go before.
    around: Option<Rc<Frame<'a>>>,
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
        Self { frame, around: None }
    }

    /// These names, and before them those in the functions around a kernel.
    pub fn with(&self, around: &Option<Rc<Frame<'a>>>) -> Self {
        Self {
            frame: self.frame.clone(),
            around: around.clone(),
        }
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

    /// All names.
    pub fn names(&self) -> Vec<String> {
        self.frame.snapshot().keys().map(|name| name.to_string()).collect()
    }
}

impl<'a> Eval<'a> {
    /// Evaluates the statements of the module, as far as that can be done without running Python.
    pub(crate) fn module_level(&mut self, body: &'a [ast::Stmt], kernels: &mut Vec<Kernel<'a>>) {
        for stmt in body {
            self.span = span(stmt.range());
            if let Err(error) = self.module_stmt(stmt, kernels) {
                self.poison(stmt, error);
            }
        }
    }

    /// Names that a statement would have assigned are not known.
    fn poison(&mut self, stmt: &'a ast::Stmt, error: Fail) {
        let why = reason(error);
        let frame = self.frame();
        let mut names = FxHashSet::default();
        assigned(std::slice::from_ref(stmt), &mut names);
        changed(&frame, std::slice::from_ref(stmt), &mut names);
        if let ast::Stmt::ClassDef(class) = stmt {
            names.insert(class.name.as_str());
        }
        for name in names {
            let poison = Poison::Host(why.clone(), span(stmt.range()));
            frame.set(name, Value::Poison(Rc::new(poison)));
        }
    }

    fn module_stmt(&mut self, stmt: &'a ast::Stmt, kernels: &mut Vec<Kernel<'a>>) -> Result<(), Fail> {
        let frame = self.frame();
        match stmt {
            ast::Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.name.as_str();
                    match &alias.asname {
                        Some(other) => frame.set(other.as_str(), Value::Module(canonical(name).into())),
                        None => {
                            let first = name.split('.').next().unwrap_or(name);
                            frame.set(first, Value::Module(canonical(first).into()));
                        }
                    }
                }
            }
            ast::Stmt::ImportFrom(import) => {
                let module: Rc<str> = import.module.as_ref().map_or("", |name| name.as_str()).into();
                for alias in &import.names {
                    let name = alias.name.as_str();
                    if name == ALL {
                        if &*module == api::LANGUAGE {
                            frame.set(ALL, Value::None);
                        }
                        continue;
                    }
                    let value = self.module_attribute(&module, name)?;
                    frame.set(alias.asname.as_ref().map_or(name, |other| other.as_str()), value);
                }
            }
            ast::Stmt::FunctionDef(def) => {
                let mut function = function_of(self, def)?;
                if let Value::Function(plain) = &function {
                    function = Value::Function(Rc::new(of_module(plain, self.around.clone())));
                }
                let name = def.name.as_str();
                let value = self.decorated(def, function, &mut |kernel| note(kernels, name, kernel))?;
                frame.set(name, value);
            }
            ast::Stmt::ClassDef(class) => {
                let value = self.class(class, kernels);
                frame.set(class.name.as_str(), value);
            }
            ast::Stmt::Assign(assign) => {
                let value = self.expr(&assign.value)?;
                let value = plain(&value);
                for target in &assign.targets {
                    self.assign(target, value.clone())?;
                    let mut names = FxHashSet::default();
                    targets(target, &mut names);
                    for name in names {
                        if let Some(value) = frame.get(name) {
                            note(kernels, name, &value);
                        }
                    }
                }
            }
            ast::Stmt::AugAssign(assign) => {
                let old = self.expr(&assign.target)?;
                let value = self.expr(&assign.value)?;
                let new = self.host_binary(assign.op, &old, &value)?;
                self.assign(&assign.target, new)?;
            }
            // Calls that change a list or dict count; other calls of statements are of what is done, not of what is known.
            ast::Stmt::Expr(stmt) => {
                if let ast::Expr::Call(call) = &*stmt.value
                    && let ast::Expr::Attribute(attribute) = &*call.func
                    && let ast::Expr::Name(name) = &*attribute.value
                    && matches!(frame.get(name.id.as_str()), Some(Value::Host(_)))
                {
                    self.expr(&stmt.value)?;
                }
            }
            ast::Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let value = self.expr(value)?;
                    self.assign(&assign.target, plain(&value))?;
                }
            }
            ast::Stmt::If(stmt) => {
                // Code that runs only as a script is not part of a kernel.
                let others = stmt.elif_else_clauses.iter();
                let others = others.map(|clause| (clause.test.as_ref(), &clause.body));
                for (test, body) in std::iter::once((Some(&*stmt.test), &stmt.body)).chain(others) {
                    let test = test.map(|test| self.expr(test)).transpose()?;
                    if test.map_or(Ok(true), |test| self.holds(&test))? {
                        self.module_level(body, kernels);
                        break;
                    }
                }
            }
            ast::Stmt::Try(stmt) => self.module_level(&stmt.body, kernels),
            ast::Stmt::Pass(_) | ast::Stmt::Assert(_) => {}
            _ => {
                let mut names = FxHashSet::default();
                assigned(std::slice::from_ref(stmt), &mut names);
                changed(&frame, std::slice::from_ref(stmt), &mut names);
                if let ast::Stmt::For(stmt) = stmt {
                    targets(&stmt.target, &mut names);
                }
                for name in names {
                    let poison = Poison::Host(
                        "it is computed by a statement that is not evaluated here".to_string(),
                        span(stmt.range()),
                    );
                    frame.set(name, Value::Poison(Rc::new(poison)));
                }
            }
        }
        Ok(())
    }

    /// A frame for the names of the module.
    pub(crate) fn module_frame() -> Rc<Frame<'a>> {
        Frame::new(FxHashSet::default(), None)
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

/// Whether an expression has this name, in a module or alone.
pub(crate) fn is_called(expr: &ast::Expr, called: &str) -> bool {
    match expr {
        ast::Expr::Attribute(attribute) => attribute.attr.as_str() == called,
        ast::Expr::Name(name) => name.id.as_str() == called,
        _ => false,
    }
}

/// The names whose values statements change: by assigning to an item or attribute, or by a method.
fn changed<'a>(frame: &Frame<'a>, body: &'a [ast::Stmt], names: &mut FxHashSet<&'a str>) {
    for stmt in body {
        let objects: Vec<&'a ast::Expr> = match stmt {
            ast::Stmt::Assign(assign) => assign.targets.iter().collect(),
            ast::Stmt::AugAssign(assign) => vec![&*assign.target],
            ast::Stmt::Delete(delete) => delete.targets.iter().collect(),
            ast::Stmt::Expr(stmt) => match &*stmt.value {
                ast::Expr::Call(call) => vec![&*call.func],
                _ => continue,
            },
            ast::Stmt::For(ast::StmtFor { body, .. })
            | ast::Stmt::While(ast::StmtWhile { body, .. })
            | ast::Stmt::With(ast::StmtWith { body, .. })
            | ast::Stmt::If(ast::StmtIf { body, .. }) => {
                changed(frame, body, names);
                continue;
            }
            _ => continue,
        };
        for mut object in objects {
            while let ast::Expr::Attribute(ast::ExprAttribute { value, .. })
            | ast::Expr::Subscript(ast::ExprSubscript { value, .. }) = object
            {
                object = value;
                let ast::Expr::Name(name) = object else { continue };
                match frame.get(name.id.as_str()) {
                    Some(Value::Host(_)) => {}
                    // Its methods are called for what they return.
                    Some(Value::Class(_) | Value::Object(..)) if !stmt.is_expr_stmt() => {}
                    _ => continue,
                }
                names.insert(name.id.as_str());
            }
        }
    }
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
    }
}

/// Modules that go by several names.
fn canonical(name: &str) -> &str {
    match name {
        "np" => "numpy",
        other => other,
    }
}
