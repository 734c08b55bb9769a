//! CTAs of a kernel that an SM holds at a time, and what limits them.

use tilewright_ir::WARP_THREADS;
use tilewright_machine::{Target, memory, residency};

tilewright_vocabulary::vocabulary! {
    /// A resource of an SM that CTAs share, and that may limit how many it holds.
    pub enum Limiter {
        /// Its registers, which warps get in portions.
        Registers = "registers",
        /// Its shared memory, of which each CTA also has a part that the system takes.
        SharedMemory = "shared memory",
        /// Its warps, and so its threads.
        Threads = "threads",
        /// The CTAs that it holds, however small they are.
        Ctas = "CTAs",
        /// Its tensor memory: a CTA that finds no columns waits until another gives some back.
        TensorMemory = "tensor memory",
    }
}

/// The part of an SM that one CTA takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// Its threads.
    pub threads: u32,
    /// Registers of each of its threads at launch; none: not known.
    pub registers: Option<u32>,
    /// Its shared memory, in bytes.
    pub shared_bytes: u32,
    /// Columns of tensor memory that it reserves.
    pub tensor_columns: u32,
}

impl Demand {
    /// The CTAs that each resource of an SM has room for; the one with the least room limits the occupancy. Where the
    /// registers are not known, they are not among these, and tensor memory is where a CTA has some.
    pub fn limits(&self, target: &Target) -> Vec<(Limiter, u32)> {
        let portions = residency();
        let warps = self.threads.div_ceil(WARP_THREADS as u32).max(1);
        let partitions = portions.partitions.value.max(1);
        let registers = self.registers.map(|registers| {
            let of_warp = portioned(registers.max(1) * WARP_THREADS as u32, portions.warp_registers.value);
            // A warp has its registers in one of the parts.
            let fit = target.registers_per_sm.value / partitions / of_warp * partitions;
            (Limiter::Registers, fit / warps)
        });
        let shared = self.shared_bytes + portions.shared_bytes_of_system.value;
        let shared = target.shared_bytes_per_sm.value / portioned(shared.max(1), portions.shared_portion.value);
        let others = [
            (Limiter::SharedMemory, shared),
            (Limiter::Threads, target.warps_per_sm.value / warps),
            (Limiter::Ctas, target.ctas_per_sm.value),
        ];
        let columns = memory().tensor_memory_columns.value as u32;
        let tensor = columns.checked_div(self.tensor_columns);
        let tensor = tensor.map(|fit| (Limiter::TensorMemory, fit));
        registers.into_iter().chain(others).chain(tensor).collect()
    }
}

/// The most bytes of shared memory of a CTA of which so many fit an SM.
pub fn shared_bytes_for(ctas: u32, target: &Target) -> u32 {
    let portions = residency();
    let portion = portions.shared_portion.value.max(1);
    let share = target.shared_bytes_per_sm.value / ctas.max(1) / portion * portion;
    let own = share.saturating_sub(portions.shared_bytes_of_system.value);
    own.min(target.shared_bytes_per_cta.value)
}

/// The most registers that each of so many threads of a CTA can have on an SM: a warp has its own in one of the parts.
pub fn registers_for(threads: i64, target: &Target) -> i64 {
    let portions = residency();
    let partitions = i64::from(portions.partitions.value.max(1));
    let warps = (threads + WARP_THREADS - 1) / WARP_THREADS;
    let of_partition = (warps + partitions - 1) / partitions;
    let of_warp = i64::from(target.registers_per_sm.value) / partitions / of_partition.max(1);
    let portion = i64::from(portions.warp_registers.value.max(1));
    let of_thread = of_warp / portion * portion / WARP_THREADS;
    of_thread.min(i64::from(target.registers_per_thread.value))
}

