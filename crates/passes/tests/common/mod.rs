//! From IR in the middle of the compiler to PTX.

use tilewright_nvptx::emit_ptx::emit;
use tilewright_passes::{Context, PIPELINE};

/// The PTX of a module that stands before a pass, by the passes from there on, or what one of them refuses.
pub fn try_ptx(text: &str, entry: &str, before: &str) -> Result<String, String> {
    try_ptx_for("sm_90a", text, entry, before)
}

/// The same for another GPU.
pub fn try_ptx_for(gpu: &str, text: &str, entry: &str, before: &str) -> Result<String, String> {
    let parsed = tilewright_ir::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    let mut module = parsed.module;
    let context = Context::new(tilewright_machine::target(gpu).unwrap(), entry, 2);
    let start = PIPELINE.iter().position(|pass| pass.name == before).unwrap();
    for pass in &PIPELINE[start..] {
        let found = tilewright_ir::verify(&module);
        assert!(found.is_empty(), "before {}: {found:?}", pass.name);
        match pass.run(&module, &context) {
            Ok(None) => {}
            Ok(Some(next)) => module = next,
            Err(refusal) => return Err(refusal.message),
        }
    }
    Ok(emit(&module, &context.pipeliner.base, false)
        .map_err(|refusal| refusal.message)?
        .text)
}
