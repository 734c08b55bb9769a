//! The header of a `.npy`: a Python dictionary literal with three keys.

use crate::array::Dtype;
use crate::error::Error;

pub(crate) struct Header {
    pub dtype: Dtype,
    pub big_endian: bool,
    pub fortran: bool,
    pub shape: Vec<usize>,
}

/// `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`
pub(crate) fn read(text: &str) -> Result<Header, Error> {
    let bad = || {
        Error::new(format!(
            "header is not understood: {}",
            text.chars().take(80).collect::<String>()
        ))
    };
    let descr = value_of(text, "descr").ok_or_else(bad)?;
    let quote = descr.chars().next().filter(|c| matches!(c, '\'' | '"'));
    let Some(quote) = quote else {
        return Err(Error::new("structured element types are not supported"));
    };
    let code = descr[1..].split(quote).next().ok_or_else(bad)?;
    let (order, kind) = match code.as_bytes().first() {
        Some(b'<' | b'|' | b'=') => (false, &code[1..]),
        Some(b'>') => (true, &code[1..]),
        _ => (false, code),
    };
    let dtype = Dtype::ALL.into_iter().find(|d| d.code() == kind).ok_or_else(|| {
        Error::new(format!(
            "element type `{code}` is not supported (bool, integers, float16/32/64 are)"
        ))
    })?;
    let fortran = match value_of(text, "fortran_order").ok_or_else(bad)? {
        v if v.starts_with("True") => true,
        v if v.starts_with("False") => false,
        _ => return Err(bad()),
    };
    let shape = value_of(text, "shape")
        .and_then(|v| v.strip_prefix('('))
        .and_then(|v| v.split(')').next())
        .ok_or_else(bad)?;
    let shape = shape
        .split(',')
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .map(|s| s.trim_end_matches('L').parse::<usize>().map_err(|_| bad()))
        .collect::<Result<Vec<usize>, Error>>()?;
    if shape.len() > 32 {
        return Err(Error::new("more than 32 dimensions"));
    }
    Ok(Header {
        dtype,
        big_endian: order,
        fortran,
        shape,
    })
}

/// The text behind `'key':`.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    ["'", "\""].into_iter().find_map(|q| {
        let (_, rest) = text.split_once(&format!("{q}{key}{q}"))?;
        Some(rest.trim_start().strip_prefix(':')?.trim_start())
    })
}

/// The header NumPy itself would write, without magic and length.
pub(crate) fn write(dtype: Dtype, shape: &[usize]) -> String {
    let order = if dtype.bytes() == 1 { '|' } else { '<' };
    let shape = match shape {
        [one] => format!("({one},)"),
        many => format!("({})", many.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    };
    format!(
        "{{'descr': '{order}{}', 'fortran_order': False, 'shape': {shape}, }}",
        dtype.code()
    )
}
