//! One launch in both engines: the interpreter says what the kernel means, the emulator what its PTX does, and every
//! output of the second is compared with that of the first.

use crate::emulate::Watched;
use crate::{AccessCount, Accesses, Launch, form, interpret};
use serde::Serialize;
use std::ops::ControlFlow;
use tilewright_analysis::Arithmetic;
use tilewright_case::{Case, Comparison};
use tilewright_diag::{Diagnostic, LineIndex};
use tilewright_driver::Text;
use tilewright_driver::abi::Abi;
use tilewright_driver::report::Message;
use tilewright_emulator::{BarrierHistory, Ended, Finding, Happening, Observer, PtxPosition, Stats, WarpAccess};
use tilewright_lowering::relax_arithmetic::relaxed;

/// The verdict of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Both engines came to the end, found nothing, and every output has the same bits.
    Same,
    /// As [`Verdict::Same`], but some outputs agree only within their tolerance.
    Close,
    /// An output of the PTX differs from the interpreter's.
    Wrong,
    /// A run found a fault.
    Faulty,
    /// A run was given up.
    Unfinished,
}

/// A run of a kernel in both engines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Experiment {
    /// The verdict.
    pub verdict: Verdict,
    /// Every array that the kernel writes.
    pub outputs: Vec<OutputReport>,
    /// Faults of the kernel, found by the interpreter.
    pub kernel_faults: Vec<Message>,
    /// Faults of the PTX, found by the emulator.
    pub ptx_faults: Vec<Fault>,
    /// Why a run did not come to its end.
    pub unfinished: Option<String>,
    /// Lines that the kernel printed.
    pub printed: Vec<String>,
    /// Counts of the emulator.
    pub stats: Stats,
    /// When barriers completed their phases, by CTA.
    pub barriers: Vec<BarrierHistory>,
    /// Accesses to memory, by line.
    pub accesses: Vec<LineAccesses>,
}

/// The accesses of one kind that a line has, and what they take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineAccesses {
    /// The line, in the kernel if that is known; the line of the PTX is the first.
    pub place: FaultPlace,
    /// Their kind, in words.
    pub kind: String,
    /// Whether they are of global memory, else of shared memory.
    pub global: bool,
    /// Times that a warp executed one.
    pub accesses: u64,
    /// Wavefronts of shared memory, or sectors of global memory.
    pub taken: u64,
    /// Those that the bytes do not need: of shared memory, bank conflicts.
    pub excess: u64,
}

/// An output: the emulator's against the interpreter's.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OutputReport {
    /// The array.
    pub name: String,
    /// The type of its elements.
    pub element: String,
    /// The number of its elements.
    pub elements: u64,
    /// Elements whose bits differ.
    pub different: u64,
    /// Elements further apart than [`OutputReport::absolute`] and [`OutputReport::relative`] allow.
    pub wrong: u64,
    /// The first of those, or none.
    pub first_wrong: Option<u64>,
    /// The largest absolute difference; none if an element is NaN on one side only.
    pub largest_absolute: Option<f64>,
    /// The largest relative difference.
    pub largest_relative: f64,
    /// The absolute difference that is allowed,
    pub absolute: f64,
    /// and the relative one, to be added.
    pub relative: f64,
}

/// A line of the PTX and the line of the kernel it was made for; 0 where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FaultPlace {
    /// In the PTX, from 1.
    pub ptx_line: u32,
    /// In the kernel, from 1.
    pub line: u32,
}

/// A fault of the PTX.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fault {
    /// Its kind, such as `race`.
    pub kind: String,
    /// In words.
    pub message: String,
    /// Where.
    pub place: Option<FaultPlace>,
    /// The CTA that met it first.
    pub cta: u32,
    /// Its warp.
    pub warp: u32,
    /// The number of times.
    pub times: u64,
    /// Others involved.
    pub others: Vec<OtherFault>,
    /// Of a race both agents in words, the earlier one first; empty for other faults.
    pub agents: Vec<String>,
    /// Of a race the way to it, with both accesses; empty for other faults.
    pub story: Vec<Happening>,
}

