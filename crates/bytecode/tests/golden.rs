//! Files that the official compiler made from `tests/bytecode/kernels.py`, at every version that it writes.

mod common;

use common::{golden, nameless};
use tilewright_bytecode::{Version, assemble, disassemble, read, rewrite};

#[test]
fn files_of_the_official_compiler_are_read_at_their_versions() {
    let files = golden();
    for (name, bytes) in &files {
        let file = read(bytes).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert_eq!(tilewright_ir::verify(&file.module), [], "{name}");
        let version = name.rsplit_once('-').unwrap().1;
        assert_eq!(file.version.to_string(), version, "{name}");
    }
    assert_eq!(files.len(), 12);
}

#[test]
fn what_is_read_is_the_same_after_writing_it_as_text_and_as_bytecode() {
    for (name, bytes) in golden() {
        let file = read(&bytes).unwrap();
        let (version, text) = (file.version, nameless(file.module));
        let through_text =
            assemble(&disassemble(&bytes, true).unwrap(), version).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        for again in [rewrite(&bytes, None).unwrap(), through_text] {
            let again = read(&again).unwrap_or_else(|why| panic!("{name}: {why:?}"));
            assert_eq!(again.version, version, "{name}");
            assert_eq!(nameless(again.module), text, "{name}");
        }
    }
}

#[test]
fn a_kernel_is_the_same_at_every_version_that_has_room_for_it() {
    let all = ["13.1", "13.2", "13.3", "13.4", "13.5"].map(|version| version.parse::<Version>().unwrap());
    for (name, bytes) in golden() {
        let text = nameless(read(&bytes).unwrap().module);
        for version in all {
            match rewrite(&bytes, Some(version)) {
                Ok(again) => assert_eq!(nameless(read(&again).unwrap().module), text, "{name} at {version}"),
                // The token of a message is used, which came with 13.2.
                Err(why) => {
                    assert!(
                        name.starts_with("scatter") && version == all[0],
                        "{name} at {version}: {why:?}"
                    );
                    assert_eq!(why[0].code, "bytecode.version");
                    assert!(
                        why[0].message.contains("print_tko") && why[0].message.contains("13.2"),
                        "{why:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_result_that_text_could_not_say_is_refused() {
    let text = "entry @k(%x: tile<i32>, %p: tile<ptr<f32>>) {\n  %a = assume div_by<16>, %x : tile<i32>\n  return\n}\n";
    let mut bytes = assemble(text, Version::default()).unwrap();
    // Opcode, the type of the result, tag and divisor of the promise, no bounds, the first parameter.
    let at = bytes
        .windows(6)
        .position(|w| w[0] == 6 && w[2..] == [8, 16, 0, 0])
        .unwrap();
    let pointers = bytes[at + 1] + 3;
    bytes[at + 1] = pointers;
    let why = read(&bytes).unwrap_err();
    assert!(
        why.message.contains("does not follow") && why.message.contains("func section"),
        "{why:?}"
    );
}

#[test]
fn a_number_that_its_type_cannot_hold_is_refused() {
    let (_, bytes) = golden().into_iter().find(|(name, _)| name == "search-13.4").unwrap();
    // An identity: tag of a float, its type, and 0; among one attribute.
    let at = bytes
        .windows(4)
        .position(|w| w[0] == 1 && w[1] == 2 && w[3] == 0)
        .unwrap()
        + 3;
    let mut broken = bytes.clone();
    broken[at] = 1;
    let why = read(&broken).unwrap_err();
    assert!(why.message.contains("is no value of type `f32`"), "{why:?}");
}

#[test]
fn a_block_without_an_end_is_refused() {
    let text = "entry @k(%c: tile<i1>) {\n  if %c {\n    yield\n  }\n  return\n}\n";
    let bytes = assemble(text, Version::default()).unwrap();
    // `yield` and `return` without values; `join_tokens` of none stands where they stood.
    for opcode in [109, 92] {
        let mut broken = bytes.clone();
        let at = bytes.windows(3).position(|w| *w == [opcode, 0, 0]).unwrap();
        broken[at] = 60;
        let why = read(&broken).unwrap_err();
        assert!(
            why.message.contains("does not end in an op that ends blocks"),
            "{why:?}"
        );
    }
}

#[test]
fn flags_of_indices_are_as_many_as_indices() {
    let text = "entry @k(%i: tile<i32>, %p: tile<ptr<f32>>) {
  %t = make_token : token
  %a = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
  %v = make_partition_view %a : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>
  %x, %u = load_view_tko weak %v[%i] token = %t : partition_view<tile=(8), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  return
}
";
    let mut bytes = assemble(text, "13.4".parse().unwrap()).unwrap();
    // One flag, not set; the view, one index, which is value 0, and the token, value 2. With two flags the view is
    // the second, the number of indices is the view, there is no index, and the token is what it was.
    let at = bytes.windows(6).position(|w| *w == [1, 0, 4, 1, 0, 2]).unwrap();
    bytes[at] = 2;
    let why = read(&bytes).unwrap_err();
    assert!(why.message.contains("2 flags for 0 indices"), "{why:?}");
}

#[test]
fn ops_of_several_gpus_are_refused_with_the_reason() {
    let text = "entry @k() {\n  %t = make_token : token\n  return\n}\n";
    let mut bytes = assemble(text, "13.5".parse().unwrap()).unwrap();
    // `make_token`, of the first type, and `return`.
    let at = bytes
        .windows(5)
        .position(|w| w[0] == 68 && w[2..] == [92, 0, 0])
        .unwrap();
    for opcode in 123..=125 {
        bytes[at] = opcode;
        let why = read(&bytes).unwrap_err();
        assert!(
            why.message.contains("multimem_") && why.message.contains("several GPUs"),
            "{why:?}"
        );
    }
}
