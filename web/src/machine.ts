// A model of one's own beside the one that the compiler has: what differs, value by value. No drawing here.

import address from '../../crates/machine/data/atoms.json?url';
import type { JsonValue } from './generated/types';
import { got } from './got';

/** The model that the compiler has, as its file has it. */
export const getStock = async (): Promise<string> => (await got(address)).text();

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
