// Generated from the Rust types by crates/playground/tests/types.rs; BLESS=1 writes it anew.

/**
 * The calling contract: how to launch a kernel.
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
 * The TMA descriptors, in the order of their parameters.
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
 * Whether that is more than every GPU with clusters has room for: the kernel must be allowed it before it is launched
 * (`CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`).
 */
non_portable_cluster: boolean, 
/**
 * The rule by which the grid follows from the tile blocks: `one-cta-per-tile-block`, `one-cluster-per-tile-block` (along x there are as
 * many CTAs for each as a cluster has), or `tile-scheduler`.
 */
grid: string, 
/**
 * The launch of a kernel with a tile scheduler.
 */
scheduler?: SchedulerAbi | null, };

/**
 * Registers of a thread of an agent, by estimate.
 */
export type AgentRegisters = { 
/**
 * The agent; `all threads` where all do the same.
 */
agent: string, 
/**
 * Registers that it needs where it needs the most; with fewer it spills.
 */
needs: number, 
/**
 * Registers that it has: by `setmaxnreg`, or as many as the SM has for a thread.
 */
has: number, 
/**
 * The source line at which it needs the most; none: no op needs more than any agent.
 */
line: number | null, };

/**
 * The value that a parameter gets.
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
 * Its role in the kernel.
 */
role: ArgumentRole, 
/**
 * The number; for an array, how many elements it has.
 */
value: number, 
/**
 * Whole numbers of an array are less than this.
 */
below: number, 
/**
 * No two elements of the array are the same.
 */
distinct: boolean, 
/**
 * Its elements scale blocks of a product, whose units take numbers without a sign for that.
 */
scales: boolean, };

/**
 * The role of a parameter in the kernel.
 */
export type ArgumentRole = "input" | "output" | "extent" | "stride" | "number";

/**
 * The arm that seated an op.
 */
export type Arm = "permute" | "fuse" | "retry" | "cost" | "eviction" | "slots" | "serial" | "exact" | "four-stage";

/**
 * An array after a run.
 */
export type ArrayAfter = { 
/**
 * The array.
 */
name: string, 
/**
 * The type of its elements.
 */
element: string, 
/**
 * The number of its elements.
 */
elements: number, 
/**
 * Elements whose bits the kernel changed.
 */
changed: number, 
/**
 * The first of those, or none,
 */
first: number | null, 
/**
 * and the values from there on, a few; none stands for what is no finite number.
 */
values: Array<number | null>, };

/**
 * One attempt at an II.
 */
export type AttemptAt = { 
/**
 * The arm that was tried.
 */
arm: Arm, 
/**
 * On which ops; empty means all.
 */
group: Array<number>, 
/**
 * Placements or conflicts that it took.
 */
steps: number, 
/**
 * Whether it seated them.
 */
seated: boolean, 
/**
 * The first op that found no seat, where the arm can say.
 */
refused: SeatRefused | null, };

/**
 * A fault, by indices into the program. `Fault::describe` makes the text.
 */
export type BarrierFault = { "fault": "deadlock" } | { "fault": "overwrite-unread", 
/**
 * The write (index into the compiled data accesses).
 */
write: number, 
/**
 * The read it breaks.
 */
read: number, } | { "fault": "overlapping-writes", 
/**
 * The later write.
 */
write: number, 
/**
 * The earlier write.
 */
earlier: number, } | { "fault": "read-unwritten", 
/**
 * The read.
 */
read: number, 
/**
 * The write it needed.
 */
write: number, } | { "fault": "phase-lag", 
/**
 * Agent.
 */
agent: number, 
/**
 * Barrier.
 */
barrier: number, 
/**
 * Phase it waits for (-1: the one before the first).
 */
expected: number, 
/**
 * Current phase of the barrier.
 */
current: number, } | { "fault": "over-arrival", 
/**
 * Barrier.
 */
barrier: number, 
/**
 * Arrivals still pending.
 */
pending: number, 
/**
 * Arrivals of the step.
 */
count: number, } | { "fault": "transaction-range", 
/**
 * Barrier.
 */
barrier: number, } | { "fault": "transactions-left", 
/**
 * Barrier.
 */
barrier: number, 
/**
 * Expected minus completed bytes.
 */
bytes: number, } | { "fault": "unobserved-phase", 
/**
 * Barrier.
 */
barrier: number, 
/**
 * The phase nobody had observed.
 */
phase: number, } | { "fault": "signal-after-exit", 
/**
 * Barrier.
 */
barrier: number, };

/**
 * The history of one barrier of one CTA.
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
 * The number of phases that completed in all.
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
 * A barrier after a move.
 */
export type BarrierState = { 
/**
 * Barrier.
 */
barrier: string, 
/**
 * Current phase.
 */
phase: number, 
/**
 * Pending arrivals.
 */
pending: number, 
/**
 * Expected minus completed bytes.
 */
tx: number, };

/**
 * The verdict on a kernel.
 */
export type BarrierVerdict = { 
/**
 * In a word.
 */
verdict: VerdictKind, 
/**
 * In a sentence.
 */
text: string, 
/**
 * The barriers, by name.
 */
barriers: Array<string>, 
/**
 * The agents that touch them.
 */
agents: Array<string>, 
/**
 * The scenarios that were checked.
 */
scenarios: Array<Scenario>, 
/**
 * The interleavings that go wrong, as far as known, the shortest first.
 */
counterexamples: Array<Counterexample>, 
/**
 * An execution that goes right, where one is short enough to be looked at.
 */
run: Array<ProtocolStep>, };

/**
 * Which bound sets the floor.
 */
export type BoundName = "recurrence" | "resource" | "fine-density" | "dependency";

/**
 * The bounds in words; empty if the loop is impossible.
 */
export type BoundTexts = { 
/**
 * A circuit of dependences.
 */
recurrence: string, 
/**
 * A slot.
 */
resource: string, 
/**
 * A pool.
 */
"fine-density": string, 
/**
 * A cap on depth.
 */
dependency: string, };

/**
 * Boxes in shared memory, side by side along the rows of a tile: chunk `c` of 16 bytes of row `r` is at `c` xor the bits of `r` that
 * tell rows in different lines of the banks apart, where they are swizzled.
 */
export type BoxRows = { 
/**
 * Bytes of a row of the tile.
 */
row_bytes: number, 
/**
 * Bytes of a row of a box.
 */
span: number, 
/**
 * Rows of a box.
 */
rows: number, 
/**
 * Whether chunks are permuted.
 */
swizzled: boolean, };

/**
 * A candidate II.
 */
export type CandidateIi = { 
/**
 * The II.
 */
ii: number, 
/**
 * Whether a schedule came out.
 */
feasible: boolean, 
/**
 * Attempts; groups that the first attempt seated are left out.
 */
attempts: Array<AttemptAt>, };

/**
 * An upper limit for the latency accumulated before a dependence closes.
 */
export type Ceiling = { 
/**
 * A name for messages.
 */
name: string, 
/**
 * The limit, in cycles.
 */
cycles: number, };

/**
 * Why one II is infeasible, or that it is not known.
 */
export type Certificate = { 
/**
 * The circuit, by edge.
 */
edges: Array<number>, 
/**
 * Sum of latency.
 */
latency: number, 
/**
 * Sum of distance.
 */
distance: number, } | { 
/**
 * The resource.
 */
resource: number, 
/**
 * Sum over all ops of units times cycles held.
 */
demand: number, } | { 
/**
 * The chain, by edge.
 */
edges: Array<number>, 
/**
 * The capped op at its end.
 */
op: number, } | { 
/**
 * The op.
 */
op: number, 
/**
 * Two of its footprint rows that meet.
 */
rows: [number, number], 
/**
 * The resource that is overfilled there.
 */
resource: number, } | PackingCore | StagedCore | { 
/**
 * Conflicts spent.
 */
conflicts: number, };

/**
 * The way in which a certificate was checked.
 */
export type Checked = "arithmetic" | "search" | "proof" | "nothing claimed" | "not checked";

/**
 * The result of the work-distribution model for one scheduler.
 */
export type Compared = { 
/**
 * The scheduler.
 */
scheduler: SchedulerKind, 
/**
 * Its findings, unless it refuses the problem.
 */
findings: Findings | null, 
/**
 * Whether no other scheduler ends earlier.
 */
shortest: boolean, 
/**
 * Why it refuses.
 */
refusal: string | null, };

