//! Pipelined products whose operands lie in memory in every order that tensor cores read, in both engines.

mod four_stages;

use crate::common::halves;
use serde_json::json;
use std::ops::ControlFlow;
use tilewright_case::Case;
use tilewright_driver::{Consumers, Generator, Strategy, Swizzle, rrt_size_threshold};
use tilewright_npz::{Npz, write_npz};
use tilewright_runner::{emulate, interpret};

/// One product: extents of the tile, how many tiles along each dimension, and how the operands lie in memory.
#[derive(Clone, Copy, Debug)]
struct Product {
    tile: [usize; 3],
    tiles: [usize; 3],
    lhs_by_rows: bool,
    rhs_by_rows: bool,
    element: &'static str,
    target: &'static str,
    /// The amount by which the tensors are short of whole tiles along each dimension.
    short: [usize; 3],
    /// Iterations of the loop; as many as there are tiles if none.
    trips: Option<usize>,
    stages: Option<u32>,
    strategy: Option<&'static str>,
    scheduler: &'static str,
    /// Whether the loop carries the token of its loads, and whether the trip count is known.
    carries_token: bool,
    counted_at_run_time: bool,
    /// CTAs that walk the tiles; none: one CTA for each tile.
    workers: Option<usize>,
    /// Tile number `t` takes `t` modulo one more than the tiles of K iterations.
    uneven: bool,
    /// The consumers, if they are asked for.
    consumers: Option<&'static str>,
    /// The swizzles of both operands' buffers, if they are asked for.
    swizzles: [Option<Swizzle>; 2],
    /// Whether agents are scheduled.
    heavy: bool,
}

/// One that is pipelined by agents.
const SPECIALIZED: Product = Product {
    tile: [64, 64, 64],
    tiles: [1, 1, 3],
    lhs_by_rows: true,
    rhs_by_rows: true,
    element: "f16",
    target: "sm_90a",
    short: [0, 0, 0],
    trips: None,
    stages: None,
    strategy: None,
    scheduler: "auto",
    carries_token: false,
    counted_at_run_time: false,
    workers: None,
    uneven: false,
    consumers: None,
    swizzles: [None; 2],
    heavy: true,
};

/// One whose threads copy ahead.
const UNSPECIALIZED: Product = Product {
    tile: [32, 32, 32],
    target: "sm_80",
    ..SPECIALIZED
};

/// One whose tiles TMA loads, for all threads.
const BULK: Product = Product {
    strategy: Some("unspecialize"),
    ..SPECIALIZED
};

/// One in four stages (docs/sources/four-stage.md).
const FOUR_STAGE: Product = Product {
    tile: [64, 64, 32],
    scheduler: "four-stage",
    ..UNSPECIALIZED
};

/// Strides of a matrix of so many rows and columns: what is contiguous is padded to a multiple of 16 bytes.
fn strides([rows, columns]: [usize; 2], by_rows: bool) -> [usize; 2] {
    if by_rows {
        [columns.next_multiple_of(8), 1]
    } else {
        [1, rows.next_multiple_of(8)]
    }
}

/// The shape of a matrix with its padding.
fn padded([rows, columns]: [usize; 2], by_rows: bool) -> [usize; 2] {
    if by_rows {
        [rows, columns.next_multiple_of(8)]
    } else {
        [rows.next_multiple_of(8), columns]
    }
}

impl Product {
    fn extents(&self) -> [usize; 3] {
        [0, 1, 2].map(|i| self.tile[i] * self.tiles[i] - self.short[i])
    }

