//! Interning: equal things get equal ids, so that comparing types is comparing numbers.

use crate::entity::{Entity, Table};
use rustc_hash::FxHasher;
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
        let hash = hash_of(&row);
        let known = self.places.find(hash, &mut |index| self.rows[E::new(index)] == row);
        if let Some(index) = known {
            return E::new(index);
        }
        let id = self.rows.push(row);
        self.places.add(hash, id.index());
        id
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

fn hash_of<T: Hash + ?Sized>(row: &T) -> u32 {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// Where rows are, by their hashes. It holds numbers alone, so that no row is kept twice, and one code serves all tables.
#[derive(Clone, Debug, Default)]
struct Places {
    /// The hash of a row, and its number from 1; 0 where there is none. As long as a power of two, and never full.
    slots: Vec<(u32, u32)>,
    count: usize,
}

impl Places {
    /// The number of the row of this hash that is the one that is asked for.
    fn find(&self, hash: u32, is_it: &mut dyn FnMut(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                (_, 0) => return None,
                (other, row) if other == hash && is_it(row as usize - 1) => return Some(row as usize - 1),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Notes a row that is not there yet.
    fn add(&mut self, hash: u32, row: usize) {
        self.count += 1;
        if self.count * 4 > self.slots.len() * 3 {
            let larger = vec![(0, 0); (self.slots.len() * 2).max(16)];
            for (hash, row) in std::mem::replace(&mut self.slots, larger) {
                if row > 0 {
                    self.put(hash, row);
                }
            }
        }
        self.put(hash, row as u32 + 1);
    }

    fn put(&mut self, hash: u32, row: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 > 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, row);
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
            places.add(7, row);
        }
        for row in 0..100 {
            assert_eq!(places.find(7, &mut |found| found == row), Some(row));
        }
        assert_eq!(places.find(7, &mut |_| false), None);
        assert_eq!(places.find(8, &mut |_| true), None);
    }
}
