//! The fate of a kernel's optimisation hints.

use crate::report::Hint;
use tilewright_ir::{AttrData, Module, Op};

/// Every hint of a module, with what the compiler does about it.
pub fn hints(module: &Module, gpu: &str) -> Vec<Hint> {
    let mut hints = Vec::new();
    for op in module.walk(module.top()) {
        if let Some(AttrData::Dict(by_target)) = module.attr(op, "hints").map(|attr| module.attr_data(attr)) {
            for &(target, attr) in by_target {
                // Absent: the verifier refuses hints in another form.
                let AttrData::Dict(entries) = module.attr_data(attr) else {
                    continue;
                };
                for &(name, value) in entries {
                    let key = module.name(target);
                    let name_text = module.name(name);
                    let known = tilewright_analysis::hint(module, op, gpu, name_text);
                    // Another key may say something else for this GPU.
                    let counts = matches!(module.attr_data(value), AttrData::Int(own) if known == Some(*own));
                    hints.push(hint(module, op, counts, key, name_text, module.attr_text(value)));
                }
            }
        }
    }
    hints
}

fn hint(module: &Module, op: Op, counts: bool, target: &str, name: &str, value: String) -> Hint {
    let honoured = match (name, &*value) {
        // Whether so many fit is told when the kernel is compiled.
        ("occupancy", _) => Some("registers and stages are limited so that so many CTAs fit an SM"),
        ("num_worker_warps_per_cta", "4" | "8") => {
            Some("tiles are shared out to so many warps, or to more where they need more")
        }
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
        "num_cta_in_cga" => "one CTA per cluster is used",
        "num_worker_warps_per_cta" => "4 or 8 warps are used, as tiles need",
        "occupancy" => "it is for other GPUs",
        "allow_tma" => "the compiler chooses by alignment and shape",
        "latency" => "the compiler uses its own latencies",
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
