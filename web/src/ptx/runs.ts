// Runs of instructions that repeat: where a text may be folded. No drawing here.

/** Lines `from` to `to`, from 1: the same instructions over and over. The first time stays in sight. */
export interface Run {
  from: number;
  to: number;
  /** Lines of one time. */
  period: number;
  /** The instructions of one time. */
  opcodes: string[];
}

/** Instructions that one time may have, the times that make a run, and its least length. */
const [LONGEST, TIMES, LEAST] = [6, 4, 10];

/** The instruction of a line, by its name; empty where there is none. */
export const opcodeOf = (line: string): string => /^\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)/.exec(line)?.[1] ?? '';

/** The runs of a text, none of which overlap. */
export function runs(lines: readonly string[]): Run[] {
  const names = lines.map((line) => (/^\s/.test(line) && /;\s*$/.test(line) ? opcodeOf(line) : ''));
  const found: Run[] = [];
  for (let at = 0; at < names.length; ) {
    const run = runAt(names, at);
    if (run) found.push(run);
    at = run ? run.to : at + 1;
  }
  return found;
}

function runAt(names: readonly string[], at: number): Run | null {
  let best: Run | null = null;
  for (let period = 1; period <= LONGEST; period++) {
    let end = at;
    while (names[end] && names[end] === names[at + ((end - at) % period)]) end++;
    const times = Math.floor((end - at) / period);
    const to = at + times * period;
    if (times >= TIMES && to - at >= LEAST && (!best || to > best.to)) best = { from: at + 1, to, period, opcodes: names.slice(at, at + period) };
  }
  return best;
}
