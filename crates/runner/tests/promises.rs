//! The layout selector promises transactions and bank conflicts; the emulator counts what the addresses of a run really take.
//!
//! Where the two cannot agree, the test checks as much as must hold:
//! - partly filled tiles and masks touch fewer sectors than a whole tile, never more;
//! - an op other than a conversion or a product, such as a reduction, passes elements through shared memory without
//!   a choice of the selector, so that wavefronts are compared only on lines on which all accesses are a conversion's, or a product's; bank
//!   conflicts are compared on all lines;
//! - arrays start at multiples of 256 bytes in the emulator, and their rows where the data of the run has them: a row that starts
//!   within a sector would take one more than was promised.

use crate::common::counted::{Counted, TARGETS, counted, gallery, gallery_by, of_folders};
use crate::shared;
use std::collections::BTreeMap;
use tilewright_case::Case;
use tilewright_driver::Strategy;
use tilewright_driver::layouts::{LayoutCandidate, LayoutChoice};
use tilewright_emulator::AccessKind;
use tilewright_layout::banks::transactions_of_wavefront;
use tilewright_machine::memory;

/// The kinds of accesses that a conversion makes.
const BY_CONVERSIONS: [AccessKind; 3] = [AccessKind::SharedLoad, AccessKind::SharedStore, AccessKind::MatrixStore];

