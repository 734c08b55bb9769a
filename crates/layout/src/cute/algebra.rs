//! Layouts that are made of layouts: coalesce, composition, complement, logical divide and logical product.

use super::{Layout, Tuple};
use crate::ceil_div;
use std::fmt;

/// An operation that has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// A stride of the right layout steps through a mode of the left one, and neither divides the other.
    Stride {
        /// The extent of the mode.
        extent: i64,
        /// The stride.
        stride: i64,
    },
    /// An extent of the right layout ends within a mode of the left one.
    Extent {
        /// The part of the mode that is left.
        left: i64,
        /// The extent.
        extent: i64,
    },
    /// Modes of the right layout add up beyond a mode of the left one, so that the left one cannot be applied to each by itself.
    Carry {
        /// Elements of the left layout up to the end of that mode.
        boundary: i64,
    },
    /// Two coordinates have one offset, or offsets overlap, so that there is no complement.
    Overlap {
        /// The stride of a mode.
        stride: i64,
        /// The part that the modes below it take.
        taken: i64,
    },
    /// A number is beyond 63 bits.
    TooLarge,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stride { extent, stride } => {
                write!(
                    f,
                    "a stride of {stride} through a mode of {extent}: neither divides the other"
                )
            }
            Self::Extent { left, extent } => {
                write!(
                    f,
                    "{extent} elements end within a mode of which {left} are left: neither divides the other"
                )
            }
            Self::Carry { boundary } => {
                write!(
                    f,
                    "modes that are applied one by one add up beyond element {boundary}, where a mode ends"
                )
            }
            Self::Overlap { stride, taken } => {
                write!(
                    f,
                    "a mode of stride {stride} overlaps those below it, which take {taken}"
                )
            }
            Self::TooLarge => write!(f, "a number is beyond 63 bits"),
        }
    }
}

impl std::error::Error for Undefined {}

impl Layout {
    /// The same function with as few modes as can be: neighbours that go on in one another are one, modes of one
    /// element vanish.
    pub fn coalesced(&self) -> Self {
        let mut modes: Vec<(i64, i64)> = Vec::new();
        for (extent, stride) in self.flat() {
            match modes.last_mut() {
                _ if extent == 1 => {}
                Some((before, step)) if *before * *step == stride => *before *= extent,
                _ => modes.push((extent, stride)),
            }
        }
        from_flat(&modes)
    }

    /// `self` after `inner`: the layout whose offset at `i` is `self(inner(i))`, nested as `inner` is.
    ///
    /// # Errors
    /// Where strides and extents of `inner` do not divide those of `self` or the other way round, or modes of `inner` add up
    /// across modes of `self`.
    pub fn composed(&self, inner: &Self) -> Result<Self, Undefined> {
        let modes = self.coalesced().flat();
        adds_up_within(&modes, inner)?;
        nested(&modes, &inner.shape, &inner.stride)
    }

    /// The layout of the offsets below `size` that `self` leaves out, each reached once from an offset of `self`:
    /// side by side, both reach every offset. Modes of stride 0 count as none, as in CuTe.
    ///
    /// # Errors
    /// Where modes of `self` overlap.
    pub fn complement(&self, size: i64) -> Result<Self, Undefined> {
        let moves = |&(extent, stride): &(i64, i64)| extent > 1 && stride > 0;
        let mut modes: Vec<(i64, i64)> = self.flat().into_iter().filter(moves).collect();
        modes.sort_by_key(|&(extent, stride)| (stride, extent));
        let mut rest = Vec::new();
        let mut taken = 1;
        for (extent, stride) in modes {
            if stride < taken || stride % taken != 0 {
                return Err(Undefined::Overlap { stride, taken });
            }
            rest.push((stride / taken, taken));
            taken = extent.checked_mul(stride).ok_or(Undefined::TooLarge)?;
        }
        rest.push((ceil_div(size, taken), taken));
        Ok(from_flat(&rest).coalesced())
    }

