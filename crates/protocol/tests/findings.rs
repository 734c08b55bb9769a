//! Each reason for which the judge refutes a kernel, or does not judge it, has a twin here: IR that is right but for one
//! edit. The judge must not rely on the compiler being right; and a reason that no kernel can have should not be there.

mod kernels;

use crate::clusters;
use kernels::{added_late, attention, drained_product, product, running, transformed, written};
use std::collections::BTreeSet;
use tilewright_driver::{Options, compile};
use tilewright_protocol::{Cta, Finding, Verdict, VerdictKind, verdict};

/// IR with something wrong, and what is found. The last is a part of the sentence.
pub(crate) type Twin = (String, &'static str, &'static str);

/// The IR of a kernel of the gallery when its pipelines have become barriers.
pub(crate) fn lowered(source: &str, options: Options) -> String {
    let report = compile(source, &options).report;
    let mut passes = report.passes.iter();
    let snapshot = passes.find(|one| one.name == "convert-pipeline-to-nvvm");
    snapshot.expect("the pass is run").listing.text.clone()
}

/// Without the wait for a barrier that is the nearest before the first op of a kind.
fn without_wait_before(text: &str, op: &str) -> String {
    let place = text.find(op).expect("the op");
    let wait = text[..place].rfind("nvvm.mbarrier.wait.parity").expect("a wait");
    let line = text[wait..].find('\n').expect("the end of a line");
    format!("{}{}", &text[..wait], &text[wait + line + 1..])
}

/// Without the nearest wait for a barrier before each op of a kind.
fn without_waits_before(text: &str, op: &str) -> String {
    let mut rest = text.to_string();
    let mut from = 0;
    while let Some(place) = rest[from..].find(op) {
        let place = from + place;
        let wait = rest[..place].rfind("nvvm.mbarrier.wait.parity").expect("a wait");
        let line = wait + rest[wait..].find('\n').expect("the end of a line") + 1;
        rest.replace_range(wait..line, "");
        from = place - (line - wait) + op.len();
    }
    rest
}

/// Without the wait for all products at the end of the consumers' iterations.
fn without_last_wait(text: &str) -> String {
    let product = text.find("async_word_mma").expect("a product of words");
    let end = product + text[product..].find("scf.continue").expect("the end of an iteration");
    let wait = text[..end]
        .rfind("nvvm.wgmma.wait_group 0")
        .expect("a wait for all products");
    let line = text[wait..].find('\n').expect("the end of a line");
    format!("{}{}", &text[..wait], &text[wait + line + 1..])
}

/// A CTA of an H100: of so many warps, and 232,448 bytes of shared memory.
const fn cta(warps: u32) -> Cta {
    Cta {
        warps,
        shared_bytes: 232_448,
    }
}

/// The verdict on a text; none where it does not parse, or has nothing to judge.
pub(crate) fn judged(text: &str) -> Result<Verdict, String> {
    let parsed = tilewright_ir::parse(text);
    match parsed.diagnostics.first() {
        Some(wrong) => Err(format!("{wrong:?}")),
        None => verdict(&parsed.module, cta(8)).ok_or_else(|| "no barriers".to_string()),
    }
}

/// Without the lines that hold `what`: all of them, or the last.
pub(crate) fn without(text: &str, what: &str, only_last: bool) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| line.contains(what)).expect(what);
    let is_kept = |number: usize| !lines[number].contains(what) || only_last && number != last;
    let kept = (0..lines.len()).filter(|&number| is_kept(number));
    kept.map(|number| format!("{}\n", lines[number])).collect()
}

pub(crate) fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not in\n{text}");
    text.replace(from, to)
}

/// With an op more, after the line that holds `what`.
pub(crate) fn after_line(text: &str, what: &str, op: &str) -> String {
    with(text, what, &format!("{what}\n{op}"))
}

/// A barrier is touched inside of an op that counts as pure.
const ARRIVES_IN_A_COMBINER: &str = "%zeros = arith.constant <f32: 0.0> : tile<4xf32>
    %none = nv_tileas.reduce %zeros dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%left: tile<f32>, %right: tile<f32>) {
      nvvm.mbarrier.arrive %0 + 0
      scf.yield %left : tile<f32>
    }";

