//! Lists of ids, one after the other in one table: a list is a place in it, so that a row that has some is copied as numbers are, and a
//! module with all of its ops by few copies of memory.

use std::marker::PhantomData;

/// A list of a [`Lists`].
#[derive(Debug)]
pub(crate) struct List<T> {
    start: u32,
    count: u32,
    items: PhantomData<T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self {
            start: 0,
            count: 0,
            items: PhantomData,
        }
    }
}

impl<T> List<T> {
    /// The number of items.
    pub(crate) fn len(self) -> usize {
        self.count as usize
    }

    fn rows(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// The items of all lists. What a list leaves when it moves to the end, to grow, stays where it was.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    rows: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { rows: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    /// A new list.
    pub(crate) fn add(&mut self, items: &[T]) -> List<T> {
        let start = self.rows.len() as u32;
        self.rows.extend_from_slice(items);
        List {
            start,
            count: items.len() as u32,
            items: PhantomData,
        }
    }

    /// A new list of the items of several, one after the other.
    pub(crate) fn joined(&mut self, several: &[&[T]]) -> List<T> {
        let start = self.rows.len() as u32;
        several.iter().for_each(|items| self.rows.extend_from_slice(items));
        List {
            start,
            count: self.rows.len() as u32 - start,
            items: PhantomData,
        }
    }

    /// Adds an item to a list: in its place where nothing is behind it, as of an op that is being made.
    pub(crate) fn push(&mut self, list: &mut List<T>, item: T) {
        let rows = list.rows();
        if rows.end != self.rows.len() {
            list.start = self.rows.len() as u32;
            self.rows.extend_from_within(rows);
        }
        self.rows.push(item);
        list.count += 1;
    }

    /// Takes the items away that are not to be kept.
    pub(crate) fn retain(&mut self, list: &mut List<T>, keep: impl Fn(T) -> bool) {
        let rows = list.rows();
        let mut end = rows.start;
        for at in rows {
            let item = self.rows[at];
            if keep(item) {
                self.rows[end] = item;
                end += 1;
            }
        }
        list.count = end as u32 - list.start;
    }

    /// Makes room for so many more items.
    pub(crate) fn reserve(&mut self, items: usize) {
        self.rows.reserve(items);
    }

    /// A new list of the default item, so many times.
    pub(crate) fn zeros(&mut self, count: usize) -> List<T>
    where
        T: Default,
    {
        let start = self.rows.len() as u32;
        self.rows.resize(self.rows.len() + count, T::default());
        List {
            start,
            count: count as u32,
            items: PhantomData,
        }
    }

    /// The items of a list.
    #[inline]
    pub(crate) fn of(&self, list: List<T>) -> &[T] {
        &self.rows[list.rows()]
    }

    /// The items of a list, to change them.
    #[inline]
    pub(crate) fn of_mut(&mut self, list: List<T>) -> &mut [T] {
        &mut self.rows[list.rows()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_and_shrink_without_each_other() {
        let mut lists = Lists::default();
        let mut first = lists.add(&[1, 2]);
        // At the end it grows where it is, and elsewhere moves.
        lists.push(&mut first, 3);
        let mut second = lists.add(&[7]);
        lists.push(&mut first, 4);
        lists.push(&mut second, 8);
        assert_eq!((lists.of(first), lists.of(second)), (&[1, 2, 3, 4][..], &[7, 8][..]));
        lists.retain(&mut first, |item| item % 2 == 0);
        lists.of_mut(second)[0] = 9;
        assert_eq!((lists.of(first), lists.of(second)), (&[2, 4][..], &[9, 8][..]));
        assert!(lists.of(List::default()).is_empty());
        // As many as all of them have, and another one behind them.
        let mut both = lists.joined(&[&[1], &[], &[2, 3]]);
        lists.push(&mut both, 4);
        assert_eq!(lists.of(both), [1, 2, 3, 4]);
        let none = lists.joined(&[]);
        assert!(lists.of(none).is_empty());
    }
}
