//! Reductions and scans.

use super::Args;
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::arithmetic::Rounding;
use crate::eval::calls::Arguments;
use crate::eval::emit::A;
use crate::fail::Res;
use crate::passes::has_effect;
use crate::value::{Const, Shape, Tile, Value};
use ruff_python_ast::CmpOp;
use tilewright_ir::op_def::effects::READS;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Attr, AttrData, Block, Op, Ty, Value as Ir};

/// The function that combines two elements.
enum Combiner<'a> {
    Sum(Rounding),
    Product(Rounding),
    Extremum { is_max: bool, ftz: bool, nan: bool },
    Index { is_max: bool, nan: bool },
    Function(Value<'a>),
}

impl<'a> Eval<'a> {
    pub(crate) fn reduction(&mut self, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let (ftz, nan) = (
            self.flag(args, "flush_to_zero", false)?,
            self.flag(args, "propagate_nan", false)?,
        );
        let is_max = matches!(name, "max" | "argmax");
        let rounding = self.rounding(args)?;
        let combiner = match name {
            "sum" | "cumsum" => Combiner::Sum(rounding),
            "prod" | "cumprod" => Combiner::Product(rounding),
            "max" | "min" => Combiner::Extremum { is_max, ftz, nan },
            "argmax" | "argmin" => return self.index_of(is_max, nan, args),
            _ => Combiner::Function(args.get("func")),
        };
        let inputs = self.inputs(name, args)?;
        for input in &inputs {
            self.check_rounding(name, input.dtype, rounding)?;
        }
        let is_tuple = matches!(args.get("x"), Value::Tuple(_));
        let identities = self.identities(name, args, &inputs)?;
        let is_scan = matches!(name, "cumsum" | "cumprod" | "scan");
        let results = if is_scan {
            let axis = match args.get("axis") {
                Value::None if name != "scan" => 0,
                value => self.axis(&value, inputs[0].shape.len())?,
            };
            let reverse = self.flag(args, "reverse", false)?;
            self.combine(&inputs, axis, Some(reverse), &identities, &combiner)?
        } else {
            let keep = self.flag(args, "keepdims", false)?;
            let (axis, rank) = (args.get("axis"), inputs[0].shape.len());
            let axes = match name {
                "reduce" => vec![self.axis(&axis, rank)?],
                _ => self.reduced_axes(&axis, rank)?,
            };
            self.reduce_axes(&inputs, &axes, keep, &identities, &combiner)?
        };
        Ok(if is_tuple {
            Value::tuple(results.into_iter().map(Value::Tile).collect())
        } else {
            results.into_iter().next().map_or(Value::None, Value::Tile)
        })
    }

    /// The operands, in one shape.
    fn inputs(&mut self, name: &str, args: &Args<'a>) -> Res<Vec<Tile>> {
        let values = args.get("x").to_items();
        let mut tiles = Vec::new();
        let mut shape = Shape::new();
        for value in &values {
            let tile = self.as_tile(value)?;
            shape = self.common_shape(&shape, &tile.shape)?;
            tiles.push(tile);
        }
        let mut inputs = Vec::new();
        for tile in tiles {
            let tile = if tile.dtype == Dtype::Bool && !matches!(name, "reduce" | "scan") {
                self.cast(&tile, Dtype::I32, None)?
            } else {
                tile
            };
            if tile.dtype.is_restricted() {
                return self.type_error(
                    format!("reductions do not support {}", tile.dtype),
                    "convert first: `.astype(ct.float32)`",
                );
            }
            inputs.push(self.broadcast(&tile, &shape));
        }
        match inputs.is_empty() {
            true => self.type_error("there is nothing to reduce", ""),
            false => Ok(inputs),
        }
    }

    /// The axes of a reduction, rising; all where none are named.
    fn reduced_axes(&mut self, value: &Value<'a>, rank: usize) -> Res<Vec<usize>> {
        let mut axes = match value {
            Value::None => (0..rank).collect(),
            Value::Tuple(items) => {
                let mut axes = Vec::new();
                for item in items.iter() {
                    axes.push(self.axis(item, rank)?);
                }
                axes
            }
            one => vec![self.axis(one, rank)?],
        };
        axes.sort_unstable();
        if axes.windows(2).any(|pair| pair[0] == pair[1]) {
            return self.type_error("an axis is named twice", "name each once");
        }
        Ok(axes)
    }

