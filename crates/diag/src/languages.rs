//! Texts in languages that are not read, whole ones and pieces: what they are, and what to do.

/// Words of what is read: a text with one of them is told of its own faults.
const OURS: &str = "cuda.tile|from cuda import tile|@ct.kernel|entry @|nvvm.func|cuda_tile|nv_tileaa|nv_tileas|tile<";

/// For languages of threads.
const THREADS: &str = "what threads do there, tiles do here: write the kernel in cuTile Python (docs/cutile.md)";
/// For those of which PTX can be made.
const MAKES_PTX: &str = "write the kernel in cuTile Python (docs/cutile.md), which works on tiles; the PTX that its own compiler makes of it runs with `tilewright run FILE.ptx --launch ... --inputs ...`";
/// For PTX.
const PTX: &str = "PTX is run, not compiled, a whole module of it: `tilewright run FILE.ptx --launch ... --inputs ...`";
/// The name of MLIR, which is known by its form.
const MLIR_NAME: &str = "MLIR of other dialects";
/// For MLIR.
const MLIR: &str = "the input language is `cuda_tile`, in kernels that start with `entry @name(...) {`; `tilewright compile` takes its text and its bytecode";

/// For texts of no language that is known.
const NO_LANGUAGE: &str = "no line of this is of a language that is read here";
/// For these, too: what is read.
const READ: &str = "cuTile Python, Tile IR text and its bytecode are read: a kernel is a function under `@ct.kernel`, or starts with `entry @name(...) {`";

/// Lines of what is read, without what makes them a kernel.
const PIECE: &str = "a piece of a cuTile kernel";

