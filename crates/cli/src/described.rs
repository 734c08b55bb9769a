//! A kernel in the words of the description (`--described`): it is compiled until pipelines would become barriers, said in
//! other words there, and compiled on from those.

use crate::exit::Exit;
use crate::messages::print_messages;
use crate::settings::known_target;
use crate::terminal::tell;
use std::path::Path;
use tilewright_diag::Severity;
use tilewright_driver::report::Message;
use tilewright_driver::{Asked, Text, blame_text, trace_asked};
use tilewright_ir::ops::{cutlass, nv_tileas};
use tilewright_ir::{Module, Op};
use tilewright_lowering::convert_pipeline_to_nvvm::{PipelineForm, lower};
use tilewright_machine::Target;
use tilewright_protocol as protocol;
use tilewright_tile_lowering::described::{described, without_work};

/// The boundary at which pipelines are still pipelines, and all of a kernel has its place.
pub const BOUNDARY: &str = "assign-buffers";

/// A kernel in the description's words.
pub struct Described {
    /// With work tiles: what `--emit cutlass` writes.
    pub words: String,
    /// With these as arithmetic: what is compiled on from [`BOUNDARY`].
    pub text: String,
}

/// Says a kernel in the description's words. What is wrong with it has been said.
///
/// # Errors
/// The exit code where the kernel is refused, or none of its loops has agents.
pub fn said(source: Text<'_>, asked: Asked<'_>, (from, path): (Option<&str>, &Path)) -> Result<Described, Exit> {
    let target = known_target(&asked.options.gpu_name)?;
    let trace = trace_asked(source, asked, from);
    let messages = &trace.report.diagnostics;
    if messages.iter().any(|message| message.severity == Severity::Error) {
        return Err(print_messages(messages, path, source.shown()).max(Exit::Wrong));
    }
    let boundary = trace.snapshots.iter().rev().find(|snapshot| snapshot.name == BOUNDARY);
    let module = boundary.map(|boundary| tilewright_ir::parse(&boundary.listing().text).module);
    let has_agents = |module: &Module| {
        let is_switch = |op: &Op| module.kind(*op) == nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH;
        module.walk(module.top()).iter().any(is_switch)
    };
    let Some(module) = module.filter(has_agents) else {
        tell!(
            "error: --described says agents and their pipelines in other words, and this kernel has none here; leave it out"
        );
        return Err(Exit::Usage);
    };
    let both = described(&module).and_then(|words| Ok((without_work(&words, target)?, words)));
    match both {
        Ok((text, words)) => {
            judge(&text, path, target);
            Ok(Described {
                words: tilewright_ir::print(&words).text,
                text: tilewright_ir::print(&text).text,
            })
        }
        Err(mut refusal) => {
            blame_text(&mut refusal);
            tell!("error: {}", refusal.message);
            Err(Exit::OurBug)
        }
    }
}

/// Says the verdict on the barriers of what is compiled on; one that is refuted is no PTX.
fn judge(text: &Module, path: &Path, target: &Target) {
    let ops = text.walk(text.top()).into_iter();
    let warps = ops.filter(|&op| text.kind(op) == cutlass::PIPELINE_SWITCH_BY_EXECUTOR);
    // Absent: agents are warps of a switch.
    let warps = warps.filter_map(|op| text.int_attr(op, "num_warps")).max().unwrap_or(0);
    let cta = protocol::Cta {
        warps: u32::try_from(warps).unwrap_or(0),
        shared_bytes: target.shared_bytes_per_cta.value,
    };
    // Absent: what does not become barriers is refused where it is compiled on.
    let lowered = lower(text, PipelineForm::Step).ok();
    if let Some(verdict) = lowered.and_then(|lowered| protocol::verdict(&lowered, cta)) {
        tell!(
            "{}, described: barriers {}: {}",
            path.display(),
            verdict.verdict.word(),
            verdict.text
        );
    }
}

/// Whether a message of the second half of a compilation is worth telling: that it heeds no options of the first is no news.
pub fn is_news(message: &Message) -> bool {
    message.code != "boundary.late"
}
