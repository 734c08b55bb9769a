//! The kernels of the gallery on data of our own, in both engines, against results computed here in plain Rust.

use crate::common::halves;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use tilewright_case::Case;
use tilewright_npz::{Array, Dtype, Npz, write_npz};
use tilewright_runner::{emulate, interpret};

/// A case under construction.
struct Build {
    json: Value,
    inputs: Npz,
    expected: Npz,
}

impl Build {
    fn new(entry: &str, grid: [u32; 3]) -> Self {
        let json =
            json!({ "name": entry, "entry": entry, "grid": grid, "entry_params": [], "arrays": {}, "tolerance": {} });
        Self {
            json,
            inputs: Npz { members: vec![] },
            expected: Npz { members: vec![] },
        }
    }

    fn param(mut self, param: Value) -> Self {
        self.json["entry_params"].as_array_mut().unwrap().push(param);
        self
    }

    fn scalar(self, name: &str, value: i64) -> Self {
        self.param(json!({ "kind": "scalar", "name": name, "dtype": "int32", "value": value, "type": "i32" }))
    }

    /// An array that the kernel reads, writes, or both; with what is in it before and after.
    fn array(mut self, name: &str, pointee: &str, before: Option<Array>, after: Option<(Array, f64)>) -> Self {
        let shape = before
            .as_ref()
            .or(after.as_ref().map(|(a, _)| a))
            .unwrap()
            .shape()
            .to_vec();
        let strides: Vec<usize> = (0..shape.len()).map(|i| shape[i + 1..].iter().product()).collect();
        let role = match (&before, &after) {
            (Some(_), Some(_)) => "inout",
            (Some(_), None) => "in",
            _ => "out",
        };
        let dtype = match pointee {
            "f32" => "float32",
            "f16" => "float16",
            _ => "int32",
        };
        self.json["arrays"][name] = json!({ "dtype": dtype, "shape": shape, "strides": strides, "role": role });
        if let Some(array) = before {
            self.inputs.members.push((name.to_string(), array));
        }
        if let Some((array, tolerance)) = after {
            self.json["tolerance"][name] = match tolerance {
                0.0 => json!({ "exact": true }),
                t => json!({ "atol": t, "rtol": t }),
            };
            self.expected.members.push((name.to_string(), array));
        }
        self.param(json!({ "kind": "pointer", "array": name, "type": format!("ptr<{pointee}>") }))
    }

    /// Runs the gallery kernel in both engines; every output must be as expected, and nothing found.
    fn check(self, kernel: &str) {
        self.check_on(kernel, &["sm_80", "sm_90a", "sm_120a"], 8);
    }

    /// The same for these targets and so many seeds.
    fn check_on(self, kernel: &str, targets: &[&str], seeds: u64) {
        let (inputs, expected) = (write_npz(&self.inputs).unwrap(), write_npz(&self.expected).unwrap());
        let case = Case::read(self.json.to_string().as_bytes(), &inputs, Some(&expected)).unwrap();
        let kernel = tilewright_driver::gallery()
            .into_iter()
            .find(|k| k.name == kernel)
            .unwrap();
        let module = tilewright_ir::parse(kernel.source).module;
        let meant = interpret(&module, &case, Default::default(), &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(
            meant.passed(),
            "{} in the interpreter: {:?} {:?}",
            kernel.name,
            meant.comparisons,
            meant.findings
        );
        for &target in targets {
            let options = tilewright_driver::Options {
                gpu_name: target.to_string(),
                ..Default::default()
            };
            let report = tilewright_driver::compile(kernel.source, &options).report;
            let (ptx, abi) = (report.ptx.unwrap().text, report.abi.unwrap());
            for seed in 0..seeds {
                let options = tilewright_emulator::Options {
                    seed,
                    ..Default::default()
                };
                let run = emulate(&ptx, &abi, &case, options).unwrap();
                let place = format!("{} for {target}, seed {seed}", kernel.name);
                assert!(run.passed(), "{place}: {:?} {:?}", run.comparisons, run.findings);
            }
        }
    }
}

/// Numbers that repeat only after a long time, between -2 and 2, exact in f16.
fn numbers(count: usize, salt: u32) -> Vec<f32> {
    let mut state = salt.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) % 1025) as f32 / 256.0 - 2.0
    };
    (0..count).map(|_| next()).collect()
}

