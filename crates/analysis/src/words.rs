//! Reasons in words: a stable code, a message, and the values that stand in it by name.

use std::fmt::Display;
use tilewright_diag::of_things;

/// A reason in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    /// Its stable name.
    pub code: &'static str,
    /// The message, in one sentence.
    pub message: String,
    /// The rules and numbers behind it.
    pub notes: Vec<String>,
    /// The help; empty for a choice.
    pub help: String,
    /// The values in the words, by name.
    pub values: Vec<(&'static str, String)>,
}

/// Values by name, for the places of a text.
pub type Values<'a> = &'a [(&'static str, &'a dyn Display)];

/// A refusal's words: `{name}` in a text is the place of a value, `{name stages}` that of a number of stages; a note
/// may be empty.
pub fn refusal(code: &'static str, message: &str, note: &str, help: &str, values: Values<'_>) -> Words {
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.to_string())).collect();
    let fill = |text: &str| {
        let mut text = text.to_string();
        for (name, value) in &values {
            text = text.replace(&["{", name, "}"].concat(), value);
            let counted = ["{", name, " "].concat();
            while let Some((before, (things, after))) = text
                .split_once(&counted)
                .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
            {
                text = [before, &of_things(value, things), after].concat();
            }
        }
        text
    };
    Words {
        code,
        message: fill(message),
        notes: Some(fill(note)).into_iter().filter(|note| !note.is_empty()).collect(),
        help: fill(help),
        values,
    }
}

/// A choice's words: nothing is to be done about it.
pub fn choice(code: &'static str, message: &str, values: Values<'_>) -> Words {
    refusal(code, message, "", "", values)
}
