// The launch of PTX from elsewhere: a field for each number, and for each parameter what it is.

import type { PtxArray, PtxLaunch, PtxParam } from '../../generated/types';
import { useNumber } from '../number';

/** Kinds that a parameter of so many bytes may have; the number's kind is the one that the PTX suggests. */
const KINDS = ['pointer', 'null pointer', 'tensormap', 'i8', 'i16', 'i32', 'i64', 'f32', 'f64'] as const;
const ELEMENTS = ['f16', 'bf16', 'f32', 'f64', 'e4m3', 'e5m2', 'i8', 'i16', 'i32', 'i64', 'u8'] as const;
const SWIZZLES = ['none', '32', '64', '128'] as const;

interface Properties {
  launch: PtxLaunch;
  seed: number;
  change(changes: Partial<PtxLaunch>): void;
  setSeed(seed: number): void;
}

export function PtxLaunchForm({ launch, seed, change, setSeed }: Properties) {
  const triple = (name: 'grid' | 'block' | 'cluster', note: string) =>
    (['x', 'y', 'z'] as const).map((axis, at) => (
      <Field
        key={`${name}${axis}`}
        label={`${name[0]?.toUpperCase()}${name.slice(1)} ${axis}`}
        note={note}
        value={launch[name][at] ?? 1}
        least={1}
        set={(value) => change({ [name]: launch[name].map((old, place) => (place === at ? value : old)) as [number, number, number] })}
      />
    ));
  const setParam = (at: number, changes: Partial<PtxParam>): void => change({ params: launch.params.map((param, place) => (place === at ? { ...param, ...changes } : param)) });
  const arrayOf = (name: string): PtxArray | undefined => launch.arrays.find((array) => array.name === name);
  const setArray = (name: string, changes: Partial<PtxArray>): void => change({ arrays: launch.arrays.map((array) => (array.name === name ? { ...array, ...changes } : array)) });
  return (
    <div class="fields">
      <div class="field-group" role="group" aria-label="Grid and block">
        {triple('grid', 'CTAs')}
        {triple('block', 'threads')}
        <Field label="Shared memory" note="bytes" value={launch.dynamic_shared_bytes} set={(value) => change({ dynamic_shared_bytes: value })} />
        <Field label="Seed" note="data and order" value={seed} set={setSeed} />
      </div>
      <details open={launch.cluster.some((n) => n !== 1)}>
        <summary>Cluster</summary>
        <div class="field-group">{triple('cluster', 'CTAs')}</div>
      </details>
      {launch.params.map((param, at) => (
        <fieldset key={param.name} class="ptx-param">
          <legend>
            <code>{param.name}</code>
          </legend>
          <Choice
            label={`Kind of ${param.name}`}
            of={KINDS}
            value={param.kind === 'pointer' && param.array === null ? 'null pointer' : param.kind}
            set={(kind) => {
              const points = kind === 'pointer' || kind === 'tensormap';
              const array = points ? param.name : null;
              const params = launch.params.map((one, place) => (place === at ? { ...one, kind: kind === 'null pointer' ? 'pointer' : kind, array } : one));
              const arrays = points && !arrayOf(param.name) ? [...launch.arrays, { name: param.name, dtype: 'f32', shape: [65536] }] : launch.arrays;
              change({ params, arrays });
            }}
          />
          {/^[if]\d/.test(param.kind) && <Field label={`Value of ${param.name}`} hidden value={param.value ?? 0} any set={(value) => setParam(at, { value })} />}
          {param.array && <OfArray name={param.array} array={arrayOf(param.array)} set={(changes) => setArray(param.array ?? '', changes)} />}
          {param.kind === 'tensormap' && <OfMap param={param} set={(changes) => setParam(at, changes)} />}
        </fieldset>
      ))}
    </div>
  );
}

const size = (shape: readonly number[]): number => shape.reduce((all, n) => all * n, 1);

function OfArray({ name, array, set }: { name: string; array: PtxArray | undefined; set(changes: Partial<PtxArray>): void }) {
  return (
    <>
      <Field label={`Elements of ${name}`} hidden value={size(array?.shape ?? [])} least={0} set={(value) => set({ shape: [value] })} />
      <Choice label={`Type of ${name}`} of={ELEMENTS} value={array?.dtype ?? 'f32'} set={(dtype) => set({ dtype })} />
    </>
  );
}

/** A tensor map: lists of numbers, innermost first. */
function OfMap({ param, set }: { param: PtxParam; set(changes: Partial<PtxParam>): void }) {
  const list = (label: string, value: readonly number[] | null, put: (numbers: number[]) => void) => (
    <label class="launch-field">
      <span class="name">{label}</span>
      <input
        type="text"
        inputMode="numeric"
        aria-label={`${label} of ${param.name}`}
        value={(value ?? []).join(', ')}
        onChange={(event) => put((event.currentTarget.value.match(/\d+/g) ?? []).map(Number))}
      />
    </label>
  );
  return (
    <>
      {list('Extents', param.dims, (dims) => set({ dims }))}
      {list('Bytes of a row', param.strides_bytes, (strides_bytes) => set({ strides_bytes }))}
      {list('Box', param.box, (box) => set({ box }))}
      <Choice label={`Elements of the map ${param.name}`} of={ELEMENTS} value={param.dtype ?? 'f16'} set={(dtype) => set({ dtype })} />
      <Choice label={`Swizzle of ${param.name}`} of={SWIZZLES} value={param.swizzle ?? 'none'} set={(swizzle) => set({ swizzle })} />
    </>
  );
}

function Choice<T extends string>({ label, of, value, set }: { label: string; of: readonly T[]; value: string; set(value: T): void }) {
  return (
    <select aria-label={label} title={label} value={value} onChange={(event) => set(event.currentTarget.value as T)}>
      {(of as readonly string[]).includes(value) ? null : <option>{value}</option>}
      {of.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

interface NumberField {
  label: string;
  note?: string;
  /** Whether the label is for those who cannot see where the field stands. */
  hidden?: boolean;
  value: number;
  least?: number;
  any?: boolean;
  set(value: number): void;
}

function Field({ label, note = '', hidden = false, value, least = 0, any = false, set }: NumberField) {
  return (
    <label class="launch-field">
      {!hidden && (
        <span class="name">
          {label} <span class="note">{note}</span>
        </span>
      )}
      <input {...useNumber({ value, set: (to) => set(to as number), least, any })} aria-label={hidden ? label : undefined} />
    </label>
  );
}
