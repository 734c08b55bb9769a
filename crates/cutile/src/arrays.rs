//! The parameters of a kernel: the entry with its arguments, and what is known of the arrays before the first statement.

use crate::dtype::Dtype;
use crate::eval::Eval;
use crate::eval::emit::A;
use crate::signature::{ArrayParam, Dim, Param};
use crate::value::{Const, Shape, Tile, Value};
use smallvec::smallvec;
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::dialects::cuda_tile::{assume, types};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Attr, AttrData, Block, Op, Ty, TypeParams, Value as Ir};

/// An extent that is known only at launch, in the types of views.
pub(crate) use tilewright_ir::types::DYNAMIC;

/// A size or stride.
#[derive(Clone, Debug)]
pub(crate) struct Extent {
    /// The value.
    pub ir: Ir,
    /// The same as a view has it: what it is a multiple of is said again.
    pub in_view: Ir,
    /// Its number, if it is known.
    pub known: Option<i64>,
    /// It is a multiple of this.
    pub divisor: i64,
    /// Whether its number is the length of a slice, as it is written: then its constant stands where the slice is made.
    pub is_written: bool,
}

/// An array in memory.
#[derive(Clone, Debug)]
pub(crate) struct ArrayValue {
    pub dtype: Dtype,
    /// The address.
    pub base: Ir,
    /// The alignment of the address, in bytes.
    pub align: i64,
    pub sizes: Vec<Extent>,
    pub strides: Vec<Extent>,
    /// The array as a tensor.
    pub view: Ir,
    /// The type of sizes, strides and indices.
    pub index: Dtype,
    /// Arrays of one set may overlap.
    pub set: usize,
    /// Whether elements may overlap each other.
    pub serial: bool,
    /// Whether other arrays of its list may overlap it.
    pub overlapped: bool,
    /// The constants that stand for static sizes and strides.
    pub statics: Vec<Op>,
    /// The arguments of the entry: the address, the sizes, the strides.
    pub arguments: Vec<Ir>,
}

/// The part of a divisor that is said in the IR: a power of two, of which no larger one is of use.
pub(crate) fn promised(divisor: i64) -> i64 {
    (divisor & divisor.wrapping_neg()).clamp(1, 1024)
}

/// A list of arrays.
#[derive(Clone, Debug)]
pub(crate) struct ListValue {
    pub param: ArrayParam,
    /// The table as tiles of 64-bit numbers: a row for each array.
    pub table: Ir,
    /// The argument of the entry that is the address of the table.
    argument: Ir,
    pub length: Ir,
    pub set: usize,
    pub serial: bool,
    pub overlapped: bool,
}

impl ListValue {
    /// The numbers of an array in the table: its address, its sizes, its strides.
    fn columns(&self) -> i64 {
        1 + 2 * self.param.dims.len() as i64
    }

    /// The numbers that are read at once.
    pub(crate) fn width(&self) -> i64 {
        (self.columns() as u64).next_power_of_two() as i64
    }
}

/// Arrays that may overlap; or those that one which is chosen at run time may be.
#[derive(Clone, Default, Debug)]
pub(crate) struct Set {
    /// The sets of those that it may be; none for a set of parameters.
    pub of: Vec<usize>,
    /// Whether one of them is a part of an array: parts may overlap.
    pub has_parts: bool,
}

/// The effect of an op on memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The set of arrays; none for ops that concern all.
    pub set: Option<usize>,
    pub access: Access,
    /// Whether the array may overlap itself.
    pub serial: bool,
    /// Whether other arrays of its list may overlap it.
    pub overlapped: bool,
}

/// The kinds of accesses that tokens order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Load,
    AcquireLoad,
    Store,
    ReleaseStore,
    /// An atomic change, by how it is ordered.
    Atomic {
        acquires: bool,
        releases: bool,
    },
    /// Output, and what is agreed with other kernels; whether it waits for them.
    Outside {
        acquires: bool,
    },
}

impl Access {
    /// Whether it changes memory, or something else outside.
    pub(crate) fn writes(self) -> bool {
        !matches!(self, Access::Load | Access::AcquireLoad)
    }

    /// Whether what follows waits for it.
    pub(crate) fn acquires(self) -> bool {
        matches!(
            self,
            Access::AcquireLoad | Access::Atomic { acquires: true, .. } | Access::Outside { acquires: true }
        )
    }

