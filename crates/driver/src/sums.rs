//! The order of sums: floats that atomics add up are rounded in the order in which threads arrive.

use tilewright_diag::LineIndex;
use tilewright_ir::Module;
use tilewright_ir::ops::cuda_tile;
use tilewright_lowering::convert_cudatile_to_tileaa;

/// Where the order of a kernel's sums of floats is not fixed, in words; none: it is.
pub(crate) fn words(module: &Module, entry: &str, index: &LineIndex) -> Option<String> {
    let kernel = convert_cudatile_to_tileaa::entry_op(module, entry)?;
    let adds = |op| {
        let is_atomic = matches!(
            module.kind(op),
            cuda_tile::ATOMIC_RMW_TKO | cuda_tile::ATOMIC_RED_VIEW_TKO
        );
        // Absent: every other op adds nothing in memory.
        is_atomic && module.keyword(op, "mode") == "addf"
    };
    let body = module.entry_block(*module.regions(kernel).first()?)?;
    let ops = module.walk(body).into_iter().filter(|&op| adds(op));
    let mut lines: Vec<u32> = ops.filter_map(|op| Some(index.line(module.span(op)?.start))).collect();
    lines.dedup();
    let (number, names) = (lines.len(), lines.iter().map(u32::to_string).collect::<Vec<_>>());
    (number > 0).then(|| {
        format!(
            "the atomics at {} {} add floats in the order in which they arrive: the last bits of a result may differ from run to run; \
             turns that are taken under a lock, or partial sums that a second kernel adds, fix the order",
            if number == 1 { "line" } else { "lines" },
            names.join(", ")
        )
    })
}
