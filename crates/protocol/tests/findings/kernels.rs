//! The kernels that twins are made of, when their pipelines have become barriers.

use super::lowered;
use tilewright_driver::{Options, Strategy};

/// The gallery's product, with three stages.
pub(super) fn product() -> String {
    let options = Options {
        num_stages: Some(3),
        ..Options::default()
    };
    lowered(include_str!("../../../../tests/kernels/matmul.mlir"), options)
}

/// The same, all threads doing the same: the last iterations are a loop of their own.
pub(super) fn drained_product() -> String {
    let options = Options {
        pipeline_strategy: Some(Strategy::Unspecialize),
        ..Options::default()
    };
    lowered(include_str!("../../../../tests/kernels/matmul.mlir"), options)
}

/// Attention: two products, of which the second takes words in registers, run while softmax is computed.
pub(super) fn attention() -> String {
    lowered(
        include_str!("../../../../tests/cutile/attention.mlir"),
        Options::default(),
    )
}

/// A product of words that are made in the same iteration.
pub(super) fn running() -> String {
    lowered(
        include_str!("../../../../tests/language/rings_running.mlir"),
        Options::default(),
    )
}

/// An accumulator that the loop adds to another tile, once the next product adds to it.
pub(super) fn added_late() -> String {
    let text = lowered(
        include_str!("../../../../tests/language/rings_accumulator_read.mlir"),
        Options::default(),
    );
    let is_read = |line: &&str| line.contains("arith.addf") && line.contains("%acc_2");
    let read = text.lines().find(is_read).expect("a read of what the loop carries");
    let commit = text.lines().find(|line| line.contains("wgmma.commit_group"));
    let commit = commit.expect("a group of products");
    text.replacen(read, "", 1)
        .replacen(commit, &format!("{commit}\n{read}"), 1)
}

/// A right operand that consumers compute and write to slots.
pub(super) fn written() -> String {
    lowered(
        include_str!("../../../../tests/language/rings_weighed.mlir"),
        Options::default(),
    )
}

/// A right operand that transformers make and write to slots.
pub(super) fn transformed() -> String {
    lowered(
        include_str!("../../../../tests/language/rings_dequantised.mlir"),
        Options::default(),
    )
}
