//! Each kind of difference from the real compiler is found where it is, and nothing else passes for it.

#[path = "common/kinds.rs"]
mod kinds;

use kinds::{difference, kinds};

const KERNEL: &str = "entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<f64>) {
  %0 = make_token : token
  %one = constant <i32: 1> : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %x = constant <f32: 1.000000e+00> : tile<f32>
  %size = assume div_by<16>, %arg1 : tile<i32>
  %wide = reshape %arg2 : tile<f64> -> tile<1xf64>
  %most = reduce %wide dim=0 identities=[0xFFF0000000000000 : f64] : tile<1xf64> -> tile<f64>
  (%l: tile<f64>, %r: tile<f64>) {
    %m = maxf %l, %r : tile<f64>
    yield %m : tile<f64>
  }
  %sum, %last, %t = for %i in (%zero to %size, step %one) : tile<i32> iter_values(%s = %x, %c = %one, %tt = %0) -> (tile<f32>, tile<i32>, token) {
    %y = itof %i signed : tile<i32> -> tile<f32>
    %z = subf %s, %y : tile<f32>
    %p = offset %arg0, %c : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %p, %z token=%tt : tile<ptr<f32>>, tile<f32> -> token
    %t2 = store_ptr_tko weak %p, %y token=%t1 : tile<ptr<f32>>, tile<f32> -> token
    continue %z, %c, %t2 : tile<f32>, tile<i32>, token
  }
  %narrow = ftof %most : tile<f64> -> tile<f32>
  %t3 = store_ptr_tko weak %arg0, %narrow token=%t : tile<ptr<f32>>, tile<f32> -> token
  return
}
";

/// The kernel with each text replaced, which has to be there once.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(KERNEL.to_string(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text.replace(old, new)
    })
}

#[test]
fn each_kind_is_found() {
    let fewer = [
        ("%sum, %last, %t = for", "%sum, %t = for"),
        (", %c = %one, %tt", ", %tt"),
        ("(tile<f32>, tile<i32>, token) {", "(tile<f32>, token) {"),
        ("offset %arg0, %c", "offset %arg0, %one"),
        (
            "continue %z, %c, %t2 : tile<f32>, tile<i32>, token",
            "continue %z, %t2 : tile<f32>, token",
        ),
    ];
    let cases: [(&str, &[(&str, &str)]); 7] = [
        (
            "constants",
            &[
                ("  %x = constant <f32: 1.000000e+00> : tile<f32>\n", ""),
                ("  %one =", "  %x = constant <f32: 1.000000e+00> : tile<f32>\n  %one ="),
            ],
        ),
        (
            "constants",
            &[(
                "%p = offset %arg0",
                "%more = constant <i32: 7> : tile<i32>\n    %p = offset %arg0",
            )],
        ),
        (
            "dead code",
            &[("%p = offset", "%more = addi %i, %i : tile<i32>\n    %p = offset")],
        ),
        ("f64 identities", &[("0xFFF0000000000000", "0x7FF0000000000000")]),
        (
            "expressions",
            &[(
                "    %z = subf %s, %y : tile<f32>\n    %p = offset %arg0, %c : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>\n",
                "    %p = offset %arg0, %c : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>\n    %z = subf %s, %y : tile<f32>\n",
            )],
        ),
        ("invariant variables", &fewer),
        (
            "promises",
            &[
                ("step %one", "step %one"),
                ("  %wide =", "  %also = assume div_by<8>, %size : tile<i32>\n  %wide ="),
                ("%zero to %size", "%zero to %also"),
            ],
        ),
    ];
    for (kind, changes) in cases {
        let theirs = changed(changes);
        assert_eq!(
            kinds(KERNEL, &theirs),
            Some(vec![kind]),
            "{theirs}\n{}",
            difference(KERNEL, &theirs)
        );
    }
}

