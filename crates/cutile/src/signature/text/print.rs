//! A signature as text. Whatever is as the notation assumes it is left out.

use crate::signature::{ArrayParam, Dim, ListParam, Param, Signature};
use std::fmt::{Display, Write};

impl Signature {
    /// The items of the text, a parameter each; `names` are those of the kernel's parameters.
    pub fn to_items(&self, names: &[&str]) -> Vec<String> {
        let mut items = Vec::new();
        if let Some(symbol) = &self.symbol {
            items.push(format!("@symbol={symbol}"));
        }
        if self.version != self.lowest_version() {
            items.push(format!("@version={}", self.version));
        }
        let params = names.iter().zip(&self.params);
        items.extend(params.map(|(name, param)| format!("{name}={}", param.to_text())));
        items
    }

    /// The text in one line.
    pub fn to_text(&self, names: &[&str]) -> String {
        self.to_items(names).join("; ")
    }
}

impl Param {
    /// The text of the parameter without its name.
    pub fn to_text(&self) -> String {
        match self {
            Param::Array(array) => array.to_text(),
            Param::Scalar(dtype) => dtype.short().to_string(),
            Param::Const(constant) => constant.to_text(),
            Param::Tuple(items) => {
                let texts: Vec<String> = items.iter().map(Param::to_text).collect();
                let comma = if texts.len() == 1 { "," } else { "" };
                format!("({}{comma})", texts.join(", "))
            }
            Param::List(ListParam {
                array,
                alias_groups,
                elements_may_alias,
            }) => {
                let mut text = format!("list({})", array.to_text());
                write_alias(&mut text, alias_groups);
                if *elements_may_alias {
                    text.push_str(" elements_may_alias=true");
                }
                text
            }
        }
    }
}

impl ArrayParam {
    fn to_text(&self) -> String {
        let known = |value: Option<i64>| value.map_or("?".to_string(), |v| v.to_string());
        let dims = &self.dims;
        let mut text = format!(
            "{}{}",
            self.dtype.short(),
            bracketed(dims.iter().map(|dim| known(dim.size)))
        );
        let mut assumed = self.clone();
        assumed.assume_strides();
        if dims
            .iter()
            .map(|dim| dim.stride)
            .ne(assumed.dims.iter().map(|dim| dim.stride))
        {
            let _ = write!(text, " strides={}", bracketed(dims.iter().map(|dim| known(dim.stride))));
        }
        write_each(&mut text, "div", dims, |d| d.size.is_none(), |d| d.size_div, 1);
        let stride_div = self.assumed_stride_div();
        write_each(
            &mut text,
            "stride_div",
            dims,
            |d| d.stride.is_none(),
            |d| d.stride_div,
            stride_div,
        );
        let lowest = |dim: &Dim| known(dim.stride_lower);
        write_each(
            &mut text,
            "stride_min",
            dims,
            |d| d.stride.is_none(),
            lowest,
            "0".to_string(),
        );
        if self.align != ArrayParam::ALIGN {
            let _ = write!(text, " align={}", self.align);
        }
        if self.index64 {
            text.push_str(" index=i64");
        }
        if self.may_alias_internally {
            text.push_str(" may_alias_internally=true");
        }
        write_alias(&mut text, &self.alias_groups);
        text
    }
}

fn bracketed<T: Display>(items: impl Iterator<Item = T>) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// A property of the dimensions that are open: nothing where all have what is assumed, one value where all have the same.
fn write_each<T: PartialEq + Display>(
    text: &mut String,
    name: &str,
    dims: &[Dim],
    open: impl Fn(&Dim) -> bool,
    of: impl Fn(&Dim) -> T,
    assumed: T,
) {
    let mut values = dims.iter().filter(|dim| open(dim)).map(&of);
    let Some(first) = values.next() else { return };
    let same = values.all(|value| value == first);
    if same && first == assumed {
        return;
    }
    let _ = match same {
        true => write!(text, " {name}={first}"),
        // Of a dimension that is not open there is nothing to say, and 1 says nothing; a bound has `?` for that.
        false => write!(text, " {name}={}", bracketed(dims.iter().map(of))),
    };
}

fn write_alias(text: &mut String, groups: &[u32]) {
    let _ = match groups {
        [] => Ok(()),
        [group] => write!(text, " alias={group}"),
        groups => write!(text, " alias={}", bracketed(groups.iter())),
    };
}