    /// The kernel as text.
    fn kernel(&self) -> String {
        let ([m, n, k], [tm, tn, tk]) = (self.extents(), self.tile);
        let e = self.element;
        let [a, b, c] = [
            strides([m, k], self.lhs_by_rows),
            strides([k, n], self.rhs_by_rows),
            [n, 1],
        ];
        let tensor = |shape: [usize; 2], s: [usize; 2]| {
            format!(
                "tensor_view<{}x{}x{e}, strides=[{},{}]>",
                shape[0], shape[1], s[0], s[1]
            )
        };
        let view = |tile: [usize; 2], tensor: &str| {
            format!(
                "partition_view<tile=({}x{}), padding_value = zero, {tensor}>",
                tile[0], tile[1]
            )
        };
        let (ta, tb, tc) = (tensor([m, k], a), tensor([k, n], b), tensor([m, n], c));
        let (pa, pb, pc) = (view([tm, tk], &ta), view([tk, tn], &tb), view([tm, tn], &tc));
        let iterations = self.trips.unwrap_or(self.tiles[2]);
        let (parameter, to) = match self.counted_at_run_time {
            true => (", %to: tile<i32>", String::new()),
            false if self.uneven => {
                let most = self.tiles[2] + 1;
                let most = format!("  %most = constant <i32: {most}> : tile<i32>\n");
                ("", most + "  %to = remi %tile, %most signed : tile<i32>\n")
            }
            false => ("", format!("  %to = constant <i32: {iterations}> : tile<i32>\n")),
        };
        let (carried, types, token, handed_on) = match self.carries_token {
            true => (
                "%acc = %zero, %t = %token",
                format!("tile<{tm}x{tn}xf32>, token"),
                "%t",
                format!("%d, %t1 : tile<{tm}x{tn}xf32>, token"),
            ),
            false => (
                "%acc = %zero",
                format!("tile<{tm}x{tn}xf32>"),
                "%token",
                format!("%d : tile<{tm}x{tn}xf32>"),
            ),
        };
        let second = if self.carries_token { "%t0" } else { "%token" };
        let (results, last) = match self.carries_token {
            true => ("%sum, %loaded", "%loaded"),
            false => ("%sum", "%token"),
        };
        let (tiles_m, tiles) = (self.tiles[0], self.tiles[0] * self.tiles[1]);
        let (start, end) = match self.workers {
            None => ("%x, %y, %z = get_tile_block_id : tile<i32>".to_string(), ""),
            Some(workers) => (
                format!(
                    "%worker, %w1, %w2 = get_tile_block_id : tile<i32>
  %tiles = constant <i32: {tiles}> : tile<i32>
  %tiles_m = constant <i32: {tiles_m}> : tile<i32>
  %workers = constant <i32: {workers}> : tile<i32>
  for %tile in (%worker to %tiles, step %workers) : tile<i32> {{
  %x = remi %tile, %tiles_m signed : tile<i32>
  %y = divi %tile, %tiles_m signed : tile<i32>"
                ),
                "continue
  }",
            ),
        };
        format!(
            "entry @product(%a: tile<ptr<{e}>>, %b: tile<ptr<{e}>>, %c: tile<ptr<{e}>>{parameter}) {{
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<{e}>>
  %b16 = assume div_by<16>, %b : tile<ptr<{e}>>
  %c16 = assume div_by<16>, %c : tile<ptr<{e}>>
  %va = make_tensor_view %a16, shape = [{m}, {k}], strides = [{}, {}] : {ta}
  %vb = make_tensor_view %b16, shape = [{k}, {n}], strides = [{}, {}] : {tb}
  %vc = make_tensor_view %c16, shape = [{m}, {n}], strides = [{n}, 1] : {tc}
  %pa = make_partition_view %va : {pa}
  %pb = make_partition_view %vb : {pb}
  %pc = make_partition_view %vc : {pc}
  {start}
  %zero = constant <f32: 0.0> : tile<{tm}x{tn}xf32>
  %from = constant <i32: 0> : tile<i32>
{to}  %step = constant <i32: 1> : tile<i32>
  {results} = for %i in (%from to %to, step %step) : tile<i32> iter_values({carried}) -> ({types}) {{
    %l, %t0 = load_view_tko weak %pa[%x, %i] token = {token} : {pa}, tile<i32> -> tile<{tm}x{tk}x{e}>, token
    %r, %t1 = load_view_tko weak %pb[%i, %y] token = {second} : {pb}, tile<i32> -> tile<{tk}x{tn}x{e}>, token
    %d = mmaf %l, %r, %acc : tile<{tm}x{tk}x{e}>, tile<{tk}x{tn}x{e}>, tile<{tm}x{tn}xf32>
    continue {handed_on}
  }}
  %rounded = ftof %sum : tile<{tm}x{tn}xf32> -> tile<{tm}x{tn}x{e}>
  %t2 = store_view_tko weak %rounded, %pc[%x, %y] token = {last} : tile<{tm}x{tn}x{e}>, {pc}, tile<i32> -> token
  {end}
  return
}}
",
            a[0], a[1], b[0], b[1]
        )
    }

    fn case(&self) -> Case {
        let [m, n, k] = self.extents();
        let number = |i: usize, salt: usize| ((i * 7 + i / 13 * 3 + salt) % 11) as f32 - 5.0;
        let (a, b) = (strides([m, k], self.lhs_by_rows), strides([k, n], self.rhs_by_rows));
        let summed = |row: usize, column: usize| {
            let tile = row / self.tile[0] + column / self.tile[1] * self.tiles[0];
            let trips = match self.uneven {
                true => tile % (self.tiles[2] + 1),
                false => self.trips.unwrap_or(self.tiles[2]),
            };
            k.min(trips * self.tile[2])
        };
        let mut product = vec![0f32; m * n];
        for row in 0..m {
            for column in 0..n {
                // Small whole numbers: every sum is exact.
                let term = |l| number(row * a[0] + l * a[1], 0) * number(l * b[0] + column * b[1], 4);
                product[row * n + column] = (0..summed(row, column)).map(term).sum();
            }
        }
        let values = |count: usize, salt: usize| (0..count).map(|i| number(i, salt)).collect::<Vec<_>>();
        let dtype = if self.element == "bf16" { "uint16" } else { "float16" };
        let array = |shape: [usize; 2], strides: [usize; 2], role: &str| {
            let mut array = json!({ "dtype": dtype, "shape": shape, "strides": strides, "role": role });
            if self.element == "bf16" {
                array["dtype"] = "bfloat16".into();
                array["stored_as"] = "uint16".into();
            }
            array
        };
        let (shape_a, shape_b) = (padded([m, k], self.lhs_by_rows), padded([k, n], self.rhs_by_rows));
        let pointer =
            |name: &str| json!({ "kind": "pointer", "array": name, "type": format!("ptr<{}>", self.element) });
        let mut params = vec![pointer("A"), pointer("B"), pointer("C")];
        if self.counted_at_run_time {
            let trips = self.trips.unwrap_or(self.tiles[2]);
            params.push(json!({ "kind": "scalar", "type": "i32", "value": trips }));
        }
        let json = json!({
            "name": "product", "entry": "product",
            "grid": self.workers.map_or([self.tiles[0], self.tiles[1], 1], |workers| [workers, 1, 1]),
            "entry_params": params,
            "arrays": { "A": array(shape_a, a, "in"), "B": array(shape_b, b, "in"), "C": array([m, n], [n, 1], "out") },
            "tolerance": { "C": { "atol": 0.0, "rtol": 0.01 } }
        });
        // Arrays are stored as they lie in memory.
        let member = |name: &str, shape: [usize; 2], by_rows: bool, values: &[f32]| {
            let shape = if by_rows { shape } else { [shape[1], shape[0]] };
            (name.to_string(), halves(self.element, &shape, values))
        };
        let inputs = Npz {
            members: vec![
                member("A", shape_a, self.lhs_by_rows, &values(shape_a.iter().product(), 0)),
                member("B", shape_b, self.rhs_by_rows, &values(shape_b.iter().product(), 4)),
            ],
        };
        let expected = Npz {
            members: vec![member("C", [m, n], true, &product)],
        };
        let (inputs, expected) = (write_npz(&inputs).unwrap(), write_npz(&expected).unwrap());
        Case::read(json.to_string().as_bytes(), &inputs, Some(&expected)).unwrap()
    }

    fn options(&self) -> tilewright_driver::Options {
        tilewright_driver::Options {
            gpu_name: self.target.to_string(),
            num_stages: self.stages,
            pipeline_strategy: Strategy::from_name(self.strategy()),
            scheduler: Generator::from_name(self.scheduler).unwrap(),
            consumers: self.consumers.and_then(Consumers::from_name),
            lhs_swizzle: self.swizzles[0],
            rhs_swizzle: self.swizzles[1],
            rrt_size_threshold: if self.heavy { rrt_size_threshold() } else { 0 },
            ..Default::default()
        }
    }

    /// Short loops are not worth it, but must be right.
    fn strategy(&self) -> &'static str {
        match self.strategy {
            Some(strategy) => strategy,
            None if self.target == "sm_90a" && self.scheduler != "four-stage" => "warp-specialize",
            None => "unspecialize",
        }
    }

    /// The report on the loop, and how it shows in the PTX.
    fn check_loop(&self, found: &tilewright_driver::report::LoopSchedule, ptx: &str) {
        let nothing = self.trips == Some(0) && !self.counted_at_run_time;
        let protocol = found.protocol.as_ref();
        assert!(
            protocol.is_some_and(|protocol| protocol.verdict.word() == "proved") || nothing,
            "{self:?}: {protocol:?}"
        );
        if self.scheduler == "four-stage" {
            assert_eq!(found.strategy, "unspecialize", "{self:?}");
            assert_eq!(found.solution.ii, Some(1), "{self:?}");
            assert!(!ptx.contains("cp.async"), "{self:?}");
            assert!(nothing || ptx.contains("ldmatrix"), "{self:?}");
        } else if self.strategy.is_some() {
            assert_eq!(found.strategy, "unspecialize", "{self:?}");
            assert!(ptx.contains("cp.async.bulk.tensor"), "{self:?}: {}", found.why);
        } else if self.target == "sm_90a" {
            let variant = if self.heavy { "heavy" } else { "light" };
            assert_eq!(found.variant.as_deref(), Some(variant), "{self:?}");
            if self.consumers.is_some() {
                assert_eq!(found.consumers.map(Consumers::name), self.consumers, "{self:?}");
            }
            assert!(ptx.contains("wgmma.mma_async"), "{self:?}: {}", found.strategy);
        } else {
            assert_eq!(found.strategy, "unspecialize", "{self:?}");
            // TMA copies on every GPU that has it.
            let has_tma = tilewright_machine::target(self.target).is_some_and(|target| target.tma.value);
            let copies = if has_tma { "cp.async.bulk.tensor" } else { "cp.async.cg" };
            assert!(ptx.contains(copies) && ptx.contains("ldmatrix"), "{self:?}");
        }
    }

    fn check(&self) {
        // More orders where several groups of warps take turns.
        self.check_with(if self.consumers.is_some() { 8 } else { 2 });
    }

    fn check_with(&self, seeds: u64) {
        let (kernel, case) = (self.kernel(), self.case());
        let report = tilewright_driver::compile(&kernel, &self.options()).report;
        assert!(report.ok, "{self:?}: {:?}", report.diagnostics);
        let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
        let schedule = report.schedule.unwrap();
        match schedule.loops.first() {
            Some(found) => self.check_loop(found, &ptx),
            None => {
                assert_eq!(self.strategy, Some("none"), "{self:?}: {:?}", schedule.refusals);
                assert!(ptx.contains("ldmatrix"), "{self:?}");
            }
        }
        let module = tilewright_ir::parse(&kernel).module;
        let meant = interpret(&module, &case, Default::default(), &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(meant.passed(), "{self:?}: {:?} {:?}", meant.comparisons, meant.findings);
        for seed in 0..seeds {
            let options = tilewright_emulator::Options {
                seed,
                ..Default::default()
            };
            let run = emulate(&ptx, &abi, &case, options).unwrap();
            assert!(
                run.passed(),
                "{self:?}, seed {seed}: {:?} {:?}",
                run.comparisons,
                run.findings
            );
        }
    }
}

