//! A grid of small kernels, over ops, element types, tile shapes, targets and options: the assembler takes what comes
//! out. Kernels of one target go through it together. Where `TILEWRIGHT_PTXAS` names no assembler, this is skipped;
//! `TILEWRIGHT_GRID=N` takes N samples instead of one, and `TILEWRIGHT_GRID=all` the whole grid.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tilewright_driver::{Options, compile};
use tilewright_ptx::{Item, Module, PrintOptions, parse, print};

const INTS: [&str; 4] = ["i8", "i16", "i32", "i64"];
const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];
const SHAPES: [&[u32]; 6] = [&[1], &[8], &[128], &[512], &[4, 16], &[64, 32]];
const TARGETS: [&str; 5] = ["sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120a"];
/// Samples of the grid when all is not asked for: one in so many kernels.
const ONE_IN: u64 = 24;

/// An op: its text with `{t}` for the type of the operands and `{r}` for that of the result, and both element types.
struct Case {
    op: String,
    from: &'static str,
    to: &'static str,
}

fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    let mut add = |op: String, from: &'static str, to: &'static str| list.push(Case { op, from, to });
    for t in INTS {
        for op in ["addi", "subi", "muli", "andi", "ori", "xori", "shli"] {
            add(format!("{op} %a, %b : {{t}}"), t, t);
        }
        for sign in ["signed", "unsigned"] {
            for op in ["divi", "remi", "maxi", "mini", "shri"] {
                add(format!("{op} %a, %b {sign} : {{t}}"), t, t);
            }
            for rounding in ["negative_inf", "positive_inf"] {
                add(format!("divi %a, %b {sign} rounding<{rounding}> : {{t}}"), t, t);
            }
            for to in INTS {
                if to[1..].parse::<u32>().unwrap() > t[1..].parse::<u32>().unwrap() {
                    add(format!("exti %a {sign} : {{t}} -> {{r}}"), t, to);
                } else if to != t {
                    add("trunci %a : {t} -> {r}".to_string(), t, to);
                }
            }
            for to in FLOATS {
                add(format!("itof %a {sign} : {{t}} -> {{r}}"), t, to);
            }
        }
        add("mulhii %a, %b : {t}".to_string(), t, t);
        add("absi %a : {t}".to_string(), t, t);
        add("negi %a : {t}".to_string(), t, t);
        for (what, init) in [("addi", 0), ("xori", 0)] {
            add(fold("reduce", what, t, &init.to_string()), t, t);
            add(fold("scan", what, t, &init.to_string()), t, t);
        }
    }
    for t in FLOATS {
        for op in ["addf", "subf", "mulf", "divf", "maxf", "minf"] {
            add(format!("{op} %a, %b : {{t}}"), t, t);
        }
        for rounding in ["zero", "negative_inf", "positive_inf"] {
            for op in ["addf", "mulf", "divf"] {
                add(format!("{op} %a, %b rounding<{rounding}> : {{t}}"), t, t);
            }
            add(format!("fma %a, %b, %a rounding<{rounding}> : {{t}}"), t, t);
        }
        add("maxf %a, %b propagate_nan : {t}".to_string(), t, t);
        add("fma %a, %b, %a : {t}".to_string(), t, t);
        for op in [
            "absf", "negf", "sqrt", "rsqrt", "exp", "exp2", "log", "log2", "sin", "cos", "tanh", "floor", "ceil",
        ] {
            add(format!("{op} %a : {{t}}"), t, t);
        }
        add("pow %a, %b : {t}".to_string(), t, t);
        if t == "f32" {
            for op in ["addf %a, %b", "mulf %a, %b", "fma %a, %b, %a", "exp2 %a", "rsqrt %a"] {
                add(format!("{op} flush_to_zero : {{t}}"), t, t);
            }
            for op in ["divf %a, %b", "sqrt %a"] {
                add(format!("{op} rounding<approx> : {{t}}"), t, t);
            }
        }
        for to in FLOATS.iter().filter(|to| **to != t) {
            add("ftof %a : {t} -> {r}".to_string(), t, to);
        }
        for to in INTS {
            for sign in ["signed", "unsigned"] {
                add(format!("ftoi %a {sign} : {{t}} -> {{r}}"), t, to);
            }
        }
        add(fold("reduce", "addf", t, "0.0"), t, t);
        add(fold("scan", "mulf", t, "1.0"), t, t);
    }
    list
}

/// A reduction, spread to the whole tile again, or a scan, over the first dimension.
fn fold(kind: &str, op: &str, t: &str, start: &str) -> String {
    let body = format!("(%l: tile<{t}>, %m: tile<{t}>) {{ %o = {op} %l, %m : tile<{t}> yield %o : tile<{t}> }}");
    match kind {
        "scan" => format!("scan %a dim=0 reverse=false identities=[{start} : {t}] : {{t}} -> {{t}} {body}"),
        _ => format!(
            "reduce %a dim=0 identities=[{start} : {t}] : {{t}} -> {{d}} {body}\\n  %s = reshape %r0 : {{d}} -> {{o}}\\n  %r = broadcast %s : {{o}} -> {{t}}"
        )
        .replace("\\n", "\n"),
    }
}

