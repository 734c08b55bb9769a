//! Expressions.

use super::arithmetic::Rounding;
use super::calls::lambda_of;
use super::number::Num;
use super::operators::is_object;
use super::{Eval, constants};
use crate::fail::Res;
use crate::value::{Class, Const, Host, Members, Shape, Value, show};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;
use std::rc::Rc;

/// The depth to which expressions, calls and `elif` may nest. A browser gives its workers half a megabyte of stack and more.
const MAX_DEPTH: usize = if cfg!(target_arch = "wasm32") { 400 } else { 1000 };

impl<'a> Eval<'a> {
    /// The value of an expression.
    pub(crate) fn expr(&mut self, expr: &'a ast::Expr) -> Res<Value<'a>> {
        self.deeper(|eval| {
            eval.at(expr, |eval| match eval.expr_here(expr) {
                Ok(Value::Const(constant, None)) => Ok(eval.constant_value(constant)),
                Ok(Value::Object(class, fields)) if class.is_tuple && !eval.is_host() => {
                    Ok(eval.evaluated(&Value::Tuple(fields)))
                }
                Ok(Value::Typed(constant, dtype)) if !eval.is_host() => {
                    Ok(Value::Tile(eval.typed_constant(constant, dtype)))
                }
                Ok(value @ (Value::Object(..) | Value::Bound(..))) if !eval.is_host() => {
                    let object = match &value {
                        Value::Bound(_, object) => object,
                        object => object,
                    };
                    match object {
                        Value::Object(class, _) if let Some((why, help)) = class.refusal => {
                            eval.meaningless(class, why, help)
                        }
                        _ => Ok(value),
                    }
                }
                Ok(Value::Host(host)) if !eval.is_host() => {
                    let help = match &*host {
                        Host::Kernel(_) => "host code launches it; a function that both call needs no `@ct.kernel`",
                        _ => "kernels have tuples; `ct.static_eval` takes an item out of a list or dict, `ct.static_iter` goes through one",
                    };
                    let what = Value::Host(host).describe();
                    eval.type_error(
                        format!("{what} has no meaning in a kernel"),
                        help,
                    )
                }
                Ok(Value::Host(host)) => eval.intact(&host).map(|_| Value::Host(host.clone())),
                value => value,
            })
        })
    }

    /// Refuses the objects of a class in a kernel.
    pub(crate) fn meaningless<T>(&self, class: &Class<'a>, why: &str, help: &str) -> Res<T> {
        self.type_error(
            format!("an object of `{}` has no meaning in a kernel: {why}", class.name),
            help,
        )
    }

    /// Does something a level deeper, if there is room.
    pub(crate) fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH && self.calls.len() > MAX_DEPTH / 8 {
            self.fail(
                "python.size",
                format!(
                    "{} calls are open: the recursion does not end, or is too deep",
                    self.calls.len()
                ),
                "a recursion must end by a condition that is known when the kernel is compiled",
            )
        } else if self.depth > MAX_DEPTH {
            self.fail(
                "python.size",
                format!("expressions, calls and branches are nested more than {MAX_DEPTH} deep"),
                "name parts of the expression",
            )
        } else {
            run(self)
        };
        self.depth -= 1;
        value
    }

