//! A kernel for every op and type: it loads a tile of 16x16, has the op work on it, and stores what that makes.

pub mod rows;

use rows::{COMBINERS, ROWS, Row, row};
use std::fmt::Write;
use tilewright_ir::plain_ops;

/// Of `i1`, `i4` and pointers there is no memory: their tiles are made of stored ones, and stored as those.
pub const TYPES: [&str; 17] = [
    "i1",
    "i4",
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

/// All ops that are tried with every type.
pub fn rows() -> Vec<Row> {
    let plain = plain_ops().map(|op| {
        let text = format!("%r = {} : A", op.on(&["%a"; 3][..op.def.operands.len()]));
        row(op.def.short_name(), Box::leak(text.into_boxed_str()), "T")
    });
    let combining = COMBINERS.iter().flat_map(|&(name, text)| combining(name, text));
    plain
        .chain(ROWS.iter().map(|known| row(known.op, known.text, known.result)))
        .chain(combining)
        .collect()
}

/// `reduce` and `scan` with a combiner.
fn combining(name: &str, text: &str) -> [Row; 2] {
    let region = format!("(%x: S, %y: S) {{\n{text}\nyield %s : S\n}}");
    let reduce = format!(
        "%e = reduce %a dim=0 identities=[Z : T] : A -> tile<16xT>\n{region}\n%f = reshape %e : tile<16xT> -> tile<16x1xT>\n%r = broadcast \
         %f : tile<16x1xT> -> A"
    );
    let scan = format!("%r = scan %a dim=0 reverse=false identities=[Z : T] : A -> A\n{region}");
    [("reduce", reduce), ("scan", scan)].map(|(op, text)| {
        let op: &'static str = Box::leak(format!("{op} {name}").into_boxed_str());
        row(op, Box::leak(text.into_boxed_str()), "T")
    })
}

/// The type of an element in memory.
fn stored(element: &str) -> &str {
    match element {
        "i1" | "i4" => "i8",
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

/// The kernel of an op for a type.
pub fn kernel(row: &Row, element: &str) -> String {
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
        "i1" | "i4" => {
            let _ = writeln!(out, "%a = trunci %a_stored : tile<16x16xi8> -> {a}");
        }
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
        "i1" | "i4" => {
            let _ = writeln!(
                out,
                "%r_stored = exti %r unsigned : tile<16x16x{result}> -> tile<16x16xi8>"
            );
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
    let scalar = format!("tile<{element}>");
    let narrow = match element {
        "f8E8M0FNU" => "ftof %most rounding<zero>",
        _ => "ftof %most",
    };
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
        ("S", &scalar),
        ("NARROW", narrow),
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
