//! Maps and sets that are sorted lists. They are in the same order as `BTreeMap`, and look up as fast; an insertion moves what comes
//! after it. For maps of up to some thousands of entries, or that are filled in order: the page loads the compiler, and every
//! kind of `BTreeMap` in it is 4 KB of code.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod set;

pub use set::SortedSet;

use std::borrow::Borrow;
use std::iter;
use std::slice;
use std::vec;

/// Puts an item where its key belongs in a list that is in the order of keys, behind those of the same key. Lists of up to some hundreds are
/// put in order by this: every kind of general sort is a KB of code.
pub fn insert_by<T, K: Ord>(list: &mut Vec<T>, item: T, key: impl Fn(&T) -> K) {
    let own = key(&item);
    let mut at = list.len();
    list.push(item);
    while at > 0 && key(&list[at - 1]) > own {
        list.swap(at - 1, at);
        at -= 1;
    }
}

/// A map that is a sorted list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// The place of a key in a map.
pub struct Entry<'m, K, V> {
    map: &'m mut SortedMap<K, V>,
    place: Result<usize, usize>,
    key: K,
}

/// The entries of a map.
pub type Iter<'m, K, V> = iter::Map<slice::Iter<'m, (K, V)>, fn(&(K, V)) -> (&K, &V)>;

impl<K, V> SortedMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries, by their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The entries as the list that they are.
    pub fn entries(&self) -> &[(K, V)] {
        &self.0
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, by their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The entries in order, their values to be changed.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The values alone, by their keys.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }

    /// Takes all entries out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the first entry out.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Keeps the entries for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|entry| entry.0.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Whether there is a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Gives a key a value; the one it had before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key out; its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }

    /// The place of a key, to be filled.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry {
            place: self.place(&key),
            map: self,
            key,
        }
    }
}

impl<'m, K, V> Entry<'m, K, V> {
    /// The value that is there, or else the one that is made.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'m mut V {
        let entries = &mut self.map.0;
        let at = match self.place {
            Ok(at) => at,
            Err(at) => {
                entries.insert(at, (self.key, make()));
                at
            }
        };
        &mut entries[at].1
    }

    /// The value that is there, or else this one.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with(|| value)
    }

    /// The value that is there, or else the default.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'m, K, V> IntoIterator for &'m SortedMap<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> std::ops::Index<&Q> for SortedMap<K, V> {
    type Output = V;

    /// The value of a key that is there.
    ///
    /// # Panics
    /// It is not there.
    #[expect(clippy::panic, reason = "as of any `Index`")]
    fn index(&self, key: &Q) -> &V {
        match self.get(key) {
            Some(value) => value,
            None => panic!("no entry of that key"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SortedMap;
    use std::collections::BTreeMap;

    #[test]
    fn it_does_what_the_map_of_the_standard_library_does() {
        let (mut ours, mut theirs) = (SortedMap::new(), BTreeMap::new());
        let mut seed = 1u32;
        for _ in 0..2000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (key, value) = (seed >> 8 & 127, seed >> 20);
            match seed >> 28 {
                0..=6 => assert_eq!(ours.insert(key, value), theirs.insert(key, value)),
                7..=9 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                10 => assert_eq!(ours.pop_first(), theirs.pop_first()),
                11 => assert_eq!(ours.entry(key).or_insert(value), theirs.entry(key).or_insert(value)),
                12 => assert_eq!(ours.get_mut(&key), theirs.get_mut(&key)),
                _ => assert_eq!(ours.get(&key), theirs.get(&key)),
            }
            assert!(ours.iter().eq(theirs.iter()) && ours.len() == theirs.len());
        }
        assert!(ours.keys().eq(theirs.keys()) && ours.values().eq(theirs.values()));
        let again: SortedMap<u32, u32> = theirs.iter().rev().map(|(&key, &value)| (key, value)).collect();
        assert_eq!(again, ours);
        ours.retain(|key, _| key % 2 == 0);
        assert!(!ours.contains_key(&1) && ours.into_iter().all(|(key, _)| key % 2 == 0));
    }

    #[test]
    #[should_panic(expected = "no entry of that key")]
    fn a_key_that_is_not_there_has_no_value() {
        let map: SortedMap<u32, u32> = [(1, 2)].into_iter().collect();
        assert_eq!(map[&1], 2);
        let _ = map[&2];
    }
}
