//! The findings of a look at PTX and at the registers and layouts behind it: spills, bank conflicts, accesses wider than is used or narrower than could be, addresses converted for nothing, bounds of the
//! launch that are missing or contradict each other, and what it declares.

use crate::handoffs::that_align;
use crate::pressure::most_live;
use crate::staging::{Ring, miscounts};
use std::collections::BTreeMap;
use std::fmt::Write;
use tilewright_driver::layouts::LayoutChoice;
use tilewright_driver::registers::AgentRegisters;
use tilewright_machine::register_model;
use tilewright_ptx::{
    Addr, Base, Body, Directive, Entry, Error, Instr, Opcode, Operand, Reg, Space, Stmt, Word, parse, print_instr,
};

/// A line of the text, where one is to blame, and the fault.
type Finding = (Option<usize>, String);

/// An instruction, and the line that it stands on.
type Placed<'t> = (usize, &'t Instr);

/// A load or store of registers.
struct Access<'t> {
    line: usize,
    instr: &'t Instr,
    /// State space and direction, such as `ld.global`.
    kind: String,
    /// Bytes of an element.
    width: i64,
    registers: Vec<Reg>,
    address: &'t Addr,
}

/// The kernel that a text of PTX was made of, as far as it is known.
pub struct Source<'a> {
    /// The choices of layouts.
    pub layouts: &'a [LayoutChoice],
    /// Registers of its agents.
    pub agents: &'a [AgentRegisters],
    /// Its pipelined loops.
    pub rings: &'a [Ring],
    /// The change of an option that makes bank conflicts fewer, in words, if one does.
    pub fewer_conflicts: &'a dyn Fn() -> Option<String>,
}

/// The findings as text, a line each, then what the text declares.
///
/// # Errors
/// The first thing of the text that is no PTX.
pub fn findings(ptx: &str, source: &Source<'_>) -> Result<String, Error> {
    let parsed = parse(ptx)?;
    let mut found: Vec<Finding> = Vec::new();
    let conflicts: Vec<Finding> = source.layouts.iter().filter_map(conflicts).collect();
    if !conflicts.is_empty() {
        let fix = (source.fewer_conflicts)().unwrap_or_else(|| {
            "no option has fewer: let fewer threads share a row, or make the tile's rows longer".to_string()
        });
        found.extend(
            conflicts
                .into_iter()
                .map(|(line, fault)| (line, format!("{fault}; {fix}"))),
        );
    }
    let miscounted = source.rings.iter().flat_map(|ring| {
        let said = miscounts(ring).into_iter();
        said.map(|said| (Some(ring.line), format!("of the source: {said}")))
    });
    found.extend(miscounted);
    for (number, entry) in parsed.module.entries().enumerate() {
        let stmts = entry.body.stmts.iter().enumerate();
        // Each statement of a parsed text has a place.
        let placed: Vec<(usize, &Stmt)> = stmts
            .filter_map(|(at, stmt)| Some((parsed.map.place(number, at)?.line as usize, stmt)))
            .collect();
        let instructions: Vec<Placed<'_>> = placed
            .iter()
            .filter_map(|&(line, stmt)| match stmt {
                Stmt::Instr(instr) => Some((line, instr)),
                _ => None,
            })
            .collect();
        // Absent: of a text alone it is not known what its threads have.
        let most = source.agents.iter().map(|agent| agent.has).max();
        let live = entry.maxnreg().map(i64::from).or(most);
        let live = live.map(|launch| most_live(&entry.body, &placed, launch));
        for (has, live) in live.into_iter().flatten() {
            let agents = source.agents.iter().filter(|agent| agent.has == has);
            let agents: Vec<&AgentRegisters> = agents.collect();
            let estimated = agents.iter().find_map(|agent| spills(agent));
            let told = estimated.filter(|_| live.0 > has);
            found.extend(told.or_else(|| pressed(has, live, &agents)));
        }
        found.extend(that_align(placed.iter().copied()).into_iter().map(handoffs));
        found.extend(bounds(ptx, entry));
        found.extend(conversions(&instructions));
        found.extend(accesses(&entry.body, &instructions));
    }
    let mut out = String::new();
    for (line, fault) in &found {
        let at = line.map_or_else(String::new, |line| format!("line {line}: "));
        let _ = writeln!(out, "finding: {at}{fault}");
    }
    if found.is_empty() {
        out += "no findings\n";
    }
    let parameters: u64 = parsed.module.entries().map(parameter_bytes).sum();
    let _ = writeln!(out, "parameters: {parameters} bytes");
    let declared: Vec<String> = registers(parsed.module.entries())
        .into_iter()
        .map(|(ty, count)| format!("{count} of .{ty}"))
        .collect();
    let _ = writeln!(out, "registers declared: {}", declared.join(", "));
    Ok(out)
}

