// Launch files, as the command line takes them (`run FILE.ptx --launch FILE`): arrays stand there by name.

import type { PtxArray, PtxLaunch } from '../generated/types';

/** The text of a launch file. Every array is an output. */
export function toFile({ arrays, ...launch }: PtxLaunch): string {
  const byName = Object.fromEntries(arrays.map(({ name, ...array }) => [name, array]));
  const params = launch.params.map((param) => Object.fromEntries(Object.entries(param).filter(([, value]) => value !== null)));
  return `${JSON.stringify({ ...launch, params, arrays: byName, outputs: Object.keys(byName) }, null, 2)}\n`;
}

/** The launch of a file; throws what is wrong with it. */
export function fromFile(text: string): PtxLaunch {
  const { arrays, ...launch } = JSON.parse(text) as Omit<PtxLaunch, 'arrays'> & { arrays?: { [name: string]: Omit<PtxArray, 'name'> } };
  if (!Array.isArray(launch.params) || typeof arrays !== 'object') throw new Error('it has no `params` and `arrays`');
  if (![launch.grid, launch.block].every((sizes) => Array.isArray(sizes) && sizes.length === 3)) throw new Error('its `grid` and `block` are no three numbers each');
  return {
    ...launch,
    cluster: launch.cluster ?? [1, 1, 1],
    dynamic_shared_bytes: launch.dynamic_shared_bytes ?? 0,
    params: launch.params.map((param) => ({ ...param, array: param.array ?? null })),
    arrays: Object.entries(arrays).map(([name, array]) => ({ ...array, name })),
  };
}
