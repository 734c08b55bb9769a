//! Changes that code around kernels may have made where it is not evaluated: names that it assigns, and lists, dicts and classes that get into
//! its hands, or into those of functions of the file that it calls. Nothing of these is known any more.

use crate::eval::frame::{Found, Frame};
use crate::eval::{Eval, locals, span};
use crate::fail::{Fail, Res};
use crate::module_level::{Globals, is_called, reason};
use crate::nodes::{Node, Then, each_in, each_node};
use crate::value::{Body, Class, Function, Host, Poison, Value};
use ruff_python_ast as ast;
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use std::rc::Rc;
use tilewright_diag::Span;
use tilewright_sorted::SortedSet;

/// Modules that change nothing of what they are handed, and those that are always there.
const HARMLESS: &[&str] = &[
    "cuda",
    "torch",
    "cupy",
    "numpy",
    "jax",
    "triton",
    "pytest",
    "itertools",
    "argparse",
];
/// Modules that every Python has, and those of the package itself: a `try` around their import takes the import.
const THERE: &[&str] = &[
    "cuda",
    "__future__",
    "abc",
    "argparse",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "enum",
    "functools",
    "inspect",
    "itertools",
    "json",
    "logging",
    "math",
    "operator",
    "os",
    "pathlib",
    "random",
    "re",
    "sys",
    "time",
    "types",
    "typing",
    "warnings",
];
/// Functions by which code changes what it does not name; of those that give a dict of all names, only where that is changed.
const ANYTHING: &[&str] = &["exec", "eval"];
const ALL_NAMES: &[&str] = &["globals", "locals", "vars"];
/// Functions of Python that change what they are handed.
const CHANGING: &[&str] = &["setattr", "delattr"];
/// Methods of lists and dicts that change nothing.
const READING: &[&str] = &["copy", "count", "get", "index", "items", "keys", "values"];

/// Whether a statement leaves what is around it, on some way.
pub(crate) fn leaves_early(stmt: &ast::Stmt) -> bool {
    let mut found = stmt.is_raise_stmt();
    each_node(stmt.into(), false, &mut |node, _| match node {
        Node::Expr(_) | Node::Stmt(Stmt::FunctionDef(_) | Stmt::ClassDef(_)) => Then::Skip,
        Node::Stmt(stmt) => {
            found |= matches!(stmt, Stmt::Return(_) | Stmt::Break(_) | Stmt::Continue(_));
            Then::Into
        }
    });
    found
}

/// The names that statements assign, imports and patterns included.
pub(crate) fn assigned(body: &[ast::Stmt]) -> SortedSet<&str> {
    let mut names = SortedSet::default();
    each_in(body, &mut |node, _| {
        bound(node, &mut names);
        match node {
            Node::Expr(Expr::Lambda(_)) | Node::Stmt(Stmt::FunctionDef(_) | Stmt::ClassDef(_)) => Then::Skip,
            _ => Then::Into,
        }
    });
    names
}

/// The names that a node itself gives values.
fn bound<'a>(node: Node<'a>, names: &mut SortedSet<&'a str>) {
    let mut bind = |name: &'a ast::Identifier| {
        names.insert(name.as_str());
    };
    match node {
        Node::Expr(Expr::Name(name)) if !name.ctx.is_load() => drop(names.insert(name.id.as_str())),
        Node::Stmt(
            Stmt::Import(ast::StmtImport { names: aliases, .. })
            | Stmt::ImportFrom(ast::StmtImportFrom { names: aliases, .. }),
        ) => {
            for alias in aliases {
                let first = alias.name.as_str().split('.').next().filter(|name| *name != "*");
                names.extend(alias.asname.as_ref().map(|name| name.as_str()).or(first));
            }
        }
        Node::Stmt(Stmt::FunctionDef(def)) => bind(&def.name),
        Node::Stmt(Stmt::ClassDef(class)) => bind(&class.name),
        Node::Stmt(Stmt::Match(of)) => of.cases.iter().for_each(|case| captured(&case.pattern, names)),
        Node::Stmt(Stmt::Try(of)) => {
            for ast::ExceptHandler::ExceptHandler(handler) in &of.handlers {
                handler.name.iter().for_each(&mut bind);
            }
        }
        _ => {}
    }
}

/// The names that a pattern gives values.
fn captured<'a>(pattern: &'a ast::Pattern, names: &mut SortedSet<&'a str>) {
    let (name, inner): (_, &[ast::Pattern]) = match pattern {
        ast::Pattern::MatchAs(of) => {
            of.pattern.iter().for_each(|inner| captured(inner, names));
            (&of.name, &[])
        }
        ast::Pattern::MatchStar(of) => (&of.name, &[]),
        ast::Pattern::MatchMapping(of) => (&of.rest, &of.patterns),
        ast::Pattern::MatchSequence(of) => (&None, &of.patterns),
        ast::Pattern::MatchOr(of) => (&None, &of.patterns),
        ast::Pattern::MatchClass(of) => {
            of.arguments.keywords.iter().for_each(|of| captured(&of.pattern, names));
            (&None, &of.arguments.patterns)
        }
        ast::Pattern::MatchValue(_) | ast::Pattern::MatchSingleton(_) => return,
    };
    names.extend(name.as_ref().map(|name| name.as_str()));
    inner.iter().for_each(|inner| captured(inner, names));
}

