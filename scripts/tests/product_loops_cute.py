"""PTX of CuTe's kernels, for the tables of docs/product-loops.md.

    python product_loops_cute.py DIR

writes DIR/NAME.ptx, where NAME is a cell of the tables. No GPU is needed. It takes the packages nvidia-cutlass-dsl 4.8.1,
nvidia-cutlass-operators 0.3.0, quack-kernels 0.6.5 and flash-attn-4 4.0.0b36, whose kernels are compiled as they are, with sizes that are
known at launch. Their modules import torch, which compiles nothing: a stand-in takes its place. One process compiles for one GPU.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import types

ABSENT = ("einops", "jax", "torch", "tqdm", "triton")


class Anything(type):
    """Classes that have every attribute, and that give back what they decorate."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        setattr(cls, name, Anything(name, (), {}))
        return cls.__dict__[name]

    def __call__(cls, *args, **named):
        return args[0] if len(args) == 1 and not named and callable(args[0]) else cls

    def __or__(cls, other):
        return object

    __ror__ = __or__


class StandIn(types.ModuleType):
    __path__ = []
    __version__ = "0"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        setattr(self, name, Anything(name, (), {}))
        return self.__dict__[name]


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.split(".")[0] in ABSENT else None

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        pass


def bare(name):
    """A package without what its own `__init__` imports, which looks for a GPU."""
    parent, _, last = name.rpartition(".")
    places = sys.modules[parent].__path__ if parent else sys.path
    module = types.ModuleType(name)
    module.__path__ = [str(found) for place in places if (found := pathlib.Path(place) / last).is_dir()]
    sys.modules[name] = module


class Hardware:
    """The GPU that grids are made for; no loop depends on it."""

    def __init__(self, *device):
        pass

    def get_device_multiprocessor_count(self):
        return 148

    def get_max_active_clusters(self, cluster_size=1):
        return 148 // cluster_size


