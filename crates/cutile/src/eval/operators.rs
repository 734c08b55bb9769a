//! Operators on objects of the file: the methods that the class has for them, and the comparisons of dataclasses.

use super::arithmetic::{Rounding, operator_name};
use super::control::Flow;
use super::frame::Frame;
use super::jumps::Jump;
use super::number::Num;
use super::{Call, Eval, constants};
use crate::eval::calls::Arguments;
use crate::fail::Res;
use crate::value::{Const, Value};
use ruff_python_ast::{CmpOp, Operator};
use std::rc::Rc;
use tilewright_sorted::SortedSet;

/// The value by which a method says that it does not take the other operand.
pub(crate) const NOT_IMPLEMENTED: &str = "NotImplemented";

/// Whether a value is an object of the file.
pub(crate) fn is_object(value: &Value<'_>) -> bool {
    matches!(value, Value::Object(..))
}

/// The name of the method of a comparison, between its underscores.
fn comparison_name(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "eq",
        CmpOp::NotEq => "ne",
        CmpOp::Lt => "lt",
        CmpOp::LtE => "le",
        CmpOp::Gt => "gt",
        _ => "ge",
    }
}

impl<'a> Eval<'a> {
    /// The method of this name that the class of an object has, with the object.
    pub(crate) fn own_method(&self, object: &Value<'a>, name: &str) -> Option<Value<'a>> {
        match object {
            Value::Object(class, _) => match class.constants.get(name) {
                Some(Value::Function(own)) => Some(Value::Bound(own.clone(), Rc::new(object.clone()))),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls the method of this name of an object, if there is one.
    pub(crate) fn by_method(
        &mut self,
        object: &Value<'a>,
        name: &str,
        arguments: Arguments<'a>,
    ) -> Res<Option<Value<'a>>> {
        let own = self.own_method(object, name);
        own.map(|own| self.invoke(&own, arguments)).transpose()
    }

    /// `a op b` by a method of either, if one takes it.
    pub(crate) fn by_operator(&mut self, name: &str, a: &Value<'a>, b: &Value<'a>) -> Res<Option<Value<'a>>> {
        for (object, other, start) in [(a, b, "__"), (b, a, "__r")] {
            let Some(own) = self.own_method(object, &format!("{start}{name}__")) else {
                continue;
            };
            match self.applied(&own, other)? {
                Value::Builtin(NOT_IMPLEMENTED) => {}
                value => return Ok(Some(value)),
            }
        }
        Ok(None)
    }

    /// `a op b`, of numbers, tiles, tuples and objects.
    pub(crate) fn operate(&mut self, op: Operator, a: &Value<'a>, b: &Value<'a>) -> Res<Value<'a>> {
        if !is_object(a) && !is_object(b) {
            return self.binary(op, a, b, Rounding::default());
        }
        let name = operator_name(op);
        // Absent: most names of operators have no such start.
        let name = name.strip_prefix("bitwise_").unwrap_or(name);
        match self.by_operator(name, a, b)? {
            Some(value) => Ok(value),
            None => self.no_method(name, op.as_str(), a, b),
        }
    }

    fn no_method<T>(&self, name: &str, shown: &str, a: &Value<'a>, b: &Value<'a>) -> Res<T> {
        let object = if is_object(a) { a } else { b };
        self.type_error(
            format!("`{shown}` is not defined for {} and {}", a.describe(), b.describe()),
            format!(
                "give the class of {} a method `__{name}__` that takes the other, or compute with its fields",
                object.describe()
            ),
        )
    }

    /// Compares objects: as a method of the left one says, else field by field where the dataclass is for it.
    pub(crate) fn compare_objects(&mut self, op: CmpOp, left: &Value<'a>, right: &Value<'a>) -> Res<Value<'a>> {
        let Value::Object(class, _) = left else {
            // Python asks the right one then, and kernels do not.
            return match self.is_host() && matches!(op, CmpOp::Eq | CmpOp::NotEq) {
                true => self.compare_objects(op, right, left),
                false => self.no_method(comparison_name(op), op.as_str(), left, right),
            };
        };
        let own = |eval: &Self, op| eval.own_method(left, &format!("__{}__", comparison_name(op)));
        if let Some(own) = own(self, op) {
            return match self.applied(&own, right)? {
                Value::Builtin(NOT_IMPLEMENTED) => self.no_method(comparison_name(op), op.as_str(), left, right),
                value => Ok(value),
            };
        }
        if let (CmpOp::NotEq, Some(equal)) = (op, own(self, CmpOp::Eq)) {
            let same = self.applied(&equal, right)?;
            return self.not(&same);
        }
        let is_equality = matches!(op, CmpOp::Eq | CmpOp::NotEq);
        if !(if is_equality {
            class.compares_fields
        } else {
            class.is_ordered
        }) {
            return self.no_method(comparison_name(op), op.as_str(), left, right);
        }
        let is_host = self.is_host();
        let fields_of = |object: &Value<'a>| -> Vec<_> {
            class
                .fields
                .iter()
                .filter_map(|field| object.held(field.name))
                .collect()
        };
        let fields = fields_of(left);
        let others = match right {
            Value::Object(other, _) if Rc::ptr_eq(class, other) => fields_of(right),
            // A named tuple is a tuple, too.
            Value::Tuple(others) if class.is_tuple => others.to_vec(),
            _ if is_equality => return Ok(self.constant_value(Const::Bool(op == CmpOp::NotEq))),
            _ => return self.no_method(comparison_name(op), op.as_str(), left, right),
        };
        let pairs = fields.iter().zip(others.iter()).zip(&class.fields);
        let pairs = pairs.filter(|(_, field)| field.is_compared || !is_host);
        let pairs: Vec<_> = pairs.map(|((a, b), _)| (a.clone(), b.clone())).collect();
        if fields.len() != others.len() {
            return Ok(self.constant_value(Const::Bool(op == CmpOp::NotEq)));
        }
        self.compare_fields(op, &pairs)
    }

    /// The comparison of the first pair that is not equal, each of which is asked only where those before are.
    fn compare_fields(&mut self, op: CmpOp, pairs: &[(Value<'a>, Value<'a>)]) -> Res<Value<'a>> {
        if self.is_host() {
            for (a, b) in pairs {
                let same = self.compare_values(CmpOp::Eq, a, b)?;
                if !self.holds(&same)? {
                    return match op {
                        CmpOp::Eq | CmpOp::NotEq => Ok(self.constant_value(Const::Bool(op == CmpOp::NotEq))),
                        _ => self.compare_values(op, a, b),
                    };
                }
            }
            return Ok(self.constant_value(Const::Bool(matches!(op, CmpOp::Eq | CmpOp::LtE | CmpOp::GtE))));
        }
        let depth = self.calls.len();
        self.calls.push(Call::of(Frame::new(SortedSet::default(), None)));
        let result = self.deeper(|eval| {
            eval.body_loop(&[], false, &mut |eval, _| {
                let Some(((a, b), rest)) = pairs.split_first() else {
                    let is = matches!(op, CmpOp::Eq | CmpOp::LtE | CmpOp::GtE);
                    let value = eval.constant_value(Const::Bool(is));
                    return eval.jump(Jump::Return(value));
                };
                let same = eval.compare_values(CmpOp::Eq, a, b)?;
                let go_on = |eval: &mut Self| {
                    let value = eval.compare_fields(op, rest)?;
                    eval.jump(Jump::Return(value))
                };
                match eval.truth(&same)? {
                    Num::Const(known, _) if constants::truth(known) => return go_on(eval),
                    Num::Const(..) => {}
                    Num::Tile(tile) => {
                        eval.branch(tile.ir, &mut |eval, way| match way {
                            0 => go_on(eval),
                            _ => Ok(Flow::Next),
                        })?;
                    }
                }
                let value = match op {
                    CmpOp::Eq | CmpOp::NotEq => eval.constant_value(Const::Bool(op == CmpOp::NotEq)),
                    _ => eval.compare_values(op, a, b)?,
                };
                eval.jump(Jump::Return(value))
            })
        });
        self.calls.truncate(depth);
        result
    }
}
