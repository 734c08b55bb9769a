//! The kinds of differences between two modules that are no difference in what is computed. Each kind is a rule that a module is
//! rewritten by; a pair is of the kinds whose rules make both the same text. Nothing is allowed by a list of kernels.

use std::collections::{BTreeSet, HashMap};
use tilewright_ir::entity::{Block, Op, Value};
use tilewright_ir::op_def::traits;
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Module, OpKind, parse};

/// A rule, with its name.
pub type Kind = (&'static str, u32);

/// Constants are what they are, wherever they stand and however often.
pub const CONSTANTS: u32 = 1;
/// Code that nobody needs is not there: ops, loads, values that loops carry, branches.
pub const DEAD: u32 = 2;
/// Ops without effects, and branches and counted loops of such ops, are expressions: their place, order and number do not matter.
pub const EXPRESSIONS: u32 = 4;
/// A variable of a loop that never changes is what it was before, and one that is a constant on all ways is this constant.
pub const INVARIANT: u32 = 8;
/// Promises of `assume` are not said; ours must not promise anything that theirs does not.
pub const PROMISES: u32 = 16;
/// The sign of an f64 identity, which NVIDIA's text lacks.
pub const IDENTITIES: u32 = 32;

/// The tokens that a store that releases waits for, of a counted loop, at the index of the loop: ours waits for all that theirs does.
pub const RELEASES: u32 = 64;

/// All kinds, from what changes a module least.
pub const KINDS: &[Kind] = &[
    ("constants", CONSTANTS),
    ("dead code", DEAD),
    ("f64 identities", IDENTITIES),
    ("expressions", EXPRESSIONS),
    ("invariant variables", INVARIANT),
    ("promises", PROMISES),
    ("releases", RELEASES),
];

/// The fewest kinds that a pair of modules differs in, those first that change a module least; none if it differs in more.
pub fn kinds(ours: &str, theirs: &str) -> Option<Vec<&'static str>> {
    let (ours, theirs) = (parse(ours).module, parse(theirs).module);
    let mut sets: Vec<u32> = (1..1 << KINDS.len()).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let all = sets.last().copied()?;
    same(&ours, &theirs, all).then_some(())?;
    let set = sets.into_iter().find(|&set| same(&ours, &theirs, set))?;
    Some(
        KINDS
            .iter()
            .filter(|kind| set & kind.1 != 0)
            .map(|kind| kind.0)
            .collect(),
    )
}

/// Whether the rules make both modules the same.
fn same(ours: &Module, theirs: &Module, rules: u32) -> bool {
    let mut numbers = HashMap::new();
    let mut ours = Normal::new(ours, rules, &mut numbers);
    let (a, promised, ours_serial) = (ours.text(), ours.promises(), ours.serial());
    let mut theirs = Normal::new(theirs, rules, &mut numbers);
    a == theirs.text() && promised.is_subset(&theirs.promises()) && theirs.serial().is_subset(&ours_serial)
}

/// The first lines that differ where all rules are applied, for whoever looks for one more.
pub fn difference(ours: &str, theirs: &str) -> String {
    let (ours, theirs) = (parse(ours).module, parse(theirs).module);
    let all = KINDS.iter().fold(0, |all, kind| all | kind.1);
    let mut numbers = HashMap::new();
    let a = Normal::new(&ours, all, &mut numbers).text();
    let b = Normal::new(&theirs, all, &mut numbers).text();
    let Some((a, b)) = a.lines().zip(b.lines()).find(|(a, b)| a != b) else {
        return "one is longer".to_string();
    };
    let by_number: HashMap<usize, &String> = numbers.iter().map(|(text, &number)| (number, text)).collect();
    format!(
        "ours:   {}\ntheirs: {}",
        spelled(a, &by_number, 0),
        spelled(b, &by_number, 0)
    )
}

