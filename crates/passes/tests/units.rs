//! The messages for a GPU whose unit is not built in, or has no loops yet. `npm test` runs this once more without the units.

use tilewright_passes::{Context, PIPELINE};
use tilewright_pipeliner::pipelining::Strategy;

/// The pipeliner's refusal of the gallery's product for a GPU, if agents are asked for.
fn told(target: &str) -> Result<(), String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/kernels/gemm_dynamic.mlir");
    let parsed = tilewright_ir::parse(&std::fs::read_to_string(path).unwrap());
    let mut module = parsed.module;
    let mut context = Context::new(tilewright_machine::target(target).unwrap(), "gemm_dynamic", 2);
    context.pipeliner.strategy = Some(Strategy::WarpSpecialize);
    for pass in PIPELINE.iter().take_while(|pass| pass.name != "unspecialized-pipeline") {
        match pass.run(&module, &context) {
            Ok(None) => {}
            Ok(Some(next)) => module = next,
            Err(refusal) => return Err([&[refusal.message][..], &refusal.notes].concat().join("; ")),
        }
    }
    Ok(())
}

#[test]
fn a_unit_that_is_missing_is_named() {
    let hopper = told("sm_90a");
    match cfg!(feature = "units") {
        true => assert_eq!(hopper, Ok(())),
        false => {
            let why = hopper.unwrap_err();
            assert!(why.contains("built without the unit `wgmma`"), "{why}");
        }
    }
    let blackwell = told("sm_100a").unwrap_err();
    let why = match cfg!(feature = "units") {
        true => "accumulators are in tensor memory",
        false => "built without the unit `tcgen05`",
    };
    assert!(blackwell.contains(why), "{blackwell}");
    let ampere = told("sm_80").unwrap_err();
    assert!(ampere.contains("which wait for them"), "{ampere}");
}
