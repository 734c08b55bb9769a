//! Runs of neighbours in tiles of pointers, numbers and predicates: along the innermost dimension, how many elements from
//! each multiple of that number on follow one another, or are the same, and what the first of them is divisible by.
//!
//! A thread moves a run of pointers with one access where its first address is a multiple of the run's bytes, and where all
//! of it is masked alike: an index that is compared with a bound of which the run is a divisor is below it for all of the run or for
//! none. The rules are those of the published analysis of axes in Triton, for powers of two.

use crate::divisibility::{MAX_DIVISOR, divisor, promised};
use tilewright_ir::ops::{arith, nv_tileas};
use tilewright_ir::{Module, Op, Value, operand};
use tilewright_machine::{layout_atoms, memory};

/// The shape of the values of a tile along its innermost dimension; all powers of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    /// So many elements follow one another: each is one more than the one before, of pointers one element more.
    follow: u64,
    /// So many elements are the same.
    same: u64,
    /// A divisor of the first element of each run that follows, of pointers in bytes; of all elements where none follow.
    divisor: u64,
}

/// Nothing is known.
const UNKNOWN: Run = Run {
    follow: 1,
    same: 1,
    divisor: 1,
};

/// Values that are looked at for one access: an op may be reached on many ways.
const VALUES: u32 = 128;

/// The number of neighbours that one access of a thread may move, of a load or store by a tile of pointers to elements of
/// so many bytes.
pub fn of_access(module: &Module, op: Op, bytes: u64) -> u64 {
    let of = |value| run(module, value, &mut VALUES.clone());
    let pointers = [operand::SOURCE, operand::DESTINATION, operand::POINTERS];
    let pointers = pointers.into_iter().find_map(|name| module.operand_named(op, name));
    // Absent: an access without pointers moves one element at a time.
    let pointers = pointers.map_or(UNKNOWN, of);
    // Absent: an access without a mask moves everything.
    let masked = module
        .operand_named(op, operand::MASK)
        .map_or(MAX_DIVISOR, |mask| of(mask).same);
    let aligned = (pointers.divisor / bytes).max(1);
    let most = (memory().access_bytes.value / bytes).max(1);
    pointers.follow.min(aligned).min(masked).min(most)
}

/// Whether an atomic only changes memory: nobody asks what was there, and nothing waits for what it sees.
pub fn only_reduces(module: &Module, op: Op) -> bool {
    // Absent: it is weak, or no atomic.
    let acquires = matches!(module.keyword(op, "ordering"), "acquire" | "acq_rel");
    match module.kind(op) {
        nv_tileas::TILED_ATOMIC_RMW => true,
        nv_tileas::ATOMIC_RMW => {
            // Absent: a contradiction, its record asks for the mode.
            module.uses(module.result(op, 0)).is_empty() && module.keyword(op, "mode") != "xchg" && !acquires
        }
        // Absent: all others read.
        _ => false,
    }
}

/// The atom of GPUs that add several floats to memory by one instruction.
pub const VECTOR_ADDITION: &str = "red.global.add.vec";

/// Whether a thread adds neighbours to memory by one instruction, each of them atomically: floats up to 32 bits, on GPUs of a compute
/// capability that have such an instruction.
pub fn reduces_together(module: &Module, op: Op, capability: u32) -> bool {
    let tile = [operand::TILE, operand::ARG]
        .into_iter()
        .find_map(|name| module.operand_named(op, name));
    // Absent: it is no atomic with an operand.
    let bytes = tile.map_or(0, |tile| module.element_bytes(module.ty(tile)));
    // Absent: a contradiction, records of atomics ask for the mode.
    let adds = module.keyword(op, "mode") == "addf" && (1..=4).contains(&bytes);
    adds && only_reduces(module, op) && layout_atoms().has(VECTOR_ADDITION, capability)
}

