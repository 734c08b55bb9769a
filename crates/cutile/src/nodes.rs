//! Statements and expressions, gone through from the outside in.

use ruff_python_ast as ast;
use ruff_python_ast::{Expr, Stmt};

/// A part of the text.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
}

impl<'a> From<&'a Stmt> for Node<'a> {
    fn from(stmt: &'a Stmt) -> Self {
        Node::Stmt(stmt)
    }
}

impl<'a> From<&'a Expr> for Node<'a> {
    fn from(expr: &'a Expr) -> Self {
        Node::Expr(expr)
    }
}

/// The way on from a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// Nothing in it is gone through.
    Skip,
    /// All that is in it.
    Into,
    /// The same; of a call, whose arguments are only looked at.
    Harmless,
}

/// Is told each node, and whether its value is only looked at: what can be changed through it is what it has in it.
type Enter<'f, 'a> = dyn FnMut(Node<'a>, bool) -> Then + 'f;

/// Goes through statements.
pub(crate) fn each_in<'a>(body: &'a [Stmt], enter: &mut Enter<'_, 'a>) {
    body.iter().for_each(|stmt| each_node(stmt.into(), false, enter));
}

/// Goes through a node and all that is in it but for annotations, patterns, and the targets of comprehensions.
pub(crate) fn each_node<'a>(node: Node<'a>, looks: bool, enter: &mut Enter<'_, 'a>) {
    let then = enter(node, looks);
    if then == Then::Skip {
        return;
    }
    let mut walk = Walk(enter);
    match node {
        Node::Stmt(stmt) => {
            match stmt {
                Stmt::FunctionDef(def) => {
                    def.decorator_list.iter().for_each(|of| walk.taken(&of.expression));
                    walk.defaults(&def.parameters);
                }
                Stmt::ClassDef(class) => {
                    class.decorator_list.iter().for_each(|of| walk.taken(&of.expression));
                    walk.all(class.bases(), true);
                }
                Stmt::Return(of) => walk.maybe(&of.value, false),
                Stmt::Delete(of) => walk.all(&of.targets, false),
                Stmt::Assign(of) => {
                    walk.all(&of.targets, false);
                    walk.taken(&of.value);
                }
                Stmt::AugAssign(of) => {
                    walk.taken(&of.target);
                    walk.taken(&of.value);
                }
                Stmt::AnnAssign(of) => {
                    walk.taken(&of.target);
                    walk.maybe(&of.value, false);
                }
                Stmt::For(of) => {
                    walk.taken(&of.target);
                    walk.looked_at(&of.iter);
                }
                Stmt::While(of) => walk.looked_at(&of.test),
                Stmt::If(of) => walk.looked_at(&of.test),
                Stmt::With(of) => {
                    for item in &of.items {
                        walk.taken(&item.context_expr);
                        walk.maybe(&item.optional_vars, false);
                    }
                }
                Stmt::Match(of) => {
                    walk.taken(&of.subject);
                    of.cases.iter().for_each(|case| walk.maybe(&case.guard, true));
                }
                Stmt::Raise(of) => {
                    walk.maybe(&of.exc, false);
                    walk.maybe(&of.cause, false);
                }
                Stmt::Assert(of) => {
                    walk.looked_at(&of.test);
                    walk.maybe(&of.msg, true);
                }
                Stmt::Expr(of) => walk.taken(&of.value),
                _ => {}
            }
            for body in bodies(stmt) {
                match body {
                    Body::Block(body) => each_in(body, enter),
                    Body::Test(test) => each_node(test.into(), true, enter),
                }
            }
        }
        Node::Expr(expr) => match expr {
            Expr::BoolOp(of) => walk.all(&of.values, looks),
            Expr::Named(of) => {
                walk.taken(&of.target);
                walk.taken(&of.value);
            }
            Expr::BinOp(of) => {
                walk.looked_at(&of.left);
                walk.looked_at(&of.right);
            }
            Expr::UnaryOp(of) => walk.looked_at(&of.operand),
            Expr::Lambda(of) => {
                of.parameters.iter().for_each(|parameters| walk.defaults(parameters));
                walk.taken(&of.body);
            }
            Expr::If(of) => {
                walk.looked_at(&of.test);
                walk.node(&of.body, looks);
                walk.node(&of.orelse, looks);
            }
            Expr::Dict(of) => {
                for item in &of.items {
                    item.key.iter().for_each(|key| walk.looked_at(key));
                    walk.taken(&item.value);
                }
            }
            Expr::Set(of) => walk.all(&of.elts, false),
            Expr::List(ast::ExprList { elts, .. }) | Expr::Tuple(ast::ExprTuple { elts, .. }) => walk.all(elts, false),
            Expr::ListComp(ast::ExprListComp { elt, generators, .. })
            | Expr::SetComp(ast::ExprSetComp { elt, generators, .. })
            | Expr::Generator(ast::ExprGenerator { elt, generators, .. }) => {
                walk.comprehended(generators);
                walk.taken(elt);
            }
            Expr::DictComp(of) => {
                walk.comprehended(&of.generators);
                walk.maybe(&of.key, true);
                walk.taken(&of.value);
            }
            Expr::Await(of) => walk.taken(&of.value),
            Expr::YieldFrom(of) => walk.taken(&of.value),
            Expr::Yield(of) => walk.maybe(&of.value, false),
            Expr::Compare(of) => {
                walk.looked_at(&of.left);
                walk.all(&of.comparators, true);
            }
            Expr::Call(of) => {
                let is_harmless = then == Then::Harmless;
                match &*of.func {
                    // The object of a method is in the hands of what may change it.
                    Expr::Attribute(method) if !is_harmless => walk.taken(&method.value),
                    func => walk.looked_at(func),
                }
                walk.all(&of.arguments.args, is_harmless);
                of.arguments
                    .keywords
                    .iter()
                    .for_each(|keyword| walk.node(&keyword.value, is_harmless));
            }
            Expr::FString(of) => {
                for element in of.value.elements() {
                    element
                        .as_interpolation()
                        .iter()
                        .for_each(|part| walk.looked_at(&part.expression));
                }
            }
            Expr::Attribute(of) => walk.node(&of.value, of.ctx.is_load()),
            Expr::Subscript(of) => {
                walk.node(&of.value, of.ctx.is_load());
                walk.looked_at(&of.slice);
            }
            Expr::Starred(of) => walk.node(&of.value, of.ctx.is_load()),
            Expr::Slice(of) => [&of.lower, &of.upper, &of.step]
                .into_iter()
                .for_each(|part| walk.maybe(part, true)),
            _ => {}
        },
    }
}

