//! What threads can copy by themselves (PTX ISA, `cp.async`), and how a tile lies in shared memory then.
//!
//! It lies there as the copy engine would write it ([`super::tma`]), swizzle and all, so that the rows of any 8 by 8 block
//! are in different banks. What is refused there for the engine's sake is allowed here: views whose extents and address
//! are computed in the kernel.

use super::tma::{Boxes, Refusal, SPANS, padding};
use crate::affine::{Number, ViewFacts};
use crate::divisibility::power_of;
use tilewright_ir::{Module, Op};

/// Bytes that one copy moves, and that its addresses are multiples of.
pub const COPIED: u64 = 16;

/// How threads copy the tiles of a view.
///
/// # Errors
/// If they cannot 16 bytes at a time, with the rule and what to do.
pub fn thread_boxes(module: &Module, op: Op, facts: &ViewFacts) -> Result<Boxes, Refusal> {
    let refuse = |message: String, note: &str, help: &str| {
        Err(Refusal {
            message: format!("threads cannot copy this view by 16 bytes: {message}"),
            note: note.to_string(),
            help: help.to_string(),
        })
    };
    if facts.sparse_dim.is_some() {
        return refuse(
            "its rows are named one by one".to_string(),
            "only tiles of a partition are copied ahead",
            "use a partition view",
        );
    }
    let rank = facts.tile.len();
    let unit = |dim: &usize| facts.strides[facts.dim_map[*dim]] == Number::Known(1);
    let Some(contiguous) = (rank.saturating_sub(2)..rank).find(unit) else {
        return refuse(
            "no dimension of the matrix is contiguous".to_string(),
            "16 neighbouring bytes are copied at once",
            "make the rows or the columns contiguous, and say so with a stride of 1",
        );
    };
    let bytes = facts.element_bytes();
    let strides = facts.stride_divisors().iter().enumerate();
    let mut others = strides.filter(|(dim, _)| *dim != facts.dim_map[contiguous]);
    if let Some((dim, divisor)) = others.find(|(_, divisor)| !(**divisor * bytes).is_multiple_of(COPIED)) {
        return refuse(
            format!("the stride of dimension {dim} is known to be a multiple of {divisor} elements only"),
            "the addresses of a copy are multiples of 16 bytes",
            &format!("assume that it is divisible by {}", COPIED / bytes),
        );
    }
    if !facts.base_divisor().is_multiple_of(COPIED) {
        return refuse(
            match facts.base_divisor() {
                1 => "its address may be anything".to_string(),
                divisor => format!("its address is known to be a multiple of {divisor} bytes only"),
            },
            "the addresses of a copy are multiples of 16 bytes",
            "assume that the pointer is divisible by 16",
        );
    }
    if !(power_of(facts.steps[contiguous].unsigned_abs()) * bytes).is_multiple_of(COPIED) {
        return refuse(
            format!("tiles start every {} elements", facts.steps[contiguous]),
            "the addresses of a copy are multiples of 16 bytes",
            "use larger steps between tiles",
        );
    }
    if let Some(word) = padding(module, op).filter(|word| word != "zero") {
        return refuse(
            format!("elements outside are to read as {word}"),
            "a copy fills with zeros",
            "use padding_value = zero",
        );
    }
    let inner = facts.tile[contiguous] * bytes as i64;
    let Some(span) = SPANS.into_iter().find(|span| inner % span == 0) else {
        return refuse(
            format!("a row of a tile has {inner} bytes"),
            "rows of less than 32 bytes have no swizzle",
            "use wider tiles",
        );
    };
    let mut extents = facts.tile.clone();
    extents[contiguous] = span / bytes as i64;
    Ok(Boxes {
        contiguous,
        span,
        count: inner / span,
        extents,
        element_bytes: bytes as i64,
    })
}
