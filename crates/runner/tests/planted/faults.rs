//! Faults to plant in the PTX of a pipelined product. They are found by what the instructions are, not by the names of
//! registers, so that another choice of registers plants the same faults.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    ProducerStartsInWrongPhase,
    ConsumerStartsInWrongPhase,
    ProducerDoesNotFlip,
    ConsumerDoesNotFlip,
    ExpectTooSmall,
    ExpectTooLarge,
    EmptyCountTooLarge,
    EmptyCountTooSmall,
    FullCountTooLarge,
    NoEmptyWait,
    NoFullWait,
    ReleaseBeforeWait,
    NoWgmmaFence,
    TwoProducers,
    NoInitBarrier,
    NoFinalWait,
}

pub const FAULTS: [Fault; 16] = [
    Fault::ProducerStartsInWrongPhase,
    Fault::ConsumerStartsInWrongPhase,
    Fault::ProducerDoesNotFlip,
    Fault::ConsumerDoesNotFlip,
    Fault::ExpectTooSmall,
    Fault::ExpectTooLarge,
    Fault::EmptyCountTooLarge,
    Fault::EmptyCountTooSmall,
    Fault::FullCountTooLarge,
    Fault::NoEmptyWait,
    Fault::NoFullWait,
    Fault::ReleaseBeforeWait,
    Fault::NoWgmmaFence,
    Fault::TwoProducers,
    Fault::NoInitBarrier,
    Fault::NoFinalWait,
];

/// The kinds of finding that name the cause.
pub fn names(fault: Fault) -> &'static [&'static str] {
    match fault {
        Fault::ProducerStartsInWrongPhase => &["deadlock"],
        Fault::ConsumerStartsInWrongPhase => &["race", "uninitialised-memory"],
        Fault::ProducerDoesNotFlip => &["race", "arrive-overrun"],
        Fault::ConsumerDoesNotFlip => &["deadlock", "race", "arrive-overrun"],
        Fault::ExpectTooSmall => &["transaction-mismatch"],
        Fault::ExpectTooLarge | Fault::EmptyCountTooLarge | Fault::FullCountTooLarge => &["deadlock"],
        Fault::EmptyCountTooSmall => &["race", "arrive-overrun"],
        Fault::NoEmptyWait => &["race", "arrive-overrun"],
        Fault::NoFullWait => &["race", "uninitialised-memory"],
        Fault::ReleaseBeforeWait => &["race"],
        Fault::NoWgmmaFence => &["missing-wgmma-fence"],
        Fault::TwoProducers => &["arrive-overrun", "transaction-mismatch", "race"],
        Fault::NoInitBarrier => &["invalid-barrier", "race"],
        Fault::NoFinalWait => &["wgmma-register-hazard", "race"],
    }
}

/// The text with a fault, or as it was if there is no place for it.
pub fn plant(ptx: &str, fault: Fault) -> String {
    let mut lines: Vec<String> = ptx.lines().map(str::to_string).collect();
    let changed = match fault {
        Fault::ProducerStartsInWrongPhase => with_parity(&mut lines, COPY, |p| format!("xor.b32 %fault0, {p}, 1;")),
        Fault::ConsumerStartsInWrongPhase => with_parity(&mut lines, PRODUCT, |p| format!("xor.b32 %fault0, {p}, 1;")),
        Fault::ProducerDoesNotFlip => with_parity(&mut lines, COPY, |_| "mov.b32 %fault0, 1;".to_string()),
        Fault::ConsumerDoesNotFlip => with_parity(&mut lines, PRODUCT, |_| "mov.b32 %fault0, 0;".to_string()),
        Fault::ExpectTooSmall => number_at_end(&mut lines, "expect_tx", |_, n| n - 16),
        Fault::ExpectTooLarge => number_at_end(&mut lines, "expect_tx", |_, n| n + 16),
        Fault::EmptyCountTooLarge => number_at_end(&mut lines, "mbarrier.init", |_, n| if n > 1 { n + 1 } else { n }),
        Fault::EmptyCountTooSmall => number_at_end(&mut lines, "mbarrier.init", |_, n| if n > 1 { n - 1 } else { n }),
        Fault::FullCountTooLarge => number_at_end(&mut lines, "mbarrier.init", |_, n| if n == 1 { 2 } else { n }),
        Fault::NoEmptyWait => without_wait(&mut lines, COPY),
        Fault::NoFullWait => without_wait(&mut lines, PRODUCT),
        Fault::ReleaseBeforeWait => release_first(&mut lines),
        Fault::NoWgmmaFence => without(&mut lines, "wgmma.fence"),
        Fault::TwoProducers => two_producers(&mut lines),
        Fault::NoInitBarrier => without(&mut lines, "bar.sync 0"),
        Fault::NoFinalWait => without(&mut lines, "wgmma.wait_group.sync.aligned 0"),
    };
    changed.unwrap_or_else(|| panic!("there is no place for {fault:?}"));
    declare(&mut lines);
    lines.join("\n") + "\n"
}

