//! One warp on one buffer: all that most tests of instructions need.

use tilewright_emulator::{Buffer, Launch, Options, Outcome, Param, Refusal, run};

/// Runs the kernel `k` of `text` in one warp; its only parameter is the address of a buffer with these bytes.
pub fn run_warp(text: &str, bytes: Vec<u8>) -> Result<Outcome, Refusal> {
    let name = "buffer".to_string();
    let launch = Launch {
        entry: "k".into(),
        grid: [1, 1, 1],
        block: [32, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: 0,
        shared_align: 1024,
        params: vec![Param::Buffer {
            name: name.clone(),
            offset: 0,
        }],
    };
    let buffer = Buffer {
        name,
        bytes,
        align: 256,
    };
    run(text, &launch, vec![buffer], Options::default())
}
