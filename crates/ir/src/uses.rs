//! The uses of one value.

use crate::module::Use;
use smallvec::SmallVec;

/// The uses of a value, in the order in which they were made. One is taken out from the nearer end: passes erase the users
/// of a value from the first to the last or from the last to the first, and a value may have a hundred thousand.
#[derive(Default, Debug)]
pub(crate) struct Uses {
    list: SmallVec<[Use; 2]>,
    /// So many at the start of the list were taken out.
    taken: u32,
}

impl Clone for Uses {
    fn clone(&self) -> Self {
        // As a list of what is copied as it is: the derived clone goes item by item.
        Self {
            list: SmallVec::from_slice(&self.list),
            taken: self.taken,
        }
    }
}

impl Uses {
    pub(crate) fn as_slice(&self) -> &[Use] {
        &self.list[self.taken as usize..]
    }

    pub(crate) fn push(&mut self, new: Use) {
        self.list.push(new);
    }

    pub(crate) fn remove(&mut self, old: Use) {
        let start = self.taken as usize;
        let count = self.list.len() - start;
        for near in 0..count.div_ceil(2) {
            if self.list[start + near] == old {
                self.list[start..=start + near].rotate_right(1);
                self.taken += 1;
                // Each move is paid for by as many removals.
                if start + 1 > self.list.len() / 2 {
                    self.list.drain(..=start);
                    self.taken = 0;
                }
                return;
            }
            let far = start + count - 1 - near;
            if self.list[far] == old {
                self.list.remove(far);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::{Entity, Op};

    #[test]
    fn what_is_left_keeps_its_order() {
        let site = |index: u32| Use { op: Op::new(0), index };
        for count in 0..9 {
            for first in 0..count {
                for second in 0..=count {
                    let mut uses = Uses::default();
                    let mut plain: Vec<Use> = (0..count).map(site).collect();
                    plain.iter().for_each(|&new| uses.push(new));
                    for old in [first, second, count / 2, 0] {
                        // One that is not there is left out.
                        uses.remove(site(old));
                        plain.retain(|&kept| kept != site(old));
                        assert_eq!(uses.as_slice(), plain);
                    }
                    uses.push(site(77));
                    plain.push(site(77));
                    assert_eq!(uses.as_slice(), plain);
                }
            }
        }
    }
}