/// The run of a value; of so many values at most.
fn run(module: &Module, mut value: Value, left: &mut u32) -> Run {
    // Which thread has an element does not change it. Conversions do not count: the question is asked before there are any, and again
    // when all are there.
    let converted = |value| {
        let op = module.defining_op(value)?;
        (module.kind(op) == nv_tileas::CONVERT_LAYOUT).then(|| module.only_operand(op))
    };
    while let Some(source) = converted(value) {
        value = source;
    }
    let inner = inner_extent(module, value);
    if module.constant_int(value).is_some() {
        return Run {
            follow: 1,
            same: inner,
            divisor: divisor(module, value),
        };
    }
    let (Some(op), Some(rest)) = (module.defining_op(value), left.checked_sub(1)) else {
        return shared(module, value).unwrap_or(UNKNOWN);
    };
    *left = rest;
    let mut of = |value| run(module, value, left);
    match module.kind(op) {
        nv_tileas::MAKE_RANGE => Run {
            follow: inner,
            same: 1,
            divisor: MAX_DIVISOR,
        },
        nv_tileas::VIEW | nv_tileas::BROADCAST => {
            let source = inner_extent(module, module.only_operand(op));
            let repeated = module.kind(op) == nv_tileas::BROADCAST && source == 1;
            match of(module.only_operand(op)) {
                run if source == inner => run,
                // One element stands alone: it is only known what all elements are divisible by.
                run if inner == 1 => Run {
                    divisor: every(run),
                    ..UNKNOWN
                },
                run if repeated => Run { same: inner, ..run },
                _ => UNKNOWN,
            }
        }
        nv_tileas::ASSUME => {
            let run = of(module.only_operand(op));
            Run {
                divisor: run.divisor.max(promised(module, op)),
                ..run
            }
        }
        arith::EXTI => of(module.only_operand(op)),
        arith::ADDI => {
            let [lhs, rhs] = module.sides(op).map(of);
            sum(lhs, rhs)
        }
        arith::OFFSET => {
            let bytes = u64::from(pointee_bytes(module, value));
            let index = of(module.required_operand(op, operand::OFFSET));
            let divisor = index.divisor.saturating_mul(bytes).min(MAX_DIVISOR);
            let pointer = of(module.required_operand(op, operand::PTR));
            sum(pointer, Run { divisor, ..index })
        }
        arith::MULI => {
            let [lhs, rhs] = module.sides(op).map(of);
            product(lhs, rhs)
        }
        arith::ANDI => {
            let [lhs, rhs] = module.sides(op).map(of);
            Run {
                same: lhs.same.min(rhs.same),
                ..UNKNOWN
            }
        }
        arith::CMPI => {
            let below = module.keyword(op, "predicate") == "less_than";
            let [lhs, rhs] = module.sides(op).map(of);
            Run {
                same: compared(lhs, rhs, below),
                ..UNKNOWN
            }
        }
        // Absent: nothing is known of what other ops compute, unless it is one number.
        _ => shared(module, value).unwrap_or(UNKNOWN),
    }
}

/// One number: it is the same everywhere.
fn shared(module: &Module, value: Value) -> Option<Run> {
    let is_one = module.shape(module.ty(value)).is_empty();
    is_one.then(|| Run {
        follow: 1,
        same: 1,
        divisor: divisor(module, value),
    })
}

/// The extent of the innermost dimension.
fn inner_extent(module: &Module, value: Value) -> u64 {
    // Absent: a single element has no dimension.
    module
        .shape(module.ty(value))
        .last()
        .map_or(1, |&extent| extent.max(1) as u64)
}

/// Bytes of what a tile of pointers points to.
fn pointee_bytes(module: &Module, value: Value) -> u32 {
    let pointee = module.pointee(module.element(module.ty(value)));
    // Absent: an offset of what is no pointer, which the verifier refuses.
    pointee.map_or(1, |ty| module.element_bytes(ty))
}

fn sum(a: Run, b: Run) -> Run {
    let follow = a.follow.min(b.same).max(a.same.min(b.follow));
    Run {
        follow,
        same: a.same.min(b.same),
        divisor: first_divisor(a, follow).min(first_divisor(b, follow)),
    }
}

/// A divisor of every element that stands at a multiple of a run.
fn first_divisor(run: Run, of: u64) -> u64 {
    // Within a run that follows, elements are their place more than its first.
    if run.follow > of {
        run.divisor.min(of)
    } else {
        run.divisor
    }
}

/// A divisor of all elements.
fn every(run: Run) -> u64 {
    if run.follow > 1 { 1 } else { run.divisor }
}

fn product(a: Run, b: Run) -> Run {
    Run {
        follow: 1,
        same: a.same.min(b.same),
        divisor: every(a).saturating_mul(every(b)).min(MAX_DIVISOR),
    }
}

