//! Rules of debug information: the scopes that locations name.

use super::{Rule, ensure};
use crate::attrs::AttrData;
use crate::entity::{Attr, Op};
use crate::locations::LocKind;
use crate::module::Module;
use crate::ops::cuda_tile;
use crate::verify::Violation;
use crate::verify::kind::SCOPE;

/// The rule for the scope of an op's location: a kernel has its own subprogram, what stands in it no other one, and
/// what stands in no kernel none.
pub(crate) fn scopes(module: &Module, op: Op) -> Rule {
    let Some(location) = module.location(op) else {
        return Ok(());
    };
    if is_function(module, op) {
        return function(module, op, location);
    }
    let place = module.place(location);
    if place.scope.is_none() || module.def(op).dialect() != "cuda_tile" {
        return Ok(());
    }
    let mut around = module.parent_op(op);
    while let Some(outer) = around {
        if module.kind(outer) == cuda_tile::MODULE {
            let message = "what stands in no kernel has no scope, but its location names one";
            return Err(Violation::of(SCOPE, message));
        }
        if is_function(module, outer) {
            let own = module.location(outer).and_then(|l| module.place(l).subprogram);
            return ensure(own == place.subprogram, SCOPE, || match own {
                None => "its location names a scope, but the location of its kernel names none".to_string(),
                Some(_) => "its location is in another subprogram than its kernel".to_string(),
            })
            .map_err(|violation| violation.help("let the scopes of a kernel's ops lie in the kernel's subprogram"));
        }
        around = module.parent_op(outer);
    }
    Ok(())
}

fn is_function(module: &Module, op: Op) -> bool {
    matches!(module.kind(op), cuda_tile::ENTRY | cuda_tile::TESTING_FUNC)
}

fn function(module: &Module, op: Op, location: Attr) -> Rule {
    let is_call = matches!(module.attr_data(location), AttrData::Loc(LocKind::CallSite, _));
    ensure(!is_call, SCOPE, || {
        "a kernel's location is not that of a call".to_string()
    })?;
    let place = module.place(location);
    ensure(place.scope == place.subprogram, SCOPE, || {
        "the scope of a kernel is a `di_subprogram`, not a block in one".to_string()
    })?;
    let Some(AttrData::Record(_, params)) = place.subprogram.map(|scope| module.attr_data(scope)) else {
        return Ok(());
    };
    let text = |attr: Option<Attr>| match attr.map(|attr| module.attr_data(attr)) {
        Some(&AttrData::Str(name) | &AttrData::Symbol(name)) => module.name(name),
        _ => "",
    };
    let (linked, own) = (text(params.attrs.get(2).copied()), text(module.attr(op, "sym_name")));
    ensure(linked == own, SCOPE, || {
        format!("the subprogram of its location has the linkage name \"{linked}\", not \"{own}\"")
    })
}
