//! Reports as text, JSON and drawings. Pure functions from data to strings, for terminals and pages alike.

pub mod json;
pub mod svg;
pub mod table;
pub mod text;
pub mod words;
