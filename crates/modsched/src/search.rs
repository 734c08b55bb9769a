//! Searches over a number: the sweep, and galloping with bisection.

/// The smallest value in `lower..=upper` that `test` accepts, by trying one after the other. The only search that
/// proves a minimum when acceptance is not monotone, as feasibility in II is not.
pub fn sweep(lower: u32, upper: u32, mut test: impl FnMut(u32) -> bool) -> Option<u32> {
    (lower.max(1)..=upper).find(|&x| test(x))
}

/// Doubles from `lower` until `test` accepts, then bisects between the last refusal and that. The smallest accepted
/// value if acceptance is monotone; otherwise only some accepted value with a refused one just below it: on one op that
/// holds a slot in rows 0, 6 and 14 this gives 9, while 5 is feasible.
pub fn gallop(lower: u32, upper: u32, mut test: impl FnMut(u32) -> bool) -> Option<u32> {
    let lower = lower.max(1);
    if lower > upper {
        return None;
    }
    let (mut refused, mut accepted) = (lower - 1, lower);
    while !test(accepted) {
        if accepted == upper {
            return None;
        }
        refused = accepted;
        accepted = accepted.saturating_mul(2).min(upper);
    }
    while accepted - refused > 1 {
        let middle = refused + (accepted - refused) / 2;
        if test(middle) {
            accepted = middle;
        } else {
            refused = middle;
        }
    }
    Some(accepted)
}
