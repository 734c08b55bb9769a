//! Attributes that are added to an op, beside those of its record.

fn printed(attribute: &str) -> Result<String, Vec<String>> {
    let text = format!("nv_tileaa.func @e(%a: tile<i32>) {{ nv_tileaa.return }} attributes {{{attribute}}}");
    let parsed = tilewright_ir::parse(&text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics.into_iter().map(|d| d.message).collect());
    }
    let first = tilewright_ir::print(&parsed.module).text;
    let second = tilewright_ir::print(&tilewright_ir::parse(&first).module).text;
    assert_eq!(first, second, "what is printed prints as itself");
    Ok(first)
}

#[test]
fn a_name_that_is_no_word_stands_in_quotes() {
    for (written, expected) in [
        ("\"global-offset\" = 128", "\"global-offset\" = 128"),
        ("\"1st\"", "\"1st\""),
        ("\"a \\\"b\\\"\" = 1", "\"a \\22b\\22\" = 1"),
        ("\"plain.name\" = 2", "plain.name = 2"),
    ] {
        let text = printed(written).unwrap_or_else(|found| panic!("{written}: {found:?}"));
        assert!(text.contains(expected), "{written}: {text}");
    }
}

#[test]
fn a_name_is_not_empty() {
    let found = printed("\"\" = 1").unwrap_err();
    assert!(
        found.iter().any(|m| m.contains("the name of an attribute")),
        "{found:?}"
    );
}

fn kernel(attribute: &str) -> String {
    format!("entry @k(%a: tile<i32>) {{\n  return {{{attribute}}}\n}} attributes {{{attribute}}}\n")
}

/// An attribute that the language does not know is printed as it is read, in the spelling of MLIR.
#[test]
fn what_is_unknown_is_printed_as_it_is_read() {
    for value in [
        "1 : i64",
        "-1 : i32",
        "1 : index",
        "true",
        "1.500000e+00 : f64",
        "1.500000e+00 : f32",
        "\"text\"",
        "@name",
        "@outer::@inner",
        "@a::@\"b c\"::@d",
        "[@a::@b]",
        "unit.other",
        "i32",
        "f8E4M3FN",
        "!cuda_tile.token",
        "!cuda_tile.ptr<f32>",
        "!cuda_tile.tile<4xptr<f32>>",
        "(i32, !cuda_tile.tile<4xf32>) -> (!cuda_tile.token)",
        "array<i32>",
        "array<i32: 1, 2>",
        "array<i64: 1, -2>",
        "array<i8: 1>",
        "array<i1: true, false>",
        "array<f32: 1.000000e+00>",
        "[]",
        "[1, 2]",
        "[1 : i32, 2]",
        "[1 : index]",
        "[1.000000e+00, 1.000000e+00 : f32]",
        "[1, [2, \"a\"]]",
        "{}",
        "{b = 1 : i64, c = [{d = 1 : i64}], e}",
        "#cuda_tile.rounding<zero>",
        "#cuda_tile.comparison_predicate<less_than>",
        "#cuda_tile.div_by<16>",
        "#cuda_tile.optimization_hints<sm_90 = {num_cta_in_cga = 2}>",
        "dense<1> : !cuda_tile.tile<2xi32>",
        "dense<[1, 2]> : !cuda_tile.tile<2xi32>",
        "dense<1> : tensor<2xi32>",
        "dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>",
        "dense<1.500000e+00> : tensor<f32>",
        "dense<> : tensor<0xi32>",
        "dense<true> : vector<3xi1>",
        "dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : vector<3xf16>",
        "loc(\"a\":1:2)",
        "#cuda_tile.di_file<\"a\" in \"b\">",
    ] {
        let text = kernel(&format!("x.a = {value}"));
        let parsed = tilewright_ir::parse(&text);
        assert_eq!(parsed.diagnostics, [], "{value}");
        assert_eq!(tilewright_ir::print(&parsed.module).text, text);
    }
}

