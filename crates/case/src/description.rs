//! The kernel as `case.json` describes it, without the data of its arrays.

use crate::Error;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The target and the launch of a case.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// The symbol of the kernel.
    pub entry: String,
    /// Whether sizes and strides were known when the kernel was compiled.
    pub static_shapes: bool,
    /// The arrays by name.
    pub arrays: BTreeMap<String, DescribedArray>,
    /// The types of the numbers that are passed, by name.
    pub scalars: BTreeMap<String, String>,
    /// The constants by name.
    pub constants: BTreeMap<String, Constant>,
}

/// An array of a [`Description`].
#[derive(Clone, PartialEq, Debug)]
pub struct DescribedArray {
    /// The type of its elements, as the case names it.
    pub dtype: String,
    /// Extents, outermost first.
    pub shape: Vec<i64>,
    /// Strides in elements.
    pub strides: Vec<i64>,
}

/// The value of a constant.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Constant {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// None.
    None,
}

#[derive(Deserialize)]
struct File {
    entry: String,
    #[serde(default)]
    shapes: String,
    #[serde(default)]
    entry_params: Vec<FileParam>,
    #[serde(default)]
    arrays: BTreeMap<String, FileArray>,
    #[serde(default)]
    constants: BTreeMap<String, Constant>,
}

#[derive(Deserialize)]
struct FileParam {
    kind: String,
    name: Option<String>,
    dtype: Option<String>,
}

#[derive(Deserialize)]
struct FileArray {
    dtype: String,
    shape: Vec<i64>,
    #[serde(default)]
    strides: Vec<i64>,
}

impl Description {
    /// Reads `case.json`.
    ///
    /// # Errors
    /// The entry that is missing or does not fit, by name.
    pub fn read(case_json: &[u8]) -> Result<Self, Error> {
        let file: File = serde_json::from_slice(case_json).map_err(|e| Error::new(format!("case.json: {e}")))?;
        let mut arrays = BTreeMap::new();
        for (name, array) in file.arrays {
            let strides = match array.strides.is_empty() {
                true => row_major(&array.shape),
                false => array.strides,
            };
            if strides.len() != array.shape.len() {
                return Err(Error::new(format!(
                    "array `{name}`: there must be as many strides as extents"
                )));
            }
            let described = DescribedArray {
                dtype: array.dtype,
                shape: array.shape,
                strides,
            };
            arrays.insert(name, described);
        }
        let scalars = file.entry_params.into_iter().filter(|param| param.kind == "scalar");
        Ok(Description {
            entry: file.entry,
            static_shapes: file.shapes == "compile-time",
            arrays,
            scalars: scalars.filter_map(|param| param.name.zip(param.dtype)).collect(),
            constants: file.constants,
        })
    }
}

fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i].saturating_mul(shape[i]);
    }
    strides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_needs_no_data() {
        let text = r#"{"entry": "k", "shapes": "compile-time", "grid": [1, 1, 1],
            "entry_params": [{"kind": "pointer", "array": "A", "type": "ptr<f16>"},
                {"kind": "scalar", "name": "n", "dtype": "int32", "value": 3, "type": "i32"}],
            "arrays": {"A": {"dtype": "float16", "shape": [2, 3, 4], "role": "in"}},
            "constants": {"tm": 128, "scale": 0.5, "causal": true, "bias": null}}"#;
        let read = Description::read(text.as_bytes()).unwrap();
        assert!(read.static_shapes);
        assert_eq!(read.arrays["A"].strides, [12, 4, 1]);
        assert_eq!(read.scalars["n"], "int32");
        let constants: Vec<Constant> = read.constants.into_values().collect();
        let [bias, causal, scale, tm] = constants[..] else {
            panic!("{constants:?}")
        };
        assert_eq!((bias, causal), (Constant::None, Constant::Bool(true)));
        assert_eq!((scale, tm), (Constant::Float(0.5), Constant::Int(128)));

        let short = text.replace("\"role\": \"in\"", "\"strides\": [1]");
        let error = Description::read(short.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "array `A`: there must be as many strides as extents");
        assert!(Description::read(b"{}").unwrap_err().to_string().contains("entry"));
    }
}
