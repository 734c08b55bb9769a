//! The register estimate against NVIDIA's assembler: each agent of the corpus is compiled alone, with fewer and fewer registers,
//! until it spills. Without `TILEWRIGHT_PTXAS` and the corpus it is skipped. `BLESS=1` writes docs/registers.md.

use crate::cores::on_all_cores;
use crate::shared;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tilewright_driver::{Options, compile};

/// A target of each kind.
const TARGETS: [&str; 4] = ["sm_90a", "sm_80", "sm_120a", "sm_100a"];
/// The fewest registers that the assembler can be held to: with any lower cap it uses up to as many as with this one.
const FEWEST: i64 = 24;
/// The most that a thread can have.
const MOST: i64 = 255;
/// Registers of a thread that it gets at a time: a warp gets 256.
const PORTION: u64 = 8;
/// An estimate is near where it is at most so much above the lowest cap, or below it.
const NEAR: f64 = 0.15;

/// The agent that all threads are, or that none is alone.
const ALL: &str = "all threads";

/// The PTX of each agent alone, and without what says how many registers it has. All threads are one agent where none part.
fn alone(ptx: &str) -> Vec<(&'static str, String)> {
    let lines: Vec<&str> = ptx.lines().collect();
    let plain = |parts: &[&[&str]]| {
        let says = ["setmaxnreg", ".maxnreg", ".minnctapersm", ".reqntid"];
        let keeps = |line: &&&str| !says.iter().any(|word| line.trim().starts_with(word));
        let kept = parts.iter().flat_map(|part| part.iter()).filter(keeps);
        kept.fold(String::new(), |text, line| text + line + "\n")
    };
    let Some(first) = lines.iter().position(|line| line.contains("setmaxnreg")) else {
        return vec![(ALL, plain(&[&lines]))];
    };
    // An agent's block is behind a branch to those of the others.
    let parting = |before: usize| {
        let is_branch = |line: &&str| line.trim().starts_with("@!%p");
        let branch = lines[..before].iter().rposition(is_branch).unwrap();
        let label = lines[branch].rsplit(' ').next().unwrap().replace(';', ":");
        (branch, lines.iter().position(|line| *line == label).unwrap())
    };
    let (branch, other) = parting(first);
    let consumer = plain(&[&lines[..branch], &lines[branch + 1..]]);
    let own = |line: &&str| line.contains("setmaxnreg");
    let of_producer = other + lines[other..].iter().position(own).unwrap();
    if !lines[of_producer + 1..].iter().any(own) {
        return vec![
            ("consumer", consumer),
            ("producer", plain(&[&lines[..branch], &lines[other..]])),
        ];
    }
    // The agent that makes operands comes last; those between are issuers, which are not compared. Blocks of others would be assembled, if never run.
    let (second, next) = parting(of_producer);
    let of_last = lines.iter().rposition(own).unwrap();
    let last = lines[..of_last].iter().rposition(|line| line.ends_with(':')).unwrap();
    let to_last = format!(" {};", lines[last].trim_end_matches(':'));
    let branch_to_last = lines.iter().position(|line| line.ends_with(&to_last)).unwrap();
    let end = lines.iter().rposition(|line| line.trim() == "ret;").unwrap();
    let end = lines[..end].iter().rposition(|line| !line.ends_with(':')).unwrap() + 1;
    let producer = plain(&[
        &lines[..branch],
        &lines[other..second],
        &lines[second + 1..next],
        &lines[end..],
    ]);
    // Absent: there is none between.
    let between = lines.get(next..branch_to_last).unwrap_or(&[]);
    let transformer = plain(&[&lines[..branch], &lines[other..second], between, &lines[last..]]);
    vec![
        ("consumer", consumer),
        ("producer", producer),
        ("transformer", transformer),
    ]
}

/// Whether the assembler keeps to a cap, and does not spill.
fn fits((ptxas, target): (&Path, &str), ptx: &Path, cap: i64) -> bool {
    let run = Command::new(ptxas)
        .args([
            "-v",
            "-arch",
            target,
            "--maxrregcount",
            &cap.to_string(),
            "-o",
            "/dev/null",
        ])
        .arg(ptx)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    // A cap is kept, or there is no way to say that it does not spill.
    let used = said
        .split_once("Used ")
        .and_then(|(_, rest)| rest.split(' ').next()?.parse::<i64>().ok());
    let is_kept = used.is_some_and(|used| used <= cap);
    run.status.success() && is_kept && said.contains("0 bytes spill stores, 0 bytes spill loads")
}