/// Compares the conversions of a kernel; how many lines were compared.
fn check_conversions(run: &Counted) -> usize {
    let mut lines: Vec<u32> = run.report.layouts.iter().map(|choice| choice.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut compared = 0;
    for line in lines {
        let through_shared = |atom: &str| matches!(atom, "st.shared" | "stmatrix");
        let on_line = run.chosen().filter(|(choice, _)| choice.line == line);
        let costs: Vec<_> = on_line
            .filter(|(choice, taken)| choice.op == "convert_layout" && through_shared(&taken.atom))
            .map(|(_, taken)| taken.cost.unwrap())
            .collect();
        let wavefronts = costs.iter().map(|c| c.shared_transactions).sum::<i64>() / transactions_of_wavefront();
        let conflicts: i64 = costs.iter().map(|c| c.conflicts).sum();
        if costs.is_empty() {
            continue;
        }
        let [_, taken, least] = run.sum(line, &BY_CONVERSIONS);
        let times = taken / wavefronts as u64;
        assert!(times > 0, "{}, line {line}: nothing was counted", run.place);
        assert_eq!(
            (taken, taken - least),
            (times * wavefronts as u64, times * conflicts as u64),
            "{}, line {line}: wavefronts and conflicts, where {wavefronts} and {conflicts} are promised each time",
            run.place
        );
        compared += 1;
    }
    compared
}

/// Compares the accesses to global memory; how many were of whole tiles, and as promised.
fn check_sectors(run: &Counted) -> usize {
    let mut whole = 0;
    for (choice, taken) in run.chosen() {
        let kinds = match (choice.from.as_str(), choice.to.as_str()) {
            ("global", "registers") => [AccessKind::GlobalLoad],
            ("registers", "global") => [AccessKind::GlobalStore],
            _ => continue,
        };
        let alike = |(other, _): &(&LayoutChoice, _)| {
            other.line == choice.line && other.from == choice.from && other.to == choice.to
        };
        if run.chosen().filter(alike).count() > 1 {
            continue;
        }
        // TMA's accesses are no threads'.
        let (cost, Some(threads)) = (taken.cost.unwrap(), taken.threads.as_ref()) else {
            continue;
        };
        let [accesses, sectors, least] = run.sum(choice.line, &kinds);
        // Instructions of all warps that have something of their own.
        let warps = threads.warp.iter().filter(|&&basis| basis != 0).count();
        let instructions = (cost.instructions << warps) as u64;
        let promised = (cost.transactions - cost.shared_transactions) as u64;
        let bytes = choice.shape.iter().product::<i64>() * choice.element_bytes;
        let all_bytes = least * memory().sector_bytes.value as u64 * instructions == accesses * bytes as u64;
        let said = format!(
            "{}, line {}: {sectors} sectors in {accesses} accesses, where {promised} in {instructions} are promised",
            run.place, choice.line
        );
        assert!(sectors * instructions <= accesses * promised, "{said}");
        if all_bytes && accesses > 0 {
            assert_eq!(sectors * instructions, accesses * promised, "{said}");
            whole += 1;
        }
    }
    whole
}

/// Compares the bank conflicts of every line, in whatever op they come up: there are some where the report says so and nowhere else, and as
/// many each time; how many lines have some.
fn check_conflicts(run: &Counted) -> usize {
    let mut promised: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for (choice, taken) in run.chosen() {
        let conflicts = taken.cost.map_or(0, |cost| cost.conflicts as u64);
        if conflicts > 0 {
            promised.entry(choice.line).or_default().push(conflicts);
        }
    }
    let mut counted: BTreeMap<u32, u64> = BTreeMap::new();
    for access in run
        .trial
        .accesses
        .iter()
        .filter(|a| !a.kind.is_global() && a.excess() > 0)
    {
        let line = access
            .place
            .and_then(|place| place.source)
            .map_or(0, |[_, line, _]| line);
        *counted.entry(line).or_default() += access.excess();
    }
    let lines = |of: Vec<&u32>| format!("{}: lines {of:?}", run.place);
    assert_eq!(lines(promised.keys().collect()), lines(counted.keys().collect()));
    for (line, promised) in &promised {
        let (all, found) = (promised.iter().sum::<u64>(), counted[line]);
        // Copies of one op, such as in a prologue, do not run equally often.
        let alike = promised.iter().all(|one| *one == promised[0]);
        let each = if alike { promised[0] } else { 1 };
        let said = format!(
            "{}, line {line}: {found} conflicts, where {all} are promised each time",
            run.place
        );
        assert!(found % each == 0 && found >= promised[0], "{said}");
    }
    promised.len()
}

/// The kinds of accesses that a product without a pipeline makes.
const BY_PRODUCTS: [AccessKind; 3] = [AccessKind::SharedLoad, AccessKind::SharedStore, AccessKind::MatrixLoad];

/// Compares the products whose operands are written to rows in shared memory; how many lines were compared.
fn check_products(run: &Counted) -> usize {
    // Loops whose loads go to buffers are compared as a whole.
    let is_staged = |choice: &LayoutChoice| choice.to == "shared" && choice.op != "tiled_load";
    let mut lines: Vec<u32> = run
        .chosen()
        .filter(|(c, _)| is_staged(c))
        .map(|(c, _)| c.line)
        .collect();
    lines.dedup();
    let mut compared = 0;
    for line in lines {
        let on_line = || run.chosen().filter(|(choice, _)| choice.line == line);
        if !on_line().all(|(choice, _)| is_staged(choice)) {
            continue;
        }
        let sum = |of: &dyn Fn(&LayoutCandidate) -> i64| on_line().map(|(_, taken)| of(taken)).sum::<i64>() as u64;
        let wavefronts = sum(&|c| c.cost.unwrap().shared_transactions / transactions_of_wavefront());
        let conflicts = sum(&|c| c.cost.unwrap().conflicts);
        let [_, taken, least] = run.sum(line, &BY_PRODUCTS);
        let said = format!(
            "{}, line {line}: wavefronts and conflicts, where {wavefronts} and {conflicts} are promised each time",
            run.place
        );
        // A product may read its other operand from a ring, of which nothing is promised here but that it has no conflicts.
        if run.has_thread_rings() {
            assert!(conflicts > 0 || taken == least, "{said}");
            compared += usize::from(conflicts == 0 && taken > 0);
            continue;
        }
        let times = taken / wavefronts;
        assert_eq!(
            (taken, taken - least),
            (times * wavefronts, times * conflicts),
            "{said}"
        );
        compared += usize::from(times > 0);
    }
    compared
}

/// Compares the buffers of a loop of which warps read fragments: written once an iteration by copies of threads, if not by TMA, and read
/// as often as was promised; whether there are such.
fn check_rings(run: &Counted) -> usize {
    let of = |kind: AccessKind| {
        run.trial
            .accesses
            .iter()
            .filter(|a| a.kind == kind)
            .map(|a| a.taken)
            .sum::<u64>()
    };
    let (written, read) = (of(AccessKind::SharedCopy), of(AccessKind::MatrixLoad));
    let (mut stage, mut promised) = (0, 0);
    for (choice, taken) in run.chosen() {
        if (choice.op.as_str(), choice.to.as_str()) == ("tiled_load", "shared") {
            // A wavefront is a line of all banks.
            stage += choice.shape.iter().product::<i64>() * choice.element_bytes / memory().bank_line_bytes.value;
            promised += taken.cost.unwrap().shared_transactions / transactions_of_wavefront();
        }
    }
    let (stage, promised) = (stage as u64, promised as u64);
    if promised == 0 || read == 0 {
        return 0;
    }
    let iterations = read / (promised - stage);
    let copied = if written > 0 { iterations * stage } else { 0 };
    assert_eq!(
        (written, read),
        (copied, iterations * (promised - stage)),
        "{}: {promised} wavefronts are promised of an iteration, {stage} to write it",
        run.place
    );
    assert!(iterations > 0, "{}: nothing was read", run.place);
    1
}

/// Compares the tiles that TMA stores: their matrices are written as promised, and TMA reads as much; how many were compared.
fn check_handed_over(run: &Counted) -> usize {
    let by_tma = run
        .chosen()
        .filter(|(choice, taken)| choice.to == "global" && taken.threads.is_none());
    let mut compared = 0;
    for (choice, taken) in by_tma {
        let written = taken.cost.unwrap().shared_transactions / transactions_of_wavefront() / 2;
        let [_, wavefronts, least] = run.sum(choice.line, &[AccessKind::MatrixStore]);
        assert_eq!(wavefronts, least, "{}, line {}: conflicts", run.place, choice.line);
        assert_eq!(
            wavefronts % written as u64,
            0,
            "{}, line {}: {written} each time",
            run.place,
            choice.line
        );
        compared += usize::from(wavefronts > 0);
    }
    compared
}

#[test]
fn what_the_layout_selector_promises_is_what_a_run_takes() {
    let (mut conversions, mut handed_over, mut whole, mut rings) = (0, 0, 0, 0);
    for run in gallery() {
        rings += check_rings(run);
        check_products(run);
        conversions += check_conversions(run);
        handed_over += check_handed_over(run);
        whole += check_sectors(run);
    }
    assert!(conversions > 30, "only {conversions} lines with conversions");
    assert!(rings > 5, "only {rings} loops whose warps read buffers");
    assert!(handed_over > 8, "only {handed_over} tiles that TMA stores");
    assert!(whole > 80, "only {whole} accesses of whole tiles");
}

/// Also of kernels of one feature each, among them those that give tiles to other threads in ways of their own.
#[test]
fn bank_conflicts_are_where_the_report_says_and_nowhere_else() {
    let runs = of_folders().iter().flatten();
    let lines: Vec<usize> = runs.map(check_conflicts).collect();
    assert!(lines.len() > 300, "only {} kernels", lines.len());
    let conflicting: usize = lines.iter().sum();
    // Those that are left cost less than what would avoid them.
    assert!((1..=22).contains(&conflicting), "{conflicting} lines with conflicts");
}

/// Products in loops that are left alone have their operands written anew each time.
#[test]
fn products_of_no_rings_take_what_is_promised() {
    let runs = gallery_by(Strategy::None, |source| source.contains(" mma"));
    let products: usize = runs.iter().map(check_products).sum();
    assert!(products > 12, "only {products} lines with products");
}

/// A tile of two dimensions by pointers, which are divisible by so much: a load and a store.
fn by_pointers(divisor: u32) -> String {
    format!(
        "entry @k(%p: tile<ptr<f16>>, %q: tile<ptr<f16>>) {{
           %t = make_token : token
           %p16 = assume div_by<{divisor}>, %p : tile<ptr<f16>>
           %q16 = assume div_by<{divisor}>, %q : tile<ptr<f16>>
           %i = iota : tile<32xi32>
           %j = iota : tile<64xi32>
           %width = constant <i32: 64> : tile<32xi32>
           %starts = muli %i, %width : tile<32xi32>
           %starts1 = reshape %starts : tile<32xi32> -> tile<32x1xi32>
           %wide = broadcast %starts1 : tile<32x1xi32> -> tile<32x64xi32>
           %j1 = reshape %j : tile<64xi32> -> tile<1x64xi32>
           %columns = broadcast %j1 : tile<1x64xi32> -> tile<32x64xi32>
           %at = addi %wide, %columns : tile<32x64xi32>
           %p1 = reshape %p16 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
           %ps = broadcast %p1 : tile<1x1xptr<f16>> -> tile<32x64xptr<f16>>
           %q1 = reshape %q16 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
           %qs = broadcast %q1 : tile<1x1xptr<f16>> -> tile<32x64xptr<f16>>
           %a = offset %ps, %at : tile<32x64xptr<f16>>, tile<32x64xi32> -> tile<32x64xptr<f16>>
           %b = offset %qs, %at : tile<32x64xptr<f16>>, tile<32x64xi32> -> tile<32x64xptr<f16>>
           %x, %u = load_ptr_tko weak %a token = %t : tile<32x64xptr<f16>> -> tile<32x64xf16>, token
           %d = store_ptr_tko weak %b, %x token = %u : tile<32x64xptr<f16>>, tile<32x64xf16> -> token
           return
         }}"
    )
}