    /// Whether it waits for everything before it.
    pub(crate) fn releases(self) -> bool {
        matches!(
            self,
            Access::ReleaseStore | Access::Atomic { releases: true, .. } | Access::Outside { .. }
        )
    }
}

/// Parameters while the entry is being made.
struct Entry {
    block: Block,
    /// Sets of arrays by alias group: a group has one set.
    groups: Vec<(u32, usize)>,
    sets: usize,
}

impl<'a> Eval<'a> {
    /// Makes the parameters of the entry and what is assumed of them; the value of each Python parameter.
    pub(crate) fn parameters(&mut self, block: Block, params: &[Param]) -> Vec<Value<'a>> {
        let mut entry = Entry {
            block,
            groups: Vec::new(),
            sets: 0,
        };
        let values: Vec<Value<'a>> = params.iter().map(|param| self.parameter(&mut entry, param)).collect();
        self.sets.resize_with(entry.sets, Set::default);
        for array in 0..self.arrays.len() {
            self.assume_divisors(array);
        }
        let boundary = self.constant(Const::Bool(false), &[], Dtype::Bool);
        if let Some(op) = self.m.defining_op(boundary.ir) {
            self.anchor = op;
        }
        values.into_iter().map(|value| self.materialised(value)).collect()
    }

    /// Names the arguments of the entry after the parameter of the kernel.
    pub(crate) fn name_parameter(&mut self, name: &str, value: &Value<'a>) {
        match value {
            Value::Tile(tile) => self.name(tile.ir, name),
            Value::Tuple(items) => {
                for (i, item) in items.iter().enumerate() {
                    self.name_parameter(&format!("{name}_{i}"), item);
                }
            }
            Value::Array(array) => {
                let arguments = self.arrays[*array].arguments.clone();
                let rank = arguments.len() / 2;
                for (i, argument) in arguments.into_iter().enumerate() {
                    let name = match i.checked_sub(1) {
                        None => name.to_string(),
                        Some(at) if at < rank => format!("{name}_size{at}"),
                        Some(at) => format!("{name}_stride{}", at - rank),
                    };
                    self.name(argument, &name);
                }
            }
            Value::List(list) => {
                let (table, length) = (self.lists[*list].argument, self.lists[*list].length);
                self.name(table, name);
                self.name(length, &format!("{name}_length"));
            }
            _ => {}
        }
    }

    /// The ops in front of the first statement for a parameter: the views of arrays and lists; constants, as if they were
    /// evaluated here.
    fn materialised(&mut self, value: Value<'a>) -> Value<'a> {
        match value {
            Value::Array(array) => {
                self.make_view(array);
                value
            }
            Value::List(list) => {
                self.make_table(list);
                value
            }
            Value::Const(constant, None) => self.constant_value(constant),
            Value::Tuple(items) => Value::Tuple(items.iter().map(|item| self.materialised(item.clone())).collect()),
            other => other,
        }
    }

    fn parameter(&mut self, entry: &mut Entry, param: &Param) -> Value<'a> {
        match param {
            Param::Array(array) => {
                let set = entry.set(&array.alias_groups);
                Value::Array(self.array(entry, array, set))
            }
            Param::Scalar(dtype) => {
                let ty = self.tile_type(&[], *dtype);
                Value::Tile(Tile {
                    ir: self.m.add_argument(entry.block, ty),
                    dtype: *dtype,
                    shape: Shape::new(),
                })
            }
            Param::Const(Const::None) => Value::None,
            Param::Const(constant) => Value::Const(*constant, None),
            Param::Tuple(items) => Value::Tuple(items.iter().map(|item| self.parameter(entry, item)).collect()),
            Param::List(list) => {
                let set = entry.set(&list.alias_groups);
                let (table, length) = (self.pointer_type(&[], Dtype::I64), self.tile_type(&[], Dtype::I32));
                let table = self.m.add_argument(entry.block, table);
                let length = self.m.add_argument(entry.block, length);
                self.lists.push(ListValue {
                    param: list.array.clone(),
                    table,
                    argument: table,
                    length,
                    set,
                    serial: list.array.may_alias_internally,
                    overlapped: list.elements_may_alias,
                });
                Value::List(self.lists.len() - 1)
            }
        }
    }

    /// The arguments of an array: the address, the sizes, the strides.
    fn array(&mut self, entry: &Entry, param: &ArrayParam, set: usize) -> usize {
        let index = if param.index64 { Dtype::I64 } else { Dtype::I32 };
        let (pointer, number) = (self.pointer_type(&[], param.dtype), self.tile_type(&[], index));
        let base = self.m.add_argument(entry.block, pointer);
        let extents = |m: &mut tilewright_ir::Module, pick: fn(&Dim) -> (Option<i64>, i64)| -> Vec<Extent> {
            let extent = |dim: &Dim| {
                let (known, divisor) = pick(dim);
                let ir = m.add_argument(entry.block, number);
                Extent {
                    ir,
                    in_view: ir,
                    known,
                    divisor: known.unwrap_or(promised(divisor)),
                    is_written: false,
                }
            };
            param.dims.iter().map(extent).collect()
        };
        let sizes = extents(&mut self.m, |dim| (dim.size, dim.size_div));
        let strides = extents(&mut self.m, |dim| (dim.stride, dim.stride_div));
        let extents = sizes.iter().chain(&strides).map(|extent| extent.ir);
        let arguments = [base].into_iter().chain(extents).collect();
        self.arrays.push(ArrayValue {
            arguments,
            dtype: param.dtype,
            base,
            align: promised(param.align),
            sizes,
            strides,
            view: base,
            index,
            set,
            serial: param.may_alias_internally,
            overlapped: false,
            statics: Vec::new(),
        });
        self.arrays.len() - 1
    }

    /// Makes the promises of the signature about the address, the sizes and the strides.
    fn assume_divisors(&mut self, array: usize) {
        let mut value = self.arrays[array].clone();
        if value.align > 1 {
            let attr = self.div_by(value.align);
            value.base = self.assume(value.base, attr);
        }
        for extent in value.sizes.iter_mut().chain(&mut value.strides) {
            if extent.known.is_none() && extent.divisor > 1 {
                let attr = self.div_by(extent.divisor);
                extent.ir = self.assume(extent.ir, attr);
            }
        }
        self.arrays[array] = value;
    }

    /// The array as a tensor, in front of the first statement.
    fn make_view(&mut self, array: usize) {
        let mut value = self.arrays[array].clone();
        let index = value.index;
        for extent in value.sizes.iter_mut().chain(&mut value.strides) {
            self.bound(extent, index, &mut value.statics);
        }
        value.view = self.tensor_view(&value);
        self.arrays[array] = value;
    }

    /// A size or stride is not negative; one that is known gets a constant.
    fn bound(&mut self, extent: &mut Extent, index: Dtype, statics: &mut Vec<Op>) {
        if let Some(known) = extent.known {
            let number = Const::Int(known.into());
            extent.ir = match extent.is_written {
                true => self.typed_constant(number, index).ir,
                false => self.known_constant(number, index).ir,
            };
            extent.in_view = extent.ir;
            let op = self.m.defining_op(extent.ir);
            statics.extend(op);
            self.homeless.extend(op.filter(|_| !extent.is_written));
            return;
        }
        let attr = self.at_least_zero();
        extent.ir = self.assume(extent.ir, attr);
        extent.in_view = extent.ir;
        if extent.divisor > 1 {
            self.divisors.insert(extent.ir, extent.divisor);
            let attr = self.div_by(extent.divisor);
            extent.in_view = self.assume(extent.ir, attr);
        }
    }

    /// `make_tensor_view` of an array.
    fn tensor_view(&mut self, array: &ArrayValue) -> Ir {
        let element = self.m.named_type(array.dtype.element());
        let known =
            |extents: &[Extent]| -> Vec<i64> { extents.iter().map(|extent| extent.known.unwrap_or(DYNAMIC)).collect() };
        let mut ints = known(&array.sizes);
        ints.extend(known(&array.strides));
        let params = TypeParams {
            types: smallvec![element],
            ints: ints.into(),
            attrs: smallvec![],
        };
        let ty = self.m.intern_type(&types::TENSOR_VIEW, params);
        let dynamic = |extents: &[Extent]| -> Vec<Ir> {
            extents
                .iter()
                .filter(|extent| extent.known.is_none())
                .map(|extent| extent.in_view)
                .collect()
        };
        let (sizes, strides) = (dynamic(&array.sizes), dynamic(&array.strides));
        let op = self.op(ct::MAKE_TENSOR_VIEW, &[&[array.base], &sizes, &strides], &[ty], &[]);
        self.m.result(op, 0)
    }

    /// The table of a list as a tensor: an address, the sizes and the strides in each row.
    fn make_table(&mut self, list: usize) {
        let value = self.lists[list].clone();
        let columns = value.columns();
        let element = self.m.named_type("i64");
        let params = TypeParams {
            types: smallvec![element],
            ints: smallvec![DYNAMIC, columns, columns, 1],
            attrs: smallvec![],
        };
        let ty = self.m.intern_type(&types::TENSOR_VIEW, params);
        let op = self.op(
            ct::MAKE_TENSOR_VIEW,
            &[&[value.table], &[value.length], &[]],
            &[ty],
            &[],
        );
        let tensor = self.m.result(op, 0);
        let params = TypeParams {
            types: smallvec![self.m.ty(tensor)],
            ints: smallvec![1, value.width(), 0, 1],
            attrs: smallvec![None],
        };
        let rows: Ty = self.m.intern_type(&types::PARTITION_VIEW, params);
        self.lists[list].table = self.value(ct::MAKE_PARTITION_VIEW, &[tensor], rows, &[]);
    }

    /// `assume div_by<d>`.
    pub(crate) fn div_by(&mut self, divisor: i64) -> Attr {
        let params = AttrParams {
            ints: smallvec![divisor],
            ..AttrParams::default()
        };
        self.m.intern_attr(AttrData::Record(&assume::DIV_BY, params))
    }

    /// `assume bounded<0, ?>`.
    fn at_least_zero(&mut self) -> Attr {
        // A flag before each bound says whether it is there.
        let params = AttrParams {
            ints: smallvec![1, 0, 0, 0],
            ..AttrParams::default()
        };
        self.m.intern_attr(AttrData::Record(&assume::BOUNDED, params))
    }

    /// A value of which something is promised.
    pub(crate) fn assume(&mut self, value: Ir, predicate: Attr) -> Ir {
        let ty: Ty = self.m.ty(value);
        self.value(ct::ASSUME, &[value], ty, &[("predicate", A::Attr(predicate))])
    }

    /// A new array that is part of another, and is made where the current op is.
    pub(crate) fn derived_array(&mut self, mut value: ArrayValue) -> usize {
        let index = value.index;
        let mut statics = Vec::new();
        for extent in value.sizes.iter_mut().chain(&mut value.strides) {
            // The ops that a known number was read from a list by stay, too; a constant does not.
            let read = self.m.defining_op(extent.ir).filter(|_| extent.known.is_some());
            let read = read.filter(|&op| self.m.kind(op) != ct::CONSTANT);
            statics.extend(read);
            self.bound(extent, index, &mut statics);
            if let (Some(read), Some(constant)) = (read, self.m.defining_op(extent.ir)) {
                self.along.insert(constant, vec![read]);
            }
        }
        value.view = self.tensor_view(&value);
        if let Some(view) = self.m.defining_op(value.view) {
            self.along.insert(view, statics);
        }
        value.statics = Vec::new();
        self.arrays.push(value);
        self.arrays.len() - 1
    }

    /// A size or stride as a value of the language: strongly typed, also where its number is known.
    pub(crate) fn extent_value(&self, array: usize, extent: &Extent) -> Value<'a> {
        Value::Tile(Tile {
            ir: extent.ir,
            dtype: self.arrays[array].index,
            shape: Shape::new(),
        })
    }
}

impl Entry {
    /// The set of arrays that an array with these groups belongs to.
    fn set(&mut self, groups: &[u32]) -> usize {
        let known = groups
            .iter()
            .find_map(|group| self.groups.iter().find(|(other, _)| other == group));
        let set = match known {
            Some(&(_, set)) => set,
            None => {
                self.sets += 1;
                self.sets - 1
            }
        };
        for &group in groups {
            if !self.groups.iter().any(|(other, _)| *other == group) {
                self.groups.push((group, set));
            }
        }
        set
    }
}
