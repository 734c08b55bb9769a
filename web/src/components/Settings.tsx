// The options of the compiler.

import { setOptions } from '../actions';
import { about, compiled, options } from '../state';
import { Menu } from './Menu';

const LEVELS = [
  ['0', 'O0: check only'],
  ['1', 'O1: stop at nv_tileaa'],
  ['2', 'O2: to PTX'],
  ['3', 'O3: to PTX, all passes'],
] as const;

const CONSUMERS = [
  ['', 'the compiler decides'],
  ['1', 'one warpgroup'],
  ['cooperative', 'two that share each tile'],
  ['pingpong', 'two that take turns at tiles'],
] as const;

export function Settings() {
  const now = options.value;
  const defaults = about.value?.defaults;
  const changed = now && defaults ? (['opt_level', 'entry', 'lineinfo', 'num_stages', 'consumers', 'rrt_size_threshold', 'allow_refuted'] as const).filter((name) => now[name] !== defaults[name]).length : 0;
  return (
    <Menu
      title="Options of the compiler"
      disabled={!now}
      class="settings"
      label={
        <span>
          Options
          {changed > 0 && (
            <b class="badge" title={`${changed} changed`}>
              {changed}
            </b>
          )}
        </span>
      }
    >
      {() => now && <Form />}
    </Menu>
  );
}

function Form() {
  const now = options.value;
  const defaults = about.value?.defaults;
  if (!now || !defaults) return null;
  const entries = compiled.value?.report.entries ?? [];
  return (
    <div class="form">
      <label>
        <span>Level</span>
        <select value={String(now.opt_level)} onChange={(event) => setOptions({ opt_level: Number(event.currentTarget.value) })}>
          {LEVELS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Entry</span>
        <select value={now.entry ?? ''} onChange={(event) => setOptions({ entry: event.currentTarget.value || null })}>
          <option value="">the only one</option>
          {now.entry && !entries.includes(now.entry) && <option value={now.entry}>{now.entry}</option>}
          {entries.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Stages of a pipelined loop</span>
        <input
          type="number"
          min={1}
          max={16}
          placeholder="the compiler decides"
          value={now.num_stages ?? ''}
          onChange={(event) => {
            const stages = event.currentTarget.valueAsNumber;
            setOptions({ num_stages: Number.isInteger(stages) && stages > 0 ? stages : null });
          }}
        />
      </label>
      <label>
        <span>Who multiplies in a warp-specialised loop</span>
        <select value={now.consumers ?? ''} onChange={(event) => setOptions({ consumers: event.currentTarget.value || null })}>
          {CONSUMERS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={now.rrt_size_threshold > 0}
          onChange={(event) => setOptions({ rrt_size_threshold: event.currentTarget.checked ? (defaults?.rrt_size_threshold ?? 1) : 0 })}
        />
        <span>Agents are scheduled (heavy), not left in program order</span>
      </label>
      <label class="check">
        <input type="checkbox" checked={now.lineinfo} onChange={(event) => setOptions({ lineinfo: event.currentTarget.checked })} />
        <span>Source lines in the PTX (.loc)</span>
      </label>
      <label class="check">
        <input type="checkbox" checked={now.allow_refuted} onChange={(event) => setOptions({ allow_refuted: event.currentTarget.checked })} />
        <span>PTX also where its barriers were found to go wrong</span>
      </label>
      <button type="button" class="button" onClick={() => setOptions({ ...defaults, gpu_name: now.gpu_name })}>
        Back to the defaults
      </button>
    </div>
  );
}
