//! The cuTile front end: Python source text to a module of Tile IR.

pub mod dtype;
pub mod signature;
