//! Signatures come back from each of their notations as they went in.

#[path = "../../../tests/shared.rs"]
mod shared;

#[path = "common/random_signatures.rs"]
mod random_signatures;

use proptest::prelude::*;
use random_signatures::signature;
use tilewright_cutile::signature::{Signature, kernel_of_symbol, text};

#[test]
fn the_entries_of_the_corpus_are_signatures() {
    for folder in shared::corpus() {
        let case = std::fs::read_to_string(folder.join("case.json")).unwrap();
        let (_, rest) = case.split_once("\"entry\": \"").expect("a case has an entry");
        let entry = rest.split('"').next().unwrap();
        let kernel = kernel_of_symbol(entry).unwrap();
        let signature = Signature::from_symbol(entry, kernel).unwrap_or_else(|e| panic!("{entry}: {e}"));
        assert_eq!(signature.symbol(kernel), entry);
        assert!(signature.lowest_version() <= signature.version);
    }
}

/// Names of parameters.
const NAMES: [&str; 6] = ["A", "list", "f16", "tm", "größe", "_x"];

proptest! {
    #[test]
    fn a_signature_comes_back_from_its_symbol(signature in signature()) {
        let symbol = signature.symbol("k_Kt");
        let back = Signature::from_symbol(&symbol, "k_Kt");
        prop_assert_eq!(back.as_ref(), Ok(&signature), "{}", symbol);
    }

    #[test]
    fn a_signature_comes_back_from_its_text(mut signature in signature(), named in any::<bool>()) {
        signature.symbol = named.then(|| "entry_0".to_string());
        let names = &NAMES[..signature.params.len()];
        let text = signature.to_text(names);
        let parts = text::parse(&text, 0);
        prop_assert!(parts.is_ok(), "{}: {:?}", text, parts);
        prop_assert_eq!(parts.unwrap().signature(names), Ok(signature), "{}", text);
    }

    #[test]
    fn a_signature_comes_back_from_a_comment(signature in signature()) {
        let names = &NAMES[..signature.params.len()];
        let source = text::with_comment("import x\n\n@kernel\n", 11, &signature.to_items(names));
        let at = source.rfind('@').unwrap();
        let parts = text::parse_comments(&source, at).unwrap();
        prop_assert_eq!(parts.signature(names), Ok(signature), "{}", source);
    }

    #[test]
    fn no_symbol_is_too_strange(text in "k_Kt[12](_?[ASIBFTLpiwgsvtl0-9a-f_é]{0,6}){0,6}") {
        let _ = Signature::from_symbol(&text, "k");
    }

    #[test]
    fn no_text_is_too_strange(
        text in "(A|=|f16|list|\\[|\\]|\\(|\\)|\\?|,|;|[ \n@é.+-]|16|1e|strides|div|align|alias|true|nan|0x){0,24}",
    ) {
        if let Err(problems) = text::parse(&text, 0) {
            for problem in problems {
                prop_assert!(text.get(problem.span.start as usize..problem.span.end as usize).is_some());
            }
        }
    }
}

/// The symbol of what a text says of the parameters that it names.
fn symbol(text: &str) -> String {
    let parts = text::parse(text, 0).unwrap_or_else(|e| panic!("{text}: {e:#?}"));
    let names: Vec<&str> = parts.parts.iter().map(|part| part.name.as_str()).collect();
    let signature = parts.signature(&names).unwrap_or_else(|e| panic!("{text}: {e:#?}"));
    signature.symbol("k")
}

