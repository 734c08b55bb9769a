//! Accesses by element: gather, scatter, atomics, raw memory.

use super::Args;
use super::accesses::Order;
use crate::arrays::Access;
use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::emit::A;
use crate::eval::number::Num;
use crate::fail::Res;
use crate::value::{Const, Shape, Tile, Value, show_shape};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Attr, AttrData, Value as Ir};

/// Pointers to elements, and which of them may be followed.
struct Pointers {
    ir: Ir,
    shape: Shape,
    mask: Option<Tile>,
}

impl<'a> Eval<'a> {
    /// The indices of elements, one for each dimension.
    fn element_indices(&mut self, array: usize, value: &Value<'a>) -> Res<Vec<Num>> {
        let items = self.index_items(array, value)?;
        let mut numbers = Vec::new();
        for item in &items {
            let number = self.number(item)?;
            if !number.default_dtype().is_int() {
                return self.type_error(format!("indices must be integers, not {}", item.describe()), "");
            }
            numbers.push(number);
        }
        Ok(numbers)
    }

    /// An integer with 64 bits, repeated to a shape.
    fn wide(&mut self, number: &Num, shape: &[i64]) -> Res<Tile> {
        let wide = match number {
            Num::Const(constant, _) => self.known_constant(*constant, Dtype::I64),
            Num::Tile(tile) if matches!(tile.dtype, Dtype::I64 | Dtype::U64) => tile.clone(),
            Num::Tile(tile) => self.cast(tile, Dtype::I64, None)?,
        };
        let wide = Tile {
            dtype: Dtype::I64,
            ..wide
        };
        Ok(self.broadcast(&wide, shape))
    }