/// The parts of a node.
struct Walk<'w, 'f, 'a>(&'w mut Enter<'f, 'a>);

impl<'a> Walk<'_, '_, 'a> {
    fn node(&mut self, expr: &'a Expr, looks: bool) {
        each_node(Node::Expr(expr), looks, self.0);
    }

    fn taken(&mut self, expr: &'a Expr) {
        self.node(expr, false);
    }

    fn looked_at(&mut self, expr: &'a Expr) {
        self.node(expr, true);
    }

    fn maybe(&mut self, expr: &'a Option<Box<Expr>>, looks: bool) {
        if let Some(expr) = expr {
            self.node(expr, looks);
        }
    }

    fn all(&mut self, exprs: &'a [Expr], looks: bool) {
        exprs.iter().for_each(|expr| self.node(expr, looks));
    }

    fn defaults(&mut self, parameters: &'a ast::Parameters) {
        for parameter in parameters.iter_non_variadic_params() {
            self.maybe(&parameter.default, false);
        }
    }

    fn comprehended(&mut self, generators: &'a [ast::Comprehension]) {
        for of in generators {
            self.looked_at(&of.iter);
            self.all(&of.ifs, true);
        }
    }
}

/// A part of a statement: blocks, and conditions between them.
pub(crate) enum Body<'a> {
    Block(&'a [Stmt]),
    Test(&'a Expr),
}

/// The blocks of a statement.
pub(crate) fn bodies(stmt: &Stmt) -> Vec<Body<'_>> {
    let mut all = Vec::new();
    match stmt {
        Stmt::FunctionDef(of) => all.push(Body::Block(&of.body)),
        Stmt::ClassDef(of) => all.push(Body::Block(&of.body)),
        Stmt::With(of) => all.push(Body::Block(&of.body)),
        Stmt::For(ast::StmtFor { body, orelse, .. }) | Stmt::While(ast::StmtWhile { body, orelse, .. }) => {
            all.extend([Body::Block(body), Body::Block(orelse)]);
        }
        Stmt::If(of) => {
            all.push(Body::Block(&of.body));
            for clause in &of.elif_else_clauses {
                all.extend(clause.test.as_ref().map(Body::Test));
                all.push(Body::Block(&clause.body));
            }
        }
        Stmt::Match(of) => all.extend(of.cases.iter().map(|case| Body::Block(&case.body))),
        Stmt::Try(of) => {
            all.push(Body::Block(&of.body));
            for ast::ExceptHandler::ExceptHandler(handler) in &of.handlers {
                all.push(Body::Block(&handler.body));
            }
            all.extend([Body::Block(&of.orelse), Body::Block(&of.finalbody)]);
        }
        _ => {}
    }
    all
}