/**
 * A compilation with what only a page needs.
 */
export type Compiled = { 
/**
 * The facts, the same that `--emit json` prints; the passes come with [`passes`].
 */
report: Report, 
/**
 * The times.
 */
timings: Timings, 
/**
 * For each diagnostic of the report, where it is in the browser's counting of the text.
 */
places: Array<TextPlace | null>, 
/**
 * Whether there is IR: the text could be read.
 */
has_ir: boolean, };

/**
 * A compiler and its version.
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
 * The component that decided between the seats of an op.
 */
export type Component = "resource legality" | "pipe-slot pressure" | "bank pressure" | "program order" | "earliest cycle";

/**
 * The constraint attributes an operation may carry: those that steer a scheduler. Others of the described nine change the program before
 * there is a graph (`docs/departures.md`), so that a graph with one of them is refused.
 */
export type Constraints = { 
/**
 * Scheduling group; an op without one is its own group.
 */
gid?: number | null, 
/**
 * Leader group: ops of one leader must share their depth (`start / II`).
 */
leader_gid?: number | null, 
/**
 * Number of stages the op may choose from: `start / II < max_depth`.
 */
max_depth?: number | null, 
/**
 * Forbids overlapping iterations of the loop.
 */
force_serial_execution?: boolean, };

/**
 * The consumers of a loop of agents; fewer warps come first. CUTLASS has kernels of the same names.
 */
export type Consumers = "1" | "cooperative" | "pingpong" | "turns" | "correction";

/**
 * An interleaving that shows a fault.
 */
export type Counterexample = { 
/**
 * The fault.
 */
fault: BarrierFault, 
/**
 * In words.
 */
explanation: string, 
/**
 * The moves.
 */
rows: Array<ProtocolStep>, 
/**
 * Agents that wait at the end, and for what.
 */
blocked: Array<string>, 
/**
 * No shorter interleaving shows a fault of this kind (or, for the only counterexample of a large space, any
 * fault).
 */
minimal: boolean, };

/**
 * The deed of an agent.
 */
export type Deed = "reads" | "writes" | "arrives" | "delivers" | "completes" | "passes" | "fences" | "collects";

/**
 * A loop with more stages, in cycles of the SM clock.
 */
export type DeeperRing = { 
/**
 * The number of stages.
 */
stages: number, 
/**
 * Cycles from one iteration to the next.
 */
iteration_cycles: number, };

/**
 * The bound that a slot or pool sets.
 */
export type DemandBound = { 
/**
 * The bound, in cycles.
 */
mii: number, 
/**
 * Which slot or pool, by its place in the graph.
 */
resource: number | null, 
/**
 * The amount that one iteration holds of it, in units times cycles.
 */
demand: number, 
/**
 * The ops that hold it.
 */
users: Array<number>, };

/**
 * The bound that a cap on depth sets.
 */
export type DependencyBound = { 
/**
 * The bound, in cycles.
 */
mii: number, 
/**
 * The capped op.
 */
op: number | null, 
/**
 * The longest path of distance 0 that ends at it, in cycles.
 */
path: number, };

/**
 * The tensor and box of a TMA descriptor. Dimensions are innermost first.
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
 * The value of elements outside the tensor: `zero` or `nan`.
 */
fill: string, };

/**
 * A graph in its places.
 */
export type Drawing = { 
/**
 * The middles of the boxes.
 */
boxes: Array<Point>, 
/**
 * The lines, in their order.
 */
ways: Array<Way>, 
/**
 * The size of the drawing, from left to right.
 */
width: number, 
/**
 * The size of the drawing, from top to bottom.
 */
height: number, };

/**
 * A run of a kernel in both engines.
 */
export type Experiment = { 
/**
 * The verdict.
 */
verdict: Verdict, 
/**
 * Every array that the kernel writes.
 */
outputs: Array<OutputReport>, 
/**
 * Faults of the kernel, found by the interpreter.
 */
kernel_faults: Array<Message>, 
/**
 * Faults of the PTX, found by the emulator.
 */
ptx_faults: Array<Fault>, 
/**
 * Why a run did not come to its end.
 */
unfinished: string | null, 
/**
 * Lines that the kernel printed.
 */
printed: Array<string>, 
/**
 * Counts of the emulator.
 */
stats: Stats, 
/**
 * When barriers completed their phases, by CTA.
 */
barriers: Array<BarrierHistory>, 
/**
 * Accesses to memory, by line.
 */
accesses: Array<LineAccesses>, };

/**
 * Why the initiation interval is what it is.
 */
export type Explanation = { 
/**
 * For each bound, its value and its witness in words.
 */
bounds: BoundTexts, 
/**
 * Why no smaller II would do; none where nothing is smaller.
 */
why_not_less: string | null, 
/**
 * IIs below the answer with the reason why they are out.
 */
ruled_out: Array<RuledOutIi>, 
/**
 * The smallest single changes to the loop that would lower the II.
 */
would_lower_ii: Array<LowerIi>, 
/**
 * Every candidate II in the order tried.
 */
candidates: Array<CandidateIi>, };

/**
 * A line of the summary.
 */
export type Fact = { 
/**
 * The name of the fact.
 */
label: string, 
/**
 * The value, with its unit.
 */
value: string, };

/**
 * A fault of the PTX.
 */
export type Fault = { 
/**
 * Its kind, such as `race`.
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
 * The CTA that met it first.
 */
cta: number, 
/**
 * Its warp.
 */
warp: number, 
/**
 * The number of times.
 */
times: number, 
/**
 * Others involved.
 */
others: Array<OtherFault>, 
/**
 * Of a race both agents in words, the earlier one first; empty for other faults.
 */
agents: Array<string>, 
/**
 * Of a race the way to it, with both accesses; empty for other faults.
 */
story: Array<Happening>, };

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
seed: number, 
/**
 * The slots of the ring that the kernel's loop is compiled with; 0 where it has none.
 */
slots: number, };

/**
 * The four-stage pipeline: its stages, and the program for as many iterations as fill it once over.
 */
export type FourStageForm = { 
/**
 * The classes that occur, by stage.
 */
stages: Array<OpClass>, 
/**
 * Shared-memory buffers of each operand; 1 means that multi-buffering is off.
 */
buffers: number, 
/**
 * The first cycle at which every stage works.
 */
full_from: number, 
/**
 * Fills the pipeline.
 */
prologue: Array<FourStageStep>, 
/**
 * A steady iteration.
 */
kernel: Array<FourStageStep> | null, 
/**
 * Drains the pipeline.
 */
epilogue: Array<FourStageStep>, 
/**
 * A remark on the program.
 */
note: string, 
/**
 * A row for each stage, a column for each cycle.
 */
timeline: string, 
/**
 * The number of times that the steady iteration runs.
 */
steady_trips: string, };

/**
 * One step of the pipelined program.
 */
export type FourStageStep = "barrier" | { 
/**
 * The class.
 */
run: OpClass, 
/**
 * The iteration, counted from 0.
 */
iteration: number, 
/**
 * The shared-memory buffer it uses, for classes that use one.
 */
buffer: number | null, };

/**
 * A resource that was full at a cycle.
 */
export type FullAt = { 
/**
 * The cycle.
 */
cycle: number, 
/**
 * The stage that the op would have had.
 */
stage: number, 
/**
 * Its place among the ops of the stage.
 */
order: number, 
/**
 * Slots and pools with the rows at which they were full.
 */
rows: Array<[number, number]>, 
/**
 * For each of them, the ops that hold it.
 */
holders?: Array<Array<number>>, };

/**
 * Schedulers of loops (docs/sources/modulo-scheduling.md#generators, docs/sources/four-stage.md).
 */
export type Generator = "auto" | "documented" | "serial" | "rau" | "exact" | "four-stage";

/**
 * A graph to be drawn.
 */
export type Graph = { 
/**
 * The sizes of the boxes.
 */
boxes: Array<Size>, 
/**
 * The lines between them.
 */
lines: Array<Line>, 
/**
 * The size of each line's label.
 */
label: Size, };

/**
 * A dependence of a loop graph.
 */
