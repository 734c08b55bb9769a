//! Counts of the accesses of a run to memory, as tables.

use crate::terminal::say;
use std::collections::BTreeMap;
use tilewright_runner::AccessCount;

/// Accesses, what they took, and what of that is beyond need.
type Sum = [u64; 3];

/// Prints the sums and a table for shared memory, and the same for global memory; lines are those of the source, or of the PTX where
/// it names none.
pub fn say_accesses(counts: &[AccessCount]) {
    for (global, memory, taken, excess) in [
        (false, "shared memory", "wavefronts", "bank conflicts"),
        (true, "global memory", "sectors", "beyond need"),
    ] {
        let mut lines: BTreeMap<_, Sum> = BTreeMap::new();
        let mut all = Sum::default();
        for count in counts.iter().filter(|count| count.kind.is_global() == global) {
            let line = match count.place.map(|place| (place.source, place.line)) {
                Some((Some([_, line, _]), _)) => (line, ""),
                Some((None, line)) => (line, " of the PTX"),
                None => (0, ""),
            };
            let one = [count.accesses, count.taken, count.excess()];
            for sum in [&mut all, lines.entry((line, count.kind)).or_default()] {
                for (sum, one) in sum.iter_mut().zip(one) {
                    *sum += one;
                }
            }
        }
        let [accesses, moved, beyond] = all;
        let at_starts: u64 = counts.iter().map(|count| count.at_starts).sum();
        let why = match at_starts {
            from if global && from > 0 => format!(", {from} of which where rows start within a sector"),
            _ => String::new(),
        };
        say!("{memory}: accesses {accesses}, {taken} {moved}, {excess} {beyond}{why}");
        if !lines.is_empty() {
            say!("  line  {:<24} accesses  {taken:>10}  {excess:>14}", "access");
        }
        for (((line, of), kind), [accesses, moved, beyond]) in lines {
            say!(
                "  {line:>4}  {:<24} {accesses:>8}  {moved:>10}  {beyond:>14}{of}",
                kind.name()
            );
        }
    }
}
