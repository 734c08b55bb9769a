//! Attention by tiles of each size that tensor memory holds: on its unit, proved, and right in every order of the warps; with a fault planted
//! in its PTX, caught by name.

use crate::common::orders;
use crate::tensor_memory::{Compiled, caught, silent, without_wait};
use tilewright_driver::Options;
use tilewright_driver::report::Report;

/// Queries and keys of a tile, and elements of a head.
type Tile = [u32; 3];

/// Two blocks of 128 queries in a CTA, blocks of more keys, and longer heads.
const TILES: [Tile; 6] = [
    [256, 128, 64],
    [256, 64, 128],
    [128, 256, 64],
    [128, 256, 128],
    [128, 64, 256],
    [128, 128, 256],
];

/// Attention of a tile's queries with three blocks of keys.
fn source([queries, keys, head]: Tile) -> String {
    let all = 3 * keys;
    let array = |rows: u32| format!("tensor_view<{rows}x{head}xf16, strides=[{head},1]>");
    let view = |rows: u32, of: u32, map: &str| {
        let tile = if map.is_empty() {
            format!("{rows}x{head}")
        } else {
            format!("{head}x{rows}")
        };
        format!("partition_view<tile=({tile}), {}{map}>", array(of))
    };
    let tensor = |name: &str, rows: u32| {
        let strides = format!("shape = [{rows}, {head}], strides = [{head}, 1]");
        format!(
            "  %p{name} = assume div_by<16>, %{name} : tile<ptr<f16>>\n  %v{name} = make_tensor_view %p{name}, {strides} : {}\n",
            array(rows)
        )
    };
    let tensors = [("q", queries), ("k", all), ("v", all), ("o", queries)].map(|(name, rows)| tensor(name, rows));
    let turned = view(keys, all, ", dim_map=[1, 0]");
    let (rows, values) = (view(queries, queries, ""), view(keys, all, ""));
    let row = format!("tile<{queries}x1xf32>");
    let (scores, sums) = (
        format!("tile<{queries}x{keys}xf32>"),
        format!("tile<{queries}x{head}xf32>"),
    );
    let reduce = |name: &str, from: &str, identity: &str, op: &str| {
        format!(
            "    %{name}s = reduce %{from} dim=1 identities=[{identity} : f32] : {scores} -> tile<{queries}xf32>
    (%a: tile<f32>, %b: tile<f32>) {{ %c = {op} %a, %b : tile<f32> yield %c : tile<f32> }}
    %{name} = reshape %{name}s : tile<{queries}xf32> -> {row}\n"
        )
    };
    let highest = reduce("high", "s", "0xFF800000", "maxf");
    let total = reduce("part", "p", "0.000000e+00", "addf");
    format!(
        "entry @attention(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>) {{
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %three = constant <i32: 3> : tile<i32>
{}  %wq = make_partition_view %vq : {rows}
  %wk = make_partition_view %vk : {turned}
  %wv = make_partition_view %vv : {values}
  %wo = make_partition_view %vo : {rows}
  %tq, %dq = load_view_tko weak %wq[%zero, %zero] token = %start : {rows}, tile<i32> -> tile<{queries}x{head}xf16>, token
  %none = constant <f32: 0.0> : {scores}
  %nothing = constant <f32: 0.0> : {sums}
  %empty = constant <f32: 0.0> : {row}
  %low = constant <f32: -1.000000e+30> : {row}
  %factor = constant <f32: 0.18> : {scores}
  %all:3 = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%acc = %nothing, %sum = %empty, %max = %low) -> ({sums}, {row}, {row}) {{
    %tk, %dk = load_view_tko weak %wk[%zero, %i] token = %start : {turned}, tile<i32> -> tile<{head}x{keys}xf16>, token
    %qk = mmaf %tq, %tk, %none : tile<{queries}x{head}xf16>, tile<{head}x{keys}xf16>, {scores}
    %s = mulf %qk, %factor : {scores}
{highest}    %next = maxf %max, %high : {row}
    %wide = broadcast %next : {row} -> {scores}
    %below = subf %s, %wide : {scores}
    %p = exp2 %below : {scores}
    %less = subf %max, %next : {row}
    %shrink = exp2 %less : {row}
{total}    %kept = mulf %sum, %shrink : {row}
    %more = addf %kept, %part : {row}
    %tv, %dv = load_view_tko weak %wv[%i, %zero] token = %start : {values}, tile<i32> -> tile<{keys}x{head}xf16>, token
    %half = ftof %p : {scores} -> tile<{queries}x{keys}xf16>
    %scale = broadcast %shrink : {row} -> {sums}
    %scaled = mulf %acc, %scale : {sums}
    %new = mmaf %half, %tv, %scaled : tile<{queries}x{keys}xf16>, tile<{keys}x{head}xf16>, {sums}
    continue %new, %more, %next : {sums}, {row}, {row}
  }}
  %whole = broadcast %all#1 : {row} -> {sums}
  %mean = divf %all#0, %whole : {sums}
  %out = ftof %mean : {sums} -> tile<{queries}x{head}xf16>
  %done = store_view_tko weak %out, %wo[%zero, %zero] token = %start : tile<{queries}x{head}xf16>, {rows}, tile<i32> -> token
  return
}}\n",
        tensors.concat()
    )
}