#[test]
fn what_is_no_attribute_is_refused_in_true_words() {
    for (value, why) in [
        ("1 : none", "no type of a number"),
        ("1.5 : index", "a whole number"),
        ("array<1>", "a type"),
        ("array<!cuda_tile.token: 1>", "arrays are made of numbers"),
        ("array<i8: 300>", "300"),
        ("!cuda_tile.tokens", "there is no type `tokens`"),
        (
            "#cuda_tile.roundings<zero>",
            "there is no attribute `#cuda_tile.roundings`",
        ),
        ("tensor<2xi32>", "no type `tensor`"),
        ("@a::b", "expected `@`"),
        ("@a::", "expected `@`"),
        ("dense<> : tensor<2xi32>", "at least one value"),
        ("dense<> : vector<0xi32>", "numbers from 1 on"),
        ("dense<1> : tensor<?xi32>", "numbers from 0 on"),
        ("dense<1> : vector<2x!cuda_tile.token>", "made of numbers"),
        ("dense<[1, 2]> : tensor<3xi32>", "2 values for 3 elements"),
        ("dense<[1, 2]> : vector<1x2xi32>", "brackets do not have the shape"),
        ("dense<300> : tensor<2xi8>", "300"),
        ("dense<1> : tensor<4611686018427387904x4xi8>", "less than 2^63"),
        ("dense<> : tile<2xi32>", "at least one value"),
        ("dense<[1]> : tile<2xi32>", "1 value for 2 elements"),
    ] {
        let parsed = tilewright_ir::parse(&kernel(&format!("x.a = {value}")));
        let found = &parsed.diagnostics.first().unwrap_or_else(|| panic!("{value}")).message;
        assert!(found.contains(why), "{value}: {found}");
    }
}

/// A module of MLIR's own may stand around that of Tile IR; it is not kept.
#[test]
fn modules_around_modules_have_attributes_and_a_visibility() {
    let inner = "module @m {\n  entry @k() {\n    return\n  }\n}\n";
    for (header, warned) in [
        ("module", 0),
        ("module attributes {}", 0),
        ("module attributes {x.a = @a::@b}", 1),
        ("module @o", 0),
        ("module private @o attributes {x.a = dense<1> : tensor<2xi32>}", 1),
        ("builtin.module attributes {x.a}", 1),
    ] {
        let text = format!("{header} {{ cuda_tile.{inner} }}");
        let parsed = tilewright_ir::parse(&text);
        assert_eq!(parsed.diagnostics.len(), warned, "{header}: {:?}", parsed.diagnostics);
        assert!(parsed.diagnostics.iter().all(|found| !found.is_error()), "{header}");
        assert_eq!(tilewright_ir::print(&parsed.module).text, inner, "{header}");
    }
    let parsed = tilewright_ir::parse("module attributes {x.a = } { cuda_tile.module @m {} }");
    assert!(parsed.diagnostics.iter().any(|found| found.is_error()));
}

#[test]
fn a_module_says_who_sees_it() {
    for word in ["public", "private"] {
        let parsed = tilewright_ir::parse(&format!("cuda_tile.module {word} @m {{ entry @k() {{ return }} }}"));
        assert_eq!(parsed.diagnostics, [], "{word}");
        let text = tilewright_ir::print(&parsed.module).text;
        assert!(text.contains(&format!("sym_visibility = \"{word}\"")), "{text}");
        assert_eq!(tilewright_ir::print(&tilewright_ir::parse(&text).module).text, text);
    }
    let parsed = tilewright_ir::parse("cuda_tile.module shown @m {}");
    assert!(
        parsed
            .diagnostics
            .iter()
            .any(|found| found.message.contains("expected `@`"))
    );
}

#[test]
fn what_an_op_names_is_one_name() {
    let kernel = |name: &str| {
        format!(
            "global @g <i32: 1> : tile<1xi32>\nentry @k() {{\n  %0 = get_global {name} : tile<ptr<i32>>\n  return\n}}\n"
        )
    };
    assert_eq!(tilewright_ir::parse(&kernel("@g")).diagnostics, []);
    let found = tilewright_ir::parse(&kernel("@m::@g")).diagnostics;
    assert_eq!(found[0].code, "verify.symbol", "{found:?}");
}
