//! `convert-tileaa-to-tileas`
//!
//! Purpose: to the dialect whose ops can be given layouts.
//!
//! Requires: `nv_tileaa`, `arith`, `scf`. Guarantees: no `nv_tileaa` op is left; tiles have no layouts yet. Products say how much of K counts.

use tilewright_analysis::Context;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::ops::nv_tileaa;
use tilewright_ir::{Module, Op, Registry};

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let mut target = ConversionTarget::new(&["arith", "scf", "nvvm", "cutlass"], &[]);
    for pattern in patterns() {
        target.add(pattern);
    }
    let (mut module, ()) = convert(module, &target, ())?;
    crate::packed::clean(&mut module);
    crate::zero_depth::mark(&mut module);
    if context.arithmetic.contract {
        let parted = crate::carried_sums::part(&mut module, context.target);
        context.notes.borrow_mut().sums_in_parts |= parted;
    }
    Ok(Some(module))
}

/// One pattern for each op of `nv_tileaa`; all have a twin.
fn patterns() -> impl Iterator<Item = &'static Pattern<()>> {
    static PATTERNS: std::sync::OnceLock<Vec<Pattern<()>>> = std::sync::OnceLock::new();
    let ops = || Registry::builtin().ops().filter(|def| def.dialect() == "nv_tileaa");
    PATTERNS
        .get_or_init(|| {
            ops()
                .map(|def| Pattern {
                    op: def.kind,
                    rewrite: rename,
                })
                .collect()
        })
        .iter()
}

fn rename(cx: &mut Conversion<'_, ()>, op: Op) -> Result<(), Failure> {
    if cx.old.kind(op) == nv_tileaa::DOT_SCALED {
        return crate::packed::dot_scaled(cx, op);
    }
    let short = cx.old.def(op).short_name();
    match Registry::builtin().op(&format!("nv_tileas.{short}")) {
        Some(def) => cx.copy_as(op, def.kind).map(|_| ()),
        None => Err(cx.error(op, "convert.unsupported", format!("`{short}` is not supported yet"))),
    }
}
