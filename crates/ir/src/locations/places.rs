//! The part of a location that the compiler needs, known from the moment that it is made: locations share their parts,
//! so that looking through them each time would take as long as the text that they stand for.

use super::{DI_LEXICAL_BLOCK, DI_LOC, DI_SUBPROGRAM, LocKind};
use crate::attrs::AttrData;
use crate::entity::Attr;
use crate::module::{Module, Origin};
use std::sync::Arc;
use tilewright_diag::{LineIndex, Span};

/// The place that a location, or a scope, stands for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct SourcePlace {
    /// The one place in a file.
    pub(crate) origin: Option<Origin>,
    /// The scope that its `di_loc` names.
    pub(crate) scope: Option<Attr>,
    /// The function around that scope.
    pub(crate) subprogram: Option<Attr>,
}

impl Module {
    /// The one place in a file that a location stands for.
    pub fn origin_of(&self, location: Attr) -> Option<Origin> {
        self.place(location).origin
    }

    /// The function whose scope a location names.
    pub fn subprogram_of(&self, location: Attr) -> Option<Attr> {
        self.place(location).subprogram
    }

    /// Makes the places of ops those in the text that a front end made the module of, as their locations say them. An op
    /// whose location says none has no place.
    pub(crate) fn move_to_origins(&mut self, text: &str) {
        let lines = LineIndex::new(text);
        let attrs = self.attrs.clone();
        for loc in self.locs_mut() {
            let Some(origin) = loc.origin.filter(|origin| origin.line > 0) else {
                (loc.span, loc.line, loc.column) = Default::default();
                continue;
            };
            let start = lines.offset(text, origin.line, origin.column);
            let last = match loc.location.map(|location| attrs.get(location)) {
                Some(AttrData::Loc(LocKind::File, params)) => params.ints.get(2..4),
                _ => None,
            };
            let end = match last {
                Some(last) => lines.offset(text, last[0] as u32, last[1] as u32),
                None => start + text[start as usize..].lines().next().map_or(0, str::len) as u32,
            };
            loc.span = Span::new(start as usize, end.max(start) as usize);
            (loc.line, loc.column) = (origin.line, origin.column);
        }
    }

    /// The place that a location stands for.
    pub(crate) fn place(&self, location: Attr) -> SourcePlace {
        self.places.get(location).copied().unwrap_or_default()
    }

    /// Notes what a new attribute stands for, from what its parts do.
    pub(crate) fn note_place(&mut self, attr: Attr) {
        if self.places.contains(attr) {
            return;
        }
        let place = self.place_from_parts(attr);
        if place != SourcePlace::default() {
            Arc::make_mut(&mut self.places).insert(attr, place);
        }
    }

    fn place_from_parts(&self, attr: Attr) -> SourcePlace {
        match self.attr_data(attr) {
            AttrData::Loc(LocKind::File, params) => match self.attr_data(params.attrs[0]) {
                &AttrData::Str(file) => {
                    let (line, column) = (params.ints[0] as u32, params.ints[1] as u32);
                    SourcePlace {
                        origin: Some(Origin { file, line, column }),
                        ..SourcePlace::default()
                    }
                }
                _ => SourcePlace::default(),
            },
            // At a call, the caller is the kernel's author; the callee is often a library stub.
            AttrData::Loc(LocKind::CallSite, params) => {
                let caller = self.place(params.attrs[1]);
                SourcePlace {
                    origin: caller.origin.or(self.place(params.attrs[0]).origin),
                    ..caller
                }
            }
            AttrData::Loc(_, params) => {
                // Behind the parts of a fused location stands what its maker notes, if that is said.
                let parts = &params.attrs[..params.attrs.len() - usize::from(params.ints[..] == [1])];
                let places = || parts.iter().map(|&part| self.place(part));
                SourcePlace {
                    origin: places().find_map(|place| place.origin),
                    ..places().find(|place| place.scope.is_some()).unwrap_or_default()
                }
            }
            AttrData::Record(record, params) if std::ptr::eq(*record, &DI_LOC) => SourcePlace {
                origin: self.place(params.attrs[0]).origin,
                scope: Some(params.attrs[1]),
                subprogram: self.place(params.attrs[1]).subprogram,
            },
            AttrData::Record(record, params) if std::ptr::eq(*record, &DI_LEXICAL_BLOCK) => SourcePlace {
                subprogram: self.place(params.attrs[0]).subprogram,
                ..SourcePlace::default()
            },
            AttrData::Record(record, _) if std::ptr::eq(*record, &DI_SUBPROGRAM) => SourcePlace {
                subprogram: Some(attr),
                ..SourcePlace::default()
            },
            _ => SourcePlace::default(),
        }
    }
}