/// The other side of a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OtherFault {
    /// The other access: agent and kind.
    pub what: String,
    /// Where.
    pub place: Option<FaultPlace>,
}

/// The step that is running, and how much of it is done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The interpreter runs the kernel: blocks done, and blocks in all.
    Kernel(u64, u64),
    /// The emulator runs the PTX: CTAs done, CTAs in all, and instructions so far.
    Ptx(u64, u64, u64),
}

/// Work after which a run is given up, in the units of the engines: minutes.
pub(crate) const BUDGET: u64 = 4_000_000_000;

/// Runs a kernel and its PTX on a launch. `lines` has the line of the kernel for each line of the PTX. `seed` chooses
/// the order of warps and the times of asynchronous work; `progress` is called now and then, and `Break` gives the run
/// up.
///
/// # Errors
/// The kernel or the PTX cannot be run on this launch at all: why, in words.
pub fn experiment<'a>(
    source: impl Into<Text<'a>>,
    ptx: (&str, &[u32]),
    abi: &Abi,
    launch: &Launch,
    seed: u32,
    progress: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Experiment, String> {
    experiment_relaxed(source, Arithmetic::default(), ptx, abi, launch, seed, progress)
}

/// As [`experiment`], of PTX that was made with leave to compute otherwise than the kernel says: the interpreter then
/// computes so, too.
///
/// # Errors
/// As [`experiment`].
pub fn experiment_relaxed<'a>(
    source: impl Into<Text<'a>>,
    arithmetic: Arithmetic,
    ptx: (&str, &[u32]),
    abi: &Abi,
    launch: &Launch,
    seed: u32,
    progress: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Experiment, String> {
    let mut case = form::generate(launch)?;
    let source = source.into();
    let read = source.parse().module;
    // Absent: the kernel has nothing that the leave is about.
    let module = relaxed(&read, arithmetic).map_or(read, |(module, _)| module);
    // Absent: a refusal without a message has no text.
    let refused = |list: Vec<Diagnostic>| list.first().map_or(String::new(), |d| d.message.clone());
    let options = tilewright_interp::Options {
        budget: BUDGET,
        ..Default::default()
    };
    let mut watch = |p: tilewright_interp::Progress| progress(Stage::Kernel(p.blocks_done, p.blocks));
    let meant = interpret::meant(&module, &mut case, options, &mut watch).map_err(refused)?;
    let options = tilewright_emulator::Options {
        seed: seed.into(),
        budget: BUDGET / 10,
    };
    let mut watch = |p: tilewright_emulator::Progress| progress(Stage::Ptx(p.ctas_done, p.ctas, p.instructions));
    let mut accesses = Accesses::default();
    let mut counting = |access: &WarpAccess<'_>| accesses.count(access);
    let observer = Some(&mut counting as &mut Observer<'_>);
    let run = match meant.unfinished {
        None => Some(crate::emulate::emulate_watched(
            ptx.0, abi, &case, options, &mut watch, observer,
        )?),
        Some(_) => None,
    };
    let index = LineIndex::new(source.shown());
    let kernel_faults = match &meant.findings {
        crate::Findings::Kernel(list) => list.iter().map(|d| Message::new(d, source.shown(), &index)).collect(),
        crate::Findings::Ptx(_) => Vec::new(),
    };
    let mut result = Experiment {
        verdict: Verdict::Unfinished,
        outputs: Vec::new(),
        kernel_faults,
        ptx_faults: Vec::new(),
        unfinished: meant.unfinished.map(str::to_string),
        printed: meant.printed,
        stats: Stats::default(),
        barriers: Vec::new(),
        accesses: Vec::new(),
    };
    if let Some(Watched { outcome, bytes }) = run {
        result.outputs = outputs(&case, &bytes);
        result.ptx_faults = outcome.findings.iter().map(|f| fault(f, ptx.1)).collect();
        result.unfinished = (outcome.ended == Ended::Cancelled).then(|| "the run was cancelled".to_string());
        result.stats = outcome.stats;
        result.barriers = outcome.barriers;
        result.accesses = line_accesses(&accesses.list(), ptx.1);
    }
    result.verdict = result.judge();
    Ok(result)
}

impl Experiment {
    fn judge(&self) -> Verdict {
        if !self.kernel_faults.is_empty() || !self.ptx_faults.is_empty() {
            Verdict::Faulty
        } else if self.unfinished.is_some() {
            Verdict::Unfinished
        } else if self.outputs.iter().any(|o| o.wrong > 0) {
            Verdict::Wrong
        } else if self.outputs.iter().any(|o| o.different > 0) {
            Verdict::Close
        } else {
            Verdict::Same
        }
    }
}

fn outputs(case: &Case, bytes: &[Vec<u8>]) -> Vec<OutputReport> {
    let written = case.arrays.iter().zip(bytes).filter(|(array, _)| array.is_output());
    let one = |(array, got): (&tilewright_case::Array, &Vec<u8>)| {
        let compared: Comparison = array.compare(got)?;
        let width = array.element.bytes();
        // Absent: nothing is expected: nothing differs.
        let expected = array.expected.as_deref().unwrap_or_default();
        let different = got
            .chunks(width)
            .zip(expected.chunks(width))
            .filter(|(a, b)| a != b)
            .count();
        let (absolute, relative) = array.tolerance.bounds();
        Some(OutputReport {
            name: array.name.clone(),
            element: array.element.name().to_string(),
            elements: compared.elements as u64,
            different: different as u64,
            wrong: compared.wrong as u64,
            first_wrong: compared.first_wrong.and_then(|w| w.at.first().map(|&at| at as u64)),
            largest_absolute: compared
                .largest_absolute
                .is_finite()
                .then_some(compared.largest_absolute),
            largest_relative: compared.largest_relative,
            absolute,
            relative,
        })
    };
    written.filter_map(one).collect()
}

/// Counts by line and kind, in the order of the PTX. `lines` has the line of the kernel for each line of the PTX.
pub(crate) fn line_accesses(counts: &[AccessCount], lines: &[u32]) -> Vec<LineAccesses> {
    let mut all: Vec<LineAccesses> = Vec::new();
    for count in counts {
        // Absent: an access that no line of the PTX makes.
        let Some(place) = count.place.map(|p| place(p, lines)) else {
            continue;
        };
        let kind = count.kind.name();
        let same = |one: &&mut LineAccesses| {
            one.kind == kind && one.place.line == place.line && (place.line > 0 || one.place.ptx_line == place.ptx_line)
        };
        if let Some(one) = all.iter_mut().find(same) {
            one.accesses += count.accesses;
            one.taken += count.taken;
            one.excess += count.excess();
        } else {
            all.push(LineAccesses {
                place,
                kind: kind.to_string(),
                global: count.kind.is_global(),
                accesses: count.accesses,
                taken: count.taken,
                excess: count.excess(),
            });
        }
    }
    all
}

fn place(position: PtxPosition, lines: &[u32]) -> FaultPlace {
    FaultPlace {
        ptx_line: position.line,
        // Absent: a line of PTX that no op has made.
        line: lines
            .get((position.line as usize).wrapping_sub(1))
            .copied()
            .unwrap_or(0),
    }
}

pub(crate) fn fault(finding: &Finding, lines: &[u32]) -> Fault {
    let place = |p: PtxPosition| place(p, lines);
    Fault {
        kind: finding.kind.name().to_string(),
        message: finding.message.clone(),
        place: finding.place.map(place),
        cta: finding.cta,
        warp: finding.warp,
        times: finding.times,
        others: finding
            .others
            .iter()
            .map(|o| OtherFault {
                what: o.what.clone(),
                place: o.place.map(place),
            })
            .collect(),
        agents: finding.agents.clone(),
        story: finding.story.clone(),
    }
}
