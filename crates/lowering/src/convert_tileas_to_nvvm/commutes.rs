//! Whether the operands of a combiner may change places without anybody seeing it. Most combiners that do not say so by
//! their op choose between their operands: argmax and argmin with a rule for ties. Those see their elements only
//! through comparisons, so that a few elements stand for all, and the combiner is tried on every pair of them.

use tilewright_ir::op_def::traits::COMMUTATIVE;
use tilewright_ir::ops::{arith, scf};
use tilewright_ir::types::Scalar;
use tilewright_ir::{Block, Module, Op, Value};

/// Whether the combiner of a reduction commutes: in every bit of every result that is used.
pub(super) fn commutes(module: &Module, op: Op) -> bool {
    let Some(block) = module.entry_block(module.regions(op)[0]) else {
        return false;
    };
    each_commutes(module, block) || choice_commutes(module, op, block)
}

/// Every result is one commutative op on the two elements of its own operand.
fn each_commutes(module: &Module, block: Block) -> bool {
    let arguments = module.arguments(block);
    let Some(end) = module.last_op(block) else {
        return false;
    };
    module.operands(end).iter().enumerate().all(|(index, &value)| {
        let pair = &arguments[2 * index..2 * index + 2];
        module.defining_op(value).is_some_and(|made| {
            let operands = module.operands(made);
            module.def(made).has(COMMUTATIVE) && (operands == pair || operands.iter().rev().eq(pair))
        })
    })
}

/// Floats that stand for all: what comparisons tell apart, and bits that they do not: the sign of zero, the payload of
/// NaN.
const FLOATS: [f64; 5] = [0.0, -0.0, f64::NAN, f64::NAN, 1.0];
/// Integers that stand for all, compared as signed and as unsigned numbers.
const INTEGERS: [i64; 3] = [0, 1, -1];

/// More pairs than this are not tried: two floats and an integer, or a float and three.
const MAX_PAIRS: usize = 20_000;

#[derive(Clone, Copy, PartialEq)]
enum Known {
    Bool(bool),
    /// An element of an operand: which operand, and which of the elements that stand for all.
    Element(usize, usize),
}

/// The combiner only compares its elements and chooses, and chooses the same elements whichever come first.
fn choice_commutes(module: &Module, op: Op, block: Block) -> bool {
    let floats: Vec<bool> = module
        .operands(op)
        .iter()
        .map(|&v| module.element_scalar(module.ty(v)).is_some_and(Scalar::is_float))
        .collect();
    let kinds = |index: usize| if floats[index] { FLOATS.len() } else { INTEGERS.len() };
    let pairs = (0..floats.len()).try_fold(1usize, |all, index| all.checked_mul(kinds(index).pow(2)));
    let Some(pairs) = pairs.filter(|&pairs| pairs <= MAX_PAIRS) else {
        return false;
    };
    let seen: Vec<bool> = module.results(op).iter().map(|&v| !module.uses(v).is_empty()).collect();
    (0..pairs).all(|pair| {
        let mut rest = pair;
        let mut next = |count: usize| {
            let digit = rest % count;
            rest /= count;
            digit
        };
        let elements: Vec<[usize; 2]> = (0..floats.len())
            .map(|index| [next(kinds(index)), next(kinds(index))])
            .collect();
        let swapped: Vec<[usize; 2]> = elements.iter().map(|&[left, right]| [right, left]).collect();
        let (Some(one), Some(other)) = (
            choose(module, block, &floats, &elements),
            choose(module, block, &floats, &swapped),
        ) else {
            return false;
        };
        // Zeros are one to all comparisons, and so are NaNs: of a result that nobody uses they need not be told apart.
        let class = |index: usize, element: usize| match element {
            0..4 if floats[index] && !seen[index] => element / 2,
            element => element + 2,
        };
        (0..one.len()).all(|index| class(index, one[index]) == class(index, other[index]))
    })
}

/// The elements that the combiner chooses; none where it does something else.
fn choose(module: &Module, block: Block, floats: &[bool], elements: &[[usize; 2]]) -> Option<Vec<usize>> {
    let arguments = module.arguments(block).iter().enumerate();
    let mut known: Vec<(Value, Known)> = arguments
        .map(|(i, &v)| (v, Known::Element(i / 2, elements[i / 2][i % 2])))
        .collect();
    for op in module.ops(block) {
        let operands = module.operands(op);
        let operands = operands
            .iter()
            .map(|v| known.iter().find(|(value, _)| value == v).map(|(_, known)| *known))
            .collect::<Option<Vec<Known>>>()?;
        use Known::{Bool, Element};
        let result = match (module.kind(op), &operands[..]) {
            (arith::CMPF | arith::CMPI, &[Element(i, a), Element(j, b)]) if i == j => {
                Bool(compare(module, op, floats[i], a, b))
            }
            (arith::ANDI, &[Bool(a), Bool(b)]) => Bool(a & b),
            (arith::ORI, &[Bool(a), Bool(b)]) => Bool(a | b),
            (arith::XORI, &[Bool(a), Bool(b)]) => Bool(a ^ b),
            (arith::SELECT, &[Bool(condition), a, b]) => {
                if condition {
                    a
                } else {
                    b
                }
            }
            (scf::YIELD, chosen) => {
                let own = |(index, known): (usize, &Known)| match *known {
                    Element(operand, element) if operand == index => Some(element),
                    _ => None,
                };
                return chosen.iter().enumerate().map(own).collect();
            }
            _ => return None,
        };
        known.push((*module.results(op).first()?, result));
    }
    None
}

