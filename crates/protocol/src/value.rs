//! Abstract values while barrier programs are read off the IR: numbers, numbers that differ between the lanes of a
//! warp, and symbols for what is known only when the kernel runs. The same computation on the same values is the same
//! symbol, whichever agent does it; that is how it is known that two agents agree on how often they go round.
//!
//! Constants are folded here by code of its own and not by that of `canonicalize`, which made what is judged: a mistake that both
//! shared would be found by nobody.

use super::lanes::{LANES, Row, Rows};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use tilewright_ir::ops::{arith, cute_nvgpu, llvm};
use tilewright_ir::{Module, Op};

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Known {
    /// A number.
    Int(i64),
    /// A number for each lane, as a row of them (`Rows`).
    Lanes(u32),
    /// Known when the kernel runs.
    Symbol(u32),
    /// The answer of a probe of a barrier; `.1`: or its opposite.
    Probe(u32, bool),
}

/// The key of a symbol: the number of an op's text (two of the same text compute the same of the same) with that of the
/// result, and its operands.
type Expression = ((u32, u32), Operands);

/// The values that something is computed of, mostly two.
pub(super) type Operands = SmallVec<[Known; 3]>;

/// Symbols, and the numbers that a scenario gives them.
#[derive(Default)]
pub(super) struct Symbols {
    texts: FxHashMap<Rc<str>, u32>,
    interned: FxHashMap<Expression, u32>,
    /// The numbers of lanes, of all scenarios.
    pub rows: Rows,
    known: Vec<Symbol>,
    /// The number of values that the scenario has given so far.
    bindings: u32,
}

struct Symbol {
    /// The computation, for when its operands are known.
    rule: Option<(Rule, Operands)>,
    /// Its value, if that is known.
    value: Option<Known>,
    /// It was not known after so many bindings.
    unknown_at: Option<u32>,
}

/// The depth to which symbols are followed into their operands.
const MAX_DEPTH: u32 = 64;

impl Symbols {
    /// Begins anew; only texts and rows of lanes keep their numbers.
    pub fn forget(&mut self) {
        self.interned.clear();
        self.known.clear();
        self.bindings = 0;
    }

    /// A symbol that is like no other.
    pub fn fresh(&mut self) -> Known {
        self.add(None)
    }

    fn add(&mut self, rule: Option<(Rule, Operands)>) -> Known {
        self.known.push(Symbol {
            rule,
            value: None,
            unknown_at: None,
        });
        Known::Symbol(self.known.len() as u32 - 1)
    }

    /// The number of a text.
    pub fn text(&mut self, text: &str) -> u32 {
        let next = self.texts.len() as u32;
        match self.texts.get(text) {
            Some(&number) => number,
            None => {
                self.texts.insert(text.into(), next);
                next
            }
        }
    }

    /// The symbol of a computation.
    pub fn of(&mut self, text: (u32, u32), operands: Operands, rule: Option<Rule>) -> Known {
        let expression = (text, operands);
        if let Some(&symbol) = self.interned.get(&expression) {
            return Known::Symbol(symbol);
        }
        let symbol = self.add(rule.map(|rule| (rule, expression.1.clone())));
        if let Known::Symbol(number) = symbol {
            self.interned.insert(expression, number);
        }
        symbol
    }

    /// One value or the other, by a condition that may be known later, or differ between lanes.
    pub fn select(&mut self, condition: Known, then: Known, otherwise: Known) -> Known {
        if then == otherwise {
            return then;
        }
        let operands = [condition, then, otherwise];
        if let Some(known) = Rule::SELECT.apply(&operands, &mut self.rows) {
            return known;
        }
        let text = self.text("either");
        self.of((text, 0), operands.into(), Some(Rule::SELECT))
    }

    /// A number or a symbol, and a symbol that is not known, if a symbol says whether the one is less than the other.
    pub fn less_than(&mut self, symbol: u32) -> Option<(Known, u32)> {
        let (rule, operands) = self.known[symbol as usize].rule.as_ref()?;
        let (rule, &[lower, upper]) = (*rule, &operands[..]) else {
            return None;
        };
        let is_less = rule.kind == Kind::Compare(Comparison::Less);
        match (self.force(lower), self.force(upper)) {
            (lower @ (Known::Int(_) | Known::Symbol(_)), Known::Symbol(upper)) if is_less => Some((lower, upper)),
            _ => None,
        }
    }

    /// Gives a symbol a number, for this scenario.
    pub fn bind(&mut self, symbol: u32, value: i64) {
        self.bindings += 1;
        self.known[symbol as usize].value = Some(Known::Int(value));
    }

    /// A value as a number, or as one a lane, if the scenario says enough.
    pub fn force(&mut self, value: Known) -> Known {
        self.forced(value, MAX_DEPTH)
    }

    fn forced(&mut self, value: Known, depth: u32) -> Known {
        let resolved = match value {
            Known::Symbol(symbol) => self.resolve(symbol, depth),
            Known::Int(_) | Known::Lanes(_) | Known::Probe(..) => None,
        };
        resolved.unwrap_or(value)
    }

