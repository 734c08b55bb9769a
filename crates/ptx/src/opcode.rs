//! Opcodes, and how an instruction's modifiers are held against the forms of `table.rs`.
//!
//! An opcode is the longest fixed prefix that names one instruction (`cp.async.bulk.tensor`, `mbarrier.try_wait`); what
//! follows are modifiers.

use crate::modifier::{Mod, Word};
pub use crate::table::Opcode;
use crate::table::{CLASSES, NEEDS, TARGETS};
use crate::types::{Target, TargetKind, Version};
use smallvec::SmallVec;

macro_rules! opcodes {
    ($($variant:ident $text:literal $dst:literal $min:literal..$max:literal $operands:literal $forms:literal;)*) => {
        /// An instruction's name. See the table in this file for what each takes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Opcode { $($variant),* }

        impl Opcode {
            /// Every opcode, in table order.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$variant),*];

            // By themselves: who writes PTX and reads none is without the forms.
            const NAMES: &'static [&'static str] = &[$($text),*];

            const ROWS: &'static [(u8, u8, u8, &'static str, &'static str)] = &[$(($dst, $min, $max, $operands, $forms)),*];

            fn row(self) -> &'static (u8, u8, u8, &'static str, &'static str) {
                &Opcode::ROWS[self as usize]
            }

            /// The PTX spelling.
            pub fn text(self) -> &'static str {
                Opcode::NAMES[self as usize]
            }

            /// The opcode with exactly this spelling.
            pub fn from_text(text: &str) -> Option<Opcode> {
                match text { $($text => Some(Opcode::$variant),)* _ => None }
            }

            /// The number of leading operands that are written (a `d|p` pair is one operand).
            pub fn destinations(self) -> usize {
                self.row().0.into()
            }

            /// Least and greatest number of operands.
            pub fn arity(self) -> (usize, usize) {
                (self.row().1.into(), self.row().2.into())
            }

            /// Whether it computes what it writes of the registers that it takes, and does nothing else.
            pub fn is_pure(self) -> bool {
                // The table begins with arithmetic, comparisons, logic, and moves between registers.
                let is_arithmetic = self <= Opcode::Prmt && self != Opcode::Shfl;
                is_arithmetic || matches!(self, Opcode::Cvt | Opcode::CvtPack | Opcode::Cvta | Opcode::Mapa)
            }

            /// The operand that says whether its accumulators are added to, where it writes them in their place.
            pub fn adds_by(self) -> Option<usize> {
                let mut operands = self.operands_text().split(' ');
                let is_in_place = operands.next() == Some("C") && operands.clone().all(|operand| operand != "C");
                operands.position(|operand| operand == "p").filter(|_| is_in_place).map(|at| at + 1)
            }

            /// Its forms, as the table has them.
            pub fn forms_text(self) -> &'static str {
                self.row().4
            }

            pub(crate) fn operands_text(self) -> &'static str {
                self.row().3
            }
        }
    };
}
pub(crate) use opcodes;

/// One way to write an instruction: a part of a row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// `v86`, as 86; 0 where every version has it.
    pub version: u16,
    /// `sm90` or `=BW`; empty where every target has it.
    pub target: &'static str,
    /// The modifiers, slot by slot.
    pub slots: &'static str,
    /// The operands.
    pub operands: &'static str,
}

impl Form {
    fn read(text: &'static str, operands: &'static str) -> Form {
        let (mut slots, operands) = match text.split_once(" : ") {
            Some((slots, own)) => (slots.trim(), own.trim()),
            None => (text.trim(), operands),
        };
        let (mut version, mut target) = (0, "");
        loop {
            let word = slots.split(' ').next().unwrap_or("");
            if let Some(number) = word.strip_prefix('v').filter(|n| n.len() == 2) {
                version = number.parse().unwrap_or(0);
            } else if word.starts_with("sm") || word.starts_with('=') {
                target = word;
            } else {
                break;
            }
            slots = slots[word.len()..].trim_start();
        }
        Form {
            version,
            target,
            slots,
            operands,
        }
    }

