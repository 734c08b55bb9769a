"""Cases: `case.json` with `inputs.npz` and `expected.npz`. Nothing but Python's own library."""

import ast
import io
import json
import math
import random
import struct
import zipfile
from dataclasses import dataclass
from pathlib import Path

WIDTHS = {
    "bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
    "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8,
    "float8_e4m3fn": 1, "float8_e5m2": 1, "float8_e8m0fnu": 1,
}
FORMATS = {
    "bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q",
    "float16": "e", "float32": "f", "float64": "d",
}
# The NumPy types of elements that NumPy has no type for.
STORED = {"bfloat16": "<u2", "float8_e4m3fn": "|u1", "float8_e5m2": "|u1", "float8_e8m0fnu": "|u1"}
NUMPY = {
    "bool": "|b1", "int8": "|i1", "uint8": "|u1", "int16": "<i2", "uint16": "<u2", "int32": "<i4", "uint32": "<u4",
    "int64": "<i8", "uint64": "<u8", "float16": "<f2", "float32": "<f4", "float64": "<f8",
}


def read_npz(path):
    """Arrays by name: shape and bytes."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            if data[:6] != b"\x93NUMPY":
                raise ValueError(f"{path}: {name} is no array")
            wide = data[6] >= 2
            (length,) = struct.unpack_from("<I" if wide else "<H", data, 8)
            start = 12 if wide else 10
            header = ast.literal_eval(data[start : start + length].decode("latin1"))
            if header["fortran_order"] and len(header["shape"]) > 1:
                raise ValueError(f"{path}: {name} is in Fortran order")
            arrays[name.removesuffix(".npy")] = (tuple(header["shape"]), data[start + length :])
    return arrays


def write_npz(path, arrays):
    """Writes arrays: name to (NumPy's type, shape, bytes)."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, (dtype, shape, data) in arrays.items():
            header = repr({"descr": dtype, "fortran_order": False, "shape": tuple(shape)})
            header += " " * (-(len(header) + 11) % 64) + "\n"
            out = io.BytesIO()
            out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("latin1") + data)
            archive.writestr(f"{name}.npy", out.getvalue())


def small_float(code, exponent_bits, fraction_bits, infinity):
    """The value of an 8-bit float."""
    fraction = code & ((1 << fraction_bits) - 1)
    top = (1 << exponent_bits) - 1
    exponent = code >> fraction_bits & top
    sign = -1.0 if code >> (exponent_bits + fraction_bits) else 1.0
    if exponent == top and infinity:
        return sign * math.inf if fraction == 0 else math.nan
    if exponent == top and fraction == (1 << fraction_bits) - 1:
        return math.nan
    bias = (1 << (exponent_bits - 1)) - 1
    hidden = (1 << fraction_bits) if exponent else 0
    return sign * math.ldexp(hidden | fraction, max(exponent, 1) - bias - fraction_bits)


SMALL = {
    "float8_e4m3fn": [small_float(code, 4, 3, False) for code in range(256)],
    "float8_e5m2": [small_float(code, 5, 2, True) for code in range(256)],
    "float8_e8m0fnu": [math.ldexp(1.0, code - 127) if code < 255 else math.nan for code in range(256)],
}


def values(data, dtype):
    """The elements as numbers."""
    if dtype in SMALL:
        table = SMALL[dtype]
        return [table[code] for code in data]
    if dtype == "bfloat16":
        wide = b"".join(b"\0\0" + data[at : at + 2] for at in range(0, len(data), 2))
        return list(struct.unpack(f"<{len(data) // 2}f", wide))
    return list(struct.unpack(f"<{len(data) // WIDTHS[dtype]}{FORMATS[dtype]}", data))


@dataclass
class Array:
    """An array of a case."""

    name: str
    dtype: str
    shape: tuple
    strides: tuple
    role: str
    storage: tuple
    initial: bytes
    expected: bytes
    tolerance: dict

    @property
    def is_output(self):
        return self.role != "in"