fn f32s(shape: &[usize], values: &[f32]) -> Array {
    Array::from_f32(shape, values).unwrap()
}

fn i32s(shape: &[usize], values: &[i32]) -> Array {
    Array::new(Dtype::I32, shape, values.iter().flat_map(|v| v.to_le_bytes()).collect()).unwrap()
}

#[test]
fn vector_add() {
    let n = 2096;
    let (x, y) = (numbers(n, 1), numbers(n, 2));
    let z: Vec<f32> = x.iter().zip(&y).map(|(a, b)| a + b).collect();
    Build::new("vadd", [3, 1, 1])
        .array("X", "f32", Some(f32s(&[n], &x)), None)
        .array("Y", "f32", Some(f32s(&[n], &y)), None)
        .array("Z", "f32", None, Some((f32s(&[n], &z), 0.0)))
        .scalar("n", n as i64)
        .check("vadd");
}

#[test]
fn saxpy_with_a_tail() {
    let n = 777;
    let (x, y) = (numbers(n, 3), numbers(n, 4));
    let result: Vec<f32> = x.iter().zip(&y).map(|(&a, &b)| 1.25f32.mul_add(a, b)).collect();
    Build::new("saxpy", [2, 1, 1])
        .param(json!({ "kind": "scalar", "name": "a", "dtype": "float32", "value": 1.25, "type": "f32" }))
        .array("X", "f32", Some(f32s(&[n], &x)), None)
        .array("Y", "f32", Some(f32s(&[n], &y)), Some((f32s(&[n], &result), 0.0)))
        .scalar("n", n as i64)
        .check("saxpy_masked");
}

#[test]
fn relu_of_a_scaled_matrix_with_a_ragged_edge() {
    let (x, bias) = (numbers(100 * 256, 5), numbers(256, 6));
    let y: Vec<f32> = x
        .iter()
        .enumerate()
        .map(|(i, v)| (v * 0.5 + bias[i % 256]).max(0.0))
        .collect();
    Build::new("relu_scale", [7, 2, 1])
        .array("X", "f16", Some(halves("f16", &[100, 256], &x)), None)
        .array("BIAS", "f16", Some(halves("f16", &[256], &bias)), None)
        .array("Y", "f16", None, Some((halves("f16", &[100, 256], &y), 0.0)))
        .check("relu_scale_2d");
}

#[test]
fn sums_of_rows() {
    let (rows, columns) = (10, 300);
    let x = numbers(rows * columns, 7);
    // Multiples of 1/256 below 2^10: every order of summation is exact.
    let sums: Vec<f32> = x.chunks(columns).map(|row| row.iter().sum()).collect();
    Build::new("row_sum", [3, 1, 1])
        .array("X", "f32", Some(f32s(&[rows, columns], &x)), None)
        .array("SUMS", "f32", None, Some((f32s(&[rows], &sums), 0.0)))
        .scalar("rows", rows as i64)
        .scalar("columns", columns as i64)
        .scalar("pitch", columns as i64)
        .check("row_sum");
}

#[test]
fn steps_of_collatz() {
    let x: Vec<i32> = (1..=33).map(|i| i * 7 - 6).collect();
    let steps = |mut v: i32| {
        let mut count = 0;
        while v > 1 && count < 1000 {
            v = if v % 2 == 1 { 3 * v + 1 } else { v / 2 };
            count += 1;
        }
        count
    };
    let counts: Vec<i32> = x.iter().map(|&v| steps(v)).collect();
    Build::new("collatz", [33, 1, 1])
        .array("X", "i32", Some(i32s(&[33], &x)), None)
        .array("STEPS", "i32", None, Some((i32s(&[33], &counts), 0.0)))
        .scalar("n", 33)
        .check("collatz");
}

#[test]
fn a_histogram() {
    let x: Vec<i32> = numbers(1000, 8).iter().map(|v| (v * 256.0) as i32).collect();
    let mut bins = [3i32; 16];
    for v in &x {
        bins[(v & 15) as usize] += 1;
    }
    Build::new("histogram", [4, 1, 1])
        .array("X", "i32", Some(i32s(&[1000], &x)), None)
        .array(
            "BINS",
            "i32",
            Some(i32s(&[16], &[3; 16])),
            Some((i32s(&[16], &bins), 0.0)),
        )
        .scalar("n", 1000)
        .check("histogram");
}

