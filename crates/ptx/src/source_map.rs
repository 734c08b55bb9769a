//! Which line of a PTX text holds which statement; made by the printer and by the parser alike.

/// A place in a PTX text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub col: u32,
}

/// The places of all statements. Entries count only [`crate::Item::Entry`] items, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// `places[entry][stmt]`
    pub places: Vec<Vec<Pos>>,
    /// The same for [`crate::Module::functions`].
    pub functions: Vec<Vec<Pos>>,
}

impl SourceMap {
    /// Where statement `stmt` of entry `entry` stands.
    pub fn place(&self, entry: usize, stmt: usize) -> Option<Pos> {
        self.places.get(entry)?.get(stmt).copied()
    }

    /// For each line of a text of `lines` lines (index 0 is line 1): the first statement on it, as (entry, statement).
    pub fn by_line(&self, lines: usize) -> Vec<Option<(usize, usize)>> {
        let mut out = vec![None; lines];
        for (entry, places) in self.places.iter().enumerate() {
            for (stmt, pos) in places.iter().enumerate() {
                if let Some(slot) = out.get_mut((pos.line as usize).wrapping_sub(1)) {
                    slot.get_or_insert((entry, stmt));
                }
            }
        }
        out
    }
}
