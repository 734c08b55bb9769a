// An interleaving, played or stepped through: a row for each step, a lane for each agent; beside it the barriers as they stand.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { grouped } from '../../format';
import type { ProtocolStep } from '../../generated/types';
import { colourOf } from '../../schedule/agents';

/** Between two steps that play by themselves, in milliseconds. */
const PACE = 700;
/** Pixels of a lane. */
const LANE = 17;

/** A step: an agent does something, after which a barrier, if it is about one, stands as `state` says. */
export interface Step {
  who: string;
  action: string;
  barrier: string;
  state: string;
}

/** The steps of an interleaving of the model checker. */
export const stepsOf = (rows: readonly ProtocolStep[]): Step[] =>
  rows.map(({ who, action, after: { barrier, phase, pending, tx } }) => ({
    who,
    action,
    barrier,
    state: `phase ${phase}, ${pending} pending${tx === 0 ? '' : `, ${grouped(tx)} bytes outstanding`}`,
  }));

interface Properties {
  /** It stays the same object while it is the same. */
  rows: Step[];
  /** The agents that wait at the end, and for which barrier. */
  blocked: string[];
  label: string;
  /** The agents in the order of their colours; without them a lane has the colour of its place. */
  agents?: readonly string[];
  /** The agents that move barriers on, where barriers move. */
  movers?: ReadonlyMap<string, string> | undefined;
}

export function Steps({ rows, blocked, label, agents: known = [], movers }: Properties) {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const agents = useMemo(() => [...new Set(rows.map(({ who }) => who))], [rows]);
  const colours = agents.map((who, lane) => colourOf(movers?.get(who) ?? who, known) || `fill-${lane % 8}`);
  const last = rows.length - 1;
  const go = (to: number): void => setAt(Math.max(0, Math.min(last, to)));
  useEffect(() => setAt(0), [rows]);
  useEffect(() => {
    // Only the table scrolls, and only while it is being stepped through: the page stays where it is read.
    const [row, box] = [body.current?.rows[at], body.current?.closest('.drawing')];
    if (!row || !box) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < box.scrollTop + row.offsetHeight) box.scrollTop = top - row.offsetHeight;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [at]);
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
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, PageDown: at + 8, PageUp: at - 8, Home: 0, End: last }[event.key];
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
                <th scope="col">
                  <span class="visually-hidden">Lane</span>
                  <svg width={agents.length * LANE} height={12} aria-hidden="true">
                    {agents.map((name, lane) => (
                      <text key={name} class="axis" x={(lane + 0.5) * LANE} y={10} text-anchor="middle">
                        <title>{name}</title>
                        {initials(name)}
                      </text>
                    ))}
                  </svg>
                </th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map(({ who, action, barrier, state }, index) => (
                <tr key={index} class={index === at ? 'lit' : index > at ? 'later' : ''} aria-current={index === at ? 'step' : undefined} onClick={() => go(index)}>
                  <td class="number">{index + 1}</td>
                  <td class="lanes">
                    <Lanes colours={colours} at={agents.indexOf(who)} />
                  </td>
                  <th scope="row">{who}</th>
                  <td>
                    {action}
                    {barrier && (
                      <span class="aside">
                        then <code>{barrier}</code>: {state}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Barriers rows={rows.slice(0, at + 1)} changed={rows[at]?.barrier} />
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

/** The name of an agent in the width of a lane: of `consumer warp 2`, `c2`. */
const initials = (name: string): string => name.slice(0, 1) + (/\d+$/.exec(name)?.[0] ?? '');

/** A line down for each agent, and a dot on that of the one who moves. */
const Lanes = ({ colours, at }: { colours: readonly string[]; at: number }) => (
  <svg width={colours.length * LANE} height="100%" aria-hidden="true">
    {colours.map((_, lane) => (
      <line key={lane} class="rule" x1={(lane + 0.5) * LANE} x2={(lane + 0.5) * LANE} y1={0} y2="100%" />
    ))}
    <circle class={`${colours[at]} dot-lane`} cx={(at + 0.5) * LANE} cy="50%" r={5} />
  </svg>
);

/** Every barrier touched so far, as it stands. */
function Barriers({ rows, changed }: { rows: Step[]; changed: string | undefined }) {
  const now = new Map(rows.filter(({ barrier }) => barrier).map(({ barrier, state }) => [barrier, state]));
  return (
    <dl class="barriers" aria-label="Barriers at this step">
      {[...now]
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([barrier, state]) => (
          <div key={barrier} class={barrier === changed ? 'lit' : ''}>
            <dt>
              <code>{barrier}</code>
            </dt>
            <dd>{state}</dd>
          </div>
        ))}
    </dl>
  );
}
