//! The functions of `cuda.tile`, by name.

mod accesses;
mod attributes;
mod builtins;
mod host;
mod instead;
mod making;
mod math;
mod pointers;
mod printing;
mod products;
mod reductions;
mod shapes;
mod slices;
mod views;

use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::calls::Arguments;
use crate::fail::Res;
use crate::value::{Const, Value};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::rc::Rc;
use tilewright_ir::spelling::nearest;

pub(crate) use attributes::{LANGUAGE, language};
pub(crate) use builtins::{builtin, find as builtin_name, python_only};
pub(crate) use host::find as host_name;
pub(crate) use instead::{instead, known as known_instead};

/// The functions and their parameters: `/` ends those that have no name, `*` begins those that only have one, `?` marks
/// what may be left out.
const FUNCTIONS: &[(&str, &str)] = &[
    ("bid", "axis"),
    ("num_blocks", "axis"),
    ("num_tiles", "array / axis shape order?"),
    (
        "load",
        "array / index shape * order? padding_mode? check_bounds? latency? allow_tma? memory_order? memory_scope?",
    ),
    (
        "store",
        "array / index tile * order? check_bounds? latency? allow_tma? memory_order? memory_scope?",
    ),
    (
        "load_advanced_indexing",
        "array indices / * padding_mode? latency? allow_tma?",
    ),
    ("store_advanced_indexing", "array indices tile / * latency? allow_tma?"),
    (
        "gather",
        "array indices / * mask? padding_value? check_bounds? latency?",
    ),
    ("scatter", "array indices value / * mask? check_bounds? latency?"),
    (
        "atomic_cas",
        "array indices expected desired / * check_bounds? memory_order? memory_scope?",
    ),
    (
        "atomic_xchg",
        "array indices update / * check_bounds? memory_order? memory_scope?",
    ),
    (
        "atomic_add",
        "array indices update / * check_bounds? memory_order? memory_scope?",
    ),
    (
        "atomic_max",
        "array indices update / * check_bounds? memory_order? memory_scope?",
    ),
    (
        "atomic_min",
        "array indices update / * check_bounds? memory_order? memory_scope?",
    ),
    (
        "atomic_and",
        "array indices update / * check_bounds? memory_order? memory_scope?",
    ),
    (
        "atomic_or",
        "array indices update / * check_bounds? memory_order? memory_scope?",
    ),
    (
        "atomic_xor",
        "array indices update / * check_bounds? memory_order? memory_scope?",
    ),
    ("zeros", "shape dtype"),
    ("ones", "shape dtype"),
    ("full", "shape fill_value dtype"),
    ("arange", "size / * dtype start? step?"),
    ("astile", "items / * dtype"),
    ("reshape", "x / shape"),
    ("permute", "x / axes"),
    ("transpose", "x / axis0? axis1?"),
    ("expand_dims", "x / axis"),
    ("broadcast_to", "x / shape"),
    ("cat", "tiles / axis"),
    ("extract", "x / index shape"),
    ("insert", "x / index value"),
    ("item", "x /"),
    ("bitcast", "x / dtype"),
    ("pack_to_bytes", "x /"),
    ("unpack_from_bytes", "x / dtype"),
    ("astype", "x / dtype * rounding_mode?"),
    ("add", "x y / * rounding_mode? flush_to_zero?"),
    ("sub", "x y / * rounding_mode? flush_to_zero?"),
    ("mul", "x y / * rounding_mode? flush_to_zero?"),
    ("truediv", "x y / * rounding_mode? flush_to_zero?"),
    ("floordiv", "x y /"),
    ("mod", "x y /"),
    ("divmod", "x y /"),
    ("cdiv", "x y /"),
    ("pow", "x y /"),
    ("atan2", "x y /"),
    ("minimum", "x y / * flush_to_zero? propagate_nan?"),
    ("maximum", "x y / * flush_to_zero? propagate_nan?"),
    ("bitwise_and", "x y /"),
    ("bitwise_or", "x y /"),
    ("bitwise_xor", "x y /"),
    ("bitwise_lshift", "x y /"),
    ("bitwise_rshift", "x y /"),
    ("bitwise_not", "x /"),
    ("greater", "x y /"),
    ("greater_equal", "x y /"),
    ("less", "x y /"),
    ("less_equal", "x y /"),
    ("equal", "x y /"),
    ("not_equal", "x y /"),
    ("exp", "x / * rounding_mode?"),
    ("tanh", "x / * rounding_mode?"),
    ("exp2", "x / * flush_to_zero?"),
    ("sqrt", "x / * rounding_mode? flush_to_zero?"),
    ("rsqrt", "x / * flush_to_zero?"),
    ("log", "x /"),
    ("log2", "x /"),
    ("sin", "x /"),
    ("cos", "x /"),
    ("tan", "x /"),
    ("sinh", "x /"),
    ("cosh", "x /"),
    ("floor", "x /"),
    ("ceil", "x /"),
    ("abs", "x /"),
    ("negative", "x /"),
    ("isnan", "x /"),
    ("where", "cond x y /"),
    ("mma", "x y / acc * use_fast_acc?"),
    ("mma_scaled", "x x_scale y y_scale / acc"),
    ("matmul", "x y /"),
    ("sum", "x / axis? * keepdims? rounding_mode? flush_to_zero?"),
    ("prod", "x / axis? * keepdims? rounding_mode? flush_to_zero?"),
    ("max", "x / axis? * keepdims? flush_to_zero? propagate_nan?"),
    ("min", "x / axis? * keepdims? flush_to_zero? propagate_nan?"),
    ("argmax", "x / axis? * keepdims? propagate_nan?"),
    ("argmin", "x / axis? * keepdims? propagate_nan?"),
    ("reduce", "x / axis func identity * keepdims?"),
    ("cumsum", "x / axis? * reverse? rounding_mode? flush_to_zero?"),
    ("cumprod", "x / axis? * reverse? rounding_mode? flush_to_zero?"),
    ("scan", "x / axis func identity * reverse?"),
    ("assert_", "cond / message?"),
    ("assume_divisible_by", "x divisor"),
    ("static_assert", "condition message?"),
    ("static_iter", "iterable"),
    ("static_exception", "exception"),
    ("ensure_constant", "value"),
    ("grid_dependency_control_wait", ""),
    ("grid_dependency_control_launch_dependents", ""),
    ("print", ""),
    ("printf", ""),
    ("static_eval", ""),
    ("Slice", "start length"),
    ("ByTarget", ""),
    ("function", "func"),
    ("kernel", "func?"),
    ("launch", ""),
    ("Constant", ""),
    ("ScalarInt64", ""),
    ("IndexedWithInt64", ""),
    ("ArrayAnnotation", "index_dtype? static_shape_dims? static_stride_dims?"),
    ("ListAnnotation", "element"),
];

