//! The signature that a kernel is compiled for: the types, sizes, strides and constants of its parameters.

#[cfg(any(test, feature = "case"))]
mod case;
mod symbol;
pub mod text;

pub use symbol::{SymbolError, kernel_of_symbol};

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

impl Signature {
    /// Numbers the alias groups from 0 on in the order in which they appear.
    pub fn number_groups(&mut self) {
        fn number(groups: &mut [u32], seen: &mut Vec<u32>) {
            for group in groups.iter_mut() {
                let at = seen.iter().position(|s| s == group).unwrap_or_else(|| {
                    seen.push(*group);
                    seen.len() - 1
                });
                *group = at as u32;
            }
            groups.sort_unstable();
        }
        fn within(param: &mut Param, seen: &mut Vec<u32>) {
            match param {
                Param::Array(array) => number(&mut array.alias_groups, seen),
                Param::List(list) => {
                    number(&mut list.alias_groups, seen);
                    number(&mut list.array.alias_groups, seen);
                }
                Param::Tuple(items) => items.iter_mut().for_each(|item| within(item, seen)),
                Param::Scalar(_) | Param::Const(_) => {}
            }
        }
        let mut seen = Vec::new();
        self.params.iter_mut().for_each(|param| within(param, &mut seen));
    }

    /// The lowest calling convention that has what the parameters need.
    pub fn lowest_version(&self) -> u8 {
        let needs_2 = |param: &Param| match param {
            Param::Array(array) | Param::List(ListParam { array, .. }) => {
                array.dims.iter().any(|dim| dim.size.is_some())
            }
            Param::Tuple(_) => true,
            Param::Scalar(_) | Param::Const(_) => false,
        };
        if self.params.iter().any(needs_2) { 2 } else { 1 }
    }
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
    /// Facts on each dimension.
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

impl ArrayParam {
    /// The alignment in bytes of an array of which nothing else is said.
    pub const ALIGN: i64 = 16;

    /// The usual assumptions on an array, as far as it is true of one with these sizes and strides.
    pub fn of_values(dtype: Dtype, values: &[(i64, i64)], static_sizes: bool) -> Self {
        let mut param = ArrayParam {
            dtype,
            dims: Vec::new(),
            align: Self::ALIGN,
            index64: false,
            may_alias_internally: false,
            alias_groups: Vec::new(),
        };
        let divisor = |value: i64, usual: i64| if value % usual == 0 { usual } else { 1 };
        for &(size, stride) in values {
            let mut dim = Dim {
                size: static_sizes.then_some(size),
                stride: (static_sizes || stride == 1).then_some(stride),
                size_div: divisor(size, 16),
                stride_div: divisor(stride, param.assumed_stride_div()),
                stride_lower: Some(0),
            };
            dim.normalize();
            param.dims.push(dim);
        }
        param
    }

    /// Facts that are true of this array and of another one; none where they are of different types.
    pub fn common(mut self, other: &Self) -> Option<Self> {
        if self.dtype != other.dtype || self.dims.len() != other.dims.len() {
            return None;
        }
        for (dim, other) in self.dims.iter_mut().zip(&other.dims) {
            if dim.stride != other.stride {
                (dim.stride, dim.stride_div, dim.stride_lower) = (None, 1, Some(0));
            }
            dim.stride_div = dim.stride_div.min(other.stride_div);
            dim.size = dim.size.filter(|size| other.size == Some(*size));
            dim.size_div = dim.size_div.min(other.size_div);
        }
        Some(self)
    }

    /// Gives the array the strides of one without gaps, rows last, as far as they follow from static sizes.
    pub fn assume_strides(&mut self) {
        let mut stride = Some(1i64);
        for dim in self.dims.iter_mut().rev() {
            dim.stride = stride;
            stride = stride.zip(dim.size).and_then(|(stride, size)| stride.checked_mul(size));
        }
    }

    /// The divisor of a stride of which nothing else is said: rows start at multiples of 16 bytes.
    pub fn assumed_stride_div(&self) -> i64 {
        8 * Self::ALIGN / i64::from(self.dtype.bits())
    }
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

impl Dim {
    /// Leaves out what a number that is known makes superfluous: its divisor and its bound.
    pub fn normalize(&mut self) {
        if self.size.is_some() {
            self.size_div = 1;
        }
        if self.stride.is_some() {
            self.stride_div = 1;
            self.stride_lower = None;
        }
    }
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
