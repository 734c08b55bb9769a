//! Products of blocks that have scales, where the unit takes them as they are: part of `convert-cudatile-to-tileaa`.

use crate::convert_cudatile_to_tileaa::Cx;
use crate::products::{element, scaled_operands, shape};
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{cuda_tile, nv_tileaa};
use tilewright_ir::{Op, Value};
use tilewright_units::WARPS;
use tilewright_units::product::{matrices, mma_k_bytes};

/// Makes the product that a unit starts, if it can; says why not where the target has such a unit.
pub(crate) fn by_unit(cx: &mut Cx<'_>, op: Op) -> Result<bool, Failure> {
    let (warps, tensor) = (cx.state.warps_scale_blocks, cx.state.tensor_scaled);
    if !warps && tensor.is_none() {
        return Ok(false);
    }
    let ([lhs, rhs, acc], scales) = scaled_operands(cx, op)?;
    let (name, scale) = (element(cx, lhs), element(cx, scales[0]));
    let [_, m, k] = matrices(&shape(cx, lhs));
    let [_, _, blocks] = matrices(&shape(cx, scales[0]));
    let block = k / blocks.max(1);
    let bits = i64::from(cx.new.element_bits(cx.new.ty(lhs)));
    let step = 8 * mma_k_bytes() / bits.max(1);
    let types = tensor.map_or(WARPS.scaled.types, |tensor| tensor.types);
    let is_in_loop = || {
        let around = cx.old.parent_op(op);
        around.is_some_and(|around| cx.old.kind(around) == cuda_tile::FOR)
    };
    let why = if !types.iter().any(|types| types.takes(name, scale, block)) {
        format!("the unit has no scales of {scale} for {block} elements of {name} each")
    } else if tensor.is_some() && !is_in_loop() {
        "it is in no loop, and nothing else would start it".to_string()
    } else if tensor.is_some_and(|tensor| !(tensor.fits)(m)) {
        format!("the unit takes 128 rows, or a multiple, and there are {m}")
    } else if k < step {
        format!("the unit multiplies {step} elements of {name} along K, and there are {k}")
    } else {
        let lists: [&[Value]; 5] = [&[lhs], &[rhs], &[acc], &scales[..1], &scales[1..]];
        let ty = cx.new.ty(acc);
        let product = cx.build().op(nv_tileaa::DOT_SCALED, &lists, &[ty]);
        cx.rename(cx.old.result(op, 0), cx.new.result(product, 0));
        return Ok(true);
    };
    let message = format!("operands are multiplied by their scales as 16-bit floats: {why}");
    let warning = Diagnostic::error("lower.scales-converted", cx.old.span(op), message)
        .with_severity(Severity::Warning)
        .with_help(
            "give the product tiles of more rows, or of more elements along K, or scales of blocks that the unit has",
        );
    cx.state.warnings.push(warning);
    Ok(false)
}
