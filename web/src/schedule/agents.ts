// Agents by their colours, the same in every drawing, and the agents that move barriers on. No drawing here.

import type { LoopSchedule } from '../generated/types';

/** Colours that agents have. */
const COLOURS = 8;

/** The agent of a name in an interleaving: without its warp, and for what it has begun by itself. */
export const agentOf = (who: string): string => who.replace(/^(?:a copy|asynchronous work) of /, '').replace(/(?:,| warp \d).*$/, '');

/** The agents of a loop, each at the place of its colour. */
export const agentsOf = ({ agents, protocol }: Pick<LoopSchedule, 'agents' | 'protocol'>): string[] => [...new Set([...agents.map(({ name }) => name), ...(protocol?.agents ?? []).map(agentOf)])];

/** The class of the colour of who moves, where `agents` are those that are known; of others there is none. */
export function colourOf(who: string, agents: readonly string[]): string {
  // Of several consumers each is a warpgroup, and has a number behind its name.
  const numbered = `${agentOf(who)}${Math.floor(Number(/ warp (\d+)/.exec(who)?.[1]) / 4)}`;
  const at = agents.indexOf(agents.includes(numbered) ? numbered : agentOf(who));
  return at < 0 ? '' : `fill-${at % COLOURS}`;
}

/** The agents that bring phases of barriers to their end, as the model checker's run has it: by barrier. */
export function arrivals({ protocol }: Pick<LoopSchedule, 'protocol'>): Map<string, string> {
  const found = new Map<string, string>();
  const rows = [protocol?.run ?? [], ...(protocol?.counterexamples ?? []).map(({ rows }) => rows)].flat();
  for (const { who, action, after } of rows) if (/\barrives\b/.test(action) && !found.has(after.barrier)) found.set(after.barrier, agentOf(who));
  // The run may end before each slot has had its turn: a slot is as the others of its ring.
  for (const name of protocol?.barriers ?? []) {
    const ring = /^(.*)\[\d+\]$/.exec(name)?.[1];
    const like = ring && !found.has(name) && [...found].find(([other]) => other.startsWith(`${ring}[`));
    if (like) found.set(name, like[1]);
  }
  return found;
}
