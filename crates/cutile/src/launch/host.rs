//! Host code, followed as far as it can be: statements one after another, both ways of what is not known, each loop once.
//! A value that differs between ways is not known after them.

use super::arrays::{Array, Given, bytes, dtype};
use super::makings::Making;
use super::records::{Members, bound, member};
use super::{Hint, Launch};
use crate::dtype::Dtype;
use crate::eval::constants;
use crate::eval::number::default_dtype;
use crate::module_level::is_called;
use crate::signature::Constant;
use ruff_python_ast as ast;
use ruff_text_size::{Ranged, TextRange};
use std::rc::Rc;
use tilewright_platform::math;
use tilewright_sorted::SortedMap;

/// Expressions that are evaluated at most: host code may be of any size.
const MAX_STEPS: usize = 100_000;
/// The name of what arrays are moved to.
const DEVICE: &str = "device";
/// Expressions that may be evaluated in each other.
const MAX_DEPTH: usize = 200;

/// A value of host code.
#[derive(Clone, Debug)]
pub(crate) enum Host<'a> {
    /// A number.
    Number(Constant),
    /// A text.
    Text(Rc<str>),
    /// A module or something of one, by its full name.
    Name(Rc<str>),
    /// An array.
    Array(Array),
    Tuple(Rc<[Host<'a>]>),
    List(Rc<[Host<'a>]>),
    /// Members by name: those of a dict, a namespace, a class or an object.
    Record(Rc<Members<'a>>),
    /// A function of the file.
    Function(&'a ast::StmtFunctionDef),
    /// A function that is an expression.
    Lambda(&'a ast::ExprLambda),
    /// The value of `functools.partial`: something to call, with its first arguments.
    Partial(Rc<Partial<'a>>),
    /// A kernel with hints of its own.
    Hinted(&'a ast::StmtFunctionDef, Rc<[Hint<'a>]>),
    /// `ct.kernel(...)` of hints alone, which makes a kernel of a function.
    Maker(Rc<[Hint<'a>]>),
    /// Something else.
    Unknown,
}

/// Something to call, with arguments that it is given besides those of a call.
#[derive(Debug)]
pub(crate) struct Partial<'a> {
    pub callee: Host<'a>,
    pub positional: Vec<Host<'a>>,
    pub named: Vec<(&'a str, Host<'a>)>,
}

impl<'a> Host<'a> {
    pub(super) fn of_size(size: Option<i64>) -> Self {
        size.map_or(Host::Unknown, |size| Host::Number(Constant::Int(size.into())))
    }

    /// Whether two values are the same to a kernel: arrays of one type and layout are, whatever memory they have.
    fn is_like(&self, other: &Self) -> bool {
        let alike = |a: &[Host<'a>], b: &[Host<'a>]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b));
        match (self, other) {
            (Host::Number(a), Host::Number(b)) => a == b,
            (Host::Text(a), Host::Text(b)) | (Host::Name(a), Host::Name(b)) => a == b,
            (Host::Array(a), Host::Array(b)) => (a.dtype, &a.shape, &a.strides) == (b.dtype, &b.shape, &b.strides),
            (Host::Tuple(a), Host::Tuple(b)) | (Host::List(a), Host::List(b)) => alike(a, b),
            (Host::Record(a), Host::Record(b)) => {
                a.len() == b.len() && a.iter().zip(&**b).all(|(a, b)| a.0 == b.0 && a.1.is_like(&b.1))
            }
            (Host::Function(a), Host::Function(b)) => std::ptr::eq(*a, *b),
            (Host::Lambda(a), Host::Lambda(b)) => std::ptr::eq(*a, *b),
            (Host::Hinted(a, x), Host::Hinted(b, y)) => std::ptr::eq(*a, *b) && Rc::ptr_eq(x, y),
            _ => false,
        }
    }

    /// The value after two ways of which either may have been gone.
    fn either(self, other: Self) -> Self {
        if self.is_like(&other) { self } else { Host::Unknown }
    }

    /// The items of a tuple or list.
    pub(super) fn items(&self) -> Option<&Rc<[Host<'a>]>> {
        match self {
            Host::Tuple(items) | Host::List(items) => Some(items),
            _ => None,
        }
    }
}

pub(super) type Names<'a> = SortedMap<&'a str, Host<'a>>;

/// The values of all names, and of the objects that are being made.
struct State<'a> {
    locals: Vec<Names<'a>>,
    globals: Names<'a>,
    made: Vec<Host<'a>>,
}

/// A walk through the host code of a file.
pub(crate) struct Walk<'a> {
    /// The kernel whose launches are looked for; without one, it is those that functions make.
    pub(super) kernel: Option<&'a ast::StmtFunctionDef>,
    /// Kernels that functions make when they are called.
    pub(super) makings: Vec<Making<'a>>,
    /// The functions that are called, with what they were given.
    pub(super) open: Vec<(&'a ast::StmtFunctionDef, Names<'a>)>,
    globals: Names<'a>,
    /// Objects that are being made, innermost last.
    pub(super) made: Vec<Host<'a>>,
    /// The calls that are open: where the text of each function is, and its names.
    pub(super) locals: Vec<(TextRange, Names<'a>)>,
    /// Values that the open functions have returned so far.
    pub(super) returned: Vec<Option<Host<'a>>>,
    /// Functions that were walked through, by where they start.
    pub(super) seen: Vec<usize>,
    pub(super) launches: Vec<Launch<'a>>,
    steps: usize,
    depth: usize,
    /// The number of arrays that were made.
    pub(super) arrays: u32,
}

impl<'a> Walk<'a> {
    /// The launches of a kernel in a file: those of the file's own statements, then those in functions that nobody calls.
    pub(super) fn of(body: &'a [ast::Stmt], kernel: &'a ast::StmtFunctionDef) -> Vec<Launch<'a>> {
        Walk::through(body, Some(kernel)).launches
    }

    /// A walk through all statements of a file, and through functions that nobody calls.
    pub(super) fn through(body: &'a [ast::Stmt], kernel: Option<&'a ast::StmtFunctionDef>) -> Self {
        let mut walk = Walk {
            kernel,
            makings: Vec::new(),
            open: Vec::new(),
            globals: Names::default(),
            made: Vec::new(),
            locals: Vec::new(),
            returned: Vec::new(),
            seen: Vec::new(),
            launches: Vec::new(),
            steps: 0,
            depth: 0,
            arrays: 0,
        };
        // A function may be called above those that it calls.
        for stmt in body {
            if let ast::Stmt::FunctionDef(def) = stmt {
                walk.globals.insert(def.name.as_str(), Host::Function(def));
            }
        }
        walk.block(body);
        walk.uncalled(body);
        walk
    }

    /// Functions that were not called are called with their defaults.
    fn uncalled(&mut self, body: &'a [ast::Stmt]) {
        self.uncalled_of(body, &[]);
    }

    /// The same of the methods of a class, of an object that is made without arguments.
    fn uncalled_of(&mut self, body: &'a [ast::Stmt], object: &[Host<'a>]) {
        for stmt in body {
            match stmt {
                ast::Stmt::FunctionDef(def) if !self.seen.contains(&def.range().start().to_usize()) => {
                    let parametrized = self.parametrized(def);
                    let is_static = def
                        .decorator_list
                        .iter()
                        .any(|of| is_called(&of.expression, "staticmethod"));
                    self.call(def, if is_static { &[] } else { object }, &parametrized);
                }
                ast::Stmt::ClassDef(class) => {
                    let name = class.name.as_str();
                    let object = match self.globals.get(name).cloned() {
                        Some(Host::Record(members)) => {
                            let (positional, named) = (&[], &[]);
                            self.construct(name, &members, &Given { positional, named })
                        }
                        _ => Host::Unknown,
                    };
                    self.uncalled_of(&class.body, &[object]);
                }
                _ => {}
            }
        }
    }

    /// The first values that `@pytest.mark.parametrize("m, n", [(64, 32), ...])` gives parameters of a test.
    fn parametrized(&mut self, def: &'a ast::StmtFunctionDef) -> Vec<(&'a str, Host<'a>)> {
        let mut values = Vec::new();
        for decorator in &def.decorator_list {
            let ast::Expr::Call(call) = &decorator.expression else {
                continue;
            };
            let (Some(ast::Expr::StringLiteral(names)), Some(list)) =
                (call.arguments.args.first(), call.arguments.args.get(1))
            else {
                continue;
            };
            let Some(first) = self.expr(list).items().and_then(|items| items.first().cloned()) else {
                continue;
            };
            let names: Vec<&'a str> = names.value.to_str().split(',').map(str::trim).collect();
            match (first.items(), &names[..]) {
                (_, [only]) => values.push((*only, first)),
                (Some(items), names) => values.extend(names.iter().copied().zip(items.iter().cloned())),
                _ => {}
            }
        }
        values
    }

    fn names(&mut self) -> &mut Names<'a> {
        match self.locals.last_mut() {
            Some((_, names)) => names,
            None => &mut self.globals,
        }
    }

    /// Changes the values of all names of now.
    fn each_value(&mut self, change: &mut dyn FnMut(&str, &mut Host<'a>)) {
        for (_, names) in &mut self.locals {
            names.iter_mut().for_each(|(name, value)| change(name, value));
        }
        self.globals.iter_mut().for_each(|(name, value)| change(name, value));
        self.made.iter_mut().for_each(|value| change("", value));
    }

    /// The value of a name: of the function that is open, of those around it in the text, of the file.
    fn find(&self, name: &str) -> Option<&Host<'a>> {
        let mut inner: Option<TextRange> = None;
        for (range, names) in self.locals.iter().rev() {
            let is_around = |inner: TextRange| range.contains_range(inner) && *range != inner;
            if inner.is_none_or(is_around) {
                if let Some(value) = names.get(name) {
                    return Some(value);
                }
                inner = Some(*range);
            }
        }
        self.globals.get(name)
    }

    pub(super) fn set(&mut self, name: &'a str, value: Host<'a>) {
        self.names().insert(name, value);
    }

    /// A record or a list was changed, by whichever of its names.
    pub(super) fn replace(&mut self, old: &Host<'a>, changed: &Host<'a>) {
        self.each_value(&mut |_, value| {
            let is_it = match (&*value, old) {
                (Host::Record(a), Host::Record(b)) => Rc::ptr_eq(a, b),
                (Host::List(a), Host::List(b)) => Rc::ptr_eq(a, b),
                _ => false,
            };
            if is_it {
                *value = changed.clone();
            }
        });
    }

    /// Nothing is known any longer of what a name stands for.
    pub(super) fn forget(&mut self, name: &str) {
        if let Some(known) = self.find(name).cloned() {
            self.replace(&known, &Host::Unknown);
        }
        self.each_value(&mut |other, value| {
            if other == name {
                *value = Host::Unknown;
            }
        });
    }

    pub(super) fn assign(&mut self, target: &'a ast::Expr, value: &Host<'a>) {
        match target {
            ast::Expr::Name(name) => self.set(name.id.as_str(), value.clone()),
            ast::Expr::Tuple(ast::ExprTuple { elts, .. }) | ast::Expr::List(ast::ExprList { elts, .. }) => {
                let items = value.items().filter(|items| items.len() == elts.len()).cloned();
                for (i, target) in elts.iter().enumerate() {
                    let item = items.as_ref().map_or(Host::Unknown, |items| items[i].clone());
                    self.assign(target, &item);
                }
            }
            ast::Expr::Attribute(to) => self.change(&to.value, Some(to.attr.as_str()), value.clone()),
            ast::Expr::Subscript(to) => {
                let key = match &*to.slice {
                    ast::Expr::StringLiteral(key) => Some(key.value.to_str()),
                    _ => None,
                };
                self.change(&to.value, key, value.clone());
            }
            _ => {}
        }
    }

    /// Statements; whether they return for certain.
    pub(super) fn block(&mut self, body: &'a [ast::Stmt]) -> bool {
        body.iter().any(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &'a ast::Stmt) -> bool {
        match stmt {
            ast::Stmt::Import(import) => {
                for alias in &import.names {
                    let name = alias.name.as_str();
                    match &alias.asname {
                        Some(other) => self.set(other.as_str(), Host::Name(name.into())),
                        None => {
                            let first = name.split('.').next().unwrap_or(name);
                            self.set(first, Host::Name(first.into()));
                        }
                    }
                }
            }
            ast::Stmt::ImportFrom(import) => {
                let module = import.module.as_ref().map_or("", |name| name.as_str());
                for alias in &import.names {
                    let name = alias.name.as_str();
                    let own = alias.asname.as_ref().map_or(name, |other| other.as_str());
                    self.set(own, Host::Name(format!("{module}.{name}").into()));
                }
            }
            ast::Stmt::FunctionDef(def) => {
                self.set(def.name.as_str(), Host::Function(def));
                if self.kernel.is_none() {
                    self.defined(def);
                }
            }
            ast::Stmt::ClassDef(class) => self.class(class),
            ast::Stmt::Assign(assign) => {
                let known = self.makings.len();
                let value = self.expr(&assign.value);
                if let ([ast::Expr::Name(name)], Host::Function(def)) = (&assign.targets[..], &value) {
                    self.name_makings(known, def, name.id.as_str());
                }
                assign.targets.iter().for_each(|target| self.assign(target, &value));
            }
            ast::Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let value = self.expr(value);
                    self.assign(&assign.target, &value);
                }
            }
            ast::Stmt::AugAssign(assign) => {
                let old = self.expr(&assign.target);
                let value = self.expr(&assign.value);
                let new = binary(assign.op, &old, &value);
                self.assign(&assign.target, &new);
            }
            ast::Stmt::Expr(ast::StmtExpr { value, .. }) | ast::Stmt::Assert(ast::StmtAssert { test: value, .. }) => {
                self.expr(value);
            }
            ast::Stmt::If(stmt) => return self.branch(&stmt.test, &stmt.body, &stmt.elif_else_clauses),
            ast::Stmt::For(stmt) => {
                let items = self.expr(&stmt.iter);
                let first = items.items().and_then(|items| items.first().cloned());
                self.assign(&stmt.target, &first.unwrap_or(Host::Unknown));
                self.perhaps(&stmt.body);
            }
            ast::Stmt::While(stmt) => self.perhaps(&stmt.body),
            ast::Stmt::With(stmt) => return self.block(&stmt.body),
            ast::Stmt::Try(stmt) => return self.block(&stmt.body),
            ast::Stmt::Return(stmt) => {
                let value = stmt.value.as_ref().map(|value| self.expr(value));
                let value = value.unwrap_or(Host::Number(Constant::None));
                if let Some(returned) = self.returned.last_mut() {
                    *returned = Some(match returned.take() {
                        Some(other) => other.either(value),
                        None => value,
                    });
                }
                return true;
            }
            _ => {}
        }
        false
    }

    /// Statements that may be left out, or come again: what they change is not known after them.
    fn perhaps(&mut self, body: &'a [ast::Stmt]) {
        let before = self.exchange(None);
        self.block(body);
        self.join(before);
    }

    /// All values as they are, in whose place those of another way come, if they are told.
    fn exchange(&mut self, other: Option<State<'a>>) -> State<'a> {
        let now = State {
            locals: self.locals.iter().map(|(_, names)| names.clone()).collect(),
            globals: self.globals.clone(),
            made: self.made.clone(),
        };
        if let Some(other) = other {
            for ((_, names), before) in self.locals.iter_mut().zip(other.locals) {
                *names = before;
            }
            (self.globals, self.made) = (other.globals, other.made);
        }
        now
    }

    /// Joins the values of now with those of another way. A name that only one of them has is that.
    fn join(&mut self, other: State<'a>) {
        let names = self.locals.iter_mut().map(|(_, names)| names);
        let others = other.locals.into_iter().chain([other.globals]);
        for (names, other) in names.chain([&mut self.globals]).zip(others) {
            for (name, value) in other {
                let now = names.remove(name);
                names.insert(name, now.map_or(value.clone(), |now| now.either(value)));
            }
        }
        for (now, other) in self.made.iter_mut().zip(other.made) {
            *now = now.clone().either(other);
        }
    }

    fn branch(&mut self, test: &'a ast::Expr, body: &'a [ast::Stmt], rest: &'a [ast::ElifElseClause]) -> bool {
        match self.truth(test) {
            Some(true) => return self.block(body),
            Some(false) => return self.otherwise(rest),
            None => {}
        }
        let before = self.exchange(None);
        let then = self.block(body);
        let after_then = self.exchange(Some(before));
        let other = self.otherwise(rest);
        match (then, other) {
            // Only one of the ways goes on.
            (true, _) => {}
            (false, true) => drop(self.exchange(Some(after_then))),
            (false, false) => self.join(after_then),
        }
        then && other
    }

    fn otherwise(&mut self, rest: &'a [ast::ElifElseClause]) -> bool {
        match rest.split_first() {
            None => false,
            Some((clause, rest)) => match &clause.test {
                Some(test) => self.branch(test, &clause.body, rest),
                None => self.block(&clause.body),
            },
        }
    }

    /// Whether a condition holds, if that is known.
    fn truth(&mut self, test: &'a ast::Expr) -> Option<bool> {
        match self.expr(test) {
            Host::Number(constant) => Some(constants::truth(constant)),
            _ => None,
        }
    }

    pub(super) fn expr(&mut self, expr: &'a ast::Expr) -> Host<'a> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_DEPTH {
            return Host::Unknown;
        }
        self.depth += 1;
        let value = self.expr_here(expr);
        self.depth -= 1;
        value
    }

    pub(super) fn exprs(&mut self, exprs: &'a [ast::Expr]) -> Rc<[Host<'a>]> {
        let mut all = Vec::new();
        for expr in exprs {
            if let ast::Expr::Starred(starred) = expr {
                let value = self.expr(&starred.value);
                match value.items() {
                    Some(items) => all.extend(items.iter().cloned()),
                    None => all.push(Host::Unknown),
                }
            } else {
                all.push(self.expr(expr));
            }
        }
        all.into()
    }

    fn expr_here(&mut self, expr: &'a ast::Expr) -> Host<'a> {
        match expr {
            ast::Expr::Name(name) => {
                let name = name.id.as_str();
                match (self.find(name), name) {
                    // Whichever it is, it says no type where an array is moved to it.
                    (Some(Host::Unknown), name) if name.to_ascii_lowercase().contains(DEVICE) => {
                        Host::Name(DEVICE.into())
                    }
                    (Some(value), _) => value.clone(),
                    (None, "__name__") => Host::Text("__main__".into()),
                    (None, name) => Host::Name(name.into()),
                }
            }
            ast::Expr::NumberLiteral(number) => match &number.value {
                ast::Number::Int(int) => int.as_i64().map_or(Host::Unknown, |int| Host::of_size(Some(int))),
                ast::Number::Float(float) => Host::Number(Constant::Float(*float)),
                ast::Number::Complex { .. } => Host::Unknown,
            },
            ast::Expr::BooleanLiteral(literal) => Host::Number(Constant::Bool(literal.value)),
            ast::Expr::NoneLiteral(_) => Host::Number(Constant::None),
            ast::Expr::StringLiteral(text) => Host::Text(text.value.to_str().into()),
            ast::Expr::Tuple(tuple) => Host::Tuple(self.exprs(&tuple.elts)),
            ast::Expr::List(list) => Host::List(self.exprs(&list.elts)),
            ast::Expr::Dict(dict) => self.dict(dict),
            ast::Expr::Attribute(attribute) => {
                let object = self.expr(&attribute.value);
                let name = attribute.attr.as_str();
                match object {
                    _ if name == DEVICE => Host::Name(DEVICE.into()),
                    Host::Name(_) if name == "itemsize" && dtype(&object).is_some() => bytes(dtype(&object)),
                    Host::Name(path) => Host::Name(format!("{path}.{name}").into()),
                    Host::Array(array) => self.array_attribute(&array, name),
                    // Absent: no member of this name is known.
                    Host::Record(members) => bound(&members, name).unwrap_or(Host::Unknown),
                    // No size: how many there are is not known.
                    Host::Unknown if name == "shape" => Host::Name("?.shape".into()),
                    _ => Host::Unknown,
                }
            }
            ast::Expr::Subscript(subscript) => {
                let object = self.expr(&subscript.value);
                let index = self.expr(&subscript.slice);
                if let (Host::Record(members), Host::Text(key)) = (&object, &index) {
                    // Absent: no member of this name is known.
                    return member(members, key).unwrap_or(Host::Unknown);
                }
                match (object.items(), index) {
                    (Some(items), Host::Number(Constant::Int(at))) => {
                        let at = if at < 0 { at + items.len() as i128 } else { at };
                        let item = usize::try_from(at).ok().and_then(|at| items.get(at));
                        item.cloned().unwrap_or(Host::Unknown)
                    }
                    _ => Host::Unknown,
                }
            }
            ast::Expr::BinOp(op) => {
                let left = self.expr(&op.left);
                let right = self.expr(&op.right);
                binary(op.op, &left, &right)
            }
            ast::Expr::UnaryOp(op) => match (op.op, self.expr(&op.operand)) {
                (ast::UnaryOp::USub, Host::Number(Constant::Int(int))) => int
                    .checked_neg()
                    .map_or(Host::Unknown, |int| Host::Number(Constant::Int(int))),
                (ast::UnaryOp::USub, Host::Number(Constant::Float(float))) => Host::Number(Constant::Float(-float)),
                (ast::UnaryOp::Not, Host::Number(number)) => Host::Number(Constant::Bool(!constants::truth(number))),
                (_, array @ Host::Array(_)) => array,
                _ => Host::Unknown,
            },
            ast::Expr::Compare(compare) => self.compare(compare),
            ast::Expr::If(choice) => match self.truth(&choice.test) {
                Some(true) => self.expr(&choice.body),
                Some(false) => self.expr(&choice.orelse),
                None => self.expr(&choice.body).either(self.expr(&choice.orelse)),
            },
            ast::Expr::BoolOp(op) => self.bool_op(op),
            ast::Expr::Call(call) => self.call_expr(call),
            ast::Expr::Lambda(lambda) => {
                // Without parameters it is for somebody who calls it, such as what measures a launch.
                if lambda.parameters.is_none() {
                    self.expr(&lambda.body);
                }
                Host::Lambda(lambda)
            }
            ast::Expr::Named(named) => {
                let value = self.expr(&named.value);
                self.assign(&named.target, &value);
                value
            }
            ast::Expr::ListComp(ast::ExprListComp { elt, generators, .. })
            | ast::Expr::Generator(ast::ExprGenerator { elt, generators, .. }) => self.comprehension(elt, generators),
            _ => Host::Unknown,
        }
    }

    /// The items of a list that are computed one by one.
    fn comprehension(&mut self, item: &'a ast::Expr, generators: &'a [ast::Comprehension]) -> Host<'a> {
        let [ast::Comprehension { target, iter, ifs, .. }] = generators else {
            return Host::Unknown;
        };
        let all = self.expr(iter);
        let (Some(all), []) = (all.items(), &ifs[..]) else {
            return Host::Unknown;
        };
        let before = self.names().clone();
        let mut items = Vec::new();
        for value in all.iter() {
            self.assign(target, value);
            items.push(self.expr(item));
        }
        *self.names() = before;
        Host::List(items.into())
    }

    /// `and`, `or`: the first value that decides, else the last one.
    fn bool_op(&mut self, op: &'a ast::ExprBoolOp) -> Host<'a> {
        let decides = op.op == ast::BoolOp::Or;
        let mut last = Host::Unknown;
        for value in &op.values {
            last = self.expr(value);
            match &last {
                Host::Number(constant) if constants::truth(*constant) != decides => {}
                Host::Number(_) => break,
                _ => return Host::Unknown,
            }
        }
        last
    }

    fn compare(&mut self, compare: &'a ast::ExprCompare) -> Host<'a> {
        let left = self.expr(&compare.left);
        let ([op], [right]) = (&*compare.ops, &*compare.comparators) else {
            return Host::Unknown;
        };
        let right = self.expr(right);
        if let Some(known) = compare_dtypes(*op, &left, &right) {
            return Host::Number(Constant::Bool(known));
        }
        let known = match (left, right) {
            (Host::Number(a), Host::Number(b)) => constants::compare(*op, a, b),
            (Host::Text(a), Host::Text(b)) if *op == ast::CmpOp::Eq => Some(a == b),
            // An array is not None, and neither is what is only known by name.
            (Host::Array(_), Host::Number(Constant::None)) => match op {
                ast::CmpOp::Is => Some(false),
                ast::CmpOp::IsNot => Some(true),
                _ => None,
            },
            _ => None,
        };
        known.map_or(Host::Unknown, |known| Host::Number(Constant::Bool(known)))
    }
}

/// Compares types of elements; nothing where something else is compared.
fn compare_dtypes(op: ast::CmpOp, left: &Host<'_>, right: &Host<'_>) -> Option<bool> {
    let named = |value: &Host<'_>| dtype(value).filter(|_| matches!(value, Host::Name(_)));
    let left = named(left)?;
    match op {
        ast::CmpOp::Eq | ast::CmpOp::Is => Some(left == named(right)?),
        ast::CmpOp::NotEq | ast::CmpOp::IsNot => Some(left != named(right)?),
        ast::CmpOp::In | ast::CmpOp::NotIn => {
            let all: Option<Vec<_>> = right.items()?.iter().map(named).collect();
            Some(all?.contains(&left) == (op == ast::CmpOp::In))
        }
        _ => None,
    }
}

fn binary<'a>(op: ast::Operator, left: &Host<'a>, right: &Host<'a>) -> Host<'a> {
    match (left, right) {
        (Host::Number(a), Host::Number(b)) => constants::binary(op, *a, *b).map_or(Host::Unknown, Host::Number),
        (Host::Tuple(a), Host::Tuple(b)) if op == ast::Operator::Add => Host::Tuple([&**a, &**b].concat().into()),
        (Host::List(a), Host::List(b)) if op == ast::Operator::Add => Host::List([&**a, &**b].concat().into()),
        (Host::Array(array), Host::Number(number)) | (Host::Number(number), Host::Array(array)) => {
            array.computed(op, default_dtype(*number))
        }
        (Host::Array(a), Host::Array(b)) if a.dtype == b.dtype && a.shape == b.shape && a.strides == b.strides => {
            // Absent: of no known type, as the result.
            a.computed(op, a.dtype.unwrap_or(Dtype::Bool))
        }
        _ => Host::Unknown,
    }
}

/// Functions of numbers that launches are computed with.
pub(super) fn arithmetic(name: &str, numbers: &[Constant]) -> Option<Constant> {
    use constants::{as_float, as_int};
    let floats = |of: fn(f64) -> f64| Some(Constant::Float(of(as_float(numbers[0]))));
    let whole = |value: f64| value.is_finite().then_some(Constant::Int(value as i128));
    match (name, numbers) {
        ("cdiv" | "ceil_div" | "ceildiv", &[a, b]) => {
            let (a, b) = (as_int(a)?, as_int(b)?);
            Some(Constant::Int(-constants::floor_div(a.checked_neg()?, b)?))
        }
        ("ceil", &[x]) => whole(as_float(x).ceil()),
        ("floor", &[x]) => whole(as_float(x).floor()),
        ("int", &[x]) => whole(as_float(x)).map(|value| as_int(x).map_or(value, Constant::Int)),
        ("float", &[x]) => Some(Constant::Float(as_float(x))),
        ("sqrt", &[_]) => floats(f64::sqrt),
        ("log2", &[_]) => floats(math::log2),
        ("exp", &[_]) => floats(math::exp),
        ("abs", &[Constant::Int(int)]) => Some(Constant::Int(int.checked_abs()?)),
        ("next_power_of_2", &[x]) => {
            let power = u64::try_from(as_int(x)?).ok()?.checked_next_power_of_two()?;
            Some(Constant::Int(power.into()))
        }
        ("min", &[a, b]) => Some(if as_float(b) < as_float(a) { b } else { a }),
        ("max", &[a, b]) => Some(if as_float(b) > as_float(a) { b } else { a }),
        _ => None,
    }
}
