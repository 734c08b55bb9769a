//! What a kernel is compiled for: the types, sizes, strides and constants of its parameters.

use crate::dtype::Dtype;

/// The signature of a kernel: a parameter each, in the order of the Python function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Signature {
    /// The parameters.
    pub params: Vec<Param>,
    /// The calling convention, 1 or 2; 2 is needed for static sizes and tuples.
    pub version: u8,
    /// The name of the entry, where it is not made from the rest.
    pub symbol: Option<String>,
}

/// A parameter of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub enum Param {
    /// An array in memory.
    Array(ArrayParam),
    /// A number that is known at launch.
    Scalar(Dtype),
    /// A number that is known when compiling; no parameter of the entry.
    Const(Constant),
    /// Several, handed over one after another.
    Tuple(Vec<Param>),
    /// A list of arrays of one type.
    List(ListParam),
}

/// A constant as Python has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// A whole number.
    Int(i128),
    /// A number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// Nothing.
    None,
}

/// An array as a parameter. Divisors are in elements, the alignment in bytes; 1 says nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct ArrayParam {
    /// The type of its elements.
    pub dtype: Dtype,
    /// What is known of each dimension.
    pub dims: Vec<Dim>,
    /// The address is a multiple of this, in bytes.
    pub align: i64,
    /// Sizes and strides are of 64 bits.
    pub index64: bool,
    /// Elements of the array may overlap each other.
    pub may_alias_internally: bool,
    /// Arrays with a group in common may overlap.
    pub alias_groups: Vec<u32>,
}

/// A dimension of an array; none where it is known only at launch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dim {
    /// The size in elements.
    pub size: Option<i64>,
    /// The stride in elements.
    pub stride: Option<i64>,
    /// A size that is known at launch is a multiple of this.
    pub size_div: i64,
    /// A stride that is known at launch is a multiple of this.
    pub stride_div: i64,
    /// A stride that is known at launch is not below this.
    pub stride_lower: Option<i64>,
}

impl Default for Dim {
    fn default() -> Self {
        Dim {
            size: None,
            stride: None,
            size_div: 1,
            stride_div: 1,
            stride_lower: None,
        }
    }
}

/// A list of arrays as a parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct ListParam {
    /// Each of its arrays.
    pub array: ArrayParam,
    /// Lists with a group in common may overlap.
    pub alias_groups: Vec<u32>,
    /// Arrays of the list may overlap each other.
    pub elements_may_alias: bool,
}
