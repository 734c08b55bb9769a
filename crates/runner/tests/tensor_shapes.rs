//! The smallest and the largest tiles of products that go to tensor memory, and the types that do: proved, silent and right on every seed. What
//! is beyond them says why.

use crate::pairs;
use crate::tensor_memory::{Compiled, PLAIN, Shape, report, silent};
use tilewright_driver::report::Report;
use tilewright_runner::Verdict;

const SEEDS: u32 = 8;

/// A product of blocks with scales, both operands and their scales along K.
struct Blocks {
    tile: [u32; 3],
    /// Elements along K that a scale stands for.
    block: u32,
    element: &'static str,
    scale: &'static str,
}

const EIGHT_BITS: Blocks = Blocks {
    tile: [128, 128, 128],
    block: 32,
    element: "f8E4M3FN",
    scale: "f8E8M0FNU",
};
const FOUR_BITS: Blocks = Blocks {
    tile: [128, 128, 256],
    block: 16,
    element: "f4E2M1FN",
    scale: "f8E8M0FNU",
};

impl Blocks {
    const STEPS: u32 = 4;

    /// The kernel. Each operand is loaded before its scales.
    fn source(&self) -> String {
        let ([m, n, k], e, s) = (self.tile, self.element, self.scale);
        let (blocks, is_packed) = (k / self.block, e == "f4E2M1FN");
        let (stored, bytes) = if is_packed { ("i8", k / 2) } else { (e, k) };
        let mut views = String::new();
        let mut loads = String::new();
        for (name, rows, columns, ty, row) in [
            ("a", m, bytes, stored, "row"),
            ("x", m, blocks, s, "row"),
            ("b", n, bytes, stored, "zero"),
            ("y", n, blocks, s, "zero"),
        ] {
            let all = columns * Self::STEPS;
            let tensor = format!("tensor_view<{rows}x{all}x{ty}, strides=[{all},1]>");
            let view = format!("partition_view<tile=({rows}x{columns}), {tensor}>");
            views += &format!(
                "  %p{name} = assume div_by<16>, %{name} : tile<ptr<{ty}>>
  %v{name} = make_tensor_view %p{name}, shape = [{rows}, {all}], strides = [{all}, 1] : {tensor}
  %t{name} = make_partition_view %v{name} : {view}\n"
            );
            loads += &format!(
                "    %l{name}, %d{name} = load_view_tko weak %t{name}[%{row}, %i] token = %start : {view}, tile<i32> -> tile<{rows}x{columns}x{ty}>, token\n"
            );
            if is_packed && ty == "i8" {
                let (flat, whole) = (rows * columns, rows * columns * 2);
                loads += &format!(
                    "    %f{name} = reshape %l{name} : tile<{rows}x{columns}xi8> -> tile<{flat}xi8>
    %u{name} = unpack %f{name} : tile<{flat}xi8> -> tile<{whole}x{e}>
    %w{name} = reshape %u{name} : tile<{whole}x{e}> -> tile<{rows}x{k}x{e}>\n"
                );
            }
        }
        let [a, b] = if is_packed { ["wa", "wb"] } else { ["la", "lb"] };
        let tensor = format!("tensor_view<{m}x{n}xf32, strides=[{n},1]>");
        format!(
            "entry @scaled(%a: tile<ptr<{stored}>>, %b: tile<ptr<{stored}>>, %x: tile<ptr<{s}>>, %y: tile<ptr<{s}>>, %c: tile<ptr<f32>>) {{
  %pc = assume div_by<16>, %c : tile<ptr<f32>>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %steps = constant <i32: {}> : tile<i32>
  %nothing = constant <f32: 0.0> : tile<{m}x{n}xf32>
{views}  %vc = make_tensor_view %pc, shape = [{m}, {n}], strides = [{n}, 1] : {tensor}
  %tc = make_partition_view %vc : partition_view<tile=({m}x{n}), {tensor}>
  %row, %column, %z = get_tile_block_id : tile<i32>
  %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<{m}x{n}xf32>) {{
{loads}    %rb = permute %{b} [1, 0] : tile<{n}x{k}x{e}> -> tile<{k}x{n}x{e}>
    %ry = permute %ly [1, 0] : tile<{n}x{blocks}x{s}> -> tile<{blocks}x{n}x{s}>
    %next = mmaf_scaled %{a}, %rb, %acc, %lx, %ry : tile<{m}x{k}x{e}>, tile<{k}x{n}x{e}>, tile<{m}x{n}xf32>, tile<{m}x{blocks}x{s}>, tile<{blocks}x{n}x{s}>
    continue %next : tile<{m}x{n}xf32>
  }}
  %done = store_view_tko weak %sum, %tc[%row, %zero] token = %start : tile<{m}x{n}xf32>, partition_view<tile=({m}x{n}), {tensor}>, tile<i32> -> token
  return
}}\n",
            Self::STEPS
        )
    }
}

