//! Rules of kernels, loops and branches, and of what prints.

use super::{Rule, ensure, is_input, required_ty, result_ty, types_text};
use crate::OpKind;
use crate::attrs::AttrData;
use crate::dialects::cuda_tile::hints;
use crate::entity::{Block, Op, Ty, Value};
use crate::module::Module;
use crate::operand;
use crate::ops::{cuda_tile, nv_tileaa, nv_tileas, scf};
use crate::verify::Violation;
use crate::verify::kind::{ATTRIBUTE, COUNT, REGION, SHAPE, TYPE};
use tilewright_diag::counted;

/// An op that stands at the top, or in a module, and nowhere else.
pub(super) fn at_the_top(module: &Module, op: Op, what: &str) -> Rule {
    let inside = module.parent_op(op);
    let is_there = inside.is_none_or(|parent| module.kind(parent) == cuda_tile::MODULE);
    ensure(is_there, REGION, || format!("{what} stands at the top, or in a module"))
}

pub(crate) fn module(module: &Module, op: Op) -> Rule {
    at_the_top(module, op, "a module")
}

pub(crate) fn entry(module: &Module, op: Op) -> Rule {
    at_the_top(module, op, "a kernel")?;
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Ok(());
    };
    let odd = module
        .arguments(block)
        .iter()
        .map(|&a| module.ty(a))
        .find(|&ty| module.tile_type(ty).is_none_or(|t| !t.shape.is_empty()));
    if let Some(ty) = odd {
        let kind = if module.tile_type(ty).is_some() { SHAPE } else { TYPE };
        let message = format!(
            "the parameters of a kernel are scalar tiles, such as `tile<i32>` or `tile<ptr<f32>>`, not `{}`",
            module.type_text(ty)
        );
        return Err(Violation::of(kind, message));
    }
    hints::check(module, op, &["num_cta_in_cga", "num_worker_warps_per_cta", "occupancy"])
}

/// Loops and branches carry and yield anything but views, which are not values of their own. The language has no such
/// loops and branches: `tileirdisasm` 13.5 refuses bytecode in which a `for`, `loop` or `if` carries or
/// results in a tensor view or a view of tiles, of any version. A pointer can be carried, and the view made inside.
fn carriable(module: &Module, values: &[Value]) -> Rule {
    let is_view = |ty: Ty| module.tensor_view_type(ty).is_some() || module.tile_view_type(ty).is_some();
    let view = values.iter().map(|&v| module.ty(v)).find(|&ty| is_view(ty));
    let Some(view) = view else { return Ok(()) };
    let message = format!("a view cannot be carried, but `{}` is", module.type_text(view));
    Err(Violation::of(TYPE, message).help("carry its pointer, sizes and strides, and make the view where it is used"))
}

/// The types that a loop starts from, carries and ends with.
fn carried(module: &Module, inits: &[Value], arguments: &[Value]) -> Rule {
    ensure(inits.len() == arguments.len(), COUNT, || {
        format!(
            "{} for {} that it carries",
            counted(inits.len(), "initial values"),
            arguments.len()
        )
    })?;
    let mut pairs = inits.iter().zip(arguments);
    ensure(pairs.all(|(&a, &b)| module.ty(a) == module.ty(b)), TYPE, || {
        "the values that a loop carries must have the types that it starts from".to_string()
    })
}

pub(crate) fn for_loop(module: &Module, op: Op) -> Rule {
    let bounds = operand::BOUNDS.map(|name| required_ty(module, op, name));
    ensure(bounds[0] == bounds[1] && bounds[0] == bounds[2], TYPE, || {
        "bounds and step must have one type".to_string()
    })?;
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Ok(());
    };
    let Some((&index, arguments)) = module.arguments(block).split_first() else {
        return Err(Violation::of(COUNT, "its body takes no index"));
    };
    ensure(module.ty(index) == bounds[0], TYPE, || {
        "the index must have the type of the bounds".to_string()
    })?;
    carried(module, module.loop_inits(op), arguments)?;
    carried(module, module.results(op), arguments)?;
    if is_input(module, op) {
        carriable(module, arguments)?;
    }
    ends_with(module, block, &[CONTINUE], module.results(op).len())
}

