//! Of `nvvm`: what a kernel has outside of its code, and the functions of the CUDA runtime that it calls.

use super::cuda_tile::view_syntax;
use crate::dialects::Table;
use crate::op_def::Constraint::{Any, Bool, ScalarInt, Tile};
use crate::op_def::effects::{ALLOCATES, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::PURE;
use crate::op_def::*;

const ADDRESS_RESULT: &[ResultDef] = &[result("result", ScalarInt)];

// The ops.
records!(
    pub(crate) OPS,
    module,
    Table::NvvmModule,
    GLOBAL = OpDef::new("nvvm.global", "", "Memory with an initial value, shared by all blocks.")
        .attrs(view_syntax::GLOBAL_ATTRS)
        .custom(view_syntax::parse_global, view_syntax::print_global),
    GET_GLOBAL = OpDef::new("nvvm.get_global", "$symbol : #result", "The address of a global.")
        .results(ADDRESS_RESULT)
        .attrs(&[attr("symbol", AttrKind::Symbol)])
        .traits(PURE),
    STRING = OpDef::new("nvvm.string", "$text : #result", "The address of a text that ends in a zero.")
        .results(ADDRESS_RESULT)
        .attrs(&[attr("text", AttrKind::Str)])
        .traits(PURE),
    PRINTF = OpDef::new("nvvm.printf", "$format{?args , $args : #args}", "Prints, as `vprintf` of the CUDA runtime does.").effects(WRITES, On::Host)
        .operands(&[one("format", ScalarInt), variadic("args", Tile)]),
    MALLOC = OpDef::new("nvvm.malloc", "$bytes : #result", "Memory of the device's heap; 0 if there is not so much.").effects(ALLOCATES, On::Global)
        .results(ADDRESS_RESULT)
        .attrs(&[attr("bytes", AttrKind::Int)]),
    FREE = OpDef::new("nvvm.free", "$address", "Gives memory back to the heap.").effects(WRITES, On::Global).operands(&[one("address", ScalarInt)]),
    CAS = OpDef::new(
        "nvvm.cas",
        "$ordering $scope $address, $cmp, $value{?predicate  if $predicate} : #value",
        "Replaces an element of global memory that has the bits of `cmp`, atomically, and gives what was there; `cmp` without the predicate.",
    ).effects(READS | WRITES, On::Any)
    .operands(&[one("address", Any), one("cmp", Tile), one("value", Tile), optional("predicate", Bool)])
    .results(&[result_like("result", Tile, "value")])
    .attrs(&[
        attr("ordering", AttrKind::Enum(&["relaxed", "acquire", "release", "acq_rel"])),
        attr("scope", AttrKind::Enum(&["tl_blk", "device", "sys"])),
    ]),
    TRAP = OpDef::new("nvvm.trap", "", "Ends the kernel with an error.").effects(WRITES, On::Host),
    NANOSLEEP = OpDef::new("nvvm.nanosleep", "$duration", "Waits about so many nanoseconds.").effects(SYNCHRONISES, On::Host).attrs(&[attr("duration", AttrKind::Int)]),
    GRIDDEPCONTROL_WAIT = OpDef::new("nvvm.griddepcontrol.wait", "", "Waits until the grids that this one depends on are done.").effects(SYNCHRONISES, On::Global),
    GRIDDEPCONTROL_LAUNCH_DEPENDENTS = OpDef::new(
        "nvvm.griddepcontrol.launch_dependents",
        "",
        "Lets the grids that depend on this one start.",
    ).effects(SYNCHRONISES, On::Global),
    FENCE_PROXY_ALIAS = OpDef::new(
        "nvvm.fence.proxy.alias",
        "",
        "Orders accesses to the same memory by different virtual addresses.",
    ).effects(SYNCHRONISES, On::Global),
    LD_ACQUIRE = OpDef::new(
        "nvvm.ld_acquire",
        "$scope $address : #address -> #result",
        "Reads an element of global memory; what was released before it was written is seen afterwards.",
    ).effects(READS | WRITES | SYNCHRONISES, On::Global)
    .operands(&[one("address", Any)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("scope", AttrKind::Enum(&["tl_blk", "device", "sys"]))]),
    LD_PARAM = OpDef::new(
        "nvvm.ld_param",
        "$record + $offset : #record -> #result",
        "A field of a parameter record.",
    )
    .operands(&[one("record", Any)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("offset", AttrKind::Int)])
    .traits(PURE)
    .verify(super::cutlass_tile_scheduler::rules::field),
);