/// The next op of a waiter: that is how a wait for a full stage is told from one for an empty stage.
const COPY: &str = "cp.async.bulk.tensor";
const PRODUCT: &str = "wgmma.mma_async";

/// Registers of our own, keeping the numbers of lines.
fn declare(lines: &mut [String]) {
    if let Some(line) = lines.iter_mut().find(|l| l.contains(".reg .pred")) {
        line.push_str(" .reg .b32 %fault<2>;");
    }
}

/// The line of the wait before the first `then`.
fn wait_before(lines: &[String], then: &str) -> Option<usize> {
    let end = lines.iter().position(|l| l.contains(then))?;
    lines[..end].iter().rposition(|l| l.contains("mbarrier.try_wait"))
}

fn with_parity(lines: &mut [String], then: &str, make: impl Fn(&str) -> String) -> Option<()> {
    let at = wait_before(lines, then)?;
    let (rest, parity) = lines[at].trim_end_matches(';').rsplit_once(", ")?;
    let made = make(parity);
    lines[at] = format!("{made} {rest}, %fault0;");
    Some(())
}

fn without_wait(lines: &mut [String], then: &str) -> Option<()> {
    let at = wait_before(lines, then)?;
    lines[at].clear();
    let branch = lines.iter_mut().skip(at).find(|l| l.contains("bra"))?;
    branch.clear();
    Some(())
}

fn without(lines: &mut [String], what: &str) -> Option<()> {
    let mut found = None;
    for line in lines.iter_mut().filter(|l| l.contains(what)) {
        line.clear();
        found = Some(());
    }
    found
}

/// Changes the number at the end of every line with `what`.
fn number_at_end(lines: &mut [String], what: &str, change: impl Fn(usize, i64) -> i64) -> Option<()> {
    let mut found = None;
    for (at, line) in lines.iter_mut().enumerate().filter(|(_, l)| l.contains(what)) {
        let (rest, number) = line.trim_end_matches(';').rsplit_once(", ")?;
        let new = change(at, number.parse().ok()?);
        *line = format!("{rest}, {new};");
        found = Some(());
    }
    found
}

/// Moves the wait for products behind the release that follows it.
fn release_first(lines: &mut [String]) -> Option<()> {
    let wait = lines.iter().position(|l| l.contains("wgmma.wait_group"))?;
    let release = wait + lines[wait..].iter().position(|l| l.contains("mbarrier.arrive"))?;
    let moved = std::mem::take(&mut lines[wait]);
    lines[release] = format!("{} {}", lines[release], moved.trim());
    Some(())
}

/// The elected thread and the next one both produce.
fn two_producers(lines: &mut [String]) -> Option<()> {
    let copy = lines.iter().position(|l| l.contains(COPY))?;
    let elected = lines[..copy].iter().rposition(|l| l.contains("setp.eq.s32"))?;
    let line = lines[elected].trim().trim_end_matches(';').to_string();
    let parts: Vec<&str> = line.split([' ', ',']).filter(|p| !p.is_empty()).collect();
    let &[_, predicate, register, number] = parts.as_slice() else {
        return None;
    };
    lines[elected] = format!("and.b32 %fault1, {register}, -2; setp.eq.s32 {predicate}, %fault1, {number};");
    Some(())
}
