//! Nanoseconds per tile of each decode, and the model and map over a 1,000 x 1,000 grid. Run with `cargo bench`.

use std::hint::black_box;
use std::time::Instant;
use tilewright_tilesched::arith::Count;
use tilewright_tilesched::contract::raster::{CgaGrid, Order};
use tilewright_tilesched::cutlass::grid::Hardware;
use tilewright_tilesched::cutlass::static_persistent::{self, StaticPersistent};
use tilewright_tilesched::cutlass::stream_k::{Request, StreamK};
use tilewright_tilesched::cutlass::unit;
use tilewright_tilesched::problem::*;
use tilewright_tilesched::tilelang::{self, Config, Stateless};
use tilewright_tilesched::timeline::{self, Costs, Dispatch};

/// The best of several runs of `body` over `count` ids, in nanoseconds per id.
fn measure(name: &str, count: u32, mut body: impl FnMut(u32) -> u32) {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        let mut sum = 0u32;
        for id in 0..count {
            sum = sum.wrapping_add(body(black_box(id)));
        }
        black_box(sum);
        best = best.min(start.elapsed().as_nanos() as f64 / count as f64);
    }
    println!("{name:<34} {best:>7.2} ns per id over {count} ids");
}

fn main() {
    let tilelang = Stateless::new(Config::new(1000, 1000, 132, 8, true, 1).unwrap());
    measure("tilelang coord", 1_000_000, |id| {
        let (m, n) = tilelang.coord(id);
        m ^ n
    });

    let problem = Problem::new(128_000, 128_000, 4096, 1).unwrap();
    let tile = TileShape::new(128, 128, 64).unwrap();
    let cluster = Cluster::power_of_two(2, 1).unwrap();
    let hw = Hardware::new(132, 0).unwrap();
    let s = StaticPersistent::new(&problem, &tile, cluster, 8, RasterOption::Heuristic, &hw).unwrap();
    measure("cutlass static tile", s.blocks.total, |id| {
        let (m, n, l) = s.tile(id);
        m ^ n ^ l
    });

    let order = Order {
        swizzle: 8,
        raster: RasterOption::Heuristic,
    };
    let grid = CgaGrid::new(&problem, &tile, Cluster::ONE, order).unwrap();
    measure("contract unpack", grid.total, |id| {
        let (m, n, l) = grid.unpack(id);
        m ^ n ^ l
    });

    let request = Request {
        problem,
        tile,
        cluster: Cluster::ONE,
        max_swizzle: 8,
        raster: RasterOption::Heuristic,
        hardware: hw,
        splits: 1,
        decomposition: Decomposition::StreamK,
        reduction: ReductionMode::Deterministic,
        mma_warp_groups: 2,
        barrier_bits: 32,
        accumulator_bits: 32,
        k_tile_alignment: 1,
        join_k_tiles: 1,
    };
    let sk = StreamK::new(request).unwrap();
    measure("cutlass stream-K unit, all pieces", sk.total_units(), |id| {
        let mut sum = 0u32;
        sk.for_each_piece(id, |p| sum = sum.wrapping_add(p.m ^ p.n ^ p.k_count));
        sum
    });

    let start = Instant::now();
    let t = timeline::run(&tilelang, &Costs::default(), Dispatch::Static);
    println!(
        "timeline of {} tiles: {:.1} ms",
        t.pieces.len(),
        start.elapsed().as_secs_f64() * 1e3
    );

    let mut count = Count::default();
    let unit = ();
    let params = tilelang::DecodeParams {
        strip: unit,
        swizzle: unit,
        full_width: unit,
        tail_width: unit,
        full_panels: unit,
        panels: unit,
    };
    tilelang::decode(&mut count, &params, &unit);
    println!("tilelang decode: {} instructions by count", count.instructions);
    let mut count = Count::default();
    let params = static_persistent::DecodeParams {
        batch: unit,
        cluster_minor: unit,
        cluster_major: unit,
        clusters_major: unit,
        swizzle: unit,
        swizzle_size: unit,
    };
    static_persistent::decode(&mut count, &params, &unit);
    println!("cutlass static decode: {} instructions by count", count.instructions);
    let mut count = Count::default();
    let params = unit::BodyParams {
        cluster: unit,
        groups: unit,
        k_tiles: unit,
        alignment: unit,
        small: unit,
        big_units: unit,
        big_group_small: unit,
        big_group_big_units: unit,
        big_groups: unit,
    };
    let range = unit::range(&mut count, &params, &unit);
    unit::last_piece(&mut count, &params, &range, &range.end);
    println!(
        "cutlass stream-K range and piece: {} instructions by count",
        count.instructions
    );
}
