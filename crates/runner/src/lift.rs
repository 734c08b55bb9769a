//! IR of `nv_tileaa` in the input language again, so that the interpreter can run it: the ops of that level are twins
//! of those of the input language, and differ in their names alone.

use std::collections::BTreeMap;
use tilewright_ir::OpKind;
use tilewright_ir::Registry;
use tilewright_ir::ops::{cuda_tile, nv_tileaa};
use tilewright_lowering::convert_cudatile_to_tileaa::lowered_ops;

/// The text of an `nv_tileaa` module in the input language, line by line. An op that has no twin keeps its name, and
/// the reader of the text refuses it.
pub fn lift(text: &str) -> String {
    let twins: BTreeMap<OpKind, OpKind> = lowered_ops().map(|(above, below)| (below, above)).collect();
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut quoted = false;
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%' | '@' | '#' | '!' | '$');
            let end = rest
                .find(|c| !is_word(c))
                .filter(|_| !quoted)
                .unwrap_or(if quoted { 0 } else { rest.len() });
            if end == 0 {
                quoted ^= first == '"';
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            let (word, after) = rest.split_at(end);
            rest = after;
            out.push_str(match Registry::builtin().op(word).map(|def| def.kind) {
                Some(nv_tileaa::FUNC) => "entry",
                Some(nv_tileaa::DOT) if line.contains("signed") => cuda_tile::MMAI.name(),
                Some(nv_tileaa::DOT) => cuda_tile::MMAF.name(),
                Some(nv_tileaa::DOT_SCALED) => cuda_tile::MMAF_SCALED.name(),
                // Three ops have become one, which the type of its result tells apart.
                Some(nv_tileaa::MAKE_TILED_VIEW) if line.contains(": partition_view<") => {
                    cuda_tile::MAKE_PARTITION_VIEW.name()
                }
                Some(nv_tileaa::MAKE_TILED_VIEW) if line.contains(": strided_view<") => {
                    cuda_tile::MAKE_STRIDED_VIEW.name()
                }
                kind => kind.and_then(|kind| twins.get(&kind)).map_or(word, |twin| twin.name()),
            });
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_driver::{Options, compile, gallery};

    #[test]
    fn every_kernel_of_the_gallery_is_lifted_and_verifies() {
        for kernel in gallery() {
            let passes = compile(kernel.source, &Options::default()).report.passes;
            for pass in passes.iter().filter(|pass| pass.level == "nv_tileaa" && pass.changed) {
                let text = lift(&pass.listing.text);
                let parsed = tilewright_ir::parse(&text);
                assert_eq!(parsed.diagnostics, [], "{} after {}:\n{text}", kernel.name, pass.name);
                let wrong = tilewright_ir::verify(&parsed.module);
                assert_eq!(wrong, [], "{} after {}:\n{text}", kernel.name, pass.name);
            }
        }
    }

    #[test]
    fn words_in_strings_and_ops_without_a_twin_stay() {
        let line =
            "  nv_tileaa.assert %c, \"see arith.addi\" : tile<i1>\n  cutlass.tile_scheduler.get_current_work %p\n";
        let lifted = lift(line);
        assert_eq!(lifted, line.replace("nv_tileaa", "cuda_tile"));
    }
}
