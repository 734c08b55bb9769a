//! `emit-ptx`
//!
//! Purpose: from `nvvm`, `cf` and `arith` on scalars to PTX. Each value becomes a virtual register, each block a label;
//! arguments of blocks are copied on the way in. The assembler assigns real registers.
//!
//! Requires: the output of `convert-tileas-to-nvvm`. Guarantees: a tree that `tilewright_ptx::verify` accepts.

mod arithmetic;
mod bytes;
mod calls;
mod conversion;
mod copies;
mod functions;
mod hopper;
mod memory;
mod records;
mod remainder;
mod units;

use tilewright_analysis::Context;
use tilewright_analysis::occupancy::Demand;
use tilewright_diag::Diagnostic;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{NEED, REGISTERS, SEVERAL_PAIRS, THREADS};
use tilewright_ir::entity::EntityMap;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cf, cute_nvgpu, nvvm};
use tilewright_ir::types::Scalar;
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_machine::{Target, memory, targets};
use tilewright_ptx::{
    Dim, Directive, EntryBuilder, Fault, Imm, Item, Label, Len, Linkage, Loc, Module as Ptx, Name, Opcode, Operand,
    PrintOptions, Reg, SourceFile, Space, Special, Type, Var, Version,
};
use tilewright_units::WARPS;

/// PTX and what else a launch needs to know.
pub struct Emitted {
    /// The text.
    pub text: String,
    /// For each line of it, the line of the source, from 1; 0 where there is none.
    pub lines: Vec<u32>,
    /// Threads of a CTA.
    pub threads: u32,
    /// Bytes of shared memory that the kernel itself declares.
    pub static_shared_bytes: u32,
    /// Bytes of shared memory that the launch must give.
    pub dynamic_shared_bytes: u32,
    /// The number of instructions that were written.
    pub instructions: usize,
}

/// The threads of a CTA.
fn threads(module: &Module, func: Op) -> Result<u32, Failure> {
    match module.int_attr(func, THREADS) {
        Some(threads) => Ok(threads as u32),
        None => Err(module.contradicts(
            func,
            "the kernel does not say how many threads it has: `nvvm.reqntid` is missing",
        )),
    }
}

/// Emits the one kernel of a module.
///
/// # Errors
/// If an op or a type has no PTX, with the place in the source.
pub fn emit(module: &Module, context: &Context<'_>, lineinfo: bool) -> Result<Emitted, Failure> {
    let func = module.ops(module.top()).find(|&op| module.kind(op) == nvvm::FUNC);
    let Some(func) = func else {
        return Err(internal("there is no kernel to emit".to_string()));
    };
    let threads = threads(module, func)?;
    let ops = module.walk(module.top());
    let shared = ops.iter().filter(|&&op| module.kind(op) == nvvm::SHARED_BASE);
    // Absent: from the first byte on.
    let end = |&op| module.int_or(op, "from", 0) + module.required_int(op, "bytes");
    // Absent: a kernel that shares nothing.
    let shared_bytes = shared.map(end).max().unwrap_or(0);
    let most = i64::from(context.target.shared_bytes_per_cta.value);
    if shared_bytes > most {
        return Err(Box::new(
            Diagnostic::error(
                "ptx.shared",
                None,
                format!("moving tiles between threads takes {shared_bytes} bytes of shared memory"),
            )
            .with_note(format!("a CTA of {} has at most {most}", context.target.name))
            .with_help("use smaller tiles"),
        ));
    }
    let is_dynamic = shared_bytes > memory().static_shared_bytes.value;
    let mut builder = EntryBuilder::new(module.keyword(func, "sym_name"));
    builder.reserve(ops.len());
    builder.directive(Directive::Reqntid([threads, 1, 1]));
    if let Some(registers) = module.int_attr(func, REGISTERS) {
        builder.directive(Directive::Maxnreg(registers as u32));
    } else if let Some(wanted @ 1..) = tilewright_analysis::hint(module, func, &context.target.name, "occupancy") {
        // As many as have the registers that they need: the assembler would rather spill than let them be fewer.
        let demand = Demand {
            threads,
            registers: module.int_attr(func, NEED).map(|registers| registers as u32),
            shared_bytes: 0,
            tensor_columns: 0,
        };
        let fit = demand.limits(context.target).iter().map(|&(_, ctas)| ctas).min();
        // Absent: nothing limits them.
        builder.directive(Directive::Minnctapersm((wanted as u32).min(fit.unwrap_or(1)).max(1)));
    } else if module.attr(func, NEED).is_some() || ops.iter().any(|&op| module.kind(op) == WARPS.product) {
        // Fragments need many registers, as do tiles of which no two CTAs fit an SM: without this, the assembler may spill to
        // have more CTAs there.
        builder.directive(Directive::Minnctapersm(1));
    }
    // CTAs that touch each other's shared memory are launched in such clusters, or not at all.
    let pairs = module.int_attr(func, SEVERAL_PAIRS);
    if let Some(ctas) = ops
        .iter()
        .filter_map(|&op| module.int_attr(op, "ctas"))
        .chain(pairs)
        .max()
    {
        builder.directive(Directive::Reqnctapercluster([ctas as u32, 1, 1]));
    }
    let smem = match shared_bytes {
        0 => None,
        _ if is_dynamic => Some(Name::from(DYNAMIC_SHARED)),
        bytes => Some(builder.shared(SHARED_ALIGNMENT, Type::B8, "smem", Len::Array(bytes as u64))),
    };
    let mut emitter = Emitter {
        module,
        b: builder,
        regs: EntityMap::default(),
        words: EntityMap::default(),
        bytes: EntityMap::default(),
        halves: EntityMap::default(),
        labels: EntityMap::default(),
        smem,
        version: Version::new(0, 0),
        origins: Vec::new(),
        files: Vec::new(),
        lineinfo,
        records: EntityMap::default(),
        tensor_maps: Vec::new(),
        outside: calls::Outside::default(),
        target: ptx_target(context.target)?,
        gpu: context.target,
        now: func,
    };
    emitter.globals();
    emitter.print_buffer();
    emitter.kernel(func)?;
    emitter.finish(context, threads, shared_bytes as u32)
}