/// Ops, agents, shared memory, fences, and products in flight.
fn twins_of_structure(whole: &str) -> Vec<Twin> {
    let at_fence = |op: &str| after_line(whole, "nvvm.fence.mbarrier_init", op);
    let one_load = with(&without(whole, "tma_load", true), ", 8192", ", 4096");
    let plain = with(whole, "swizzle = 64b offset = 0", "offset = 0");
    vec![
        (
            at_fence("nvvm.mbarrier.inval %0 + 0"),
            "NotFollowed",
            "`nvvm.mbarrier.inval` is not pure",
        ),
        (
            at_fence("nvvm.cp.async.bulk.commit_group"),
            "NotFollowed",
            "`nvvm.cp.async.bulk.commit_group` is not pure",
        ),
        (
            at_fence("cutlass.async.exec { nvvm.mbarrier.arrive %0 + 0 }"),
            "NotFollowed",
            "`cutlass.async.exec` is not pure",
        ),
        (
            at_fence(ARRIVES_IN_A_COMBINER),
            "InsideOfPure",
            "`nvvm.mbarrier.arrive` stands in `nv_tileas.reduce`",
        ),
        (format!("nvvm.barrier\n{whole}"), "OutsideOfKernel", "`nvvm.barrier`"),
        (
            format!("nv_tileas.func @first() {{\n  nv_tileas.return\n}}\n{whole}"),
            "OutsideOfKernel",
            "`nvvm.mbarrier.init`",
        ),
        (
            at_fence("nv_tileas.func @inner() { nvvm.barrier }"),
            "KernelInKernel",
            "a kernel in a kernel",
        ),
        (
            with(whole, "num_warps = [4, 4]", "num_warps = [4, 4, 4]"),
            "AgentsUnknown",
            "for each region",
        ),
        (
            with(whole, "num_warps = [4, 4]", "num_warps = [4, 4000000000]"),
            "TooManyWarps",
            "a CTA has at most 32",
        ),
        (
            with(whole, " offset = 12288", ""),
            "BufferWithoutPlace",
            "its `alloc_tensor` has no offset",
        ),
        (
            with(whole, "offset = 12288", "offset = -12288"),
            "BufferBeforeMemory",
            "before shared memory begins",
        ),
        (
            with(whole, "128b offset = 12288", "128b offset = 1228800"),
            "BeyondMemory",
            "and a CTA can have 232448 bytes",
        ),
        (
            with(whole, "128b offset = 12288", "128b offset = 12800"),
            "BufferMisaligned",
            "at byte 12800, which is no multiple of 1024",
        ),
        (
            with(whole, "64b offset = 0", "64b offset = 256"),
            "BufferMisaligned",
            "at byte 256, which is no multiple of 512",
        ),
        (
            with(whole, "64b offset = 0", "32b offset = 128"),
            "BufferMisaligned",
            "at byte 128, which is no multiple of 256: the pattern of its swizzle",
        ),
        (
            with(&plain, "offset = 0", "offset = 64"),
            "BufferMisaligned",
            "at byte 64, which is no multiple of 128: TMA",
        ),
        (
            with(whole, "descriptor = 1", "descriptor = 7"),
            "NoTensorMap",
            "tensor map 7, and the kernel has",
        ),
        (
            with(whole, "box = [32, 64]", "box = [32, 16]"),
            "OtherTensorMap",
            "the box of tensor map",
        ),
        (
            with(whole, "box = [32, 64]", "box = [16, 64]"),
            "OtherTensorMap",
            "the box of tensor map",
        ),
        (
            with(whole, "element = f16", "element = bf16"),
            "OtherTensorMap",
            "the element of tensor map 0",
        ),
        (
            with(whole, "64b offset = 0", "32b offset = 0"),
            "OtherTensorMap",
            "the swizzle of tensor map 0",
        ),
        (
            with(
                whole,
                "  %ta = ",
                "%apart = nv_tileas.alloc_tensor offset = 40968 : !nv_tileas.buffer<1x16x16xf16>\n%ta = ",
            ),
            "BufferMisaligned",
            "at byte 40968, which is no multiple of 16: threads",
        ),
        (
            with(whole, "init %0 + 0, 1", "init %1 + 0, 1"),
            "BarrierPlaceUnknown",
            "where a barrier lies is not known",
        ),
        (
            with(whole, "48 from 24576", "8 from 24576"),
            "BarrierOutside",
            "not among the 8 bytes from 24576 on",
        ),
        (
            with(whole, "48 from 24576", "48 from 24577"),
            "BarrierMisaligned",
            "multiple of 8",
        ),
        (
            with(whole, "offset = 12288", "offset = 0"),
            "SharedBytes",
            "share bytes",
        ),
        (
            with(whole, "offset = 12288", "offset = 4096"),
            "SharedBytes",
            "from 4096 on",
        ),
        // Slots of 512 bytes lie 1024 bytes apart.
        (
            with(
                whole,
                "  %ta = ",
                "%small = nv_tileas.alloc_tensor offset = 22528 : !nv_tileas.buffer<3x16x16xf16>\n%ta = ",
            ),
            "SharedBytes",
            "from 22528 on",
        ),
        (
            with(
                whole,
                "  %ta = ",
                "%small = nv_tileas.alloc_tensor offset = 25600 : !nv_tileas.buffer<3x16x16xf16>\n
                 %large = nv_tileas.alloc_tensor offset = 27648 : !nv_tileas.buffer<1x16x16xf16>\n%ta = ",
            ),
            "SharedBytes",
            "from 27648 on",
        ),
        (with(whole, "48 from 24576", "48 from 0"), "SharedBytes", "share bytes"),
        (with(whole, "48 from 24576", "48"), "SharedBytes", "share bytes"),
        (
            with(whole, "buffer<3x64x32xf16>", "buffer<2x64x32xf16>"),
            "SlotOutside",
            "slot 2 of a buffer of 2",
        ),
        (one_load, "NeverWritten", "nobody writes it"),
        (
            without(whole, "nvvm.mbarrier.init", false),
            "NoneReady",
            "none is made ready",
        ),
        (
            without(whole, "nvvm.fence.mbarrier_init", true),
            "NotAnnounced",
            "fence.mbarrier_init",
        ),
        (without(whole, "nvvm.wgmma.fence", true), "NoFence", "wgmma.fence"),
        (
            without(whole, "nvvm.wgmma.wait_group 0", true),
            "ReadInFlight",
            "in flight",
        ),
        (
            with(whole, "nvvm.wgmma.wait_group 0", "nvvm.wgmma.wait_group 1"),
            "ReadInFlight",
            "in flight",
        ),
        // No wait is for a product that is in no group.
        (
            without(whole, "nvvm.wgmma.commit_group", true),
            "ReadInFlight",
            "no `wgmma.commit_group` with a `wgmma.wait_group` for it",
        ),
        // Of a loop and the iterations that drain it, only those of the loop are committed.
        (
            without(&drained_product(), "nvvm.wgmma.commit_group", true),
            "ReadInFlight",
            "in flight",
        ),
        // Words of the next iteration take the registers of those that a product reads.
        (without_last_wait(&attention()), "OperandInFlight", "is written while"),
        // Scores that each iteration makes for itself are taken before they are there.
        (without_last_wait(&running()), "ReadInFlight", "in flight"),
        // A product adds to what the loop carries where that is.
        (added_late(), "ReadInFlight", "in flight"),
        // A wait for all but two of two products waits for none.
        (
            with(&attention(), "nvvm.wgmma.wait_group 1", "nvvm.wgmma.wait_group 2"),
            "ReadInFlight",
            "in flight",
        ),
        // From loop to loop accumulators may be copied.
        (
            drained_product().replacen("nvvm.wgmma.wait_group 0", "", 1),
            "ReadInFlight",
            "in flight",
        ),
    ]
}

