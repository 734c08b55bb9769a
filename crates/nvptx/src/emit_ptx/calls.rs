//! The parts of a module besides its kernel: variables with initial values, texts, and functions of the CUDA runtime.

use super::{Emitter, move_type};
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{AttrData, Module, Op, Value};
use tilewright_ptx::{
    Addr, Body, Entry, Func, Item, Len, Linkage, Mod, Name, Opcode, Operand, Param, Reg, Space, Type, Var,
};
use tilewright_sorted::SortedMap;

/// Variables, texts and functions, in the order of their first use.
#[derive(Default)]
pub(super) struct Outside {
    globals: SortedMap<String, Name>,
    strings: SortedMap<String, Name>,
    functions: SortedMap<&'static str, Func>,
    variables: Vec<Var>,
    /// Room for the arguments of a call of `vprintf`.
    arguments: Option<Name>,
}

impl Outside {
    pub(super) fn items(self) -> impl Iterator<Item = Item> {
        let functions = self.functions.into_values().map(Item::Func);
        functions.chain(self.variables.into_iter().map(Item::Var))
    }
}

/// The arguments of `vprintf` lie side by side, each at a multiple of its own size; the bytes up to the end of all.
fn places(module: &Module, args: &[Value]) -> (Vec<i64>, u64) {
    let mut end = 0u64;
    let place = |&arg: &Value| {
        let bytes = u64::from(module.element_bytes(module.ty(arg)));
        let start = end.next_multiple_of(bytes);
        end = start + bytes;
        start as i64
    };
    (args.iter().map(place).collect(), end)
}

