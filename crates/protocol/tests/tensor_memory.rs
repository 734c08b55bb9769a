//! Kernels whose accumulators are in tensor memory, right but for one edit.

use crate::findings::{Twin, after_line, judged, lowered, with, without};
use tilewright_driver::tile_scheduler::{SchedulerKind, TileScheduler};
use tilewright_driver::{Options, compile};
use tilewright_protocol::VerdictKind;

/// A product of the gallery for a GPU whose unit has tensor memory; in a loop over tiles, its accumulators have two slots.
fn product(is_persistent: bool) -> String {
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        num_stages: Some(3),
        tile_scheduler: is_persistent.then(|| TileScheduler {
            kind: SchedulerKind::StaticPersistent,
            ..TileScheduler::default()
        }),
        ..Options::default()
    };
    lowered(include_str!("../../../tests/kernels/matmul.mlir"), options)
}

/// A line of a text that holds `what`: all of it.
fn line<'t>(text: &'t str, what: &str) -> &'t str {
    text.lines().find(|line| line.contains(what)).expect(what)
}

/// With the first line that holds `what` where the first that holds `after` ends.
fn moved(text: &str, what: &str, after: &str) -> String {
    let own = line(text, what).to_string();
    let rest = text.replacen(&format!("{own}\n"), "", 1);
    let place = line(&rest, after).to_string();
    rest.replacen(&place, &format!("{place}\n{own}"), 1)
}

const AFTER: &str = "nvvm.tcgen05.fence.after_thread_sync";
const BEFORE: &str = "nvvm.tcgen05.fence.before_thread_sync";

/// Reasons that are no interleaving.
pub(crate) fn twins() -> Vec<Twin> {
    let whole = product(true);
    let release = line(&whole, "tensor.release").trim().to_string();
    let dot = line(&whole, "tensor.dot").trim().to_string();
    let buffer = line(&whole, "tensor.buffer").trim().to_string();
    let other = with(&buffer, "%sum =", "%other =");
    let of_other = |column: &str| after_line(&whole, &buffer, &with(&other, "column = 0", column));
    let wide = with(&whole, "columns = 128", "columns = 256");
    let shared = after_line(&wide, &buffer, &with(&other, "column = 0", "column = 64"));
    let released = with(&whole, "tensor.release columns = 128", "tensor.release columns = 64");
    let elsewhere = with(&whole, &release, &with(&release, "offset = ", "offset = 1"));
    let twice = after_line(
        &whole,
        line(&whole, "tensor.reserve"),
        "  nv_tileas.tensor.reserve columns = 128 offset = 0",
    );
    let in_loop = after_line(
        &without(&whole, "tensor.release", false),
        line(&whole, "tcgen05.fence.before"),
        &release,
    );
    let by_producer = without(&whole, "tensor.release", false).replacen("  } {", &format!("  }} {{\n{release}"), 1);
    let condition = dot.rsplit_once(" adds if ").expect("a condition").1;
    let condition = condition.split(' ').next().expect("a value").to_string();
    let numbers = dot.split(['[', ']']).skip(1).step_by(2).take(3).map(str::to_string);
    let of_warp = numbers.fold(dot.clone(), |dot, number| {
        dot.replace(&format!("[{number}]"), "[%nought]")
    });
    let by_warp = after_line(&whole, line(&whole, BEFORE), &with(&of_warp, &condition, "%never"));
    let known = "  %never = arith.constant <i1: 0> : tile<i1>\n  %nought = arith.constant <i32: 0> : i32";
    let by_warp = after_line(&by_warp, &buffer, known);
    let adds = |made: &str| {
        let text = after_line(&whole, &buffer, made);
        with(&text, &dot, &with(&dot, &condition, "%added"))
    };
    let unknown = adds("  %added = arith.cmpi equal %m, %n, signed : tile<i32> -> tile<i1>");
    let always = with(&whole, &dot, &with(&dot, &format!(" adds if {condition}"), ""));
    let over = written_over();
    vec![
        (
            without(&whole, "tensor.reserve", false),
            "NeverReserved",
            "nobody reserves",
        ),
        (
            without(&whole, "tensor.release", false),
            "NeverReleased",
            "nobody releases",
        ),
        (twice, "ReservedTwice", "in several places"),
        (in_loop, "ReleasedTwice", "released again"),
        (by_producer, "ReleasedByFew", "a part of a warp"),
        (
            with(&whole, "columns = 128", "columns = 96"),
            "ColumnsReserved",
            "96 columns",
        ),
        (released, "ColumnsReleased", "not the 128 columns"),
        (elsewhere, "ColumnsElsewhere", "not looked for where"),
        (of_other("column = 128"), "BeyondColumns", "ends at column 256"),
        (shared, "SharedColumns", "from 64 on"),
        (by_warp, "StartedByMany", "several threads"),
        (unknown, "AddsUnknown", "is not known"),
        (always, "AddsToNothing", "none has begun it"),
        (unread(&over), "OverUnread", "before it has read"),
        (by_others(&over), "OverOthers", "what others read"),
    ]
}

