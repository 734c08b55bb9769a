//! Debug information: where in the author's language each op comes from. A row refers only to rows before it.

use super::*;
use crate::table::debug_kinds;
use smallvec::smallvec;
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::locations::{
    DI_COMPILE_UNIT, DI_FILE, DI_LEXICAL_BLOCK, DI_LOC, DI_SUBPROGRAM, LocKind, is_location,
};
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

/// A row of the table.
#[derive(Clone, Copy)]
struct Row {
    attr: Attr,
    origin: Option<Origin>,
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
        let unknown = Row {
            attr: self.module.unknown_location(),
            origin: None,
        };
        let mut rows = vec![unknown];
        for mut part in cursor.table(4, "places")? {
            let row = self.row(&mut part, &rows)?;
            rows.push(row);
        }
        self.places = vec![Some(self.unknown)];
        for row in &rows[1..] {
            let loc = is_location(&self.module, row.attr).then(|| LocData {
                origin: row.origin,
                location: Some(row.attr),
                ..LocData::default()
            });
            let loc = loc.map(|loc| self.module.add_loc(loc));
            self.places.push(loc);
        }
        let starts = starts.into_iter().map(|(_, start)| start).collect();
        Ok(Places { starts, indices })
    }

    fn row(&mut self, cursor: &mut Cursor<'b>, rows: &[Row]) -> Result<Row> {
        let at = cursor.at;
        let tag = cursor.varint()?;
        let Some(&(_, record, fields)) = debug_kinds().iter().find(|kind| u64::from(kind.0) == tag) else {
            if tag == 0 {
                return Ok(rows[0]);
            }
            return Err(cursor.error_at(at, &format!("there is no debug information with tag {tag}")));
        };
        let mut params = AttrParams::default();
        let mut origin = None;
        for field in fields.chars() {
            let at = cursor.at;
            match field {
                's' => {
                    let text = self.string(cursor)?;
                    let name = self.module.intern_name(text);
                    params.attrs.push(self.module.intern_attr(AttrData::Str(name)));
                }
                'i' => match u32::try_from(cursor.varint()?) {
                    Ok(number) => params.ints.push(number.into()),
                    Err(_) => return Err(cursor.error_at(at, "lines and columns have at most 32 bits")),
                },
                kind => {
                    let row = rows[cursor.index(rows.len(), "earlier row of debug information")?];
                    if !self.fits(kind, row.attr) {
                        return Err(cursor.error_at(
                            at,
                            "this row of debug information is of another kind than is needed here",
                        ));
                    }
                    params.attrs.push(row.attr);
                    // Of a call the caller is the author's place, and comes last; the callee is often a library's stub.
                    origin = row.origin.or(origin);
                }
            }
        }
        if tag == 5 && self.version.minor() >= 5 && cursor.varint()? != 0 {
            return Err(cursor.error_at(at, "this function has flags that are not known here"));
        }
        let data = match record {
            Some(record) if std::ptr::eq(record, &DI_LOC) => {
                let file = AttrParams {
                    ints: params.ints,
                    attrs: smallvec![params.attrs[1]],
                };
                let place = self.module.intern_attr(AttrData::Loc(LocKind::File, file));
                origin = self.module.origin_of(place);
                let attrs = smallvec![place, params.attrs[0]];
                AttrData::Record(
                    record,
                    AttrParams {
                        attrs,
                        ints: smallvec![],
                    },
                )
            }
            Some(record) => AttrData::Record(record, params),
            None => AttrData::Loc(LocKind::CallSite, params),
        };
        cursor.finish("the debug information")?;
        let attr = self.module.intern_attr(data);
        Ok(Row { attr, origin })
    }

    /// Whether an attribute may stand in a field of this kind.
    fn fits(&self, kind: char, attr: Attr) -> bool {
        match (kind, self.module.attr_data(attr)) {
            ('l', _) => is_location(&self.module, attr),
            ('f', AttrData::Record(record, _)) => std::ptr::eq(*record, &DI_FILE),
            ('u', AttrData::Record(record, _)) => std::ptr::eq(*record, &DI_COMPILE_UNIT),
            ('p', AttrData::Record(record, _)) => {
                std::ptr::eq(*record, &DI_SUBPROGRAM) || std::ptr::eq(*record, &DI_LEXICAL_BLOCK)
            }
            _ => false,
        }
    }

    /// The place of the next op.
    pub fn place(&mut self, upcoming: &mut Upcoming<'_>, cursor: &Cursor<'_>) -> Result<Loc> {
        let Some(upcoming) = upcoming else {
            return Ok(self.unknown);
        };
        let Some(&index) = upcoming.next() else {
            return cursor.error("the debug section has fewer places than the function has ops");
        };
        match usize::try_from(index).ok().and_then(|index| self.places.get(index)) {
            Some(&Some(loc)) => Ok(loc),
            Some(None) => cursor.error(&format!(
                "row {index} of the debug information, which this op names, is no place"
            )),
            None => cursor.error(&format!("this op's place is number {index} of {}", self.places.len())),
        }
    }
}