#[test]
fn what_is_not_said_is_assumed() {
    for (text, expected) in [
        ("", "k_Kt1"),
        ("A=f16[?,?]", "k_Kt1_A2f16_1v8l0_2t1_p16"),
        ("A=f16[?,?] div=16", "k_Kt1_A2f16_1v8l0_2t1_3i16_p16"),
        ("A=f16[?, 4096]", "k_Kt2_A2f16_1t4096_2s4096t1_p16"),
        (
            "A=f16[?,4096] strides=[?,1] div=[16,16] align=16",
            "k_Kt2_A2f16_1i16v8l0_2s4096t1_p16",
        ),
        (
            "A=f32[256,128]; n=i32\ntm=128;",
            "k_Kt2_A2f32_1s256t128_2s128t1_p16_Si32_I128",
        ),
        ("A=float32[?] align=1", "k_Kt1_A1f32_1t1"),
        ("A=f32[?,?] stride_div=1", "k_Kt1_A2f32_1l0_2t1_p16"),
        (
            "A=f32[?,?] strides=? stride_min=[?,-4] stride_div=[2,1]",
            "k_Kt1_A2f32_1v2_2l_4_p16",
        ),
        (
            "A=f64[?,?] index=i64 may_alias_internally=true",
            "k_Kt1_A2f64_1v2l0_2t1_p16iw",
        ),
        (
            "A=f32[?] alias=7; B=f32[?] alias=[7,3]; C=f32[?] alias=3",
            "k_Kt1_A1f32_1t1_p16g0_A1f32_1t1_p16g0g1_A1f32_1t1_p16g1",
        ),
        ("a=list(f32[?] align=8) elements_may_alias=true", "k_Kt1_LiA1f32_1t1_p8"),
        (
            "t=(1, i32, f32[?], (2.5, True), ())",
            "k_Kt2_T5I1Si32A1f32_1t1_p16T2F4004000000000000B1T0",
        ),
        (
            "x=0x10; y=-inf; z=1e-5; w=.5; v=true; u=None",
            "k_Kt1_I16_Ffff0000000000000_F3ee4f8b588e368f1_F3fe0000000000000_B1_N",
        ),
        ("A=f32[]; @version=2", "k_Kt2_A0f32_p16"),
        ("@symbol=entry; n=i64", "entry"),
    ] {
        assert_eq!(symbol(text), expected, "{text}");
    }
}

/// The problems of a text: where, and the beginning of the message.
#[track_caller]
fn refused(text: &str, expected: &[(&str, &str)]) {
    let problems = text::parse(text, 100).expect_err(text);
    let found: Vec<(&str, &str)> = problems
        .iter()
        .map(|p| {
            (
                &text[p.span.start as usize - 100..p.span.end as usize - 100],
                p.message.as_str(),
            )
        })
        .collect();
    assert_eq!(found, expected, "{text}");
    assert!(problems.iter().all(|p| p.help.is_some()));
}

#[test]
fn faults_are_told_at_their_place() {
    refused("A", &[("", "`=` is missing after `A`; the end stands there")]);
    refused("=3", &[("=", "the name of a parameter is missing; `=` stands there")]);
    refused("3=4", &[("3", "the name of a parameter is missing; `3` stands there")]);
    refused("A=", &[("", "a type or a number is missing; the end stands there")]);
    refused("A=f17[?]", &[("f17", "`f17` is no type of elements")]);
    refused(
        "A=flaot32",
        &[("flaot32", "`flaot32` is neither a type nor a constant")],
    );
    refused(
        "A=f4e2m1[?]",
        &[(
            "f4e2m1",
            "`f4e2m1` cannot be the type of a parameter: two of its elements share a byte",
        )],
    );
    refused("A=12x", &[("12x", "`12x` is not a number that can be read")]);
    refused(
        "A=f16[?",
        &[("", "`]` is missing at the end of the list; the end stands there")],
    );
    refused("A=f16[x]", &[("x", "a size is missing; `x` stands there")]);
    refused("A=f16[-1]", &[("[-1]", "a size is negative")]);
    refused(
        "A=f16[?,?] strides=[1]",
        &[("[1]", "1 value for an array of 2 dimensions")],
    );
    refused("A=f16[?] divs=16", &[("divs", "there is no attribute `divs` here")]);
    refused("A=f16[?] div=16 div=8", &[("div", "`div` is there twice")]);
    refused("A=f16[?] div=0", &[("0", "0 divides nothing")]);
    refused("A=f16[24] div=[16]", &[("[16]", "the size 24 is not a multiple of 16")]);
    refused(
        "A=f16[?] stride_min=[2]",
        &[("[2]", "the stride 1 is below the bound 2")],
    );
    refused("A=f16[?] align=0", &[("0", "an alignment is at least 1 byte")]);
    refused("A=f16[?] index=i16", &[("i16", "sizes and strides are `i32` or `i64`")]);
    refused(
        "A=f16[?] alias=[1,1]",
        &[("[1,1]", "alias groups are different numbers from 0 on")],
    );
    refused(
        "A=f16[?] may_alias_internally=2",
        &[("2", "`2` is neither `true` nor `false`")],
    );
    refused("A=f16[?], B=f16[?]", &[(",", "`,` does not belong here")]);
    refused("A=list(3)", &[("3", "a list is of arrays")]);
    refused(
        "A=(1, 2",
        &[("", "`)` is missing at the end of the tuple; the end stands there")],
    );
    refused("n=i32; n=4", &[("n", "`n` is there twice")]);
    refused("@name=3", &[("@name=3", "there is no option `@name`")]);
    refused("@symbol=a.b", &[("a.b", "`a.b` cannot be the name of an entry")]);
    refused("@version=3", &[("3", "the calling convention is 1 or 2")]);
    refused(
        "a=é; b=?; c=1",
        &[
            ("é", "`é` is neither a type nor a constant"),
            ("?", "a type or a number is missing; `?` stands there"),
        ],
    );
    refused(
        &format!("t={}", "(".repeat(10_000)),
        &[("(", "tuples are nested too deeply")],
    );
}

