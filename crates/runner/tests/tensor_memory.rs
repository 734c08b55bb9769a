//! Products whose accumulators are in tensor memory: proved, silent and right on every seed, whatever their shape and their trip
//! counts; with a fault planted in their PTX, caught by name.

use crate::common::orders;
use std::ops::ControlFlow;
use std::path::Path;
use tilewright_driver::abi::Abi;
use tilewright_driver::report::Report;
use tilewright_driver::{Consumers, Options, Strategy};
use tilewright_emulator::{BarrierHistory, BarrierName};
use tilewright_runner::{Experiment, Form, Verdict, experiment, fill};

/// GPUs whose unit leaves accumulators there.
const GPUS: [&str; 2] = ["sm_100a", "sm_103a"];

/// A product of tiles: its shape, the elements of operands and results, and whether each operand is stored the other way round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub tile: [u32; 3],
    pub element: &'static str,
    pub result: &'static str,
    pub turned: [bool; 2],
    pub persistent: bool,
}

pub(crate) const PLAIN: Shape = Shape {
    tile: [128, 64, 64],
    element: "f16",
    result: "f16",
    turned: [false; 2],
    persistent: false,
};

/// The view of an operand of rows and columns, its tiles, and one of them as the product takes it.
fn operand(
    name: &str,
    element: &str,
    [rows, columns]: [&str; 2],
    [r, c]: [u32; 2],
    at: [&str; 2],
    turned: bool,
) -> [String; 2] {
    let (extents, tile, at) = match turned {
        true => ([columns, rows], [c, r], [at[1], at[0]]),
        false => ([rows, columns], [r, c], at),
    };
    let view = format!(
        "  %v{name} = make_tensor_view %p{name}, shape = [%{}, %{}], strides = [%{}, 1] : tile<i32> -> tensor_view<?x?x{element}, strides=[?,1]>
  %t{name} = make_partition_view %v{name} : partition_view<tile=({}x{}), padding_value = zero, tensor_view<?x?x{element}, strides=[?,1]>>\n",
        extents[0], extents[1], extents[1], tile[0], tile[1]
    );
    let ty = format!("tile<{}x{}x{element}>", tile[0], tile[1]);
    let load = format!(
        "    %l{name}, %d{name} = load_view_tko weak %t{name}[%{}, %{}] token = %start : partition_view<tile=({}x{}), padding_value = zero, tensor_view<?x?x{element}, strides=[?,1]>>, tile<i32> -> {ty}, token\n",
        at[0], at[1], tile[0], tile[1]
    );
    let permuted = match turned {
        true => format!("    %x{name} = permute %l{name} [1, 0] : {ty} -> tile<{r}x{c}x{element}>\n"),
        false => String::new(),
    };
    [view, load + &permuted]
}

impl Shape {
    pub fn source(&self) -> String {
        let [m, n, k] = self.tile;
        let (e, r) = (self.element, self.result);
        let [va, la] = operand("a", e, ["m", "k8"], [m, k], ["row", "i"], self.turned[0]);
        let [vb, lb] = operand("b", e, ["k8", "n8"], [k, n], ["i", "column"], self.turned[1]);
        let side = |name: &str, turned: bool| format!("%{}{name}", if turned { "x" } else { "l" });
        let (a, b) = (side("a", self.turned[0]), side("b", self.turned[1]));
        let narrow = match r {
            "f32" => "  %narrow = addf %sum, %nothing rounding<nearest_even> : tile<MxNxf32>\n".to_string(),
            _ => format!("  %narrow = ftof %sum : tile<MxNxf32> -> tile<MxNx{r}>\n"),
        };
        let body = format!(
            "  %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %nothing) -> (tile<MxNxf32>) {{
{la}{lb}    %next = mmaf {a}, {b}, %acc : tile<{m}x{k}x{e}>, tile<{k}x{n}x{e}>, tile<MxNxf32>
    continue %next : tile<MxNxf32>
  }}
{narrow}  %done = store_view_tko weak %narrow, %tc[%row, %column] token = %start : tile<MxNx{r}>, partition_view<tile=(MxN), tensor_view<?x?x{r}, strides=[?,1]>>, tile<i32> -> token
"
        );
        let around = match self.persistent {
            false => format!("  %row, %column, %z = get_tile_block_id : tile<i32>\n{body}"),
            true => format!(
                "  %block, %y, %z = get_tile_block_id : tile<i32>
  %blocks, %by, %bz = get_num_tile_blocks : tile<i32>
  %two = constant <i32: 2> : tile<i32>
  %tiles = constant <i32: 4> : tile<i32>
  for %tile in (%block to %tiles, step %blocks) : tile<i32> {{
  %row = divi %tile, %two signed : tile<i32>
  %column = remi %tile, %two signed : tile<i32>
{body}  continue
  }}\n"
            ),
        };
        format!(
            "entry @product(%a: tile<ptr<{e}>>, %b: tile<ptr<{e}>>, %c: tile<ptr<{r}>>, %m1: tile<i32>, %n: tile<i32>, %k: tile<i32>, %steps: tile<i32>) {{
  %pa = assume div_by<16>, %a : tile<ptr<{e}>>
  %pb = assume div_by<16>, %b : tile<ptr<{e}>>
  %pc = assume div_by<16>, %c : tile<ptr<{r}>>
  %m = assume div_by<8>, %m1 : tile<i32>
  %n8 = assume div_by<8>, %n : tile<i32>
  %k8 = assume div_by<8>, %k : tile<i32>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %nothing = constant <f32: 0.0> : tile<MxNxf32>
{va}{vb}  %vc = make_tensor_view %pc, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?x{r}, strides=[?,1]>
  %tc = make_partition_view %vc : partition_view<tile=(MxN), tensor_view<?x?x{r}, strides=[?,1]>>
{around}  return
}}\n"
        )
        .replace("MxN", &format!("{m}x{n}"))
    }
}