/// Methods of arrays and of what comes of them.
const METHODS: &[(&str, &str)] = &[
    ("slice", "axis start stop"),
    ("tiled_view", "tile_shape * padding_mode? traversal_steps?"),
    ("get_raw_memory", ""),
    ("view.load", "index * check_bounds? latency? allow_tma?"),
    ("view.store", "index tile * check_bounds? latency? allow_tma?"),
    ("view.num_tiles", "axis"),
    ("view.atomic_store_add", "index update /"),
    ("view.atomic_store_max", "index update /"),
    ("view.atomic_store_min", "index update /"),
    ("view.atomic_store_and", "index update /"),
    ("view.atomic_store_or", "index update /"),
    ("view.atomic_store_xor", "index update /"),
    ("raw.load_offset", "offset / * mask? padding_value? latency?"),
    ("raw.store_offset", "offset value / * mask? latency?"),
    (
        "raw.atomic_cas_offset",
        "offset expected desired / * mask? memory_order? memory_scope?",
    ),
    (
        "raw.atomic_xchg_offset",
        "offset update / * mask? memory_order? memory_scope?",
    ),
    (
        "raw.atomic_add_offset",
        "offset update / * mask? memory_order? memory_scope?",
    ),
    (
        "raw.atomic_max_offset",
        "offset update / * mask? memory_order? memory_scope?",
    ),
    (
        "raw.atomic_min_offset",
        "offset update / * mask? memory_order? memory_scope?",
    ),
    (
        "raw.atomic_and_offset",
        "offset update / * mask? memory_order? memory_scope?",
    ),
    (
        "raw.atomic_or_offset",
        "offset update / * mask? memory_order? memory_scope?",
    ),
    (
        "raw.atomic_xor_offset",
        "offset update / * mask? memory_order? memory_scope?",
    ),
];

