//! Properties every schedule has, on random problems: each (tile, k) once, one epilogue a tile, slots never shared,
//! joined sums exact in every interleaving.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tilewright_tilesched::contract::raster::{CgaGrid, Order};
use tilewright_tilesched::contract::sm100::Sm100StreamK;
use tilewright_tilesched::contract::stream_k::{StreamK as ContractStreamK, workspace_sizes};
use tilewright_tilesched::cutlass::grid::Hardware;
use tilewright_tilesched::cutlass::stream_k::{MIN_K_TILES, Mode, Request, StreamK};
use tilewright_tilesched::fixup::{self, FixupStep, Protocol};
use tilewright_tilesched::problem::*;
use tilewright_tilesched::timeline::{Costs, Dispatch, run};
use tilewright_tilesched::vectors::stream_k::split_tiles;
use tilewright_tilesched::work::{Schedule, WorkTile};
use tilewright_tilesched::{explain, fixup_run};

fn decomposition() -> impl Strategy<Value = Decomposition> {
    prop::sample::select(vec![
        Decomposition::Heuristic,
        Decomposition::DataParallel,
        Decomposition::SplitK,
        Decomposition::StreamK,
    ])
}

prop_compose! {
    fn request()(
        m in 1i64..2500, n in 1i64..2500, k in 1i64..8000, l in 1i64..3, cm in 0u32..3, cn in 0u32..2,
        sms in 8i64..150, active in 0i64..3, splits in 1u32..9, swizzle in 1u32..9, align in 1u32..3,
        decomposition in decomposition(), along_m: bool, groups in 1u32..3, join in 1u32..6,
    ) -> Request {
        Request {
            problem: Problem::new(m, n, k, l).unwrap(),
            tile: TileShape::new(128, 128, 64).unwrap(),
            cluster: Cluster::power_of_two(1 << cm, 1 << cn).unwrap(),
            max_swizzle: swizzle,
            raster: if along_m { RasterOption::AlongM } else { RasterOption::Heuristic },
            hardware: Hardware::new(sms, active * sms / 2).unwrap(),
            splits,
            decomposition,
            reduction: ReductionMode::Deterministic,
            mma_warp_groups: groups,
            barrier_bits: 32,
            accumulator_bits: 32,
            k_tile_alignment: align,
            join_k_tiles: join,
        }
    }
}

fn all_work(s: &dyn Schedule) -> Vec<Vec<WorkTile>> {
    (0..s.unit_count()).map(|unit| s.unit_work(unit)).collect()
}

/// Each (tile, k) exactly once, exactly one epilogue a tile, and tile coordinates and indices in one-to-one relation.
fn check_coverage(s: &dyn Schedule) -> Result<(), TestCaseError> {
    let (tiles_m, tiles_n, tiles_l) = s.tile_grid();
    let mut spans: BTreeMap<(u32, u32, u32), Vec<(u32, u32)>> = BTreeMap::new();
    let mut index_of = BTreeMap::new();
    let mut epilogues: BTreeMap<(u32, u32, u32), u32> = BTreeMap::new();
    for piece in all_work(s).iter().flatten() {
        prop_assert!(piece.m < tiles_m && piece.n < tiles_n && piece.l < tiles_l);
        prop_assert!(piece.k_count > 0);
        let tile = (piece.m, piece.n, piece.l);
        spans
            .entry(tile)
            .or_default()
            .push((piece.k_start, piece.k_start + piece.k_count));
        prop_assert_eq!(*index_of.entry(tile).or_insert(piece.tile_index), piece.tile_index);
        *epilogues.entry(tile).or_default() += u32::from(piece.epilogue);
    }
    prop_assert_eq!(spans.len() as u32, tiles_m * tiles_n * tiles_l, "every tile has work");
    prop_assert_eq!(index_of.values().collect::<BTreeSet<_>>().len(), index_of.len());
    for (tile, ranges) in &mut spans {
        ranges.sort_unstable();
        let mut end = 0;
        for (from, to) in ranges.iter() {
            prop_assert_eq!(*from, end, "tile {:?} has {:?}", tile, &*ranges);
            end = *to;
        }
        prop_assert_eq!(end, s.k_tiles());
        prop_assert_eq!(epilogues[tile], 1);
    }
    Ok(())
}

