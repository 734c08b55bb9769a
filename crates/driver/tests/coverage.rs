//! What is compiled: every op with every type of element for every kind of target. Each is lowered, or refused by name.
//! There is no third state. `BLESS=1` writes what comes out to `docs/coverage.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use tilewright_diag::Severity;
use tilewright_driver::{Options, compile};
use tilewright_ir::dialects::cuda_tile;

const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_100a", "sm_120a"];

/// Of `i4` there are no constants and no memory, so nothing gives a tile of it to try.
const TYPES: [&str; 16] = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "f16",
    "bf16",
    "f32",
    "f64",
    "tf32",
    "f8E4M3FN",
    "f8E5M2",
    "f8E8M0FNU",
    "fnv8E5M3FNU",
    "f4E2M1FN",
    "ptr<f32>",
];

/// Ops whose kernels are those of other ops, and where; and ops that are no part of kernels.
const ELSEWHERE: &[&str] = &[
    "module",
    "entry",
    "return",
    "global",
    "yield",
    "continue",
    "break",
    "testing$func",
    "store_view_tko",
    "make_partition_view",
    "make_tensor_view",
];

/// A kernel of one op: what it is tried on is `%a`, of type `A` = `tile<16x16xT>`, and what it makes is `%r`. In the text `Z`
/// is a zero of the type, and `ADD` the op that adds.
struct Row {
    op: &'static str,
    text: &'static str,
    /// The elements of `%r`, none where nothing is made.
    result: &'static str,
}

const fn row(op: &'static str, text: &'static str, result: &'static str) -> Row {
    Row { op, text, result }
}

/// The ops that take tiles of any one type and make a tile of that type, and what stands between operands and type.
const PLAIN: &[(&str, usize, &str)] = &[
    ("absf", 1, ""),
    ("absi", 1, ""),
    ("ceil", 1, ""),
    ("cos", 1, ""),
    ("cosh", 1, ""),
    ("exp", 1, ""),
    ("exp2", 1, ""),
    ("floor", 1, ""),
    ("log", 1, ""),
    ("log2", 1, ""),
    ("negf", 1, ""),
    ("negi", 1, ""),
    ("rsqrt", 1, ""),
    ("sin", 1, ""),
    ("sinh", 1, ""),
    ("sqrt", 1, ""),
    ("tan", 1, ""),
    ("tanh", 1, ""),
    ("addf", 2, ""),
    ("subf", 2, ""),
    ("mulf", 2, ""),
    ("divf", 2, ""),
    ("atan2", 2, ""),
    ("fpowf", 2, ""),
    ("remf", 2, ""),
    ("maxf", 2, ""),
    ("minf", 2, ""),
    ("fma", 3, ""),
    ("addi", 2, ""),
    ("subi", 2, ""),
    ("muli", 2, ""),
    ("shli", 2, ""),
    ("shri", 2, " unsigned"),
    ("maxi", 2, " signed"),
    ("mini", 2, " signed"),
    ("remi", 2, " signed"),
    ("divi", 2, " signed"),
    ("mulhii", 2, ""),
    ("andi", 2, ""),
    ("ori", 2, ""),
    ("xori", 2, ""),
];

