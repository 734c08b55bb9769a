// The calling contract in the words of host code: what the caller gives, and what is made of it. One description, from which the
// code of each language is written.

import type { Abi, Descriptor, Param, Quantity } from '../generated/types';

/** A parameter that the caller gives. */
export interface Given {
  /** A name that is one in both languages, and no other's. */
  name: string;
  /** Its place among the kernel's parameters. */
  at: number;
  param: Param;
  type: 'pointer' | 'i8' | 'i16' | 'i32' | 'i64' | 'f16' | 'bf16' | 'f32' | 'f64' | 'bytes';
}

/** A tensor map that is encoded before the launch. */
export interface Map {
  name: string;
  /** Its place among the kernel's parameters. */
  at: number;
  descriptor: Descriptor;
}

export interface Contract {
  abi: Abi;
  given: Given[];
  maps: Map[];
}

/** Names that host code has a use for itself. */
const TAKEN = new Set([
  'module',
  'function',
  'stream',
  'grid',
  'gridX',
  'gridY',
  'gridZ',
  'config',
  'params',
  'kernel',
  'cu',
  'int',
  'float',
  'double',
  'char',
  'for',
  'if',
  'in',
  'is',
  'and',
  'or',
  'not',
  'def',
  'class',
  'lambda',
  'return',
  'auto',
  'void',
  'new',
  'this',
  'check',
  'launch',
  'load',
  'encode',
  'ctypes',
  'values',
  'types',
]);

/** The demands on the caller, and the objects that are made. */
export function contract(abi: Abi): Contract {
  const used = new Set<string>(TAKEN);
  const fresh = (wanted: string): string => {
    const base = /^[A-Za-z_]\w*$/.test(wanted) ? wanted : `p_${wanted.replace(/\W/g, '_')}`;
    let name = base;
    for (let count = 2; used.has(name); count++) name = `${base}_${count}`;
    used.add(name);
    return name;
  };
  const given: Given[] = [];
  const maps: Map[] = [];
  const names = abi.params.map((param, at) => fresh(param.kind === 'descriptor' ? `map${at}` : (param.name ?? `p${at}`)));
  abi.params.forEach((param, at) => {
    const name = names[at] ?? '';
    const descriptor = abi.descriptors[maps.length];
    if (param.kind === 'descriptor' && descriptor) maps.push({ name, at, descriptor });
    else given.push({ name, at, param, type: typeOf(param) });
  });
  return { abi, given, maps };
}

function typeOf({ kind, type, bytes }: Param): Given['type'] {
  if (kind === 'pointer') return 'pointer';
  if (kind === 'record' || kind === 'descriptor') return 'bytes';
  const known = /^(?:tile<)?(i8|i16|i32|i64|f16|bf16|f32|f64)>?$/.exec(type)?.[1];
  if (known) return known as Given['type'];
  return ({ 1: 'i8', 2: 'i16', 4: 'i32', 8: 'i64' } as const)[bytes as 1 | 2 | 4 | 8] ?? 'bytes';
}

/** A quantity, with `of` for the value of a parameter. */
export function quantity(value: Quantity, { given }: Contract, of: (name: string) => string): string {
  const named = (at: number): string => of(given.find((one) => one.at === at)?.name ?? `p${at}`);
  if ('constant' in value) return String(value.constant);
  if ('argument' in value) return named(value.argument);
  return `${named(value.scaled.argument)} * ${value.scaled.by}`;
}

/** The driver's names of element types, without their prefix. */
const ELEMENTS: { [element in string]: string } = { f16: 'FLOAT16', bf16: 'BFLOAT16', f32: 'FLOAT32', tf32: 'TFLOAT32', f64: 'FLOAT64', i16: 'UINT16', i32: 'INT32', i64: 'INT64' };

export const elementOf = ({ element }: Descriptor): string => ELEMENTS[element] ?? 'UINT8';

export const swizzleOf = ({ swizzle }: Descriptor): string => (swizzle === 'none' ? 'NONE' : swizzle.toUpperCase());

export const fillOf = ({ fill }: Descriptor): string => (fill === 'nan' ? 'NAN_REQUEST_ZERO_FMA' : 'NONE');

/** Bytes of dynamic shared memory that a launch may have without being allowed more. */
export const USUAL_SHARED = 48 << 10;

/** The grid of a kernel whose tile blocks are cut into CTAs. */
export const CUT = 'one-cluster-per-tile-block';

/** Facts that the code cannot know: sentences for a comment. */
export function caveats({ abi, given }: Contract): string[] {
  const found: string[] = [];
  found.push(
    abi.grid === 'one-cta-per-tile-block'
      ? 'The grid is that of the tile blocks, which the kernel reads as its block numbers.'
      : abi.grid === CUT
        ? `The grid is that of the tile blocks: ${abi.cluster[0]} CTAs along x are launched for each, and share it.`
        : 'The grid, the record and the workspace follow from the tile scheduler: see "scheduler" in the calling contract.',
  );
  if (given.some(({ type }) => type === 'bytes')) found.push('The record of the tile scheduler is written by the caller, as the calling contract says.');
  found.push('Promises that the kernel makes with assume (alignment, multiples) are the caller’s to keep.');
  return found;
}
