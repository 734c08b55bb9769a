//! The fate of a kernel's optimisation hints.

use crate::options::{Options, Swizzle};
use crate::report::{Hint, LoopSchedule, Schedule};
use tilewright_analysis::tma::swizzle_span;
use tilewright_diag::Diagnostic;
use tilewright_ir::dialects::cuda_tile::by_name;
use tilewright_ir::dialects::facts::CTAS;
use tilewright_ir::op_def::effects::READS;
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{Attr, AttrData, Module, Op};
use tilewright_layout::select::{Choice, Way};
use tilewright_lowering::cut_tile_blocks::{self, Whole};
use tilewright_machine::{MemorySpace, Target};

/// Has kernels ask for what options ask for: their own hints of these names go.
pub(crate) fn asked(module: &mut Module, options: &Options) {
    for &op in &module.walk(module.top()) {
        if module.kind(op) != cuda_tile::ENTRY {
            continue;
        }
        for (name, _, value) in given(options) {
            put(module, op, name, value.into());
        }
    }
}

/// The hints that options ask for, each with its option and its value.
fn given(options: &Options) -> impl Iterator<Item = (&'static str, &'static str, u32)> {
    let warps = ("num_worker_warps_per_cta", "--num-warps", options.num_warps);
    let ctas = (cut_tile_blocks::HINT, "--num-ctas", options.num_ctas);
    [warps, ctas]
        .into_iter()
        .filter_map(|(name, option, value)| Some((name, option, value?)))
}

/// Has what is said of a hint name the option that asked for it: nobody wrote an attribute.
pub(crate) fn tell_options(found: &mut [Diagnostic], options: &Options) {
    for (name, option, _) in given(options) {
        let hint = format!("the hint `{name}` ");
        for diagnostic in found.iter_mut().filter(|one| one.message.contains(&hint)) {
            diagnostic.help = Some(format!(
                "`{option}` asks for it: give it such a value, or leave it away"
            ));
        }
    }
}

/// Gives an op a hint for all targets, in place of those of that name.
fn put(module: &mut Module, op: Op, name: &str, value: i64) {
    let entries = |module: &Module, attr: Option<Attr>| match attr.map(|attr| module.attr_data(attr)) {
        Some(AttrData::Dict(entries)) => entries.to_vec(),
        // Absent: the op has no hints, or in a form that the verifier refuses.
        _ => Vec::new(),
    };
    let name = module.intern_name(name);
    let default = module.intern_name("default");
    let mut targets = entries(module, module.attr(op, "hints"));
    if targets.iter().all(|&(target, _)| target != default) {
        targets.insert(0, (default, module.intern_attr(AttrData::Dict([].into()))));
    }
    for (target, hints) in &mut targets {
        let mut own = entries(module, Some(*hints));
        own.retain(|&(other, _)| other != name);
        if *target == default {
            own.push((name, module.intern_attr(AttrData::Int(value))));
        }
        let own = AttrData::Dict(by_name(module, own));
        *hints = module.intern_attr(own);
    }
    let hints = module.intern_attr(AttrData::Dict(targets.into()));
    module.set_attr(op, "hints", hints);
}

/// Says of the latency hints of loads what became of them.
pub(crate) fn tell_latency(hints: &mut [Hint], schedule: Option<&Schedule>) {
    let of_latency = hints
        .iter_mut()
        .filter(|hint| hint.honoured && hint.name.ends_with(".latency"));
    for hint in of_latency {
        let mut loops = schedule.iter().flat_map(|schedule| &schedule.loops);
        let has = |found: &&LoopSchedule| found.graph.ops.iter().any(|op| op.line == Some(hint.line));
        let stages = loops.find(has).map(|found| found.depth.chosen);
        // Absent: a hint that is no number was refused when it was read.
        let asked = hint.value.parse::<i64>().ok();
        (hint.honoured, hint.reason) = match stages {
            Some(stages) if asked.is_some_and(|asked| stages >= asked) => {
                (true, format!("its loop has {stages} stages"))
            }
            Some(stages) => {
                let why = "no more fit, or an option asks for them";
                (false, format!("not honoured: its loop has {stages} stages: {why}"))
            }
            None => (
                false,
                "not honoured: its loop is not pipelined, or it is in none".to_string(),
            ),
        };
    }
}

/// Says of the swizzle hints of loads what their buffers have: an option for a side of products goes before them.
pub(crate) fn tell_swizzle(hints: &mut [Hint], layouts: &[Choice], options: &Options) {
    let of_swizzle = hints
        .iter_mut()
        .filter(|hint| hint.honoured && hint.name.ends_with(".swizzle"));
    let flags = [
        ("--lhs-swizzle", options.lhs_swizzle),
        ("--rhs-swizzle", options.rhs_swizzle),
    ];
    for hint in of_swizzle {
        let of_load = |choice: &&Choice| choice.line == hint.line && choice.to == MemorySpace::Shared;
        let chosen = layouts.iter().find(of_load).and_then(Choice::taken);
        let span = chosen.and_then(|candidate| match candidate.way {
            Way::Boxes { span, .. } => Some(span),
            // Absent: rows that are in no boxes have no such swizzle.
            _ => None,
        });
        let Some(span) = span else {
            hint.honoured = false;
            hint.reason = "not honoured: its tile goes to no buffer".to_string();
            continue;
        };
        if hint.value == span.to_string() {
            hint.reason = "the tile's buffer has it".to_string();
            continue;
        }
        let asks = |asked: Option<Swizzle>| asked.and_then(|asked| swizzle_span(asked.name())) == Some(span);
        let flag = flags.iter().find(|(_, asked)| asks(*asked));
        hint.honoured = false;
        hint.reason = match flag {
            Some((flag, _)) => {
                format!("not honoured: overridden by {flag}, by which the tile's buffer has {span} bytes")
            }
            None => format!("not honoured: the tile's rows fit one of {span} bytes"),
        };
    }
}

