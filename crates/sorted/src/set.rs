//! Sets that are sorted lists.

use crate::SortedMap;
use std::borrow::Borrow;

/// A set that is a sorted list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortedSet<K>(SortedMap<K, ()>);

impl<K> Default for SortedSet<K> {
    fn default() -> Self {
        Self(SortedMap::new())
    }
}

/// The members of a set.
pub type Members<'s, K> = std::iter::Map<std::slice::Iter<'s, (K, ())>, fn(&(K, ())) -> &K>;

/// The members of a set that is used up.
pub type IntoMembers<K> = std::iter::Map<std::vec::IntoIter<(K, ())>, fn((K, ())) -> K>;

impl<K> SortedSet<K> {
    /// An empty set.
    pub const fn new() -> Self {
        Self(SortedMap::new())
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the members for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.0.retain(|key, ()| keep(key));
    }

    /// The members in order.
    pub fn iter(&self) -> Members<'_, K> {
        self.0.0.iter().map(|(key, ())| key)
    }
}

impl<K: Ord> SortedSet<K> {
    /// Whether it is a member.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    /// Puts a member in; whether it was not there before.
    pub fn insert(&mut self, key: K) -> bool {
        self.0.insert(key, ()).is_none()
    }

    /// Takes a member out; whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.remove(key).is_some()
    }
}

impl<K: Ord> Extend<K> for SortedSet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Ord> FromIterator<K> for SortedSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::new();
        set.extend(keys);
        set
    }
}

impl<K> IntoIterator for SortedSet<K> {
    type Item = K;
    type IntoIter = IntoMembers<K>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.0.into_iter().map(|(key, ())| key)
    }
}

impl<'s, K> IntoIterator for &'s SortedSet<K> {
    type Item = &'s K;
    type IntoIter = Members<'s, K>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::SortedSet;
    use std::collections::BTreeSet;

    #[test]
    fn it_does_what_the_set_of_the_standard_library_does() {
        let (mut ours, mut theirs) = (SortedSet::new(), BTreeSet::new());
        let mut seed = 1u32;
        for _ in 0..2000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = seed >> 8 & 127;
            match seed >> 30 {
                0 | 1 => assert_eq!(ours.insert(key), theirs.insert(key)),
                2 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                _ => assert_eq!(ours.contains(&key), theirs.contains(&key)),
            }
            assert!(ours.iter().eq(theirs.iter()) && ours.len() == theirs.len());
        }
        let again: SortedSet<u32> = theirs.iter().rev().copied().collect();
        assert_eq!(again, ours);
        assert!(!ours.is_empty() && ours.into_iter().eq(theirs));
    }
}