/// Methods of tiles that are functions with the tile before the other arguments.
const TILE_METHODS: &[&str] = &[
    "reshape",
    "permute",
    "transpose",
    "expand_dims",
    "broadcast_to",
    "extract",
    "insert",
    "item",
    "bitcast",
    "astype",
    "pack_to_bytes",
    "unpack_from_bytes",
];

/// Arguments by the names of parameters.
pub(crate) struct Args<'a> {
    values: Vec<(&'static str, Value<'a>)>,
}

impl<'a> Args<'a> {
    /// An argument; `None` where it is left out.
    pub(crate) fn get(&self, name: &str) -> Value<'a> {
        let found = self.values.iter().find(|(other, _)| *other == name);
        found.map_or(Value::None, |(_, value)| value.clone())
    }

    /// Whether it is given, and not as `None`.
    pub(crate) fn has(&self, name: &str) -> bool {
        !matches!(self.get(name), Value::None)
    }
}

/// The function of `cuda.tile` of this name, with its name for good.
pub(crate) fn function(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().map(|row| row.0).find(|known| *known == name)
}

/// The function that one of Python's module `operator` is.
pub(crate) fn operator(path: &str) -> Option<&'static str> {
    let name = path.strip_prefix("operator.")?;
    function(match name {
        "and_" => "bitwise_and",
        "or_" => "bitwise_or",
        "xor" => "bitwise_xor",
        "lshift" => "bitwise_lshift",
        "rshift" => "bitwise_rshift",
        "neg" => "negative",
        "lt" => "less",
        "le" => "less_equal",
        "gt" => "greater",
        "ge" => "greater_equal",
        "eq" => "equal",
        "ne" => "not_equal",
        "add" | "sub" | "mul" | "truediv" | "floordiv" | "mod" | "pow" | "matmul" => name,
        _ => return None,
    })
}

/// The parameters of a function, or of a method, as `FUNCTIONS` has them.
pub(crate) fn parameters(name: &str) -> Option<&'static str> {
    let row = FUNCTIONS.iter().chain(METHODS).find(|row| row.0 == name);
    row.map(|row| row.1)
}

/// A function by a number, with its parameters; of any number.
pub(crate) fn spec(number: usize) -> (&'static str, &'static str) {
    FUNCTIONS[number % FUNCTIONS.len()]
}

/// All names of the language: functions, types, enums.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let functions = FUNCTIONS.iter().map(|row| row.0);
    let enums = attributes::ENUMS.iter().map(|row| row.0);
    functions.chain(enums).chain(Dtype::all().map(Dtype::name))
}

/// The method of this name that some object of the language has.
pub(crate) fn method_name(kind: &str, name: &str) -> Option<&'static str> {
    METHODS
        .iter()
        .map(|row| row.0)
        .find(|known| match known.split_once('.') {
            Some((of, known)) => of == kind && known == name,
            None => kind == "array" && *known == name,
        })
}

/// A parameter of a function.
#[derive(Clone, Copy)]
struct Parameter {
    name: &'static str,
    /// Whether an argument may be given without its name.
    takes_place: bool,
    /// Whether one may be given with it.
    takes_name: bool,
    may_be_left_out: bool,
    /// Whether it is told of the op, and never a value of it.
    is_told: bool,
}