    /// The identities, as bits of each operand's type.
    fn identities(&mut self, name: &str, args: &Args<'a>, inputs: &[Tile]) -> Res<Vec<u64>> {
        let mut bits = Vec::new();
        if matches!(name, "reduce" | "scan") {
            let values = args.get("identity").to_items();
            if values.len() != inputs.len() {
                return self.type_error(
                    format!(
                        "{} operands need as many identities, not {}",
                        inputs.len(),
                        values.len()
                    ),
                    "",
                );
            }
            for (value, input) in values.iter().zip(inputs) {
                let number = self.number(value)?;
                match (self.known_number(&number), value) {
                    (Some(constant), _) => bits.push(self.bits(constant, input.dtype)),
                    (None, other) => {
                        return self.fail(
                            "python.constant",
                            format!("an identity must be a constant, not {}", other.describe()),
                            "",
                        );
                    }
                }
            }
            return Ok(bits);
        }
        for input in inputs {
            bits.push(match name {
                "sum" | "cumsum" => 0,
                "prod" | "cumprod" => self.bits(Const::Int(1), input.dtype),
                // Of truth values the real compiler takes those of their bytes.
                _ if matches!(args.get("x"), Value::Tile(of) if of.dtype == Dtype::Bool) => {
                    self.extreme(name == "max", Dtype::U8)
                }
                _ => self.extreme(name == "max", input.dtype),
            });
        }
        Ok(bits)
    }

    /// The least or greatest value of a type: what changes no maximum, or no minimum.
    fn extreme(&self, is_max: bool, dtype: Dtype) -> u64 {
        let all = u64::MAX >> (64 - dtype.bits());
        match dtype {
            _ if dtype.is_float() => self.bits(
                Const::Float(if is_max { f64::NEG_INFINITY } else { f64::INFINITY }),
                dtype,
            ),
            // The greatest unsigned number has all bits set; the real compiler hands on the same for both.
            _ if dtype.is_unsigned() => {
                if is_max {
                    0
                } else {
                    all
                }
            }
            _ => {
                if is_max {
                    1 << (dtype.bits() - 1)
                } else {
                    all >> 1
                }
            }
        }
    }

    /// One reduction for each axis, on the lowest that is left.
    fn reduce_axes(
        &mut self,
        inputs: &[Tile],
        axes: &[usize],
        keep: bool,
        identities: &[u64],
        combiner: &Combiner<'a>,
    ) -> Res<Vec<Tile>> {
        let mut tiles = inputs.to_vec();
        for (done, axis) in axes.iter().enumerate() {
            tiles = self.combine(&tiles, axis - done, None, identities, combiner)?;
        }
        if keep {
            let mut shape = inputs[0].shape.clone();
            axes.iter().for_each(|&axis| shape[axis] = 1);
            tiles = tiles.iter().map(|tile| self.reshape(tile, &shape)).collect();
        }
        Ok(tiles)
    }

    /// `reduce` or, with a direction, `scan`.
    fn combine(
        &mut self,
        inputs: &[Tile],
        axis: usize,
        scan: Option<bool>,
        identities: &[u64],
        combiner: &Combiner<'a>,
    ) -> Res<Vec<Tile>> {
        if inputs[0].shape.is_empty() {
            return self.type_error("a scalar has no axis", "");
        }
        let identities = self.identity_attr(inputs, identities);
        let mut attrs = vec![("dim", A::Int(axis as i64)), ("identities", A::Attr(identities))];
        let mut shape = inputs[0].shape.clone();
        let kind = match scan {
            Some(reverse) => {
                attrs.push(("reverse", A::Bool(reverse)));
                ct::SCAN
            }
            None => {
                shape.remove(axis);
                ct::REDUCE
            }
        };
        let operands: Vec<Ir> = inputs.iter().map(|tile| tile.ir).collect();
        let types: Vec<Ty> = inputs.iter().map(|tile| self.tile_type(&shape, tile.dtype)).collect();
        let op = self.loose(kind, &[&operands], &types, &attrs);
        let body = self.block_of(op, 0);
        let made = self.combiner_body(body, inputs, combiner);
        if let Err(error) = made.and_then(|()| self.check_combiner(op, body)) {
            self.m.erase(op);
            return Err(error);
        }
        self.m.append(self.block, op);
        Ok((0..inputs.len())
            .map(|i| Tile {
                ir: self.m.result(op, i),
                dtype: inputs[i].dtype,
                shape: shape.clone(),
            })
            .collect())
    }

