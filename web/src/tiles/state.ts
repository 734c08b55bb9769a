// The problem whose tiles are drawn, and what the compiler's module says of it.

import { computed, signal } from '@preact/signals';
import { ask } from '../actions';
import { debounce, latest } from '../compiler/latest';
import { OLD_RASTERS, TILE_SCHEDULER } from '../generated/options';
import type { Compared, JsonValue, TileProblem } from '../generated/types';
import { about, compiled, options, tileIr } from '../state';
import { toolbox } from '../tools';
import { onPage } from '../words';
import { errorMessage } from '../workers';
import { kernelProduct } from './kernel';
import type { TileMap } from './map';

/** Where the form begins: a product whose last wave is nearly empty. SMs and L2 are the target's, where it is known. */
const FIRST: TileProblem = {
  m: 2048,
  n: 1536,
  k: 4096,
  l: 1,
  tile: [128, 128, 64],
  cluster: [1, 1],
  shares_tiles: false,
  pairs: false,
  sms: 0,
  scheduler: 'static-persistent',
  policy: 'contract',
  swizzle: 1,
  raster: 'heuristic',
  splits: 1,
  element_bytes: 2,
  l2_bytes: 32 << 20,
  epilogue: 2,
  join: 1,
};

export const problem = signal<TileProblem | null>(null);
/** The compiler's report of the tile scheduler of the kernel that was compiled last. */
export const kernelTiles = computed(() => compiled.value?.report.tiles ?? null);
/** The product of that kernel, read off it, where the compiler says nothing of a tile scheduler. */
export const product = computed(() => (kernelTiles.value?.problem || !tileIr.value.text ? null : kernelProduct(tileIr.value.text)));
/** The machine of the form: the target's. */
const machine = computed(() => {
  const target = about.value?.targets.find(({ name }) => name === options.value?.gpu_name);
  return { sms: target?.sms ?? 1, l2_bytes: target?.l2_bytes ?? FIRST.l2_bytes };
});
/** The problem where there is no kernel's. */
export const usual = computed<TileProblem>(() => ({ ...FIRST, ...machine.value }));
/** The scheduler that the kernel was compiled with, which takes the place of the order in its text. */
const given = computed<Partial<TileProblem>>(() => {
  const tiles = kernelTiles.value;
  if (!tiles) return {};
  const { swizzle, raster, cluster, splits } = compiled.value?.report.options.tile_scheduler ?? TILE_SCHEDULER;
  return { scheduler: tiles.scheduler, policy: tiles.policy, swizzle, raster, cluster, splits };
});
/** The problem that the kernel gives, as far as it does. */
export const own = computed<TileProblem | null>(() => kernelTiles.value?.problem ?? (product.value && { ...usual.value, ...product.value.problem, ...given.value }));
/** Whether the compiler can give the kernel a scheduler: it must not walk over tiles by itself. */
export const canSchedule = computed(() => own.value !== null && !/\bget_num_tile_blocks\b/.test(tileIr.value.text));
/** The scheduler that the kernel has: the compiler's, or the one by whose order its text takes tiles; null where that is of no scheduler. */
export const ofKernel = computed(() => kernelTiles.value?.scheduler ?? product.value?.problem.scheduler ?? (canSchedule.value ? 'data-parallel' : null));
export const map = signal<TileMap | null>(null);
export const compared = signal<Compared[] | null>(null);
/** Why there is no map of the problem. */
export const refusal = signal('');

/** Rest after the last change before the schedulers are compared, which takes longer than the map; in milliseconds. */
const REST = 250;

/** Whether a field has what is no number of the problem. */
let wrong = false;

/** Says why a field has no number of the problem: then there is no map, as of a problem that the scheduler refuses. */
export function refuse(why: string): void {
  wrong = true;
  map.value = null;
  refusal.value = why;
}

const run = latest(
  async (asked: TileProblem) => {
    try {
      const made = await ask('tiles', { problem: asked, toolbox: await toolbox() });
      if (wrong) return;
      map.value = made;
      refusal.value = '';
      compareSoon(asked);
    } catch (error) {
      // A map of other numbers than those of the form would be taken for theirs.
      map.value = null;
      refusal.value = onPage(errorMessage(error));
    }
  },
  () => undefined,
);

const compareSoon = debounce(
  latest(
    async (asked: TileProblem) => {
      try {
        compared.value = await ask('compare', { problem: asked, toolbox: await toolbox() });
      } catch (error) {
        refusal.value = onPage(errorMessage(error));
      }
    },
    () => undefined,
  ),
  () => REST,
);

/** The kernel's problem that the form was begun with, as text; a kernel with another one begins it anew. */
let begunWith = '';
/** The text of that kernel: its extents stay as they were filled in when only its scheduler changes. */
let begunOf = '';

/** Opens the form: with the kernel's own problem where it has one, and with what a link changed of it. */
export function begin(): void {
  if (!about.value) return;
  if (own.value && JSON.stringify(own.value) !== begunWith) {
    const { m, n, k, l } = (begunOf === tileIr.value.text && problem.value) || own.value;
    begunWith = JSON.stringify(own.value);
    begunOf = tileIr.value.text;
    change({ ...own.value, m, n, k, l, ...changedByLink });
    changedByLink = {};
    return;
  }
  if (problem.value) return;
  change({ ...usual.value, ...changedByLink });
}

/** Back to the kernel's own problem. */
export function takeKernel(): void {
  if (own.value) change(own.value);
}

/** Whether the form shows the kernel's own problem. */
export const isKernel = computed(() => JSON.stringify(problem.value) === JSON.stringify(own.value));

/** Changes the problem, and asks anew. */
export function change(changes: Partial<TileProblem>): void {
  wrong = false;
  problem.value = { ...(problem.value ?? FIRST), ...changes };
  run(problem.value);
}

let changedByLink: Partial<TileProblem> = {};

/** The part of a link that is about the form; names it does not have are left out. */
export function restore(value: JsonValue | undefined): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const known = Object.entries(value).filter(([name, one]) => name in FIRST && shape(one) === shape(FIRST[name as keyof TileProblem]));
  changedByLink = Object.fromEntries(known) as Partial<TileProblem>;
  const { raster } = changedByLink;
  if (raster) changedByLink.raster = OLD_RASTERS[raster] ?? raster;
  if (problem.value) change(changedByLink);
}

const shape = (value: unknown): string => (Array.isArray(value) ? value.map(shape).join() : typeof value);

/** The part of the form that a link has to carry; undefined where it was not used. */
export function forLink(): JsonValue | undefined {
  return problem.value ? ({ ...problem.value } as { [name: string]: JsonValue }) : undefined;
}
