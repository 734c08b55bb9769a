//! A kernel gone through with types in place of values.

use super::EXTENT;
use super::few::Few;
use super::kinds::{Found, Kind, Number, dtype, of_value, promote};
use crate::dtype::Dtype;
use crate::eval::frame::assigned;
use crate::module_level::{Globals, is_called};
use crate::value::{Body, Const, Value};
use ruff_python_ast as ast;
use ruff_python_ast::{Expr, Operator, Stmt};
use tilewright_sorted::{SortedMap, SortedSet};

/// Expressions that are gone through at most in a round: helpers are gone through at each of their calls.
const MAX_STEPS: usize = 50_000;
/// Calls of helpers that may be open at once.
const MAX_CALLS: usize = 16;

/// The state of a round.
pub(super) struct Walk<'a, 'g> {
    pub found: Found<'a>,
    globals: &'g Globals<'a>,
    names: SortedMap<&'a str, Kind<'a>>,
    /// The kind of the result of the function that is gone through.
    returned: Option<Kind<'a>>,
    calls: usize,
    steps: usize,
    /// The shapes that arrays are loaded in.
    pub shapes: Few<'a, &'a Expr>,
}

impl<'a, 'g> Walk<'a, 'g> {
    /// One round through a kernel, with what the rounds before have found.
    pub(super) fn through(def: &'a ast::StmtFunctionDef, globals: &'g Globals<'a>, found: Found<'a>) -> Found<'a> {
        let names = def.parameters.iter().map(|parameter| parameter.name().as_str());
        let names = names.map(|name| {
            let kind = match found.ranks.contains_key(name) {
                true => Kind::Array(name),
                false => Kind::Number(Number {
                    from: vec![name],
                    whole: found.annotated.get(name).copied().unwrap_or(false),
                    dtype: None,
                    rank: Some(0),
                }),
            };
            (name, kind)
        });
        let mut walk = Walk {
            globals,
            names: names.collect(),
            found,
            returned: None,
            calls: 0,
            steps: 0,
            shapes: Few::default(),
        };
        walk.block(&def.body);
        walk.found
    }

    /// The name of the parameter that this is, as an array.
    pub(super) fn array(&mut self, kind: &Kind<'a>) -> Option<&'a str> {
        match kind {
            Kind::Array(name) | Kind::View(name) | Kind::Raw(name) => Some(name),
            Kind::Number(Number { from, dtype: None, .. }) if from.len() == 1 => {
                self.found.arrays.insert(from[0]);
                Some(from[0])
            }
            _ => None,
        }
    }

    pub(super) fn rank(&mut self, array: Option<&'a str>, rank: usize) {
        if let Some(name) = array {
            self.found.ranks.or_insert(name, rank);
        }
    }

    fn is_constant(&self, name: &str) -> bool {
        self.found.is_constant(name)
    }

    /// The parameters of a number whose types are not known yet.
    fn open<'n>(&'n self, number: &'n Number<'a>) -> impl Iterator<Item = &'a str> + 'n {
        let is_open = |name: &&&str| !self.is_constant(name) && !self.found.types.contains_key(name);
        number.from.iter().filter(is_open).copied()
    }

    /// The type of a number, if it cannot be another whatever the open parameters are.
    pub(super) fn resolved(&self, number: &Number<'a>) -> Option<Dtype> {
        let tiles = number.from.iter().filter(|name| !self.is_constant(name));
        let of_found = tiles.filter_map(|name| self.found.types.get(name).copied());
        let known = of_found.chain(number.dtype).reduce(promote)?;
        // f32 is the widest type that is usual.
        let is_widest = matches!(known, Dtype::F32 | Dtype::F64);
        (is_widest || self.open(number).next().is_none()).then_some(known)
    }

    /// Whether a number is a constant of weak type.
    fn is_weak(&self, number: &Number<'a>) -> bool {
        number.dtype.is_none() && number.from.iter().all(|name| self.is_constant(name))
    }

    /// A number must be of a type.
    pub(super) fn need(&mut self, number: &Number<'a>, dtype: Dtype) {
        let open: Vec<&'a str> = self.open(number).collect();
        for name in open {
            self.found.types.insert(name, dtype);
        }
    }

    /// A number must be known when compiling.
    pub(super) fn need_constant(&mut self, kind: &Kind<'a>, value: i128) {
        match kind {
            Kind::Number(number) => {
                for name in &number.from {
                    if !self.found.ranks.contains_key(name) && !self.found.arrays.contains(name) {
                        self.found.values.or_insert(name, value);
                    }
                }
            }
            Kind::Tuple(items) => items.iter().for_each(|item| self.need_constant(item, value)),
            _ => {}
        }
    }

    /// Each item is an index: a whole number.
    pub(super) fn need_index(&mut self, kind: &Kind<'a>) {
        match kind {
            Kind::Number(number) => self.need(number, Dtype::I32),
            Kind::Tuple(items) => items.iter().for_each(|item| self.need_index(item)),
            _ => {}
        }
    }

    /// Both are of one type.
    pub(super) fn same(&mut self, a: &Kind<'a>, b: &Kind<'a>) {
        match (a, b) {
            (Kind::Number(a), Kind::Number(b)) => {
                for (known, open) in [(a, b), (b, a)] {
                    let Some(dtype) = self.resolved(known) else {
                        continue;
                    };
                    let is_settled = self.is_weak(open) || self.resolved(open).is_some();
                    if !is_settled && open.dtype.is_none_or(|other| promote(other, dtype) == dtype) {
                        self.need(open, dtype);
                    }
                }
            }
            (Kind::Tuple(a), Kind::Tuple(b)) => a.iter().zip(b).for_each(|(a, b)| self.same(a, b)),
            _ => {}
        }
    }

    /// The kind that an operator makes of both. A number that meets whole ones is whole.
    pub(super) fn joined(&mut self, a: &Kind<'a>, b: &Kind<'a>) -> Kind<'a> {
        let (Kind::Number(a), Kind::Number(b)) = (a, b) else {
            return Kind::Unknown;
        };
        for (known, open) in [(a, b), (b, a)] {
            let is_whole = self.resolved(known).is_some_and(Dtype::is_int);
            let is_scalar = |name: &str| !self.found.arrays.contains(name) && !self.found.ranks.contains_key(name);
            if is_whole && open.dtype.is_none() && open.from.iter().all(|name| is_scalar(name)) {
                self.need(open, Dtype::I32);
            }
        }
        let mut from = a.from.clone();
        from.extend(b.from.iter().filter(|name| !a.from.contains(name)));
        Kind::Number(Number {
            dtype: a.dtype.into_iter().chain(b.dtype).reduce(promote),
            from,
            whole: a.whole && b.whole,
            rank: a.rank.zip(b.rank).map(|(a, b)| a.max(b)),
        })
    }

    fn block(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(assign) => {
                let kind = self.expr(&assign.value);
                for target in &assign.targets {
                    self.assign(target, &kind);
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let kind = self.expr(value);
                    self.assign(&assign.target, &kind);
                }
            }
            Stmt::AugAssign(assign) => {
                let old = self.expr(&assign.target);
                let value = self.expr(&assign.value);
                let new = self.operator(assign.op, &old, &value);
                self.assign(&assign.target, &new);
            }
            Stmt::Expr(stmt) => {
                self.expr(&stmt.value);
            }
            Stmt::If(stmt) => {
                self.expr(&stmt.test);
                let clauses = stmt.elif_else_clauses.iter();
                let mut bodies = vec![&stmt.body[..]];
                for clause in clauses {
                    if let Some(test) = &clause.test {
                        self.expr(test);
                    }
                    bodies.push(&clause.body);
                }
                let has_else = stmt
                    .elif_else_clauses
                    .last()
                    .is_some_and(|clause| clause.test.is_none());
                self.branches(&bodies, has_else);
            }
            Stmt::For(stmt) => {
                let range = self.expr(&stmt.iter);
                self.assign(&stmt.target, &range);
                match &*stmt.iter {
                    // An unrolled body carries nothing on that would have to be of one type.
                    Expr::Call(call) if is_called(&call.func, "static_iter") => self.block(&stmt.body),
                    _ => self.repeated(&stmt.body, None),
                }
            }
            Stmt::While(stmt) => self.repeated(&stmt.body, Some(&stmt.test)),
            Stmt::With(stmt) => {
                for item in &stmt.items {
                    let given = self.expr(&item.context_expr);
                    if let Some(target) = &item.optional_vars {
                        self.assign(target, &given);
                    }
                }
                self.block(&stmt.body);
            }
            Stmt::Return(stmt) => {
                if let Some(value) = &stmt.value {
                    let kind = self.expr(value);
                    if let Some(other) = self.returned.take() {
                        self.same(&other, &kind);
                    }
                    self.returned = Some(kind);
                }
            }
            Stmt::FunctionDef(def) => {
                let function = Kind::Function(Some(&def.parameters), Body::Statements(&def.body));
                self.names.insert(def.name.as_str(), function);
            }
            _ => {}
        }
    }

    fn assign(&mut self, target: &'a Expr, kind: &Kind<'a>) {
        match (target, kind) {
            (Expr::Name(name), _) => {
                self.names.insert(name.id.as_str(), kind.clone());
            }
            (Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }), _) => {
                for (place, part) in elts.iter().enumerate() {
                    let item = match kind {
                        Kind::Tuple(items) => items.get(place).cloned(),
                        _ => None,
                    };
                    self.assign(part, &item.unwrap_or(Kind::Unknown));
                }
            }
            _ => {}
        }
    }

    /// The values of names.
    fn values(&self, names: &SortedSet<&'a str>) -> Vec<(&'a str, Kind<'a>)> {
        let mut values: Vec<_> = names
            .iter()
            .filter_map(|name| Some((*name, self.names.get(name)?.clone())))
            .collect();
        values.sort_unstable_by_key(|value| value.0);
        values
    }

    /// Ways of which one is gone, or none where there is no `else`: what they assign is of one type.
    fn branches(&mut self, bodies: &[&'a [Stmt]], has_else: bool) {
        let mut names = SortedSet::default();
        bodies.iter().for_each(|body| assigned(body, &mut names));
        let before = self.values(&names);
        let mut ways: Vec<Vec<(&'a str, Kind<'a>)>> = Vec::new();
        if !has_else {
            ways.push(before.clone());
        }
        for body in bodies {
            self.names.extend(before.iter().cloned());
            self.block(body);
            let mut own = SortedSet::default();
            assigned(body, &mut own);
            ways.push(self.values(&own));
        }
        let mut last: SortedMap<&'a str, Kind<'a>> = SortedMap::default();
        for (name, kind) in ways.into_iter().flatten() {
            if let Some(other) = last.insert(name, kind.clone()) {
                self.same(&other, &kind);
                if matches!(kind, Kind::Unknown) {
                    last.insert(name, other);
                }
            }
        }
        self.names.extend(last);
    }

    /// A body that is repeated: what it carries on is of one type, and no constant.
    fn repeated(&mut self, body: &'a [Stmt], test: Option<&'a Expr>) {
        let mut names = SortedSet::default();
        assigned(body, &mut names);
        let before: Vec<_> = self
            .values(&names)
            .into_iter()
            .map(|(name, kind)| (name, self.strong(kind)))
            .collect();
        self.names.extend(before.iter().cloned());
        if let Some(test) = test {
            self.expr(test);
        }
        self.block(body);
        for (name, kind) in before {
            let after = self.names.get(name).cloned().unwrap_or(Kind::Unknown);
            self.same(&kind, &after);
            if !matches!(kind, Kind::Unknown) {
                self.names.insert(name, kind);
            }
        }
    }

    /// A constant as a value of run time.
    pub(super) fn strong(&self, kind: Kind<'a>) -> Kind<'a> {
        match kind {
            Kind::Number(number) if (number.whole || !number.from.is_empty()) && self.is_weak(&number) => {
                Kind::of(if number.whole { Dtype::I32 } else { Dtype::F32 }).ranked(number.rank)
            }
            Kind::Tuple(items) => Kind::Tuple(items.into_iter().map(|item| self.strong(item)).collect()),
            other => other,
        }
    }

    pub(super) fn expr(&mut self, expr: &'a Expr) -> Kind<'a> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Kind::Unknown;
        }
        match expr {
            Expr::Name(name) => match self.names.get(name.id.as_str()) {
                Some(kind) => kind.clone(),
                None => self
                    .globals
                    .find(name.id.as_str())
                    .map_or(Kind::Unknown, |value| of_value(&value)),
            },
            Expr::NumberLiteral(number) => {
                let whole = matches!(number.value, ast::Number::Int(_));
                Kind::Number(Number {
                    whole,
                    rank: Some(0),
                    ..Number::default()
                })
            }
            Expr::BooleanLiteral(_) => Kind::Unknown,
            Expr::StringLiteral(text) => Dtype::from_name(text.value.to_str()).map_or(Kind::Unknown, dtype),
            Expr::Tuple(tuple) => Kind::Tuple(tuple.elts.iter().map(|item| self.expr(item)).collect()),
            Expr::Attribute(attribute) => self.attribute(attribute),
            Expr::Subscript(subscript) => {
                let object = self.expr(&subscript.value);
                match (object, &*subscript.slice) {
                    (
                        Kind::Tuple(items),
                        Expr::NumberLiteral(ast::ExprNumberLiteral {
                            value: ast::Number::Int(at),
                            ..
                        }),
                    ) => {
                        let item = at.as_u64().and_then(|at| items.into_iter().nth(at as usize));
                        item.unwrap_or(Kind::Unknown)
                    }
                    // The items of a shape, wherever they are.
                    (Kind::Tuple(items), _) => items.into_iter().next().unwrap_or(Kind::Unknown),
                    (Kind::Array(name), _) => {
                        self.found.lists.insert(name);
                        Kind::Array(name)
                    }
                    (object @ Kind::Number(_), slice) => {
                        if let Kind::Number(Number {
                            from,
                            dtype: None,
                            rank: Some(0),
                            ..
                        }) = &object
                            && let [name] = from[..]
                            && matches!(
                                slice,
                                Expr::Name(_) | Expr::NumberLiteral(_) | Expr::BinOp(_) | Expr::Call(_)
                            )
                        {
                            self.found.lists.insert(name);
                            return object;
                        }
                        let rank = subscripted(slice, object.rank());
                        object.ranked(rank)
                    }
                    _ => Kind::Unknown,
                }
            }
            Expr::BinOp(op) => {
                let (left, right) = (self.expr(&op.left), self.expr(&op.right));
                self.operator(op.op, &left, &right)
            }
            Expr::UnaryOp(op) => {
                let kind = self.expr(&op.operand);
                match op.op {
                    ast::UnaryOp::Not => Kind::of(Dtype::Bool),
                    ast::UnaryOp::Invert => {
                        self.need_index(&kind);
                        kind
                    }
                    _ => kind,
                }
            }
            Expr::BoolOp(op) => {
                for value in &op.values {
                    self.expr(value);
                }
                Kind::of(Dtype::Bool)
            }
            Expr::Compare(compare) => {
                let mut left = self.expr(&compare.left);
                let mut rank = left.rank();
                for right in &compare.comparators {
                    let right = self.expr(right);
                    self.compared(&left, &right);
                    rank = rank.zip(right.rank()).map(|(a, b)| a.max(b));
                    left = right;
                }
                Kind::of(Dtype::Bool).ranked(rank)
            }
            Expr::If(choice) => {
                self.expr(&choice.test);
                let (a, b) = (self.expr(&choice.body), self.expr(&choice.orelse));
                self.same(&a, &b);
                if matches!(a, Kind::Unknown) { b } else { a }
            }
            // A context manager gives what it yields.
            Expr::Yield(of) => {
                self.returned = of.value.as_ref().map(|value| self.expr(value));
                Kind::Unknown
            }
            Expr::Lambda(lambda) => Kind::Function(lambda.parameters.as_deref(), Body::Expression(&lambda.body)),
            Expr::Call(call) => self.call(call),
            _ => Kind::Unknown,
        }
    }

    /// A number that is compared with whole ones is whole.
    pub(super) fn compared(&mut self, a: &Kind<'a>, b: &Kind<'a>) {
        self.joined(a, b);
        let (Kind::Number(a), Kind::Number(b)) = (a, b) else {
            return;
        };
        for (weak, open) in [(a, b), (b, a)] {
            let is_scalar = open.dtype.is_none() && !open.from.iter().any(|name| self.found.ranks.contains_key(name));
            if is_scalar && weak.whole && self.is_weak(weak) {
                self.need(open, Dtype::I32);
            }
        }
    }

    fn attribute(&mut self, attribute: &'a ast::ExprAttribute) -> Kind<'a> {
        let name = attribute.attr.as_str();
        if self.is_module(&attribute.value) {
            return match name {
                "pi" | "e" | "tau" | "inf" | "nan" => of_value(&Value::Const(Const::Float(0.0), None)),
                _ => Dtype::from_name(name).map_or(Kind::Unknown, dtype),
            };
        }
        if let Some(known) = self.member(attribute) {
            return of_value(&known);
        }
        let object = self.expr(&attribute.value);
        match (name, object) {
            ("shape" | "strides", Kind::Number(number)) if number.dtype.is_none() && number.from.len() == 1 => {
                self.found.arrays.insert(number.from[0]);
                Kind::Tuple(vec![Kind::of(Dtype::I32)])
            }
            ("shape" | "strides", Kind::Array(array)) => {
                let rank = self.found.ranks.get(array).copied().unwrap_or(1);
                Kind::Tuple(vec![Kind::of(Dtype::I32); rank])
            }
            ("dtype" | "ndim", Kind::Number(number)) => {
                if let ([array], None) = (&number.from[..], number.dtype) {
                    self.found.arrays.insert(array);
                }
                if name == "ndim" {
                    Kind::Unknown
                } else {
                    Kind::Dtype(number)
                }
            }
            ("dtype", Kind::Array(from) | Kind::View(from)) => Kind::Dtype(Number {
                from: vec![from],
                ..Number::default()
            }),
            _ => Kind::Unknown,
        }
    }

    /// A constant of a class of the file, or a field of an object.
    fn member(&self, attribute: &'a ast::ExprAttribute) -> Option<Value<'a>> {
        let object = match &*attribute.value {
            Expr::Name(name) => self.global(name.id.as_str())?,
            Expr::Attribute(inner) => self.member(inner)?,
            _ => return None,
        };
        let name = attribute.attr.as_str();
        match object {
            Value::Class(class) => class.constants.get(name).cloned(),
            Value::Object(ref class, _) => object.held(name).or_else(|| class.constants.get(name).cloned()),
            _ => None,
        }
    }

    pub(super) fn operator(&mut self, op: Operator, a: &Kind<'a>, b: &Kind<'a>) -> Kind<'a> {
        if let (Operator::Add, Kind::Tuple(a), Kind::Tuple(b)) = (op, a, b) {
            return Kind::Tuple(a.iter().chain(b).cloned().collect());
        }
        match op {
            Operator::LShift | Operator::RShift => {
                self.need_index(a);
                self.need_constant_shift(b);
                self.need_index(b);
                return a.clone();
            }
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => {
                let (x, y) = (a.clone().number(), b.clone().number());
                match self.resolved(&x).or(self.resolved(&y)) {
                    Some(_) => self.same(a, b),
                    None => {
                        self.need(&x, Dtype::I32);
                        self.need(&y, Dtype::I32);
                    }
                }
            }
            Operator::Mod | Operator::FloorDiv => {
                let is_whole = |number: &Number<'a>| self.is_weak(number) && number.whole;
                let (x, y) = (a.clone().number(), b.clone().number());
                if is_whole(&x) || is_whole(&y) {
                    self.need(&x, Dtype::I32);
                    self.need(&y, Dtype::I32);
                }
            }
            Operator::MatMult => {
                self.same(a, b);
                return self.joined(a, b);
            }
            Operator::Div => {
                let quotient = self.joined(a, b);
                let whole = quotient.clone().number();
                return match self.resolved(&whole) {
                    Some(dtype) if !dtype.is_float() => Kind::of(Dtype::F32).ranked(quotient.rank()),
                    _ => quotient,
                };
            }
            _ => {}
        }
        self.joined(a, b)
    }

    /// An amount of a shift that is a constant: a small one.
    fn need_constant_shift(&mut self, kind: &Kind<'a>) {
        if let Kind::Number(number) = kind {
            for name in &number.from {
                if self.found.annotated.contains_key(name) {
                    self.found.values.or_insert(name, 1);
                }
            }
        }
    }

    /// The kind of the result of a function of the file.
    pub(super) fn inlined(
        &mut self,
        parameters: Option<&'a ast::Parameters>,
        body: Body<'a>,
        arguments: &'a ast::Arguments,
    ) -> Kind<'a> {
        let given: Vec<Kind<'a>> = arguments.args.iter().map(|argument| self.expr(argument)).collect();
        let named = arguments
            .keywords
            .iter()
            .filter_map(|keyword| Some((keyword.arg.as_ref()?.as_str(), &keyword.value)));
        let named: Vec<(&str, Kind<'a>)> = named.map(|(name, value)| (name, self.expr(value))).collect();
        if self.calls >= MAX_CALLS {
            return Kind::Unknown;
        }
        self.calls += 1;
        let mut locals = SortedSet::default();
        if let Body::Statements(body) = body {
            assigned(body, &mut locals);
        }
        locals.extend(
            parameters
                .into_iter()
                .flat_map(|list| list.iter().map(|parameter| parameter.name().as_str())),
        );
        let outer = self.values(&locals);
        let by_place = parameters
            .into_iter()
            .flat_map(|list| list.posonlyargs.iter().chain(&list.args).chain(&list.kwonlyargs));
        for (place, parameter) in by_place.enumerate() {
            let name = parameter.parameter.name.as_str();
            let by_name = || named.iter().find(|(other, _)| *other == name).map(|(_, kind)| kind);
            let kind = match given.get(place).or_else(by_name) {
                Some(kind) => kind.clone(),
                None => parameter
                    .default
                    .as_deref()
                    .map_or(Kind::Unknown, |default| self.expr(default)),
            };
            self.names.insert(name, kind);
        }
        let before = self.returned.take();
        let result = match body {
            Body::Expression(expr) => self.expr(expr),
            Body::Statements(body) => {
                self.block(body);
                self.returned.take().unwrap_or(Kind::Unknown)
            }
        };
        self.returned = before;
        for name in locals {
            self.names.remove(name);
        }
        self.names.extend(outer);
        self.calls -= 1;
        result
    }

    /// Whether an expression names a module, such as `cuda.tile`.
    pub(super) fn is_module(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => matches!(self.global(name.id.as_str()), Some(Value::Module(_))),
            Expr::Attribute(attribute) => self.is_module(&attribute.value),
            _ => false,
        }
    }

    /// A function by the expression that names it.
    pub(super) fn global(&self, name: &str) -> Option<Value<'a>> {
        match self.names.contains_key(name) {
            true => None,
            false => self.globals.find(name),
        }
    }

    /// An extent is known when compiling.
    pub(super) fn need_shape(&mut self, kind: &Kind<'a>) {
        self.need_constant(kind, EXTENT);
    }
}

/// The number of dimensions of a tile under a subscript such as `[:, None]`.
fn subscripted(slice: &Expr, rank: Option<usize>) -> Option<usize> {
    let parts = match slice {
        Expr::Tuple(tuple) => &tuple.elts[..],
        one => std::slice::from_ref(one),
    };
    let kept = parts.iter().filter(|part| matches!(part, Expr::Slice(_))).count();
    Some(rank? + parts.len() - kept - parts.iter().filter(|part| part.is_ellipsis_literal_expr()).count())
}
