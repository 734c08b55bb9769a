//! Properties of the compiler on damaged kernels: it never panics, never blames itself, and always says why it refuses.

use proptest::prelude::*;
use std::time::{Duration, Instant};
use tilewright_driver::fuzzing::check_compile;
use tilewright_driver::{Options, compile, gallery};

/// One damage to a text.
#[derive(Clone, Debug)]
enum Damage {
    /// Takes bytes out.
    Cut { at: f64, length: usize },
    /// Puts a piece of another kernel in.
    Splice {
        at: f64,
        from: usize,
        start: f64,
        length: usize,
    },
    /// Replaces one word by another of the same text.
    Swap { a: f64, b: f64 },
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = 0.0..1.0f64;
    prop_oneof![
        (place.clone(), 1..40usize).prop_map(|(at, length)| Damage::Cut { at, length }),
        (place.clone(), 0..100usize, place.clone(), 1..80usize).prop_map(|(at, from, start, length)| Damage::Splice {
            at,
            from,
            start,
            length
        }),
        (place.clone(), place).prop_map(|(a, b)| Damage::Swap { a, b }),
    ]
}

fn apply(text: &str, damage: &Damage) -> String {
    let place = |text: &str, at: f64| (text.len() as f64 * at) as usize;
    match *damage {
        Damage::Cut { at, length } => {
            let start = place(text, at);
            let end = (start + length).min(text.len());
            format!("{}{}", text.get(..start).unwrap_or(""), text.get(end..).unwrap_or(""))
        }
        Damage::Splice {
            at,
            from,
            start,
            length,
        } => {
            let other = gallery()[from % gallery().len()].source;
            let from = place(other, start);
            let piece = other.get(from..(from + length).min(other.len())).unwrap_or("");
            let at = place(text, at);
            format!(
                "{}{piece}{}",
                text.get(..at).unwrap_or(""),
                text.get(at..).unwrap_or("")
            )
        }
        Damage::Swap { a, b } => {
            let words: Vec<&str> = text.split_inclusive(' ').collect();
            let (a, b) = (place_of(words.len(), a), place_of(words.len(), b));
            words
                .iter()
                .enumerate()
                .map(|(i, word)| if i == a { words[b] } else { word })
                .collect()
        }
    }
}

fn place_of(count: usize, at: f64) -> usize {
    (count as f64 * at) as usize
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_kernels_are_refused_with_a_reason_or_compiled(
        kernel in 0..100usize,
        damages in prop::collection::vec(damage(), 1..4),
    ) {
        let kernels = gallery();
        let source = kernels[kernel % kernels.len()].source.to_string();
        let damaged = damages.iter().fold(source, |text, damage| apply(&text, damage));
        check_compile(damaged.as_bytes());
        tilewright_ir::fuzzing::check_text(damaged.as_bytes());
    }

    #[test]
    fn any_text_is_refused_with_a_reason(text in "\\PC*") {
        check_compile(text.as_bytes());
    }
}

#[test]
fn monstrous_inputs_are_refused_quickly() {
    let deep = "if %c {\n".repeat(100_000);
    let wide = "x".repeat(3 << 20);
    let long_list = format!(
        "entry @k() {{ %a = constant <i32: [{}]> : tile<4xi32> }}",
        "1, ".repeat(500_000)
    );
    let nested = format!(
        "entry @k() optimization_hints=<a = {}1{}> {{}}",
        "[".repeat(50_000),
        "]".repeat(50_000)
    );
    let too_long = " ".repeat(20 << 20);
    for (what, text) in [
        ("deep", deep),
        ("wide", wide),
        ("long list", long_list),
        ("nested", nested),
        ("too long", too_long),
        ("empty", String::new()),
        ("zero", "\0".to_string()),
        ("entry", "entry".to_string()),
    ] {
        let start = Instant::now();
        let report = compile(&*text, &Options::default()).report;
        let time = start.elapsed();
        assert!(!report.ok && report.ptx.is_none(), "{what} is refused");
        let first = report.diagnostics.first().map(|message| &*message.code);
        assert!(first.is_some_and(|code| code != "internal"), "{what}: {first:?}");
        // A debug build takes a tenth of this.
        assert!(time < Duration::from_secs(10), "{what} takes {time:?}");
    }
}

