// The ladder of initiation intervals: each candidate with what became of it. No drawing here.

import type { Drawable } from './model';

/** A rung: one II, or a range of them that have one reason. */
export interface Rung {
  from: number;
  to: number;
  outcome: 'impossible' | 'undecided' | 'failed' | 'taken' | 'possible';
  why: string;
  /** The bound that this II is the value of, if it is. */
  bounds: string[];
}

const NAMES = { recurrence: 'recurrence', resource: 'resource', 'fine-density': 'fine density', dependency: 'dependency' } as const;

/** Rungs drawn at most each for itself. */
const MOST = 24;

/** One rung for each II: an attempt that failed says less than a proof does. Many that follow each other, and have one outcome, are drawn as one. */
function few(rungs: Rung[]): Rung[] {
  const sorted = rungs.sort((a, b) => a.from - b.from);
  const each = sorted.filter((one, place) => one.outcome !== 'failed' || !sorted.some((other, at) => other.from <= one.from && one.to <= other.to && (other.outcome !== 'failed' || at < place)));
  if (each.length <= MOST) return each;
  const found: Rung[] = [];
  let run = 0;
  for (const one of each) {
    const last = found.at(-1);
    run = one.from !== one.to ? 0 : run > 0 && last?.outcome === one.outcome ? run + 1 : 1;
    if (run < 2 || !last) found.push(one);
    else found[found.length - 1] = { ...one, from: last.from, why: `of ${one.to}: ${one.why}`, bounds: [...last.bounds, ...one.bounds] };
  }
  return found;
}

/** The rungs from the smallest II on. */
export function ladder({ solution }: Drawable): Rung[] {
  const { ii, bounds, explanation, used } = solution;
  const ruled = explanation.ruled_out.map(
    ({ from, to, text, certificate, checked }): Rung => ({
      from,
      to,
      outcome: certificate === 'unknown' ? 'undecided' : 'impossible',
      why: `${text} (${certificate === 'unknown' ? 'the search gave up' : `checked by ${checked}`})`,
      bounds: [],
    }),
  );
  const tried = explanation.candidates.map(({ ii: own, feasible, attempts }): Rung => {
    const refused = attempts.find(({ seated }) => !seated)?.refused;
    return {
      from: own,
      to: own,
      outcome: own === ii ? 'taken' : feasible ? 'possible' : 'failed',
      why: feasible ? `scheduled by ${used}` : (refused?.text ?? `${used} found no schedule`),
      bounds: [],
    };
  });
  const rungs = [...ruled, ...tried];
  if (ii !== null && !rungs.some(({ outcome }) => outcome === 'taken')) rungs.push({ from: ii, to: ii, outcome: 'taken', why: `scheduled by ${used}`, bounds: [] });
  for (const name of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    const value = bounds?.[name].mii;
    const at = rungs.find(({ from, to }) => value !== undefined && from <= value && value <= to);
    if (at) at.bounds.push(NAMES[name]);
  }
  return few(rungs);
}
