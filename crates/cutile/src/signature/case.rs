//! Signatures from test cases.

use super::{ArrayParam, Constant, Param, Signature, kernel_of_symbol};
use crate::dtype::Dtype;
use tilewright_case::{Constant as Value, DescribedArray, Description};

impl Signature {
    /// The signature that a case has the kernel compiled for; `names` are those of the kernel's parameters.
    ///
    /// The symbol of the entry says all where it is one that tells a signature; what else the case says must agree. Else
    /// the arrays, numbers and constants say it by their names, with what is usually assumed of arrays. The entry gets
    /// the name that the case launches, whatever the kernel is called.
    ///
    /// # Errors
    /// The contradictions between the case, the kernel and itself, a line each.
    pub fn of_case(case: &Description, kernel_name: &str, names: &[&str]) -> Result<Signature, Vec<String>> {
        let told = kernel_of_symbol(&case.entry).and_then(|of| Signature::from_symbol(&case.entry, of).ok());
        let mut signature = match told {
            Some(signature) => checked(signature, case, names)?,
            None => assembled(case, names)?,
        };
        if signature.symbol(kernel_name) != case.entry {
            signature.symbol = Some(case.entry.clone());
        }
        Ok(signature)
    }
}

/// A signature from a symbol, if nothing else in the case contradicts it. A parameter that the case calls otherwise is
/// not looked at: the kernel may have been rewritten since.
fn checked(signature: Signature, case: &Description, names: &[&str]) -> Result<Signature, Vec<String>> {
    if signature.params.len() != names.len() {
        return Err(vec![format!(
            "the entry `{}` is for {}, and the kernel has {}: {}",
            case.entry,
            tilewright_diag::counted(signature.params.len(), "parameters"),
            names.len(),
            names.join(", ")
        )]);
    }
    let mut faults = Vec::new();
    for (name, param) in names.iter().zip(&signature.params) {
        let found = match (
            case.arrays.get(*name),
            case.scalars.get(*name),
            case.constants.get(*name),
        ) {
            (Some(array), ..) => contradiction(param, array),
            (_, Some(dtype), _) if Dtype::from_name(dtype).map(Param::Scalar).as_ref() != Some(param) => {
                Some(format!("the case passes a number of type `{dtype}`"))
            }
            (_, _, Some(value)) if !same(param, *value) => {
                Some(format!("the case says the constant is {}", constant(*value).to_text()))
            }
            _ => None,
        };
        if let Some(found) = found {
            faults.push(format!("`{name}`: {found}, but the entry says `{}`", param.to_text()));
        }
    }
    match faults.is_empty() {
        true => Ok(signature),
        false => Err(faults),
    }
}

/// Where an array of the case is not what its parameter promises.
fn contradiction(param: &Param, array: &DescribedArray) -> Option<String> {
    let Param::Array(promised) = param else {
        return Some("the case has an array".to_string());
    };
    if Dtype::from_name(&array.dtype) != Some(promised.dtype) {
        return Some(format!("the case has elements of type `{}`", array.dtype));
    }
    if array.shape.len() != promised.dims.len() {
        return Some(format!(
            "the case has {}",
            tilewright_diag::counted(array.shape.len(), "dimensions")
        ));
    }
    let fits = |value: i64, known: Option<i64>, div: i64| known.map_or(value % div.max(1) == 0, |known| known == value);
    let dims = promised.dims.iter().zip(array.shape.iter().zip(&array.strides));
    for (i, (dim, (&size, &stride))) in dims.enumerate() {
        if !fits(size, dim.size, dim.size_div) {
            return Some(format!(
                "dimension {i} has {} in the case",
                tilewright_diag::counted(size as usize, "elements")
            ));
        }
        if !fits(stride, dim.stride, dim.stride_div) || dim.stride_lower.is_some_and(|lower| stride < lower) {
            return Some(format!("dimension {i} has a stride of {stride} in the case"));
        }
    }
    None
}

fn same(param: &Param, value: Value) -> bool {
    match (param, constant(value)) {
        // JSON does not tell 1.0 from 1.
        (Param::Const(Constant::Float(of_entry)), Constant::Int(whole)) => *of_entry == whole as f64,
        // Its reader may miss the last bit.
        (Param::Const(Constant::Float(of_entry)), Constant::Float(of_case)) => {
            (of_entry - of_case).abs() <= of_entry.abs() * 2.0 * f64::EPSILON
        }
        (Param::Const(of_entry), of_case) => *of_entry == of_case,
        _ => false,
    }
}

fn constant(value: Value) -> Constant {
    match value {
        Value::Bool(value) => Constant::Bool(value),
        Value::Int(value) => Constant::Int(value.into()),
        Value::Float(value) => Constant::Float(value),
        Value::None => Constant::None,
    }
}