    fn resolve(&mut self, symbol: u32, depth: u32) -> Option<Known> {
        let depth = depth.checked_sub(1)?;
        let entry = &mut self.known[symbol as usize];
        match entry.value {
            // The one of two that a condition has chosen.
            Some(Known::Symbol(chosen)) => return self.resolve(chosen, depth).or(Some(Known::Symbol(chosen))),
            Some(value) => return Some(value),
            None if entry.unknown_at == Some(self.bindings) => return None,
            None => {}
        }
        // Nothing is computed from itself.
        let rule = entry.rule.take();
        let value = rule.as_ref().and_then(|(rule, operands)| {
            let mut operands = operands.clone();
            for operand in &mut operands {
                *operand = self.forced(*operand, depth);
            }
            rule.apply(&operands, &mut self.rows)
        });
        let entry = &mut self.known[symbol as usize];
        match value {
            Some(_) => entry.value = value,
            None => (entry.rule, entry.unknown_at) = (rule, Some(self.bindings)),
        }
        value
    }
}

/// Arithmetic of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    kind: Kind,
    unsigned: bool,
    /// Width of the operands, in bits.
    width: u32,
    /// Width of the result.
    result: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Select,
    Extend,
    Compare(Comparison),
    /// The value of the first lane.
    Uniform,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Rule {
    /// Operands of what is computed, at most.
    pub const OPERANDS: usize = 3;

    /// One of two values, of any type.
    const SELECT: Self = Self {
        kind: Kind::Select,
        unsigned: false,
        width: 64,
        result: 64,
    };

    /// The rule of an op; none for ops that are not computed here.
    pub fn of(module: &Module, op: Op) -> Option<Self> {
        let result = module.results(op).first().copied()?;
        let operand = module.operands(op).last().copied().unwrap_or(result);
        let width = |value| {
            let ty = module.ty(value);
            let scalar = module.element_scalar(ty).filter(|s| !s.is_float())?;
            module.shape(ty).is_empty().then_some(scalar.bits)
        };
        let predicate = || {
            Some(match module.keyword(op, "predicate") {
                "equal" | "eq" => Comparison::Equal,
                "not_equal" | "ne" => Comparison::NotEqual,
                "less_than" => Comparison::Less,
                "less_than_or_equal" => Comparison::LessOrEqual,
                "greater_than" => Comparison::Greater,
                "greater_than_or_equal" => Comparison::GreaterOrEqual,
                _ => return None,
            })
        };
        let kind = match module.kind(op) {
            arith::ADDI | llvm::ADD => Kind::Add,
            arith::SUBI => Kind::Sub,
            arith::MULI => Kind::Mul,
            arith::DIVI if module.keyword(op, "rounding") == "zero" => Kind::Div,
            llvm::UDIV => Kind::Div,
            arith::REMI | llvm::UREM => Kind::Rem,
            arith::MINI => Kind::Min,
            arith::MAXI => Kind::Max,
            arith::ANDI | llvm::AND => Kind::And,
            arith::ORI | llvm::OR => Kind::Or,
            arith::XORI => Kind::Xor,
            arith::SHLI => Kind::Shl,
            arith::SHRI => Kind::Shr,
            arith::SELECT | llvm::SELECT => Kind::Select,
            arith::EXTI | arith::TRUNCI | arith::BITCAST => Kind::Extend,
            arith::CMPI | llvm::ICMP => Kind::Compare(predicate()?),
            cute_nvgpu::ARCH_MAKE_WARP_UNIFORM => Kind::Uniform,
            _ => return None,
        };
        let unsigned =
            module.keyword(op, "signedness") == "unsigned" || matches!(module.kind(op), llvm::UDIV | llvm::UREM);
        Some(Self {
            kind,
            unsigned,
            width: width(operand)?,
            result: width(result)?,
        })
    }

    /// The result, if all operands that decide it are numbers.
    pub fn apply(self, operands: &[Known], rows: &mut Rows) -> Option<Known> {
        if let (Kind::Xor, &[Known::Probe(barrier, inverted), Known::Int(flip)]) = (self.kind, operands) {
            return Some(Known::Probe(barrier, inverted ^ (flip & 1 == 1)));
        }
        if let (Kind::Select, &[Known::Int(condition), then, otherwise]) = (self.kind, operands) {
            return Some(if condition != 0 { then } else { otherwise });
        }
        // Most are numbers that all lanes have.
        match *operands {
            [Known::Int(a)] => return self.number([a, 0, 0]).map(Known::Int),
            [Known::Int(a), Known::Int(b)] => return self.number([a, b, 0]).map(Known::Int),
            // Absent: some differ between lanes, or are not known.
            _ => {}
        }
        // A conjunction with something false, or a disjunction with something true, is known.
        for operand in operands {
            match (self.kind, operand) {
                (Kind::And, Known::Int(0)) => return Some(Known::Int(0)),
                (Kind::Or, Known::Int(bits)) if self.result == 1 && *bits != 0 => return Some(*operand),
                // Absent: what does not decide the result alone is computed below.
                _ => {}
            }
        }
        let mut numbers = [0; Self::OPERANDS];
        let mut lanes_of: [Option<&Row>; Self::OPERANDS] = [None; Self::OPERANDS];
        for ((number, lanes), operand) in numbers.iter_mut().zip(&mut lanes_of).zip(operands) {
            match *operand {
                Known::Int(value) => *number = value,
                Known::Lanes(row) => *lanes = Some(rows.row(row)),
                Known::Symbol(_) | Known::Probe(..) => return None,
            }
        }
        let at = |lane: usize| {
            let mut numbers = numbers;
            for (number, lanes) in numbers.iter_mut().zip(lanes_of) {
                if let Some(lanes) = lanes {
                    *number = lanes[lane];
                }
            }
            self.number(numbers)
        };
        if self.kind == Kind::Uniform || lanes_of.iter().all(Option::is_none) {
            return at(0).map(Known::Int);
        }
        let mut values = [0; LANES];
        for (index, value) in values.iter_mut().enumerate() {
            *value = at(index)?;
        }
        Some(rows.of(values))
    }

    fn number(self, [a, b, c]: [i64; Self::OPERANDS]) -> Option<i64> {
        let read = |value: i64| match self.unsigned {
            true if self.width < 64 => value & ((1 << self.width) - 1),
            // Read as signed, a set `i1` is -1.
            false if self.width == 1 => -(value & 1),
            _ => value,
        };
        let (a, unread, b) = (read(a), b, read(b));
        // Unsigned numbers beyond the signed ones are not computed with here.
        let is_large = self.unsigned && (a < 0 || b < 0);
        if is_large && matches!(self.kind, Kind::Div | Kind::Rem | Kind::Min | Kind::Max | Kind::Shr) {
            return None;
        }
        let value = match self.kind {
            Kind::Extend => a,
            Kind::Uniform => a,
            Kind::Select => {
                if a != 0 {
                    unread
                } else {
                    c
                }
            }
            Kind::Compare(comparison) => i64::from(compare(comparison, self.unsigned, a, b)),
            Kind::Add => a.wrapping_add(b),
            Kind::Sub => a.wrapping_sub(b),
            Kind::Mul => a.wrapping_mul(b),
            Kind::Div => a.checked_div(b)?,
            Kind::Rem => a.checked_rem(b)?,
            Kind::Min => a.min(b),
            Kind::Max => a.max(b),
            Kind::And => a & b,
            Kind::Or => a | b,
            Kind::Xor => a ^ b,
            Kind::Shl => a.checked_shl(u32::try_from(b).ok()?)?,
            Kind::Shr => a.checked_shr(u32::try_from(b).ok()?)?,
        };
        Some(sign_extend(value, self.result))
    }
}

