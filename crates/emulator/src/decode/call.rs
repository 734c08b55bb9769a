//! Bodies one after the other: a function is put in the place of every call of it, so that what runs has no calls. What
//! a call takes and returns lies in the thread's local memory.

use super::op::*;
use super::parts::*;
use super::program::{Decoded, Decoder, Symbol, align_up};
use std::collections::BTreeMap;
use tilewright_ptx::{Body, Func, Instr, Label, Loc, Opcode, Operand, Pos, Space, Stmt};

/// The target of a return.
pub(super) const RETURN: u32 = u32::MAX;
/// More instructions are refused.
const MAX_CODE: usize = 1 << 20;

/// The instructions so far, with what is known of each.
#[derive(Default)]
pub(super) struct Code {
    pub code: Vec<Inst>,
    pub place: Vec<Pos>,
    pub loc: Vec<Option<Loc>>,
    pub opcode: Vec<Opcode>,
}

impl Code {
    pub fn push(&mut self, inst: Inst, place: Pos, loc: Option<Loc>, opcode: Opcode) {
        self.code.push(inst);
        self.place.push(place);
        self.loc.push(loc);
        self.opcode.push(opcode);
    }
}

impl<'a> Decoder<'a> {
    /// Decodes a body behind what is there.
    pub(super) fn emit(&mut self, out: &mut Code, body: &'a Body, places: &[Pos]) -> Decoded<()> {
        let mut label_pc = vec![u32::MAX; body.labels.len()];
        let mut branches = Vec::new();
        for pair in body.stmts.windows(2) {
            if let [Stmt::Label(name), Stmt::Targets(list)] = pair {
                self.tables.insert(*name, list);
            }
        }
        for (n, stmt) in body.stmts.iter().enumerate() {
            self.pos = places.get(n).copied().unwrap_or_default();
            match stmt {
                Stmt::Label(l) => {
                    if let Some(pc) = label_pc.get_mut(l.0 as usize) {
                        *pc = out.code.len() as u32;
                    }
                }
                Stmt::Var(v) if v.space == Space::Param => {
                    let at = align_up(self.local, v.alignment().into());
                    self.local = at.saturating_add(v.bytes());
                    if self.local > 1 << 20 {
                        return self.refuse("calls take more local memory than any device has");
                    }
                    self.symbols.insert(&v.name, Symbol::At(MemSpace::Local, at));
                }
                Stmt::Instr(i) if i.op == Opcode::Call => self.call(out, i)?,
                Stmt::Instr(i) => {
                    let inst = self.instruction(i)?;
                    if matches!(inst.op, Op::Control(ControlOp::Bra { .. } | ControlOp::Brx { .. })) {
                        branches.push(out.code.len());
                    }
                    out.push(inst, self.pos, i.loc, i.op);
                }
                _ => {}
            }
            if out.code.len() > MAX_CODE {
                return self.refuse("more than 2^20 instructions, functions in the place of their calls");
            }
        }
        let end = out.code.len() as u32;
        let place = |label: &mut u32| *label = label_pc.get(*label as usize).copied().unwrap_or(end);
        for at in branches {
            match out.code.get_mut(at).map(|inst| &mut inst.op) {
                Some(Op::Control(ControlOp::Bra { target })) => place(target),
                Some(Op::Control(ControlOp::Brx { targets, .. })) => targets.iter_mut().for_each(place),
                _ => {}
            }
        }
        Ok(())
    }

