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
