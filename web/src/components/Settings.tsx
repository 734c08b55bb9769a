// The options of the compiler: all of its list, each by what it can be.

import { useId, useState } from 'preact/hooks';
import { resetOptions, setOptions } from '../actions';
import type { JsonValue, OptionInfo, Options } from '../generated/types';
import { changeOf, differences, isOfTiles, offered, valueIn } from '../settings';
import { about, dialog, kernels, machine, options, python } from '../state';
import { Menu } from './Menu';
import { useNumber } from './number';

export function Settings() {
  const now = options.value;
  const defaults = about.value?.defaults;
  const changed = now && defaults ? Object.keys(differences(now, { ...defaults, gpu_name: now.gpu_name })).length + (machine.value === null ? 0 : 1) : 0;
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
      {() => now && defaults && <Form now={now} />}
    </Menu>
  );
}

function Form({ now }: { now: Options }) {
  /** Fields begin anew with it: also those whose text is no number, over a value that was the default. */
  const [round, setRound] = useState(0);
  return (
    <div class="form">
      <OptionFields key={round} now={now} set={setOptions} />
      <button type="button" class="button" onClick={() => (dialog.value = 'machine')}>
        {machine.value === null ? 'A scheduler model of your own…' : 'Change your scheduler model…'}
      </button>
      <button
        type="button"
        class="button"
        onClick={() => {
          resetOptions();
          setRound(round + 1);
        }}
      >
        Back to the defaults
      </button>
    </div>
  );
}

/** A field for each option that is offered. */
export function OptionFields({ now, set }: { now: Options; set(change: Partial<Options>): void }) {
  const field = (info: OptionInfo) => <Field key={info.field} info={info} now={now} change={set} />;
  return (
    <>
      {offered()
        .filter((info) => !isOfTiles(info))
        .map(field)}
      <fieldset>
        <legend>Tiles of a product</legend>
        {offered().filter(isOfTiles).map(field)}
      </fieldset>
    </>
  );
}

/** Words of a terminal, where backticks set names off. */
const plain = (words: string): string => words.replaceAll('`', '');

/** The properties of a control. */
interface Control {
  info: OptionInfo;
  value: JsonValue;
  /** The sentence that says what it does. */
  help: string;
  disabled: boolean;
  set(value: JsonValue): void;
}

function Field({ info, now, change }: { info: OptionInfo; now: Options; change(change: Partial<Options>): void }) {
  const help = useId();
  const control: Control = {
    info,
    value: valueIn(now, info),
    help,
    // Settings of a tile scheduler mean nothing without one.
    disabled: isOfTiles(info) && info.field !== 'tile_scheduler.kind' && !now.tile_scheduler,
    set: (value) => change(changeOf(now, info, value)),
  };
  return (
    <div class="option">
      <Control {...control} />
      <small id={help}>
        {plain(info.help)} <code>--{info.flag}</code>
      </small>
    </div>
  );
}

function Control(control: Control) {
  const { info, value, help, disabled, set } = control;
  switch (info.value.kind) {
    case 'flag':
      return (
        <label class="check">
          <input type="checkbox" checked={value === true} disabled={disabled} aria-describedby={help} onChange={(event) => set(event.currentTarget.checked)} />
          <span>{info.label}</span>
        </label>
      );
    case 'choice':
      return <Choice {...control} words={info.value.words} set={set} />;
    case 'level':
      return <Choice {...control} words={info.value.words} set={(name) => set(Number(name))} />;
    case 'entry':
      return <Choice {...control} info={ofSeveral(info)} words={entries(value).map((name) => ({ name, means: '' }))} />;
    case 'count':
      return <Count {...control} least={info.value.least} />;
    case 'pair': {
      const [m, n] = value as [number, number];
      const along = (mode: string, own: number, pair: (size: number) => JsonValue) => (
        <Count {...control} info={{ ...info, label: `${info.label} along ${mode}` }} value={own} least={1} set={(size) => set(pair(size as number))} />
      );
      return (
        <div class="pair">
          {along('m', m, (size) => [size, n])}
          {along('n', n, (size) => [m, size])}
        </div>
      );
    }
    case 'target':
      return null;
  }
}

/** The kernels of the module, and the one asked for even where there is none of that name. */
function entries(asked: JsonValue): string[] {
  const there = kernels.value;
  return typeof asked === 'string' && !there.includes(asked) ? [asked, ...there] : there;
}

/** Of several kernels one has to be chosen. */
const ofSeveral = (info: OptionInfo): OptionInfo => (kernels.value.length > 1 ? { ...info, none: python.value ? 'the first' : 'choose one' } : info);

function Choice({ info, value, help, disabled, set, words }: Control & { words: { name: string; means: string }[] }) {
  return (
    <label>
      <span>{info.label}</span>
      <select value={value === null ? '' : String(value)} disabled={disabled} aria-describedby={help} onChange={(event) => set(event.currentTarget.value || null)}>
        {info.none && <option value="">{info.none}</option>}
        {words.map(({ name, means }) => (
          <option key={name} value={name}>
            {means ? `${name}: ${plain(means).replace(/\.$/, '')}` : name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Count({ info, value, help, disabled, set, least }: Control & { least: number }) {
  const field = useNumber({ value: value as number | null, set, least, none: info.none !== null });
  return (
    <>
      <label>
        <span>{info.label}</span>
        <input {...field} placeholder={info.none ?? ''} disabled={disabled} aria-describedby={help} />
      </label>
      {field['aria-invalid'] && (
        <small class="bad" role="alert">
          {info.label}: a whole number from {least} to 4,294,967,295. The value before stays in force.
        </small>
      )}
    </>
  );
}
