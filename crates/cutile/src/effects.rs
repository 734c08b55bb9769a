//! What code around kernels may have changed where it is not evaluated: names that it assigns, and lists, dicts and classes that get into
//! its hands, or into those of functions of the file that it calls. Nothing of these is known any more.

use crate::eval::frame::{Found, Frame};
use crate::eval::{Eval, locals, span};
use crate::fail::{Fail, Res};
use crate::module_level::{Globals, reason};
use crate::value::{Body, Class, Function, Host, Poison, Value};
use ruff_python_ast as ast;
use ruff_python_ast::AnyNodeRef as Node;
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, TraversalSignal};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use tilewright_diag::Span;

/// Modules that change nothing of what they are handed, and those that are always there.
const HARMLESS: &[&str] = &["cuda", "torch", "cupy", "numpy", "jax", "triton", "pytest", "itertools", "argparse"];
const THERE: &[&str] = &[
    "cuda", "__future__", "abc", "argparse", "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "inspect",
    "itertools", "json", "logging", "math", "operator", "os", "pathlib", "random", "re", "sys", "time", "types", "typing", "warnings",
];
/// Functions by which code changes what it does not name; of those that give a dict of all names, only where that is changed.
const ANYTHING: &[&str] = &["exec", "eval"];
const ALL_NAMES: &[&str] = &["globals", "locals", "vars"];
/// Functions of Python that change what they are handed.
const CHANGING: &[&str] = &["setattr", "delattr"];
/// Methods of lists and dicts that change nothing.
const READING: &[&str] = &["copy", "count", "get", "index", "items", "keys", "values"];

/// A part of the text that is gone through.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Stmt(&'a ast::Stmt),
    Expr(&'a ast::Expr),
    Block(&'a [ast::Stmt]),
}

impl<'a> From<&'a ast::Stmt> for Part<'a> {
    fn from(stmt: &'a ast::Stmt) -> Self {
        Part::Stmt(stmt)
    }
}

impl<'a> From<&'a ast::Expr> for Part<'a> {
    fn from(expr: &'a ast::Expr) -> Self {
        Part::Expr(expr)
    }
}

impl Part<'_> {
    fn span(self) -> Span {
        match self {
            Part::Stmt(stmt) => span(stmt.range()),
            Part::Expr(expr) => span(expr.range()),
            Part::Block(body) => body.first().map_or(Span::at(0), |stmt| span(stmt.range())),
        }
    }
}

/// Goes through nodes from the outside in, in the order of the text. `enter` says whether to go into one; annotations are left out.
pub(crate) fn each_node<'a>(part: Part<'a>, enter: &mut dyn FnMut(Node<'a>) -> bool) {
    struct Each<'f, 'a>(&'f mut dyn FnMut(Node<'a>) -> bool);
    impl<'a> SourceOrderVisitor<'a> for Each<'_, 'a> {
        fn enter_node(&mut self, node: Node<'a>) -> TraversalSignal {
            match (self.0)(node) {
                true => TraversalSignal::Traverse,
                false => TraversalSignal::Skip,
            }
        }
        fn visit_annotation(&mut self, _: &'a ast::Expr) {}
    }
    let mut each = Each(enter);
    match part {
        Part::Stmt(stmt) => each.visit_stmt(stmt),
        Part::Expr(expr) => each.visit_expr(expr),
        Part::Block(body) => each.visit_body(body),
    }
}

/// Whether a statement leaves what is around it, on some way.
pub(crate) fn leaves_early(stmt: &ast::Stmt) -> bool {
    let mut found = stmt.is_raise_stmt();
    each_node(Part::Stmt(stmt), &mut |node| {
        found |= matches!(node, Node::StmtReturn(_) | Node::StmtBreak(_) | Node::StmtContinue(_));
        !node.is_expression() && !matches!(node, Node::StmtFunctionDef(_) | Node::StmtClassDef(_))
    });
    found
}

/// The names that statements assign, imports and patterns included.
pub(crate) fn assigned(body: &[ast::Stmt]) -> FxHashSet<&str> {
    let mut names = FxHashSet::default();
    each_node(Part::Block(body), &mut |node| {
        bound(node, &mut names);
        !matches!(node, Node::StmtFunctionDef(_) | Node::StmtClassDef(_) | Node::ExprLambda(_))
    });
    names
}