export type GraphEdge = { 
/**
 * Producer.
 */
src: number, 
/**
 * Consumer.
 */
dst: number, 
/**
 * Cycles between the two issues.
 */
latency: number, 
/**
 * Iterations between the two.
 */
distance: number, 
/**
 * The ceiling that the dependence must respect, by name.
 */
ceiling?: string | null, };

/**
 * An op of a loop graph.
 */
export type GraphOp = { 
/**
 * Its place in the list.
 */
id?: number | null, 
/**
 * A name for messages.
 */
name: string, 
/**
 * Its kind, in the words of whoever made the graph.
 */
kind?: string, 
/**
 * Cycles from its issue to its result.
 */
latency: number, 
/**
 * Its footprint, for each cycle from its issue on.
 */
footprint: Array<Array<Use>>, 
/**
 * Scheduling attributes.
 */
constraints?: Constraints, 
/**
 * The op whose region contains this one.
 */
parent?: number | null, 
/**
 * Its class, by name.
 */
class?: string | null, 
/**
 * Whether it is an asynchronous pipeline, TMA or tensor-core op; of one that does not say, its kind tells.
 */
asynchronous?: boolean, 
/**
 * The line of the source, from 1, in the report of a compilation.
 */
line?: number | null, };

/**
 * A step on the way to a race.
 */
export type Happening = { 
/**
 * The step of the run; for another cluster, of that cluster.
 */
step: number, 
/**
 * Linear index of the CTA in the grid.
 */
cta: number, 
/**
 * The warp, or that which issued the work.
 */
warp: number, 
/**
 * Its deed.
 */
deed: Deed, 
/**
 * The barrier at which it did so.
 */
after: Standing | null, 
/**
 * The line of the PTX, from 1; 0: none.
 */
line: number, 
/**
 * Steps before it are left out, for there are many.
 */
gap: boolean, };

/**
 * Rows `from` to `to` (exclusive) of a resource, in which the same ops hold it.
 */
export type Held = { 
/**
 * First row.
 */
from: number, 
/**
 * The row after the last.
 */
to: number, 
/**
 * Units held, by all ops together.
 */
units: number, 
/**
 * The ops that hold it, by id.
 */
ops: Array<number>, };

/**
 * A hint in the kernel, and whether it was followed.
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
 * Whether it was followed.
 */
honoured: boolean, 
/**
 * The way in which it was followed, or the reason why it was not.
 */
reason: string, };

/**
 * The limit of an iteration, by the estimated cycles.
 */
export type IterationLimit = "stages" | "fill" | "products" | "memory" | "threads";

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
 * A layout that was considered.
 */
export type LayoutCandidate = { 
/**
 * The instruction that moves the tile: an atom of the catalogue.
 */
atom: string, 
/**
 * The layout: of threads as CuTe writes it, (lanes, warps, registers); of shared memory in words.
 */
layout: string, 
/**
 * Which thread holds which element; none: it is a layout of shared memory.
 */
threads: ThreadBases | null, 
/**
 * Where an element is in shared memory: runs of bits of its index, as the lowest bit, their number, and the bytes that the lowest moves.
 */
places: Array<[number, number, number]> | null, 
/**
 * Bits of an index that move their element besides, by exclusive or: the bit, and the bytes.
 */
swizzle: Array<[number, number]>, 
/**
 * Boxes in shared memory that matrices are read from; none: it is no such layout.
 */
boxes: BoxRows | null, 
/**
 * The cost; none: it was left out.
 */
cost: LayoutCost | null, 
/**
 * The reason why it was left out.
 */
refused: string | null, };

/**
 * The choice of a layout for one access or conversion.
 */
export type LayoutChoice = { 
/**
 * The line of the source, from 1; 0: unknown.
 */
line: number, 
/**
 * The op, such as `tiled_load`.
 */
op: string, 
/**
 * The type of the tile.
 */
tile: string, 
/**
 * Its extents.
 */
shape: Array<number>, 
/**
 * Bytes of an element.
 */
element_bytes: number, 
/**
 * The memory that the tile comes from: `global`, `shared`, `registers`, `tensor_memory`.
 */
from: string, 
/**
 * The memory that it goes to.
 */
to: string, 
/**
 * The candidates, in the order in which they were enumerated.
 */
candidates: Array<LayoutCandidate>, 
/**
 * The place of the chosen one; none: none was possible.
 */
chosen: number | null, };

/**
 * The cost of a layout.
 */
export type LayoutCost = { 
/**
 * The score; the smallest wins.
 */
score: number, 
/**
 * Transactions of 32 bytes, of global and of shared memory.
 */
transactions: number, 
/**
 * Those of shared memory.
 */
shared_transactions: number, 
/**
 * Wavefronts of shared memory that only bank conflicts ask for.
 */
conflicts: number, 
/**
 * Cycles of tensor memory.
 */
tmem_cycles: number, 
/**
 * Registers of a thread that hold the tile.
 */
registers: number, 
/**
 * Instructions of a thread.
 */
instructions: number, };

/**
 * A resource of an SM that CTAs share, and that may limit how many it holds.
 */
export type Limiter = "registers" | "shared memory" | "threads" | "CTAs" | "tensor memory";

/**
 * Caps on the whole loop.
 */
export type Limits = { 
/**
 * Number of stages every op may choose from.
 */
max_depth?: number | null, 
/**
 * Forbids overlapping iterations.
 */
force_serial?: boolean, 
/**
 * Ceilings on accumulated latency (docs/sources/cost-model.md#ceilings: 5000 cycles of far memory, 7000 across
 * clusters).
 */
ceilings?: Array<Ceiling>, };

/**
 * A line between boxes, by their numbers.
 */
export type Line = { 
/**
 * The box that it begins at.
 */
from: number, 
/**
 * The box that it ends at.
 */
to: number, 
/**
 * Strong lines lead downwards where they make no circle; others follow the order of those.
 */
strong: boolean, };

/**
 * The accesses of one kind that a line has, and what they take.
 */
export type LineAccesses = { 
/**
 * The line, in the kernel if that is known; the line of the PTX is the first.
 */
place: FaultPlace, 
/**
 * Their kind, in words.
 */
kind: string, 
/**
 * Whether they are of global memory, else of shared memory.
 */
global: boolean, 
/**
 * Times that a warp executed one.
 */
accesses: number, 
/**
 * Wavefronts of shared memory, or sectors of global memory.
 */
taken: number, 
/**
 * Those that the bytes do not need: of shared memory, bank conflicts.
 */
excess: number, };

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
 * The number of its warps.
 */
warps: number, 
/**
 * Registers of a thread.
 */
registers: number, 
/**
 * The way in which it gets these registers: at launch, and by `setmaxnreg`.
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
 * Its ops by name, in the order in which it begins them.
 */
order: Array<string>, 
/**
 * The stage of each of them: iterations by which it runs behind the first stage. None where nothing was scheduled.
 */
stages: Array<number | null>, 
/**
 * Products that still run when an iteration ends; none in reports that are older than the field.
 */
in_flight: number | null, };

/**
 * A loop with others in it: these are pipelined, or not.
 */
export type LoopAround = { 
/**
 * The line of the loop in the source, from 1.
 */
line: number, 
/**
 * The lines of the loops that stand in it, and in no other that does.
 */
inside: Array<number>, };

/**
 * A candidate: a way to pipeline a loop that was considered.
 */
export type LoopCandidate = { 
/**
 * The strategy.
 */
strategy: Strategy, 
/**
 * The consumers, where it has agents.
 */
consumers: Consumers | null, 
/**
 * The way in which tiles are loaded, where all threads do the same.
 */
form: string | null, 
/**
 * Iterations whose tiles are in flight or in use at a time.
 */
stages: number | null, 
/**
 * The CTAs of an SM, where loads of a loop without products run ahead or not by these.
 */
ctas: number | null, 
/**
 * Bytes that these have in flight at the most.
 */
bytes_in_flight: number | null, 
/**
 * Cycles of the SM clock for an iteration, estimated from published figures; none where the candidate is
 * impossible.
 */
iteration_cycles: number | null, 
/**
 * Cycles of the SM clock for a tile besides its iterations.
 */
tile_cycles: number | null, 
/**
 * Iterations of a tile, if they are known.
 */
iterations: number | null, 
/**
 * Whether this candidate was chosen.
 */
chosen: boolean, 
/**
 * The stable name of the reason why it was chosen or not.
 */
code: string, 
/**
 * The values in the reason, by name.
 */
values: { [key in string]: string }, 
/**
 * That reason in words.
 */
why: string, };

