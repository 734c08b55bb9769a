// The schedules of the pipelined loops, the loops that were refused, and what became of the kernel's hints.

import { setMachine } from '../actions';
import { blank, machine, type Scheduled, scheduled } from '../state';
import { Empty } from './Empty';
import { Hints } from './schedule/Hints';
import { Loop } from './schedule/Loop';
import { Patterns } from './schedule/Looks';
import { Protocol } from './schedule/Protocol';
import { Refusals } from './schedule/Refusals';

export function Schedule() {
  const shown = scheduled.value;
  if (!shown) return <Empty>The schedule of the kernel's loop appears here.</Empty>;
  const { loops = [], refusals = [], protocol } = shown.schedule ?? {};
  return (
    <div class="stack scroll page">
      <Patterns />
      {machine.value !== null && (
        <p class="hint">
          Scheduled in a model of your own, under Options.
          {loops.some(({ row_cycles: row }) => row) &&
            ' A loop that counts in rows takes pools of the SM, ceilings and published latencies alone from it: what its ops hold, and for how long, was measured.'}{' '}
          <button type="button" class="button small" onClick={() => void setMachine(null)}>
            Back to the stock model
          </button>
        </p>
      )}
      {loops.length === 0 && (
        <div class="note">
          <h2>No loop was pipelined</h2>
          <p>{why(shown)}</p>
        </div>
      )}
      {loops.map((loop, at) => (
        <Loop key={`${at}.${loop.line}`} loop={loop} registers={shown.registers ?? []} />
      ))}
      {protocol && <Protocol protocol={protocol} />}
      <Refusals refusals={refusals} />
      <Hints hints={shown.hints} />
    </div>
  );
}

/** Why there is no pipelined loop, as far as loops of their own do not say it. */
function why({ ok, schedule, level, behind }: Scheduled): string {
  if (blank.value) return 'There is no kernel yet: the schedules of its loops appear here.';
  if (level < 2) return `Nothing is scheduled at level O${level}, which stops before. Choose O2 or O3 under Options.`;
  if (behind) return `The text was read ${behind}. A loop that was pipelined before that is not scheduled anew.${schedule?.protocol ? ' Its barriers are checked all the same.' : ''}`;
  if (schedule?.refusals.length) return 'Each loop says below why, and what would change it.';
  return ok
    ? 'The kernel has no loop. Software pipelining overlaps the iterations of a loop: it loads the tiles of later ones while it multiplies those of earlier ones.'
    : 'The kernel has errors, so nothing was scheduled. They are listed below the source.';
}