/// Registers that an agent needs beyond those that it has, by more than estimates are too high (docs/sources/cost-model.md#gotchas), with the
/// line of the source. It is told where as many are live in the text, too.
fn spills(agent: &AgentRegisters) -> Option<Finding> {
    let too_high = register_model().too_high.value;
    let fault = format!(
        "of the source: {} needs {} registers of {} by estimate, which is seldom more than {too_high} % too high: it may spill to local memory; \
         make the tile that is held there smaller, or load it where it is used",
        agent.agent, agent.needs, agent.has
    );
    (agent.needs * 100 > agent.has * (100 + too_high)).then(|| (agent.line.map(|line| line as usize), fault))
}

/// More registers that are live in the text than a thread has: by more than the assembler makes up for, or where the estimate says so, too.
fn pressed(has: i64, (live, line): (i64, usize), agents: &[&AgentRegisters]) -> Option<Finding> {
    let own = agents.first().map(|agent| &agent.agent[..]);
    // Absent: none of the agents has so many.
    let who = own.filter(|agent| *agent != "all threads").unwrap_or("thread");
    let fault = format!(
        "{live} registers are live here, of {has} that a {who} has: it may spill to local memory; make the tiles that are held here smaller, \
         or spread them over more threads"
    );
    let is_estimated = agents.iter().any(|agent| agent.needs > has);
    let beyond = if is_estimated {
        0
    } else {
        register_model().live_beyond.value
    };
    (live > has + beyond).then_some((Some(line), fault))
}

/// Bank conflicts of a layout that was chosen: those who write a buffer and those who read it are in different banks only if one layout
/// suits both.
fn conflicts(choice: &LayoutChoice) -> Option<Finding> {
    let chosen = choice.candidates.get(choice.chosen?)?.cost.as_ref()?;
    if chosen.conflicts == 0 {
        return None;
    }
    let text = format!(
        "of the source: `{}` of {}, {} to {}, waits {} times for banks that its other side's layout shares",
        choice.op, choice.tile, choice.from, choice.to, chosen.conflicts
    );
    Some((Some(choice.line as usize), text))
}

/// Named barriers that could share a number.
fn handoffs((line, [one, other]): (usize, [i64; 2])) -> Finding {
    let fault = format!(
        "threads meet at the named barriers {one} and {other} one right after the other, wherever they do: hand over at {one} alone, once both \
         tiles are there, since who waits for one waits for the other"
    );
    (Some(line), fault)
}

/// Bounds of the launch.
fn bounds(ptx: &str, entry: &Entry) -> Option<Finding> {
    let most = entry.directives.iter().any(|one| matches!(one, Directive::Maxntid(_)));
    match (most, entry.reqntid()) {
        (true, Some(_)) => {
            let line = ptx.lines().position(|line| line.trim_start().starts_with(".maxntid"));
            let fault =
                ".maxntid and .reqntid contradict each other where they differ, and one is enough: keep .reqntid";
            Some((line.map(|at| at + 1), fault.into()))
        }
        (false, None) => Some((
            None,
            "neither .maxntid nor .reqntid: the assembler has to leave registers for 1024 threads".into(),
        )),
        (true, None) | (false, Some(_)) => None,
    }
}

/// An opcode with its modifiers.
fn opcode(body: &Body, instr: &Instr) -> String {
    let alone = Instr {
        guard: None,
        operands: Vec::new(),
        ..instr.clone()
    };
    print_instr(body, &alone).trim_end_matches([';', ' ']).to_string()
}