pub(crate) struct Compiled {
    pub source: String,
    pub ptx: String,
    pub lines: Vec<u32>,
    pub abi: Abi,
}

pub(crate) fn report(source: &str, gpu_name: &str, stages: Option<u32>, consumers: Option<Consumers>) -> Report {
    let options = Options {
        gpu_name: gpu_name.to_string(),
        num_stages: stages,
        consumers,
        ..Options::default()
    };
    tilewright_driver::compile(source, &options).report
}

/// A product that is proved, by the unit.
fn compiled(shape: Shape, gpu_name: &str, stages: Option<u32>) -> Compiled {
    let report = report(&shape.source(), gpu_name, stages, None);
    let found = &report.schedule.as_ref().expect("a loop").loops[0];
    assert_eq!(found.strategy, Strategy::WarpSpecialize, "{shape:?}");
    let product = Compiled::proved(shape.source(), report, &format!("{shape:?}"));
    assert!(
        product.ptx.contains("tcgen05.mma") && !product.ptx.contains("mma.sync"),
        "{shape:?}"
    );
    product
}

impl Compiled {
    /// A kernel that was compiled, whose first loop is proved.
    pub fn proved(source: String, report: Report, place: &str) -> Self {
        let ptx = report
            .ptx
            .unwrap_or_else(|| panic!("{place}: {:?}", report.diagnostics));
        let found = &report.schedule.as_ref().expect("a loop").loops[0];
        let verdict = found.protocol.as_ref().expect("a verdict");
        assert_eq!(verdict.verdict.word(), "proved", "{place}: {}", verdict.text);
        Self {
            source,
            ptx: ptx.text,
            lines: ptx.lines,
            abi: report.abi.expect("a launch"),
        }
    }

    pub fn run(&self, ptx: &str, grid: [u32; 2], extents: [u32; 3], steps: u32, seed: u32) -> Experiment {
        let mut values = vec![None; 3];
        values.extend(extents.iter().chain([&steps]).map(|&n| Some(f64::from(n))));
        let form = Form {
            grid: [Some(grid[0].into()), Some(grid[1].into()), Some(1.0)],
            values,
            seed,
            slots: 0,
        };
        let module = tilewright_ir::parse(&self.source).module;
        let launch = fill(&module, &self.abi.entry, &form).unwrap();
        let go_on = &mut |_| ControlFlow::Continue(());
        experiment(&self.source, (ptx, &self.lines), &self.abi, &launch, seed, go_on).unwrap()
    }
}

pub(crate) fn silent(run: &Experiment, place: &str) {
    assert!(
        matches!(run.verdict, Verdict::Same | Verdict::Close) && run.ptx_faults.is_empty(),
        "{place}: {run:#?}"
    );
}

