//! Calls: functions of the file, which are always inlined, and what the language offers.

use super::control::Flow;
use super::frame::{Frame, assigned, early_returns};
use super::{Call, Eval, MAX_CALLS, locals, managers, span};
use crate::api;
use crate::classes::AUTO;
use crate::dtype::Dtype;
use crate::eval::number::Num;
use crate::fail::{Fail, Res};
use crate::module_level::not_known;
use crate::numbers;
use crate::value::{Body, Const, Function, Host, Manager, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tilewright_platform::math;
use tilewright_sorted::SortedSet;

/// The arguments of a call: by place and by name.
#[derive(Default, Clone, Debug)]
pub(crate) struct Arguments<'a> {
    pub positional: Vec<Value<'a>>,
    pub named: Vec<(&'a str, Value<'a>)>,
}

/// The value of a `def`.
pub(crate) fn function_of<'a>(eval: &mut Eval<'a>, def: &'a ast::StmtFunctionDef) -> Res<Value<'a>> {
    if def.is_async {
        return eval.unsupported("async");
    }
    let defaults = defaults(eval, Some(&def.parameters))?;
    Ok(Value::Function(Rc::new(Function {
        name: def.name.as_str(),
        parameters: Some(&def.parameters),
        body: Body::Statements(&def.body),
        defaults,
        frame: eval.captured(),
        span: span(def.name.range()),
        def: Some(def),
        is_manager: false,
    })))
}

/// The value of a `lambda`.
pub(crate) fn lambda_of<'a>(eval: &mut Eval<'a>, lambda: &'a ast::ExprLambda) -> Res<Value<'a>> {
    let parameters = lambda.parameters.as_deref();
    let defaults = defaults(eval, parameters)?;
    Ok(Value::Function(Rc::new(Function {
        name: "<lambda>",
        parameters,
        body: Body::Expression(&lambda.body),
        defaults,
        frame: eval.captured(),
        span: span(lambda.range()),
        def: None,
        is_manager: false,
    })))
}

fn defaults<'a>(eval: &mut Eval<'a>, parameters: Option<&'a ast::Parameters>) -> Res<FxHashMap<&'a str, Value<'a>>> {
    let mut defaults = FxHashMap::default();
    for parameter in parameters.into_iter().flat_map(|list| list.iter_non_variadic_params()) {
        if let Some(default) = &parameter.default {
            let value = match eval.expr(default) {
                // Above kernels it is missed only where it is used.
                Err(error) if !eval.is_in_kernel() => not_known(default, error),
                value => value?,
            };
            defaults.insert(parameter.parameter.name.as_str(), value);
        }
    }
    Ok(defaults)
}

/// A function whose calls make context managers.
pub(crate) fn managed<'a>(function: &Function<'a>) -> Value<'a> {
    Value::Function(Rc::new(Function {
        is_manager: true,
        ..function.clone()
    }))
}

