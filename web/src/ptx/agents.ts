// Which agent of a pipelined loop runs an instruction of the PTX, and in which of the loop's stages. No drawing here.

import type { LoopAgent, LoopSchedule } from '../generated/types';
import { model } from '../schedule/model';

/** The owner of a line of PTX. */
export interface Owner {
  /** The agent; empty where all threads do the same. */
  agent: string;
  /** The stage of the op that it is made of; null outside of the loop, or where ops of several stages share the line. */
  stage: number | null;
}

/** Instructions that only one kind of agent has: who loads by TMA, who copies, who multiplies, and who takes results out of tensor memory. */
const LOADS = /\bcp\.async\.bulk\.tensor\S*\.shared::\w+\.global/;
const COPIES = /\bcp\.async\.c[ag]/;
const PRODUCTS = /\b(?:wgmma\.mma_async|tcgen05\.mma|mma\.sync)/;
const RESULTS = /\btcgen05\.ld/;

/** The block of each line, and where control goes from each block. */
interface Flow {
  blockOf: number[];
  next: number[][];
}

function flowOf(lines: readonly string[]): Flow {
  const blockOf: number[] = [];
  const labels = new Map<string, number>();
  let block = 0;
  const ends: { block: number; to: string | null; falls: boolean }[] = [];
  for (const line of lines) {
    const label = /^\s*([$\w]+):/.exec(line)?.[1];
    if (label) labels.set(label, ++block);
    blockOf.push(block);
    const jump = /^\s*(@!?%\w+\s+)?(?:bra(?:\.uni)?\s+([$\w]+)|ret|exit|trap)\s*;/.exec(line);
    if (jump) ends.push({ block: block++, to: jump[2] ?? null, falls: Boolean(jump[1]) });
  }
  const next: number[][] = Array.from({ length: block + 1 }, (_, at) => [at + 1]);
  for (const { block: from, to, falls } of ends) next[from] = [...(falls ? [from + 1] : []), ...(to !== null && labels.has(to) ? [labels.get(to) ?? 0] : [])];
  return { blockOf, next };
}

/** The blocks that are reached from the first one without passing through `without`. */
function reached(next: readonly number[][], without: number): Set<number> {
  const found = new Set<number>();
  const waiting = without === 0 ? [] : [0];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at) || at === without || at >= next.length) continue;
    found.add(at);
    waiting.push(...(next[at] ?? []));
  }
  return found;
}

/** The agent that has each line by one of its own instructions; -1: none does. */
function marksOf(lines: readonly string[], agents: readonly LoopAgent[]): number[] {
  const who = (has: (agent: LoopAgent) => boolean): number => agents.findIndex(has);
  // An op is called after what it does and after what it does it to: `load lhs`, `tiled_load`.
  const does = ({ ops }: LoopAgent, what: RegExp): boolean => ops.some((op) => what.test(op));
  const loads = (agent: LoopAgent): boolean => does(agent, /(?:\b|_)load/);
  const producer = who(({ name }) => name === 'producer');
  const loader = producer < 0 ? who(loads) : producer;
  const copier = who((agent) => agent !== agents[producer] && loads(agent));
  const multiplier = who((agent) => does(agent, /(?:\b|_)dot/));
  const rest = who((agent) => agent !== agents[loader] && agent !== agents[multiplier]);
  const owner = (line: string): number => {
    if (LOADS.test(line)) return loader;
    if (COPIES.test(line)) return copier < 0 ? loader : copier;
    return PRODUCTS.test(line) ? multiplier : RESULTS.test(line) ? rest : -1;
  };
  return lines.map(owner);
}

/** The agent of each line, -1 where all threads run it: of one agent is whatever is only reached with its own instructions, and with nobody else's. */
function agentsOf(lines: readonly string[], agents: readonly LoopAgent[]): number[] {
  const { blockOf, next } = flowOf(lines);
  const marks = new Map<number, number>();
  for (const [at, agent] of marksOf(lines, agents).entries()) if (agent >= 0) marks.set(blockOf[at] ?? 0, agent);
  const all = reached(next, -1);
  const owner = new Map<number, number>();
  const largest = new Map<number, number>();
  for (const from of all) {
    // All threads begin with it.
    if (from === 0) continue;
    const kept = reached(next, from);
    const behind = [...all].filter((block) => !kept.has(block));
    const seen = new Set(behind.flatMap((block) => marks.get(block) ?? []));
    const [agent] = seen;
    if (agent === undefined || seen.size > 1) continue;
    for (const block of behind) {
      if ((largest.get(block) ?? 0) >= behind.length) continue;
      largest.set(block, behind.length);
      owner.set(block, agent);
    }
  }
  return blockOf.map((block) => owner.get(block) ?? -1);
}

/** The owner of each line of a PTX text, `origins` being the lines of the source that they come from; null where there is nothing to say. */
export function ownersOf(text: string, origins: readonly number[], loops: readonly LoopSchedule[]): (Owner | null)[] {
  const lines = text.split('\n');
  const found: (Owner | null)[] = lines.map(() => null);
  for (const loop of loops) {
    const agents = loop.agents.length > 1 ? agentsOf(lines, loop.agents) : lines.map(() => 0);
    const ops = model(loop)?.ops ?? [];
    // A line whose ops are in several stages says none.
    const stageOf = (agent: string, line: number): number | null => {
      const own = new Set(ops.filter((op) => op.line === line && op.line > 0 && op.agent === agent).map(({ stage }) => stage));
      return own.size === 1 ? ([...own][0] ?? null) : null;
    };
    lines.forEach((line, at) => {
      const agent = agents[at] ?? -1;
      if (agent < 0 || !/;\s*$/.test(line)) return;
      const own = loop.agents[agent]?.name ?? '';
      const stage = stageOf(own, origins[at] ?? 0);
      const name = loop.agents.length > 1 ? own : '';
      if (name || stage !== null) found[at] = { agent: name, stage };
    });
  }
  return found;
}
