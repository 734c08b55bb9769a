//! `loc(...)`: where an op comes from in the language the kernel was written in.
//!
//! The disassembler prints the places as aliases after the ops (`#loc3 = loc("kernel.py":7:8)`), so they are
//! remembered as text and resolved when everything is read.

use super::{Parser, Refused, is_word};
use crate::entity::Op;
use crate::module::{LocData, Origin};
use rustc_hash::FxHashMap;

/// What the text says of places.
#[derive(Default)]
pub(super) struct Locations<'s> {
    /// Text of each alias.
    aliases: FxHashMap<&'s str, &'s str>,
    /// The text in the parentheses of each op's `loc`.
    pub ops: Vec<(Op, &'s str)>,
}

/// How many aliases may refer to each other in a row.
const DEEPEST_ALIAS: usize = 16;

impl<'s> Parser<'s> {
    /// Reads `#name = ...` at the top level, to the end of its line.
    pub(super) fn alias(&mut self) {
        let line_end = self.source[self.at..]
            .find('\n')
            .map_or(self.source.len(), |i| self.at + i);
        let line = &self.source[self.at + 1..line_end];
        match line.split_once('=') {
            Some((name, text)) if name.trim().chars().all(|c| is_word(c) || c == '.') => {
                self.locations.aliases.insert(name.trim(), text.trim());
                self.at = line_end;
            }
            _ => {
                self.expected("an op, or `#name = ...`");
                self.at = line_end;
            }
        }
    }

    /// The text in the next pair of parentheses.
    pub(super) fn balanced(&mut self) -> Result<&'s str, Refused> {
        self.expect("(")?;
        let start = self.at;
        let mut depth = 1;
        for (i, c) in self.source[start..].char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                '\n' => break,
                _ => {}
            }
            if depth == 0 {
                self.at = start + i + 1;
                return Ok(&self.source[start..start + i]);
            }
        }
        Err(self.expected("`)` on the same line"))
    }

    /// Gives every op the origin that its `loc` names.
    pub(super) fn resolve_locations(&mut self) {
        let locations = std::mem::take(&mut self.locations);
        for &(op, text) in &locations.ops {
            if let Some((file, line, column)) = resolve(&locations.aliases, text, 0) {
                let origin = Some(Origin {
                    file: self.module.intern_name(file),
                    line,
                    column,
                });
                let here = self.module.loc_data(self.module.loc(op)).clone();
                let loc = self.module.intern_loc(LocData { origin, ..here });
                self.module.set_loc(op, loc);
            }
        }
    }
}

/// The file, line and column that a place's text leads to.
fn resolve<'s>(aliases: &FxHashMap<&'s str, &'s str>, text: &'s str, depth: usize) -> Option<(&'s str, u32, u32)> {
    if depth > DEEPEST_ALIAS {
        return None;
    }
    // At a call, the caller is the kernel's author; the callee is often a library stub.
    if let Some(at) = text.find("callsite(") {
        let inner = &text[at + "callsite(".len()..];
        if let Some((callee, caller)) = inner.rsplit_once(" at ") {
            return resolve(aliases, caller, depth + 1).or_else(|| resolve(aliases, callee, depth + 1));
        }
    }
    if let Some(at) = text.find('"') {
        let (file, rest) = text[at + 1..].split_once('"')?;
        let mut numbers = rest.strip_prefix(':')?.split(|c: char| !c.is_ascii_digit());
        return Some((file, numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?));
    }
    let at = text.find('#')?;
    let name = &text[at + 1..];
    // `#cuda_tile.di_loc<#loc1 in #di_subprogram>`: the place is the first alias inside.
    if let Some(inner) = name.strip_prefix("cuda_tile.di_loc<") {
        return resolve(aliases, inner, depth + 1);
    }
    let end = name.find(|c| !is_word(c)).unwrap_or(name.len());
    resolve(aliases, aliases.get(&name[..end])?, depth + 1)
}