    /// Pointers to the elements at indices, checked against the array if that is asked for.
    fn element_pointers(&mut self, array: usize, args: &Args<'a>) -> Res<Pointers> {
        let numbers = self.element_indices(array, &args.get("indices"))?;
        let check = self.flag(args, "check_bounds", true)?;
        let mut shape = Shape::new();
        for number in &numbers {
            shape = self.common_shape(&shape, number.shape())?;
        }
        let value = self.arrays[array].clone();
        let (mut mask, mut sum): (Option<Tile>, Option<Tile>) = (None, None);
        for (d, number) in numbers.iter().enumerate() {
            let index = self.wide(number, &shape)?;
            if check {
                let size = self.extent_tile(array, &value.sizes[d]);
                let size = self.wide(&Num::Tile(size), &shape)?;
                let attrs = [("predicate", A::Word("less_than")), ("signedness", A::Word("unsigned"))];
                let inside = self.tile(ct::CMPI, &[index.ir, size.ir], &shape, Dtype::Bool, &attrs);
                mask = Some(match mask {
                    None => inside,
                    Some(mask) => self.tile(ct::ANDI, &[mask.ir, inside.ir], &shape, Dtype::Bool, &[]),
                });
            }
            let stride = self.extent_tile(array, &value.strides[d]);
            let stride = self.wide(&Num::Tile(stride), &shape)?;
            let product = self.tile(ct::MULI, &[index.ir, stride.ir], &shape, Dtype::I64, &[]);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.tile(ct::ADDI, &[sum.ir, product.ir], &shape, Dtype::I64, &[]),
            });
        }
        let ir = match sum {
            Some(sum) => self.moved(array, &sum),
            // An array of one element.
            None => self.arrays[array].base,
        };
        self.with_mask(args, ir, shape, mask)
    }

    /// A size or stride as a scalar.
    fn extent_tile(&mut self, array: usize, extent: &crate::arrays::Extent) -> Tile {
        Tile {
            ir: extent.ir,
            dtype: self.arrays[array].index,
            shape: Shape::new(),
        }
    }

    /// The address of an array, moved by so many elements.
    fn moved(&mut self, array: usize, offset: &Tile) -> Ir {
        let (base, dtype) = (self.arrays[array].base, self.arrays[array].dtype);
        let ones = Shape::from_elem(1, offset.shape.len());
        let mut pointers = base;
        if !offset.shape.is_empty() {
            let ty = self.pointer_type(&ones, dtype);
            pointers = self.value(ct::RESHAPE, &[pointers], ty, &[]);
        }
        let ty = self.pointer_type(&offset.shape, dtype);
        if ones != offset.shape {
            pointers = self.value(ct::BROADCAST, &[pointers], ty, &[]);
        }
        self.value(ct::OFFSET, &[pointers, offset.ir], ty, &[])
    }

    /// A mask or padding has the shape of the indices, or becomes it.
    fn goes_with_indices(&self, what: &str, own: &[i64], shape: &[i64]) -> Res<()> {
        if self.common_shape(own, shape)?[..] == *shape {
            return Ok(());
        }
        let (own, shape) = (show_shape(own), show_shape(shape));
        self.type_error(
            format!("{what} of shape {own} cannot be broadcast to the shape {shape} of the indices"),
            "give it the shape of the indices, or one that is 1 where they have more",
        )
    }

    /// Pointers with the author's mask besides.
    fn with_mask(&mut self, args: &Args<'a>, ir: Ir, shape: Shape, mask: Option<Tile>) -> Res<Pointers> {
        let mut mask = mask;
        if args.has("mask") {
            let own = self.as_tile(&args.get("mask"))?;
            if own.dtype != Dtype::Bool {
                return self.type_error(
                    format!("a mask consists of truth values, not of {}", own.dtype),
                    "compare: `mask=i < n`",
                );
            }
            self.goes_with_indices("a mask", &own.shape, &shape)?;
            let own = self.broadcast(&own, &shape);
            mask = Some(match mask {
                None => own,
                Some(bounds) => self.tile(ct::ANDI, &[bounds.ir, own.ir], &shape, Dtype::Bool, &[]),
            });
        }
        Ok(Pointers { ir, shape, mask })
    }

    /// `X.get_raw_memory()`: pointers by offset, without a check.
    fn raw_pointers(&mut self, array: usize, args: &Args<'a>) -> Res<Pointers> {
        let offset = self.number(&args.get("offset"))?;
        if !offset.default_dtype().is_int() {
            return self.type_error("an offset must be an integer", "");
        }
        let shape = Shape::from_slice(offset.shape());
        let offset = self.wide(&offset, &shape)?;
        let ir = self.moved(array, &offset);
        self.with_mask(args, ir, shape, None)
    }

    fn latency(&mut self, args: &Args<'a>) -> Res<Option<Attr>> {
        if !args.has("latency") {
            return Ok(None);
        }
        let latency = self.const_int(&args.get("latency"), "`latency`")?;
        let hint = (self.m.intern_name("latency"), self.attr(&A::Int(latency)));
        let hints = self.m.intern_attr(AttrData::Dict([hint].into()));
        let target = self.m.intern_name("default");
        Ok(Some(self.m.intern_attr(AttrData::Dict([(target, hints)].into()))))
    }

    /// The value that is loaded where nothing may be read; a zero that nobody wrote is made where the call begins.
    fn padding_value(&mut self, args: &Args<'a>) -> Res<Num> {
        let value = match args.get("padding_value") {
            Value::None => self.constant_value(Const::Int(0)),
            value => value,
        };
        self.number(&value)
    }

    fn load_elements(&mut self, array: usize, pointers: &Pointers, padding: &Num, args: &Args<'a>) -> Res<Value<'a>> {
        let dtype = self.arrays[array].dtype;
        let shape = pointers.shape.clone();
        let padding = self.implicit_cast(padding, dtype, "the padding is not of the array's type")?;
        self.goes_with_indices("padding", &padding.shape, &shape)?;
        let padding = self.broadcast(&padding, &shape);
        let mut attrs = vec![("ordering", A::Word("weak"))];
        attrs.extend(self.latency(args)?.map(|hints| ("hints", A::Attr(hints))));
        let mask: Vec<Ir> = pointers.mask.iter().map(|mask| mask.ir).collect();
        let ty = self.tile_type(&shape, dtype);
        let token = self.m.ty(self.token);
        let op = self.op(
            ct::LOAD_PTR_TKO,
            &[&[pointers.ir], &mask, &[padding.ir], &[self.token]],
            &[ty, token],
            &attrs,
        );
        self.note(op, array, Access::Load);
        Ok(Value::Tile(Tile {
            ir: self.m.result(op, 0),
            dtype,
            shape,
        }))
    }

    /// A value in the type of the array and the shape of the pointers.
    fn element_value(&mut self, array: usize, pointers: &Pointers, value: &Value<'a>) -> Res<Tile> {
        let dtype = self.arrays[array].dtype;
        let number = self.number(value)?;
        let common = self.common_shape(&pointers.shape, number.shape())?;
        if common != pointers.shape {
            return self.type_error(
                "the value has another shape than the indices",
                "broadcast the indices: `i[:, None]`",
            );
        }
        let what = "the tile is not of the array's type";
        match &number {
            Num::Const(..) => {
                let tile = self.implicit_cast(&number, dtype, what)?;
                Ok(self.broadcast(&tile, &pointers.shape))
            }
            Num::Tile(tile) => {
                let tile = self.broadcast(tile, &pointers.shape);
                self.implicit_cast(&Num::Tile(tile), dtype, what)
            }
        }
    }

    fn store_elements(&mut self, array: usize, pointers: &Pointers, args: &Args<'a>) -> Res<Value<'a>> {
        let value = self.element_value(array, pointers, &args.get("value"))?;
        let mut attrs = vec![("ordering", A::Word("weak"))];
        attrs.extend(self.latency(args)?.map(|hints| ("hints", A::Attr(hints))));
        let mask: Vec<Ir> = pointers.mask.iter().map(|mask| mask.ir).collect();
        let token = self.m.ty(self.token);
        let op = self.op(
            ct::STORE_PTR_TKO,
            &[&[pointers.ir], &[value.ir], &mask, &[self.token]],
            &[token],
            &attrs,
        );
        self.note(op, array, Access::Store);
        Ok(Value::None)
    }

    pub(crate) fn gather(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let padding = self.padding_value(args)?;
        let pointers = self.element_pointers(array, args)?;
        self.load_elements(array, &pointers, &padding, args)
    }

    pub(crate) fn scatter(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let pointers = self.element_pointers(array, args)?;
        self.store_elements(array, &pointers, args)
    }

    pub(crate) fn atomic(&mut self, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let array = self.array_of(args)?;
        let pointers = self.element_pointers(array, args)?;
        self.atomic_elements(super::behind(name, "atomic_"), array, &pointers, args)
    }

    /// A method of raw memory.
    pub(crate) fn raw_method(&mut self, array: usize, name: &str, args: &Args<'a>) -> Res<Value<'a>> {
        let name = super::behind(name, "raw.");
        if name == "load_offset" {
            let padding = self.padding_value(args)?;
            let pointers = self.raw_pointers(array, args)?;
            return self.load_elements(array, &pointers, &padding, args);
        }
        let pointers = self.raw_pointers(array, args)?;
        match name {
            "store_offset" => self.store_elements(array, &pointers, args),
            atomic => {
                let mode = super::behind(atomic, "atomic_");
                // Absent: no method of memory, and those are all that there are.
                let mode = mode.strip_suffix("_offset").unwrap_or(mode);
                self.atomic_elements(mode, array, &pointers, args)
            }
        }
    }

    fn atomic_elements(&mut self, mode: &str, array: usize, pointers: &Pointers, args: &Args<'a>) -> Res<Value<'a>> {
        let dtype = self.arrays[array].dtype;
        let default = Order {
            word: "acq_rel",
            scope: Some("device"),
        };
        let order = self.memory_order(args, default)?;
        let mask: Vec<Ir> = pointers.mask.iter().map(|mask| mask.ir).collect();
        let ty = self.tile_type(&pointers.shape, dtype);
        let token = self.m.ty(self.token);
        let mut attrs = order.attrs();
        let op = if mode == "cas" {
            let expected = self.element_value(array, pointers, &args.get("expected"))?;
            let desired = self.element_value(array, pointers, &args.get("desired"))?;
            self.op(
                ct::ATOMIC_CAS_TKO,
                &[&[pointers.ir], &[expected.ir], &[desired.ir], &mask, &[self.token]],
                &[ty, token],
                &attrs,
            )
        } else {
            let word = super::atomic_mode(mode, dtype);
            if !dtype.is_int() && !matches!(word, "addf" | "xchg") {
                return self.type_error(format!("atomic_{mode} does not support {dtype}"), "only integers");
            }
            let update = self.element_value(array, pointers, &args.get("update"))?;
            attrs.push(("mode", A::Word(word)));
            self.op(
                ct::ATOMIC_RMW_TKO,
                &[&[pointers.ir], &[update.ir], &mask, &[self.token]],
                &[ty, token],
                &attrs,
            )
        };
        let access = Access::Atomic {
            acquires: matches!(order.word, "acquire" | "acq_rel"),
            releases: matches!(order.word, "release" | "acq_rel"),
        };
        self.note(op, array, access);
        Ok(Value::Tile(Tile {
            ir: self.m.result(op, 0),
            dtype,
            shape: pointers.shape.clone(),
        }))
    }
}
