//! Kernels that functions make: host code that calls such functions, or launches what it makes itself, tells with which values.

use super::host::{Host, Names, Walk};
use super::records::{CLASS, member};
use crate::api;
use crate::classes::changing;
use crate::dtype::Dtype;
use crate::eval::calls::{Arguments, function_of};
use crate::eval::frame::Frame;
use crate::eval::{Call, Eval, locals, span};
use crate::module_level::Kernel;
use crate::request::is_kernel;
use crate::signature::Constant;
use crate::value::{Body, Host as Known, Poison, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::rc::Rc;

/// A kernel that a function makes when it is called.
#[derive(Debug)]
pub(crate) struct Making<'a> {
    /// Its definition.
    kernel: &'a ast::StmtFunctionDef,
    /// The function around it, and the values of its parameters.
    outer: Option<(&'a ast::StmtFunctionDef, Names<'a>)>,
    /// The name that it is given.
    name: &'a str,
    /// Whether the function is called by code, or the kernel is launched: else the function may never be meant to be called so.
    is_meant: bool,
}

impl<'a> Walk<'a> {
    /// A function was defined: perhaps a kernel, in a call of the function around it.
    pub(super) fn defined(&mut self, kernel: &'a ast::StmtFunctionDef) {
        if let Some(open) = self.open.last().filter(|_| is_kernel(kernel)) {
            self.makings.push(Making {
                kernel,
                outer: Some(open.clone()),
                name: kernel.name.as_str(),
                is_meant: false,
            });
        }
    }

    /// A function of the file is called: the kernels that it makes are meant.
    pub(super) fn called(
        &mut self,
        def: &'a ast::StmtFunctionDef,
        positional: &[Host<'a>],
        named: &[(&'a str, Host<'a>)],
    ) -> Host<'a> {
        let known = self.makings.len();
        let result = self.call(def, positional, named);
        self.makings[known..]
            .iter_mut()
            .for_each(|making| making.is_meant = true);
        result
    }

    /// The kernels that were made since, by this definition, have a name.
    pub(super) fn name_makings(&mut self, since: usize, kernel: &'a ast::StmtFunctionDef, name: &'a str) {
        for making in self.makings[since..].iter_mut().rev() {
            if std::ptr::eq(making.kernel, kernel) {
                making.name = name;
                return;
            }
        }
    }

    /// A function is launched: it is a kernel.
    pub(super) fn launched(&mut self, kernel: &'a ast::StmtFunctionDef) {
        let mut known = self.makings.iter_mut().rev();
        match known.find(|making| std::ptr::eq(making.kernel, kernel)) {
            Some(making) => making.is_meant = true,
            None => self.makings.push(Making {
                kernel,
                outer: None,
                name: kernel.name.as_str(),
                is_meant: true,
            }),
        }
    }
}

/// Whether there is a kernel inside of a function of these statements, other than those that are known.
fn has_inner(body: &[ast::Stmt], is_known: &dyn Fn(&ast::StmtFunctionDef) -> bool, is_inside: bool) -> bool {
    body.iter().any(|stmt| match stmt {
        ast::Stmt::FunctionDef(def) => {
            (is_inside && is_kernel(def) && !is_known(def)) || has_inner(&def.body, is_known, true)
        }
        ast::Stmt::ClassDef(class) => has_inner(&class.body, is_known, is_inside),
        ast::Stmt::If(stmt) => {
            let clauses = stmt.elif_else_clauses.iter().map(|clause| &clause.body);
            std::iter::once(&stmt.body)
                .chain(clauses)
                .any(|body| has_inner(body, is_known, is_inside))
        }
        ast::Stmt::For(ast::StmtFor { body, .. })
        | ast::Stmt::While(ast::StmtWhile { body, .. })
        | ast::Stmt::With(ast::StmtWith { body, .. })
        | ast::Stmt::Try(ast::StmtTry { body, .. }) => has_inner(body, is_known, is_inside),
        _ => false,
    })
}

