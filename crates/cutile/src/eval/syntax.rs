//! Syntax that kernels are not written in: refused wherever it stands, reached or not, as NVIDIA's compiler does.

use super::loops::first_jump;
use super::{Eval, MAX_ERRORS, span};
use crate::fail::Fail;
use crate::module_level::is_called;
use crate::nodes::{Node, Then, each_in, each_node};
use crate::value::Body;
use ruff_python_ast as ast;
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;

/// Why unrolled loops are not left early.
pub(super) const LEAVES_STATIC: &str =
    "a way out of a loop over `ct.static_iter(...)`; use `range(...)` for loops that are left early";

impl<'a> Eval<'a> {
    /// Tells what the body of a function has that kernels have not, once for each; what Python itself evaluates may have anything.
    /// `yields` says that it is a context manager's.
    pub(crate) fn check_syntax(&mut self, body: Body<'a>, yields: bool) {
        let start = match body {
            Body::Statements([first, ..]) => first.range().start(),
            Body::Statements([]) => return,
            Body::Expression(expr) => expr.range().start(),
        };
        if self.checked.contains(&start) {
            return;
        }
        let mut found = Vec::new();
        let mut checked = vec![start];
        let mut known = Vec::new();
        let mut enter = |node: Node<'a>, _: bool| {
            match node {
                Node::Stmt(Stmt::FunctionDef(def)) => {
                    checked.extend(def.body.first().map(|first| first.range().start()))
                }
                Node::Expr(Expr::Lambda(lambda)) => checked.push(lambda.body.range().start()),
                Node::Expr(Expr::Call(call)) => {
                    if let [Expr::Generator(of)] = &call.arguments.args[..]
                        && is_called(&call.func, "tuple")
                        && of.generators.iter().all(|of| is_static(&of.iter))
                    {
                        known.push(of.range());
                    }
                    // Its argument is Python's.
                    if is_called(&call.func, "static_eval") || is_called(&call.func, "static_iter") {
                        return Then::Skip;
                    }
                }
                Node::Expr(Expr::Generator(of)) if known.contains(&of.range()) => return Then::Into,
                Node::Expr(Expr::Yield(_)) if yields => return Then::Into,
                // These are refused where they are reached.
                Node::Expr(Expr::BytesLiteral(_)) => return Then::Into,
                _ => {}
            }
            let place = match node {
                Node::Stmt(stmt) => stmt.range(),
                Node::Expr(expr) => expr.range(),
            };
            found.extend(unsupported(node).map(|name| (span(place), name)));
            Then::Into
        };
        match body {
            Body::Statements(body) => each_in(body, &mut enter),
            Body::Expression(expr) => each_node(expr.into(), false, &mut enter),
        }
        self.checked.extend(checked);
        let outer = self.span;
        found.truncate(MAX_ERRORS.saturating_sub(self.errors.len()));
        for (place, why) in found {
            self.span = place;
            if let Err(Fail::Told(error)) = self.unsupported::<()>(why) {
                self.failures += 1;
                self.errors.push(*error);
            }
        }
        self.span = outer;
    }
}

/// Whether an expression says that it is gone through when compiling.
fn is_static(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(call) if is_called(&call.func, "static_iter"))
}

