//! Hints: what a kernel recommends for a target.

use tilewright_ir::{Attr, AttrData, Module, Name, Op};

/// The value of an op's hint for a target: under the target's name, with or without its letter, else by default.
pub fn hint(module: &Module, op: Op, target: &str, name: &str) -> Option<i64> {
    let dict = |attr| match module.attr_data(attr) {
        AttrData::Dict(entries) => Some(entries),
        _ => None,
    };
    let find = |entries: &[(Name, Attr)], name: &str| {
        let entry = entries.iter().find(|(key, _)| module.name(*key) == name);
        entry.map(|&(_, value)| value)
    };
    let by_target = dict(module.attr(op, "hints")?)?;
    let portable = target.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let keys = [target, portable, "default"].into_iter();
    let values = keys.filter_map(|key| find(dict(find(by_target, key)?)?, name));
    values
        .filter_map(|attr| match module.attr_data(attr) {
            AttrData::Int(value) => Some(*value),
            AttrData::Bool(value) => Some(i64::from(*value)),
            _ => None,
        })
        .next()
}