/// The alignment of shared memory, such that buffers start where the patterns of their swizzles do.
const SHARED_ALIGNMENT: u32 = tilewright_analysis::shared_memory::TILE_ALIGNMENT as u32;
/// The symbol of shared memory whose size the launch gives.
const DYNAMIC_SHARED: &str = "global_smem";

/// The form of a value: registers, or a number that is written where it is used.
#[derive(Clone, Copy)]
enum Held {
    Reg(Reg),
    Constant(u64),
}

struct Emitter<'m> {
    module: &'m Module,
    b: EntryBuilder,
    regs: EntityMap<Value, Held>,
    /// Words of four bytes that nobody takes apart, by the first.
    words: EntityMap<Value, Reg>,
    /// Bytes that become floats, each with its word.
    bytes: EntityMap<Value, bytes::ByteWord>,
    /// Such bytes as f16.
    halves: EntityMap<Value, Reg>,
    labels: EntityMap<Block, Label>,
    smem: Option<Name>,
    /// The PTX version that the instructions so far need, beyond the target's own.
    version: Version,
    /// The source line of each statement.
    origins: Vec<u32>,
    files: Vec<String>,
    lineinfo: bool,
    /// The kernel's parameters that are records.
    records: EntityMap<Value, Name>,
    /// The addresses of the tensor maps, which come after the kernel's own parameters.
    tensor_maps: Vec<Reg>,
    /// The parts of the module besides the kernel.
    outside: calls::Outside,
    /// The target as PTX names it.
    target: tilewright_ptx::Target,
    /// Its capabilities.
    gpu: &'m Target,
    /// The op that is emitted.
    now: Op,
}