#[test]
fn gathers_of_rank_2_take_as_many_instructions_as_are_promised() {
    // 2048 elements of two bytes: 16 bytes of each of 32 lanes at a time, or one element where pointers are anywhere.
    for (divisor, expected) in [(16, 8), (2, 64)] {
        for target in TARGETS {
            let run = counted("gather", &by_pointers(divisor), target, None).unwrap();
            let by_threads = || run.chosen().filter(|(_, taken)| taken.threads.is_some());
            assert_eq!(by_threads().count(), 2, "{}", run.place);
            for (choice, taken) in by_threads() {
                let kind = match choice.to.as_str() {
                    "global" => AccessKind::GlobalStore,
                    _ => AccessKind::GlobalLoad,
                };
                let [made, ..] = run.sum(choice.line, &[kind]);
                let promised = taken.cost.unwrap().instructions * 4;
                assert_eq!(
                    (made, promised),
                    (expected, expected as i64),
                    "{}, line {}",
                    run.place,
                    choice.line
                );
            }
        }
    }
}

/// Kernels of the corpus on whose data every row starts at a sector.
const ALIGNED: [&str; 9] = [
    "adamw_step",
    "argmax_row",
    "bit_tricks",
    "math_unary",
    "newton_tile_while",
    "prefix_scan",
    "rmsnorm",
    "softmax_row",
    "vadd_f32",
];

