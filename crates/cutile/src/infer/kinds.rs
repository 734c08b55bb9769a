//! Facts on expressions that are known before anything is compiled.

use super::few::Few;
use crate::dtype::Dtype;
use crate::value::{Body, Const, Value};
use ruff_python_ast as ast;
use tilewright_sorted::SortedSet;

/// Facts on parameters, by name.
#[derive(Default)]
pub(super) struct Found<'a> {
    /// The types of numbers, and of the elements of arrays.
    pub types: Few<'a, Dtype>,
    /// The number of dimensions of arrays.
    pub ranks: Few<'a, usize>,
    /// Parameters that are used as arrays.
    pub arrays: SortedSet<&'a str>,
    /// Parameters of which an item is taken.
    pub lists: SortedSet<&'a str>,
    /// Constants, with a value that their use allows.
    pub values: Few<'a, i128>,
    /// Parameters that are known to be constants, and whether they are whole.
    pub annotated: Few<'a, bool>,
    /// Parameters that are an index of several dimensions, and of so many.
    pub tuples: Few<'a, usize>,
}

impl Found<'_> {
    /// Whether a parameter is known to be a constant.
    pub(super) fn is_constant(&self, name: &str) -> bool {
        self.annotated.contains_key(name) || self.values.contains_key(name)
    }

    /// It grows with each thing that is found.
    pub(super) fn count(&self) -> usize {
        self.types.len() + self.ranks.len() + self.arrays.len() + self.values.len() + self.tuples.len()
    }
}

/// The type of a number or tile: what its parts are promoted to.
#[derive(Clone, Default, Debug, PartialEq)]
pub(super) struct Number<'a> {
    /// The types of the parts that are known.
    pub dtype: Option<Dtype>,
    /// The parameters whose types the others have.
    pub from: Vec<&'a str>,
    /// Whether it is a whole constant, as far as it is one.
    pub whole: bool,
    /// The number of dimensions, where that is known.
    pub rank: Option<usize>,
}

/// The kind of an expression.
#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    Unknown,
    /// A number or tile.
    Number(Number<'a>),
    /// The type of one.
    Dtype(Number<'a>),
    /// An array, or a part of one.
    Array(&'a str),
    /// Its tiles.
    View(&'a str),
    /// Its raw memory.
    Raw(&'a str),
    /// Several.
    Tuple(Vec<Kind<'a>>),
    /// A function of the file.
    Function(Option<&'a ast::Parameters>, Body<'a>),
}

impl<'a> Kind<'a> {
    pub(super) fn of(dtype: Dtype) -> Self {
        Kind::Number(Number {
            dtype: Some(dtype),
            ..Number::default()
        })
    }

    /// The kind with another number of dimensions.
    pub(super) fn ranked(self, rank: Option<usize>) -> Self {
        match self {
            Kind::Number(number) => Kind::Number(Number { rank, ..number }),
            other => other,
        }
    }

    /// The number of dimensions of a number or tile, where it is known.
    pub(super) fn rank(&self) -> Option<usize> {
        match self {
            Kind::Number(number) => number.rank,
            _ => None,
        }
    }

    pub(super) fn number(self) -> Number<'a> {
        match self {
            Kind::Number(number) => number,
            _ => Number::default(),
        }
    }

    pub(super) fn items(&self) -> usize {
        match self {
            Kind::Tuple(items) => items.len(),
            _ => 1,
        }
    }
}

/// Both types as one, as binary operators have it.
pub(super) fn promote(a: Dtype, b: Dtype) -> Dtype {
    // Absent: types that do not go together, which is told where they meet.
    a.promoted(b).unwrap_or(a)
}

/// A type as a value.
pub(super) fn dtype<'a>(dtype: Dtype) -> Kind<'a> {
    Kind::Dtype(Number {
        dtype: Some(dtype),
        ..Number::default()
    })
}

/// A value of the file.
pub(super) fn of_value<'a>(value: &Value<'a>) -> Kind<'a> {
    match value {
        Value::Dtype(known) => dtype(*known),
        Value::Const(constant, _) => Kind::Number(Number {
            whole: matches!(constant, Const::Int(_)),
            rank: Some(0),
            ..Number::default()
        }),
        Value::Tuple(items) => Kind::Tuple(items.iter().map(of_value).collect()),
        Value::Function(function) => Kind::Function(function.parameters, function.body),
        _ => Kind::Unknown,
    }
}