impl<'a> Eval<'a> {
    /// Kernels that functions make which only functions call, or which they launch themselves.
    pub(crate) fn inner_kernels(&mut self, body: &'a [ast::Stmt], kernels: &mut Vec<Kernel<'a>>) {
        let is_known = |kernels: &[Kernel<'a>], def: &ast::StmtFunctionDef| {
            kernels.iter().any(|kernel| std::ptr::eq(kernel.def, def))
        };
        if !kernels.is_empty() && !has_inner(body, &|def| is_known(kernels, def), false) {
            return;
        }
        let outer: Vec<Kernel<'a>> = kernels.clone();
        for making in Walk::through(body, None).makings {
            let is_new = !kernels.iter().any(|kernel| kernel.name == making.name);
            if making.is_meant && is_new && !is_known(&outer, making.kernel) {
                kernels.extend(self.made_by(&making).map(|kernel| Kernel {
                    name: making.name,
                    ..kernel
                }));
            }
        }
    }

    /// The kernel that a function makes, evaluated with what is known of its parameters.
    fn made_by(&mut self, making: &Making<'a>) -> Option<Kernel<'a>> {
        let mut made = Vec::new();
        let of_kernel = |kernel: &Kernel<'a>| std::ptr::eq(kernel.def, making.kernel);
        let Some((outer, values)) = &making.outer else {
            // A function of the file that `ct.kernel(...)` makes a kernel of.
            if let Some(Value::Function(function)) = self.globals.find(making.name) {
                crate::decorators::note(&mut made, making.name, &self.kernel_of(&function));
            }
            return made.into_iter().find(of_kernel);
        };
        let Ok(Value::Function(function)) = function_of(self, outer) else {
            return None;
        };
        let function = Rc::new(crate::module_level::of_module(&function, None));
        let mut named = Vec::new();
        for (name, value) in values {
            let why = format!(
                "it is a parameter of `{}`, of which no call tells the value",
                outer.name
            );
            let unknown = || Value::Poison(Rc::new(Poison::Host(why, span(outer.name.range()))));
            named.push((*name, self.known_value_of(value).unwrap_or_else(unknown)));
        }
        // A function that only makes a kernel is called. Of another, statement after statement is evaluated as far as that goes.
        let arguments = Arguments {
            positional: Vec::new(),
            named: named.clone(),
        };
        let depth = self.calls.len();
        if let Ok(value @ Value::Host(_)) = self.invoke(&Value::Function(function), arguments) {
            crate::decorators::note(&mut made, making.name, &value);
        }
        self.calls.truncate(depth);
        if !made.iter().any(of_kernel) {
            let frame = Frame::new(locals(Some(&outer.parameters), Body::Statements(&outer.body)), None);
            for (name, value) in named {
                frame.set(name, value);
            }
            self.calls.push(Call::of(frame.clone()));
            let around = self.around.replace(frame);
            let known = std::mem::take(&mut self.kernels);
            self.module_level(&outer.body);
            made = std::mem::replace(&mut self.kernels, known);
            self.around = around;
            self.calls.truncate(depth);
        }
        made.into_iter().find(of_kernel)
    }

    /// A value of host code, if it is one that kernels may know.
    fn known_value_of(&mut self, value: &Host<'a>) -> Option<Value<'a>> {
        match value {
            Host::Number(Constant::None) => Some(Value::None),
            Host::Number(number) => Some(Value::Const(*number, None)),
            Host::Text(text) => Some(Value::Str(text.clone())),
            Host::Tuple(items) => {
                let items: Option<Vec<_>> = items.iter().map(|item| self.known_value_of(item)).collect();
                items.map(Value::tuple)
            }
            Host::List(items) => {
                let items: Option<Vec<_>> = items.iter().map(|item| self.known_value_of(item)).collect();
                items.map(|items| Value::Host(Rc::new(Known::List(items.into()))))
            }
            Host::Function(def) => self.globals.find(def.name.as_str()),
            Host::Name(path) => match path.rsplit_once('.')? {
                (api::LANGUAGE, name) => api::language(name),
                (_, name) => Dtype::from_name(name).map(Value::Dtype),
            },
            // An object, with what is known of it.
            Host::Record(members) => {
                let Some(Host::Text(class)) = member(members, CLASS) else {
                    return None;
                };
                let Some(Value::Class(class)) = self.globals.find(&class) else {
                    return None;
                };
                let rows = members
                    .iter()
                    .filter_map(|(name, value)| Some((Value::Str((*name).into()), self.known_value_of(value)?)));
                let rows = rows.collect();
                class.may_change().then(|| changing(&class, rows))
            }
            Host::Array(_) | Host::Lambda(_) | Host::Partial(_) | Host::Hinted(..) | Host::Maker(_) | Host::Unknown => {
                None
            }
        }
    }
}
