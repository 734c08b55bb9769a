//! Whether a loop has an iteration of a given number, asked before it is reached: what a prologue must know.

use tilewright_analysis::trips::trip_count;
use tilewright_ir::OpKind;
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nv_tileas, scf};
use tilewright_ir::{Op, Value};

/// The iterations of a counted loop.
#[derive(Clone)]
pub(super) struct Iterations {
    pub lower: Value,
    pub upper: Value,
    pub step: Value,
    /// The step and the number of iterations, as far as they are known now.
    known_step: Option<i64>,
    trips: Option<i64>,
    /// Whether there are any, and how far the end is from the start: as an unsigned number right for all indices.
    runs: Value,
    left: Value,
}

/// Whether an iteration exists: known now, or by a condition at run time.
#[derive(Clone, Copy)]
pub(super) enum Exists {
    Always,
    Never,
    If(Value),
}

impl Iterations {
    /// Those of a `scf.for`.
    pub fn of<S>(cx: &mut Conversion<'_, S>, op: Op) -> Result<Self, Failure> {
        let old = cx.old;
        let lower = cx.required_operand(op, operand::LOWER)?;
        let upper = cx.required_operand(op, operand::UPPER)?;
        let step = cx.required_operand(op, operand::STEP)?;
        let is_unsigned = old.has_attr(op, "unsigned");
        let trips = trip_count(old, op);
        let sign = if is_unsigned { "unsigned" } else { "signed" };
        cx.build()
            .op(nv_tileas::ITERATIONS, &[&[lower], &[upper], &[step]], &[]);
        let (runs, left) = match trips {
            // Not looked at.
            Some(_) => (lower, lower),
            None => (
                cx.build().compare("less_than", sign, lower, upper),
                cx.build().binary(arith::SUBI, upper, lower),
            ),
        };
        Ok(Self {
            lower,
            upper,
            step,
            known_step: old.constant_int(old.required_operand(op, operand::STEP)),
            trips,
            runs,
            left,
        })
    }

    /// The number of iterations, and that number itself if it is known.
    pub fn trips<S>(&self, cx: &mut Conversion<'_, S>) -> (Value, Option<i64>) {
        let ty = cx.new.ty(self.lower);
        match self.trips {
            Some(trips) => (cx.build().number(trips, ty), Some(trips)),
            None => {
                let none = cx.build().number(0, ty);
                (cx.build().select(self.runs, self.left, none), None)
            }
        }
    }

    /// Whether there is an iteration of a number, counted from 0.
    pub fn exists<S>(&self, cx: &mut Conversion<'_, S>, number: i64) -> Exists {
        match self.trips {
            Some(trips) if number < trips => return Exists::Always,
            Some(_) => return Exists::Never,
            None if number == 0 => return Exists::If(self.runs),
            None => {}
        }
        let far = self.is_within(cx, number, self.left);
        Exists::If(cx.build().binary(arith::ANDI, self.runs, far))
    }

    /// Whether there is an iteration so many after the one of an index.
    pub fn exists_after<S>(&self, cx: &mut Conversion<'_, S>, index: Value, number: i64) -> Exists {
        if self.trips.is_some_and(|trips| trips <= number) {
            return Exists::Never;
        }
        let left = cx.build().binary(arith::SUBI, self.upper, index);
        Exists::If(self.is_within(cx, number, left))
    }

    /// Whether so many steps are less than a distance.
    fn is_within<S>(&self, cx: &mut Conversion<'_, S>, number: i64, left: Value) -> Value {
        match self.known_step {
            Some(step) => {
                let ty = cx.new.ty(left);
                let far = cx.build().number(number * step, ty);
                cx.build().compare("less_than", "unsigned", far, left)
            }
            None => {
                // A step that is not known may be any number of 32 bits: a few of them fit into 64.
                let [left, step] = [left, self.step].map(|value| wide(cx, value));
                let ty = cx.new.ty(step);
                let times = cx.build().number(number, ty);
                let far = cx.build().binary(arith::MULI, step, times);
                cx.build().compare("less_than", "unsigned", far, left)
            }
        }
    }

    /// The index so many iterations after another.
    pub fn after<S>(&self, cx: &mut Conversion<'_, S>, index: Value, number: i64) -> Value {
        self.moved(cx, arith::ADDI, index, number)
    }

    fn moved<S>(&self, cx: &mut Conversion<'_, S>, kind: OpKind, index: Value, number: i64) -> Value {
        if number == 0 {
            return index;
        }
        let ty = cx.new.ty(index);
        let by = match self.known_step {
            Some(step) => cx.build().number(number * step, ty),
            None => {
                let times = cx.build().number(number, ty);
                cx.build().binary(arith::MULI, self.step, times)
            }
        };
        cx.build().binary(kind, index, by)
    }

    /// The index at which iterations begin that have fewer than so many after them: the end of a loop over the others.
    pub fn until<S>(&self, cx: &mut Conversion<'_, S>, number: i64) -> Value {
        match self.exists(cx, number) {
            Exists::Always => self.moved(cx, arith::SUBI, self.upper, number),
            Exists::Never => self.lower,
            Exists::If(exists) => {
                let until = self.moved(cx, arith::SUBI, self.upper, number);
                cx.build().select(exists, until, self.lower)
            }
        }
    }

    /// Whether the index at which a loop ends is the one at which the next may start.
    pub fn is_by_one(&self) -> bool {
        self.known_step == Some(1)
    }
}

/// A number of at most 32 bits as an unsigned one of 64.
fn wide<S>(cx: &mut Conversion<'_, S>, value: Value) -> Value {
    let ty = cx.new.number_type("i64");
    cx.build().extend("unsigned", value, ty)
}

/// Does `work` where the iteration exists, under a branch if that is known at run time only. The results are those of `work`, or
/// `otherwise` where the iteration does not exist.
pub(super) fn when<S>(
    cx: &mut Conversion<'_, S>,
    exists: Exists,
    otherwise: &[Value],
    work: impl FnOnce(&mut Conversion<'_, S>) -> Result<Vec<Value>, Failure>,
) -> Result<Vec<Value>, Failure> {
    let condition = match exists {
        Exists::Always => return work(cx),
        Exists::Never => return Ok(otherwise.to_vec()),
        Exists::If(condition) => condition,
    };
    let types: Vec<_> = otherwise.iter().map(|&v| cx.new.ty(v)).collect();
    let branch = cx.build().op(scf::IF, &[&[condition]], &types);
    let region = cx.new.regions(branch)[0];
    let block = cx.new.add_block(region);
    cx.in_block(block, |cx| -> Result<(), Failure> {
        let values = work(cx)?;
        cx.build().op(scf::YIELD, &[&values], &[]);
        Ok(())
    })?;
    if !types.is_empty() {
        let region = cx.new.regions(branch)[1];
        let block = cx.new.add_block(region);
        cx.in_block(block, |cx| cx.build().op(scf::YIELD, &[otherwise], &[]));
    }
    Ok(cx.new.results(branch).to_vec())
}
