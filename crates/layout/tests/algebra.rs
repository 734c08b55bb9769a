//! The algebra of layouts against enumeration, and against results that CuTe's documentation prints.

use proptest::prelude::*;
use std::collections::BTreeSet;
use tilewright_layout::cute::{Layout, Swizzle, Tuple, Undefined};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap().0
}

/// Random layouts: up to three modes of small extents and strides, some nested.
fn layouts() -> impl Strategy<Value = Layout> {
    let number = prop_oneof![Just(1i64), Just(2), Just(3), Just(4), Just(6), Just(8)];
    let stride = prop_oneof![
        Just(0i64),
        Just(1),
        Just(2),
        Just(3),
        Just(4),
        Just(8),
        Just(12),
        Just(16),
        Just(32)
    ];
    let mode = (number, stride).prop_map(|(extent, stride)| Layout::mode(extent, stride));
    let row = proptest::collection::vec(mode.clone(), 1..3).prop_map(Layout::of_modes);
    proptest::collection::vec(prop_oneof![3 => mode, 1 => row], 1..4).prop_map(Layout::of_modes)
}

fn image(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|i| layout.at(i)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_reading_change_nothing(layout in layouts()) {
        prop_assert_eq!(Layout::parse(&layout.to_string()), Ok((layout, None)));
    }

    #[test]
    fn coalescing_keeps_the_function(layout in layouts()) {
        let few = layout.coalesced();
        prop_assert_eq!(image(&layout), image(&few));
        prop_assert!(few.flat().len() <= layout.flat().len());
        prop_assert_eq!(few.coalesced(), few);
    }

    #[test]
    fn the_cosize_is_beyond_the_largest_offset(layout in layouts()) {
        prop_assert_eq!(image(&layout).into_iter().max().map(|most| most + 1), Some(layout.cosize()));
    }

    #[test]
    fn a_composition_is_one_function_after_the_other(outer in layouts(), inner in layouts()) {
        let Ok(both) = outer.composed(&inner) else { return Ok(()) };
        prop_assert_eq!(both.size(), inner.size());
        // Beyond the outer layout its last mode goes on; what is left of modes of one element there is not said.
        let few = outer.coalesced();
        for i in 0..inner.size() {
            prop_assert_eq!(both.at(i), few.at(inner.at(i)), "{} after {}: {}", outer, inner, both);
        }
    }

    #[test]
    fn a_complement_reaches_what_is_left_out(layout in layouts(), size in 1i64..200) {
        match layout.complement(size) {
            Ok(rest) => {
                let all = Layout::of_modes([layout.clone(), rest.clone()]);
                let reached: BTreeSet<i64> = image(&all).into_iter().collect();
                let distinct = layout.flat().into_iter().filter(|mode| mode.0 > 1 && mode.1 > 0);
                let holds: i64 = distinct.map(|mode| mode.0).product();
                prop_assert_eq!(reached.len() as i64, holds * rest.size(), "{} and {}", layout, rest);
                prop_assert!((0..size).all(|offset| reached.contains(&offset)), "{} and {}", layout, rest);
                let strides: Vec<i64> = rest.flat().iter().map(|mode| mode.1).collect();
                prop_assert!(strides.windows(2).all(|pair| pair[0] < pair[1]));
            }
            Err(Undefined::Overlap { .. }) => {
                // There is a mode that meets another, or one whose stride leaves a part of the one below.
                let modes: Vec<_> = layout.flat().into_iter().filter(|mode| mode.0 > 1 && mode.1 > 0).collect();
                let apart = modes.iter().all(|&(_, stride)| {
                    modes.iter().all(|&(extent, below)| below >= stride || stride % (extent * below) == 0)
                });
                let twice = modes.iter().enumerate().any(|(i, a)| modes[..i].iter().any(|b| a.1 == b.1));
                prop_assert!(!apart || twice, "{}", layout);
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn a_division_has_the_tile_first_and_reaches_the_same(whole in layouts(), tile in layouts()) {
        let Ok(divided) = whole.divided(&tile) else { return Ok(()) };
        let modes = divided.modes();
        prop_assert_eq!(modes.len(), 2);
        let few = whole.coalesced();
        for i in 0..tile.size() {
            prop_assert_eq!(modes[0].at(i), few.at(tile.at(i)));
        }
        if whole.size() % tile.size() == 0 && tile.cosize() <= whole.size() && divided.size() == whole.size() {
            let sorted = |layout: &Layout| { let mut all = image(layout); all.sort_unstable(); all };
            prop_assert_eq!(sorted(&divided), sorted(&whole), "{} by {}: {}", whole, tile, divided);
        }
    }

    #[test]
    fn a_product_repeats_its_tile_without_overlap(tile in layouts(), others in layouts()) {
        let Ok(product) = tile.repeated(&others) else { return Ok(()) };
        let modes = product.modes();
        prop_assert_eq!(&modes[0], &tile);
        prop_assert_eq!(modes[1].size(), others.size());
        // Only copies at one offset overlap, and only elements of the tile that do.
        let copies: BTreeSet<i64> = image(&others).into_iter().collect();
        let offsets: BTreeSet<i64> = image(&product).into_iter().collect();
        let elements: BTreeSet<i64> = image(&tile).into_iter().collect();
        prop_assert_eq!(offsets.len(), copies.len() * elements.len(), "{} by {}: {}", tile, others, product);
    }

    #[test]
    fn a_swizzle_undoes_itself(bits in 0u32..4, base in 0u32..6, more in 0u32..4, offset in 0i64..1 << 20) {
        let swizzle = Swizzle::new(bits, base, bits + more).unwrap();
        prop_assert_eq!(swizzle.at(swizzle.at(offset)), offset);
        prop_assert_eq!(swizzle.at(offset) >> (bits + base), offset >> (bits + base));
    }

    #[test]
    fn no_text_panics(text in "[<>(),:0-9swizle ]{0,24}") {
        let _ = Layout::parse(&text);
    }
}

#[test]
fn examples_of_the_definitions() {
    // CuTe's documentation of the layout algebra.
    let composed = [
        ("(6,2):(8,2)", "(4,3):(3,1)", "((2,2),3):((24,2),8)"),
        ("20:2", "(5,4):(4,1)", "(5,4):(8,2)"),
        ("(10,2):(16,4)", "(5,4):(1,5)", "(5,(2,2)):(16,(80,4))"),
    ];
    for (outer, inner, both) in composed {
        assert_eq!(layout(outer).composed(&layout(inner)).unwrap(), layout(both));
    }
    let complements = [
        ("4:1", 24, "6:4"),
        ("6:4", 24, "4:1"),
        ("(4,6):(1,4)", 24, "1:0"),
        ("4:2", 24, "(2,3):(1,8)"),
        ("(2,4):(1,6)", 24, "3:2"),
        ("(2,2):(1,6)", 24, "(3,2):(2,12)"),
    ];
    for (tile, size, rest) in complements {
        assert_eq!(layout(tile).complement(size).unwrap(), layout(rest), "{tile}");
    }
    let divided = layout("(4,2,3):(2,1,8)").divided(&layout("4:2")).unwrap();
    assert_eq!(divided, layout("((2,2),(2,3)):((4,1),(2,8))"));
    let repeated = layout("(2,2):(4,1)").repeated(&layout("6:1")).unwrap();
    assert_eq!(repeated, layout("((2,2),(2,3)):((4,1),(2,8))"));
}

#[test]
fn the_published_spellings_are_read() {
    let (tile, swizzle) = Layout::parse("<(128,64),(64,1),swizzle<3,4,3>>").unwrap();
    assert_eq!((tile.size(), tile.cosize()), (8192, 8192));
    assert_eq!(swizzle, Swizzle::new(3, 4, 3));
    assert_eq!(
        Layout::parse("<(16,16),(1,16),swizzle<2,5,2>>").unwrap().1,
        Swizzle::new(2, 5, 2)
    );
    for wrong in [
        "",
        "(2,3)",
        "(2,3):(1)",
        "2:1x",
        "<2,1,swizzle<3,4,1>>",
        "0:1",
        "((((((((((((((((((1",
        "(2,(1",
    ] {
        assert!(Layout::parse(wrong).is_err(), "{wrong}");
    }
    assert!(Layout::new(Tuple::row(&[2, 2]), Tuple::Int(1)).is_none());
}

#[test]
fn an_operation_without_a_result_says_why() {
    let error = layout("(4,6):(1,8)").composed(&layout("4:3")).unwrap_err();
    assert_eq!(error, Undefined::Stride { extent: 4, stride: 3 });
    assert_eq!(
        layout("(4,4):(1,2)").complement(16),
        Err(Undefined::Overlap { stride: 2, taken: 4 })
    );
}
