//! The data that a plan runs on.

use crate::plan::{Accuracy, Plan, stored_as, strides};
use crate::random::Random;
use tilewright_case::{Array, Case, Element, Param, Role, Tolerance};

/// The tolerance of each output: none where every bit counts, else the absolute and the relative part.
pub type Tolerances = Vec<Option<(f64, f64)>>;

/// Elements of each array that is changed atomically.
pub(crate) const COUNTERS: usize = 64;

impl Plan {
    /// The arrays and arguments of a launch; the same plan gives the same data.
    pub fn case(&self) -> Case {
        let mut arrays = Vec::new();
        for (i, input) in self.inputs.iter().enumerate() {
            let mut random = Random::new(self.seed ^ (i as u64 + 1).wrapping_mul(0xA5A5_5A5A_1234_5678));
            let mut shape = input.extents.clone();
            if input.view.is_none() {
                shape.insert(0, self.grid);
            }
            let element = element(input.tile.element);
            if input.tile.element == "f4E2M1FN" {
                let last = shape.len() - 1;
                shape[last] /= 2;
            }
            let count: usize = shape.iter().product();
            let bytes = (0..count).flat_map(|_| {
                let bits = if input.tame {
                    tame(&mut random, element)
                } else {
                    wild(&mut random, element)
                };
                bits.to_le_bytes().into_iter().take(element.bytes())
            });
            arrays.push(array(
                format!("X{i}"),
                element,
                shape.clone(),
                if input.stored { Role::InOut } else { Role::In },
                bytes.collect(),
                Tolerance::Exact,
            ));
        }
        for (i, &value) in self.outputs.iter().enumerate() {
            let ty = self.ty(value);
            let element = element(stored_as(ty.element).map_or(ty.element, |(to, _)| to));
            let mut shape = vec![self.grid];
            shape.extend(&ty.shape);
            let bytes = vec![0xFF; shape.iter().product::<usize>() * element.bytes()];
            let tolerance = match self.values[value.0].1 {
                Accuracy::Close { absolute, relative } => Tolerance::Close {
                    atol: absolute,
                    rtol: relative,
                },
                _ => Tolerance::Exact,
            };
            arrays.push(array(format!("Y{i}"), element, shape, Role::Out, bytes, tolerance));
        }
        for (i, name) in self.counters.iter().enumerate() {
            let element = element(name);
            let bytes = vec![0x11; COUNTERS * element.bytes()];
            arrays.push(array(
                format!("C{i}"),
                element,
                vec![COUNTERS],
                Role::InOut,
                bytes,
                Tolerance::Exact,
            ));
        }
        Case {
            name: format!("random_{}", self.seed),
            summary: String::new(),
            entry: format!("random_{}", self.seed),
            grid: [self.grid as u32, 1, 1],
            params: (0..arrays.len()).map(Param::Pointer).collect(),
            arrays,
        }
    }
}

/// The element type of this name; the generator only uses those that exist.
pub(crate) fn element(name: &str) -> Element {
    Element::from_name(name).unwrap_or(Element::I8)
}

fn array(
    name: String,
    element: Element,
    shape: Vec<usize>,
    role: Role,
    initial: Vec<u8>,
    tolerance: Tolerance,
) -> Array {
    Array {
        name,
        element,
        strides: strides(&shape),
        storage_shape: shape.clone(),
        shape,
        role,
        initial,
        expected: None,
        tolerance,
    }
}

/// Significant bits and largest exponent field of the float types.
fn float_format(element: Element) -> Option<(u32, u32)> {
    match element {
        Element::F16 => Some((10, 5)),
        Element::Bf16 => Some((7, 8)),
        Element::F32 => Some((23, 8)),
        Element::F64 => Some((52, 11)),
        Element::F8E4M3 => Some((3, 4)),
        Element::F8E5M2 => Some((2, 5)),
        _ => None,
    }
}

/// Any bits at all, the remarkable ones often.
fn wild(random: &mut Random, element: Element) -> u64 {
    let width = element.bytes() as u32 * 8;
    if element == Element::Bool {
        return random.bits() & 1;
    }
    let all = u64::MAX >> (64 - width);
    let bits = match (float_format(element), random.below(8)) {
        (_, 0..=2) => random.bits(),
        (Some((fraction, exponent)), 3) => {
            // Zero, infinity, NaN, the smallest and largest numbers, one, and their neighbours.
            let one = ((1u64 << (exponent - 1)) - 1) << fraction;
            let infinity = ((1u64 << exponent) - 1) << fraction;
            let base = *random.choose(&[
                0,
                1,
                one,
                infinity,
                infinity - 1,
                infinity | 1 << (fraction - 1),
                1 << fraction,
            ]);
            base | (random.bits() & 1) << (width - 1)
        }
        (Some(_), 4..=7) => tame(random, element),
        (_, 3) => *random.choose(&[0, 1, all, all >> 1, (all >> 1) + 1, 2, all - 1]),
        _ => random.bits() % 37,
    };
    bits & all
}

/// A number between -4 and 4 with few or many bits, or a small integer.
fn tame(random: &mut Random, element: Element) -> u64 {
    if let Some((fraction, exponent)) = float_format(element) {
        let value = random.unit() * 8.0 - 4.0;
        let value = if random.one_in(4) {
            (value * 2.0).round() / 2.0
        } else {
            value
        };
        return narrow(value, fraction, exponent);
    }
    match element {
        Element::Bool => random.bits() & 1,
        _ => (random.below(17) as i64 - 8) as u64 & (u64::MAX >> (64 - element.bytes() as u32 * 8)),
    }
}

/// A double as a shorter float, cut off; numbers below its normal range become zero.
fn narrow(value: f64, fraction: u32, exponent: u32) -> u64 {
    let bits = value.to_bits();
    let sign = (bits >> 63) << (fraction + exponent);
    let scale = ((bits >> 52) & 0x7FF) as i64 - 1023 + (1 << (exponent - 1)) - 1;
    if scale <= 0 {
        return sign;
    }
    sign | (scale as u64) << fraction | (bits & ((1 << 52) - 1)) >> (52 - fraction)
}