/// Actions of a warp that are not known, or cannot be followed.
fn twins_of_warps(whole: &str) -> Vec<Twin> {
    let at_start = |ops: &str| after_line(whole, "  nvvm.barrier\n", ops);
    let unknown = "%unknown = arith.cmpi equal %m, %n, signed : tile<i32> -> tile<i1>\n";
    let arrives = with(
        &with(whole, "+ 24 if %18", "+ 24 if %unknown"),
        "%18 = ",
        &format!("{unknown}%18 = "),
    );
    let one = |step: i64| {
        with(
            whole,
            "%one = arith.constant <i32: 1>",
            &format!("%one = arith.constant <i32: {step}>"),
        )
    };
    vec![
        (
            without(whole, "nvvm.mbarrier.init", true),
            "NeverReady",
            "byte 24616 is used but never made ready",
        ),
        (
            with(whole, "%52 descriptor", "%2 descriptor"),
            "NeverReady",
            "the barrier at byte 0 is used but never made ready",
        ),
        (
            with(whole, "arrive %37 + 24", "arrive %37 + 4096"),
            "NeverReady",
            "the barrier at byte 28672 is used but never made ready",
        ),
        (
            with(whole, "init %0 + 8, 1", "init %0 + 0, 1"),
            "ReadyTwice",
            "made ready twice",
        ),
        (
            with(whole, "init %0 + 0, 1", "init %0 + 0, -1"),
            "NegativeArrivals",
            "fewer than no arrivals",
        ),
        (
            with(whole, "init %0 + 0, 1", "init %0 + 0, 0"),
            "NotChecked",
            "arrival count is 1 to 2^20 - 1",
        ),
        (
            with(whole, "parity %46 + 24", "parity %m + 24"),
            "AddressUnknown",
            "the address of a barrier",
        ),
        (
            with(whole, "%46 + 24, %48", "%46 + 24, %m"),
            "ParityUnknown",
            "the parity that is waited for",
        ),
        (
            at_start("nvvm.barrier of %m threads = 64"),
            "NumberUnknown",
            "the number of a barrier",
        ),
        (at_start("nvvm.barrier id = 16"), "NoSuchNumber", "named barrier 16"),
        (arrives, "ArrivalUnknown", "whether a thread arrives"),
        (
            with(whole, "%ta[%13] k", "%ta[%k] k"),
            "SlotUnknown",
            "which slot of a buffer is meant",
        ),
        (
            at_start(&format!(
                "{unknown}%either = scf.if %unknown -> (!nv_tileas.buffer<3x64x32xf16>) {{
                   scf.yield %ta : !nv_tileas.buffer<3x64x32xf16>
                 }} else {{
                   scf.yield %ta : !nv_tileas.buffer<3x64x32xf16>
                 }}
                 %tile = nv_tileas.local_load %either[%2] : !nv_tileas.buffer<3x64x32xf16> -> tile<64x32xf16>"
            )),
            "BufferUnknown",
            "which buffer is meant",
        ),
        (
            with(
                whole,
                "(%zero to %steps#1, step %one) : tile<i32> iter_values(%42",
                "(%zero to %m, step %one) : tile<i32> iter_values(%42",
            ),
            "AgentsDisagree",
            "values that need not be the same",
        ),
        (
            with(whole, "(%68 to %69, step %70)", "(%68 to %1, step %70)"),
            "LanesCount",
            "different numbers of iterations",
        ),
        (
            at_start("scf.loop {\n nvvm.mbarrier.arrive %0 + 0\n scf.if %3 { scf.break }\n scf.continue\n }"),
            "LanesLeave",
            "leave before the others",
        ),
        (
            at_start("scf.if %3 { nv_tileas.return }"),
            "LanesLeave",
            "leave before the others",
        ),
        // A loop that does not come nearer to its end never ends, if it is entered.
        (
            with(whole, "(%68 to %69, step %70)", "(%68 to %69, step %68)"),
            "Endless",
            "step is 0 does not end",
        ),
        (one(0), "EndlessIfEntered", "step is 0 ends only if it is not entered"),
        (one(-1), "EndlessIfEntered", "step is -1 ends only if it is not entered"),
        (
            at_start("scf.loop {\n nvvm.mbarrier.arrive %0 + 0\n scf.continue\n }"),
            "EndUnknown",
            "a loop whose end is not known",
        ),
        (
            at_start("scf.loop {\n nvvm.mbarrier.arrive %0 + 0\n nv_tileas.return\n }"),
            "LoopLeft",
            "left in a way that is not followed",
        ),
        (
            at_start(
                "%once = arith.constant <i32: 1> : i32
                 scf.for %round in (%2 to %once, step %once) : i32 {\n nvvm.barrier\n nv_tileas.return\n }",
            ),
            "LoopLeft",
            "left in a way that is not followed",
        ),
        (
            at_start(
                "%last = scf.loop iter_values(%before = %m) : tile<i32> -> tile<i32> {
                   nvvm.barrier
                   %here = arith.cmpi equal %before, %n, signed : tile<i32> -> tile<i1>
                   scf.if %here { scf.if %here { scf.break %before : tile<i32> } }
                   %next = arith.addi %before, %n : tile<i32>
                   scf.continue %next : tile<i32>
                 }",
            ),
            "BranchLeft",
            "a branch is left",
        ),
        (
            at_start(
                "%probe = nvvm.mbarrier.try_wait.parity %0 + 0, %2 : i1\nscf.if %probe { nvvm.mbarrier.arrive %0 + 0 }",
            ),
            "ProbeDecides",
            "more than the wait that it may save",
        ),
    ]
}