/**
 * A change to a loop.
 */
export type LoopChange = { 
/**
 * The resource.
 */
unit: number, } | { 
/**
 * The edge.
 */
latency: number, 
/**
 * By how many cycles at least.
 */
by: number, } | { 
/**
 * The edge.
 */
distance: number, };

/**
 * The number of stages of a pipelined loop.
 */
export type LoopDepth = { 
/**
 * The number that was chosen.
 */
chosen: number, 
/**
 * The number that would hide the latency.
 */
wanted: number, 
/**
 * The number that fits in shared memory.
 */
fits: number, 
/**
 * The number that was asked for, if any.
 */
asked: number | null, 
/**
 * The reason, in words.
 */
why: string, 
/**
 * The stable name of that reason.
 */
code: string, };

/**
 * A loop in cycles of the SM clock, estimated from published figures.
 */
export type LoopEstimate = { 
/**
 * Cycles from one iteration to the next, if nothing waits for a stage.
 */
ii_cycles: number, 
/**
 * Cycles from one iteration to the next with the number of stages that was chosen.
 */
iteration_cycles: number, 
/**
 * Cycles from the start of a load to its last byte.
 */
load_cycles: number, 
/**
 * Cycles of an iteration in which the tensor cores work.
 */
mma_cycles: number, 
/**
 * Bytes that an iteration loads.
 */
loaded_bytes: number, 
/**
 * Floating-point operations of its products.
 */
flops: number, 
/**
 * Those operations for each byte.
 */
intensity: number, 
/**
 * The live range of a stage: cycles from the start of its load to its release.
 */
live_cycles: number, 
/**
 * Cycles of an iteration in which the tensor cores rest, if nothing waits for a stage.
 */
idle_cycles: number, 
/**
 * The bound of an iteration; none in reports that are older than the field.
 */
limit: IterationLimit | null, 
/**
 * A deeper ring that fits and makes an iteration shorter.
 */
deeper: DeeperRing | null, 
/**
 * The clock of an SM in MHz, by which cycles become nanoseconds; none where no figure of the target is known.
 */
clock_mhz: number, 
/**
 * The sources of the figures.
 */
source: string, };

/**
 * A loop graph as files and reports have it.
 */
export type LoopGraph = { 
/**
 * A name for messages.
 */
name: string, 
/**
 * Slots and pools.
 */
resources: Array<Resource>, 
/**
 * The ops, in program order.
 */
ops: Array<GraphOp>, 
/**
 * The dependences.
 */
edges: Array<GraphEdge>, 
/**
 * Caps that hold for the loop as a whole.
 */
limits?: Limits, };

/**
 * The models that loops can be scheduled with.
 */
export type LoopModel = "gpu-atoms" | "documented-blackwell";

/**
 * The units that compute powers of two of a loop.
 */
export type LoopPowers = { 
/**
 * Parts that multiply-adds compute, by a polynomial.
 */
by_polynomial: number, 
/**
 * Of so many.
 */
of: number, 
/**
 * The reason.
 */
why: string, };

/**
 * The work of an iteration of a loop that no agents or stages of products are estimated for, of one CTA on an SM that has as many as fit:
 * by figures of the GPU.
 */
export type LoopRoofline = { 
/**
 * Bytes that an iteration loads.
 */
loaded_bytes: number, 
/**
 * Bytes that it stores.
 */
stored_bytes: number, 
/**
 * Floating-point operations of its products.
 */
flops: number, 
/**
 * Those operations for each byte that it loads.
 */
intensity: number, 
/**
 * The bound of an iteration; none in reports that are older than the field.
 */
limit: IterationLimit | null, 
/**
 * Bytes that an SM has from memory in a cycle of its clock, while all SMs read.
 */
bytes_per_cycle: number, 
/**
 * Cycles that these bytes take: no iteration is shorter.
 */
bound_cycles: number, 
/**
 * Cycles from the start of a load to its first byte.
 */
latency_cycles: number, 
/**
 * Bytes that an SM must have in flight so that memory never rests.
 */
needed_bytes: number, 
/**
 * The sources of these figures.
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
 * The strategy.
 */
strategy: Strategy, 
/**
 * The reason for the strategy, in words.
 */
why: string, 
/**
 * The stable name of that reason.
 */
why_code: string, 
/**
 * The candidates: every way to pipeline the loop that was considered, with its estimated cost.
 */
candidates: Array<LoopCandidate>, 
/**
 * The consumers, where the loop has agents: `1`, `cooperative` or `pingpong`.
 */
consumers: Consumers | null, 
/**
 * With agents: `heavy` where each is scheduled in a reservation table of its own, `light` where they keep the
 * order of the program.
 */
variant: string | null, 
/**
 * The reason for the variant, in words.
 */
variant_why: string | null, 
/**
 * The stable name of that reason.
 */
variant_code: string | null, 
/**
 * The way in which the CTAs of a cluster load the tiles, in words; none without clusters.
 */
together_why: string | null, 
/**
 * The stable name of that.
 */
together_code: string | null, 
/**
 * The powers of two of the loop; none where it has none that a polynomial could compute.
 */
powers: LoopPowers | null, 
/**
 * Values that may be live at a time before the scheduler's cost arm adds a surcharge, where that was asked for.
 */
register_budget: number | null, 
/**
 * The surcharges of all seats that the cost arm chose, with such a budget.
 */
surcharge: number | null, 
/**
 * The loop graph, in the form that `tilewright schedule` reads; ops also have a `line`.
 */
graph: LoopGraph, 
/**
 * Cycles of the SM clock that a cycle of the graph stands for; none where the graph has weights of the model.
 */
row_cycles: number | null, 
/**
 * The schedule, in the form that `tilewright schedule --format json` prints. Model weights, not hardware cycles.
 */
solution: Solution, 
/**
 * The agents and their ops.
 */
agents: Array<LoopAgent>, 
/**
 * The loop in cycles of the SM clock, estimated from published figures; none where it has no products.
 */
estimate: LoopEstimate | null, 
/**
 * The work of memory for an iteration, of a loop without products.
 */
roofline: LoopRoofline | null, 
/**
 * The cycles that an iteration would take with other numbers of stages.
 */
stage_costs: Array<StageCost>, 
/**
 * The number of stages.
 */
depth: LoopDepth, 
/**
 * The allocation of shared memory.
 */
ledger: SharedLedger, 
/**
 * The verdict of the model checker on the barriers.
 */
protocol: BarrierVerdict | null, };

/**
 * A change to the loop that lowers its II.
 */
export type LowerIi = { 
/**
 * The II that the changed loop was scheduled at.
 */
ii: number, 
/**
 * The thing to change.
 */
change: LoopChange, 
/**
 * The change in words.
 */
text: string, };

/**
 * A diagnostic whose places are lines and columns.
 */
export type Message = { 
/**
 * Error, warning or note.
 */
severity: Severity, 
/**
 * A stable name for this kind of message.
 */
code: string, 
/**
 * The fault, in one sentence.
 */
message: string, 
/**
 * Its place; none where the input as a whole is meant.
 */
range: Range | null, 
/**
 * Other places that belong to it.
 */
labels: Array<PlaceNote>, 
/**
 * Reasons.
 */
notes: Array<string>, 
/**
 * A way to correct it.
 */
help: string | null, };

/**
 * One transition.
 */
export type Move = { "step": number } | { "probe": number } | { "complete": number };

/**
 * A named barrier of a CTA.
 */
export type NamedBarrier = { 
/**
 * Its number.
 */
number: number, 
/**
 * The number of threads that take part.
 */
threads: number, 
/**
 * The threads, in words.
 */
who: string, };

/**
 * A loop that is not pipelined.
 */