    fn identity_attr(&mut self, inputs: &[Tile], bits: &[u64]) -> Attr {
        let mut items = Vec::new();
        for (tile, &bits) in inputs.iter().zip(bits) {
            let ty = self.m.named_type(tile.dtype.element());
            items.push(self.m.intern_attr(AttrData::Dense {
                ty,
                bits: [bits].into(),
            }));
        }
        self.m.intern_attr(AttrData::Array(items.into()))
    }

    /// The region: for each operand an earlier and a later element.
    fn combiner_body(&mut self, body: Block, inputs: &[Tile], combiner: &Combiner<'a>) -> Res<()> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for tile in inputs {
            let ty = self.tile_type(&[], tile.dtype);
            for side in [&mut left, &mut right] {
                side.push(Tile {
                    ir: self.m.add_argument(body, ty),
                    dtype: tile.dtype,
                    shape: Shape::new(),
                });
            }
        }
        self.in_block(body, |eval| {
            let results = eval.combined(&left, &right, combiner)?;
            eval.op(ct::YIELD, &[&results], &[], &[]);
            Ok(())
        })
    }

    /// Refuses a region that does more than to compute from two elements: no tool takes one.
    fn check_combiner(&self, op: Op, body: Block) -> Res<()> {
        for inner in self.m.ops(body) {
            let what = match self.m.kind(inner) {
                ct::REDUCE | ct::SCAN => "a reduction or scan",
                ct::IF | ct::FOR | ct::LOOP => "a branch or loop",
                _ if has_effect(&self.m, inner) || self.m.def(inner).does(READS) => "an access of memory",
                _ => continue,
            };
            let name = if self.m.kind(op) == ct::SCAN {
                "scan"
            } else {
                "reduction"
            };
            return self.fail(
                "python.unsupported",
                format!("the function of a {name} has {what}"),
                "compute the result of both elements without: `ct.where(condition, x, y)` chooses",
            );
        }
        Ok(())
    }

    fn combined(&mut self, left: &[Tile], right: &[Tile], combiner: &Combiner<'a>) -> Res<Vec<Ir>> {
        let (a, b) = (&left[0], &right[0]);
        let float = a.dtype.is_float();
        Ok(match combiner {
            Combiner::Sum(rounding) => {
                let (kind, attrs) = if float {
                    (ct::ADDF, rounding.attrs())
                } else {
                    (ct::ADDI, Vec::new())
                };
                vec![self.tile(kind, &[a.ir, b.ir], &[], a.dtype, &attrs).ir]
            }
            Combiner::Product(rounding) => {
                let (kind, attrs) = if float {
                    (ct::MULF, rounding.attrs())
                } else {
                    (ct::MULI, Vec::new())
                };
                vec![self.tile(kind, &[a.ir, b.ir], &[], a.dtype, &attrs).ir]
            }
            Combiner::Extremum { is_max, ftz, nan } => vec![self.extremum_tiles(*is_max, a, b, *ftz, *nan)?.ir],
            Combiner::Index { is_max, nan } => self.index_combiner(*is_max, *nan, left, right),
            Combiner::Function(function) => {
                let positional = left.iter().chain(right).cloned().map(Value::Tile).collect();
                let arguments = Arguments {
                    positional,
                    named: Vec::new(),
                };
                let result = self.invoke(function, arguments)?;
                let values = result.to_items();
                if values.len() != left.len() {
                    return self.type_error(
                        format!(
                            "the function must return {}, not {}",
                            tilewright_diag::counted(left.len(), "values"),
                            values.len()
                        ),
                        "",
                    );
                }
                let mut results = Vec::new();
                for (value, like) in values.iter().zip(left) {
                    let number = self.number(value)?;
                    let tile = self.implicit_cast(
                        &number,
                        like.dtype,
                        "the function returns another type than it is given",
                    )?;
                    if !tile.shape.is_empty() {
                        return self.type_error("the function must return scalars", "");
                    }
                    results.push(tile.ir);
                }
                results
            }
        })
    }

    /// Which of two elements is the extremum; of equal ones the first.
    fn index_combiner(&mut self, is_max: bool, nan: bool, left: &[Tile], right: &[Tile]) -> Vec<Ir> {
        let order = if is_max { CmpOp::Gt } else { CmpOp::Lt };
        let mut better = self.compare_tiles(order, &left[0], &right[0]);
        let mut equal = self.compare_tiles(CmpOp::Eq, &left[0], &right[0]);
        if left[0].dtype.is_float() {
            let a_nan = self.compare_tiles(CmpOp::NotEq, &left[0], &left[0]);
            let b_nan = self.compare_tiles(CmpOp::NotEq, &right[0], &right[0]);
            let (number, missing) = if nan { (&right[0], &a_nan) } else { (&left[0], &b_nan) };
            let is_number = self.compare_tiles(CmpOp::Eq, number, number);
            let wins = if nan {
                self.tile(ct::ANDI, &[missing.ir, is_number.ir], &[], Dtype::Bool, &[])
            } else {
                self.tile(ct::ANDI, &[is_number.ir, missing.ir], &[], Dtype::Bool, &[])
            };
            better = self.tile(ct::ORI, &[better.ir, wins.ir], &[], Dtype::Bool, &[]);
            let both = self.tile(ct::ANDI, &[a_nan.ir, b_nan.ir], &[], Dtype::Bool, &[]);
            equal = self.tile(ct::ORI, &[equal.ir, both.ir], &[], Dtype::Bool, &[]);
        }
        let first = self.compare_tiles(CmpOp::Lt, &left[1], &right[1]);
        let tie = self.tile(ct::ANDI, &[equal.ir, first.ir], &[], Dtype::Bool, &[]);
        let take = self.tile(ct::ORI, &[better.ir, tie.ir], &[], Dtype::Bool, &[]);
        let mut chosen = |i: usize| {
            self.tile(ct::SELECT, &[take.ir, left[i].ir, right[i].ir], &[], left[i].dtype, &[])
                .ir
        };
        vec![chosen(0), chosen(1)]
    }

    /// `argmax`, `argmin`.
    fn index_of(&mut self, is_max: bool, nan: bool, args: &Args<'a>) -> Res<Value<'a>> {
        let mut tile = self.inputs("", args)?.swap_remove(0);
        let keep = self.flag(args, "keepdims", false)?;
        let rank = tile.shape.len();
        let axis = match args.get("axis") {
            Value::None => {
                let elements: i64 = tile.shape.iter().product();
                tile = self.reshape(&tile, &[elements]);
                0
            }
            value => self.axis(&value, rank)?,
        };
        let extent = tile.shape[axis];
        let iota = self.tile(ct::IOTA, &[], &[extent], Dtype::I32, &[]);
        let mut ones = Shape::from_elem(1, tile.shape.len());
        ones[axis] = extent;
        let iota = self.reshape(&iota, &ones);
        let indices = self.broadcast(&iota, &tile.shape);
        let identities = [self.extreme(is_max, tile.dtype), 0];
        let results = self.combine(
            &[tile.clone(), indices],
            axis,
            None,
            &identities,
            &Combiner::Index { is_max, nan },
        )?;
        let index = results[1].clone();
        if !keep {
            return Ok(Value::Tile(index));
        }
        let mut shape = if matches!(args.get("axis"), Value::None) {
            Shape::from_elem(1, rank)
        } else {
            tile.shape.clone()
        };
        if !matches!(args.get("axis"), Value::None) {
            shape[axis] = 1;
        }
        Ok(Value::Tile(self.reshape(&index, &shape)))
    }
}
