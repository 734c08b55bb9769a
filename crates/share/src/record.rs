//! The record that a link carries.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The name under which [`Record::options`] have a scheduler's model of one's own: the text of its file. No option of the compiler has
/// this name, for it is no word that it knows.
pub const MACHINE_MODEL: &str = "machine_model";

/// A kernel with its settings, as a link carries it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Record {
    /// The kernel's text.
    pub source: String,
    /// The compiler options that differ from their defaults, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// Version of the compiler that made the link, for a notice when another one opens it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub compiler: String,
    /// The view of the page: chosen tab, chosen pass. A reader may ignore any of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub view: BTreeMap<String, Value>,
}

impl Record {
    /// The record of a JSON object, whose other fields are left alone; none where a field is of another type. What is derived reads the same,
    /// with twice the code.
    pub(crate) fn of(value: Value) -> Option<Self> {
        let Value::Object(mut fields) = value else { return None };
        Some(Self {
            source: text(fields.remove("source"), None)?,
            options: of_object(fields.remove("options"))?,
            compiler: text(fields.remove("compiler"), Some(String::new()))?,
            view: of_object(fields.remove("view"))?,
        })
    }

    /// A record of `source` alone: default options, no view, no compiler named.
    pub fn new(source: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            ..Self::default()
        }
    }
}

/// A text, or what stands for one that is not there.
fn text(value: Option<Value>, absent: Option<String>) -> Option<String> {
    match value {
        Some(Value::String(text)) => Some(text),
        None => absent,
        // Absent: it is no text.
        Some(_) => None,
    }
}

fn of_object(value: Option<Value>) -> Option<BTreeMap<String, Value>> {
    match value {
        Some(Value::Object(fields)) => Some(fields.into_iter().collect()),
        None => Some(BTreeMap::new()),
        // Absent: it is no object.
        Some(_) => None,
    }
}
