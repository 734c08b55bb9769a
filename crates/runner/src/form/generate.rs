//! The content of arrays.

use super::{Argument, ArgumentRole, Launch, analysis};
use tilewright_case::{Array, Case, Element, Param, Role, Tolerance};
use tilewright_ir::numbers::float_bits;
use tilewright_ir::types::SCALARS;

/// Numbers in an order that a seed chooses (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
}

/// A launch with data, without expected results. The same launch gives the same data everywhere.
///
/// Floats are multiples of 1/256 between -2 and 2, rounded to their format, and without their sign where they scale blocks; whole numbers are from 0 to 15, or so large
/// that they can be indices of what they index: a permutation where stores go there. What is updated by atomics that
/// answer, such as locks, is zero. Arrays that the kernel writes have such content before, too: what it leaves unwritten
/// is compared as well.
///
/// # Errors
/// An argument has a type that is not known.
pub fn generate(launch: &Launch) -> Result<Case, String> {
    let mut params = Vec::new();
    let mut arrays = Vec::new();
    for (i, argument) in launch.arguments.iter().enumerate() {
        let element = analysis::element(&argument.element)?;
        if argument.role.is_array() {
            params.push(Param::Pointer(arrays.len()));
            arrays.push(array(argument, element, u64::from(launch.seed) << 32 | i as u64));
        } else {
            let bits = bits(element, &argument.element, argument.value);
            params.push(Param::Number { element, bits });
        }
    }
    Ok(Case {
        name: launch.entry.clone(),
        summary: String::new(),
        entry: launch.entry.clone(),
        grid: launch.grid,
        params,
        arrays,
    })
}

fn array(argument: &Argument, element: Element, seed: u64) -> Array {
    let count = argument.value as usize;
    let mut random = Random(seed);
    let mut order: Vec<u32> = Vec::new();
    if argument.distinct {
        order.extend(0..argument.below.max(count as u32));
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last as u64 + 1) as usize);
        }
    }
    let mut initial = content(element, &argument.element, count, &mut random, argument.below, &order);
    if argument.scales {
        let signs = initial.iter_mut().skip(element.bytes() - 1).step_by(element.bytes());
        signs.for_each(|byte| *byte &= 0x7F);
    }
    Array {
        name: argument.name.clone(),
        element,
        shape: vec![count],
        strides: vec![1],
        role: if argument.role == ArgumentRole::Output {
            Role::InOut
        } else {
            Role::In
        },
        initial,
        storage_shape: vec![count],
        expected: None,
        tolerance: tolerance(element),
    }
}

/// `count` elements; whole numbers are less than `below`, and the first of them those of `order`.
fn content(element: Element, name: &str, count: usize, random: &mut Random, below: u32, order: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(count * element.bytes());
    for i in 0..count {
        let value = match element {
            Element::F8E8M0 => 2f64.powi(random.below(5) as i32 - 2),
            Element::Bool => random.below(2) as f64,
            _ if element.is_float() => random.below(1025) as f64 / 256.0 - 2.0,
            _ => order
                .get(i)
                .map_or_else(|| random.below(below.into()) as f64, |&n| n.into()),
        };
        let bits = bits(element, name, value);
        // Absent: an element has at most 8 bytes.
        bytes.extend_from_slice(bits.to_le_bytes().get(..element.bytes()).unwrap_or(&[]));
    }
    bytes
}

/// The content of an array that no kernel says anything of: the one at place `at`.
pub(crate) fn content_of(element: Element, count: usize, seed: u32, at: usize) -> Vec<u8> {
    let mut random = Random(u64::from(seed) << 32 | at as u64);
    content(element, element.name(), count, &mut random, 16, &[])
}

fn bits(element: Element, name: &str, value: f64) -> u64 {
    let scalar = SCALARS.iter().find_map(|t| t.scalar.filter(|s| s.name == name));
    match scalar {
        Some(scalar) if element.is_float() => float_bits(scalar, value),
        // A truth value is 0 or 1, whatever number stands for it.
        Some(scalar) if scalar.bits == 1 => u64::from(value != 0.0),
        _ => value as i64 as u64 & (u64::MAX >> (64 - 8 * element.bytes())),
    }
}

/// The distance that two right results may have: a few steps of the format, more where sums in another order differ.
fn tolerance(element: Element) -> Tolerance {
    let rtol = match element {
        Element::F64 => 1e-9,
        Element::F32 => 1e-4,
        Element::Tf32 => 1e-3,
        Element::F16 => 4e-3,
        Element::Bf16 => 2e-2,
        Element::F8E4M3 => 0.15,
        Element::F8E5M2 => 0.3,
        _ => return Tolerance::Exact,
    };
    Tolerance::Close { atol: 2.0 * rtol, rtol }
}
