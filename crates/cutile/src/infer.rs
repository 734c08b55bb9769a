//! Guesses at parameters: as far as their uses in the kernel show it, and the usual where they do not.

use crate::dtype::Dtype;
use crate::signature::{ArrayParam, Constant, Dim, Param};
use ruff_python_ast as ast;
use ruff_python_ast::visitor::{Visitor, walk_expr};
use rustc_hash::FxHashMap;

/// The element type of an array of which nothing is said.
const USUAL: Dtype = Dtype::F16;
/// The value of a constant of which nothing is said: a usual extent of a tile.
const EXTENT: i128 = 64;
/// The alignment of addresses, in bytes, and of rows.
const ALIGN: i64 = 16;

/// The uses of the parameters of a function.
#[derive(Default)]
struct Uses<'a> {
    /// The number of dimensions of arrays.
    ranks: FxHashMap<&'a str, usize>,
    /// Names of which attributes of arrays are asked, or that are handed to functions as arrays.
    arrays: Vec<&'a str>,
    /// Names that loops count to.
    counts: Vec<&'a str>,
}

/// A parameter of a kernel that nothing is said of, as its uses show it. None where they do not tell what it is.
pub(crate) fn guess(def: &ast::StmtFunctionDef, name: &str, kind: Option<&str>) -> Option<Param> {
    if let Some(kind) = kind {
        return Some(Param::Const(constant(def, name, kind)));
    }
    let mut uses = Uses::default();
    uses.visit_body(&def.body);
    if let Some(&rank) = uses.ranks.get(name) {
        return Some(array(rank));
    }
    if uses.arrays.contains(&name) {
        return None;
    }
    Some(Param::Scalar(if uses.counts.contains(&name) {
        Dtype::I32
    } else {
        Dtype::F32
    }))
}

/// A constant: its default if that is a number, else what is usual of its kind.
fn constant(def: &ast::StmtFunctionDef, name: &str, kind: &str) -> Constant {
    let mut parameters = def.parameters.iter_non_variadic_params();
    let parameter = parameters.find(|parameter| parameter.parameter.name.as_str() == name);
    match parameter.and_then(|parameter| parameter.default.as_deref()) {
        Some(ast::Expr::NumberLiteral(number)) => match &number.value {
            ast::Number::Int(int) => return Constant::Int(int.as_i64().map_or(EXTENT, i128::from)),
            ast::Number::Float(float) => return Constant::Float(*float),
            ast::Number::Complex { .. } => {}
        },
        Some(ast::Expr::BooleanLiteral(literal)) => return Constant::Bool(literal.value),
        _ => {}
    }
    match kind {
        "float" => Constant::Float(1.0),
        "bool" => Constant::Bool(false),
        _ => Constant::Int(EXTENT),
    }
}

/// An array of the usual type: rows last, addresses and rows aligned.
pub(crate) fn array(rank: usize) -> Param {
    let row = ALIGN / i64::from(USUAL.bits() / 8);
    let dim = |i: usize| Dim {
        stride: (i + 1 == rank).then_some(1),
        size_div: row,
        stride_div: if i + 1 == rank { 1 } else { row },
        stride_lower: (i + 1 != rank).then_some(0),
        ..Dim::default()
    };
    Param::Array(ArrayParam {
        dtype: USUAL,
        dims: (0..rank).map(dim).collect(),
        align: ALIGN,
        index64: false,
        may_alias_internally: false,
        alias_groups: Vec::new(),
    })
}

/// The number of items of a tuple, or one for anything else.
fn items(expr: &ast::Expr) -> usize {
    match expr {
        ast::Expr::Tuple(tuple) => tuple.elts.len(),
        _ => 1,
    }
}

/// Functions whose first argument is an array, with the place of their indices, or of a shape.
const ARRAYS: &[(&str, usize, &str)] = &[
    ("load", 1, "index"),
    ("store", 1, "index"),
    ("gather", 1, "indices"),
    ("scatter", 1, "indices"),
    ("load_advanced_indexing", 1, "indices"),
    ("store_advanced_indexing", 1, "indices"),
    ("num_tiles", 2, "shape"),
];

impl<'a> Visitor<'a> for Uses<'a> {
    fn visit_expr(&mut self, expr: &'a ast::Expr) {
        match expr {
            ast::Expr::Call(call) => self.call(call),
            ast::Expr::Attribute(attribute) => {
                if let ast::Expr::Name(name) = &*attribute.value
                    && matches!(
                        attribute.attr.as_str(),
                        "shape" | "strides" | "ndim" | "dtype" | "slice" | "tiled_view" | "get_raw_memory"
                    )
                {
                    self.arrays.push(name.id.as_str());
                }
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}

impl<'a> Uses<'a> {
    fn call(&mut self, call: &'a ast::ExprCall) {
        let function = match &*call.func {
            ast::Expr::Attribute(attribute) => attribute.attr.as_str(),
            ast::Expr::Name(name) => name.id.as_str(),
            _ => return,
        };
        if function == "range" {
            let names = call
                .arguments
                .args
                .iter()
                .filter_map(|argument| argument.as_name_expr());
            self.counts.extend(names.map(|name| name.id.as_str()));
            return;
        }
        if function == "tiled_view"
            && let ast::Expr::Attribute(attribute) = &*call.func
            && let (ast::Expr::Name(name), Some(shape)) =
                (&*attribute.value, call.arguments.find_argument_value("tile_shape", 0))
        {
            self.ranks.entry(name.id.as_str()).or_insert(items(shape));
        }
        let atomic = function.starts_with("atomic_").then_some(&("", 1, "indices"));
        let Some((_, place, word)) = ARRAYS.iter().find(|row| row.0 == function).or(atomic) else {
            return;
        };
        if let Some(ast::Expr::Name(name)) = call.arguments.args.first()
            && let Some(index) = call.arguments.find_argument_value(word, *place)
        {
            self.arrays.push(name.id.as_str());
            if !matches!(index, ast::Expr::Name(_)) || function != "load" {
                self.ranks.entry(name.id.as_str()).or_insert(items(index));
            }
        }
    }
}