#[test]
fn operands_by_rows_and_by_columns() {
    for (lhs_by_rows, rhs_by_rows) in [(true, true), (true, false), (false, true), (false, false)] {
        for (tile, tiles) in [
            ([64, 64, 64], [2, 2, 3]),
            ([128, 128, 64], [1, 1, 2]),
            ([128, 256, 32], [1, 1, 2]),
        ] {
            Product {
                tile,
                tiles,
                lhs_by_rows,
                rhs_by_rows,
                ..SPECIALIZED
            }
            .check();
        }
    }
}

#[test]
fn tiles_as_narrow_as_each_swizzle() {
    for tile in [[64, 16, 16], [64, 32, 32], [64, 8, 64], [128, 64, 128], [64, 64, 16]] {
        for lhs_by_rows in [true, false] {
            Product {
                tile,
                tiles: [1, 2, 3],
                lhs_by_rows,
                rhs_by_rows: tile[1] >= 16,
                element: "bf16",
                ..SPECIALIZED
            }
            .check();
        }
    }
}

/// The swizzle is the user's choice: boxes side by side make up the rows of a tile, for every way of loading and reading them.
#[test]
fn every_swizzle_that_divides_the_rows_can_be_asked_for() {
    for (lhs, rhs) in Swizzle::ALL
        .iter()
        .flat_map(|&lhs| Swizzle::ALL.iter().map(move |&rhs| (lhs, rhs)))
    {
        for base in [SPECIALIZED, BULK, UNSPECIALIZED, FOUR_STAGE] {
            let product = Product {
                tile: [64, 64, 64],
                tiles: [1, 1, 2],
                rhs_by_rows: lhs == rhs,
                swizzles: [Some(lhs), Some(rhs)],
                ..base
            };
            product.check();
            let report = tilewright_driver::compile(&product.kernel(), &product.options()).report;
            let chosen: Vec<i64> = report
                .layouts
                .iter()
                .filter(|choice| choice.to == "shared")
                .map(|choice| {
                    choice.candidates[choice.chosen.expect("a choice")]
                        .boxes
                        .expect("boxes")
                        .span
                })
                .collect();
            let bytes = |swizzle: Swizzle| 32 << (2 - swizzle as i64);
            assert_eq!(chosen, [bytes(lhs), bytes(rhs)], "{product:?}");
        }
    }
}