/// The lowest cap at which the assembler does not spill: around one that is near in steps that double, then by halves.
fn lowest(ptxas: (&Path, &str), ptx: &Path, near: i64) -> i64 {
    let (mut spills, mut enough) = (FEWEST - 1, MOST + 1);
    let (mut cap, mut step) = (near, 1);
    while enough - spills > 1 {
        cap = cap.clamp(spills + 1, enough - 1);
        match fits(ptxas, ptx, cap) {
            true => (enough, cap) = (cap, cap - step),
            false => (spills, cap) = (cap, cap + step),
        }
        step *= 2;
        if spills >= FEWEST && enough <= MOST {
            cap = (spills + enough) / 2;
        }
    }
    enough
}

/// The lowest cap that docs/registers.md has for an agent: most are what they were.
fn written(page: &str, target: &str, kernel: &str, agent: &str) -> Option<i64> {
    let (_, part) = page.split_once(&format!("\n## {target}\n"))?;
    let row = part
        .lines()
        .find(|line| line.starts_with(&format!("| {kernel} | {agent} |")))?;
    row.split('|').nth(4)?.trim().parse().ok()
}

#[derive(Clone)]
struct Row {
    kernel: String,
    agent: String,
    needs: i64,
    lowest: i64,
    /// Whether it spills with as many as it is said to need, which a thread gets in portions.
    spills: bool,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.needs as f64 / self.lowest as f64
    }

    fn is_near(&self) -> bool {
        (self.ratio() - 1.0).abs() <= NEAR
    }

    /// A producer or an issuer takes what `setmaxnreg` leaves it at the least.
    fn is_least(&self) -> bool {
        ["producer", "issuer"].contains(&self.agent.as_str())
    }
}

/// The agents of a kernel of the corpus for a target.
fn rows(ptxas: (&Path, &str), folder: &Path, page: &str) -> Vec<Row> {
    let kernel = folder.file_name().unwrap().to_string_lossy().into_owned();
    let scratch = std::env::temp_dir().join(format!(
        "tilewright-registers-{}-{}-{kernel}",
        std::process::id(),
        ptxas.1
    ));
    std::fs::create_dir_all(&scratch).unwrap();
    let mut rows = Vec::new();
    let source = std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
    let options = Options {
        gpu_name: ptxas.1.to_string(),
        ..Options::default()
    };
    let report = compile(&source, &options).report;
    for (agent, ptx) in report.ptx.map(|ptx| alone(&ptx.text)).unwrap_or_default() {
        let file = scratch.join("agent.ptx");
        std::fs::write(&file, ptx).unwrap();
        // Where nobody makes operands, the last agent is the one that starts products.
        let is_there = |name: &str| name == ALL || report.registers.iter().any(|of| of.agent == name);
        let agent = if is_there(agent) { agent } else { "issuer" };
        // Agents that hand no registers over have as many as the one that needs the most.
        let found = report.registers.iter().filter(|of| agent == ALL || of.agent == agent);
        let found = found.max_by_key(|of| of.needs);
        let found = found.unwrap_or_else(|| panic!("{kernel}: {agent}"));
        let portions = (found.needs as u64).next_multiple_of(PORTION).min(MOST as u64);
        let near = written(page, ptxas.1, &kernel, &found.agent).unwrap_or(found.needs);
        rows.push(Row {
            kernel: kernel.clone(),
            agent: found.agent.to_string(),
            needs: found.needs,
            lowest: lowest(ptxas, &file, near),
            spills: !fits(ptxas, &file, portions as i64),
        });
    }
    std::fs::remove_dir_all(&scratch).unwrap();
    rows
}