/// A language a line: what it is, and words that tell it, of which one is enough. The first that fits counts. One text, as tables of
/// texts take more room in the browser than what they hold.
const LANGUAGES: &str = "\
a piece of a cuTile kernel|ct.load(|ct.store(|ct.bid(|ct.mma(|ct.gather(
Triton|import triton|triton.jit|triton.language|tl.load(|tl.store(|tl.program_id(|tl.dot(|gluon.jit
TileLang|tilelang|T.prim_func|T.Kernel(|T.Pipelined(|T.alloc_shared(|T.gemm(
CUTLASS in Python|import cutlass|cute.jit|cute.kernel|cute.arch
Numba|from numba|cuda.jit|cuda.grid(
Pallas|pallas|pl.program_id(|pl.BlockSpec(|_ref[...]
MLIR of other dialects|module {|module attributes|module @|func.func|tt.func|llvm.func|gpu.func
Mojo|import mojo|from gpu import|LayoutTensor[|UnsafePointer[|thread_idx.x
Metal|metal_stdlib|[[buffer(|[[kernel]]|[[thread_position_in_grid]]
OpenCL C|__kernel|__global|get_global_id(|get_local_id(|kernel void
WGSL|@compute|var<storage|var<workgroup|workgroupBarrier(
HIP|hip_runtime.h|hipLaunchKernelGGL|hipMalloc|hipMemcpy
CUDA C++|__global__|__device__|__shared__|__syncthreads(|#include|threadIdx|blockIdx|blockDim|cudaMalloc|<<<|cute::
LLVM IR|target triple|target datalayout|define void @|define dso_local|define ptx_kernel|= getelementptr|@llvm.nvvm
PTX|.visible .entry|.version|.address_size|.reg .pred|.reg .b32|.reg .b64|.reg .f32
Warp|import warp|wp.kernel|wp.tid(
C++|using namespace|for (int|int main(|std::|template <|template<|const float";

/// The help for a language.
fn help_for(what: &str) -> &'static str {
    match what {
        PIECE => "give the whole kernel: a function under `@ct.kernel`, with `import cuda.tile as ct` above it",
        "Triton" | "TileLang" | "CUTLASS in Python" | "CUDA C++" | "LLVM IR" => MAKES_PTX,
        "PTX" => PTX,
        MLIR_NAME => MLIR,
        _ => THREADS,
    }
}

/// The bytes of a text that tell what it is.
const BEGINNING: usize = 1 << 16;

/// The message that a text is in a language that is not read, and what to do; none where it is not known to be.
pub fn other_language(source: &str) -> Option<(String, &'static str)> {
    let (what, help) = language(source)?;
    let message = match what {
        PIECE => format!("this is {what}, without its head"),
        _ => format!("this is {what}, and not a kernel in cuTile Python or Tile IR"),
    };
    Some((message, help))
}

/// The message that a text is in no language that is read, and what is; none where a line of it may be Tile IR: it has a value, a symbol, or
/// the head of a kernel or a module.
pub fn no_language(source: &str) -> Option<(&'static str, &'static str)> {
    let code = code(source);
    let is_ours = has_value(&code) || ["@", "entry", "module"].iter().any(|word| code.contains(word));
    (!is_ours).then_some((NO_LANGUAGE, READ))
}

/// The language that a text is in, if it is one that is not read, and what to do.
fn language(source: &str) -> Option<(&'static str, &'static str)> {
    let code = code(&source[..source.floor_char_boundary(BEGINNING)]);
    let has = |words: &str| words.split('|').any(|word| has_word(&code, word));
    if has(OURS) {
        return None;
    }
    let listed = LANGUAGES.lines().filter_map(|line| line.split_once('|'));
    let mut found = listed.filter(|(_, words)| has(words)).map(|(what, _)| what);
    let word = found.next();
    // Words of C++ alone say less than the form of a line.
    let what = word.filter(|what| *what != "C++").or_else(|| by_line(&code)).or(word)?;
    Some((what, help_for(what)))
}

/// A text without its comments: what they speak of is not what it is.
fn code(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    for line in source.lines() {
        let line = line.split_once("//").map_or(line, |(line, _)| line);
        code += line.split_once("# ").map_or(line, |(line, _)| line);
        code.push('\n');
    }
    code
}

fn in_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// Whether a text has a word, which is not a part of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    let starts = word.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric);
    let ends = word.as_bytes().last().is_some_and(in_word);
    let code = code.as_bytes();
    code.windows(word.len()).enumerate().any(|(at, found)| {
        let before = || at > 0 && in_word(&code[at - 1]);
        let after = || code.get(at + word.len()).is_some_and(in_word);
        found == word.as_bytes() && !(starts && before()) && !(ends && after())
    })
}

/// PTX and MLIR are known by the form of a line, whatever its op: `mad.lo.s32 %r1, %r2, %r3, %r4;`, `%0 = arith.addf %a, %b : f32`.
fn by_line(code: &str) -> Option<&'static str> {
    code.replace(';', ";\n").lines().map(str::trim).find_map(|line| {
        is_mlir(line)
            .then_some(MLIR_NAME)
            .or_else(|| is_ptx(line).then_some("PTX"))
    })
}

/// Whether a line is an instruction, maybe under a predicate.
fn is_ptx(line: &str) -> bool {
    let line = match line.split_once(' ') {
        Some((predicate, line)) if predicate.starts_with('@') => line.trim_start(),
        _ => line,
    };
    let end = line.bytes().position(|byte| b" \t".contains(&byte)).unwrap_or(0);
    let (opcode, operands) = line.split_at(end);
    is_op(opcode) && line.ends_with(';') && (has_value(operands) || operands.contains('['))
}

/// Whether a line is an op of a dialect: in its own form, or in the general one with quotes.
fn is_mlir(line: &str) -> bool {
    let op = match line.split_once(" = ") {
        Some((results, op)) if results.starts_with('%') => op,
        _ => line,
    };
    if let Some((op, _)) = op.strip_prefix('"').and_then(|op| op.split_once("\"(")) {
        return is_op(op);
    }
    let with_result = op.len() < line.len();
    op.split_once(' ').is_some_and(|(op, rest)| {
        is_op(op) && !rest.ends_with(';') && (with_result || has_value(rest) || rest.contains('@'))
    })
}

/// Whether a text has `%` before a name: a register, or a value.
fn has_value(text: &str) -> bool {
    text.as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'%' && in_word(&pair[1]))
}

/// Whether a word is an op of a dialect, or an opcode with types.
fn is_op(word: &str) -> bool {
    let word = word.as_bytes();
    let fits = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._:".contains(byte);
    word.first().is_some_and(u8::is_ascii_lowercase) && word.iter().all(fits) && word[..word.len() - 1].contains(&b'.')
}

#[cfg(test)]
mod tests {
    use super::{language, no_language};

    /// Texts as people paste them: whole files, and pieces of them without their heads.
    const TEXTS: &[(&str, &[&str])] = &[
        (
            "a piece of a cuTile kernel",
            &["    x = ct.load(X, (0,), (16,))\n    ct.store(Y, (0,), x)\n"],
        ),
        (
            "Triton",
            &[
                "@triton.jit\ndef k(): pass",
                "import triton.language as tl\n",
                "pid = tl.program_id(axis=0)\noffsets = pid * BLOCK + tl.arange(0, BLOCK)",
                "    acc += tl.dot(a, b)",
                "@gluon.jit\ndef k(x):\n    pass",
            ],
        ),
        (
            "TileLang",
            &[
                "import tilelang\nimport tilelang.language as T\n",
                "@T.prim_func\ndef main(A: T.Tensor((M, K), 'float16')):\n    pass",
                "with T.Kernel(T.ceildiv(N, 128), threads=128) as (bx, by):\n    pass",
                "for ko in T.Pipelined(K // 32, num_stages=3):\n    T.gemm(A_shared, B_shared, C_local)",
            ],
        ),
        (
            "CUTLASS in Python",
            &[
                "import cutlass\nimport cutlass.cute as cute\n",
                "@cute.kernel\ndef k(a: cute.Tensor):\n    tidx, _, _ = cute.arch.thread_idx()",
            ],
        ),
        (
            "Numba",
            &["from numba import cuda\n", "@cuda.jit\ndef k(x):\n    i = cuda.grid(1)"],
        ),
        (
            "Pallas",
            &[
                "from jax.experimental import pallas as pl\npl.pallas_call(f)",
                "import jax.experimental.pallas as pl",
                "def add(x_ref, y_ref, o_ref):\n  o_ref[...] = x_ref[...] + y_ref[...]",
            ],
        ),
        (
            "Warp",
            &[
                "import warp as wp",
                "@wp.kernel\ndef k(x: wp.array(dtype=float)):\n    x[wp.tid()] = 1.0",
            ],
        ),
        (
            "C++",
            &[
                "using namespace cute;\nauto a = make_tensor(p, shape);",
                "for (int i = 0; i < n; ++i) {}",
            ],
        ),
        (
            "Mojo",
            &[
                "from gpu import thread_idx, block_idx\nfn k(x: UnsafePointer[Float32]):\n    pass",
                "    var i = block_idx.x * block_dim.x + thread_idx.x",
            ],
        ),
        (
            "Metal",
            &[
                "#include <metal_stdlib>\nusing namespace metal;\nkernel void k() {}",
                "kernel void k(device float *x [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n    x[i] *= 2;\n}",
            ],
        ),
        (
            "OpenCL C",
            &[
                "__kernel void k(__global float *x) {\n  x[get_global_id(0)] *= 2;\n}",
                "int i = get_global_id(0);\nc[i] = a[i] + b[i];",
            ],
        ),
        (
            "WGSL",
            &[
                "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3<u32>) {}",
                "@group(0) @binding(0) var<storage, read_write> x: array<f32>;",
            ],
        ),
        (
            "HIP",
            &[
                "#include <hip/hip_runtime.h>\n__global__ void k() {}",
                "hipLaunchKernelGGL(k, grid, block, 0, 0, x);",
            ],
        ),
        (
            "CUDA C++",
            &[
                "__global__ void k() {}",
                "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i < n) c[i] = a[i] + b[i];",
                "__shared__ float tile[32][33];",
                "    __syncthreads();",
                "k<<<grid, block>>>(x, n);",
                "#include <cuda_runtime.h>\n",
                "using namespace cute;\nauto layout = cute::make_layout(cute::make_shape(8, 8));",
                "extern \"C\" __global__ void __launch_bounds__(128) k(const float* __restrict__ x) { asm volatile(\"mov.u32 %0, %tid.x;\"); }",
            ],
        ),
        (
            "LLVM IR",
            &[
                "define void @k(ptr %p) {",
                "  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
                "  %q = getelementptr float, ptr %p, i32 %i\n  %x = load float, ptr %q",
            ],
        ),
        (
            "PTX",
            &[
                ".version 8.0\n.target sm_90",
                ".visible .entry k(.param .u64 p) {\n  ret;\n}",
                "\t.reg .pred \t%p<2>;\n",
                "mov.u32 \t%r1, %ctaid.x;\nmad.lo.s32 \t%r4, %r1, %r2, %r3;",
                "ld.param.u64 %rd1, [k_param_0];",
                "@%p1 ld.global.f32 %f1, [%rd4];",
                "    cp.async.bulk.commit_group;\n    mbarrier.arrive.shared.b64 _, [%r3];",
            ],
        ),
        (
            "MLIR of other dialects",
            &[
                "func.func @k() {\n  return\n}",
                "%0 = arith.addf %a, %b : f32",
                "    %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %y, %z = %w) -> (f32, f32) {",
                "scf.for %i = %c0 to %n step %c1 {\n}",
                "module {\n}",
                "module {\n  func.func @k(%A: memref<16xf32>) {\n    %c0 = arith.constant 0 : index\n    return\n  }\n}",
                "#blocked = #ttg.blocked<{sizePerThread = [4]}>\nmodule attributes {\"ttg.num-warps\" = 4 : i32} {\n  tt.func public @k(%p: !tt.ptr<f32>) {\n    tt.return\n  }\n}",
                "module @jit_f attributes {mhlo.num_partitions = 1 : i32} {\n  func.func public @main(%arg0: tensor<4xf32>) {\n  }\n}",
                "module attributes {\"ttg.num-warps\" = 4 : i32} {\n",
                "    tt.store %p, %v, %mask : tensor<128x!tt.ptr<f32>>",
                "%0 = \"tosa.add\"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
                "\"memref.store\"(%v, %m, %i) : (f32, memref<8xf32>, index) -> ()",
                "gpu.module @kernels {\n}",
                "llvm.func @k(%arg0: !llvm.ptr) {\n",
                "  %7 = unseen_dialect.op %6 {a = 1 : i32} : i32",
                "%p = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32",
            ],
        ),
        (
            "C++",
            &[
                "for (int k = 0; k < n; ++k)\n  acc += a[k] * b[k];",
                "template <typename T>\nstd::vector<T> f();",
            ],
        ),
    ];

    /// Texts of ours, or in no language that is known here, whatever they speak of.
    const NONE: &[&str] = &[
        "",
        "entry @k() {\n  return\n}",
        "import cuda.tile as ct",
        "import cuda.tile as ct\nimport triton  # the peer\n@ct.kernel\ndef k(X:\n",
        "from cuda import tile as ct\nimport triton.language as tl\n",
        "# Like threadIdx.x of CUDA, and tl.load( of Triton.\ndef f(n):\n    return n",
        "// as `__global__` in CUDA\n%0 = addf %a, %b : f32",
        "%0 = addf %a, %b rounding<nearest_even> : tile<4xf32>",
        "cuda_tile.module @m {\n}",
        "nvvm.func @k(%a: i64) {\n  %0 = arith.addi %b, %c : i32\n",
        "import math\nx = math.pi % 2\ny = math.sqrt(x)\nobj.count % 3\nprint('%d' % x)",
        "import torch\nx = torch.ones(3)\nx.data[0] = 1\n",
        "@decorator\ndef f():\n    return 1\n",
        "x.y = 3;",
        "Dear all, the threadIdxes are gone; kernels: none.",
        "{\"a\": 1}",
    ];

    #[test]
    fn languages_are_known_by_whole_texts_and_by_pieces() {
        let what = |source: &str| language(source).map_or("none", |(what, _)| what);
        for (name, texts) in TEXTS {
            for text in *texts {
                assert_eq!(what(text), *name, "{text}");
                // Pasted into a field of one line.
                assert_eq!(what(&text.replace('\n', " ")), *name, "{text}");
            }
        }
        for text in NONE {
            assert_eq!(what(text), "none", "{text}");
        }
    }

    #[test]
    fn texts_without_a_line_of_tile_ir_are_of_no_language() {
        for text in [
            "asdf",
            "fn main() { let x = 5; }",
            "{\"a\": 1}",
            "SELECT * FROM x;",
            "asdf // entry @k() {",
        ] {
            assert!(no_language(text).is_some(), "{text}");
        }
        for text in [
            "entry @k() {",
            "adf %a, %b",
            "x\n%a = adf %b : tile<f32>",
            "modul @m {",
            "entry",
        ] {
            assert!(no_language(text).is_none(), "{text}");
        }
    }

    #[test]
    fn each_says_what_to_do() {
        for (_, texts) in TEXTS {
            let help = language(texts[0]).map_or("", |(_, help)| help);
            assert!(help.contains("kernel") || help.contains("tilewright run"), "{help}");
        }
    }
}
