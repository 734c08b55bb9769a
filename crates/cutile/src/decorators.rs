//! Decorators: what makes a kernel of a function, and those that the file itself defines, which are called.

use crate::dtype::Dtype;
use crate::eval::calls::{Arguments, managed};
use crate::eval::frame::Found;
use crate::eval::managers::DECORATOR;
use crate::eval::{Eval, span};
use crate::fail::Res;
use crate::hints;
use crate::module_level::{Kernel, plain, reason};
use crate::value::{Annotation, Function, Host, Made, Poison, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::rc::Rc;

impl<'a> Eval<'a> {
    /// A function with its decorators: a kernel, a helper, or whatever decorators of the file make of it. Each kernel is told when it is
    /// made. Decorators of other modules change nothing that is known here.
    pub(crate) fn decorated(
        &mut self,
        def: &'a ast::StmtFunctionDef,
        mut value: Value<'a>,
        tell: &mut dyn FnMut(&Value<'a>),
    ) -> Res<Value<'a>> {
        for decorator in def.decorator_list.iter().rev() {
            let decorator = &decorator.expression;
            let made = match (self.expr(decorator), &value) {
                (Ok(Value::Api("kernel")), Value::Function(function)) => kernel(self.made(Made::default(), function)),
                (Ok(Value::Host(host)), Value::Function(function)) => match &*host {
                    Host::Kernel(made) => kernel(self.made(Made::clone(made), function)),
                    _ => continue,
                },
                (Ok(Value::Module(path)), Value::Function(function)) if &*path == DECORATOR => managed(function),
                (Ok(called @ (Value::Function(_) | Value::Bound(..))), _) => {
                    let arguments = Arguments {
                        positional: vec![value.clone()],
                        named: Vec::new(),
                    };
                    match self.at(decorator, |eval| eval.invoke(&called, arguments)) {
                        Ok(made) => plain(&made),
                        Err(error) => self.unfollowed(decorator, &value, reason(error))?,
                    }
                }
                (Err(error), _) if self.is_of_file(decorator) => self.unfollowed(decorator, &value, reason(error))?,
                _ => continue,
            };
            tell(&made);
            value = made;
        }
        Ok(value)
    }

    /// Whether the name at the start of an expression is a function of the file, or something that it fails to compute.
    pub(crate) fn is_of_file(&self, mut expr: &ast::Expr) -> bool {
        let mut is_part = false;
        loop {
            expr = match expr {
                ast::Expr::Call(call) => &call.func,
                ast::Expr::Attribute(attribute) => {
                    is_part = true;
                    &attribute.value
                }
                ast::Expr::Name(name) => {
                    let found = match self.frame().find(name.id.as_str()) {
                        Found::Value(value) => Some(value),
                        _ => self.globals.find(name.id.as_str()),
                    };
                    return match found {
                        Some(Value::Poison(why)) => matches!(&*why, Poison::Host(..)),
                        // `@size.setter` is Python's own.
                        Some(Value::Function(_)) => !is_part,
                        Some(Value::Object(..) | Value::Class(_)) => true,
                        _ => false,
                    };
                }
                _ => return false,
            }
        }
    }

    /// A decorator that cannot be evaluated: above a kernel it is noted, and the kernel is what it was; of a helper it says that nothing
    /// is known.
    fn unfollowed(&mut self, decorator: &'a ast::Expr, value: &Value<'a>, why: String) -> Res<Value<'a>> {
        let place = span(decorator.range());
        let called = &self.source[decorator.range()];
        let why = format!("its decorator `{called}` is not followed: {why}");
        if let Value::Host(host) = value
            && let Host::Kernel(made) = &**host
        {
            let mut made = Made::clone(made);
            made.unfollowed.push((place, why));
            return Ok(kernel(made));
        }
        self.fail("python.host", why, "write what it does into the function itself")
    }

    /// `ct.kernel(...)`, of a function or with options for a decorator; or a call of such a decorator.
    pub(crate) fn kernel_call(&mut self, decorator: Option<&Made<'a>>, call: &'a ast::ExprCall) -> Res<Value<'a>> {
        if decorator.is_some_and(|decorator| decorator.function.is_some()) {
            return self.fail("python.call", "a kernel cannot be called", "hand it to `ct.launch`");
        }
        let mut made = decorator.cloned().unwrap_or_default();
        self.set_options(&mut made, &call.arguments);
        if let Some(expr) = call.arguments.args.first() {
            match self.expr(expr)? {
                Value::Function(function) if function.def.is_some() => made = self.made(made, &function),
                other => {
                    return self.type_error(
                        format!("a kernel is made of a function, not of {}", other.describe()),
                        "",
                    );
                }
            }
        }
        Ok(kernel(made))
    }

    /// `kernel.replace_hints(occupancy=4)`: the kernel with other options.
    pub(crate) fn replaced_hints(&mut self, made: &Made<'a>, call: &'a ast::ExprCall) -> Res<Value<'a>> {
        if !call.arguments.args.is_empty() {
            return self.fail(
                "python.call",
                "`replace_hints` takes its arguments by name",
                "such as `replace_hints(occupancy=2)`",
            );
        }
        let mut made = made.clone();
        self.set_options(&mut made, &call.arguments);
        Ok(kernel(made))
    }

    /// Adds the options of a call, which go before those of the same name.
    fn set_options(&mut self, made: &mut Made<'a>, arguments: &'a ast::Arguments) {
        for keyword in &arguments.keywords {
            let place = span(keyword.range());
            let written = &self.source[keyword.range()];
            let value = self.expr(&keyword.value);
            let rows = match &value {
                Ok(Value::Host(host)) => host.rows(),
                _ => None,
            };
            match (&keyword.arg, value, rows) {
                (Some(name), Ok(value), _) => made.set_option(name.as_str(), plain(&value), place),
                (None, _, Some(rows)) => {
                    for (name, value) in rows {
                        let known = match &name {
                            Value::Str(name) => hints::option(name),
                            _ => None,
                        };
                        // Absent: the message that there is no such option tells the whole.
                        made.set_option(known.unwrap_or(written), plain(&value), place);
                    }
                }
                (_, value, _) => {
                    let why = value.map_or_else(reason, |value| format!("it is {}", value.describe()));
                    made.unfollowed
                        .push((place, format!("`{written}` is not known: {why}")));
                }
            }
        }
    }

    /// The kernel that `ct.kernel(...)` without options makes of a function.
    pub(crate) fn kernel_of(&mut self, function: &Rc<Function<'a>>) -> Value<'a> {
        kernel(self.made(Made::default(), function))
    }

    /// The kernel that a decorator makes of a function.
    fn made(&mut self, made: Made<'a>, function: &Rc<Function<'a>>) -> Made<'a> {
        let parameters = function.parameters.into_iter().flat_map(|list| list.iter());
        let (constants, annotations) = parameters
            .map(|parameter| {
                let (mut constant, mut made) = (None, Annotation::default());
                if let Some(Ok(annotation)) = parameter.annotation().map(|annotation| self.expr(annotation)) {
                    self.annotated(&annotation, &mut constant, &mut made);
                }
                (constant, made)
            })
            .unzip();
        Made {
            function: Some(function.clone()),
            constants,
            annotations,
            ..made
        }
    }

    /// Reads an annotation: whether it makes a parameter a constant, of which kind, and what else it says.
    fn annotated(&mut self, annotation: &Value<'a>, constant: &mut Option<&'static str>, made: &mut Annotation) {
        match annotation {
            Value::Api("Constant") => *constant = Some("int"),
            Value::Enum("Constant", kind) => *constant = Some(kind),
            Value::Api("IndexedWithInt64" | "ScalarInt64") => made.is_wide = true,
            // `Annotated[..]`, nested or not.
            Value::Tuple(parts) => parts.iter().for_each(|part| self.annotated(part, constant, made)),
            Value::ByTarget(said) => {
                for (name, value) in said.iter() {
                    let items = value.to_items();
                    let mut dims = items.iter().filter_map(|item| self.const_int(item, "").ok());
                    match &**name {
                        "index_dtype" => made.is_wide = matches!(value, Value::Dtype(Dtype::I64)),
                        "static_shape_dims" => made.sizes = dims.collect(),
                        "static_stride_dims" => made.strides = dims.by_ref().collect(),
                        _ => self.annotated(value, constant, made),
                    }
                }
            }
            _ => {}
        }
    }
}

