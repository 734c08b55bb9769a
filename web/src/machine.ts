// A model of one's own beside the one that the compiler has: what differs, value by value, and changes to it. No drawing here.

import published from '../../crates/machine/data/documented-blackwell.json?url';
import stock from '../../crates/machine/data/atoms.json?url';
import type { JsonValue, LoopChange, LoopGraph, LoopModel } from './generated/types';
import { got } from './got';

/** A model that the compiler has, as its file has it. */
export const getStock = async (model: LoopModel = 'gpu-atoms'): Promise<string> => (await got(model === 'gpu-atoms' ? stock : published)).text();

/** A value that differs: where, what it was, and what it is. */
export interface Difference {
  path: string;
  was: string;
  is: string;
}

const shown = (value: JsonValue | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Members by name: those of a list by what they are called, if they are called something. */
function members(value: JsonValue | undefined): Map<string, JsonValue> | null {
  if (Array.isArray(value)) {
    const names = value.map((one, at) => (one !== null && typeof one === 'object' && !Array.isArray(one) ? String(one.name ?? one.kind ?? at) : null));
    // Lists of numbers and pairs are one value.
    return names.every((name) => name !== null) && value.length > 0 ? new Map(value.map((one, at) => [names[at] ?? '', one])) : null;
  }
  return value !== null && typeof value === 'object' ? new Map(Object.entries(value)) : null;
}

/** The differences between two models. */
export function differences(was: JsonValue | undefined, is: JsonValue | undefined, path: readonly string[] = []): Difference[] {
  const [a, b] = [members(was), members(is)];
  if (!a || !b) return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path: path.join(' › '), was: shown(was), is: shown(is) }];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => differences(a.get(name), b.get(name), [...path, name]));
}

/** A change to a model: one more unit of a resource, or a latency of a kind of op that is shorter by some cycles. */
export type ModelChange = { unit: string } | { kind: string; by: number };

/** A model as its file has it. */
export interface Model {
  slots: { name: string; scope: string }[];
  pools: { name: string; capacity: number; scope: string }[];
  atoms: { kind: string; latency: number; slots: [string, number, number][]; pools: [string, number, number, number][] }[];
  [name: string]: unknown;
}

/** The change to the model that a change to a loop is; null where it is one to the kernel, or to what the loop has from elsewhere. */
export function modelChange(change: LoopChange, { resources, ops, edges }: LoopGraph): ModelChange | null {
  // The names of an agent's own resources begin with the agent.
  if ('unit' in change) return { unit: (resources[change.unit]?.name ?? '').replace(/^.*\./, '') };
  if (!('by' in change)) return null;
  const edge = edges[change.latency];
  const op = edge && ops[edge.src];
  return edge && op?.kind && op.latency === edge.latency ? { kind: op.kind, by: change.by } : null;
}

/** A model with a change; null where it has nothing of that name, would not be a model any more, or has the form of the published one. */
export function changedModel(text: string, change: ModelChange): string | null {
  const model = modelOf(text);
  if (!model) return null;
  if ('kind' in change) {
    const atom = model.atoms.find(({ kind }) => kind === change.kind);
    if (!atom || atom.latency <= change.by) return null;
    atom.latency -= change.by;
    return written(model);
  }
  const name = change.unit.replace(/ \(pool\)$/, '');
  const pool = model.pools.find((one) => one.name === name);
  if (name !== change.unit) {
    if (!pool) return null;
    pool.capacity++;
    return written(model);
  }
  // Of a slot there is one: two are a pool, of which each op holds one.
  const slot = model.slots.find((one) => one.name === name);
  if (!slot || pool) return null;
  model.slots = model.slots.filter((one) => one !== slot);
  model.pools.push({ name, capacity: 2, scope: slot.scope });
  for (const atom of model.atoms) {
    atom.pools.push(...atom.slots.filter(([of]) => of === name).map(([of, from, cycles]): [string, number, number, number] => [of, from, cycles, 1]));
    atom.slots = atom.slots.filter(([of]) => of !== name);
  }
  return written(model);
}

const isHold = (one: unknown): boolean => Array.isArray(one) && typeof one[0] === 'string' && Number.isInteger(one[2]);

/** The model of a text; null where it has none of the fields. */
export function modelOf(text: string): Model | null {
  try {
    const { slots, pools, atoms } = JSON.parse(text) as Model;
    const known =
      slots.every(({ name, scope }) => name && scope) &&
      pools.every(({ name, scope, capacity }) => name && scope && Number.isInteger(capacity)) &&
      atoms.every((atom) => atom.kind && Number.isInteger(atom.latency) && [...atom.slots, ...atom.pools].every(isHold));
    return known ? (JSON.parse(text) as Model) : null;
  } catch {
    return null;
  }
}

/** A model as its file has it: a line for each slot, pool and atom. */
export function written(model: Model): string {
  const value = (one: unknown): string => (Array.isArray(one) ? `[\n    ${one.map((item) => JSON.stringify(item)).join(',\n    ')}\n  ]` : JSON.stringify(one));
  return `{\n${Object.entries(model)
    .map(([name, one]) => `  ${JSON.stringify(name)}: ${value(one)}`)
    .join(',\n')}\n}\n`;
}
