//! The aliases under which locations are printed: `#loc3 = loc("kernel.py":7:8)`, as MLIR names and orders them.

use super::{DI_LOC, RECORDS};
use crate::attrs::AttrData;
use crate::entity::{Attr, EntityMap};
use crate::locations::LocKind;
use crate::module::Module;
use crate::print::is_implied;
use crate::written::push_decimal;
use tilewright_sorted::SortedMap;

/// The names of locations in one text.
pub(crate) struct LocationNames {
    /// The alias of each: what it begins with, and its number; that of the unknown location is under `None`.
    names: EntityMap<Option<Attr>, (&'static str, usize)>,
    /// In the order of their definitions.
    order: Vec<Option<Attr>>,
}

impl LocationNames {
    /// The names of all locations of a module, in the order in which its ops are printed.
    pub(crate) fn of(module: &Module) -> Self {
        let mut found = Found {
            module,
            depths: EntityMap::default(),
            order: Vec::new(),
        };
        for op in module.walk(module.top()) {
            // An op that is not printed has no location in the text.
            if module.parent(op).is_some_and(|block| is_implied(module, block, op)) {
                continue;
            }
            found.visit(module.location(op));
            for &region in module.regions(op) {
                let arguments = module.blocks(region).iter().flat_map(|&block| module.arguments(block));
                for &argument in arguments {
                    if let Some(location) = module.argument_location(argument) {
                        found.visit(Some(location));
                    }
                }
            }
        }
        // Parts of others come first; within that by name, and then as they were met.
        let mut order = found.order;
        let (depths, module) = (found.depths, found.module);
        order.sort_by_key(|location| (depths[*location], base(module, *location)));
        let mut counts: SortedMap<&'static str, usize> = SortedMap::default();
        let mut names = EntityMap::default();
        for &location in &order {
            let base = base(module, location);
            let count = counts.entry(base).or_insert(0);
            names.insert(location, (base, *count));
            *count += 1;
        }
        Self { names, order }
    }

    /// Locations in the order of the lines that define them.
    pub(crate) fn defined(&self) -> &[Option<Attr>] {
        &self.order
    }

    /// Writes the line that defines the alias of a location.
    pub(crate) fn define(&self, module: &Module, location: Option<Attr>, line: &mut String) {
        self.write(module, location, line);
        line.push_str(" = ");
        let part = |part: Attr, out: &mut String| self.write(module, Some(part), out);
        match location.map(|attr| module.attr_data(attr)) {
            Some(AttrData::Loc(kind, params)) => {
                line.push_str("loc(");
                module.write_location(*kind, params, line, &part);
                line.push(')');
            }
            Some(AttrData::Record(record, params)) => {
                line.push_str("#cuda_tile.");
                line.push_str(record.name);
                module.write_debug_attr(record, params, line, &part);
            }
            _ => line.push_str("loc(unknown)"),
        }
    }

    /// Writes the alias of a location, or an attribute inside of one that has none.
    pub(crate) fn write(&self, module: &Module, location: Option<Attr>, out: &mut String) {
        match (self.names.get(known(module, location)), location) {
            (Some(&(base, number)), _) => {
                out.push('#');
                out.push_str(base);
                if number > 0 {
                    push_decimal(number as u64, out);
                }
            }
            (None, Some(attr)) => module.write_attr(attr, out),
            (None, None) => out.push_str("unknown"),
        }
    }
}

struct Found<'m> {
    module: &'m Module,
    /// The depth of nesting of each.
    depths: EntityMap<Option<Attr>, usize>,
    order: Vec<Option<Attr>>,
}

impl Found<'_> {
    /// Notes a location and what it is made of. They nest as deep as calls were inlined: what is open is a list.
    fn visit(&mut self, location: Option<Attr>) {
        let module = self.module;
        if self.depths.contains(location) {
            return;
        }
        let parts = |location: Option<Attr>| location.map_or(&[][..], |attr| module.parts_of_location(attr)).iter();
        let mut open = Vec::new();
        let mut next = Some(location);
        loop {
            if let Some(location) = next.map(|location| known(module, location))
                && !base(module, location).is_empty()
                && !self.depths.contains(location)
            {
                self.depths.insert(location, 1);
                self.order.push(location);
                open.push((location, parts(location)));
            }
            let Some((location, rest)) = open.last_mut() else {
                return;
            };
            next = rest.next().map(|&part| Some(part));
            if next.is_none() {
                let depth = parts(*location).filter_map(|&part| self.depths.get(known(module, Some(part))));
                let depth = 1 + depth.max().copied().unwrap_or(0);
                self.depths.insert(*location, depth);
                open.pop();
            }
        }
    }
}

/// The location that says nothing is the same as none.
fn known(module: &Module, location: Option<Attr>) -> Option<Attr> {
    location.filter(|&attr| !matches!(module.attr_data(attr), AttrData::Loc(LocKind::Unknown, _)))
}

/// The beginning of a location's alias; nothing for one that has no alias.
fn base(module: &Module, location: Option<Attr>) -> &'static str {
    match location.map(|attr| module.attr_data(attr)) {
        None | Some(AttrData::Loc(..)) => "loc",
        Some(AttrData::Record(record, _)) if std::ptr::eq(*record, &DI_LOC) => "loc",
        Some(AttrData::Record(record, _)) if RECORDS.iter().any(|r| std::ptr::eq(*r, *record)) => record.name,
        _ => "",
    }
}
