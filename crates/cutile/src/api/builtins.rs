//! Functions of Python that have a meaning in a kernel.

use super::Args;
use crate::eval::arithmetic::Rounding;
use crate::eval::calls::Arguments;
use crate::eval::number::Num;
use crate::eval::operators::{NOT_IMPLEMENTED, is_object};
use crate::eval::{Eval, constants};
use crate::fail::Res;
use crate::value::{Const, Host, Poison, Value};
use ruff_python_ast::Operator;
use std::rc::Rc;

/// Their names.
pub(crate) const BUILTINS: &[&str] = &[
    "abs", "bool", "divmod", "float", "getattr", "int", "len", "max", "min", "print", "range", "repr", "slice", "str",
    "tuple", "zip",
];

/// Exceptions, which only `ct.static_exception` takes.
const EXCEPTIONS: &[&str] = &[
    "AssertionError",
    "Exception",
    "IndexError",
    "KeyError",
    "NotImplementedError",
    "RuntimeError",
    "TypeError",
    "ValueError",
];

/// Further names of Python, which kernels have not.
const ABSENT: &str = "complex isinstance next open super type";

/// The advice for a function of Python that kernels lack: words to write in its place.
pub(crate) fn python_only(name: &str) -> Option<String> {
    if super::host_name(name).is_none() && !ABSENT.split(' ').any(|absent| absent == name) {
        return None;
    }
    super::known_instead(name).or_else(|| {
        let own = BUILTINS.join(", ");
        Some(format!("of Python's functions kernels have {own}; `ct.static_eval(...)` takes all of Python for what is known when the kernel is compiled"))
    })
}

/// The function or exception of Python of this name.
pub(crate) fn find(name: &str) -> Option<&'static str> {
    let mut known = BUILTINS.iter().chain(EXCEPTIONS).chain(&[NOT_IMPLEMENTED]).copied();
    known.find(|known| *known == name)
}

