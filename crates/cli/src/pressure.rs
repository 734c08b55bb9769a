//! Registers that are live in PTX. The assembler orders instructions anew: what is computed or loaded is taken to come as late as it can,
//! where that holds fewer registers. It has no way to make a value shorter that is taken where it is written to be taken.

use std::collections::BTreeMap;
use tilewright_ptx::{Addr, Base, Body, Imm, Instr, Opcode, Operand, Reg, Stmt, Type};

/// A set of registers, by their numbers.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Takes all of another set; says whether some of it are new.
    fn extend(&mut self, other: &Set) -> bool {
        let mut grew = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            grew |= other & !*own != 0;
            *own |= other;
        }
        grew
    }

    fn numbers(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate().filter(|(_, bits)| **bits != 0);
        words
            .flat_map(|(word, _)| word * 64..word * 64 + 64)
            .filter(|&number| self.has(number))
    }
}

/// The registers of a body by number, with what each takes of a thread's: none, one, or several.
struct Numbers {
    /// By bank, the number of its first.
    firsts: Vec<usize>,
    widths: Vec<i64>,
}

impl Numbers {
    fn of(body: &Body) -> Self {
        let (mut firsts, mut widths) = (Vec::new(), Vec::new());
        for bank in &body.banks {
            firsts.push(widths.len());
            let width = match bank.ty {
                Type::Pred => 0,
                ty => i64::from(ty.bits().div_ceil(32)),
            };
            // Absent: the bank is one register, which is declared by its name.
            widths.extend(std::iter::repeat_n(width, bank.count.unwrap_or(1) as usize));
        }
        Numbers { firsts, widths }
    }

    fn number(&self, reg: Reg) -> usize {
        self.firsts[usize::from(reg.bank)] + reg.index as usize
    }

    fn none(&self) -> Set {
        Set(vec![0; self.widths.len() / 64 + 1])
    }

    /// From what is live behind an instruction to what is before it. What it writes under a condition may be there from before.
    fn step_back(&self, live: &mut Set, instr: &Instr) {
        let (written, taken) = registers(instr);
        if instr.guard.is_none() {
            written.into_iter().for_each(|reg| live.remove(self.number(reg)));
        }
        taken.into_iter().for_each(|reg| live.insert(self.number(reg)));
    }

