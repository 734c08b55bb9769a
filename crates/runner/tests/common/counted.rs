//! Kernels that have run with their accesses counted, what was promised of them, and whether they were right. Those of the repository's folders run once
//! for all tests that look at them.

use crate::cores::on_all_cores;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tilewright_case::Case;
use tilewright_driver::Strategy;
use tilewright_driver::layouts::{LayoutCandidate, LayoutChoice};
use tilewright_driver::report::Report;
use tilewright_emulator::AccessKind;
use tilewright_runner::{AccessCount, Form, Trial, emulate_counting, fill, generate, meant};

/// GPUs whose threads access memory in different ways.
pub const TARGETS: [&str; 3] = ["sm_80", "sm_90a", "sm_120a"];

/// The folders whose kernels run, each on [`TARGETS`] and `sm_100a`.
const FOLDERS: [&str; 3] = ["kernels", "language", "cutile"];

/// A kernel that has run: what was promised, and what was counted.
pub struct Counted {
    /// The folder that it is from; empty for others.
    pub folder: &'static str,
    /// The kernel and the GPU.
    pub place: String,
    /// The GPU.
    pub target: String,
    /// The compiler's report, without texts.
    pub report: Report,
    /// The run in the emulator; it is compared with what the kernel means where it is from `tests/language`.
    pub trial: Trial,
}

/// A kernel on a GPU, to be run.
struct Wanted<'a> {
    folder: &'static str,
    name: &'a str,
    source: &'a str,
    target: &'a str,
    strategy: Option<Strategy>,
    case: Option<&'a Case>,
    seed: u32,
}

impl<'a> Wanted<'a> {
    /// A kernel of no folder, on inputs that are made.
    fn of(name: &'a str, source: &'a str, target: &'a str) -> Self {
        let (folder, strategy, case, seed) = ("", None, None, 0);
        Self {
            folder,
            name,
            source,
            target,
            strategy,
            case,
            seed,
        }
    }
}

/// None if the compiler refuses the kernel. Without a case, inputs are made.
pub fn counted(name: &str, source: &str, target: &str, case: Option<&Case>) -> Option<Counted> {
    let wanted = Wanted::of(name, source, target);
    run(&Wanted { case, ..wanted }).ok()
}

/// Every kernel of the folders on every target, in this order: which of them is refused, and why, is the error.
pub fn of_folders() -> &'static [Result<Counted, String>] {
    static RUNS: OnceLock<Vec<Result<Counted, String>>> = OnceLock::new();
    RUNS.get_or_init(|| {
        let files: Vec<_> = FOLDERS
            .into_iter()
            .flat_map(|folder| files(folder).into_iter().map(move |file| (folder, file)))
            .collect();
        let runs = on_all_cores(&files, |(folder, file)| {
            let (name, source) = read(file);
            let targets = TARGETS.into_iter().chain(["sm_100a"]).zip(0..);
            let run = |(target, seed)| {
                let wanted = Wanted::of(&name, &source, target);
                run(&Wanted { folder, seed, ..wanted })
            };
            targets.map(run).collect::<Vec<_>>()
        });
        runs.into_iter().flatten().collect()
    })
}

/// The gallery, and the kernels whose Python is beside them, on [`TARGETS`].
pub fn gallery() -> impl Iterator<Item = &'static Counted> {
    let of_gallery = |run: &&Counted| run.folder != "language" && TARGETS.contains(&&*run.target);
    of_folders()
        .iter()
        .map(|run| run.as_ref().unwrap_or_else(|why| panic!("{why}")))
        .filter(of_gallery)
}

/// Those of the gallery of which this holds, with loops pipelined in this way.
pub fn gallery_by(strategy: Strategy, wanted: fn(&str) -> bool) -> Vec<Counted> {
    let files: Vec<_> = ["kernels", "cutile"].into_iter().flat_map(files).collect();
    assert!(files.len() > 20);
    let of_file = |file: &PathBuf| {
        let (name, source) = read(file);
        let run = |target| {
            let wanted = Wanted::of(&name, &source, target);
            let strategy = Some(strategy);
            run(&Wanted { strategy, ..wanted }).unwrap()
        };
        let targets = TARGETS.into_iter().filter(|_| wanted(&source));
        targets.map(run).collect::<Vec<Counted>>()
    };
    on_all_cores(&files, of_file).into_iter().flatten().collect()
}

fn read(file: &Path) -> (String, String) {
    let name = file.file_stem().unwrap().to_string_lossy().into_owned();
    (name, std::fs::read_to_string(file).unwrap())
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "mlir"));
    files.sort();
    files
}

fn run(wanted: &Wanted<'_>) -> Result<Counted, String> {
    let Wanted {
        folder,
        name,
        source,
        target,
        strategy,
        case,
        seed,
    } = *wanted;
    let place = format!("{name} on {target}");
    let options = tilewright_driver::Options {
        gpu_name: target.to_string(),
        entry: case.map(|case| case.entry.clone()),
        lineinfo: true,
        pipeline_strategy: strategy,
        ..Default::default()
    };
    let mut report = tilewright_driver::compile(source, &options).report;
    let (Some(ptx), Some(abi)) = (report.ptx.take(), report.abi.as_ref()) else {
        return Err(format!("{place}: {:?}", report.diagnostics));
    };
    let module = tilewright_ir::parse(source).module;
    let made = || {
        let form = Form {
            slots: report.ring_slots(),
            seed,
            ..Form::default()
        };
        generate(&fill(&module, &abi.entry, &form).unwrap()).unwrap()
    };
    let mut case = case.cloned().unwrap_or_else(made);
    if folder == "language" {
        let said = meant(&module, &mut case, Default::default(), &mut |_| {
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(said.passed(), "{place}: {:?}", said.findings);
    }
    let options = tilewright_emulator::Options {
        seed: seed.into(),
        ..Default::default()
    };
    let trial = emulate_counting(&ptx.text, abi, &case, options).unwrap();
    // Of hundreds of kernels, and no test looks at it any more.
    report.passes.clear();
    Ok(Counted {
        folder,
        place,
        target: target.to_string(),
        report,
        trial,
    })
}

impl Counted {
    /// Whether threads copy the tiles of a loop into rings of their own.
    pub fn has_thread_rings(&self) -> bool {
        let loops = self.report.schedule.iter().flat_map(|schedule| &schedule.loops);
        loops.into_iter().any(|found| found.why_code == "choice.thread-rings")
    }

    pub fn on(&self, line: u32) -> impl Iterator<Item = &AccessCount> {
        let of = move |a: &&AccessCount| a.place.and_then(|p| p.source).is_some_and(|s| s[1] == line);
        self.trial.accesses.iter().filter(of)
    }

    /// Accesses, what they took, and the least, of these kinds on a line.
    pub fn sum(&self, line: u32, kinds: &[AccessKind]) -> [u64; 3] {
        let counts = self.on(line).filter(|a| kinds.contains(&a.kind));
        counts.fold([0; 3], |s, a| [s[0] + a.accesses, s[1] + a.taken, s[2] + a.least])
    }

    /// The choices that were taken, with the line.
    pub fn chosen(&self) -> impl Iterator<Item = (&LayoutChoice, &LayoutCandidate)> {
        let taken = |choice: &'_ LayoutChoice| choice.chosen;
        self.report
            .layouts
            .iter()
            .filter_map(move |choice| Some((choice, &choice.candidates[taken(choice)?])))
    }
}
