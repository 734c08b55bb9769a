//! A barrier program as PTX: each agent is the first lane of a warp, each place has a part for each agent that writes
//! it.
//!
//! With an order of moves, a ticket in global memory makes the agents take their barrier steps in that order: before
//! each step an agent waits for its number, after it the next number is up. The ticket orders nothing else, for its
//! accesses are relaxed.

use std::fmt::Write;
use tilewright_emulator::{Buffer, Finding, Launch, Options, Param, run};
use tilewright_pipeline::check::state::Move;
use tilewright_pipeline::program::{Program, Step};

/// The most bytes of a copy; 0: there are none.
fn copied(program: &Program) -> u32 {
    let bytes = program
        .agents
        .iter()
        .flat_map(|a| &a.steps)
        .filter_map(|step| match step {
            Step::Copy { bytes, .. } => Some(*bytes),
            _ => None,
        });
    bytes.max().unwrap_or(0)
}

/// Bytes of one agent's part of a place.
fn part(program: &Program) -> u32 {
    copied(program).max(16).next_multiple_of(16)
}

/// Agents that write a place.
fn writers(program: &Program, slot: u32) -> Vec<usize> {
    let writes = |step: &Step| matches!(step, Step::Write { slot: s, .. } | Step::Copy { slot: s, .. } if *s == slot);
    (0..program.agents.len())
        .filter(|&a| program.agents[a].steps.iter().any(writes))
        .collect()
}

/// CTAs of the cluster.
fn ctas(program: &Program) -> u32 {
    program.agents.iter().map(|agent| agent.cta + 1).max().unwrap_or(1)
}

/// Warps of a CTA.
fn warps(program: &Program) -> u32 {
    let of = |cta: u32| program.agents.iter().filter(|agent| agent.cta == cta).count() as u32;
    (0..ctas(program)).map(of).max().unwrap_or(1).max(1)
}

/// The warp of an agent, counted through the cluster.
fn warp(program: &Program, agent: usize) -> u32 {
    let cta = program.agents[agent].cta;
    let before = program.agents[..agent].iter().filter(|other| other.cta == cta).count() as u32;
    cta * warps(program) + before
}

/// The numbers of the moves of each agent's barrier steps, in its own order; `true`: a probe that succeeds.
fn tickets(program: &Program, order: &[Move]) -> Vec<Vec<(u32, bool)>> {
    let mut tickets = vec![Vec::new(); program.agents.len()];
    let mut next = 0;
    for mv in order {
        let (agent, probe) = match *mv {
            Move::Step(agent) => (agent, false),
            Move::Probe(agent) => (agent, true),
            Move::Complete(_) => continue,
        };
        tickets[agent as usize].push((next, probe));
        next += 1;
    }
    tickets
}

