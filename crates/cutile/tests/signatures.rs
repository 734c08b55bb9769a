//! Signatures come back from each of their notations as they went in.

#[path = "../../../tests/shared.rs"]
mod shared;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use tilewright_cutile::dtype::Dtype;
use tilewright_cutile::signature::{ArrayParam, Constant, Dim, ListParam, Param, Signature, kernel_of_symbol};

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

fn dtype() -> impl Strategy<Value = Dtype> {
    proptest::sample::select(Dtype::all().filter(|d| *d != Dtype::F4E2M1).collect::<Vec<_>>())
}

fn divisor() -> impl Strategy<Value = i64> {
    prop_oneof![3 => Just(1), 2 => (1u32..8).prop_map(|n| 1i64 << n), 1 => 1i64..100]
}

fn dim() -> impl Strategy<Value = Dim> {
    let stride = option::of(prop_oneof![Just(1), Just(0), -9i64..10_000]);
    let lower = option::weighted(0.8, prop_oneof![4 => Just(0), 1 => -9i64..9]);
    (option::of(0i64..1 << 40), stride, divisor(), divisor(), lower).prop_map(
        |(size, stride, size_div, stride_div, stride_lower)| {
            let mut dim = Dim {
                size,
                stride,
                size_div,
                stride_div,
                stride_lower,
            };
            dim.normalize();
            dim
        },
    )
}

/// Some of three alias groups.
fn groups() -> impl Strategy<Value = Vec<u32>> {
    proptest::sample::subsequence(vec![0u32, 1, 2], 0..3)
}

fn array() -> impl Strategy<Value = ArrayParam> {
    let flags = (any::<bool>(), any::<bool>());
    (dtype(), vec(dim(), 0..5), divisor(), flags, groups()).prop_map(
        |(dtype, dims, align, (index64, may_alias_internally), alias_groups)| ArrayParam {
            dtype,
            dims,
            align,
            index64,
            may_alias_internally,
            alias_groups,
        },
    )
}

fn constant() -> impl Strategy<Value = Constant> {
    let float = any::<f64>().prop_filter("NaN is not equal to itself", |x| !x.is_nan());
    prop_oneof![
        any::<i128>().prop_map(Constant::Int),
        (-9i128..5000).prop_map(Constant::Int),
        float.prop_map(Constant::Float),
        any::<bool>().prop_map(Constant::Bool),
        Just(Constant::None),
    ]
}

fn param() -> impl Strategy<Value = Param> {
    let list = (array(), groups(), any::<bool>()).prop_map(|(array, alias_groups, elements_may_alias)| {
        Param::List(ListParam {
            array,
            alias_groups,
            elements_may_alias,
        })
    });
    let leaf = prop_oneof![
        4 => array().prop_map(Param::Array),
        1 => dtype().prop_map(Param::Scalar),
        2 => constant().prop_map(Param::Const),
        1 => list,
    ];
    leaf.prop_recursive(3, 12, 4, |item| vec(item, 0..4).prop_map(Param::Tuple))
}

/// A signature whose alias groups are numbered as they appear.
fn signature() -> impl Strategy<Value = Signature> {
    vec(param(), 0..6).prop_map(|params| {
        let mut signature = Signature {
            params,
            version: 2,
            symbol: None,
        };
        signature.number_groups();
        signature
    })
}

proptest! {
    #[test]
    fn a_signature_comes_back_from_its_symbol(signature in signature()) {
        let symbol = signature.symbol("k_Kt");
        let back = Signature::from_symbol(&symbol, "k_Kt");
        prop_assert_eq!(back.as_ref(), Ok(&signature), "{}", symbol);
    }

    #[test]
    fn no_symbol_is_too_strange(text in "k_Kt[12](_?[ASIBFTLpiwgsvtl0-9a-f_é]{0,6}){0,6}") {
        let _ = Signature::from_symbol(&text, "k");
    }
}