const ROWS: &[Row] = &[
    row("fpowi", "%e = broadcast_i\n%r = fpowi %a, %e : A, tile<16x16xi32>", "T"),
    row("cmpf", "%r = cmpf less_than ordered %a, %a : A -> tile<16x16xi1>", "i1"),
    row("cmpi", "%r = cmpi less_than %a, %a, signed : A -> tile<16x16xi1>", "i1"),
    row(
        "select",
        "%e = broadcast_i\n%c = cmpi equal %e, %e, signed : tile<16x16xi32> -> tile<16x16xi1>\n%r = select %c, %a, %a : tile<16x16xi1>, A",
        "T",
    ),
    row("bitcast to i8", "%r = bitcast %a : A -> tile<16x16xi8>", "i8"),
    row("bitcast to i16", "%r = bitcast %a : A -> tile<16x16xi16>", "i16"),
    row("bitcast to i32", "%r = bitcast %a : A -> tile<16x16xi32>", "i32"),
    row("bitcast to f64", "%r = bitcast %a : A -> tile<16x16xf64>", "f64"),
    row("exti to i64", "%r = exti %a signed : A -> tile<16x16xi64>", "i64"),
    row("trunci to i8", "%r = trunci %a : A -> tile<16x16xi8>", "i8"),
    row("ftof to f16", "%r = ftof %a : A -> tile<16x16xf16>", "f16"),
    row("ftof to f32", "%r = ftof %a : A -> tile<16x16xf32>", "f32"),
    row("ftof to f64", "%r = ftof %a : A -> tile<16x16xf64>", "f64"),
    row(
        "ftof to f8E4M3FN",
        "%r = ftof %a : A -> tile<16x16xf8E4M3FN>",
        "f8E4M3FN",
    ),
    row("ftoi to i32", "%r = ftoi %a signed : A -> tile<16x16xi32>", "i32"),
    row("itof to f32", "%r = itof %a signed : A -> tile<16x16xf32>", "f32"),
    row(
        "int_to_ptr",
        "%r = int_to_ptr %a : A -> tile<16x16xptr<f32>>",
        "ptr<f32>",
    ),
    row("ptr_to_int", "%r = ptr_to_int %a : A -> tile<16x16xi64>", "i64"),
    row(
        "ptr_to_ptr",
        "%e = ptr_to_ptr %a : A -> tile<16x16xptr<i8>>\n%r = ptr_to_int %e : tile<16x16xptr<i8>> -> tile<16x16xi64>",
        "i64",
    ),
    row(
        "offset",
        "%e = broadcast_i\n%r = offset %a, %e : A, tile<16x16xi32> -> A",
        "T",
    ),
    row("constant", "%r = constant <T: Z> : A", "T"),
    row(
        "iota",
        "%e = iota : tile<16xT>\n%f = reshape %e : tile<16xT> -> tile<16x1xT>\n%r = broadcast %f : tile<16x1xT> -> A",
        "T",
    ),
    row("assume", "%r = assume div_by<1>, %a : A", "T"),
    row("assert", "assert %a, \"holds\" : A", ""),
    row("print_tko", "%t = print_tko \"PRINT\", %a : A -> token", ""),
    row(
        "reshape",
        "%e = reshape %a : A -> tile<256xT>\n%r = reshape %e : tile<256xT> -> A",
        "T",
    ),
    row(
        "broadcast",
        "%e = extract %a[%i, %i] : A -> tile<1x16xT>\n%r = broadcast %e : tile<1x16xT> -> A",
        "T",
    ),
    row("permute", "%r = permute %a [1, 0] : A -> A", "T"),
    row(
        "extract",
        "%e = extract %a[%i, %i] : A -> tile<8x16xT>\n%r = cat %e, %e dim = 0 : tile<8x16xT>, tile<8x16xT> -> A",
        "T",
    ),
    row(
        "insert",
        "%e = extract %a[%i, %i] : A -> tile<8x16xT>\n%r = insert %e, %a[%i, %i] : tile<8x16xT>, A",
        "T",
    ),
    row(
        "cat",
        "%e = cat %a, %a dim = 1 : A, A -> tile<16x32xT>\n%r = extract %e[%i, %i] : tile<16x32xT> -> A",
        "T",
    ),
    row(
        "pack",
        "%e = reshape %a : A -> tile<256xT>\n%b = pack %e : tile<256xT> -> tile<BYTESxi8>\n%c = unpack %b : tile<BYTESxi8> -> tile<256xT>\n%r = reshape %c : tile<256xT> -> A",
        "T",
    ),
    row(
        "mmaf to f16",
        "%s = constant <f16: 0.0> : tile<16x16xf16>\n%r = mmaf %a, %a, %s : A, A, tile<16x16xf16>",
        "f16",
    ),
    row(
        "mmaf to f32",
        "%s = constant <f32: 0.0> : tile<16x16xf32>\n%r = mmaf %a, %a, %s : A, A, tile<16x16xf32>",
        "f32",
    ),
    row(
        "mmaf to f64",
        "%s = constant <f64: 0.0> : tile<16x16xf64>\n%r = mmaf %a, %a, %s : A, A, tile<16x16xf64>",
        "f64",
    ),
    row(
        "mmai",
        "%s = constant <i32: 0> : tile<16x16xi32>\n%r = mmai %a, %a, %s signed signed : A, A, tile<16x16xi32>",
        "i32",
    ),
    row(
        "mmaf_scaled",
        "%x = cat %a, %a dim = 1 : A, A -> tile<16x32xT>\n%y = cat %a, %a dim = 0 : A, A -> tile<32x16xT>\n%s = constant <f32: 0.0> : tile<16x16xf32>\n%sa = constant <f8E8M0FNU: 1.0> : tile<16x1xf8E8M0FNU>\n%sb = constant <f8E8M0FNU: 1.0> : tile<1x16xf8E8M0FNU>\n%r = mmaf_scaled %x, %y, %s, %sa, %sb : tile<16x32xT>, tile<32x16xT>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU>",
        "f32",
    ),
    row(
        "reduce",
        "%e = reduce %a dim=0 identities=[Z : T] : A -> tile<16xT>\n(%x: tile<T>, %y: tile<T>) {\n%s = ADD %x, %y : tile<T>\nyield %s : tile<T>\n}\n%f = reshape %e : tile<16xT> -> tile<16x1xT>\n%r = broadcast %f : tile<16x1xT> -> A",
        "T",
    ),
    row(
        "scan",
        "%r = scan %a dim=0 reverse=false identities=[Z : T] : A -> A\n(%x: tile<T>, %y: tile<T>) {\n%s = ADD %x, %y : tile<T>\nyield %s : tile<T>\n}",
        "T",
    ),
    row(
        "load_view_tko",
        "%r, %t = load_view_tko weak %w[%i, %i] : W, tile<i32> -> A, token",
        "T",
    ),
    row(
        "make_strided_view",
        "%s = make_strided_view %v : strided_view<tile=(16x16), traversal_strides=[8,16], V>\n%r, %t = load_view_tko weak %s[%i, %i] : strided_view<tile=(16x16), traversal_strides=[8,16], V>, tile<i32> -> A, token",
        "T",
    ),
    row(
        "make_gather_scatter_view",
        "%s = make_gather_scatter_view %v : gather_scatter_view<tile=(16x16), V, sparse_dim=0>\n%k = iota : tile<16xi32>\n%r, %t = load_view_tko weak %s[%k, %i] : gather_scatter_view<tile=(16x16), V, sparse_dim=0>, tile<16xi32>, tile<i32> -> A, token",
        "T",
    ),
    row(
        "load_ptr_tko",
        "%k = broadcast_p\n%r, %t = load_ptr_tko weak %k : tile<16x16xptr<T>> -> A, token",
        "T",
    ),
    row(
        "store_ptr_tko",
        "%k = broadcast_p\n%t = store_ptr_tko weak %k, %a : tile<16x16xptr<T>>, A -> token",
        "",
    ),
    row(
        "atomic_rmw_tko add",
        "%k = broadcast_p\n%r, %t = atomic_rmw_tko relaxed device %k, add, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_rmw_tko addf",
        "%k = broadcast_p\n%r, %t = atomic_rmw_tko relaxed device %k, addf, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_rmw_tko xchg",
        "%k = broadcast_p\n%r, %t = atomic_rmw_tko relaxed device %k, xchg, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_cas_tko",
        "%k = broadcast_p\n%r, %t = atomic_cas_tko relaxed device %k, %a, %a : tile<16x16xptr<T>>, A -> A, token",
        "T",
    ),
    row(
        "atomic_red_view_tko add",
        "%t = atomic_red_view_tko relaxed device %w[%i, %i], add, %a : A, W, tile<i32> -> token",
        "",
    ),
    row(
        "atomic_red_view_tko addf",
        "%t = atomic_red_view_tko relaxed device %w[%i, %i], addf, %a : A, W, tile<i32> -> token",
        "",
    ),
    row(
        "alloca",
        "%m = alloca num_elem = 256, alignment = 16 : tile<ptr<T>>\n%x = reshape %m : tile<ptr<T>> -> tile<1x1xptr<T>>\n%y = broadcast %x : tile<1x1xptr<T>> -> tile<16x16xptr<T>>\n%t = store_ptr_tko weak %y, %a : tile<16x16xptr<T>>, A -> token\n%r, %z = load_ptr_tko weak %y token=%t : tile<16x16xptr<T>> -> A, token",
        "T",
    ),
    row(
        "for",
        "%r = for %k in (%i to %i, step %i) : tile<i32> iter_values(%x = %a) -> (A) {\ncontinue %x : A\n}",
        "T",
    ),
    row(
        "loop",
        "%b = cmpi equal %i, %i, signed : tile<i32> -> tile<i1>\n%r = loop iter_values(%x = %a) : A -> A {\nif %b {\nbreak %x : A\n}\ncontinue %x : A\n}",
        "T",
    ),
    row(
        "if",
        "%b = cmpi equal %i, %i, signed : tile<i32> -> tile<i1>\n%r = if %b -> (A) {\nyield %a : A\n} else {\nyield %a : A\n}",
        "T",
    ),
    row(
        "get_global",
        "%g = get_global @g : tile<ptr<T>>\n%x = reshape %g : tile<ptr<T>> -> tile<1x1xptr<T>>\n%y = broadcast %x : tile<1x1xptr<T>> -> tile<16x16xptr<T>>\n%r, %z = load_ptr_tko weak %y : tile<16x16xptr<T>> -> A, token",
        "T",
    ),
];