/// A line with its expressions written out, to some depth.
fn spelled(line: &str, by_number: &HashMap<usize, &String>, depth: usize) -> String {
    let mut out = String::new();
    let mut parts = line.split('$');
    out += parts.next().unwrap_or("");
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_digit).count();
        let inner = part[..digits]
            .parse()
            .ok()
            .and_then(|number: usize| by_number.get(&number));
        match inner {
            Some(text) if depth < 3 && text.len() < 400 => out += &spelled(text, by_number, depth + 1),
            _ => out += "$",
        }
        out += &part[digits..];
    }
    out
}

struct Normal<'m> {
    m: &'m Module,
    rules: u32,
    /// The number of each expression: the same in both modules.
    numbers: &'m mut HashMap<String, usize>,
    /// The names of values that are no expressions.
    names: HashMap<Value, String>,
    /// Variables of loops that never change, with their values from before.
    before: HashMap<Value, Value>,
    /// Values that somebody needs.
    live: BTreeSet<Value>,
    /// Expressions that were written.
    known: HashMap<Value, usize>,
    /// The number of expressions around, whose regions have values of their own.
    level: usize,
    /// The number of values of this level so far.
    next: usize,
}

impl<'m> Normal<'m> {
    fn new(m: &'m Module, rules: u32, numbers: &'m mut HashMap<String, usize>) -> Self {
        let mut normal = Normal {
            m,
            rules,
            numbers,
            names: HashMap::new(),
            before: HashMap::new(),
            live: BTreeSet::new(),
            known: HashMap::new(),
            level: 0,
            next: 0,
        };
        if rules & INVARIANT != 0 {
            normal.find_invariant();
        }
        normal.find_live();
        normal
    }

    fn has(&self, rule: u32) -> bool {
        self.rules & rule != 0
    }

    fn text(&mut self) -> String {
        self.block(self.m.top(), 0)
    }

    /// The value that stands for this one.
    fn resolved(&self, mut value: Value) -> Value {
        loop {
            let promise = self
                .m
                .defining_op(value)
                .filter(|&op| self.has(PROMISES) && self.m.kind(op) == ct::ASSUME);
            let release = self.m.defining_op(value).and_then(|op| self.joined_release(op));
            match (self.before.get(&value), promise) {
                (Some(&before), _) => value = before,
                (None, Some(op)) => value = self.m.only_operand(op),
                (None, None) => match release {
                    Some(done) => value = done,
                    None => return value,
                },
            }
        }
    }

    /// The promises, each with its value, where they are no part of the text.
    fn promises(&mut self) -> BTreeSet<String> {
        let all = self.m.walk(self.m.top()).into_iter();
        let assumes: Vec<Op> = all.filter(|&op| self.has(PROMISES) && self.is_promised(op)).collect();
        let promise = |op: Op| format!("{} {}", self.value(self.m.only_operand(op)), self.attributes(op));
        assumes.into_iter().map(promise).collect()
    }

    /// Whether an op is a store that releases, of a counted loop, at the index of the loop.
    fn is_release(&self, op: Op) -> bool {
        let m = self.m;
        let around = m.parent_op(op).filter(|&around| m.kind(around) == ct::FOR);
        let body = around.and_then(|around| m.entry_block(m.regions(around)[0]));
        let index = body.map(|body| m.arguments(body)[0]);
        self.has(RELEASES)
            && m.kind(op) == ct::STORE_VIEW_TKO
            && m.keyword(op, "ordering") == "release"
            && index.is_some_and(|index| m.operands_named(op, operand::INDEX).contains(&index))
    }

    /// A join of what a release has done with what was before, which a release that waits for it needs not.
    fn joined_release(&self, op: Op) -> Option<Value> {
        let m = self.m;
        let is_done = |value: &&Value| m.defining_op(**value).is_some_and(|op| self.is_release(op));
        let done = m.operands(op).iter().rev().find(is_done).copied();
        done.filter(|_| m.kind(op) == ct::JOIN_TOKENS)
    }