/// Blocks that branch to each other.
fn twins_of_branches() -> Vec<Twin> {
    let kernel = |ops: &str| {
        format!(
            "nvvm.func @k() {{
               %base = nvvm.shared_base 8 from 0 : i32
               %zero = arith.constant <i32: 0> : i32
               %thread = nvvm.read_sreg tid.x : i32
               %first = arith.cmpi equal %thread, %zero, signed : i32 -> i1
               {ops}"
        )
    };
    vec![
        (
            kernel(
                "cf.cond_br %first, ^bb1, ^bb2 : i1
                 ^bb1:
                   nvvm.mbarrier.init %base + 0, 1
                   cf.br ^bb2
                 ^bb2:
                   nvvm.return
                 }",
            ),
            "LanesPart",
            "where they meet again",
        ),
        (
            kernel(
                "nvvm.mbarrier.init %base + 0, 1
                   cf.br ^bb1
                 ^bb1:
                   cf.br ^bb1
                 }",
            ),
            "TooLong",
            "too long to be checked",
        ),
        (
            kernel(
                "nvvm.mbarrier.init %base + 0, 1
                   cf.br ^bb1
                 ^bb1:
                   %ready = nvvm.mbarrier.try_wait.parity %base + 0, %zero : i1
                   nvvm.barrier
                   cf.cond_br %ready, ^bb2, ^bb1 : i1
                 ^bb2:
                   nvvm.return
                 }",
            ),
            "ProbeDecides",
            "more than the wait that it may save",
        ),
    ]
}

