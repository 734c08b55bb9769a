//! Fragments in stripes over a block, from `cutlass.block_striped` to PTX that the emulator executes: each op once,
//! each element at the place that the rule says.

mod common;

use tilewright_emulator::{Buffer, Launch, Options, Param, run};

/// Striped accesses have no pipeline; this pass is the first that knows them.
const BEFORE: &str = "convert-pipeline-to-nvvm";

/// Threads of the block, and elements of a thread.
const THREADS: usize = 128;
const EACH: usize = 4;

/// The body over fragments `%x` of `%in`, with `%out` for what comes out.
fn kernel(element: &str, body: &str) -> String {
    format!(
        "nv_tileas.func @k(%in: tile<ptr<{element}>>, %out: tile<ptr<{element}>>) {{
  %t = nvvm.read_sreg tid.x : i32
  %x = cutlass.block_striped.load %in, %t : tile<ptr<{element}>>, i32 -> tile<{EACH}x{element}> {{threads = {THREADS}}}
{body}
  nv_tileas.return
}}
"
    )
}

fn execute(text: &str, blocks: u32, input: Vec<u8>, output: Vec<u8>) -> Vec<u8> {
    let ptx = common::try_ptx(text, "k", BEFORE).unwrap();
    let names = ["in", "out"];
    let launch = Launch {
        entry: "k".to_string(),
        grid: [blocks, 1, 1],
        block: [THREADS as u32, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: 0,
        shared_align: 128,
        params: names
            .map(|name| Param::Buffer {
                name: name.to_string(),
                offset: 0,
            })
            .to_vec(),
    };
    let buffer = |(name, bytes): (&str, Vec<u8>)| Buffer {
        name: name.to_string(),
        bytes,
        align: 128,
    };
    let buffers = names.into_iter().zip([input, output]).map(buffer).collect();
    let options = Options {
        seed: 7,
        budget: 1_000_000,
    };
    let outcome = run(&ptx, &launch, buffers, options).unwrap_or_else(|refusal| panic!("{refusal}\n{ptx}"));
    assert!(outcome.findings.is_empty(), "{}\n{ptx}", outcome.findings[0]);
    let mut buffers = outcome.buffers.into_iter();
    buffers.find(|buffer| buffer.name == "out").unwrap().bytes
}

fn reduce(element: &str, op: &str, kind: &str) -> String {
    let body = format!(
        "  cutlass.block_striped.{op} {kind} %x, %out, %t : tile<{EACH}x{element}>, tile<ptr<{element}>>, i32 {{threads = {THREADS}}}"
    );
    kernel(element, &body)
}

/// Whole numbers, so that sums are exact in any order and any of the types.
fn number(index: usize) -> i32 {
    (index * 7 % 50) as i32 - 25
}

const COUNT: usize = THREADS * EACH;

#[test]
fn what_is_loaded_is_stored_at_its_place() {
    let body = "  cutlass.block_striped.store %x, %out, %t : tile<4xf32>, tile<ptr<f32>>, i32 {threads = 128}";
    let input: Vec<u8> = (0..COUNT).flat_map(|i| (i as f32).to_le_bytes()).collect();
    let text = kernel("f32", body);
    let out = execute(&text, 1, input.clone(), vec![0xff; 4 * COUNT]);
    assert_eq!(out, input);
    // A thread's elements lie a block apart, neighbouring threads' next to each other.
    let ptx = common::try_ptx(&text, "k", BEFORE).unwrap();
    for offset in ["+512]", "+1024]", "+1536]"] {
        assert_eq!(ptx.matches(offset).count(), 2, "{offset}\n{ptx}");
    }
}

#[test]
fn integers_are_combined_at_once() {
    let input: Vec<u8> = (0..COUNT).flat_map(|i| number(i).to_le_bytes()).collect();
    let old = |i: usize| number(i + 3);
    let output: Vec<u8> = (0..COUNT).flat_map(|i| old(i).to_le_bytes()).collect();
    for op in ["reduce", "reduce_integer"] {
        // Two blocks add.
        let sums = execute(&reduce("i32", op, "add"), 2, input.clone(), output.clone());
        let wanted: Vec<u8> = (0..COUNT)
            .flat_map(|i| (old(i) + 2 * number(i)).to_le_bytes())
            .collect();
        assert_eq!(sums, wanted);
        let most = execute(&reduce("i32", op, "max"), 2, input.clone(), output.clone());
        let wanted: Vec<u8> = (0..COUNT).flat_map(|i| old(i).max(number(i)).to_le_bytes()).collect();
        assert_eq!(most, wanted);
    }
}

#[test]
fn floats_are_added_at_once() {
    let input: Vec<u8> = (0..COUNT).flat_map(|i| (number(i) as f32).to_le_bytes()).collect();
    for op in ["reduce", "reduce_float"] {
        let sums = execute(&reduce("f32", op, "add"), 2, input.clone(), vec![0; 4 * COUNT]);
        let wanted: Vec<u8> = (0..COUNT)
            .flat_map(|i| (2.0 * number(i) as f32).to_le_bytes())
            .collect();
        assert_eq!(sums, wanted);
    }
}

/// The bits of a small whole number in a type of so many bits of exponent and fraction.
fn half(value: i32, exponent: u32, fraction: u32) -> u16 {
    if value == 0 {
        return 0;
    }
    let sign = u16::from(value < 0) << 15;
    let magnitude = value.unsigned_abs();
    let power = magnitude.ilog2();
    let bias = (1 << (exponent - 1)) - 1;
    let rest = (magnitude << fraction >> power) & ((1 << fraction) - 1);
    sign | ((bias + power) << fraction | rest) as u16
}

#[test]
fn halves_are_added_at_once_one_by_one_and_in_pairs() {
    for (element, exponent, fraction, ops) in [
        ("f16", 5, 10, ["reduce_half", "reduce_packed"]),
        ("bf16", 8, 7, ["reduce_bfloat", "reduce_packed"]),
    ] {
        for op in ops {
            let bits = |value| half(value, exponent, fraction).to_le_bytes();
            let input: Vec<u8> = (0..COUNT).flat_map(|i| bits(number(i))).collect();
            // The elements of a thread are as they were loaded; in memory, pairs lie together.
            let place = |i: usize| match op {
                "reduce_packed" => {
                    let (thread, k) = (i % THREADS, i / THREADS);
                    2 * (k / 2 * THREADS + thread) + k % 2
                }
                _ => i,
            };
            let mut wanted = vec![0; COUNT];
            for i in 0..COUNT {
                wanted[place(i)] = 2 * number(i);
            }
            let wanted: Vec<u8> = wanted.into_iter().flat_map(bits).collect();
            let sums = execute(&reduce(element, op, "add"), 2, input, vec![0; 2 * COUNT]);
            assert_eq!(sums, wanted, "{element} {op}");
        }
    }
}

#[test]
fn the_larger_of_two_floats_is_refused() {
    let refusal = common::try_ptx(&reduce("f32", "reduce", "max"), "k", BEFORE).unwrap_err();
    assert!(refusal.contains("no GPU takes the larger of two floats"), "{refusal}");
}

#[test]
fn a_future_may_sleep_longer_than_a_wait() {
    let kernel = "nv_tileas.func @k() {
  %a = nvvm.shared_base 8 : i32
  %parity = arith.constant <i32: 1> : i32
  %token = nv_tileas.async.to_async %a, %parity : i32, i32 -> !nv_tileas.async_token
  nv_tileas.async.future_wait %token
  nv_tileas.async.wait %token
  nv_tileas.return
}
";
    let ptx = common::try_ptx(kernel, "k", BEFORE).unwrap();
    let waits: Vec<&str> = ptx.lines().filter(|line| line.contains("mbarrier.try_wait")).collect();
    assert_eq!(waits.len(), 2, "{ptx}");
    assert!(
        waits[0].contains(", 20000000;") && !waits[1].contains("20000000"),
        "{ptx}"
    );
}
