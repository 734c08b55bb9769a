//! `ct.static_eval(...)`: an expression of any kind, computed when the kernel is compiled.

use crate::eval::Eval;
use crate::fail::Res;
use crate::value::Value;
use ruff_python_ast as ast;

impl<'a> Eval<'a> {
    /// The value of the expression: what the language has, and besides it comprehensions, lists and `sum`.
    pub(crate) fn static_eval(&mut self, call: &'a ast::ExprCall) -> Res<Value<'a>> {
        match (&call.arguments.args[..], &call.arguments.keywords[..]) {
            ([expr], []) => self.static_expr(expr),
            _ => self.fail("python.call", "`ct.static_eval` takes one expression", ""),
        }
    }

    fn static_expr(&mut self, expr: &'a ast::Expr) -> Res<Value<'a>> {
        match expr {
            ast::Expr::List(list) => self.items(&list.elts).map(Value::tuple),
            ast::Expr::ListComp(comprehension) => self.comprehension(&comprehension.elt, &comprehension.generators),
            ast::Expr::Generator(generator) => self.comprehension(&generator.elt, &generator.generators),
            ast::Expr::Call(call)
                if matches!(&*call.func, ast::Expr::Name(name) if matches!(name.id.as_str(), "tuple" | "list" | "sum" | "max" | "min" | "any" | "all" | "sorted"))
                    && call.arguments.args.len() == 1 =>
            {
                let items = self.static_expr(&call.arguments.args[0])?;
                let name = match &*call.func {
                    ast::Expr::Name(name) => name.id.as_str(),
                    _ => "",
                };
                self.fold_items(name, &items)
            }
            _ => self.expr(expr),
        }
    }

    fn fold_items(&mut self, name: &str, value: &Value<'a>) -> Res<Value<'a>> {
        let items = self.known_items(value)?;
        let mut rest = items.iter().cloned();
        match name {
            "tuple" | "list" => Ok(Value::tuple(items)),
            "sum" => {
                let mut sum = Value::int(0);
                for item in rest {
                    sum = self.binary(ast::Operator::Add, &sum, &item, Default::default())?;
                }
                Ok(sum)
            }
            "max" | "min" => {
                let Some(mut best) = rest.next() else {
                    return self.type_error(format!("{name}() of nothing"), "");
                };
                for item in rest {
                    best = super::builtin(
                        self,
                        if name == "max" { "max" } else { "min" },
                        crate::eval::calls::Arguments {
                            positional: vec![best, item],
                            named: Vec::new(),
                        },
                    )?;
                }
                Ok(best)
            }
            _ => self.unsupported("this function in static_eval"),
        }
    }

    fn comprehension(&mut self, element: &'a ast::Expr, generators: &'a [ast::Comprehension]) -> Res<Value<'a>> {
        let [generator] = generators else {
            return self.unsupported("a comprehension with several loops");
        };
        let iterable = self.static_expr(&generator.iter)?;
        let items = self.known_items(&iterable)?;
        let frame = self.frame();
        let before = frame.snapshot();
        let mut results = Vec::new();
        for item in items {
            self.assign(&generator.target, item)?;
            let mut taken = true;
            for condition in &generator.ifs {
                let value = self.expr(condition)?;
                match self.truth(&value)? {
                    crate::eval::arithmetic::Num::Const(constant, _) => {
                        taken &= crate::eval::constants::truth(constant)
                    }
                    crate::eval::arithmetic::Num::Tile(_) => {
                        return self.type_error("a comprehension chooses by what is known", "");
                    }
                }
            }
            if taken {
                results.push(self.static_expr(element)?);
            }
        }
        frame.restore(before);
        Ok(Value::tuple(results))
    }
}