impl Emitter<'_> {
    /// A parameter is called by its number, since PTX reserves words, and by what the program calls it.
    fn parameter_name(&self, argument: Value, number: usize) -> String {
        let name = self
            .module
            .value_name(argument)
            .filter(|_| self.module.is_named(argument));
        let name = name.map(|name| self.module.name(name.name));
        match name.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')) {
            Some(name) => format!("p{number}_{name}"),
            None => format!("p{number}"),
        }
    }

    fn kernel(&mut self, func: Op) -> Result<(), Failure> {
        let module = self.module;
        let blocks = module.blocks(module.regions(func)[0]);
        for (i, &block) in blocks.iter().enumerate() {
            let label = self.b.label("bb");
            self.labels.insert(block, label);
            for (n, &argument) in module.arguments(block).iter().enumerate() {
                if let Some(bytes) = module.grid_constant_bytes(module.ty(argument)) {
                    self.declare_record(argument, n, bytes);
                    continue;
                }
                let ty = self.type_of(argument, func)?;
                let held = if i == 0 {
                    // The kernel's own parameters, read once at the start.
                    // Loads know no floats of 16 bits, and no predicates.
                    let stored = match ty {
                        Type::Pred => Type::U8,
                        Type::F16 | Type::Bf16 => Type::B16,
                        _ => ty,
                    };
                    let param = self.b.param(stored, &self.parameter_name(argument, n));
                    let read = self.b.ld_param(stored, &param);
                    if ty == Type::Pred {
                        self.b.setp(tilewright_ptx::Word::Ne, Type::U16, read, 0)
                    } else {
                        read
                    }
                } else {
                    self.b.reg(ty)
                };
                self.regs.insert(argument, Held::Reg(held));
            }
        }
        self.declare_tensor_maps();
        for (i, &block) in blocks.iter().enumerate() {
            if i > 0 {
                let label = self.labels[block];
                self.b.bind(label);
            }
            for op in module.ops(block) {
                self.place(op);
                let before = self.b.next_index();
                self.op(op, blocks.get(i + 1).copied())?;
                let line = module.loc_data(module.loc(op)).line;
                self.origins.resize(before, 0);
                self.origins.resize(self.b.next_index(), line);
            }
        }
        Ok(())
    }

    /// Tells the builder where the next instructions come from.
    fn place(&mut self, op: Op) {
        if !self.lineinfo {
            return;
        }
        let loc = self.module.loc_data(self.module.loc(op));
        let place = match loc.origin {
            Some(origin) => Some((self.module.name(origin.file).to_string(), origin.line, origin.column)),
            None if loc.line > 0 => Some(("kernel.mlir".to_string(), loc.line, loc.column)),
            None => None,
        };
        let place = place.map(|(file, line, col)| {
            let index = self.files.iter().position(|f| *f == file).unwrap_or_else(|| {
                self.files.push(file);
                self.files.len() - 1
            });
            Loc {
                file: index as u32 + 1,
                line,
                col,
            }
        });
        self.b.set_loc(place);
    }

    fn op(&mut self, op: Op, next: Option<Block>) -> Result<(), Failure> {
        let module = self.module;
        self.now = op;
        match module.kind(op) {
            nvvm::RETURN => self.b.ret(),
            nvvm::READ_SREG => {
                let (special, dim) = match module.keyword(op, "register") {
                    "tid.x" => (Special::Tid, Some(Dim::X)),
                    "cluster_ctarank" => (Special::ClusterCtarank, None),
                    "ctaid.x" => (Special::Ctaid, Some(Dim::X)),
                    "ctaid.y" => (Special::Ctaid, Some(Dim::Y)),
                    "ctaid.z" => (Special::Ctaid, Some(Dim::Z)),
                    "nctaid.x" => (Special::Nctaid, Some(Dim::X)),
                    "nctaid.y" => (Special::Nctaid, Some(Dim::Y)),
                    "nctaid.z" => (Special::Nctaid, Some(Dim::Z)),
                    "laneid" => (Special::Laneid, None),
                    other => {
                        self.amiss(format!("there is no special register `{other}`"));
                        (Special::Laneid, None)
                    }
                };
                let reg = self.b.special(special, dim);
                self.set(module.result(op, 0), reg);
            }
            nvvm::BARRIER => {
                let id = self.barrier_number(op);
                let threads = module.has_attr(op, "threads").then(|| self.attr_int(op, "threads"));
                let threads = threads.map(|n| Operand::from(n as u32));
                self.b.op(Opcode::BarSync, &[], std::iter::once(id).chain(threads));
            }
            nvvm::SHARED_BASE => {
                let mut reg = match self.smem.clone() {
                    Some(name) => self.b.mov(Type::U32, name),
                    None => self.b.mov(Type::U32, 0u32),
                };
                // Absent: from the first byte on.
                let from = module.int_or(op, "from", 0);
                if from > 0 {
                    reg = self.b.value(
                        Type::U32,
                        Opcode::Add,
                        &[Type::U32.into()],
                        [reg.into(), (from as u32).into()],
                    );
                }
                self.set(module.result(op, 0), reg);
            }
            nvvm::TRAP => self.b.op(Opcode::Trap, &[], []),
            nvvm::NANOSLEEP => {
                let duration = self.attr_int(op, "duration") as u32;
                self.b.op(Opcode::Nanosleep, &[Type::U32.into()], [duration.into()]);
            }
            nvvm::GRIDDEPCONTROL_WAIT => self.grid_dependency(Opcode::GriddepcontrolWait),
            nvvm::GRIDDEPCONTROL_LAUNCH_DEPENDENTS => {
                self.grid_dependency(Opcode::GriddepcontrolLaunchDependents);
            }
            nvvm::FENCE_PROXY_ALIAS => {
                self.b.op(Opcode::FenceProxy, &[tilewright_ptx::Word::Alias.into()], []);
            }
            nvvm::GET_GLOBAL => self.global_address(op),
            nvvm::STRING => self.string(op),
            nvvm::PRINTF => self.printf(op)?,
            nvvm::MALLOC => {
                let bytes = self.attr_int(op, "bytes");
                let bytes = self.b.mov(Type::B64, bytes);
                let address = self.call("malloc", &[bytes], Type::B64);
                self.set(module.result(op, 0), address);
            }
            nvvm::FREE => {
                let address = self.reg(module.only_operand(op));
                self.call("free", &[address], Type::Pred);
            }
            nvvm::LD => self.load(op)?,
            nvvm::LD_ACQUIRE => self.load_acquire(op)?,
            nvvm::LD_PARAM => self.load_field(op)?,
            nvvm::ST => self.store(op)?,
            nvvm::ATOM => self.atomic(op)?,
            nvvm::RED => self.reduce(op)?,
            nvvm::CAS => self.compare_and_swap(op)?,
            nvvm::SHFL_BFLY | nvvm::SHFL_IDX | cute_nvgpu::ARCH_MAKE_WARP_UNIFORM => self.shuffle(op)?,
            _ if self.hopper(op) || self.copies(op) => {}
            cf::BR => self.jump(module.successors(op)[0], module.operands(op), next),
            cf::COND_BR => self.fork(op, next),
            arith::CONSTANT => {
                let bits = module.dense_attr(op, "value").and_then(|bits| bits.first()).copied();
                let bits = module.or_inconsistent(Some(op), bits, 0, "has no value");
                self.regs.insert(module.result(op, 0), Held::Constant(bits));
            }
            _ => self.arithmetic(op)?,
        }
        Ok(())
    }

    /// Goes to a block, after copying its arguments; falls through if it is next.
    fn jump(&mut self, to: Block, args: &[Value], next: Option<Block>) {
        self.copy_arguments(to, args);
        if next != Some(to) {
            let label = self.labels[to];
            self.b.bra(false, label);
        }
    }

    fn fork(&mut self, op: Op, next: Option<Block>) {
        let module = self.module;
        let condition = self.named(op, operand::CONDITION);
        let (then, otherwise) = (module.successors(op)[0], module.successors(op)[1]);
        let [then_args, else_args] =
            [operand::THEN_ARGS, operand::ELSE_ARGS].map(|name| module.operands_named(op, name));
        if then_args.is_empty() && next == Some(then) {
            // The common case: fall through where the condition holds.
            if else_args.is_empty() {
                let label = self.labels[otherwise];
                self.b.bra_if(condition, true, label);
                return;
            }
        }
        let skip = self.b.label("else");
        self.b.bra_if(condition, true, skip);
        self.jump(then, then_args, None);
        self.b.bind(skip);
        self.jump(otherwise, else_args, next);
    }

    /// Copies values to the arguments of a block, all at once: through fresh registers if one would overwrite another.
    fn copy_arguments(&mut self, to: Block, args: &[Value]) {
        let module = self.module;
        let arguments = module.arguments(to);
        let held = |s: &Self, value: Value| match s.regs.get(value) {
            Some(&Held::Reg(reg)) => Some(reg),
            _ => None,
        };
        let moves: Vec<(Value, Value)> = arguments
            .iter()
            .copied()
            .zip(args.iter().copied())
            .filter(|&(to, from)| held(self, to).is_none_or(|reg| held(self, from) != Some(reg)))
            .collect();
        let mut written: Vec<Reg> = moves.iter().filter_map(|&(to, _)| held(self, to)).collect();
        written.sort_unstable();
        let overwrites = moves
            .iter()
            .any(|&(_, from)| held(self, from).is_some_and(|reg| written.binary_search(&reg).is_ok()));
        let mut sources: Vec<Operand> = moves.iter().map(|&(_, from)| self.operand(from)).collect();
        if overwrites {
            for (source, &(to, _)) in sources.iter_mut().zip(&moves) {
                let ty = self.ptx_type(to);
                *source = self.b.mov(move_type(ty), source.clone()).into();
            }
        }
        for (source, (to, _)) in sources.into_iter().zip(moves) {
            let (ty, reg) = (self.ptx_type(to), self.reg(to));
            self.b.mov_to(move_type(ty), reg, source);
        }
    }

    // Values.

    fn set(&mut self, value: Value, reg: Reg) {
        self.regs.insert(value, Held::Reg(reg));
    }

    /// The scalar type of a value.
    fn scalar(&self, value: Value) -> Option<Scalar> {
        self.module.scalar(self.module.ty(value))
    }

    /// The PTX type that a value is computed in; none for types that PTX cannot compute in.
    fn known_type(&self, value: Value) -> Option<Type> {
        Some(match self.scalar(value)?.name {
            // The most frequent ones first.
            "i32" => Type::U32,
            "i64" => Type::U64,
            "f32" | "tf32" => Type::F32,
            "i1" => Type::Pred,
            "f16" => Type::F16,
            "bf16" => Type::Bf16,
            "f64" => Type::F64,
            "i16" => Type::U16,
            // Narrow types live zero-extended in 16-bit registers, whatever their bits mean.
            "i4" | "i8" | "f8E4M3FN" | "f8E5M2" | "f8E8M0FNU" | "f4E2M1FN" => Type::U8,
            _ => return None,
        })
    }

    fn type_of(&self, value: Value, op: Op) -> Result<Type, Failure> {
        self.known_type(value).ok_or_else(|| {
            let text = self.module.type_text(self.module.ty(value));
            self.unsupported(op, format!("computing with `{text}` is not supported yet"))
        })
    }

    /// The type of a value that was accepted by [`Self::type_of`] where it was made.
    fn ptx_type(&self, value: Value) -> Type {
        self.known_type(value).unwrap_or_else(|| {
            let ty = self.module.type_text(self.module.ty(value));
            self.amiss(format!("nothing computes with `{ty}`"));
            Type::B32
        })
    }

    /// A register that holds a value.
    fn reg(&mut self, value: Value) -> Reg {
        match self.regs.get(value) {
            Some(Held::Reg(reg)) => *reg,
            _ => {
                let (ty, operand) = (self.ptx_type(value), self.operand(value));
                if ty == Type::Pred {
                    let Operand::Imm(Imm::Int(bit)) = operand else {
                        self.amiss("a predicate is a whole number");
                        return self.b.reg(Type::Pred);
                    };
                    let zero = self.b.mov(Type::U32, bit as u32);
                    return self.b.setp(tilewright_ptx::Word::Ne, Type::U32, zero, 0);
                }
                self.b.mov(move_type(ty), operand)
            }
        }
    }

    /// A value as a source operand: its register, or its number.
    fn operand(&self, value: Value) -> Operand {
        match self.regs.get(value) {
            Some(Held::Reg(reg)) => (*reg).into(),
            Some(Held::Constant(bits)) => match self.ptx_type(value) {
                Type::F32 => Operand::Imm(Imm::F32(*bits as u32)),
                Type::F64 => Operand::Imm(Imm::F64(*bits)),
                Type::U32 => Operand::Imm(Imm::Int(i64::from(*bits as u32 as i32))),
                _ => Operand::Imm(Imm::Int(*bits as i64)),
            },
            None => {
                self.amiss("uses a value that nothing has made");
                0u32.into()
            }
        }
    }

    /// The number of the named barrier that an op is at: a value, or the one it names.
    fn barrier_number(&mut self, op: Op) -> Operand {
        match self.module.operand_named(op, operand::NUMBER) {
            Some(number) => self.reg(number).into(),
            // Absent: the barrier that all threads of a CTA meet at.
            None => Operand::from(self.module.int_or(op, "id", 0) as u32),
        }
    }

    fn attr_int(&self, op: Op, name: &str) -> i64 {
        self.module.required_int(op, name)
    }

    /// Records that the op that is emitted contradicts what was promised of it: the emission fails in the end.
    fn amiss(&self, what: impl Into<String>) {
        self.module.inconsistent(Some(self.now), what);
    }

    fn unsupported(&self, op: Op, message: impl Into<String>) -> Failure {
        let refusal = Diagnostic::error("ptx.unsupported", self.module.span(op), message);
        Box::new(refusal.with_help("compute in another type, such as f32, or compile for a newer GPU"))
    }

    fn finish(self, context: &Context<'_>, threads: u32, shared: u32) -> Result<Emitted, Failure> {
        if let Some(failure) = self.module.inconsistency() {
            return Err(failure);
        }
        let (entry, declarations) = self.b.finish();
        let version = ptx_version(context.target)?;
        let mut ptx = Ptx::new(version.max(self.version), self.target);
        let instructions = entry.body.stmts.len();
        for (index, name) in self.files.into_iter().enumerate() {
            ptx.files.push(SourceFile {
                index: index as u32 + 1,
                name,
            });
        }
        let is_dynamic = i64::from(shared) > memory().static_shared_bytes.value;
        if is_dynamic {
            ptx.items.push(Item::Var(Var {
                linkage: Linkage::Extern,
                space: Space::Shared,
                align: Some(SHARED_ALIGNMENT),
                ty: Type::B8,
                name: DYNAMIC_SHARED.into(),
                len: Len::Open,
                init: None,
            }));
        }
        ptx.items.extend(self.outside.items());
        ptx.items.push(Item::Entry(entry));
        // The page writes the same text, byte for byte, without the check, which would be a sixtieth of its module; running it there checks it.
        if cfg!(not(target_family = "wasm"))
            && let Err(faults) = tilewright_ptx::verify(&ptx)
        {
            return Err(wrong(ptx, &faults, &context.target.name));
        }
        let printed = tilewright_ptx::print(&ptx, PrintOptions { locations: true });
        let lines = printed.map.by_line(printed.lines).into_iter();
        let line = |place: Option<(usize, usize)>| {
            let statement = place?.1.checked_sub(declarations)?;
            self.origins.get(statement).copied()
        };
        // Absent: lines that come from no op, such as the header.
        let lines = lines.map(|place| line(place).unwrap_or(0)).collect();
        Ok(Emitted {
            text: printed.text,
            lines,
            threads,
            static_shared_bytes: if is_dynamic { 0 } else { shared },
            dynamic_shared_bytes: if is_dynamic { shared } else { 0 },
            instructions,
        })
    }
}

