//! Reproduces the reference set `cutlass_pipeline` of `../shared/vectors`, field by field.

#[path = "../../../tests/shared.rs"]
mod shared;

use serde_json::{Map, Value};
use tilewright_pipeline::vectors::cutlass;

#[test]
fn cutlass_pipeline() {
    let Some(path) = shared::shared("vectors/cutlass_pipeline.json") else {
        return;
    };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let file: Value = serde_json::from_str(&text).expect("the set is JSON");
    let vectors = file["vectors"].as_array().expect("a list");
    assert!(vectors.len() > 100);
    let computed = [
        "trace",
        "by",
        "init",
        "producer",
        "producer_tail",
        "consumer",
        "try_acquire_success",
        "try_acquire_fail",
        "try_wait_success",
        "try_wait_fail",
        "consumer_thread0",
        "release_fanout",
        "tail_wait",
        "steps",
    ];
    for vector in vectors {
        let vector = vector.as_object().expect("an object");
        let store = vector["kind"] == "pipeline_tma_store";
        let is_computed = |k: &str| computed.contains(&k) || (store && k == "iterations");
        // With the lengths of the given traces, and with nothing but the inputs: the latter must have the same content.
        let input: Map<String, Value> = vector
            .iter()
            .filter(|(k, _)| !is_computed(k))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        for (given, exact) in [(vector.clone(), true), (input, !(store && vector["stages"] == 1))] {
            let input: cutlass::Input = serde_json::from_value(Value::Object(given)).expect("inputs");
            let output = cutlass::compute(&input).unwrap_or_else(|e| panic!("{}: {e}", vector["id"]));
            let output = serde_json::to_value(output).expect("plain data");
            for (field, want) in vector.iter().filter(|(k, _)| is_computed(k)) {
                if exact {
                    assert_eq!(&output[field], want, "{} {}: {field}", vector["kind"], vector["id"]);
                }
            }
        }
    }
}