/// The names that a node itself gives values.
fn bound<'a>(node: Node<'a>, names: &mut FxHashSet<&'a str>) {
    match node {
        Node::ExprName(name) if !name.ctx.is_load() => drop(names.insert(name.id.as_str())),
        Node::Alias(alias) => {
            let first = alias.name.as_str().split('.').next().filter(|name| *name != "*");
            names.extend(alias.asname.as_ref().map(|name| name.as_str()).or(first));
        }
        Node::StmtFunctionDef(def) => drop(names.insert(def.name.as_str())),
        Node::StmtClassDef(class) => drop(names.insert(class.name.as_str())),
        Node::PatternMatchAs(of) => names.extend(of.name.as_ref().map(|name| name.as_str())),
        Node::PatternMatchStar(of) => names.extend(of.name.as_ref().map(|name| name.as_str())),
        Node::PatternMatchMapping(of) => names.extend(of.rest.as_ref().map(|name| name.as_str())),
        Node::ExceptHandlerExceptHandler(of) => names.extend(of.name.as_ref().map(|name| name.as_str())),
        _ => {}
    }
}

/// What is found in code that is not evaluated.
struct Effects<'a> {
    globals: Rc<Globals<'a>>,
    /// The names that it assigns: where it stands, and of the file.
    here: FxHashSet<&'a str>,
    file: FxHashSet<&'a str>,
    /// Whether it may change anything.
    all: bool,
    /// Values that it has in its hands; or only what is in them.
    values: Vec<(Value<'a>, bool)>,
    /// The functions and classes that were gone through.
    done: FxHashSet<Span>,
    classes: FxHashSet<*const Class<'a>>,
    /// Classes of frozen objects that it has in its hands, and whether it has the means to change these.
    frozen: Vec<Rc<Class<'a>>>,
    thaws: bool,
    /// The places of methods that are called and may change their object.
    methods: FxHashSet<TextRange>,
}

