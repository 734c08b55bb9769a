//! What kernels are not written in: refused wherever it stands, reached or not, as NVIDIA's compiler does.

use super::loops::first_jump;
use super::{Eval, MAX_ERRORS, span};
use crate::effects::{Part, each_node};
use crate::fail::Fail;
use crate::module_level::is_called;
use crate::value::Body;
use ruff_python_ast as ast;
use ruff_python_ast::AnyNodeRef as Node;
use ruff_text_size::Ranged;

/// Why unrolled loops are not left early.
pub(super) const LEAVES_STATIC: &str =
    "Break, Continue and Return in a for loop with static_iter() are not supported; use `range(...)` for loops that are left early";

impl<'a> Eval<'a> {
    /// Tells what the body of a function has that kernels have not, once for each; what Python itself evaluates may have anything.
    pub(crate) fn check_syntax(&mut self, body: Body<'a>) {
        let part = match body {
            Body::Statements(body) => Part::Block(body),
            Body::Expression(expr) => Part::Expr(expr),
        };
        let is_new = match body {
            Body::Statements([first, ..]) => self.checked.insert(first.range().start()),
            Body::Statements([]) => false,
            Body::Expression(expr) => self.checked.insert(expr.range().start()),
        };
        if !is_new {
            return;
        }
        let mut found = Vec::new();
        let mut checked = Vec::new();
        let mut known = Vec::new();
        each_node(part, &mut |node| {
            match node {
                Node::StmtFunctionDef(def) => checked.extend(def.body.first().map(|first| first.range().start())),
                Node::ExprLambda(lambda) => checked.push(lambda.body.range().start()),
                Node::ExprCall(call) => {
                    if let [ast::Expr::Generator(of)] = &call.arguments.args[..]
                        && is_called(&call.func, "tuple")
                        && of.generators.iter().all(|of| is_static(&of.iter))
                    {
                        known.push(of.range());
                    }
                    // Its argument is Python's.
                    return !is_called(&call.func, "static_eval") && !is_static_iter(call);
                }
                Node::ExprGenerator(of) if known.contains(&of.range()) => return true,
                _ => {}
            }
            // These are refused where they are reached.
            let is_late = matches!(node, Node::StmtWith(_) | Node::ExprBytesLiteral(_));
            found.extend(unsupported(node).filter(|_| !is_late).map(|name| (span(node.range()), name)));
            true
        });
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
fn is_static(expr: &ast::Expr) -> bool {
    matches!(expr, ast::Expr::Call(call) if is_static_iter(call))
}

fn is_static_iter(call: &ast::ExprCall) -> bool {
    is_called(&call.func, "static_iter")
}

/// The name of what kernels have not.
pub(super) fn unsupported(node: Node<'_>) -> Option<&'static str> {
    Some(match node {
        Node::StmtClassDef(_) => "class inside of a kernel",
        Node::StmtDelete(_) => "del",
        Node::StmtTypeAlias(_) => "type",
        Node::StmtMatch(_) => "match",
        Node::StmtTry(_) => "try",
        Node::StmtAssert(_) => {
            "assert; `ct.assert_(condition, message)` asks at run time, `ct.static_assert` when compiling"
        }
        Node::StmtImport(_) | Node::StmtImportFrom(_) => "import inside of a kernel",
        Node::StmtGlobal(_) => "global",
        Node::StmtNonlocal(_) => "nonlocal",
        Node::StmtFunctionDef(def) if def.is_async => "async",
        Node::StmtFunctionDef(def) if !def.decorator_list.is_empty() => "a decorator of a function inside of a kernel",
        Node::StmtFor(of) if of.is_async => "async",
        Node::StmtFor(of) if !of.orelse.is_empty() => "'for-else' is not supported; set a variable in the loop, and ask it afterwards",
        Node::StmtFor(of) if is_static(&of.iter) && first_jump(&of.body).is_some() => {
            LEAVES_STATIC
        }
        Node::InterpolatedElement(of) if !matches!(of.conversion, ast::ConversionFlag::None) => "f-string: !r, !s, !a conversions are not supported",
        Node::InterpolatedElement(of) if of.format_spec.as_ref().is_some_and(|spec| spec.elements.interpolations().next().is_some()) => {
            "f-string: format spec must be a literal string"
        }
        Node::StmtWhile(of) if !of.orelse.is_empty() => "'while-else' is not supported; set a variable in the loop, and ask it afterwards",
        Node::StmtRaise(of) if of.cause.is_some() => "raise from",
        Node::StmtRaise(of) => match of.exc.as_deref() {
            Some(ast::Expr::Call(call)) if is_called(&call.func, "static_exception") => return None,
            _ => "Raised exception must be wrapped in static_exception()",
        },
        Node::ExprNamed(_) => "walrus (`:=`)",
        Node::ExprDict(_) => "dict literal",
        Node::ExprSet(_) => "set literal",
        Node::ExprList(list) if list.ctx.is_load() => "list literal; use a tuple",
        Node::ExprListComp(_) => {
            "list comprehension; use `ct.static_eval` with a generator in `tuple(...)`, or `ct.static_iter`"
        }
        Node::ExprSetComp(_) => "set comprehension",
        Node::ExprDictComp(_) => "dict comprehension",
        Node::ExprGenerator(_) => "generator expression; `tuple(f(i) for i in ct.static_iter(...))` is one that kernels have",
        Node::ExprAwait(_) => "await",
        Node::ExprYield(_) | Node::ExprYieldFrom(_) => "yield",
        Node::ExprTString(_) => "t-string",
        Node::ExprStarred(star) if star.ctx.is_store() => "star assignment",
        Node::ExprAttribute(of) if of.ctx.is_store() => "attribute assignment",
        Node::StmtWith(_) => "with",
        Node::ExprBytesLiteral(_) => "bytes literal",
        Node::StmtIpyEscapeCommand(_) | Node::ExprIpyEscapeCommand(_) => "a command of IPython",
        _ => return None,
    })
}