/// The name of what kernels have not.
pub(super) fn unsupported(node: Node<'_>) -> Option<&'static str> {
    Some(match node {
        Node::Stmt(Stmt::ClassDef(_)) => "class inside of a kernel",
        Node::Stmt(Stmt::Delete(_)) => "del",
        Node::Stmt(Stmt::TypeAlias(_)) => "type",
        Node::Stmt(Stmt::Match(_)) => "match",
        Node::Stmt(Stmt::Try(_)) => "try",
        Node::Stmt(Stmt::Assert(_)) => {
            "assert; `ct.assert_(condition, message)` asks at run time, `ct.static_assert` when compiling"
        }
        Node::Stmt(Stmt::Import(_)) | Node::Stmt(Stmt::ImportFrom(_)) => "import inside of a kernel",
        Node::Stmt(Stmt::Global(_)) => "global",
        Node::Stmt(Stmt::Nonlocal(_)) => "nonlocal",
        Node::Stmt(Stmt::FunctionDef(def)) if def.is_async => "async",
        Node::Stmt(Stmt::FunctionDef(def)) if !def.decorator_list.is_empty() => {
            "a decorator of a function inside of a kernel"
        }
        Node::Stmt(Stmt::For(ast::StmtFor { is_async: true, .. }))
        | Node::Stmt(Stmt::With(ast::StmtWith { is_async: true, .. })) => "async",
        Node::Stmt(Stmt::For(of)) if !of.orelse.is_empty() => {
            "`else` behind a `for`; set a variable in the loop, and ask it afterwards"
        }
        Node::Stmt(Stmt::For(of)) if is_static(&of.iter) && first_jump(&of.body).is_some() => LEAVES_STATIC,
        Node::Expr(Expr::FString(of))
            if parts(of).any(|part| !matches!(part.conversion, ast::ConversionFlag::None)) =>
        {
            "`!r`, `!s` or `!a` in a formatted string"
        }
        Node::Expr(Expr::FString(of)) if parts(of).any(is_computed) => {
            "a format that is computed, in a formatted string"
        }
        Node::Stmt(Stmt::While(of)) if !of.orelse.is_empty() => {
            "`else` behind a `while`; set a variable in the loop, and ask it afterwards"
        }
        Node::Stmt(Stmt::Raise(of)) if of.cause.is_some() => "raise from",
        Node::Stmt(Stmt::Raise(of)) => match of.exc.as_deref() {
            Some(ast::Expr::Call(call)) if is_called(&call.func, "static_exception") => return None,
            _ => "raise of anything but `ct.static_exception(...)`",
        },
        Node::Expr(Expr::Named(_)) => "walrus (`:=`)",
        Node::Expr(Expr::Dict(_)) => "dict literal",
        Node::Expr(Expr::Set(_)) => "set literal",
        Node::Expr(Expr::List(list)) if list.ctx.is_load() => "list literal; use a tuple",
        Node::Expr(Expr::ListComp(_)) => {
            "list comprehension; use `ct.static_eval` with a generator in `tuple(...)`, or `ct.static_iter`"
        }
        Node::Expr(Expr::SetComp(_)) => "set comprehension",
        Node::Expr(Expr::DictComp(_)) => "dict comprehension",
        Node::Expr(Expr::Generator(_)) => {
            "generator expression; `tuple(f(i) for i in ct.static_iter(...))` is one that kernels have"
        }
        Node::Expr(Expr::Await(_)) => "await",
        Node::Expr(Expr::Yield(_)) | Node::Expr(Expr::YieldFrom(_)) => "yield",
        Node::Expr(Expr::TString(_)) => "t-string",
        Node::Expr(Expr::Starred(star)) if star.ctx.is_store() => "star assignment",
        Node::Expr(Expr::Attribute(of)) if of.ctx.is_store() => "attribute assignment",
        Node::Expr(Expr::BytesLiteral(_)) => "bytes literal",
        Node::Stmt(Stmt::IpyEscapeCommand(_)) | Node::Expr(Expr::IpyEscapeCommand(_)) => "a command of IPython",
        _ => return None,
    })
}

/// The values in a formatted string.
fn parts(string: &ast::ExprFString) -> impl Iterator<Item = &ast::InterpolatedElement> {
    string.value.elements().filter_map(|element| element.as_interpolation())
}

/// Whether the format of a value is computed itself.
fn is_computed(part: &ast::InterpolatedElement) -> bool {
    let elements = part.format_spec.iter().flat_map(|spec| spec.elements.iter());
    elements.into_iter().any(|element| element.is_interpolation())
}