/// Ops that have to do with no type of elements, as what `%r` of i32 is.
const BARE: &[Row] = &[
    row(
        "get_tile_block_id",
        "%x, %y, %z = get_tile_block_id : tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "get_num_tile_blocks",
        "%x, %y, %z = get_num_tile_blocks : tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "get_index_space_shape",
        "%x, %y = get_index_space_shape %w : W -> tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "get_tensor_shape",
        "%x, %y = get_tensor_shape %v : V -> tile<i32>\n%r = splat %x",
        "i32",
    ),
    row(
        "make_token",
        "%t = make_token : token\n%r, %u = load_view_tko weak %w[%i, %i] token = %t : W, tile<i32> -> A, token",
        "i32",
    ),
    row(
        "join_tokens",
        "%t = make_token : token\n%u = join_tokens %t, %ta : token\n%r, %z = load_view_tko weak %w[%i, %i] token = %u : W, tile<i32> -> A, token",
        "i32",
    ),
    row("memory_fence_alias_tko", "%t = memory_fence_alias_tko %ta", ""),
    row("gdc_wait_tko", "%t = gdc_wait_tko -> token", ""),
    row(
        "gdc_launch_dependents_tko",
        "%t = gdc_launch_dependents_tko -> token",
        "",
    ),
];

/// What a type is in memory.
fn stored(element: &str) -> &str {
    match element {
        "i1" => "i8",
        "ptr<f32>" => "i64",
        other => other,
    }
}

