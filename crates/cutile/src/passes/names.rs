//! Names of values: those of Python, each once.

use super::Set;
use tilewright_ir::entity::EntityMap;
use tilewright_ir::{Block, Module, Name, Value as Ir, ValueName};

/// Gives values that have one name numbers behind it, but for the first.
pub(crate) fn make_unique(m: &mut Module, entry: Block) {
    let mut values: Vec<Ir> = m.arguments(entry).to_vec();
    for op in m.walk(entry) {
        values.extend(m.results(op));
        for &region in m.regions(op) {
            values.extend(m.blocks(region).iter().flat_map(|&block| m.arguments(block)));
        }
    }
    let mut taken: Set<Name> = Set::default();
    let mut count: EntityMap<Name, u32> = EntityMap::default();
    let mut text = String::new();
    for value in values {
        let Some(ValueName { name, .. }) = m.value_name(value) else {
            continue;
        };
        let mut unique = name;
        while taken.contains(unique) {
            let number = count.get(name).copied().unwrap_or_default() + 1;
            count.insert(name, number);
            text.clear();
            text.push_str(m.name(name));
            text.push('_');
            push_number(&mut text, number);
            unique = m.intern_name(&text);
        }
        taken.insert(unique, ());
        m.set_value_name(value, Some(ValueName { name: unique, part: 0 }));
    }
}

/// Writes a number: nearly every name has one.
fn push_number(text: &mut String, number: u32) {
    if number > 9 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