/// Barriers of other CTAs.
fn twins_of_clusters(whole: &str) -> Vec<Twin> {
    let at_start = |ops: &str| after_line(whole, "  nvvm.barrier\n", ops);
    let two = "%two = arith.constant <i32: 2> : i32\n";
    vec![
        (
            at_start("nvvm.mbarrier.arrive.cluster %0 + 0 at %m of 2"),
            "CtaUnknown",
            "the CTA that a barrier is in",
        ),
        (
            at_start(&format!("{two}nvvm.mbarrier.arrive.cluster %0 + 0 at %two of 2")),
            "NoSuchCta",
            "CTA 2 is arrived at, and the cluster has 2",
        ),
        (
            at_start("nvvm.mbarrier.arrive.cluster %0 + 48 at %2 of 2"),
            "NeverReadyElsewhere",
            "never made ready",
        ),
        (
            at_start(
                "%unknown = arith.cmpi equal %m, %n, signed : tile<i32> -> tile<i1>
                 scf.if %unknown { nvvm.cluster.arrive\nnvvm.cluster.wait }",
            ),
            "CtasDisagree",
            "the CTAs of a cluster",
        ),
        (clusters::with_part(5), "PartOutside", "part 5 of a tile of 2 parts"),
    ]
}

/// Tiles that threads copy to slots, of which they say that they are full before the copies are done; and of two slots at a time, which one
/// barrier would be held open for.
fn twins_of_copies() -> [Twin; 2] {
    let copied = lowered(
        include_str!("../../../tests/language/copied_pointers.mlir"),
        Options::default(),
    );
    let right = judged(&copied).unwrap();
    assert_eq!(right.verdict, VerdictKind::Proved, "{}", right.text);
    let hold = copied
        .find("nvvm.cp.async.mbarrier.arrive")
        .expect("copies hold a barrier");
    let next = |text: &str, from: usize| from + text[from..].find('\n').expect("the end of a line") + 1;
    let early = format!("{}{}", &copied[..hold], &copied[next(&copied, hold)..]);
    let arrive = hold + early[hold..].find("nvvm.mbarrier.arrive").expect("one arrives");
    let both = format!("{}{}", &early[..arrive], &early[next(&early, arrive)..]);
    [early, both].map(|text| (text, "CopiesUnawaited", "while copies to it are under way"))
}