    /// Is what the form itself and each of the modifiers need there? Else what is missing, in words.
    pub fn needs(&self, mods: &[Mod], version: Version, target: Target) -> Result<(), String> {
        let have = version.major * 10 + version.minor;
        let words = mods.iter().filter_map(|m| {
            let text = m.spelling()?;
            NEEDS.iter().find(|(word, ..)| *word == text)
        });
        let least = words.clone().map(|w| w.1).chain([self.version]).max().unwrap_or(0);
        if have < least {
            return Err(format!(".version {}.{} or later", least / 10, least % 10));
        }
        let sm = words.map(|w| w.2).chain([sm_of(self.target)]).max().unwrap_or(0);
        if target.sm < sm {
            return Err(format!(".target sm_{sm} or later"));
        }
        let Some(set) = self.target.strip_prefix('=') else {
            return Ok(());
        };
        let list = TARGETS
            .iter()
            .find(|(name, _)| *name == set)
            .map_or("", |(_, list)| list);
        let is = |t: &str| {
            let own = match target.kind {
                TargetKind::Portable => return false,
                TargetKind::Family => 'f',
                TargetKind::Arch => 'a',
            };
            t.strip_suffix(own).and_then(|n| n.parse().ok()) == Some(target.sm)
        };
        if list.split('|').any(is) {
            Ok(())
        } else {
            Err(format!(".target sm_{}", list.replace('|', ", sm_")))
        }
    }
}

fn sm_of(target: &str) -> u16 {
    target.strip_prefix("sm").and_then(|n| n.parse().ok()).unwrap_or(0)
}

impl Opcode {
    /// Splits `add.rn.f32` into the opcode and the text of its modifiers: the longest opcode that ends at a dot or at
    /// the end.
    pub fn split(text: &str) -> Option<(Opcode, &str)> {
        let mut end = text.len();
        loop {
            if let Some(op) = Opcode::from_text(&text[..end]) {
                return Some((op, text[end..].strip_prefix('.').unwrap_or("")));
            }
            end = text[..end].rfind('.')?;
        }
    }

    /// All forms of the instruction.
    pub fn forms(self) -> impl Iterator<Item = Form> {
        let operands = self.operands_text();
        self.forms_text().split(';').map(move |f| Form::read(f, operands))
    }

    /// The forms that an ordered modifier list has.
    ///
    /// # Errors
    /// Of the form that it keeps to longest: the index of the first modifier that has no place (or the list's length,
    /// when one is missing) and what was expected there.
    pub fn check_mods(self, mods: &[Mod]) -> Result<SmallVec<[Form; 2]>, BadMods> {
        let order = self.order(mods);
        let mut found = SmallVec::new();
        let mut worst = BadMods { index: 0, expected: "" };
        for form in self.forms() {
            match matches(form.slots, mods, &order) {
                Ok(()) => found.push(form),
                Err(bad) if bad.index >= worst.index => worst = bad,
                Err(_) => {}
            }
        }
        if found.is_empty() {
            worst.index = order.get(worst.index).copied().unwrap_or(mods.len());
            return Err(worst);
        }
        Ok(found)
    }

    /// The modifiers' indices in the order of the forms. Order, scope and state space of an access of memory may stand
    /// in any order: assemblers take them so, and compilers print them so.
    fn order(self, mods: &[Mod]) -> SmallVec<[usize; 8]> {
        use Word::*;
        let mut order: SmallVec<[usize; 8]> = (0..mods.len()).collect();
        let free = matches!(self, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red)
            || self.text().starts_with("mbarrier.");
        if free {
            order.sort_by_key(|&i| match mods[i] {
                Mod::Word(Parity | ExpectTx | NoComplete) => 0,
                Mod::Word(Volatile | Weak | Mmio) => 1,
                Mod::Word(Relaxed | Acquire | Release | AcqRel) => 2,
                Mod::Word(Cta | Cluster | Gpu | Sys) => 3,
                Mod::Space(_) => 4,
                _ => 5,
            });
        }
        order
    }
}

/// Do the modifiers, taken in the given order, fill the slots?
fn matches(slots: &'static str, mods: &[Mod], order: &[usize]) -> Result<(), BadMods> {
    let mut at = 0;
    for slot in slots.split_ascii_whitespace() {
        let (alternatives, least, most) = match slot.as_bytes().last() {
            Some(b'?') => (&slot[..slot.len() - 1], 0, 1),
            Some(b'*') => (&slot[..slot.len() - 1], 0, usize::MAX),
            _ => (slot, 1, 1),
        };
        let mut taken = 0;
        while taken < most && order.get(at).is_some_and(|&i| in_class(alternatives, mods[i])) {
            at += 1;
            taken += 1;
        }
        if taken < least {
            return Err(BadMods {
                index: at,
                expected: alternatives,
            });
        }
    }
    if at == order.len() {
        return Ok(());
    }
    Err(BadMods {
        index: at,
        expected: "",
    })
}

