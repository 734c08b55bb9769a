//! Launches in the file: what `ct.launch(stream, grid, kernel, arguments)` says of a kernel's parameters, as far as the code
//! around it only computes: constructors of arrays, numbers, shapes. Nothing of it is an error: what cannot be evaluated is unknown.

mod arrays;
mod calls;
mod host;
mod makings;
mod records;

use crate::dtype::Dtype;
use crate::signature::{ArrayParam, Constant, ListParam, Param};
use arrays::Array;
use host::{Host, Walk};
use ruff_python_ast as ast;
use std::rc::Rc;
use tilewright_diag::Span;

/// A launch of a kernel.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    /// Where the call stands.
    pub span: Span,
    /// Tile blocks in x, y and z, as far as they are known.
    pub grid: Option<[i64; 3]>,
    /// An argument that is handed to the kernel.
    arguments: Vec<Host<'a>>,
    /// The hints that the kernel is launched with, besides those of its decorator.
    pub hints: Rc<[Hint<'a>]>,
}

/// A hint of `kernel.replace_hints(...)`.
#[derive(Clone, Debug)]
pub(crate) struct Hint<'a> {
    pub name: &'a str,
    value: Host<'a>,
    /// The value as it is written.
    pub expr: &'a ast::Expr,
}

impl Hint<'_> {
    /// Its value, where that is a number.
    pub(crate) fn number(&self) -> Option<Constant> {
        match self.value {
            Host::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// A launch that tells nothing: where it stands, and why.
pub(crate) type Dropped = (Span, String);

/// The launch of a kernel with so many parameters that says most; the first of several. Where none says anything, why the first
/// does not; none where there is no launch.
pub(crate) fn find<'a>(
    body: &'a [ast::Stmt],
    kernel: &'a ast::StmtFunctionDef,
    parameters: usize,
) -> Result<Launch<'a>, Option<Dropped>> {
    let mut best: Option<Launch<'a>> = None;
    let mut dropped = None;
    for launch in Walk::of(body, kernel) {
        let why = match launch.arguments.len() {
            0 if parameters > 0 => "its arguments are no tuple that is made here".to_string(),
            count if count != parameters => {
                format!(
                    "it hands on {}, and the kernel has {}",
                    tilewright_diag::counted(count, "arguments"),
                    tilewright_diag::counted(parameters, "parameters")
                )
            }
            _ if launch.known() == 0 => "none of its arguments is made by code that is followed".to_string(),
            _ => {
                if best.as_ref().is_none_or(|best| best.known() < launch.known()) {
                    best = Some(launch);
                }
                continue;
            }
        };
        dropped.get_or_insert((launch.span, why));
    }
    best.ok_or(dropped)
}

