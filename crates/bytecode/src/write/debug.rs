//! Debug information: where in the author's language each op comes from.

use super::*;

impl Writer<'_> {
    /// Begins the places of a function.
    pub fn start_places(&mut self, op: Op, name: &str) {
        let line = self
            .module
            .loc_data(self.module.loc(op))
            .origin
            .map_or(0, |origin| origin.line);
        self.function = (name.to_string(), u64::from(line));
    }

    /// Adds the place of the next op.
    pub fn push_place(&mut self, loc: Loc) {
        let place = self.place(loc);
        if let Some(places) = self.places.last_mut() {
            places.push(place);
        }
    }

    /// The number of a place in the table; 0 if it is unknown.
    pub fn place(&mut self, loc: Loc) -> u64 {
        let Some(origin) = self.module.loc_data(loc).origin else {
            return 0;
        };
        let key = (self.places.len(), loc);
        if let Some(&number) = self.loc_numbers.get(&key) {
            return number;
        }
        let file = self.module.name(origin.file);
        let scope = self.subprogram(file);
        let file = self.string(file);
        let number = self.debug_row(4, &[scope, file, u64::from(origin.line), u64::from(origin.column)]);
        self.loc_numbers.insert(key, number);
        number
    }

    /// The function as one of a file.
    fn subprogram(&mut self, path: &str) -> u64 {
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        let (name, folder) = (self.string(name), self.string(folder));
        let file = self.debug_row(2, &[name, folder]);
        let unit = self.debug_row(1, &[file]);
        let (function, line) = std::mem::take(&mut self.function);
        let name = self.string(&function);
        self.function = (function, line);
        let flags: &[u64] = if self.version.minor() >= 5 { &[0] } else { &[] };
        self.debug_row(5, &[&[file, line, name, name, unit, line], flags].concat())
    }

    fn debug_row(&mut self, tag: u8, numbers: &[u64]) -> u64 {
        let mut row = vec![tag];
        numbers.iter().for_each(|&number| varint(number, &mut row));
        self.debug.number(&row) + 1
    }

    /// The section: where each function's places start, the places, and the table of what they are.
    pub fn debug_section(&self) -> Vec<u8> {
        let mut out = Vec::new();
        varint(self.places.len() as u64, &mut out);
        align(4, &mut out);
        let mut start = 0u32;
        for places in &self.places {
            out.extend(start.to_le_bytes());
            start += places.len() as u32;
        }
        varint(u64::from(start), &mut out);
        align(8, &mut out);
        for place in self.places.iter().flatten() {
            out.extend(place.to_le_bytes());
        }
        if self.debug.rows.is_empty() {
            // The official reader wants one row.
            let mut unknown = Rows::default();
            unknown.number(&[0]);
            unknown.write(4, &mut out);
        } else {
            self.debug.write(4, &mut out);
        }
        out
    }
}
