//! The lowest level: what one thread does. `nvvm` has the machine's own ops, `cf` the branches between blocks; the
//! arithmetic is `arith` on scalars. Addresses are `i64`.

use super::cuda_tile::control;
use crate::dialects::Table;
use crate::op_def::Constraint::{Any, Bool, ScalarInt, Tile};
use crate::op_def::custom;
use crate::op_def::effects::{ASYNCHRONOUS, EXCHANGES, GROUPS, READS, SYNCHRONISES, WRITES};
use crate::op_def::traits::{CFG, ISOLATED, PURE, TERMINATOR};
use crate::op_def::*;

/// Special registers that can be read.
pub const SPECIAL: &[&str] = &[
    "tid.x",
    "ctaid.x",
    "ctaid.y",
    "ctaid.z",
    "nctaid.x",
    "nctaid.y",
    "nctaid.z",
    "laneid",
    "cluster_ctarank",
];
/// Memory spaces.
const SPACE: AttrDef = attr("space", AttrKind::Enum(&["global", "shared", "shared_cluster"]));
const OFFSET: AttrDef = attr("offset", AttrKind::Int);
/// The memory order and scope of an access; weak where nothing is said.
const ORDERING: AttrDef = attr_opt("ordering", AttrKind::Enum(&["relaxed", "acquire", "release"]));
const SCOPE: AttrDef = attr_opt("scope", AttrKind::Enum(&["tl_blk", "device", "sys"]));
/// The address of a barrier.
const ADDRESS: &[OperandDef] = &[one("address", Any)];