#[test]
fn what_changes_a_result_is_of_no_kind() {
    for changes in [
        // Another constant, and one of another type.
        ("<i32: 1>", "<i32: 2>"),
        ("<f32: 1.000000e+00>", "<f32: 2.000000e+00>"),
        // A store that is missing, or comes first.
        (
            "    %t2 = store_ptr_tko weak %p, %y token=%t1 : tile<ptr<f32>>, tile<f32> -> token\n    continue %z, %c, %t2",
            "    continue %z, %c, %t1",
        ),
        ("%p, %z token=%tt", "%p, %y token=%tt"),
        (
            "store_ptr_tko weak %p, %y token=%t1",
            "store_ptr_tko weak %p, %y token=%tt",
        ),
        // An identity that differs in more than its sign.
        ("0xFFF0000000000000", "0x3FF0000000000000"),
        // Operands in another order.
        ("subf %s, %y", "subf %y, %s"),
        // A variable that does change.
        ("continue %z, %c,", "continue %z, %i,"),
        // A promise that is less than ours.
        ("div_by<16>", "div_by<8>"),
        ("zero to", "one to"),
    ] {
        let theirs = changed(&[changes]);
        assert_eq!(kinds(KERNEL, &theirs), None, "{theirs}");
    }
}

/// A loop that may not end is an effect, one that ends in its first round is not.
#[test]
fn loops_that_may_not_end_are_no_dead_code() {
    let with = |body: &str| {
        let all = format!("  loop {{\n{body}  }}\n  return\n");
        let at = KERNEL.rfind("  return\n").expect("an end");
        format!("{}{all}}}\n", &KERNEL[..at])
    };
    assert_eq!(kinds(KERNEL, &with("    break\n")), Some(vec!["dead code"]));
    assert_eq!(kinds(KERNEL, &with("    continue\n")), None);
}

/// A store that releases, of a loop: after those of the rounds before, or after what was before the loop.
const RELEASE: &str = "entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) {
  %0 = make_token : token
  %one = constant <i32: 1> : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %x = constant <f32: 1.000000e+00> : tile<4xf32>
  %t = make_tensor_view %arg0, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>
  %all = for %i in (%zero to %arg1, step %one) : tile<i32> iter_values(%before = %0) -> (token) {
    STORE
  }
  %y, %read = load_view_tko weak %v[%one] token = %all : partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %last = store_view_tko weak %y, %v[%zero] token = %read : tile<4xf32>, partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  return
}
";

#[test]
fn releases_may_wait_for_more_here_and_for_no_less() {
    let with = |token: &str, at: &str, end: &str| {
        let op = format!(
            "%done = store_view_tko release sys %x, %v[{at}] token = {token} : tile<4xf32>, \
             partition_view<tile=(4), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token\n    {end}"
        );
        RELEASE.replace("STORE", &op)
    };
    let joined = "%next = join_tokens %before, %done : token\n    continue %next : token";
    let serial = with("%before", "%i", "continue %done : token");
    let free = with("%0", "%i", joined);
    assert_eq!(
        kinds(&serial, &free),
        Some(vec!["releases"]),
        "{}",
        difference(&serial, &free)
    );
    assert_eq!(kinds(&free, &serial), None);
    // Where nothing waits for the loop, there is nothing to carry; a store that does not release has to be after those before.
    let alone = |text: &str| {
        let end = text.find("  %y").expect("a load");
        format!("{}  return\n}}\n", &text[..end])
    };
    let bare = alone(&with("%0", "%i", ""))
        .replace("%all = for", "for")
        .replace(" iter_values(%before = %0) -> (token)", "");
    assert_eq!(kinds(&alone(&serial), &bare), Some(vec!["dead code", "releases"]));
    let weak = [&alone(&serial), &bare].map(|text| text.replace("release sys", "weak"));
    assert_eq!(kinds(&weak[0], &weak[1]), None);
    // At another place than the index of the loop, and of another kind, nothing is free.
    let elsewhere = [
        with("%before", "%one", "continue %done : token"),
        with("%0", "%one", joined),
    ];
    assert_eq!(kinds(&elsewhere[0], &elsewhere[1]), None);
    let weak = [&serial, &free].map(|text| text.replace("release sys", "weak"));
    assert_eq!(kinds(&weak[0], &weak[1]), None);
}
