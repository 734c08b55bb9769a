// Generated from the Rust types by crates/playground/tests/types.rs; BLESS=1 writes it anew.

/**
 * How to launch a kernel.
 */
export type Abi = { 
/**
 * [`ABI_VERSION`].
 */
version: number, 
/**
 * The symbol of the `.entry`.
 */
entry: string, 
/**
 * The target it was compiled for.
 */
target: string, 
/**
 * The parameters in order: those of the Tile IR entry, then one per TMA descriptor.
 */
params: Array<Param>, 
/**
 * What each TMA descriptor describes, in the order of their parameters.
 */
descriptors: Array<Descriptor>, 
/**
 * Threads of a CTA in x, y and z.
 */
threads: [number, number, number], 
/**
 * Bytes of dynamic shared memory.
 */
shared_bytes: number, 
/**
 * CTAs of a cluster in x, y and z.
 */
cluster: [number, number, number], 
/**
 * How the grid follows from the tile blocks: `one-cta-per-tile-block`, or `tile-scheduler`.
 */
grid: string, 
/**
 * How a kernel with a tile scheduler is launched.
 */
scheduler?: SchedulerAbi | null, };

/**
 * The place of an op among those of its agent.
 */
export type AgentSeat = { 
/**
 * The op, by name.
 */
op: string, 
/**
 * How many iterations after the agent's first op it runs, in the agent's own reservation table; none without one.
 */
stage: number | null, };

/**
 * What a parameter gets.
 */
export type Argument = { 
/**
 * The parameter's name in the kernel.
 */
name: string, 
/**
 * The type of the number, or of the array's elements.
 */
element: string, 
/**
 * What it is to the kernel.
 */
role: ArgumentRole, 
/**
 * The number; for an array, how many elements it has.
 */
value: number, };

/**
 * What a parameter is to the kernel.
 */
export type ArgumentRole = "input" | "output" | "extent" | "stride" | "number";

/**
 * What one barrier of one CTA did.
 */
export type BarrierHistory = { 
/**
 * Linear index of the CTA in the grid.
 */
cta: number, 
/**
 * Which barrier.
 */
barrier: BarrierName, 
/**
 * Its phases in order, the first ones if there are very many.
 */
phases: Array<Phase>, 
/**
 * How many phases completed in all.
 */
completed: number, };

/**
 * A barrier.
 */
export type BarrierName = { "kind": "named", 
/**
 * The number.
 */
id: number, } | { "kind": "mbarrier", 
/**
 * Its address in shared memory.
 */
address: number, } | { "kind": "cluster" };

/**
 * What the work-distribution model says of one scheduler.
 */
export type Compared = { 
/**
 * The scheduler.
 */
scheduler: Scheduler, 
/**
 * Its findings, unless it refuses the problem.
 */
findings: Findings | null, 
/**
 * Why it refuses.
 */
refusal: string | null, };

/**
 * A compilation with what only a page needs.
 */
export type Compiled = { 
/**
 * The facts, the same that `--emit json` prints.
 */
report: Report, 
/**
 * The times.
 */
timings: Timings, 
/**
 * For each diagnostic of the report, where it is in the browser's counting of the text.
 */
places: Array<TextPlace | null>, };

/**
 * What compiled a kernel.
 */
export type Compiler = { 
/**
 * `tilewright`.
 */
name: string, 
/**
 * Its version.
 */
version: string, };

/**
 * What a TMA descriptor describes. Dimensions are innermost first.
 */
export type Descriptor = { 
/**
 * The element type.
 */
element: string, 
/**
 * Extents in elements.
 */
dims: Array<Quantity>, 
/**
 * Strides in bytes of all dimensions but the innermost.
 */
strides: Array<Quantity>, 
/**
 * The address of the first element.
 */
base: Quantity, 
/**
 * Extents of one box in elements.
 */
box: Array<number>, 
/**
 * `none`, `32b`, `64b` or `128b`.
 */
swizzle: string, 
/**
 * What elements outside the tensor are filled with: `zero` or `nan`.
 */
fill: string, };

/**
 * A kernel of the gallery.
 */
export type Example = { 
/**
 * Its short name, that of its file.
 */
name: string, 
/**
 * What it is, in a few words: its first line.
 */
title: string, 
/**
 * Its text.
 */
source: string, };