/// Why a modifier list does not fit an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadMods {
    /// Index of the offending modifier, or the length of the list if one is missing at its end.
    pub index: usize,
    /// The alternatives (spelled as in the table) that were expected; empty if no further modifier is taken.
    pub expected: &'static str,
}

/// Is `m` one of the alternatives?
pub(crate) fn in_class(alternatives: &str, m: Mod) -> bool {
    if let Mod::Shape { m, n, k } = m {
        return alternatives.split('|').any(|a| in_shapes(a, m, n, k));
    }
    let Some(text) = m.spelling() else { return false };
    has_word(alternatives, text)
}

fn has_word(alternatives: &str, text: &str) -> bool {
    // By bytes: words are shorter than what a search for characters takes to begin.
    alternatives.as_bytes().split(|&byte| byte == b'|').any(|a| {
        let members = || CLASSES.iter().find(|(name, _)| name.as_bytes() == a);
        let is_class = a.first().is_some_and(u8::is_ascii_uppercase);
        a == text.as_bytes() || is_class && members().is_some_and(|(_, members)| has_word(members, text))
    })
}

/// The members of a class.
pub fn class(name: &str) -> Option<&'static str> {
    CLASSES.iter().find(|(n, _)| *n == name).map(|(_, members)| *members)
}

/// Is the shape one of `m64n*k16`, `m64n+k32`, or exactly the one written?
fn in_shapes(text: &str, m: u16, n: u16, k: u16) -> bool {
    match text.split_once(['*', '+']) {
        Some((rows, depth)) => {
            let depth = depth.strip_prefix('k').and_then(|k| k.parse().ok());
            let step = if text.contains('+') && n > 32 { 16 } else { 8 };
            rows == "m64n" && m == 64 && depth == Some(k) && (8..=256).contains(&n) && n.is_multiple_of(step)
        }
        None => Mod::from_text(text) == Some(Mod::Shape { m, n, k }),
    }
}

impl BadMods {
    /// The fault in words.
    pub fn message(&self, op: Opcode, mods: &[Mod]) -> String {
        match mods.get(self.index) {
            Some(m) => format!("`{}` cannot have modifier `.{m}` here", op.text()),
            None => format!("`{}` lacks a modifier", op.text()),
        }
    }

    /// The forms that would fit, as advice.
    pub fn help(&self, op: Opcode) -> String {
        if self.expected.is_empty() {
            return format!("`{}` takes nothing more there", op.text());
        }
        let open = |word: &'static str| class(word).unwrap_or(word);
        let words: Vec<&str> = self
            .expected
            .split('|')
            .flat_map(|w| open(w).split('|'))
            .map(open)
            .collect();
        format!("expected .{}", words.join(", .").replace('|', ", ."))
    }
}

#[cfg(test)]
mod tests {
    use super::Opcode;

    /// A row that is put into the first part of the table is pure or is named as an exception: what reads or writes memory or talks to other
    /// threads shows by its operands.
    #[test]
    fn pure_opcodes_write_a_register_and_touch_no_memory() {
        let touches = |op: &&Opcode| {
            let mut operands = op.operands_text().split([' ', ':']);
            op.destinations() == 0 || operands.any(|operand| matches!(operand, "a" | "t"))
        };
        let pure = Opcode::ALL.iter().filter(|op| op.is_pure());
        assert_eq!(pure.clone().find(touches), None);
        assert!(pure.count() > 50);
        for other in [
            Opcode::Ld,
            Opcode::St,
            Opcode::Shfl,
            Opcode::Bra,
            Opcode::Atom,
            Opcode::Getctarank,
        ] {
            assert!(!other.is_pure(), "{}", other.text());
        }
        assert!(Opcode::Prmt.is_pure() && Opcode::Cvt.is_pure() && Opcode::Add.is_pure());
    }
}
