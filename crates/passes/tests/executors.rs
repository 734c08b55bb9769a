//! From `switch_by_executor` to PTX: the number of the warp goes through `make_warp_uniform` and becomes a broadcast of
//! the first lane, and each warp branches by it to its own region.

mod common;

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

#[test]
fn the_number_of_a_warp_is_broadcast() {
    let text = common::try_ptx(KERNEL, "split", "convert-pipeline-to-nvvm").unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = |what: &str| lines.iter().position(|line| line.starts_with(what));
    let shift = at("shr").unwrap_or_else(|| panic!("{text}"));
    let broadcast = at("shfl.sync.idx.b32").unwrap_or_else(|| panic!("{text}"));
    let branch = at("@").unwrap_or_else(|| panic!("{text}"));
    assert!(shift < broadcast && broadcast < branch, "{text}");
    // Of the first lane, by all lanes.
    assert!(lines[broadcast].contains(", 0, 31, "), "{text}");
    assert!(text.contains("bar.arrive 2, 128"), "{text}");
    assert!(text.contains("bar.sync 2, 128"), "{text}");
}
