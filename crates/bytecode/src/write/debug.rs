//! Debug information: where in the author's language each op comes from.

use super::*;
use crate::table::debug_kinds;
use smallvec::SmallVec;
use tilewright_ir::Attr;
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::locations::{DI_LOC, LocKind};

impl Writer<'_> {
    /// Begins the places of a function.
    pub fn start_places(&mut self, op: Op, name: &str) {
        let module = self.module;
        let line = module.loc_data(module.loc(op)).origin.map_or(0, |origin| origin.line);
        let subprogram = module.location(op).and_then(|at| module.subprogram_of(at));
        self.function = (subprogram, name.to_string(), u64::from(line));
        self.made_up = None;
        self.places.push(Vec::new());
        self.debug_numbers.clear();
    }

    /// Adds the place of the next op.
    pub fn push_place(&mut self, loc: Loc) {
        let place = self.place(loc);
        if let Some(places) = self.places.last_mut() {
            places.push(place);
        }
    }

    /// Ends the places of a function: where its ops have places, it has one, for their subprogram must be its own.
    pub fn finish_places(&mut self) {
        let line = self.function.2;
        if let (Some((scope, file)), Some(&0)) = (self.made_up, self.places.last().and_then(|places| places.first())) {
            let place = self.debug_row(4, &[scope, file, line, 0]);
            if let Some(own) = self.places.last_mut().and_then(|places| places.first_mut()) {
                *own = place;
            }
        }
    }

    /// The number of a place in the table; 0 if it is unknown.
    pub fn place(&mut self, loc: Loc) -> u64 {
        let key = (self.places.len(), loc);
        if let Some(&number) = self.loc_numbers.get(&key) {
            return number;
        }
        let location = self.module.loc_data(loc).location;
        let number = location.map_or(0, |location| self.location(location));
        self.loc_numbers.insert(key, number);
        number
    }

    /// The number of a location or debug attribute. They nest as deep as calls were inlined: what waits for its parts is a
    /// list, and the parts are numbered first.
    fn location(&mut self, location: Attr) -> u64 {
        let module = self.module;
        let mut waiting = vec![location];
        while let Some(&next) = waiting.last() {
            if self.debug_numbers.contains(next) {
                waiting.pop();
                continue;
            }
            let parts = numbered_parts(module, next);
            let before = waiting.len();
            waiting.extend(parts.rev().filter(|part| !self.debug_numbers.contains(*part)));
            if waiting.len() == before {
                let number = self.number_of(next);
                self.debug_numbers.insert(next, number);
            }
        }
        self.debug_numbers.get(location).copied().unwrap_or(0)
    }

    /// The number of a location or debug attribute of which the parts have theirs.
    fn number_of(&mut self, location: Attr) -> u64 {
        let module = self.module;
        match module.attr_data(location) {
            AttrData::Loc(LocKind::Unknown, _) => 0,
            AttrData::Loc(LocKind::CallSite, params) => self.row(None, params),
            // Bytecode has no place without a subprogram, so it gets that of the kernel.
            AttrData::Loc(LocKind::File, params) => {
                let AttrData::Str(file) = module.attr_data(params.attrs[0]) else {
                    return 0;
                };
                let file = module.name(*file);
                let scope = self.subprogram(file);
                let file = self.string(file);
                self.debug_row(4, &[scope, file, params.ints[0] as u64, params.ints[1] as u64])
            }
            // Nor has it names and fused places: what they are made of stands for them.
            AttrData::Loc(..) => {
                let part = numbered_parts(module, location).next();
                part.map_or(0, |part| self.location(part))
            }
            AttrData::Record(record, params) => self.row(Some(record.name), params),
            _ => 0,
        }
    }

    /// The number of a row of debug information; rows it refers to come before it.
    fn row(&mut self, name: Option<&str>, params: &AttrParams) -> u64 {
        let module = self.module;
        let kinds = debug_kinds();
        let kind = kinds.iter().find(|kind| kind.1.map(|record| record.name) == name);
        let Some(&(tag, _, fields)) = kind else { return 0 };
        let mut params = params.clone();
        if tag == 4 {
            // A place is its scope, and the file, line and column of the place that it holds.
            match module.attr_data(params.attrs[0]) {
                AttrData::Loc(LocKind::File, place) => {
                    params.attrs = [params.attrs[1], place.attrs[0]].into_iter().collect();
                    params.ints.clone_from(&place.ints);
                }
                _ => return self.location(params.attrs[0]),
            }
        }
        let (mut attrs, mut ints) = (params.attrs.iter(), params.ints.iter());
        let mut numbers = Vec::new();
        for field in fields.chars() {
            numbers.push(match field {
                'i' => ints.next().map_or(0, |&int| int as u64),
                's' => match attrs.next().map(|&attr| module.attr_data(attr)) {
                    Some(AttrData::Str(name)) => self.string(module.name(*name)),
                    _ => self.string(""),
                },
                _ => attrs.next().map_or(0, |&attr| self.location(attr)),
            });
        }
        if tag == 5 && self.version.minor() >= 5 {
            numbers.push(0);
        }
        self.debug_row(tag, &numbers)
    }

    /// The function's own subprogram; where it has none, one is made up, in the first file that a place of it names.
    fn subprogram(&mut self, path: &str) -> u64 {
        if let Some(known) = self.function.0 {
            return self.location(known);
        }
        if let Some((made_up, _)) = self.made_up {
            return made_up;
        }
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        let (name, folder, path) = (self.string(name), self.string(folder), self.string(path));
        let file = self.debug_row(2, &[name, folder]);
        let unit = self.debug_row(1, &[file]);
        let (_, function, line) = self.function.clone();
        let name = self.string(&function);
        let flags: &[u64] = if self.version.minor() >= 5 { &[0] } else { &[] };
        let number = self.debug_row(5, &[&[file, line, name, name, unit, line], flags].concat());
        self.made_up = Some((number, path));
        number
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

/// The identity under which a location or debug attribute is written.
fn numbered_parts(module: &Module, attr: Attr) -> impl DoubleEndedIterator<Item = Attr> {
    let is_known = |part: &Attr| match module.attr_data(*part) {
        AttrData::Loc(kind, _) => *kind != LocKind::Unknown,
        AttrData::Record(record, _) => std::ptr::eq(*record, &DI_LOC),
        _ => false,
    };
    let is_record = |part: &Attr| matches!(module.attr_data(*part), AttrData::Record(..));
    let parts: SmallVec<[Attr; 2]> = match module.attr_data(attr) {
        AttrData::Loc(LocKind::CallSite, params) => params.attrs.clone(),
        AttrData::Loc(LocKind::File | LocKind::Unknown, _) => SmallVec::new(),
        AttrData::Loc(_, params) => params.attrs.iter().copied().find(is_known).into_iter().collect(),
        // The place in a file that is part of a place in a scope has no row of its own.
        AttrData::Record(_, params) => params.attrs.iter().copied().filter(is_record).collect(),
        _ => SmallVec::new(),
    };
    parts.into_iter()
}