/// Calls a function of Python.
pub(crate) fn builtin<'a>(eval: &mut Eval<'a>, name: &'static str, arguments: Arguments<'a>) -> Res<Value<'a>> {
    if eval.is_host()
        && let Some(value) = eval.host_call(name, &arguments)?
    {
        return Ok(value);
    }
    if let Some((word, _)) = arguments.named.first().filter(|_| name != "zip") {
        return eval.fail(
            "python.call",
            format!("`{name}` takes no argument by name, such as `{word}`"),
            "",
        );
    }
    let values = arguments.positional;
    match (name, &values[..]) {
        ("range", [stop]) => Ok(Value::Range(Rc::new([None, Some(stop.clone()), None]))),
        ("range", [start, stop]) => Ok(Value::Range(Rc::new([Some(start.clone()), Some(stop.clone()), None]))),
        ("range", [start, stop, step]) => Ok(Value::Range(Rc::new([
            Some(start.clone()),
            Some(stop.clone()),
            Some(step.clone()),
        ]))),
        ("len", [Value::Tuple(items) | Value::Items(items)]) => {
            Ok(eval.constant_value(Const::Int(items.len() as i128)))
        }
        ("len", [Value::List(list)]) => {
            let ir = eval.lists[*list].length;
            Ok(eval.scalar(ir, crate::dtype::Dtype::I32))
        }
        ("len", [object @ Value::Object(..)]) if let Some(own) = eval.own_method(object, "__len__") => {
            eval.invoke(&own, Arguments::default())
        }
        ("len", [array @ Value::Array(_)]) => eval.type_error(
            format!("{} has no length", array.describe()),
            "write `X.shape[0]` for its size, or `ct.num_tiles(X, axis, shape)` for the number of its tiles",
        ),
        ("len", [other]) => eval.type_error(
            format!("{} has no length", other.describe()),
            "only tuples and lists of arrays have",
        ),
        ("abs", [_]) => super::call(
            eval,
            "abs",
            Arguments {
                positional: values,
                named: Vec::new(),
            },
        ),
        ("min" | "max", [a, b]) => {
            let (a, b) = (a.clone(), b.clone());
            eval.extremum(name == "max", &a, &b, &Args { values: Vec::new() })
        }
        ("min" | "max", _) => eval.fail(
            "python.call",
            format!("`{name}` takes exactly two operands here"),
            format!("`ct.{name}(tile, axis)` reduces a tile"),
        ),
        ("divmod", [a, b]) if is_object(a) || is_object(b) => match eval.by_operator(name, a, b)? {
            Some(value) => Ok(value),
            None => eval.type_error(
                format!("`divmod` is not defined for {} and {}", a.describe(), b.describe()),
                "give the class a method `__divmod__`, or use `//` and `%`",
            ),
        },
        ("divmod", [a, b]) => {
            let (mut a, mut b) = (a.clone(), b.clone());
            let is_tile = |value: &Value<'a>| matches!(value, Value::Tile(tile) if !tile.shape.is_empty());
            if is_tile(&a) || is_tile(&b) || matches!((&a, &b), (Value::Tile(_), Value::Tile(_))) {
                // Both ops work on operands that are converted and repeated once.
                let (x, y) = (eval.number(&a)?, eval.number(&b)?);
                if eval.both_known(&x, &y).is_none() {
                    let dtype = eval.promote(&x, &y)?;
                    let (x, y) = eval.operands(&x, &y, dtype)?;
                    (a, b) = (Value::Tile(x), Value::Tile(y));
                }
            }
            let quotient = eval.binary(Operator::FloorDiv, &a, &b, Rounding::default())?;
            let rest = eval.binary(Operator::Mod, &a, &b, Rounding::default())?;
            Ok(Value::tuple(vec![quotient, rest]))
        }
        ("bool", [value]) => match eval.truth(value)? {
            Num::Const(constant, _) => Ok(eval.constant_value(constant)),
            Num::Tile(tile) => Ok(Value::Tile(tile)),
        },
        ("getattr", [object, Value::Str(name)]) => eval.attribute(object, name),
        ("int" | "float", [Value::Tile(tile)])
            if let Some(known) = eval.known_tile(tile)
                && tile.shape.is_empty() =>
        {
            let positional = vec![Value::Const(known, None)];
            builtin(
                eval,
                name,
                Arguments {
                    positional,
                    named: Vec::new(),
                },
            )
        }
        ("int" | "float", [Value::Const(constant, _) | Value::Typed(constant, _)]) => {
            let constant = match (name, *constant) {
                ("float", constant) => Const::Float(constants::as_float(constant)),
                (_, Const::Float(float)) if float.abs() < 1e30 => Const::Int(float.trunc() as i128),
                (_, constant) => match constants::as_int(constant) {
                    Some(int) => Const::Int(int),
                    None => {
                        let shown = crate::value::show(constant);
                        return eval.fail("python.constant", format!("{shown} is no whole number"), "");
                    }
                },
            };
            Ok(eval.constant_value(constant))
        }
        ("int" | "float", [Value::Str(text)]) => {
            let parsed = match name {
                "int" => text.trim().parse().ok().map(Const::Int),
                _ => text.trim().parse().ok().map(Const::Float),
            };
            match parsed {
                Some(constant) => Ok(eval.constant_value(constant)),
                None => eval.fail("python.constant", format!("`{name}` of '{text}', which is none"), ""),
            }
        }
        ("int" | "float", [_]) => eval.fail(
            "python.constant",
            format!("`{name}(...)` converts only what is known when the kernel is compiled"),
            "convert a value of run time by `.astype(...)`",
        ),
        ("tuple", [Value::Tuple(items) | Value::Items(items)]) => Ok(Value::Tuple(items.clone())),
        ("zip", tuples) => {
            let mut columns = Vec::new();
            for value in tuples {
                columns.push(eval.known_items(value)?);
            }
            let count = columns.iter().map(Vec::len).min().unwrap_or(0);
            if let [(_, strict), ..] = &arguments.named[..]
                && eval.holds(strict)?
                && columns.iter().any(|column| column.len() != count)
            {
                return eval.type_error("`zip` of unequal lengths, with `strict=True`", "");
            }
            let rows = (0..count).map(|i| Value::tuple(columns.iter().map(|column| column[i].clone()).collect()));
            Ok(match eval.is_host() {
                true => super::host::once(rows.collect()),
                false => Value::Items(rows.collect()),
            })
        }
        (exception, values) if EXCEPTIONS.contains(&exception) => {
            let text = values.first().and_then(|value| eval.message(value));
            let text = text.map_or_else(|| exception.to_string(), |text| format!("{exception}: {text}"));
            Ok(Value::Str(text.into()))
        }
        ("str" | "repr", [value]) => {
            match super::host::shown(value).filter(|_| name == "str" || !matches!(value, Value::Str(_))) {
                Some(text) => Ok(Value::Str(text.into())),
                None => {
                    let (mut format, mut operands) = (String::new(), Vec::new());
                    match name {
                        "str" => eval.printed_value(value, None, &mut format, &mut operands)?,
                        _ => eval.printed_item(value, &mut format, &mut operands)?,
                    }
                    Ok(match operands.is_empty() {
                        true => Value::Str(format.replace("%%", "%").into()),
                        false => Value::Formatted((format, operands).into()),
                    })
                }
            }
        }
        _ => eval.fail("python.call", format!("`{name}` cannot be called so in a kernel"), ""),
    }
}

