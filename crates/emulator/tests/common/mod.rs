//! Reading the cases of the reference material and comparing results.

#[path = "../../../../tests/shared.rs"]
mod shared;

use tilewright_emulator::{LaunchFile, Options, Report, run_ptx};
use tilewright_npz::{Array, Dtype, Limits, Npz, read_npz};

pub struct Case {
    pub text: String,
    pub launch: String,
    pub inputs: Npz,
    pub expected: Npz,
}

impl Case {
    pub fn read(name: &str) -> Option<Case> {
        let dir = shared::shared("ptx-triton")?.join(name);
        let npz = |file: &str| read_npz(&std::fs::read(dir.join(file)).unwrap(), Limits::default()).unwrap();
        Some(Case {
            text: std::fs::read_to_string(dir.join("kernel.ptx")).unwrap(),
            launch: std::fs::read_to_string(dir.join("launch.json")).unwrap(),
            inputs: npz("inputs.npz"),
            expected: npz("expected.npz"),
        })
    }

    pub fn run(&self, text: &str, seed: u64) -> Report {
        run_ptx(
            text,
            &self.launch,
            &self.inputs,
            Options {
                seed,
                budget: 50_000_000,
            },
        )
        .unwrap_or_else(|e| panic!("{e}"))
    }

    /// The first element of any output that is wrong.
    pub fn wrong(&self, report: &Report) -> Option<String> {
        let file = LaunchFile::read(&self.launch, &self.inputs).unwrap();
        for (name, got) in &report.outputs.members {
            let expected = self.expected.get(name).unwrap();
            let (atol, rtol) = file.tolerance[name];
            for (i, (g, e)) in values(got).iter().zip(values(expected)).enumerate() {
                let ok = if e.is_nan() {
                    g.is_nan()
                } else {
                    (g - e).abs() <= atol + rtol * e.abs()
                };
                if !ok {
                    return Some(format!("{name}[{i}] = {g}, expected {e}"));
                }
            }
        }
        None
    }
}

fn values(a: &Array) -> Vec<f64> {
    let bytes = a.data();
    match a.dtype() {
        Dtype::F32 => a.to_f32().unwrap().into_iter().map(f64::from).collect(),
        Dtype::F64 => a.to_f64().unwrap(),
        Dtype::I32 => a.to_i32().unwrap().into_iter().map(f64::from).collect(),
        Dtype::F16 => bytes
            .chunks_exact(2)
            .map(|c| half(u16::from_le_bytes([c[0], c[1]])))
            .collect(),
        _ => bytes.iter().map(|&b| f64::from(b)).collect(),
    }
}

fn half(bits: u16) -> f64 {
    let (exp, man) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let v = match exp {
        0 => man * 2f64.powi(-24),
        31 if man == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + man) * 2f64.powi(exp - 25),
    };
    if bits >> 15 == 1 { -v } else { v }
}
