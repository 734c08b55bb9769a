//! Asynchronous work: completing what is due, and what must be complete at the end.

use crate::exec::Stop;
use crate::finding::FindingKind;
use crate::run::Device;
use crate::state::*;

impl Device<'_> {
    /// Completes all work that is due.
    pub(crate) fn complete_due(&mut self, cl: &mut Cluster) -> Result<(), Stop> {
        loop {
            let next = cl
                .pending
                .iter()
                .enumerate()
                .filter(|(_, p)| p.due <= cl.now)
                .min_by_key(|(_, p)| (p.due, p.id));
            let Some((i, _)) = next else { break };
            let p = cl.pending.swap_remove(i);
            self.stats.asynchronous += 1;
            self.exec(cl, p.cta, p.warp, u32::MAX, p.pc).complete(p.work)?;
        }
        for c in 0..cl.ctas.len() {
            for group in 0..cl.ctas[c].groups.len() {
                while cl.ctas[c].groups[group]
                    .products
                    .front()
                    .and_then(|p| p.due)
                    .is_some_and(|due| due <= cl.now)
                {
                    self.stats.asynchronous += 1;
                    self.exec(cl, c, 4 * group, u32::MAX, 0).finish_product(group);
                }
            }
        }
        let products = cl
            .ctas
            .iter()
            .flat_map(|c| &c.groups)
            .filter_map(|g| g.products.front()?.due);
        cl.next_due = cl
            .pending
            .iter()
            .map(|p| p.due)
            .chain(products)
            .min()
            .unwrap_or(u64::MAX);
        Ok(())
    }

    /// The last checks of a cluster whose threads have all exited.
    pub(crate) fn leave(&mut self, cl: &mut Cluster) {
        self.exec(cl, 0, 0, 1, 0).check_cancels();
        for c in 0..cl.ctas.len() {
            if let Some(&(at, columns)) = cl.ctas[c].tmem.allocated.first() {
                let pc = self.p.code.len() as u32 - 1;
                let message = format!("{columns} columns of tensor memory at {at:#x} are not freed when the CTA ends");
                self.exec(cl, c, 0, 1, pc)
                    .report(FindingKind::TensorMemory, 1, message, Vec::new());
            }
            for group in 0..cl.ctas[c].groups.len() {
                let unfinished = cl.ctas[c]
                    .warps
                    .iter()
                    .skip(4 * group)
                    .take(4)
                    .any(|w| w.wgmma.issued > w.wgmma.waited);
                if unfinished {
                    let pc = self.p.code.len() as u32 - 1;
                    let message = "the CTA ends while a matrix product was not waited for";
                    self.exec(cl, c, 4 * group, 1, pc)
                        .report(FindingKind::UnfinishedWork, 1, message, Vec::new());
                }
            }
            for w in 0..cl.ctas[c].warps.len() {
                let unwaited = cl.ctas[c].warps[w]
                    .bulk
                    .iter()
                    .any(|g| !g.open.is_empty() || g.committed.iter().any(|(_, g)| !g.is_empty()));
                if unwaited {
                    let pc = self.p.code.len() as u32 - 1;
                    let message = "the CTA ends while a bulk store may still read its shared memory";
                    self.exec(cl, c, w, 1, pc)
                        .report(FindingKind::UnfinishedWork, 1, message, Vec::new());
                }
            }
        }
    }
}
