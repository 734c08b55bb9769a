// The model that loops are scheduled in, field by field, over the same JSON.

import { useState } from 'preact/hooks';
import { type Model, modelOf, written } from '../machine';
import { useNumber } from './number';

interface Properties {
  /** The text of the model, and of that which the compiler has. */
  text: string;
  stock: string;
  change(text: string): void;
}

const SCOPES = ['agent', 'sm'];

export function MachineFields({ text, stock, change }: Properties) {
  const [wrong, setWrong] = useState('');
  const [model, before] = [modelOf(text), modelOf(stock)];
  if (!model) return <p class="note">The text is no model that has fields. It is under JSON, as it is.</p>;
  /** A model of its own each time: what is shown stays as it was until the new text is read. */
  const edit = (make: (own: Model) => void): void => {
    const own = structuredClone(model);
    make(own);
    change(written(own));
  };
  const number = (label: string, value: number, was: number | undefined, set: (own: Model, value: number) => void, least = 1) => (
    <Whole key={label} label={label} least={least} value={value} changed={was !== undefined && was !== value} set={(to) => edit((own) => set(own, to))} tell={setWrong} />
  );
  const scope = (of: 'slots' | 'pools', at: number, name: string, now: string) => (
    <select aria-label={`Scope of ${name}`} value={now} onChange={({ currentTarget: { value } }) => edit((own) => Object.assign(own[of][at] ?? {}, { scope: value }))}>
      {[...new Set([...SCOPES, now])].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
  return (
    <>
      <div class="machine-fields" role="group" aria-label="The model, field by field" tabIndex={0}>
        <table>
          <caption>Pools and slots: units, and whether each agent has its own or the whole SM one</caption>
          <tbody>
            {model.pools.map(({ name, capacity, scope: now }, at) => (
              <tr key={`pool ${name}`}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{number(`Units of ${name}`, capacity, before?.pools.find((one) => one.name === name)?.capacity, (own, value) => Object.assign(own.pools[at] ?? {}, { capacity: value }))}</td>
                <td>{scope('pools', at, `pool ${name}`, now)}</td>
              </tr>
            ))}
            {model.slots.map(({ name, scope: now }, at) => (
              <tr key={`slot ${name}`}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td class="quiet">slot</td>
                <td>{scope('slots', at, `slot ${name}`, now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <caption>Kinds of op: latency, and for how many cycles each holds what</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Latency</th>
              <th scope="col">Holds</th>
            </tr>
          </thead>
          <tbody>
            {model.atoms.map(({ kind, latency, slots, pools }, at) => {
              const stocked = before?.atoms.find((one) => one.kind === kind);
              const held = (of: 'slots' | 'pools', all: readonly [string, number, number, number?][]) =>
                all.map(([name, , cycles], place) => (
                  <label key={`${of}${place}`}>
                    <code>{name}</code>{' '}
                    {number(`Cycles for which ${kind} holds ${of === 'pools' ? 'pool ' : ''}${name}`, cycles, stocked?.[of][place]?.[2], (own, value) => {
                      const hold = own.atoms[at]?.[of][place];
                      if (hold) hold[2] = value;
                    })}
                  </label>
                ));
              return (
                <tr key={kind}>
                  <th scope="row">
                    <code>{kind}</code>
                  </th>
                  <td>{number(`Latency of ${kind}`, latency, stocked?.latency, (own, value) => Object.assign(own.atoms[at] ?? {}, { latency: value }), 0)}</td>
                  <td class="holds">
                    {held('slots', slots)}
                    {held('pools', pools)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {wrong && (
        <p class="bad" role="alert">
          {wrong}. The model keeps the one before.
        </p>
      )}
    </>
  );
}

interface WholeProperties {
  label: string;
  least: number;
  value: number;
  /** Whether the compiler's model has another. */
  changed: boolean;
  set(value: number): void;
  /** Says what a field asks for whose text is something else; empty: each has a number. */
  tell(what: string): void;
}

/** A whole number: what is no such number stays in the field, and out of the model. */
function Whole({ label, least, value, changed, set, tell }: WholeProperties) {
  const field = useNumber({ value, set: (to) => set(to as number), least, most: 99_999, tell: (wrong) => tell(wrong ? `${label}: a whole number from ${least} to 99,999` : '') });
  return <input {...field} aria-label={label} class={changed ? 'given' : ''} />;
}