fn compare(comparison: Comparison, unsigned: bool, a: i64, b: i64) -> bool {
    let order = if unsigned {
        (a as u64).cmp(&(b as u64))
    } else {
        a.cmp(&b)
    };
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
    }
}

/// A number as its type holds it: `i1` is 0 or 1, wider ones have a sign.
pub(super) fn sign_extend(value: i64, bits: u32) -> i64 {
    match bits {
        1 => value & 1,
        2..64 => (value << (64 - bits)) >> (64 - bits),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsigned(kind: Kind, width: u32, a: i64, b: i64) -> Option<i64> {
        let rule = Rule {
            kind,
            unsigned: true,
            width,
            result: width,
        };
        rule.number([a, b, 0])
    }

    #[test]
    fn unsigned_numbers_are_computed_as_such_or_not_at_all() {
        // The numbers are kept as signed ones of their width.
        assert_eq!(unsigned(Kind::Div, 32, -2, 2), Some(0x7FFF_FFFF));
        assert_eq!(unsigned(Kind::Max, 32, -1, 1), Some(-1));
        assert_eq!(unsigned(Kind::Shr, 32, -1, 1), Some(0x7FFF_FFFF));
        assert_eq!(unsigned(Kind::Add, 64, -1, 2), Some(1));
        for kind in [Kind::Div, Kind::Rem, Kind::Min, Kind::Max, Kind::Shr] {
            assert_eq!(unsigned(kind, 64, -1, 2), None, "{kind:?}");
            assert!(unsigned(kind, 64, 5, 2).is_some(), "{kind:?}");
        }
    }

    #[test]
    fn a_set_bit_is_minus_one_if_read_as_signed() {
        let extend = |unsigned| {
            let rule = Rule {
                kind: Kind::Extend,
                unsigned,
                width: 1,
                result: 32,
            };
            rule.number([1, 0, 0])
        };
        assert_eq!((extend(false), extend(true)), (Some(-1), Some(1)));
        let less = |unsigned| {
            let rule = Rule {
                kind: Kind::Compare(Comparison::Less),
                unsigned,
                width: 1,
                result: 1,
            };
            rule.number([1, 0, 0])
        };
        assert_eq!((less(false), less(true)), (Some(1), Some(0)));
    }
}
