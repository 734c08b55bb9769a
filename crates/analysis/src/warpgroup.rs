//! Warpgroups, and the registers that they hand over to each other.

/// Threads of a warpgroup (PTX ISA, `setmaxnreg`).
pub const GROUP_THREADS: i64 = 128;

/// Registers of a thread at launch, so that those who give and those who take come out even: of so many groups of
/// consumers and one of the producer, with the registers that a thread of each has after `setmaxnreg`.
pub fn registers_at_launch(groups: i64, registers: [i64; 2]) -> i64 {
    let all = (registers[0] * groups + registers[1]) as u64;
    (all.div_ceil(groups as u64 + 1).div_ceil(8) * 8) as i64
}