/// Whether an expression is one of these names.
fn is_name(expr: &ast::Expr, names: &[&str]) -> bool {
    matches!(expr, Expr::Name(name) if names.contains(&name.id.as_str()))
}

/// A part of the text that is gone through.
enum Part<'a> {
    Node(Node<'a>),
    Block(&'a [Stmt]),
}

impl<'a> Part<'a> {
    fn each(&self, enter: &mut dyn FnMut(Node<'a>, bool) -> Then) {
        match self {
            Part::Node(node) => each_node(*node, false, enter),
            Part::Block(body) => each_in(body, enter),
        }
    }
}

/// All that is found in code that is not evaluated.
struct Effects<'a> {
    globals: Rc<Globals<'a>>,
    /// The names that it assigns: where it stands, and of the file.
    here: SortedSet<&'a str>,
    file: SortedSet<&'a str>,
    /// Whether it may change anything.
    all: bool,
    /// Values that it has in its hands; or only what is in them.
    values: Vec<(Value<'a>, bool)>,
    /// The functions and classes that were gone through.
    done: Vec<Span>,
    classes: Vec<*const Class<'a>>,
    /// Classes of frozen objects that it has in its hands, and whether it has the means to change these.
    frozen: Vec<Rc<Class<'a>>>,
    thaws: bool,
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
            None => called.is_name_expr() && !CHANGING.contains(&name.id.as_str()),
        }
    }

    /// Goes through code that sees the names of a frame; `scope` are the names of the functions that it is in.
    fn visit(&mut self, part: Part<'a>, frame: &Option<Rc<Frame<'a>>>, scope: Option<SortedSet<&'a str>>) {
        let mut outer: SortedSet<&'a str> = SortedSet::default();
        let mut inner: Vec<(&'a [Stmt], SortedSet<&'a str>)> = Vec::new();
        part.each(&mut |node, looks| {
            let local = |name: &str| scope.as_ref().is_some_and(|names| names.contains(name)) && !outer.contains(name);
            let mut then = Then::Into;
            match node {
                Node::Stmt(
                    Stmt::Global(ast::StmtGlobal { names, .. }) | Stmt::Nonlocal(ast::StmtNonlocal { names, .. }),
                ) => {
                    outer.extend(names.iter().map(|name| name.as_str()));
                }
                Node::Expr(Expr::Call(call)) => {
                    // All names are handed to what this stands in.
                    self.all |= !looks && is_name(&call.func, ALL_NAMES);
                    self.thaws |= is_called(&call.func, "__setattr__");
                    if self.is_harmless(frame, &call.func, &local) {
                        then = Then::Harmless;
                    }
                }
                Node::Expr(
                    Expr::Attribute(ast::ExprAttribute { value, ctx, .. })
                    | Expr::Subscript(ast::ExprSubscript { value, ctx, .. }),
                ) if ctx.is_store() => {
                    // A call may give one of the things that it is handed.
                    each_node((&**value).into(), false, &mut |node, _| {
                        if let Node::Expr(Expr::Name(name)) = node {
                            let id = name.id.as_str();
                            let known = self.find(frame, id).filter(|_| !local(id));
                            self.values.extend(known.map(|value| (value, true)));
                        }
                        Then::Into
                    });
                }
                Node::Expr(Expr::Attribute(of)) => self.thaws |= of.attr.as_str() == "__dict__",
                Node::Expr(Expr::Name(name)) => {
                    let id = name.id.as_str();
                    let known = self.find(frame, id).filter(|_| !local(id));
                    self.all |= known.is_none() && ANYTHING.contains(&id);
                    self.values.extend(known.map(|value| (value, !looks)));
                }
                _ => {}
            }
            match (&scope, node) {
                (None, _) => bound(node, &mut self.here),
                (Some(_), Node::Expr(Expr::Name(name))) if outer.contains(name.id.as_str()) => {
                    bound(node, &mut self.file)
                }
                _ => {}
            }
            // A function or class that is defined has names of its own.
            let (body, own) = match node {
                Node::Stmt(Stmt::FunctionDef(def)) => {
                    (&def.body, locals(Some(&def.parameters), Body::Statements(&def.body)))
                }
                Node::Stmt(Stmt::ClassDef(class)) => (&class.body, SortedSet::default()),
                _ => return then,
            };
            let around = scope.iter().flatten().copied();
            inner.push((body, around.chain(own).collect()));
            Then::Skip
        });
        for (body, scope) in inner {
            self.visit(Part::Block(body), frame, Some(scope));
        }
    }

    fn function(&mut self, function: &Function<'a>) {
        if !self.done.contains(&function.span) {
            self.done.push(function.span);
            self.values
                .extend(function.defaults.values().map(|value| (value.clone(), true)));
            let scope = locals(function.parameters, function.body);
            let part = match function.body {
                Body::Statements(body) => Part::Block(body),
                Body::Expression(expr) => Part::Node(expr.into()),
            };
            self.visit(part, &function.frame, Some(scope));
        }
    }

    /// Marks what values are made of, and finds what they reach.
    fn follow(&mut self, poison: &Value<'a>) {
        while let Some((value, is_taken)) = self.values.pop() {
            match &value {
                Value::Tuple(items) | Value::Items(items) => {
                    self.values.extend(items.iter().map(|item| (item.clone(), true)));
                }
                Value::Function(function) => self.function(function),
                Value::Manager(of) => {
                    of.used.set(of.used.get().or(Some(of.function.span)));
                    self.function(&of.function);
                    self.values.extend(of.arguments.iter().map(|row| (row.1.clone(), true)));
                }
                Value::Bound(function, object) => {
                    self.function(function);
                    self.values.push((Value::clone(object), is_taken));
                }
                Value::Class(class) | Value::Object(class, _) => {
                    let is_new = !self.classes.contains(&Rc::as_ptr(class));
                    self.classes.push(Rc::as_ptr(class));
                    let is_frozen = class.refusal.is_none() && matches!(value, Value::Object(..));
                    match is_frozen {
                        true => self.frozen.push(class.clone()),
                        false if is_taken => class.change(poison),
                        false => {}
                    }
                    // Code that has a class in its hands may call each of its methods.
                    if is_new {
                        self.values
                            .extend(class.constants.values().map(|value| (value.clone(), true)));
                    }
                    if let Value::Object(_, fields) = &value {
                        self.values.extend(fields.iter().map(|field| (field.clone(), true)));
                    }
                }
                Value::Host(host) => {
                    let items = match &**host {
                        Host::List(items) | Host::Once(items) if is_taken => items.replace(vec![poison.clone()]),
                        Host::Dict(rows) if is_taken => {
                            let rows = rows.replace(vec![(poison.clone(), poison.clone())]);
                            rows.into_iter().map(|(_, value)| value).collect()
                        }
                        Host::List(items) | Host::Once(items) => items.borrow().clone(),
                        Host::Dict(rows) => rows.borrow().iter().map(|(_, value)| value.clone()).collect(),
                        Host::Kernel(_) => Vec::new(),
                    };
                    let mutable =
                        |item: &Value<'a>| !matches!(item, Value::Const(..) | Value::Str(_) | Value::Poison(_));
                    self.values
                        .extend(items.into_iter().filter(mutable).map(|item| (item, true)));
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
    pub(crate) fn spoil(&mut self, node: Node<'a>, error: Fail) {
        let (place, makes) = match node {
            // A name that it makes.
            Node::Stmt(stmt) => (
                stmt.range(),
                matches!(stmt, Stmt::Assign(_) | Stmt::AnnAssign(_) | Stmt::FunctionDef(_)),
            ),
            Node::Expr(expr) => (expr.range(), false),
        };
        let (place, reason) = (span(place), reason(error));
        let line = self.lines.line(place.start);
        let changed = format!("line {line} may change it, and is not evaluated: {reason}");
        let why = if makes { reason } else { changed.clone() };
        let of_name = Value::Poison(Rc::new(Poison::Host(why, place)));
        let poison = Value::Poison(Rc::new(Poison::Host(changed, place)));
        let frame = Some(self.frame());
        let mut effects = Effects {
            globals: self.globals.clone(),
            here: SortedSet::default(),
            file: SortedSet::default(),
            all: false,
            values: Vec::new(),
            done: Vec::new(),
            classes: Vec::new(),
            frozen: Vec::new(),
            thaws: false,
        };
        effects.visit(Part::Node(node), &frame, None);
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
            self.spoil_all(place);
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
            Host::List(items) | Host::Once(items) => items.borrow().first().cloned(),
            Host::Dict(rows) => rows.borrow().first().map(|row| row.0.clone()),
            Host::Kernel(_) => None,
        };
        match first {
            Some(poison @ Value::Poison(_)) => {
                let (source, place) = (self.source, self.span);
                let name = source
                    .get(place.start as usize..place.end as usize)
                    .unwrap_or("the list");
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
        each_node(stmt.into(), false, &mut |node, _| {
            sure &= match node {
                Node::Stmt(Stmt::Import(import)) => import.names.iter().all(|alias| is_there(alias.name.as_str())),
                Node::Stmt(Stmt::ImportFrom(import)) => {
                    import.module.as_ref().is_some_and(|name| is_there(name.as_str()))
                }
                Node::Expr(Expr::Name(name)) => {
                    !matches!(frame.get(name.id.as_str()), Some(Value::Module(path)) if !is_there(&path))
                }
                _ => true,
            };
            Then::Into
        });
        sure
    }
}
