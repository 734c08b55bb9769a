"""The CUDA driver, through ctypes: what loading, launching and timing PTX needs."""

import ctypes
import ctypes.util
import struct
from ctypes import POINTER, byref, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p

from contract import DESCRIPTOR_ALIGN, DESCRIPTOR_BYTES, TensorMap

# CUfunction_attribute, CUdevice_attribute, CUlaunchAttributeID and CUjit_option, as in cuda.h.
MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14
MULTIPROCESSOR_COUNT = 16
COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR = 75, 76
CLUSTER_DIMENSION = 4
JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 5, 6


class CudaError(Exception):
    """The driver refused."""


class LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute: an id, padding to eight bytes, a union of 64 bytes."""

    _fields_ = [("id", c_int), ("pad", c_int), ("value", ctypes.c_ubyte * 64)]


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = [
        ("grid", c_uint * 3),
        ("block", c_uint * 3),
        ("shared_bytes", c_uint),
        ("stream", c_void_p),
        ("attributes", POINTER(LaunchAttribute)),
        ("attribute_count", c_uint),
    ]


def aligned(size, align):
    """Host memory of `size` bytes at a multiple of `align`: what keeps it alive, and its address."""
    raw = ctypes.create_string_buffer(size + align)
    return raw, (ctypes.addressof(raw) + align - 1) // align * align


def cluster_attribute(cluster):
    """The launch attribute for clusters of this size."""
    value = struct.pack("<3I", *cluster).ljust(64, b"\0")
    return LaunchAttribute(CLUSTER_DIMENSION, 0, (ctypes.c_ubyte * 64)(*value))


def kernel_parameters(packed, encode):
    """The array of pointers that a launch takes, and what must stay alive until then. `encode` writes a TensorMap to an address."""
    kept, addresses = [], []
    for value in packed:
        if isinstance(value, TensorMap):
            raw, at = aligned(DESCRIPTOR_BYTES, DESCRIPTOR_ALIGN)
            encode(at, value)
        else:
            raw, at = aligned(len(value), 16)
            ctypes.memmove(at, value, len(value))
        kept.append(raw)
        addresses.append(at)
    return (c_void_p * len(addresses))(*addresses), kept


class Device:
    """The first GPU."""

    def __init__(self):
        try:
            self.lib = ctypes.CDLL(ctypes.util.find_library("cuda") or "libcuda.so.1")
        except OSError as error:
            raise CudaError(f"there is no CUDA driver: {error}") from error
        self.call("cuInit", 0)
        device = c_int()
        self.call("cuDeviceGet", byref(device), 0)
        name = ctypes.create_string_buffer(128)
        self.call("cuDeviceGetName", name, 128, device)
        self.name = name.value.decode()
        version = c_int()
        self.call("cuDriverGetVersion", byref(version))
        self.driver = f"{version.value // 1000}.{version.value % 1000 // 10}"
        self.capability = tuple(self.attribute(device, which) for which in (COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR))
        self.sms = self.attribute(device, MULTIPROCESSOR_COUNT)
        self.device = device
        self.enter()

    def enter(self):
        """Makes the primary context current: the one that torch and cupy use."""
        context = c_void_p()
        self.call("cuDevicePrimaryCtxRetain", byref(context), self.device)
        self.call("cuCtxSetCurrent", context)

    def recover(self):
        """Begins anew: after a fault in a kernel, every call in its context fails with the same error."""
        self.lib.cuDevicePrimaryCtxReset_v2(self.device)
        self.enter()

    def call(self, name, *arguments):
        code = getattr(self.lib, name)(*arguments)
        if code:
            words = c_char_p()
            self.lib.cuGetErrorString(code, byref(words))
            raise CudaError(f"{name}: {(words.value or b'error').decode()} ({code})")

    def attribute(self, device, which):
        value = c_int()
        self.call("cuDeviceGetAttribute", byref(value), which, device)
        return value.value

    def load(self, ptx, entry, shared_bytes, non_portable_cluster=False):
        """A kernel of a PTX text."""
        log = ctypes.create_string_buffer(8192)
        options = (c_int * 2)(JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
        settings = (c_void_p * 2)(ctypes.addressof(log), len(log))
        module, function = c_void_p(), c_void_p()
        try:
            self.call("cuModuleLoadDataEx", byref(module), c_char_p(ptx.encode()), 2, options, settings)
        except CudaError as error:
            raise CudaError(f"{error}: {log.value.decode(errors='replace').strip()}") from error
        self.call("cuModuleGetFunction", byref(function), module, c_char_p(entry.encode()))
        if shared_bytes > 48 << 10:
            self.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED_SIZE_BYTES, c_int(shared_bytes))
        if non_portable_cluster:
            self.call("cuFuncSetAttribute", function, NON_PORTABLE_CLUSTER_SIZE_ALLOWED, c_int(1))
        return function

    def allocate(self, size):
        address = c_uint64()
        self.call("cuMemAlloc_v2", byref(address), c_size_t(max(size, 16)))
        return address.value

    def free(self, address):
        # After a fault this fails as everything does; the fault has been told.
        self.lib.cuMemFree_v2(c_uint64(address))

    def upload(self, address, data):
        self.call("cuMemcpyHtoD_v2", c_uint64(address), c_char_p(data), c_size_t(len(data)))

    def download(self, address, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, c_uint64(address), c_size_t(size))
        return data.raw

    def encode(self, at, m):
        """cuTensorMapEncodeTiled into 128 bytes of host memory."""
        wide = lambda numbers: (c_uint64 * max(len(numbers), 1))(*numbers)
        narrow = lambda numbers: (c_uint32 * max(len(numbers), 1))(*numbers)
        self.call(
            "cuTensorMapEncodeTiled", c_void_p(at), c_int(m.data_type), c_uint32(m.rank), c_void_p(m.base), wide(m.dims), wide(m.strides),
            narrow(m.box), narrow(m.element_strides), c_int(m.interleave), c_int(m.swizzle), c_int(m.l2_promotion), c_int(m.fill),
        )

    def launch(self, function, abi, grid, parameters):
        """Starts a kernel."""
        attributes = (LaunchAttribute * 1)(cluster_attribute(abi["cluster"]))
        clustered = abi["cluster"] != [1, 1, 1]
        config = LaunchConfig(
            (c_uint * 3)(*grid), (c_uint * 3)(*abi["threads"]), abi["shared_bytes"], None, attributes, 1 if clustered else 0
        )
        self.call("cuLaunchKernelEx", byref(config), function, parameters, None)

    def synchronize(self):
        self.call("cuCtxSynchronize")

    def time(self, start_work, repeats):
        """Milliseconds of each of so many runs."""
        events = []
        for _ in range(repeats):
            pair = (c_void_p(), c_void_p())
            for event in pair:
                self.call("cuEventCreate", byref(event), 0)
            self.call("cuEventRecord", pair[0], None)
            start_work()
            self.call("cuEventRecord", pair[1], None)
            events.append(pair)
        self.synchronize()
        times = []
        for begin, end in events:
            elapsed = c_float()
            self.call("cuEventElapsedTime", byref(elapsed), begin, end)
            times.append(elapsed.value)
            for event in (begin, end):
                self.call("cuEventDestroy_v2", event)
        return times
