//! Optimisation hints: `<sm_90 = {occupancy = 2}, default = {}>`.

use crate::attrs::AttrData;
use crate::entity::Attr;
use crate::module::Module;
use crate::parse::{Parser, Refused};

/// Reads hints.
pub(crate) fn parse(parser: &mut Parser<'_>) -> Result<Attr, Refused> {
    parser.expect("<")?;
    let entries = parser.entries(">", 0)?;
    Ok(parser.module.intern_attr(AttrData::Dict(entries.into_boxed_slice())))
}

/// Writes hints.
pub(crate) fn print(module: &Module, attr: Attr, out: &mut String) {
    if let AttrData::Dict(entries) = module.attr_data(attr) {
        out.push('<');
        module.write_entries(entries, out);
        out.push('>');
    }
}
