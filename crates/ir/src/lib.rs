//! The IR core: types, attributes, ops, regions and locations in tables; one text form, printed and parsed from the
//! same records; a verifier; a driver for partial conversions; and the dialects, one file each.
//! A dialect may be defined elsewhere: see [`registry`].
//!
//! ```
//! let parsed = tilewright_ir::parse("entry @k(%n: tile<i32>) {\n  %m = addi %n, %n : tile<i32>\n  return\n}\n");
//! assert!(parsed.diagnostics.is_empty());
//! assert!(tilewright_ir::verify(&parsed.module).is_empty());
//! assert!(tilewright_ir::print(&parsed.module).text.contains("%m = addi %n, %n : tile<i32>"));
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod attrs;
pub mod build;
mod consistency;
pub mod convert;
pub mod copy;
pub mod dialects;
pub mod dominance;
pub mod entity;
mod format;
pub mod fuzzing;
mod intern;
mod lists;
pub mod locations;
mod module;
pub mod numbers;
pub mod op_def;
pub mod operand;
pub mod ops;
pub mod parse;
mod plain;
mod print;
mod queries;
pub mod registry;
pub mod spelling;
pub mod types;
mod uses;
mod verify;
pub mod views;
pub mod words;
mod written;

pub use attrs::AttrData;
pub use dialects::cutlass_pipeline::{MAX_PARTICIPANTS, PipelineShape};
pub use dialects::cutlass_seq_bar::{MBARRIER_BYTES, NAMED_BARRIERS, SequenceShape, WARP_THREADS};
pub use entity::{Attr, Block, Loc, Name, Op, Region, Ty, Value};
pub use module::{Def, LocData, Module, Origin, Use, ValueName};
pub use op_def::OpKind;
pub use parse::{Parsed, ReadOptions, parse, parse_with};
pub use plain::{PlainOp, plain_ops};
pub use print::{PrintOptions, Printed, Printer, print, print_with};
pub use registry::Registry;
pub use types::TypeParams;
pub use verify::{Violation, general_help, verify};