    /// The numbers of the releases that wait for those of the rounds before.
    fn serial(&self) -> BTreeSet<usize> {
        let m = self.m;
        let all = m.walk(m.top()).into_iter();
        let releases = all.filter(|&op| self.is_release(op)).enumerate();
        let waits = |&(_, op): &(usize, Op)| {
            let mut open: Vec<Value> = m.operands_named(op, operand::TOKEN).to_vec();
            while let Some(value) = open.pop() {
                match m.defining_op(value).filter(|&op| m.kind(op) == ct::JOIN_TOKENS) {
                    Some(join) => open.extend_from_slice(m.operands(join)),
                    None if m.defining_op(value).is_none() => return true,
                    None => {}
                }
            }
            false
        };
        releases.filter(waits).map(|(number, _)| number).collect()
    }

    /// Whether an op promises something of a value that somebody needs.
    fn is_promised(&self, op: Op) -> bool {
        let is_needed = |user: Op| match self.m.kind(user) {
            ct::ASSUME => self.is_promised(user),
            _ => !self.is_gone(user),
        };
        self.m.kind(op) == ct::ASSUME && self.m.uses(self.m.result(op, 0)).iter().any(|used| is_needed(used.op))
    }

    /// Whether an op is part of the expressions that use it, and nothing by itself.
    fn is_expression(&self, op: Op) -> bool {
        let kind = self.m.kind(op);
        if kind == ct::CONSTANT {
            return self.has(CONSTANTS | EXPRESSIONS);
        }
        self.has(EXPRESSIONS) && self.is_pure(op)
    }

    /// Whether an op computes its results from its operands, and does nothing else.
    fn is_pure(&self, op: Op) -> bool {
        self.computes(op, &[], false)
    }

    /// Whether an op computes its results, may end rounds and ways by `ends`, and does nothing else but, with `loads`, read memory. A
    /// `loop` that may have a second round may not end.
    fn computes(&self, op: Op, ends: &[OpKind], loads: bool) -> bool {
        let m = self.m;
        let kind = m.kind(op);
        let inside: &[OpKind] = match kind {
            ct::IF => &[ct::YIELD],
            ct::REDUCE | ct::SCAN => return self.all_inside(op, &[ct::YIELD], loads),
            ct::FOR => return self.all_inside(op, &[ct::CONTINUE], loads),
            ct::LOOP => {
                let is_one_round = self.ends(op).iter().all(|&end| m.kind(end) == ct::BREAK);
                return is_one_round && self.all_inside(op, &[ct::BREAK], loads);
            }
            _ => {
                let is_weak =
                    matches!(kind, ct::LOAD_VIEW_TKO | ct::LOAD_PTR_TKO) && m.keyword(op, "ordering") == "weak";
                return m.def(op).has(traits::PURE) || ends.contains(&kind) || loads && is_weak;
            }
        };
        self.all_inside(op, &[inside, ends].concat(), loads)
    }

    fn all_inside(&self, op: Op, ends: &[OpKind], loads: bool) -> bool {
        let inner = self.m.regions(op).iter().flat_map(|&region| self.m.blocks(region));
        inner
            .flat_map(|&block| self.m.ops(block))
            .all(|op| self.computes(op, ends, loads))
    }

    /// The carried values of a loop or branch, by position: the result, the argument, the value from before, those of the ends.
    fn carried(&self, op: Op) -> Vec<Carried> {
        let m = self.m;
        let kind = m.kind(op);
        let bounds = if kind == ct::FOR { 3 } else { 0 };
        let arguments = m
            .regions(op)
            .first()
            .and_then(|&region| m.entry_block(region))
            .map_or(&[][..], |b| m.arguments(b));
        let skipped = usize::from(kind == ct::FOR);
        (0..m.results(op).len().max(arguments.len().saturating_sub(skipped)))
            .map(|i| Carried {
                result: m.results(op).get(i).copied(),
                argument: arguments.get(i + skipped).copied(),
                before: (kind != ct::IF)
                    .then(|| m.operands(op).get(bounds + i).copied())
                    .flatten(),
                place: i,
            })
            .collect()
    }