pub(crate) fn endless_loop(module: &Module, op: Op) -> Rule {
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return Ok(());
    };
    carried(module, module.operands(op), module.arguments(block))?;
    if is_input(module, op) {
        carriable(module, module.operands(op))?;
        carriable(module, module.results(op))?;
    }
    ends_with(module, block, &[CONTINUE, BREAK, RETURN], module.operands(op).len())
}

/// Ends of blocks, each at the levels that have it.
const YIELD: &[OpKind] = &[cuda_tile::YIELD, scf::YIELD];
const CONTINUE: &[OpKind] = &[cuda_tile::CONTINUE, scf::CONTINUE];
const BREAK: &[OpKind] = &[cuda_tile::BREAK, scf::BREAK];
const RETURN: &[OpKind] = &[cuda_tile::RETURN, nv_tileaa::RETURN, nv_tileas::RETURN];

/// The ways in which a block may end. One that may leave its terminator out yields nothing.
fn ends_with(module: &Module, block: Block, ends: &[&[OpKind]], wanted: usize) -> Rule {
    let last = module.last_op(block).map(|last| module.def(last));
    match last.filter(|def| def.has(crate::op_def::traits::TERMINATOR)) {
        Some(def) => ensure(ends.iter().any(|end| end.contains(&def.kind)), REGION, || {
            format!(
                "its body must end in `{}`, not in `{}`",
                words(ends).join("`, `"),
                def.short_name()
            )
        }),
        None => ensure(wanted == 0, COUNT, || {
            format!(
                "its body must end in `{}` with {}",
                words(ends)[0],
                counted(wanted, "values")
            )
        }),
    }
}

fn words(ends: &[&[OpKind]]) -> Vec<&'static str> {
    ends.iter().map(|end| end[0].short_name()).collect()
}

pub(crate) fn branch(module: &Module, op: Op) -> Rule {
    let results = module.results(op);
    if is_input(module, op) {
        carriable(module, results)?;
    }
    for (&region, way) in module.regions(op).iter().zip(["then", "else"]) {
        let Some(block) = module.entry_block(region) else {
            ensure(way == "else", REGION, || "an `if` needs its first way".to_string())?;
            ensure(results.is_empty(), REGION, || {
                "an `if` with results needs an `else`".to_string()
            })?;
            continue;
        };
        ensure(module.arguments(block).is_empty(), COUNT, || {
            "the branches of an `if` take no arguments".to_string()
        })?;
        ends_with(module, block, &[YIELD, CONTINUE, BREAK, RETURN], results.len())?;
        if let Some(last) = module.last_op(block)
            && YIELD.contains(&module.kind(last))
        {
            let given = module.operands(last);
            ensure(given.len() == results.len(), COUNT, || {
                format!(
                    "the {way} way yields {}, and the op has {}",
                    counted(given.len(), "values"),
                    counted(results.len(), "results")
                )
            })?;
            let mut pairs = given.iter().zip(results);
            ensure(pairs.all(|(&a, &b)| module.ty(a) == module.ty(b)), TYPE, || {
                "both branches must yield values of the result types".to_string()
            })?;
        }
    }
    Ok(())
}

/// `continue` and `break` stand in a loop and hand on what it wants.
pub(crate) fn in_loop(module: &Module, op: Op) -> Rule {
    let is_break = BREAK.contains(&module.kind(op));
    let mut around = module.parent_op(op);
    while let Some(outer) = around {
        match module.kind(outer) {
            cuda_tile::IF | scf::IF => around = module.parent_op(outer),
            cuda_tile::FOR | scf::FOR if is_break => {
                return Err(Violation::of(REGION, "`break` leaves a `loop`, not a `for`"));
            }
            cuda_tile::FOR | scf::FOR | cuda_tile::LOOP | scf::LOOP => {
                let wanted = if is_break {
                    module.results(outer)
                } else {
                    module.operands_named(outer, operand::INITS)
                };
                return handed_on(module, op, wanted);
            }
            _ => break,
        }
    }
    Err(Violation::of(REGION, "it stands in no loop"))
}