export type NotPipelined = { 
/**
 * The line of the loop in the source, from 1; 0: unknown.
 */
line: number, 
/**
 * The line in the loop that the reason is about, where it is another.
 */
at?: number, 
/**
 * The form of pipelining that was refused.
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
 * The reason, in words.
 */
why: string, 
/**
 * Advice; empty if there is none.
 */
help: string, 
/**
 * The shared memory that its stages would take, where they do not fit.
 */
memory?: StagesTooLarge, 
/**
 * Cycles of an iteration of the loop as it is, by estimate.
 */
iteration_cycles?: number, 
/**
 * The work of an iteration.
 */
roofline?: LoopRoofline, 
/**
 * The candidates: every way to run the loop that was considered, with its estimated cost.
 */
candidates: Array<LoopCandidate>, };

/**
 * An objective and how good it could be.
 */
export type Objective = { 
/**
 * The value that was reached.
 */
value: number, 
/**
 * No schedule at this II has less.
 */
at_least: number, };

/**
 * The occupancy of a kernel: how many of its CTAs an SM holds at a time.
 */
export type Occupancy = { 
/**
 * CTAs of an SM.
 */
ctas: number, 
/**
 * Their warps.
 */
warps: number, 
/**
 * The most warps of an SM.
 */
most_warps: number, 
/**
 * The resource that has room for the fewest CTAs.
 */
limiter: Limiter, 
/**
 * The CTAs that each resource has room for.
 */
limits: Array<Room>, 
/**
 * Registers of a thread at launch; none: they are not known, and limit nothing here.
 */
registers: number | null, 
/**
 * Whether the registers are an estimate; else the PTX sets them.
 */
is_estimate: boolean, 
/**
 * Shared memory of a CTA, in bytes, without what the system takes.
 */
shared_bytes: number, 
/**
 * Columns of tensor memory of a CTA.
 */
tensor_columns: number, };

/**
 * Classes of the four-stage scheduler (docs/sources/four-stage.md#classes).
 */
export type OpClass = "global_load" | "local_store" | "local_load" | "compute" | "noop" | "global_to_shared";

/**
 * Where an op was put.
 */
export type OpSeat = { 
/**
 * The number of iterations after the first op of its iteration at which it is issued.
 */
stage: number, 
/**
 * Its place among the ops of its stage.
 */
order: number, 
/**
 * The row of the reservation table that it is issued in.
 */
row: number, 
/**
 * The slots and pools that it holds, by name.
 */
slots: Array<string>, 
/**
 * The arm that seated it.
 */
arm: Arm, 
/**
 * The cost of its seat, where the cost arm ran: resource, pipe slot, bank, inversions.
 */
cost: [number, number, number, number] | null, 
/**
 * The component of it that no other seat came up to.
 */
decided_by?: Component | null, 
/**
 * The number of buffers that its result needs.
 */
buffer_depth: number | null, };

/**
 * The result of opening a link.
 */