    /// The ops that end a round of a loop, or a way of a branch.
    fn ends(&self, op: Op) -> Vec<Op> {
        let m = self.m;
        let mut out = Vec::new();
        let wanted: &[_] = match m.kind(op) {
            ct::FOR => &[ct::CONTINUE],
            ct::LOOP => &[ct::CONTINUE, ct::BREAK],
            _ => &[ct::YIELD],
        };
        let mut blocks: Vec<Block> = m.regions(op).iter().flat_map(|&r| m.blocks(r).to_vec()).collect();
        while let Some(block) = blocks.pop() {
            for inner in m.ops(block) {
                let kind = m.kind(inner);
                if wanted.contains(&kind) {
                    out.push(inner);
                } else if kind == ct::IF && m.kind(op) != ct::IF {
                    blocks.extend(m.regions(inner).iter().flat_map(|&r| m.blocks(r).to_vec()));
                }
            }
        }
        out
    }

    /// Finds the variables that are the same at the end of each round as before the loop.
    fn find_invariant(&mut self) {
        let loops: Vec<Op> = self.m.walk(self.m.top());
        loop {
            let found = self.before.len();
            for &op in loops
                .iter()
                .filter(|&&op| matches!(self.m.kind(op), ct::FOR | ct::LOOP))
            {
                for carried in self.carried(op) {
                    let (Some(argument), Some(before)) = (carried.argument, carried.before) else {
                        continue;
                    };
                    let same = |ends: &[Op]| {
                        ends.iter().all(|&end| {
                            let value = self.m.operands(end).get(carried.place).copied();
                            value.is_some_and(|value| self.is_same(value, argument) || self.is_same(value, before))
                        })
                    };
                    let ends = self.ends(op);
                    let (breaks, rounds): (Vec<Op>, Vec<Op>) =
                        ends.into_iter().partition(|&end| self.m.kind(end) == ct::BREAK);
                    if self.before.contains_key(&argument) || !same(&rounds) {
                        continue;
                    }
                    let is_result = self.m.kind(op) == ct::FOR || same(&breaks);
                    self.before.insert(argument, before);
                    if let (Some(result), true) = (carried.result, is_result) {
                        self.before.insert(result, before);
                    }
                }
            }
            for &op in loops.iter().filter(|&&op| matches!(self.m.kind(op), ct::IF | ct::LOOP)) {
                for carried in self.carried(op) {
                    self.find_same_on_all_ways(op, &carried);
                }
            }
            if self.before.len() == found {
                return;
            }
        }
    }

    /// A result that is the same constant on all ways is this constant.
    fn find_same_on_all_ways(&mut self, op: Op, carried: &Carried) {
        let Some(result) = carried.result.filter(|result| !self.before.contains_key(result)) else {
            return;
        };
        let mut ends = self.ends(op);
        ends.retain(|&end| self.m.kind(end) != ct::CONTINUE);
        let at_end = |&end: &Op| self.m.operands(end).get(carried.place).copied();
        let Some(values) = ends.iter().map(at_end).collect::<Option<Vec<Value>>>() else {
            return;
        };
        let Some(&first) = values.first() else { return };
        let first = self.resolved(first);
        let is_constant = self
            .m
            .defining_op(first)
            .is_some_and(|op| self.m.kind(op) == ct::CONSTANT);
        if is_constant && values.iter().all(|&value| self.is_same(value, first)) {
            self.before.insert(result, first);
        }
    }

    /// Whether two values are one, or the same constant.
    fn is_same(&self, a: Value, b: Value) -> bool {
        let (a, b) = (self.resolved(a), self.resolved(b));
        let constant = |value| self.m.defining_op(value).filter(|&op| self.m.kind(op) == ct::CONSTANT);
        a == b
            || match (constant(a), constant(b)) {
                (Some(x), Some(y)) => self.m.ty(a) == self.m.ty(b) && self.attributes(x) == self.attributes(y),
                _ => false,
            }
    }

    /// Finds the values that somebody needs: all, where nothing is dead.
    fn find_live(&mut self) {
        let all = self.m.walk(self.m.top());
        loop {
            let found = self.live.len();
            for &op in all.iter().rev() {
                let needed = self.needed(op);
                for value in needed {
                    let value = self.resolved(value);
                    self.live.insert(value);
                }
            }
            if self.live.len() == found {
                return;
            }
        }
    }