fn page(all: &[Vec<Row>], version: &str) -> String {
    let mut text = format!(
        "# The register estimate\n\n\
         Written by `crates/driver/tests/registers.rs` (`BLESS=1`), with {version}.\n\n\
         `needs` is the estimate: registers of a thread where the kernel needs the most. It is made of the tiles that are live there\n\
         and of what `crates/machine/data/registers.json` adds, before layouts and schedule are chosen (`crates/analysis/src/registers.rs`).\n\
         `lowest cap` is what it is compared with: each agent compiled alone, the fewest registers (`--maxrregcount`) with which the assembler does not spill.\n\
         {FEWEST} are the fewest that it is held to: with a lower cap it uses up to as many, and does not spill either.\n\
         The numbers of the data file were fitted to these kernels: of others the estimate is less sure. It is below no lowest cap, and\n\
         with what threads get of it, a multiple of {PORTION}, none spills: what the assembler makes of a higher cap is not always more.\n\
         A producer or an issuer has what `setmaxnreg` leaves it at the least: they are not compared.\n"
    );
    for (target, rows) in TARGETS.iter().zip(all) {
        text += &format!(
            "\n## {target}\n\n| kernel | agent | needs | lowest cap | needs / lowest |\n|---|---|---|---|---|\n"
        );
        for row in rows {
            let Row {
                kernel,
                agent,
                needs,
                lowest,
                ..
            } = row;
            writeln!(text, "| {kernel} | {agent} | {needs} | {lowest} | {:.2} |", row.ratio()).unwrap();
        }
    }
    text
}

#[test]
fn the_estimate_is_never_too_low_and_near_for_nine_of_ten() {
    let Some(ptxas) = std::env::var_os("TILEWRIGHT_PTXAS").map(PathBuf::from) else {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
        return;
    };
    let folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/registers.md");
    let before = std::fs::read_to_string(&path).unwrap();
    let all = TARGETS.map(|target| on_all_cores(&folders, |folder| rows((&ptxas, target), folder, &before)).concat());
    if std::env::var_os("BLESS").is_some() {
        let said = Command::new(&ptxas).arg("--version").output().unwrap().stdout;
        let said = String::from_utf8_lossy(&said).into_owned();
        let release = said
            .lines()
            .find_map(|line| Some(line.split_once(", V")?.1.to_string()));
        std::fs::write(path, page(&all, &format!("ptxas {}", release.unwrap()))).unwrap();
    }
    for (target, rows) in TARGETS.iter().zip(&all) {
        let low: Vec<String> = rows
            .iter()
            .filter(|row| row.spills)
            .map(|row| row.kernel.clone())
            .collect();
        assert!(
            low.is_empty(),
            "on {target}, these spill with what they are said to need: {low:?}"
        );
    }
    let mut short = all.iter().flatten().filter(|row| row.needs < row.lowest);
    let short = short.next().map(|row| (&row.kernel, row.needs, row.lowest));
    assert_eq!(short, None, "more is needed than is said");
    for (target, rows) in TARGETS.iter().zip(&all) {
        let compared = || rows.iter().filter(|row| !row.is_least());
        let near = compared().filter(|row| row.is_near()).count();
        assert!(
            near * 10 >= compared().count() * 9,
            "{target}: {near} of {}",
            compared().count()
        );
    }
}

/// Registers that agents take or hand over, in the order of their warps.
fn handed(kernel: &str, gpu: &str) -> Vec<i64> {
    let options = Options {
        gpu_name: gpu.to_string(),
        ..Options::default()
    };
    let ptx = compile(kernel, &options).report.ptx.unwrap().text;
    let own = ptx.lines().filter(|line| line.contains("setmaxnreg"));
    own.map(|line| line.rsplit(' ').next().unwrap().trim_end_matches(';').parse().unwrap())
        .collect()
}

#[test]
fn registers_that_are_left_are_handed_on() {
    let computed = include_str!("../../../tests/language/rings_left_computed.mlir");
    let late = include_str!("../../../tests/language/rings_late.mlir");
    let causal = include_str!("../../../tests/language/rings_causal.mlir");
    // The issuer and its producer have places in rings; consumers and transformers have all that they need besides.
    let [consumer, producer, issuer, transformer] = handed(computed, "sm_100a")[..] else {
        panic!("four agents");
    };
    assert!(producer == issuer && issuer > 24 && consumer > transformer);
    assert!(consumer + producer + issuer + transformer <= 4 * 128);
    // Threads that start their products themselves: consumers have what transformers leave, and the producer no more than before.
    let [consumer, producer, transformer] = handed(late, "sm_90a")[..] else {
        panic!("three agents");
    };
    assert!(consumer > 232 && producer == 24 && consumer + transformer == 2 * 232);
    // Of two agents nobody has registers left.
    let [consumer, producer] = handed(causal, "sm_90a")[..] else {
        panic!("two agents");
    };
    assert!(consumer <= 248 && producer >= 24);
}
