//! Guesses at parameters: as far as their uses in the kernel show it, and the usual where they do not.
//!
//! The kernel is gone through with types in place of values. A tile has the type of what it was loaded from; where a use allows only one
//! type (an index, a shift, an operand of a product, a tile that is stored), the arrays behind it get that type. What one array gets may
//! tell another, so this is done until nothing new is found.

mod calls;
mod few;
mod kinds;
mod walk;

use crate::dtype::Dtype;
use crate::module_level::Globals;
use crate::signature::{ArrayParam, Constant, Dim, ListParam, Param};
use crate::value::Value;
use kinds::Found;
use ruff_python_ast as ast;
use walk::Walk;

/// The element type of an array of which nothing is said.
const USUAL: Dtype = Dtype::F16;
/// The type of a number of which nothing is said.
const NUMBER: Dtype = Dtype::F32;
/// The value of a constant of which nothing is said: a usual extent of a tile.
const EXTENT: i128 = 64;
/// The alignment of addresses, in bytes, and of rows.
const ALIGN: i64 = 16;
/// Rounds that look for more types: each finds one at least, or is the last.
const MAX_ROUNDS: usize = 12;

/// Facts that the uses of a kernel's parameters show.
pub(crate) struct Uses<'a> {
    found: Found<'a>,
}

impl<'a> Uses<'a> {
    /// Of a kernel: its definition, the kind of each parameter that is annotated as a constant, and what is said of parameters otherwise.
    pub(crate) fn of(
        def: &'a ast::StmtFunctionDef,
        globals: &Globals<'a>,
        constants: &[Option<&'static str>],
        said: &dyn Fn(&str) -> Option<Param>,
    ) -> Self {
        let mut found = Found::default();
        for (parameter, constant) in def.parameters.iter().zip(constants) {
            let name = parameter.name().as_str();
            match (constant, said(name)) {
                (Some(kind), _) => {
                    found.annotated.insert(name, *kind != "float");
                }
                (None, Some(Param::Const(value))) => {
                    found.annotated.insert(name, !matches!(value, Constant::Float(_)));
                }
                (None, Some(Param::Array(array))) => {
                    found.ranks.insert(name, array.dims.len());
                    found.types.insert(name, array.dtype);
                }
                (None, Some(Param::Scalar(dtype))) => {
                    found.types.insert(name, dtype);
                }
                (None, None) => {
                    if let Some(dtype) = scalar(parameter.annotation(), globals) {
                        found.types.insert(name, dtype);
                    }
                }
                _ => {}
            }
        }
        // First the types that must be, then those that follow when numbers and arrays that are still open have the usual types.
        for usual in [None, Some(NUMBER), Some(USUAL)] {
            if let Some(dtype) = usual {
                let is_open =
                    |name: &&str| found.ranks.contains_key(name) == (dtype == USUAL) && !found.is_constant(name);
                let names = def.parameters.iter().map(|parameter| parameter.name().as_str());
                for name in names.filter(is_open).collect::<Vec<_>>() {
                    found.types.or_insert(name, dtype);
                }
            }
            for _ in 0..MAX_ROUNDS {
                let before = found.count();
                found = Walk::through(def, globals, found);
                if found.count() == before {
                    break;
                }
            }
        }
        Self { found }
    }

    /// A parameter that nothing is said of, as its uses show it. None where they do not tell what it is.
    pub(crate) fn guess(&self, name: &str, kind: Option<&str>) -> Option<Param> {
        let dtype = self.found.types.get(name).copied();
        if let Some(kind) = kind {
            let used = self.found.values.get(name).map(|&value| Constant::Int(value));
            return Some(Param::Const(used.unwrap_or(match kind {
                "float" => Constant::Float(1.0),
                "bool" => Constant::Bool(false),
                _ => Constant::Int(EXTENT),
            })));
        }
        if let Some(&rank) = self.found.ranks.get(name) {
            let array = array(dtype.unwrap_or(USUAL), rank);
            return Some(match self.found.lists.contains(name) {
                true => Param::List(ListParam {
                    array,
                    alias_groups: Vec::new(),
                    elements_may_alias: false,
                }),
                false => Param::Array(array),
            });
        }
        if self.found.arrays.contains(name) {
            return None;
        }
        if let Some(&rank) = self.found.tuples.get(name) {
            return Some(Param::Tuple(vec![Param::Scalar(Dtype::I32); rank]));
        }
        match self.found.values.get(name) {
            Some(&value) => Some(Param::Const(Constant::Int(value))),
            None => Some(Param::Scalar(dtype.unwrap_or(NUMBER))),
        }
    }
}

/// The type of the numbers that a parameter is annotated with: `n: int`.
fn scalar(annotation: Option<&ast::Expr>, globals: &Globals<'_>) -> Option<Dtype> {
    match annotation? {
        ast::Expr::Name(name) => match globals.find(name.id.as_str())? {
            Value::Builtin("int") => Some(Dtype::I32),
            Value::Builtin("float") => Some(Dtype::F32),
            Value::Builtin("bool") => Some(Dtype::Bool),
            _ => None,
        },
        ast::Expr::Attribute(of) if of.attr.as_str() == "ScalarInt64" => Some(Dtype::I64),
        _ => None,
    }
}

/// An array as it is usual: rows last, addresses and rows aligned.
fn array(dtype: Dtype, rank: usize) -> ArrayParam {
    let row = (ALIGN * 8 / i64::from(dtype.bits())).max(1);
    let dim = |i: usize| Dim {
        stride: (i + 1 == rank).then_some(1),
        size_div: row,
        stride_div: if i + 1 == rank { 1 } else { row },
        stride_lower: (i + 1 != rank).then_some(0),
        ..Dim::default()
    };
    ArrayParam {
        dtype,
        dims: (0..rank).map(dim).collect(),
        align: ALIGN,
        index64: false,
        may_alias_internally: false,
        alias_groups: Vec::new(),
    }
}
