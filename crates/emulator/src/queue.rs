//! Clusters of the grid that have not been launched yet.

use crate::rng::Rng;
use std::collections::BTreeSet;

/// The clusters of a grid, in the order of launch: x fastest.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// Clusters in x, y, z.
    clusters: [u32; 3],
    next: u64,
    cancelled: BTreeSet<u64>,
    /// CTAs whose launch was cancelled.
    pub cancelled_ctas: u64,
    ctas_per_cluster: u64,
}

/// The distance that a request to cancel may reach ahead.
const AHEAD: u64 = 8;

impl Queue {
    pub fn new(grid: [u32; 3], cluster: [u32; 3]) -> Queue {
        Queue {
            clusters: [0, 1, 2].map(|d| grid[d] / cluster[d]),
            next: 0,
            cancelled: BTreeSet::new(),
            cancelled_ctas: 0,
            ctas_per_cluster: cluster.iter().map(|&n| u64::from(n)).product(),
        }
    }

    fn all(&self) -> u64 {
        self.clusters.iter().map(|&n| u64::from(n)).product()
    }

    fn at(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.clusters.map(u64::from);
        [number % x, number / x % y, number / x / y].map(|v| v as u32)
    }

    /// The next cluster to launch.
    pub fn launch(&mut self) -> Option<[u32; 3]> {
        while self.cancelled.remove(&self.next) {
            self.next += 1;
        }
        let number = (self.next < self.all()).then_some(self.next)?;
        self.next += 1;
        Some(self.at(number))
    }

    /// Cancels the launch of a cluster that waits: the next one, or under a seed one of the next.
    pub fn cancel(&mut self, rng: &mut Rng) -> Option<[u32; 3]> {
        let end = self.all().min(self.next + AHEAD + self.cancelled.len() as u64);
        let open: Vec<u64> = (self.next..end).filter(|n| !self.cancelled.contains(n)).collect();
        let number = *open.get(rng.below(open.len() as u64) as usize)?;
        self.cancelled.insert(number);
        self.cancelled_ctas += self.ctas_per_cluster;
        Some(self.at(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cluster_is_launched_or_cancelled_once() {
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut queue = Queue::new([6, 4, 3], [2, 1, 1]);
            let mut seen = BTreeSet::new();
            loop {
                let cancel = rng.one_in(2);
                let next = if cancel { queue.cancel(&mut rng) } else { queue.launch() };
                let Some(id) = next else { break };
                assert!(id[0] < 3 && id[1] < 4 && id[2] < 3 && seen.insert(id), "{id:?}");
            }
            assert_eq!(seen.len(), 36);
        }
    }
}