/// So many neighbours compare alike.
fn compared(a: Run, b: Run, below: bool) -> u64 {
    let alike = a.same.min(b.same);
    // From a multiple of the run on, indices reach a bound that is one too all together.
    let stepped = a.follow.min(a.divisor).min(b.same).min(b.divisor);
    if below { alike.max(stepped) } else { alike }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The run of a load of 64 elements from an aligned pointer on: of those that `%index` of `body` says, under its `%mask`, if it
    /// has them.
    fn of(body: &str) -> u64 {
        from("%p16", body)
    }

    fn from(base: &str, body: &str) -> u64 {
        let index = if body.contains("%index =") { "%index" } else { "%range" };
        let mask = if body.contains("%mask =") { ", %mask, %pad" } else { "" };
        let types = if mask.is_empty() {
            ""
        } else {
            ", tile<64xi1>, tile<64xf32>"
        };
        let text = format!(
            "nv_tileas.func @k(%p: tile<ptr<f32>>, %n: tile<i32>) {{
               %t = nv_tileas.create_mem_token : token
               %p16 = nv_tileas.assume div_by<16>, %p : tile<ptr<f32>>
               %range = nv_tileas.make_range : tile<64xi32>
               %n1 = nv_tileas.view %n : tile<i32> -> tile<1xi32>
               %ns = nv_tileas.broadcast %n1 : tile<1xi32> -> tile<64xi32>
               %two = arith.constant <i32: 2> : tile<64xi32>
               %four = arith.constant <i32: 4> : tile<64xi32>
               %pad = arith.constant <f32: 0.0> : tile<64xf32>
               {body}
               %q1 = nv_tileas.view {base} : tile<ptr<f32>> -> tile<1xptr<f32>>
               %qs = nv_tileas.broadcast %q1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
               %at = arith.offset %qs, {index} : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
               %x, %d = nv_tileas.load weak %at{mask} token = %t : tile<64xptr<f32>>{types} -> tile<64xf32>, token
               nv_tileas.return
             }}"
        );
        let parsed = tilewright_ir::parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let module = parsed.module;
        let ops = module.walk(module.top());
        let load = ops.into_iter().find(|&op| module.kind(op) == nv_tileas::LOAD).unwrap();
        of_access(&module, load, 4)
    }

    const ADD: &str = ": tile<64xi32>";
    const COMPARE: &str = "signed : tile<64xi32> -> tile<64xi1>";

    #[test]
    fn neighbours_of_an_aligned_pointer_go_together() {
        assert_eq!(of(""), 4);
        assert_eq!(from("%p", ""), 1);
        assert_eq!(of(&format!("%index = arith.muli %range, %two {ADD}")), 1);
    }

    #[test]
    fn what_is_added_is_a_multiple_of_the_run() {
        let times = |factor| format!("%s = arith.muli %ns, {factor} {ADD} %index = arith.addi %s, %range {ADD}");
        assert_eq!(of(&times("%four")), 4);
        assert_eq!(of(&times("%two")), 2);
        assert_eq!(of(&format!("%index = arith.addi %ns, %range {ADD}")), 1);
    }

    #[test]
    fn rows_start_where_all_of_them_are_aligned() {
        // Element `i` of 64 is `i / 8` rows and `i % 8` places away.
        let rows_of = |factor: &str| {
            format!(
                "%i = nv_tileas.make_range : tile<8xi32>
                 %width = arith.constant <i32: {factor}> : tile<8xi32>
                 %starts = arith.muli %i, %width : tile<8xi32>
                 %starts1 = nv_tileas.view %starts : tile<8xi32> -> tile<8x1xi32>
                 %wide = nv_tileas.broadcast %starts1 : tile<8x1xi32> -> tile<8x8xi32>
                 %i1 = nv_tileas.view %i : tile<8xi32> -> tile<1x8xi32>
                 %columns = nv_tileas.broadcast %i1 : tile<1x8xi32> -> tile<8x8xi32>
                 %each = arith.addi %wide, %columns : tile<8x8xi32>
                 %p1 = nv_tileas.view %p16 : tile<ptr<f32>> -> tile<1x1xptr<f32>>
                 %ps = nv_tileas.broadcast %p1 : tile<1x1xptr<f32>> -> tile<8x8xptr<f32>>
                 %far = arith.offset %ps, %each : tile<8x8xptr<f32>>, tile<8x8xi32> -> tile<8x8xptr<f32>>
                 %moved = nv_tileas.convert_layout %far : tile<8x8xptr<f32>> -> tile<8x8xptr<f32>>
                 %y, %u = nv_tileas.load weak %moved token = %t : tile<8x8xptr<f32>> -> tile<8x8xf32>, token"
            )
        };
        assert_eq!(of(&rows_of("64")), 4);
        assert_eq!(of(&rows_of("6")), 2);
        assert_eq!(of(&rows_of("7")), 1);
    }

    #[test]
    fn a_run_is_masked_as_a_whole() {
        let below = |bound: i32, how| {
            let bound = format!("%bound = arith.constant <i32: {bound}> : tile<64xi32>");
            of(&format!("{bound} %mask = arith.cmpi {how} %range, %bound, {COMPARE}"))
        };
        assert_eq!(below(40, "less_than"), 4);
        assert_eq!(below(42, "less_than"), 2);
        assert_eq!(below(41, "less_than"), 1);
        assert_eq!(below(40, "less_than_or_equal"), 1);
        assert_eq!(of(&format!("%mask = arith.cmpi less_than %range, %ns, {COMPARE}")), 1);
        // A condition that all elements share masks all of them.
        assert_eq!(of(&format!("%mask = arith.cmpi less_than %ns, %four, {COMPARE}")), 4);
    }
}