fn kernel(case: &Case, shape: &[u32]) -> String {
    let dims = |shape: &[u32]| shape.iter().map(|n| format!("{n}x")).collect::<String>();
    let list = |shape: &[u32]| shape.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let tile = |ty: &str| format!("tile<{}{ty}>", dims(shape));
    let strides = if shape.len() == 2 {
        format!("{}, 1", shape[1])
    } else {
        "1".to_string()
    };
    let one = if shape.len() == 2 {
        format!("1x{}x", shape[1])
    } else {
        "1x".to_string()
    };
    let op = case.op.replace("{t}", &tile(case.from)).replace("{r}", &tile(case.to));
    let op = op
        .replace("{d}", &format!("tile<{}{}>", dims(&shape[1..]), case.from))
        .replace("{o}", &format!("tile<{one}{}>", case.from));
    let result = if op.starts_with("reduce") { "%r0" } else { "%r" };
    let view = |n: &str, p: &str, ty: &str| {
        format!(
            "  %v{n} = make_tensor_view {p}, shape = [{0}], strides = [{strides}] : tensor_view<{1}{ty}, strides=[{strides}]>\n  \
             %p{n} = make_partition_view %v{n} : {2}\n",
            list(shape),
            dims(shape),
            partition(shape, &dims(shape), &strides, ty),
        )
    };
    let index = vec!["%i"; shape.len()].join(", ");
    let load = |n: &str| {
        let part = partition(shape, &dims(shape), &strides, case.from);
        format!(
            "  %{n}, %t{n} = load_view_tko weak %p{n}[{index}] : {part}, tile<i32> -> {}, token\n",
            tile(case.from)
        )
    };
    format!(
        "entry @k(%x: tile<ptr<{0}>>, %y: tile<ptr<{0}>>, %z: tile<ptr<{1}>>) {{\n  %i = constant <i32: 0> : tile<i32>\n{2}{3}{4}{5}{6}  \
         {result} = {op}\n  %t = store_view_tko weak %r, %pz[{index}] : {7}, {8}, tile<i32> -> token\n  return\n}}\n",
        case.from,
        case.to,
        view("a", "%x", case.from),
        view("b", "%y", case.from),
        view("z", "%z", case.to),
        load("a"),
        load("b"),
        tile(case.to),
        partition(shape, &dims(shape), &strides, case.to),
    )
}

fn partition(shape: &[u32], dims: &str, strides: &str, ty: &str) -> String {
    let tile = shape.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
    format!("partition_view<tile=({tile}), tensor_view<{dims}{ty}, strides=[{strides}]>>")
}

/// A number that looks random, of a place in the grid.
fn mix(seed: u64, at: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ at.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 30)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[test]
fn the_grid_assembles() {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS") else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let asked = std::env::var("TILEWRIGHT_GRID").unwrap_or_default();
    let samples: u64 = if asked == "all" {
        ONE_IN
    } else {
        asked.parse().unwrap_or(1)
    };
    let (mut compiled, mut faults) = (0, Vec::new());
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for target in TARGETS {
        let mut together: BTreeMap<String, (Module, Vec<String>)> = BTreeMap::new();
        for (at, (case, shape)) in cases()
            .iter()
            .flat_map(|c| SHAPES.map(|s| (c.op.clone(), c.from, c.to, s)))
            .map(|(op, from, to, s)| (Case { op, from, to }, s))
            .enumerate()
        {
            if (mix(1, at as u64 + target.len() as u64) + at as u64) % ONE_IN >= samples {
                continue;
            }
            let source = kernel(&case, shape);
            let options = Options {
                gpu_name: target.to_string(),
                ..Options::default()
            };
            let report = compile(&source, &options).report;
            let Some(ptx) = &report.ptx else {
                let why = report
                    .diagnostics
                    .first()
                    .map_or(String::new(), |d| d.diagnostic().message);
                let wrong = report.diagnostics.iter().any(|d| d.is_internal())
                    || !why.contains("support") && !why.contains("not");
                if wrong {
                    faults.push(format!("{target}: {why}\n{source}"));
                }
                *refused.entry(why).or_default() += 1;
                continue;
            };
            compiled += 1;
            let module = parse(&ptx.text).unwrap_or_else(|e| panic!("{e}\n{}", ptx.text)).module;
            let key = module.version.to_string();
            let (all, sources) = together
                .entry(key)
                .or_insert_with(|| (Module::new(module.version, module.target), Vec::new()));
            for item in module.items {
                match item {
                    Item::Entry(mut entry) => {
                        entry.name = format!("k{}", sources.len()).into();
                        sources.push(source.clone());
                        all.items.push(Item::Entry(entry));
                    }
                    other if !all.items.contains(&other) => all.items.push(other),
                    _ => {}
                }
            }
        }
        for (module, sources) in together.into_values() {
            if let Err(said) = assemble(Path::new(&ptxas), &module, target) {
                faults.push(format!(
                    "{target}: {said}\nthe first of {}: {}",
                    sources.len(),
                    sources[0]
                ));
            }
        }
    }
    eprintln!("{compiled} kernels assembled; refused: {refused:#?}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(compiled > 100, "only {compiled} kernels came through");
}

fn assemble(ptxas: &Path, module: &Module, target: &str) -> Result<(), String> {
    let file = std::env::temp_dir().join(format!(
        "tilewright-grid-{}-{target}-{}.ptx",
        std::process::id(),
        module.version
    ));
    std::fs::write(&file, print(module, PrintOptions::default()).text).unwrap();
    let run = Command::new(ptxas)
        .args(["-O1", "-arch", target, "-o", "/dev/null"])
        .arg(&file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    if run.status.success() {
        let _ = std::fs::remove_file(&file);
        return Ok(());
    }
    Err(format!("{} keeps the text: {said}", file.display()))
}