impl<'a> Eval<'a> {
    pub(crate) fn call_expr(&mut self, call: &'a ast::ExprCall) -> Res<Value<'a>> {
        let function = self.expr(&call.func)?;
        match &function {
            Value::Api("kernel") if !self.is_in_kernel() => return self.kernel_call(None, call),
            Value::Host(host) if !self.is_in_kernel() => {
                if let Host::Kernel(made) = &**host {
                    return self.kernel_call(Some(made), call);
                }
            }
            Value::Method(object, "replace_hints") if !self.is_in_kernel() => {
                if let Value::Host(host) = &**object
                    && let Host::Kernel(made) = &**host
                {
                    return self.replaced_hints(made, call);
                }
            }
            Value::Module(path)
                if self.is_host() && matches!(&**path, "collections.namedtuple" | "typing.NamedTuple") =>
            {
                if let Some(class) = self.named_tuple(call)? {
                    return Ok(class);
                }
            }
            // Around kernels, nothing that is known depends on what is printed.
            Value::Builtin("print") if !self.is_in_kernel() => {
                for argument in &call.arguments.args {
                    if let Err(error) = self.expr(argument) {
                        self.spoil(argument.into(), error);
                    }
                }
                return Ok(Value::None);
            }
            // The one comprehension of kernels: its rounds are known.
            Value::Builtin("tuple") if !self.is_host() => {
                if let [ast::Expr::Generator(of)] = &call.arguments.args[..] {
                    return self
                        .comprehended(&of.generators, None, &mut |eval| eval.expr(&of.elt))
                        .map(Value::tuple);
                }
            }
            // Formatted strings have a meaning for these alone.
            Value::Api("print" | "printf") | Value::Builtin("print") => return self.print_call(&function, call),
            Value::Api("static_eval") => {
                return match (&call.arguments.args[..], &call.arguments.keywords[..]) {
                    ([expr], []) => {
                        let value = self.as_host(|eval| eval.expr(expr))?;
                        self.handed_in(&value)
                    }
                    _ => self.fail("python.call", "`ct.static_eval` takes one expression", ""),
                };
            }
            _ => {}
        }
        let arguments = match &function {
            Value::Api("static_iter") => self.as_host(|eval| eval.arguments(&function, &call.arguments))?,
            _ => self.arguments(&function, &call.arguments)?,
        };
        let outer = self.written.replace(&call.arguments);
        let value = self.invoke(&function, arguments);
        self.written = outer;
        match value {
            Ok(Value::Tile(_)) if !self.is_in_kernel() => self.fail(
                "python.host",
                "it is a tile, and there are none outside of kernels",
                "make it in the kernel",
            ),
            value => value,
        }
    }

    /// The arguments of a call, evaluated from left to right.
    pub(crate) fn arguments(&mut self, function: &Value<'a>, list: &'a ast::Arguments) -> Res<Arguments<'a>> {
        let told = api::Told::of(self, function);
        let positional = self.items(&list.args, |place| told.at(place))?;
        let mut named = Vec::with_capacity(list.keywords.len());
        for keyword in &list.keywords {
            let is_told = keyword.arg.as_ref().is_some_and(|name| told.named(name));
            let value = self.argument(&keyword.value, is_told)?;
            match &keyword.arg {
                Some(name) => named.push((name.as_str(), value)),
                None => match value {
                    Value::Object(class, fields) if class.name == KEYWORDS => {
                        let names = class.fields.iter().map(|field| field.name);
                        named.extend(names.zip(fields.iter().cloned()));
                    }
                    other => return self.type_error(format!("{} cannot be spread with `**`", other.describe()), ""),
                },
            }
        }
        Ok(Arguments { positional, named })
    }

