//! Arrays and lists in the text of a signature, with their attributes.

use super::reader::{Read, Reader, constant, problem};
use crate::dtype::Dtype;
use crate::signature::{ArrayParam, Constant, Dim, ListParam, Param};
use tilewright_diag::Span;
use tilewright_ir::spelling::nearest;

/// The attributes that may follow the brackets of an array.
const ATTRIBUTES: [&str; 8] = [
    "strides",
    "div",
    "stride_div",
    "stride_min",
    "align",
    "index",
    "alias",
    "may_alias_internally",
];

/// The attributes that may follow a list.
const LIST_ATTRIBUTES: [&str; 2] = ["alias", "elements_may_alias"];

/// The most dimensions of an array.
const MAX_RANK: usize = 64;

/// A number or nothing, in brackets for each dimension or one for all.
struct Each {
    values: Vec<Option<i64>>,
    bracketed: bool,
    span: Span,
}

impl Reader<'_> {
    /// After `list`.
    pub(super) fn list(&mut self) -> Read<Param> {
        self.expect('(', "after `list`")?;
        self.peek();
        let from = self.at;
        let Param::Array(array) = self.value(0)? else {
            return self.problem(from, "a list is of arrays", "write `list(f16[?,?])`");
        };
        self.expect(')', "at the end of the list")?;
        let mut list = ListParam {
            array,
            alias_groups: Vec::new(),
            elements_may_alias: false,
        };
        self.attributes(&LIST_ATTRIBUTES, |reader, attribute| {
            match attribute {
                "alias" => list.alias_groups = reader.groups()?,
                _ => list.elements_may_alias = reader.truth()?,
            }
            Ok(())
        })?;
        Ok(Param::List(list))
    }

    /// Attributes, each at most once.
    fn attributes(
        &mut self,
        known: &[&'static str],
        mut read: impl FnMut(&mut Self, &'static str) -> Read<()>,
    ) -> Read<()> {
        let mut seen: Vec<&str> = Vec::new();
        while self.peek().is_some_and(|c| c.is_alphabetic() || c == '_') {
            let from = self.at;
            let word = self.word();
            self.at += word.len();
            let Some(attribute) = known.iter().find(|a| **a == word) else {
                let help = match nearest(word, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}; parameters are separated by `;`", known.join(", ")),
                };
                return self.problem(from, format!("there is no attribute `{word}` here"), help);
            };
            if seen.contains(attribute) {
                return self.problem(from, format!("`{word}` is there twice"), "leave one of the two out");
            }
            seen.push(attribute);
            self.expect('=', &format!("after `{word}`"))?;
            read(self, attribute)?;
        }
        Ok(())
    }

    /// From the `[` of the sizes on.
    pub(super) fn array(&mut self, dtype: Dtype) -> Read<ArrayParam> {
        self.peek();
        let from = self.at;
        let sizes = self.each(None, "a size")?;
        if sizes.values.len() > MAX_RANK {
            return self.problem(
                from,
                format!("arrays have at most {MAX_RANK} dimensions"),
                "leave some out",
            );
        }
        if sizes.values.iter().flatten().any(|size| *size < 0) {
            return problem(
                sizes.span,
                "a size is negative",
                "write `?` for a size that is known at launch",
            );
        }
        let dim = |&size: &Option<i64>| Dim { size, ..Dim::default() };
        let mut array = ArrayParam {
            dtype,
            dims: sizes.values.iter().map(dim).collect(),
            align: ArrayParam::ALIGN,
            index64: false,
            may_alias_internally: false,
            alias_groups: Vec::new(),
        };
        array.assume_strides();
        let rank = array.dims.len();
        let (mut size_div, mut stride_div, mut stride_min) = (None, None, None);
        self.attributes(&ATTRIBUTES, |reader, attribute| {
            match attribute {
                "strides" => {
                    let strides = reader.each(Some(rank), "a stride")?;
                    for (dim, stride) in array.dims.iter_mut().zip(strides.of_each(rank)) {
                        dim.stride = stride;
                    }
                }
                "div" => size_div = Some(reader.divisors(rank)?),
                "stride_div" => stride_div = Some(reader.divisors(rank)?),
                "stride_min" => stride_min = Some(reader.each(Some(rank), "a bound")?),
                "align" => array.align = reader.positive()?,
                "index" => array.index64 = reader.index()?,
                "alias" => array.alias_groups = reader.groups()?,
                _ => array.may_alias_internally = reader.truth()?,
            }
            Ok(())
        })?;
        let assumed = array.assumed_stride_div();
        for dim in &mut array.dims {
            dim.stride_div = assumed;
            dim.stride_lower = Some(0);
        }
        if let Some(div) = size_div {
            fill(&mut array.dims, &div, "size", |d| d.size, |d| &mut d.size_div)?;
        }
        if let Some(div) = stride_div {
            fill(&mut array.dims, &div, "stride", |d| d.stride, |d| &mut d.stride_div)?;
        }
        if let Some(bounds) = stride_min {
            for (dim, bound) in array.dims.iter_mut().zip(bounds.of_each(rank)) {
                if let (Some(stride), Some(bound)) = (dim.stride, bound)
                    && stride < bound
                    && bounds.bracketed
                {
                    return problem(
                        bounds.span,
                        format!("the stride {stride} is below the bound {bound}"),
                        "write `?` where there is no bound",
                    );
                }
                dim.stride_lower = bound;
            }
        }
        array.dims.iter_mut().for_each(Dim::normalize);
        let too_large = |number: &i64| !array.index64 && i32::try_from(*number).is_err();
        let mut numbers = array.dims.iter().flat_map(|dim| dim.size.into_iter().chain(dim.stride));
        if let Some(number) = numbers.find(too_large) {
            let message = format!("sizes and strides are `i32`, which {number} is too large for");
            return self.problem(from, message, "add `index=i64`");
        }
        Ok(array)
    }

    fn number(&mut self, what: &str) -> Read<i64> {
        self.peek();
        let from = self.at;
        let word = self.word();
        self.at += word.len();
        match constant(word) {
            Some(Constant::Int(value)) => match i64::try_from(value) {
                Ok(value) => Ok(value),
                Err(_) => self.problem(
                    from,
                    format!("{what} of `{word}` is too large"),
                    "it has at most 64 bits",
                ),
            },
            _ => {
                self.at = from;
                let (span, found) = self.here();
                problem(
                    span,
                    format!("{what} is missing; {found} stands there"),
                    "write a whole number, or `?` for what is known at launch",
                )
            }
        }
    }

    /// `[?, 4096]`, as many as the rank where it is known, or one value for all dimensions.
    fn each(&mut self, rank: Option<usize>, what: &str) -> Read<Each> {
        self.peek();
        let from = self.at;
        let mut values = Vec::new();
        let bracketed = self.eat('[');
        if !bracketed {
            values.push(self.open_number(what)?);
        }
        while bracketed && !self.eat(']') {
            values.push(self.open_number(what)?);
            if !self.eat(',') {
                self.expect(']', "at the end of the list")?;
                break;
            }
        }
        let span = self.span(from);
        if bracketed && let Some(rank) = rank.filter(|rank| *rank != values.len()) {
            return problem(
                span,
                format!(
                    "{} for an array of {}",
                    tilewright_diag::counted(values.len(), "values"),
                    tilewright_diag::counted(rank, "dimensions")
                ),
                "write one for each dimension, or one without brackets for all",
            );
        }
        Ok(Each {
            values,
            bracketed,
            span,
        })
    }

    fn open_number(&mut self, what: &str) -> Read<Option<i64>> {
        match self.eat('?') {
            true => Ok(None),
            false => self.number(what).map(Some),
        }
    }

    fn divisors(&mut self, rank: usize) -> Read<Each> {
        let each = self.each(Some(rank), "a divisor")?;
        match each.values.iter().flatten().find(|div| **div < 1) {
            Some(div) => problem(
                each.span,
                format!("{div} divides nothing"),
                "write 1 where nothing is known",
            ),
            None => Ok(each),
        }
    }

    fn positive(&mut self) -> Read<i64> {
        self.peek();
        let from = self.at;
        match self.number("an alignment")? {
            align if align > 0 => Ok(align),
            _ => self.problem(
                from,
                "an alignment is at least 1 byte",
                "16 is assumed where nothing is said",
            ),
        }
    }

    fn index(&mut self) -> Read<bool> {
        self.peek();
        let from = self.at;
        let word = self.word();
        self.at += word.len();
        match Dtype::from_name(word) {
            Some(Dtype::I32) => Ok(false),
            Some(Dtype::I64) => Ok(true),
            _ => self.problem(
                from,
                "sizes and strides are `i32` or `i64`",
                "write `index=i64`, or leave it out",
            ),
        }
    }

    fn truth(&mut self) -> Read<bool> {
        self.peek();
        let from = self.at;
        let word = self.word();
        self.at += word.len();
        match constant(word) {
            Some(Constant::Bool(value)) => Ok(value),
            _ => self.problem(
                from,
                format!("`{word}` is neither `true` nor `false`"),
                "write one of them",
            ),
        }
    }

    /// `1` or `[1, 2]`.
    fn groups(&mut self) -> Read<Vec<u32>> {
        self.peek();
        let from = self.at;
        let mut groups = Vec::new();
        if self.eat('[') {
            while !self.eat(']') {
                groups.push(self.number("an alias group")?);
                if !self.eat(',') {
                    self.expect(']', "at the end of the groups")?;
                    break;
                }
            }
        } else {
            groups.push(self.number("an alias group")?);
        }
        let mut numbers: Vec<u32> = groups.iter().filter_map(|group| u32::try_from(*group).ok()).collect();
        let whole = numbers.len() == groups.len();
        numbers.sort_unstable();
        numbers.dedup();
        match whole && numbers.len() == groups.len() {
            true => Ok(numbers),
            false => self.problem(
                from,
                "alias groups are different numbers from 0 on",
                "parameters that may overlap have one in common",
            ),
        }
    }
}

impl Each {
    /// One value for each dimension.
    fn of_each(&self, rank: usize) -> Vec<Option<i64>> {
        match self.bracketed {
            true => self.values.clone(),
            false => vec![self.values.first().copied().flatten(); rank],
        }
    }
}

/// Sets divisors; one that is given for a number that is known has to divide it.
fn fill(
    dims: &mut [Dim],
    div: &Each,
    what: &str,
    known: impl Fn(&Dim) -> Option<i64>,
    place: impl Fn(&mut Dim) -> &mut i64,
) -> Read<()> {
    let values = div.of_each(dims.len());
    for (dim, value) in dims.iter_mut().zip(values) {
        let value = value.unwrap_or(1);
        if let Some(number) = known(dim)
            && number % value != 0
            && div.bracketed
        {
            return problem(
                div.span,
                format!("the {what} {number} is not a multiple of {value}"),
                "write 1 where nothing is known; of a number nothing needs to be said",
            );
        }
        *place(dim) = value;
    }
    Ok(())
}
