//! Calls of host code: functions of the file, lambdas, what `functools.partial` makes of them, constructors, and launches.

use super::arrays::{Given, size};
use super::host::{Host, Names, Partial, Walk, arithmetic};
use super::records::{CLASS, bound, member, name_of, record};
use super::{Hint, Launch};
use crate::dtype::Dtype;
use crate::eval::{constants, span};
use crate::signature::Constant;
use ruff_python_ast as ast;
use ruff_text_size::{Ranged, TextRange};
use std::rc::Rc;

/// Calls that may be open at once.
const MAX_CALLS: usize = 8;
/// Functions of each element of an array that have floats for results.
const SMOOTH: &[&str] = &[
    "exp",
    "gelu",
    "log",
    "log_softmax",
    "rsqrt",
    "sigmoid",
    "silu",
    "softmax",
    "sqrt",
    "tanh",
];
/// The items of a range that are gone through.
const MAX_ITEMS: usize = 64;

impl<'a> Walk<'a> {
    /// The names of a function when it is called: its parameters.
    fn bound(
        &mut self,
        parameters: Option<&'a ast::Parameters>,
        positional: &[Host<'a>],
        named: &[(&'a str, Host<'a>)],
    ) -> Names<'a> {
        let mut names = Names::default();
        let Some(parameters) = parameters else { return names };
        let places = parameters.posonlyargs.len() + parameters.args.len();
        let mut more: Vec<(&'a str, Host<'a>)> = named.to_vec();
        for (place, parameter) in parameters.iter_non_variadic_params().enumerate() {
            let name = parameter.parameter.name.as_str();
            let given = more.iter().position(|(other, _)| *other == name);
            let value = given.map(|at| more.remove(at).1);
            let value = value.or_else(|| positional.get(place).filter(|_| place < places).cloned());
            let value = value.or_else(|| parameter.default.as_ref().map(|default| self.expr(default)));
            names.insert(name, value.unwrap_or(Host::Unknown));
        }
        if let Some(rest) = &parameters.vararg {
            let items = positional.get(places..).unwrap_or_default();
            names.insert(rest.name.as_str(), Host::Tuple(items.into()));
        }
        if let Some(rest) = &parameters.kwarg {
            names.insert(rest.name.as_str(), Host::Record(more.into()));
        }
        names
    }