    fn call(&mut self, out: &mut Code, i: &'a Instr) -> Decoded<()> {
        let (returns, rest): (&[Operand], _) = match i.operands.split_first() {
            Some((Operand::Arguments(list), rest)) => (list, rest),
            _ => (&[], &i.operands[..]),
        };
        let (name, arguments): (_, &[Operand]) = match rest {
            [Operand::Symbol(name, 0)] => (name, &[]),
            [Operand::Symbol(name, 0), Operand::Arguments(list)] => (name, list),
            _ => return self.refuse("only calls of a named function are supported"),
        };
        let here = self.pos;
        let mut guard = None;
        if let Some(g) = i.guard {
            let pred = self.pred(g.reg)?;
            guard = Some(PredSrc {
                pred,
                negated: g.negated,
            });
        }
        // Functions of the CUDA runtime; a failed assertion ends the run.
        let host = match &**name {
            "vprintf" => Some((HostFunction::Printf, 2, 1)),
            "malloc" => Some((HostFunction::Malloc, 1, 1)),
            "free" => Some((HostFunction::Free, 1, 0)),
            "__assertfail" => {
                out.push(
                    Inst {
                        guard,
                        op: Op::Host(HostOp::Trap),
                    },
                    here,
                    i.loc,
                    i.op,
                );
                return Ok(());
            }
            _ => None,
        };
        if let Some((function, takes, gives)) = host {
            if arguments.len() != takes || returns.len() != gives {
                return self.refuse(format!("`{name}` takes {takes} parameters and gives {gives}"));
            }
            let mut args = [0; 2];
            for (place, operand) in args.iter_mut().zip(arguments) {
                *place = self.argument(operand)? as u32;
            }
            let returns = returns.iter().map(|operand| Ok(self.argument(operand)? as u32));
            let op = Op::Host(HostOp::Call {
                function,
                args,
                returns: returns.collect::<Decoded<Vec<u32>>>()?.first().copied(),
            });
            out.push(Inst { guard, op }, here, i.loc, i.op);
            return Ok(());
        }
        let found = self.parsed.module.functions().position(|f| f.entry.name == *name);
        let Some((number, function)) = found.and_then(|n| Some((n, self.parsed.module.functions().nth(n)?))) else {
            return self.refuse(format!("function `{name}` has no code here"));
        };
        if self.calls.iter().any(|n| **n == **name) {
            return self.refuse(format!("function `{name}` calls itself; recursion is not supported"));
        }
        // Without the predicate: past it all.
        let skip = out.code.len();
        if let Some(g) = guard {
            let negated = !g.negated;
            let guard = Some(PredSrc { negated, ..g });
            let op = Op::Control(ControlOp::Bra { target: 0 });
            out.push(Inst { guard, op }, here, i.loc, i.op);
        }
        let symbols = self.symbols.clone();
        self.bind(function, returns, arguments)?;
        let (body, slots, uppers, preds, tables) = (
            std::mem::replace(&mut self.body, &function.entry.body),
            std::mem::take(&mut self.slots),
            std::mem::take(&mut self.uppers),
            std::mem::take(&mut self.preds),
            std::mem::take::<BTreeMap<Label, &[Label]>>(&mut self.tables),
        );
        self.calls.push(name);
        let places = self.parsed.map.functions.get(number);
        self.emit(out, &function.entry.body, places.map_or(&[], Vec::as_slice))?;
        self.calls.pop();
        self.body = body;
        self.slots = slots;
        self.uppers = uppers;
        self.preds = preds;
        self.tables = tables;
        self.symbols = symbols;
        self.pos = here;
        let end = out.code.len() as u32;
        if let (Some(_), Some(Op::Control(ControlOp::Bra { target }))) =
            (guard, out.code.get_mut(skip).map(|inst| &mut inst.op))
        {
            *target = end;
        }
        Ok(())
    }

    /// Where an argument of a call lies in local memory.
    fn argument(&self, operand: &Operand) -> Decoded<u64> {
        match operand {
            Operand::Symbol(argument, 0) => match self.symbols.get(&**argument) {
                Some(Symbol::At(MemSpace::Local, at)) => Ok(*at),
                _ => self.refuse(format!("`{argument}` is no .param variable of the caller")),
            },
            _ => self.refuse("an argument of a call must be a .param variable"),
        }
    }

    /// Gives a function's parameters the places of a call's arguments.
    fn bind(&mut self, function: &'a Func, returns: &[Operand], arguments: &[Operand]) -> Decoded<()> {
        let name = &function.entry.name;
        let formal = [&function.returns, &function.entry.params];
        for (formal, actual) in formal.into_iter().zip([returns, arguments]) {
            if formal.len() != actual.len() {
                let (takes, gets) = (formal.len(), actual.len());
                return self.refuse(format!(
                    "function `{name}` has {} here, the call gives {gets}",
                    tilewright_diag::counted(takes, "parameters")
                ));
            }
            let places = actual.iter().map(|o| self.argument(o)).collect::<Decoded<Vec<u64>>>()?;
            for (param, at) in formal.iter().zip(places) {
                self.symbols.insert(&param.name, Symbol::At(MemSpace::Local, at));
            }
        }
        Ok(())
    }
}
