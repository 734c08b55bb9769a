//! The ways of a tile to other threads, and their costs.

use tilewright_layout::Layout;
use tilewright_layout::banks::transactions_of_wavefront;
use tilewright_layout::exchange::{Conversion, Exchange, Path};
use tilewright_layout::select::{Refusal, Way, best};
use tilewright_layout::staged::{LaneAccess, candidates};

fn conversion<'l>(from: &'l Layout, to: &'l Layout, shape: &'l [i64], bytes: i64) -> Conversion<'l> {
    Conversion {
        from,
        to,
        shape,
        bytes,
        room: 65536,
        matrices: [false; 2],
    }
}

#[test]
fn a_transpose_goes_through_rows_that_meet_in_no_bank() {
    for (extent, bytes) in [(32, 4), (64, 4), (64, 2), (128, 2), (64, 8)] {
        let shape = [extent, extent];
        let wide = (16 / bytes) as u32;
        let (from, to) = (Layout::along(&shape, 1, wide, 2), Layout::along(&shape, 0, wide, 2));
        let transpose = conversion(&from, &to, &shape, bytes);
        // The first is in rows as they are.
        let plain = transpose.exchanges().swap_remove(0).verdict.unwrap();
        let (path, cost) = transpose.best().unwrap();
        assert!(matches!(path, Path::Shared(_)), "{path:?}");
        assert!(
            plain.conflicts > 0 && cost.conflicts * 4 <= plain.conflicts,
            "{extent} {bytes}: {plain:?} {cost:?}"
        );
    }
}

#[test]
fn places_are_one_for_each_element_whatever_the_order_and_the_padding() {
    let shape = [32, 64];
    let (from, to) = (Layout::along(&shape, 1, 4, 2), Layout::along(&shape, 0, 4, 2));
    for candidate in conversion(&from, &to, &shape, 4).exchanges() {
        let exchange = candidate.way;
        let mut places: Vec<i64> = (0..2048).map(|index| exchange.place(index)).collect();
        let by_steps = |index: u32| -> i64 {
            let steps = exchange.steps();
            let part = |&(low, count, bytes): &(u32, u32, i64)| i64::from(index >> low & ((1 << count) - 1)) * bytes;
            steps.iter().map(part).sum::<i64>() ^ exchange.swizzle_of(index)
        };
        assert!((0..2048).all(|index| by_steps(index) == exchange.place(index)));
        places.sort_unstable();
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 4));
        assert!(places.last().unwrap() + 4 <= exchange.bytes());
    }
}

#[test]
fn accumulators_are_written_as_matrices_where_the_gpu_can() {
    let from = Layout {
        reg: vec![1, 8 * 64, 8, 16, 32],
        lane: vec![2, 4, 64, 128, 256],
        warp: vec![1024, 2048],
    };
    let to = Layout {
        reg: vec![1, 2, 4, 256, 512],
        lane: vec![8, 16, 32, 64, 128],
        warp: vec![1024, 2048],
    };
    let shape = [64, 64];
    let plain = conversion(&from, &to, &shape, 2);
    let with = Conversion {
        matrices: [true, false],
        ..plain
    };
    let [(without, dear), (path, cost)] = [plain, with].map(|conversion| conversion.best().unwrap());
    let matrices = |path: &Path| matches!(path, Path::Shared(exchange) if exchange.matrices[0].is_some());
    assert!(!matrices(&without) && matrices(&path));
    assert_eq!((cost.shared, cost.conflicts), (dear.shared, 0));
    assert!(cost.instructions < dear.instructions, "{cost:?} {dear:?}");
    // Of 32 bits there are no matrices.
    let wide = Conversion { bytes: 4, ..with };
    assert!(!matrices(&wide.best().unwrap().0));
}

#[test]
fn fragments_are_read_as_matrices_where_that_takes_fewer_instructions() {
    let from = Layout::along(&[64, 64], 1, 8, 2);
    let to = Layout {
        reg: vec![1, 8 * 64, 8, 16, 32],
        lane: vec![2, 4, 64, 128, 256],
        warp: vec![1024, 2048],
    };
    let plain = conversion(&from, &to, &[64, 64], 2);
    let with = Conversion {
        matrices: [true, true],
        ..plain
    };
    let [(without, dear), (path, cost)] = [plain, with].map(|conversion| conversion.best().unwrap());
    let matrices = |path: &Path| matches!(path, Path::Shared(exchange) if exchange.matrices[1].is_some());
    assert!(!matrices(&without) && matrices(&path));
    assert_eq!((cost.shared, cost.conflicts), (dear.shared, 0));
    assert!(cost.instructions < dear.instructions, "{cost:?} {dear:?}");
    // A tile that is written in one order and read in another by matrices on both sides is not.
    let turned = Layout {
        lane: vec![64, 128, 2, 4, 256],
        ..to.clone()
    };
    let turned = Conversion { to: &turned, ..with };
    assert!(!matrices(&turned.best().unwrap().0));
}