/// Tiles of each number of rows, of both kinds of consumers, however operands lie.
#[test]
fn products_of_every_shape_are_proved_and_right() {
    let of = |tile, element, result, turned| Shape {
        tile,
        element,
        result,
        turned,
        ..PLAIN
    };
    let shapes = [
        PLAIN,
        of([64, 16, 32], "f16", "f32", [false; 2]),
        of([64, 128, 16], "bf16", "bf16", [false, true]),
        of([128, 32, 32], "f16", "f16", [true, false]),
        of([128, 128, 64], "bf16", "f32", [true, true]),
        of([128, 256, 32], "f16", "f16", [false, true]),
        of([256, 64, 64], "f16", "f32", [false; 2]),
        of([256, 128, 32], "f16", "f16", [true, false]),
        of([128, 64, 32], "tf32", "f32", [false, true]),
    ];
    for (number, shape) in (0..).zip(shapes) {
        let product = compiled(shape, GPUS[number % GPUS.len()], None);
        let [m, n, k] = shape.tile;
        for seed in 0..2 {
            // A part of a tile, and steps that end within one of K.
            let extents = [m - 8, n + n / 2 / 8 * 8, 3 * k - 8];
            let run = product.run(&product.ptx, [1, 2], extents, 3, seed);
            silent(&run, &format!("{shape:?}, seed {seed}"));
        }
    }
}

#[test]
fn a_product_is_silent_and_right_whatever_the_trip_count() {
    for stages in [1, 2, 3] {
        let product = compiled(PLAIN, "sm_100a", Some(stages));
        for steps in [0, 1, 2, stages, stages + 1, 2 * stages + 1] {
            for seed in 0..orders() {
                let run = product.run(&product.ptx, [1, 1], [120, 64, 64 * steps.max(1)], steps, seed);
                silent(&run, &format!("{stages} stages, {steps} steps, seed {seed}"));
            }
        }
    }
}

/// Two slots of accumulators: one is read while products go to the other.
#[test]
fn a_product_in_a_persistent_loop_is_silent_and_right() {
    let shape = Shape {
        persistent: true,
        ..PLAIN
    };
    for stages in [2, 3] {
        let product = compiled(shape, "sm_100a", Some(stages));
        for steps in [0, 1, stages, 2 * stages + 1] {
            for (blocks, seed) in [(1, 0), (1, 1), (3, 2), (3, 3), (4, 4), (1, 5), (3, 6), (1, 7)] {
                let run = product.run(&product.ptx, [blocks, 1], [256, 128, 64 * steps.max(1)], steps, seed);
                silent(
                    &run,
                    &format!("{stages} stages, {steps} steps, {blocks} blocks, seed {seed}"),
                );
            }
        }
    }
}

/// The products of the next tile are made while threads still store this one, both accumulators live: in some order of the warps the next one's
/// are done before this one's columns are handed back. Were there one slot, in none.
#[test]
fn the_next_tile_is_multiplied_while_this_one_is_stored() {
    let shape = Shape {
        persistent: true,
        ..PLAIN
    };
    let kernel = compiled(shape, "sm_100a", Some(3));
    let report = report(&kernel.source, "sm_100a", Some(3), None);
    let ledger = &report.schedule.as_ref().unwrap().loops[0].ledger;
    let barriers = || ledger.buffers.iter().filter(|buffer| buffer.name == "barriers");
    let ring = barriers()
        .find(|buffer| buffer.slots == 2)
        .expect("two accumulators")
        .offset;
    let overlaps = (0..8).any(|seed| {
        let run = kernel.run(&kernel.ptx, [1, 1], [256, 128, 192], 3, seed);
        silent(&run, &format!("seed {seed}"));
        let addresses = run.barriers.iter().filter_map(|history| match history.barrier {
            BarrierName::Mbarrier { address } => Some(i64::from(address)),
            BarrierName::Named { .. } | BarrierName::Cluster => None,
        });
        let begin = addresses.min().unwrap() - barriers().map(|buffer| buffer.offset).min().unwrap();
        // The full barriers of both slots come before the empty ones.
        let phases = |place: i64| -> Vec<u64> {
            let barrier = BarrierName::Mbarrier {
                address: (begin + ring + 8 * place) as u32,
            };
            let history = run.barriers.iter().find(|history| history.barrier == barrier);
            let phases = &history.expect("the barrier of a slot").phases;
            phases.iter().map(|phase| phase.completed).collect()
        };
        let [full, empty] = [[phases(0), phases(1)], [phases(2), phases(3)]];
        assert_eq!([full[0].len(), full[1].len()], [2, 2], "four tiles");
        (0..3).any(|tile: usize| {
            let next = full[(tile + 1) % 2][tile.div_ceil(2)];
            empty[tile % 2]
                .get(tile / 2)
                .is_none_or(|&handed_back| next < handed_back)
        })
    });
    assert!(overlaps);
}