/// Conversions between address spaces that nothing needs where accesses name their space.
fn conversions<'t>(instructions: &'t [Placed<'t>]) -> impl Iterator<Item = Finding> + 't {
    let to_global =
        |instr: &Instr| instr.op == Opcode::Cvta && instr.has(Word::To) && instr.space(0) == Some(Space::Global);
    let kept = instructions.iter().filter(move |(_, instr)| to_global(instr));
    kept.map(|(line, _)| {
        let fault = "`cvta.to.global.u64` is left: pass a global address, or give the parameter its space".to_string();
        (Some(*line), fault)
    })
}

fn access<'t>(&(line, instr): &Placed<'t>) -> Option<Access<'t>> {
    let direction = match instr.op {
        Opcode::Ld => "ld",
        Opcode::St => "st",
        _ => return None,
    };
    let space = instr
        .space(0)
        .filter(|space| [Space::Global, Space::Shared, Space::Local].contains(space))?;
    let address = instr.operands.iter().find_map(|operand| match operand {
        Operand::Addr(address) => Some(address),
        _ => None,
    })?;
    Some(Access {
        line,
        instr,
        kind: format!("{direction}.{}", space.text()),
        width: i64::from(instr.ty(0)?.bytes()),
        registers: instr.operands.iter().flat_map(named).collect(),
        address,
    })
}

/// The registers of an operand that are moved by an access.
fn named(operand: &Operand) -> Vec<Reg> {
    match operand {
        Operand::Reg(reg) => vec![*reg],
        Operand::Vector(parts) => parts.iter().flat_map(named).collect(),
        _ => Vec::new(),
    }
}

/// The number of times that an instruction names each register.
fn count_uses(uses: &mut BTreeMap<Reg, usize>, instr: &Instr) {
    fn of(operand: &Operand) -> Vec<Reg> {
        let base = |address: &Addr| match address.base {
            Base::Reg(reg) => Some(reg),
            Base::Symbol(_) | Base::Absolute => None,
        };
        match operand {
            Operand::Reg(reg) | Operand::Not(reg) => vec![*reg],
            Operand::Pair(first, second) => first.iter().chain(second).copied().collect(),
            Operand::Addr(address) => base(address).into_iter().collect(),
            Operand::TensorAddr { map, coords } => base(map).into_iter().chain(coords.iter().flat_map(of)).collect(),
            Operand::Vector(parts) | Operand::Arguments(parts) => parts.iter().flat_map(of).collect(),
            Operand::Sink | Operand::Imm(_) | Operand::Special(..) | Operand::Symbol(..) | Operand::Label(_) => {
                Vec::new()
            }
        }
    }
    let guard = instr.guard.map(|guard| guard.reg);
    for reg in instr.operands.iter().flat_map(of).chain(guard) {
        *uses.entry(reg).or_insert(0) += 1;
    }
}

