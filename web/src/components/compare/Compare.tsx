// Two compilations side by side: two targets, two sets of options, or two links; and one kernel over all targets.

import { useEffect, useState } from 'preact/hooks';
import { atAGlance, figures } from '../../compare/rows';
import { change, compare, glance, type Outcome, outcomes, overTargets, type Side, sides, takeLink, takeSides } from '../../compare/state';
import type { Report } from '../../generated/types';
import { differences, leftOut } from '../../settings';
import { about, comparison, compiled } from '../../state';
import { Compared } from '../Compared';
import { Empty } from '../Empty';
import { Wide } from '../schedule/Wide';
import { OptionFields } from '../Settings';

const NAMES = ['Left', 'Right'] as const;

export function Compare() {
  const both = sides.value;
  useEffect(() => void takeSides(), [comparison.value]);
  useEffect(() => void compare(), [both, compiled.value]);
  if (!both) return <Empty>Two compilations can be compared here once the compiler is loaded.</Empty>;
  const [left, right] = outcomes.value;
  return (
    <div class="stack scroll page compare">
      <div class="sides">
        {both.map((side, at) => (
          <SideForm key={NAMES[at]} at={at as 0 | 1} side={side} />
        ))}
      </div>
      {left.kind === 'done' && right.kind === 'done' ? <Figures left={left.report} right={right.report} /> : <Waiting outcomes={[left, right]} />}
      {left.kind === 'done' && right.kind === 'done' && <PtxBeside left={left.report} right={right.report} />}
      <AllTargets />
    </div>
  );
}

function Waiting({ outcomes: both }: { outcomes: Outcome[] }) {
  return (
    <div role="status">
      <ul class="plain-list">
        {both.map((one, at) => (
          <li key={at}>
            {NAMES[at]}: {one.kind === 'failed' ? one.message : one.kind === 'working' ? 'compiling…' : 'compiled'}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SideForm({ at, side }: { at: 0 | 1; side: Side }) {
  const defaults = about.value?.defaults;
  const [trouble, setTrouble] = useState('');
  const set = (options: Partial<Side['options']>): void => change(at, { options: { ...side.options, ...options } });
  const changed = defaults ? Object.keys(differences(side.options, { ...defaults, gpu_name: side.options.gpu_name })).length : 0;
  return (
    <fieldset class="side">
      <legend>{NAMES[at]}</legend>
      <label class="field">
        <span>Target</span>
        <select value={side.options.gpu_name} onChange={(event) => set({ gpu_name: event.currentTarget.value })}>
          {(about.value?.targets ?? []).map(({ name, title }) => (
            <option key={name} value={name} title={title}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <details>
        <summary>Options{changed > 0 && ` (${changed} changed)`}</summary>
        <div class="form">
          <OptionFields now={side.options} set={set} />
        </div>
      </details>
      <label class="link-field">
        <span>Kernel</span>
        <input
          aria-label={`Kernel, ${NAMES[at].toLowerCase()}`}
          placeholder={side.link ? 'that of a link; empty it for that of the editor' : 'that of the editor, or paste a link'}
          // A link is pasted, and text that is none says so without waiting.
          onInput={(event) => {
            const link = event.currentTarget.value.trim();
            setTrouble('');
            if (link) void takeLink(at, link).then((why) => setTrouble(why ?? ''));
            else change(at, { link: null });
          }}
        />
      </label>
      {side.link && (
        <p class="hint">
          The kernel of a link, {side.link.source.split('\n').length} lines{side.link.machine !== null && ', scheduled in a model of its own'}.{' '}
          <button type="button" class="link" onClick={() => change(at, { link: null })}>
            Take that of the editor
          </button>
        </p>
      )}
      {side.ignored.length > 0 && <p class="hint">{leftOut(side.ignored)}</p>}
      {trouble && (
        <p class="hint bad" role="alert">
          {trouble}
        </p>
      )}
    </fieldset>
  );
}

function Figures({ left, right }: { left: Report; right: Report }) {
  const [a, b] = [figures(left), figures(right)];
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return (
    <Wide label="Both sides by their figures">
      <table>
        <caption class="visually-hidden">Both sides by their figures; what differs is marked</caption>
        <thead>
          <tr>
            <th scope="col">Of the first loop, and of the kernel</th>
            <th scope="col">{NAMES[0]}</th>
            <th scope="col">{NAMES[1]}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} class={a.get(name) === b.get(name) ? '' : 'differs'}>
              <th scope="row">{name}</th>
              <td>{a.get(name) ?? '–'}</td>
              <td>{b.get(name) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function PtxBeside({ left, right }: { left: Report; right: Report }) {
  const [open, setOpen] = useState(false);
  if (!left.ptx || !right.ptx) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>PTX, side by side</summary>
      {open && <Compared language="ptx" before={{ listing: left.ptx, label: 'PTX, left' }} after={{ listing: right.ptx, label: 'PTX, right' }} />}
    </details>
  );
}

function AllTargets() {
  const found = glance.value;
  return (
    <section>
      <div class="toolbar bare">
        <h2>The kernel over all targets</h2>
        <button type="button" class="button small" onClick={() => void overTargets()}>
          {found ? 'Compile anew' : 'Compile for each'}
        </button>
      </div>
      {found && (
        <Wide label="The kernel over all targets">
          <table>
            <caption class="visually-hidden">The kernel over all targets, by its first loop</caption>
            <thead>
              <tr>
                {['Target', 'An iteration', 'Bound by', 'II', 'Stages', 'Buffers', 'Shared memory', 'Tensor cores', 'Registers', 'Barriers', 'Instructions'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.map(({ name, outcome }) => (
                <TargetRow key={name} name={name} outcome={outcome} />
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </section>
  );
}

function TargetRow({ name, outcome }: { name: string; outcome: Outcome }) {
  const line = outcome.kind === 'done' ? atAGlance(outcome.report) : null;
  const words =
    outcome.kind === 'working' ? '…' : outcome.kind === 'failed' ? outcome.message : (outcome.report.diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'no loop is pipelined');
  return (
    <tr>
      <th scope="row">{name}</th>
      {line ? (
        [line.time, line.binds, line.ii, line.stages, line.depth, line.shared, line.cores, line.registers, line.barriers, line.instructions].map((value, at) => <td key={at}>{value}</td>)
      ) : (
        <td colSpan={10}>{words}</td>
      )}
    </tr>
  );
}