/// More copies than the proof has room for, and in more orders than are looked at: thousands in flight at a time.
fn twin_of_search(whole: &str) -> Twin {
    let more = with(whole, "48 from 24576", "56 from 24576");
    let more = with(
        &more,
        "init %0 + 40, 4",
        "init %0 + 40, 4\nnvvm.mbarrier.init %0 + 48, 1",
    );
    let buffer = "%own = nv_tileas.alloc_tensor swizzle = 64b offset = 25600 : !nv_tileas.buffer<1x2x32xf16>\n  %ta = ";
    let more = with(&more, "  %ta = ", buffer);
    let map =
        "tensor_maps = [{element = f16, base = 0, dims = [32, 2], strides = [64], box = [32, 2], swizzle = \"64b\"}, ";
    let more = with(
        &with(&more, "descriptor = 1", "descriptor = 2"),
        "descriptor = 0",
        "descriptor = 1",
    );
    let more = with(&more, "tensor_maps = [", map);
    let copy = more.lines().find(|line| line.contains("tma_load %pa")).expect("a copy");
    let copy = with(&with(copy, "%ta[%42], %52", "%own[%2], %far"), "%i]", "%zero]");
    let copies = format!(
        "{}\n",
        with(&with(&copy, "<3x64x32", "<1x2x32"), "descriptor = 1", "descriptor = 0")
    )
    .repeat(6000);
    let round = |parity: &str| {
        format!(
            "{copies}nvvm.mbarrier.arrive.expect_tx %far + 0, 768000\nnvvm.mbarrier.wait.parity %far + 0, {parity}\n"
        )
    };
    let rounds = format!("{}{}", round("%2"), round("%odd")).repeat(4);
    let switch = "  nv_tileas.warp_switch";
    let text = with(
        &more,
        switch,
        &format!(
            "%odd = arith.constant <i32: 1> : i32
             %behind = arith.constant <i32: 48> : i32
             %far = arith.addi %0, %behind : i32
             scf.if %3 {{\n{rounds}}}\n{switch}"
        ),
    );
    // With trip counts that are known there is one scenario.
    (with(&text, "%steps#1", "%one"), "Undecided", "gave up")
}

/// All threads may leave together.
#[test]
fn a_return_that_all_take_is_followed() {
    let leaves =
        "%unknown = arith.cmpi equal %m, %n, signed : tile<i32> -> tile<i1>\nscf.if %unknown { nv_tileas.return }";
    let found = judged(&after_line(&product(), "  nvvm.barrier\n", leaves)).unwrap();
    assert_eq!(found.verdict, VerdictKind::Proved, "{}", found.text);
    assert!(
        found.scenarios.iter().any(|one| one.name.contains("false")),
        "{:?}",
        found.scenarios
    );
}

