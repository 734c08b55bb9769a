//! Plans that join the partial accumulators of a split tile: lists of memory operations that a kernel's epilogue
//! carries out. A plan is data, so the same one is executed here, emitted as code, and drawn.

use crate::work::WorkTile;
use serde::Serialize;

/// One operation of a fixup, in program order.
///
/// Ordering: `AddRelease` publishes every earlier store of the CTA (a CTA barrier, then thread 0 runs
/// `fence.acq_rel.gpu` and a relaxed add). The waits are acquire loads at gpu scope, spun by thread 0, then a CTA
/// barrier. The cluster barrier arrives with release and waits with acquire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "op")]
pub enum FixupStep {
    /// Write the accumulator to workspace slot `slot`.
    StorePartial {
        /// Slot index, in accumulator tiles.
        slot: u64,
    },
    /// Add the accumulator into slot `slot`, in one go (no other CTA may touch the slot meanwhile).
    AddPartial {
        /// Slot index, in accumulator tiles.
        slot: u64,
    },
    /// Add the accumulator into slot `slot` with atomic adds.
    AtomicAddPartial {
        /// Slot index, in accumulator tiles.
        slot: u64,
    },
    /// Add slot `slot` to the accumulator.
    LoadPartial {
        /// Slot index, in accumulator tiles.
        slot: u64,
    },
    /// Add `value` to lock `lock`, releasing earlier writes.
    AddRelease {
        /// Lock index.
        lock: u64,
        /// Increment.
        value: u32,
    },
    /// Wait until lock `lock` equals `value`, acquiring what was released.
    WaitEqual {
        /// Lock index.
        lock: u64,
        /// Value waited for.
        value: u32,
    },
    /// Wait until lock `lock` is at least `value`, acquiring what was released.
    WaitAtLeast {
        /// Lock index.
        lock: u64,
        /// Value waited for.
        value: u32,
    },
    /// Set lock `lock` to 0, so that the next launch finds it so.
    ResetLock {
        /// Lock index.
        lock: u64,
    },
    /// Arrive at the cluster barrier (release).
    ClusterArrive,
    /// Wait for the cluster barrier (acquire).
    ClusterWait,
    /// Run the epilogue on the accumulator.
    Epilogue,
}

/// Protocols that join partial accumulators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The contract: each split owns a slot; the final one waits for all, adds in order, resets the lock.
    Contract,
    /// CUTLASS, deterministic: one slot; pieces take turns in K order.
    Turnstile,
    /// CUTLASS, non-deterministic: one slot; middle pieces add atomically once the first has stored.
    Atomic,
    /// The contract's SM100 form: own slots, joined at the cluster barrier.
    ClusterBarrier,
}

/// Where a piece stands among the splits of its tile (the `contract` protocols).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SplitPosition {
    /// Which split, in K order.
    pub split: u32,
    /// Splits of the tile.
    pub expected_splits: u32,
    /// Slots reserved for each tile.
    pub slots_per_tile: u32,
}

/// CUTLASS's plan for a piece: the lock counts finished K tiles, one partial tile is accumulated in place.
/// `lock_stride` is the number of warp groups and `warp_group` the one that runs the plan.
pub fn cutlass(piece: &WorkTile, protocol: Protocol, lock_stride: u32, warp_group: u32) -> Vec<FixupStep> {
    if !piece.needs_fixup {
        return vec![FixupStep::Epilogue];
    }
    let slot = piece.tile_index as u64;
    let lock = crate::cutlass::workspace::Workspace::lock_index(piece.tile_index, lock_stride, warp_group);
    let done = FixupStep::AddRelease {
        lock,
        value: piece.k_count,
    };
    if piece.epilogue {
        let wait = FixupStep::WaitEqual {
            lock,
            value: piece.k_start,
        };
        return vec![wait, FixupStep::LoadPartial { slot }, FixupStep::Epilogue];
    }
    if piece.k_start == 0 {
        return vec![FixupStep::StorePartial { slot }, done];
    }
    if protocol == Protocol::Atomic {
        vec![
            FixupStep::WaitAtLeast { lock, value: 1 },
            FixupStep::AtomicAddPartial { slot },
            done,
        ]
    } else {
        vec![
            FixupStep::WaitEqual {
                lock,
                value: piece.k_start,
            },
            FixupStep::AddPartial { slot },
            done,
        ]
    }
}

/// The contract's plan for a piece: own slot per split, the final split adds them in order.
pub fn contract(piece: &WorkTile, position: SplitPosition) -> Vec<FixupStep> {
    let lock = piece.tile_index as u64;
    let first_slot = piece.tile_index as u64 * position.slots_per_tile as u64;
    if position.expected_splits <= 1 {
        return vec![FixupStep::Epilogue];
    }
    if position.split + 1 < position.expected_splits {
        let slot = first_slot + position.split as u64;
        return vec![
            FixupStep::StorePartial { slot },
            FixupStep::AddRelease { lock, value: 1 },
        ];
    }
    let mut steps = vec![FixupStep::WaitEqual {
        lock,
        value: position.expected_splits - 1,
    }];
    steps.extend((0..position.expected_splits - 1).map(|s| FixupStep::LoadPartial {
        slot: first_slot + s as u64,
    }));
    steps.extend([FixupStep::Epilogue, FixupStep::ResetLock { lock }]);
    steps
}

/// The contract's SM100 plan: the slot of a split is the shared memory of its CTA, the cluster barrier takes the lock's
/// place. At a second one the slots are free again. `position` is none for a CTA that has no share of the tile but must
/// still arrive.
pub fn cluster_barrier(position: Option<SplitPosition>) -> Vec<FixupStep> {
    let meet = [FixupStep::ClusterArrive, FixupStep::ClusterWait];
    let (before, between, after) = match position {
        Some(p) if p.split + 1 == p.expected_splits => {
            let loads = (0..p.split.into()).map(|slot| FixupStep::LoadPartial { slot });
            (None, loads.collect(), Some(FixupStep::Epilogue))
        }
        Some(p) => (Some(FixupStep::StorePartial { slot: p.split.into() }), vec![], None),
        None => (None, vec![], None),
    };
    let joined = before.into_iter().chain(meet).chain(between).chain(meet);
    joined.chain(after).collect()
}