    /// Runs the body of a function with these names.
    fn inside(&mut self, range: TextRange, names: Names<'a>, run: &mut dyn FnMut(&mut Self) -> Host<'a>) -> Host<'a> {
        if self.locals.len() >= MAX_CALLS {
            return Host::Unknown;
        }
        self.locals.push((range, names));
        let value = run(self);
        self.locals.pop();
        value
    }

    /// Calls a lambda.
    fn lambda(
        &mut self,
        lambda: &'a ast::ExprLambda,
        positional: &[Host<'a>],
        named: &[(&'a str, Host<'a>)],
    ) -> Host<'a> {
        let names = self.bound(lambda.parameters.as_deref(), positional, named);
        self.inside(lambda.range(), names, &mut |walk| walk.expr(&lambda.body))
    }

    /// Calls a function of the file.
    pub(super) fn call(
        &mut self,
        def: &'a ast::StmtFunctionDef,
        positional: &[Host<'a>],
        named: &[(&'a str, Host<'a>)],
    ) -> Host<'a> {
        self.seen.push(def.range().start().to_usize());
        let names = self.bound(Some(&def.parameters), positional, named);
        self.inside(def.range(), names, &mut |walk| {
            if walk.kernel.is_none()
                && let Some((_, names)) = walk.locals.last()
            {
                walk.open.push((def, names.clone()));
            }
            walk.returned.push(None);
            walk.block(&def.body);
            walk.open.pop();
            let returned = walk.returned.pop().flatten();
            returned.unwrap_or(Host::Number(Constant::None))
        })
    }

    pub(super) fn call_expr(&mut self, call: &'a ast::ExprCall) -> Host<'a> {
        let callee = match &*call.func {
            ast::Expr::Attribute(attribute) => match self.expr(&attribute.value) {
                Host::Array(array) => Err((array, attribute.attr.as_str())),
                Host::Name(path) => Ok(Host::Name(format!("{path}.{}", attribute.attr).into())),
                Host::Function(def) if is_hinting(&attribute.attr) => Ok(Host::Hinted(def, Rc::default())),
                kernel @ Host::Hinted(..) if is_hinting(&attribute.attr) => Ok(kernel),
                Host::Number(Constant::Int(int)) if attribute.attr.as_str() == "bit_length" => {
                    return Host::of_size(Some(constants::bit_length(int)));
                }
                list @ Host::List(_) => return self.list_method(&list, attribute.attr.as_str(), call),
                Host::Record(members) => match self.record_method(&members, attribute, &call.arguments.args) {
                    Some(value) => return value,
                    // Absent: a method of a class, perhaps.
                    None => Ok(bound(&members, &attribute.attr)
                        .unwrap_or_else(|| Host::Name(format!("?.{}", attribute.attr).into()))),
                },
                // A generator of random numbers, perhaps.
                Host::Unknown => Ok(Host::Name(format!("?.{}", attribute.attr).into())),
                _ => Ok(Host::Unknown),
            },
            other => Ok(self.expr(other)),
        };
        let mut positional = Vec::new();
        // A sequence or a mapping that is not known may stand for any of the rest.
        let mut is_open = false;
        for argument in &call.arguments.args {
            match argument {
                ast::Expr::Starred(starred) => match self.expr(&starred.value).items() {
                    Some(items) if !is_open => positional.extend(items.iter().cloned()),
                    _ => is_open = true,
                },
                argument => {
                    let value = self.expr(argument);
                    positional.extend(Some(value).filter(|_| !is_open));
                }
            }
        }
        let (mut named, mut more) = (Vec::new(), Vec::new());
        for keyword in &call.arguments.keywords {
            let value = self.expr(&keyword.value);
            match (&keyword.arg, value) {
                (Some(name), value) => named.push((name.as_str(), value)),
                (None, Host::Record(members)) => more.extend(members.iter().cloned()),
                (None, _) => is_open = true,
            }
        }
        // Hints are named one by one, in order.
        named.append(&mut more);
        let callee = match callee {
            // An object.
            Ok(Host::Record(members)) if member(&members, CLASS).is_some() => {
                Ok(bound(&members, "__call__").unwrap_or(Host::Unknown))
            }
            callee => callee,
        };
        let callee = match callee {
            Ok(Host::Partial(partial)) => {
                let mut all = partial.positional.clone();
                all.append(&mut positional);
                positional = all;
                // An argument that a call names goes before.
                named.extend_from_slice(&partial.named);
                Ok(partial.callee.clone())
            }
            callee => callee,
        };
        let parameters = match &callee {
            Ok(Host::Function(def)) => Some(&*def.parameters),
            Ok(Host::Lambda(lambda)) => lambda.parameters.as_deref(),
            _ => None,
        };
        if let (true, Some(parameters)) = (is_open, parameters) {
            for parameter in parameters.iter_non_variadic_params().skip(positional.len()) {
                let name = parameter.parameter.name.as_str();
                if named.iter().all(|(other, _)| *other != name) {
                    named.push((name, Host::Unknown));
                }
            }
        }
        let given = Given {
            positional: &positional,
            named: &named,
        };
        let made = match callee {
            Err((array, method)) => self.method(&array, method, &given),
            Ok(Host::Function(def)) => self.called(def, &positional, &named),
            Ok(Host::Lambda(lambda)) => self.lambda(lambda, &positional, &named),
            Ok(Host::Hinted(def, hints)) => Host::Hinted(def, more_hints(&hints, call, &named)),
            Ok(Host::Maker(hints)) => match &positional[..] {
                [Host::Function(def)] => Host::Hinted(def, hints),
                _ => Host::Unknown,
            },
            Ok(Host::Record(members)) => self.construct(name_of(&call.func), &members, &given),
            Ok(Host::Name(path)) => self.named_call(call, &path, &given),
            Ok(_) => Host::Unknown,
        };
        match made {
            Host::Record(_) if is_open => Host::Unknown,
            made => made,
        }
    }

    /// A call of something that is known by name alone.
    fn named_call(&mut self, call: &'a ast::ExprCall, path: &str, given: &Given<'_, 'a>) -> Host<'a> {
        let name = path.rsplit('.').next().unwrap_or(path);
        if name == "launch" {
            self.launch(call, given);
            return Host::Unknown;
        }
        if matches!(name, "exhaustive_search" | "autotune_launch") {
            self.tuned(call, given);
            return Host::Unknown;
        }
        if name == "kernel" {
            let hints = more_hints(&[], call, given.named);
            return match given.positional.first() {
                Some(Host::Function(def)) if hints.is_empty() => Host::Function(def),
                Some(Host::Function(def)) => Host::Hinted(def, hints),
                _ => Host::Maker(hints),
            };
        }
        match (name, given.positional) {
            ("partial", [callee, rest @ ..]) => {
                return Host::Partial(Rc::new(Partial {
                    callee: callee.clone(),
                    positional: rest.to_vec(),
                    named: given.named.to_vec(),
                }));
            }
            ("device", _) => return Host::Name(name.into()),
            ("SimpleNamespace" | "Namespace" | "dict", []) => return record(&[], given),
            // `dict(record, tm=32)`, `dataclasses.replace(record, tm=32)`
            ("dict" | "replace" | "copy" | "deepcopy", [Host::Record(members)]) => {
                let positional = &[];
                return record(members, &Given { positional, ..*given });
            }
            _ => {}
        }
        if let Some(made) = path.contains('.').then(|| self.constructor(path, given)).flatten() {
            return made;
        }
        let numbers: Option<Vec<Constant>> = given
            .positional
            .iter()
            .map(|value| match value {
                Host::Number(number) => Some(*number),
                _ => None,
            })
            .collect();
        let first = given.positional.first();
        if let (Some(list), "tuple" | "list" | "len" | "Size") = (first.and_then(Host::items), name) {
            return match name {
                "len" => Host::of_size(Some(list.len() as i64)),
                "list" => Host::List(list.clone()),
                _ => Host::Tuple(list.clone()),
            };
        }
        if let ("range", Some(numbers)) = (name, &numbers) {
            return range(numbers);
        }
        let result = numbers.and_then(|numbers| arithmetic(name, &numbers));
        match (result, first) {
            (Some(number), _) => Host::Number(number),
            (None, Some(Host::Array(array))) if path.contains('.') => match name {
                "contiguous" | "ascontiguousarray" => self.method(array, "contiguous", given),
                "Parameter" => Host::Array(array.clone()),
                "relu" | "abs" | "square" | "tril" | "triu" => array.computed(ast::Operator::Add, Dtype::Bool),
                // Of whole numbers they make floats.
                _ if SMOOTH.contains(&name) => array.computed(ast::Operator::Div, Dtype::Bool),
                _ => Host::Unknown,
            },
            _ => Host::Unknown,
        }
    }

    /// `ct.launch(stream, grid, kernel, arguments)`.
    fn launch(&mut self, call: &'a ast::ExprCall, given: &Given<'_, 'a>) {
        let [Some(grid), Some(kernel), Some(arguments)] =
            [("grid", 1), ("kernel", 2), ("kernel_args", 3)].map(|(name, place)| given.get(name, place))
        else {
            return;
        };
        let (def, hints) = match kernel {
            Host::Function(def) => (*def, Rc::default()),
            Host::Hinted(def, hints) => (*def, hints.clone()),
            _ => return,
        };
        let Some(asked) = self.kernel else {
            self.launched(def);
            return;
        };
        if !std::ptr::eq(def, asked) {
            return;
        }
        // Absent: a tuple that is not followed, which is told of the launch.
        let arguments = arguments.items().cloned().unwrap_or_default();
        let axes: Option<Vec<i64>> = grid.items().and_then(|axes| axes.iter().map(size).collect());
        self.launches.push(Launch {
            span: span(call.range()),
            grid: axes
                .filter(|axes| (1..=3).contains(&axes.len()))
                .map(|axes| [0, 1, 2].map(|i| axes.get(i).copied().unwrap_or(1))),
            arguments: arguments.to_vec(),
            hints,
        });
    }

    /// A search for the fastest launch: functions of a configuration say the grid and the arguments. The first one stands for all.
    fn tuned(&mut self, call: &'a ast::ExprCall, given: &Given<'_, 'a>) {
        let all = given.get("search_space", 0).and_then(Host::items);
        let first = all.and_then(|all| all.first().cloned()).unwrap_or(Host::Unknown);
        let [grid, arguments] = [("grid_fn", 2), ("args_fn", 4)].map(|(name, place)| match given.get(name, place) {
            Some(Host::Lambda(lambda)) => self.lambda(lambda, std::slice::from_ref(&first), &[]),
            Some(Host::Function(def)) => self.called(def, std::slice::from_ref(&first), &[]),
            _ => Host::Unknown,
        });
        let kernel = given.get("kernel", 3).cloned().unwrap_or(Host::Unknown);
        let positional = [Host::Unknown, grid, kernel, arguments];
        let named = &[];
        self.launch(
            call,
            &Given {
                positional: &positional,
                named,
            },
        );
    }

    /// A method of a list, which may change it.
    fn list_method(&mut self, list: &Host<'a>, method: &str, call: &'a ast::ExprCall) -> Host<'a> {
        let given = self.exprs(&call.arguments.args);
        let mut items = list.items().map_or(Vec::new(), |items| items.to_vec());
        let longer = match (method, &given[..]) {
            ("append", [item]) => {
                items.push(item.clone());
                Host::List(items.into())
            }
            ("extend", [more]) => match more.items() {
                Some(more) => {
                    items.extend_from_slice(more);
                    Host::List(items.into())
                }
                None => Host::Unknown,
            },
            ("index" | "count" | "copy", _) => return Host::Unknown,
            _ => Host::Unknown,
        };
        self.replace(list, &longer);
        Host::Unknown
    }
}