/// Accesses that follow each other and could be one, and those of which a part is not used.
fn accesses(body: &Body, instructions: &[Placed<'_>]) -> Vec<Finding> {
    let mut uses = BTreeMap::new();
    for (_, instr) in instructions {
        count_uses(&mut uses, instr);
    }
    let mut found = Vec::new();
    let mut run: Vec<Access<'_>> = Vec::new();
    for placed in instructions {
        let next = access(placed);
        found.extend(next.as_ref().and_then(|access| partly_used(body, access, &uses)));
        let goes_on = run.last().zip(next.as_ref()).is_some_and(|(last, next)| {
            last.kind == next.kind
                && last.address.base == next.address.base
                && last.width == next.width
                && (last.registers.len(), next.registers.len()) == (1, 1)
                && last.address.offset + last.width == next.address.offset
        });
        if !goes_on {
            found.extend(could_be_wider(body, &run));
            run.clear();
        }
        run.extend(next);
    }
    found.extend(could_be_wider(body, &run));
    found.sort_by_key(|(line, _)| *line);
    found
}

/// A load of several registers, of which some are named nowhere else.
fn partly_used(body: &Body, access: &Access<'_>, uses: &BTreeMap<Reg, usize>) -> Option<Finding> {
    let count = access.registers.len() as i64;
    let unused = access.registers.iter().filter(|reg| uses.get(reg) == Some(&1)).count() as i64;
    (access.kind == "ld.global" && count > 1 && unused > 0).then(|| {
        let (bytes, used) = (access.width * count, access.width * (count - unused));
        let fault = format!(
            "`{}` reads {bytes} bytes, of which {used} are used: load these alone, or use the others",
            opcode(body, access.instr)
        );
        (Some(access.line), fault)
    })
}

/// A run of accesses that one of 8 or 16 bytes could do, if its first offset is a multiple of that.
fn could_be_wider(body: &Body, run: &[Access<'_>]) -> Option<Finding> {
    let first = run.first().filter(|first| first.kind.ends_with("global"))?;
    let (bytes, offset) = (first.width * run.len() as i64, first.address.offset);
    let wide = [16, 8].into_iter().find(|&wide| bytes >= wide && offset % wide == 0)?;
    (first.width < wide).then(|| {
        let base = match &first.address.base {
            Base::Reg(reg) => register(body, *reg),
            Base::Symbol(name) => name.to_string(),
            Base::Absolute => String::new(),
        };
        let fault = format!(
            "{} accesses of {} bytes follow each other from [{base}+{offset}]: {} could take {wide} bytes at a time, if the address is a multiple of that",
            run.len(),
            first.width,
            first.kind
        );
        (Some(first.line), fault)
    })
}

/// The name of a register.
fn register(body: &Body, reg: Reg) -> String {
    let bank = &body.banks[usize::from(reg.bank)];
    match bank.count {
        Some(_) => format!("{}{}", bank.name, reg.index),
        None => bank.name.to_string(),
    }
}

/// Bytes of a kernel's parameters, each at a multiple of its alignment.
fn parameter_bytes(entry: &Entry) -> u64 {
    entry.params.iter().fold(0, |bytes: u64, param| {
        bytes.next_multiple_of(u64::from(param.alignment().max(1))) + param.bytes()
    })
}

/// Registers that are declared, by type.
fn registers<'t>(entries: impl Iterator<Item = &'t Entry>) -> BTreeMap<&'static str, u32> {
    let mut declared = BTreeMap::new();
    for bank in entries.flat_map(|entry| &entry.body.banks) {
        // One without a count is one register.
        *declared.entry(bank.ty.text()).or_insert(0) += bank.count.unwrap_or(1);
    }
    declared
}

#[cfg(test)]
mod tests {
    use super::{AgentRegisters, Error, Source, findings};

    /// The findings of a text of which no source is known.
    fn alone(ptx: &str) -> Result<String, Error> {
        of_agent(ptx, &[])
    }

    fn of_agent(ptx: &str, agents: &[AgentRegisters]) -> Result<String, Error> {
        let source = Source {
            layouts: &[],
            agents,
            rings: &[],
            fewer_conflicts: &|| None,
        };
        findings(ptx, &source)
    }

