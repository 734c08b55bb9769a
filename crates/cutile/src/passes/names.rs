//! Names of values: those of Python, each once.

use rustc_hash::{FxHashMap, FxHashSet};
use tilewright_ir::{Block, Module, Value as Ir, ValueName};

/// Gives values that have one name numbers behind it, but for the first.
pub(crate) fn make_unique(m: &mut Module, entry: Block) {
    let mut values: Vec<Ir> = m.arguments(entry).to_vec();
    for op in m.walk(entry) {
        values.extend(m.results(op));
        for &region in m.regions(op) {
            values.extend(m.blocks(region).iter().flat_map(|&block| m.arguments(block)));
        }
    }
    let text = |m: &Module, value: Ir| m.value_name(value).map(|name| m.name(name.name).to_string());
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut count: FxHashMap<String, u32> = FxHashMap::default();
    for value in values {
        let Some(name) = text(m, value) else { continue };
        let mut unique = name.clone();
        while !taken.insert(unique.clone()) {
            let number = count.entry(name.clone()).or_default();
            *number += 1;
            unique = format!("{name}_{number}");
        }
        let name = m.intern_name(&unique);
        m.set_value_name(value, Some(ValueName { name, part: 0 }));
    }
}
