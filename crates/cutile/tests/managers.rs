//! `with`: what stands around a block comes on each way into it and out of it.

#[path = "common/evaluated.rs"]
#[allow(dead_code)] // Managers are no values.
mod evaluated;

use evaluated::{ops, refused};

const MANAGERS: &str = "import contextlib\nfrom contextlib import contextmanager as manager\n\
    @manager\ndef f(a):\n    print('in', a)\n    yield a + 1\n    print('out', a)\n\
    @contextlib.contextmanager\ndef both(a):\n    with f(a) as b, f(b) as c:\n        yield b, c\n        print('both')\n\
    @manager\ndef counted(a):\n    s = 0\n    for i in range(a):\n        s += i\n    given = yield\n    s += 1\n    print(s, given)\n\
    def plain(a):\n    yield a\nmade = contextlib.contextmanager(plain)\n";

/// A kernel with `with`, and what it is without.
#[test]
fn blocks_stand_between_the_parts_of_their_managers() {
    for (own, plain) in [
        (
            "with f(n) as a:\n    ct.store(Y, a, x)",
            "print('in', n)\na = n + 1\nct.store(Y, a, x)\nprint('out', n)",
        ),
        (
            "with both(n) as (b, c):\n    ct.store(Y, b, x * c)",
            "print('in', n)\nb = n + 1\nprint('in', b)\nc = b + 1\nct.store(Y, b, x * c)\nprint('both')\nprint('out', b)\nprint('out', n)",
        ),
        (
            "later = counted(n)\nprint('first')\nwith later:\n    ct.store(Y, 0, x)",
            "print('first')\ns = 0\nfor i in range(n):\n    s += i\nct.store(Y, 0, x)\ns += 1\nprint(s, None)",
        ),
        ("with made(n) as a:\n    ct.store(Y, a, x)", "ct.store(Y, n, x)"),
        (
            "for i in range(n):\n    with f(i) as a:\n        if a > 3:\n            break\n        ct.store(Y, i, x)",
            "for i in range(n):\n    print('in', i)\n    a = i + 1\n    if a > 3:\n        print('out', i)\n        break\n    ct.store(Y, i, x)\n    print('out', i)",
        ),
        (
            "i = 0\nwhile i < n:\n    with f(i) as a:\n        i = a\n        if i > 3:\n            continue\n        ct.store(Y, i, x)",
            "i = 0\nwhile i < n:\n    j = i\n    print('in', j)\n    a = j + 1\n    i = a\n    if i > 3:\n        print('out', j)\n        continue\n    ct.store(Y, i, x)\n    print('out', j)",
        ),
        (
            "with counted(n):\n    if n > 3:\n        return\n    ct.store(Y, 0, x)\nct.store(Y, 1, x)",
            "s = 0\nfor i in range(n):\n    s += i\nif n > 3:\n    s += 1\n    print(s, None)\n    return\nct.store(Y, 0, x)\ns += 1\nprint(s, None)\nct.store(Y, 1, x)",
        ),
    ] {
        assert_eq!(ops(MANAGERS, own), ops("", plain), "{own}");
    }
    // A return from a loop of a helper runs it where the helper goes on.
    let body = "def g(n):\n    with f(n) as a:\n        for i in range(n):\n            if i * i > a:\n                return i\n    return a\nct.store(Y, g(n), x)";
    let text = ops(MANAGERS, body).expect("taken");
    assert_eq!(text.matches("in %d").count(), 1, "{text}");
    assert_eq!(text.matches("out %d").count(), 2, "{text}");
}

#[test]
fn what_is_no_manager_is_refused() {
    let with = |manager: &str| {
        format!(
            "from contextlib import contextmanager\n@contextmanager\ndef f(a):\n{manager}\ndef plain(a):\n    yield a\n"
        )
    };
    let fine = with("    yield a");
    for (file, body, code, why) in [
        (
            &fine,
            "with n:\n    pass",
            "python.type",
            "`with` takes a context manager, not Tile[int32,()]",
        ),
        (
            &fine,
            "with f:\n    pass",
            "python.type",
            "`with` takes a context manager, not the function",
        ),
        (&fine, "with plain(n):\n    pass", "python.unsupported", "yield"),
        (
            &fine,
            "c = f(n)\nwith c:\n    pass\nwith c:\n    pass",
            "python.call",
            "is used once",
        ),
        (&fine, "v = f(n) + 1", "python.type", "not the context manager `f`"),
        (
            &fine,
            "with f(n) as x.a:\n    pass",
            "python.unsupported",
            "attribute assignment",
        ),
        (
            &with("    yield a\n    yield a"),
            "with f(n):\n    pass",
            "python.unsupported",
            "one `yield`",
        ),
        (
            &with("    if a > 3:\n        yield a"),
            "with f(n):\n    pass",
            "python.unsupported",
            "in no loop or branch",
        ),
        (
            &with("    for i in range(a):\n        yield a"),
            "with f(n):\n    pass",
            "python.unsupported",
            "in no loop or branch",
        ),
        (
            &with("    print((yield a))"),
            "with f(n):\n    pass",
            "python.unsupported",
            "in no loop or branch",
        ),
        (
            &with("    print(a)"),
            "with f(n):\n    pass",
            "python.unsupported",
            "has a `yield`",
        ),
        (
            &with("    if a > 3:\n        return\n    yield a"),
            "with f(n):\n    pass",
            "python.unsupported",
            "has no `return`",
        ),
        (
            &with("    try:\n        yield a\n    finally:\n        pass"),
            "with f(n):\n    pass",
            "python.unsupported",
            "try",
        ),
    ] {
        refused(file, body, code, why);
    }
}
