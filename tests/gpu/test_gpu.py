"""The parts that need no GPU."""

import ctypes
import struct
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import cases
import contract
import cuda
import run

DESCRIPTOR = {
    "element": "f16",
    "dims": [{"argument": 2}, {"constant": 100}],
    "strides": [{"scaled": {"argument": 2, "by": 2}}],
    "base": {"argument": 0},
    "box": [64, 128],
    "swizzle": "128b",
    "fill": "zero",
}
ABI = {
    "version": 1,
    "params": [
        {"kind": "pointer", "type": "ptr<f16>", "bytes": 8, "align": 8},
        {"kind": "scalar", "type": "f32", "bytes": 4, "align": 4},
        {"kind": "scalar", "type": "i32", "bytes": 4, "align": 4},
        {"kind": "descriptor", "type": "tma", "bytes": 128, "align": 64},
    ],
    "descriptors": [DESCRIPTOR],
}


class Descriptors(unittest.TestCase):
    def test_a_descriptor_becomes_the_arguments_of_the_driver(self):
        got = contract.tensor_map(DESCRIPTOR, [0x1000, 1.0, 256])
        # CU_TENSOR_MAP_DATA_TYPE_FLOAT16 is 6, SWIZZLE_128B 3, L2_PROMOTION_L2_128B 2, as cuda.h has them.
        self.assertEqual(got, contract.TensorMap(6, 2, 0x1000, (256, 100), (512,), (64, 128), (1, 1), 0, 3, 2, 0))

    def test_what_the_driver_would_refuse_is_refused_with_a_reason(self):
        def refused(arguments=(0x1000, 1.0, 256), **change):
            with self.assertRaises(contract.ContractError) as caught:
                contract.tensor_map(DESCRIPTOR | change, list(arguments))
            return str(caught.exception)

        self.assertIn("multiple of 16", refused(arguments=(0x1008, 1.0, 256)))
        self.assertIn("stride of 514", refused(arguments=(0x1000, 1.0, 257)))
        self.assertIn("extent of 0", refused(arguments=(0x1000, 1.0, 0)))
        self.assertIn("box extent of 512", refused(box=[64, 512]))
        self.assertIn("more than the swizzle's 64", refused(swizzle="64b"))
        self.assertIn("type i4", refused(element="i4"))
        self.assertIn("cannot be filled with NaN", refused(element="i32", box=[32, 8], fill="nan"))
        self.assertIn("do not go together", refused(box=[64]))
        self.assertIn("parameter 1 is no whole number", refused(base={"argument": 1}))

    def test_fills_and_types(self):
        for element, code in [("bf16", 9), ("f32", 7), ("f8E4M3FN", 0), ("i32", 3)]:
            width = contract.DATA_TYPES[element][1]
            got = contract.tensor_map(DESCRIPTOR | {"element": element, "box": [128 // width, 8]}, [0x1000, 1.0, 256])
            self.assertEqual(got.data_type, code)
        self.assertEqual(contract.tensor_map(DESCRIPTOR | {"fill": "nan"}, [0x1000, 1.0, 256]).fill, 1)


class Arguments(unittest.TestCase):
    def test_parameters_are_packed_in_order(self):
        pointer, scalar, extent, tensor_map = contract.arguments(ABI, [0x7F0000001000, 1.5, 256])
        self.assertEqual(pointer, struct.pack("<Q", 0x7F0000001000))
        self.assertEqual((scalar, extent), (struct.pack("<f", 1.5), struct.pack("<i", 256)))
        self.assertEqual((tensor_map.base, tensor_map.dims), (0x7F0000001000, (256, 100)))

    def test_what_does_not_fit_is_refused(self):
        for abi, values, words in [
            (ABI, [0x1000, 1.5], "3 parameters"),
            (ABI | {"version": 2}, [0x1000, 1.5, 256], "version 2"),
            (ABI | {"descriptors": []}, [0x1000, 1.5, 256], "no descriptor"),
            (ABI | {"descriptors": [DESCRIPTOR] * 2}, [0x1000, 1.5, 256], "more descriptors"),
        ]:
            with self.assertRaisesRegex(contract.ContractError, words):
                contract.arguments(abi, values)

    def test_numbers_wrap_as_bits_do(self):
        self.assertEqual(contract.pack_scalar(2**32 - 1, "i32"), b"\xff" * 4)
        self.assertEqual(contract.pack_scalar(-1, "i8"), b"\xff")
        self.assertEqual(contract.pack_scalar(1.0, "bf16"), b"\x80\x3f")
        self.assertEqual(contract.pack_scalar(1.0, "f16"), b"\x00\x3c")

    def test_the_driver_gets_pointers_to_aligned_copies(self):
        encoded = []
        packed = contract.arguments(ABI, [0x1000, 1.5, 256])
        pointers, kept = cuda.kernel_parameters(packed, lambda at, tensor_map: encoded.append((at, tensor_map)))
        self.assertEqual((len(pointers), len(kept)), (4, 4))
        self.assertEqual(ctypes.string_at(pointers[1], 4), struct.pack("<f", 1.5))
        self.assertEqual([(at % 64, m.rank) for at, m in encoded], [(0, 2)])

    def test_structures_have_the_layout_of_the_driver(self):
        self.assertEqual(ctypes.sizeof(cuda.LaunchAttribute), 72)
        self.assertEqual(ctypes.sizeof(cuda.LaunchConfig), 56)
        self.assertEqual(bytes(cuda.cluster_attribute([2, 1, 1]))[:20], struct.pack("<i4x3I", 4, 2, 1, 1))

    def test_the_gpu_chooses_the_target(self):
        self.assertEqual(contract.target_for(9, 0), "sm_90a")
        self.assertEqual(contract.target_for(8, 9), "sm_89")
        self.assertEqual(contract.target_for(8, 7), "sm_86")
        self.assertEqual(contract.target_for(11, 0), "sm_89")
        self.assertIsNone(contract.target_for(7, 5))


def array(dtype="float32", shape=(2, 2), strides=(3, 1), storage=(2, 3), tolerance=None, initial=None):
    size = cases.elements(storage) * cases.WIDTHS[dtype]
    return cases.Array("X", dtype, shape, strides, "inout", storage, initial or b"\xff" * size, b"", tolerance or {"exact": True})


class Cases(unittest.TestCase):
    def test_arrays_are_written_and_read_as_numpy_does(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.npz"
            data = struct.pack("<6f", *range(6))
            cases.write_npz(path, {"a": ("<f4", (2, 3), data), "b": ("|u1", (), b"\x07")})
            self.assertEqual(cases.read_npz(path), {"a": ((2, 3), data), "b": ((), b"\x07")})

    def test_values_of_formats(self):
        self.assertEqual(cases.values(b"\x00\x3c", "float16"), [1.0])
        self.assertEqual(cases.values(b"\x40\xc0", "bfloat16"), [-3.0])
        self.assertEqual(cases.values(b"\x7e\x01", "float8_e4m3fn"), [448.0, 2.0**-9])
        self.assertEqual(cases.values(b"\x7b", "float8_e5m2"), [57344.0])
        self.assertEqual(cases.values(b"\x82", "float8_e8m0fnu"), [8.0])

    def test_errors_and_strays_are_told(self):
        right = struct.pack("<6f", 1, 2, 0, 3, 4, 0)
        poison = array().initial
        inside = lambda values: b"".join(struct.pack("<f", v) if v is not None else b"\xff" * 4 for v in values)
        got = inside([1, 2, None, 3, 4, None])
        self.assertEqual(cases.compare(array(), got, right), (None, 0.0))
        words, worst = cases.compare(array(), inside([1, 2.5, None, 3, 4, None]), right)
        self.assertEqual((words, worst), ("1 of 4 wrong, first at 1: 2.5 instead of 2.0", 0.5))
        words, _ = cases.compare(array(tolerance={"atol": 1.0, "rtol": 0.0}), inside([1, 2.5, None, 3, 4, None]), right)
        self.assertIsNone(words)
        words, _ = cases.compare(array(), inside([1, 2, 9.0, 3, 4, None]), right)
        self.assertEqual(words, "written outside of the array: 1")
        words, _ = cases.compare(array(tolerance={"atol": 1.0, "rtol": 0.0}), poison, right)
        self.assertIn("4 of 4 wrong", words, "an output that was not written is wrong")

    def test_fresh_inputs_have_the_same_elements_in_another_order(self):
        data = struct.pack("<6f", *range(6))
        one = array(initial=data)
        case = cases.Case(Path(), "x", (1, 1, 1), [], {"X": one}, {})
        fresh = cases.values(cases.shuffle(case, 3)["X"], "float32")
        self.assertEqual(sorted(fresh[at] for at in (0, 1, 3, 4)), [0, 1, 3, 4])
        self.assertEqual((fresh[2], fresh[5]), (2, 5), "what is outside stays")
        self.assertNotEqual(cases.shuffle(case, 1), cases.shuffle(case, 5))


class FakeDriver:
    """In place of libcuda: memory as Python objects, and a launch that runs `kernel` on the parameters it was given."""

    def __init__(self, kernel):
        self.kernel, self.memory, self.calls = kernel, {}, []

    def __getattr__(self, name):
        if name.startswith("do_"):
            raise AttributeError(name)

        def call(*arguments):
            self.calls.append(name)
            return getattr(self, f"do_{name}", lambda *_: 0)(*arguments) or 0

        return call

    def do_cuMemAlloc_v2(self, address, size):
        address._obj.value = 0x7F0000000000 + 0x100000 * len(self.memory)
        self.memory[address._obj.value] = bytearray(size.value)

    def do_cuMemcpyHtoD_v2(self, address, data, size):
        self.memory[address.value][:] = ctypes.string_at(data, size.value)

    def do_cuMemcpyDtoH_v2(self, data, address, size):
        ctypes.memmove(data, bytes(self.memory[address.value]), size.value)

    def do_cuTensorMapEncodeTiled(self, at, data_type, rank, base, *rest):
        assert at.value % 64 == 0
        ctypes.memmove(at.value, struct.pack("<IIQ", data_type.value, rank.value, base.value), 16)

    def do_cuLaunchKernelEx(self, config, function, parameters, extra):
        self.kernel(config._obj, parameters, self.memory)


class Launches(unittest.TestCase):
    ABI = ABI | {"entry": "k", "threads": [128, 1, 1], "shared_bytes": 65536, "cluster": [2, 1, 1]}

    def launch(self, kernel, **more):
        device = cuda.Device.__new__(cuda.Device)
        device.lib = FakeDriver(kernel)
        one = array(initial=struct.pack("<6f", *range(6)))
        params = [{"kind": "pointer", "array": "X"}, {"kind": "scalar", "value": 1.5}, {"kind": "size", "value": 256}]
        case = cases.Case(Path(), "x", (4, 2, 1), params, {"X": one}, {})
        return device.lib, run.launch(device, case, "", self.ABI | more, {})

    def test_a_launch_goes_through_the_driver(self):
        seen = {}

        def kernel(config, parameters, memory):
            seen["grid"], seen["block"], seen["shared"] = list(config.grid), list(config.block), config.shared_bytes
            seen["cluster"] = (config.attribute_count, config.attributes[0].id, bytes(config.attributes[0].value)[:12])
            (address,) = struct.unpack("<Q", ctypes.string_at(parameters[0], 8))
            seen["scalars"] = ctypes.string_at(parameters[1], 4), ctypes.string_at(parameters[2], 4)
            seen["map"] = struct.unpack("<IIQ", ctypes.string_at(parameters[3], 16)) == (6, 2, address)
            memory[address][:4] = struct.pack("<f", 42)

        driver, got = self.launch(kernel)
        self.assertEqual(seen["grid"] + seen["block"], [4, 2, 1, 128, 1, 1])
        self.assertEqual((seen["shared"], seen["cluster"]), (65536, (1, 4, struct.pack("<3I", 2, 1, 1))))
        self.assertEqual(seen["scalars"], (struct.pack("<f", 1.5), struct.pack("<i", 256)))
        self.assertTrue(seen["map"])
        self.assertEqual(cases.values(got["X"], "float32"), [42, 1, 2, 3, 4, 5])
        self.assertIn("cuFuncSetAttribute", driver.calls, "more than 48 KiB of shared memory is asked for")
        allowed = driver.calls.count("cuFuncSetAttribute")
        driver, _ = self.launch(kernel, non_portable_cluster=True)
        self.assertEqual(driver.calls.count("cuFuncSetAttribute"), allowed + 1)
        self.assertEqual(driver.calls.count("cuMemAlloc_v2"), driver.calls.count("cuMemFree_v2"))

    def test_a_refusal_of_the_driver_is_told_and_memory_is_freed(self):
        class Refusing(FakeDriver):
            def do_cuLaunchKernelEx(self, *_):
                return 1

            def do_cuGetErrorString(self, code, words):
                words._obj.value = b"invalid argument"

        device = cuda.Device.__new__(cuda.Device)
        device.lib = Refusing(None)
        params = [{"kind": "pointer", "array": "X"}, {"kind": "scalar", "value": 1.5}, {"kind": "size", "value": 256}]
        case = cases.Case(Path(), "x", (1, 1, 1), params, {"X": array()}, {})
        with self.assertRaisesRegex(cuda.CudaError, "cuLaunchKernelEx: invalid argument"):
            run.launch(device, case, "", self.ABI, {})
        self.assertEqual(device.lib.calls.count("cuMemFree_v2"), 1)

    def test_a_fault_is_told_and_does_not_spread(self):
        class Faulting(FakeDriver):
            broken = True

            def do_cuCtxSynchronize(self):
                return 700 if self.broken else 0

            do_cuMemFree_v2 = lambda self, _: 700 if self.broken else 0

            def do_cuDevicePrimaryCtxReset_v2(self, _):
                self.broken = False

        device = cuda.Device.__new__(cuda.Device)
        device.lib, device.device = Faulting(lambda *_: None), 0
        params = [{"kind": "pointer", "array": "X"}, {"kind": "scalar", "value": 1.5}, {"kind": "size", "value": 256}]
        case = cases.Case(Path(), "x", (1, 1, 1), params, {"X": array()}, {})
        with self.assertRaisesRegex(cuda.CudaError, "cuCtxSynchronize"):
            run.launch(device, case, "", self.ABI, {})
        device.recover()
        self.assertEqual(device.lib.calls[-2:], ["cuDevicePrimaryCtxRetain", "cuCtxSetCurrent"])
        run.launch(device, case, "", self.ABI, {})

    def test_predicted_times_stand_beside_measured_ones(self):
        estimate = {"iteration_cycles": 128.0, "load_cycles": 872.0, "clock_mhz": 1000}
        size = (1024, 1024, 1024, (128, 128, 64), "float16")
        report = {"schedule": {"loops": [{"estimate": estimate}]}}
        # 64 tiles on 32 SMs: two each, of 16 iterations.
        self.assertAlmostEqual(run.predicted(report, size, 32), 2 * (16 * 128 + 872) / 1e6)
        row = {"name": "gemm", "ours": 0.006, "predicted": run.predicted(report, size, 32), "words": ""}
        self.assertIn("| 0.0060 | 0.0058 |", run.timed_line(row))
        for report in ({}, {"schedule": {"loops": []}}, {"schedule": {"loops": [{"estimate": None}]}}):
            self.assertIsNone(run.predicted(report, size, 32))

    def test_a_kernel_that_writes_nothing_fails(self):
        one = array(dtype="float32", shape=(4,), strides=(1,), storage=(4,), tolerance={"atol": 1e9, "rtol": 0})
        words, _ = cases.compare(one, one.initial, struct.pack("<4f", 1, 2, 3, 4))
        self.assertIn("4 of 4 wrong", words)


if __name__ == "__main__":
    unittest.main()