#[test]
fn a_swizzle_that_rows_do_not_have_is_refused() {
    let narrow = Product {
        tile: [64, 64, 32],
        swizzles: [Some(Swizzle::Rows128), None],
        ..SPECIALIZED
    };
    let report = tilewright_driver::compile(&narrow.kernel(), &narrow.options()).report;
    let codes: Vec<String> = report
        .diagnostics
        .iter()
        .map(|message| message.diagnostic().code)
        .collect();
    assert!(!report.ok && codes == ["pipeline.view-swizzle"], "{codes:?}");
}

/// One whose tiles a few CTAs walk.
const PERSISTENT: Product = Product {
    tile: [64, 32, 32],
    tiles: [3, 3, 2],
    workers: Some(2),
    ..SPECIALIZED
};

#[test]
fn every_consumer_is_right_in_a_kernel_with_and_without_a_loop_over_tiles() {
    for (consumers, tile) in [
        ("1", [64, 32, 32]),
        ("cooperative", [128, 32, 32]),
        ("pingpong", [64, 32, 32]),
    ] {
        for heavy in [true, false] {
            let product = Product {
                tile,
                consumers: Some(consumers),
                heavy,
                short: [5, 8, 3],
                ..PERSISTENT
            };
            product.check();
            if consumers != "pingpong" {
                let workers = None;
                Product { workers, ..product }.check();
            }
        }
    }
}

