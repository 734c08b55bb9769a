//! Parts of loop graphs, for tests that write them.

use tilewright_modsched::graph::Edge;

pub fn edge(src: usize, dst: usize, latency: i64, distance: u32) -> Edge {
    Edge {
        src,
        dst,
        latency,
        distance,
        ceiling: None,
    }
}
