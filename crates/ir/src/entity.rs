//! Typed 32-bit ids, so that a block is never taken for an op, and the tables they index.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id that indexes a [`Table`].
pub trait Entity: Copy {
    /// The id of row `index`.
    fn new(index: usize) -> Self;
    /// The row.
    fn index(self) -> usize;
}

/// Declares an id type.
macro_rules! entity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $crate::entity::Entity for $name {
            fn new(index: usize) -> Self {
                Self(index as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

entity!(
    /// An operation.
    Op
);
entity!(
    /// An SSA value: a result of an op or an argument of a block.
    Value
);
entity!(
    /// A straight run of ops.
    Block
);
entity!(
    /// A list of blocks owned by an op.
    Region
);
entity!(
    /// An interned type.
    Ty
);
entity!(
    /// An interned attribute.
    Attr
);
entity!(
    /// An interned string.
    Name
);
entity!(
    /// A place in the source.
    Loc
);

/// An id or none, which comes first.
impl<E: Entity> Entity for Option<E> {
    fn new(index: usize) -> Self {
        index.checked_sub(1).map(E::new)
    }
    fn index(self) -> usize {
        self.map_or(0, |id| id.index() + 1)
    }
}

/// A growing table indexed by an id.
#[derive(Clone, Debug)]
pub struct Table<E, T> {
    rows: Vec<T>,
    ids: PhantomData<E>,
}

impl<E: Entity, T> Table<E, T> {
    /// An empty table.
    pub fn new() -> Self {
        Self {
            rows: Vec::new(),
            ids: PhantomData,
        }
    }

    /// Adds a row and returns its id.
    pub fn push(&mut self, row: T) -> E {
        self.rows.push(row);
        E::new(self.rows.len() - 1)
    }

    /// Makes room for so many more rows.
    pub fn reserve(&mut self, rows: usize) {
        self.rows.reserve(rows);
    }

    /// All rows, to change them.
    pub fn rows_mut(&mut self) -> &mut [T] {
        &mut self.rows
    }

    /// The number of rows.
    pub fn count(&self) -> usize {
        self.rows.len()
    }
}

impl<E: Entity, T> Default for Table<E, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Entity, T> Index<E> for Table<E, T> {
    type Output = T;
    fn index(&self, id: E) -> &T {
        &self.rows[id.index()]
    }
}

impl<E: Entity, T> IndexMut<E> for Table<E, T> {
    fn index_mut(&mut self, id: E) -> &mut T {
        &mut self.rows[id.index()]
    }
}

/// Facts about some of the rows of a [`Table`]: a map from ids that is a list, as long as the greatest id in it says.
#[derive(Clone, Debug)]
pub struct EntityMap<E, T> {
    rows: Vec<Option<T>>,
    ids: PhantomData<E>,
}

impl<E: Entity, T> EntityMap<E, T> {
    /// An empty map, with room for the first `count` rows.
    pub fn sized(count: usize) -> Self {
        let mut rows = Vec::new();
        rows.resize_with(count, || None);
        Self { rows, ids: PhantomData }
    }

    /// Sets the fact about `id`.
    pub fn insert(&mut self, id: E, fact: T) {
        let row = id.index();
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, || None);
        }
        self.rows[row] = Some(fact);
    }

    /// The fact about `id`.
    pub fn get(&self, id: E) -> Option<&T> {
        self.rows.get(id.index())?.as_ref()
    }

    /// Whether there is a fact about `id`.
    pub fn contains(&self, id: E) -> bool {
        self.get(id).is_some()
    }

    /// All facts, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (E, &T)> {
        let rows = self.rows.iter().enumerate();
        rows.filter_map(|(row, fact)| Some((E::new(row), fact.as_ref()?)))
    }

    /// Forgets all facts.
    pub fn clear(&mut self) {
        self.rows.clear();
    }
}

impl<E, T> Default for EntityMap<E, T> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            ids: PhantomData,
        }
    }
}

impl<E: Entity, T> Index<E> for EntityMap<E, T> {
    type Output = T;
    #[expect(clippy::expect_used, reason = "as of any `Index`")]
    fn index(&self, id: E) -> &T {
        self.get(id).expect("asked only for what is in the map")
    }
}