/// A signature from what the case says of each parameter by its name.
fn assembled(case: &Description, names: &[&str]) -> Result<Signature, Vec<String>> {
    let mut faults = Vec::new();
    let mut params = Vec::new();
    for name in names {
        let unknown = |dtype: &str| format!("`{name}`: `{dtype}` is no type of elements");
        let array = case.arrays.get(*name);
        let param = match (array, case.scalars.get(*name), case.constants.get(*name)) {
            (Some(array), ..) => assumed(array, case.static_shapes).ok_or_else(|| unknown(&array.dtype)),
            (_, Some(dtype), _) => Dtype::from_name(dtype).map(Param::Scalar).ok_or_else(|| unknown(dtype)),
            (_, _, Some(value)) => Ok(Param::Const(constant(*value))),
            _ => Err(format!("the case says nothing of the kernel's parameter `{name}`")),
        };
        match param {
            Ok(param) => params.push(param),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut signature = Signature {
        params,
        version: 1,
        symbol: None,
    };
    signature.version = signature.lowest_version();
    Ok(signature)
}

/// An array with all that is usually assumed, as far as it is true of this one.
fn assumed(array: &DescribedArray, static_shapes: bool) -> Option<Param> {
    let values: Vec<(i64, i64)> = array.shape.iter().copied().zip(array.strides.iter().copied()).collect();
    let dtype = Dtype::from_name(&array.dtype)?;
    Some(Param::Array(ArrayParam::of_values(dtype, &values, static_shapes)))
}

#[cfg(test)]
#[path = "../../../../tests/shared.rs"]
mod shared;

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = r#"{"entry": "ENTRY", "grid": [1, 1, 1],
        "entry_params": [{"kind": "scalar", "name": "n", "dtype": "int32", "value": 3, "type": "i32"}],
        "arrays": {"A": {"dtype": "float16", "shape": [40, 64], "strides": [72, 1], "role": "in"}},
        "constants": {"tm": 128, "scale": 2}}"#;

    const SYMBOL: &str = "k_Kt1_A2f16_1v8l0_2i16t1_p16_Si32_I128_F4000000000000000";

    const NAMES: [&str; 4] = ["A", "n", "tm", "scale"];

    fn read(entry: &str) -> Description {
        Description::read(CASE.replace("ENTRY", entry).as_bytes()).unwrap()
    }

    #[test]
    fn the_symbol_says_it() {
        let signature = Signature::of_case(&read(SYMBOL), "k", &NAMES).unwrap();
        assert_eq!(signature, Signature::from_symbol(SYMBOL, "k").unwrap());
        let renamed = Signature::of_case(&read(SYMBOL), "other", &["B", "m", "t", "s"]).unwrap();
        assert_eq!(renamed.symbol("other"), SYMBOL);
    }

    #[test]
    fn names_say_it_where_the_symbol_does_not() {
        let signature = Signature::of_case(&read("main"), "k", &NAMES).unwrap();
        assert_eq!(signature.symbol("k"), "main");
        let mut mangled = signature.clone();
        mangled.symbol = None;
        assert_eq!(mangled.symbol("k"), "k_Kt1_A2f16_1v8l0_2i16t1_p16_Si32_I128_I2");
        let mut case = read("main");
        case.static_shapes = true;
        let fixed = Signature::of_case(&case, "k", &NAMES).unwrap();
        assert_eq!((fixed.version, fixed.lowest_version()), (2, 2));
        let faults = Signature::of_case(&read("main"), "k", &["A", "m"]).unwrap_err();
        assert_eq!(faults, ["the case says nothing of the kernel's parameter `m`"]);
    }

    #[test]
    fn a_case_that_contradicts_its_symbol_is_refused() {
        for (wrong, fault) in [
            ("k_Kt1_I4", "is for 1 parameter, and the kernel has 4"),
            (
                &SYMBOL.replace("f16_", "f32_"),
                "`A`: the case has elements of type `float16`",
            ),
            (
                &SYMBOL.replace("A2f16_1v8l0_2i16t1", "A1f16_1t1"),
                "`A`: the case has 2 dimensions",
            ),
            (
                &SYMBOL.replace("1v8l0_2i16t1", "1v16l0_2i16t1"),
                "dimension 0 has a stride of 72",
            ),
            (
                &SYMBOL.replace("1v8l0_2i16t1", "1v8l0_2t1_3i16"),
                "dimension 0 has 40 elements",
            ),
            (
                &SYMBOL.replace("i32", "i64"),
                "`n`: the case passes a number of type `int32`",
            ),
            (
                &SYMBOL.replace("I128", "I64"),
                "`tm`: the case says the constant is 128",
            ),
            (
                &SYMBOL.replace("A2f16_1v8l0_2i16t1_p16", "I3"),
                "`A`: the case has an array",
            ),
        ] {
            let faults = Signature::of_case(&read(wrong), "k", &NAMES).unwrap_err();
            assert!(faults[0].contains(fault), "{wrong}: {faults:?}");
        }
    }

    /// The names of the parameters, from the text of a kernel of the corpus.
    fn names(source: &str, kernel: &str) -> Vec<String> {
        let (_, rest) = source.split_once(&format!("def {kernel}(")).unwrap();
        let list = rest.split(')').next().unwrap();
        let name = |param: &str| param.split([':', '=']).next().unwrap().trim().to_string();
        list.split(',').map(name).collect()
    }

    #[test]
    fn the_cases_of_the_corpus_agree_with_their_symbols() {
        let mut usual = 0;
        let folders = shared::corpus();
        for folder in &folders {
            let mut case = Description::read(&std::fs::read(folder.join("case.json")).unwrap()).unwrap();
            let kernel = kernel_of_symbol(&case.entry).unwrap().to_string();
            let source = std::fs::read_to_string(folder.join("kernel.py")).unwrap();
            let names = names(&source, &kernel);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let signature = Signature::of_case(&case, &kernel, &names).unwrap_or_else(|e| panic!("{folder:?}: {e:?}"));
            assert_eq!(signature.symbol, None, "{folder:?}");

            // Assumptions without a symbol are mostly the same.
            let entry = std::mem::replace(&mut case.entry, "main".to_string());
            let mut assumed = Signature::of_case(&case, &kernel, &names).unwrap();
            assumed.symbol = None;
            usual += usize::from(assumed.symbol(&kernel) == entry);
        }
        eprintln!("{usual} of {} are as assumed", folders.len());
        assert!(usual * 10 >= folders.len() * 9);
    }
}
