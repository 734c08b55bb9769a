//! Code around kernels, as people write it: what only computes is evaluated. What is not evaluated leaves no constant that may be wrong:
//! names that it could have changed are not known, and a kernel that uses one is told the line.

#[path = "common/evaluated.rs"]
mod evaluated;

use evaluated::{is_in, ops, refused};

#[test]
fn statements_that_compute_are_evaluated() {
    for (file, value) in [
        ("V = 1\nfor i in range(4):\n    V += i", "7"),
        ("V = 1\nwhile V < 20:\n    V *= 3", "27"),
        ("L = []\nfor i in range(3):\n    L.append(i)\nV = len(L)", "3"),
        ("V = 2\ndef f():\n    global V\n    V = 5\nf()", "5"),
        ("L = [1]\nM = [L, L]\nM[0].append(6)\nV = L[1]", "6"),
        ("L = [1]\nM = L\nM += [3, 4]\nV = len(L)", "3"),
        ("D = {'a': 1}\nE = dict(D)\nE['a'] = 2\nV = D['a']", "1"),
        (
            "L = []\ndef add(v):\n    L.append(v)\nadd(3)\nprint(add(4))\nV = len(L)",
            "2",
        ),
        (
            "def f():\n    n = 1\n    def g():\n        nonlocal n\n        n += 2\n    g()\n    return n\nV = f()",
            "3",
        ),
        (
            "match (1, 2)[1]:\n    case 1:\n        V = 5\n    case 2 | 3:\n        V = 6\n    case _:\n        V = 7",
            "6",
        ),
        (
            "match 9:\n    case x if x < 5:\n        V = 5\n    case y:\n        V = y",
            "9",
        ),
        (
            "match None:\n    case None:\n        V = 3\n    case True:\n        V = 4",
            "3",
        ),
        (
            "try:\n    import math as m\n    V = 4\nexcept ImportError:\n    V = 5\nelse:\n    V += 1\nfinally:\n    V += 2",
            "7",
        ),
        ("import contextlib\nwith contextlib.nullcontext():\n    V = 3", "3"),
        ("V = (W := 3) + 1\nV += W", "7"),
        ("V = 3\ndel V\nV = 4", "4"),
        // A module that is missing would end the program.
        (
            "V = 3\ntry:\n    import torch\n    V = 4\nexcept ImportError:\n    raise SystemExit",
            "4",
        ),
        ("try:\n    import torch\n    V = 4\nexcept ImportError:\n    pass", "4"),
    ] {
        is_in(file, "V", value);
    }
}

#[test]
fn what_is_not_evaluated_leaves_no_wrong_constant() {
    for (file, line) in [
        (
            "V = 3\ntry:\n    import torch\n    V = 4\nexcept ImportError:\n    pass",
            4,
        ),
        ("try:\n    import torch\n    V = 4\nexcept ImportError:\n    V = 5", 3),
        ("try:\n    V = 4 // 0\nexcept ZeroDivisionError:\n    V = 5", 3),
        (
            "V = 3\nimport contextlib\nwith contextlib.suppress(ImportError):\n    import torch\n    V = 4",
            5,
        ),
        ("V = 3\nimport torch\nif torch.cuda.is_available():\n    V = 4", 5),
        ("V = 3\nimport torch\nfor V in torch.things():\n    pass", 5),
        ("V = 3\nimport torch\nwhile torch.more():\n    V += 1", 5),
        (
            "V = 3\nimport torch\nmatch torch.kind():\n    case {'a': 1, **V}:\n        pass",
            5,
        ),
        ("V = 3\nwith open('x') as V:\n    pass", 4),
        (
            "V = 3\nimport torch\ndef f():\n    global V\n    V = torch.count()\nf()",
            8,
        ),
        (
            "V = 3\nimport torch\ndef f():\n    global V\n    V = 4\ntorch.call(f)",
            8,
        ),
        ("V = 3\nexec('V = 4')", 4),
        ("V = 3\nglobals()['V'] = 4", 4),
        ("V = 3\nglobals().update(V=4)", 4),
        ("V = 3\nfrom settings import *", 4),
    ] {
        let (code, message, _) = ops(file, "v = V").expect_err(file);
        assert_eq!(code, "python.host", "{file}: {message}");
        let says = message.contains(&format!("line {line} may change")) || message.contains("torch.count");
        assert!(says, "{file}: {message}");
        // A kernel that does not use it is none of its business.
        assert!(ops(file, "ct.store(Y, 0, x)").is_ok(), "{file}");
    }
    for (change, line) in [
        ("import random\nrandom.shuffle(L)", 6),
        ("M = [L]\nM[0].insert(0, 3)", 6),
        ("def f(l):\n    l.remove(1)\nf(L)", 7),
        ("import os\ndef f(do):\n    do(L)\n    os.abort()\nf(list.clear)", 9),
        ("T = (L, 2)\nfor l in T[:1]:\n    l.reverse()", 6),
        ("C.a = L\nC.a.clear()", 5),
        ("f = lambda: L.clear()\nf()", 6),
        ("L[:] = [3]", 5),
    ] {
        let file = format!("class C:\n    a = 3\nL = [1, 2]\n{change}")
            .replace("class C:\n    a = 3\nL", "class C: a = 3\n\nL");
        let (code, message, _) = ops(&file, "v = ct.static_eval(L[0])").expect_err(change);
        let says = message.contains("may change it, and is not evaluated");
        assert!(code == "python.host" && says, "{change}: {message} (line {line})");
    }
    for change in [
        "setattr(C, 'a', 4)",
        "C.a = 4",
        "D = C\nD.a += 1",
        "import os\nos.patch(C)",
    ] {
        refused(
            &format!("class C:\n    a = 3\n{change}"),
            "v = C.a",
            "python.host",
            "is not known when the kernel is compiled",
        );
    }
}

#[test]
fn what_only_looks_changes_nothing() {
    let file = "import torch\nimport argparse\nL = [1, 2]\nclass C:\n    a = 3\nV = 5\n";
    for looks in [
        "print(L, V, len(L), C.a)",
        "torch.zeros(L)\ntorch.manual_seed(L[0])",
        "for v in L:\n    torch.use(v)",
        "if L[0] > torch.count() and V in L:\n    print(L)",
        "def main():\n    x = torch.empty(L[0], V)\n    V_other = x.shape\n    return V_other\nmain()",
        "p = argparse.ArgumentParser()\np.add_argument('--n', default=V)",
        "def test(L):\n    L.append(3)\n",
        "assert torch.allclose(torch.ones(V), torch.ones(L[1]))",
        "'V' in globals()",
        "R = [C() for V2 in torch.things()]",
    ] {
        let file = format!("{file}{looks}");
        let plain = ops("", "ct.store(Y, 0, x * 11)").unwrap();
        let found = ops(&file, "ct.store(Y, 0, x * ct.static_eval(L[0] + L[1] + C.a + V))");
        assert_eq!(found, Ok(plain), "{looks}");
    }
}
