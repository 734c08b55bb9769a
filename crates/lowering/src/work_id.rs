//! The layout of a place in a ring of work ids: the response of cluster launch control, then the full and the empty
//! barrier.

use tilewright_ir::MBARRIER_BYTES;

/// Bytes of the response (PTX ISA, `clusterlaunchcontrol.try_cancel`: 128 bits).
pub(crate) const RESPONSE_BYTES: i64 = 16;
/// The place of the full barrier.
pub(crate) const FULL: i64 = RESPONSE_BYTES;
/// The place of the empty barrier.
pub(crate) const EMPTY: i64 = FULL + MBARRIER_BYTES;
/// Bytes of the whole.
pub(crate) const WORK_ID_BYTES: i64 = EMPTY + MBARRIER_BYTES;
