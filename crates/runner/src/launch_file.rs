//! PTX from elsewhere, launched by a launch file.

use crate::ptx_alone::{PtxArray, made_arrays};
use crate::{Accesses, Findings, Trial};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tilewright_case::{Array, Element, Role, Tolerance};
use tilewright_emulator::{LaunchFile, Observer, Options, WarpAccess, run_observed};
use tilewright_npz::{Dtype, Npz};

/// Runs a PTX text by a launch file (its JSON) and its input arrays; compares with `expected` where it is given.
/// Counts accesses to memory if `count` says so.
///
/// # Errors
/// The PTX, the launch file or the arrays cannot be used.
pub fn run_launch_file(
    ptx: &str,
    launch: &str,
    inputs: &Npz,
    expected: Option<&Npz>,
    options: Options,
    count: bool,
) -> Result<Trial, String> {
    let file = LaunchFile::read(launch, inputs).map_err(|r| r.to_string())?;
    let mut accesses = Accesses::default();
    let mut counting = |access: &WarpAccess<'_>| accesses.count(access);
    let observer = count.then_some(&mut counting as &mut Observer<'_>);
    let mut go_on = |_| ControlFlow::Continue(());
    let outcome = run_observed(ptx, &file.launch, file.buffers.clone(), options, &mut go_on, observer);
    let outcome = outcome.map_err(|r| r.to_string())?;
    let outputs = file.outputs(&outcome.buffers).map_err(|r| r.to_string())?;
    let types = element_types(launch);
    let mut comparisons = Vec::new();
    for (name, result) in &outputs.members {
        let Some(expected) = expected else { break };
        let right = expected.get(name).ok_or(format!("the expected arrays lack `{name}`"))?;
        if right.shape() != result.shape() || right.dtype().bytes() != result.dtype().bytes() {
            let (a, b) = (right.shape(), result.shape());
            return Err(format!(
                "output `{name}` has the shape {b:?}, but {a:?} of another type or shape is expected"
            ));
        }
        let tolerance = match file.tolerance.get(name) {
            Some(&(atol, rtol)) if (atol, rtol) != (0.0, 0.0) => Tolerance::Close { atol, rtol },
            _ => Tolerance::Exact,
        };
        let element = types
            .iter()
            .find(|(n, _)| n == name)
            .and_then(|(_, ty)| Element::from_name(ty));
        let array = Array {
            name: name.clone(),
            element: element.unwrap_or_else(|| plain(result.dtype())),
            shape: result.shape().to_vec(),
            strides: row_major(result.shape()),
            role: Role::InOut,
            initial: result.data().to_vec(),
            storage_shape: result.shape().to_vec(),
            expected: Some(right.data().to_vec()),
            tolerance,
        };
        comparisons.extend(array.compare(result.data()));
    }
    Ok(Trial {
        comparisons,
        outputs,
        findings: Findings::Ptx(outcome.findings),
        printed: Vec::new(),
        unfinished: None,
        work: outcome.stats.instructions,
        accesses: accesses.list(),
        barriers: outcome.barriers,
    })
}

/// The arrays that a launch file names, with content that the seed chooses.
///
/// # Errors
/// The file does not have the form, or an array has a type that is not known.
pub fn made_inputs(launch: &str, seed: u32) -> Result<Npz, String> {
    #[derive(serde::Deserialize)]
    struct Arrays {
        arrays: BTreeMap<String, Nameless>,
    }
    #[derive(serde::Deserialize)]
    struct Nameless {
        dtype: String,
        shape: Vec<u32>,
    }
    let file: Arrays = serde_json::from_str(launch).map_err(|e| format!("launch file: {e}"))?;
    let named = |(name, Nameless { dtype, shape })| PtxArray { name, dtype, shape };
    made_arrays(&file.arrays.into_iter().map(named).collect::<Vec<_>>(), seed)
}

/// The element type of each array, as the launch file writes it: NumPy has no name for all of them.
fn element_types(launch: &str) -> Vec<(String, String)> {
    // Absent: the file was read before, and its faults told.
    let json: serde_json::Value = serde_json::from_str(launch).unwrap_or_default();
    let arrays = json.get("arrays").and_then(|a| a.as_object());
    let types = arrays.into_iter().flatten();
    types
        .filter_map(|(name, array)| Some((name.clone(), array.get("dtype")?.as_str()?.to_string())))
        .collect()
}

fn plain(dtype: Dtype) -> Element {
    Element::from_name(dtype.name()).unwrap_or(Element::U8)
}

fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1usize; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].saturating_mul(shape[i]);
    }
    strides
}
