//! The lowest level: what one thread does. `nvvm` has the machine's own ops, `cf` the branches between blocks; the
//! arithmetic is `arith` on scalars. Addresses are `i64`.

use super::cuda_tile::control;
use crate::op_def::Constraint::{Any, Bool, Tile};
use crate::op_def::traits::{CFG, ISOLATED, PURE, TERMINATOR};
use crate::op_def::*;

/// Special registers that can be read.
pub const SPECIAL: &[&str] = &[
    "tid.x", "ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z", "laneid",
];
/// Element types of fragments.
const FRAGMENT: &[&str] = &["f16", "bf16", "s8", "u8"];
/// Memory spaces.
const SPACE: AttrDef = attr("space", AttrKind::Enum(&["global", "shared"]));
const OFFSET: AttrDef = attr("offset", AttrKind::Int);

/// The ops of `nvvm`.
pub(super) static NVVM: [OpDef; 11] = [
    OpDef::new("nvvm.func", "", "A kernel, as one thread runs it.")
        .attrs(&[
            attr("sym_name", AttrKind::Symbol),
            attr_opt(
                "hints",
                AttrKind::Custom(super::cuda_tile::hints::parse, super::cuda_tile::hints::print),
            ),
        ])
        .regions(&["body"])
        .traits(ISOLATED | CFG)
        .custom(control::parse_entry, control::print_entry),
    OpDef::new("nvvm.return", "", "Ends the thread.").traits(TERMINATOR),
    OpDef::new("nvvm.read_sreg", "$register : #result", "A special register.")
        .results(&[result("result", Tile)])
        .attrs(&[attr("register", AttrKind::Enum(SPECIAL))])
        .traits(PURE),
    OpDef::new(
        "nvvm.ld",
        "$space $address + $offset{?predicate  if $predicate}{?defaults  else $defaults} : #results",
        "Reads neighbouring elements; without the predicate, the defaults.",
    )
    .operands(&[
        one("address", Any),
        optional("predicate", Bool),
        variadic("defaults", Tile),
    ])
    .results(&[results("results", Tile)])
    .attrs(&[SPACE, OFFSET]),
    OpDef::new(
        "nvvm.st",
        "$space $address + $offset, $values{?predicate  if $predicate} : #values",
        "Writes neighbouring elements, if the predicate holds.",
    )
    .operands(&[
        one("address", Any),
        variadic("values", Tile),
        optional("predicate", Bool),
    ])
    .attrs(&[SPACE, OFFSET]),
    OpDef::new(
        "nvvm.atom",
        "$ordering $scope $mode $address, $value{?predicate  if $predicate} : #value",
        "Changes an element of global memory at once, and gives what was there.",
    )
    .operands(&[one("address", Any), one("value", Tile), optional("predicate", Bool)])
    .results(&[result_like("result", Tile, "value")])
    .attrs(&[
        attr(
            "ordering",
            AttrKind::Enum(&["relaxed", "acquire", "release", "acq_rel"]),
        ),
        attr("scope", AttrKind::Enum(&["tl_blk", "device", "sys"])),
        attr(
            "mode",
            AttrKind::Enum(&["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"]),
        ),
    ]),
    OpDef::new(
        "nvvm.shfl_bfly",
        "$value, $lanes : #value",
        "The value of the lane whose number differs in these bits.",
    )
    .operands(&[one("value", Tile)])
    .results(&[result_like("result", Tile, "value")])
    .attrs(&[attr("lanes", AttrKind::Int)]),
    OpDef::new(
        "nvvm.shfl_idx",
        "$value, $lane : #value",
        "The value of the lane of this number.",
    )
    .operands(&[one("value", Tile), one("lane", Tile)])
    .results(&[result_like("result", Tile, "value")]),
    OpDef::new(
        "nvvm.mma_sync",
        "$lhs_type $rhs_type ($lhs) ($rhs) ($acc) : #results",
        "The product of two fragments plus a third, by a warp: m16n8 by 32 bytes of k.",
    )
    .operands(&[variadic("lhs", Tile), variadic("rhs", Tile), variadic("acc", Tile)])
    .results(&[results("results", Tile)])
    .attrs(&[
        attr("lhs_type", AttrKind::Enum(FRAGMENT)),
        attr("rhs_type", AttrKind::Enum(FRAGMENT)),
    ])
    .traits(PURE),
    OpDef::new(
        "nvvm.shared_base",
        "$bytes : #result",
        "The address of this block's shared memory.",
    )
    .results(&[result("result", Tile)])
    .attrs(&[attr("bytes", AttrKind::Int)])
    .traits(PURE),
    OpDef::new("nvvm.barrier", "", "Waits until all threads of the block are here."),
];

/// The ops of `cf`.
pub(super) static CF: [OpDef; 2] = [
    OpDef::new("cf.br", "$dest{?args ($args : #args)}", "Goes on in a block.")
        .operands(&[variadic("args", Any)])
        .successors(&["dest"])
        .traits(TERMINATOR),
    OpDef::new(
        "cf.cond_br",
        "$condition, $then{?then_args ($then_args : #then_args)}, $else{?else_args ($else_args : #else_args)} : #condition",
        "Goes on in one of two blocks.",
    )
    .operands(&[one("condition", Bool), variadic("then_args", Any), variadic("else_args", Any)])
    .successors(&["then", "else"])
    .traits(TERMINATOR),
];