impl Emitter<'_> {
    fn module_ops(&self, kind: OpKind) -> Vec<Op> {
        let module = self.module;
        let ops = module.walk(module.top()).into_iter();
        ops.filter(|&op| module.kind(op) == kind).collect()
    }

    /// Declares the variables of the module. Names that PTX does not allow are replaced.
    pub(super) fn globals(&mut self) {
        let module = self.module;
        for (number, op) in self.module_ops(nvvm::GLOBAL).into_iter().enumerate() {
            let Some(AttrData::Dense { ty, bits }) = module.attr(op, "value").map(|attr| module.attr_data(attr)) else {
                module.inconsistent(Some(op), "has no initial value");
                continue;
            };
            let own = module.keyword(op, "sym_name");
            let name: Name = match tilewright_ptx::is_name(own) {
                true => own.into(),
                false => format!("__global_{number}").into(),
            };
            let width = module.element_bits(*ty);
            let count = module.shape(*ty).iter().product::<i64>().max(1) as usize;
            let mut init: Vec<u64> = match bits[..] {
                [one] => vec![one; count],
                _ => bits.to_vec(),
            };
            if width == 4 {
                // Two to a byte, the first in the lower half.
                let pair = |pair: &[u64]| match *pair {
                    [low, high] => low & 0xF | (high & 0xF) << 4,
                    _ => pair[0] & 0xF,
                };
                init = init.chunks(2).map(pair).collect();
            }
            let element = match width {
                64 => Type::B64,
                32 => Type::B32,
                16 => Type::B16,
                _ => Type::B8,
            };
            // Absent: that of an element.
            let align = module.int_or(op, "alignment", 0).max(element.bytes().into());
            let is_private = module.has_attr(op, "private");
            self.outside.variables.push(Var {
                linkage: if is_private { Linkage::Local } else { Linkage::Visible },
                space: Space::Global,
                align: Some(align as u32),
                ty: element,
                name: name.clone(),
                len: Len::Array(init.len() as u64),
                init: init.iter().any(|&bits| bits != 0).then_some(init),
            });
            self.outside.globals.insert(own.to_string(), name);
        }
    }

    /// Declares room for the longest list of arguments that is printed.
    pub(super) fn print_buffer(&mut self) {
        let module = self.module;
        let calls = self.module_ops(nvvm::PRINTF).into_iter();
        let most = calls
            .map(|op| places(module, module.operands_named(op, operand::ARGS)).1)
            .max();
        if let Some(bytes @ 1..) = most {
            let name = self.b.local(8, Type::B8, "print_arguments", Len::Array(bytes));
            self.outside.arguments = Some(name);
        }
    }

    /// The generic address of a variable.
    fn address(&mut self, space: Space, name: &Name) -> Reg {
        let own = self.b.mov(Type::U64, name);
        self.b.value(
            Type::B64,
            Opcode::Cvta,
            &[Mod::Space(space), Mod::Type(Type::U64)],
            [own.into()],
        )
    }

    pub(super) fn global_address(&mut self, op: Op) {
        let name = self.outside.globals.get(self.module.keyword(op, "symbol")).cloned();
        let reg = match name {
            Some(name) => self.address(Space::Global, &name),
            None => {
                self.amiss("names a variable that the module has not");
                self.b.mov(Type::U64, 0u64)
            }
        };
        self.set(self.module.result(op, 0), reg);
    }

    pub(super) fn string(&mut self, op: Op) {
        let text = self.module.keyword(op, "text");
        let name = match self.outside.strings.get(text) {
            Some(name) => name.clone(),
            None => {
                let name: Name = format!("__text_{}", self.outside.strings.len()).into();
                let bytes: Vec<u64> = text.bytes().chain([0]).map(u64::from).collect();
                self.outside.variables.push(Var {
                    linkage: Linkage::Local,
                    space: Space::Global,
                    align: Some(1),
                    ty: Type::B8,
                    name: name.clone(),
                    len: Len::Array(bytes.len() as u64),
                    init: Some(bytes),
                });
                self.outside.strings.insert(text.to_string(), name.clone());
                name
            }
        };
        let reg = self.address(Space::Global, &name);
        self.set(self.module.result(op, 0), reg);
    }

    pub(super) fn printf(&mut self, op: Op) -> Result<(), Failure> {
        let module = self.module;
        let args = module.operands_named(op, operand::ARGS);
        let format = self.reg(module.required_operand(op, operand::FORMAT));
        let pointer = match self.outside.arguments.clone().filter(|_| !args.is_empty()) {
            Some(name) => {
                for (&arg, place) in args.iter().zip(places(module, args).0) {
                    let (ty, reg) = (self.type_of(arg, op)?, self.reg(arg));
                    let address = Addr::symbol(&name, place);
                    self.b.st(Space::Local, move_type(ty), address, &[reg]);
                }
                self.address(Space::Local, &name)
            }
            None => self.b.mov(Type::B64, 0u64),
        };
        self.call("vprintf", &[format, pointer], Type::B32);
        Ok(())
    }

    /// Nothing depends on grids where grids do not depend on each other.
    pub(super) fn grid_dependency(&mut self, opcode: Opcode) {
        if self.gpu.dependent_grids.value {
            self.b.op(opcode, &[], []);
        }
    }

    /// Calls a function of the runtime that takes numbers of 64 bits; what it returns, unless that is `.pred`, for
    /// nothing.
    pub(super) fn call(&mut self, name: &'static str, args: &[Reg], returns: Type) -> Reg {
        let result = (returns != Type::Pred).then_some(returns);
        let param = |ty: Type, name: &str| Param {
            align: None,
            ty,
            pointee: None,
            name: name.into(),
            len: Len::One,
        };
        let names: Vec<String> = (0..args.len()).map(|i| format!("argument{i}")).collect();
        self.outside.functions.entry(name).or_insert_with(|| Func {
            returns: result.iter().map(|&ty| param(ty, "returned")).collect(),
            entry: Entry {
                linkage: Linkage::Extern,
                name: name.into(),
                params: names.iter().map(|name| param(Type::B64, name)).collect(),
                directives: Vec::new(),
                body: Body::default(),
            },
            defined: false,
        });
        self.b.open();
        let mut passed = Vec::new();
        for (name, &arg) in names.iter().zip(args) {
            let name = self.b.call_param(Type::B64, name);
            self.b.st(Space::Param, Type::B64, Addr::symbol(&name, 0), &[arg]);
            passed.push(Operand::from(name));
        }
        let returned = result.map(|ty| (self.b.call_param(ty, "returned"), ty));
        let mut operands = Vec::new();
        if let Some((name, _)) = &returned {
            operands.push(Operand::Arguments(vec![name.into()]));
        }
        operands.extend([Operand::from(Name::from(name)), Operand::Arguments(passed)]);
        self.b.op(Opcode::Call, &[], operands);
        let reg = match returned {
            Some((name, ty)) => self.b.ld(Space::Param, ty, Addr::symbol(&name, 0)),
            None => args[0],
        };
        self.b.close();
        reg
    }
}