/// The numbers of a range, unless they are many.
fn range<'a>(numbers: &[Constant]) -> Host<'a> {
    let (mut at, stop, step) = match *numbers {
        [Constant::Int(stop)] => (0, stop, 1),
        [Constant::Int(start), Constant::Int(stop)] => (start, stop, 1),
        [Constant::Int(start), Constant::Int(stop), Constant::Int(step)] => (start, stop, step),
        _ => return Host::Unknown,
    };
    let mut items = Vec::new();
    while at < stop {
        if step <= 0 || items.len() == MAX_ITEMS {
            return Host::Unknown;
        }
        items.push(Host::Number(Constant::Int(at)));
        at = at.saturating_add(step);
    }
    Host::List(items.into())
}

/// Whether a method gives a kernel other hints.
fn is_hinting(method: &ast::Identifier) -> bool {
    matches!(method.as_str(), "replace_hints" | "with_hints")
}

/// Hints, and those that a call gives besides.
fn more_hints<'a>(hints: &[Hint<'a>], call: &'a ast::ExprCall, named: &[(&'a str, Host<'a>)]) -> Rc<[Hint<'a>]> {
    let keywords = call.arguments.keywords.iter().filter(|keyword| keyword.arg.is_some());
    let more = keywords.zip(named).map(|(keyword, (name, value))| Hint {
        name,
        value: value.clone(),
        expr: &keyword.value,
    });
    hints.iter().cloned().chain(more).collect()
}