fn splat(value: &str, element: &str) -> String {
    let (scalar, line) = (format!("tile<{element}>"), format!("tile<1x1x{element}>"));
    format!("reshape {value} : {scalar} -> {line}\nTO = broadcast FROM : {line} -> tile<16x16x{element}>")
}

/// Writes `%to = short` as the two ops that it stands for.
fn spread(line: &str, from: &str, element: &str) -> String {
    let to = line.split(" =").next().unwrap_or("");
    let text = splat(from, element);
    format!(
        "{to}_line = {}",
        text.replace("TO", to).replace("FROM", &format!("{to}_line"))
    )
}

fn kernel(row: &Row, element: &str) -> String {
    let is_int = element.starts_with('i');
    let zero = match element {
        "i1" => "false",
        "f8E8M0FNU" => "1.0",
        _ if is_int => "0",
        _ => "0.0",
    };
    let bits: String = element
        .trim_start_matches(['b', 'f', 't', 'i', 'n', 'v'])
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let bytes = 256 * bits.parse::<usize>().unwrap_or(8) / 8;
    let memory = stored(element);
    let view = |e: &str| format!("tensor_view<16x16x{e}, strides=[16,1]>");
    let tiles = |e: &str| format!("partition_view<tile=(16x16), {}>", view(e));
    let result = row.result.replace('T', element);
    let (into, a) = (stored(&result).to_string(), format!("tile<16x16x{element}>"));
    let into = if into.is_empty() { "i32".to_string() } else { into };
    let mut out = String::new();
    let _ = writeln!(out, "cuda_tile.module @m {{");
    if row.op == "get_global" {
        let _ = writeln!(out, "global @g <{element}: {zero}> : tile<16x{element}>");
    }
    let _ = writeln!(
        out,
        "entry @k(%p: tile<ptr<{memory}>>, %q: tile<ptr<{into}>>, %i: tile<i32>) {{"
    );
    let make = |out: &mut String, v: &str, w: &str, p: &str, e: &str| {
        let _ = writeln!(
            out,
            "{v} = make_tensor_view {p}, shape = [16, 16], strides = [16, 1] : {}\n{w} = make_partition_view {v} : {}",
            view(e),
            tiles(e)
        );
    };
    make(&mut out, "%v", "%w", "%p", memory);
    let name = if memory == element { "%a" } else { "%a_stored" };
    let _ = writeln!(
        out,
        "{name}, %ta = load_view_tko weak %w[%i, %i] : {}, tile<i32> -> tile<16x16x{memory}>, token",
        tiles(memory)
    );
    match element {
        "i1" => out.push_str("%a = trunci %a_stored : tile<16x16xi8> -> tile<16x16xi1>\n"),
        "ptr<f32>" => out.push_str("%a = int_to_ptr %a_stored : tile<16x16xi64> -> tile<16x16xptr<f32>>\n"),
        _ => {}
    }
    for line in row.text.lines() {
        let line = if line.ends_with("broadcast_i") {
            spread(line, "%i", "i32")
        } else if line.ends_with("broadcast_p") {
            spread(line, "%p", &format!("ptr<{memory}>"))
        } else if let Some(at) = line.find("splat ") {
            spread(line, &line[at + 6..], "i32")
        } else {
            words(line, &a, element, zero, bytes, &view(memory), &tiles(memory), is_int)
        };
        out.push_str(&line);
        out.push('\n');
    }
    let mut value = "%r";
    match result.as_str() {
        "i1" => {
            out.push_str("%r_stored = exti %r unsigned : tile<16x16xi1> -> tile<16x16xi8>\n");
            value = "%r_stored";
        }
        "ptr<f32>" => {
            out.push_str("%r_stored = ptr_to_int %r : tile<16x16xptr<f32>> -> tile<16x16xi64>\n");
            value = "%r_stored";
        }
        _ => {}
    }
    if !result.is_empty() {
        make(&mut out, "%vr", "%wr", "%q", &into);
        let _ = writeln!(
            out,
            "%tr = store_view_tko weak {value}, %wr[%i, %i] : tile<16x16x{into}>, {}, tile<i32> -> token",
            tiles(&into)
        );
    }
    out.push_str("return\n}\n}\n");
    out
}

