//! Texts in languages that are not read: what they are, and what to do.

/// Words that tell a language, what it is, and what to do with it.
const LANGUAGES: &[(&[&str], &str, &str)] = &[
    (
        &["@triton.jit", "import triton"],
        "this is Triton",
        "kernels here are cuTile: functions under `@ct.kernel` with `import cuda.tile as ct`; PTX that Triton made runs with `tilewright run FILE.ptx --launch ... --inputs ...`",
    ),
    (
        &["@T.prim_func", "import tilelang", "tilelang.compile"],
        "this is TileLang",
        "kernels here are cuTile: functions under `@ct.kernel` with `import cuda.tile as ct`",
    ),
    (
        &["@cute.jit", "import cutlass"],
        "this is CUTLASS in Python",
        "kernels here are cuTile: functions under `@ct.kernel` with `import cuda.tile as ct`",
    ),
    (
        &["@cuda.jit", "from numba"],
        "this is Numba",
        "kernels here are cuTile, which works on tiles and not on threads: functions under `@ct.kernel`",
    ),
    (
        &["__global__", "#include", "blockIdx."],
        "this is CUDA C++",
        "kernels here are cuTile Python or Tile IR",
    ),
    (
        &[".visible .entry", ".version ", ".target sm_"],
        "this is PTX",
        "PTX is run, not compiled: `tilewright run FILE.ptx --launch ... --inputs ...`",
    ),
    (
        &["func.func", "llvm.func", "tt.func", "gpu.module"],
        "this is MLIR of other dialects",
        "the input language is `cuda_tile`; `tilewright compile` takes its text and its bytecode",
    ),
];

/// The language that a text is in, and what to do, if it is one that is not read.
pub fn other_language(source: &str) -> Option<(&'static str, &'static str)> {
    let found = LANGUAGES
        .iter()
        .find(|(words, ..)| words.iter().any(|word| source.contains(word)));
    found.map(|&(_, what, help)| (what, help))
}

#[cfg(test)]
mod tests {
    use super::other_language;

    #[test]
    fn languages_are_known_by_their_words() {
        let what = |source| other_language(source).map(|(what, _)| what);
        assert_eq!(what("@triton.jit\ndef k(): pass"), Some("this is Triton"));
        assert_eq!(what("__global__ void k() {}"), Some("this is CUDA C++"));
        assert_eq!(what(".version 8.0\n.target sm_90"), Some("this is PTX"));
        assert_eq!(what("entry @k() {\n  return\n}"), None);
        assert_eq!(what("import cuda.tile as ct"), None);
    }
}
