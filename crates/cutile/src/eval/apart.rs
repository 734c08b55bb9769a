//! Arrays that are chosen at run time: what goes through a branch or loop is the address, and the sizes and strides that are not known.

use super::Eval;
use crate::arrays::{ArrayValue, Set};
use crate::value::{Shape, Tile, TiledView, Value};
use std::rc::Rc;
use tilewright_ir::Value as Ir;

/// The array that a value is, or is a view of.
fn array_of(value: &Value<'_>) -> Option<usize> {
    match value {
        Value::Array(array) | Value::RawMemory(array) => Some(*array),
        Value::TiledView(view) => Some(view.array),
        _ => None,
    }
}

/// The same view of another array.
fn of_array<'a>(value: &Value<'a>, array: usize) -> Value<'a> {
    match value {
        Value::RawMemory(_) => Value::RawMemory(array),
        Value::TiledView(view) => Value::TiledView(Rc::new(TiledView {
            array,
            ..TiledView::clone(view)
        })),
        _ => Value::Array(array),
    }
}

/// The parts of an array that are not known of another one like it.
fn parts(array: &ArrayValue, like: &ArrayValue) -> Vec<Ir> {
    let extents = array.sizes.iter().chain(&array.strides);
    let open = extents.zip(like.sizes.iter().chain(&like.strides));
    let open = open
        .filter(|(_, like)| like.known.is_none())
        .map(|(extent, _)| extent.ir);
    [array.base].into_iter().chain(open).collect()
}

impl<'a> Eval<'a> {
    /// The parts of an array or view; none of another value.
    pub(crate) fn taken_apart(&mut self, value: &Value<'a>) -> Option<Value<'a>> {
        let array = self.arrays[array_of(value)?].clone();
        self.sets.push(Set {
            of: vec![array.set],
            has_parts: array.align == 0,
        });
        let mut like = array;
        like.set = self.sets.len() - 1;
        for extent in like.sizes.iter_mut().chain(&mut like.strides) {
            if extent.known.is_none() {
                extent.divisor = 1;
            }
            extent.is_written = false;
        }
        let tile = |(i, ir)| {
            Value::Tile(Tile {
                ir,
                dtype: if i == 0 { like.dtype } else { like.index },
                shape: Shape::new(),
            })
        };
        let tiles = parts(&like, &like).into_iter().enumerate().map(tile).collect();
        self.arrays.push(like);
        let whole = of_array(value, self.arrays.len() - 1);
        Some(Value::Apart(Rc::new(whole), tiles))
    }

    /// The type of an array, or of the one that a view is of, as messages tell it.
    pub(crate) fn type_of_array(&self, value: &Value<'a>) -> Option<String> {
        let whole = match value {
            Value::Apart(whole, _) => whole,
            other => other,
        };
        let array = &self.arrays[array_of(whole)?];
        let shown = |extents: &[crate::arrays::Extent]| {
            let shown = extents.iter().map(|extent| match extent.known {
                Some(known) => known.to_string(),
                None => "?".to_string(),
            });
            shown.collect::<Vec<_>>().join(",")
        };
        let (sizes, strides) = (shown(&array.sizes), shown(&array.strides));
        Some(format!(
            "{} of {}[{sizes}] strides=[{strides}]",
            whole.describe(),
            array.dtype
        ))
    }

    /// Facts of one array alone are known of neither: both taken apart alike.
    pub(crate) fn alike(&mut self, value: Value<'a>, other: &Value<'a>) -> Value<'a> {
        match (&value, other) {
            (Value::Apart(whole, tiles), other) => {
                let (Some(like), Some(other)) = (array_of(whole), array_of(other)) else {
                    return value;
                };
                let (mut array, other) = (self.arrays[like].clone(), self.arrays[other].clone());
                if array.sizes.len() != other.sizes.len() {
                    return value;
                }
                let extents = array.sizes.iter_mut().chain(&mut array.strides);
                for (extent, other) in extents.zip(other.sizes.iter().chain(&other.strides)) {
                    if extent.known != other.known {
                        extent.known = None;
                        extent.divisor = 1;
                    }
                }
                let mut old = tiles.iter();
                let irs = parts(&array, &array);
                let tiles = irs.into_iter().enumerate().map(|(i, ir)| match old.next() {
                    Some(Value::Tile(tile)) if i == 0 => Value::Tile(tile.clone()),
                    _ => self.scalar(ir, array.index),
                });
                let tiles = tiles.collect();
                self.arrays[like] = array;
                Value::Apart(whole.clone(), tiles)
            }
            (Value::Tuple(items), Value::Tuple(others)) if items.len() == others.len() => {
                let items = items.iter().zip(others.iter());
                Value::Tuple(items.map(|(item, other)| self.alike(item.clone(), other)).collect())
            }
            (Value::Object(class, items), Value::Object(_, others)) if items.len() == others.len() => {
                let items = items.iter().zip(others.iter());
                let items = items.map(|(item, other)| self.alike(item.clone(), other)).collect();
                Value::Object(class.clone(), items)
            }
            _ => value,
        }
    }

