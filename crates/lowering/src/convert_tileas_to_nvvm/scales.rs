//! The scales of a product by warps: words of threads' registers, a byte for each block along K.

use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Op, Ty, Value};
use tilewright_layout::Layout;
use tilewright_sorted::SortedMap;
use tilewright_units::WARPS;
use tilewright_units::product::{DotScales, matrices, mma_k_bytes};
use tilewright_units::scaled::{Selected, Side};

/// The scales of both sides, in the layouts that the product wants.
pub(super) struct Scales {
    /// Matrices, rows and columns of the product.
    shape: [i64; 3],
    layouts: [Layout; 2],
    values: [Vec<Value>; 2],
    /// The types of elements and of scales.
    types: [&'static str; 2],
    /// Scales along K, all of them and those of a step.
    blocks: i64,
    of_step: i64,
    /// Words that were made, by side and first element.
    words: SortedMap<(usize, u32), Value>,
}

impl Scales {
    /// Those of a product; none if it has none.
    pub(super) fn of(cx: &mut Cx<'_>, op: Op) -> Result<Option<Self>, Failure> {
        let old = cx.old;
        // Absent: a product without scales.
        let Some(scales) = DotScales::of(old, op, cx.state.sharing, cx.state.warp_bits) else {
            return Ok(None);
        };
        let [lhs, _] = old.sides(op).map(|side| matrices(old.shape(old.ty(side))));
        let steps = (lhs[2] / mma_k_bytes()).max(1);
        let mut values = [Vec::new(), Vec::new()];
        for ((values, &tile), layout) in values.iter_mut().zip(&scales.tiles).zip(&scales.layouts) {
            if cx.layout_of(tile) != *layout {
                return Err(cx.error(op, "internal", "scales are not where their product takes them"));
            }
            *values = cx.values(tile)?.to_vec();
        }
        Ok(Some(Self {
            shape: matrices(old.shape(old.ty(old.result(op, 0)))),
            layouts: scales.layouts,
            values,
            types: [scales.element, old.required_scalar(old.ty(scales.tiles[0])).name],
            blocks: scales.blocks,
            of_step: scales.blocks / steps,
            words: SortedMap::new(),
        }))
    }

    /// The product of two fragments for a step of K.
    pub(super) fn multiply(
        &mut self,
        cx: &mut Cx<'_>,
        op: Op,
        (fragments, ty): ([&[Value]; 3], Ty),
        accumulators: &Layout,
        (index, step): (u32, i64),
    ) -> Result<Op, Failure> {
        let first = step * self.of_step;
        let at = |side: Side| (WARPS.scaled.selected)(accumulators, self.shape, self.blocks, (side, index, first));
        let selected = [at(Side::Left), at(Side::Right)];
        let words = [
            self.word(cx, op, Side::Left, &selected[0])?,
            self.word(cx, op, Side::Right, &selected[1])?,
        ];
        let [left, right] = &selected;
        let scales = (words, [left, right], self.of_step);
        let multiply = WARPS.scaled.multiply;
        Ok(multiply(&mut cx.build(), fragments, ty, self.types, scales))
    }

    /// The word of some scales of a side.
    fn word(&mut self, cx: &mut Cx<'_>, op: Op, side: Side, selected: &Selected) -> Result<Value, Failure> {
        let number = side as usize;
        let Some(&first) = selected.elements.first() else {
            return Err(cx.error(op, "internal", "a product with scales of nothing"));
        };
        if let Some(&word) = self.words.get(&(number, first)) {
            return Ok(word);
        }
        let registers = selected.elements.iter().map(|&element| {
            let register = self.layouts[number].register_of(element)?;
            self.values[number].get(register).copied()
        });
        let Some(parts) = registers.collect::<Option<Vec<Value>>>() else {
            return Err(cx.error(op, "internal", "a scale is in another thread"));
        };
        let word = cx.new.named_type("i32");
        let word = cx.build().op(nvvm::PACK_BYTES, &[&parts], &[word]);
        let word = cx.new.result(word, 0);
        self.words.insert((number, first), word);
        Ok(word)
    }
}