impl<'a> Effects<'a> {
    fn find(&self, frame: &Option<Rc<Frame<'a>>>, name: &str) -> Option<Value<'a>> {
        match frame.as_ref().map(|frame| frame.find(name)) {
            Some(Found::Value(value)) => Some(value),
            Some(Found::Unassigned) => None,
            _ => self.globals.find(name),
        }
    }

    /// Whether a call of this changes nothing of its arguments.
    fn is_harmless(&self, frame: &Option<Rc<Frame<'a>>>, called: &ast::Expr, local: &dyn Fn(&str) -> bool) -> bool {
        let mut root = called;
        while let ast::Expr::Attribute(attribute) = root {
            root = &attribute.value;
        }
        let ast::Expr::Name(name) = root else { return false };
        if local(name.id.as_str()) {
            return false;
        }
        match self.find(frame, name.id.as_str()) {
            Some(Value::Module(path)) => HARMLESS.contains(&path.split('.').next().unwrap_or("")),
            Some(Value::Api(_) | Value::Builtin(_) | Value::Dtype(_)) => true,
            Some(Value::Host(_)) => matches!(called, ast::Expr::Attribute(of) if READING.contains(&of.attr.as_str())),
            Some(_) => false,
            None => root.range() == called.range() && !CHANGING.contains(&name.id.as_str()),
        }
    }

    /// Goes through code that sees the names of a frame; `scope` are the names of the functions that it is in.
    fn visit(&mut self, part: Part<'a>, frame: &Option<Rc<Frame<'a>>>, scope: Option<FxHashSet<&'a str>>) {
        let mut looked_at: FxHashSet<TextRange> = FxHashSet::default();
        let mut outer: FxHashSet<&'a str> = FxHashSet::default();
        let mut inner: Vec<(&'a [ast::Stmt], FxHashSet<&'a str>)> = Vec::new();
        each_node(part, &mut |node| {
            let is_looked_at = looked_at.contains(&node.range());
            let mut look = |expr: &ast::Expr| {
                looked_at.insert(expr.range());
            };
            let local = |name: &str| scope.as_ref().is_some_and(|names| names.contains(name)) && !outer.contains(name);
            match node {
                Node::StmtGlobal(ast::StmtGlobal { names, .. }) | Node::StmtNonlocal(ast::StmtNonlocal { names, .. }) => {
                    outer.extend(names.iter().map(|name| name.as_str()));
                }
                Node::ExprCall(call) => {
                    let gives_all = |of: &ast::Expr| matches!(of, ast::Expr::Name(name) if ALL_NAMES.contains(&name.id.as_str()));
                    if is_looked_at || !gives_all(&call.func) {
                        look(&call.func);
                    }
                    if self.is_harmless(frame, &call.func, &local) {
                        call.arguments.args.iter().for_each(&mut look);
                        call.arguments.keywords.iter().for_each(|keyword| look(&keyword.value));
                    } else if let ast::Expr::Attribute(of) = &*call.func {
                        // The object of a method is in the hands of what may change it.
                        self.methods.insert(of.range());
                    }
                }
                Node::ExprAttribute(of) if ["__setattr__", "__dict__"].contains(&of.attr.as_str()) => self.thaws = true,
                Node::ExprAttribute(of) if of.ctx.is_load() && !self.methods.contains(&of.range()) => look(&of.value),
                Node::ExprSubscript(of) if of.ctx.is_load() => look(&of.value),
                Node::ExprCompare(of) => std::iter::once(&*of.left).chain(&of.comparators).for_each(look),
                Node::ExprBinOp(of) => [&*of.left, &*of.right].into_iter().for_each(look),
                Node::ExprUnaryOp(of) => look(&of.operand),
                Node::StmtFor(of) => look(&of.iter),
                Node::StmtIf(of) => look(&of.test),
                Node::Comprehension(of) => look(&of.iter),
                Node::ExprName(name) => {
                    let id = name.id.as_str();
                    let known = self.find(frame, id).filter(|_| !local(id));
                    let is_any = ANYTHING.contains(&id) || (ALL_NAMES.contains(&id) && !is_looked_at);
                    self.all |= known.is_none() && is_any;
                    self.values.extend(known.map(|value| (value, !is_looked_at)));
                }
                _ => {}
            }
            match (&scope, node) {
                (None, _) => bound(node, &mut self.here),
                (Some(_), Node::ExprName(name)) if outer.contains(name.id.as_str()) => bound(node, &mut self.file),
                _ => {}
            }
            // What is defined has names of its own.
            let (body, own) = match node {
                Node::StmtFunctionDef(def) => {
                    let body = Body::Statements(&def.body);
                    (&def.body, locals(Some(&def.parameters), body))
                }
                Node::StmtClassDef(class) => (&class.body, FxHashSet::default()),
                _ => return true,
            };
            let around = scope.iter().flatten().copied();
            inner.push((body, around.chain(own).collect()));
            false
        });
        for (body, scope) in inner {
            self.visit(Part::Block(body), frame, Some(scope));
        }
    }

    fn function(&mut self, function: &Function<'a>) {
        if self.done.insert(function.span) {
            self.values.extend(function.defaults.values().map(|value| (value.clone(), true)));
            let scope = locals(function.parameters, function.body);
            let part = match function.body {
                Body::Statements(body) => Part::Block(body),
                Body::Expression(expr) => Part::Expr(expr),
            };
            self.visit(part, &function.frame, Some(scope));
        }
    }

    /// What has a class in its hands may call each of its methods.
    fn class(&mut self, class: &Class<'a>) {
        for method in class.methods.values() {
            self.function(method);
        }
        self.values.extend(class.constants.values().map(|value| (value.clone(), true)));
    }

    /// Marks what values are made of, and finds what they reach.
    fn follow(&mut self, poison: &Value<'a>) {
        while let Some((value, is_taken)) = self.values.pop() {
            match &value {
                Value::Tuple(items) | Value::Items(items) => {
                    self.values.extend(items.iter().map(|item| (item.clone(), true)));
                }
                Value::Function(function) => self.function(function),
                Value::Bound(function, object) => {
                    self.function(function);
                    self.values.push((Value::clone(object), is_taken));
                }
                Value::Class(class) | Value::Object(class, _) => {
                    let is_new = self.classes.insert(Rc::as_ptr(class));
                    let is_frozen = class.refusal.is_none() && matches!(value, Value::Object(..));
                    match is_frozen {
                        true => self.frozen.push(class.clone()),
                        false if is_taken => class.change(poison),
                        false => {}
                    }
                    if is_new {
                        self.class(class);
                    }
                    if let Value::Object(_, fields) = &value {
                        self.values.extend(fields.iter().map(|field| (field.clone(), true)));
                    }
                }
                Value::Host(host) => {
                    let items = match &**host {
                        Host::List(items) if is_taken => items.replace(vec![poison.clone()]),
                        Host::Dict(rows) if is_taken => {
                            let rows = rows.replace(vec![(poison.clone(), poison.clone())]);
                            rows.into_iter().map(|(_, value)| value).collect()
                        }
                        Host::List(items) => items.borrow().clone(),
                        Host::Dict(rows) => rows.borrow().iter().map(|(_, value)| value.clone()).collect(),
                        Host::Kernel(_) => Vec::new(),
                    };
                    let mutable = |item: &Value<'a>| !matches!(item, Value::Const(..) | Value::Str(_) | Value::Poison(_));
                    self.values.extend(items.into_iter().filter(mutable).map(|item| (item, true)));
                }
                _ => {}
            }
        }
        for class in self.frozen.iter().filter(|_| self.thaws) {
            class.change(poison);
        }
    }
}

impl<'a> Eval<'a> {
    /// Nothing is known any more of what a part of the text may have changed, which is not evaluated.
    pub(crate) fn spoil(&mut self, part: Part<'a>, error: Fail) {
        let line = self.lines.line(part.span().start);
        let reason = reason(error);
        let why = match part {
            // A name that it makes.
            Part::Stmt(ast::Stmt::Assign(_) | ast::Stmt::AnnAssign(_) | ast::Stmt::FunctionDef(_)) => reason.clone(),
            _ => format!("line {line} may change it, and is not evaluated: {reason}"),
        };
        let of_name = Value::Poison(Rc::new(Poison::Host(why, part.span())));
        let why = format!("line {line} may change it, and is not evaluated: {reason}");
        let poison = Value::Poison(Rc::new(Poison::Host(why, part.span())));
        let frame = Some(self.frame());
        let mut effects = Effects {
            globals: self.globals.clone(),
            here: FxHashSet::default(),
            file: FxHashSet::default(),
            all: false,
            values: Vec::new(),
            done: FxHashSet::default(),
            classes: FxHashSet::default(),
            frozen: Vec::new(),
            thaws: false,
            methods: FxHashSet::default(),
        };
        effects.visit(part, &frame, None);
        effects.follow(&poison);
        for name in effects.here {
            if self.frame().assign(name, &of_name) {
                effects.file.insert(name);
            }
        }
        for name in effects.file {
            self.globals.set(name, poison.clone());
        }
        if effects.all {
            self.spoil_all(part.span());
        }
    }