/// A line with its words replaced: whole words only.
#[allow(clippy::too_many_arguments)]
fn words(
    line: &str,
    a: &str,
    element: &str,
    zero: &str,
    bytes: usize,
    view: &str,
    tiles: &str,
    is_int: bool,
) -> String {
    let bytes = bytes.to_string();
    let add = if is_int { "addi" } else { "addf" };
    let print = if is_int || element.starts_with("ptr") {
        "%x"
    } else {
        "%f"
    };
    let pairs = [
        ("A", a),
        ("T", element),
        ("Z", zero),
        ("V", view),
        ("W", tiles),
        ("PRINT", print),
        ("ADD", add),
    ];
    let mut out = String::new();
    let mut rest = line.replace("BYTESx", &format!("{bytes}x"));
    // Extents stand right before the type: `256xT`.
    rest = rest.replace("xT>", &format!("x{element}>"));
    let mut word = String::new();
    for c in rest.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' || c == '%' {
            word.push(c);
            continue;
        }
        let found = pairs.iter().find(|(name, _)| *name == word).map(|(_, text)| *text);
        out.push_str(found.unwrap_or(&word));
        word.clear();
        out.push(c);
    }
    out.trim_end().to_string()
}

/// What became of a kernel.
enum Outcome {
    /// The language has no such op.
    Illegal,
    Lowered,
    Refused(String),
}

fn outcome(text: &str, gpu_name: &str, place: &str) -> Outcome {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        ..Options::default()
    };
    let report = compile(text, &options).report;
    let error = report.diagnostics.iter().find(|d| d.severity == Severity::Error);
    match error {
        Some(error) if error.code.starts_with("verify.") => Outcome::Illegal,
        Some(error) => {
            let is_reason = !error.code.starts_with("parse") && !error.code.starts_with("internal");
            assert!(is_reason, "{place}: {} {}\n{text}", error.code, error.message);
            Outcome::Refused(error.message.clone())
        }
        None => {
            assert!(report.ptx.is_some(), "{place}: neither PTX nor a reason\n{text}");
            Outcome::Lowered
        }
    }
}

/// The cell of a table: `yes`, empty where the language has nothing, or the reasons, by target.
fn cell(row: &Row, element: &str) -> Vec<(String, &'static str)> {
    let text = kernel(row, element);
    let mut refused = Vec::new();
    for target in TARGETS {
        let place = format!("{} of {element} for {target}", row.op);
        match outcome(&text, target, &place) {
            Outcome::Illegal => return vec![(String::new(), "")],
            Outcome::Lowered => {}
            Outcome::Refused(why) => refused.push((why, target)),
        }
    }
    refused
}