/// A kernel whose consumers write an operand over the accumulators that it is made of.
fn written_over() -> String {
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        ..Options::default()
    };
    lowered(include_str!("../../../tests/language/rings_causal.mlir"), options)
}

/// The name of the buffer that lies over another, and of that one.
fn buffers(text: &str) -> [String; 2] {
    let over = line(text, "nv_tileas.tensor.over");
    let (own, rest) = over.trim().split_once(" = ").expect("a buffer");
    let under = rest.split_whitespace().nth(1).expect("a buffer below");
    [own, under].map(str::to_string)
}

/// Accumulators are made up instead of read.
fn unread(text: &str) -> String {
    let [_, under] = buffers(text);
    let of_line = |line: &str| match line.contains(&format!("tensor.read {under}[")) {
        true => {
            let made = line.split(" = ").next().expect("a tile");
            let ty = line.rsplit_once("-> ").expect("its type").1;
            let ty = ty.split(" {").next().expect("its type");
            format!("{made} = arith.constant <f32: 0.000000e+00> : {ty}\n")
        }
        false => format!("{line}\n"),
    };
    text.lines().map(of_line).collect()
}

/// The operand is written in another order of the warps.
fn by_others(text: &str) -> String {
    let write = line(text, "nv_tileas.tensor.write").to_string();
    let tile = write.trim().split([' ', ',']).nth(1).expect("a tile").to_string();
    let ty = write.rsplit_once(" : ").expect("types").1;
    let (ty, buffer) = ty.split_once(", !nv_tileas").expect("two types");
    let (before, warps) = ty.split_once("warp=[").expect("a layout");
    let (warps, after) = warps.split_once(']').expect("its warps");
    let (one, other) = warps.split_once(", ").expect("two bits");
    let turned = format!("{before}warp=[{other}, {one}]{after}");
    let moved = format!("  %moved = nv_tileas.convert_layout {tile} : {ty} -> {turned}");
    let (op, place) = write.split_once(&tile).expect("the tile");
    let place = place.rsplit_once(" : ").expect("types").0;
    text.replacen(
        &write,
        &format!("{moved}\n{op}%moved{place} : {turned}, !nv_tileas{buffer}"),
        1,
    )
}

/// A fault that some order of the warps shows, or one that is there in each.
fn is_refuted(name: &str, text: &str) {
    assert_ne!(text, product(true), "{name}");
    let found = judged(text).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert_ne!(found.verdict, VerdictKind::Proved, "{name}: {}", found.text);
    assert!(
        found.verdict == VerdictKind::Refuted,
        "{name}: {:?}: {}",
        found.verdict,
        found.text
    );
}

#[test]
fn what_compiles_is_proved() {
    for is_persistent in [false, true] {
        let whole = product(is_persistent);
        assert!(
            whole.contains("tensor.dot") && whole.contains("tcgen05.commit"),
            "{whole}"
        );
        let found = judged(&whole).unwrap();
        assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
        assert!(
            found.barriers.iter().any(|name| name.starts_with("full")),
            "{:?}",
            found.barriers
        );
    }
}

#[test]
fn commits_waits_and_fences_are_needed() {
    let whole = product(true);
    let first = |what: &str| whole.replacen(&format!("{}\n", line(&whole, what)), "", 1);
    is_refuted("no commit frees a slot of operands", &first("tcgen05.commit"));
    is_refuted(
        "no commit hands accumulators on",
        &without(&whole, "tcgen05.commit", true),
    );
    is_refuted("no fence before accumulators are read", &first(AFTER));
    is_refuted("no fence before a slot is written again", &without(&whole, AFTER, true));
    is_refuted("no fence behind what is read", &without(&whole, BEFORE, false));
    // The waits of the consumer and of the issuer for a slot of accumulators.
    let read = whole.find("tensor.read").unwrap();
    let wait = whole[..read].rfind("nvvm.mbarrier.wait.parity").unwrap();
    let without_wait = |at: usize| {
        let end = at + whole[at..].find('\n').unwrap();
        format!("{}{}", &whole[..at], &whole[end + 1..])
    };
    is_refuted("accumulators are not waited for", &without_wait(wait));
    let fence = whole.rfind(AFTER).unwrap();
    let wait = whole[..fence].rfind("nvvm.mbarrier.wait.parity").unwrap();
    is_refuted("slots of accumulators are not waited for", &without_wait(wait));
    is_refuted(
        "a slot is committed before its products",
        &moved(&whole, "tensor.dot ", "tcgen05.commit"),
    );
}

#[test]
fn columns_are_there_as_long_as_they_are_used() {
    let whole = product(false);
    let release = line(&whole, "tensor.release").to_string();
    let early = without(&whole, "tensor.release", false);
    let read = line(&whole, "nvvm.mbarrier.wait.parity").to_string();
    let early = early.replacen(&read, &format!("{release}\n{read}"), 1);
    is_refuted("columns are released before they are read", &early);
}