/// Where lanes of the two sides go on along different bits, each side's move what the other's do.
#[test]
fn a_swizzle_takes_the_conflicts_of_both_sides() {
    for (shape, bytes, vectors) in [
        ([32, 32], 4, [1, 1]),
        ([64, 64], 4, [4, 1]),
        ([64, 64], 8, [2, 1]),
        ([32, 128], 2, [8, 1]),
    ] {
        let (from, to) = (
            Layout::along(&shape, 1, vectors[0], 2),
            Layout::along(&shape, 0, vectors[1], 2),
        );
        let transpose = conversion(&from, &to, &shape, bytes);
        let is_swizzled = |way: &Exchange| {
            let told = Path::Shared(way.clone()).told(&to);
            matches!(told, Way::Places { swizzle, .. } if !swizzle.is_empty())
        };
        let ways = transpose.exchanges().into_iter().map(|candidate| candidate.way);
        let swizzled: Vec<Exchange> = ways.filter(is_swizzled).collect();
        let least = swizzled.iter().map(|way| way.cost(&transpose).conflicts).min();
        assert_eq!(least, Some(0), "{shape:?} {bytes}");
        for way in swizzled {
            let elements = (shape[0] * shape[1]) as u32;
            let mut places: Vec<i64> = (0..elements).map(|index| way.place(index)).collect();
            places.sort_unstable();
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= bytes), "{way:?}");
            assert!(places.last().unwrap() + bytes <= way.bytes());
        }
    }
}

#[test]
fn runs_are_neighbours_whatever_the_order_of_registers() {
    let from = Layout {
        reg: vec![64, 1, 2],
        lane: vec![4, 8, 16, 32, 128],
        warp: vec![256, 512],
    };
    let to = Layout::along(&[16, 64], 0, 1, 2);
    for candidate in conversion(&from, &to, &[16, 64], 4).exchanges() {
        for layout in [&from, &to] {
            for run in candidate.way.runs(layout) {
                let place = |register: usize| candidate.way.place(layout.register_index(register));
                let first = place(run[0]);
                assert!(
                    run.iter()
                        .enumerate()
                        .all(|(at, &register)| place(register) == first + 4 * at as i64)
                );
                assert_eq!(first % (4 * run.len() as i64), 0, "aligned");
            }
        }
    }
}

#[test]
fn an_element_is_written_once_and_read_by_every_thread() {
    let cost = |lanes: [u32; 5], to: [u32; 5], warps: [u32; 2], extent: i64, bytes: i64| {
        let [from, to] = [lanes, to].map(|lane| Layout {
            reg: Vec::new(),
            lane: lane.to_vec(),
            warp: warps.to_vec(),
        });
        let shape = [extent];
        let transpose = conversion(&from, &to, &shape, bytes);
        transpose.exchange().cost(&transpose).shared / transactions_of_wavefront()
    };
    let (up, down) = ([1, 2, 4, 8, 16], [16, 8, 4, 2, 1]);
    assert_eq!(
        cost(up, down, [32, 64], 128, 4),
        4 + 4,
        "each warp has elements of its own"
    );
    assert_eq!(cost(up, down, [0, 0], 32, 4), 1 + 4, "all warps have the same");
    let (few, reversed) = ([1, 2, 4, 0, 0], [4, 2, 1, 0, 0]);
    assert_eq!(
        cost(few, reversed, [0, 0], 8, 8),
        1 + 2 * 4,
        "half a warp has what the other has"
    );
}

#[test]
fn what_threads_have_already_costs_nothing() {
    let shape = [8, 128];
    let from = Layout::blocked(&shape, 4, 2);
    let swapped = Layout {
        reg: from.reg.iter().rev().copied().collect(),
        ..from.clone()
    };
    let (path, cost) = conversion(&from, &swapped, &shape, 4).best().unwrap();
    assert!(matches!(path, Path::Registers(_)));
    assert_eq!((cost.shared, cost.instructions), (0, 0));
}

#[test]
fn little_goes_by_shuffles_and_much_through_shared_memory() {
    let few = [4, 128];
    let (from, to) = (Layout::blocked(&few, 4, 2), Layout::blocked(&few, 1, 2));
    // Both give a warp one row.
    let from = Layout {
        warp: vec![128, 256],
        ..from
    };
    let to = Layout {
        warp: vec![128, 256],
        reg: vec![32, 64],
        ..to
    };
    let found = conversion(&from, &to, &few, 4);
    let (path, cost) = found.best().unwrap();
    assert!(matches!(path, Path::Shuffles(_)), "{path:?} {cost:?}");
    assert_eq!(cost.conflicts, 0);
    let refused = conversion(&from, &to, &few, 16).candidates();
    assert!(matches!(refused[0].verdict, Err(Refusal::Words { words: 16, most: 8 })));
}

/// Rows of 64 bytes, every fourth of them written by eight lanes: half a line of the banks has places for four of them only.
#[test]
fn lines_of_two_rows_are_permuted_as_a_whole_where_that_takes_conflicts() {
    let access = LaneAccess {
        lanes: (0..32).map(|lane| [0, lane % 8 * 4, lane / 8 * 4]).collect(),
        bytes: 4,
        times: 1,
    };
    let found = candidates(32, 64, &[access]);
    let best = &found[best(&found).unwrap()];
    assert_eq!(best.way.span, 128);
    assert_eq!(best.verdict.as_ref().map(|cost| cost.conflicts), Ok(0));
    let of_rows = found.iter().filter(|candidate| candidate.way.span < 128);
    assert!(
        of_rows
            .filter_map(|way| way.verdict.as_ref().ok())
            .all(|cost| cost.conflicts > 0)
    );
}