/// A kernel of loops and branches in each other, `depth` of them, which all hand a value on.
fn nested(depth: usize) -> String {
    let (mut opened, mut closed) = (String::new(), String::new());
    for i in 0..depth {
        let (open, close) = match i % 3 {
            0 => (
                format!(
                    "%r{i} = for %i{i} in (%n to %n, step %n) : tile<i32> iter_values(%y{i} = %x) -> (tile<f32>) {{\n"
                ),
                "continue %x : tile<f32>\n}\n",
            ),
            1 => (
                format!("%r{i} = if %c -> (tile<f32>) {{\n"),
                "yield %x : tile<f32>\n} else {\nyield %x : tile<f32>\n}\n",
            ),
            _ => (
                format!("%r{i} = loop iter_values(%y{i} = %x) : tile<f32> -> tile<f32> {{\n"),
                "break %x : tile<f32>\n}\n",
            ),
        };
        opened += &open;
        closed = close.to_string() + &closed;
    }
    format!(
        "entry @k(%p: tile<ptr<f32>>, %c: tile<i1>, %n: tile<i32>, %x: tile<f32>) {{
{opened}%t = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
{closed}return
}}
"
    )
}

/// The stack of a WebAssembly module: a kernel that is read is compiled.
#[test]
fn the_deepest_kernel_that_is_read_is_compiled_on_a_small_stack() {
    let deepest = tilewright_ir::parse::MAX_NESTING - 1;
    let work = move || {
        let options = tilewright_driver::Options::default();
        let compiled = tilewright_driver::compile(&nested(deepest), &options);
        assert!(compiled.report.ptx.is_some(), "{:?}", compiled.report.diagnostics);
        let refused = tilewright_driver::compile(&nested(deepest + 1), &options);
        let why = &refused.report.diagnostics[0].message;
        assert!(
            refused.report.ptx.is_none() && why.contains("nested more than"),
            "{why}"
        );
    };
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(work).unwrap().join().unwrap();
}

/// A kernel that loads a tile of f32, computes `%y` of `%x`, and stores it.
fn of_tile(extent: u64, compute: &str) -> String {
    let compute = compute.replace("TILE", &format!("tile<{extent}x{extent}xf32>"));
    let view = format!("tensor_view<{extent}x{extent}xf32, strides=[{extent},1]>");
    let partition = format!("partition_view<tile=({extent}x{extent}), {view}>");
    let tile = format!("tile<{extent}x{extent}xf32>");
    format!(
        "entry @k(%p: tile<ptr<f32>>) {{
  %z = constant <i32: 0> : tile<i32>
  %v = make_tensor_view %p, shape = [{extent}, {extent}], strides = [{extent}, 1] : {view}
  %w = make_partition_view %v : {partition}
  %x, %t = load_view_tko weak %w[%z, %z] : {partition}, tile<i32> -> {tile}, token
  {compute}
  %u = store_view_tko weak %y, %w[%z, %z] : {tile}, {partition}, tile<i32> -> token
  return
}}
"
    )
}

/// A page must not hang: what is large is compiled in time that grows as it does, and what is larger is refused at once.
#[test]
fn tiles_of_every_size_are_compiled_or_refused_in_time() {
    let options = tilewright_driver::Options::default();
    let compile = |extent, compute| tilewright_driver::compile(&of_tile(extent, compute), &options).report;
    let permute = "%y = permute %x [1, 0] : TILE -> TILE";
    let product = "%y = mmaf %x, %x, %x : TILE, TILE, TILE";
    let found = compile(4096, product).diagnostics;
    assert_eq!(found[0].code, "convert.tile-size", "{found:?}");
    assert!(found[0].message.contains("tile<4096x4096xf32>") && found[0].range.is_some());
    // The largest tile that there is, over as many threads as there can be.
    assert!(compile(4096, "%y = addf %x, %x : TILE").ptx.is_some());
    let halves = of_tile(2048, "%y = mmaf %x, %x, %x : TILE, TILE, TILE").replace("xf32", "xf16");
    let found = tilewright_driver::compile(&halves.replace("ptr<f32>", "ptr<f16>"), &options)
        .report
        .diagnostics;
    let refused = found.iter().find(|found| found.code == "convert.tile-size");
    assert!(
        refused.is_some_and(|found| found.message.contains("`dot` of a `tile<2048x2048xf32>`")),
        "{found:?}"
    );
    let found = compile(1024, product).diagnostics;
    assert!(found[0].message.contains("instructions for each thread"), "{found:?}");
    // Squares of these numbers of registers would take minutes.
    assert!(compile(1024, permute).ptx.is_some());
}