#[test]
fn every_op_of_every_type_is_lowered_or_refused_by_name() {
    let plain: Vec<Row> = PLAIN
        .iter()
        .map(|&(op, count, words)| {
            let operands = ["%a"; 3][..count].join(", ");
            let text: &'static str = Box::leak(format!("%r = {op} {operands}{words} : A").into_boxed_str());
            row(op, text, "T")
        })
        .collect();
    let rows: Vec<&Row> = plain.iter().chain(ROWS).collect();
    let tried: BTreeSet<&str> = rows
        .iter()
        .copied()
        .chain(BARE)
        .flat_map(|row| row.op.split(' ').next())
        .collect();
    for def in cuda_tile::OPS.iter().copied().flatten() {
        let name = def.short_name();
        let elsewhere = ELSEWHERE.contains(&name) || name == "unpack";
        assert_ne!(
            tried.contains(name),
            elsewhere,
            "`{name}` is tried, or a reason says why not"
        );
    }
    let jobs: Vec<(&Row, &str)> = rows
        .iter()
        .flat_map(|&row| TYPES.iter().map(move |&element| (row, element)))
        .chain(BARE.iter().map(|row| (row, "i32")))
        .collect();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            let (sender, next, jobs) = (sender.clone(), &next, &jobs);
            scope.spawn(move || {
                while let Some(&(row, element)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // A panic is a third state too: it is told with the others.
                    let Ok(cell) = std::panic::catch_unwind(|| cell(row, element)) else {
                        continue;
                    };
                    let _ = sender.send(((row.op, element), cell));
                }
            });
        }
    });
    drop(sender);
    let cells: BTreeMap<(&str, &str), Vec<(String, &str)>> = receiver.into_iter().collect();
    let missing: Vec<_> = jobs
        .iter()
        .filter(|(row, element)| !cells.contains_key(&(row.op, *element)))
        .collect();
    let missing: Vec<String> = missing
        .iter()
        .map(|(row, element)| format!("{} of {element}", row.op))
        .collect();
    assert!(
        missing.is_empty(),
        "neither lowered nor refused: {}",
        missing.join(", ")
    );
    let text = table(&rows, &cells);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/coverage.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(known, text, "docs/coverage.md: BLESS=1 writes it anew");
}

fn table(rows: &[&Row], cells: &BTreeMap<(&str, &str), Vec<(String, &str)>>) -> String {
    let mut reasons: Vec<String> = Vec::new();
    let mut shown = |op: &str, element: &str| -> String {
        let refused = &cells[&(op, element)];
        if refused.is_empty() {
            return "yes".to_string();
        }
        if refused[0].1.is_empty() {
            return String::new();
        }
        let mut out = if refused.len() < TARGETS.len() {
            "yes ".to_string()
        } else {
            String::new()
        };
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (why, target) in refused {
            by_reason.entry(why).or_default().push(target);
        }
        for (why, targets) in by_reason {
            let text = if targets.len() == TARGETS.len() {
                why.to_string()
            } else {
                format!("{why} ({})", targets.join(", "))
            };
            let known = reasons.iter().position(|reason| *reason == text);
            let number = known.unwrap_or_else(|| {
                reasons.push(text);
                reasons.len() - 1
            });
            let _ = write!(out, "[{}]", number + 1);
        }
        out
    };
    let mut out = format!(
        "# What is compiled\n\nThe tests write this page (`BLESS=1 cargo test -p tilewright-driver --test coverage`). Every op is tried on \
         tiles of 16x16 elements of every type, for {}. `yes`: it is compiled for all of them. Empty: the language has no such \
         op. A number: it is refused with this reason, by all targets or by those that are named; there is no other case.\n\n",
        TARGETS.join(", ")
    );
    let _ = writeln!(out, "| op | {} |", TYPES.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(TYPES.len()));
    for row in rows {
        let line: Vec<String> = TYPES.iter().map(|element| shown(row.op, element)).collect();
        let _ = writeln!(out, "| {} | {} |", row.op, line.join(" | "));
    }
    let _ = writeln!(
        out,
        "\nOps that have to do with no type of elements:\n\n| op | |\n|---|---|"
    );
    for row in BARE {
        let _ = writeln!(out, "| {} | {} |", row.op, shown(row.op, "i32"));
    }
    let _ = write!(out, "\nReasons:\n\n");
    for (index, reason) in reasons.iter().enumerate() {
        let _ = writeln!(out, "{}. {reason}", index + 1);
    }
    out
}