/// Notes the kernels that what a name stands for is made of: by their own names, or by that one.
pub(crate) fn note_parts<'a>(kernels: &mut Vec<Kernel<'a>>, whole: &'a str, value: &Value<'a>, depth: usize) {
    let mut go_on = |parts: &[Value<'a>]| {
        if depth < 8 {
            parts
                .iter()
                .for_each(|part| note_parts(kernels, whole, part, depth + 1));
        }
    };
    match value {
        Value::Tuple(items) | Value::Object(_, items) => go_on(items),
        Value::Host(host) => match &**host {
            Host::List(items) => go_on(&items.borrow()),
            Host::Dict(rows) => rows.borrow().iter().for_each(|row| go_on(std::slice::from_ref(&row.1))),
            Host::Kernel(made) => {
                let own = made.function.as_ref().map(|function| function.name);
                let is_free = |name: &&str| !kernels.iter().any(|kernel| kernel.name == *name);
                if let Some(name) = own.into_iter().chain([whole]).find(is_free) {
                    note(kernels, name, value);
                }
            }
            Host::Once(_) => {}
        },
        _ => {}
    }
}

fn kernel<'a>(made: Made<'a>) -> Value<'a> {
    Value::Host(Rc::new(Host::Kernel(Rc::new(made))))
}

/// Notes a kernel that a name of the file has, if the value is one; another name for one that is known is none.
pub(crate) fn note<'a>(kernels: &mut Vec<Kernel<'a>>, name: &'a str, value: &Value<'a>) {
    let Value::Host(host) = value else { return };
    let Host::Kernel(made) = &**host else { return };
    let Some(function) = &made.function else { return };
    let is_known = |kernel: &Kernel<'a>| Rc::ptr_eq(&kernel.made, made);
    let Some(def) = function.def.filter(|_| !kernels.iter().any(is_known)) else {
        return;
    };
    kernels.retain(|kernel| kernel.name != name);
    kernels.push(Kernel {
        name,
        span: span(def.name.range()),
        def,
        frame: function.frame.clone(),
        made: made.clone(),
    });
}