#[test]
fn consumers_take_turns_whatever_the_trip_count_and_the_depth() {
    for stages in 1..=3 {
        for trips in 0..=2 * stages as usize + 1 {
            Product {
                tiles: [2, 2, 7],
                workers: Some(1),
                trips: Some(trips),
                stages: Some(stages),
                consumers: Some("pingpong"),
                ..PERSISTENT
            }
            .check();
        }
    }
}

#[test]
fn consumers_take_turns_at_tiles_of_different_lengths() {
    for (workers, stages) in [(1, 2), (1, 3), (2, 3), (3, 5)] {
        Product {
            tiles: [3, 3, 4],
            workers: Some(workers),
            uneven: true,
            stages: Some(stages),
            consumers: Some("pingpong"),
            ..PERSISTENT
        }
        .check();
    }
}

#[test]
fn a_consumer_without_a_tile_and_odd_numbers_of_tiles_do_no_harm() {
    // With as many workers as tiles the second consumer has none; with more, some CTAs have none at all.
    for (tiles, workers) in [
        ([1, 1, 3], 1),
        ([2, 1, 3], 2),
        ([1, 2, 3], 3),
        ([3, 1, 3], 1),
        ([5, 1, 1], 2),
    ] {
        Product {
            tiles,
            workers: Some(workers),
            consumers: Some("pingpong"),
            ..PERSISTENT
        }
        .check();
    }
}