/// The parameters that are told of ops: numbers that are written for them become no constants.
const TOLD: &[&str] = &[
    "allow_tma",
    "axis",
    "check_bounds",
    "flush_to_zero",
    "keepdims",
    "latency",
    "order",
    "propagate_nan",
    "reverse",
    "shape",
    "use_fast_acc",
];

/// Parameters as calls look at them.
#[derive(Clone)]
pub(crate) struct Spec {
    text: &'static str,
    parameters: Rc<[Parameter]>,
}

/// The parameters of a row of `FUNCTIONS` or `METHODS`.
fn read_spec(text: &'static str) -> Spec {
    let parts = || text.split(' ').filter(|part| !part.is_empty());
    // Absent: all have names.
    let nameless = parts().position(|part| part == "/").unwrap_or(0);
    let mut takes_place = true;
    let mut parameters = Vec::new();
    for (index, part) in parts().enumerate() {
        match part {
            "/" => {}
            "*" => takes_place = false,
            _ => parameters.push(Parameter {
                name: part.trim_end_matches('?'),
                takes_place,
                takes_name: index >= nameless,
                may_be_left_out: part.ends_with('?'),
                is_told: TOLD.contains(&part.trim_end_matches('?')),
            }),
        }
    }
    Spec {
        text,
        parameters: parameters.into(),
    }
}

impl Eval<'_> {
    /// The parameters of a row of a table. A kernel calls few functions, each of them often.
    fn spec(&mut self, table: &[(&'static str, &'static str)], name: &'static str) -> Option<Spec> {
        if let Some((_, known)) = self.specs.iter().find(|row| row.0 == name) {
            return Some(known.clone());
        }
        let row = table.iter().find(|row| row.0 == name)?;
        let spec = read_spec(row.1);
        self.specs.push((name, spec.clone()));
        Some(spec)
    }
}

/// Whether arguments of a function of `cuda.tile` are told of its op: by the place or the name of a parameter.
pub(crate) struct Told {
    spec: Option<Spec>,
    /// Arguments that stand before the written ones.
    before: usize,
}

impl Told {
    pub(crate) fn of<'a>(eval: &mut Eval<'a>, function: &Value<'a>) -> Self {
        let (name, before) = match function {
            Value::Api(name) => (name, 0),
            Value::Method(_, name) if TILE_METHODS.contains(name) => (name, 1),
            _ => (&"", 0),
        };
        Self {
            spec: eval.spec(FUNCTIONS, name),
            before,
        }
    }

    pub(crate) fn at(&self, place: usize) -> bool {
        let parameters = self.spec.iter().flat_map(|spec| spec.parameters.iter());
        let mut by_place = parameters.filter(|parameter| parameter.takes_place);
        by_place
            .nth(place + self.before)
            .is_some_and(|parameter| parameter.is_told)
    }

    pub(crate) fn named(&self, name: &str) -> bool {
        let mut parameters = self.spec.iter().flat_map(|spec| spec.parameters.iter());
        parameters.any(|parameter| parameter.name == name && parameter.is_told)
    }
}