@dataclass
class Case:
    """A launch of a kernel with data."""

    folder: Path
    name: str
    grid: tuple
    params: list
    arrays: dict
    description: dict

    def values(self, addresses):
        """What the kernel's parameters get, where arrays are at `addresses`."""
        return [addresses[p["array"]] if p["kind"] == "pointer" else p["value"] for p in self.params]


def elements(shape):
    return math.prod(shape)


def read_case(folder):
    """Reads a case; without data if it has none."""
    folder = Path(folder)
    description = json.loads((folder / "case.json").read_text())
    has_data = (folder / "expected.npz").exists()
    inputs = read_npz(folder / "inputs.npz") if has_data else {}
    expected = read_npz(folder / "expected.npz") if has_data else {}
    arrays = {}
    for name, array in description["arrays"].items():
        storage = tuple(array.get("storage_shape") or array["shape"])
        size = elements(storage) * WIDTHS[array["dtype"]]
        initial = b"\xff" * size if array["role"] == "out" or not has_data else inputs[name][1]
        right = expected[name][1] if has_data and array["role"] != "in" else b""
        if len(initial) != size or (right and len(right) != size):
            raise ValueError(f"{folder}: array {name} has another size than case.json says")
        strides = tuple(array.get("strides") or row_major(array["shape"]))
        tolerance = description.get("tolerance", {}).get(name, {"exact": True})
        arrays[name] = Array(name, array["dtype"], tuple(array["shape"]), strides, array["role"], storage, initial, right, tolerance)
    return Case(folder, description["name"], tuple(description["grid"]), description["entry_params"], arrays, description)


def row_major(shape):
    return tuple(math.prod(shape[at + 1 :]) for at in range(len(shape)))


def shuffle(case, seed):
    """The bytes of every input in another order. So every element is one that the kernel may meet: indices stay in range,
    logarithms keep positive arguments. Storage outside of the array (a pitch) stays as it was."""
    order = random.Random(seed)
    fresh = {}
    for name, array in case.arrays.items():
        if array.role == "out":
            continue
        width = WIDTHS[array.dtype]
        places = list(offsets(array))
        chosen = places[:]
        order.shuffle(chosen)
        data = bytearray(array.initial)
        for to, source in zip(places, chosen):
            data[to * width : (to + 1) * width] = array.initial[source * width : (source + 1) * width]
        fresh[name] = bytes(data)
    return fresh


def offsets(array):
    """The places of the elements in the storage, in order of their coordinates."""
    at = [0]
    for extent, stride in zip(array.shape, array.strides):
        at = [base + step * stride for base in at for step in range(extent)]
    return at


def write_case(case, inputs, folder):
    """The case with other inputs, without expected results, for the interpreter."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "case.json").write_text(json.dumps(case.description))
    kept = {}
    for name, data in inputs.items():
        array = case.arrays[name]
        kept[name] = (STORED.get(array.dtype) or NUMPY[array.dtype], array.storage, data)
    write_npz(folder / "inputs.npz", kept)


def compare(array, got, expected):
    """What is wrong with an output, in words, or None; and the largest absolute error."""
    width = WIDTHS[array.dtype]
    places = offsets(array)
    found, right = values(got, array.dtype), values(expected, array.dtype)
    worst, wrong, first = 0.0, 0, None
    exact = array.tolerance.get("exact", False)
    atol, rtol = array.tolerance.get("atol", 0.0), array.tolerance.get("rtol", 0.0)
    for at in places:
        a, b = found[at], right[at]
        if a == b:
            continue
        if exact:
            fine = a != a and b != b
        else:
            fine = abs(a - b) <= atol + rtol * abs(b) and math.isfinite(b)
        difference = abs(a - b)
        worst = difference if difference != difference else max(worst, difference)
        if not fine:
            wrong += 1
            first = first if first is not None else (at, a, b)
    inside = set(places)
    strayed = sum(
        got[at * width : (at + 1) * width] != array.initial[at * width : (at + 1) * width]
        for at in range(len(got) // width)
        if at not in inside
    )
    words = []
    if wrong:
        words.append(f"{wrong} of {len(places)} wrong, first at {first[0]}: {first[1]} instead of {first[2]}")
    if strayed:
        words.append(f"written outside of the array: {strayed}")
    return "; ".join(words) or None, worst