#[test]
fn threads_copy_operands_by_rows_and_by_columns() {
    for (lhs_by_rows, rhs_by_rows) in [(true, true), (true, false), (false, true), (false, false)] {
        for tile in [[32, 32, 32], [64, 64, 64], [16, 128, 16], [128, 16, 128], [128, 64, 32]] {
            Product {
                tile,
                tiles: [1, 1, 3],
                lhs_by_rows,
                rhs_by_rows,
                element: "bf16",
                ..UNSPECIALIZED
            }
            .check();
        }
    }
}

#[test]
fn every_trip_count_is_right_whatever_the_depth() {
    for stages in [2, 3] {
        for trips in 0..5 {
            for counted_at_run_time in [false, true] {
                Product {
                    tile: [16, 16, 32],
                    tiles: [1, 1, 5],
                    trips: Some(trips),
                    stages: Some(stages),
                    counted_at_run_time,
                    // The scheduling of the loop is not the question here.
                    scheduler: "rau",
                    ..UNSPECIALIZED
                }
                .check();
            }
        }
    }
}

#[test]
fn threads_copy_zeros_from_beyond_the_edges() {
    for short in [[3, 5, 0], [0, 0, 7], [9, 11, 13], [31, 31, 31]] {
        for (lhs_by_rows, rhs_by_rows) in [(true, true), (false, false), (true, false)] {
            Product {
                tiles: [2, 2, 3],
                short,
                lhs_by_rows,
                rhs_by_rows,
                ..UNSPECIALIZED
            }
            .check();
        }
    }
}

#[test]
fn threads_copy_ahead_on_every_other_target() {
    let others = tilewright_machine::targets().filter(|target| !["sm_80", "sm_90a"].contains(&target.name.as_str()));
    for target in others {
        Product {
            tile: [64, 64, 64],
            target: &target.name,
            ..UNSPECIALIZED
        }
        .check();
    }
}

#[test]
fn consumers_that_a_loop_cannot_have_are_refused() {
    let refused = |product: Product, consumers: &str| {
        let options = tilewright_driver::Options {
            consumers: Consumers::from_name(consumers),
            pipeline_strategy: None,
            ..product.options()
        };
        let report = tilewright_driver::compile(&product.kernel(), &options).report;
        assert!(!report.ok, "{product:?}, {consumers}");
        report.diagnostics.into_iter().next().unwrap()
    };
    let alone = refused(SPECIALIZED, "pingpong");
    assert_eq!(alone.code, "pipeline.no-tile-loop");
    assert!(alone.message.contains("no loop over tiles"), "{}", alone.message);
    assert!(
        refused(SPECIALIZED, "cooperative")
            .message
            .contains("64 rows cannot be shared")
    );
    let tile = [128, 256, 32];
    let wide = Product { tile, ..PERSISTENT };
    assert!(refused(wide, "pingpong").message.contains("256 accumulators"));
    assert_eq!(refused(UNSPECIALIZED, "1").code, "pipeline.consumers");
}

