//! IR of `nv_tileaa` in the input language again, so that the interpreter can run it: the ops of that level are twins of those of
//! the input language, and differ in their names alone.

use std::collections::BTreeMap;
use tilewright_passes::convert_cudatile_to_tileaa::lowered_names;

/// The text of an `nv_tileaa` module in the input language, line by line. An op that has no twin keeps its name, and the reader of
/// the text refuses it.
pub fn lift(text: &str) -> String {
    let twins: BTreeMap<&str, &str> = lowered_names().map(|(above, below)| (below, above)).collect();
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
            out.push_str(match word {
                "nv_tileaa.func" => "entry",
                "nv_tileaa.dot" if line.contains("signed") => "cuda_tile.mmai",
                "nv_tileaa.dot" => "cuda_tile.mmaf",
                // Three ops have become one, which the type of its result tells apart.
                "nv_tileaa.make_tiled_view" if line.contains(": partition_view<") => "cuda_tile.make_partition_view",
                "nv_tileaa.make_tiled_view" if line.contains(": strided_view<") => "cuda_tile.make_strided_view",
                word => twins.get(word).copied().unwrap_or(word),
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