#[test]
fn parts_fit_the_parameters_of_a_kernel() {
    let parts = text::parse("tm=128; lenght=i32; @version=1; t=(1,)", 0).unwrap();
    let mismatch = parts.signature(&["A", "tm", "length", "t"]).unwrap_err();
    assert_eq!(mismatch.missing, ["A", "length"]);
    let told: Vec<_> = mismatch
        .problems
        .iter()
        .map(|p| (p.message.as_str(), p.help.as_deref().unwrap()))
        .collect();
    assert_eq!(
        told[0],
        ("the kernel has no parameter `lenght`", "did you mean `length`?")
    );

    let told = |text: &str| {
        let parts = text::parse(text, 0).unwrap();
        let names: Vec<&str> = parts.parts.iter().map(|part| part.name.as_str()).collect();
        parts.signature(&names).unwrap_err().problems[0].message.clone()
    };
    assert_eq!(
        told("A=f16[?] alias=1; B=f16[?]"),
        "no other parameter is in alias group 1, so that it says nothing"
    );
    assert!(told("A=f16[?] alias=1; B=list(f16[?]) alias=1").contains("both a list and an array"));
    assert_eq!(
        told("A=f16[4]; @version=1"),
        "static sizes and tuples need calling convention 2"
    );

    let option = text::parse("tm=64; B=f16[?]", 0).unwrap();
    let both = option.or(text::parse("A=f16[?]; tm=128", 0).unwrap());
    assert_eq!(
        both.signature(&["A", "B", "tm"]).unwrap().symbol("k"),
        "k_Kt1_A1f16_1t1_p16_A1f16_1t1_p16_I64"
    );
}

/// Comments among the decorators count as those above them do, and the form writes all of it above.
#[test]
fn comments_among_decorators_count() {
    let head = "import cuda.tile as ct\n\n\ndef other(f):\n    return f\n\n\n# tilewright: n=i32\n";
    let body = "    # tilewright: n=4\n    ct.store(A, (n,), m)\n";
    let source = format!(
        "{head}@other\n# tilewright: A=i32[?]\n@ct.kernel(\n    occupancy=2,\n)\n# tilewright: m=4\ndef k(A, n, m):\n{body}"
    );
    let lowered = tilewright_cutile::lower(&source, &tilewright_cutile::Request::default()).expect("taken");
    assert_eq!(lowered.symbol, "k_Kt1_A1i32_1t1_p16_Si32_I4");
    assert_eq!(lowered.notes, []);
    let changes = [("n".to_string(), "i64".to_string())];
    let written = tilewright_cutile::form::fill_in(&source, None, &changes).expect("written");
    let said = head.replace("n=i32", "A=i32[?]; n=i64; m=4");
    assert_eq!(
        written,
        format!("{said}@other\n@ct.kernel(\n    occupancy=2,\n)\ndef k(A, n, m):\n{body}")
    );
}
