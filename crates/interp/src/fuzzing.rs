//! Checks that the property tests and the fuzz targets share. Each panics when a promise of the interpreter is broken.

use crate::{Arg, Launch, Memory, Options, Outcome, run};
use std::ops::ControlFlow;
use tilewright_ir::Module;
use tilewright_ir::ops::cuda_tile;

/// Any text that parses and verifies runs to an end, within its budget, twice in the same way; and what is found has a
/// text. `seed` chooses numbers for the arguments.
pub fn check_run(source: &str, seed: u64) {
    let parsed = tilewright_ir::parse(source);
    if parsed.diagnostics.iter().any(|d| d.is_error()) {
        return;
    }
    let (first, memory) = run_once(&parsed.module, seed);
    let (again, memory_again) = run_once(&parsed.module, seed);
    assert_eq!(first, again, "a run is not repeatable");
    assert_eq!(memory, memory_again, "a run is not repeatable");
    if let Some(outcome) = first {
        for finding in &outcome.findings {
            assert!(!finding.diagnostic(&parsed.module).message.is_empty());
        }
    }
}

/// Runs the first kernel on small buffers; none if it is refused.
fn run_once(module: &Module, seed: u64) -> (Option<Outcome>, Memory) {
    let mut memory = Memory::default();
    let ops = module.walk(module.top());
    let entry = ops.into_iter().find(|&op| module.kind(op) == cuda_tile::ENTRY);
    let block = entry.and_then(|op| module.regions(op).first().and_then(|&r| module.entry_block(r)));
    let (Some(entry), Some(block)) = (entry, block) else {
        return (None, memory);
    };
    let mut args = Vec::new();
    for (i, &argument) in module.arguments(block).iter().enumerate() {
        let varied = seed.rotate_left(i as u32 * 7);
        args.push(if module.pointee(module.element(module.ty(argument))).is_some() {
            let bytes = (0..256u64).map(|b| (b.wrapping_mul(varied | 1) >> 3) as u8).collect();
            let buffer = memory.add(format!("b{i}"), bytes, varied & 3 != 0);
            Arg::Pointer { buffer, offset: 0 }
        } else {
            Arg::Scalar(varied & 0x1F)
        });
    }
    let launch = Launch { grid: [2, 1, 1], args };
    let options = Options {
        seed,
        budget: 20_000,
        tile_elements: 1 << 16,
    };
    let name = module.keyword(entry, "sym_name");
    let outcome = run(module, Some(name), &launch, &mut memory, options, &mut |_| {
        ControlFlow::Continue(())
    });
    (outcome.ok(), memory)
}