/// An op without an attribute that its record asks for, which no text can say.
fn malformed(whole: &str) -> Verdict {
    let mut module = tilewright_ir::parse(whole).module;
    let ops = module.walk(module.top());
    let wait = ops
        .into_iter()
        .find(|&op| module.op_name(op) == "nvvm.mbarrier.arrive.expect_tx");
    module.remove_attr(wait.expect("the producer commits"), "bytes");
    verdict(&module, cta(8)).expect("there are barriers to check")
}

/// The scenarios tell the same as the verdict: the last one is what it follows from.
fn scenarios_agree(verdict: &Verdict) {
    let Some(last) = verdict.scenarios.last() else { return };
    let all = verdict.scenarios.iter().all(|one| one.verdict == VerdictKind::Proved);
    let refuted = last.verdict == VerdictKind::Refuted;
    assert_eq!(verdict.verdict == VerdictKind::Proved, all, "{:?}", verdict.scenarios);
    assert_eq!(
        verdict.verdict == VerdictKind::Refuted,
        refuted,
        "{:?}",
        verdict.scenarios
    );
}

/// Consumers that write a slot wait for those that read it, and all wait for those that write it.
#[test]
fn slots_that_consumers_write_are_waited_for() {
    let right = judged(&written()).unwrap();
    assert_eq!(right.verdict, VerdictKind::Proved, "{}", right.text);
    for (op, says) in [
        ("slot_write", "nobody has observed"),
        ("async_mma", "starts before"),
        ("slot_read", "starts before"),
    ] {
        let found = judged(&without_waits_before(&written(), op)).unwrap();
        assert_eq!(found.verdict, VerdictKind::Refuted, "{op}: {}", found.text);
        assert!(found.text.contains(says), "{op}: {}", found.text);
    }
}

/// So do transformers, and consumers wait for what these write.
#[test]
fn slots_that_transformers_write_are_waited_for() {
    let whole = transformed();
    assert!(whole.contains("transformer"), "{whole}");
    let right = judged(&whole).unwrap();
    assert_eq!(right.verdict, VerdictKind::Proved, "{}", right.text);
    for (op, says) in [
        ("slot_write", "overwrites what"),
        ("async_mma", "starts before"),
        ("slot_read", "starts before"),
    ] {
        let found = judged(&without_wait_before(&whole, op)).unwrap();
        assert_eq!(found.verdict, VerdictKind::Refuted, "{op}: {}", found.text);
        assert!(found.text.contains(says), "{op}: {}", found.text);
    }
    // The arrival that says that a slot is full.
    let write = whole.find("slot_write").unwrap();
    let arrive = write + whole[write..].find("nvvm.mbarrier.arrive").unwrap();
    let end = arrive + whole[arrive..].find('\n').unwrap();
    let silent = format!("{}{}", &whole[..arrive], &whole[end + 1..]);
    assert_eq!(judged(&silent).unwrap().verdict, VerdictKind::Refuted);
}

#[test]
fn every_finding_has_a_twin() {
    let whole = product();
    let right = judged(&whole).unwrap();
    assert_eq!(right.verdict, VerdictKind::Proved, "{}", right.text);
    let mut twins = twins_of_structure(&whole);
    twins.extend(twins_of_warps(&whole));
    twins.extend(twins_of_branches());
    twins.extend(twins_of_clusters(&whole));
    twins.extend(crate::tensor_memory::twins());
    twins.push(twin_of_search(&whole));
    twins.extend(twins_of_copies());
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    let spoiled = twins.iter().map(|(text, name, says)| (judged(text), *name, *says));
    for (found, name, says) in spoiled.chain([(Ok(malformed(&whole)), "NotAsRecorded", "has no bytes")]) {
        let found = match found {
            Ok(found) => found,
            Err(why) => {
                wrong.push(format!("{name}: {says}: {why}"));
                continue;
            }
        };
        scenarios_agree(&found);
        let is_right = found.finding.as_ref().is_some_and(|finding| {
            seen.insert(finding.name());
            finding.name() == name && finding.kind() == found.verdict
        });
        if !is_right || !found.text.contains(says) {
            wrong.push(format!("{name}: {says}: {:?}, {}", found.finding, found.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<_> = Finding::NAMES.iter().filter(|name| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "no twin shows {missing:?}");
}
