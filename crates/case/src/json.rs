//! `case.json`.

use crate::{Array, Case, Element, Error, Param, Role, Tolerance};
use serde::Deserialize;
use std::collections::BTreeMap;
use tilewright_npz::Npz;

#[derive(Deserialize)]
struct File {
    name: String,
    #[serde(default)]
    summary: String,
    entry: String,
    grid: [u32; 3],
    entry_params: Vec<FileParam>,
    arrays: BTreeMap<String, FileArray>,
    #[serde(default)]
    tolerance: BTreeMap<String, FileTolerance>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum FileParam {
    Pointer {
        array: String,
    },
    Size {
        value: i64,
        #[serde(rename = "type")]
        ty: String,
    },
    Stride {
        value: i64,
        #[serde(rename = "type")]
        ty: String,
    },
    Scalar {
        value: serde_json::Number,
        #[serde(rename = "type")]
        ty: String,
    },
}

#[derive(Deserialize)]
struct FileArray {
    dtype: String,
    shape: Vec<usize>,
    #[serde(default)]
    strides: Vec<usize>,
    role: String,
    storage_shape: Option<Vec<usize>>,
}

#[derive(Deserialize)]
struct FileTolerance {
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    atol: f64,
    #[serde(default)]
    rtol: f64,
}

/// The most bytes of one array.
const MAX_BYTES: usize = 1 << 30;

pub(crate) fn read(text: &[u8], inputs: &Npz, expected: Option<&Npz>) -> Result<Case, Error> {
    let file: File = serde_json::from_slice(text).map_err(|e| Error::new(format!("case.json: {e}")))?;
    let mut arrays = Vec::new();
    for (name, array) in &file.arrays {
        let tolerance = match file.tolerance.get(name) {
            Some(t) if !t.exact => Tolerance::Close {
                atol: t.atol,
                rtol: t.rtol,
            },
            _ => Tolerance::Exact,
        };
        arrays.push(
            read_array(name, array, tolerance, inputs, expected).map_err(|e| Error(format!("array `{name}`: {e}")))?,
        );
    }
    let index = |wanted: &str| {
        let found = arrays.iter().position(|a: &Array| a.name == wanted);
        found.ok_or_else(|| {
            Error::new(format!(
                "case.json: a parameter points to array `{wanted}`, which is not described"
            ))
        })
    };
    let params = file.entry_params.iter().map(|param| {
        Ok(match param {
            FileParam::Pointer { array } => Param::Pointer(index(array)?),
            FileParam::Size { value, ty } | FileParam::Stride { value, ty } => number(&(*value).into(), ty)?,
            FileParam::Scalar { value, ty } => number(value, ty)?,
        })
    });
    let params = params.collect::<Result<_, Error>>()?;
    Ok(Case {
        name: file.name,
        summary: file.summary,
        entry: file.entry,
        grid: file.grid,
        params,
        arrays,
    })
}

fn number(value: &serde_json::Number, ty: &str) -> Result<Param, Error> {
    let bad = || Error::new(format!("case.json: {value} is no value of type `{ty}`"));
    let element = Element::from_name(ty).ok_or_else(bad)?;
    let bits = match element {
        Element::F32 => u64::from((value.as_f64().ok_or_else(bad)? as f32).to_bits()),
        Element::F64 => value.as_f64().ok_or_else(bad)?.to_bits(),
        _ if element.is_float() => return Err(bad()),
        _ => {
            let bits = 8 * element.bytes() as u32;
            let wide = value
                .as_i64()
                .map(i128::from)
                .or(value.as_u64().map(i128::from))
                .ok_or_else(bad)?;
            if wide < -(1i128 << (bits - 1)) || wide >= 1i128 << bits {
                return Err(bad());
            }
            wide as u64 & (u64::MAX >> (64 - bits))
        }
    };
    Ok(Param::Number { element, bits })
}

fn read_array(
    name: &str,
    array: &FileArray,
    tolerance: Tolerance,
    inputs: &Npz,
    expected: Option<&Npz>,
) -> Result<Array, Error> {
    let element = Element::from_name(&array.dtype).ok_or_else(|| Error(format!("unknown type `{}`", array.dtype)))?;
    let role = match array.role.as_str() {
        "in" => Role::In,
        "out" => Role::Out,
        "inout" => Role::InOut,
        other => return Err(Error(format!("unknown role `{other}`"))),
    };
    let storage_shape = array.storage_shape.clone().unwrap_or_else(|| array.shape.clone());
    let bytes = storage_shape
        .iter()
        .try_fold(element.bytes(), |n, &e| n.checked_mul(e))
        .filter(|&n| n <= MAX_BYTES);
    let bytes = bytes.ok_or_else(|| Error(format!("a shape of {storage_shape:?} is too large")))?;
    let strides = if array.strides.is_empty() {
        row_major(&array.shape)
    } else {
        array.strides.clone()
    };
    if strides.len() != array.shape.len() {
        return Err(Error::new("there must be as many strides as extents"));
    }
    let last = array
        .shape
        .iter()
        .zip(&strides)
        .try_fold(0usize, |n, (&e, &s)| n.checked_add(e.saturating_sub(1).checked_mul(s)?));
    let fits = array.shape.contains(&0) || last.is_some_and(|last| last < bytes / element.bytes());
    if !fits {
        return Err(Error::new("shape and strides reach beyond the storage"));
    }
    let stored = |npz: &Npz, file: &str| {
        let data = npz.get(name).ok_or_else(|| Error(format!("it is not in {file}")))?;
        if data.dtype() != element.stored_as() || data.data().len() != bytes {
            let (found, wanted) = (data.dtype().name(), element.stored_as().name());
            return Err(Error(format!(
                "{file} has {:?} of {found}, but the case says {storage_shape:?} of {wanted}",
                data.shape()
            )));
        }
        Ok(data.data().to_vec())
    };
    let initial = if role == Role::Out {
        vec![0xFF; bytes]
    } else {
        stored(inputs, "inputs.npz")?
    };
    let expected = match expected {
        Some(npz) if role != Role::In => Some(stored(npz, "expected.npz")?),
        _ => None,
    };
    Ok(Array {
        name: name.to_string(),
        element,
        shape: array.shape.clone(),
        strides,
        role,
        initial,
        storage_shape,
        expected,
        tolerance,
    })
}

fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1usize; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].saturating_mul(shape[i]);
    }
    strides
}
