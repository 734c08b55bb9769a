//! Whether two modules are the same ops in the same order, up to the names of values and places in the source.

use std::collections::HashMap;
use std::fmt::Write;
use tilewright_ir::entity::{Block, Op, Region, Value};
use tilewright_ir::{Module, parse, print};

/// Lines that are shown before and after an op that differs.
const CONTEXT: usize = 4;

/// Compares two texts; `Err` says what is wrong with the first op that differs, and shows it on both sides.
pub fn compare_texts(ours: &str, theirs: &str) -> Result<(), String> {
    let read = |whose: &str, text: &str| {
        let parsed = parse(text);
        match parsed.diagnostics.first() {
            None => Ok(parsed.module),
            Some(first) => Err(format!("{whose} text is not Tile IR: {first:?}")),
        }
    };
    compare(&read("our", ours)?, &read("their", theirs)?)
}

/// Compares two modules, as [`compare_texts`] does.
pub fn compare(ours: &Module, theirs: &Module) -> Result<(), String> {
    let mut comparison = Comparison {
        ours,
        theirs,
        pairs: HashMap::new(),
    };
    comparison.blocks(None, ours.top(), theirs.top())
}

struct Comparison<'m> {
    ours: &'m Module,
    theirs: &'m Module,
    /// Which of their values is which of ours.
    pairs: HashMap<Value, Value>,
}

impl Comparison<'_> {
    /// Blocks of a pair of ops, none for the blocks of the modules.
    fn blocks(&mut self, owners: Option<(Op, Op)>, a: Block, b: Block) -> Result<(), String> {
        let (ours, theirs) = (self.ours, self.theirs);
        let (a_owner, b_owner) = owners.unzip();
        self.define(
            "arguments of the region",
            (a_owner, b_owner),
            ours.arguments(a),
            theirs.arguments(b),
        )?;
        let (mut a_ops, mut b_ops) = (ours.ops(a), theirs.ops(b));
        loop {
            match (a_ops.next(), b_ops.next()) {
                (None, None) => return Ok(()),
                (Some(a), Some(b)) => self.ops(a, b)?,
                (Some(a), None) => return Err(self.differ("they have no such op", (Some(a), b_owner))),
                (None, Some(b)) => return Err(self.differ("we have no such op", (a_owner, Some(b)))),
            }
        }
    }

    fn ops(&mut self, a: Op, b: Op) -> Result<(), String> {
        let (ours, theirs) = (self.ours, self.theirs);
        let here = (Some(a), Some(b));
        self.same("ops", here, ours.op_name(a), theirs.op_name(b))?;
        self.same("numbers of operands", here, ours.segments(a), theirs.segments(b))?;
        self.same("attributes", here, attributes(ours, a), attributes(theirs, b))?;
        let operands = ours.operands(a).iter().zip(theirs.operands(b));
        for (i, (a, b)) in operands.enumerate() {
            let name = |module, value| format!("%{}", value_name(module, value));
            if self.pairs.get(b) != Some(a) {
                let what = format!(
                    "operand {i} is another value: {} for their {}",
                    name(ours, *a),
                    name(theirs, *b)
                );
                return Err(self.differ(&what, here));
            }
        }
        self.same(
            "numbers of operands",
            here,
            ours.operands(a).len(),
            theirs.operands(b).len(),
        )?;
        self.define("results", here, ours.results(a), theirs.results(b))?;
        let place = |module: &Module, op: Op| -> Vec<Option<usize>> {
            let region = module.parent(op).and_then(|block| module.region_of(block));
            let blocks = region.map_or(&[][..], |region| module.blocks(region));
            let of = |to: &Block| blocks.iter().position(|block| block == to);
            module.successors(op).iter().map(of).collect()
        };
        self.same("successors", here, place(ours, a), place(theirs, b))?;
        let blocks = |module: &Module, region: &Region| module.blocks(*region).to_vec();
        let of = |module: &Module, op: Op| -> Vec<Vec<Block>> {
            module.regions(op).iter().map(|region| blocks(module, region)).collect()
        };
        let (a_regions, b_regions) = (of(ours, a), of(theirs, b));
        let counts = |regions: &[Vec<Block>]| regions.iter().map(Vec::len).collect::<Vec<_>>();
        self.same("regions", here, counts(&a_regions), counts(&b_regions))?;
        for (a_block, b_block) in a_regions.into_iter().flatten().zip(b_regions.into_iter().flatten()) {
            self.blocks(Some((a, b)), a_block, b_block)?;
        }
        Ok(())
    }

    /// Values of both sides that are defined at the same place.
    fn define(&mut self, what: &str, at: (Option<Op>, Option<Op>), a: &[Value], b: &[Value]) -> Result<(), String> {
        let types = |module: &Module, values: &[Value]| -> Vec<String> {
            values.iter().map(|value| module.type_text(module.ty(*value))).collect()
        };
        self.same(what, at, types(self.ours, a), types(self.theirs, b))?;
        self.pairs.extend(b.iter().copied().zip(a.iter().copied()));
        Ok(())
    }

    fn same<T: PartialEq + std::fmt::Debug>(
        &self,
        what: &str,
        at: (Option<Op>, Option<Op>),
        a: T,
        b: T,
    ) -> Result<(), String> {
        match a == b {
            true => Ok(()),
            false => Err(self.differ(&format!("{what} differ: {a:?} for their {b:?}"), at)),
        }
    }

    fn differ(&self, what: &str, (a, b): (Option<Op>, Option<Op>)) -> String {
        let mut out = format!("{what}\n");
        for (whose, module, op) in [("ours", self.ours, a), ("theirs", self.theirs, b)] {
            let _ = writeln!(out, "{whose}:");
            let printed = print(module);
            let at = op.and_then(|op| printed.lines.iter().position(|line| *line == Some(op)));
            let at = at.unwrap_or(0);
            for (i, line) in printed.text.lines().enumerate() {
                if i.abs_diff(at) <= CONTEXT {
                    let _ = writeln!(out, "{} {:4} {line}", if i == at { '>' } else { ' ' }, i + 1);
                }
            }
        }
        out
    }
}

/// All attributes of an op as text.
fn attributes(module: &Module, op: Op) -> Vec<String> {
    let own = module.own_attrs(op).iter();
    let own = own.map(|(slot, attr)| (module.def(op).attrs[usize::from(*slot)].name, attr));
    let extra = module.extra_attrs(op).iter();
    let extra = extra.map(|(name, attr)| (module.name(*name), attr));
    own.chain(extra)
        .map(|(name, attr)| format!("{name} = {}", module.attr_text(*attr)))
        .collect()
}

fn value_name(module: &Module, value: Value) -> String {
    match module.value_name(value) {
        Some(name) if name.part > 0 => format!("{}#{}", module.name(name.name), name.part),
        Some(name) => module.name(name.name).to_string(),
        None => "(no name)".to_string(),
    }
}
