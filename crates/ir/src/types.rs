//! Types as data: a record names the type and knows its text form and its rules; an instance holds its parameters.
//!
//! The tile types of CUDA Tile IR are described in its public specification; this file holds what every dialect
//! shares: the scalar types, and typed views on the parameters of the tile types.

use crate::entity::{Attr, Ty};
use crate::module::Module;
use crate::parse::{Parser, Refused};
use crate::verify::Violation;
use smallvec::SmallVec;

/// The extent or stride that is known only when the kernel runs; printed `?`.
pub const DYNAMIC: i64 = i64::MIN;

/// The record of a type.
pub struct TypeDef {
    /// Its name in text, such as `tile` or `f32`.
    pub name: &'static str,
    /// Reads what follows the name.
    pub parse: fn(&mut Parser<'_>) -> Result<TypeParams, Refused>,
    /// Writes what follows the name.
    pub print: fn(&Module, &TypeParams, &mut String),
    /// For scalar types: what kind of number, and how wide.
    pub scalar: Option<Scalar>,
    /// The rule about its parameters.
    pub verify: Option<VerifyType>,
}

/// A rule of one type; the error says what is wrong and why.
pub type VerifyType = fn(&Module, &TypeParams) -> Result<(), Violation>;

impl TypeDef {
    /// Whether it is a type that a dialect adds, with the dialect's name in its own; those are printed with `!`.
    pub fn is_dialect_type(&self) -> bool {
        self.name.contains('.')
    }
}

/// The parameters of one type.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypeParams {
    /// Type parameters, such as the element type.
    pub types: SmallVec<[Ty; 1]>,
    /// Integer parameters, such as the shape.
    pub ints: SmallVec<[i64; 4]>,
    /// Attribute parameters, such as the padding value or the layout.
    pub attrs: SmallVec<[Option<Attr>; 1]>,
}

/// A type: its record and its parameters.
#[derive(Clone)]
pub struct TypeData {
    /// The record.
    pub def: &'static TypeDef,
    /// The parameters.
    pub params: TypeParams,
}

impl PartialEq for TypeData {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.def, other.def) && self.params == other.params
    }
}
impl Eq for TypeData {}
impl std::hash::Hash for TypeData {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.def).hash(state);
        self.params.hash(state);
    }
}

/// Kinds of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarKind {
    /// A whole number without a sign of its own; ops say how they read it.
    Int,
    /// A floating-point number.
    Float,
}

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// Its name.
    pub name: &'static str,
    /// The kind of number.
    pub kind: ScalarKind,
    /// Its width in bits.
    pub bits: u32,
    /// For floats: bits of the exponent.
    pub exponent: u32,
    /// For floats: bits of the fraction that are stored.
    pub fraction: u32,
}

impl Scalar {
    /// Goes on in place of a scalar that is missing, where that is known to be refused.
    pub(crate) const STAND_IN: Scalar = Scalar {
        name: "i32",
        kind: ScalarKind::Int,
        bits: 32,
        exponent: 0,
        fraction: 0,
    };

    /// The scalar type of a name.
    pub fn of_name(name: &str) -> Option<Scalar> {
        SCALARS.iter().find(|def| def.name == name).and_then(|def| def.scalar)
    }

    /// Bytes of one element in memory; the 4-bit types count as half a byte and are handled by their ops.
    pub fn bytes(self) -> u32 {
        self.bits.div_ceil(8)
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        self.kind == ScalarKind::Float
    }

    /// The bits of a number that the type keeps.
    pub fn kept(self, bits: u64) -> u64 {
        bits & (u64::MAX >> (64 - self.bits))
    }

    /// The bits read as a signed number: those above the type's own do not matter, and a set i1 is -1.
    pub fn signed(self, bits: u64) -> i64 {
        let unused = 64 - self.bits;
        ((bits << unused) as i64) >> unused
    }
}

fn no_params(_: &mut Parser<'_>) -> Result<TypeParams, Refused> {
    Ok(TypeParams::default())
}

fn print_nothing(_: &Module, _: &TypeParams, _: &mut String) {}

const fn scalar(name: &'static str, kind: ScalarKind, bits: u32, exponent: u32, fraction: u32) -> TypeDef {
    let scalar = Some(Scalar {
        name,
        kind,
        bits,
        exponent,
        fraction,
    });
    TypeDef {
        name,
        parse: no_params,
        print: print_nothing,
        scalar,
        verify: None,
    }
}

