//! Reports of older versions are still read: fields that were renamed, under their old names too.

use tilewright_driver::report::{
    LoopAgent, LoopCandidate, LoopEstimate, LoopSchedule, NotPipelined, SharedBuffer, SharedLedger,
};

#[test]
fn renamed_fields_are_read_under_their_old_names() {
    let candidate = r#"{ "strategy": "none", "consumers": null, "iteration_cycles": 1, "tile_cycles": null, "iterations": null,
        "taken": true, "why": "asked for" }"#;
    assert!(serde_json::from_str::<LoopCandidate>(candidate).unwrap().chosen);
    let measured = r#"{ "ii_cycles": 1, "load_cycles": 2, "mma_cycles": 1, "life_cycles": 7, "source": "a test" }"#;
    assert_eq!(serde_json::from_str::<LoopEstimate>(measured).unwrap().live_cycles, 7.0);
    let buffer =
        r#"{ "name": "A", "bytes": 64, "offset": 0, "align": 16, "copies": 4, "live": "", "peak": true, "note": "" }"#;
    assert_eq!(serde_json::from_str::<SharedBuffer>(buffer).unwrap().slots, 4);
}

#[test]
fn candidates_are_read_under_their_old_name() {
    // Another field is missing in both, so that the error tells which names are known.
    let wrong = |name: &str| {
        let text = format!(r#"{{ "line": 1, "strategy": "none", "why": "", "{name}": 7 }}"#);
        serde_json::from_str::<LoopSchedule>(&text).unwrap_err().to_string()
    };
    assert_eq!(
        wrong("strategies"),
        wrong("candidates").replace("candidates", "strategies")
    );
    assert!(
        wrong("strategies").contains("expected a sequence"),
        "{}",
        wrong("strategies")
    );
    assert_eq!(wrong("measured"), wrong("estimate"));
    assert_ne!(wrong("measured"), wrong("mesured"));
    assert!(!wrong("candidats").contains("expected a sequence"));
}

#[test]
fn order_and_stages_are_read_as_seats() {
    let agent = |placed: &str| {
        let text = format!(
            r#"{{ "name": "consumer", "warps": 4, "registers": 168, "budget": "", "ops": ["dot"], "ii": 1, {placed} }}"#
        );
        serde_json::from_str::<LoopAgent>(&text).unwrap()
    };
    let before = agent(r#""seats": [{ "op": "dot", "stage": 1 }]"#);
    assert_eq!(before.placed(), [("dot", Some(1))]);
    assert_eq!(before.in_flight, None);
    let now = agent(r#""order": ["dot"], "stages": [1], "in_flight": 1"#);
    assert_eq!((now.placed(), now.in_flight), (before.placed(), Some(1)));
    assert!(!serde_json::to_string(&now).unwrap().contains("seats"));
}

#[test]
fn reports_from_before_a_field_was_added_are_read() {
    let refusal = r#"{ "line": 1, "what": "not pipelined", "why": "", "help": "" }"#;
    assert!(serde_json::from_str::<NotPipelined>(refusal).unwrap().memory.is_none());
    let measured = r#"{ "ii_cycles": 1, "load_cycles": 2, "mma_cycles": 1, "live_cycles": 7, "source": "a test" }"#;
    assert!(serde_json::from_str::<LoopEstimate>(measured).unwrap().limit.is_none());
    let ledger = r#"{ "capacity": 9, "used": 8, "one_more": 2, "buffers": [], "named_barriers": [] }"#;
    assert_eq!(serde_json::from_str::<SharedLedger>(ledger).unwrap().free, 0);
}
