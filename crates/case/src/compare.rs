//! Compares results with what was expected.

use crate::{Array, Case, Tolerance};

/// An element with what was found and what was expected.
#[derive(Clone, PartialEq, Debug)]
pub struct Worst {
    /// Its coordinates, outermost first.
    pub at: Vec<usize>,
    /// The value found.
    pub got: f64,
    /// The value expected.
    pub expected: f64,
}

/// One output, compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The array.
    pub name: String,
    /// The number of its elements.
    pub elements: usize,
    /// The largest `|got - expected|`; NaN if an element is NaN on one side only.
    pub largest_absolute: f64,
    /// The largest `|got - expected| / |expected|` where something other than zero is expected.
    pub largest_relative: f64,
    /// Elements beyond the tolerance.
    pub wrong: usize,
    /// The first of them.
    pub first_wrong: Option<Worst>,
    /// Bytes of the storage outside the array that were changed.
    pub strayed: usize,
    /// The tolerance.
    pub tolerance: Tolerance,
}

impl Comparison {
    /// Whether every element is within the tolerance and nothing else was written.
    pub fn passed(&self) -> bool {
        self.wrong == 0 && self.strayed == 0
    }
}

impl Case {
    /// Compares every output that has expected content. `memory` has the bytes of every array after the run.
    pub fn compare(&self, memory: &[Vec<u8>]) -> Vec<Comparison> {
        let outputs = self.arrays.iter().zip(memory).filter(|(array, _)| array.is_output());
        outputs.filter_map(|(array, bytes)| array.compare(bytes)).collect()
    }
}

impl Array {
    /// Compares the bytes of the array after a run with what was expected, if that is known.
    pub fn compare(&self, bytes: &[u8]) -> Option<Comparison> {
        Some(compare(self, bytes, self.expected.as_ref()?))
    }
}

fn element_bits(bytes: &[u8], index: usize, width: usize) -> u64 {
    let element = bytes.get(index * width..(index + 1) * width).unwrap_or(&[]);
    element.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}

fn compare(array: &Array, got: &[u8], expected: &[u8]) -> Comparison {
    let width = array.element.bytes();
    let elements: usize = array.shape.iter().product();
    let mut result = Comparison {
        name: array.name.clone(),
        elements,
        largest_absolute: 0.0,
        largest_relative: 0.0,
        wrong: 0,
        first_wrong: None,
        strayed: 0,
        tolerance: array.tolerance,
    };
    let mut inside = vec![false; got.len() / width];
    let mut at = vec![0; array.shape.len()];
    for _ in 0..elements {
        let index: usize = at.iter().zip(&array.strides).map(|(c, s)| c * s).sum();
        if let Some(flag) = inside.get_mut(index) {
            *flag = true;
        }
        result.element(
            array,
            &at,
            element_bits(got, index, width),
            element_bits(expected, index, width),
        );
        for (place, &extent) in at.iter_mut().zip(&array.shape).rev() {
            *place += 1;
            if *place < extent {
                break;
            }
            *place = 0;
        }
    }
    for (index, _) in inside.iter().enumerate().filter(|(_, inside)| !**inside) {
        if element_bits(got, index, width) != element_bits(&array.initial, index, width) {
            result.strayed += width;
        }
    }
    result
}

impl Comparison {
    fn element(&mut self, array: &Array, at: &[usize], got: u64, expected: u64) {
        let (x, y) = (array.element.value(got), array.element.value(expected));
        let difference = if got == expected || x == y { 0.0 } else { (x - y).abs() };
        let same_nan = x.is_nan() && y.is_nan();
        // A NaN stays once it is there.
        let larger = difference.is_nan() || difference > self.largest_absolute;
        if larger && !same_nan && !self.largest_absolute.is_nan() {
            self.largest_absolute = difference;
        }
        if y != 0.0 && difference / y.abs() > self.largest_relative {
            self.largest_relative = difference / y.abs();
        }
        let right = match self.tolerance {
            Tolerance::Exact if array.element.is_float() => got == expected || x == y || same_nan,
            Tolerance::Exact => got == expected,
            Tolerance::Close { atol, rtol } => {
                same_nan || x == y || difference <= atol + rtol * y.abs() && y.is_finite()
            }
        };
        if !right {
            self.wrong += 1;
            self.first_wrong.get_or_insert_with(|| Worst {
                at: at.to_vec(),
                got: x,
                expected: y,
            });
        }
    }
}
