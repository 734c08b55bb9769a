//! Faults that damaged files and texts brought to light.

use tilewright_bytecode::fuzzing::{Reached, check_text};
use tilewright_bytecode::{Version, assemble, disassemble};

const KERNEL: &str = "entry @k() {\n  return\n}\n";

#[test]
fn a_file_is_one_module() {
    let module = |name: &str| format!("cuda_tile.module @{name} {{\n{KERNEL}}}\n");
    assert!(assemble(&module("a"), Default::default()).is_ok());
    for text in [
        module("a") + &module("b"),
        module("a") + KERNEL,
        KERNEL.to_string() + &module("a"),
    ] {
        let why = assemble(&text, Default::default()).expect_err(&text);
        assert!(why[0].message.contains("one module"), "{why:?}");
    }
}

/// Two kernels with subprograms of their own, of which each has an op with a place and no scope, and one place in
/// common.
const PLACES: &str = r#"entry @a() {
  %c = constant <i32: 1> : tile<i32> loc("x.py":3:4)
  return loc(#at)
} loc(#of_a)
entry @b() {
  %c = constant <i32: 1> : tile<i32> loc("x.py":5:6)
  return loc(callsite(#at at #of_b))
} loc(#of_b)
#at = loc("x.py":3:4)
#file = #cuda_tile.di_file<"x.py" in ".">
#unit = #cuda_tile.di_compile_unit<file = #file>
#fun_a = #cuda_tile.di_subprogram<file = #file, line = 1, name = "a", linkageName = "a", compileUnit = #unit, scopeLine = 1>
#fun_b = #cuda_tile.di_subprogram<file = #file, line = 4, name = "b", linkageName = "b", compileUnit = #unit, scopeLine = 4>
#of_a = #cuda_tile.di_loc<loc("x.py":1:0) in #fun_a>
#of_b = #cuda_tile.di_loc<loc("x.py":4:0) in #fun_b>
"#;

#[test]
fn a_place_without_a_scope_gets_that_of_its_kernel() {
    assert_eq!(check_text(PLACES), Reached::Legal);
    let bytes = assemble(PLACES, Default::default()).unwrap();
    let text = disassemble(&bytes, true).unwrap();
    assert_eq!(text.matches("di_subprogram<").count(), 2, "{text}");
}

/// A kernel without a place, whose ops have some in several files.
const PLAIN: &str = r#"entry @k(%a: tile<i32>) {
  %0 = addi %a, %a : tile<i32> loc("a.py":3:4)
  %1 = addi %a, %a : tile<i32> loc(callsite("b.py":3:4 at "c.py":1:1))
  return
}
"#;

#[test]
fn places_of_a_kernel_without_one_share_a_scope_that_is_made_up() {
    assert_eq!(check_text(PLAIN), Reached::Legal);
    let bytes = assemble(PLAIN, Default::default()).unwrap();
    let text = disassemble(&bytes, true).unwrap();
    assert_eq!(text.matches("di_subprogram<").count(), 1, "{text}");
    let parsed = tilewright_ir::parse(&text);
    let found = tilewright_ir::verify(&parsed.module);
    assert!(parsed.diagnostics.is_empty() && found.is_empty(), "{text}\n{found:?}");
}

/// Bytes with the first occurrence of `from` replaced by as many others.
fn patched(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|window| window == from);
    let mut patched = bytes.to_vec();
    patched[at.expect("the bytes are there")..][..to.len()].copy_from_slice(to);
    patched
}

#[test]
fn an_op_stands_at_a_place_and_hints_are_dictionaries() {
    let bytes = assemble(PLAIN, Default::default()).unwrap();
    // The place of the first addition is row 4 of the table; row 1 is a file.
    let spoiled = patched(&bytes, &4u64.to_le_bytes(), &1u64.to_le_bytes());
    let why = disassemble(&spoiled, false).unwrap_err()[0].message.clone();
    assert!(why.contains("is no place"), "{why}");
    let hinted = "entry @k() optimization_hints=<default = {}> {\n  return\n}\n";
    let bytes = assemble(hinted, Default::default()).unwrap();
    for (from, to) in [([10, 0], [11, 0]), ([11, 1], [10, 1])] {
        let why = disassemble(&patched(&bytes, &from, &to), false).unwrap_err()[0]
            .message
            .clone();
        assert!(why.contains("tag 11") || why.contains("no list of hints"), "{why}");
    }
}

/// Branches in branches, in a kernel without a module around it: so it may be one deeper than in one.
fn nested(depth: usize) -> String {
    let branches = "if %c {\n".repeat(depth);
    let ends = "}\n".repeat(depth);
    format!("entry @k(%c: tile<i1>) {{\n{branches}{ends}return\n}}\n")
}

#[test]
fn what_nests_too_deep_for_text_is_refused_as_bytecode() {
    let deepest = tilewright_ir::parse::MAX_NESTING - 2;
    let bytes = assemble(&nested(deepest), Version::default()).unwrap();
    let text = disassemble(&bytes, false).unwrap();
    assert_eq!(tilewright_ir::parse(&text).diagnostics, []);
    let bytes = assemble(&nested(deepest + 1), Version::default()).unwrap();
    let refused = disassemble(&bytes, false).unwrap_err();
    assert_eq!(refused[0].code, "bytecode.too-deep");
    assert!(
        refused[0].message.contains("nested more than"),
        "{}",
        refused[0].message
    );
    assert!(refused[0].message.contains("section"), "{}", refused[0].message);
}

/// Calls are inlined many levels deep, and blocks stand in blocks.
#[test]
fn debug_information_nests_as_deep_as_it_is() {
    let deep = 20_000;
    let scopes: String = (1..deep)
        .map(|i| {
            format!(
                "#s{i} = #di_lexical_block<scope = #s{}, file = #file, line = {i}>\n",
                i - 1
            )
        })
        .collect();
    let calls: String = (1..deep)
        .map(|i| format!("#c{i} = loc(callsite(#c0 at #c{}))\n", i - 1))
        .collect();
    let names = format!("\"a\"({}#c0{})", "\"a\"(".repeat(deep), ")".repeat(deep + 1));
    let source = format!(
        r#"entry @k() {{
  %0 = constant <i32: 1> : tile<i32> loc(#di_loc<loc("a.py":1:1) in #s{last}>)
  %1 = constant <i32: 1> : tile<i32> loc({names}
  return loc(#c{last})
}} loc(#c0)
#file = #di_file<"a.py" in "b">
#unit = #di_compile_unit<file = #file>
#s0 = #di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>
#c0 = #di_loc<loc("a.py":1:1) in #s0>
{scopes}{calls}"#,
        last = deep - 1,
    );
    let work = move || {
        let bytes = assemble(&source, Version::default()).unwrap();
        let text = disassemble(&bytes, true).unwrap();
        assert_eq!(text.matches("di_lexical_block<").count(), deep - 1);
        assert_eq!(text.matches("callsite(").count(), deep - 1);
        assert_eq!(assemble(&text, Version::default()).unwrap(), bytes);
        // A row that names itself or a later one is none.
        let wrong = source.replacen(
            "#s1 = #di_lexical_block<scope = #s0",
            "#s1 = #di_lexical_block<scope = #s2",
            1,
        );
        let refused = assemble(&wrong, Version::default()).unwrap_err();
        assert!(refused[0].message.contains("part of itself"), "{}", refused[0].message);
    };
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(work).unwrap().join().unwrap();
}

/// Bytecode has room for the attributes of records alone; what else there is must not get lost.
#[test]
fn attributes_that_bytecode_has_no_room_for_are_named() {
    for text in [
        "cuda_tile.module @m attributes {x.a = @a::@b} { entry @k() { return } }",
        "entry @k() attributes {x.a} { return }",
        "entry private @k() { return }",
        "entry @k() { return {x.a = dense<1> : tensor<3xi32>} }",
    ] {
        let why = assemble(text, Default::default()).expect_err(text);
        assert!(why[0].message.contains("no room for the attribute `"), "{why:?}");
    }
    let public = "module { cuda_tile.module public @m { entry public @k() { return } } }";
    assert!(assemble(public, Default::default()).is_ok());
}

/// The official writer makes a global when a kernel first names it, so that its type comes into the table there.
#[test]
fn a_global_is_written_where_it_is_first_used() {
    let global = "global @lock <i32: 1> : tile<1xi32>\n";
    let kernel = "entry @k(%a: tile<f32>) {
  %b = addf %a, %a : tile<f32>
  %c = constant <f64: 1.0> : tile<f64>
  %p = get_global @lock : tile<ptr<i32>>
  return
}
";
    let first = assemble(&format!("{global}{kernel}"), Default::default()).unwrap();
    let last = assemble(&format!("{kernel}{global}"), Default::default()).unwrap();
    assert_eq!(first, last);
    let text = disassemble(&first, false).unwrap();
    assert!(text.contains("@lock <i32: 1> : tile<1xi32>"), "{text}");
    assert_eq!(assemble(&text, Default::default()).unwrap(), first);
}