    /// `self` in tiles of `tile`: the first mode runs within a tile, the second from tile to tile.
    ///
    /// # Errors
    /// Where the tile has no complement or does not divide `self`.
    pub fn divided(&self, tile: &Self) -> Result<Self, Undefined> {
        let tiles = tile.complement(self.size())?;
        self.composed(&Self::of_modes([tile.clone(), tiles]))
    }

    /// `self` repeated as `others` says: the first mode is `self`, the second goes from copy to copy.
    ///
    /// # Errors
    /// Where `self` has no complement or that does not divide.
    pub fn repeated(&self, others: &Self) -> Result<Self, Undefined> {
        let room = self.size().checked_mul(others.cosize()).ok_or(Undefined::TooLarge)?;
        let copies = self.complement(room)?.composed(others)?;
        Ok(Self::of_modes([self.clone(), copies]))
    }
}

/// A layout of these modes; one mode of one element if there are none.
fn from_flat(modes: &[(i64, i64)]) -> Layout {
    match modes {
        [] => Layout::mode(1, 0),
        &[(extent, stride)] => Layout::mode(extent, stride),
        _ => Layout::of_modes(modes.iter().map(|&(extent, stride)| Layout::mode(extent, stride))),
    }
}

/// Each mode of `inner` is looked up by itself: their offsets must not add up beyond the end of a mode of `outer`.
fn adds_up_within(outer: &[(i64, i64)], inner: &Layout) -> Result<(), Undefined> {
    let mut boundary: i64 = 1;
    for &(extent, _) in outer.iter().rev().skip(1).rev() {
        boundary = boundary.checked_mul(extent).ok_or(Undefined::TooLarge)?;
        let most = |(extent, stride): (i64, i64)| ((extent - 1) * stride).min(boundary - gcd(stride, boundary));
        let sum: i64 = inner.flat().into_iter().map(most).sum();
        if sum >= boundary {
            return Err(Undefined::Carry { boundary });
        }
    }
    Ok(())
}

fn gcd(a: i64, b: i64) -> i64 {
    if a == 0 { b } else { gcd(b % a, a) }
}

fn nested(outer: &[(i64, i64)], shape: &Tuple, stride: &Tuple) -> Result<Layout, Undefined> {
    match (shape, stride) {
        (Tuple::Modes(shapes), Tuple::Modes(strides)) => {
            let modes = shapes
                .iter()
                .zip(strides)
                .map(|(shape, stride)| nested(outer, shape, stride));
            Ok(Layout::of_modes(modes.collect::<Result<Vec<_>, _>>()?))
        }
        (Tuple::Int(extent), Tuple::Int(stride)) => stepped(outer, *extent, *stride),
        // Absent: a layout's shape and stride are nested alike.
        (Tuple::Int(_), Tuple::Modes(_)) | (Tuple::Modes(_), Tuple::Int(_)) => Ok(Layout::mode(1, 0)),
    }
}

/// Every `stride`-th element of a coalesced layout, `extent` of them.
fn stepped(outer: &[(i64, i64)], mut extent: i64, mut stride: i64) -> Result<Layout, Undefined> {
    if stride == 0 || extent == 1 {
        return Ok(Layout::mode(extent, 0));
    }
    let mut modes = Vec::new();
    let Some((&(_, last), inner)) = outer.split_last() else {
        return Ok(Layout::mode(extent, 0));
    };
    for &(size, step) in inner {
        // The stride jumps over the mode, or goes through what it leaves of it.
        if stride % size == 0 {
            stride /= size;
            continue;
        }
        if size % stride != 0 {
            return Err(Undefined::Stride { extent: size, stride });
        }
        let left = size / stride;
        let here = left.min(extent);
        if extent % here != 0 {
            return Err(Undefined::Extent { left, extent });
        }
        modes.push((here, stride.checked_mul(step).ok_or(Undefined::TooLarge)?));
        extent /= here;
        stride = 1;
        if extent == 1 {
            break;
        }
    }
    if extent > 1 {
        modes.push((extent, stride.checked_mul(last).ok_or(Undefined::TooLarge)?));
    }
    Ok(from_flat(&modes))
}
