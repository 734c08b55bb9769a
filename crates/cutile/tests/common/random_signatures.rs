//! Random signatures.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use tilewright_cutile::dtype::Dtype;
use tilewright_cutile::signature::{ArrayParam, Constant, Dim, ListParam, Param, Signature};

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

/// A dimension whose size is an `i32`.
fn short(mut dim: Dim) -> Dim {
    dim.size = dim.size.map(|size| size & i64::from(i32::MAX));
    dim.normalize();
    dim
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
            dims: if index64 {
                dims
            } else {
                dims.into_iter().map(short).collect()
            },
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

/// A signature whose alias groups are numbered as they appear, and are in use twice.
pub fn signature() -> impl Strategy<Value = Signature> {
    vec(param(), 0..6).prop_map(|mut params| {
        let mut uses = Vec::new();
        params
            .iter_mut()
            .for_each(|param| each_groups(param, &mut |groups| uses.extend_from_slice(groups)));
        let twice = |group: &u32| uses.iter().filter(|used| *used == group).count() > 1;
        params
            .iter_mut()
            .for_each(|param| each_groups(param, &mut |groups| groups.retain(twice)));
        let mut signature = Signature {
            params,
            version: 2,
            symbol: None,
        };
        signature.number_groups();
        signature
    })
}

/// The alias groups of arrays and those of lists, which have numbers of their own.
pub fn each_groups(param: &mut Param, f: &mut impl FnMut(&mut Vec<u32>)) {
    match param {
        Param::Array(array) => f(&mut array.alias_groups),
        Param::List(list) => {
            for group in list.alias_groups.iter_mut().filter(|group| **group < 10) {
                *group += 10;
            }
            f(&mut list.alias_groups);
            f(&mut list.array.alias_groups);
        }
        Param::Tuple(items) => items.iter_mut().for_each(|item| each_groups(item, f)),
        Param::Scalar(_) | Param::Const(_) => {}
    }
}
