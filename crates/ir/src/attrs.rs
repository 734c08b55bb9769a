//! Attributes: constant facts on ops and in types.

use crate::entity::{Attr, Name, Ty};
use crate::locations::LocKind;
use crate::module::Module;
use crate::parse::{Parser, Refused};
use smallvec::SmallVec;

/// Reads the parameters of an attribute.
pub type ParseParams = fn(&mut Parser<'_>) -> Result<AttrParams, Refused>;

/// The record of an attribute that a dialect adds.
pub struct AttrRecord {
    /// Its name in text.
    pub name: &'static str,
    /// Reads what follows the name; none for debug attributes, which are read with the locations around them.
    pub parse: Option<ParseParams>,
    /// Writes what follows the name.
    pub print: fn(&Module, &AttrParams, &mut String),
}

/// The parameters of a dialect's attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttrParams {
    /// Integers.
    pub ints: SmallVec<[i64; 4]>,
    /// Attributes.
    pub attrs: SmallVec<[Attr; 2]>,
}

/// An attribute.
#[derive(Clone, Debug)]
pub enum AttrData {
    /// A fact that is true by being there.
    Unit,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Whole numbers.
    Ints(Box<[i64]>),
    /// A whole number of MLIR's type `index`.
    Index(i64),
    /// `array<type: 1, 2>` of MLIR: the type of its elements, and their bits.
    Numbers {
        /// The type.
        ty: Ty,
        /// Bits of the elements, lowest bits used.
        bits: Box<[u64]>,
    },
    /// A string.
    Str(Name),
    /// A bare word, such as a rounding mode.
    Keyword(Name),
    /// A symbol, `@name`.
    Symbol(Name),
    /// A symbol inside of others, `@outer::@inner`.
    Nested(Box<[Name]>),
    /// A type.
    Type(Ty),
    /// A list.
    Array(Box<[Attr]>),
    /// Named attributes in order.
    Dict(Box<[(Name, Attr)]>),
    /// A constant of a tile or scalar type: the bits of every element in row-major order, or of the one that all
    /// share.
    Dense {
        /// The type.
        ty: Ty,
        /// Bits of the elements, lowest bits used.
        bits: Box<[u64]>,
    },
    /// A constant of a type of MLIR's own, `dense<1> : tensor<2x3xi32>`; nothing of the language has such a value.
    Elements {
        /// The name of the type, `tensor` or `vector`.
        of: &'static str,
        /// Its extents.
        shape: Box<[i64]>,
        /// The type of its elements.
        element: Ty,
        /// Bits of the elements in row-major order, or of the one that all share.
        bits: Box<[u64]>,
    },
    /// A place in the source of the front end.
    Loc(LocKind, AttrParams),
    /// An attribute of a dialect.
    Record(&'static AttrRecord, AttrParams),
}

impl PartialEq for AttrData {
    fn eq(&self, other: &Self) -> bool {
        use AttrData::*;
        match (self, other) {
            (Unit, Unit) => true,
            (Bool(a), Bool(b)) => a == b,
            (Int(a), Int(b)) | (Index(a), Index(b)) => a == b,
            (Ints(a), Ints(b)) => a == b,
            (Str(a), Str(b)) | (Keyword(a), Keyword(b)) | (Symbol(a), Symbol(b)) => a == b,
            (Nested(a), Nested(b)) => a == b,
            (Type(a), Type(b)) => a == b,
            (Array(a), Array(b)) => a == b,
            (Dict(a), Dict(b)) => a == b,
            (Dense { ty: a, bits: x }, Dense { ty: b, bits: y })
            | (Numbers { ty: a, bits: x }, Numbers { ty: b, bits: y }) => a == b && x == y,
            (
                Elements {
                    of,
                    shape,
                    element,
                    bits,
                },
                Elements {
                    of: other_of,
                    shape: other_shape,
                    element: other_element,
                    bits: other_bits,
                },
            ) => (of, shape, element, bits) == (other_of, other_shape, other_element, other_bits),
            (Loc(a, x), Loc(b, y)) => a == b && x == y,
            (Record(a, x), Record(b, y)) => std::ptr::eq(*a, *b) && x == y,
            _ => false,
        }
    }
}

impl Eq for AttrData {}

impl std::hash::Hash for AttrData {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            AttrData::Unit => {}
            AttrData::Bool(b) => b.hash(state),
            AttrData::Int(i) | AttrData::Index(i) => i.hash(state),
            AttrData::Ints(ints) => ints.hash(state),
            AttrData::Str(n) | AttrData::Keyword(n) | AttrData::Symbol(n) => n.hash(state),
            AttrData::Nested(names) => names.hash(state),
            AttrData::Type(ty) => ty.hash(state),
            AttrData::Array(items) => items.hash(state),
            AttrData::Dict(items) => items.hash(state),
            AttrData::Dense { ty, bits } | AttrData::Numbers { ty, bits } => (ty, bits).hash(state),
            AttrData::Elements {
                of,
                shape,
                element,
                bits,
            } => (of, shape, element, bits).hash(state),
            AttrData::Loc(kind, params) => (kind, params).hash(state),
            AttrData::Record(record, params) => {
                std::ptr::from_ref(*record).hash(state);
                params.hash(state);
            }
        }
    }
}

impl std::fmt::Debug for AttrRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