export type Opened = { "kind": "opened", 
/**
 * The record that it carries.
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
 * An option, for the command line's flags and the page's form.
 */
export type OptionInfo = { 
/**
 * Its field in [`Options`]; `tile_scheduler.` comes before those of [`TileScheduler`].
 */
field: string, 
/**
 * The flag of the command line.
 */
flag: string, 
/**
 * A few words.
 */
label: string, 
/**
 * Its effect, in a sentence.
 */
help: string, 
/**
 * Its possible values.
 */
value: OptionValue, 
/**
 * The meaning of leaving it out, where that is a value of its own.
 */
none: string | null, };

/**
 * The kinds of values of options.
 */
export type OptionValue = { "kind": "target" } | { "kind": "entry" } | { "kind": "flag" } | { "kind": "choice", 
/**
 * The names, and what they mean.
 */
words: { name: string, means: string }[], } | { "kind": "level", 
/**
 * The numbers, and what they mean.
 */
words: { name: string, means: string }[], } | { "kind": "count", 
/**
 * The least that is possible.
 */
least: number, } | { "kind": "pair" };

/**
 * The options of one compilation. Everything has a default; a report names all of them as they were used.
 */
export type Options = { 
/**
 * The GPU to compile for, such as `sm_90a`.
 */
gpu_name: string, 
/**
 * The optimisation level: an index into [`LEVELS`].
 */
opt_level: number, 
/**
 * The kernel of the module; none: the only one.
 */
entry: string | null, 
/**
 * Whether the PTX says which source line each instruction comes from.
 */
lineinfo: boolean, 
/**
 * Whether subnormal operands and results of f32 may be zeros.
 */
ftz: boolean, 
/**
 * Whether a product and a sum may be rounded once.
 */
contract: boolean, 
/**
 * Whether quotients and functions of f32 may be the machine's fast forms.
 */
approx: boolean, 
/**
 * Strategy of pipelined loops; none: the compiler decides.
 */
pipeline_strategy: Strategy | null, 
/**
 * Consumers of a warp-specialised loop; none: the compiler decides.
 */
consumers: Consumers | null, 
/**
 * Whether the two CTAs of a cluster make products together; none: the compiler decides.
 */
pairs: Pairs | null, 
/**
 * The units that compute powers of two; none: the compiler decides.
 */
powers: PowersBy | null, 
/**
 * The largest reservation tables, in entries, with which the agents of a warp-specialised loop are scheduled; 0:
 * never, their ops stay in the order of the program.
 */
rrt_size_threshold: number, 
/**
 * Stages of a software-pipelined loop; none: the compiler decides.
 */
num_stages: number | null, 
/**
 * Warps that share out a tile, in place of the kernel's hint; none: the hint and the tiles decide.
 */
num_warps: number | null, 
/**
 * CTAs of a cluster that share a tile block, in place of the kernel's hint; none: the hint decides.
 */
num_ctas: number | null, 
/**
 * Values of a loop that may be live at a time: beyond it, the scheduler's cost arm adds a surcharge. None: it weighs banks.
 */
register_budget: number | null, 
/**
 * Orders in which retry seats one group, at most; none: as many as the scheduler's data say.
 */
max_constraint_iterations: number | null, 
/**
 * Whether TMA stores tiles even where fewer CTAs share an SM then.
 */
prefer_tma: boolean, 
/**
 * Whether shared memory is taken to have no end: what comes out shows whether it is what binds, and runs nowhere.
 */
unlimited_smem: boolean, 
/**
 * The most sums of addresses of a kernel that accesses share, from 0 on; [`ALL_ADDRESSES`]: all.
 */
do_base_address_strength_reduce: number, 
/**
 * The longest chain of integer additions that depend on each other; a longer one becomes a tree.
 */
max_chain_length: number, 
/**
 * The most ops of a loop whose addresses are rewritten; none: any.
 */
scev_cgp_inst_limit: number | null, 
/**
 * Whether tiles on their way through shared memory are swizzled whatever it costs.
 */
always_swizzle: boolean, 
/**
 * Whether a store by TMA is waited for where its memory is written again.
 */
delay_tma_store_wait: boolean, 
/**
 * Whether agents and pipelines are written in the words of the published description.
 */
described: boolean, 
/**
 * Swizzle of the left operand's buffer in a pipelined loop; none: the layout selector decides.
 */
lhs_swizzle: Swizzle | null, 
/**
 * The same of the right operand.
 */
rhs_swizzle: Swizzle | null, 
/**
 * Scheduler of loops.
 */
scheduler: Generator, 
/**
 * The model that loops are scheduled in.
 */
machine: LoopModel, 
/**
 * The tile scheduler of a matrix product; none: each tile block computes the tile that it is.
 */
tile_scheduler: TileScheduler | null, 
/**
 * Whether PTX is emitted even if the verdict on its barriers is `refuted`.
 */
allow_refuted: boolean, };

/**
 * The origin of what is known of a parameter.
 */
export type Origin = "comment" | "launch" | "assumed" | "nowhere";

/**
 * The other side of a fault.
 */
export type OtherFault = { 
/**
 * The other access: agent and kind.
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
 * The number of its elements.
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
 * The absolute difference that is allowed,
 */
absolute: number, 
/**
 * and the relative one, to be added.
 */
relative: number, };

/**
 * A part of the loop that has no placement at an II. Turning the whole table is a symmetry, so `pin` may be taken to
 * start at row 0.
 */
export type PackingCore = { 
/**
 * Ops that hold something.
 */
ops: Array<number>, 
/**
 * Dependences between them, by edge.
 */
edges: Array<number>, 
/**
 * The rows of resources that are too small.
 */
rows: Array<[number, number]>, 
/**
 * The op taken to start at row 0 (one of its footprint's ops, if `rows` is not whole); `None` if no rows were
 * dropped.
 */
pin: number | null, 
/**
 * Whether every single part is needed: dropping any one makes the rest packable.
 */
irreducible: boolean, 
/**
 * Conflicts spent on finding and reducing it.
 */
conflicts: number, };

/**
 * Whether the two CTAs of a cluster make products together.
 */
export type Pairs = "on" | "off";

/**
 * A parameter.
 */
export type Param = { 
/**
 * Its name in the kernel, without `%`; of an array in Python `A`, `A_size0`, `A_stride0` and so on.
 */
name?: string, 
/**
 * Its kind.
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
 * Kinds of parameters.
 */
export type ParamKind = "pointer" | "scalar" | "descriptor" | "record";

/**
 * A parameter of a kernel, as far as it is known.
 */
export type Parameter = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is annotated as a constant: then the text is a value, else a type.
 */
constant: boolean, 
/**
 * Its type or value, as a signature has it; empty where nothing is known.
 */
text: string, 
/**
 * The origin of the text.
 */
said: Origin, };

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
 * A second place of a message.
 */
export type PlaceNote = { 
/**
 * The place.
 */
range: Range, 
/**
 * A remark on the place.
 */
message: string, };

/**
 * A place: to the right, and down.
 */
export type Point = { 
/**
 * To the right.
 */
x: number, 
/**
 * Down.
 */
y: number, };

/**
 * Units that compute powers of two.
 */
export type PowersBy = "special-functions" | "polynomial";

/**
 * The verdict of the model checker on a barrier program.
 */
export type ProgramVerdict = { 
/**
 * Whether no order of steps has a fault.
 */
proved: boolean, 
/**
 * The report as `tilewright check-pipeline` prints it, with counterexamples step by step.
 */
text: string, };

/**
 * One line of a counterexample.
 */
export type ProtocolStep = { 
/**
 * The agent that moves.
 */
who: string, 
/**
 * Its action.
 */
action: string, 
/**
 * The barrier concerned, afterwards.
 */
after: BarrierState, 
/**
 * The move, for replay.
 */
mv: Move, };

/**
 * An array.
 */
export type PtxArray = { 
/**
 * Its name.
 */
name: string, 
/**
 * The type of its elements.
 */
dtype: string, 
/**
 * Its shape, outermost first.
 */
shape: Array<number>, };

/**
 * A launch of PTX that comes alone, as a launch file has it.
 */
export type PtxLaunch = { 
/**
 * Which entry.
 */
entry: string, 
/**
 * CTAs in x, y, z.
 */
grid: [number, number, number], 
/**
 * Threads in x, y, z.
 */
block: [number, number, number], 
/**
 * CTAs of a cluster in x, y, z.
 */
cluster: [number, number, number], 
/**
 * Bytes of dynamic shared memory.
 */
dynamic_shared_bytes: number, 
/**
 * The parameters in order.
 */
params: Array<PtxParam>, 
/**
 * The arrays that they point to.
 */
arrays: Array<PtxArray>, };

/**
 * A parameter; what its kind has no use for is left out.
 */
export type PtxParam = { 
/**
 * `pointer`, `tensormap`, or the type of a number: `i8` to `i64`, `f32`, `f64`.
 */
kind: string, 
/**
 * Its name in the PTX.
 */
name: string, 
/**
 * The number.
 */
value: number | null, 
/**
 * The array that it points to; a pointer without one is null.
 */
array: string | null, 
/**
 * Of a tensor map: the type of the elements,
 */
dtype: string | null, 
/**
 * extents, innermost first,
 */
dims: Array<number> | null, 
/**
 * bytes from one row to the next, of all dimensions but the innermost,
 */
strides_bytes: Array<number> | null, 
/**
 * the box that a copy takes,
 */
box: Array<number> | null, 
/**
 * `none`, or the bytes that are swizzled,
 */
swizzle: string | null, 
/**
 * and what stands outside of the tensor, `zero` or `nan`.
 */
oob: string | null, };

/**
 * A run of PTX that came alone.
 */
export type PtxRun = { 
/**
 * Every array of the launch.
 */
arrays: Array<ArrayAfter>, 
/**
 * The faults that were found.
 */
faults: Array<Fault>, 
/**
 * Why the run did not come to its end.
 */
unfinished: string | null, 
/**
 * Lines that the kernel printed.
 */
printed: Array<string>, 
/**
 * Counts of the emulator.
 */
stats: Stats, 
/**
 * When barriers completed their phases, by CTA.
 */
barriers: Array<BarrierHistory>, 
/**
 * Accesses to memory, by line of the PTX.
 */
accesses: Array<LineAccesses>, };

/**
 * A kernel in Python as Tile IR, or why it is not, and the form of its signature.
 */
export type Python = { 
/**
 * The names of the file's kernels; none where the file cannot be read.
 */
kernels: Array<string>, 
/**
 * The kernel that is meant: the one asked for, or the first.
 */
kernel: string | null, 
/**
 * Its parameters.
 */
parameters: Array<Parameter>, 
/**
 * The Tile IR, with its places in the Python text; null where the kernel is refused.
 */
tile_ir: string | null, 
/**
 * Errors, and notes of assumptions.
 */
messages: Array<Message>, 
/**
 * For each message, where it is in the browser's counting of the text.
 */
places: Array<TextPlace | null>, };

/**
 * A number that is known, or that a parameter brings.
 */
export type Quantity = { "constant": number } | { "argument": number } | { "scaled": { 
/**
 * The parameter's place.
 */
argument: number, 
/**
 * The multiplier.
 */
by: number, } };

/**
 * A range of the source: byte offsets, and line and column of its start.
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
 * The request for a raster order: along which mode consecutive tiles advance.
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
 * The view of the page: chosen tab, chosen pass. A reader may ignore any of it.
 */
view?: { [key in string]: JsonValue }, };

/**
 * The bound that a circuit of dependences sets.
 */
export type RecurrenceBound = { 
/**
 * The bound, in cycles.
 */
mii: number, 
/**
 * Sum of latency along the circuit.
 */
latency: number, 
/**
 * Sum of distance along it.
 */
distance: number, 
/**
 * Its edges, in order.
 */
circuit: Array<number>, };

/**
 * The result of one compilation.
 */
export type Report = { 
/**
 * [`SCHEMA`].
 */
schema: number, 
/**
 * The compiler and its version.
 */
compiler: Compiler, 
/**
 * The options as they were used.
 */
options: Options, 
/**
 * The name of the model that loops were scheduled in, where a user has written it: then it is not `options.machine`.
 */
scheduler_model?: string, 
/**
 * Whether the kernel was compiled as far as was asked.
 */
ok: boolean, 
/**
 * Messages about the kernel, in source order.
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
 * The contract by which it is launched.
 */
abi: Abi | null, 
/**
 * Registers that a thread needs, by estimate: of each agent, or of all threads.
 */
registers: Array<AgentRegisters>, 
/**
 * The CTAs that an SM holds at a time; none without PTX.
 */
occupancy: Occupancy | null, 
/**
 * Loops that are pipelined, and those that are not; none where there is no loop.
 */
schedule: Schedule | null, 
/**
 * The tile scheduler; none for a kernel without a tile scheduler.
 */
tiles: Tiles | null, 
/**
 * The layouts that were chosen, with their candidates; filled together with the passes.
 */
layouts: Array<LayoutChoice>, 
/**
 * The kernel's optimisation hints, and whether they were followed.
 */
hints: Array<Hint>, 
/**
 * The facts worth a line: label and value, in order.
 */
summary: Array<Fact>, 
/**
 * The costs by the seven categories of the cost model; empty without PTX.
 */
costs: Array<Fact>, };

/**
 * Something operations hold for whole cycles.
 */
export type Resource = { 
/**
 * A name for messages.
 */
name: string, 
/**
 * The amount that one modulo row offers. Capacity 1 makes it a slot (one bit of a reservation row), more a pool.
 */
capacity: number, };

/**
 * Stages that bandwidth asks for, and the cycles that they come from.
 */