// The ops of `nvvm`.
records!(
    pub(crate) NVVM,
    nvvm,
    Table::Nvvm,
    FUNC = OpDef::new("nvvm.func", "", "A kernel, as one thread runs it.")
        .attrs(&[
            attr("sym_name", AttrKind::Symbol),
            attr_opt(
                "hints",
                custom(super::cuda_tile::hints::parse, super::cuda_tile::hints::print),
            ),
        ])
        .regions(&["body"])
        .traits(ISOLATED | CFG)
        .custom(control::parse_entry, control::print_entry),
    RETURN = OpDef::new("nvvm.return", "", "Ends the thread.").traits(TERMINATOR),
    READ_SREG = OpDef::new("nvvm.read_sreg", "$register : #result", "A special register.")
        .results(&[result("result", Tile)])
        .attrs(&[attr("register", AttrKind::Enum(SPECIAL))])
        .traits(PURE),
    PACKED_F32X2 = OpDef::new(
        "nvvm.packed.f32x2",
        "$kind{?ftz  flush_to_zero} $operands : #results",
        "Two sums, differences, products or sums of a product at a time, each rounded to the nearest: for each operand its first and its second number.",
    )
    .operands(&[variadic("operands", Tile)])
    .results(&[results("results", Tile)])
    .attrs(&[
        attr("kind", AttrKind::Enum(&["add", "sub", "mul", "fma"])),
        attr_opt("ftz", AttrKind::Flag),
    ])
    .traits(PURE),
    PACK_WORD = OpDef::new(
        "nvvm.pack_word",
        "$parts as $type : #result",
        "Two numbers of a type side by side in a word, the first lowest; of f32, each rounded to the nearest first.",
    )
    .operands(&[variadic("parts", Tile)])
    .results(&[result("result", Tile)])
    .attrs(&[attr("type", AttrKind::Enum(&["f16", "bf16"]))])
    .traits(PURE),
    PACK_BYTES = OpDef::new(
        "nvvm.pack_bytes",
        "$parts : #result",
        "Up to four numbers of eight bits side by side in a word, the first lowest; zeros above them.",
    )
    .operands(&[variadic("parts", Tile)])
    .results(&[result("result", Tile)])
    .traits(PURE),
    LD = OpDef::new(
        "nvvm.ld",
        "$space{?ordering  $ordering}{?scope  $scope} $address + $offset{?predicate  if $predicate}{?defaults  else $defaults} : #results",
        "Reads neighbouring elements; without the predicate, the defaults.",
    ).effects(READS, On::Any)
    .operands(&[
        one("address", Any),
        optional("predicate", Bool),
        variadic("defaults", Tile),
    ])
    .results(&[results("results", Tile)])
    .attrs(&[SPACE, OFFSET, ORDERING, SCOPE]),
    ST = OpDef::new(
        "nvvm.st",
        "$space{?ordering  $ordering}{?scope  $scope} $address + $offset, $values{?predicate  if $predicate} : #values",
        "Writes neighbouring elements, if the predicate holds.",
    ).effects(WRITES, On::Any)
    .operands(&[
        one("address", Any),
        variadic("values", Tile),
        optional("predicate", Bool),
    ])
    .attrs(&[SPACE, OFFSET, ORDERING, SCOPE]),
    ATOM = OpDef::new(
        "nvvm.atom",
        "$ordering $scope $mode $address + $offset, $value{?predicate  if $predicate} : #value",
        "Changes an element of global memory atomically, and gives what was there.",
    ).effects(READS | WRITES, On::Any)
    .operands(&[one("address", Any), one("value", Tile), optional("predicate", Bool)])
    .results(&[result_like("result", Tile, "value")])
    .attrs(&[
        OFFSET,
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
    RED = OpDef::new(
        "nvvm.red",
        "$ordering $scope $mode $address + $offset, $values{?predicate  if $predicate} : #values",
        "Changes neighbouring elements of global memory, each atomically; nobody asks what was there.",
    ).effects(READS | WRITES, On::Global)
    .operands(&[one("address", Any), variadic("values", Tile), optional("predicate", Bool)])
    .attrs(&[
        OFFSET,
        attr("ordering", AttrKind::Enum(&["relaxed", "release"])),
        attr("scope", AttrKind::Enum(&["tl_blk", "device", "sys"])),
        attr(
            "mode",
            AttrKind::Enum(&["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin"]),
        ),
    ]),
    SHFL_BFLY = OpDef::new(
        "nvvm.shfl_bfly",
        "$value, $lanes : #value",
        "The value of the lane whose number differs in these bits.",
    ).effects(EXCHANGES, On::Registers)
    .operands(&[one("value", Tile)])
    .results(&[result_like("result", Tile, "value")])
    .attrs(&[attr("lanes", AttrKind::Int)]),
    SHFL_IDX = OpDef::new(
        "nvvm.shfl_idx",
        "$value, $lane : #value",
        "The value of the lane of this number.",
    ).effects(EXCHANGES, On::Registers)
    .operands(&[one("value", Tile), one("lane", Tile)])
    .results(&[result_like("result", Tile, "value")]),
    SHARED_BASE = OpDef::new(
        "nvvm.shared_base",
        "$bytes{?from  from $from} : #result",
        "The address of so many bytes of this block's shared memory, from a byte on.",
    )
    .results(&[result("result", Tile)])
    .attrs(&[attr("bytes", AttrKind::Int), attr_opt("from", AttrKind::Int)])
    .traits(PURE),
    BARRIER = OpDef::new(
        "nvvm.barrier",
        "{?number of $number}{?id id = $id}{?threads  threads = $threads}",
        "Waits until all threads of the block are here, or so many at the barrier of this number.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[optional("number", ScalarInt)])
    .attrs(&[attr_opt("id", AttrKind::Int), attr_opt("threads", AttrKind::Int)])
    .verify(super::nvvm_sync::participants),
    BAR_WARP_SYNC = OpDef::new("nvvm.bar.warp.sync", "", "Waits until all lanes of the warp are here.").effects(SYNCHRONISES, On::Barriers),
    SETMAXNREG = OpDef::new(
        "nvvm.setmaxnreg",
        "$action $count",
        "The warpgroup gives registers back, or takes more; so many a thread afterwards.",
    ).effects(SYNCHRONISES, On::Registers)
    .attrs(&[attr("action", AttrKind::Enum(&["inc", "dec"])), attr("count", AttrKind::Int)]),
    MBARRIER_INIT = OpDef::new("nvvm.mbarrier.init", "$address + $offset, $count", "Makes a barrier that so many arrivals complete.").effects(SYNCHRONISES, On::Barriers)
        .operands(ADDRESS)
        .attrs(&[OFFSET, attr("count", AttrKind::Int)]),
    MBARRIER_INVAL = OpDef::new("nvvm.mbarrier.inval", "$address + $offset", "Takes back the memory of a barrier.").effects(SYNCHRONISES, On::Barriers)
        .operands(ADDRESS)
        .attrs(&[OFFSET]),
    MBARRIER_ARRIVE = OpDef::new(
        "nvvm.mbarrier.arrive",
        "$address + $offset{?predicate  if $predicate}",
        "Arrives at a barrier.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("address", Any), optional("predicate", Bool)])
    .attrs(&[OFFSET]),
    MBARRIER_ARRIVE_EXPECT_TX = OpDef::new(
        "nvvm.mbarrier.arrive.expect_tx",
        "$address + $offset, $bytes{?predicate  if $predicate}",
        "Arrives at a barrier, whose phase then also waits for so many bytes.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("address", Any), optional("predicate", Bool)])
    .attrs(&[OFFSET, attr("bytes", AttrKind::Int)]),
    MBARRIER_WAIT_PARITY = OpDef::new(
        "nvvm.mbarrier.wait.parity",
        "$address + $offset, $parity",
        "Tries until the phase of this parity of a barrier is over.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("address", Any), one("parity", Tile)])
    .attrs(&[OFFSET, attr_opt("timeout", AttrKind::Int)]),
    MBARRIER_TRY_WAIT_PARITY = OpDef::new(
        "nvvm.mbarrier.try_wait.parity",
        "$address + $offset, $parity : #done",
        "Whether the phase of this parity of a barrier is over.",
    ).effects(SYNCHRONISES, On::Barriers)
    .operands(&[one("address", Any), one("parity", Tile)])
    .results(&[result("done", Bool)])
    .attrs(&[OFFSET]),
    CLUSTERLAUNCHCONTROL_TRY_CANCEL = OpDef::new(
        "nvvm.clusterlaunchcontrol.try_cancel",
        "$address + $offset, $barrier + $barrier_offset{?ctas  to $ctas}{?predicate  if $predicate}",
        "Asks for a launch to be cancelled: 16 bytes of response come to the address, and count at the barrier; with `ctas`, in each of so \
         many CTAs, which are the cluster.",
    ).effects(WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[one("address", Any), one("barrier", Any), optional("predicate", Bool)])
    .attrs(&[OFFSET, attr("barrier_offset", AttrKind::Int), attr_opt("ctas", AttrKind::Int)]),
    CLUSTERLAUNCHCONTROL_QUERY_CANCEL = OpDef::new(
        "nvvm.clusterlaunchcontrol.query_cancel",
        "$address + $offset else $none in $current_iter : #id",
        "The number along x of the first CTA of the launch that was cancelled, or a number for none; and which answer it is of.",
    ).effects(READS, On::Shared)
    .operands(&[one("address", Any), one("current_iter", ScalarInt)])
    .results(&[result("id", Tile)])
    .attrs(&[OFFSET, attr("none", AttrKind::Int)]),
    FENCE_MBARRIER_INIT = OpDef::new(
        "nvvm.fence.mbarrier_init",
        "",
        "Lets the cluster and TMA see the barriers that were made.",
    ).effects(SYNCHRONISES, On::Barriers),
    FENCE_PROXY_ASYNC = OpDef::new(
        "nvvm.fence.proxy.async",
        "",
        "Orders this thread's accesses to shared memory before those of TMA and tensor cores.",
    ).effects(SYNCHRONISES, On::Any),
    TMA_LOAD = OpDef::new(
        "nvvm.tma_load",
        "$descriptor[$coordinates], $address + $offset, $barrier + $barrier_offset{?mask  to $mask} : #coordinates*",
        "Starts to copy a box of a tensor to shared memory; coordinates innermost first. With a mask, to the same place in each CTA of the \
         cluster whose bit is set.",
    ).effects(WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[
        variadic("coordinates", Tile),
        one("address", Any),
        one("barrier", Any),
        optional("mask", ScalarInt),
    ])
    .attrs(&[
        attr("descriptor", AttrKind::Int),
        OFFSET,
        attr("barrier_offset", AttrKind::Int),
    ]),
    TMA_STORE = OpDef::new(
        "nvvm.tma_store",
        "$descriptor[$coordinates], $address + $offset{?predicate  if $predicate} : #coordinates*",
        "Starts to copy a box of a tensor from shared memory; coordinates innermost first.",
    ).effects(READS | WRITES | ASYNCHRONOUS, On::Shared)
    .operands(&[
        variadic("coordinates", Tile),
        one("address", Any),
        optional("predicate", Bool),
    ])
    .attrs(&[attr("descriptor", AttrKind::Int), OFFSET]),
    CP_ASYNC_BULK_COMMIT_GROUP = OpDef::new(
        "nvvm.cp.async.bulk.commit_group",
        "",
        "Makes a group of this thread's bulk copies since the last.",
    ).effects(GROUPS, On::Shared),
    CP_ASYNC_BULK_WAIT_GROUP = OpDef::new(
        "nvvm.cp.async.bulk.wait_group",
        "$count{?read  read}",
        "Waits until at most so many groups of bulk copies are in flight, or are still being read.",
    ).effects(SYNCHRONISES, On::Shared)
    .attrs(&[attr("count", AttrKind::Int), attr_opt("read", AttrKind::Flag)]),
);

// The ops of `cf`.
records!(
    pub(crate) CF,
    cf,
    Table::Cf,
    BR = OpDef::new("cf.br", "$dest{?args ($args : #args)}", "Goes on in a block.")
        .operands(&[variadic("args", Any)])
        .successors(&["dest"])
        .traits(TERMINATOR),
    COND_BR = OpDef::new(
        "cf.cond_br",
        "$condition, $then{?then_args ($then_args : #then_args)}, $else{?else_args ($else_args : #else_args)} : #condition",
        "Goes on in one of two blocks.",
    )
    .operands(&[one("condition", Bool), variadic("then_args", Any), variadic("else_args", Any)])
    .successors(&["then", "else"])
    .traits(TERMINATOR),
);