    /// A function of Python's `math`, which the statements of the file may call, and kernels may not.
    fn host_math(&mut self, name: &str, arguments: &[Value<'a>]) -> Res<Value<'a>> {
        let mut numbers = Vec::new();
        for argument in arguments {
            let number = self.number(argument)?;
            numbers.extend(self.known_number(&number).map(super::constants::as_float));
        }
        let value = match (name, &numbers[..]) {
            ("math.sqrt", [x]) => x.sqrt(),
            ("math.exp", [x]) => math::exp(*x),
            ("math.log", [x]) => math::log(*x),
            ("math.log", [x, base]) => math::log(*x) / math::log(*base),
            ("math.log2", [x]) => math::log2(*x),
            ("math.log10", [x]) => math::log10(*x),
            ("math.sin", [x]) => math::sin(*x),
            ("math.cos", [x]) => math::cos(*x),
            ("math.tan", [x]) => math::tan(*x),
            ("math.tanh", [x]) => math::tanh(*x),
            ("math.pow", [x, y]) => numbers::power(*x, *y),
            ("math.fabs", [x]) => x.abs(),
            ("math.floor", [x]) if x.is_finite() => return Ok(self.constant_value(Const::Int(x.floor() as i128))),
            ("math.ceil", [x]) if x.is_finite() => return Ok(self.constant_value(Const::Int(x.ceil() as i128))),
            _ => f64::NAN,
        };
        if value.is_nan() {
            return self.fail(
                "python.host",
                format!("`{name}` of these values is not known when the kernel is compiled"),
                "write its value as a number",
            );
        }
        Ok(self.constant_value(Const::Float(value)))
    }

    /// Calls something.
    pub(crate) fn invoke(&mut self, function: &Value<'a>, arguments: Arguments<'a>) -> Res<Value<'a>> {
        match function {
            Value::Function(function) => self.inline(function, arguments),
            Value::Bound(function, object) => {
                let mut arguments = arguments;
                arguments.positional.insert(0, Value::clone(object));
                self.inline(function, arguments)
            }
            Value::Class(class) => self.construct(class, arguments),
            Value::Object(..) if let Some(own) = self.own_method(function, "__call__") => self.invoke(&own, arguments),
            Value::Api(name) => api::call(self, name, arguments),
            Value::Method(object, name)
                if matches!(
                    **object,
                    Value::Const(..) | Value::Str(_) | Value::Host(_) | Value::Object(..)
                ) =>
            {
                match self.call_method(object, name, &arguments.positional, &arguments.named)? {
                    Some(value) => Ok(value),
                    None => api::method(self, object, name, arguments),
                }
            }
            Value::Method(object, name) => api::method(self, object, name, arguments),
            Value::Builtin(name) => api::builtin(self, name, arguments),
            Value::Dtype(dtype) => {
                let value = arguments.positional.into_iter().next().unwrap_or(Value::None);
                match self.number(&value)? {
                    Num::Const(constant, _) if self.is_host() => {
                        Ok(Value::Typed(self.rounded(constant, *dtype), *dtype))
                    }
                    Num::Const(constant, _) => {
                        // A float that is written is a float32 before it becomes anything wider.
                        let narrow = match constant {
                            Const::Float(_) if dtype.is_float() => self.rounded(constant, Dtype::F32),
                            other => other,
                        };
                        let constant = self.rounded(narrow, *dtype);
                        Ok(Value::Tile(self.typed_constant(constant, *dtype)))
                    }
                    Num::Tile(tile) if tile.shape.is_empty() => self.cast(&tile, *dtype, None).map(Value::Tile),
                    Num::Tile(tile) => self.type_error(
                        format!("`ct.{dtype}(...)` converts one number, not {}", tile.describe()),
                        format!("write `.astype(ct.{dtype})`"),
                    ),
                }
            }
            Value::Module(name)
                if &**name == managers::DECORATOR
                    && let [Value::Function(of)] = &arguments.positional[..] =>
            {
                Ok(managed(of))
            }
            Value::Module(name) if &**name == "dataclasses.replace" => self.replaced(arguments),
            Value::Module(name) if &**name == AUTO => Ok(function.clone()),
            Value::Module(name)
                if self.is_host()
                    && let Some(value) = self.host_call(name, &arguments)? =>
            {
                Ok(value)
            }
            Value::Module(name) if self.is_host() && name.starts_with("math.") => {
                self.host_math(name, &arguments.positional)
            }
            Value::Module(name) if let Some(operator) = api::operator(name) => api::call(self, operator, arguments),
            Value::Module(name) => {
                let (name, help) = (name.clone(), api::instead(name));
                let place = if self.is_host() {
                    "when a kernel is compiled"
                } else {
                    "in a kernel"
                };
                self.fail("python.host", format!("`{name}` cannot be called {place}"), help)
            }
            other => self.fail("python.call", format!("{} cannot be called", other.describe()), ""),
        }
    }

    /// The variables that a call starts with.
    fn bind(&mut self, function: &Function<'a>, arguments: Arguments<'a>) -> Res<Vec<(&'a str, Value<'a>)>> {
        let mut bound: Vec<(&'a str, Value<'a>)> = Vec::new();
        let mut named = arguments.named;
        let mut positional = arguments.positional.into_iter();
        let Some(parameters) = function.parameters else {
            if positional.next().is_some() || !named.is_empty() {
                return self.fail("python.call", format!("`{}` takes no arguments", function.name), "");
            }
            return Ok(bound);
        };
        let by_place = parameters
            .posonlyargs
            .iter()
            .chain(parameters.args.iter())
            .map(|parameter| (parameter, true));
        let by_name = parameters.kwonlyargs.iter().map(|parameter| (parameter, false));
        let mut spread = Vec::new();
        let mut is_variadic_done = false;
        for (parameter, takes_place) in by_place.chain(by_name) {
            if !takes_place && !is_variadic_done {
                spread.extend(positional.by_ref());
                is_variadic_done = true;
            }
            let name = parameter.parameter.name.as_str();
            let value = if takes_place { positional.next() } else { None };
            let keyword = named
                .iter()
                .position(|(other, _)| *other == name)
                .map(|at| named.remove(at).1);
            match (value, keyword) {
                (Some(_), Some(_)) => {
                    return self.fail("python.call", format!("`{}` gets `{name}` twice", function.name), "");
                }
                (Some(value), None) | (None, Some(value)) => bound.push((name, value)),
                (None, None) => match function.defaults.get(name) {
                    Some(value @ Value::Host(_)) if !self.is_host() => {
                        return self.type_error(
                            format!("{} has no meaning in a kernel", value.describe()),
                            format!("give `{}` another default for `{name}`", function.name),
                        );
                    }
                    // Each call makes the constants of its defaults, once however often they are used.
                    Some(value) => bound.push((name, self.evaluated(value))),
                    None => {
                        return self.fail(
                            "python.call",
                            format!("`{}` needs its argument `{name}`", function.name),
                            "",
                        );
                    }
                },
            }
        }
        spread.extend(positional);
        match &parameters.vararg {
            Some(parameter) => bound.push((parameter.name.as_str(), Value::tuple(spread))),
            None if !spread.is_empty() => {
                let takes = parameters.posonlyargs.len() + parameters.args.len();
                return self.fail(
                    "python.call",
                    format!(
                        "`{}` takes {}, but is given {}",
                        function.name,
                        tilewright_diag::counted(takes, "arguments"),
                        takes + spread.len()
                    ),
                    "",
                );
            }
            None => {}
        }
        match &parameters.kwarg {
            Some(parameter) => {
                bound.push((parameter.name.as_str(), self.keywords(named)));
            }
            None => {
                if let Some((name, _)) = named.first() {
                    return self.fail(
                        "python.call",
                        format!("`{}` has no parameter `{name}`", function.name),
                        "",
                    );
                }
            }
        }
        Ok(bound)
    }

    /// Evaluates a function in place of its call.
    fn inline(&mut self, function: &Rc<Function<'a>>, arguments: Arguments<'a>) -> Res<Value<'a>> {
        if self.calls.len() >= MAX_CALLS {
            return self.fail(
                "python.size",
                format!("more than {MAX_CALLS} calls are open: the recursion does not end"),
                "a recursion must end by a condition that is known when the kernel is compiled",
            );
        }
        self.check_size()?;
        let bound = self.bind(function, arguments)?;
        if (function.is_manager && !self.is_host()) || (self.is_host() && managers::is_generator(function)) {
            return Ok(Value::Manager(Rc::new(Manager {
                function: function.clone(),
                arguments: bound,
                used: Default::default(),
            })));
        }
        let depth = self.calls.len();
        let place = self.span;
        let failures = self.failures;
        if !self.is_host() {
            self.check_syntax(function.body, false);
        }
        let result = match function.body {
            // Around kernels there are no branches of run time.
            Body::Statements(body) if !self.is_host() && early_returns(body).0 => self.looped(function, body, &bound),
            body => self.straight(function, body, &bound),
        };
        self.calls.truncate(depth);
        self.span = place;
        if self.is_host()
            && ["cache", "lru_cache", "cached_property"]
                .iter()
                .any(|name| function.is_under(name))
            && result.as_ref().is_ok_and(may_change)
        {
            return self.type_error(
                format!("`{}` gives what it gave before, which may have changed", function.name),
                "",
            );
        }
        // Errors in the function were told there: no error follows from the value that it lacks.
        if self.failures > failures && matches!(result, Ok(Value::None)) {
            return Err(Fail::Again);
        }
        result.map_err(|error| error.label(place, format!("in this call of `{}`", function.name)))
    }