impl<'a> Eval<'a> {
    /// The items of something that is known: a tuple, or a range of constants.
    pub(crate) fn known_items(&mut self, value: &Value<'a>) -> Res<Vec<Value<'a>>> {
        match value {
            Value::Tuple(items) | Value::Items(items) => Ok(items.to_vec()),
            Value::Object(..) if let Some(rows) = value.keywords() => Ok(rows.into_iter().map(|row| row.0).collect()),
            Value::Str(text) if self.is_host() => Ok(text.chars().map(|c| Value::Str(c.to_string().into())).collect()),
            Value::Host(host) if !matches!(**host, Host::Kernel(_)) => Ok(match self.intact(host)? {
                Host::List(items) => items.borrow().clone(),
                Host::Once(items) => {
                    let why = "an iterator is gone through once; `tuple(...)` of it is not".into();
                    items.replace(vec![Value::Poison(Rc::new(Poison::Host(why, self.span)))])
                }
                Host::Dict(rows) => rows.borrow().iter().map(|row| row.0.clone()).collect(),
                Host::Kernel(_) => Vec::new(),
            }),
            Value::Manager(of) if self.is_host() => self.generated_items(of),
            Value::Range(range) => {
                let mut bounds = [0, 0, 1];
                for (bound, value) in bounds.iter_mut().zip(range.iter()) {
                    if let Some(value) = value {
                        *bound = self.const_int(value, "the bound of a range")?;
                    }
                }
                let [start, stop, step] = bounds;
                if step == 0 {
                    return self.type_error("the step of a range must not be 0", "");
                }
                let mut items = Vec::new();
                let mut at = start;
                while if step > 0 { at < stop } else { at > stop } {
                    self.check_items(items.len() as i64)?;
                    items.push(Value::int(at));
                    at += step;
                }
                Ok(items)
            }
            other => self.type_error(
                format!("{} has no items that are known", other.describe()),
                "a tuple has, and a `range` of constants",
            ),
        }
    }

    /// `static_assert`, `static_iter`, `static_exception`, `ensure_constant`.
    pub(crate) fn static_function(&mut self, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        match name {
            "static_assert" => {
                let condition = args.get("condition");
                match self.truth(&condition)? {
                    Num::Const(constant, _) if constants::truth(constant) => Ok(Value::None),
                    Num::Const(..) => {
                        let message = match self.message(&args.get("message")) {
                            Some(text) => format!("Static assertion failed: {text}"),
                            None => "Static assertion failed".to_string(),
                        };
                        self.fail(
                            "python.assert",
                            message,
                            "the kernel's author asked for this; change what it is compiled for",
                        )
                    }
                    Num::Tile(_) => self.fail(
                        "python.constant",
                        "`ct.static_assert` needs a condition that is known when the kernel is compiled",
                        "`ct.assert_(condition, message)` asks at run time",
                    ),
                }
            }
            "static_iter" => {
                let (iterable, last) = (args.get("iterable"), self.m.last_op(self.block));
                let items = self.as_host(|eval| eval.known_items(&iterable))?;
                if matches!(iterable, Value::Manager(_)) && self.m.last_op(self.block) != last {
                    return self.type_error(
                        "a generator computes with tiles when the loop asks for its items",
                        "compute in the loop, or make a tuple of the tiles first",
                    );
                }
                if items.len() > 1000 {
                    return self.fail(
                        "python.size",
                        "a loop is unrolled at most 1000 times",
                        "use `range(...)` without `static_iter`",
                    );
                }
                let items: Res<Vec<_>> = items.iter().map(|item| self.handed_in(item)).collect();
                Ok(Value::Items(items?.into()))
            }
            "static_exception" => {
                let exception = args.get("exception");
                let text = self.message(&exception).unwrap_or_else(|| exception.describe());
                self.fail(
                    "python.assert",
                    format!("the kernel raises an exception when it is compiled: {text}"),
                    "change what it is compiled for",
                )
            }
            _ => match args.get("value") {
                value @ (Value::Tile(_) | Value::Array(_)) => self.fail(
                    "python.constant",
                    format!("a constant is needed here, not {}", value.describe()),
                    "make it a `ct.Constant` parameter",
                ),
                value => Ok(value),
            },
        }
    }
}
