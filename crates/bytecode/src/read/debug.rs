//! Debug information: where in the author's language each op comes from.

use super::*;
use tilewright_ir::{LocData, Origin};

/// Which places the functions' ops have, as indices.
#[derive(Default)]
pub(super) struct Places {
    /// Where each function's places start among all.
    starts: Vec<usize>,
    /// Indices into the table of places, one after another.
    indices: Vec<u64>,
}

/// The places of a function's ops still to come; none where nothing is known.
pub(super) type Upcoming<'p> = Option<std::slice::Iter<'p, u64>>;

impl Places {
    /// The places of the function whose number follows.
    pub fn of_function(&self, cursor: &mut Cursor<'_>) -> Result<Upcoming<'_>> {
        match cursor.index(self.starts.len() + 1, "debug information of a function")? {
            0 => Ok(None),
            number => Ok(Some(self.indices[self.starts[number - 1]..].iter())),
        }
    }
}

/// An entry of the table, as far as it is used.
enum Entry {
    /// A place in a file.
    Place(Origin),
    /// The place of a caller.
    Call(usize),
    /// Something that places refer to, or no place at all.
    Other,
}

impl<'b> Reader<'b> {
    /// Reads the section.
    pub fn read_debug(&mut self, mut cursor: Cursor<'b>) -> Result<Places> {
        let count = cursor.count(4, "functions")?;
        cursor.align(4)?;
        let mut starts = Vec::new();
        for _ in 0..count {
            starts.push((cursor.at, cursor.fixed(4)? as usize));
        }
        let count = cursor.count(8, "places")?;
        cursor.align(8)?;
        let indices = (0..count).map(|_| cursor.fixed(8)).collect::<Result<Vec<_>>>()?;
        if let Some(&(at, start)) = starts.iter().find(|&&(_, start)| start > count) {
            return Err(cursor.error_at(at, &format!("the places start at number {start} of {count}")));
        }
        let parts = cursor.table(4, "places")?;
        let mut entries = Vec::new();
        for mut part in parts {
            entries.push(self.entry(&mut part)?);
        }
        self.places = vec![self.unknown];
        for index in 0..entries.len() {
            let origin = origin(&entries, index);
            let loc = self.module.intern_loc(LocData {
                origin,
                ..LocData::default()
            });
            self.places.push(loc);
        }
        let starts = starts.into_iter().map(|(_, start)| start).collect();
        Ok(Places { starts, indices })
    }

    fn entry(&mut self, cursor: &mut Cursor<'b>) -> Result<Entry> {
        Ok(match cursor.varint()? {
            4 => {
                cursor.varint()?;
                let file = self.string(cursor)?;
                let file = self.module.intern_name(file);
                let (line, column) = (cursor.varint()? as u32, cursor.varint()? as u32);
                Entry::Place(Origin { file, line, column })
            }
            6 => {
                cursor.varint()?;
                Entry::Call(cursor.varint()? as usize)
            }
            _ => Entry::Other,
        })
    }

    /// The place of the next op.
    pub fn place(&mut self, upcoming: &mut Upcoming<'_>, cursor: &Cursor<'_>) -> Result<Loc> {
        let Some(upcoming) = upcoming else {
            return Ok(self.unknown);
        };
        let Some(&index) = upcoming.next() else {
            return cursor.error("the debug section has fewer places than the function has ops");
        };
        if index == 0 {
            return Ok(self.unknown);
        }
        match usize::try_from(index).ok().and_then(|index| self.places.get(index)) {
            Some(&loc) => Ok(loc),
            None => cursor.error(&format!("this op's place is number {index} of {}", self.places.len())),
        }
    }
}

/// How many calls may be one inside another.
const DEEPEST_CALL: u32 = 64;

/// The author's place: of a call that of the caller, since the callee is often a library's stub.
fn origin(entries: &[Entry], mut index: usize) -> Option<Origin> {
    for _ in 0..DEEPEST_CALL {
        match entries.get(index)? {
            Entry::Place(origin) => return Some(*origin),
            Entry::Call(caller) => index = caller.checked_sub(1)?,
            Entry::Other => return None,
        }
    }
    None
}
