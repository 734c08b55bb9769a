//! PTX without wgmma before two judges: the emulator, and sentryward, which proves barrier and race properties for a
//! launch. Where TILEWRIGHT_SENTRYWARD does not name the program, nothing is proved, and the tests say so.

use crate::shared;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use tilewright_emulator::{Buffer, Launch, Oob, Options, Param, Swizzle, TensorMap, TmaType};
use tilewright_runner::{Form, Verdict, experiment, fill};

fn program() -> Option<PathBuf> {
    let named = std::env::var_os("TILEWRIGHT_SENTRYWARD").map(PathBuf::from);
    if named.is_none() {
        eprintln!("SKIPPED: TILEWRIGHT_SENTRYWARD does not name sentryward (PyPI); nothing is proved");
    }
    named
}

/// The text with products of unsigned numbers that are made wider written as two instructions: of one, together with a minimum, sentryward
/// says that it does not support the address.
fn without_wide_products(ptx: &str) -> String {
    let two = |line: &str| {
        let operands = line.trim().strip_prefix("mul.wide.u32 ")?.strip_suffix(';')?;
        let [product, number, by] = operands.split(", ").collect::<Vec<_>>()[..] else {
            return None;
        };
        let is_constant = by.bytes().all(|digit| digit.is_ascii_digit());
        is_constant.then(|| format!("cvt.u64.u32 {product}, {number};\nmul.lo.u64 {product}, {product}, {by};\n"))
    };
    ptx.lines()
        .map(|line| two(line).unwrap_or_else(|| format!("{line}\n")))
        .collect()
}

/// The verdict of sentryward on a PTX text on a launch.
fn proved(program: &Path, name: &str, ptx: &str, launch: &Value) -> String {
    let folder = std::env::temp_dir().join(format!("tilewright-second-opinion-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (text, input) = (folder.join("kernel.ptx"), folder.join("input.json"));
    std::fs::write(&text, ptx).unwrap();
    std::fs::write(&input, launch.to_string()).unwrap();
    let done = Command::new(program)
        .arg("--input")
        .arg(&input)
        .args(["--timeout", "120"])
        .arg(&text)
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let report: Value = serde_json::from_slice(&done.stdout).unwrap_or_default();
    report["result"].as_str().unwrap_or("nothing").to_string()
}

/// Kernels of the gallery for the newest target without TMA.
#[test]
fn compiled_kernels_are_proved_free_of_races() {
    let Some(program) = program() else { return };
    for (name, values) in [
        ("vadd", vec![]),
        ("relu_scale_2d", vec![]),
        ("matmul", vec![None, None, None, Some(64.0), Some(64.0), Some(64.0)]),
    ] {
        let source = tilewright_driver::gallery()
            .into_iter()
            .find(|k| k.name == name)
            .unwrap()
            .source;
        let options = tilewright_driver::Options {
            gpu_name: "sm_89".to_string(),
            ..Default::default()
        };
        let report = tilewright_driver::compile(source, &options).report;
        let (ptx, abi) = (report.ptx.unwrap(), report.abi.unwrap());
        let form = Form {
            values,
            ..Form::default()
        };
        let launch = fill(&tilewright_ir::parse(source).module, &abi.entry, &form).unwrap();
        let numbers = launch.arguments.iter().enumerate().filter(|(_, a)| !a.role.is_array());
        let arguments: Vec<Value> = numbers
            .map(|(i, a)| json!({ "parameter": format!("p{i}_{}", a.name), "type": "u32", "value": a.value as u32 }))
            .collect();
        let input = json!({
            "schema": "spverify.kernel-input/v1",
            "launch": { "grid_dim": launch.grid, "block_dim": abi.threads, "dynamic_shared_bytes": abi.shared_bytes },
            "arguments": arguments, "tma_descriptors": [],
        });
        let text = without_wide_products(&ptx.text);
        assert_eq!(proved(&program, name, &text, &input), "race_free", "{name}");
        let go_on = &mut |_| ControlFlow::Continue(());
        let run = experiment(source, (&ptx.text, &ptx.lines), &abi, &launch, 1, go_on).unwrap();
        assert!(matches!(run.verdict, Verdict::Same | Verdict::Close), "{name}: {run:?}");
    }
}

/// The sample with tensor memory, as it is and with faults: both judges agree.
#[test]
fn both_judges_agree_on_the_sample_with_tensor_memory() {
    let Some(samples) = shared::shared("ptx-samples") else {
        return;
    };
    let read = |name: &str| std::fs::read_to_string(samples.join(name)).unwrap();
    let (ptx, launch) = (
        read("sm100a_tcgen05_tma.ptx"),
        read("sm100a_tcgen05_tma.sentryward.json"),
    );
    let launch: Value = serde_json::from_str(&launch).unwrap();
    let edit = |from: &str, to: &str| {
        assert!(ptx.contains(from), "{from} is in the sample");
        ptx.replace(from, to)
    };
    let variants = [
        ("as it is", ptx.clone()),
        ("half the bytes", edit("[%r24], 32768;", "[%r24], 16384;")),
        ("no wait for empty stages", edit("@!%p7 bra PWAIT;", "")),
        ("no wait for full stages", edit("@!%p12 bra MWAIT;", "")),
        ("no wait for the accumulator", edit("@!%p13 bra EWAIT;", "")),
        ("wrong start phase", edit("mov.u32 %r22, 1;", "mov.u32 %r22, 0;")),
        (
            "no initialisation barrier",
            edit(
                "fence.proxy.async.shared::cta;\n  bar.sync 0;",
                "fence.proxy.async.shared::cta;",
            ),
        ),
    ];
    let program = program();
    for (at, (name, text)) in variants.iter().enumerate() {
        let found = (0..16).find_map(|seed| emulated(text, seed));
        eprintln!("{name}: {}", found.as_deref().unwrap_or("nothing found in 16 seeds"));
        assert_eq!(found.is_none(), at == 0, "{name}");
        if let Some(program) = &program {
            let verdict = proved(program, &format!("sample-{at}"), text, &launch);
            eprintln!("{name}: {verdict}");
            assert_eq!(verdict == "race_free", at == 0, "{name}: {verdict}");
        }
    }
}

/// The first thing that the emulator finds in the sample.
fn emulated(ptx: &str, seed: u64) -> Option<String> {
    let map = |buffer: &str| {
        Param::TensorMap(TensorMap {
            buffer: buffer.into(),
            offset: 0,
            ty: TmaType::F16,
            dims: vec![256, 256],
            strides: vec![512],
            box_dims: vec![64, 128],
            element_strides: vec![1, 1],
            swizzle: Swizzle::B128,
            oob: Oob::Zero,
        })
    };
    let buffer = |name: &str, bytes: usize| Buffer {
        name: name.into(),
        bytes: vec![0; bytes],
        align: 256,
    };
    let launch = Launch {
        entry: "sm100a_tcgen05_tma".into(),
        grid: [1, 1, 1],
        block: [128, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: 65536,
        shared_align: 1024,
        params: vec![
            map("a"),
            map("b"),
            Param::Buffer {
                name: "c".into(),
                offset: 0,
            },
            Param::Bytes(4_u32.to_le_bytes().to_vec()),
        ],
    };
    let buffers = vec![buffer("a", 256 * 512), buffer("b", 256 * 512), buffer("c", 128 * 512)];
    let options = Options {
        seed,
        budget: 2_000_000,
    };
    let outcome = tilewright_emulator::run(ptx, &launch, buffers, options).unwrap_or_else(|e| panic!("{e}"));
    outcome.findings.first().map(ToString::to_string)
}