    fn expr_here(&mut self, expr: &'a ast::Expr) -> Res<Value<'a>> {
        if self.is_host()
            && let Some(value) = self.host_expr(expr)?
        {
            return Ok(value);
        }
        match expr {
            ast::Expr::Name(name) => {
                let value = self.lookup(name.id.as_str())?;
                Ok(match value {
                    // The fields of an object of the file become values where it is named.
                    Value::Object(..) if self.is_in_kernel() => self.evaluated(&value),
                    value => value,
                })
            }
            ast::Expr::NumberLiteral(number) => {
                let constant = match &number.value {
                    ast::Number::Int(int) => match parse_int(int) {
                        Some(int) => Const::Int(int),
                        None => {
                            return self.fail(
                                "python.constant",
                                format!("{int} is too large"),
                                "whole numbers have at most 126 bits here",
                            );
                        }
                    },
                    ast::Number::Float(float) => Const::Float(*float),
                    ast::Number::Complex { .. } => {
                        return self.fail(
                            "python.constant",
                            "complex numbers have no meaning in a kernel",
                            "there are no complex numbers; keep real and imaginary part as a tuple",
                        );
                    }
                };
                Ok(self.constant_value(constant))
            }
            ast::Expr::BooleanLiteral(literal) => Ok(self.constant_value(Const::Bool(literal.value))),
            ast::Expr::NoneLiteral(_) => Ok(Value::None),
            ast::Expr::EllipsisLiteral(_) => Ok(Value::Ellipsis),
            ast::Expr::StringLiteral(string) => Ok(Value::Str(string.value.to_str().into())),
            ast::Expr::Tuple(tuple) => self.items(&tuple.elts, |_| false).map(Value::tuple),
            ast::Expr::Attribute(attribute) => {
                if let Some((object, class)) = self.super_of(&attribute.value)
                    && let Some(Value::Function(method)) = class.constants.get(attribute.attr.as_str())
                {
                    return self.method_of(method, &object);
                }
                let object = self.expr(&attribute.value)?;
                self.attribute(&object, attribute.attr.as_str())
            }
            ast::Expr::Subscript(subscript) => {
                let object = self.expr(&subscript.value)?;
                let index = self.expr(&subscript.slice)?;
                let item = self.subscript(&object, &index)?;
                Ok(match item {
                    Value::Object(..) if self.is_in_kernel() => self.evaluated(&item),
                    item => item,
                })
            }
            ast::Expr::Slice(slice) => {
                let mut parts = [None; 3];
                for (part, value) in parts.iter_mut().zip([&slice.lower, &slice.upper, &slice.step]) {
                    if let Some(value) = value {
                        let value = self.expr(value)?;
                        *part = Some(self.const_int(&value, "a slice")?);
                    }
                }
                Ok(Value::Cut(parts[0], parts[1], parts[2]))
            }
            ast::Expr::BinOp(op) => {
                let left = self.expr(&op.left)?;
                let right = self.expr(&op.right)?;
                self.operate(op.op, &left, &right)
            }
            ast::Expr::UnaryOp(op) => {
                let value = self.expr(&op.operand)?;
                match op.op {
                    ast::UnaryOp::USub => self.negate(&value),
                    ast::UnaryOp::UAdd => self.number(&value).map(|_| value),
                    ast::UnaryOp::Invert => match self.number(&value)? {
                        number if self.is_known_bool(&number) => self.type_error(
                            "`~` of a truth value that is known",
                            "write `not`, or `ct.bitwise_not(...)`",
                        ),
                        _ => self.invert(&value),
                    },
                    ast::UnaryOp::Not => self.not(&value),
                }
            }
            ast::Expr::BoolOp(op) => self.bool_op(op.op, &op.values),
            ast::Expr::Compare(compare) => self.comparison(compare),
            ast::Expr::If(choice) => {
                let value = self.choice(choice)?;
                self.usable(value, "the value of the expression")
            }
            ast::Expr::Call(call) => self.call_expr(call),
            ast::Expr::Lambda(lambda) => lambda_of(self, lambda),
            ast::Expr::FString(string) => self.formatted_string(string),
            // Behind the block of a context manager, whose other parts were looked at.
            ast::Expr::Yield(_) if !self.is_host() => Ok(Value::None),
            other => self.unsupported(super::syntax::unsupported(other.into()).unwrap_or("this expression")),
        }
    }

    /// The value that is assigned: one whose type is not the same on all ways is an error only where it is used.
    pub(crate) fn assigned_value(&mut self, expr: &'a ast::Expr) -> Res<Value<'a>> {
        match expr {
            ast::Expr::If(choice) => self.at(expr, |eval| eval.choice(choice)),
            other => self.expr(other),
        }
    }

    /// `a if c else b`.
    fn choice(&mut self, choice: &'a ast::ExprIf) -> Res<Value<'a>> {
        let test = self.expr(&choice.test)?;
        match self.at(&*choice.test, |eval| eval.truth(&test))? {
            Num::Const(constant, _) if constants::truth(constant) => self.expr(&choice.body),
            Num::Const(..) => self.expr(&choice.orelse),
            Num::Tile(tile) => self.choose(tile.ir, &mut |eval, way| match way {
                0 => eval.expr(&choice.body),
                _ => eval.expr(&choice.orelse),
            }),
        }
    }

    /// A value that Python itself has evaluated, in the kernel.
    pub(crate) fn handed_in(&mut self, value: &Value<'a>) -> Res<Value<'a>> {
        match value {
            Value::Manager(_) | Value::Range(_) | Value::Host(_) => self.type_error(
                format!("{} has no meaning in a kernel", value.describe()),
                "`ct.static_iter(...)` goes through its items, and `tuple(...)` of it is a tuple",
            ),
            other => Ok(self.evaluated(other)),
        }
    }

    /// The value with ops for the constants that it is made of.
    pub(crate) fn evaluated(&mut self, value: &Value<'a>) -> Value<'a> {
        match value {
            Value::Const(constant, None) => self.constant_value(*constant),
            Value::Typed(constant, dtype) if !self.is_host() => Value::Tile(self.typed_constant(*constant, *dtype)),
            Value::Tuple(items) => Value::Tuple(items.iter().map(|item| self.evaluated(item)).collect()),
            Value::Object(class, fields) => Value::Object(
                class.clone(),
                fields.iter().map(|field| self.evaluated(field)).collect(),
            ),
            other => other.clone(),
        }
    }

    /// The items of a tuple; starred ones are spread. `is_told` says of a place whether its item is told of an op.
    pub(crate) fn items(&mut self, exprs: &'a [ast::Expr], is_told: impl Fn(usize) -> bool) -> Res<Vec<Value<'a>>> {
        let mut items = Vec::with_capacity(exprs.len());
        for expr in exprs {
            if let ast::Expr::Starred(starred) = expr {
                match self.expr(&starred.value)? {
                    Value::Tuple(more) | Value::Items(more) => items.extend(more.iter().cloned()),
                    other if self.is_host() => items.extend(self.known_items(&other)?),
                    other => {
                        return self.type_error(
                            format!("{} cannot be spread with `*`", other.describe()),
                            "only tuples can",
                        );
                    }
                }
            } else {
                let is_told = is_told(items.len());
                items.push(self.argument(expr, is_told)?);
            }
        }
        if items
            .iter()
            .any(|item| matches!(item, Value::Tuple(_) | Value::Object(..) | Value::Host(_)))
        {
            self.check_values(&items)?;
        }
        Ok(items)
    }

    /// An argument. What is told of an op, and written as numbers, needs no constants.
    pub(crate) fn argument(&mut self, expr: &'a ast::Expr, is_told: bool) -> Res<Value<'a>> {
        match is_told.then(|| literal(expr)).flatten() {
            Some(value) => Ok(value),
            None => self.expr(expr),
        }
    }

    /// `not x`, of a tile for each element.
    pub(crate) fn not(&mut self, value: &Value<'a>) -> Res<Value<'a>> {
        let truth = match value {
            Value::Tile(tile) if !tile.shape.is_empty() && !self.is_host() => {
                Num::Tile(self.cast(tile, crate::dtype::Dtype::Bool, None)?)
            }
            Value::Tuple(_) | Value::Str(_) | Value::Member(_) if !self.is_host() => {
                return self.type_error(
                    format!("`not` does not support {}", value.describe()),
                    "ask a number: `len(...) == 0`",
                );
            }
            _ => self.truth(value)?,
        };
        match truth {
            Num::Const(constant, _) => Ok(self.constant_value(Const::Bool(!constants::truth(constant)))),
            Num::Tile(tile) => self.invert(&Value::Tile(tile)),
        }
    }

    /// `a < b < c`, which is `a < b and b < c`: `b` is evaluated twice.
    fn comparison(&mut self, compare: &'a ast::ExprCompare) -> Res<Value<'a>> {
        self.comparisons(&compare.left, &compare.ops, &compare.comparators)
    }

    fn comparisons(&mut self, left: &'a ast::Expr, ops: &'a [ast::CmpOp], rest: &'a [ast::Expr]) -> Res<Value<'a>> {
        let left = self.expr(left)?;
        let ([op, ops @ ..], [place, rest @ ..]) = (ops, rest) else {
            return Ok(left);
        };
        let right = self.expr(place)?;
        let result = self.compare_values(*op, &left, &right)?;
        if ops.is_empty() {
            return Ok(result);
        }
        self.short_circuit(true, result, place, &mut |eval| eval.comparisons(place, ops, rest))
    }

    pub(crate) fn compare_values<'v>(
        &mut self,
        op: ast::CmpOp,
        left: &'v Value<'a>,
        right: &'v Value<'a>,
    ) -> Res<Value<'a>> {
        use ast::CmpOp::*;
        let is_number = |value: &Value<'a>| matches!(value, Value::Tile(_) | Value::Const(..));
        let is_none = |value: &Value<'a>| matches!(value, Value::None | Value::Const(Const::None, _));
        // To Python, a member of an enum of texts is one.
        let is_host = self.is_host();
        let plain = |value: &'v Value<'a>| match value {
            Value::Member(member) if is_host && member.kind == Members::Texts => &member.value,
            other => other,
        };
        let (left, right) = (plain(left), plain(right));
        match op {
            In | NotIn => {
                if let (Value::Str(part), Value::Str(text), true) = (left, right, self.is_host()) {
                    return Ok(self.constant_value(Const::Bool(text.contains(&**part) == (op == In))));
                }
                let has_items = match right {
                    Value::Tuple(_) | Value::Host(_) => true,
                    other => other.keywords().is_some(),
                };
                if !has_items {
                    return self.type_error(
                        format!("`in` asks a tuple, not {}", right.describe()),
                        "write `n in (1, 2)`",
                    );
                };
                let items = self.known_items(right)?;
                self.only_scalar(left)?;
                let mut found: Option<Value<'a>> = None;
                for item in items.iter() {
                    let one = self.compare_values(Eq, left, item)?;
                    found = Some(match found {
                        None => one,
                        Some(found) => self.binary(ast::Operator::BitOr, &found, &one, Rounding::default())?,
                    });
                }
                let found = found.unwrap_or(Value::Const(Const::Bool(false), None));
                if op == In { Ok(found) } else { self.not(&found) }
            }
            Is | IsNot if !self.is_host() && ![left, right].into_iter().any(is_none) => {
                self.type_error("`is` asks for None alone in a kernel", "compare values with `==`")
            }
            Is | IsNot => {
                let same = match (left, right) {
                    (Value::Const(a, _), Value::Const(b, _)) => a == b,
                    _ => left.is_same(right),
                };
                Ok(self.constant_value(Const::Bool(same == (op == Is))))
            }
            Eq | NotEq if [left, right].iter().any(|value| matches!(value, Value::Host(_))) => {
                self.type_error("lists and dicts are not compared here", "compare tuples, or items")
            }
            Eq | NotEq | Lt | LtE | Gt | GtE if is_object(left) || is_object(right) => {
                self.compare_objects(op, left, right)
            }
            Lt | LtE | Gt | GtE if let (Value::Str(a), Value::Str(b)) = (left, right) => {
                let order = a.cmp(b);
                let is = match op {
                    Lt => order.is_lt(),
                    LtE => order.is_le(),
                    Gt => order.is_gt(),
                    _ => order.is_ge(),
                };
                Ok(self.constant_value(Const::Bool(is)))
            }
            Eq | NotEq if !is_number(left) || !is_number(right) => {
                if let (Value::Tuple(a), Value::Tuple(b)) = (left, right)
                    && a.len() == b.len()
                {
                    let mut items = Vec::new();
                    for (a, b) in a.iter().zip(b.iter()) {
                        let same = self.compare_values(Eq, a, b)?;
                        self.only_scalar(&same)?;
                        items.push(same);
                    }
                    let mut all = self.constant_value(Const::Bool(true));
                    for item in &items {
                        all = self.binary(ast::Operator::BitAnd, &all, item, Rounding::default())?;
                    }
                    return if op == Eq { Ok(all) } else { self.not(&all) };
                }
                let is_other = std::mem::discriminant(left) != std::mem::discriminant(right);
                if !self.is_host() && (is_other || matches!(left, Value::None | Value::Array(_))) {
                    return self.type_error(
                        format!("{} and {} cannot be compared", left.describe(), right.describe()),
                        "`is None` asks for None; types are compared with types: `x.dtype == ct.float32`",
                    );
                }
                let same = left.is_same(right);
                Ok(self.constant_value(Const::Bool(same == (op == Eq))))
            }
            _ => self.compare(op, left, right),
        }
    }

    /// Refuses a tile of several elements, which is compared neither with each item nor item by item.
    fn only_scalar(&self, value: &Value<'a>) -> Res<()> {
        match value {
            Value::Tile(tile) if !tile.shape.is_empty() => self.type_error(
                format!("tuples are compared by scalars, not by {}", tile.describe()),
                "compare tiles one by one, and join what comes with `&` or `|`",
            ),
            _ => Ok(()),
        }
    }

    /// A value that must be a whole number that is known.
    pub(crate) fn const_int(&mut self, value: &Value<'a>, what: &str) -> Res<i64> {
        match value {
            // In a kernel `n or 16` is True or False, not one of both.
            Value::Const(Const::Bool(_), _) if !self.is_host() => self.type_error(
                format!("{what} must be a whole number, not a truth value"),
                "`and` and `or` give True or False in a kernel: write `n if n else 16`",
            ),
            Value::Const(constant, _) => match constants::as_int(*constant).map(i64::try_from) {
                Some(Ok(int)) => Ok(int),
                _ => self.type_error(
                    format!("{what} must be a whole number, not {}", show(*constant)),
                    "write it without a point, within 64 bits; `//` divides into whole numbers",
                ),
            },
            Value::Tile(tile) if self.known.contains(tile.ir) && tile.dtype.is_int() => {
                let known = self.known_number(&Num::Tile(tile.clone()));
                let int = known
                    .and_then(constants::as_int)
                    .and_then(|int| i64::try_from(int).ok());
                match int {
                    Some(int) => Ok(int),
                    None => self.type_error(format!("{what} is too large"), ""),
                }
            }
            other => self.fail(
                "python.constant",
                format!(
                    "{what} must be known when the kernel is compiled, not {}",
                    other.describe()
                ),
                "make it a `ct.Constant[int]` parameter, or a number",
            ),
        }
    }

    /// A shape: known powers of two, in a tuple or alone.
    pub(crate) fn shape(&mut self, value: &Value<'a>) -> Res<Shape> {
        let items = value.to_items();
        let mut shape = Shape::new();
        for (place, item) in items.iter().enumerate() {
            let at = self.extent_span(items.len(), place);
            let outer = std::mem::replace(&mut self.span, at);
            let extent = self.const_int(item, "an extent of a shape");
            self.span = outer;
            shape.push(extent?);
        }
        self.check_shape(&shape)?;
        Ok(shape)
    }

    /// Where an extent of the shape that a call is given is written; the call itself where it is not written there.
    fn extent_span(&self, rank: usize, place: usize) -> tilewright_diag::Span {
        match self.written_argument(crate::api::SHAPE) {
            Some(ast::Expr::Tuple(tuple)) if tuple.elts.len() == rank => super::span(tuple.elts[place].range()),
            _ => self.span,
        }
    }

    /// Extents of tiles are powers of two.
    pub(crate) fn check_shape(&self, shape: &[i64]) -> Res<()> {
        let mut elements = 1i64;
        for (i, &extent) in shape.iter().enumerate() {
            if extent < 1 || extent & (extent - 1) != 0 {
                let near = (extent.max(1) as u64).next_power_of_two();
                return Err(crate::fail::fail(
                    "python.type",
                    self.extent_span(shape.len(), i),
                    format!(
                        "the extent {extent} in shape {} is no power of two",
                        crate::value::show_shape(shape)
                    ),
                    format!("take {near}, and let padding or a mask deal with what is too many"),
                ));
            }
            elements = elements.saturating_mul(extent);
        }
        if elements > tilewright_ir::dialects::cuda_tile::types::MAX_ELEMENTS {
            return self.type_error(
                format!(
                    "a tile of shape {} has too many elements",
                    crate::value::show_shape(shape)
                ),
                "take a smaller tile and a loop",
            );
        }
        Ok(())
    }

    /// `t[0]`, `t[1:]`, `x[:, None]`.
    fn subscript(&mut self, object: &Value<'a>, index: &Value<'a>) -> Res<Value<'a>> {
        match object {
            Value::Host(host) => match &**host {
                Host::Dict(rows) => {
                    let rows = rows.borrow().clone();
                    self.at_key(&rows, index)
                }
                Host::List(items) => match self.subscript(&Value::tuple(items.borrow().clone()), index)? {
                    Value::Tuple(cut) if matches!(index, Value::Cut(..)) => {
                        Ok(Value::Host(Rc::new(Host::List(cut.to_vec().into()))))
                    }
                    item => Ok(item),
                },
                Host::Kernel(_) | Host::Once(_) => {
                    self.type_error(format!("{} cannot be subscripted", object.describe()), "")
                }
            },
            Value::Object(..) if let Some(rows) = object.keywords() => self.at_key(&rows, index),
            Value::Object(..) if let Some(own) = self.own_method(object, "__getitem__") => self.applied(&own, index),
            Value::Tuple(items) => {
                let count = items.len() as i64;
                match index {
                    Value::Cut(start, end, step) => {
                        let step = step.unwrap_or(1);
                        if step == 0 {
                            return self.fail("python.constant", "the step of a slice cannot be 0", "");
                        }
                        // Downwards a slice goes from the last item to before the first.
                        let (low, high) = if step > 0 { (0, count) } else { (-1, count - 1) };
                        let place = |at: &Option<i64>, default: i64| {
                            let inside = |at: i64| if at < 0 { at.saturating_add(count) } else { at };
                            at.map_or(default, |at| inside(at).clamp(low, high))
                        };
                        let (first, last) = if step > 0 { (low, high) } else { (high, low) };
                        let (mut at, end) = (place(start, first), place(end, last));
                        let mut cut = Vec::new();
                        while if step > 0 { at < end } else { at > end } {
                            cut.push(items[at as usize].clone());
                            at = at.saturating_add(step);
                        }
                        Ok(Value::tuple(cut))
                    }
                    _ => {
                        let at = self.const_int(index, "the index of a tuple")?;
                        let place = if at < 0 { at + count } else { at };
                        match usize::try_from(place).ok().and_then(|place| items.get(place)) {
                            Some(item) => self.usable(item.clone(), "the item"),
                            None => self.type_error(
                                format!("index {at} is outside of a tuple of {count}"),
                                "they are counted from 0, or from -1 backwards",
                            ),
                        }
                    }
                }
            }
            Value::Class(class) if class.members.is_some() && self.is_host() => {
                let Value::Str(name) = index else {
                    return self.type_error("members of an enum have names", "");
                };
                match class.constants.get(&**name) {
                    Some(member) => Ok(member.clone()),
                    None => self.type_error(format!("`{}` has no member `{name}`", class.name), ""),
                }
            }
            Value::Tile(_) | Value::Const(..) => self.insert_dimensions(object, index),
            Value::List(list) => self.list_item(*list, index),
            Value::Array(_) => self.type_error(
                "Arrays are not directly subscriptable",
                "load a tile: `ct.load(X, index, shape)`, or use `ct.gather`",
            ),
            // Annotations: `ct.Constant[int]`.
            Value::Api("Constant") => match index {
                Value::Builtin(kind @ ("int" | "float" | "bool")) => Ok(Value::Enum("Constant", kind)),
                _ => Ok(object.clone()),
            },
            Value::Api(name) => Ok(Value::Api(name)),
            Value::Module(name) if name.ends_with(".Annotated") => Ok(index.clone()),
            other => self.type_error(format!("{} cannot be subscripted", other.describe()), ""),
        }
    }

    /// `x[:, None]`: new dimensions of extent 1.
    fn insert_dimensions(&mut self, object: &Value<'a>, index: &Value<'a>) -> Res<Value<'a>> {
        let tile = self.as_tile(object)?;
        let parts = match index {
            Value::Tuple(parts) => parts.to_vec(),
            one => vec![one.clone()],
        };
        let cuts = parts.iter().filter(|part| matches!(part, Value::Cut(..))).count();
        let mut rest = tile.shape.iter().copied();
        let mut shape = Shape::new();
        for part in &parts {
            match part {
                Value::None => shape.push(1),
                Value::Cut(None, None, None) => shape.extend(rest.next()),
                Value::Ellipsis => shape.extend(rest.by_ref().take(tile.shape.len().saturating_sub(cuts))),
                _ => {
                    return self.type_error(
                        "a tile has no items",
                        "only `None`, `:` and `...` are; take parts with `ct.extract`, or an element with `.item()` of a tile of one",
                    );
                }
            }
        }
        shape.extend(rest);
        if cuts > tile.shape.len() {
            return self.type_error(
                format!(
                    "{} for a tile of {}",
                    tilewright_diag::counted(cuts, "slices"),
                    tilewright_diag::counted(tile.shape.len(), "dimensions")
                ),
                "",
            );
        }
        Ok(Value::Tile(self.reshape(&tile, &shape)))
    }
}

/// A whole number of the source.
pub(crate) fn parse_int(int: &ast::Int) -> Option<i128> {
    if let Some(small) = int.as_i64() {
        return Some(small.into());
    }
    let text = int.to_string();
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0b" | "0B") => (&text[2..], 2),
        Some("0o" | "0O") => (&text[2..], 8),
        _ => (&text[..], 10),
    };
    i128::from_str_radix(digits, radix)
        .ok()
        .filter(|int| int.unsigned_abs() < 1 << 126)
}

/// The value of a number, a truth value or a tuple of such that is written as it is.
fn literal<'a>(expr: &ast::Expr) -> Option<Value<'a>> {
    Some(match expr {
        ast::Expr::NumberLiteral(number) => match &number.value {
            ast::Number::Int(int) => Value::Const(Const::Int(parse_int(int)?), None),
            _ => return None,
        },
        ast::Expr::BooleanLiteral(literal) => Value::Const(Const::Bool(literal.value), None),
        ast::Expr::Tuple(tuple) => {
            let items: Option<Vec<Value<'a>>> = tuple.elts.iter().map(literal).collect();
            Value::tuple(items?)
        }
        _ => return None,
    })
}
