//! The kinds of the arguments and results of the language's functions.

use super::kinds::{Kind, Number};
use super::walk::Walk;
use crate::api;
use crate::dtype::Dtype;
use crate::value::Value;
use ruff_python_ast as ast;
use ruff_python_ast::{Expr, Operator};

/// The arguments of a call by the names of the parameters.
struct Args<'a>(Vec<(&'a str, &'a Expr, Kind<'a>)>);

impl<'a> Args<'a> {
    /// The first of these that is given.
    fn first(&self, names: &[&str]) -> Option<&(&'a str, &'a Expr, Kind<'a>)> {
        self.0.iter().find(|(name, ..)| names.contains(name))
    }

    fn get(&self, name: &str) -> Kind<'a> {
        self.first(&[name]).map_or(Kind::Unknown, |argument| argument.2.clone())
    }

    fn number(&self, name: &str) -> Number<'a> {
        self.get(name).number()
    }
}

impl<'a> Walk<'a, '_> {
    pub(super) fn call(&mut self, call: &'a ast::ExprCall) -> Kind<'a> {
        let (function, object) = match &*call.func {
            Expr::Name(name) => match self.global(name.id.as_str()) {
                Some(Value::Api(function)) => (function, None),
                Some(Value::Builtin("range")) => return self.range(&call.arguments),
                Some(Value::Builtin("abs")) => ("abs", None),
                Some(Value::Builtin("max" | "min")) => ("maximum", None),
                _ => return self.of_file(call),
            },
            Expr::Attribute(attribute) => {
                let name = attribute.attr.as_str();
                match self.is_module(&attribute.value) {
                    true => match api::function(name) {
                        Some(function) => (function, None),
                        None => return self.of_file(call),
                    },
                    false => (name, Some(self.expr(&attribute.value))),
                }
            }
            _ => return self.of_file(call),
        };
        if let (Some(kind), "slice" | "tiled_view" | "get_raw_memory") = (&object, function) {
            return self.view(kind, function, &call.arguments);
        }
        let kind = match &object {
            Some(Kind::View(_)) => "view.",
            Some(Kind::Raw(_)) => "raw.",
            _ => "",
        };
        let Some(parameters) = api::parameters(&format!("{kind}{function}")) else {
            return self.of_file(call);
        };
        let mut args = Args(Vec::new());
        let mut places = parameters.split(' ').filter(|part| !["", "/", "*"].contains(part));
        if let (Some(object), "") = (&object, kind)
            && let Some(first) = places.next()
        {
            args.0.push((first, &call.func, object.clone()));
        }
        for argument in &call.arguments.args {
            let kind = self.expr(argument);
            args.0
                .push((places.next().unwrap_or("").trim_end_matches('?'), argument, kind));
        }
        for keyword in &call.arguments.keywords {
            let kind = self.expr(&keyword.value);
            // Absent: `**` spreads names that are not followed.
            args.0.push((
                keyword.arg.as_ref().map_or("", |name| name.as_str()),
                &keyword.value,
                kind,
            ));
        }
        let rank = self.rank_of(function, &object, &args);
        let kind = self.asked(function, object, &args);
        let kept = kind.rank();
        kind.ranked(rank.or(kept))
    }

    /// A call of a function of the file, or of something unknown.
    fn of_file(&mut self, call: &'a ast::ExprCall) -> Kind<'a> {
        match self.expr(&call.func) {
            Kind::Function(parameters, body) => self.inlined(parameters, body, &call.arguments),
            made => {
                for argument in &call.arguments.args {
                    self.expr(argument);
                }
                match made {
                    // `ct.float16(0.5)`
                    Kind::Dtype(number) => Kind::Number(number),
                    _ => Kind::Unknown,
                }
            }
        }
    }

    fn range(&mut self, arguments: &'a ast::Arguments) -> Kind<'a> {
        for argument in &arguments.args {
            let kind = self.expr(argument);
            self.need_index(&kind);
        }
        Kind::of(Dtype::I32)
    }

    fn view(&mut self, object: &Kind<'a>, function: &str, arguments: &'a ast::Arguments) -> Kind<'a> {
        let array = self.array(object);
        if function == "tiled_view"
            && let Some(shape) = arguments.find_argument_value("tile_shape", 0)
        {
            let kind = self.expr(shape);
            self.rank(array, kind.items());
            self.need_shape(&kind);
        } else {
            let named = arguments.keywords.iter().map(|keyword| &keyword.value);
            for argument in arguments.args.iter().chain(named) {
                let kind = self.expr(argument);
                self.need_index(&kind);
            }
        }
        match (array, function) {
            (Some(name), "tiled_view") => Kind::View(name),
            (Some(name), "slice") => Kind::Array(name),
            (Some(name), _) => Kind::Raw(name),
            (None, _) => Kind::Unknown,
        }
    }

    /// The number of dimensions of what a function makes, where the arguments tell it and an operator would not.
    fn rank_of(&self, function: &str, object: &Option<Kind<'a>>, args: &Args<'a>) -> Option<usize> {
        let x = args.get("x").rank();
        match function {
            "bid" | "num_blocks" | "num_tiles" | "item" => Some(0),
            "arange" | "pack_to_bytes" | "unpack_from_bytes" => Some(1),
            "load" | "load_advanced_indexing" | "zeros" | "ones" | "full" | "reshape" | "broadcast_to" | "extract" => {
                let array = object.iter().chain(args.first(&["array"]).map(|(.., array)| array));
                let mut array = array.filter_map(|array| match array {
                    Kind::View(name) | Kind::Array(name) => self.found.ranks.get(name).copied(),
                    _ => None,
                });
                let array = array.next();
                args.first(&["shape"]).and_then(|(.., shape)| extents(shape)).or(array)
            }
            "gather" => match args.get("indices") {
                Kind::Tuple(items) => items.iter().map(Kind::rank).reduce(|a, b| Some(a?.max(b?)))?,
                one => one.rank(),
            },
            "load_offset" => args.get("offset").rank(),
            "sum" | "prod" | "max" | "min" | "argmax" | "argmin" | "reduce" => {
                let axes = match args.first(&["axis"]) {
                    Some((_, Expr::NoneLiteral(_), _)) | None => return Some(0),
                    Some((.., axes)) => axes.items(),
                };
                match args.first(&["keepdims"]) {
                    Some((_, Expr::BooleanLiteral(keeps), _)) if keeps.value => x,
                    Some(_) => None,
                    None => x?.checked_sub(axes),
                }
            }
            "expand_dims" => Some(x? + 1),
            "mma" | "mma_scaled" => args.get("acc").rank(),
            "greater" | "greater_equal" | "less" | "less_equal" | "equal" | "not_equal" => {
                x.zip(args.get("y").rank()).map(|(a, b)| a.max(b))
            }
            "astile" => None,
            _ => x.filter(|_| args.first(&["y"]).is_none()),
        }
    }

    /// The kinds of a function's arguments and result.
    fn asked(&mut self, function: &str, object: Option<Kind<'a>>, args: &Args<'a>) -> Kind<'a> {
        if let Some((.., shape)) = args.first(&["shape", "size"]) {
            self.need_shape(shape);
        }
        for (name, value) in [("axis", 0), ("latency", 2)] {
            if let Some((.., constant)) = args.first(&[name]) {
                self.need_constant(constant, value);
            }
        }
        let array = match (&object, args.first(&["array"])) {
            (Some(view @ (Kind::View(_) | Kind::Raw(_))), _) => self.array(view),
            (_, Some((.., array))) => self.array(array),
            _ => None,
        };
        if let Some((word, expr, index)) = args.first(&["index", "indices", "offset"]) {
            self.need_index(index);
            let is_tuple = matches!(expr, Expr::Tuple(_)) || !matches!(index, Kind::Unknown | Kind::Number(_));
            // One number is the index of one dimension; a parameter alone may turn out to be several, where the shape tells so.
            let is_scalar = || {
                args.first(&["shape"])
                    .is_some_and(|(.., shape)| extents(shape) == Some(0))
            };
            let is_parameter = |from: &[&str]| matches!(expr, Expr::Name(name) if from == [name.id.as_str()]);
            let is_number = match index {
                Kind::Number(number) if *word == "index" => {
                    number.from.is_empty() || (is_scalar() && !is_parameter(&number.from))
                }
                Kind::Number(_) => *word == "indices",
                _ => false,
            };
            if is_tuple || is_number {
                self.rank(array, index.items());
            }
        }
        if let (Some(name), Some((_, expr, shape))) = (array, args.first(&["shape"])) {
            if let Some(rank @ 1..) = extents(shape) {
                self.rank(array, rank);
            }
            self.shapes.insert(name, expr);
        }
        // Where the index does not tell it, an array has as many dimensions as the tile that is stored.
        if let Some(rank @ 1..) = args.get("tile").rank() {
            self.rank(array, rank);
        }
        if let (Some(name), Some((_, Expr::Name(index), Kind::Number(number)))) = (array, args.first(&["index"]))
            && let Some(&rank @ 2..) = self.found.ranks.get(name)
            && number.from == [index.id.as_str()]
        {
            self.found.tuples.or_insert(number.from[0], rank);
        }
        let elements = |name| {
            Kind::Number(Number {
                from: vec![name],
                ..Number::default()
            })
        };
        // A value that is written to an array has its type.
        if let (Some(name), Some((.., value))) = (array, args.first(&["tile", "value", "update", "desired"])) {
            let written = self.strong(value.clone()).number();
            let is_atomic = function.starts_with("atomic_");
            let is_told = is_atomic || written.dtype.is_some() || !written.from.is_empty();
            if ["and", "or", "xor"]
                .iter()
                .any(|bits| function.starts_with(&format!("atomic_{bits}")))
            {
                self.need(&elements(name).number(), Dtype::I32);
            }
            let is_constant = matches!(value, Kind::Number(number) if number.dtype.is_none() && number.from.is_empty());
            if let Some(dtype) = self.resolved(&written)
                && is_told
                && (is_atomic || !is_constant)
            {
                self.need(&elements(name).number(), dtype);
            }
        }
        if let (Some(name), Some(dtype)) = (array, args.number("padding_value").dtype) {
            self.need(&elements(name).number(), dtype);
        }
        let x = args.get("x");
        match function {
            "bid" | "num_blocks" | "num_tiles" | "argmax" | "argmin" => Kind::of(Dtype::I32),
            "load" | "gather" | "load_advanced_indexing" | "load_offset" => array.map_or(Kind::Unknown, elements),
            "zeros" | "ones" | "full" | "arange" | "astile" | "astype" => self.typed(args),
            "bitcast" => self.bits(&x, args),
            "unpack_from_bytes" => {
                self.need(&x.number(), Dtype::U8);
                self.typed(args)
            }
            "pack_to_bytes" => Kind::of(Dtype::U8),
            "mma" => self.product(args),
            "mma_scaled" => self.scaled(args),
            "matmul" => self.operator(Operator::MatMult, &x, &args.get("y")),
            "truediv" => self.operator(Operator::Div, &x, &args.get("y")),
            "floordiv" | "cdiv" => self.operator(Operator::FloorDiv, &x, &args.get("y")),
            "mod" => self.operator(Operator::Mod, &x, &args.get("y")),
            "bitwise_lshift" | "bitwise_rshift" => self.operator(Operator::LShift, &x, &args.get("y")),
            "bitwise_and" | "bitwise_or" | "bitwise_xor" => self.operator(Operator::BitAnd, &x, &args.get("y")),
            "greater" | "greater_equal" | "less" | "less_equal" | "equal" | "not_equal" => {
                self.compared(&x, &args.get("y"));
                Kind::of(Dtype::Bool)
            }
            "isnan" => Kind::of(Dtype::Bool),
            "cat" => match args.get("tiles") {
                Kind::Tuple(items) => items.into_iter().next().unwrap_or(Kind::Unknown),
                _ => Kind::Unknown,
            },
            "exp" | "exp2" | "log" | "log2" | "sqrt" | "rsqrt" | "sin" | "cos" | "tan" | "sinh" | "cosh" | "tanh" => {
                match self.resolved(&x.clone().number()) {
                    Some(dtype) if !dtype.is_float() => Kind::of(Dtype::F32),
                    _ => x,
                }
            }
            _ => match args.first(&["y"]) {
                Some((.., y)) => self.operator(Operator::Add, &x, y),
                None => x,
            },
        }
    }

    /// A tile of the type that is asked for.
    fn typed(&mut self, args: &Args<'a>) -> Kind<'a> {
        match args.get("dtype") {
            Kind::Dtype(number) => Kind::Number(number),
            _ => Kind::Unknown,
        }
    }

    /// The bits of a tile as another type of the same width: of a whole one those of a float.
    fn bits(&mut self, x: &Kind<'a>, args: &Args<'a>) -> Kind<'a> {
        let to = self.typed(args);
        let like = match self.resolved(&to.clone().number()) {
            Some(dtype) if dtype.is_int() => match dtype.bits() {
                16 => Some(Dtype::F16),
                32 => Some(Dtype::F32),
                64 => Some(Dtype::F64),
                _ => None,
            },
            Some(Dtype::F16 | Dtype::Bf16) => Some(Dtype::I16),
            Some(Dtype::F32) => Some(Dtype::I32),
            Some(Dtype::F64) => Some(Dtype::I64),
            _ => None,
        };
        if let Some(dtype) = like {
            self.need(&x.clone().number(), dtype);
        }
        to
    }

    /// A product: both operands have a type, which the accumulator tells if it is not the usual one.
    fn product(&mut self, args: &Args<'a>) -> Kind<'a> {
        let (x, y, acc) = (args.get("x"), args.get("y"), args.get("acc"));
        let operand = match self.resolved(&acc.clone().number()) {
            Some(Dtype::I32) => Some(Dtype::I8),
            Some(Dtype::F64) => Some(Dtype::F64),
            _ => None,
        };
        self.same(&x, &y);
        if let Some(dtype) = operand {
            self.need(&x.number(), dtype);
            self.need(&y.number(), dtype);
        }
        acc
    }

    /// A product with scales: those of float4 are float8 for 16 elements each, those of float8 powers of two for 32.
    fn scaled(&mut self, args: &Args<'a>) -> Kind<'a> {
        let mut scales = (Dtype::F8E8M0, 32);
        for name in ["x", "y"] {
            let operand = args.number(name);
            self.need(&operand, Dtype::F8E4M3);
            if self.resolved(&operand) == Some(Dtype::F4E2M1) {
                scales = (Dtype::F8E4M3, 16);
            }
        }
        for name in ["x_scale", "y_scale"] {
            let scale = args.number(name);
            self.need(&scale, scales.0);
            let shapes: Vec<&'a Expr> = scale
                .from
                .iter()
                .filter_map(|array| self.shapes.get(array).copied())
                .collect();
            for shape in shapes {
                self.divisors(shape, scales.1);
            }
        }
        args.get("acc")
    }

    /// A constant that an extent is divided by is the number of elements that a scale is for.
    fn divisors(&mut self, shape: &'a Expr, elements: i128) {
        let Expr::Tuple(tuple) = shape else {
            return;
        };
        for item in &tuple.elts {
            if let Expr::BinOp(op) = item
                && op.op == Operator::FloorDiv
            {
                let Kind::Number(divisor) = self.expr(&op.right) else {
                    continue;
                };
                for name in divisor.from {
                    self.found.values.insert(name, elements);
                }
            }
        }
    }
}

/// The number of extents of a shape; a parameter alone may turn out to be several.
fn extents(shape: &Kind<'_>) -> Option<usize> {
    match shape {
        Kind::Tuple(items) => Some(items.len()),
        Kind::Number(number) if number.whole && number.from.is_empty() => Some(1),
        _ => None,
    }
}
