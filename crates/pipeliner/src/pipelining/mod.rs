//! Software pipelining of loops around matrix products: by agents for GPUs with TMA and a unit that multiplies meanwhile, else by threads
//! that copy ahead; and of other loops, where the cost model says that loads ahead make them shorter.

pub mod choice;
pub mod constraints;
mod copied;
mod correction;
pub mod depth;
pub mod left;
pub mod loop_graph;
pub mod model;
pub mod next_tile;
pub mod once;
pub mod ping_pong;
pub mod plain_loop;
pub mod plan;
pub mod powers;
pub mod product_loop;
pub mod ring_edges;
pub mod ring_graph;
pub mod ring_issued;
pub mod ring_loop;
pub(crate) mod ring_operand;
mod ring_over;
pub mod ring_plan;
pub mod scaled;
mod slice;
pub mod strategy;
pub mod tables;
pub mod tensor_memory;
pub mod thread_rings;
pub mod thread_stages;
pub mod together;
pub mod transformer;
pub mod why;

pub use product_loop::{Operand, ProductLoop, mark_reused, product_loop};
pub use ring_loop::{RingLoop, ring_loop};
pub use slice::{Slice, backward_slice, early_ends, ended_by, grow_without_tokens, indices_in_loop, needed_for};
pub use strategy::{Consumers, CopyForm, Pairs, PowersBy, Strategy, Swizzle};
