//! Agents as branches, and the ops of the machine that were there before.

use super::control::{fork, jump};
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering, ThreadState};
use std::sync::OnceLock;
use tilewright_analysis::NamedBarrier;
use tilewright_analysis::warpgroup::registers_at_launch;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::{Failure, Pattern};
use tilewright_ir::dialects::facts::{REGISTERS, THREADS};
use tilewright_ir::op_def::OpDef;
use tilewright_ir::ops::{arith, cute_nvgpu, nv_tileas, nvvm};
use tilewright_ir::{AttrData, Module, Op, Registry, Value};
use tilewright_units::Role;

/// The named barrier of the consumer's threads, or of its first consumer; 0 is that of the whole block.
const CONSUMER_BARRIER: i64 = 1;
/// That of the threads that make operands; consumers that take turns, which have more barriers, have none beside them.
const TRANSFORMER_BARRIER: i64 = 2;

/// The named barriers of a converted kernel.
pub(super) fn named_barriers(module: &Module, consumers: i64) -> Vec<NamedBarrier> {
    let mut named = Vec::new();
    for op in module.walk(module.top()) {
        if module.kind(op) != nvvm::BARRIER {
            continue;
        }
        let threads = module.int_attr(op, "threads");
        let of_consumers = !module.operands(op).is_empty();
        let numbers = match module.int_attr(op, "id") {
            _ if of_consumers => CONSUMER_BARRIER..CONSUMER_BARRIER + consumers,
            // Absent: the barrier of all threads is number 0.
            id => id.unwrap_or(0)..id.unwrap_or(0) + 1,
        };
        named.extend(numbers.map(|number| NamedBarrier {
            number,
            threads,
            who: match threads {
                // Absent: a barrier without a number of threads is that of all.
                None => "all threads".to_string(),
                Some(_) if of_consumers => format!("warpgroup {} of the consumers", number - CONSUMER_BARRIER),
                Some(_) if number == TRANSFORMER_BARRIER => "the transformers".to_string(),
                Some(_) => "the consumers".to_string(),
            },
        }));
    }
    named.sort_unstable();
    named.dedup();
    named
}

/// The threads that meet at a barrier of their own.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub barrier: i64,
    pub threads: i64,
    /// The barrier's number, where several consumers run the same code.
    pub number: Option<Value>,
}

/// Consumers that run the same code on tiles of their own.
pub(super) struct Consumers {
    /// The number of its warps.
    pub count: i64,
    /// Bytes from the first consumer's part of the free memory to this one's.
    pub shift: Value,
    /// The op of the constant that `shift` is made of: bytes of a consumer's part, known when all its uses are.
    pub part: Op,
    /// The ops that take free memory, and their bytes.
    pub taken: Vec<(Op, i64)>,
    /// The alignment of a part: bytes.
    pub alignment: i64,
}

/// A pattern for each op of `nvvm`: the same on scalars.
pub(super) fn machine_ops() -> impl Iterator<Item = &'static Pattern<ThreadState>> {
    static PATTERNS: OnceLock<Vec<Pattern<ThreadState>>> = OnceLock::new();
    let uniform = cute_nvgpu::ARCH_MAKE_WARP_UNIFORM;
    let is_machine = |def: &&OpDef| def.dialect() == "nvvm" && def.regions.is_empty() || def.kind == uniform;
    let ops = || Registry::builtin().ops().filter(is_machine);
    let pattern = |op| Pattern { op, rewrite: machine };
    PATTERNS
        .get_or_init(|| ops().map(|def| pattern(def.kind)).collect())
        .iter()
}

fn machine(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let def = old.def(op);
    let mut lists = Vec::new();
    for slot in 0..def.operands.len() {
        lists.push(cx.flat(old.operand_list(op, slot))?);
    }
    let lists: Vec<&[Value]> = lists.iter().map(Vec::as_slice).collect();
    let types: Vec<_> = old.results(op).iter().map(|&r| cx.scalar_type(old.ty(r))).collect();
    let new = cx.build().op(def.kind, &lists, &types);
    cx.copy_attrs(op, new);
    for index in 0..types.len() {
        let value = cx.new.result(new, index);
        cx.replace(old.result(op, index), [value]);
    }
    Ok(())
}

/// An agent: its role, its threads, their registers, and its region.
struct Agent {
    role: Role,
    threads: i64,
    registers: i64,
    region: usize,
}

