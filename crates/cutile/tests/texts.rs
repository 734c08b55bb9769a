//! Texts as they are pasted: a kernel with something around it, and texts that have none.

use tilewright_cutile::{Request, lower};

/// A text that was copied with its surroundings is read all the same, and places in it are where they were.
#[test]
fn pasted_texts_are_read() {
    let plain = "import cuda.tile as ct\n# tilewright: X=f32[?]\n@ct.kernel\ndef k(X):\n    \"\"\"A kernel.\n\n    \"\"\"\n    x = ct.zeros((\n16,), \\\n  ct.float32)\n    ct.store(X, 0, x)\n";
    let ops = |source: &str| {
        assert!(tilewright_cutile::is_python(source), "{source}");
        let lowered = lower(source, &Request::default()).unwrap_or_else(|errors| panic!("{source}\n{errors:#?}"));
        tilewright_ir::print(&tilewright_ir::parse(&lowered.text).module).text
    };
    let indented = |by: &str| plain.lines().map(|line| format!("{by}{line}\n")).collect::<String>();
    let prompts: String = plain
        .lines()
        .enumerate()
        .map(|(i, line)| format!("{} {line}\n", if i < 3 { ">>>" } else { "..." }))
        .collect();
    let texts = [
        indented("    "),
        indented("\t"),
        indented("  ").replace('\n', "\r\n"),
        format!("\n  # Größe\n{}", indented("  ")),
        format!("Hier ist er:\n\n```python\n{plain}```\nViel Erfolg!\n"),
        format!("  ```\n{}  ```\n", indented("  ")),
        prompts.clone(),
        format!("{prompts}Kernel k\n>>>\n"),
    ];
    for text in &texts {
        assert_eq!(ops(text), ops(plain), "{text}");
        // An error is told where its text stands.
        let wrong = text.replace("(X, 0, x)", "(X, 0, größe)");
        let errors = lower(&wrong, &Request::default()).expect_err("an unknown name");
        let place = errors[0].span.expect("a place");
        assert_eq!(&wrong[place.start as usize..place.end as usize], "größe", "{wrong}");
    }
    for text in ["    entry @k() {\n    return\n    }\n", "// >>> x\n  %0 = @k\n"] {
        assert!(!tilewright_cutile::is_python(text), "{text}");
    }
    // The docstring of a file that is wrong elsewhere is no such text.
    let docstring =
        format!("def f():\n    \"\"\"\n    ```\n    >>> f()\n    ```\n    \"\"\"\n{plain}").replace("k(X)", "k(X");
    let errors = lower(&docstring, &Request::default()).expect_err("a bracket");
    assert!(errors[0].message.contains("`(` is never closed"), "{errors:#?}");
    // Other faults are told of the code, not of its indentation.
    let wrong = indented("  ").replace("def k(X)", "def k(X");
    let errors = lower(&wrong, &Request::default()).expect_err("a bracket");
    assert!(errors[0].message.contains("`(` is never closed"), "{errors:#?}");
}

/// Texts without a kernel that is read: each is told once, with what to do.
#[test]
fn texts_without_a_kernel_say_what_they_are() {
    for (text, message, advice) in [
        (
            "x = ct.load(X, (0,), (16,))\nct.store(X, (0,), x)\n",
            "this is a piece of a cuTile kernel",
            "give the whole kernel",
        ),
        (
            "def k(X):\n    ct.store(X, (0,), 1.0)\n",
            "this is a piece of a cuTile kernel",
            "under `@ct.kernel`",
        ),
        (
            "@ct.kernel\ndef k(X):\n    pass\n",
            "nothing is called `ct`",
            "write `import cuda.tile as ct` above",
        ),
        (
            "@tile.kernel(occupancy=2)\ndef k(X):\n    pass\n",
            "nothing is called `tile`",
            "write `import cuda.tile as tile` above",
        ),
        ("@numba.cuda.jit\ndef k(X):\n    pass\n", "this is Numba", "cuTile"),
        (
            "@%p1 bra DONE;\nmov.u32 %r1, %tid.x;\n",
            "this is PTX",
            "tilewright run FILE.ptx",
        ),
        (
            "import cuda.tile as ct\nimport triton\n",
            "the file has no kernel",
            "functions under `@ct.kernel`",
        ),
        (
            "import cuda.tile as ct\n# Not threadIdx.x as in CUDA.\n@ct.kernel\ndef k(X:\n    pass\n",
            "`(` is never closed",
            "Python itself refuses this",
        ),
    ] {
        let errors = lower(text, &Request::default()).expect_err(text);
        let help = errors[0].help.as_deref().unwrap_or_default();
        assert!(
            errors[0].message.contains(message) && help.contains(advice),
            "{text}\n{errors:#?}"
        );
        assert_eq!(errors.len(), 1, "{errors:#?}");
    }
}