fn portioned(amount: u32, portion: u32) -> u32 {
    amount.next_multiple_of(portion.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(threads: u32, registers: u32, shared_bytes: u32, gpu: &str) -> [u32; 4] {
        let demand = Demand {
            threads,
            registers: Some(registers),
            shared_bytes,
            tensor_columns: 0,
        };
        let limits = demand.limits(tilewright_machine::target(gpu).unwrap());
        let each: Vec<u32> = limits.iter().map(|(_, ctas)| *ctas).collect();
        each.try_into().unwrap()
    }

    #[test]
    fn each_resource_has_room_for_so_many() {
        // 65536 registers, 233472 bytes of shared memory, 64 warps and 32 CTAs.
        assert_eq!(limits(128, 32, 0, "sm_90a"), [16, 228, 16, 32]);
        assert_eq!(limits(384, 168, 200_000, "sm_90a"), [1, 1, 5, 32]);
        assert_eq!(limits(256, 128, 100 * 1024, "sm_90a"), [2, 2, 8, 32]);
        assert_eq!(limits(128, 255, 40_000, "sm_86"), [2, 2, 12, 16]);
        assert_eq!(limits(32, 16, 0, "sm_89"), [128, 100, 48, 24]);
    }

    #[test]
    fn registers_and_shared_memory_come_in_portions() {
        // 33 registers of 32 threads are 1056, which takes 5 portions of 256.
        assert_eq!(limits(128, 33, 0, "sm_90a")[0], limits(128, 40, 0, "sm_90a")[0]);
        assert!(limits(128, 32, 0, "sm_90a")[0] > limits(128, 33, 0, "sm_90a")[0]);
        // Two CTAs of half an SM do not fit: each takes 1024 bytes more than its own.
        assert_eq!(limits(128, 32, 233_472 / 2, "sm_90a")[1], 1);
        assert_eq!(limits(128, 32, 233_472 / 2 - 1024, "sm_90a")[1], 2);
    }

    #[test]
    fn a_cta_whose_threads_have_the_most_registers_fits() {
        for target in tilewright_machine::targets() {
            for warps in 1..=target.warps_per_sm.value.min(32) {
                let threads = warps * WARP_THREADS as u32;
                let fit = |registers| {
                    let demand = Demand {
                        threads,
                        registers: Some(registers),
                        shared_bytes: 0,
                        tensor_columns: 0,
                    };
                    let limits = demand.limits(target);
                    limits
                        .iter()
                        .find(|(resource, _)| *resource == Limiter::Registers)
                        .unwrap()
                        .1
                };
                let most = registers_for(threads.into(), target) as u32;
                assert!(fit(most) >= 1, "{} {warps}", target.name);
                assert!(
                    most == target.registers_per_thread.value || fit(most + 1) == 0,
                    "{} {warps}",
                    target.name
                );
            }
        }
    }

    #[test]
    fn tensor_memory_limits_who_has_some() {
        let fit = |tensor_columns| {
            let demand = Demand {
                threads: 192,
                registers: None,
                shared_bytes: 0,
                tensor_columns,
            };
            let limits = demand.limits(tilewright_machine::target("sm_100a").unwrap());
            limits
                .into_iter()
                .find(|(resource, _)| *resource == Limiter::TensorMemory)
        };
        assert_eq!(fit(0), None);
        // 512 columns.
        assert_eq!(fit(128), Some((Limiter::TensorMemory, 4)));
        assert_eq!(fit(512), Some((Limiter::TensorMemory, 1)));
    }

    #[test]
    fn what_is_not_known_limits_nothing() {
        let demand = Demand {
            threads: 128,
            registers: None,
            shared_bytes: 0,
            tensor_columns: 0,
        };
        let limits = demand.limits(tilewright_machine::target("sm_90a").unwrap());
        assert!(limits.iter().all(|(resource, _)| *resource != Limiter::Registers));
    }

    #[test]
    fn the_share_of_a_cta_is_the_most_that_lets_so_many_fit() {
        for target in tilewright_machine::targets() {
            for ctas in 1..=32 {
                let demand = |shared_bytes| Demand {
                    threads: 32,
                    registers: None,
                    shared_bytes,
                    tensor_columns: 0,
                };
                let fit = |bytes| demand(bytes).limits(target)[0].1;
                let most = shared_bytes_for(ctas, target);
                assert!(fit(most) >= ctas, "{} {ctas}", target.name);
                assert!(
                    most == target.shared_bytes_per_cta.value || fit(most + 1) < ctas,
                    "{} {ctas}",
                    target.name
                );
            }
        }
    }
}
