//! From the module to a [`Program`].

use crate::elementwise::{Binary, Elementwise, Partial, Predicate, Unary};
use crate::number::{self, Arithmetic, Format, Promise, Rounding};
use crate::order::Strength;
use crate::program::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilewright_diag::Diagnostic;
use tilewright_ir::OpKind;
use tilewright_ir::attrs::AttrData;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::types::{DYNAMIC, Scalar};
use tilewright_ir::views::TileAccess;
use tilewright_ir::words::padding;
use tilewright_ir::{Block, Module, Op, Ty, Value};

type Refused = Box<Diagnostic>;

/// Makes a kernel ready to run.
///
/// # Errors
/// A module without a kernel of that name, or with several where no name is given; an op that is not of `cuda_tile`.
pub(crate) fn decode(module: &Module, entry: Option<&str>, most_elements: u64) -> Result<Program, Refused> {
    let ops = module.walk(module.top());
    let entries: Vec<Op> = ops
        .iter()
        .copied()
        .filter(|&op| module.kind(op) == cuda_tile::ENTRY)
        .collect();
    let named = |op: &&Op| entry.is_none_or(|name| module.keyword(**op, "sym_name") == name);
    let found: Vec<&Op> = entries.iter().filter(named).collect();
    let names = entries
        .iter()
        .map(|&op| format!("`{}`", module.keyword(op, "sym_name")))
        .collect::<Vec<_>>()
        .join(", ");
    let op = match (&found[..], entry) {
        ([one], _) => **one,
        ([], Some(name)) => {
            let error = Diagnostic::error("run.entry", None, format!("there is no kernel `{name}` here"));
            let help = match &*names {
                "" => "it has none at all".to_string(),
                names => format!("the kernels are: {names}"),
            };
            return Err(Box::new(error.with_help(help)));
        }
        ([], None) => {
            let error = Diagnostic::error("run.entry", None, "there is no kernel here");
            return Err(Box::new(error.with_help("a kernel starts with `entry @name(...) {`")));
        }
        _ => {
            let error = Diagnostic::error("run.entry", None, "there are several kernels here");
            return Err(Box::new(error.with_help(format!("name one of them: {names}"))));
        }
    };
    let mut decoder = Decoder {
        module,
        program: Program {
            values: module.value_count(),
            ..Program::default()
        },
        globals: FxHashMap::default(),
    };
    for &global in ops.iter().filter(|&&op| module.kind(op) == cuda_tile::GLOBAL) {
        decoder.global(global);
    }
    let elements: u64 = module
        .regions(op)
        .iter()
        .flat_map(|&region| module.blocks(region))
        .flat_map(|&block| module.walk(block))
        .flat_map(|op| module.results(op))
        .map(|&value| module.shape(module.ty(value)).iter().product::<i64>() as u64)
        .sum();
    if elements > most_elements {
        let message = format!("the tiles of this kernel have {elements} elements in all, more than {most_elements}");
        return Err(decoder.refuse(op, message));
    }
    let block = module.regions(op).first().and_then(|&r| module.entry_block(r));
    let block = block.ok_or_else(|| decoder.refuse(op, "the kernel has no body"))?;
    decoder.program.entry = decoder.body(block)?;
    decoder.program.pointees = module
        .arguments(block)
        .iter()
        .map(|&a| decoder.pointee_bytes(module.ty(a)))
        .collect();
    match module.inconsistency() {
        Some(failure) => Err(failure),
        None => Ok(decoder.program),
    }
}

struct Decoder<'m> {
    module: &'m Module,
    program: Program,
    globals: FxHashMap<String, usize>,
}

fn shape_of(module: &Module, ty: Ty) -> Shape {
    module.shape(ty).iter().map(|&e| e as usize).collect()
}

fn bytes_of(bits: u32) -> usize {
    bits.div_ceil(8) as usize
}