    const CLEAN: &str = ".version 8.0 .target sm_90a .address_size 64 .visible .entry k(
    .param .u64 a,
    .param .align 64 .b8 map[128]
)
.reqntid 128, 1, 1
{
    .reg .b32 %r<9>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [a];
    ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+16];
    st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};
}
";

    #[test]
    fn good_ptx_has_no_findings() {
        let text = alone(CLEAN).unwrap();
        assert_eq!(
            text,
            "no findings\nparameters: 192 bytes\nregisters declared: 9 of .b32, 3 of .b64\n"
        );
    }

    #[test]
    fn registers_may_spill_where_text_and_estimate_say_so() {
        // So many registers are live between the loads and the stores, which a barrier holds apart.
        let told = |live: usize, needs: i64| {
            let agent = AgentRegisters {
                agent: "consumer".to_string(),
                needs,
                has: 168,
                line: Some(7),
            };
            let loads: String = (0..live)
                .map(|at| format!("ld.global.b32 %v{at}, [%rd1+{}];\n", 4 * at))
                .collect();
            let stores: String = (0..live)
                .map(|at| format!("st.global.b32 [%rd1+{}], %v{at};\n", 4 * at))
                .collect();
            let store = "st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};";
            let held = format!("{store}\n.reg .b32 %v<{}>;\n{loads}bar.sync 0;\n{stores}", live.max(1));
            let text = of_agent(&CLEAN.replace(store, &held), &[agent]).unwrap();
            let mut lines = text.lines().filter(|line| line.contains("it may spill"));
            let told = lines
                .next()
                .map(|line| line.contains("line 7: of the source: consumer needs"));
            assert_eq!(lines.next(), None, "told twice");
            told
        };
        // The estimate alone is wrong where less is live: ops that it has at a time are made one by one.
        assert_eq!(told(0, 400), None);
        assert_eq!(told(100, 400), None);
        // Both say so: the line is that of the source, if the estimate is above by more than it is off.
        assert_eq!(told(180, 194), Some(true));
        assert_eq!(told(180, 193), Some(false));
        assert_eq!(told(180, 169), Some(false));
        // The text alone counts some that the assembler does without.
        assert_eq!(told(180, 168), None);
        assert_eq!(told(200, 168), Some(false));
    }

    /// Two handoffs that align, and others that look alike: each is told from them.
    #[test]
    fn handoffs_that_align_can_share_a_barrier() {
        let store = "st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};";
        let with = |text: &str| alone(&CLEAN.replace(store, &format!("{store}\n{text}"))).unwrap();
        let says = "finding: line 12: threads meet at the named barriers 1 and 2 one right after the other";
        let arrive = "bra.uni B;\nA: bar.arrive 1, 96; st.shared.b32 [%r5], %r6; bar.arrive 2, 96;";
        for (waits, arrives, align) in [
            ("bar.sync 1, 96; bar.sync 2, 96;", arrive, true),
            ("bar.sync 1, 96; mov.b32 %r7, 0; bar.sync 2, 96;", arrive, true),
            (
                "bar.sync 1, 96; ld.shared.b32 %r7, [%r5]; bar.sync 2, 96;",
                arrive,
                false,
            ),
            ("bar.sync 1, 96; bar.sync 2, 64;", arrive, false),
            ("bar.sync 1, 96; @%p1 bra A; bar.sync 2, 96;", arrive, false),
            (
                "bar.sync 1, 96; bar.sync 2, 96;",
                "bra.uni B;\nA: bar.arrive 1, 96;",
                false,
            ),
            ("bar.sync 1, 96; bar.sync 2, 96; bar.sync %r7, 96;", arrive, false),
            ("bar.sync 1, 96; @%p1 bar.sync 2, 96;", arrive, false),
        ] {
            let text = with(&format!(".reg .pred %p<2>; {waits} {arrives}\nB: ret;"));
            assert_eq!(text.contains(says), align, "{waits}: {text}");
        }
    }

    #[test]
    fn each_fault_is_found_where_it_is() {
        let load = "ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+16];";
        let store = "st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};";
        for (from, to, what) in [
            (
                load,
                ".reg .pred %p<2>; ld.global.b32 %r1, [%rd1+16];\n ld.global.b32 %r2, [%rd1+20];\n @%p1 ld.global.b32 %r3, [%rd1+24];",
                "finding: line 10: 3 accesses of 4 bytes follow each other from [%rd1+16]: ld.global could take 8",
            ),
            (
                store,
                "st.global.b32 [%rd1], %r1;",
                "finding: line 10: `ld.global.v4.b32` reads 16 bytes, of which 4 are used",
            ),
            (
                load,
                &format!("cvta.to.global.u64 %rd2, %rd1;\n {load}"),
                "finding: line 10: `cvta.to.global.u64` is left",
            ),
            (".reqntid 128, 1, 1", "", "finding: neither .maxntid nor .reqntid"),
            (
                ".reqntid 128, 1, 1",
                ".maxntid 256, 1, 1\n.reqntid 128, 1, 1",
                "finding: line 5: .maxntid and .reqntid contradict",
            ),
        ] {
            let text = alone(&CLEAN.replace(from, to)).unwrap();
            assert!(text.contains(what), "{what}\n{text}");
        }
    }
}
