"""The calling contract of a kernel (`tilewright compile --emit abi`): what each parameter gets, and how each TMA descriptor is
to be encoded. Pure functions, so that they can be tested where there is no GPU."""

import json
import struct
from dataclasses import dataclass
from pathlib import Path

VERSION = 1


class ContractError(Exception):
    """The contract and the case do not fit each other, or the driver would refuse what they ask for."""


# CUtensorMapDataType, bytes of an element. The driver has no 8-bit floats; their bytes are copied as they are.
DATA_TYPES = {
    "i8": (0, 1), "f8E4M3FN": (0, 1), "f8E5M2": (0, 1), "f8E8M0FNU": (0, 1),
    "i16": (1, 2), "i32": (3, 4), "i64": (5, 8),
    "f16": (6, 2), "f32": (7, 4), "f64": (8, 8), "bf16": (9, 2), "tf32": (11, 4),
}
# CUtensorMapSwizzle, and the bytes that the inner extent of a box may have.
SWIZZLES = {"none": (0, None), "32b": (1, 32), "64b": (2, 64), "128b": (3, 128)}
FILLS = {"zero": 0, "nan": 1}
INTERLEAVE_NONE = 0
L2_PROMOTION_128B = 2
DESCRIPTOR_BYTES = 128
DESCRIPTOR_ALIGN = 64


@dataclass(frozen=True)
class TensorMap:
    """The arguments of cuTensorMapEncodeTiled but the map itself, in the driver's order."""

    data_type: int
    rank: int
    base: int
    dims: tuple
    strides: tuple
    box: tuple
    element_strides: tuple
    interleave: int
    swizzle: int
    l2_promotion: int
    fill: int


def quantity(value, arguments):
    """A number of the contract, given the numbers that the parameters have (addresses for pointers)."""
    if "constant" in value:
        return value["constant"]
    scaled = value.get("scaled")
    at = scaled["argument"] if scaled else value["argument"]
    if at >= len(arguments) or not isinstance(arguments[at], int):
        raise ContractError(f"parameter {at} is no whole number")
    return arguments[at] * (scaled["by"] if scaled else 1)


def tensor_map(descriptor, arguments):
    """How to encode a descriptor. Checks what the driver's manual asks for, so that a refusal has a reason."""
    element = descriptor["element"]
    if element not in DATA_TYPES:
        raise ContractError(f"a TMA descriptor cannot hold elements of type {element}")
    data_type, width = DATA_TYPES[element]
    dims = tuple(quantity(q, arguments) for q in descriptor["dims"])
    strides = tuple(quantity(q, arguments) for q in descriptor["strides"])
    box = tuple(descriptor["box"])
    rank = len(dims)
    if not 1 <= rank <= 5 or len(strides) != rank - 1 or len(box) != rank:
        raise ContractError(f"{rank} extents, {len(strides)} strides and {len(box)} box extents do not go together")
    base = quantity(descriptor["base"], arguments)
    if base % 16:
        raise ContractError(f"the address {base:#x} is no multiple of 16 bytes")
    for extent in dims:
        if not 1 <= extent <= 1 << 32:
            raise ContractError(f"an extent of {extent} is not between 1 and 2^32")
    for stride in strides:
        if stride % 16 or not 0 <= stride < 1 << 40:
            raise ContractError(f"a stride of {stride} bytes is no multiple of 16 below 2^40")
    for extent in box:
        if not 1 <= extent <= 256:
            raise ContractError(f"a box extent of {extent} is not between 1 and 256")
    swizzle, span = SWIZZLES[descriptor["swizzle"]]
    inner = box[0] * width
    if inner % 16:
        raise ContractError(f"the rows of a box have {inner} bytes, no multiple of 16")
    if span and inner > span:
        raise ContractError(f"the rows of a box have {inner} bytes, more than the swizzle's {span}")
    if descriptor["fill"] == "nan" and element not in ("f16", "bf16", "f32", "tf32", "f64"):
        raise ContractError(f"elements of type {element} cannot be filled with NaN")
    return TensorMap(
        data_type, rank, base, dims, strides, box, (1,) * rank, INTERLEAVE_NONE, swizzle, L2_PROMOTION_128B, FILLS[descriptor["fill"]]
    )


# The packed form of a scalar, by its type in Tile IR.
SCALARS = {"i1": "<B", "i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q", "f16": "<e", "f32": "<f", "f64": "<d"}


def pack_scalar(value, kind):
    """The bytes of a number as a parameter."""
    if kind == "bf16":
        return struct.pack("<f", value)[2:]
    if kind not in SCALARS:
        raise ContractError(f"a parameter of type {kind} cannot be packed")
    if isinstance(value, int) and kind.startswith("i") and kind != "i1":
        bits = int(kind[1:])
        value &= (1 << bits) - 1
        value -= (1 << bits) if value >> (bits - 1) else 0
    try:
        return struct.pack(SCALARS[kind], value)
    except struct.error as error:
        raise ContractError(f"{value} is no {kind}: {error}") from error


def arguments(abi, values):
    """The parameters of a launch: bytes for pointers and numbers, a TensorMap for each descriptor. `values` are those of the
    kernel's own parameters: an address for a pointer, a number for a scalar."""
    if abi.get("version") != VERSION:
        raise ContractError(f"version {abi.get('version')} of the contract is not {VERSION}")
    own = [p for p in abi["params"] if p["kind"] != "descriptor"]
    if len(own) != len(values):
        raise ContractError(f"the kernel has {len(own)} parameters, the case gives {len(values)}")
    descriptors = iter(abi["descriptors"])
    given = iter(values)
    packed = []
    for at, param in enumerate(abi["params"]):
        if param["kind"] == "descriptor":
            descriptor = next(descriptors, None)
            if descriptor is None:
                raise ContractError(f"parameter {at} has no descriptor")
            packed.append(tensor_map(descriptor, values))
            continue
        value = next(given)
        data = struct.pack("<Q", value) if param["kind"] == "pointer" else pack_scalar(value, param["type"])
        if len(data) != param["bytes"]:
            raise ContractError(f"parameter {at} takes {param['bytes']} bytes, not {len(data)}")
        packed.append(data)
    if next(descriptors, None) is not None:
        raise ContractError("there are more descriptors than parameters for them")
    return packed


# The data files of the compiler's targets.
TARGETS = Path(__file__).resolve().parents[2] / "crates" / "machine" / "data" / "targets"


def target_for(major, minor):
    """What to compile for, on a GPU of this compute capability: its own target, or the last one before it whose PTX runs on
    later GPUs too, which is one without a letter. None, if there is neither."""
    files = (json.loads(file.read_text()) for file in TARGETS.glob("*.json"))
    own = major * 10 + minor
    known = {target["compute_capability"]: target["name"] for target in files}
    if own in known:
        return known[own]
    earlier = [capability for capability, name in known.items() if capability < own and name[-1].isdigit()]
    return known[max(earlier)] if earlier else None
