//! The messages for a GPU whose unit is not built in, or starts no products by itself. `npm test` runs this once more without the units.

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
    for (target, unit) in [("sm_90a", "wgmma"), ("sm_100a", "tcgen05")] {
        match cfg!(feature = "units") {
            true => assert_eq!(told(target), Ok(())),
            false => {
                let why = told(target).unwrap_err();
                assert!(why.contains(&format!("built without the unit `{unit}`")), "{why}");
            }
        }
    }
    let ampere = told("sm_80").unwrap_err();
    assert!(ampere.contains("which wait for them"), "{ampere}");
}
