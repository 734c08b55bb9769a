// What the model checker says of the barriers, and the interleaving that shows it, step by step.

import { useEffect, useState } from 'preact/hooks';
import type { Protocol as Data, ProtocolStep } from '../../schedule/types';

/** Between two steps that play by themselves, in milliseconds. */
const PACE = 700;

export function Protocol({ protocol: { verdict, text, counterexamples = [], run } }: { protocol: Data }) {
  return (
    <section>
      <h3>
        Barriers <span class={`verdict ${verdict.replace(' ', '-')}`}>{verdict}</span>
      </h3>
      <p class="says">{text}</p>
      {counterexamples.map(({ explanation, rows, blocked, minimal }, at) => (
        <div key={at}>
          <p class="says">{explanation}</p>
          <Steps rows={rows} blocked={blocked} label={`Counterexample, ${rows.length} steps${minimal ? ', the shortest' : ''}`} />
        </div>
      ))}
      {counterexamples.length === 0 && run && run.length > 0 && <Steps rows={run} blocked={[]} label={`A run, ${run.length} steps`} />}
    </section>
  );
}

function Steps({ rows, blocked, label }: { rows: ProtocolStep[]; blocked: string[]; label: string }) {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const last = rows.length - 1;
  const go = (to: number): void => setAt(Math.max(0, Math.min(last, to)));
  useEffect(() => setAt(0), [rows]);
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => go(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, at, last]);
  const move = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setPlaying(false);
    go(to);
  };
  const play = (): void => {
    if (at >= last) setAt(0);
    setPlaying(!playing);
  };
  return (
    <div class="steps">
      <div class="step-bar">
        <strong>{label}</strong>
        <button type="button" class="button small" disabled={at === 0} onClick={() => go(at - 1)}>
          Back
        </button>
        <button type="button" class="button small" disabled={at === last} onClick={() => go(at + 1)}>
          Step
        </button>
        <button type="button" class="button small" onClick={play}>
          {playing ? 'Pause' : 'Play'}
        </button>
        <span class="quiet" role="status">
          step {at + 1} of {rows.length}
        </span>
      </div>
      <div class="step-panes">
        <div class="drawing" tabIndex={0} role="group" aria-label={`${label}; arrow keys step`} onKeyDown={move}>
          <table>
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Barrier afterwards</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ who, action, after }, index) => (
                <tr key={index} class={index === at ? 'lit' : index > at ? 'later' : ''} aria-current={index === at ? 'step' : undefined} onClick={() => go(index)}>
                  <td class="number">{index + 1}</td>
                  <th scope="row">{who}</th>
                  <td>{action}</td>
                  <td>
                    <code>{after.barrier}</code>: {state(after)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Barriers rows={rows.slice(0, at + 1)} changed={rows[at]?.after.barrier} />
      </div>
      {at === last && blocked.length > 0 && (
        <ul class="plain-list">
          {blocked.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const state = ({ phase, pending, tx }: ProtocolStep['after']): string => `phase ${phase}, ${pending} pending${tx === 0 ? '' : `, ${tx} bytes outstanding`}`;

/** Every barrier touched so far, as it stands. */
function Barriers({ rows, changed }: { rows: ProtocolStep[]; changed: string | undefined }) {
  const now = new Map(rows.map(({ after }) => [after.barrier, after]));
  return (
    <dl class="barriers" aria-label="Barriers at this step">
      {[...now.values()].sort((a, b) => a.barrier.localeCompare(b.barrier, 'en', { numeric: true })).map((barrier) => (
        <div key={barrier.barrier} class={barrier.barrier === changed ? 'lit' : ''}>
          <dt>
            <code>{barrier.barrier}</code>
          </dt>
          <dd>{state(barrier)}</dd>
        </div>
      ))}
    </dl>
  );
}
