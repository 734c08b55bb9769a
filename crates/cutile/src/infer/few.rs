//! Facts on a few names: a list that is looked through. A kind of hash map is two KB of code.

/// Facts by name.
pub(super) struct Few<'a, V>(Vec<(&'a str, V)>);

impl<V> Default for Few<'_, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'a, V> Few<'a, V> {
    fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|row| row.0 == name)
    }

    /// The fact on a name.
    pub(super) fn get(&self, name: &str) -> Option<&V> {
        self.place(name).map(|place| &self.0[place].1)
    }

    /// Whether there is one.
    pub(super) fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// Sets it.
    pub(super) fn insert(&mut self, name: &'a str, fact: V) {
        match self.place(name) {
            Some(place) => self.0[place].1 = fact,
            None => self.0.push((name, fact)),
        }
    }

    /// Sets it where there is none.
    pub(super) fn or_insert(&mut self, name: &'a str, fact: V) {
        if !self.contains_key(name) {
            self.0.push((name, fact));
        }
    }

    /// The number of facts.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}