fn report(tile: Tile, gpu_name: &str) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    };
    tilewright_driver::compile(&source(tile), &options).report
}

fn proved(tile: Tile, gpu_name: &str) -> Compiled {
    let kernel = Compiled::proved(source(tile), report(tile, gpu_name), &format!("{tile:?}"));
    assert!(
        kernel.ptx.contains("tcgen05.mma") && !kernel.ptx.contains("mma.sync"),
        "{tile:?}"
    );
    kernel
}

#[test]
fn attention_of_every_tile_is_proved_and_right() {
    for (tile, gpu_name) in TILES.into_iter().zip(["sm_100a", "sm_103a"].into_iter().cycle()) {
        let kernel = proved(tile, gpu_name);
        for seed in 0..orders() {
            silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{tile:?}, seed {seed}"));
        }
    }
}

/// Where registers are few, accumulators are read by instructions of no more than 16, and else by longer ones.
#[test]
fn accumulators_are_read_in_parts_where_registers_are_few() {
    let is_long = |tile: Tile| {
        let ptx = proved(tile, "sm_100a").ptx;
        ptx.contains("tcgen05.ld.sync.aligned.32x32b.x32")
    };
    assert!(TILES[..2].iter().all(|&tile| !is_long(tile)));
    assert!(is_long([128, 64, 64]));
}

/// Sums of more than threads hold are refused with their numbers, and scores of more columns than an instruction has with the tile that it takes.
#[test]
fn tiles_that_are_too_large_say_what_they_need() {
    let said = |tile: Tile| {
        let report = report(tile, "sm_100a");
        let found = report
            .diagnostics
            .iter()
            .find(|found| found.code.starts_with("pipeline."));
        let found = found.unwrap_or_else(|| panic!("{tile:?}: {:?}", report.diagnostics));
        (found.code.clone(), found.message.clone(), found.help.clone())
    };
    let (code, message, _) = said([128, 256, 256]);
    assert_eq!(code, "pipeline.thread-registers");
    assert!(
        message.ends_with("registers beside them are more than the 224 of a thread"),
        "{message}"
    );
    let (code, _, help) = said([128, 512, 64]);
    assert_eq!(
        (code.as_str(), help.as_deref()),
        ("pipeline.tile-shape", Some("the nearest tile that can is 128x256x64"))
    );
}

/// Scores of 256 keys have one slot: whoever reads them without waiting for their product is caught.
#[test]
fn scores_that_are_not_waited_for_are_caught() {
    let kernel = proved([128, 256, 64], "sm_100a");
    caught(
        &[(
            "accumulators are read before products are done",
            |ptx| {
                let lines: Vec<&str> = ptx.lines().collect();
                let read = lines.iter().position(|line| line.contains("tcgen05.ld"))?;
                without_wait(&lines, read)
            },
            &["race", "uninitialised-memory"],
        )],
        &kernel.ptx,
        |ptx, seed| kernel.run_on_any(ptx, seed),
    );
}
