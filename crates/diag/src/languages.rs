//! Texts in languages that are not read: what they are, and what to do.

/// The form of a kernel in Python here.
const KERNELS: &str = "kernels here are cuTile: functions under `@ct.kernel` with `import cuda.tile as ct`";
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
        KERNELS,
    ),
    (&["@cute.jit", "import cutlass"], "this is CUTLASS in Python", KERNELS),
    (
        &["@cuda.jit", "from numba"],
        "this is Numba",
        "kernels here are cuTile, which works on tiles and not on threads: functions under `@ct.kernel`",
    ),
    (&["import helion", "@helion.kernel"], "this is Helion", KERNELS),
    (
        &["pallas_call", "jax.experimental.pallas", "import pallas"],
        "this is Pallas",
        KERNELS,
    ),
    (&["import warp", "@wp.kernel"], "this is Warp", KERNELS),
    (
        &["import mojo", "@kernel\nfn ", "from gpu import"],
        "this is Mojo",
        KERNELS,
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
        &[
            "target triple =",
            "target datalayout =",
            "define void @",
            "define dso_local",
            "define ptx_kernel",
        ],
        "this is LLVM IR",
        "kernels here are cuTile Python or Tile IR",
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
        assert_eq!(what("import helion\n"), Some("this is Helion"));
        assert_eq!(
            what("from jax.experimental import pallas as pl\npl.pallas_call(f)"),
            Some("this is Pallas")
        );
        assert_eq!(what("@wp.kernel\ndef k(): pass"), Some("this is Warp"));
        assert_eq!(what("define void @k(ptr %p) {"), Some("this is LLVM IR"));
        assert_eq!(what("entry @k() {\n  return\n}"), None);
        assert_eq!(what("import cuda.tile as ct"), None);
    }
}