/// A product of m by k and k by n: the factors, and the sums rounded once.
fn product([m, n, k]: [usize; 3]) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
    let (a, b) = (numbers(m * k, 9), numbers(k * n, 10));
    let mut c = vec![0f32; m * n];
    for i in 0..m {
        for j in 0..n {
            // Products of multiples of 1/256: exact in f64.
            let terms = (0..k).map(|l| f64::from(a[i * k + l]) * f64::from(b[l * n + j]));
            c[i * n + j] = terms.sum::<f64>() as f32;
        }
    }
    (a, b, c)
}

#[test]
fn a_matrix_product_with_ragged_edges() {
    let [m, n, k] = [100, 72, 40];
    let (a, b, c) = product([m, n, k]);
    Build::new("matmul", [2, 2, 1])
        .array("A", "f16", Some(halves("f16", &[m, k], &a)), None)
        .array("B", "f16", Some(halves("f16", &[k, n], &b)), None)
        .array("C", "f16", None, Some((halves("f16", &[m, n], &c), 1e-3)))
        .scalar("m", m as i64)
        .scalar("n", n as i64)
        .scalar("k", k as i64)
        .check("matmul");
}

impl Build {
    /// An array as cuTile passes it: its address, its extents and its strides.
    fn tensor(self, name: &str, pointee: &str, before: Option<Array>, after: Option<(Array, f64)>) -> Self {
        let array = before.as_ref().or(after.as_ref().map(|(a, _)| a));
        let shape = array.unwrap().shape().to_vec();
        let mut build = self.array(name, pointee, before, after);
        let stride = |dim: usize| shape[dim + 1..].iter().product::<usize>();
        let sizes = shape.iter().enumerate().map(|(dim, &size)| ("size", dim, size));
        let strides = (0..shape.len()).map(|dim| ("stride", dim, stride(dim)));
        for (kind, dim, value) in sizes.chain(strides) {
            build = build.param(json!({ "kind": kind, "array": name, "dim": dim, "value": value, "type": "i32" }));
        }
        build
    }
}

fn dynamic_product([m, n, k]: [usize; 3]) -> Build {
    let (a, b, c) = product([m, n, k]);
    let grid = [m.div_ceil(128) as u32, n.div_ceil(128) as u32, 1];
    Build::new("gemm_dynamic", grid)
        .tensor("A", "f16", Some(halves("f16", &[m, k], &a)), None)
        .tensor("B", "f16", Some(halves("f16", &[k, n], &b)), None)
        .tensor("C", "f16", None, Some((halves("f16", &[m, n], &c), 1e-3)))
}

#[test]
fn a_product_with_run_time_extents_and_ragged_edges() {
    dynamic_product([200, 136, 72]).check("gemm_dynamic");
}

#[test]
fn a_pipelined_product_with_one_iteration_and_around_multiples_of_its_stages() {
    // Five stages of 64: one iteration, and twice round the ring, one less and one more.
    for iterations in [1, 4, 5, 6, 9, 10, 11] {
        dynamic_product([64, 72, 64 * iterations - 8]).check_on("gemm_dynamic", &["sm_90a"], 3);
    }
}

#[test]
fn a_product_plus_a_bias_through_relu() {
    let [m, n, k] = [136, 200, 136];
    let (a, b, c) = product([m, n, k]);
    let bias = numbers(n, 11);
    let c: Vec<f32> = c.iter().enumerate().map(|(i, v)| (v + bias[i % n]).max(0.0)).collect();
    Build::new("gemm_bias_relu", [2, 2, 1])
        .tensor("A", "f16", Some(halves("f16", &[m, k], &a)), None)
        .tensor("B", "f16", Some(halves("f16", &[k, n], &b)), None)
        .tensor("bias", "f32", Some(f32s(&[n], &bias)), None)
        .tensor("C", "f16", None, Some((halves("f16", &[m, n], &c), 1e-3)))
        .check("gemm_bias_relu");
}