fn internal(what: String) -> Failure {
    Box::new(Diagnostic::internal(None, what))
}

/// The error that stands in place of PTX with faults, which names the GPUs for which it would be right: the text may be IR
/// that was made for one of them.
fn wrong(mut ptx: Ptx, faults: &[Fault], target: &str) -> Failure {
    // Absent: no fault, and then the PTX is not wrong.
    let first = faults.first().map_or("", |fault| &fault.message);
    let more = match faults.len() {
        0 | 1 => String::new(),
        2 => ", and 1 fault more".to_string(),
        several => format!(", and {} faults more", several - 1),
    };
    let failure = Diagnostic::internal(None, format!("the PTX is wrong for {target}: {first}{more}"));
    let mut right = Vec::new();
    for other in targets() {
        if let (Ok(version), Ok(target)) = (ptx_version(other), ptx_target(other)) {
            (ptx.version, ptx.target) = (ptx.version.max(version), target);
            right.extend(tilewright_ptx::verify(&ptx).is_ok().then_some(&*other.name));
        }
    }
    let Some(one) = right.first() else {
        return Box::new(failure);
    };
    let note = format!("it is right for {}: the IR may be of another GPU", right.join(", "));
    let help = format!("compile IR that a pass has printed for the GPU that it was made for: --gpu-name {one}");
    Box::new(failure.with_note(note).with_help(help))
}

/// The version of PTX that is written for a target.
fn ptx_version(target: &Target) -> Result<Version, Failure> {
    let version = target.ptx_version.value.split_once('.');
    let version = version.and_then(|(a, b)| Some(Version::new(a.parse().ok()?, b.parse().ok()?)));
    version.ok_or_else(|| internal(format!("the data of {} name no PTX version", target.name)))
}

/// The target as PTX names it.
fn ptx_target(target: &Target) -> Result<tilewright_ptx::Target, Failure> {
    let name = &target.name;
    tilewright_ptx::Target::parse(name).ok_or_else(|| internal(format!("PTX has no target `{name}`")))
}

/// The type by which values of a type are moved and selected.
fn move_type(ty: Type) -> Type {
    match ty {
        Type::Pred | Type::F32 | Type::F64 => ty,
        other => bits_type(other),
    }
}

/// The bits of a type without their meaning; registers have no fewer than 16.
fn bits_type(ty: Type) -> Type {
    match ty.bits() {
        ..=16 => Type::B16,
        32 => Type::B32,
        _ => Type::B64,
    }
}