fn compare(module: &Module, op: Op, floats: bool, a: usize, b: usize) -> bool {
    use std::cmp::Ordering;
    let order = if floats {
        FLOATS[a].partial_cmp(&FLOATS[b])
    } else if module.keyword(op, "signedness") == "signed" {
        Some(INTEGERS[a].cmp(&INTEGERS[b]))
    } else {
        Some((INTEGERS[a] as u64).cmp(&(INTEGERS[b] as u64)))
    };
    let Some(order) = order else {
        // Absent: a contradiction, its record asks for it.
        return module.keyword(op, "ordering") == "unordered";
    };
    match module.keyword(op, "predicate") {
        "equal" => order == Ordering::Equal,
        "not_equal" => order != Ordering::Equal,
        "less_than" => order == Ordering::Less,
        "less_than_or_equal" => order != Ordering::Greater,
        "greater_than" => order == Ordering::Greater,
        _ => order != Ordering::Less,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether an argmax commutes whose comparison of floats and whose rule for ties are these.
    fn argmax(better: &str, tie: &str, used: usize) -> bool {
        let parsed = tilewright_ir::parse(&format!(
            "nv_tileaa.func @k(%p: tile<ptr<i32>>, %q: tile<ptr<f32>>) {{
               %v = arith.constant <f32: 1.0> : tile<64xf32>
               %i = nv_tileaa.make_range : tile<64xi32>
               %r:2 = nv_tileaa.reduce %v, %i dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<64xf32>, tile<64xi32> -> tile<f32>, tile<i32>
               (%a0: tile<f32>, %b0: tile<f32>, %a1: tile<i32>, %b1: tile<i32>) {{
                 %g = arith.cmpf {better} %a0, %b0 : tile<f32> -> tile<i1>
                 %an = arith.cmpf not_equal unordered %a0, %a0 : tile<f32> -> tile<i1>
                 %bn = arith.cmpf not_equal unordered %b0, %b0 : tile<f32> -> tile<i1>
                 %ax = arith.cmpf equal ordered %a0, %a0 : tile<f32> -> tile<i1>
                 %number = arith.andi %ax, %bn : tile<i1>
                 %first = arith.ori %g, %number : tile<i1>
                 %same = arith.cmpf equal ordered %a0, %b0 : tile<f32> -> tile<i1>
                 %neither = arith.andi %an, %bn : tile<i1>
                 %e = arith.ori %same, %neither : tile<i1>
                 %l = arith.cmpi {tile} : tile<i32> -> tile<i1>
                 %t = arith.andi %e, %l : tile<i1>
                 %c = arith.ori %first, %t : tile<i1>
                 %r0 = arith.select %c, %a0, %b0 : tile<i1>, tile<f32>
                 %r1 = arith.select %c, %a1, %b1 : tile<i1>, tile<i32>
                 scf.yield %r0, %r1 : tile<f32>, tile<i32>
               }}
               %k = nv_tileaa.store weak {stored} -> token
               nv_tileaa.return
             }}",
            tile = tie,
            stored = ["%q, %r#0 : tile<ptr<f32>>, tile<f32>", "%p, %r#1 : tile<ptr<i32>>, tile<i32>"][used],
        ));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let module = &parsed.module;
        let mut ops = module.walk(module.top()).into_iter();
        let reduce = ops
            .find(|&op| module.kind(op) == tilewright_ir::ops::nv_tileaa::REDUCE)
            .unwrap();
        commutes(module, reduce)
    }

    #[test]
    fn argmax_commutes_where_ties_are_broken_and_nobody_sees_the_sign_of_zero() {
        let by_index = "less_than %a1, %b1, signed";
        assert!(argmax("greater_than ordered", by_index, 1));
        assert!(argmax("greater_than ordered", "greater_than %a1, %b1, unsigned", 1));
        // Zeros of both signs are equal, and the index does not tell them apart where it is the same.
        assert!(!argmax("greater_than ordered", by_index, 0));
        // The earlier of the greatest, the later of the greatest, NaN before and after numbers.
        assert!(!argmax("greater_than_or_equal ordered", by_index, 1));
        assert!(!argmax("greater_than ordered", "less_than %a1, %a1, signed", 1));
        assert!(!argmax("greater_than unordered", by_index, 1));
    }
}
