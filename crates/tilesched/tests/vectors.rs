//! Reproduces the reference sets of `../shared/vectors`, field by field.

#[path = "../../../tests/shared.rs"]
mod shared;

use serde_json::Value;
use tilewright_tilesched::vectors;

fn load(set: &str) -> Option<Vec<Value>> {
    let path = shared::shared(&format!("vectors/{set}.json"))?;
    let text = std::fs::read_to_string(path).expect("a readable file");
    let mut file: Value = serde_json::from_str(&text).expect("the set is JSON");
    match file["vectors"].take() {
        Value::Array(vectors) => Some(vectors),
        other => panic!("vectors is {other}"),
    }
}

/// Every computed field must equal the vector's, and every field of the vector must be an input or computed.
fn reproduce<I: serde::de::DeserializeOwned, O: serde::Serialize, E: std::fmt::Display>(
    set: &str,
    inputs: &[&str],
    compute: impl Fn(&I) -> Result<O, E>,
) {
    let Some(vectors) = load(set) else { return };
    assert!(vectors.len() > 100, "{set} has only {} vectors", vectors.len());
    for vector in vectors {
        let id = &vector["id"];
        let input: I = serde_json::from_value(vector.clone()).unwrap_or_else(|e| panic!("{set} {id}: {e}"));
        let output = compute(&input).unwrap_or_else(|e| panic!("{set} {id}: {e}"));
        let output = serde_json::to_value(output).expect("plain data");
        for (field, want) in vector.as_object().expect("an object") {
            if field == "id" || inputs.contains(&field.as_str()) {
                continue;
            }
            assert_eq!(&output[field], want, "{set} {id}: {field}");
        }
    }
}

#[test]
fn tilelang_persistent() {
    reproduce(
        "tilelang_persistent",
        &[
            "num_m_tiles",
            "num_n_tiles",
            "num_workers",
            "swizzle_size",
            "column_major",
            "cluster_size",
        ],
        |input| vectors::tilelang::compute(input, 1),
    );
}

const CUTLASS: [&str; 10] = [
    "m",
    "n",
    "k",
    "l",
    "tile",
    "cluster",
    "max_swizzle",
    "raster_option",
    "sm_count",
    "max_active_clusters",
];

#[test]
fn cutlass_static_persistent() {
    reproduce(
        "cutlass_static_persistent",
        &CUTLASS,
        vectors::static_persistent::compute,
    );
}

#[test]
fn cutlass_streamk() {
    let more = [
        "splits_arg",
        "decomposition_arg",
        "reduction_mode",
        "mma_warp_groups",
        "barrier_bits",
        "accumulator_bits",
        "ktile_start_alignment",
    ];
    let inputs: Vec<&str> = CUTLASS.iter().chain(&more).copied().collect();
    reproduce("cutlass_streamk", &inputs, vectors::stream_k::compute);
}
