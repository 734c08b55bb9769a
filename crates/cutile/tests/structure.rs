//! The comparison of structures finds each kind of change, and nothing else.

#[path = "common/structure.rs"]
mod structure;

#[path = "../../../tests/shared.rs"]
mod shared;

use structure::compare_texts;

const KERNEL: &str = r#"cuda_tile.module @kernels {
  entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %cst = constant <i32: 0> : tile<i32>
    %cst_0 = constant <i32: 1> : tile<i32>
    %tview = make_tensor_view %assume, shape = [%arg1], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %pview = make_partition_view %tview : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%cst] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %for:2 = for %loopIdx in (%cst to %arg1, step %cst_0) : tile<i32> iter_values(%iterArg0 = %tile, %iterArg1 = %cst) -> (tile<8xf32>, tile<i32>) {
      %2 = addf %iterArg0, %tile  : tile<8xf32>
      %3 = addi %iterArg1, %loopIdx : tile<i32>
      continue %2, %3 : tile<8xf32>, tile<i32>
    }
    %1 = store_view_tko weak %for#0, %pview[%for#1] token = %result_token : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
"#;

/// The kernel with `old` replaced, which has to be there.
fn changed(old: &str, new: &str) -> String {
    assert!(KERNEL.contains(old), "{old}");
    KERNEL.replace(old, new)
}

#[test]
fn names_and_places_do_not_matter() {
    assert_eq!(compare_texts(KERNEL, KERNEL), Ok(()));
    let renamed = changed("%iterArg0", "%x")
        .replace("%tile", "%loaded")
        .replace("%for", "%r")
        .replace("%3", "%three");
    assert_eq!(compare_texts(KERNEL, &renamed), Ok(()));
    assert_eq!(compare_texts(&renamed, KERNEL), Ok(()));
}

#[test]
fn every_kind_of_change_is_found() {
    for (old, new, what, line) in [
        ("addf %iterArg0", "subf %iterArg0", "ops differ", "addf"),
        (
            "addf %iterArg0, %tile",
            "addf %tile, %iterArg0",
            "operand 0 is another value",
            "addf",
        ),
        (
            "addf %iterArg0, %tile ",
            "addf %iterArg0, %tile rounding<zero> ",
            "attributes differ",
            "addf",
        ),
        (
            "addi %iterArg1, %loopIdx",
            "addi %iterArg1, %iterArg1",
            "operand 1 is another value",
            "addi",
        ),
        ("<i32: 1>", "<i32: 2>", "attributes differ", "constant <i32: 1>"),
        ("div_by<16>", "div_by<8>", "attributes differ", "assume"),
        ("@k(", "@other(", "attributes differ", "entry"),
        (
            "optimization_hints=<default = {}>",
            "optimization_hints=<default = {occupancy = 2}>",
            "attributes differ",
            "entry",
        ),
        (
            "%0 = make_token",
            "%9 = make_token : token\n    %0 = make_token",
            "ops differ",
            "assume",
        ),
        (
            "    return",
            "    %9 = make_token : token\n    return",
            "ops differ",
            "return",
        ),
        (
            "      continue",
            "      %9 = make_token : token\n      continue",
            "ops differ",
            "continue",
        ),
        (
            "token = %result_token",
            "token = %0",
            "is another value",
            "store_view_tko",
        ),
        (
            "%for#0, %pview[%for#1]",
            "%for#0, %pview[%cst]",
            "is another value",
            "store_view_tko",
        ),
        (
            "continue %2, %3",
            "continue %iterArg0, %3",
            "operand 0 is another value",
            "continue",
        ),
    ] {
        let found = compare_texts(KERNEL, &changed(old, new)).expect_err(new);
        assert!(found.contains(what), "{new}: {found}");
        let ours = found.split("theirs:").next().unwrap();
        let shown = ours.lines().find(|shown| shown.starts_with('>')).unwrap();
        assert!(shown.contains(line), "{new}: {found}");
    }
}

#[test]
fn types_and_ends_are_compared() {
    let narrow = KERNEL.replace("8xf32", "4xf32").replace("tile=(8)", "tile=(4)");
    assert!(compare_texts(KERNEL, &narrow).unwrap_err().contains("results differ"));
    let argument = changed(
        "%arg0: tile<ptr<f32>>, %arg1",
        "%arg0: tile<ptr<f32>>, %x: tile<f32>, %arg1",
    );
    assert!(compare_texts(KERNEL, &argument).is_err());
    let two = format!(
        "{}  entry @l() {{\n    return\n  }}\n}}\n",
        KERNEL.trim_end().trim_end_matches('}')
    );
    assert!(
        compare_texts(KERNEL, &two)
            .unwrap_err()
            .starts_with("we have no such op")
    );
    assert!(
        compare_texts(&two, KERNEL)
            .unwrap_err()
            .starts_with("they have no such op")
    );
    assert!(
        compare_texts(KERNEL, "nothing")
            .unwrap_err()
            .contains("their text is not Tile IR")
    );
}

#[test]
fn kernels_of_the_corpus_are_their_own_structure_only() {
    let read = |folder: &std::path::Path| std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
    let texts: Vec<String> = shared::corpus().iter().map(|folder| read(folder)).collect();
    for (i, text) in texts.iter().enumerate() {
        assert_eq!(compare_texts(text, text), Ok(()));
        let next = &texts[(i + 1) % texts.len()];
        assert_eq!(compare_texts(text, next).is_ok(), text == next);
    }
}