/// Arguments to parameters. `start` and `name` are what the function is called.
fn bind<'a>(eval: &Eval<'a>, (start, name): (&str, &str), spec: &Spec, arguments: Arguments<'a>) -> Res<Args<'a>> {
    let function = || format!("{start}{name}");
    let mut values = Vec::with_capacity(arguments.positional.len() + arguments.named.len());
    let mut positional = arguments.positional.into_iter();
    let mut named = arguments.named;
    let words = || {
        let named = spec.parameters.iter().filter(|parameter| parameter.takes_name);
        named.map(|parameter| parameter.name)
    };
    if let Some((name, _)) = named.iter().find(|(name, _)| !words().any(|word| word == *name)) {
        let near = instead::keyword(name).filter(|near| words().any(|word| word == *near));
        let near = near.or_else(|| nearest(name, words()));
        let help = near.map_or_else(
            || signature(&function(), spec.text),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("`{}` has no parameter `{name}`", function());
        return eval.fail("python.call", message, help);
    }
    let by_place = spec.parameters.iter().filter(|parameter| parameter.takes_place);
    let mut by_place = by_place.take(positional.len()).map(|parameter| parameter.name);
    if let Some(name) = by_place.find(|place| named.iter().any(|(name, _)| name == place)) {
        return eval.fail(
            "python.call",
            format!("`{}` gets `{name}` twice", function()),
            "it is given by its place and by its name: leave one of them away",
        );
    }
    for parameter in &*spec.parameters {
        let name = parameter.name;
        let by_name = named
            .iter()
            .position(|(other, _)| *other == name)
            .filter(|_| parameter.takes_name);
        let by_name = by_name.map(|at| named.remove(at).1);
        let value = if parameter.takes_place && by_name.is_none() {
            positional.next()
        } else {
            None
        };
        match value.or(by_name) {
            Some(value) => values.push((name, value)),
            None if parameter.may_be_left_out => {}
            None => {
                return eval.fail(
                    "python.call",
                    format!("`{}` needs its argument `{name}`", function()),
                    signature(&function(), spec.text),
                );
            }
        }
    }
    let more = positional.count();
    if let Some((name, _)) = named.first() {
        return eval.fail(
            "python.call",
            format!("`{}` gets `{name}` twice", function()),
            signature(&function(), spec.text),
        );
    }
    if more > 0 {
        return eval.fail(
            "python.call",
            format!(
                "`{}` gets {} too many",
                function(),
                tilewright_diag::counted(more, "arguments")
            ),
            signature(&function(), spec.text),
        );
    }
    Ok(Args { values })
}

/// The call of a function, as help shows it.
fn signature(function: &str, spec: &str) -> String {
    let parts: Vec<String> = spec
        .split(' ')
        .filter(|part| !part.is_empty())
        .map(|part| {
            part.strip_suffix('?')
                .map_or(part.to_string(), |name| format!("{name}=..."))
        })
        .collect();
    format!("it is called as `{function}({})`", parts.join(", "))
}

/// A name without the start that it may have.
fn behind<'n>(name: &'n str, start: &str) -> &'n str {
    // Absent: the name has no such start.
    name.strip_prefix(start).unwrap_or(name)
}

/// The word for an atomic change of elements of a type, by its name in Python.
fn atomic_mode(name: &str, dtype: Dtype) -> &'static str {
    match name {
        "add" if dtype.is_float() => "addf",
        "add" => "add",
        "max" if dtype.is_unsigned() => "umax",
        "min" if dtype.is_unsigned() => "umin",
        "max" => "max",
        "min" => "min",
        "and" => "and",
        "or" => "or",
        "xor" => "xor",
        // The tables of functions and methods have no other.
        _ => "xchg",
    }
}

/// Calls a function of `cuda.tile`.
pub(crate) fn call<'a>(eval: &mut Eval<'a>, name: &'static str, arguments: Arguments<'a>) -> Res<Value<'a>> {
    call_behind(eval, 0, name, arguments)
}

/// Calls one whose first arguments, so many of them, do not stand in the brackets.
fn call_behind<'a>(eval: &mut Eval<'a>, before: usize, name: &'static str, arguments: Arguments<'a>) -> Res<Value<'a>> {
    let Some(spec) = eval.spec(FUNCTIONS, name) else {
        return eval.fail("python.call", format!("`ct.{name}` cannot be called in a kernel"), "");
    };
    if name == "ByTarget" {
        let values = arguments.named.into_iter().map(|(name, value)| (name.into(), value));
        return Ok(Value::ByTarget(values.collect()));
    }
    let args = bind(eval, ("ct.", name), &spec, arguments)?;
    // Each of the things that they say, by name.
    if matches!(name, "ArrayAnnotation" | "ListAnnotation") && eval.is_host() {
        let values = args.values.into_iter().map(|(name, value)| (name.into(), value));
        return Ok(Value::ByTarget(values.collect()));
    }
    eval.calling(&spec, before, |eval| dispatch(eval, name, &args))
}