/// The agents of a switch, in the order of their warps.
fn agents(cx: &Cx<'_>, op: Op) -> Result<Vec<Agent>, Failure> {
    let old = cx.old;
    let (warps, registers) = (old.ints_attr(op, "num_warps"), old.ints_attr(op, "max_regs"));
    let (Some(roles), Some(warps), Some(registers)) = (old.agent_roles(op), warps, registers) else {
        return Err(cx.error(op, "internal", "agents that are not known"));
    };
    let each = roles.iter().zip(warps).zip(registers);
    let each = each.enumerate().map(|(region, ((role, warps), &registers))| {
        Some(Agent {
            role: Role::from_name(role)?,
            threads: warps * WARP_THREADS,
            registers,
            region,
        })
    });
    let agents: Option<Vec<Agent>> = each.collect();
    agents.ok_or_else(|| cx.error(op, "internal", "an agent without a role"))
}

/// The first warps are the first agent, which is the consumer, so that its threads count from 0. Of the warps of an agent that
/// only starts the work of others, one thread does.
pub(super) fn warp_switch(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let agents = agents(cx, op)?;
    if agents.first().is_none_or(|first| first.role != Role::Consumer) {
        return Err(cx.error(op, "internal", "the first agent is not the consumer"));
    }
    let all = agents.iter().map(|agent| agent.threads).sum();
    let groups = agents
        .iter()
        .map(|agent| (agent.threads / WARP_THREADS, agent.registers));
    let at_launch = registers_at_launch(groups);
    if let Some(func) = cx.new.owner(cx.block) {
        for (name, value) in [(THREADS, all), (REGISTERS, at_launch)] {
            let value = cx.new.intern_attr(AttrData::Int(value));
            cx.new.set_attr(func, name, value);
        }
    }
    // The block of each agent, and the one of all agents behind it.
    let mut blocks = Vec::new();
    for _ in 1..agents.len() {
        blocks.push([cx.add_block(), cx.add_block()]);
    }
    let single: Vec<_> = agents
        .iter()
        .map(|agent| (!agent.role.holds_tiles()).then(|| cx.add_block()))
        .collect();
    let exit = cx.add_block();
    let early = only_meets_behind(cx, op).then(|| cx.add_block());
    let tid = cx.tid();
    let mut first = 0;
    for (agent, single) in agents.iter().zip(single) {
        if let Some(&[own, others]) = blocks.get(agent.region) {
            let end = cx.int(Int::I32, first + agent.threads);
            let is_own = cx.compare("less_than", tid, end);
            fork(cx, is_own, own, others);
            cx.block = own;
        }
        set_registers(cx, at_launch, agent.registers);
        if let Some(single) = single {
            let count = cx.int(Int::I32, first);
            let is_first = cx.compare("equal", tid, count);
            // Absent: something is left to do for all threads.
            fork(cx, is_first, single, early.unwrap_or(exit));
            cx.block = single;
            cx.state.idle = early.and_then(|early| Some((last(cx.old, op, agent.region)?, early)));
            region(cx, op, agent.region)?;
        } else if agent.role == Role::Consumer {
            consumer(cx, op, agent)?;
        } else {
            transformer(cx, op, agent, first)?;
        }
        jump(cx, exit, &[]);
        if let Some(&[_, others]) = blocks.get(agent.region) {
            cx.block = others;
        }
        first += agent.threads;
    }
    if let Some(early) = early {
        cx.block = early;
        cx.build().op(nvvm::RETURN, &[], &[]);
    }
    cx.block = exit;
    Ok(())
}

/// Whether nothing is behind a switch but that the CTAs of a cluster meet. Threads that have started nothing leave at once then: one that has
/// left counts as one that has come. The assembler takes a region to be that of one thread only where no other one's way meets its end, and
/// else puts each product of a pair of CTAs into a loop over the threads of the warp.
fn only_meets_behind(cx: &Cx<'_>, op: Op) -> bool {
    let old = cx.old;
    let behind = std::iter::successors(old.next_op(op), |&op| old.next_op(op));
    let meeting = [nvvm::CLUSTER_ARRIVE, nvvm::CLUSTER_WAIT, nv_tileas::RETURN];
    cx.state.scratch.is_none() && behind.map(|op| old.kind(op)).eq(meeting)
}

/// The last op of an agent: threads that pass it over, as the issuer of a pair's other CTA does, have nothing left to do.
fn last(module: &Module, op: Op, region: usize) -> Option<Op> {
    let block = module.entry_block(module.regions(op)[region])?;
    module.last_op(block)
}