    /// The same of all names of the file: but for modules, what may have become of them is not known.
    pub(crate) fn spoil_all(&mut self, place: Span) {
        let line = self.lines.line(place.start);
        let why = format!("line {line} may change any name, and is not evaluated");
        let poison = Value::Poison(Rc::new(Poison::Host(why, place)));
        for name in self.globals.known() {
            let value = self.globals.find(name);
            if !matches!(value, Some(Value::Module(_) | Value::Api(_) | Value::Dtype(_))) {
                self.globals.set(name, poison.clone());
            }
        }
    }

    /// A list or dict, unless nothing is known of it any more.
    pub(crate) fn intact<'h>(&mut self, host: &'h Host<'a>) -> Res<&'h Host<'a>> {
        let first = match host {
            Host::List(items) => items.borrow().first().cloned(),
            Host::Dict(rows) => rows.borrow().first().map(|row| row.0.clone()),
            Host::Kernel(_) => None,
        };
        match first {
            Some(poison @ Value::Poison(_)) => {
                let (source, place) = (self.source, self.span);
                let name = source.get(place.start as usize..place.end as usize).unwrap_or("the list");
                self.usable(poison, name).map(|_| host)
            }
            _ => Ok(host),
        }
    }

    /// Refuses the use of a class that code may have changed.
    pub(crate) fn unchanged(&mut self, class: &Class<'a>) -> Res<()> {
        let changed = class.changed.borrow().clone();
        changed.map_or(Ok(()), |poison| self.usable(poison, class.name).map(drop))
    }

    /// Whether a statement that was evaluated fails nowhere: it depends on no module that may not be there.
    pub(crate) fn is_sure(&self, stmt: &'a ast::Stmt) -> bool {
        let is_there = |path: &str| THERE.contains(&path.split('.').next().unwrap_or(""));
        let frame = self.frame();
        let mut sure = true;
        each_node(Part::Stmt(stmt), &mut |node| {
            sure &= match node {
                Node::StmtImport(import) => import.names.iter().all(|alias| is_there(alias.name.as_str())),
                Node::StmtImportFrom(import) => import.module.as_ref().is_some_and(|name| is_there(name.as_str())),
                Node::ExprName(name) => !matches!(frame.get(name.id.as_str()), Some(Value::Module(path)) if !is_there(&path)),
                _ => true,
            };
            true
        });
        sure
    }
}
