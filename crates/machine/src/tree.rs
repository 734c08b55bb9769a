//! A data file as a tree whose texts stay where they stand: each process reads some files, which are small, and has no use for copies of
//! their names.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::fmt;

/// A value of JSON.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree<'t> {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(Cow<'t, str>),
    /// A list.
    List(Vec<Tree<'t>>),
    /// An object, in the order of its text.
    Object(Vec<(Cow<'t, str>, Tree<'t>)>),
}

impl<'t> Tree<'t> {
    /// A field of an object; null where there is none. Of two that have one name the last one counts.
    pub fn field(&self, name: &str) -> &Tree<'t> {
        let mut fields = self.fields().iter().rev();
        // Absent: what is not there reads as nothing.
        fields
            .find(|(own, _)| own == name)
            .map_or(&Tree::Null, |(_, value)| value)
    }

    /// The fields of an object; none of what is no object.
    pub fn fields(&self) -> &[(Cow<'t, str>, Tree<'t>)] {
        match self {
            Tree::Object(fields) => fields,
            Tree::Null | Tree::Bool(_) | Tree::Number(_) | Tree::Text(_) | Tree::List(_) => &[],
        }
    }

    /// The items, if it is a list.
    pub fn items(&self) -> Option<&[Tree<'t>]> {
        match self {
            Tree::List(items) => Some(items),
            Tree::Null | Tree::Bool(_) | Tree::Number(_) | Tree::Text(_) | Tree::Object(_) => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Tree::Text(text) => Some(text),
            Tree::Null | Tree::Bool(_) | Tree::Number(_) | Tree::List(_) | Tree::Object(_) => None,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<&Number> {
        match self {
            Tree::Number(number) => Some(number),
            Tree::Null | Tree::Bool(_) | Tree::Text(_) | Tree::List(_) | Tree::Object(_) => None,
        }
    }

    /// The same as who writes JSON takes it.
    pub fn value(&self) -> Value {
        match self {
            Tree::Null => Value::Null,
            Tree::Bool(is_so) => Value::Bool(*is_so),
            Tree::Number(number) => Value::Number(number.clone()),
            Tree::Text(text) => Value::String(text.to_string()),
            Tree::List(items) => Value::Array(items.iter().map(Tree::value).collect()),
            Tree::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| (name.to_string(), value.value()));
                Value::Object(fields.collect())
            }
        }
    }
}

impl<'t> Deserialize<'t> for Tree<'t> {
    fn deserialize<D: Deserializer<'t>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

/// The name of a field, where it stands if it has no escapes.
struct Name<'t>(Cow<'t, str>);

impl<'t> Deserialize<'t> for Name<'t> {
    fn deserialize<D: Deserializer<'t>>(from: D) -> Result<Self, D::Error> {
        match Tree::deserialize(from)? {
            Tree::Text(text) => Ok(Self(text)),
            Tree::Null | Tree::Bool(_) | Tree::Number(_) | Tree::List(_) | Tree::Object(_) => {
                Err(D::Error::custom("a name is expected"))
            }
        }
    }
}

struct Reader;

impl<'t> Visitor<'t> for Reader {
    type Value = Tree<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree<'t>, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E: Error>(self, is_so: bool) -> Result<Tree<'t>, E> {
        Ok(Tree::Bool(is_so))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Tree<'t>, E> {
        Ok(Tree::Number(number.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Tree<'t>, E> {
        Ok(Tree::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Tree<'t>, E> {
        // Absent: a number that JSON has no text for.
        Ok(Number::from_f64(number).map_or(Tree::Null, Tree::Number))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'t str) -> Result<Tree<'t>, E> {
        Ok(Tree::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tree<'t>, E> {
        Ok(Tree::Text(Cow::Owned(text.to_string())))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut from: A) -> Result<Tree<'t>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = from.next_element()? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'t>>(self, mut from: A) -> Result<Tree<'t>, A::Error> {
        let mut fields = Vec::new();
        while let Some(Name(name)) = from.next_key()? {
            fields.push((name, from.next_value()?));
        }
        Ok(Tree::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_what_its_text_says() {
        for text in [
            "null",
            r#"{"a": [1, -2, 2.5, true, null], "b": {"c": "d", "e": []}, "f\n": "\u0041\"g"}"#,
            "[]",
            "18446744073709551615",
        ] {
            let tree: Tree<'_> = serde_json::from_str(text).unwrap();
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(tree.value(), value, "{text}");
        }
        for text in ["", "{", "[1,]", "{\"a\" 1}", "nul", "{1: 2}"] {
            assert!(serde_json::from_str::<Tree<'_>>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn texts_stay_where_they_stand() {
        let tree: Tree<'_> = serde_json::from_str(r#"{"a": "b", "a": "c"}"#).unwrap();
        assert!(tree.fields().iter().all(|(name, value)| {
            matches!(name, Cow::Borrowed(_)) && matches!(value, Tree::Text(Cow::Borrowed(_)))
        }));
        assert_eq!(tree.field("a").text(), Some("c"));
        assert_eq!(*tree.field("b").field("c"), Tree::Null);
    }
}