/// The consumer's region, whose threads meet at a barrier of their own.
fn consumer(cx: &mut Cx<'_>, op: Op, agent: &Agent) -> Result<(), Failure> {
    match cx.old.int_attr(op, "consumers") {
        Some(count) => consumers(cx, op, count, agent)?,
        None => {
            cx.state.meeting = Some(Meeting {
                barrier: CONSUMER_BARRIER,
                threads: agent.threads,
                number: None,
            });
            region(cx, op, agent.region)?;
        }
    }
    cx.state.meeting = None;
    Ok(())
}

/// The region of those who make operands: its threads count from 0 too, meet at a barrier of their own, and have their free memory
/// behind the consumer's.
fn transformer(cx: &mut Cx<'_>, op: Op, agent: &Agent, first: i64) -> Result<(), Failure> {
    let tid = cx.tid();
    let own = cx.binary_const(arith::SUBI, tid, Int::I32, first);
    let outside = cx.state.tid.replace(own);
    cx.state.meeting = Some(Meeting {
        barrier: TRANSFORMER_BARRIER,
        threads: agent.threads,
        number: None,
    });
    let free = cx.state.free;
    cx.state.free = free + (cx.state.most_taken + PART_ALIGNMENT - 1) / PART_ALIGNMENT * PART_ALIGNMENT;
    region(cx, op, agent.region)?;
    cx.state.free = free;
    cx.state.tid = outside;
    cx.state.meeting = None;
    Ok(())
}

/// The consumer's region for consumers: a thread counts within its consumer, and each consumer has its own barrier and part of the
/// free memory.
fn consumers(cx: &mut Cx<'_>, op: Op, count: i64, agent: &Agent) -> Result<(), Failure> {
    let threads = agent.threads / count.max(1);
    let tid = cx.tid();
    let int = cx.int_type(Int::I32);
    let size = cx.int(Int::I32, threads);
    let consumer = cx.build().signed(arith::DIVI, "unsigned", tid, size);
    let consumer = cx.build().value(cute_nvgpu::ARCH_MAKE_WARP_UNIFORM, &[consumer], int);
    let own = cx.build().signed(arith::REMI, "unsigned", tid, size);
    let number = cx.binary_const(arith::ADDI, consumer, Int::I32, CONSUMER_BARRIER);
    let part = cx.int(Int::I32, 0);
    let shift = cx.binary(arith::MULI, consumer, part);
    let Some(part) = cx.new.defining_op(part) else {
        return Err(cx.error(op, "internal", "a constant that no op makes"));
    };
    let outside = cx.state.tid.replace(own);
    cx.state.meeting = Some(Meeting {
        barrier: CONSUMER_BARRIER,
        threads,
        number: Some(number),
    });
    cx.state.consumers = Some(Consumers {
        count,
        shift,
        part,
        taken: Vec::new(),
        alignment: PART_ALIGNMENT,
    });
    region(cx, op, agent.region)?;
    cx.state.tid = outside;
    let Some(consumers) = cx.state.consumers.take() else {
        return Ok(());
    };
    // Every consumer's part is as large as the largest use, in whole lines of padding.
    // Absent: consumers that share nothing.
    let most = consumers.taken.iter().map(|(_, bytes)| *bytes).max().unwrap_or(0);
    let bytes = (most + consumers.alignment - 1) / consumers.alignment * consumers.alignment;
    let value = cx.new.intern_attr(AttrData::Dense {
        ty: int,
        bits: [bytes as u64].into(),
    });
    cx.new.set_attr(consumers.part, "value", value);
    for (base, own) in consumers.taken {
        let all = cx.build().int(bytes * (count - 1) + own);
        cx.new.set_attr(base, "bytes", all);
    }
    Ok(())
}

/// Where a consumer's part of the free memory may start: what threads' accesses of it are aligned to.
const PART_ALIGNMENT: i64 = 16;

fn region(cx: &mut Cx<'_>, op: Op, index: usize) -> Result<(), Failure> {
    let old = cx.old;
    match old.entry_block(old.regions(op)[index]) {
        Some(block) => cx.block_ops(block),
        None => Ok(()),
    }
}

fn set_registers(cx: &mut Cx<'_>, from: i64, to: i64) {
    if from == to {
        return;
    }
    let op = cx.build().op(nvvm::SETMAXNREG, &[], &[]);
    let action = cx.keyword(if to > from { "inc" } else { "dec" });
    let count = cx.build().int(to);
    cx.new.set_attr(op, "action", action);
    cx.new.set_attr(op, "count", count);
}
