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
    for value in values {
        let Some(ValueName { name, .. }) = m.value_name(value) else {
            continue;
        };
        let mut unique = name;
        while taken.contains(unique) {
            let number = count.get(name).copied().unwrap_or_default() + 1;
            count.insert(name, number);
            let text = format!("{}_{number}", m.name(name));
            unique = m.intern_name(&text);
        }
        taken.insert(unique, ());
        m.set_value_name(value, Some(ValueName { name: unique, part: 0 }));
    }
}
