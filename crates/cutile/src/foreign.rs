//! Texts that are something else: what it is, and what to do.

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

/// A description of a file without a kernel, and advice.
pub(crate) fn describe(source: &str) -> (String, String) {
    let found = LANGUAGES
        .iter()
        .find(|(words, ..)| words.iter().any(|word| source.contains(word)));
    match found {
        Some((_, what, help)) => (format!("{what}, not cuTile"), (*help).to_string()),
        None => (
            "the file has no kernel".to_string(),
            "kernels are functions under `@ct.kernel`, with `import cuda.tile as ct` above".to_string(),
        ),
    }
}
