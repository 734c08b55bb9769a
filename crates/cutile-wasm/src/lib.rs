//! cuTile Python in the browser: a module of its own, loaded when the first Python is compiled, so that the page opens
//! without it. It holds the parser and the front end; the compiler's module takes the Tile IR that it makes.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use serde::Serialize;
use tilewright_cutile::Lowered;
use tilewright_cutile::form::{self, Field, Said};
use tilewright_diag::{Diagnostic, LineIndex, Message, TextPlace};
use wasm_bindgen::prelude::*;

/// A kernel in Python as Tile IR, or why it is not, and the form of its signature.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Python {
    /// The names of the file's kernels; none where the file cannot be read.
    pub kernels: Vec<String>,
    /// The kernel that is meant: the one asked for, or the first.
    pub kernel: Option<String>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The Tile IR, with its places in the Python text; null where the kernel is refused.
    pub tile_ir: Option<String>,
    /// Errors, and notes of assumptions.
    pub messages: Vec<Message>,
    /// For each message, where it is in the browser's counting of the text.
    pub places: Vec<Option<TextPlace>>,
}

/// A parameter of a kernel, as far as it is known.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Whether it is annotated as a constant: then the text is a value, else a type.
    pub constant: bool,
    /// Its type or value, as a signature has it; empty where nothing is known.
    pub text: String,
    /// The origin of the text.
    pub said: Origin,
}

/// The origin of what is known of a parameter.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A comment above the kernel.
    Comment,
    /// A launch in the file.
    Launch,
    /// Its uses, or what is usual.
    Assumed,
    /// Nothing.
    Nowhere,
}

impl From<Field> for Parameter {
    fn from(field: Field) -> Self {
        let said = match field.said {
            Said::Comment => Origin::Comment,
            Said::Launch => Origin::Launch,
            Said::Assumed => Origin::Assumed,
            Said::Nowhere => Origin::Nowhere,
        };
        let Field {
            name, constant, text, ..
        } = field;
        Self {
            name,
            constant,
            text,
            said,
        }
    }
}

impl Python {
    /// Compiles a kernel of `source` to Tile IR; of several kernels the first, where none is asked for.
    pub fn new(source: &str, asked: Option<&str>) -> Self {
        let (form, lowered) = form::lower(source, "kernel.py", asked);
        let (tile_ir, found) = match lowered {
            Ok(Lowered { text, notes, .. }) => (Some(text), notes),
            Err(errors) => (None, errors),
        };
        let index = LineIndex::new(source);
        let message = |diagnostic: &Diagnostic| Message::new(diagnostic, source, &index);
        let messages: Vec<_> = found.iter().map(message).collect();
        let (kernels, kernel, fields) = match form {
            Some(form) => (form.kernels, Some(form.kernel), form.fields),
            None => (Vec::new(), None, Vec::new()),
        };
        Self {
            kernels,
            kernel,
            parameters: fields.into_iter().map(Parameter::from).collect(),
            tile_ir,
            places: TextPlace::of(&messages, source),
            messages,
        }
    }
}

/// A kernel in Python as Tile IR: a [`Python`] as JSON, since objects of JavaScript that are made here, one by one, are as much code as a pass.
#[wasm_bindgen]
pub fn lower(source: &str, kernel: Option<String>) -> String {
    let lowered = Python::new(source, kernel.as_deref());
    // Absent: texts and numbers are always written.
    serde_json::to_string(&lowered).unwrap_or_default()
}

/// The source with parameters of a kernel said in the comment above it: names, and their texts in the same order, a line each. An
/// empty text takes a parameter out of the comment.
///
/// # Errors
/// Throws a string for people when the file cannot be read or has no kernel.
#[wasm_bindgen]
pub fn fill_in(source: &str, kernel: Option<String>, names: &str, texts: &str) -> Result<String, String> {
    let changes = names.split('\n').zip(texts.split('\n'));
    let changes: Vec<_> = changes
        .map(|(name, text)| (name.to_string(), text.to_string()))
        .collect();
    form::fill_in(source, kernel.as_deref(), &changes)
        .map_err(|found| found.first().map_or_else(String::new, |first| first.message.clone()))
}