/**
 * A run of a kernel in both engines.
 */
export type Experiment = { 
/**
 * How it came out.
 */
verdict: Verdict, 
/**
 * Every array that the kernel writes.
 */
outputs: Array<OutputReport>, 
/**
 * What the interpreter found wrong with the kernel.
 */
kernel_faults: Array<Message>, 
/**
 * What the emulator found wrong with the PTX.
 */
ptx_faults: Array<Fault>, 
/**
 * Why a run did not come to its end.
 */
unfinished: string | null, 
/**
 * What the kernel printed.
 */
printed: Array<string>, 
/**
 * What the emulator counted.
 */
stats: Stats, 
/**
 * When barriers completed their phases, by CTA.
 */
barriers: Array<BarrierHistory>, };

/**
 * A line of the summary.
 */
export type Fact = { 
/**
 * What is said.
 */
label: string, 
/**
 * The value, with its unit.
 */
value: string, };

/**
 * Something wrong with the PTX.
 */
export type Fault = { 
/**
 * What kind, such as `race`.
 */
kind: string, 
/**
 * In words.
 */
message: string, 
/**
 * Where.
 */
place: FaultPlace | null, 
/**
 * Which CTA and warp met it first.
 */
cta: number, 
/**
 * The warp.
 */
warp: number, 
/**
 * How often.
 */
times: number, 
/**
 * Who else is involved.
 */
others: Array<OtherFault>, };

/**
 * A line of the PTX and the line of the kernel it was made for; 0 where there is none.
 */
export type FaultPlace = { 
/**
 * In the PTX, from 1.
 */
ptx_line: number, 
/**
 * In the kernel, from 1.
 */
line: number, };

/**
 * The findings of the work-distribution model.
 */
export type Findings = { 
/**
 * Waves.
 */
waves: number, 
/**
 * The last cycle, in K tiles.
 */
makespan: number, 
/**
 * Idle share of all workers' time.
 */
idle: number, 
/**
 * Bytes asked of L2.
 */
requested_bytes: number, 
/**
 * Bytes that L2 had to fetch.
 */
fetched_bytes: number, };

/**
 * A launch as a person fills it in. What is left out follows from the kernel and the rest.
 */
export type Form = { 
/**
 * Tile blocks in x, y and z.
 */
grid: [number | null, number | null, number | null], 
/**
 * One for each parameter of the entry: the value of a number, or the elements of an array.
 */
values: Array<number | null>, 
/**
 * Chooses the content of the arrays.
 */
seed: number, };

/**
 * A hint in the kernel and what became of it.
 */