/// A type that has a name and nothing else.
pub const fn plain(name: &'static str) -> TypeDef {
    TypeDef {
        name,
        parse: no_params,
        print: print_nothing,
        scalar: None,
        verify: None,
    }
}

/// `(types) -> types`: the type of a function. The only integer parameter says how many of the types are inputs.
pub static FUNCTION: TypeDef = plain("function");

/// Stands for a type that no record has, in a module that is known to be inconsistent.
pub(crate) static MISSING: TypeDef = plain("missing");

/// The scalar types; widths and fields as in the Tile IR specification.
pub static SCALARS: [TypeDef; 17] = [
    scalar("i1", ScalarKind::Int, 1, 0, 0),
    scalar("i4", ScalarKind::Int, 4, 0, 0),
    scalar("i8", ScalarKind::Int, 8, 0, 0),
    scalar("i16", ScalarKind::Int, 16, 0, 0),
    scalar("i32", ScalarKind::Int, 32, 0, 0),
    scalar("i64", ScalarKind::Int, 64, 0, 0),
    scalar("f16", ScalarKind::Float, 16, 5, 10),
    scalar("bf16", ScalarKind::Float, 16, 8, 7),
    scalar("f32", ScalarKind::Float, 32, 8, 23),
    scalar("tf32", ScalarKind::Float, 32, 8, 10),
    scalar("f64", ScalarKind::Float, 64, 11, 52),
    scalar("f8E4M3FN", ScalarKind::Float, 8, 4, 3),
    scalar("f8E5M2", ScalarKind::Float, 8, 5, 2),
    scalar("f8E8M0FNU", ScalarKind::Float, 8, 8, 0),
    scalar("f4E2M1FN", ScalarKind::Float, 4, 2, 1),
    scalar("fnv8E5M3FNU", ScalarKind::Float, 8, 5, 3),
    plain("none"),
];

/// A tile type taken apart.
#[derive(Clone, Copy, Debug)]
pub struct TileType<'m> {
    /// Extents; empty for a scalar tile.
    pub shape: &'m [i64],
    /// The element type: a scalar type or a pointer.
    pub element: Ty,
    /// The layout of the elements in the registers of the threads, once that is decided.
    pub layout: Option<Attr>,
}

/// A tensor view type taken apart.
#[derive(Clone, Copy, Debug)]
pub struct TensorViewType<'m> {
    /// Extents, [`DYNAMIC`] where known only at run time.
    pub sizes: &'m [i64],
    /// Strides in elements, [`DYNAMIC`] where known only at run time.
    pub strides: &'m [i64],
    /// The element type.
    pub element: Ty,
}

/// The kind of a view that divides a tensor view into tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileViewKind {
    /// Tiles side by side.
    Partition,
    /// Rows named by an index tile along one dimension.
    GatherScatter {
        /// The dimension whose index is a tile.
        sparse_dim: usize,
    },
    /// Tiles at steps that may differ from their extents.
    Strided,
}

/// A view of tiles (partition, gather/scatter or strided) taken apart.
#[derive(Clone, Debug)]
pub struct TileViewType<'m> {
    /// Which kind.
    pub kind: TileViewKind,
    /// The extents of one tile, in tile dimensions.
    pub tile: &'m [i64],
    /// The tensor view type below.
    pub tensor: Ty,
    /// For each tile dimension, the tensor dimension that it walks.
    pub dim_map: SmallVec<[usize; 4]>,
    /// For each tile dimension, the step in elements between neighbouring tiles; 1 where indices count elements.
    pub steps: SmallVec<[i64; 4]>,
    /// The value of elements outside the tensor; none: undefined.
    pub padding: Option<Attr>,
}

#[cfg(test)]
mod tests {
    use super::Scalar;

    #[test]
    fn bits_are_kept_and_read_as_the_type_has_them() {
        let of = |name| Scalar::of_name(name).unwrap();
        assert_eq!(of("i8").kept(0x1FF), 0xFF);
        assert_eq!(of("i64").kept(u64::MAX), u64::MAX);
        assert_eq!(of("i8").signed(0x1FF), -1);
        assert_eq!(of("i8").signed(0x7F), 127);
        // A set bit is minus one, whatever stands above it.
        assert_eq!((of("i1").signed(1), of("i1").signed(2)), (-1, 0));
        assert_eq!(of("i64").signed(u64::MAX), -1);
    }
}