    /// The operands that an op needs as far as is known.
    fn needed(&self, op: Op) -> Vec<Value> {
        let m = self.m;
        let kind = m.kind(op);
        let is_used = |op: Op| m.results(op).iter().any(|result| self.live.contains(result));
        match kind {
            ct::FOR | ct::LOOP | ct::IF => {
                let plain = match kind {
                    ct::FOR => 3,
                    ct::IF => 1,
                    _ => 0,
                };
                let mut out = Vec::new();
                if !self.is_gone(op) {
                    out.extend_from_slice(&m.operands(op)[..plain]);
                }
                for carried in self.carried(op).iter().filter(|&carried| self.is_carried(carried)) {
                    out.extend(carried.before);
                    let ends = self.ends(op);
                    out.extend(
                        ends.iter()
                            .filter_map(|&end| m.operands(end).get(carried.place).copied()),
                    );
                }
                out
            }
            // Of what loops and branches carry, they themselves know what is needed.
            ct::CONTINUE | ct::BREAK => Vec::new(),
            ct::YIELD if m.parent_op(op).is_some_and(|op| m.kind(op) == ct::IF) => Vec::new(),
            _ if !self.has(DEAD) || !self.computes(op, &[], true) || is_used(op) => self.operands(op),
            _ => Vec::new(),
        }
    }

    /// Whether a loop or branch carries this: somebody needs it, and it changes.
    fn is_carried(&self, carried: &Carried) -> bool {
        let is_live = |value: &Value| self.live.contains(value);
        let is_known = |value: Option<Value>| value.is_none_or(|value| self.before.contains_key(&value));
        if is_known(carried.result) && is_known(carried.argument) {
            return false;
        }
        !self.has(DEAD)
            || carried.result.as_ref().is_some_and(is_live)
            || carried.argument.as_ref().is_some_and(is_live)
    }

    /// Whether an op is left out: dead, or a loop or branch without effect and use.
    fn is_gone(&self, op: Op) -> bool {
        let m = self.m;
        let is_used = m.results(op).iter().any(|result| self.live.contains(result));
        self.has(DEAD) && !is_used && self.computes(op, &[], true)
    }

    fn block(&mut self, block: Block, depth: usize) -> String {
        let m = self.m;
        let mut out = String::new();
        for op in m.ops(block) {
            let is_promise = self.has(PROMISES) && m.kind(op) == ct::ASSUME;
            // The end of a round that carries nothing is as good as none.
            let is_implied = m.kind(op) == ct::CONTINUE
                && m.parent_op(op).is_some_and(|around| m.kind(around) == ct::FOR)
                && self.operands(op).is_empty();
            if is_promise
                || is_implied
                || self.joined_release(op).is_some()
                || self.is_expression(op)
                || self.is_gone(op)
            {
                continue;
            }
            out += &"  ".repeat(depth);
            out += &self.line(op, depth);
            out += "\n";
        }
        out
    }

    /// An op with its regions.
    fn line(&mut self, op: Op, depth: usize) -> String {
        let m = self.m;
        let kind = m.kind(op);
        let kept: Vec<Carried> = self
            .carried(op)
            .into_iter()
            .filter(|carried| self.is_carried(carried))
            .collect();
        let is_structured = matches!(kind, ct::FOR | ct::LOOP | ct::IF);
        let mut operands = self.operands(op);
        let mut results = m.results(op).to_vec();
        if is_structured {
            results = kept.iter().filter_map(|carried| carried.result).collect();
            let plain = m.operands(op).len() - if kind == ct::IF { 0 } else { self.carried(op).len() };
            operands = m.operands(op)[..plain].to_vec();
            operands.extend(kept.iter().filter_map(|carried| carried.before));
        }
        let operands: Vec<String> = operands.into_iter().map(|value| self.value(value)).collect();
        let has_carried = is_structured || matches!(kind, ct::CONTINUE | ct::BREAK | ct::YIELD);
        let segments = if has_carried { &[] } else { m.segments(op) };
        let mut out = format!(
            "{}{segments:?} {} {}",
            m.op_name(op),
            operands.join(", "),
            self.attributes(op)
        );
        out += " ->";
        for result in results {
            let name = if self.is_expression(op) {
                String::new()
            } else {
                self.name(result)
            };
            out += &format!(" {name}: {}", m.type_text(m.ty(result)));
        }
        for &region in m.regions(op) {
            for &block in m.blocks(region) {
                let mut arguments = m.arguments(block).to_vec();
                if is_structured {
                    let first = usize::from(kind == ct::FOR);
                    arguments.truncate(first);
                    arguments.extend(kept.iter().filter_map(|carried| carried.argument));
                }
                let names: Vec<String> = arguments
                    .into_iter()
                    .map(|value| format!("{}: {}", self.name(value), m.type_text(m.ty(value))))
                    .collect();
                out += &format!(
                    " ({}) {{\n{}{}}}",
                    names.join(", "),
                    self.block(block, depth + 1),
                    "  ".repeat(depth)
                );
            }
        }
        out
    }