export type Hint = { 
/**
 * Its name, such as `occupancy`.
 */
name: string, 
/**
 * Its value as written.
 */
value: string, 
/**
 * The line of the op that carries it.
 */
line: number, 
/**
 * Whether the compiler does what it asks.
 */
honoured: boolean, 
/**
 * Why not, or how.
 */
reason: string, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * The launch of a problem of known extents.
 */
export type KnownLaunch = { 
/**
 * CTAs.
 */
grid: [number, number, number], 
/**
 * Bytes of the workspace; 0 for none.
 */
workspace_bytes: number, 
/**
 * Offset of the part that must be zero.
 */
clear_offset: number, 
/**
 * Its bytes; 0 for none.
 */
clear_bytes: number, };

/**
 * A form filled in.
 */
export type Launch = { 
/**
 * The kernel.
 */
entry: string, 
/**
 * Tile blocks in x, y and z.
 */
grid: [number, number, number], 
/**
 * The parameters in order.
 */
arguments: Array<Argument>, 
/**
 * Chooses the content of the arrays.
 */
seed: number, };

/**
 * A text and where its lines come from.
 */
export type Listing = { 
/**
 * The text.
 */
text: string, 
/**
 * For each line of it, the line of the source it comes from, from 1; 0 where it comes from none.
 */
lines: Array<number>, };

/**
 * A group of warps that runs its own program.
 */
export type LoopAgent = { 
/**
 * Its name.
 */
name: string, 
/**
 * How many warps.
 */
warps: number, 
/**
 * Registers of a thread.
 */
registers: number, 
/**
 * Where they come from.
 */
budget: string, 
/**
 * Its ops in the loop graph, by name.
 */
ops: Array<string>, 
/**
 * The interval between iterations in its own reservation table, in cycles of the model; none without one.
 */
ii: number | null, 
/**
 * Its ops in the order in which it issues them.
 */
seats: Array<AgentSeat>, };

/**
 * How many stages the buffers of a loop have.
 */
export type LoopDepth = { 
/**
 * What was taken.
 */
chosen: number, 
/**
 * What would hide the latency.
 */
wanted: number, 
/**
 * What fits in shared memory.
 */
fits: number, 
/**
 * What was asked for, if anything.
 */
asked: number | null, 
/**
 * Why.
 */
why: string, 
/**
 * The stable name of that reason.
 */
code: string, };

/**
 * A loop in hardware cycles.
 */
export type LoopMeasured = { 
/**
 * From one iteration to the next, if nothing waits.
 */
ii_cycles: number, 
/**
 * From the start of a load to its last byte.
 */
load_cycles: number, 
/**
 * The matrix unit's share of an iteration.
 */
mma_cycles: number, 
/**
 * From the start of a load until its stage is free again.
 */
life_cycles: number, 
/**
 * Where the figures are from.
 */
source: string, };

/**
 * A pipelined loop.
 */
export type LoopSchedule = { 
/**
 * The line of the source, from 1.
 */
line: number, 
/**
 * How: `warp-specialize`.
 */
strategy: string, 
/**
 * Why so.
 */
why: string, 
/**
 * The stable name of that reason.
 */
why_code: string, 
/**
 * All ways that there were to pipeline it, with what each is estimated to take.
 */
strategies: Array<LoopStrategy>, 
/**
 * Of agents, who multiplies: `1`, `cooperative` or `pingpong`.
 */
consumers: string | null, 
/**
 * Of agents, `heavy` where each is scheduled in a reservation table of its own, `light` where they keep the order of the
 * program.
 */
variant: string | null, 
/**
 * Why so.
 */
variant_why: string | null, 
/**
 * The stable name of that reason.
 */
variant_code: string | null, 
/**
 * What was scheduled, in the form that `tilewright schedule` reads; ops also have a `line`.
 */
graph: JsonValue, 
/**
 * The schedule, in the form that `tilewright schedule --format json` prints. Model weights, not hardware cycles.
 */
solution: JsonValue, 
/**
 * Who does what.
 */
agents: Array<LoopAgent>, 
/**
 * The loop in hardware cycles, if the target has been measured.
 */
measured: LoopMeasured | null, 
/**
 * How many stages the buffers have.
 */
depth: LoopDepth, 
/**
 * Who has which part of shared memory.
 */
ledger: SharedLedger, 
/**
 * What the model checker says of the barriers.
 */
protocol: JsonValue | null, };

/**
 * A way to pipeline a loop.
 */
export type LoopStrategy = { 
/**
 * How: `none`, `unspecialize` or `warp-specialize`.
 */
strategy: string, 
/**
 * Of agents, who multiplies.
 */
consumers: string | null, 
/**
 * Measured cycles of an iteration, estimated; none where it cannot be, or the target has not been measured.
 */
iteration_cycles: number | null, 
/**
 * Those of a tile besides its iterations.
 */
tile_cycles: number | null, 
/**
 * Iterations of a tile, if they are known.
 */
iterations: number | null, 
/**
 * Whether it was taken.
 */
taken: boolean, 
/**
 * The stable name of the reason why it was, or was not.
 */
code: string, 
/**
 * The values in the reason, by name.
 */
values: { [key in string]: string }, 
/**
 * Why it was, or was not.
 */
why: string, };

/**
 * One of the 16 numbered barriers of a CTA.
 */
export type Meeting = { 
/**
 * Its number.
 */
number: number, 
/**
 * How many threads meet there.
 */
threads: number, 
/**
 * Who they are.
 */
who: string, };

/**
 * A diagnostic whose places are lines and columns.
 */
export type Message = { 
/**
 * How bad it is.
 */
severity: Severity, 
/**
 * A stable name for this kind of message.
 */
code: string, 
/**
 * What is wrong, in one sentence.
 */
message: string, 
/**
 * Where; none where the input as a whole is meant.
 */
range: Range | null, 
/**
 * Other places that explain it.
 */
labels: Array<PlaceNote>, 
/**
 * Why it is wrong.
 */
notes: Array<string>, 
/**
 * What to do about it.
 */
help: string | null, };

/**
 * A loop that is not pipelined.
 */
export type NotPipelined = { 
/**
 * The line of the source, from 1; 0: unknown.
 */
line: number, 
/**
 * What did not happen.
 */
what: string, 
/**
 * The stable name of the reason, which `tilewright explain` explains.
 */
code: string, 
/**
 * The values in the reason, by name.
 */
values: { [key in string]: string }, 
/**
 * Why.
 */
why: string, 
/**
 * What to do; empty if nothing.
 */
help: string, };

/**
 * What became of a link.
 */
export type Opened = { "kind": "opened", 
/**
 * What it carries.
 */
record: Record, } | { "kind": "refused", 
/**
 * A stable name for the reason.
 */
code: string, 
/**
 * The reason, and what to do, in words.
 */
message: string, };

/**
 * The options of one compilation. Everything has a default; a report names all of them as they were used.
 */
export type Options = { 
/**
 * The GPU to compile for, such as `sm_90a`.
 */
gpu_name: string, 
/**
 * How far to go: 0 stops at verified cuda_tile, 1 at nv_tileaa, 2 and 3 go through to PTX.
 */
opt_level: number, 
/**
 * Which kernel of the module; none: the only one.
 */
entry: string | null, 
/**
 * Whether the PTX says which source line each instruction comes from.
 */
lineinfo: boolean, 
/**
 * How loops are pipelined: `none`, `unspecialize` or `warp-specialize`; none given: the compiler decides.
 */
pipeline_strategy: string | null, 
/**
 * Who multiplies in a warp-specialised loop: `1`, `cooperative` (or `2`) or `pingpong`; `auto` or none given: the
 * compiler decides.
 */
consumers: string | null, 
/**
 * The largest reservation tables, in entries, with which the agents of a warp-specialised loop are scheduled; 0: never,
 * their ops stay in the order of the program.
 */
rrt_size_threshold: number, 
/**
 * How many buffers a software-pipelined loop gets; none: the compiler decides.
 */
num_stages: number | null, 
/**
 * Who schedules loops: `auto`, `documented`, `serial`, `rau`, `exact` or `four-stage`.
 */
scheduler: string, 
/**
 * The model that loops are scheduled in: `gpu-atoms`, or `documented-blackwell` for nothing but what is published.
 */
machine: string, 
/**
 * The tile scheduler of a matrix product; none: each tile block computes the tile that it is.
 */
tile_scheduler: TileScheduler | null, 
/**
 * Whether PTX is handed out whose barriers were found to go wrong.
 */
allow_refuted: boolean, };

/**
 * The other side of a fault.
 */
export type OtherFault = { 
/**
 * Who and what.
 */
what: string, 
/**
 * Where.
 */
place: FaultPlace | null, };

/**
 * An output: the emulator's against the interpreter's.
 */
export type OutputReport = { 
/**
 * The array.
 */
name: string, 
/**
 * The type of its elements.
 */
element: string, 
/**
 * How many it has.
 */
elements: number, 
/**
 * Elements whose bits differ.
 */
different: number, 
/**
 * Elements further apart than [`OutputReport::absolute`] and [`OutputReport::relative`] allow.
 */
wrong: number, 
/**
 * The first of those, or none.
 */
first_wrong: number | null, 
/**
 * The largest absolute difference; none if an element is NaN on one side only.
 */
largest_absolute: number | null, 
/**
 * The largest relative difference.
 */
largest_relative: number, 
/**
 * What difference is allowed: this much,
 */
absolute: number, 
/**
 * and this much times the element.
 */
relative: number, };

/**
 * A parameter.
 */
export type Param = { 
/**
 * What it is.
 */
kind: ParamKind, 
/**
 * The type in Tile IR, such as `ptr<f32>` or `i32`; `tma` for a descriptor.
 */
type: string, 
/**
 * Bytes it takes.
 */
bytes: number, 
/**
 * The alignment in bytes.
 */
align: number, };

/**
 * What a parameter is.
 */
export type ParamKind = "pointer" | "scalar" | "descriptor" | "record";

/**
 * The IR after one pass.
 */
export type PassRecord = { 
/**
 * The pass, such as `cse`; `parse` for the input as read.
 */
name: string, 
/**
 * The level of the IR after it: `cuda_tile`, `nv_tileaa`, `nv_tileas`, `nvvm`.
 */
level: string, 
/**
 * Whether it changed anything.
 */
changed: boolean, 
/**
 * The IR.
 */
listing: Listing, };

/**
 * One phase of a barrier that completed.
 */
export type Phase = { 
/**
 * The step of the first arrival.
 */
arrived: number, 
/**
 * The step at which it completed.
 */
completed: number, };

/**
 * A part of shared memory.
 */
export type Place = { 
/**
 * Who has it.
 */
name: string, 
/**
 * How many bytes.
 */
bytes: number, 
/**
 * From which byte on.
 */
offset: number, 
/**
 * What the offset is a multiple of.
 */
align: number, 
/**
 * How many of the same are in it.
 */
copies: number, 
/**
 * When it is in use.
 */
live: string, 
/**
 * Whether it is in use when most of the memory is.
 */
peak: boolean, 
/**
 * What is in it.
 */
note: string, };

/**
 * A second place of a message.
 */
export type PlaceNote = { 
/**
 * Where.
 */
range: Range, 
/**
 * What is to be seen there.
 */
message: string, };

/**
 * A number that is known, or that a parameter brings.
 */
export type Quantity = { "constant": number } | { "argument": number } | { "scaled": { 
/**
 * The parameter's place.
 */
argument: number, 
/**
 * What it is multiplied by.
 */
by: number, } };

/**
 * A range of the source, in bytes and as people count.
 */
export type Range = { 
/**
 * Offset of the first byte.
 */
start: number, 
/**
 * Offset just after the last byte.
 */
end: number, 
/**
 * Line of the first byte, from 1.
 */
line: number, 
/**
 * Column of the first byte in Unicode scalar values, from 1.
 */
column: number, };

/**
 * The order of tiles.
 */
export type Raster = "heuristic" | "along-m" | "along-n";

/**
 * A kernel with its settings, as a link carries it.
 */
export type Record = { 
/**
 * The kernel's text.
 */
source: string, 
/**
 * The compiler options that differ from their defaults, by name.
 */
options?: { [key in string]: JsonValue }, 
/**
 * Version of the compiler that made the link, for a notice when another one opens it.
 */
compiler?: string, 
/**
 * What the page showed: chosen tab, chosen pass. A reader may ignore any of it.
 */
view?: { [key in string]: JsonValue }, };

/**
 * All there is to know of one compilation.
 */
export type Report = { 
/**
 * [`SCHEMA`].
 */
schema: number, 
/**
 * What compiled it.
 */
compiler: Compiler, 
/**
 * The options as they were used.
 */
options: Options, 
/**
 * Whether the kernel was compiled as far as was asked.
 */
ok: boolean, 
/**
 * What there is to say about the kernel, in source order.
 */
diagnostics: Array<Message>, 
/**
 * The kernels of the module, by name.
 */
entries: Array<string>, 
/**
 * The IR at each pass boundary, in order; the first is the input as it was read.
 */
passes: Array<PassRecord>, 
/**
 * The PTX.
 */
ptx: Listing | null, 
/**
 * How to launch it.
 */
abi: Abi | null, 
/**
 * What is pipelined, and what is not; none where there is no loop with a product.
 */
schedule: Schedule | null, 
/**
 * Who computes which tile; none for a kernel without a tile scheduler.
 */
tiles: Tiles | null, 
/**
 * What became of the kernel's optimisation hints.
 */
hints: Array<Hint>, 
/**
 * The facts worth a line: label and value, in order.
 */
summary: Array<Fact>, };

/**
 * How the loops of a kernel are pipelined.
 */
export type Schedule = { 
/**
 * The pipelined loops.
 */
loops: Array<LoopSchedule>, 
/**
 * The loops that are not, and why.
 */
refusals: Array<NotPipelined>, };

/**
 * A scheduler.
 */
export type Scheduler = "data-parallel" | "static-persistent" | "stream-k" | "tilelang";

/**
 * How the launch of a scheduled kernel follows from the problem.
 */
export type SchedulerAbi = { 
/**
 * The scheduler; never `auto`.
 */
kind: SchedulerKind, 
/**
 * Whose formulas.
 */
policy: SchedulerPolicy, 
/**
 * Extents of the problem in elements: m, n, k.
 */
extents: [Quantity, Quantity, Quantity], 
/**
 * Extents of a CTA's tile in elements: m, n, k.
 */
tile: [number, number, number], 
/**
 * CTAs of a cluster along m and n.
 */
cluster: [number, number], 
/**
 * Panel width asked for.
 */
swizzle: number, 
/**
 * Order asked for.
 */
raster: Raster, 
/**
 * K splits of each tile; 1: stream-K decides.
 */
splits: number, 
/**
 * Whether partial sums are joined in any order.
 */
nondeterministic: boolean, 
/**
 * Whether work is pulled at run time.
 */
pull: boolean, 
/**
 * Whether it is pulled by cluster launch control; else from a counter in the workspace.
 */
launch_control: boolean, 
/**
 * SMs that the launch is sized for.
 */
sm_count: number, 
/**
 * Bits of an element of the sums.
 */
accumulator_bits: number, 
/**
 * What joining one more sum weighs in K tiles, by which stream-K's splits are chosen.
 */
join_k_tiles: number, 
/**
 * Place of the parameter that is the scheduler's record; none: it has no record.
 */
record: number | null, 
/**
 * The rule of the grid, in words.
 */
grid: string, 
/**
 * The rule of the workspace, in words.
 */
workspace: string, 
/**
 * What must be zero before a launch, in words.
 */
clear_before_launch: string, 
/**
 * The launch, where the extents are known.
 */
known: KnownLaunch | null, };

/**
 * Which scheduler.
 */
export type SchedulerKind = "auto" | "data-parallel" | "static-persistent" | "stream-k" | "tilelang";

/**
 * Whose formulas.
 */
export type SchedulerPolicy = "contract" | "cutlass-sm90";

/**
 * How bad it is.
 */
export type Severity = "error" | "warning" | "note";

/**
 * Shared memory, in bytes.
 */
export type SharedLedger = { 
/**
 * What a CTA may have.
 */
capacity: number, 
/**
 * What is used.
 */
used: number, 
/**
 * What one more stage would take.
 */
one_more: number, 
/**
 * Who has what.
 */
buffers: Array<Place>, 
/**
 * Who meets at which of the hardware's numbered barriers.
 */
named_barriers: Array<Meeting>, };

/**
 * What is under way, and how much of it is done.
 */
export type Stage = { "kernel": [number, number] } | { "ptx": [number, number, number] };

/**
 * What a run did.
 */
export type Stats = { 
/**
 * Instructions executed, each by a warp or a part of one.
 */
instructions: number, 
/**
 * Bytes read from global memory.
 */
global_read: number, 
/**
 * Bytes written to global memory.
 */
global_written: number, 
/**
 * Bytes of shared memory read by instructions of threads.
 */
shared_read: number, 
/**
 * Bytes of shared memory written by instructions of threads and by `cp.async`.
 */
shared_written: number, 
/**
 * Bytes of shared memory read by bulk copies and by asynchronous matrix products.
 */
shared_read_async: number, 
/**
 * Bytes of shared memory written by bulk copies.
 */
shared_written_async: number, 
/**
 * Bytes read from local memory: spilled registers and indexed arrays.
 */
local_read: number, 
/**
 * Bytes written to local memory.
 */
local_written: number, 
/**
 * CTAs that ran to their end.
 */
ctas: number, 
/**
 * Copies and matrix products that completed asynchronously.
 */
asynchronous: number, };

/**
 * A GPU to compile for.
 */
export type Target = { 
/**
 * Its name, such as `sm_90a`.
 */
name: string, 
/**
 * What it is, for people.
 */
title: string, 
/**
 * Its SMs.
 */
sms: number, 
/**
 * Bytes of its L2 cache, if known.
 */
l2_bytes: number | null, };

/**
 * A range of the source in UTF-16 units.
 */
export type TextPlace = { 
/**
 * Offset of the first unit.
 */
from: number, 
/**
 * Offset just after the last unit.
 */
to: number, };

/**
 * What there is to know of a tile map beside its pieces.
 */
export type TileFacts = { 
/**
 * Tiles along m, n and in the batch, padding included.
 */
tiles: [number, number, number], 
/**
 * What a tile of the map is: the tile of a CTA, or of a cluster.
 */
tile_of: string, 
/**
 * K tiles of a tile.
 */
k_tiles: number, 
/**
 * Who hands tiles to whom: CTAs or clusters, idle ones included.
 */
workers: number, 
/**
 * Pieces of work; more than tiles where tiles are split along K.
 */
pieces: number, 
/**
 * The most pieces of one worker.
 */
waves: number, 
/**
 * The last cycle, in K tiles.
 */
makespan: number, 
/**
 * Busy share of all workers' time.
 */
efficiency: number, 
/**
 * How work reaches workers: `static` or `dynamic`.
 */
dispatch: 'static' | 'dynamic', };

/**
 * A batched matrix product, how it is cut into tiles, and who hands them out.
 */
export type TileProblem = { 
/**
 * Rows of the output, in elements.
 */
m: number, 
/**
 * Columns of the output.
 */
n: number, 
/**
 * Length of the contraction.
 */
k: number, 
/**
 * Products in the batch.
 */
l: number, 
/**
 * Elements of a CTA's tile along m, n and k.
 */
tile: [number, number, number], 
/**
 * CTAs of a cluster along m and n.
 */
cluster: [number, number], 
/**
 * SMs of the GPU.
 */
sms: number, 
/**
 * The scheduler.
 */
scheduler: Scheduler, 
/**
 * Whose formulas: `contract` or `cutlass-sm90`.
 */
policy: 'contract' | 'cutlass-sm90', 
/**
 * Width of a panel of tiles.
 */
swizzle: number, 
/**
 * Which mode consecutive tiles advance along.
 */
raster: 'Heuristic' | 'AlongM' | 'AlongN', 
/**
 * K splits asked for; 1 leaves it to the scheduler.
 */
splits: number, 
/**
 * Bytes of an element of A and B.
 */
element_bytes: number, 
/**
 * Bytes of the L2 cache.
 */
l2_bytes: number, 
/**
 * Duration of a tile's epilogue, in K tiles.
 */
epilogue: number, 
/**
 * Duration of storing or adding a partial sum, in K tiles.
 */
join: number, };

/**
 * What is asked of the tile scheduler.
 */
export type TileScheduler = { 
/**
 * Which one.
 */
kind: SchedulerKind, 
/**
 * Whose formulas.
 */
policy: SchedulerPolicy, 
/**
 * Panel width in tiles; 1: no swizzle.
 */
swizzle: number, 
/**
 * The order of tiles.
 */
raster: Raster, 
/**
 * CTAs of a cluster along m and n.
 */
cluster: [number, number], 
/**
 * K splits of each tile; 1: stream-K decides.
 */
splits: number, 
/**
 * Whether `cutlass-sm90` joins partial sums in any order.
 */
nondeterministic: boolean, 
/**
 * Whether work is pulled at run time (data-parallel only).
 */
pull: boolean, 
/**
 * SMs to plan for; none: those of the target.
 */
sms: number | null, };

/**
 * Who computes which tile of a kernel's product.
 */
export type Tiles = { 
/**
 * The scheduler; never `auto`.
 */
scheduler: SchedulerKind, 
/**
 * Whose formulas; TileLang's scheduler has its own.
 */
policy: SchedulerPolicy, 
/**
 * Why `auto` chose it; none where it was asked for by name.
 */
why: string | null, 
/**
 * The rule of the grid, in words.
 */
grid_rule: string, 
/**
 * Grid and workspace bytes, where the extents are known.
 */
launch: KnownLaunch | null, 
/**
 * The problem, where the extents are known: what the map of its tiles is drawn from.
 */
problem: TileProblem | null, 
/**
 * Where the problem's durations are from.
 */
times: string, };

/**
 * How long one thing took.
 */
export type Timing = { 
/**
 * What.
 */
name: string, 
/**
 * How long, in microseconds.
 */
micros: number, };

/**
 * How long things took. Kept apart from the report, which is the same every time.
 */
export type Timings = { 
/**
 * Each pass in order, with the names of [`Report::passes`]; `print` and `ptx` at the end.
 */
passes: Array<Timing>, 
/**
 * All of it, in microseconds.
 */
total_micros: number, };

/**
 * How a run came out.
 */
export type Verdict = "same" | "close" | "wrong" | "faulty" | "unfinished";