/// Calls a method.
pub(crate) fn method<'a>(
    eval: &mut Eval<'a>,
    object: &Value<'a>,
    name: &'static str,
    mut arguments: Arguments<'a>,
) -> Res<Value<'a>> {
    if TILE_METHODS.contains(&name) {
        arguments.positional.insert(0, object.clone());
        // `x.reshape(4, 8)` and `x.permute(1, 0)` are as good as those with a tuple.
        return call_behind(eval, 1, name, arguments);
    }
    let Some(spec) = eval.spec(METHODS, name) else {
        return eval.fail("python.call", format!("there is no method `{name}`"), "");
    };
    // Absent: the name of a method of arrays has no dot.
    let own = name.rsplit('.').next().unwrap_or(name);
    let args = bind(eval, ("", own), &spec, arguments)?;
    eval.calling(&spec, 0, |eval| method_of(eval, object, name, &args))
}

fn method_of<'a>(eval: &mut Eval<'a>, object: &Value<'a>, name: &'static str, args: &Args<'a>) -> Res<Value<'a>> {
    match (object, name) {
        (Value::Array(array), "slice") => eval.slice_array(*array, args),
        (Value::Array(array), "tiled_view") => eval.tiled_view(*array, args),
        (Value::Array(array), "get_raw_memory") => Ok(Value::RawMemory(*array)),
        (Value::TiledView(view), _) => eval.view_method(view, name, args),
        (Value::RawMemory(array), _) => eval.raw_method(*array, name, args),
        _ => eval.fail(
            "python.call",
            format!("{} has no method `{name}`", object.describe()),
            "",
        ),
    }
}

fn dispatch<'a>(eval: &mut Eval<'a>, name: &'static str, args: &Args<'a>) -> Res<Value<'a>> {
    match name {
        "bid" | "num_blocks" => eval.block_query(name, args),
        "num_tiles" => eval.num_tiles(args),
        "load" => eval.load(args),
        "store" => eval.store(args),
        "load_advanced_indexing" => eval.load_advanced(args),
        "store_advanced_indexing" => eval.store_advanced(args),
        "gather" => eval.gather(args),
        "scatter" => eval.scatter(args),
        "atomic_cas" | "atomic_xchg" | "atomic_add" | "atomic_max" | "atomic_min" | "atomic_and" | "atomic_or"
        | "atomic_xor" => eval.atomic(name, args),
        "zeros" | "ones" | "full" => eval.filled(name, args),
        "arange" => eval.arange(args),
        "astile" => eval.astile(args),
        "reshape" | "permute" | "transpose" | "expand_dims" | "broadcast_to" | "cat" | "extract" | "insert"
        | "item" | "bitcast" | "pack_to_bytes" | "unpack_from_bytes" => eval.shape_function(name, args),
        "astype" => eval.astype(args),
        "mma" => eval.mma(args),
        "mma_scaled" => eval.mma_scaled(args),
        "matmul" => {
            let (x, y) = (args.get("x"), args.get("y"));
            eval.matmul(&x, &y)
        }
        "sum" | "prod" | "max" | "min" | "argmax" | "argmin" | "reduce" | "cumsum" | "cumprod" | "scan" => {
            eval.reduction(name, args)
        }
        "assert_" => eval.assert(args),
        "assume_divisible_by" => eval.assume_divisible(args),
        "grid_dependency_control_wait" | "grid_dependency_control_launch_dependents" => eval.dependency(name),
        "static_assert" | "static_iter" | "static_exception" | "ensure_constant" => eval.static_function(name, args),
        "Slice" => Ok(Value::Slice(std::rc::Rc::new([args.get("start"), args.get("length")]))),
        "function" => Ok(args.get("func")),
        "Constant" if eval.is_host() => Ok(Value::Api("Constant")),
        "kernel" | "launch" | "Constant" | "ScalarInt64" | "IndexedWithInt64" | "ArrayAnnotation"
        | "ListAnnotation" | "print" | "printf" | "static_eval" | "ByTarget" => eval.fail(
            "python.call",
            format!("`ct.{name}` has no meaning inside of a kernel"),
            "",
        ),
        _ => eval.math(name, args),
    }
}

