//! Named barriers whose handoffs align: wherever threads meet at one they meet at the other, so that one number does for both
//! (docs/sources/cost-model.md#gotchas).

use std::collections::BTreeSet;
use tilewright_ptx::{Imm, Instr, Opcode, Operand, Stmt};

/// A barrier that threads meet at.
#[derive(Clone, Copy)]
struct Meeting {
    line: usize,
    number: i64,
    /// Threads that meet; none for all of the block.
    threads: Option<i64>,
}

/// Meetings that nothing stands between which would tell one from the other: of waits no access to memory, of arrivals no branch.
#[derive(Default)]
struct Runs {
    done: Vec<Vec<Meeting>>,
    waits: Vec<Meeting>,
    arrivals: Vec<Meeting>,
    /// Threads meet at a barrier whose number is computed, which may be any.
    any: bool,
}

impl Runs {
    fn accessed(&mut self) {
        self.done.push(std::mem::take(&mut self.waits));
    }

    fn branched(&mut self) {
        self.accessed();
        self.done.push(std::mem::take(&mut self.arrivals));
    }
}

/// Pairs of barriers that could share a number, and the first line where they are met at.
pub fn that_align<'t>(statements: impl Iterator<Item = (usize, &'t Stmt)>) -> Vec<(usize, [i64; 2])> {
    let mut runs = Runs::default();
    for (line, statement) in statements {
        match statement {
            Stmt::Instr(instr) => instruction(&mut runs, line, instr),
            _ => runs.branched(),
        }
    }
    runs.branched();
    if runs.any {
        return Vec::new();
    }
    let numbers: BTreeSet<i64> = runs.done.iter().flatten().map(|met| met.number).collect();
    let pairs = numbers
        .iter()
        .flat_map(|&one| numbers.range(one + 1..).map(move |&other| [one, other]));
    pairs
        .filter_map(|pair| Some((align(&runs.done, pair)?, pair)))
        .collect()
}

fn instruction(runs: &mut Runs, line: usize, instr: &Instr) {
    let of = |operand: Option<&Operand>| match operand {
        Some(&Operand::Imm(Imm::Int(number))) => Some(number),
        _ => None,
    };
    let waits = match instr.op {
        Opcode::BarSync | Opcode::BarrierCtaSync => true,
        Opcode::BarArrive | Opcode::BarrierCtaArrive => false,
        _ => {
            let has = |is: fn(&Operand) -> bool| instr.operands.iter().any(is);
            if has(|operand| matches!(operand, Operand::Label(_))) || instr.op == Opcode::Ret {
                runs.branched();
            } else if has(|operand| matches!(operand, Operand::Addr(_) | Operand::TensorAddr { .. })) {
                runs.accessed();
            }
            return;
        }
    };
    let (number, threads) = (of(instr.operands.first()), of(instr.operands.get(1)));
    // A meeting of some threads alone is one by itself.
    if instr.guard.is_some() {
        runs.branched();
    }
    let Some(number) = number else {
        runs.any = true;
        return;
    };
    let run = if waits { &mut runs.waits } else { &mut runs.arrivals };
    run.push(Meeting { line, number, threads });
}

/// The first line of a pair of barriers that are met at one right after the other, by as many threads, wherever one of them is.
fn align(runs: &[Vec<Meeting>], pair: [i64; 2]) -> Option<usize> {
    let mut first = None;
    for run in runs {
        let met: Vec<&Meeting> = run.iter().filter(|met| pair.contains(&met.number)).collect();
        for two in met.chunks(2) {
            let [one, other] = two else { return None };
            if one.number == other.number || one.threads != other.threads {
                return None;
            }
            first = first.or(Some(one.line));
        }
    }
    first
}
