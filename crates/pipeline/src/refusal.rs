//! Refusals: which input broke which rule, and the nearest value that would be legal.

use serde::Serialize;

/// A bad input, as data. The text is made by `Display`, at the edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProtocolRefusal {
    /// The input's name, as the user wrote it (`stages`, `bytes`, ...), or the place in a barrier program.
    pub field: String,
    /// The value that was given.
    pub value: String,
    /// The rule it breaks.
    pub rule: String,
    /// The nearest legal value, where one exists.
    pub nearest: Option<String>,
}

impl ProtocolRefusal {
    /// A refusal of `value` for `field` under `rule`.
    pub fn new(field: impl Into<String>, value: impl ToString, rule: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            value: value.to_string(),
            rule: rule.into(),
            nearest: None,
        }
    }

    /// Adds the nearest legal value.
    pub fn nearest(mut self, value: impl ToString) -> Self {
        self.nearest = Some(value.to_string());
        self
    }
}

impl std::fmt::Display for ProtocolRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is {}: {}", self.field, self.value, self.rule)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; the nearest legal value is {nearest}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ProtocolRefusal {}

/// A value that must lie in a range.
pub(crate) fn within(field: &str, value: i64, least: u32, most: u32, rule: &str) -> Result<u32, ProtocolRefusal> {
    if value < least as i64 || value > most as i64 {
        return Err(ProtocolRefusal::new(field, value, rule).nearest(value.clamp(least as i64, most as i64)));
    }
    Ok(value as u32)
}
