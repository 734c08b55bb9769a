//! Reads data files: by hand, which takes a tenth of the code that deriving readers would, and a page has to load it.
//!
//! A file that does not fit is a [`Misfit`] that says where: a field that is missing, misspelt or of another type.

use serde_json::Value;
use std::fmt;

/// A value that a data file can hold.
pub trait Data: Sized {
    /// The value that `value` stands for. Null stands for a field that is not there.
    ///
    /// # Errors
    /// The first place that does not fit.
    fn of(value: &Value) -> Result<Self, Misfit>;
}

/// Where a data file does not hold what is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// Field names and indices from the root, joined by dots: `pipeline.agents.barrier_cycles`.
    pub path: String,
    /// The fault.
    pub what: String,
}

impl Misfit {
    pub(crate) fn new(what: String) -> Self {
        Self {
            path: String::new(),
            what,
        }
    }

    /// The misfit with its path as seen from the value around.
    #[cold]
    #[inline(never)]
    pub(crate) fn inside(mut self, outer: &str) -> Self {
        self.path = match &*self.path {
            "" => outer.to_string(),
            inner => format!("{outer}.{inner}"),
        };
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.path {
            "" => f.write_str(&self.what),
            path => write!(f, "`{path}`: {}", self.what),
        }
    }
}

/// Reads the text of a data file.
///
/// # Errors
/// The text is no JSON, or the first place that does not fit.
pub fn read<T: Data>(text: &str) -> Result<T, Misfit> {
    let value: Value = serde_json::from_str(text).map_err(|error| Misfit::new(error.to_string()))?;
    T::of(&value)
}

/// Reads a data file that is part of the program. Tests read every one of them.
///
/// # Panics
/// It does not fit: then the program was built wrong, and nothing it says of this machine can be relied on.
pub(crate) fn built_in<T: Data>(file: &str, text: &str) -> T {
    read(text).unwrap_or_else(|misfit| panic!("the data file {file} does not fit at {misfit}"))
}

/// A field of an object.
pub(crate) fn field<T: Data>(value: &Value, name: &str) -> Result<T, Misfit> {
    T::of(&value[name]).map_err(|misfit| misfit.inside(name))
}

/// Refuses fields of an object other than these.
pub(crate) fn no_others(value: &Value, names: &[&str]) -> Result<(), Misfit> {
    let mut present = value.as_object().into_iter().flat_map(|object| object.keys());
    match present.find(|name| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some(other) => Err(Misfit::new(format!("there is no such field; they are {}", names.join(", "))).inside(other)),
    }
}

/// Reads the fields of a struct by their names. There may be no others.
macro_rules! fields {
    ($name:ident { $($field:ident),* }) => {
        impl $crate::data::Data for $name {
            fn of(value: &serde_json::Value) -> Result<Self, $crate::data::Misfit> {
                $crate::data::no_others(value, &[$(stringify!($field)),*])?;
                Ok(Self { $($field: $crate::data::field(value, stringify!($field))?),* })
            }
        }
    };
}
pub(crate) use fields;

fn wanted<T>(found: Option<T>, what: &str, value: &Value) -> Result<T, Misfit> {
    found.ok_or_else(|| unfit(what, value))
}

#[cold]
#[inline(never)]
fn unfit(what: &str, value: &Value) -> Misfit {
    match value {
        Value::Null => Misfit::new(format!("{what} is missing")),
        other => Misfit::new(format!("{what} is expected, not `{other}`")),
    }
}

impl Data for Value {
    fn of(value: &Value) -> Result<Self, Misfit> {
        Ok(value.clone())
    }
}

impl Data for bool {
    fn of(value: &Value) -> Result<Self, Misfit> {
        wanted(value.as_bool(), "true or false", value)
    }
}

impl Data for i64 {
    fn of(value: &Value) -> Result<Self, Misfit> {
        wanted(value.as_i64(), "a whole number", value)
    }
}

impl Data for f64 {
    fn of(value: &Value) -> Result<Self, Misfit> {
        wanted(value.as_f64(), "a number", value)
    }
}

impl Data for u64 {
    fn of(value: &Value) -> Result<Self, Misfit> {
        wanted(value.as_u64(), "a whole number, not negative,", value)
    }
}

impl Data for u32 {
    fn of(value: &Value) -> Result<Self, Misfit> {
        let number = value.as_u64().and_then(|number| number.try_into().ok());
        wanted(number, "a whole number of 32 bits", value)
    }
}

impl Data for String {
    fn of(value: &Value) -> Result<Self, Misfit> {
        wanted(value.as_str().map(str::to_string), "a text", value)
    }
}

impl<T: Data> Data for Option<T> {
    fn of(value: &Value) -> Result<Self, Misfit> {
        if value.is_null() {
            Ok(None)
        } else {
            T::of(value).map(Some)
        }
    }
}

fn list(value: &Value) -> Result<&[Value], Misfit> {
    wanted(value.as_array().map(Vec::as_slice), "a list", value)
}

impl<T: Data> Data for Vec<T> {
    fn of(value: &Value) -> Result<Self, Misfit> {
        let read = |(index, value): (usize, &Value)| T::of(value).map_err(|misfit| misfit.inside(&index.to_string()));
        list(value)?.iter().enumerate().map(read).collect()
    }
}

impl<A: Data, B: Data, C: Data> Data for (A, B, C) {
    fn of(value: &Value) -> Result<Self, Misfit> {
        match list(value)? {
            [a, b, c] => Ok((A::of(a)?, B::of(b)?, C::of(c)?)),
            _ => Err(unfit("a list of 3", value)),
        }
    }
}

impl<A: Data, B: Data, C: Data, D: Data> Data for (A, B, C, D) {
    fn of(value: &Value) -> Result<Self, Misfit> {
        match list(value)? {
            [a, b, c, d] => Ok((A::of(a)?, B::of(b)?, C::of(c)?, D::of(d)?)),
            _ => Err(unfit("a list of 4", value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Debug)]
    struct Inner {
        count: u32,
    }

    fields!(Inner { count });

    #[derive(PartialEq, Debug)]
    struct Outer {
        name: String,
        inner: Vec<Inner>,
    }

    fields!(Outer { name, inner });

    fn misfit(text: &str) -> String {
        read::<Outer>(text).unwrap_err().to_string()
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_path() {
        let right = r#"{"name": "a", "inner": [{"count": 1}, {"count": 2}]}"#;
        assert_eq!(read::<Outer>(right).unwrap().inner.len(), 2);
        let wrong = |from: &str, to: &str| misfit(&right.replace(from, to));
        assert_eq!(
            wrong("2", "-2"),
            "`inner.1.count`: a whole number of 32 bits is expected, not `-2`"
        );
        assert_eq!(
            wrong("\"count\": 2", "\"cout\": 2"),
            "`inner.1.cout`: there is no such field; they are count"
        );
        assert_eq!(wrong("\"name\": \"a\", ", ""), "`name`: a text is missing");
        assert!(wrong("]}", "").starts_with("EOF"));
    }
}