/// A kernel on the unit of `sm_100a`, by products of a kind: proved, and right on every seed.
fn on_unit(source: &str, kind: &str, place: &str) -> (Compiled, Report) {
    let report = report(source, "sm_100a", None, None);
    let kernel = Compiled::proved(source.to_string(), report.clone(), place);
    let is_on_unit = kernel.ptx.contains(&format!("kind::{kind}")) && !kernel.ptx.contains("mma.sync");
    assert!(is_on_unit, "{place}: {:?}", report.diagnostics);
    for seed in 0..SEEDS {
        silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{place}, seed {seed}"));
    }
    (kernel, report)
}

/// A kernel that is not on the unit, with a warning of a code that says some words.
fn told(source: &str, code: &str, words: &str, place: &str) {
    let report = report(source, "sm_100a", None, None);
    let found = report.diagnostics.iter().find(|found| found.code == code);
    let found = found.unwrap_or_else(|| panic!("{place}: {:?}", report.diagnostics));
    let said = format!("{} {:?} {:?}", found.message, found.notes, found.help);
    assert!(said.contains(words), "{place}: {said}");
}

/// Copies have scales of 128 rows or columns and four blocks: of fewer they have each several times.
#[test]
fn fewer_scales_than_a_copy_has_go_to_tensor_memory() {
    for (n, k) in [(64, 128), (32, 128), (16, 128), (128, 64), (32, 64), (128, 32)] {
        let few = Blocks {
            tile: [128, n, k],
            ..EIGHT_BITS
        };
        let (kernel, _) = on_unit(&few.source(), "mxf8f6f4", &format!("128x{n}x{k}"));
        assert!(kernel.ptx.contains("tcgen05.cp"));
    }
    let few = Blocks {
        tile: [128, 64, 64],
        block: 32,
        ..FOUR_BITS
    };
    on_unit(&few.source(), "mxf4", "128x64x64");
    let low = Blocks {
        tile: [64, 128, 128],
        ..EIGHT_BITS
    };
    told(
        &low.source(),
        "lower.scales-converted",
        "the unit takes 128 rows",
        "64x128x128",
    );
}

