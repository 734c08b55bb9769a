//! Values that go through a branch or a loop: what of them exists at run time, and whether two fit together.

use super::Eval;
use super::jumps::{CHOSEN, RESULT};
use super::number::default_dtype;
use crate::fail::Res;
use crate::value::{Const, Poison, Tile, Value};
use std::rc::Rc;
use tilewright_ir::{Ty, Value as Ir};

impl<'a> Eval<'a> {
    /// The value with its constants made tiles: what a loop or branch can carry.
    pub(crate) fn carried(&mut self, value: &Value<'a>) -> Res<Value<'a>> {
        Ok(match value {
            Value::Const(constant, ir) if *constant != Const::None => {
                Value::Tile(self.constant_as(*constant, *ir, default_dtype(*constant), false)?)
            }
            Value::Tuple(items) => Value::Tuple(self.carried_all(items)?),
            Value::Object(class, fields) => Value::Object(class.clone(), self.carried_all(fields)?),
            other => self.taken_apart(other).unwrap_or_else(|| other.clone()),
        })
    }

    fn carried_all(&mut self, items: &[Value<'a>]) -> Res<Rc<[Value<'a>]>> {
        items.iter().map(|item| self.carried(item)).collect()
    }

    /// Why a variable has no one type: both types, with the lines that they come from.
    pub(crate) fn ambiguous(&self, name: &str, a: &Value<'a>, b: &Value<'a>) -> Poison {
        let what = match name {
            CHOSEN => "the expression".to_string(),
            RESULT => "the result".to_string(),
            name => format!("`{name}`"),
        };
        let (a, b) = (self.kind(a), self.kind(b));
        Poison::Ambiguous(format!("{what} is of another type on another way: {a}, or {b}"))
    }

    /// The type of a value, as messages about paths name it.
    fn kind(&self, value: &Value<'a>) -> String {
        let mut parts = Vec::new();
        tiles(value, &mut parts);
        let op = parts.first().and_then(|tile| self.m.defining_op(tile.ir));
        let line = op
            .map(|op| self.m.loc_data(self.m.loc(op)).line)
            .filter(|&line| line > 0);
        let line = line.map_or_else(String::new, |line| format!(" (line {line})"));
        match value {
            Value::Const(constant, _) if *constant != Const::None => {
                format!("Tile[{},()]", default_dtype(*constant))
            }
            other => match self.type_of_array(other) {
                Some(of) => of,
                None => other.describe() + &line,
            },
        }
    }

    /// The values in the IR that a value must have to be of the kind of `template`; the text says why it is not.
    pub(crate) fn fit(
        &mut self,
        name: &str,
        value: &Value<'a>,
        template: &Value<'a>,
        out: &mut Vec<Ir>,
    ) -> Result<(), Poison> {
        match (value, template) {
            (Value::Tile(tile), Value::Tile(like)) if tile.dtype == like.dtype && tile.shape == like.shape => {
                out.push(tile.ir);
                Ok(())
            }
            (Value::Const(constant, ir), Value::Tile(like))
                if *constant != Const::None && like.shape.is_empty() && default_dtype(*constant) == like.dtype =>
            {
                if let Ok(tile) = self.constant_as(*constant, *ir, like.dtype, false) {
                    out.push(tile.ir);
                }
                Ok(())
            }
            (Value::Tuple(items), Value::Tuple(likes)) if items.len() == likes.len() => items
                .iter()
                .zip(likes.iter())
                .try_for_each(|(item, like)| self.fit(name, item, like, out)),
            (Value::Object(a, items), Value::Object(b, likes)) if Rc::ptr_eq(a, b) => items
                .iter()
                .zip(likes.iter())
                .try_for_each(|(item, like)| self.fit(name, item, like, out)),
            (Value::Poison(poison), _) | (_, Value::Poison(poison)) => Err(Poison::clone(poison)),
            (value, Value::Apart(whole, _)) => match self.parts_like(value, whole) {
                Some(parts) => {
                    out.extend(parts);
                    Ok(())
                }
                None => Err(self.ambiguous(name, value, template)),
            },
            (value, template) if value.is_same(template) => Ok(()),
            (value, template) => Err(self.ambiguous(name, value, template)),
        }
    }
}

/// The tiles that a value is made of, in order.
pub(crate) fn tiles<'v>(value: &'v Value<'_>, out: &mut Vec<&'v Tile>) {
    match value {
        Value::Tile(tile) => out.push(tile),
        Value::Tuple(items) | Value::Object(_, items) | Value::Apart(_, items) => {
            items.iter().for_each(|item| tiles(item, out));
        }
        _ => {}
    }
}

/// The value with other tiles of the same types, one after another.
pub(crate) fn with_tiles<'a>(value: &Value<'a>, next: &mut impl FnMut() -> Option<Ir>) -> Value<'a> {
    match value {
        Value::Tile(tile) => Value::Tile(Tile {
            ir: next().unwrap_or(tile.ir),
            ..tile.clone()
        }),
        Value::Tuple(items) => Value::Tuple(items.iter().map(|item| with_tiles(item, next)).collect()),
        Value::Apart(whole, items) => {
            Value::Apart(whole.clone(), items.iter().map(|item| with_tiles(item, next)).collect())
        }
        Value::Object(class, items) => {
            Value::Object(class.clone(), items.iter().map(|item| with_tiles(item, next)).collect())
        }
        other => other.clone(),
    }
}

/// The types of the tiles of a value.
pub(crate) fn types(m: &tilewright_ir::Module, value: &Value<'_>) -> Vec<Ty> {
    let mut all = Vec::new();
    tiles(value, &mut all);
    all.iter().map(|tile| m.ty(tile.ir)).collect()
}
