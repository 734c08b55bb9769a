//! The level of the module: imports, constants, functions, dataclasses, kernels. What cannot be evaluated is only an error
//! where a kernel uses it.

use crate::api;
use crate::eval::calls::function_of;
use crate::eval::frame::{Frame, assigned, targets};
use crate::eval::{Eval, span};
use crate::fail::Fail;
use crate::value::{Class, Const, Function, Poison, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tilewright_diag::Span;

/// The names of the module.
#[derive(Debug, Default)]
pub struct Globals<'a> {
    frame: Rc<Frame<'a>>,
}

/// A kernel of a file.
#[derive(Debug)]
pub struct Kernel<'a> {
    /// Its name.
    pub name: &'a str,
    /// The options of its decorator, and where each stands.
    pub options: Vec<(&'a str, Value<'a>, Span)>,
    /// Where its definition stands.
    pub span: Span,
    /// For each parameter, whether it is annotated as a constant, and of which kind.
    pub constants: Vec<Option<&'static str>>,
    /// The definition itself.
    pub def: &'a ast::StmtFunctionDef,
}

impl<'a> Globals<'a> {
    /// The names in this frame.
    pub fn of(frame: Rc<Frame<'a>>) -> Self {
        Self { frame }
    }

    /// The value of a global name.
    pub fn find(&self, name: &str) -> Option<Value<'a>> {
        if let Some(value) = self.frame.get(name) {
            return Some(plain(&value));
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
        let why = match error {
            Fail::Told(diagnostic) => diagnostic.message,
            _ => "it depends on something that is not evaluated".to_string(),
        };
        let mut names = FxHashSet::default();
        assigned(std::slice::from_ref(stmt), &mut names);
        if let ast::Stmt::ClassDef(class) = stmt {
            names.insert(class.name.as_str());
        }
        let frame = self.frame();
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
                    let value = self.module_attribute(&module, name)?;
                    frame.set(alias.asname.as_ref().map_or(name, |other| other.as_str()), value);
                }
            }
            ast::Stmt::FunctionDef(def) => {
                let function = function_of(self, def)?;
                let Value::Function(function) = function else {
                    return Ok(());
                };
                let function = Rc::new(of_module(&function));
                self.decorated(def, function, kernels);
            }
            ast::Stmt::ClassDef(class) => {
                let value = self.class(class)?;
                frame.set(class.name.as_str(), value);
            }
            ast::Stmt::Assign(assign) => {
                let value = self.expr(&assign.value)?;
                let value = plain(&value);
                for target in &assign.targets {
                    self.assign(target, value.clone())?;
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
                let test = self.expr(&stmt.test)?;
                if let Value::Const(constant, _) = test {
                    let mut clauses = stmt.elif_else_clauses.iter();
                    if crate::eval::constants::truth(constant) {
                        self.module_level(&stmt.body, kernels);
                    } else if let Some(clause) = clauses.next().filter(|clause| clause.test.is_none()) {
                        self.module_level(&clause.body, kernels);
                    }
                }
            }
            ast::Stmt::Try(stmt) => self.module_level(&stmt.body, kernels),
            ast::Stmt::Expr(_) | ast::Stmt::Pass(_) | ast::Stmt::Assert(_) => {}
            _ => {
                let mut names = FxHashSet::default();
                assigned(std::slice::from_ref(stmt), &mut names);
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

    /// A function with its decorators: a kernel, or a helper.
    fn decorated(&mut self, def: &'a ast::StmtFunctionDef, function: Rc<Function<'a>>, kernels: &mut Vec<Kernel<'a>>) {
        let frame = self.frame();
        for decorator in &def.decorator_list {
            let (callee, arguments) = match &decorator.expression {
                ast::Expr::Call(call) => (&*call.func, Some(&call.arguments)),
                other => (other, None),
            };
            if !matches!(self.expr(callee), Ok(Value::Api("kernel"))) {
                continue;
            }
            let mut options = Vec::new();
            for keyword in arguments.into_iter().flat_map(|arguments| arguments.keywords.iter()) {
                if let (Some(name), Ok(value)) = (&keyword.arg, self.expr(&keyword.value)) {
                    options.push((name.as_str(), plain(&value), span(keyword.range())));
                }
            }
            let annotations = def.parameters.iter().map(|parameter| parameter.annotation());
            let constants = annotations
                .map(|annotation| match annotation.map(|annotation| self.expr(annotation)) {
                    Some(Ok(Value::Api("Constant"))) => Some("int"),
                    Some(Ok(Value::Enum("Constant", kind))) => Some(kind),
                    _ => None,
                })
                .collect();
            kernels.retain(|kernel| kernel.name != def.name.as_str());
            kernels.push(Kernel {
                name: def.name.as_str(),
                options,
                constants,
                span: span(def.name.range()),
                def,
            });
        }
        frame.set(def.name.as_str(), Value::Function(function));
    }

    /// A frozen dataclass, or a class of constants.
    fn class(&mut self, class: &'a ast::StmtClassDef) -> Result<Value<'a>, Fail> {
        let mut fields = Vec::new();
        let mut methods = FxHashMap::default();
        let mut constants = FxHashMap::default();
        for stmt in &class.body {
            match stmt {
                ast::Stmt::AnnAssign(field) => {
                    if let ast::Expr::Name(name) = &*field.target {
                        let default = field.value.as_ref().map(|value| self.expr(value)).transpose()?;
                        fields.push((name.id.as_str(), default.map(|value| plain(&value))));
                    }
                }
                ast::Stmt::Assign(assign) => {
                    let value = self.expr(&assign.value)?;
                    if let [ast::Expr::Name(name)] = &assign.targets[..] {
                        constants.insert(name.id.as_str(), plain(&value));
                    }
                }
                ast::Stmt::FunctionDef(def) => {
                    if let Value::Function(function) = function_of(self, def)? {
                        methods.insert(def.name.as_str(), Rc::new(of_module(&function)));
                    }
                }
                _ => {}
            }
        }
        Ok(Value::Class(Rc::new(Class {
            name: class.name.as_str(),
            fields,
            methods,
            constants,
        })))
    }

    /// A frame for the names of the module.
    pub(crate) fn module_frame() -> Rc<Frame<'a>> {
        Frame::new(FxHashSet::default(), None)
    }
}

/// The value without ops: these belong to no kernel.
fn plain<'a>(value: &Value<'a>) -> Value<'a> {
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

/// A function of the module: it sees the names of the module when it is called, not when it is defined.
fn of_module<'a>(function: &Function<'a>) -> Function<'a> {
    Function {
        name: function.name,
        parameters: function.parameters,
        body: function.body,
        defaults: function
            .defaults
            .iter()
            .map(|(name, value)| (*name, plain(value)))
            .collect(),
        frame: None,
        span: function.span,
    }
}

/// Modules that go by several names.
fn canonical(name: &str) -> &str {
    match name {
        "np" => "numpy",
        other => other,
    }
}
