//! PTX as a typed tree: build it, print it, parse it, check it.
//!
//! The tree ([`Module`] and below) holds what a compiler for tile kernels and an emulator need: entries with parameters
//! and directives, register banks, labelled instructions with modifiers from a table, source locations, nested scopes.
//! Functions, calls, textures and vector registers are refused.
//!
//! ```
//! use tilewright_ptx::{EntryBuilder, Item, Module, PrintOptions, Target, Type, Version, print};
//!
//! let mut b = EntryBuilder::new("empty");
//! b.param(Type::U32, "n");
//! b.ret();
//! let mut module = Module::new(Version::new(8, 0), Target::parse("sm_90a").unwrap());
//! module.items.push(Item::Entry(b.finish().0));
//! assert!(print(&module, PrintOptions::default()).text.contains(".visible .entry empty("));
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod builder;
mod error;
#[doc(hidden)]
pub mod fuzzing;
mod lex;
mod modifier;
mod opcode;
mod parse;
mod print;
mod source_map;
mod table;
mod tree;
mod types;
mod verify;

pub use builder::{EntryBuilder, WgmmaTail};
pub use error::Error;
pub use modifier::{Mod, Word};
#[doc(hidden)]
pub use opcode::class;
pub use opcode::{BadMods, Form, Opcode};
pub use parse::{Parsed, parse};
pub use print::{PrintOptions, Printed, print, print_instr};
pub use source_map::{Pos, SourceMap};
pub use tree::*;
pub use types::{Dim, Space, Special, Target, TargetKind, Type, Version};
pub use verify::{Fault, is_name, verify};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