    /// By run, the registers that are live before it.
    fn live(&self, runs: &[Run<'_>]) -> Vec<Set> {
        let mut before = vec![self.none(); runs.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (at, run) in runs.iter().enumerate().rev() {
                let mut live = self.behind(&before, run);
                for (_, instr) in run.all.iter().rev() {
                    self.step_back(&mut live, instr);
                }
                changed |= before[at].extend(&live);
            }
        }
        before
    }

    /// The registers that are live behind a run.
    fn behind(&self, before: &[Set], run: &Run<'_>) -> Set {
        let mut live = self.none();
        for &next in &run.next {
            live.extend(&before[next]);
        }
        live
    }

    /// By run, the state in which threads come to it; none, where none comes.
    fn arrivals(&self, runs: &[Run<'_>], launch: i64) -> Vec<Option<Arrival>> {
        let mut arrivals: Vec<Option<Arrival>> = runs.iter().map(|_| None).collect();
        if let Some(first) = arrivals.first_mut() {
            *first = Some(Arrival {
                written: self.none(),
                has: launch,
            });
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, run) in runs.iter().enumerate() {
                let Some(mut own) = arrivals[at].clone() else { continue };
                for (_, instr) in &run.all {
                    own.has = given(instr).unwrap_or(own.has);
                    let (written, _) = registers(instr);
                    written.into_iter().for_each(|reg| own.written.insert(self.number(reg)));
                }
                for &next in &run.next {
                    changed |= match &mut arrivals[next] {
                        Some(other) => other.meet(&own),
                        none => {
                            *none = Some(own.clone());
                            true
                        }
                    };
                }
            }
        }
        arrivals
    }
}

/// The state in which threads come to a run.
#[derive(Clone)]
struct Arrival {
    /// The registers that somebody has written: another holds nothing yet.
    written: Set,
    /// The number of registers that it has.
    has: i64,
}

impl Arrival {
    /// Threads come from elsewhere, too; says whether that changes something. Where agents meet again, whoever has the most decides.
    fn meet(&mut self, other: &Arrival) -> bool {
        let had = self.has;
        self.has = had.max(other.has);
        self.written.extend(&other.written) || self.has > had
    }
}

/// Instructions that run one after the other, and where they go on.
#[derive(Default)]
struct Run<'t> {
    all: Vec<(usize, &'t Instr)>,
    next: Vec<usize>,
}

/// The most registers of a thread that are live at a time, and the line, by the registers that it has there: those of the launch until
/// `setmaxnreg` gives it others. Halves that were taken from one register stay in it.
pub fn most_live(body: &Body, placed: &[(usize, &Stmt)], launch: i64) -> BTreeMap<i64, (i64, usize)> {
    let numbers = Numbers::of(body);
    let mut runs = runs(body, placed);
    let halves = halves(&runs, &numbers);
    let before = numbers.live(&runs);
    let arrivals = numbers.arrivals(&runs, launch);
    let mut most: BTreeMap<i64, (i64, usize)> = BTreeMap::new();
    for (run, arrival) in runs.iter_mut().zip(arrivals) {
        let Some(Arrival {
            written: there,
            mut has,
        }) = arrival
        else {
            continue;
        };
        let mut live = numbers.behind(&before, run);
        sink(run, &numbers, &live);
        // The times that each register is written up to an instruction; and the registers that threads have there.
        let mut written = vec![0; numbers.widths.len()];
        let mut had = Vec::new();
        for (_, instr) in &run.all {
            registers(instr)
                .0
                .into_iter()
                .for_each(|reg| written[numbers.number(reg)] += 1);
            has = given(instr).unwrap_or(has);
            had.push(has);
        }
        for ((line, instr), has) in run.all.iter().zip(had).rev() {
            let holds = |&at: &usize| written[at] > 0 || there.has(at);
            let alone = |&at: &usize| halves[at] == at || !live.has(halves[at]);
            let held = live.numbers().filter(holds).filter(alone);
            let count = held.map(|at| numbers.widths[at]).sum();
            let most = most.entry(has).or_default();
            *most = (*most).max((count, *line));
            registers(instr)
                .0
                .into_iter()
                .for_each(|reg| written[numbers.number(reg)] -= 1);
            numbers.step_back(&mut live, instr);
        }
    }
    most
}

/// The registers that a thread has from an instruction on, if it says so.
fn given(instr: &Instr) -> Option<i64> {
    match (instr.op, instr.operands.first()) {
        (Opcode::Setmaxnreg, Some(Operand::Imm(Imm::Int(number)))) => Some(*number),
        _ => None,
    }
}

/// For each register that which holds it: the other half of those that were taken apart, else itself.
fn halves(runs: &[Run<'_>], numbers: &Numbers) -> Vec<usize> {
    let count = numbers.widths.len();
    let number = |reg: Reg| numbers.number(reg);
    let mut written = vec![0; count];
    let all = || runs.iter().flat_map(|run| &run.all).map(|(_, instr)| *instr);
    for reg in all().flat_map(|instr| registers(instr).0) {
        written[number(reg)] += 1;
    }
    let mut taken = vec![0; count];
    for reg in all().flat_map(|instr| registers(instr).1) {
        taken[number(reg)] += 1;
    }
    let mut held: Vec<usize> = (0..count).collect();
    let mut joined: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for instr in all().filter(|instr| instr.op == Opcode::Mov) {
        let (parts, joins) = match &instr.operands[..] {
            [Operand::Vector(parts), Operand::Reg(_)] => (parts, 0),
            [Operand::Reg(_), Operand::Vector(parts)] => (parts, 1),
            _ => continue,
        };
        let [Operand::Reg(one), Operand::Reg(other)] = &parts[..] else {
            continue;
        };
        let pair = (number(*one), number(*other));
        let times = joined.entry(pair).or_default();
        *times += joins;
        // A half that is taken for nothing but to be joined is made where it will lie.
        let is_held = |half: usize| written[half] == 1 && (joins == 0 || taken[half] == *times);
        if is_held(pair.0) && is_held(pair.1) && pair.0 != pair.1 {
            held[pair.1] = pair.0;
        }
    }
    held
}

/// The instructions that an instruction is moved across at the most.
const FAR: usize = 512;

/// Moves instructions down to the first that takes what they make, where fewer registers are held for it: the assembler does.
fn sink(run: &mut Run<'_>, numbers: &Numbers, out: &Set) {
    let number = |reg: Reg| numbers.number(reg);
    // From the last to the first, each with the place that it has come to.
    let mut placed: Vec<(usize, (usize, &Instr))> = Vec::new();
    let mut taken_last: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, &(line, instr)) in run.all.iter().enumerate().rev() {
        let (written, taken) = registers(instr);
        let [written, taken] = [written, taken].map(|all| all.into_iter().map(number).collect::<Vec<_>>());
        let is_load = matches!(instr.op, Opcode::Ld | Opcode::Ldmatrix);
        let mut to = None;
        if instr.guard.is_none() && (is_load || instr.op.is_pure()) {
            for (back, (place, (_, next))) in placed.iter().enumerate().rev().take(FAR) {
                let (writes, takes) = registers(next);
                let meets = |own: &[usize], other: &[Reg]| other.iter().any(|&reg| own.contains(&number(reg)));
                let is_fixed = is_load && !next.op.is_pure() && !matches!(next.op, Opcode::Ld | Opcode::Ldmatrix);
                if meets(&written, &takes) || meets(&written, &writes) || meets(&taken, &writes) || is_fixed {
                    to = Some((back + 1, *place));
                    break;
                }
            }
        }
        let gain = |place: usize| {
            let ends = |reg: &&usize| !out.has(**reg) && taken_last.get(*reg).is_none_or(|&last| last < place);
            written.iter().map(|&reg| numbers.widths[reg]).sum::<i64>()
                - taken.iter().filter(ends).map(|&reg| numbers.widths[reg]).sum::<i64>()
        };
        let (slot, place) = to.filter(|&(_, place)| gain(place) > 0).unwrap_or((placed.len(), at));
        for reg in taken {
            let last = taken_last.entry(reg).or_insert(place);
            *last = (*last).max(place);
        }
        placed.insert(slot, (place, (line, instr)));
    }
    run.all = placed.into_iter().rev().map(|(_, one)| one).collect();
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
        // It adds to them, but for the first of a sum.
        let adds = instr.op.adds_by().filter(|_| is_written);
        if adds.is_some_and(|by| instr.operands.get(by) != Some(&Operand::Imm(Imm::Int(0)))) {
            collect(operand, &mut taken);
        }
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
    use std::collections::BTreeMap;
    use tilewright_ptx::parse;

    fn live(body: &str) -> (i64, usize) {
        let most = by_registers(body);
        assert_eq!(most.len(), 1, "all have as many");
        most.into_values().next().unwrap_or_default()
    }

    /// The most that is live, by the registers that a thread has; 100 at launch.
    fn by_registers(body: &str) -> BTreeMap<i64, (i64, usize)> {
        let text = format!(
            ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .b16 %h<9>;\n.reg .f32 %f<16>;\n.reg .pred %p<2>;\n{body}ret;\n}}\n"
        );
        let parsed = parse(&text).expect("PTX");
        let entry = parsed.module.entries().next().expect("an entry");
        let stmts = entry.body.stmts.iter().enumerate();
        let placed: Vec<_> = stmts
            .filter_map(|(at, stmt)| Some((parsed.map.place(0, at)?.line as usize, stmt)))
            .collect();
        most_live(&entry.body, &placed, 100)
    }

    #[test]
    fn a_value_is_live_from_its_instruction_to_the_last_that_takes_it() {
        let two = "mov.b32 %r0, 1;\nmov.b32 %r1, 2;\nadd.u32 %r2, %r0, %r1;\nst.global.b32 [0], %r2;\n";
        assert_eq!(live(two), (2, 11));
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

    /// Loads that are written together are taken one by one, and a store or barrier between holds them where they are.
    #[test]
    fn what_can_come_later_is_not_held() {
        let loads =
            "mov.b32 %r0, 1;\nld.shared.b32 %r1, [%r0];\nld.shared.b32 %r2, [%r0+4];\nld.shared.b32 %r3, [%r0+8];\n";
        let sums =
            "add.u32 %r4, %r0, %r1;\nadd.u32 %r4, %r4, %r2;\nadd.u32 %r4, %r4, %r3;\nst.global.b32 [%r0], %r4;\n";
        let with = |between: &str| live(&format!("{loads}{between}{sums}")).0;
        assert_eq!(with(""), 3);
        assert_eq!(with("bar.sync 0;\n"), 4);
        assert_eq!(with("st.shared.b32 [%r0+16], %r0;\n"), 4);
    }

    #[test]
    fn halves_of_a_register_stay_in_it() {
        let apart = "ld.global.b32 %r0, [0];\nmov.b32 {%h0, %h1}, %r0;\nbar.sync 0;\nst.global.b16 [0], %h0;\nst.global.b16 [2], %h1;\n";
        assert_eq!(live(apart).0, 1);
        let others = "ld.global.b16 %h0, [0];\nld.global.b16 %h1, [2];\nbar.sync 0;\nst.global.b16 [0], %h0;\nst.global.b16 [2], %h1;\n";
        assert_eq!(live(others).0, 2);
    }

    #[test]
    fn halves_that_are_only_joined_lie_in_one_register() {
        let with = |joined: &str| {
            let halves = "ld.global.b16 %h0, [0];\nld.global.b16 %h1, [2];\nbar.sync 0;\n";
            live(&format!("{halves}{joined}")).0
        };
        let join = "mov.b32 %r0, {%h0, %h1};\nst.global.b32 [0], %r0;\n";
        assert_eq!(with(join), 1);
        assert_eq!(with(&format!("{join}st.global.b16 [4], %h1;\n")), 2);
        // As often as one likes, but together: beside what is joined, they are in one register, or in two.
        let again = |order: &str| with(&format!("{join}mov.b32 %r1, {{{order}}};\nst.global.b32 [4], %r1;\n"));
        assert_eq!(again("%h0, %h1"), 2);
        assert_eq!(again("%h1, %h0"), 3);
    }

    /// Each agent is held against the registers that it has: those of the launch, or those that `setmaxnreg` gives it.
    #[test]
    fn agents_are_counted_each_by_its_own_registers() {
        let agents = "mov.b32 %r0, 1;\nsetp.lt.u32 %p0, %r0, 9;\n@%p0 bra P;\nsetmaxnreg.inc.sync.aligned.u32 232;\n\
                      ld.shared.b32 %r1, [%r0];\nld.shared.b32 %r2, [%r0+4];\nbar.sync 0;\nst.global.b32 [%r0], %r1;\nst.global.b32 [%r0], %r2;\nret;\n\
                      P:\nsetmaxnreg.dec.sync.aligned.u32 24;\nst.global.b32 [%r0], %r0;\n";
        let most = by_registers(agents);
        let most: Vec<_> = most.into_iter().map(|(has, (live, _))| (has, live)).collect();
        assert_eq!(most, [(24, 1), (100, 1), (232, 3)]);
    }

    #[test]
    fn code_that_nothing_reaches_has_no_registers() {
        let held = "ld.global.b32 %r1, [0];\nld.global.b32 %r2, [4];\nbar.sync 0;\nst.global.b32 [0], %r1;\nst.global.b32 [4], %r2;\n";
        let dead = format!("mov.b32 %r0, 1;\nst.global.b32 [0], %r0;\nret;\nL:\n{held}");
        assert_eq!(live(&dead).0, 1);
        let alive = format!("setp.lt.u32 %p0, 1, 9;\n@%p0 bra L;\nret;\nL:\n{held}");
        assert_eq!(live(&alive).0, 2);
    }

    /// A sum that goes on takes its accumulators, and one that begins does not.
    #[test]
    fn accumulators_are_taken_by_products_that_add_to_them() {
        let product = |adds: u32| {
            format!(
                "mov.f32 %f0, 1.0;\nmov.f32 %f1, 1.0;\nmov.f32 %f2, 1.0;\nmov.f32 %f3, 1.0;\nbar.sync 0;\n\
                 wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0, %f1, %f2, %f3}}, %d0, %d1, {adds}, 1, 1, 0, 0;\n"
            )
        };
        assert_eq!([product(1), product(0)].map(|text| live(&text).0), [4, 0]);
    }
}