fn handed_on(module: &Module, op: Op, wanted: &[Value]) -> Rule {
    let given = module.operands(op);
    let mut pairs = given.iter().zip(wanted);
    if given.len() == wanted.len() && pairs.all(|(&a, &b)| module.ty(a) == module.ty(b)) {
        return Ok(());
    }
    let kind = if given.len() == wanted.len() { TYPE } else { COUNT };
    let (wanted, given) = (types_text(module, wanted), types_text(module, given));
    Err(Violation::of(kind, format!("the loop wants ({wanted}), not ({given})")))
}

/// `yield` ends a way of `if`, or a combiner.
pub(crate) fn yields(module: &Module, op: Op) -> Rule {
    let ends_it = |outer| {
        matches!(
            module.kind(outer),
            cuda_tile::IF
                | scf::IF
                | cuda_tile::REDUCE
                | cuda_tile::SCAN
                | nv_tileaa::REDUCE
                | nv_tileaa::SCAN
                | nv_tileas::REDUCE
                | nv_tileas::SCAN
        )
    };
    ensure(module.parent_op(op).is_some_and(ends_it), REGION, || {
        "it ends a way of `if`, or the combiner of `reduce` or `scan`".to_string()
    })
}

/// `return` ends the kernel from its end, or from a branch or an endless loop.
pub(crate) fn early_return(module: &Module, op: Op) -> Rule {
    let mut around = module.parent_op(op);
    while let Some(outer) = around {
        match module.kind(outer) {
            cuda_tile::IF | scf::IF | cuda_tile::LOOP | scf::LOOP => around = module.parent_op(outer),
            cuda_tile::ENTRY => {
                let count = module.operands(op).len();
                return ensure(count == 0, COUNT, || {
                    format!("a kernel returns nothing, not {}", counted(count, "values"))
                });
            }
            cuda_tile::TESTING_FUNC => {
                return crate::dialects::cuda_tile::testing::returns(module, outer, module.operands(op));
            }
            cuda_tile::FOR | scf::FOR => return Err(Violation::of(REGION, "a `for` cannot be left by `return`")),
            _ => break,
        }
    }
    Err(Violation::of(REGION, "it ends a kernel, which is not here"))
}

/// One argument for each conversion of the format.
pub(crate) fn print(module: &Module, op: Op) -> Rule {
    let format = match module.attr(op, "format").map(|a| module.attr_data(a)) {
        Some(AttrData::Str(text)) => module.name(*text),
        _ => "",
    };
    let mut wanted = 0;
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let after = &rest[at + 1..];
        // `%%` is a percent sign; every other one begins a conversion, also within what was to be one.
        if let Some(text) = after.strip_prefix('%') {
            rest = text;
            continue;
        }
        if !after.contains(|c| "diuoxXeEfFgGaAcspn%".contains(c)) {
            let message = format!("the conversion `{}` in the format does not end", &rest[at..]);
            return Err(Violation::of(ATTRIBUTE, message).help("write `%%` for a percent sign"));
        }
        wanted += 1;
        rest = after;
    }
    let found = module.operands_named(op, operand::ARGS).len();
    ensure(wanted == found, COUNT, || {
        format!(
            "the format has {} for {}",
            counted(wanted, "conversions"),
            counted(found, "arguments")
        )
    })
}

/// Three numbers of a grid.
pub(crate) fn i32_results(module: &Module, op: Op) -> Rule {
    let first = result_ty(module, op);
    let right = module.shape(first).is_empty() && module.element_scalar(first).is_some_and(|s| s.name == "i32");
    ensure(right, TYPE, || "the results are of type `tile<i32>`".to_string())
}
