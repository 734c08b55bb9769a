//! Names of a function while it is evaluated.

use crate::value::Value;
use ruff_python_ast as ast;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use tilewright_sorted::SortedSet;

/// The names of one call of a function.
#[derive(Debug, Default)]
pub struct Frame<'a> {
    vars: RefCell<FxHashMap<&'a str, Value<'a>>>,
    /// Names that the function assigns somewhere: they never mean what is outside.
    locals: SortedSet<&'a str>,
    /// The frame of the function around it.
    parent: Option<Rc<Frame<'a>>>,
    /// Names that a statement says to be those of the file (true), or of a function around.
    outer: RefCell<Vec<(&'a str, bool)>>,
    /// Variables of loops whose reads are noted while they are what they were before the loop: the value then, and whether it was read.
    watched: RefCell<Vec<(&'a str, Value<'a>, bool)>>,
}

/// All variables of a frame at a moment.
pub type Snapshot<'a> = FxHashMap<&'a str, Value<'a>>;

/// The answer of a frame about a name.
pub enum Found<'a> {
    /// This.
    Value(Value<'a>),
    /// Nothing yet: it is assigned later, or on another way.
    Unassigned,
    /// Nothing here: it may be global.
    Outside,
}

impl<'a> Frame<'a> {
    /// A frame without values.
    pub fn new(locals: SortedSet<&'a str>, parent: Option<Rc<Frame<'a>>>) -> Rc<Self> {
        Rc::new(Self {
            vars: RefCell::default(),
            locals,
            parent,
            outer: RefCell::default(),
            watched: RefCell::default(),
        })
    }

    /// A name is one of the file, or of a function around: `global`, `nonlocal`.
    pub fn declare(&self, name: &'a str, is_global: bool) {
        self.outer.borrow_mut().push((name, is_global));
    }

    /// Whether a name was said to be of elsewhere, and then whether of the file.
    fn elsewhere(&self, name: &str) -> Option<bool> {
        let outer = self.outer.borrow();
        outer
            .iter()
            .find(|(other, _)| *other == name)
            .map(|(_, is_global)| *is_global)
    }

    /// Assigns a variable where the function's statements say that it is. Whether it is one of the file, which is left to the caller.
    pub fn assign(&self, name: &'a str, value: &Value<'a>) -> bool {
        match self.elsewhere(name) {
            Some(true) => return true,
            Some(false) => {
                let mut around = self.parent.clone();
                while let Some(frame) = around {
                    if frame.locals.contains(name) {
                        return frame.assign(name, value);
                    }
                    around = frame.parent.clone();
                }
            }
            None => self.set(name, value.clone()),
        }
        false
    }

    /// Looks a name up, here and in the functions around.
    pub fn find(&self, name: &str) -> Found<'a> {
        if let Some(value) = self.get(name) {
            for (_, before, is_read) in self.watched.borrow_mut().iter_mut().filter(|row| row.0 == name) {
                *is_read |= before.is_same(&value);
            }
            return Found::Value(value);
        }
        match self.elsewhere(name) {
            Some(true) => return Found::Outside,
            None if self.locals.contains(name) => return Found::Unassigned,
            _ => {}
        }
        self.parent.as_ref().map_or(Found::Outside, |parent| parent.find(name))
    }

    /// Notes from now on whether a variable is read.
    pub fn watch(&self, name: &'a str) {
        if let Some(value) = self.get(name) {
            self.watched.borrow_mut().push((name, value, false));
        }
    }

    /// Whether a variable was read since.
    pub fn unwatch(&self, name: &str) -> bool {
        let mut watched = self.watched.borrow_mut();
        let place = watched.iter().rposition(|row| row.0 == name);
        place.is_some_and(|place| watched.remove(place).2)
    }

    /// The value of a variable of this frame.
    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        self.vars.borrow().get(name).cloned()
    }

    /// Assigns a variable.
    pub fn set(&self, name: &'a str, value: Value<'a>) {
        self.vars.borrow_mut().insert(name, value);
    }

    /// Takes a variable away.
    pub fn unset(&self, name: &str) {
        self.vars.borrow_mut().remove(name);
    }

    /// Forgets all values.
    pub fn clear(&self) {
        self.vars.take();
        self.watched.take();
    }

    /// All variables as they are now.
    pub fn snapshot(&self) -> Snapshot<'a> {
        self.vars.borrow().clone()
    }

    /// Makes the variables what they were; what they are now.
    pub fn exchange(&self, snapshot: Snapshot<'a>) -> Snapshot<'a> {
        self.vars.replace(snapshot)
    }

    /// Makes the variables what they were.
    pub fn restore(&self, snapshot: Snapshot<'a>) {
        *self.vars.borrow_mut() = snapshot;
    }
}

