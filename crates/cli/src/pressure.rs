//! Registers that are live in PTX as it is written. The assembler orders instructions anew, but has no way to make a value shorter that is
//! taken where it is written to be taken.

use tilewright_ptx::{Addr, Base, Body, Instr, Opcode, Operand, Reg, Stmt, Type};

/// A set of registers, by their numbers.
type Set = Vec<u64>;

fn has(set: &Set, number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

/// Instructions that run one after the other, and where they go on.
#[derive(Default)]
struct Run<'t> {
    all: Vec<(usize, &'t Instr)>,
    next: Vec<usize>,
}

/// The most registers of a thread that are live at a time, and the line. An element of 16 bits has one to itself, as instructions take it.
pub fn most_live(body: &Body, placed: &[(usize, &Stmt)]) -> (i64, usize) {
    let (mut offsets, mut widths) = (Vec::new(), Vec::new());
    for bank in &body.banks {
        offsets.push(widths.len());
        let width = match bank.ty {
            Type::Pred => 0,
            ty => i64::from(ty.bits().div_ceil(32)),
        };
        // Absent: the bank is one register, which is declared by its name.
        widths.extend(std::iter::repeat_n(width, bank.count.unwrap_or(1) as usize));
    }
    let number = |reg: Reg| offsets[usize::from(reg.bank)] + reg.index as usize;
    let words = widths.len() / 64 + 1;
    let runs = runs(body, placed);
    let mut before: Vec<Set> = vec![vec![0; words]; runs.len()];
    let behind = |before: &[Set], run: &Run<'_>| {
        let mut live = vec![0; words];
        for &next in &run.next {
            live.iter_mut()
                .zip(&before[next])
                .for_each(|(own, other)| *own |= other);
        }
        live
    };
    // Of one instruction, backwards; what it writes under a condition may be there from before.
    let step = |live: &mut Set, instr: &Instr| {
        let (written, taken) = registers(instr);
        if instr.guard.is_none() {
            written
                .into_iter()
                .map(number)
                .for_each(|at| live[at / 64] &= !(1 << (at % 64)));
        }
        taken
            .into_iter()
            .map(number)
            .for_each(|at| live[at / 64] |= 1 << (at % 64));
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (at, run) in runs.iter().enumerate().rev() {
            let mut live = behind(&before, run);
            run.all.iter().rev().for_each(|(_, instr)| step(&mut live, instr));
            changed |= live != before[at];
            before[at] = live;
        }
    }
    // A register that nobody has written holds nothing yet.
    let mut there = vec![vec![0; words]; runs.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, run) in runs.iter().enumerate() {
            let mut own = there[at].clone();
            let written = run.all.iter().flat_map(|(_, instr)| registers(instr).0);
            written.map(number).for_each(|at| own[at / 64] |= 1 << (at % 64));
            for &next in &run.next {
                for (other, own) in there[next].iter_mut().zip(&own) {
                    changed |= *own & !*other != 0;
                    *other |= own;
                }
            }
        }
    }
    let mut most = (0, 0);
    for (run, there) in runs.iter().zip(there) {
        let mut live = behind(&before, run);
        let mut written: Vec<usize> = vec![0; widths.len()];
        let all = run.all.iter().flat_map(|(_, instr)| registers(instr).0).map(number);
        all.for_each(|at| written[at] += 1);
        let is_there = |written: &[usize], at: usize| written[at] > 0 || has(&there, at);
        let count = |live: &Set, written: &[usize]| -> i64 {
            let words = live.iter().enumerate().filter(|(_, bits)| **bits != 0);
            let held = words.flat_map(|(word, _)| word * 64..word * 64 + 64);
            let held = held.filter(|&at| has(live, at) && is_there(written, at));
            held.map(|at| widths[at]).sum()
        };
        for (line, instr) in run.all.iter().rev() {
            most = most.max((count(&live, &written), *line));
            registers(instr)
                .0
                .into_iter()
                .map(number)
                .for_each(|at| written[at] -= 1);
            step(&mut live, instr);
        }
    }
    most
}