export type RooflineStages = { 
/**
 * `ceil(memory / compute)`.
 */
stages: number, 
/**
 * Moving what one iteration needs.
 */
memory: number, 
/**
 * The products of one iteration.
 */
compute: number, 
/**
 * Stages of producer and consumer.
 */
pair: [number, number], 
/**
 * The heaviest load, from its issue to its result; none where nothing comes from global memory.
 */
load: number | null, };

/**
 * The CTAs that a resource of an SM has room for.
 */
export type Room = { 
/**
 * The resource.
 */
resource: Limiter, 
/**
 * The CTAs.
 */
ctas: number, };

/**
 * IIs that are out, and why.
 */
export type RuledOutIi = { 
/**
 * First II that the certificate speaks of.
 */
from: number, 
/**
 * Last one.
 */
to: number, 
/**
 * The sort of certificate.
 */
certificate: string, 
/**
 * The way in which it was checked.
 */
checked: Checked, 
/**
 * The certificate.
 */
detail: Certificate, 
/**
 * The certificate in words.
 */
text: string, };

/**
 * A scenario: numbers of iterations, and the result of its check.
 */
export type Scenario = { 
/**
 * In words.
 */
name: string, 
/**
 * Its verdict.
 */
verdict: VerdictKind, 
/**
 * Agents that touch a barrier.
 */
agents: number, 
/**
 * Steps of all agents.
 */
steps: number, 
/**
 * States the checker visited.
 */
states: number, };

/**
 * The pipelined loops of a kernel.
 */
export type Schedule = { 
/**
 * The pipelined loops.
 */
loops: Array<LoopSchedule>, 
/**
 * Loops that are not pipelined, with reasons.
 */
refusals: Array<NotPipelined>, 
/**
 * Loops with other loops in them.
 */
around?: Array<LoopAround>, 
/**
 * The verdict on the barriers of a text that is IR of a boundary behind the scheduler: its loops are not in `loops`.
 */
protocol?: BarrierVerdict, };

/**
 * The schedule of a loop graph, or why there is none.
 */
export type ScheduledGraph = { 
/**
 * The graph, completed.
 */
graph: LoopGraph, 
/**
 * Its schedule, or why it has none.
 */
solution: Solution, 
/**
 * Both as `tilewright schedule` prints them.
 */
text: string, };

/**
 * The formulas by which the launch of a scheduled kernel follows from the problem.
 */
export type SchedulerAbi = { 
/**
 * The scheduler; never `auto`.
 */
kind: SchedulerKind, 
/**
 * The source of the formulas.
 */
policy: SchedulerPolicy, 
/**
 * Extents of the problem in elements: m, n, k.
 */
extents: [Quantity, Quantity, Quantity], 
/**
 * The number of such problems.
 */
batches: Quantity, 
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
 * Whether partial accumulators are joined in any order.
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
 * Whether the CTAs of a cluster share each tile: the SM100 form of stream-K.
 */
shares_tiles: boolean, 
/**
 * Whether pairs of CTAs share tiles, each of two CTA tiles along m.
 */
pairs: boolean, 
/**
 * SMs that the launch is sized for.
 */
sm_count: number, 
/**
 * Bits of an element of the accumulator.
 */
accumulator_bits: number, 
/**
 * The cost, in K tiles, of joining one more partial accumulator, by which stream-K's splits are chosen.
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
 * The memory that must be zero before a launch, in words.
 */
clear_before_launch: string, 
/**
 * The launch, where the extents are known.
 */
known: KnownLaunch | null, };

/**
 * The schedulers that can be asked for to hand out the tiles of a matrix product.
 */
export type SchedulerKind = "auto" | "data-parallel" | "static-persistent" | "stream-k" | "tilelang";

/**
 * The formulas of a scheduler (docs/sources/tile-schedulers.md#contract).
 */
export type SchedulerPolicy = "contract" | "cutlass-sm90";

/**
 * The steps that a search took.
 */
export type SearchSpent = { 
/**
 * The II less the smallest that no proof rules out.
 */
gap: number, 
/**
 * Steps that it took, for all IIs and what is told of them.
 */
steps: number, 
/**
 * The most that it might take.
 */
budget: number, };

/**
 * An op that found no seat.
 */
export type SeatRefused = { 
/**
 * The op.
 */
op: number, 
/**
 * The slots and pools that it asks for, in words.
 */
requested: string, 
/**
 * First and last cycle that it could have had.
 */
window: [number, number], 
/**
 * The first cycles of the window, each with all that was full then.
 */
refused_by: Array<FullAt>, 
/**
 * The same in words.
 */
text: string, };

/**
 * The severity of a diagnostic.
 */
export type Severity = "error" | "warning" | "note";

/**
 * A buffer in shared memory.
 */
export type SharedBuffer = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * Its first byte.
 */
offset: number, 
/**
 * Its alignment.
 */
align: number, 
/**
 * The number of its slots.
 */
slots: number, 
/**
 * Bytes of a slot.
 */
slot_bytes: number, 
/**
 * Its live range.
 */
live: string, 
/**
 * Whether it is live where most of the memory is in use.
 */
peak: boolean, 
/**
 * Its content.
 */
note: string, };

/**
 * The allocation of shared memory, in bytes.
 */
export type SharedLedger = { 
/**
 * The most that a CTA may have.
 */
capacity: number, 
/**
 * The part that is used.
 */
used: number, 
/**
 * The size of one more stage.
 */
one_more: number, 
/**
 * The part that is not used.
 */
free: number, 
/**
 * The part of one more stage that is not free.
 */
missing: number, 
/**
 * The buffers.
 */
buffers: Array<SharedBuffer>, 
/**
 * The named barriers in use.
 */
named_barriers: Array<NamedBarrier>, 
/**
 * The number of named barriers that a CTA has.
 */
named_barriers_of_cta: number, 
/**
 * The allocation of tensor memory, where accumulators are there.
 */
tensor_memory?: TensorLedger | null, };

/**
 * A width and a height.
 */
export type Size = { 
/**
 * From left to right.
 */
width: number, 
/**
 * From top to bottom.
 */
height: number, };

/**
 * The schedule that was found. Cycles are weights of the model, not the hardware's.
 */
export type Solution = { 
/**
 * The name of the graph.
 */
name: string, 
/**
 * The generator that was asked for.
 */
scheduler: Generator, 
/**
 * The generator that made the schedule.
 */
used: Generator, 
/**
 * Conflicts of the exact solver spent.
 */
conflicts: number, 
/**
 * The search for a smaller II, where it has a budget of steps.
 */
search?: SearchSpent, 
/**
 * Why the schedule is the serial one, though another was asked for.
 */
serial_by?: string, 
/**
 * Lower bounds; not there if the loop is impossible.
 */
bounds?: SolutionBounds | null, 
/**
 * The bound that sets the floor.
 */
binding?: BoundName | null, 
/**
 * The initiation interval, in cycles; none where there is no schedule.
 */
ii: number | null, 
/**
 * Why there is none.
 */
refusal?: SolutionRefusal | null, 
/**
 * The cycle at which each op is issued in its own iteration, by the op's id.
 */
start?: { [key in number]: number } | null, 
/**
 * Where each op was put, by its id.
 */
ops?: { [key in number]: OpSeat } | null, 
/**
 * The reservation table: what holds each resource of the graph, by its place there.
 */
table?: Array<Array<Held>> | null, 
/**
 * Iterations that the schedule overlaps.
 */
stage_count?: number | null, 
/**
 * Stages in which ops are issued.
 */
stages_by_start?: number | null, 
/**
 * Cycles from the first issue to the last result.
 */
length?: number | null, 
/**
 * Whether every smaller II is ruled out by a proof.
 */
proven_optimal: boolean, 
/**
 * The stages that bandwidth alone asks for; not there where the loop has no load or no product.
 */
roofline_stages?: RooflineStages | null, 
/**
 * Second objectives.
 */
objectives?: SolutionObjectives | null, 
/**
 * The four-stage pipeline, if that scheduler ran.
 */
four_stage?: FourStageForm | null, 
/**
 * Why it is so, and what would change it.
 */
explanation: Explanation, };

/**
 * The lower bounds on the initiation interval, each with its witness.
 */