    pub(super) fn enter(&mut self, function: &Rc<Function<'a>>, bound: &[(&'a str, Value<'a>)]) -> Rc<Frame<'a>> {
        let frame = Frame::new(locals(function.parameters, function.body), function.frame.clone());
        for (name, value) in bound {
            frame.set(name, value.clone());
        }
        self.calls.push(Call {
            function: Some(function.clone()),
            ..Call::of(frame.clone())
        });
        frame
    }

    /// The body as it stands.
    fn straight(
        &mut self,
        function: &Rc<Function<'a>>,
        body: Body<'a>,
        bound: &[(&'a str, Value<'a>)],
    ) -> Res<Value<'a>> {
        self.enter(function, bound);
        match body {
            Body::Expression(expr) => self.expr(expr),
            Body::Statements(body) => Ok(match self.block(body)? {
                Flow::Return(value) => value,
                Flow::Next | Flow::Ended => Value::None,
            }),
        }
    }

    /// The body as a loop that each `return` leaves.
    fn looped(
        &mut self,
        function: &Rc<Function<'a>>,
        body: &'a [ast::Stmt],
        bound: &[(&'a str, Value<'a>)],
    ) -> Res<Value<'a>> {
        let frame = self.enter(function, bound);
        let start = frame.snapshot();
        let mut names = SortedSet::default();
        assigned(body, &mut names);
        let mut changed: Vec<(&'a str, Value<'a>)> = names
            .into_iter()
            .filter_map(|name| Some((name, start.get(name)?.clone())))
            .collect();
        changed.sort_unstable_by_key(|(name, _)| *name);
        self.body_loop(&changed, early_returns(body).1, &mut |eval, variables| {
            let frame = eval.frame();
            frame.restore(start.clone());
            for (name, value) in variables {
                frame.set(name, value.clone());
            }
            eval.block(body)
        })
    }
}

/// Whether a value may change after it was made.
fn may_change(value: &Value<'_>) -> bool {
    match value {
        Value::Host(host) => !matches!(**host, Host::Kernel(_)),
        Value::Object(class, _) => class.may_change(),
        other => matches!(other, Value::Manager(_)),
    }
}

/// The class of what `**kw` collects.
pub(crate) const KEYWORDS: &str = "dict";