/// The runs of a text between labels and branches.
fn runs<'t>(body: &Body, placed: &[(usize, &'t Stmt)]) -> Vec<Run<'t>> {
    let mut runs = vec![Run::default()];
    let mut labels = vec![0; body.labels.len()];
    let mut ends = vec![false];
    for &(line, stmt) in placed {
        let last = runs.len() - 1;
        match stmt {
            Stmt::Label(label) => {
                labels[label.0 as usize] = runs.len();
                runs.push(Run::default());
                ends.push(false);
            }
            Stmt::Instr(instr) => {
                runs[last].all.push((line, instr));
                if matches!(instr.op, Opcode::Bra | Opcode::Ret | Opcode::Exit) {
                    ends[last] = instr.guard.is_none();
                    runs.push(Run::default());
                    ends.push(false);
                }
            }
            // Absent: it computes nothing.
            Stmt::Open | Stmt::Close | Stmt::Regs(_) | Stmt::Var(_) | Stmt::Pragma(_) | Stmt::Targets(_) => {}
        }
    }
    let count = runs.len();
    for (at, run) in runs.iter_mut().enumerate() {
        let target = run.all.last().and_then(|(_, instr)| match instr.operands.first() {
            Some(Operand::Label(label)) if instr.op == Opcode::Bra => Some(labels[label.0 as usize]),
            _ => None,
        });
        let follows = Some(at + 1).filter(|&next| !ends[at] && next < count);
        run.next = target.into_iter().chain(follows).collect();
    }
    runs
}

/// The registers that an instruction writes, and those that it takes.
fn registers(instr: &Instr) -> (Vec<Reg>, Vec<Reg>) {
    let (mut written, mut taken) = (Vec::new(), Vec::new());
    taken.extend(instr.guard.map(|guard| guard.reg));
    let destinations = instr.op.destinations();
    for (at, operand) in instr.operands.iter().enumerate() {
        let is_written = at < destinations && !matches!(operand, Operand::Addr(_) | Operand::TensorAddr { .. });
        collect(operand, if is_written { &mut written } else { &mut taken });
    }
    (written, taken)
}

fn collect(operand: &Operand, found: &mut Vec<Reg>) {
    let of_address = |address: &Addr| match address.base {
        Base::Reg(reg) => Some(reg),
        Base::Symbol(_) | Base::Absolute => None,
    };
    match operand {
        Operand::Reg(reg) | Operand::Not(reg) => found.push(*reg),
        Operand::Pair(one, other) => found.extend(one.iter().chain(other)),
        Operand::Addr(address) => found.extend(of_address(address)),
        Operand::TensorAddr { map, coords } => {
            found.extend(of_address(map));
            coords.iter().for_each(|operand| collect(operand, found));
        }
        Operand::Vector(all) | Operand::Arguments(all) => all.iter().for_each(|operand| collect(operand, found)),
        // Absent: no registers.
        Operand::Sink | Operand::Imm(_) | Operand::Special(..) | Operand::Symbol(..) | Operand::Label(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::most_live;
    use tilewright_ptx::parse;

    fn live(body: &str) -> (i64, usize) {
        let text = format!(
            ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .pred %p<2>;\n{body}ret;\n}}\n"
        );
        let parsed = parse(&text).expect("PTX");
        let entry = parsed.module.entries().next().expect("an entry");
        let stmts = entry.body.stmts.iter().enumerate();
        let placed: Vec<_> = stmts
            .filter_map(|(at, stmt)| Some((parsed.map.place(0, at)?.line as usize, stmt)))
            .collect();
        most_live(&entry.body, &placed)
    }

    #[test]
    fn a_value_is_live_from_its_instruction_to_the_last_that_takes_it() {
        let two = "mov.b32 %r0, 1;\nmov.b32 %r1, 2;\nadd.u32 %r2, %r0, %r1;\nst.global.b32 [0], %r2;\n";
        assert_eq!(live(two), (2, 10));
        let wide = "mov.b64 %d0, 1;\nmov.b32 %r1, 2;\nst.global.b32 [%d0], %r1;\n";
        assert_eq!(live(wide).0, 3);
        assert_eq!(live("mov.b32 %r0, 1;\nmov.b32 %r1, 2;\n").0, 0);
    }

    #[test]
    fn loops_and_conditions_keep_what_comes_round_again() {
        let looped =
            "mov.b32 %r0, 1;\nmov.b32 %r1, 2;\nL:\nadd.u32 %r1, %r1, %r0;\nsetp.lt.u32 %p0, %r1, 9;\n@%p0 bra L;\n";
        assert_eq!(live(looped).0, 2);
        // Nothing comes round: what is not written before holds nothing.
        let once = "mov.b32 %r1, 2;\nadd.u32 %r1, %r1, %r0;\nst.global.b32 [0], %r1;\n";
        assert_eq!(live(once).0, 1);
        let guarded = "mov.b32 %r0, 1;\nmov.b32 %r1, 2;\nsetp.lt.u32 %p0, %r1, 9;\n@%p0 mov.b32 %r0, 3;\nadd.u32 %r2, %r0, %r1;\nst.global.b32 [0], %r2;\n";
        assert_eq!(live(guarded).0, 2);
    }
}
