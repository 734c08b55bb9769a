// The form of a launch: suggested from the kernel, and everything can be changed.

import { useState } from 'preact/hooks';
import { followers, form, launch, reset, setGrid, setValue, setValues, slots, status, unread } from '../../run/state';
import { python, tileIr, valueName } from '../../state';
import { useNumber } from '../number';
import type { Argument, ArgumentRole, Launch } from '../../generated/types';

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
  const all = now.arguments;
  const sizes = all.flatMap((argument, at) => (isSize(argument, at) ? [at] : []));
  return (
    <fieldset class="fields" disabled={busy}>
      <legend class="visually-hidden">What the kernel is launched with</legend>
      <p class="hint" hidden={unread.value}>
        {changed ? 'Numbers in bold are yours, the others follow' : 'Each number suits the kernel'}
        {!changed && !all.some(isSaid) && slots.value > 0 && `, and ${slots.value === 1 ? 'the slot' : `each of the ${slots.value} slots`} of its ring is used three times`}; type another to change it.
      </p>
      {sizes.length > 1 && <ProblemSize all={all} sizes={sizes} />}
      <Parameters all={all} label="Numbers" of={({ role }, at) => role === 'number' || (sizes.length === 1 && sizes[0] === at)} />
      <Others launch={now} sizes={sizes} />
      {changed && (
        <button type="button" class="button small quiet" onClick={reset}>
          Back to the suggestions
        </button>
      )}
    </fieldset>
  );
}

/** Whether the signature says a size: then no launch has another. */
function isSaid({ name }: Argument): boolean {
  const [, array, at] = /^(\w+)_size(\d+)$/.exec(name) ?? [];
  const type = python.value?.parameters.find((parameter) => parameter.name === array)?.text;
  return /\d/.test(/\[([^\]]*)/.exec(type ?? '')?.[1]?.split(',')[Number(at)] ?? '');
}

/** Sizes that follow from no other, and are not said. */
const isSize = (argument: Argument, at: number): boolean => argument.role === 'extent' && !followers.value.has(at) && !isSaid(argument);

/** The multiples that numbers are promised to be, and are not, with their names; empty where all are. */
function promisedBy(numbers: Argument[]): string {
  const broken = numbers.flatMap(({ name, role, value }) => {
    const [, by] = new RegExp(`assume div_by<(\\d+)[^>]*>, %${name} :`).exec(tileIr.value.text) ?? [];
    return by && !/put$/.test(role) && value % Number(by) !== 0 ? [`${valueName(name)} of ${by}`] : [];
  });
  return broken.length > 0 ? `Promised multiples: ${broken.join(', ')}` : '';
}

/** Every size that follows from no other, in one field: a number for each, or one for all. */
function ProblemSize({ all, sizes }: { all: Argument[]; sizes: number[] }) {
  const given = sizes.map((at) => form.value.values[at] ?? null);
  const [text, setText] = useState('');
  // As it was typed, unless the sizes have been changed elsewhere.
  const stands = sizesOf(text, sizes.length).every((value, at) => value === given[at]);
  const said = given.every((value) => value === null) ? '' : given.map((value, at) => value ?? all[sizes[at] ?? 0]?.value).join(' × ');
  const names = sizes.map((at) => valueName(all[at]?.name ?? '')).join(' × ');
  const wrong = unread.value;
  const promised = promisedBy(sizes.flatMap((at) => all[at] ?? []));
  const note = wrong ? `Whole numbers with × between them: one for all, or ${sizes.length}` : promised || `${names}; one number is all of them`;
  return (
    <div class={`launch-field problem-size ${given.some((value) => value !== null) ? 'given' : ''}`}>
      <label class="name" for="problem-size">
        Problem size
      </label>
      <input
        id="problem-size"
        inputMode="text"
        autocomplete="off"
        spellcheck={false}
        aria-describedby="problem-sizes"
        aria-invalid={wrong}
        ref={(input) => input?.setCustomValidity(wrong ? note : '')}
        placeholder={sizes.map((at) => all[at]?.value).join(' × ')}
        value={stands ? text : said}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setValues(sizes, sizesOf(event.currentTarget.value, sizes.length));
          unread.value = !areSizes(event.currentTarget.value, sizes.length);
        }}
      />
      <span class={`note ${wrong || promised ? 'bad' : ''}`} id="problem-sizes">
        {note}
      </span>
    </div>
  );
}

const numbersOf = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** Whether a text is numbers alone, and no more of them than there are sizes. */
const areSizes = (text: string, count: number): boolean => /^[\dx×*,;\s]*$/i.test(text) && numbersOf(text).length <= count;

/** The numbers of a text for so many sizes; null for those that are left as suggested. */
function sizesOf(text: string, count: number): (number | null)[] {
  const numbers = areSizes(text, count) ? numbersOf(text) : [];
  return Array.from({ length: count }, (_, at) => (numbers.length === 1 ? numbers[0] : numbers[at]) ?? null);
}

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

/** The rest, which follows: the grid, the seed, each size by itself, arrays and strides. Folded, unless one that follows was changed. */
function Others({ launch: { grid, arguments: all }, sizes }: { launch: Launch; sizes: number[] }) {
  const follows = ({ role }: Argument, at: number): boolean => role !== 'number' && !sizes.includes(at);
  const own = all.filter(follows).length;
  const changed = form.value.grid.some((n) => n !== null) || form.value.seed !== 1 || all.some((argument, at) => follows(argument, at) && form.value.values[at] != null);
  return (
    <details open={changed}>
      <summary>Grid, seed{own === 0 ? '' : own === 1 ? ' and an array, which follows' : ` and ${own} arrays, strides and sizes, which follow`}</summary>
      <div class="field-group" role="group" aria-label="Grid, in tile blocks">
        {(['x', 'y', 'z'] as const).map((axis, at) => (
          <Field key={axis} name={`Grid ${axis}`} note="tile blocks" suggested={grid[at] ?? 1} given={form.value.grid[at] ?? null} onChange={(value) => setGrid(at, value)} />
        ))}
        <Field
          name="Seed"
          note="data and order"
          suggested={1}
          given={form.value.seed === 1 ? null : form.value.seed}
          onChange={(value) => (form.value = { ...form.value, seed: Math.min(Math.max(0, Math.trunc(value ?? 1)), 2 ** 32 - 1) })}
        />
      </div>
      {sizes.length > 1 && <Parameters all={all} label="Sizes" of={(_, at) => sizes.includes(at)} />}
      <Parameters all={all} label="Arrays, strides and sizes" of={follows} />
    </details>
  );
}

function Parameter({ argument, at }: { argument: Argument; at: number }) {
  const { name, element, role, value } = argument;
  const array = role === 'input' || role === 'output';
  return (
    <Field
      name={valueName(name)}
      bad={promisedBy([argument])}
      note={array ? `${element} elements, ${role === 'input' ? 'read' : 'written'}` : `${element}, ${ROLES[role]}`}
      suggested={value}
      given={form.value.values[at] ?? null}
      onChange={(to) => setValue(at, to)}
    />
  );
}

function Field({ name, note, bad = '', suggested, given, onChange }: { name: string; note: string; bad?: string; suggested: number; given: number | null; onChange(value: number | null): void }) {
  return (
    <label class={`launch-field ${given === null ? '' : 'given'}`}>
      <span class="name">
        {name} <span class={bad ? 'note bad' : 'note'}>{bad || note}</span>
      </span>
      <input {...useNumber({ value: given, set: onChange, none: true, any: true })} placeholder={String(suggested)} />
    </label>
  );
}
