//! CTAs of a compiled kernel that an SM holds at a time, for the report.

use crate::report::Hint;
use serde::{Deserialize, Serialize};
use tilewright_analysis::occupancy::{Demand, Limiter};
use tilewright_diag::counted;
use tilewright_ir::WARP_THREADS;
use tilewright_machine::Target;

/// The occupancy of a kernel: how many of its CTAs an SM holds at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Occupancy {
    /// CTAs of an SM.
    pub ctas: u32,
    /// Their warps.
    pub warps: u32,
    /// The most warps of an SM.
    pub most_warps: u32,
    /// The resource that has room for the fewest CTAs.
    pub limiter: Limiter,
    /// The CTAs that each resource has room for.
    pub limits: Vec<Room>,
    /// Registers of a thread at launch; none: they are not known, and limit nothing here.
    pub registers: Option<u32>,
    /// Whether the registers are an estimate; else the PTX sets them.
    pub is_estimate: bool,
    /// Shared memory of a CTA, in bytes, without what the system takes.
    pub shared_bytes: u32,
    /// Columns of tensor memory of a CTA.
    #[serde(default)]
    pub tensor_columns: u32,
}

/// The CTAs that a resource of an SM has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Room {
    /// The resource.
    pub resource: Limiter,
    /// The CTAs.
    pub ctas: u32,
}

impl Occupancy {
    /// The occupancy of CTAs that take so much.
    pub(crate) fn of(demand: Demand, is_estimate: bool, target: &Target) -> Option<Self> {
        let limits = demand.limits(target);
        let &(limiter, ctas) = limits.iter().min_by_key(|(_, ctas)| ctas)?;
        let room = |&(resource, ctas): &(Limiter, u32)| Room { resource, ctas };
        Some(Self {
            ctas,
            warps: ctas * demand.threads.div_ceil(WARP_THREADS as u32),
            most_warps: target.warps_per_sm.value,
            limiter,
            limits: limits.iter().map(room).collect(),
            registers: demand.registers,
            is_estimate,
            shared_bytes: demand.shared_bytes,
            tensor_columns: demand.tensor_columns,
        })
    }

    /// The occupancy in words.
    pub(crate) fn words(&self) -> String {
        let [estimated, share] = match (self.is_estimate, self.registers) {
            (_, None) => ["", "; registers are not known"],
            (true, _) => [" by estimate", ""],
            (false, _) => ["", ""],
        };
        format!(
            "{} per SM{estimated}, {} of {} warps, limited by {}{share}",
            counted(self.ctas as usize, "CTAs"),
            self.warps,
            self.most_warps,
            self.limit()
        )
    }

    /// The limiter and what a CTA takes of it.
    fn limit(&self) -> String {
        let name = self.limiter.name();
        match (self.limiter, self.registers) {
            (Limiter::Registers, Some(registers)) => format!("{name} ({registers} of a thread)"),
            (Limiter::SharedMemory, _) => format!("{name} ({} bytes)", self.shared_bytes),
            (Limiter::TensorMemory, _) => format!("{name} ({} columns)", self.tensor_columns),
            (Limiter::Registers | Limiter::Threads | Limiter::Ctas, _) => name.to_string(),
        }
    }

    /// Says of the hint for it whether it was followed, and what it cost: `stages` are those of a ring that has fewer for it,
    /// and those that hide the latency.
    pub(crate) fn tell(&self, hint: &mut Hint, stages: Option<[i64; 2]>) {
        // Absent: a hint that is no number was refused when it was read.
        let Ok(asked) = hint.value.parse::<u32>() else {
            return;
        };
        hint.honoured = self.ctas >= asked;
        let fit = self.words();
        let cost = match stages {
            Some([chosen, wanted]) => format!("; the ring has {chosen} stages for it, where {wanted} hide the latency"),
            // Absent: it costs no stages.
            None => String::new(),
        };
        hint.reason = match hint.honoured {
            true => fit + &cost,
            false => format!("not honoured: {fit}{cost}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occupancy(threads: u32, registers: Option<u32>, shared_bytes: u32) -> Occupancy {
        let demand = Demand {
            threads,
            registers,
            shared_bytes,
            tensor_columns: 0,
        };
        Occupancy::of(demand, true, tilewright_machine::target("sm_90a").unwrap()).unwrap()
    }

    fn told(of: &Occupancy, asked: &str, stages: Option<[i64; 2]>) -> (bool, String) {
        let mut hint = Hint {
            name: "sm_90.occupancy".into(),
            value: asked.into(),
            line: 1,
            honoured: true,
            reason: String::new(),
        };
        of.tell(&mut hint, stages);
        (hint.honoured, hint.reason)
    }

    #[test]
    fn the_limiter_has_room_for_the_fewest() {
        let limiter = |threads, registers, shared| occupancy(threads, Some(registers), shared).limiter;
        assert_eq!(limiter(128, 168, 1024), Limiter::Registers);
        assert_eq!(limiter(128, 32, 100_000), Limiter::SharedMemory);
        assert_eq!(limiter(768, 24, 1024), Limiter::Threads);
        assert_eq!(limiter(32, 32, 0), Limiter::Ctas);
        let unknown = occupancy(128, None, 0);
        assert_eq!((unknown.limiter, unknown.ctas), (Limiter::Threads, 16));
        assert!(
            unknown.words().ends_with("registers are not known"),
            "{}",
            unknown.words()
        );
    }

    #[test]
    fn a_hint_is_followed_or_what_it_costs_is_told() {
        let two = occupancy(128, Some(168), 100_000);
        assert!(told(&two, "2", None).0);
        let (honoured, reason) = told(&two, "2", Some([3, 5]));
        assert!(
            honoured && reason.contains("3 stages for it, where 5 hide the latency"),
            "{reason}"
        );
        let (honoured, reason) = told(&two, "3", None);
        assert!(
            !honoured && reason.starts_with("not honoured: 2 CTAs per SM"),
            "{reason}"
        );
        // A value that is no number is told of elsewhere.
        assert_eq!(told(&two, "many", None), (true, String::new()));
    }
}