    /// The parts of a value that is like the array of a template, which may be that one, too, from now on. None if it is not like it.
    pub(crate) fn parts_like(&mut self, value: &Value<'a>, whole: &Value<'a>) -> Option<Vec<Ir>> {
        let (own, given) = match value {
            Value::Apart(own, tiles) => (&**own, Some(tiles)),
            other => (other, None),
        };
        let (array, like) = (array_of(own)?, array_of(whole)?);
        let is_view_like = match (own, whole) {
            (Value::TiledView(a), Value::TiledView(b)) => {
                (&a.shape, a.padding, &a.steps) == (&b.shape, b.padding, &b.steps)
            }
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        let (from, to) = (&self.arrays[array], &self.arrays[like]);
        let extents = from.sizes.iter().chain(&from.strides);
        let mut extents = extents.zip(to.sizes.iter().chain(&to.strides));
        let is_like = is_view_like
            && (from.dtype, from.index, from.sizes.len()) == (to.dtype, to.index, to.sizes.len())
            && extents.all(|(from, to)| to.known.is_none() || from.known == to.known);
        if !is_like {
            return None;
        }
        let irs = match given {
            Some(tiles) => irs_of(tiles),
            None => parts(from, to),
        };
        if irs.len() != parts(to, to).len() {
            return None;
        }
        let (set, is_part, is_serial) = (from.set, from.align == 0, from.serial);
        let to = &mut self.arrays[like];
        to.serial |= is_serial;
        let of = &mut self.sets[to.set];
        of.has_parts |= is_part;
        if !of.of.contains(&set) {
            of.of.push(set);
        }
        Some(irs)
    }

    /// The value with its arrays made of their parts, where the current op is.
    pub(crate) fn grown(&mut self, value: Value<'a>) -> Value<'a> {
        match &value {
            Value::Apart(whole, tiles) => {
                let Some(like) = array_of(whole) else { return value };
                let mut array = self.arrays[like].clone();
                let irs: Vec<Ir> = irs_of(tiles);
                let extents = array.sizes.iter_mut().chain(&mut array.strides);
                let open: Vec<_> = extents.filter(|extent| extent.known.is_none()).collect();
                // A value that is no array of these parts stays apart, and is refused where it is used.
                let Some((&base, irs)) = irs.split_first().filter(|(_, irs)| irs.len() == open.len()) else {
                    return value;
                };
                for (extent, &ir) in open.into_iter().zip(irs) {
                    (extent.ir, extent.in_view) = (ir, ir);
                }
                array.base = base;
                array.arguments = Vec::new();
                let array = self.derived_array(array);
                of_array(whole, array)
            }
            Value::Tuple(items) if items.iter().any(is_apart) => {
                Value::Tuple(items.iter().map(|item| self.grown(item.clone())).collect())
            }
            Value::Object(class, items) if items.iter().any(is_apart) => {
                let items = items.iter().map(|item| self.grown(item.clone())).collect();
                Value::Object(class.clone(), items)
            }
            _ => value,
        }
    }
}

/// The parts of an array that is taken apart.
fn irs_of(tiles: &[Value<'_>]) -> Vec<Ir> {
    tiles
        .iter()
        .filter_map(|tile| tile.as_tile().map(|tile| tile.ir))
        .collect()
}

/// Whether a value has arrays that are taken apart.
fn is_apart(value: &Value<'_>) -> bool {
    match value {
        Value::Apart(..) => true,
        Value::Tuple(items) | Value::Object(_, items) => items.iter().any(is_apart),
        _ => false,
    }
}
