//! Cases read from bytes, compared, and refused.

use tilewright_case::{Case, Element, Param, Role, Tolerance};
use tilewright_npz::{Array, Npz, write_npz};

fn npz(members: &[(&str, Array)]) -> Vec<u8> {
    let members = members
        .iter()
        .map(|(name, array)| (name.to_string(), array.clone()))
        .collect();
    write_npz(&Npz { members }).unwrap()
}

fn json(tolerance: &str) -> String {
    format!(
        r#"{{
            "name": "t", "entry": "k", "grid": [2, 1, 1],
            "entry_params": [
                {{"kind": "pointer", "array": "X", "type": "ptr<bf16>"}},
                {{"kind": "size", "array": "X", "dim": 0, "value": 3, "type": "i32"}},
                {{"kind": "pointer", "array": "Y", "type": "ptr<f32>"}},
                {{"kind": "scalar", "name": "a", "dtype": "float32", "value": 0.5, "type": "f32"}},
                {{"kind": "scalar", "name": "b", "dtype": "int32", "value": -1, "type": "i32"}}
            ],
            "arrays": {{
                "X": {{"dtype": "bfloat16", "shape": [3], "strides": [1], "role": "in", "stored_as": "uint16"}},
                "Y": {{"dtype": "float32", "shape": [2, 2], "strides": [3, 1], "storage_shape": [2, 3], "role": "out"}}
            }},
            "tolerance": {{"Y": {tolerance}}}
        }}"#
    )
}

fn inputs() -> Vec<u8> {
    npz(&[("X", Array::from_u16(&[3], &[0x3F80, 0x4000, 0x4040]).unwrap())])
}

fn expected() -> Vec<u8> {
    npz(&[(
        "Y",
        Array::from_f32(&[2, 3], &[1.0, 0.0, 9.0, -2.0, 100.0, 9.0]).unwrap(),
    )])
}

fn case(tolerance: &str) -> Case {
    Case::read(json(tolerance).as_bytes(), &inputs(), Some(&expected())).unwrap()
}

/// The storage of `Y` with its four elements set; the padding stays poisoned.
fn output(elements: [f32; 4]) -> Vec<u8> {
    let poison = f32::from_bits(u32::MAX);
    let [a, b, c, d] = elements;
    [a, b, poison, c, d, poison]
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect()
}

#[test]
fn a_case_has_its_arguments_in_order_and_poisoned_outputs() {
    let case = case(r#"{"exact": true}"#);
    assert_eq!(case.grid, [2, 1, 1]);
    assert_eq!(
        case.params,
        [
            Param::Pointer(0),
            Param::Number {
                element: Element::I32,
                bits: 3
            },
            Param::Pointer(1),
            Param::Number {
                element: Element::F32,
                bits: 0x3F00_0000
            },
            Param::Number {
                element: Element::I32,
                bits: 0xFFFF_FFFF
            },
        ]
    );
    let [x, y] = &case.arrays[..] else { panic!("two arrays") };
    assert_eq!((x.role, x.element, x.initial.len()), (Role::In, Element::Bf16, 6));
    assert_eq!((y.role, y.tolerance), (Role::Out, Tolerance::Exact));
    assert_eq!(y.initial, [0xFF; 24]);
    let outputs = case.outputs(&[x.initial.clone(), output([1.0; 4])]).unwrap();
    assert_eq!(outputs.get("Y").map(|a| a.shape().to_vec()), Some(vec![2, 3]));
}

fn compare(tolerance: &str, elements: [f32; 4]) -> tilewright_case::Comparison {
    let case = case(tolerance);
    case.compare(&[case.arrays[0].initial.clone(), output(elements)])
        .remove(0)
}

#[test]
fn exact_means_equal_but_for_the_sign_of_zero() {
    assert!(compare(r#"{"exact": true}"#, [1.0, -0.0, -2.0, 100.0]).passed());
    let off = compare(r#"{"exact": true}"#, [1.0, 0.0, -2.0, 100.00001]);
    assert!(!off.passed());
    assert_eq!(off.first_wrong.as_ref().map(|w| w.at.clone()), Some(vec![1, 1]));
}

#[test]
fn close_means_within_absolute_plus_relative_and_no_nan() {
    let tolerance = r#"{"atol": 0.5, "rtol": 0.01}"#;
    let good = compare(tolerance, [1.5, -0.4, -2.5, 101.5]);
    assert!(good.passed(), "{good:?}");
    assert_eq!(good.largest_absolute, 1.5);
    assert_eq!(good.largest_relative, 0.5);
    assert!(!compare(tolerance, [1.52, 0.0, -2.0, 100.0]).passed());
    let nan = compare(tolerance, [1.0, f32::NAN, -2.0, 100.0]);
    assert!(!nan.passed() && nan.wrong == 1 && nan.largest_absolute.is_nan());
}

#[test]
fn writes_beside_the_array_are_noticed() {
    let case = case(r#"{"exact": true}"#);
    let mut bytes = output([1.0, 0.0, -2.0, 100.0]);
    bytes[8] = 0;
    let strayed = case.compare(&[case.arrays[0].initial.clone(), bytes]).remove(0);
    assert!(!strayed.passed() && strayed.wrong == 0 && strayed.strayed == 4);
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let refused = |json: String, inputs: &[u8]| Case::read(json.as_bytes(), inputs, None).unwrap_err().to_string();
    let text = json(r#"{"exact": true}"#);
    assert!(refused(text.clone(), &npz(&[])).contains("array `X`: it is not in inputs.npz"));
    let short = npz(&[("X", Array::from_u16(&[2], &[0, 0]).unwrap())]);
    assert!(refused(text.clone(), &short).contains("array `X`: inputs.npz has [2] of uint16"));
    assert!(
        refused(
            text.replace("\"array\": \"X\", \"type\"", "\"array\": \"W\", \"type\""),
            &inputs()
        )
        .contains("`W`")
    );
    assert!(refused(text.replace("bfloat16", "float17"), &inputs()).contains("unknown type `float17`"));
    assert!(
        refused(text.replace("\"value\": -1", "\"value\": -3000000000"), &inputs()).contains("no value of type `i32`")
    );
    assert!(
        refused(text.replace("\"strides\": [3, 1]", "\"strides\": [5, 1]"), &inputs()).contains("beyond the storage")
    );
    assert!(refused(text.replace("[2, 3]", "[4294967296, 4294967296]"), &inputs()).contains("too large"));
    assert!(refused("{".to_string(), &inputs()).contains("case.json"));
}
