//! Optimisation hints: `<sm_90 = {occupancy = 2}, default = {}>`.

use crate::attrs::AttrData;
use crate::entity::{Attr, Name, Op};
use crate::module::Module;
use crate::parse::{Parser, Refused};
use crate::verify::Violation;
use crate::verify::kind::ATTRIBUTE;

/// The targets of hints.
const TARGETS: [&str; 12] = [
    "default", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_100", "sm_103", "sm_110", "sm_120", "sm_121",
];

/// The values of a hint that is a number: least, most, and whether only powers of two count.
const NUMBERS: [(&str, i64, i64, bool); 5] = [
    ("num_cta_in_cga", 1, 16, true),
    ("num_worker_warps_per_cta", 1, 32, true),
    ("occupancy", 1, 32, false),
    ("latency", 1, 10, false),
    ("swizzle", 32, 128, true),
];

/// Reads hints.
pub(crate) fn parse(parser: &mut Parser<'_>) -> Result<Attr, Refused> {
    parser.expect("<")?;
    let entries = parser.entries(">")?;
    let targets = entries
        .into_iter()
        .map(|(name, hints)| (name, plain(&mut parser.module, hints)));
    let targets = targets.collect();
    let targets = by_name(&parser.module, targets);
    Ok(parser.module.intern_attr(AttrData::Dict(targets)))
}

/// Hints of one target without the types of their numbers, which say nothing.
fn plain(module: &mut Module, hints: Attr) -> Attr {
    let AttrData::Dict(entries) = module.attr_data(hints) else {
        return hints;
    };
    let number = |&(name, value): &(Name, Attr)| {
        let int = match module.attr_data(value) {
            AttrData::Dense { ty, bits } => module.scalar(*ty).filter(|s| !s.is_float() && s.bits > 1).map(|s| {
                let unused = 64 - s.bits;
                ((bits[0] << unused) as i64) >> unused
            }),
            _ => None,
        };
        (name, value, int)
    };
    let entries: Vec<(Name, Attr, Option<i64>)> = entries.iter().map(number).collect();
    let plain = |(name, value, int): (Name, Attr, Option<i64>)| {
        (name, int.map_or(value, |int| module.intern_attr(AttrData::Int(int))))
    };
    let entries = entries.into_iter().map(plain).collect();
    let entries = by_name(module, entries);
    module.intern_attr(AttrData::Dict(entries))
}

/// Entries in the order of their names, as MLIR keeps them.
pub fn by_name(module: &Module, mut entries: Vec<(Name, Attr)>) -> Box<[(Name, Attr)]> {
    entries.sort_by(|a, b| module.name(a.0).cmp(module.name(b.0)));
    entries.into()
}

/// Writes hints.
pub(crate) fn print(module: &Module, attr: Attr, out: &mut String) {
    if let AttrData::Dict(entries) = module.attr_data(attr) {
        out.push('<');
        module.write_entries(entries, out);
        out.push('>');
    }
}

/// The hints of an op are for known targets, of the names that `known` lists, and in range.
pub(crate) fn check(module: &Module, op: Op, known: &[&str]) -> Result<(), Violation> {
    let Some(hints) = module.attr(op, "hints") else {
        return Ok(());
    };
    let AttrData::Dict(targets) = module.attr_data(hints) else {
        return Err(Violation::of(ATTRIBUTE, "hints are given for each target in braces"));
    };
    for (index, &(target, values)) in targets.iter().enumerate() {
        let name = module.name(target);
        if !TARGETS.contains(&name) {
            let violation = Violation::of(ATTRIBUTE, format!("there are no hints for `{name}`"));
            return Err(violation.note(format!("known targets: {}", TARGETS.join(", "))));
        }
        if targets[..index].iter().any(|&(other, _)| other == target) {
            return Err(Violation::of(ATTRIBUTE, format!("hints for `{name}` are given twice")));
        }
        let AttrData::Dict(values) = module.attr_data(values) else {
            let text = module.attr_text(values);
            return Err(Violation::of(
                ATTRIBUTE,
                format!("hints for `{name}` stand in braces, not as `{text}`"),
            ));
        };
        for &(hint, value) in values {
            one(module, name, module.name(hint), value, known)?;
        }
    }
    Ok(())
}

/// One hint, such as `occupancy = 2`.
fn one(module: &Module, target: &str, hint: &str, value: Attr, known: &[&str]) -> Result<(), Violation> {
    if !known.contains(&hint) {
        let violation = Violation::of(ATTRIBUTE, format!("there is no hint `{hint}` here"));
        return Err(violation.note(format!("known here: {}", known.join(", "))));
    }
    let text = module.attr_text(value);
    let broken = |wanted: String| {
        let message = format!("the hint `{hint}` for `{target}` must be {wanted}, not {text}");
        Err(Violation::of(ATTRIBUTE, message))
    };
    let Some(&(_, least, most, powers)) = NUMBERS.iter().find(|(name, ..)| *name == hint) else {
        return match module.attr_data(value) {
            AttrData::Bool(_) => Ok(()),
            _ => broken("`true` or `false`".to_string()),
        };
    };
    match *module.attr_data(value) {
        AttrData::Int(number) if (least..=most).contains(&number) && !(powers && number & (number - 1) != 0) => Ok(()),
        _ if powers => broken(format!("a power of two from {least} to {most}")),
        _ => broken(format!("a number from {least} to {most}")),
    }
}
