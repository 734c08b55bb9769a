//! Reads data files: by hand, which takes a tenth of the code that deriving readers would, and a page has to load it.
//!
//! A file that does not fit is a [`Misfit`] that says where: a field that is missing, misspelt or of another type.

use crate::tree::Tree;
use serde_json::Number;
use std::fmt;

/// A value that a data file can hold.
pub trait Data: Sized {
    /// The value that `value` stands for, read at a place. Null stands for a field that is not there. Where it does not fit, that is
    /// noted and any value is given: with a way out after each field, readers would be twice the code.
    fn of(value: &Tree<'_>, at: &mut Place) -> Self;
}

/// A place in a data file, and what does not fit, if anything was found so far.
#[derive(Default)]
pub struct Place {
    path: Vec<Step>,
    misfit: Option<Misfit>,
}

/// A step from a value to one inside of it.
enum Step {
    Field(&'static str),
    Index(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::Index(index) => index.fmt(f),
        }
    }
}

impl Place {
    /// Notes that the value here does not fit; what was noted first stays.
    #[cold]
    #[inline(never)]
    pub(crate) fn misfit(&mut self, what: String) {
        self.misfit_at(None, what);
    }

    /// The same of a field of the value here.
    #[cold]
    #[inline(never)]
    fn misfit_at(&mut self, field: Option<&str>, what: String) {
        if self.misfit.is_some() {
            return;
        }
        let steps = self.path.iter().map(Step::to_string).chain(field.map(str::to_string));
        let path = steps.collect::<Vec<_>>().join(".");
        self.misfit = Some(Misfit { path, what });
    }

    fn inside<T: Data>(&mut self, step: Step, value: &Tree<'_>) -> T {
        self.path.push(step);
        let read = T::of(value, self);
        self.path.pop();
        read
    }
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
    read_tree(&tree(text)?)
}

/// The text of a data file as a tree.
pub(crate) fn tree(text: &str) -> Result<Tree<'_>, Misfit> {
    serde_json::from_str(text).map_err(|error| Misfit::new(error.to_string()))
}

/// Reads what is a tree already.
///
/// # Errors
/// The first place that does not fit.
pub(crate) fn read_tree<T: Data>(value: &Tree<'_>) -> Result<T, Misfit> {
    let mut at = Place::default();
    let read = T::of(value, &mut at);
    at.misfit.map_or(Ok(read), Err)
}

/// Reads a data file that is part of the program. Tests read every one of them.
///
/// # Panics
/// It does not fit: then the program was built wrong, and nothing it says of this machine can be relied on.
#[expect(clippy::panic, reason = "files are part of the program, and tests read them")]
pub(crate) fn built_in<T: Data>(file: &str, text: &str) -> T {
    read(text).unwrap_or_else(|misfit| panic!("the data file {file} does not fit at {misfit}"))
}

/// A field of an object.
pub(crate) fn field<T: Data>(value: &Tree<'_>, name: &'static str, at: &mut Place) -> T {
    at.inside(Step::Field(name), value.field(name))
}

/// Refuses fields of an object other than these.
pub(crate) fn no_others(value: &Tree<'_>, names: &[&str], at: &mut Place) {
    let mut present = value.fields().iter();
    if let Some((other, _)) = present.find(|(name, _)| !names.contains(&&**name)) {
        at.misfit_at(
            Some(other),
            format!("there is no such field; they are {}", names.join(", ")),
        );
    }
}

/// The text of a file of `data` that the compiler carries (`build.rs`).
macro_rules! carried {
    ($file:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $file))
    };
}
pub(crate) use carried;

/// Reads the fields of a struct by their names. There may be no others.
macro_rules! fields {
    ($name:ident { $($field:ident),* }) => {
        impl $crate::data::Data for $name {
            fn of(value: &$crate::tree::Tree<'_>, at: &mut $crate::data::Place) -> Self {
                $crate::data::no_others(value, &[$(stringify!($field)),*], at);
                Self { $($field: $crate::data::field(value, stringify!($field), at)),* }
            }
        }
    };
}
pub(crate) use fields;

fn wanted<T: Default>(found: Option<T>, what: &str, value: &Tree<'_>, at: &mut Place) -> T {
    if found.is_none() {
        unfit(what, value, at);
    }
    found.unwrap_or_default()
}

/// Notes that a value is missing, or that another kind of value is there than `what`.
#[cold]
#[inline(never)]
pub(crate) fn unfit(what: &str, value: &Tree<'_>, at: &mut Place) {
    at.misfit(match value {
        Tree::Null => format!("{what} is missing"),
        // By the writer that reports have: `Display` would bring two of its own. Absent: every value can be written.
        other => format!(
            "{what} is expected, not `{}`",
            serde_json::to_string(&other.value()).unwrap_or_default()
        ),
    });
}

impl Data for bool {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        let is_so = match value {
            Tree::Bool(is_so) => Some(*is_so),
            Tree::Null | Tree::Number(_) | Tree::Text(_) | Tree::List(_) | Tree::Object(_) => None,
        };
        wanted(is_so, "true or false", value, at)
    }
}

impl Data for i64 {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        wanted(value.number().and_then(Number::as_i64), "a whole number", value, at)
    }
}

impl Data for f64 {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        wanted(value.number().and_then(Number::as_f64), "a number", value, at)
    }
}

impl Data for u64 {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        wanted(
            value.number().and_then(Number::as_u64),
            "a whole number, not negative,",
            value,
            at,
        )
    }
}

impl Data for u32 {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        let number = value
            .number()
            .and_then(Number::as_u64)
            .and_then(|number| number.try_into().ok());
        wanted(number, "a whole number of 32 bits", value, at)
    }
}

impl Data for String {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        wanted(value.text().map(str::to_string), "a text", value, at)
    }
}

impl<T: Data> Data for Option<T> {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        match value {
            Tree::Null => None,
            Tree::Bool(_) | Tree::Number(_) | Tree::Text(_) | Tree::List(_) | Tree::Object(_) => Some(T::of(value, at)),
        }
    }
}

/// The items of a list of so many, or of any number.
fn list<'v, 't>(value: &'v Tree<'t>, count: Option<usize>, at: &mut Place) -> &'v [Tree<'t>] {
    let items = value.items();
    match (items, count) {
        (None, _) => unfit("a list", value, at),
        (Some(items), Some(count)) if items.len() != count => unfit(&format!("a list of {count}"), value, at),
        (Some(_), _) => {}
    }
    items.unwrap_or_default()
}

/// An item of a list, which need not be there where something else does not fit.
fn item<T: Data>(items: &[Tree<'_>], index: usize, at: &mut Place) -> T {
    T::of(items.get(index).unwrap_or(&Tree::Null), at)
}

impl<T: Data> Data for Vec<T> {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        let items = list(value, None, at).iter().enumerate();
        items
            .map(|(index, value)| at.inside(Step::Index(index), value))
            .collect()
    }
}

impl<A: Data, B: Data, C: Data> Data for (A, B, C) {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        let items = list(value, Some(3), at);
        (item(items, 0, at), item(items, 1, at), item(items, 2, at))
    }
}

impl<A: Data, B: Data, C: Data, D: Data> Data for (A, B, C, D) {
    fn of(value: &Tree<'_>, at: &mut Place) -> Self {
        let items = list(value, Some(4), at);
        (
            item(items, 0, at),
            item(items, 1, at),
            item(items, 2, at),
            item(items, 3, at),
        )
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
