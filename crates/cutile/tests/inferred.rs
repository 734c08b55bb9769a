//! Parameters of which nothing is said: what their uses show.

use tilewright_cutile::{Request, lower};

/// What is assumed of the parameters of a kernel with this body.
fn assumed(parameters: &str, body: &str) -> String {
    let body = body.replace('\n', "\n    ");
    let source = format!("import cuda.tile as ct\n\n@ct.kernel\ndef k({parameters}):\n    {body}\n");
    let lowered = lower(&source, &Request::default()).unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    lowered.notes[0].message.clone()
}

#[test]
fn arrays_of_indices_have_whole_numbers() {
    for body in [
        "i = ct.load(I, (ct.bid(0),), (1,)).item()\nct.store(Y, (0,), ct.load(X, (i,), (16,)))",
        "i = ct.load(I, (0,), (16,)) * 2 + 1\ni = i + i\nct.store(Y, (0,), ct.gather(X, i))",
        "at = ct.arange(16, dtype=ct.int32)\nct.scatter(Y, ct.gather(I, at), ct.gather(X, at))",
        "at = ct.reshape(ct.load(I, (0,), (16,)), (16,))\nct.scatter(Y, at, ct.load(X, (0,), (16,)))",
    ] {
        let expected = "assumed: X=f16[?] div=8; I=i32[?] div=4; Y=f16[?] div=8";
        assert_eq!(assumed("X, I, Y", body), expected, "{body}");
    }
    // What indices are computed from need not be one.
    let body = "x = ct.load(X, (0,), (16,))\ni = x.astype(ct.int32)\nct.store(Y, (0,), ct.gather(Y, i))";
    assert_eq!(assumed("X, Y", body), "assumed: X=f16[?] div=8; Y=f16[?] div=8");
    // Names that are joined again and again do not pile up.
    let doubled = format!(
        "x = ct.load(X, (0,), (16,))\n{}ct.store(X, (0,), x)",
        "x = x + x\n".repeat(64)
    );
    assert_eq!(assumed("X", &doubled), "assumed: X=f16[?] div=8");
}