def compile_all(gpu, folder):
    sys.meta_path.insert(0, Finder())
    for name in ("quack", "quack.blockscaled", "flash_attn", "flash_attn.cute"):
        bare(name)
    import cutlass
    import cutlass.cute as cute
    import quack.dsl
    from cutlass import Float8E4M3FN, Float16, Float32, Int32

    cutlass.utils.HardwareInfo = Hardware
    stream = cute.runtime.make_fake_stream()

    def write(name, kernel, *args, **named):
        compiled = cute.compile(kernel, *args, **named, options="--keep-ptx --keep-cubin")
        text = compiled.__ptx__
        (folder / f"{name.replace(' ', '_')}.ptx").write_text(text if "\n" in text else pathlib.Path(text).read_text())

    def array(dtype, *sizes):
        strides = tuple(cute.sym_int64(divisibility=128 // dtype.width) for _ in sizes[1:]) + (1,)
        return cute.runtime.make_fake_tensor(dtype, sizes, stride=strides, assumed_align=16)

    def quack_gemm(cls, name, tile, dtype=Float16, **options):
        import quack.gemm_default_epi as kinds
        from quack.tile_scheduler import TileSchedulerOptions

        kind = getattr(kinds, f"GemmDefault{cls}")
        kernel = kind(Float32, dtype, tile, (1, 1, 1), **options)
        kernel.b_transposed = kernel.a_transposed = kernel.cd_transposed = False
        kernel.cd_packed = None
        m, n, k, l = (cute.sym_int() for _ in range(4))
        arrays = array(dtype, l, m, k), array(dtype, l, n, k), array(Float16, l, m, n)
        scheduler = TileSchedulerOptions(max_active_clusters=Int32(132))
        write(f"Gemm{cls} {name}", kernel, *arrays, None, kind.EpilogueArguments(), scheduler, None, stream, None, None)

    def dense_gemm(name, tile, pair, dtype=Float16):
        file = "cutlass/kernels/rubin/gemm/base/blackwell_dense_gemm_persistent.py"
        place = next(found for place in sys.path if (found := pathlib.Path(place) / file).exists())
        spec = importlib.util.spec_from_file_location("dense_gemm_persistent", place)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        kernel = module.PersistentDenseGemmKernel(Float32, pair, tile, (2 if pair else 1, 1), True)
        m, n, k, l = (cute.sym_int(divisibility=16) for _ in range(4))
        fake = cute.runtime.make_fake_compact_tensor
        arrays = [fake(kind, sizes, stride_order=(1, 0, 2), assumed_align=16) for kind, sizes in ((dtype, (m, k, l)), (dtype, (n, k, l)), (Float16, (m, n, l)))]
        write(f"PersistentDenseGemmKernel {name}", kernel, *arrays, 148, stream)

    def attention(cls, name, make, d):
        b, q, k, h, hk = (cute.sym_int() for _ in range(5))
        sums = cute.runtime.make_fake_tensor(Float32, (b, h, q), stride=(cute.sym_int64(), cute.sym_int64(), 1), assumed_align=4)
        arrays = array(Float16, b, q, h, d), array(Float16, b, k, hk, d), array(Float16, b, k, hk, d), array(Float16, b, q, h, d)
        write(f"FlashAttentionForward{cls} {name}", make, *arrays, sums, Float32(0.125), stream=stream)

    if gpu == "sm_90a":
        for name, tile, options in (
            ("128x128x64 once", (128, 128, 64), {"is_persistent": False}),
            ("128x128x64", (128, 128, 64), {}),
            ("128x128x64 pingpong", (128, 128, 64), {"pingpong": True}),
            ("128x256x64", (128, 256, 64), {}),
            ("256x128x64", (256, 128, 64), {}),
        ):
            quack_gemm("Sm90", name, tile, **options)
        for name, tile, fast in (("128x128x128 f8 fast", (128, 128, 128), True), ("128x128x128 f8", (128, 128, 128), False), ("128x256x128 f8 fast", (128, 256, 128), True)):
            quack_gemm("Sm90", name, tile, Float8E4M3FN, fp8_fast_accum=fast)
        from flash_attn.cute.flash_fwd_sm90 import FlashAttentionForwardSm90

        for d, rows, columns, causal in (
            (128, 128, 128, False),
            (128, 128, 64, False),
            (128, 128, 128, True),
            (64, 128, 128, False),
            (64, 128, 64, False),
            (64, 128, 128, True),
            (64, 192, 128, False),
        ):
            make = FlashAttentionForwardSm90(Float16, d, d, 1, is_causal=causal, pack_gqa=False, tile_m=rows, tile_n=columns, num_stages=2, num_threads=(rows // 64 + 1) * 128, Q_in_regs=False)
            attention("Sm90", f"d{d} {rows}x{columns}{' causal' if causal else ''}", make, d)
    elif gpu == "sm_100a":
        for name, tile, pair in (("128x128", (128, 128), False), ("128x256", (128, 256), False), ("256x128", (256, 128), True), ("256x256", (256, 256), True)):
            dense_gemm(name, tile, pair)
        dense_gemm("128x128 f8", (128, 128), False, Float8E4M3FN)
        from flash_attn.cute.flash_fwd_sm100 import FlashAttentionForwardSm100

        for d in (128, 64):
            for causal in (False, True):
                make = FlashAttentionForwardSm100(d, d, is_causal=causal, is_static_persistent=not causal)
                attention("Sm100", f"d{d}{' causal' if causal else ''}", make, d)
    elif gpu == "sm_120a":
        quack_gemm("Sm120", "128x128x64", (128, 128, 64))
        quack_gemm("Sm120", "128x128x64 pingpong", (128, 128, 64), pingpong=True)


def main(folder):
    folder = pathlib.Path(folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for gpu in ("sm_90a", "sm_100a", "sm_120a"):
        # Files that are kept are left where the process runs, too.
        with tempfile.TemporaryDirectory() as scratch:
            subprocess.run([sys.executable, os.path.abspath(__file__), str(folder), gpu], cwd=scratch, env={**os.environ, "CUTE_DSL_ARCH": gpu}, check=True)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        compile_all(sys.argv[2], pathlib.Path(sys.argv[1]))
    else:
        main(sys.argv[1])
