//! Variables that a `while` assigns first. They have a value behind it if they have one of the same type at each `break`; a condition
//! of run time is a `break` before the body, so this is for `while True`.

use super::Eval;
use super::jumps::{Carried, Context, Ends, LoopContext, LoopKind};
use super::merge::tiles;
use crate::fail::Res;
use crate::value::Value;
use std::rc::Rc;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Op, Value as Ir};

/// The variables of a loop that have no value before it.
#[derive(Default)]
pub(crate) struct Later<'a> {
    names: Vec<&'a str>,
    /// The ends of rounds, with what these variables are there.
    pub ends: Vec<(Op, Vec<Option<Value<'a>>>)>,
}

impl<'a> Later<'a> {
    /// Notes a variable; the hidden ones, and those of other loops, are not handed on.
    pub(crate) fn add(&mut self, name: &'a str, kind: LoopKind) {
        if kind == LoopKind::While && !name.starts_with('\u{7f}') {
            self.names.push(name);
        }
    }
}

impl<'a> Eval<'a> {
    /// The values of the variables that have none before the loop at a place among the contexts.
    pub(crate) fn later_values(&mut self, place: usize) -> Res<Vec<Option<Value<'a>>>> {
        let Context::Loop(context) = &self.call().contexts[place] else {
            return Ok(Vec::new());
        };
        let names = context.later.names.clone();
        let frame = self.frame();
        let values = names.into_iter().map(|name| frame.get(name));
        values
            .map(|value| value.map(|value| self.carried(&value)).transpose())
            .collect()
    }

    /// Makes the loop carry those that have a value at each `break`, in the order of names. What else is known of a variable behind the
    /// loop comes back: a value that is no tile, or why it has none.
    pub(crate) fn hand_on_later(&mut self, scratch: Op, context: &mut LoopContext<'a>) -> Vec<(&'a str, Value<'a>)> {
        let mut later = std::mem::take(&mut context.later);
        // An end may be gone with a statement that had an error.
        later.ends.retain(|(end, _)| self.m.parent(*end).is_some());
        let mut known = Vec::new();
        // The operands of each end that come from these variables, by name.
        let mut handed: Vec<(&'a str, Vec<Vec<Ir>>)> = Vec::new();
        for (index, &name) in later.names.iter().enumerate() {
            let at_breaks = later.ends.iter().filter(|(end, _)| self.m.kind(*end) == ct::BREAK);
            let Some(values) = at_breaks
                .map(|(_, values)| values[index].as_ref())
                .collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let Some(&template) = values.first() else { continue };
            let fits = values
                .iter()
                .try_for_each(|value| self.fit(name, value, template, &mut Vec::new()));
            let mut parts = Vec::new();
            tiles(template, &mut parts);
            if fits.is_err() || parts.is_empty() {
                let value = match fits {
                    Err(poison) => Value::Poison(Rc::new(poison)),
                    Ok(()) => template.clone(),
                };
                known.push((name, value));
                continue;
            }
            let start = self.not_yet(template);
            let mut inits = Vec::new();
            if self.fit(name, &start, template, &mut inits).is_err() {
                continue;
            }
            let operands = later.ends.iter().map(|(end, values)| {
                let mut own = Vec::new();
                match &values[index] {
                    Some(value) if self.fit(name, value, template, &mut own).is_ok() => own,
                    // Nobody reads what it is in the next round.
                    _ => self.stand_in(*end, template),
                }
            });
            handed.push((name, operands.collect()));
            context.carried.push(Carried {
                name,
                template: template.clone(),
                inits,
                ends: Ends::default(),
            });
        }
        if !handed.is_empty() {
            context.carried.sort_by_key(|carried| carried.name);
            self.rebuild_body(scratch, context, &later, &handed);
        }
        known
    }

    /// Values of the types of a template, at the end of a block.
    fn stand_in(&mut self, end: Op, template: &Value<'a>) -> Vec<Ir> {
        let Some(block) = self.m.parent(end) else {
            return Vec::new();
        };
        let value = self.in_block(block, |eval| eval.not_yet(template));
        let mut parts = Vec::new();
        tiles(&value, &mut parts);
        parts.into_iter().map(|tile| tile.ir).collect()
    }

    /// Gives the body arguments for all that the loop carries now, and its ends operands.
    fn rebuild_body(
        &mut self,
        scratch: Op,
        context: &LoopContext<'a>,
        later: &Later<'a>,
        handed: &[(&'a str, Vec<Vec<Ir>>)],
    ) {
        let of = |name: &str| handed.iter().find(|(other, _)| *other == name).map(|(_, ends)| ends);
        for (index, &(end, _)) in later.ends.iter().enumerate() {
            let mut old = self.m.operands(end).to_vec().into_iter();
            let mut operands = Vec::new();
            for carried in &context.carried {
                match of(carried.name) {
                    Some(ends) => operands.extend(&ends[index]),
                    None => operands.extend(old.by_ref().take(carried.inits.len())),
                }
            }
            let Some(block) = self.m.parent(end) else { continue };
            let new = self.m.create_op(self.m.def(end), &[&operands], &[], self.m.loc(end));
            self.m.erase(end);
            self.m.append(block, new);
        }
        let region = self.m.regions(scratch)[0];
        let Some(old) = self.m.entry_block(region) else { return };
        let block = self.m.add_block(region);
        let mut arguments = self.m.arguments(old).to_vec().into_iter();
        for carried in &context.carried {
            let is_new = of(carried.name).is_some();
            for &init in &carried.inits {
                let argument = self.m.add_argument(block, self.m.ty(init));
                self.name(argument, carried.name);
                if !is_new && let Some(old) = arguments.next() {
                    self.m.replace_uses(old, argument);
                }
            }
        }
        for op in self.m.ops(old).collect::<Vec<_>>() {
            self.m.detach(op);
            self.m.append(block, op);
        }
        self.m.keep_blocks(region, vec![block]);
    }
}
