//! Guesses at parameters: as far as their uses in the kernel show it, and the usual where they do not.

use crate::dtype::Dtype;
use crate::signature::{ArrayParam, Constant, Dim, Param};
use ruff_python_ast as ast;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use rustc_hash::FxHashMap;

/// The element type of an array of which nothing is said.
const USUAL: Dtype = Dtype::F16;
/// The element type of an array of indices of which nothing is said.
const INDEX: Dtype = Dtype::I32;
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
    /// The arrays that local names were loaded from.
    loaded: FxHashMap<&'a str, Vec<&'a str>>,
    /// Arrays whose elements are indices into others.
    indices: Vec<&'a str>,
}

/// A parameter of a kernel that nothing is said of, as its uses show it. None where they do not tell what it is.
pub(crate) fn guess(def: &ast::StmtFunctionDef, name: &str, kind: Option<&str>) -> Option<Param> {
    if let Some(kind) = kind {
        return Some(Param::Const(constant(def, name, kind)));
    }
    let mut uses = Uses::default();
    uses.visit_body(&def.body);
    if let Some(&rank) = uses.ranks.get(name) {
        let dtype = if uses.indices.contains(&name) { INDEX } else { USUAL };
        return Some(array(dtype, rank));
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

/// An array as it is usual: rows last, addresses and rows aligned.
fn array(dtype: Dtype, rank: usize) -> Param {
    let row = ALIGN / i64::from(dtype.bits() / 8);
    let dim = |i: usize| Dim {
        stride: (i + 1 == rank).then_some(1),
        size_div: row,
        stride_div: if i + 1 == rank { 1 } else { row },
        stride_lower: (i + 1 != rank).then_some(0),
        ..Dim::default()
    };
    Param::Array(ArrayParam {
        dtype,
        dims: (0..rank).map(dim).collect(),
        align: ALIGN,
        index64: false,
        may_alias_internally: false,
        alias_groups: Vec::new(),
    })
}

/// The names of both, each once.
fn joined<'a>(mut names: Vec<&'a str>, others: Vec<&'a str>) -> Vec<&'a str> {
    names.extend(others);
    names.sort_unstable();
    names.dedup();
    names
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

/// Functions and methods that leave elements what they are.
const SHAPED: &[&str] = &["item", "reshape", "broadcast_to", "expand_dims", "permute", "transpose"];

impl<'a> Visitor<'a> for Uses<'a> {
    fn visit_stmt(&mut self, stmt: &'a ast::Stmt) {
        walk_stmt(self, stmt);
        if let ast::Stmt::Assign(assign) = stmt {
            let origins = self.origins(&assign.value);
            let names = assign.targets.iter().filter_map(|target| target.as_name_expr());
            self.loaded
                .extend(names.map(|name| (name.id.as_str(), origins.clone())));
        }
    }

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
    /// The arrays that a value was loaded from, computed with or not; none where it may be of another type than they are.
    fn origins(&self, expr: &'a ast::Expr) -> Vec<&'a str> {
        match expr {
            // Absent: a name that was loaded from nothing.
            ast::Expr::Name(name) => self.loaded.get(name.id.as_str()).cloned().unwrap_or_default(),
            ast::Expr::BinOp(op) => joined(self.origins(&op.left), self.origins(&op.right)),
            ast::Expr::UnaryOp(op) => self.origins(&op.operand),
            ast::Expr::Call(call) => {
                let first = call.arguments.args.first();
                match (&*call.func, first) {
                    (ast::Expr::Attribute(function), Some(ast::Expr::Name(array)))
                        if matches!(function.attr.as_str(), "load" | "gather") =>
                    {
                        vec![array.id.as_str()]
                    }
                    (ast::Expr::Attribute(method), _) if SHAPED.contains(&method.attr.as_str()) => {
                        // Absent: a method is given nothing; of `ct.reshape(x, ...)` it is the first argument.
                        let given = first.map(|first| self.origins(first)).unwrap_or_default();
                        joined(self.origins(&method.value), given)
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

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
            let indices = match index {
                ast::Expr::Tuple(tuple) => &tuple.elts[..],
                one => std::slice::from_ref(one),
            };
            let used: Vec<_> = indices.iter().flat_map(|index| self.origins(index)).collect();
            self.indices.extend(used.into_iter().filter(|_| *word != "shape"));
            if !matches!(index, ast::Expr::Name(_)) || function != "load" {
                self.ranks.entry(name.id.as_str()).or_insert(items(index));
            }
        }
    }
}