/// The names that statements assign, those of functions inside excepted.
pub fn assigned<'a>(body: &'a [ast::Stmt], names: &mut SortedSet<&'a str>) {
    for stmt in body {
        match stmt {
            ast::Stmt::FunctionDef(def) => {
                names.insert(def.name.as_str());
            }
            ast::Stmt::Assign(assign) => assign.targets.iter().for_each(|target| targets(target, names)),
            ast::Stmt::AugAssign(assign) => targets(&assign.target, names),
            ast::Stmt::AnnAssign(assign) if assign.value.is_some() => targets(&assign.target, names),
            ast::Stmt::For(stmt) => {
                targets(&stmt.target, names);
                assigned(&stmt.body, names);
            }
            ast::Stmt::While(stmt) => assigned(&stmt.body, names),
            ast::Stmt::With(stmt) => {
                let given = stmt.items.iter().filter_map(|item| item.optional_vars.as_deref());
                given.for_each(|target| targets(target, names));
                assigned(&stmt.body, names);
            }
            ast::Stmt::If(stmt) => {
                assigned(&stmt.body, names);
                stmt.elif_else_clauses
                    .iter()
                    .for_each(|clause| assigned(&clause.body, names));
            }
            _ => {}
        }
    }
}

/// The names that an assignment to this assigns.
pub fn targets<'a>(target: &'a ast::Expr, names: &mut SortedSet<&'a str>) {
    match target {
        ast::Expr::Name(name) => {
            names.insert(name.id.as_str());
        }
        ast::Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| targets(part, names)),
        ast::Expr::List(list) => list.elts.iter().for_each(|part| targets(part, names)),
        ast::Expr::Starred(rest) => targets(&rest.value, names),
        _ => {}
    }
}

/// The ways in which statements leave the loop or function around them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Leaves {
    /// By `break`, out of the loop directly around.
    pub breaks: bool,
    /// By `return`.
    pub returns: bool,
}

/// Whether a function returns from inside of a branch or loop; and whether from inside of a loop.
pub fn early_returns(body: &[ast::Stmt]) -> (bool, bool) {
    let mut all = (false, false);
    for stmt in body {
        let found = match stmt {
            ast::Stmt::If(stmt) => {
                let clauses = stmt.elif_else_clauses.iter().map(|clause| &clause.body);
                let bodies = std::iter::once(&stmt.body).chain(clauses);
                let inner = bodies.map(|body| (leaves(body).returns, early_returns(body).1));
                inner.fold((false, false), |a, b| (a.0 || b.0, a.1 || b.1))
            }
            ast::Stmt::For(ast::StmtFor { body, .. }) | ast::Stmt::While(ast::StmtWhile { body, .. }) => {
                let returns = leaves(body).returns;
                (returns, returns)
            }
            ast::Stmt::With(stmt) => early_returns(&stmt.body),
            _ => continue,
        };
        all = (all.0 || found.0, all.1 || found.1);
    }
    all
}

/// The ways in which a body leaves the loop that it is of.
pub fn leaves(body: &[ast::Stmt]) -> Leaves {
    let mut all = Leaves::default();
    for stmt in body {
        let inner = match stmt {
            ast::Stmt::Break(_) => Leaves {
                breaks: true,
                returns: false,
            },
            ast::Stmt::Return(_) => Leaves {
                breaks: false,
                returns: true,
            },
            ast::Stmt::If(stmt) => {
                stmt.elif_else_clauses
                    .iter()
                    .map(|clause| leaves(&clause.body))
                    .fold(leaves(&stmt.body), |a, b| Leaves {
                        breaks: a.breaks || b.breaks,
                        returns: a.returns || b.returns,
                    })
            }
            ast::Stmt::For(ast::StmtFor { body, .. }) | ast::Stmt::While(ast::StmtWhile { body, .. }) => Leaves {
                breaks: false,
                returns: leaves(body).returns,
            },
            ast::Stmt::With(stmt) => leaves(&stmt.body),
            _ => Leaves::default(),
        };
        all.breaks |= inner.breaks;
        all.returns |= inner.returns;
    }
    all
}