/// Runs a tile's plans in a random interleaving and checks the sum and what is left.
fn check_join(plans: &[(i64, Vec<FixupStep>)], seed: u64, locks_reset: bool) -> Result<(), TestCaseError> {
    let mut random = seed | 1;
    let outcome = fixup_run::run(plans, |_| {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (random >> 33) as usize
    });
    prop_assert_eq!(&outcome.stuck, &Vec::<usize>::new());
    prop_assert_eq!(outcome.unwritten_reads, 0);
    prop_assert_eq!(&outcome.epilogues, &vec![plans.iter().map(|(sum, _)| sum).sum::<i64>()]);
    prop_assert!(!locks_reset || outcome.locks_left.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn cutlass_stream_k(request in request(), seed: u64) {
        // A cluster that fits no GPC is refused; nothing else of these requests is.
        let Ok(s) = StreamK::new(request) else { return Ok(()) };
        check_coverage(&s)?;
        let work = all_work(&s);
        for piece in work.iter().flatten() {
            let short = s.mode == Mode::StreamK && piece.needs_fixup && piece.k_count < MIN_K_TILES;
            prop_assert!(!short, "a piece of {} K tiles", piece.k_count);
        }
        let splits = split_tiles(&work);
        for (tile, pieces) in &splits {
            // One slot and one lock a tile: both inside their regions.
            let tiles = if s.mode == Mode::SplitK { s.blocks.total } else { s.unit.sk_tiles };
            prop_assert!(*tile < tiles);
            for protocol in [Protocol::Turnstile, Protocol::Atomic] {
                let plans: Vec<_> =
                    pieces.iter().map(|(u, p)| (1i64 << (u % 60), fixup::cutlass(p, protocol, 1, 0))).collect();
                check_join(&plans, seed ^ *tile as u64, false)?;
            }
        }
        // Timelines end: no worker waits for a piece that comes after its own.
        let t = run(&s, &Costs { k_tile: 3, epilogue: 7, fixup: 2 }, Dispatch::Static);
        prop_assert_eq!(t.pieces.len(), work.iter().map(Vec::len).sum::<usize>());
    }

    #[test]
    fn contract_stream_k(request in request(), seed: u64) {
        let s: ContractStreamK = explain::contract_stream_k(&request).unwrap();
        check_coverage(&s)?;
        let p = s.params;
        prop_assert_eq!(p.sk_tiles + p.dp_tiles, p.output_tiles);
        prop_assert_eq!(p.units, p.sk_units + p.dp_tiles);
        let total = p.sk_tiles * p.k_tiles_per_output;
        if let (Some(small), Some(big)) = (total.checked_div(p.sk_units), total.checked_rem(p.sk_units)) {
            // The contract's formulas, as written.
            prop_assert_eq!((p.k_tiles_per_small_unit, p.big_units), (small, big));
            let bigs = (0..p.sk_units).filter(|&u| s.k_count(u) > p.k_tiles_per_small_unit).count() as u32;
            prop_assert_eq!(bigs, p.big_units);
        }
        let bytes = 64;
        let sizes = workspace_sizes(&p, bytes, 1).unwrap();
        let splits = p.k_tiles_per_output.div_ceil(p.k_tiles_per_small_unit.max(1)) as u64;
        prop_assert_eq!(sizes.reduction, p.sk_tiles as u64 * (splits - 1) * bytes);
        prop_assert_eq!(sizes.barriers, p.sk_tiles as u64 * 4);
        prop_assert_eq!(sizes.total, (sizes.reduction + sizes.barriers).next_multiple_of(128));
        let mut plans: BTreeMap<u32, Vec<(i64, Vec<FixupStep>)>> = BTreeMap::new();
        let mut slots = BTreeSet::new();
        for unit in 0..p.sk_units {
            let piece = s.piece(unit).unwrap();
            let plan = fixup::contract(&piece, s.position(unit));
            for step in &plan {
                if let FixupStep::StorePartial { slot } = step {
                    prop_assert!(slots.insert(*slot), "slot {} has two owners", slot);
                    prop_assert!((slot + 1) * bytes <= sizes.reduction);
                }
            }
            plans.entry(piece.tile_index).or_default().push((1i64 << (unit % 60), plan));
        }
        for (tile, plans) in &plans {
            check_join(plans, seed ^ *tile as u64, true)?;
        }
    }

    #[test]
    fn contract_static(request in request()) {
        check_coverage(&explain::contract_static(&request).unwrap())?;
    }

    #[test]
    fn sm100(m in 1i64..2000, n in 1i64..2000, k in 1i64..3000, clusters in 1u32..80, size in 1u32..17, seed: u64) {
        let order = Order { swizzle: 4, raster: RasterOption::Heuristic };
        let tile = TileShape::new(128, 128, 64).unwrap();
        let grid = CgaGrid::new(&Problem::new(m, n, k, 1).unwrap(), &tile, Cluster::ONE, order).unwrap();
        let s = Sm100StreamK::new(grid, (k as u32).div_ceil(64), clusters, size).unwrap();
        check_coverage(&s)?;
        let claims: Vec<_> = (0..s.clusters).map(|c| s.claim(c)).collect();
        prop_assert!(claims.windows(2).all(|w| w[0].0 + w[0].1 == w[1].0), "ranges are contiguous");
        let tile = grid.total - 1;
        let plans: Vec<_> = (0..size)
            .map(|rank| (s.share(tile, rank).map_or(0, |_| 1i64 << rank), s.fixup(tile, rank)))
            .collect();
        check_join(&plans, seed, true)?;
        let stores: BTreeSet<_> = plans.iter().flat_map(|(_, p)| p).filter_map(|step| match step {
            FixupStep::StorePartial { slot } => Some(*slot),
            _ => None,
        }).collect();
        prop_assert_eq!(stores.len() as u32, s.splits - 1);
        prop_assert!(stores.iter().all(|slot| *slot < u64::from(size)), "each in its CTA");
    }

    /// The checker itself can fail: a plan without its wait loses a sum in some interleaving.
    #[test]
    fn a_final_piece_that_does_not_wait_is_caught(parts in 2i64..6) {
        let piece = |i: i64| WorkTile {
            k_start: i as u32 * 8, k_count: 8, needs_fixup: true, epilogue: i + 1 == parts,
            ..WorkTile::whole(0, 0, 0, 8 * parts as u32, 0)
        };
        let plans: Vec<_> = (0..parts).map(|i| {
            let plan = fixup::cutlass(&piece(i), Protocol::Turnstile, 1, 0);
            let keep = |s: &FixupStep| !(i + 1 == parts && matches!(s, FixupStep::WaitEqual { .. }));
            (1i64 << i, plan.into_iter().filter(keep).collect::<Vec<_>>())
        }).collect();
        let outcome = fixup_run::run(&plans, |ready| ready - 1);
        prop_assert!(outcome.unwritten_reads > 0);
    }
}
