//! Runs two modules of one kernel on the same arrays in the interpreter, to see whether they do the same.

use std::ops::ControlFlow;
use tilewright_cutile::dtype::Dtype;
use tilewright_cutile::signature::{ArrayParam, Param, Signature};
use tilewright_interp::{Arg, Ended, Launch, Memory, Options, Outcome, run};
use tilewright_ir::numbers::float_bits;
use tilewright_ir::parse;
use tilewright_ir::types::Scalar;

/// A size where the signature does not say it: a multiple of all divisors of the random kernels.
const SIZE: i64 = 32;
/// Larger arrays are not made.
const MAX_ELEMENTS: i64 = 1 << 21;
/// The numbers are others in each of so many runs.
const SEEDS: u64 = 3;
/// The work of a run: random kernels may have loops without end.
const BUDGET: u64 = 1 << 22;

/// Runs both; the number of runs that came to their end and did the same, or what was not the same. A run that does not end, or that is
/// wrong by itself, as random kernels are, says nothing.
pub fn same_results(ours: &str, theirs: &str, signature: &Signature) -> Result<u64, String> {
    let modules = [parse(ours).module, parse(theirs).module];
    let mut same = 0;
    for seed in 0..SEEDS {
        let mut memory = Memory::default();
        let mut args = Vec::new();
        if signature
            .params
            .iter()
            .any(|param| arguments(param, seed, &mut memory, &mut args).is_none())
        {
            return Ok(same);
        }
        let launch = Launch { grid: [2, 1, 1], args };
        let options = Options {
            seed: 0,
            budget: BUDGET,
            tile_elements: 1 << 22,
        };
        let [a, b] = modules.each_ref().map(|module| {
            let mut memory = memory.clone();
            let outcome = run(module, None, &launch, &mut memory, options, &mut |_| {
                ControlFlow::Continue(())
            });
            (outcome, memory)
        });
        let (Ok(x), Ok(y)) = (&a.0, &b.0) else { continue };
        let is_clean = |outcome: &Outcome| outcome.is_clean();
        match (x.ended, y.ended) {
            (Ended::Done, Ended::Done) if a.1 == b.1 && x.printed == y.printed => same += 1,
            (Ended::Done, Ended::Done) if is_clean(x) && is_clean(y) => {
                return Err(format!(
                    "other results with the numbers of seed {seed}: {:?} and {:?}",
                    x.printed, y.printed
                ));
            }
            _ => {}
        }
    }
    Ok(same)
}

/// Adds what a parameter is at run time; none where that is not made here: lists of arrays, and arrays that are too large.
fn arguments(param: &Param, seed: u64, memory: &mut Memory, args: &mut Vec<Arg>) -> Option<()> {
    let number = args.len() as u64;
    match param {
        Param::Array(array) => {
            let shape = shape(array);
            let elements = shape.iter().fold(1, |end, (size, stride)| end + (size - 1) * stride);
            if elements > MAX_ELEMENTS {
                return None;
            }
            let bytes = (0..elements as u64)
                .flat_map(|i| bytes(array.dtype, i * 7 + seed * 5 + number))
                .collect();
            let buffer = memory.add(format!("argument {number}"), bytes, true);
            args.push(Arg::Pointer { buffer, offset: 0 });
            args.extend(shape.iter().map(|(size, _)| Arg::Scalar(*size as u64)));
            args.extend(shape.iter().map(|(_, stride)| Arg::Scalar(*stride as u64)));
        }
        Param::Scalar(dtype) => {
            let mut bits = [0; 8];
            bytes(*dtype, seed * 4 + number)
                .into_iter()
                .enumerate()
                .for_each(|(i, byte)| bits[i] = byte);
            args.push(Arg::Scalar(u64::from_le_bytes(bits)));
        }
        Param::Const(_) => {}
        Param::Tuple(items) => items.iter().try_for_each(|item| arguments(item, seed, memory, args))?,
        Param::List(_) => return None,
    }
    Some(())
}

/// Sizes and strides: what is not said is dense.
fn shape(array: &ArrayParam) -> Vec<(i64, i64)> {
    let mut dense = 1;
    let mut shape: Vec<(i64, i64)> = Vec::new();
    for dim in array.dims.iter().rev() {
        let size = dim.size.unwrap_or(SIZE);
        let stride = dim.stride.unwrap_or((dense + 15) / 16 * 16);
        dense = dense.max(stride * size);
        shape.push((size, stride));
    }
    shape.reverse();
    shape
}

/// A small number of a type.
fn bytes(dtype: Dtype, of: u64) -> Vec<u8> {
    let small = (of % 17) as i64
        - if dtype.is_unsigned() || dtype == Dtype::Bool {
            0
        } else {
            5
        };
    let bits = match Scalar::of_name(dtype.element()) {
        _ if dtype == Dtype::Bool => (small & 1) as u64,
        Some(scalar) if !dtype.is_int() => float_bits(scalar, small as f64 / 4.0),
        _ => small as u64,
    };
    bits.to_le_bytes()[..dtype.bits().div_ceil(8) as usize].to_vec()
}
