//! Interning: equal things get equal ids, so that comparing types is comparing numbers.

use crate::entity::{Entity, Table};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

/// A table in which equal rows share one id.
#[derive(Clone, Debug)]
pub struct Interner<E, T> {
    rows: Table<E, T>,
    places: Places,
}

impl<E: Entity, T: Eq + Hash> Interner<E, T> {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            rows: Table::new(),
            places: Places::default(),
        }
    }

    /// The id of `row`, which is added if it is new.
    pub fn intern(&mut self, row: T) -> E {
        let is_it = &mut |index| self.rows[E::new(index)] == row;
        match self.places.find_or_add(hash_of(&row), self.rows.count(), is_it) {
            Some(index) => E::new(index),
            None => self.rows.push(row),
        }
    }

    /// The id of `row`, which is made the table's own and added if it is new.
    pub fn intern_from<Q: Hash + Eq + ?Sized>(&mut self, row: &Q) -> E
    where
        T: std::borrow::Borrow<Q> + for<'q> From<&'q Q>,
    {
        let is_it = &mut |index| self.rows[E::new(index)].borrow() == row;
        match self.places.find_or_add(hash_of(row), self.rows.count(), is_it) {
            Some(index) => E::new(index),
            None => self.rows.push(row.into()),
        }
    }

    /// Makes room for so many more rows.
    pub fn reserve(&mut self, rows: usize) {
        self.rows.reserve(rows);
        self.places.0.reserve(rows);
    }

    /// The id of `row`, if it is in the table.
    pub fn find<Q: Hash + Eq + ?Sized>(&self, row: &Q) -> Option<E>
    where
        T: std::borrow::Borrow<Q>,
    {
        let is_it = &mut |index| self.rows[E::new(index)].borrow() == row;
        self.places.find(hash_of(row), is_it).map(E::new)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.count()
    }

    /// The row of `id`.
    pub fn get(&self, id: E) -> &T {
        &self.rows[id]
    }
}

impl<E: Entity, T: Eq + Hash> Default for Interner<E, T> {
    fn default() -> Self {
        Self::new()
    }
}

fn hash_of<T: Hash + ?Sized>(row: &T) -> u64 {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    hasher.finish()
}

/// Where rows are, by their hashes; one whose hash is another's already by the next that is free. It holds numbers alone, so that no
/// row is kept twice, and one code serves all tables.
#[derive(Clone, Debug, Default)]
struct Places(FxHashMap<u64, usize>);

impl Places {
    /// The rows that may have this hash.
    fn of(&self, hash: u64) -> impl Iterator<Item = usize> + '_ {
        (0..).map_while(move |others| self.0.get(&hash.wrapping_add(others)).copied())
    }

    /// The number of the row of this hash that is the one that is asked for.
    fn find(&self, hash: u64, is_it: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        self.of(hash).find(|&row| is_it(row))
    }

    /// The same; if there is none, `new` is noted to be it.
    fn find_or_add(&mut self, hash: u64, new: usize, is_it: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let mut hash = hash;
        loop {
            match self.0.entry(hash) {
                Entry::Occupied(other) if is_it(*other.get()) => return Some(*other.get()),
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
                Entry::Vacant(free) => {
                    free.insert(new);
                    return None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::Name;
    use std::sync::Arc;

    #[test]
    fn equal_rows_share_an_id_and_others_do_not() {
        let mut table: Interner<Name, Arc<str>> = Interner::new();
        assert_eq!(table.find("0"), None);
        let ids: Vec<Name> = (0..1000).map(|i| table.intern(i.to_string().into())).collect();
        for (i, id) in ids.iter().enumerate() {
            assert_eq!(table.intern(i.to_string().into()), *id);
            assert_eq!(table.find(i.to_string().as_str()), Some(*id));
            assert_eq!(&**table.get(*id), i.to_string());
        }
        assert_eq!(table.len(), 1000);
        assert_eq!(table.find("1000"), None);
    }

    #[test]
    fn rows_of_one_hash_are_told_apart() {
        let mut places = Places::default();
        for row in 0..100 {
            assert_eq!(places.find_or_add(7, row, &mut |_| false), None);
        }
        for row in 0..100 {
            assert_eq!(places.find(7, &mut |found| found == row), Some(row));
        }
        assert_eq!(places.find(7, &mut |_| false), None);
        assert_eq!(places.find(107, &mut |_| true), None);
    }
}
