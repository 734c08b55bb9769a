//! Warpgroups, and the registers that they hand over to each other.

/// Threads of a warpgroup (PTX ISA, `setmaxnreg`).
pub const GROUP_THREADS: i64 = 128;
/// Warps of a warpgroup.
pub const GROUP_WARPS: i64 = 4;

/// Registers of a thread at launch, so that agents who give and agents who take come out even: of agents with so many
/// warps, and so many registers of a thread after `setmaxnreg`.
pub fn registers_at_launch(agents: impl IntoIterator<Item = (i64, i64)>) -> i64 {
    let agents = agents.into_iter();
    let (groups, all) = agents.fold((0, 0), |(groups, all), (own, registers)| {
        (groups + own, all + own * registers)
    });
    let each = (all.max(0) as u64).div_ceil(groups.max(1) as u64);
    (each.div_ceil(8) * 8) as i64
}
