//! The uses of values, in one table: a value has a place in it, so that values are copied as numbers are, and a module with all of
//! them by few copies of memory.

use crate::entity::{Entity, Op};
use crate::module::Use;

/// The uses of a value in [`UseLists`], in the order in which they were made.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Uses {
    start: u32,
    count: u32,
    /// So many rows from the start are its own.
    room: u32,
}

impl Uses {
    /// The number of uses.
    pub(crate) fn count(self) -> usize {
        self.count as usize
    }

    fn rows(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// The uses of all values. What a list leaves when it moves to the end, to grow, stays where it was.
#[derive(Clone, Default, Debug)]
pub(crate) struct UseLists {
    rows: Vec<Use>,
}

impl UseLists {
    /// The uses of a list.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    pub(crate) fn of(&self, uses: Uses) -> &[Use] {
        &self.rows[uses.rows()]
    }

    /// Makes room for so many more uses.
    pub(crate) fn reserve(&mut self, uses: usize) {
        self.rows.reserve(uses);
    }

    /// Adds a use. A list that has no room left gets as much again, at the end.
    pub(crate) fn push(&mut self, uses: &mut Uses, new: Use) {
        if uses.count == uses.room {
            let free = Use {
                op: Op::new(0),
                index: 0,
            };
            let rows = uses.rows();
            if rows.end != self.rows.len() {
                uses.start = self.rows.len() as u32;
                self.rows.extend_from_within(rows);
            }
            uses.room = 2 * uses.count.max(1);
            self.rows.resize((uses.start + uses.room) as usize, free);
        }
        self.rows[(uses.start + uses.count) as usize] = new;
        uses.count += 1;
    }

    /// Takes a use out, from the nearer end: passes erase the users of a value from the first to the last or from the last to the
    /// first, and a value may have a hundred thousand.
    pub(crate) fn remove(&mut self, uses: &mut Uses, old: Use) {
        let list = &mut self.rows[uses.rows()];
        let count = list.len();
        for near in 0..count.div_ceil(2) {
            if list[near] == old {
                list.copy_within(..near, 1);
                uses.start += 1;
                uses.count -= 1;
                uses.room -= 1;
                return;
            }
            let far = count - 1 - near;
            if list[far] == old {
                list.copy_within(far + 1.., far);
                uses.count -= 1;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn what_is_left_keeps_its_order() {
        let site = |index: u32| Use { op: Op::new(0), index };
        for count in 0..9 {
            for first in 0..count {
                for second in 0..=count {
                    let (mut lists, mut uses, mut other) = (UseLists::default(), Uses::default(), Uses::default());
                    let mut plain: Vec<Use> = (0..count).map(site).collect();
                    plain.iter().for_each(|&new| lists.push(&mut uses, new));
                    // Another list stands behind it now.
                    lists.push(&mut other, site(9));
                    for old in [first, second, count / 2, 0] {
                        // One that is not there is left out.
                        lists.remove(&mut uses, site(old));
                        plain.retain(|&kept| kept != site(old));
                        assert_eq!(lists.of(uses), plain);
                    }
                    lists.push(&mut uses, site(77));
                    plain.push(site(77));
                    assert_eq!((lists.of(uses), lists.of(other)), (&plain[..], &[site(9)][..]));
                }
            }
        }
    }
}