/// Every way is in the report, one of them taken, each with a reason.
#[test]
fn the_cheapest_way_is_taken_and_all_are_told() {
    for (product, taken) in [(SPECIALIZED, Some("1")), (PERSISTENT, Some("pingpong"))] {
        let options = tilewright_driver::Options {
            pipeline_strategy: None,
            ..product.options()
        };
        let report = tilewright_driver::compile(&product.kernel(), &options).report;
        let found = &report.schedule.unwrap().loops[0];
        assert_eq!(found.consumers.map(Consumers::name), taken);
        assert_eq!(found.candidates.len(), 5);
        assert_eq!(found.candidates.iter().filter(|way| way.chosen).count(), 1);
        assert!(found.candidates.iter().all(|way| !way.why.is_empty()));
        let cheapest = found.candidates.iter().filter_map(|way| {
            let (iteration, tile) = (way.iteration_cycles?, way.tile_cycles?);
            Some(tile + iteration * way.iterations? as f64)
        });
        let cheapest = cheapest.fold(f64::INFINITY, f64::min);
        let way = found.candidates.iter().find(|way| way.chosen).unwrap();
        let whole = way.tile_cycles.unwrap() + way.iteration_cycles.unwrap() * way.iterations.unwrap() as f64;
        // Strategies that differ by less than that are as good as each other.
        assert!(whole * 0.95 <= cheapest, "{whole} {cheapest}");
        for agent in &found.agents {
            assert_eq!(agent.order.len(), agent.ops.len());
            assert_eq!(agent.stages.len(), agent.ops.len());
            assert!(agent.ii.is_some() && agent.budget.contains("setmaxnreg"), "{agent:?}");
        }
    }
}

#[test]
fn a_strategy_that_a_machine_cannot_have_is_refused() {
    let compile = |product: &Product, strategy: &str| {
        let options = tilewright_driver::Options {
            pipeline_strategy: Strategy::from_name(strategy),
            ..product.options()
        };
        tilewright_driver::compile(&product.kernel(), &options).report
    };
    let agents = Product {
        tile: [64, 64, 64],
        ..UNSPECIALIZED
    };
    let refused = compile(&agents, "warp-specialize");
    assert!(!refused.ok);
    assert_eq!(refused.diagnostics[0].code, "pipeline.strategy");
    for product in [agents, SPECIALIZED] {
        let plain = compile(&product, "none");
        // Nothing is pipelined, so stages and the like decide nothing.
        let idle = |message: &tilewright_driver::report::Message| message.code == "option.no-effect";
        assert!(
            plain.ok && plain.diagnostics.iter().all(idle),
            "{:?}",
            plain.diagnostics
        );
        let schedule = plain.schedule.unwrap();
        assert!(schedule.loops.is_empty());
        assert_eq!(schedule.refusals[0].why, "pipelining was turned off");
        let asked = compile(&product, "unspecialize").schedule.unwrap();
        assert!(asked.loops[0].why.starts_with("asked for"), "{}", asked.loops[0].why);
    }
}

#[test]
fn one_thread_has_the_copy_engine_copy_for_all() {
    // One that wgmma multiplies, and one for mma.sync.
    for (tile, stages) in [([64, 16, 32], Some(3)), ([32, 32, 32], Some(2))] {
        for (trips, by_rows) in [(0, true), (1, false), (2, true), (3, false), (4, true)] {
            Product {
                tile,
                tiles: [1, 1, 4],
                trips: Some(trips),
                stages,
                lhs_by_rows: by_rows,
                rhs_by_rows: by_rows,
                counted_at_run_time: by_rows,
                ..BULK
            }
            .check();
        }
    }
    // Two warpgroups.
    Product {
        tile: [128, 128, 32],
        tiles: [1, 1, 4],
        ..BULK
    }
    .check();
}

#[test]
fn products_that_nothing_is_done_ahead_of() {
    for (lhs_by_rows, rhs_by_rows) in [(true, true), (true, false), (false, true), (false, false)] {
        for tile in [[32, 32, 32], [64, 16, 16]] {
            Product {
                tile,
                tiles: [1, 1, 2],
                lhs_by_rows,
                rhs_by_rows,
                strategy: Some("none"),
                ..UNSPECIALIZED
            }
            .check();
        }
    }
}

#[test]
fn loops_that_carry_the_tokens_of_their_loads_are_pipelined() {
    for product in [SPECIALIZED, UNSPECIALIZED, BULK, FOUR_STAGE] {
        Product {
            carries_token: true,
            ..product
        }
        .check();
    }
}