export type SolutionBounds = { 
/**
 * The largest of them, in cycles.
 */
mii: number, 
/**
 * Whether the schedule starts iterations as often as that.
 */
reached: boolean, 
/**
 * A circuit of dependences.
 */
recurrence: RecurrenceBound, 
/**
 * A slot.
 */
resource: DemandBound, 
/**
 * A pool.
 */
"fine-density": DemandBound, 
/**
 * A cap on depth.
 */
dependency: DependencyBound, };

/**
 * Second objectives at the II found.
 */
export type SolutionObjectives = { 
/**
 * Sum over components of last minus first start, in cycles.
 */
recurrence_span: Objective, 
/**
 * Stages by start.
 */
stages: Objective, 
/**
 * Sum of the live ranges of all values, in cycles.
 */
lifetime: Objective, };

/**
 * Why there is no schedule.
 */
export type SolutionRefusal = { 
/**
 * A stable name for the reason.
 */
kind: string, 
/**
 * The reason in words.
 */
message: string, };

/**
 * The step that is running, and how much of it is done.
 */
export type Stage = { "kernel": [number, number] } | { "ptx": [number, number, number] };

/**
 * A number of stages, and what an iteration takes with it.
 */
export type StageCost = { 
/**
 * The stages.
 */
stages: number, 
/**
 * Cycles of the SM clock, estimated.
 */
iteration_cycles: number, 
/**
 * Whether so many fit.
 */
fits: boolean, };

/**
 * A part of the loop that has no placement at an II because of caps on depth or shared leaders.
 */
export type StagedCore = { 
/**
 * Ops that hold something.
 */
ops: Array<number>, 
/**
 * Dependences, by edge.
 */
edges: Array<number>, 
/**
 * Ops whose cap on depth counts.
 */
capped: Array<number>, 
/**
 * Leaders whose ops must share their stage.
 */
leaders: Array<number>, 
/**
 * Whether every part is needed: dropping any one leaves nothing refuted.
 */
irreducible: boolean, 
/**
 * Conflicts spent on finding and reducing it.
 */
conflicts: number, };

/**
 * Stages of a loop that do not fit into shared memory; in bytes, but for their number.
 */
export type StagesTooLarge = { 
/**
 * The number of stages.
 */
stages: number, 
/**
 * One of them, with its barriers.
 */
stage_bytes: number, 
/**
 * All stages, with their barriers.
 */
ring: number, 
/**
 * The part that is kept for the end of the kernel, or, where that goes through the ring's memory, to align tiles.
 */
reserved: number, 
/**
 * Whether the end of the kernel goes through the memory of the ring.
 */
reused: boolean, 
/**
 * The ring and that part.
 */
needed: number, 
/**
 * The most that a CTA may have.
 */
capacity: number, 
/**
 * The part of what is needed that a CTA does not have.
 */
missing: number, };

/**
 * A barrier as it stands after an event.
 */
export type Standing = { 
/**
 * Linear index of its CTA in the grid.
 */
cta: number, 
/**
 * Which barrier.
 */
barrier: BarrierName, 
/**
 * The phase that it is in.
 */
phase: number, 
/**
 * Arrivals that the phase lacks: of an mbarrier operations, else threads.
 */
pending: number, 
/**
 * Bytes that the phase lacks.
 */
bytes: number, };

/**
 * Counts of a run.
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
 * Strategies of pipelined loops.
 */
export type Strategy = "none" | "unspecialize" | "warp-specialize";

/**
 * A launch that suits a PTX text.
 */
export type SuggestedLaunch = { 
/**
 * The GPU that the text names.
 */
target: string, 
/**
 * The kernels of the text.
 */
entries: Array<string>, 
/**
 * The launch.
 */
launch: PtxLaunch, };

/**
 * Swizzles of an operand's buffer, by the bytes of a row within which chunks of 16 bytes are permuted.
 */
export type Swizzle = "128b" | "64b" | "32b";

/**
 * A GPU to compile for.
 */
export type Target = { 
/**
 * Its name, such as `sm_90a`.
 */
name: string, 
/**
 * Products that have it, and its architecture.
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
 * A buffer in tensor memory.
 */
export type TensorBuffer = { 
/**
 * The tile in a slot.
 */
what: string, 
/**
 * Its first column.
 */
column: number, 
/**
 * The columns of all its slots.
 */
columns: number, 
/**
 * Its slots.
 */
slots: number, };

/**
 * The allocation of tensor memory, in columns.
 */
export type TensorLedger = { 
/**
 * The columns that the CTAs of an SM share.
 */
capacity: number, 
/**
 * The columns that a CTA reserves: a power of two.
 */
reserved: number, 
/**
 * The buffers.
 */
buffers: Array<TensorBuffer>, };

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
 * A layout that is linear over bits: the row-major index of an element is the exclusive-or of these numbers at the set bits of
 * register, lane and warp.
 */
export type ThreadBases = { 
/**
 * Of the register's bits.
 */
reg: Array<number>, 
/**
 * Of the lane's bits.
 */
lane: Array<number>, 
/**
 * Of the warp's bits.
 */
warp: Array<number>, };

/**
 * Facts of a tile map beside its pieces.
 */
export type TileFacts = { 
/**
 * Tiles along m, n and in the batch, padding included.
 */
tiles: [number, number, number], 
/**
 * The unit of the map: the tile of a CTA, or of a cluster.
 */
tile_of: string, 
/**
 * K tiles of a tile.
 */
k_tiles: number, 
/**
 * Workers, CTAs or clusters, idle ones included.
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
 * Idle share of all workers' time.
 */
idle: number, 
/**
 * Assignment of work to workers: `static` or `dynamic`.
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
 * Whether stream-K has its SM100 form, in which the CTAs of a cluster share each tile.
 */
shares_tiles: boolean, 
/**
 * Whether pairs of CTAs share tiles: a tile is a pair's.
 */
pairs: boolean, 
/**
 * SMs of the GPU.
 */
sms: number, 
/**
 * The scheduler; never `auto`.
 */
scheduler: SchedulerKind, 
/**
 * The source of the formulas.
 */
policy: SchedulerPolicy, 
/**
 * Width of a panel of tiles.
 */
swizzle: number, 
/**
 * The mode along which consecutive tiles advance.
 */
raster: Raster, 
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
 * Duration of storing or adding a partial accumulator, in K tiles.
 */
join: number, };

/**
 * The tile scheduler that is asked for.
 */
export type TileScheduler = { 
/**
 * Which one.
 */
kind: SchedulerKind, 
/**
 * The source of the formulas.
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
 * Whether `cutlass-sm90` joins partial accumulators in any order.
 */
nondeterministic: boolean, 
/**
 * Whether work is pulled at run time (data-parallel only).
 */
pull: boolean, 
/**
 * SMs to plan for; none: those of the target.
 */
sms: number | null, 
/**
 * Workers to plan for, CTAs or clusters; none: as many as the SMs hold.
 */
num_workers: number | null, 
/**
 * Whether a CTA without a tile stops the kernel.
 */
checked: boolean, };

/**
 * The tile scheduler of a kernel's product.
 */
export type Tiles = { 
/**
 * The scheduler; never `auto`.
 */
scheduler: SchedulerKind, 
/**
 * The set of formulas; TileLang's scheduler has its own.
 */
policy: SchedulerPolicy, 
/**
 * The reason why `auto` chose it; none where it was asked for by name.
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
 * The problem, where the extents are known; the map of tiles is drawn from it.
 */
problem: TileProblem | null, 
/**
 * The source of the problem's durations.
 */
times: string, };

/**
 * A duration.
 */
export type Timing = { 
/**
 * The name of the step.
 */
name: string, 
/**
 * Microseconds.
 */
micros: number, };

/**
 * Durations. Kept apart from the report, which is the same every time.
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
 * An amount of one resource.
 */
export type Use = { 
/**
 * The resource.
 */
res: number, 
/**
 * The amount, at least 1.
 */
count: number, };

/**
 * The verdict of a run.
 */
export type Verdict = "same" | "close" | "wrong" | "faulty" | "unfinished";

/**
 * The verdict on a kernel's barriers.
 */
export type VerdictKind = "proved" | "refuted" | "not proved";

/**
 * A line as it is drawn.
 */
export type Way = { 
/**
 * From the border of a box, past others, to the border of a box.
 */
points: Array<Point>, 
/**
 * The middle of its label.
 */
label: Point, };