/// The parameters that are shapes of tiles.
pub(crate) const SHAPE: &[&str] = &["shape", "tile_shape"];

impl<'a> Eval<'a> {
    /// Does what a call asks for, with errors that point at its arguments.
    fn calling<T>(&mut self, spec: &Spec, before: usize, does: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let outer = self.called.replace((spec.clone(), before));
        let done = does(self);
        self.called = outer;
        done
    }

    /// Where the argument for one of these parameters is written in the call; none where it is not written there.
    pub(crate) fn written_argument(&self, names: &[&str]) -> Option<&'a ast::Expr> {
        let list = self.written?;
        let is_one =
            |keyword: &&'a ast::Keyword| keyword.arg.as_ref().is_some_and(|name| names.contains(&name.as_str()));
        if let Some(keyword) = list.keywords.iter().find(is_one) {
            return Some(&keyword.value);
        }
        let (spec, before) = self.called.as_ref()?;
        let mut by_place = spec.parameters.iter().filter(|parameter| parameter.takes_place);
        let place = by_place.position(|parameter| names.contains(&parameter.name))?;
        let place = place.checked_sub(*before)?;
        let is_spread = list.args.iter().take(place + 1).any(ast::Expr::is_starred_expr);
        list.args.get(place).filter(|_| !is_spread)
    }

    /// A type error of the argument for one of these parameters.
    pub(crate) fn argument_error<T>(&self, names: &[&str], message: String, help: &str) -> Res<T> {
        let at = self
            .written_argument(names)
            .map_or(self.span, |at| crate::eval::span(at.range()));
        Err(crate::fail::fail("python.type", at, message, help))
    }

    /// A known truth value that may be left out.
    pub(crate) fn flag(&mut self, args: &Args<'a>, name: &str, default: bool) -> Res<bool> {
        match args.get(name) {
            Value::None => Ok(default),
            Value::Const(Const::Bool(flag), _) => Ok(flag),
            Value::Tile(tile) if tile.dtype == Dtype::Bool && self.known.contains(tile.ir) => {
                let known = self.known_tile(&tile);
                Ok(known.is_some_and(crate::eval::constants::truth))
            }
            other => self.fail(
                "python.constant",
                format!("`{name}` must be True or False, not {}", other.describe()),
                "",
            ),
        }
    }

    /// A dtype.
    pub(crate) fn dtype(&mut self, value: &Value<'a>) -> Res<Dtype> {
        let meant = match value {
            Value::Dtype(dtype) => return Ok(*dtype),
            Value::Str(name) => Dtype::from_name(name),
            Value::Builtin("int") => Some(Dtype::I32),
            Value::Builtin("bool") => Some(Dtype::Bool),
            _ => None,
        };
        self.type_error(
            format!("a dtype is needed here, not {}", value.describe()),
            // Absent: nothing tells which is meant, so that the usual one is the example.
            format!("such as `ct.{}`", meant.unwrap_or(Dtype::F32)),
        )
    }

    /// The member of an enum that an argument names; none where it is left out.
    pub(crate) fn member(&mut self, args: &Args<'a>, name: &str, class: &'static str) -> Res<Option<&'static str>> {
        match args.get(name) {
            Value::None => Ok(None),
            Value::Enum(of, member) if of == class => Ok(Some(member)),
            other => self.type_error(
                format!("`{name}` must be a `ct.{class}`, not {}", other.describe()),
                format!("a member of it, as `ct.{class}.NAME`"),
            ),
        }
    }
}