/// Kernels of rows on whose data a row starts within a sector: each access of a warp to it touches one sector more than its bytes need, which
/// no order of lanes avoids.
const WITHIN_SECTORS: [&str; 2] = ["softmax_online", "xent_loss"];

impl Counted {
    /// Asserts that sectors beyond need are only those at which rows start; how many there are.
    fn wasted_at_starts(&self) -> u64 {
        let counts = || self.trial.accesses.iter().filter(|a| is_plain_global(a.kind));
        let other: Vec<_> = counts().filter(|a| a.excess() > a.at_starts).collect();
        assert!(other.is_empty(), "{}: {other:?}", self.place);
        counts().map(|a| a.at_starts).sum()
    }

    /// Whether a loop is pipelined whose operands go nowhere but to buffers.
    fn is_pipelined(&self) -> bool {
        self.has_loops() && !self.has_thread_rings()
    }

    fn has_loops(&self) -> bool {
        self.report.schedule.as_ref().is_some_and(|s| !s.loops.is_empty())
    }

    /// Asserts that these accesses take no more than their bytes need; whether there are some.
    fn none_is_wasted(&self, of: impl Fn(AccessKind) -> bool) -> bool {
        let counts = || self.trial.accesses.iter().filter(|a| of(a.kind));
        let wasted: Vec<_> = counts().filter(|a| a.excess() > 0).collect();
        assert!(wasted.is_empty(), "{}: {wasted:?}", self.place);
        counts().next().is_some()
    }
}

/// Atomics are where the data says.
fn is_plain_global(kind: AccessKind) -> bool {
    kind.is_global() && kind != AccessKind::GlobalAtomic
}

#[test]
fn pipelined_kernels_have_no_bank_conflicts_and_sectors_are_used_whole() {
    let (mut pipelined, mut by_threads) = (0, 0);
    for run in gallery() {
        by_threads += usize::from(run.none_is_wasted(is_plain_global));
        if run.is_pipelined() {
            assert!(
                run.none_is_wasted(|kind| !kind.is_global()),
                "{}: no such access",
                run.place
            );
            pipelined += 1;
        }
    }
    assert!(pipelined > 20, "only {pipelined} pipelined kernels");
    assert!(
        by_threads > 40,
        "only {by_threads} kernels whose threads access global memory"
    );
}

#[test]
fn so_it_is_in_the_corpus() {
    let (mut pipelined, mut aligned, mut within, mut products, mut rings) = (0, 0, 0, 0, 0);
    let mut folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    folders.retain(|folder| folder.join("expected.npz").exists());
    for folder in folders {
        let file = |name: &str| std::fs::read(folder.join(name)).unwrap();
        let case = Case::read(&file("case.json"), &file("inputs.npz"), None).unwrap();
        let source = String::from_utf8(file("kernel.mlir")).unwrap();
        for target in TARGETS {
            let Some(run) = counted(&case.name, &source, target, Some(&case)) else {
                continue;
            };
            // Also beside loops, and whatever goes through registers on its way.
            run.none_is_wasted(|kind| !kind.is_global());
            assert_eq!(check_conflicts(&run), 0, "{}", run.place);
            pipelined += usize::from(run.is_pipelined());
            products += check_products(&run);
            rings += check_rings(&run);
            if ALIGNED.contains(&case.name.as_str()) {
                assert!(run.none_is_wasted(is_plain_global), "{}: no such access", run.place);
                check_sectors(&run);
                aligned += 1;
            }
            if WITHIN_SECTORS.contains(&case.name.as_str()) {
                assert!(run.wasted_at_starts() > 0, "{}: rows start at sectors", run.place);
                within += 1;
            }
        }
    }
    assert!(pipelined >= 10, "only {pipelined} pipelined kernels");
    assert!(products > 15, "only {products} lines with products");
    assert!(rings > 5, "only {rings} loops whose warps read buffers");
    assert_eq!(aligned, TARGETS.len() * ALIGNED.len());
    assert_eq!(within, TARGETS.len() * WITHIN_SECTORS.len());
}
