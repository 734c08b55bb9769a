//! The tests of this crate: one program, which is linked once and runs all of them at the same time.

#[path = "common/both.rs"]
mod both;
mod common;
#[path = "../../../tests/cores.rs"]
mod cores;
#[path = "../../../tests/shared.rs"]
mod shared;

mod accesses;
mod ahead;
mod attention_tiles;
mod both_engines;
mod clusters;
mod copied;
mod correction;
mod every_op;
#[path = "functions/main.rs"]
mod functions;
mod gallery;
mod generated;
mod language;
mod loops;
mod orders;
mod pairs;
mod planted;
mod powers;
mod product_grid;
mod products;
mod promises;
mod ptx_alone;
mod pulled_rings;
mod random;
mod relaxed;
mod rings;
mod roundings;
mod second_opinion;
mod sharers;
mod sharing_pairs;
mod tensor_memory;
mod tensor_shapes;
mod tile_schedulers;
mod told;