/// Every hint of a module, with what the compiler does about it; with a tile scheduler tile blocks stay whole.
pub fn hints(module: &Module, target: &Target, has_scheduler: bool) -> Vec<Hint> {
    let mut hints = Vec::new();
    for op in module.walk(module.top()) {
        if let Some(AttrData::Dict(by_target)) = module.attr(op, "hints").map(|attr| module.attr_data(attr)) {
            for &(of, attr) in by_target {
                // Absent: the verifier refuses hints in another form.
                let AttrData::Dict(entries) = module.attr_data(attr) else {
                    continue;
                };
                for &(name, value) in entries {
                    let key = module.name(of);
                    let name_text = module.name(name);
                    let known = tilewright_analysis::hint(module, op, &target.name, name_text);
                    // Another key may say something else for this GPU.
                    let counts = match module.attr_data(value) {
                        AttrData::Int(own) => known == Some(*own),
                        AttrData::Bool(own) => known == Some(i64::from(*own)),
                        // Absent: a hint of another kind is not known.
                        _ => false,
                    };
                    let mut found = hint(module, op, counts, key, name_text, module.attr_text(value));
                    if name_text == cut_tile_blocks::HINT && counts {
                        tell_ctas(&mut found, module, op, (target, has_scheduler));
                    }
                    hints.push(found);
                }
            }
        }
    }
    hints
}

/// Says whether a tile block is cut into as many CTAs as its hint asks for.
fn tell_ctas(hint: &mut Hint, module: &Module, kernel: Op, (target, has_scheduler): (&Target, bool)) {
    let is_read = module.kind(kernel) == cuda_tile::ENTRY;
    let was_cut = module.has_attr(kernel, CTAS) || is_read && cut_tile_blocks::place(module, kernel).is_some();
    let whole = match cut_tile_blocks::cut(module, kernel, target) {
        _ if was_cut => None,
        _ if !is_read => Some("the passes before left it whole".to_string()),
        // Absent: it asks for one.
        None => return,
        Some(_) if has_scheduler => {
            Some("a tile scheduler hands out its tiles, with clusters of its own (--cluster)".to_string())
        }
        Some(cut) => cut.err().map(Whole::words),
    };
    hint.honoured = whole.is_none();
    hint.reason = whole.map_or_else(
        || "each CTA of a cluster of so many computes a slice of a tile block".to_string(),
        |why| format!("not honoured: one CTA computes a tile block: {why}"),
    );
}

fn hint(module: &Module, op: Op, counts: bool, target: &str, name: &str, value: String) -> Hint {
    let honoured = match (name, &*value) {
        // Whether so many fit is told when the kernel is compiled.
        ("occupancy", _) => Some("registers and stages are limited so that so many CTAs fit an SM"),
        ("num_worker_warps_per_cta", "4" | "8") => {
            Some("tiles are shared out to so many warps, or to more where they need more")
        }
        // Whether its loop has such a ring is told when the kernel is compiled.
        ("latency", _) if module.kind(op).def().does(READS) => {
            Some("its loop has no fewer stages, where it is pipelined")
        }
        ("allow_tma", "false") => Some("TMA is not used for it"),
        ("allow_tma", _) => Some("TMA is used where the view and the loop allow it"),
        ("swizzle", _) => Some("the tile's buffer has it, where its loop is pipelined"),
        ("num_cta_in_cga", "1") => Some("one CTA per cluster is used"),
        _ => None,
    };
    if let Some(reason) = honoured.filter(|_| counts) {
        return Hint {
            name: format!("{target}.{name}"),
            value,
            line: module.loc_data(module.loc(op)).line,
            honoured: true,
            reason: reason.to_string(),
        };
    }
    let reason = match name {
        "num_cta_in_cga" => "it is for other GPUs",
        "num_worker_warps_per_cta" => "4 or 8 warps are used, as tiles need",
        "occupancy" => "it is for other GPUs",
        "allow_tma" => "it is for other GPUs",
        "latency" => "it is for other GPUs, or of a store, which nothing waits for",
        // Absent: a hint that the language does not have.
        _ => "the hint is not known",
    };
    Hint {
        name: format!("{target}.{name}"),
        value,
        line: module.loc_data(module.loc(op)).line,
        honoured: false,
        reason: format!("not honoured yet: {reason}"),
    }
}
