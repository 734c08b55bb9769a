//! The predicates of `assume`: facts that the kernel's author (or front end) promises.

use crate::attrs::{AttrData, AttrParams, AttrRecord};
use crate::entity::Attr;
use crate::module::Module;
use crate::op_def::reading;
use crate::parse::{Parser, Refused};
use crate::verify::kind;
use crate::written::write_ints;
use smallvec::smallvec;
use std::fmt::Write;
use tilewright_diag::Span;

/// `div_by<16>` or `div_by<4, every 8 along 1>`: integers, or addresses in bytes, are multiples.
pub static DIV_BY: AttrRecord = AttrRecord {
    name: "div_by",
    parse: reading(Some(parse_div_by), None),
    print: print_div_by,
};
/// `bounded<0, ?>`: signed values lie between the bounds, both included.
pub static BOUNDED: AttrRecord = AttrRecord {
    name: "bounded",
    parse: reading(Some(parse_bounded), None),
    print: print_bounded,
};
/// `same_elements<[1, 4]>`: in each dimension, groups of so many neighbours are equal.
pub static SAME_ELEMENTS: AttrRecord = AttrRecord {
    name: "same_elements",
    parse: reading(Some(parse_same), None),
    print: print_same,
};

/// All of them.
pub static RECORDS: [&AttrRecord; 3] = [&DIV_BY, &BOUNDED, &SAME_ELEMENTS];

/// Reads a predicate, with or without `#cuda_tile.` before it.
pub(crate) fn parse(parser: &mut Parser<'_>) -> Result<Attr, Refused> {
    let start = parser.position();
    if parser.peek("#") {
        let attr = parser.any_attr()?;
        return match parser.module.attr_data(attr) {
            AttrData::Record(record, _) if RECORDS.iter().any(|r| std::ptr::eq(*r, *record)) => Ok(attr),
            _ => Err(parser.invalid(
                kind::ATTRIBUTE,
                Span::new(start, parser.at),
                "this is nothing that can be assumed",
            )),
        };
    }
    parser.eat("cuda_tile.");
    for record in RECORDS {
        if let Some(parse) = record.parse
            && parser.eat(record.name)
        {
            let params = parse(parser)?;
            return Ok(parser.module.intern_attr(AttrData::Record(record, params)));
        }
    }
    let span = parser.next_span();
    let message = "the predicate must be `div_by<...>`, `bounded<...>` or `same_elements<...>`";
    Err(parser.invalid(kind::ATTRIBUTE, span, message))
}

/// Writes a predicate.
pub(crate) fn print(module: &Module, attr: Attr, out: &mut String) {
    if let AttrData::Record(record, params) = module.attr_data(attr) {
        out.push_str(record.name);
        (record.print)(module, params, out);
    }
}

fn parse_div_by(parser: &mut Parser<'_>) -> Result<AttrParams, Refused> {
    parser.expect("<")?;
    let mut ints = smallvec![parser.integer()?];
    if parser.eat(",") {
        parser.expect("every")?;
        ints.push(parser.integer()?);
        parser.expect("along")?;
        ints.push(parser.integer()?);
    }
    parser.expect(">")?;
    Ok(AttrParams {
        ints,
        attrs: smallvec![],
    })
}

fn print_div_by(_: &Module, params: &AttrParams, out: &mut String) {
    let _ = write!(out, "<{}", params.ints[0]);
    if let [_, every, along] = params.ints[..] {
        let _ = write!(out, ", every {every} along {along}");
    }
    out.push('>');
}

fn parse_bounded(parser: &mut Parser<'_>) -> Result<AttrParams, Refused> {
    parser.expect("<")?;
    let mut ints = smallvec![];
    // A flag before each bound says whether it is there: every number may be a bound.
    for end in [",", ">"] {
        let open = parser.eat("?");
        ints.push(i64::from(!open));
        ints.push(if open { 0 } else { parser.integer()? });
        parser.expect(end)?;
    }
    Ok(AttrParams {
        ints,
        attrs: smallvec![],
    })
}

fn print_bounded(_: &Module, params: &AttrParams, out: &mut String) {
    let bound = |i: usize| {
        if params.ints[i] == 0 {
            "?".to_string()
        } else {
            params.ints[i + 1].to_string()
        }
    };
    let _ = write!(out, "<{}, {}>", bound(0), bound(2));
}

fn parse_same(parser: &mut Parser<'_>) -> Result<AttrParams, Refused> {
    parser.expect("<")?;
    let ints = parser.int_list()?;
    parser.expect(">")?;
    Ok(AttrParams {
        ints,
        attrs: smallvec![],
    })
}

fn print_same(_: &Module, params: &AttrParams, out: &mut String) {
    out.push('<');
    write_ints(&params.ints, out);
    out.push('>');
}