    /// The operands of an op; of the end of a round or way, those that are carried.
    fn operands(&self, op: Op) -> Vec<Value> {
        let m = self.m;
        let owner = match m.kind(op) {
            ct::CONTINUE | ct::BREAK => {
                let mut owner = m.parent_op(op);
                while let Some(of) = owner.filter(|&of| m.kind(of) == ct::IF) {
                    owner = m.parent_op(of);
                }
                owner
            }
            ct::YIELD => m.parent_op(op).filter(|&of| m.kind(of) == ct::IF),
            _ => None,
        };
        let Some(owner) = owner else {
            let token = m.operands_named(op, operand::TOKEN);
            let is_said = |value: &&Value| !self.is_release(op) || !token.contains(value);
            return m.operands(op).iter().filter(is_said).copied().collect();
        };
        let kept = self
            .carried(owner)
            .into_iter()
            .filter(|carried| self.is_carried(carried));
        kept.filter_map(|carried| m.operands(op).get(carried.place).copied())
            .collect()
    }

    /// A value: its name, or the number of its expression.
    fn value(&mut self, value: Value) -> String {
        let value = self.resolved(value);
        if let Some(name) = self.names.get(&value) {
            return name.clone();
        }
        if let Some(number) = self.known.get(&value) {
            return format!("${number}");
        }
        let Some(op) = self.m.defining_op(value).filter(|&op| self.is_expression(op)) else {
            return self.name(value);
        };
        let place = self.m.results(op).iter().position(|&result| result == value);
        // The values of its regions are numbered anew: the same expression is the same text anywhere.
        let outer = std::mem::replace(&mut self.next, 0);
        self.level += 1;
        let text = self.line(op, 0) + &format!("#{place:?}");
        self.level -= 1;
        self.next = outer;
        let count = self.numbers.len();
        let number = *self.numbers.entry(text).or_insert(count);
        self.known.insert(value, number);
        format!("${number}")
    }

    /// The name of a value that is no expression: values are numbered as they come.
    fn name(&mut self, value: Value) -> String {
        let (level, next) = (self.level, &mut self.next);
        let name = self.names.entry(value).or_insert_with(|| {
            *next += 1;
            format!("%{level}.{next}")
        });
        name.clone()
    }

    fn attributes(&self, op: Op) -> String {
        let m = self.m;
        let own = m.own_attrs(op).iter();
        let own = own.map(|(slot, attr)| (m.def(op).attrs[usize::from(*slot)].name, attr));
        let extra = m.extra_attrs(op).iter().map(|(name, attr)| (m.name(*name), attr));
        let text = |(name, attr): (&str, &tilewright_ir::Attr)| {
            let text = m.attr_text(*attr);
            match name == "identities" && self.has(IDENTITIES) {
                true => format!(
                    "{name}={}",
                    text.replace("0xFFF", "0x7FF").replace("[-", "[").replace(", -", ", ")
                ),
                false => format!("{name}={text}"),
            }
        };
        own.chain(extra).map(text).collect::<Vec<_>>().join(" ")
    }
}

/// A value that a loop or branch carries.
struct Carried {
    result: Option<Value>,
    argument: Option<Value>,
    before: Option<Value>,
    place: usize,
}
