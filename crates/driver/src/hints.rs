//! What becomes of a kernel's optimisation hints.

use crate::report::Hint;
use tilewright_ir::{AttrData, Module, Op};

/// Every hint of a module, with what the compiler does about it.
pub fn hints(module: &Module) -> Vec<Hint> {
    let mut hints = Vec::new();
    for op in module.walk(module.top()) {
        if let Some(AttrData::Dict(by_target)) = module.attr(op, "hints").map(|attr| module.attr_data(attr)) {
            for &(target, attr) in by_target {
                let AttrData::Dict(entries) = module.attr_data(attr) else {
                    continue;
                };
                for &(name, value) in entries {
                    hints.push(hint(
                        module,
                        op,
                        module.name(target),
                        module.name(name),
                        module.attr_text(value),
                    ));
                }
            }
        }
    }
    hints
}

fn hint(module: &Module, op: Op, target: &str, name: &str, value: String) -> Hint {
    let reason = match name {
        "num_cta_in_cga" => "one CTA per cluster is used",
        "num_worker_warps_per_cta" => "the number of warps follows from the tiles",
        "occupancy" => "registers are not limited for occupancy",
        "allow_tma" => "the compiler chooses by alignment and shape",
        "latency" => "the compiler uses its own latencies",
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
