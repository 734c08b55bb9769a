// The form of a launch: suggested from the kernel, and everything can be changed.

import { followers, form, launch, reset, setGrid, setValue, slots, status } from '../../run/state';
import { valueName } from '../../state';
import type { Argument, ArgumentRole } from '../../generated/types';

const ROLES: { [role in ArgumentRole]: string } = {
  input: 'array, read',
  output: 'array, written',
  extent: 'extent',
  stride: 'stride',
  number: 'number',
};

export function LaunchForm() {
  const now = launch.value;
  if (!now) return <p class="hint">Reading the kernel's parameters…</p>;
  const busy = status.value.kind === 'running';
  const changed = form.value.grid.some((n) => n !== null) || form.value.values.some((n) => n !== null && n !== undefined);
  return (
    <fieldset class="fields" disabled={busy}>
      <legend class="visually-hidden">What the kernel is launched with</legend>
      <p class="hint">
        Each number suits the kernel{slots.value > 0 && `, and ${slots.value === 1 ? 'the slot' : `each of the ${slots.value} slots`} of its ring is used three times`}; type another to change it.
      </p>
      <div class="field-group" role="group" aria-label="Grid, in tile blocks">
        {(['x', 'y', 'z'] as const).map((axis, at) => (
          <Field key={axis} name={`Grid ${axis}`} note="tile blocks" suggested={now.grid[at] ?? 1} given={form.value.grid[at] ?? null} onChange={(value) => setGrid(at, value)} />
        ))}
        <Field
          name="Seed"
          note="data and order"
          suggested={1}
          given={form.value.seed === 1 ? null : form.value.seed}
          onChange={(value) => (form.value = { ...form.value, seed: Math.min(Math.max(0, Math.trunc(value ?? 1)), 2 ** 32 - 1) })}
        />
      </div>
      <Parameters all={now.arguments} label="Sizes" of={isSize} />
      <Followers all={now.arguments} />
      {changed && (
        <button type="button" class="button small quiet" onClick={reset}>
          Back to the suggestions
        </button>
      )}
    </fieldset>
  );
}

/** The numbers that a person chooses: sizes that follow from no other, and numbers. */
const isSize = ({ role }: Argument, at: number): boolean => role === 'number' || (role === 'extent' && !followers.value.has(at));

/** Parameters of some roles, each at its place among all. */
function Parameters({ all, label, of }: { all: Argument[]; label: string; of(argument: Argument, at: number): boolean }) {
  const own = all.flatMap((argument, at) => (of(argument, at) ? [{ argument, at }] : []));
  if (own.length === 0) return null;
  return (
    <div class="field-group" role="group" aria-label={label}>
      {own.map(({ argument, at }) => (
        <Parameter key={`${at}${argument.name}`} argument={argument} at={at} />
      ))}
    </div>
  );
}

/** Arguments that follow from the sizes: arrays, strides, and other sizes. Folded, unless one of them was changed. */
function Followers({ all }: { all: Argument[] }) {
  const follows = (argument: Argument, at: number): boolean => !isSize(argument, at);
  const own = all.filter(follows);
  if (own.length === 0) return null;
  const changed = all.some((argument, at) => follows(argument, at) && form.value.values[at] != null);
  return (
    <details open={changed}>
      <summary>{own.length === 1 ? 'An array, which follows' : `${own.length} arrays, strides and sizes, which follow`} from the sizes</summary>
      <Parameters all={all} label="Arrays, strides and sizes" of={follows} />
    </details>
  );
}

function Parameter({ argument: { name, element, role, value }, at }: { argument: Argument; at: number }) {
  const array = role === 'input' || role === 'output';
  return (
    <Field
      name={valueName(name)}
      note={array ? `${element} elements, ${role === 'input' ? 'read' : 'written'}` : `${element}, ${ROLES[role]}`}
      suggested={value}
      given={form.value.values[at] ?? null}
      onChange={(to) => setValue(at, to)}
    />
  );
}

function Field({ name, note, suggested, given, onChange }: { name: string; note: string; suggested: number; given: number | null; onChange(value: number | null): void }) {
  return (
    <label class={`launch-field ${given === null ? '' : 'given'}`}>
      <span class="name">
        {name} <span class="note">{note}</span>
      </span>
      <input
        type="number"
        step="any"
        inputMode="decimal"
        placeholder={String(suggested)}
        value={given ?? ''}
        onInput={(event) => {
          const value = event.currentTarget.valueAsNumber;
          onChange(Number.isFinite(value) ? value : null);
        }}
      />
    </label>
  );
}