/// The kernel. With an order, agents end where it ends, unless they are to be found waiting there.
pub fn kernel(program: &Program, order: &[Move], stays: bool) -> String {
    let (bytes, part, agents) = (copied(program), part(program), program.agents.len() as u32);
    let tickets = tickets(program, order);
    let all = tickets.iter().map(Vec::len).sum::<usize>() as u32;
    let mut t = String::new();
    let _ = writeln!(t, ".version 8.4\n.target sm_90a\n.address_size 64");
    let _ = writeln!(
        t,
        ".visible .entry k(.param .u64 ticket, .param .u64 source)\n.reqntid {}\n{{",
        32 * warps(program)
    );
    let _ = writeln!(
        t,
        "  .shared .align 128 .b8 places[{}];",
        (program.slots.len().max(1) as u32) * agents * part
    );
    let _ = writeln!(t, "  .shared .align 8 .b8 bars[{}];", 8 * program.barriers.len().max(1));
    t.push_str(
        "  .reg .pred p, q;\n  .reg .b32 tid, lane, warp, x, bar, at, now;\n  .reg .b64 up, from;\n  .reg .b16 mask;\n",
    );
    t.push_str("  ld.param.u64 up, [ticket];\n  ld.param.u64 from, [source];\n  mov.u32 tid, %tid.x;\n");
    t.push_str("  setp.ne.u32 p, tid, 0;\n  @p bra READY;\n");
    for (index, barrier) in program.barriers.iter().enumerate() {
        let _ = writeln!(
            t,
            "  mov.u32 bar, bars;\n  mbarrier.init.shared::cta.b64 [bar+{}], {};",
            8 * index,
            barrier.count
        );
    }
    // Of a cluster, every CTA has all barriers and places, and uses its own.
    let ready = match ctas(program) {
        1 => "bar.sync 0;",
        _ => "barrier.cluster.arrive;\n  barrier.cluster.wait;",
    };
    let _ = writeln!(t, "  fence.mbarrier_init.release.cluster;\nREADY:\n  {ready}");
    t.push_str("  and.b32 lane, tid, 31;\n  shr.u32 warp, tid, 5;\n  setp.ne.u32 p, lane, 0;\n  @p bra DONE;\n");
    t.push_str("  mov.u32 bar, bars;\n  mov.u32 at, places;\n");
    let _ = writeln!(
        t,
        "  mov.u32 x, %cluster_ctarank;\n  mad.lo.u32 warp, x, {}, warp;",
        warps(program)
    );
    for agent in 0..agents {
        let warp = warp(program, agent as usize);
        let _ = writeln!(t, "  setp.eq.u32 p, warp, {warp};\n  @p bra AGENT{agent};");
    }
    t.push_str("  bra DONE;\n");
    for (number, agent) in program.agents.iter().enumerate() {
        let _ = writeln!(t, "AGENT{number}:");
        let mut moves = tickets[number].iter();
        let (mut skip, mut free) = (false, false);
        for (index, &step) in agent.steps.iter().enumerate() {
            if std::mem::take(&mut skip) {
                continue;
            }
            let home = |barrier: u32| program.barriers[barrier as usize].cta;
            let place = |slot: u32, agent: usize| (slot * agents + agent as u32) * part;
            let is_sync = step.barrier().is_some() && !matches!(step, Step::Copy { .. });
            let turn = if is_sync { moves.next().copied() } else { None };
            if is_sync && turn.is_none() && !order.is_empty() && !stays {
                break;
            }
            // Statements that come after the order come after all of it.
            let over = is_sync && turn.is_none() && !order.is_empty() && !std::mem::replace(&mut free, true);
            let from = turn.map(|(turn, _)| turn).or(over.then_some(all));
            if let Some(turn) = from {
                let _ = writeln!(
                    t,
                    "TURN{number}_{index}:\n  atom.relaxed.gpu.global.add.u32 now, [up], 0;\n  setp.ne.u32 p, now, {turn};\n  @p bra TURN{number}_{index};"
                );
            }
            match step {
                // Its wait follows; a probe that is to fail is left out, one that is to succeed is the wait.
                Step::TryWait { barrier, parity } if order.is_empty() => {
                    let _ = writeln!(
                        t,
                        "  mbarrier.test_wait.parity.shared::cta.b64 q, [bar+{}], {parity};\n  @q bra SKIP{number}_{index};",
                        8 * barrier
                    );
                    wait(&mut t, number, index, barrier, parity);
                    let _ = writeln!(t, "SKIP{number}_{index}:");
                    skip = true;
                }
                Step::TryWait { barrier, parity } => {
                    if turn.is_none_or(|(_, succeeds)| succeeds) {
                        wait(&mut t, number, index, barrier, parity);
                        skip = true;
                    }
                }
                Step::Wait { barrier, parity } => wait(&mut t, number, index, barrier, parity),
                Step::Arrive { barrier, count } if home(barrier) != agent.cta => {
                    let _ = writeln!(
                        t,
                        "  add.u32 x, bar, {};\n  mapa.shared::cluster.u32 x, x, {};\n  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [x], {count};",
                        8 * barrier,
                        home(barrier)
                    );
                }
                Step::Arrive { barrier, count } => {
                    let _ = writeln!(
                        t,
                        "  mbarrier.arrive.shared::cta.b64 _, [bar+{}], {count};",
                        8 * barrier
                    );
                }
                Step::ArriveExpectTx { barrier, bytes } => {
                    let _ = writeln!(
                        t,
                        "  mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar+{}], {bytes};",
                        8 * barrier
                    );
                }
                // To another CTA: multicast to that one alone, at the same places there.
                Step::Copy {
                    slot, barrier, bytes, ..
                } if home(barrier) != agent.cta => {
                    let _ = writeln!(
                        t,
                        "  mov.u16 mask, {};\n  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [at+{}], [from], {bytes}, [bar+{}], mask;",
                        1 << home(barrier),
                        place(slot, number),
                        8 * barrier
                    );
                }
                Step::Copy {
                    slot, barrier, bytes, ..
                } => {
                    let _ = writeln!(
                        t,
                        "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [at+{}], [from], {bytes}, [bar+{}];",
                        place(slot, number),
                        8 * barrier
                    );
                }
                Step::Write { slot, item } => {
                    let _ = writeln!(
                        t,
                        "  mov.u32 x, {item};\n  st.shared.u32 [at+{}], x;",
                        place(slot, number)
                    );
                }
                Step::Read { slot, item } => {
                    for writer in writers(program, slot) {
                        let at = place(slot, writer);
                        let _ = writeln!(t, "  ld.shared.u32 x, [at+{at}];");
                        // Whoever reads another content than it means is stopped; what copies bring is always the same.
                        if bytes == 0 {
                            let _ = writeln!(t, "  setp.ne.u32 p, x, {item};\n  @p trap;");
                        }
                    }
                }
                other => panic!("no PTX for {other:?}"),
            }
            if turn.is_some() {
                t.push_str("  atom.relaxed.gpu.global.add.u32 now, [up], 1;\n");
            }
        }
        t.push_str("  bra DONE;\n");
    }
    t.push_str("DONE:\n  ret;\n}\n");
    t
}

fn wait(t: &mut String, number: usize, index: usize, barrier: u32, parity: u32) {
    let _ = writeln!(
        t,
        "WAIT{number}_{index}:\n  mbarrier.try_wait.parity.shared::cta.b64 q, [bar+{}], {parity};\n  @!q bra WAIT{number}_{index};",
        8 * barrier
    );
}

/// The emulator's findings in a program, in an order or in that of a seed.
pub fn emulate(program: &Program, order: &[Move], stays: bool, seed: u64) -> Vec<Finding> {
    let launch = Launch {
        entry: "k".to_string(),
        grid: [ctas(program), 1, 1],
        block: [32 * warps(program), 1, 1],
        cluster: [ctas(program), 1, 1],
        dynamic_shared: 0,
        shared_align: 128,
        params: ["ticket", "source"]
            .map(|name| Param::Buffer {
                name: name.to_string(),
                offset: 0,
            })
            .to_vec(),
    };
    let buffer = |name: &str, bytes: usize| Buffer {
        name: name.to_string(),
        bytes: vec![0; bytes],
        align: 128,
    };
    let buffers = vec![buffer("ticket", 16), buffer("source", part(program) as usize)];
    let options = Options { seed, budget: 400_000 };
    let text = kernel(program, order, stays);
    run(&text, &launch, buffers, options)
        .unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
        .findings
}