impl Decoder<'_> {
    fn refuse(&self, op: Op, message: impl Into<String>) -> Refused {
        let refusal = Diagnostic::error("run.unsupported", self.module.span(op), message);
        Box::new(refusal.with_help("do without the op, or use smaller tiles"))
    }

    fn pointee_bytes(&self, ty: Ty) -> Option<usize> {
        let pointee = self.module.pointee(self.module.element(ty))?;
        self.module.scalar(pointee).map(|s| bytes_of(s.bits))
    }

    fn global(&mut self, op: Op) {
        let module = self.module;
        let name = module.keyword(op, "sym_name").to_string();
        let Some(AttrData::Dense { ty, bits }) = module.attr(op, "value").map(|a| module.attr_data(a)) else {
            return;
        };
        let Some(scalar) = module.element_scalar(*ty) else {
            return;
        };
        let count = shape_of(module, *ty).iter().product::<usize>();
        let elements = constant(bits);
        let width = bytes_of(scalar.bits);
        let mut bytes = Vec::with_capacity(count * width);
        for i in 0..count {
            let bits = elements.bits.get(i);
            match (scalar.bits, i % 2, bytes.last_mut()) {
                // Two to a byte.
                (4, 1, Some(byte)) => *byte |= (bits as u8) << 4,
                _ => bytes.extend_from_slice(&bits.to_le_bytes()[..width]),
            }
        }
        self.globals.insert(name.clone(), self.program.globals.len());
        let constant = module.has_attr(op, "constant");
        self.program.globals.push(Global {
            name: format!("@{name}"),
            bytes,
            constant,
            granule: width,
        });
    }

    fn body(&mut self, block: Block) -> Result<BodyId, Refused> {
        let mut insts = Vec::new();
        for op in self.module.ops(block).collect::<Vec<_>>() {
            let code = self.code(op)?;
            insts.push(Inst {
                op,
                code,
                operands: self.module.operands(op).iter().copied().collect(),
                results: self.module.results(op).iter().copied().collect(),
                dead: SmallVec::new(),
            });
        }
        self.mark_dead(block, &mut insts);
        let elementwise = insts.iter().all(|inst| {
            let scalar = |tile: &crate::tile::Tile| tile.bits.len().is_none();
            match &inst.code {
                Code::Work(Work::Elementwise { .. } | Work::Rearrange(Rearrange::Reshape)) => true,
                Code::Leave(Leave::Yield) => true,
                Code::Work(Work::Constant(tile)) => scalar(tile),
                Code::Work(_) | Code::Enter(_) | Code::Leave(_) => false,
            }
        });
        self.program.bodies.push(Body {
            arguments: self.module.arguments(block).iter().copied().collect(),
            insts,
            elementwise,
        });
        Ok(self.program.bodies.len() - 1)
    }

    /// Notes after which op of its block each value is not used any more, also inside the regions of that op.
    fn mark_dead(&self, block: Block, insts: &mut [Inst]) {
        let mut last: FxHashMap<Value, usize> = FxHashMap::default();
        let mut own: Vec<Value> = self.module.arguments(block).to_vec();
        for (i, inst) in insts.iter().enumerate() {
            own.extend(&inst.results);
            for &value in &inst.operands {
                last.insert(value, i);
            }
            for &region in self.module.regions(inst.op) {
                for inner in self.module.blocks(region).iter().flat_map(|&b| self.module.walk(b)) {
                    for &value in self.module.operands(inner) {
                        last.insert(value, i);
                    }
                }
            }
        }
        for value in own {
            if let Some(inst) = last.get(&value).and_then(|&i| insts.get_mut(i)) {
                inst.dead.push(value);
            }
        }
    }

    fn nested(&mut self, op: Op, index: usize) -> Result<Option<BodyId>, Refused> {
        let region = self.module.regions(op).get(index);
        match region.and_then(|&r| self.module.entry_block(r)) {
            Some(block) => self.body(block).map(Some),
            None => Ok(None),
        }
    }

    fn nested_or_refuse(&mut self, op: Op) -> Result<BodyId, Refused> {
        self.nested(op, 0)?.ok_or_else(|| self.refuse(op, "it has no body"))
    }

    fn operand_ty(&self, op: Op, name: OperandName) -> Option<Ty> {
        self.module.operand_named(op, name).map(|v| self.module.ty(v))
    }

    /// The type of the first of all operands, in which most ops compute.
    fn first_ty(&self, op: Op) -> Option<Ty> {
        let first = !self.module.operands(op).is_empty();
        first.then(|| self.module.ty(self.module.first_operand(op)))
    }

    fn result_ty(&self, op: Op) -> Option<Ty> {
        self.module.results(op).first().map(|&v| self.module.ty(v))
    }

    fn scalar(&self, ty: Option<Ty>) -> Option<Scalar> {
        ty.and_then(|ty| self.module.element_scalar(ty))
    }

    /// Bits of an element: addresses have 64.
    fn bits(&self, ty: Option<Ty>) -> u32 {
        self.scalar(ty).map_or(64, |s| s.bits)
    }

    fn shape(&self, ty: Option<Ty>) -> Shape {
        ty.map(|ty| shape_of(self.module, ty)).unwrap_or_default()
    }

    fn code(&mut self, op: Op) -> Result<Code, Refused> {
        let module = self.module;
        if module.def(op).dialect() != "cuda_tile" {
            let name = module.op_name(op);
            return Err(self.refuse(
                op,
                format!("`{name}` is not an op of cuda_tile, which is what the interpreter runs"),
            ));
        }
        let kind = module.kind(op);
        let pointee = |ty: Ty| module.pointee(module.element(ty)).and_then(|ty| module.scalar(ty));
        if kind == cuda_tile::OFFSET && self.result_ty(op).and_then(pointee).is_some_and(|s| s.bits == 4) {
            let error = self.refuse(
                op,
                "`offset` of a pointer to 4-bit elements: where they lie is not defined",
            );
            return Err(Box::new(
                error.with_help("make a view of the memory; its elements lie two to a byte"),
            ));
        }
        if let Some(elementwise) = self.elementwise(op, kind) {
            let count = self.shape(self.result_ty(op)).iter().product();
            return Ok(Code::Work(Work::Elementwise { op: elementwise, count }));
        }
        Ok(match kind {
            cuda_tile::FOR => Code::Enter(Enter::For {
                body: self.nested_or_refuse(op)?,
                bits: self.bits(self.operand_ty(op, operand::LOWER)),
                unsigned: module.has_attr(op, "unsigned"),
            }),
            cuda_tile::LOOP => Code::Enter(Enter::Loop {
                body: self.nested_or_refuse(op)?,
            }),
            cuda_tile::IF => Code::Enter(Enter::If {
                then: self.nested_or_refuse(op)?,
                otherwise: self.nested(op, 1)?,
            }),
            cuda_tile::YIELD => Code::Leave(Leave::Yield),
            cuda_tile::CONTINUE => Code::Leave(Leave::Continue),
            cuda_tile::BREAK => Code::Leave(Leave::Break),
            cuda_tile::RETURN => Code::Leave(Leave::Return),
            _ => Code::Work(self.work(op, kind)?),
        })
    }

    fn work(&mut self, op: Op, kind: OpKind) -> Result<Work, Refused> {
        let module = self.module;
        if let Some(rearrange) = self.rearrange(op, kind) {
            return Ok(Work::Rearrange(rearrange));
        }
        let (from, to) = (self.shape(self.first_ty(op)), self.shape(self.result_ty(op)));
        Ok(match kind {
            cuda_tile::CONSTANT => Work::Constant(constant(module.or_inconsistent(
                Some(op),
                module.dense_attr(op, "value"),
                &[0],
                "has no value",
            ))),
            cuda_tile::IOTA => Work::Iota {
                count: to.iter().product(),
            },
            cuda_tile::GET_TILE_BLOCK_ID => Work::BlockId,
            cuda_tile::GET_NUM_TILE_BLOCKS => Work::BlockCount,
            cuda_tile::MMAF | cuda_tile::MMAI | cuda_tile::MMAF_SCALED => self.matmul(op, kind)?,
            cuda_tile::REDUCE | cuda_tile::SCAN => {
                let reverse = module
                    .attr(op, "reverse")
                    .map(|a| matches!(module.attr_data(a), AttrData::Bool(true)));
                Work::Combine(Combine {
                    body: self.nested_or_refuse(op)?,
                    shape: from,
                    dim: module.int_attr(op, "dim").unwrap_or(0) as usize,
                    scan: (kind == cuda_tile::SCAN).then_some(reverse.unwrap_or(false)),
                })
            }
            cuda_tile::MAKE_TOKEN => Work::Token,
            cuda_tile::JOIN_TOKENS => Work::JoinTokens,
            cuda_tile::MAKE_TENSOR_VIEW => self.make_tensor(op)?,
            cuda_tile::MAKE_PARTITION_VIEW | cuda_tile::MAKE_STRIDED_VIEW | cuda_tile::MAKE_GATHER_SCATTER_VIEW => {
                self.make_view(op)?
            }
            cuda_tile::GET_INDEX_SPACE_SHAPE => Work::IndexSpace {
                bits: self.bits(self.result_ty(op)),
            },
            cuda_tile::GET_TENSOR_SHAPE => Work::TensorShape {
                bits: self.bits(self.result_ty(op)),
            },
            cuda_tile::LOAD_VIEW_TKO
            | cuda_tile::STORE_VIEW_TKO
            | cuda_tile::ATOMIC_RED_VIEW_TKO
            | cuda_tile::LOAD_PTR_TKO
            | cuda_tile::STORE_PTR_TKO
            | cuda_tile::ATOMIC_RMW_TKO
            | cuda_tile::ATOMIC_CAS_TKO => Work::Access(self.access(op, kind)?),
            cuda_tile::GDC_WAIT_TKO | cuda_tile::GDC_LAUNCH_DEPENDENTS_TKO | cuda_tile::MEMORY_FENCE_ALIAS_TKO => {
                Work::JoinTokens
            }
            cuda_tile::GET_GLOBAL => {
                let symbol = module.keyword(op, "symbol");
                let global = self.globals.get(symbol).copied();
                Work::GlobalAddress(global.ok_or_else(|| self.refuse(op, format!("there is no global `@{symbol}`")))?)
            }
            cuda_tile::ALLOCA => {
                let count = module.int_attr(op, "num_elem").unwrap_or(0);
                let granule = self.result_ty(op).and_then(|ty| self.pointee_bytes(ty)).unwrap_or(1);
                let bytes = usize::try_from(count)
                    .ok()
                    .and_then(|n| n.checked_mul(granule))
                    .filter(|&n| n <= 1 << 30);
                let bytes = bytes.ok_or_else(|| self.refuse(op, "so much memory cannot be had"))?;
                Work::Alloca { bytes, granule }
            }
            cuda_tile::ASSUME => Work::Assume(self.assume(op)),
            cuda_tile::ASSERT => Work::Assert {
                message: module.keyword(op, "message").to_string(),
            },
            cuda_tile::PRINT_TKO => {
                let types: Vec<Ty> = module
                    .operands_named(op, operand::ARGS)
                    .iter()
                    .map(|&v| module.ty(v))
                    .collect();
                let format = module.keyword(op, "format").to_string();
                let is_float = |ty| module.element_scalar(ty).is_some_and(|scalar| scalar.is_float());
                let args: Vec<_> = types.iter().map(|&ty| (is_float(ty), module.type_text(ty))).collect();
                if let Some(why) = tilewright_diag::printf::misfit(&format, &args) {
                    return Err(self.refuse(op, why));
                }
                Work::Print {
                    format,
                    scalars: types.iter().map(|&ty| module.element_scalar(ty)).collect(),
                    shapes: types.iter().map(|&ty| shape_of(module, ty)).collect(),
                }
            }
            _ => {
                // The op may be run with other types than these.
                let values = module.operands(op).iter().chain(module.results(op));
                let mut types: Vec<String> = values.map(|&value| module.type_text(module.ty(value))).collect();
                types.dedup();
                let types = match &types[..] {
                    [] => String::new(),
                    _ => format!(" with `{}`", types.join("`, `")),
                };
                let message = format!("the interpreter does not run `{}`{types}", kind.short_name());
                return Err(self.refuse(op, message));
            }
        })
    }

    fn rearrange(&self, op: Op, kind: OpKind) -> Option<Rearrange> {
        let module = self.module;
        let (from, to) = (self.shape(self.first_ty(op)), self.shape(self.result_ty(op)));
        Some(match kind {
            cuda_tile::RESHAPE => Rearrange::Reshape,
            cuda_tile::BROADCAST => Rearrange::Broadcast { from, to },
            cuda_tile::PERMUTE => {
                let permutation = module.required_list(op, "permutation");
                Rearrange::Permute {
                    from,
                    permutation: permutation.iter().map(|&d| d as usize).collect(),
                }
            }
            cuda_tile::EXTRACT => Rearrange::Extract {
                whole: from,
                slice: to,
                index_bits: self.bits(self.operand_ty(op, operand::INDEX)),
            },
            cuda_tile::INSERT => Rearrange::Insert {
                whole: to,
                slice: from,
                index_bits: self.bits(self.operand_ty(op, operand::INDEX)),
            },
            cuda_tile::CAT => Rearrange::Cat {
                left: from,
                right: self.shape(self.operand_ty(op, operand::RHS)),
                dim: module.int_attr(op, "dim").unwrap_or(0) as usize,
            },
            cuda_tile::PACK | cuda_tile::UNPACK => Rearrange::Repack {
                from: self.bits(self.first_ty(op)),
                to: self.bits(self.result_ty(op)),
                from_count: from.iter().product(),
                count: to.iter().product(),
            },
            _ => return None,
        })
    }

    fn elementwise(&mut self, op: Op, kind: OpKind) -> Option<Elementwise> {
        use Elementwise as E;
        let module = self.module;
        let source = self.scalar(self.first_ty(op));
        let to = self.scalar(self.result_ty(op));
        let format = source.and_then(Format::of);
        let bits = source.map_or(64, |s| s.bits);
        let rounding = Rounding::from_word(module.keyword(op, "rounding"));
        let signed = module.keyword(op, "signedness") == "signed";
        let promise = Promise::from_word(module.keyword(op, "overflow"));
        let ftz = module.has_attr(op, "ftz");
        if let Some(op) = number::Binary::of(kind, rounding) {
            return Some(E::Partial(Partial::Integer {
                op,
                bits,
                signed,
                promise,
            }));
        }
        if let Some(of) = number::function_of(kind) {
            return format.map(|format| E::Unary(Unary::Function { of, format, ftz }));
        }
        if let Some(of) = number::function2_of(kind) {
            return format.map(|format| E::Binary(Binary::Function2 { of, format }));
        }
        let arithmetic = |op: Arithmetic| {
            format.map(|format| {
                E::Binary(Binary::Arithmetic {
                    op,
                    format,
                    rounding,
                    ftz,
                })
            })
        };
        match kind {
            cuda_tile::ADDF => arithmetic(Arithmetic::Add),
            cuda_tile::SUBF => arithmetic(Arithmetic::Sub),
            cuda_tile::MULF => arithmetic(Arithmetic::Mul),
            cuda_tile::DIVF => arithmetic(Arithmetic::Div),
            cuda_tile::FMA => Some(E::Fma {
                format: format?,
                rounding,
                ftz,
            }),
            cuda_tile::SQRT => Some(E::Unary(Unary::Sqrt {
                format: format?,
                rounding,
                ftz,
            })),
            cuda_tile::FPOWI => Some(E::Binary(Binary::PowerOfInt {
                format: format?,
                bits: self.bits(self.operand_ty(op, operand::EXPONENT)),
            })),
            cuda_tile::MAXF | cuda_tile::MINF => Some(E::Binary(Binary::Extremum {
                greater: kind == cuda_tile::MAXF,
                format: format?,
                propagate_nan: module.has_attr(op, "propagate_nan"),
                ftz,
            })),
            cuda_tile::NEGF => Some(E::Unary(Unary::Negate { format: format? })),
            cuda_tile::ABSF => Some(E::Unary(Unary::Absolute { format: format? })),
            cuda_tile::NEGI => Some(E::Partial(Partial::NegateInteger { bits, promise })),
            cuda_tile::ABSI => Some(E::Unary(Unary::AbsoluteInteger { bits })),
            cuda_tile::CMPF => Some(E::Binary(Binary::CompareFloat {
                predicate: Predicate::from_word(module.keyword(op, "predicate"))?,
                ordered: module.keyword(op, "ordering") == "ordered",
                format: format?,
            })),
            cuda_tile::CMPI => Some(E::Binary(Binary::CompareInteger {
                predicate: Predicate::from_word(module.keyword(op, "predicate"))?,
                bits,
                signed,
            })),
            cuda_tile::SELECT => Some(E::Select),
            cuda_tile::BITCAST | cuda_tile::INT_TO_PTR | cuda_tile::PTR_TO_INT => {
                self.program.recasts |= kind == cuda_tile::INT_TO_PTR;
                Some(E::Unary(Unary::Same))
            }
            cuda_tile::PTR_TO_PTR => {
                self.program.recasts = true;
                Some(E::Unary(Unary::Same))
            }
            cuda_tile::EXTI => Some(E::Unary(Unary::Extend {
                from: bits,
                to: to?.bits,
                signed,
            })),
            cuda_tile::TRUNCI => Some(E::Partial(Partial::Truncate {
                from: bits,
                to: to?.bits,
                promise,
            })),
            cuda_tile::FTOF => Some(E::Unary(Unary::FloatToFloat {
                from: format?,
                to: Format::of(to?)?,
                rounding,
            })),
            cuda_tile::FTOI => Some(E::Unary(Unary::FloatToInteger {
                from: format?,
                to: to?.bits,
                signed,
            })),
            cuda_tile::ITOF => Some(E::Unary(Unary::IntegerToFloat {
                from: bits,
                to: Format::of(to?)?,
                signed,
                rounding,
            })),
            cuda_tile::OFFSET => Some(E::Binary(Binary::Offset {
                index_bits: self.bits(self.operand_ty(op, operand::OFFSET)),
                element_bytes: self.result_ty(op).and_then(|ty| self.pointee_bytes(ty)).unwrap_or(1) as u64,
            })),
            _ => None,
        }
    }

    fn matmul(&self, op: Op, kind: OpKind) -> Result<Work, Refused> {
        let module = self.module;
        let [left, right] = [operand::LHS, operand::RHS].map(|name| self.shape(self.operand_ty(op, name)));
        let (&[.., rows, depth], &[.., columns]) = (&left[..], &right[..]) else {
            return Err(self.refuse(op, "the operands are no matrices"));
        };
        let batch = if left.len() == 3 { left[0] } else { 1 };
        let format = |name: OperandName| {
            let scalar = self.scalar(self.operand_ty(op, name));
            scalar
                .and_then(Format::of)
                .ok_or_else(|| self.refuse(op, "the operands are no floats"))
        };
        let kind = match kind {
            cuda_tile::MMAF => MatmulKind::Float {
                operands: format(operand::LHS)?,
                sum: format(operand::ACC)?,
            },
            cuda_tile::MMAF_SCALED => MatmulKind::Scaled {
                operands: format(operand::LHS)?,
                scale: format(operand::LHS_SCALE)?,
                blocks: self
                    .shape(self.operand_ty(op, operand::LHS_SCALE))
                    .last()
                    .copied()
                    .unwrap_or(1),
            },
            _ => MatmulKind::Integer {
                left_signed: module.keyword(op, "signedness_lhs") == "signed",
                right_signed: module.keyword(op, "signedness_rhs") == "signed",
            },
        };
        Ok(Work::Matmul(Matmul {
            batch,
            rows,
            depth,
            columns,
            kind,
        }))
    }

    fn make_tensor(&self, op: Op) -> Result<Work, Refused> {
        let view = self.result_ty(op).and_then(|ty| self.module.tensor_view_type(ty));
        let view = view.ok_or_else(|| self.refuse(op, "the result is no tensor view"))?;
        // Absent: a tensor of known extents and strides.
        let size = self
            .operand_ty(op, operand::SIZES)
            .or(self.operand_ty(op, operand::STRIDES));
        let known = |ints: &[i64]| ints.iter().map(|&i| (i != DYNAMIC).then_some(i)).collect();
        Ok(Work::MakeTensor(MakeTensor {
            sizes: known(view.sizes),
            strides: known(view.strides),
            size_bits: self.bits(size),
        }))
    }

    fn make_view(&self, op: Op) -> Result<Work, Refused> {
        let module = self.module;
        let view = self.result_ty(op).and_then(|ty| module.tile_view_type(ty));
        let view = view.ok_or_else(|| self.refuse(op, "the result is no view"))?;
        let element = module
            .tensor_view_type(view.tensor)
            .and_then(|t| module.scalar(t.element));
        let element = element.ok_or_else(|| self.refuse(op, "the elements are no numbers"))?;
        let padding = match view.padding.map(|attr| module.attr_data(attr)) {
            Some(AttrData::Keyword(word)) => Some(padding_bits(element, module.name(*word))),
            _ => None,
        };
        Ok(Work::MakeView {
            kind: view.kind,
            tile: view.tile.iter().copied().collect(),
            dim_map: view.dim_map.iter().copied().collect(),
            steps: view.steps.iter().copied().collect(),
            padding,
        })
    }

    fn access(&self, op: Op, kind: OpKind) -> Result<Access, Refused> {
        let module = self.module;
        let slot = |name: OperandName| module.operand_place(op, name);
        let through_view = TileAccess::of(module, op).is_some();
        let indices = module.operands_named(op, operand::INDEX);
        let first = slot(operand::INDEX).unwrap_or(0);
        let value = slot(operand::VALUE)
            .or(slot(operand::TILE))
            .or(slot(operand::ARG))
            .or(slot(operand::VAL));
        let tile = value
            .and_then(|i| module.operands(op).get(i))
            .map(|&v| module.ty(v))
            .or(self.result_ty(op));
        let scalar = self
            .scalar(tile)
            .ok_or_else(|| self.refuse(op, "the elements are no numbers"))?;
        let kind = match kind {
            cuda_tile::LOAD_VIEW_TKO | cuda_tile::LOAD_PTR_TKO => AccessKind::Load,
            cuda_tile::STORE_VIEW_TKO | cuda_tile::STORE_PTR_TKO => AccessKind::Store,
            cuda_tile::ATOMIC_CAS_TKO => AccessKind::Swap,
            _ => AccessKind::Update(self.update(op, scalar)?),
        };
        let ordering = module.keyword(op, "ordering");
        let strength = match (ordering, module.keyword(op, "scope")) {
            ("weak", _) => Strength::Weak,
            (_, "tl_blk") => Strength::Block,
            _ => Strength::Device,
        };
        let target = slot(operand::VIEW)
            .or(slot(operand::SOURCE))
            .or(slot(operand::DESTINATION))
            .or(slot(operand::POINTERS));
        Ok(Access {
            kind,
            strength,
            acquire: matches!(ordering, "acquire" | "acq_rel"),
            release: matches!(ordering, "release" | "acq_rel"),
            shape: self.shape(tile),
            bits: scalar.bits,
            target: target.ok_or_else(|| self.refuse(op, "it accesses nothing"))?,
            indices: first..first + indices.len(),
            index_bits: indices.iter().map(|&v| self.bits(Some(module.ty(v)))).collect(),
            mask: slot(operand::MASK),
            padding: slot(operand::PADDING),
            value,
            compare: slot(operand::CMP),
            through_view,
        })
    }

    fn update(&self, op: Op, scalar: Scalar) -> Result<Update, Refused> {
        let mode = self.module.keyword(op, "mode");
        Ok(match mode {
            "and" => Update::And,
            "or" => Update::Or,
            "xor" => Update::Xor,
            "add" => Update::Add,
            "addf" => {
                let format = Format::of(scalar).ok_or_else(|| self.refuse(op, "`addf` adds floats"))?;
                Update::AddFloat(format)
            }
            "max" => Update::Max { signed: true },
            "min" => Update::Min { signed: true },
            "umax" => Update::Max { signed: false },
            "umin" => Update::Min { signed: false },
            "xchg" => Update::Exchange,
            _ => return Err(self.refuse(op, format!("there is no atomic update `{mode}`"))),
        })
    }

    fn assume(&self, op: Op) -> Assumption {
        let module = self.module;
        let Some(AttrData::Record(record, params)) = module.attr(op, "predicate").map(|a| module.attr_data(a)) else {
            return Assumption::Nothing;
        };
        let ty = self.first_ty(op);
        let (shape, bits) = (self.shape(ty), self.bits(ty));
        let ints = &params.ints[..];
        match (record.name, ints) {
            ("div_by", &[by, ..]) if ty.is_some_and(|ty| module.tensor_view_type(ty).is_some()) => {
                Assumption::BaseDivisible { by: by as u64 }
            }
            ("div_by", &[by]) => Assumption::Divisible {
                by: by as u64,
                shape,
                every: None,
                bits,
            },
            ("div_by", &[by, every, along]) => Assumption::Divisible {
                by: by as u64,
                shape,
                every: Some((every as usize, along as usize)),
                bits,
            },
            ("bounded", &[has_low, low, has_high, high]) => Assumption::Bounded {
                low: (has_low == 1).then_some(low),
                high: (has_high == 1).then_some(high),
                shape,
                bits,
            },
            ("same_elements", groups) => Assumption::Same {
                groups: groups.iter().map(|&g| g.max(1) as usize).collect(),
                shape,
            },
            _ => Assumption::Nothing,
        }
    }
}

/// The bits of a padding value. For integers only zero has a meaning; the others are taken as floats' names for it.
fn padding_bits(scalar: Scalar, word: &str) -> u64 {
    let Some(format) = Format::of(scalar) else { return 0 };
    let value = match word {
        padding::NEG_ZERO => -0.0,
        padding::NAN => f64::NAN,
        // Nothing is converted, and so nothing saturates: a format that has infinity is padded with it.
        padding::POS_INF => return format.beyond(false),
        padding::NEG_INF => return format.beyond(true),
        _ => 0.0,
    };
    format.narrow(value, Rounding::Nearest)
}