/// TMA loads rows of 16 scales, between the operands as they stand; of fewer it has no boxes, and threads load them.
#[test]
fn rows_of_sixteen_scales_come_by_tma() {
    let maps = |blocks: &Blocks, kind: &str| {
        let (_, report) = on_unit(&blocks.source(), kind, &format!("{:?}", blocks.tile));
        let abi = report.abi.expect("a launch");
        abi.descriptors
            .iter()
            .map(|map| map.swizzle.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(maps(&FOUR_BITS, "mxf4nvf4"), ["128b", "none", "128b", "none"]);
    let deep = Blocks {
        tile: [128, 64, 512],
        ..EIGHT_BITS
    };
    assert_eq!(maps(&deep, "mxf8f6f4"), ["128b", "none", "128b", "none"]);
    assert_eq!(maps(&EIGHT_BITS, "mxf8f6f4"), ["128b", "128b"]);
}

#[test]
fn products_of_eight_columns_have_64_rows() {
    for element in ["f16", "bf16", "f8E4M3FN"] {
        let few = Shape {
            tile: [64, 8, 64],
            element,
            result: "f32",
            turned: [false, true],
            ..PLAIN
        };
        let kind = if element == "f8E4M3FN" { "f8f6f4" } else { "f16" };
        on_unit(&few.source(), kind, element);
    }
    let more = Shape {
        tile: [128, 8, 64],
        turned: [false, true],
        ..PLAIN
    };
    told(&more.source(), "pipeline.tile-shape", "128x16x64", "128x8x64");
}

/// Columns of 16 bytes that lie next to each other are rows that no swizzle permutes; the unit reads them by another descriptor.
#[test]
fn rows_of_sixteen_bytes_across_k_are_multiplied() {
    for (tile, element, kind) in [([128, 16, 64], "f8E4M3FN", "f8f6f4"), ([64, 8, 64], "f16", "f16")] {
        let across = Shape { tile, element, ..PLAIN };
        // Rows of bytes begin at multiples of 16.
        let source = across.source().replace("div_by<8>", "div_by<16>");
        let (kernel, report) = on_unit(&source, kind, element);
        let maps = report.abi.expect("a launch").descriptors;
        assert!(maps.iter().any(|map| map.swizzle == "none"), "{element}");
        // As if rows were swizzled by 128 bytes.
        let [plain, swizzled] = [0x0000_4008, 0x4000_4040].map(|high: u32| high.to_string());
        assert!(kernel.ptx.contains(&plain), "{element}: {}", kernel.ptx);
        let run = kernel.run_on_any(&kernel.ptx.replace(&plain, &swizzled), 0);
        assert!(
            run.verdict == Verdict::Wrong || !run.ptx_faults.is_empty(),
            "{element}: {run:#?}"
        );
    }
}

/// Tiles of which few stages fit are multiplied in pieces along K, where the loop counts them.
#[test]
fn long_tiles_are_multiplied_in_pieces() {
    for (tile, turned) in [([64, 64, 512], [false, true]), ([128, 128, 128], [true, false])] {
        let long = Shape { tile, turned, ..PLAIN };
        let (_, report) = on_unit(&pairs::source(long), "f16", &format!("{tile:?}"));
        assert!(report.diagnostics.iter().any(|found| found.code == "lower.in-slices"));
    }
    let long = Shape {
        tile: [128, 128, 512],
        ..PLAIN
    };
    // Whoever counts otherwise may go round as often as they like.
    told(&long.source(), "pipeline.shared", "bytes", "128x128x512");
    let short = report(&pairs::source(PLAIN), "sm_100a", None, None);
    assert!(short.diagnostics.is_empty(), "{:?}", short.diagnostics);
}

#[test]
fn more_columns_than_an_instruction_has_are_computed_in_slices() {
    let wide = |n| Shape {
        tile: [64, n, 64],
        ..PLAIN
    };
    let slices = |n| {
        let (_, report) = on_unit(&wide(n).source(), "f16", &format!("{n} columns"));
        report.diagnostics.iter().any(|found| found.code == "lower.in-slices")
    };
    assert_eq!([slices(256), slices(512)], [false, true]);
}

/// Sums of eight-bit floats in f16 are added up in f32 on the unit, and rounded.
#[test]
fn eight_bit_floats_with_sums_in_f16_are_multiplied_as_they_are() {
    let shape = |element| Shape {
        tile: [128, 64, 64],
        element,
        ..PLAIN
    };
    let narrow = |element| {
        let source = shape(element).source();
        source
            .replace(
                "constant <f32: 0.0> : tile<128x64xf32>",
                "constant <f16: 0.0> : tile<128x64xf16>",
            )
            .replace("  %narrow = ftof %sum : tile<128x64xf32> -> tile<128x64xf16>\n", "")
            .replace("%narrow", "%sum")
            .replace("tile<128x64xf32>", "tile<128x64xf16>")
    };
    on_unit(&narrow("f8E5M2"), "f8f6f4", "f8E5M2");
    on_unit(&narrow("f16"), "f16", "f16");
    let report = report(&narrow("f8E5M2"), "sm_80", None, None);
    let ptx = report.ptx.unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    assert!(ptx.text.contains("mma.sync") && ptx.text.contains(".f16.f16"));
}
