//! Interning: equal things get equal ids, so that comparing types is comparing numbers.

use crate::entity::{Entity, Table};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// A table in which equal rows share one id.
#[derive(Clone, Debug)]
pub struct Interner<E, T> {
    rows: Table<E, T>,
    ids: FxHashMap<T, E>,
}

impl<E: Entity, T: Clone + Eq + Hash> Interner<E, T> {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            rows: Table::new(),
            ids: FxHashMap::default(),
        }
    }

    /// The id of `row`, which is added if it is new.
    pub fn intern(&mut self, row: T) -> E {
        match self.ids.entry(row) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let id = self.rows.push(new.key().clone());
                *new.insert(id)
            }
        }
    }

    /// The id of `row`, if it is in the table.
    pub fn find<Q: Hash + Eq + ?Sized>(&self, row: &Q) -> Option<E>
    where
        T: std::borrow::Borrow<Q>,
    {
        self.ids.get(row).copied()
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

impl<E: Entity, T: Clone + Eq + Hash> Default for Interner<E, T> {
    fn default() -> Self {
        Self::new()
    }
}