/// A fault in PTX: which lines, how they change, and the kinds of finding that name it.
pub(crate) type Fault = (&'static str, fn(&str) -> Option<String>, &'static [&'static str]);

fn without_lines(ptx: &str, is_it: impl Fn(usize, &str) -> bool) -> Option<String> {
    let lines: Vec<&str> = ptx.lines().collect();
    let kept = lines
        .iter()
        .enumerate()
        .map(|(at, line)| if is_it(at, line) { "" } else { line });
    let kept: Vec<&str> = kept.collect();
    (kept != lines).then(|| kept.join("\n") + "\n")
}

/// Without the lines that hold `what`: all of them, the first or the last.
pub(crate) fn without(ptx: &str, what: &str, which: Option<bool>) -> Option<String> {
    let lines: Vec<&str> = ptx.lines().collect();
    let holds = |line: &&str| line.contains(what);
    let one = match which {
        None => return without_lines(ptx, |_, line| line.contains(what)),
        Some(false) => lines.iter().position(holds)?,
        Some(true) => lines.iter().rposition(holds)?,
    };
    without_lines(ptx, |at, _| at == one)
}

/// With something else in the first line that holds `what`.
pub(crate) fn instead(ptx: &str, what: &str, from: &str, to: &str) -> Option<String> {
    let mut lines: Vec<String> = ptx.lines().map(str::to_string).collect();
    let line = lines
        .iter_mut()
        .find(|line| line.contains(what) && line.contains(from))?;
    *line = line.replacen(from, to, 1);
    Some(lines.join("\n") + "\n")
}

const LOAD: &str = "tcgen05.ld.";
const COMMIT: &str = "tcgen05.commit";
const AFTER: &str = "tcgen05.fence::after_thread_sync";
const BEFORE: &str = "tcgen05.fence::before_thread_sync";

const FAULTS: [Fault; 12] = [
    (
        "no commit frees a slot",
        |ptx| without(ptx, COMMIT, Some(false)),
        &["deadlock"],
    ),
    (
        "no commit hands accumulators on",
        |ptx| without(ptx, COMMIT, Some(true)),
        &["deadlock"],
    ),
    (
        "accumulators are read a phase early",
        |ptx| wrong_parity_before(ptx, LOAD),
        &["race", "uninitialised-memory", "missing-tcgen05-fence"],
    ),
    (
        "loads are not waited for",
        |ptx| without(ptx, "tcgen05.wait::ld", None),
        &["race"],
    ),
    (
        "no fence before a load",
        |ptx| without(ptx, AFTER, Some(false)),
        &["missing-tcgen05-fence"],
    ),
    (
        "accumulators are handed back without a fence",
        |ptx| without(ptx, BEFORE, None),
        &["missing-tcgen05-fence"],
    ),
    (
        "columns are asked for when the permit is given up",
        |ptx| {
            let permit = ptx.lines().find(|line| line.contains("relinquish_alloc_permit"))?;
            let alloc = ptx.lines().find(|line| line.contains("tcgen05.alloc"))?;
            Some(
                ptx.replacen(permit, "", 1)
                    .replacen(alloc, &format!("{permit}\n{alloc}"), 1),
            )
        },
        &["tensor-memory"],
    ),
    (
        "columns are freed before they are read",
        |ptx| freed_early(ptx),
        &["tensor-memory", "race"],
    ),
    (
        "columns are never freed",
        |ptx| without(ptx, "tcgen05.dealloc", None),
        &["tensor-memory"],
    ),
    (
        "no fence before accumulators are written again",
        |ptx| {
            let lines: Vec<&str> = ptx.lines().collect();
            let product = lines.iter().position(|line| line.contains("tcgen05.mma"))?;
            let fence = lines[..product].iter().rposition(|line| line.contains(AFTER))?;
            without_lines(ptx, |at, _| at == fence)
        },
        &["missing-tcgen05-fence"],
    ),
    (
        "slots of accumulators overlap",
        |ptx| instead(ptx, "mul.lo.u32", ", 64;", ", 32;").filter(|changed| changed != ptx),
        &["race", "tensor-memory"],
    ),
    (
        "too few columns",
        |ptx| instead(ptx, "tcgen05.alloc", ", 128;", ", 64;"),
        &["tensor-memory"],
    ),
];

/// The fences carry the order of what is in tensor memory: a wait that one follows may be relaxed.
#[test]
fn waits_that_a_fence_follows_may_be_relaxed() {
    let shape = Shape {
        tile: [128, 64, 32],
        persistent: true,
        ..PLAIN
    };
    let kernel = compiled(shape, "sm_100a", Some(2));
    let mut lines: Vec<String> = kernel.ptx.lines().map(str::to_string).collect();
    // Of threads that load accumulators, and of the one that has them written again: the last fence before a product.
    let load = lines.iter().position(|line| line.contains(LOAD)).unwrap();
    let product = lines.iter().position(|line| line.contains("tcgen05.mma")).unwrap();
    let fence = lines[..product].iter().rposition(|line| line.contains(AFTER)).unwrap();
    for place in [load, fence] {
        let waits = |line: &String| line.contains("mbarrier.try_wait");
        let wait = lines[..place].iter().rposition(waits).expect("a wait");
        let relaxed = lines[wait].replace(".parity.shared::cta", ".parity.relaxed.cluster.shared::cta");
        assert_ne!(relaxed, lines[wait]);
        lines[wait] = relaxed;
    }
    let ptx = lines.join("\n") + "\n";
    for seed in 0..orders() {
        silent(
            &kernel.run(&ptx, [1, 1], [256, 128, 96], 3, seed),
            &format!("seed {seed}"),
        );
    }
}

/// The wait before the first `then` is for the other parity.
fn wrong_parity_before(ptx: &str, then: &str) -> Option<String> {
    let mut lines: Vec<String> = ptx.lines().map(str::to_string).collect();
    let end = lines.iter().position(|line| line.contains(then))?;
    let wait = lines[..end]
        .iter()
        .rposition(|line| line.contains("mbarrier.try_wait"))?;
    let (rest, parity) = lines[wait].trim_end_matches(';').rsplit_once(", ")?;
    lines[wait] = format!("xor.b32 %fault0, {parity}, 1; {rest}, %fault0;");
    let declared = lines.iter_mut().find(|line| line.contains(".reg .pred"))?;
    declared.push_str(" .reg .b32 %fault<1>;");
    Some(lines.join("\n") + "\n")
}

/// The first warp frees the columns as soon as it has their address.
fn freed_early(ptx: &str) -> Option<String> {
    let alloc = ptx.lines().find(|line| line.contains("tcgen05.alloc"))?;
    let word = alloc.split_once('[')?.1.split_once(']')?.0;
    let columns = alloc.trim_end_matches(';').rsplit_once(", ")?.1;
    let mut lines: Vec<String> = ptx.lines().map(str::to_string).collect();
    let load = lines.iter().position(|line| line.contains(LOAD))?;
    let free = format!(
        "ld.shared.u32 %fault0, [{word}]; setp.ge.u32 %fault1, %tid.x, 32; @%fault1 bra fault; \
         tcgen05.dealloc.cta_group::1.sync.aligned.b32 %fault0, {columns}; fault:"
    );
    lines[load] = format!("{free} {}", lines[load]);
    let dealloc = lines.iter().rposition(|line| line.contains("tcgen05.dealloc"))?;
    lines[dealloc].clear();
    let declared = lines.iter_mut().find(|line| line.contains(".reg .pred"))?;
    declared.push_str(" .reg .b32 %fault0; .reg .pred %fault1;");
    Some(lines.join("\n") + "\n")
}

/// PTX without the last wait for a barrier before a line: it is over at once.
pub(crate) fn without_wait(lines: &[&str], line: usize) -> Option<String> {
    let wait = lines[..line]
        .iter()
        .rposition(|line| line.contains("mbarrier.try_wait"))?;
    let (before, rest) = lines[wait].split_once("mbarrier.try_wait")?;
    let predicate = rest.split_whitespace().nth(1)?.trim_end_matches(',');
    let over = format!("{before}setp.eq.u32 {predicate}, 0, 0;");
    let mut lines = lines.to_vec();
    lines[wait] = &over;
    Some(lines.join("\n") + "\n")
}

/// Each fault is caught by one of its names, in some order of the warps.
pub(crate) fn caught(faults: &[Fault], whole: &str, run: impl Fn(&str, u32) -> Experiment) {
    let mut missed = Vec::new();
    for (name, plant, kinds) in faults {
        let ptx = plant(whole).unwrap_or_else(|| panic!("there is no place for: {name}"));
        assert_ne!(ptx, whole, "{name}");
        let mut seen = Vec::new();
        let is_caught = (0..16).any(|seed| {
            let found = run(&ptx, seed).ptx_faults.first().map(|first| first.kind.clone());
            let is_it = found.as_deref().is_some_and(|kind| kinds.contains(&kind));
            seen.extend(found);
            is_it
        });
        if !is_caught {
            missed.push((name, seen));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn every_fault_that_is_planted_is_caught_and_named() {
    let shape = Shape {
        persistent: true,
        ..PLAIN
    };
    let product = compiled(shape, "sm_100a", Some(2));
    let run = |ptx: &str, seed| product.run(ptx, [1, 1], [256, 128, 3 * 64], 3, seed);
    silent(&run(&product.ptx, 0), "as compiled");
    caught(&FAULTS, &product.ptx, run);
}

/// A kernel of loops with rings, compiled for sm_100a.
fn of_rings(name: &str) -> (Compiled, Report) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/language")
        .join(name);
    let source = std::fs::read_to_string(file).unwrap();
    let mut report = report(&source, "sm_100a", None, None);
    let ptx = report.ptx.take().unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    let compiled = Compiled {
        source,
        ptx: ptx.text,
        lines: ptx.lines,
        abi: report.abi.take().expect("a launch"),
    };
    (compiled, report)
}

impl Compiled {
    /// Runs it on inputs that are made for it.
    pub(crate) fn run_on_any(&self, ptx: &str, seed: u32) -> Experiment {
        let form = Form {
            seed,
            ..Form::default()
        };
        let module = tilewright_ir::parse(&self.source).module;
        let launch = fill(&module, &self.abi.entry, &form).unwrap();
        let go_on = &mut |_| ControlFlow::Continue(());
        experiment(&self.source, (ptx, &self.lines), &self.abi, &launch, seed, go_on).unwrap()
    }
}

/// Scores are made, threads compute on them, and a second product takes the result: the second scores are made while threads are at the
/// first. Later ones wait for the product that takes what was written over those before.
#[test]
fn the_next_scores_are_made_while_threads_work_on_these() {
    for name in ["rings_halves.mlir", "rings_running.mlir", "rings_walked.mlir"] {
        let (kernel, report) = of_rings(name);
        let found = &report.schedule.as_ref().unwrap().loops[0];
        let issuer = found.agents.iter().find(|agent| agent.name == "issuer").unwrap();
        assert_eq!(issuer.stages, [Some(0), Some(1)], "{name}: {:?}", issuer.order);
        // Of two slots each, or three where columns are left: the operand that threads compute, and the scores. The full barriers come first.
        let barriers = || {
            let all = found.ledger.buffers.iter();
            all.filter(|buffer| buffer.name == "barriers")
        };
        let rings = barriers().filter(|buffer| [2, 3].contains(&buffer.slots));
        let [computed, scores, ..] = rings.map(|ring| ring.offset).collect::<Vec<_>>()[..] else {
            panic!("{name}: {:?}", found.ledger.buffers);
        };
        // Of two that wait for nobody either is first: in some order the next scores are, and were they to wait, in none.
        let orders = (0..8).map(|seed| {
            let run = kernel.run_on_any(&kernel.ptx, seed);
            silent(&run, name);
            // Shared memory of a CTA does not begin at its first byte.
            let addresses = run.barriers.iter().filter_map(|history| match history.barrier {
                BarrierName::Mbarrier { address } => Some(i64::from(address)),
                BarrierName::Named { .. } | BarrierName::Cluster => None,
            });
            let begin = addresses.min().unwrap() - barriers().map(|buffer| buffer.offset).min().unwrap();
            let full = |ring: i64, slot: i64| {
                let address = (begin + ring + 8 * slot) as u32;
                let barrier = BarrierName::Mbarrier { address };
                let is_it = |history: &&BarrierHistory| history.cta == 0 && history.barrier == barrier;
                let history = run.barriers.iter().find(is_it).expect("the barrier of a slot");
                history.phases.first().expect("it was filled").completed
            };
            (full(scores, 1), full(computed, 0))
        });
        let orders: Vec<(u64, u64)> = orders.collect();
        assert!(orders.iter().any(|(next, these)| next < these), "{name}: {orders:?}");
    }
}

#[test]
fn faults_of_loops_with_rings_are_caught_and_named() {
    let (kernel, _) = of_rings("rings_running.mlir");
    silent(&kernel.run_on_any(&kernel.ptx, 0), "as compiled");
    // The last three are of products that begin with other accumulators, and of slots whose numbers are computed.
    let faults = &FAULTS[..FAULTS.len() - 3];
    caught(faults, &kernel.ptx, |ptx, seed| kernel.run_on_any(ptx, seed));
}

/// Two loops, each of two products: the slots of one loop's scores and results are then the other's. What threads make of scores lies
/// over these.
#[test]
fn loops_that_follow_each_other_share_slots() {
    let (_, report) = of_rings("rings_halves.mlir");
    let loops = &report.schedule.as_ref().unwrap().loops;
    assert_eq!(loops.len(), 2);
    let ledger = &loops[0].ledger;
    let columns = &ledger.tensor_memory.as_ref().unwrap().buffers;
    assert_eq!(columns.len(), 2, "{columns:?}");
    let computed = ledger
        .buffers
        .iter()
        .filter(|buffer| buffer.name.starts_with("buffer "));
    assert_eq!(computed.count(), 0, "{:?}", ledger.buffers);
}

/// Faults in a product whose scales are copied to tensor memory.
const SCALE_FAULTS: [Fault; 4] = [
    (
        "scales are not copied",
        |ptx| without(ptx, "tcgen05.cp", Some(false)),
        &["tensor-memory", "uninitialised-memory"],
    ),
    (
        "slots of scales overlap",
        |ptx| {
            let begin = ptx.find("tcgen05.cp")?;
            let column = ptx[..begin].rfind(", 8;")?;
            Some(format!("{}, 0;{}", &ptx[..column], &ptx[column + 4..]))
        },
        &["race", "tensor-memory"],
    ),
    (
        "scales are copied a phase early",
        |ptx| wrong_parity_before(ptx, "tcgen05.cp"),
        &["race", "uninitialised-memory"],
    ),
    (
        "scales are copied from elsewhere",
        |ptx| {
            let begin = ptx.find("tcgen05.cp")?;
            let end = begin + ptx[begin..].find('\n')?;
            let own = ptx[begin..end].rsplit_once(", ")?.1.trim_end_matches(';').to_string();
            let moved = format!("add.s64 {own}, {own}, 4096; ");
            Some(format!("{}{moved}{}", &ptx[..begin], &ptx[begin..]))
        },
        &["race", "uninitialised-memory", "out-of-bounds"],
    ),
];

/// Blocks with scales go to the unit as they are, and their scales to tensor memory: right in every order of the warps, and caught where
/// they are not.
#[test]
fn scales_go_to_tensor_memory() {
    let kernels = [
        ("scaled_across.mlir", "mxf8f6f4.block_scale.scale_vec::1X"),
        ("scaled_wide.mlir", "mxf8f6f4.block_scale.scale_vec::1X"),
        ("scaled_narrow.mlir", "mxf8f6f4.block_scale.scale_vec::1X"),
        ("scaled_packed.mlir", "mxf4nvf4.block_scale.scale_vec::4X"),
        ("scaled_halves.mlir", "mxf4.block_scale.scale_vec::2X"),
        ("scaled_fine.mlir", "mxf4nvf4.block_scale.scale_vec::4X"),
    ];
    for (name, kind) in kernels {
        let (kernel, report) = of_rings(name);
        assert!(kernel.ptx.contains(kind), "{name}: {}", kernel.ptx);
        assert!(!kernel.ptx.contains("cvt.rn.bf16"), "{name}");
        assert!(report.ok, "{name}: {:?}", report.diagnostics);
        for seed in 0..2 {
            silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{name}, seed {seed}"));
        }
    }
    let (kernel, _) = of_rings("scaled_across.mlir");
    for (name, plant, kinds) in SCALE_FAULTS {
        let ptx = plant(&kernel.ptx).unwrap_or_else(|| panic!("there is no place for: {name}"));
        let caught = (0..8).any(|seed| {
            let run = kernel.run_on_any(&ptx, seed);
            let found = run.ptx_faults.first().map(|first| first.kind.clone());
            found.as_deref().is_some_and(|kind| kinds.contains(&kind))
        });
        assert!(caught, "{name}: {:?}", kernel.run_on_any(&ptx, 0).ptx_faults.first());
    }
    // Each operand's scales for the other's: nothing is out of order, and the result is wrong.
    let swapped: Vec<String> = kernel.ptx.lines().map(with_scales_swapped).collect();
    let run = kernel.run_on_any(&(swapped.join("\n") + "\n"), 0);
    assert_eq!((run.verdict, run.ptx_faults.len()), (Verdict::Wrong, 0));
}

/// A line of PTX; a product with scales has these the other way round.
fn with_scales_swapped(line: &str) -> String {
    let parts: Vec<&str> = line.split("], [").collect();
    match parts[..] {
        [head, last] if line.contains("block_scale") => {
            let (before, left) = head.rsplit_once('[').expect("scales of the left operand");
            let (right, after) = last.split_once(']').expect("scales of the right one");
            format!("{before}[{right}], [{left}]{after}")
        }
        _ => line.to_string(),
    }
}

/// Blocks that the unit does not take are multiplied by their scales first, and it is said why.
#[test]
fn blocks_that_do_not_go_to_tensor_memory_say_why() {
    // Agents that nobody wants.
    let (kernel, _) = of_rings("scaled_across.mlir");
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        pipeline_strategy: Some(Strategy::None),
        ..Options::default()
    };
    let report = tilewright_driver::compile(&kernel.source, &options).report;
    let mut told = report.diagnostics.iter();
    assert!(told.any(|found| found.code == "lower.scales-converted"));
    let ptx = report
        .ptx
        .as_ref()
        .unwrap_or_else(|| panic!("{:?}", report.diagnostics));
    assert!(!ptx.text.contains("block_scale"), "{:?}", report.diagnostics);
}

/// Without the first line that holds `what` behind the first that holds `near`.
fn without_behind(ptx: &str, near: &str, what: &str) -> Option<String> {
    let lines: Vec<&str> = ptx.lines().collect();
    let near = lines.iter().position(|line| line.contains(near))?;
    let one = near + lines[near..].iter().position(|line| line.contains(what))?;
    without_lines(ptx, |at, _| at == one)
}

const STORE: &str = "tcgen05.st.";
/// A product whose left operand is in tensor memory: two addresses come first.
const OF_STORED: &str = "], [";

/// The place of the first product that takes what is stored.
fn of_stored(line: &str) -> bool {
    line.contains("tcgen05.mma") && line.contains(OF_STORED)
}

/// Faults in a kernel whose threads write an operand over accumulators.
const OVER_FAULTS: [Fault; 4] = [
    (
        "stores are not waited for",
        |ptx| without(ptx, "tcgen05.wait::st", None),
        &["race"],
    ),
    (
        "no fence before the product that takes it",
        |ptx| {
            let lines: Vec<&str> = ptx.lines().collect();
            let product = lines.iter().position(|line| of_stored(line))?;
            let fence = lines[..product].iter().rposition(|line| line.contains(AFTER))?;
            without_lines(ptx, |at, _| at == fence)
        },
        &["missing-tcgen05-fence"],
    ),
    (
        "stores are told of without a fence",
        |ptx| without_behind(ptx, STORE, BEFORE),
        &["missing-tcgen05-fence"],
    ),
    (
        "loads are not waited for before it is stored over them",
        |ptx| without_behind(ptx, LOAD, "tcgen05.wait::ld"),
        &["race"],
    ),
];

/// An operand that threads make of accumulators goes over these: right in every order of the warps, and caught where it is not.
#[test]
fn an_operand_is_written_over_accumulators() {
    for name in ["rings_causal.mlir", "rings_weighed.mlir"] {
        let (kernel, report) = of_rings(name);
        assert!(report.ok, "{name}: {:?}", report.diagnostics);
        let found = &report.schedule.as_ref().unwrap().loops[0];
        let verdict = found.protocol.as_ref().map(|protocol| protocol.verdict.word());
        assert_eq!(verdict, Some("proved"), "{name}: {:?}", found.protocol);
        assert!(kernel.ptx.contains(STORE), "{name}");
        assert!(kernel.ptx.lines().any(of_stored), "{name}");
        for seed in 0..orders() {
            silent(&kernel.run_on_any(&kernel.ptx, seed), &format!("{name}, seed {seed}"));
        }
    }
    // One that is not made of a product of the same iteration goes through shared memory.
    assert!(!of_rings("rings_shared.mlir").0.ptx.contains(STORE));
    let (kernel, _) = of_rings("rings_causal.mlir");
    caught(&OVER_FAULTS, &kernel.ptx, |ptx, seed| kernel.run_on_any(ptx, seed));
}
