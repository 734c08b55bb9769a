//! Layouts as CuTe defines them: a shape and a stride of the same nesting, and a function from coordinates to offsets.
//!
//! The definitions are the public ones of CuTe (CUTLASS 3, `media/docs/cpp/cute`): coordinates run through the leftmost
//! mode first; *composition*, *complement*, *logical divide* and *logical product* are what `tests/algebra.rs` holds
//! against enumeration. Where an operation is not defined, an [`Undefined`] says which numbers do not divide.

mod algebra;
mod swizzle;
mod text;

pub use algebra::Undefined;
pub use swizzle::Swizzle;
pub use text::Malformed;

/// A whole number, or a row of tuples: the nesting of shapes and strides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tuple {
    /// A number.
    Int(i64),
    /// Modes, first one fastest.
    Modes(Vec<Tuple>),
}

impl Tuple {
    /// A row of numbers.
    pub fn row(numbers: &[i64]) -> Self {
        Self::Modes(numbers.iter().map(|&n| Self::Int(n)).collect())
    }

    /// The numbers in it, in order.
    pub fn leaves(&self) -> Vec<i64> {
        match self {
            Self::Int(number) => vec![*number],
            Self::Modes(modes) => modes.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// The product of its numbers.
    pub fn product(&self) -> i64 {
        self.leaves().iter().product()
    }

    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(_), Self::Int(_)) => true,
            (Self::Modes(a), Self::Modes(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b)),
            (Self::Int(_), Self::Modes(_)) | (Self::Modes(_), Self::Int(_)) => false,
        }
    }
}

/// A shape with a stride of the same nesting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Tuple,
    stride: Tuple,
}

impl Layout {
    /// A layout; none if shape and stride are not nested alike, an extent is below 1 or a stride below 0.
    pub fn new(shape: Tuple, stride: Tuple) -> Option<Self> {
        let fits = shape.leaves().iter().all(|&e| e > 0) && stride.leaves().iter().all(|&s| s >= 0);
        (fits && shape.is_like(&stride)).then_some(Self { shape, stride })
    }

    /// One mode.
    pub fn mode(extent: i64, stride: i64) -> Self {
        Self {
            shape: Tuple::Int(extent),
            stride: Tuple::Int(stride),
        }
    }

    /// Layouts side by side, as modes of one.
    pub fn of_modes(modes: impl IntoIterator<Item = Self>) -> Self {
        let (shapes, strides) = modes.into_iter().map(|m| (m.shape, m.stride)).unzip();
        Self {
            shape: Tuple::Modes(shapes),
            stride: Tuple::Modes(strides),
        }
    }

    /// The shape.
    pub fn shape(&self) -> &Tuple {
        &self.shape
    }

    /// The stride.
    pub fn stride(&self) -> &Tuple {
        &self.stride
    }

    /// The layouts that stand side by side in it; itself, if it is one mode.
    pub fn modes(&self) -> Vec<Self> {
        match (&self.shape, &self.stride) {
            (Tuple::Modes(shapes), Tuple::Modes(strides)) => {
                let both = shapes.iter().cloned().zip(strides.iter().cloned());
                both.map(|(shape, stride)| Self { shape, stride }).collect()
            }
            (Tuple::Int(_), _) | (_, Tuple::Int(_)) => vec![self.clone()],
        }
    }

    /// Extents and strides without the nesting.
    pub fn flat(&self) -> Vec<(i64, i64)> {
        self.shape.leaves().into_iter().zip(self.stride.leaves()).collect()
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.shape.product()
    }

    /// One more than the largest offset.
    pub fn cosize(&self) -> i64 {
        1 + self
            .flat()
            .iter()
            .map(|(extent, stride)| (extent - 1) * stride)
            .sum::<i64>()
    }

    /// The offset of a coordinate that is given as one number. Numbers beyond the size go on along the last mode.
    pub fn at(&self, mut index: i64) -> i64 {
        let flat = self.flat();
        let mut offset = 0;
        for (place, &(extent, stride)) in flat.iter().enumerate() {
            let here = if place + 1 < flat.len() { index % extent } else { index };
            offset += here * stride;
            index /= extent;
        }
        offset
    }
}