impl Launch<'_> {
    /// The number of arguments that are known.
    fn known(&self) -> usize {
        let known = |argument: &&Host<'_>| parameter(argument, true).is_some();
        self.arguments.iter().filter(known).count()
    }

    /// The numbers that parameters of the entry get, by their names: sizes and strides of arrays, elements that an array takes,
    /// and numbers; as far as they are known.
    pub(crate) fn values(&self, names: &[&str]) -> Vec<(String, f64)> {
        let mut values = Vec::new();
        for (name, argument) in names.iter().zip(&self.arguments) {
            match argument {
                Host::Array(array) => {
                    let mut last = Some(0i64);
                    for (axis, (size, stride)) in array.shape.iter().zip(&array.strides).enumerate() {
                        let part = |what: &str, value: i64| (format!("{name}_{what}{axis}"), value as f64);
                        values.extend(size.map(|size| part("size", size)));
                        values.extend(stride.map(|stride| part("stride", stride)));
                        let reach = size
                            .zip(*stride)
                            .and_then(|(size, stride)| (size - 1).checked_mul(stride));
                        last = last.zip(reach).and_then(|(last, reach)| last.checked_add(reach));
                    }
                    values.extend(last.map(|last| (name.to_string(), last as f64 + 1.0)));
                }
                Host::Number(Constant::Int(int)) => values.push((name.to_string(), *int as f64)),
                Host::Number(Constant::Float(float)) => values.push((name.to_string(), *float)),
                _ => {}
            }
        }
        values
    }

    /// Whether all that a parameter is taken for is told: each size and stride of an array.
    pub(crate) fn tells(&self, place: usize) -> bool {
        self.arguments.get(place).is_some_and(is_told)
    }

    /// The size and the stride of a dimension of an array, as far as they are known.
    pub(crate) fn extents(&self, place: usize, axis: usize) -> (Option<i64>, Option<i64>) {
        match self.arguments.get(place) {
            Some(Host::Array(array)) => (array.shape[axis], array.strides[axis]),
            _ => (None, None),
        }
    }

    /// The kernel's parameter at a place, by this launch. Arrays that share memory are in one alias group.
    pub(crate) fn parameter(&self, place: usize, is_constant: bool) -> Option<Param> {
        let mut param = parameter(self.arguments.get(place)?, is_constant)?;
        if let (Param::Array(array), Some(memory)) = (&mut param, self.memory(place)) {
            let shares = |other: &usize| *other != place && self.memory(*other) == Some(memory);
            if (0..self.arguments.len()).any(|other| shares(&other)) {
                array.alias_groups = vec![memory];
            }
        }
        Some(param)
    }

    fn memory(&self, place: usize) -> Option<u32> {
        match &self.arguments[place] {
            Host::Array(array) => Some(array.memory),
            _ => None,
        }
    }
}

fn is_told(argument: &Host<'_>) -> bool {
    match argument {
        Host::Array(array) => array.shape.iter().chain(&array.strides).all(Option::is_some),
        other => other.items().is_none_or(|items| items.iter().all(is_told)),
    }
}

/// The parameter that an argument is handed to, as the launcher of NVIDIA's package makes it.
fn parameter(argument: &Host<'_>, is_constant: bool) -> Option<Param> {
    match argument {
        Host::Number(Constant::None) => Some(Param::Const(Constant::None)),
        Host::Number(number) if is_constant => Some(Param::Const(*number)),
        Host::Number(Constant::Bool(_)) => Some(Param::Scalar(Dtype::Bool)),
        Host::Number(Constant::Float(_)) => Some(Param::Scalar(Dtype::F32)),
        Host::Number(Constant::Int(int)) => Some(Param::Scalar(match i32::try_from(*int) {
            Ok(_) => Dtype::I32,
            Err(_) => Dtype::I64,
        })),
        Host::Array(array) => array_parameter(array).map(Param::Array),
        Host::Tuple(items) => {
            let items: Option<Vec<Param>> = items.iter().map(|item| parameter(item, is_constant)).collect();
            items.map(Param::Tuple)
        }
        Host::List(items) => {
            let mut arrays = items.iter().map(|item| match parameter(item, false) {
                Some(Param::Array(array)) => Some(array),
                _ => None,
            });
            let first = arrays.next()??;
            let array = arrays.try_fold(first, |all, one| all.common(&one?))?;
            Some(Param::List(ListParam {
                array,
                alias_groups: Vec::new(),
                elements_may_alias: false,
            }))
        }
        Host::Text(_)
        | Host::Name(_)
        | Host::Record(_)
        | Host::Function(_)
        | Host::Lambda(_)
        | Host::Partial(_)
        | Host::Hinted(..)
        | Host::Maker(_)
        | Host::Unknown => None,
    }
}

fn array_parameter(array: &Array) -> Option<ArrayParam> {
    // A size that is not known is taken for a usual one: a multiple of what 16 bytes hold.
    let shape = array.shape.iter().zip(&array.strides);
    let usual = 16;
    let values: Vec<(i64, i64)> = shape
        .map(|(size, stride)| (size.unwrap_or(usual), stride.unwrap_or(usual)))
        .collect();
    Some(ArrayParam::of_values(array.dtype?, &values, false))
}