/// The compiler refuses what it would refute; its text is judged here without it.
#[test]
fn a_kernel_that_multiplies_nothing_is_proved_too() {
    let source = include_str!("../../../tests/kernels/matmul.mlir").replace("to %steps#1", "to %zero");
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        ..Options::default()
    };
    let report = compile(&source, &options).report;
    assert!(report.ok, "{:?}", report.diagnostics);
}

/// A product of blocks whose scales are copied to tensor memory, from slots that transformers write.
fn scaled() -> String {
    let options = Options {
        gpu_name: "sm_100a".to_string(),
        ..Options::default()
    };
    lowered(include_str!("../../../tests/language/scaled_across.mlir"), options)
}

#[test]
fn scales_are_copied_when_they_are_there_and_their_place_is_free() {
    let whole = scaled();
    assert!(whole.contains(" scaled by "), "{whole}");
    let found = judged(&whole).unwrap();
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    let refuted = |name: &str, text: String| {
        assert_ne!(text, whole, "{name}");
        let found = judged(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    };
    let dot = whole.find("tensor.dot").unwrap();
    let without_last = |what: &str| {
        let at = whole[..dot].rfind(what).unwrap();
        let end = at + whole[at..].find('\n').unwrap();
        format!("{}{}", &whole[..at], &whole[end + 1..])
    };
    refuted("no fence before copies", without_last(AFTER));
    refuted(
        "a slot of scales is not waited for",
        without_last("nvvm.mbarrier.wait.parity"),
    );
    let rest = &whole[dot..];
    let commits = |text: &str| without(text, "tcgen05.commit", true);
    refuted(
        "no commit frees slots of scales",
        format!("{}{}", &whole[..dot], commits(&commits(rest))),
    );
    // A slot of shared memory that is said to be full before it is written: the last of both, since the issuer waits for both.
    let begin = whole.rfind("nv_tileas.slot_write").unwrap();
    let (before, rest) = whole.split_at(begin);
    let (write, rest) = rest.split_once('\n').unwrap();
    let arrive = line(rest, "nvvm.mbarrier.arrive");
    let late = rest.replacen(arrive, &format!("{arrive}\n{write}"), 1);
    refuted("a slot is committed before it is written", format!("{before}\n{late}"));
}

/// Without the last line that holds `what` before a place.
fn without_before(text: &str, at: usize, what: &str) -> String {
    let begin = text[..at].rfind(what).expect(what);
    let from = text[..begin].rfind('\n').map_or(0, |end| end + 1);
    let end = begin + text[begin..].find('\n').expect("an end");
    format!("{}{}", &text[..from], &text[end + 1..])
}

#[test]
fn an_operand_is_written_over_what_is_read_and_before_it_is_taken() {
    let whole = written_over();
    let [own, under] = buffers(&whole);
    let found = judged(&whole).unwrap();
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    let refuted = |name: &str, text: String| {
        assert_ne!(text, whole, "{name}");
        let found = judged(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(found.verdict, VerdictKind::Refuted, "{name}: {}", found.text);
    };
    let at = |what: &str| whole.find(what).unwrap_or_else(|| panic!("{what} is not in\n{whole}"));
    refuted("nobody writes it", without(&whole, "nv_tileas.tensor.write", false));
    let written = at("nv_tileas.tensor.write");
    let fence = written + whole[written..].find(BEFORE).unwrap() + BEFORE.len();
    refuted("no fence behind what is written", without_before(&whole, fence, BEFORE));
    let read = at(&format!("tensor.read {under}["));
    refuted(
        "accumulators are not waited for",
        without_before(&whole, read, "nvvm.mbarrier.wait.parity"),
    );
    // The issuer waits for the operand, for the slot of what is made of it, and then starts the product.
    let taken = at(&format!("tensor.dot {own}["));
    refuted(
        "no fence before a product takes it",
        without_before(&whole, taken, AFTER),
    );
    let mut waits = whole[..taken].rmatch_indices("nvvm.mbarrier.wait.parity");
    let own_waits: Vec<usize> = waits.by_ref().take(3).map(|(place, _)| place).collect();
    let is_refuted = own_waits.iter().filter(|&&place| {
        let end = place + whole[place..].find('\n').unwrap();
        let text = without_before(&whole, end, "nvvm.mbarrier.wait.parity");
        judged(&text).is_ok_and(|found| found.verdict == VerdictKind::Refuted)
    });
    assert_eq!(
        is_refuted.count(),
        own_waits.len(),
        "a wait of the issuer is not needed"
    );
    // The commit that frees the slot, by whichever of those behind the product, is needed: nobody else does.
    let behind = taken + whole[taken..].find('\n').unwrap();
    let product = line(&whole[taken - 40..], &format!("tensor.dot {own}[")).to_string();
    let commit = line(&whole[behind..], "tcgen05.commit").to_string();
    let early = whole.replacen(&format!("{product}\n"), "", 1);
    let early = early.replacen(&commit, &format!("{commit}\n{product}"), 1);
    // The faulty order comes late in the search.
    let found = judged(&early).unwrap();
    assert_ne!(found.verdict, VerdictKind::Proved, "a slot is free before its product");
    refuted("no commit frees its slot", without(&whole, "tcgen05.commit", false));
}
