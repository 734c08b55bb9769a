//! From `switch_by_executor` to PTX: the number of the warp goes through `make_warp_uniform` and becomes a broadcast of the first
//! lane, and each warp branches by it to its own region.

use tilewright_passes::emit_ptx::emit;
use tilewright_passes::{Context, PIPELINE};

const KERNEL: &str = "nv_tileas.func @split() {
  cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 14] groups = [0, 0] {
    cutlass.async.exec {
      cutlass.bar arrive {id = 2, threads = 128}
    }
    cutlass.async.exec {
      cutlass.bar sync {id = 2, threads = 128}
    }
  } attributes {num_warps = 4}
  nv_tileas.return
}
";

fn ptx(text: &str) -> String {
    let parsed = tilewright_ir::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let mut module = parsed.module;
    let context = Context {
        target: tilewright_machine::target("sm_90a").unwrap(),
        entry: "split",
        warp_bits: 2,
        strategy: None,
        atoms: tilewright_machine::atoms(),
        num_stages: None,
        scheduler: tilewright_modsched::options::Generator::Auto,
        tile_scheduler: None,
        notes: Default::default(),
    };
    let start = PIPELINE
        .iter()
        .position(|pass| pass.name == "convert-pipeline-to-nvvm")
        .unwrap();
    for pass in &PIPELINE[start..] {
        let found = tilewright_ir::verify(&module);
        assert!(found.is_empty(), "before {}: {found:?}", pass.name);
        if let Some(next) = (pass.run)(&module, &context).unwrap_or_else(|e| panic!("{}: {e:?}", pass.name)) {
            module = next;
        }
    }
    emit(&module, &context, false).unwrap().text
}

#[test]
fn the_number_of_a_warp_is_broadcast() {
    let text = ptx(KERNEL);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = |what: &str| lines.iter().position(|line| line.starts_with(what));
    let shift = at("shr").unwrap_or_else(|| panic!("{text}"));
    let broadcast = at("shfl.sync.idx.b32").unwrap_or_else(|| panic!("{text}"));
    let branch = at("@").unwrap_or_else(|| panic!("{text}"));
    assert!(shift < broadcast && broadcast < branch, "{text}");
    // Of the first lane, by all lanes.
    assert!(lines[broadcast].contains(", 0, 31, "), "{text}");
    assert!(
        text.contains("bar.arrive 2, 128") || text.contains("bar.arrive \t2, 128"),
        "{text}"
    );
    assert!(
        text.contains("bar.sync 2, 128") || text.contains("bar.sync \t2, 128"),
        "{text}"
    );
}
