//! Registers that the agents of a compiled kernel need, for the report.

use serde::{Deserialize, Serialize};
use tilewright_diag::LineIndex;
use tilewright_passes::Pipelined;

/// Registers of a thread of an agent, by estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AgentRegisters {
    /// The agent; `all threads` where all do the same.
    pub agent: String,
    /// Registers that it needs where it needs the most; with fewer it spills.
    pub needs: i64,
    /// Registers that it has: by `setmaxnreg`, or as many as the SM has for a thread.
    pub has: i64,
    /// The source line at which it needs the most; none: no op needs more than any agent.
    pub line: Option<u32>,
}

/// The agents of a pipelined loop, if it has some.
pub(crate) fn of_agents(pipelined: Option<&Pipelined>, index: &LineIndex) -> Option<Vec<AgentRegisters>> {
    let agents = pipelined?.agents.as_ref()?;
    let one = |agent: &tilewright_pipeliner::pipelining::plan::Agent| AgentRegisters {
        agent: agent.role.name().to_string(),
        needs: agent.need,
        has: agent.registers,
        line: agent.at.map(|span| index.line(span.start)),
    };
    Some(agents.list.iter().map(one).collect())
}

/// The registers in words.
pub(crate) fn words(registers: &[AgentRegisters]) -> String {
    let one = |of: &AgentRegisters| {
        let line = of.line.map_or_else(String::new, |line| format!(" (line {line})"));
        format!("{} needs {} of {}{line}", of.agent, of.needs, of.has)
    };
    let each: Vec<String> = registers.iter().map(one).collect();
    format!("{}, by estimate", each.join(", "))
}
