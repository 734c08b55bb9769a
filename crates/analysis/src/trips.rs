//! The number of iterations of a counted loop, where it is known.

use tilewright_ir::views::ForOp;
use tilewright_ir::{Module, Op};

/// The iterations of an `scf.for` with constant bounds and step; none where one of them is not constant, or a loop of
/// unsigned numbers has a bound beyond the signed ones, which constants do not tell from negative ones.
pub fn trip_count(module: &Module, for_op: Op) -> Option<i64> {
    let bound = |value| module.constant_int(value);
    let ForOp { lower, upper, step, .. } = ForOp::of(module, for_op)?;
    count(
        bound(lower)?,
        bound(upper)?,
        bound(step)?,
        module.has_attr(for_op, "unsigned"),
    )
}

fn count(lower: i64, upper: i64, step: i64, is_unsigned: bool) -> Option<i64> {
    if step <= 0 || is_unsigned && (lower < 0 || upper < 0) {
        return None;
    }
    let span = i128::from(upper) - i128::from(lower);
    i64::try_from((span.max(0) + i128::from(step) - 1) / i128::from(step)).ok()
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn iterations_are_counted_to_the_ends_of_the_type() {
        assert_eq!(count(0, 10, 3, false), Some(4));
        assert_eq!(count(0, 9, 3, true), Some(3));
        assert_eq!(count(5, 5, 1, false), Some(0));
        assert_eq!(count(5, -5, 1, false), Some(0));
        assert_eq!(count(i64::MIN, i64::MAX, i64::MAX, false), Some(3));
        // More than there are numbers for.
        assert_eq!(count(i64::MIN, i64::MAX, 1, false), None);
        // A loop that does not end, and bounds that may be large.
        assert_eq!(count(0, 10, 0, false), None);
        assert_eq!(count(0, -1, 1, true), None);
    }
}
