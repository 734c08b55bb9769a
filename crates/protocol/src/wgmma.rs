//! The ops by which `wgmma` multiplies while its threads go on, and what they mean to the verdict (PTX ISA, `wgmma`).

use crate::model::{Model, Seen};
use tilewright_ir::OpKind;
use tilewright_ir::ops::nvvm;

/// Orders earlier accesses to registers before the products that follow: the op, and its name in a finding.
pub(crate) const FENCE: (OpKind, &str) = (nvvm::WGMMA_FENCE, "wgmma.fence");
/// Waits until at most `count` groups of products are in flight.
pub(crate) const WAIT: (OpKind, &str) = (nvvm::WGMMA_WAIT_GROUP, "wgmma.wait_group");

/// The effects of these ops.
pub(crate) static MODELS: [(OpKind, Model); 3] = [
    (nvvm::WGMMA_COMMIT_GROUP, Model::Seen(Seen::CommitProducts)),
    (WAIT.0, Model::Seen(Seen::WaitProducts)),
    (FENCE.0, Model::Fence),
];
