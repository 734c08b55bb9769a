// The names of the scheduler's model, each in a sentence: those of resources, and of the arms that find seats.

import { signal } from '@preact/signals';
import { gotValue } from '../got';
import address from './glosses.json?url';

/** Resources by their names in the models (crates/machine/data), where a slot and a pool may share one; arms by theirs (crates/modsched/src/schedule.rs). */
export interface Glosses {
  resources: { readonly [name in string]: string };
  arms: { readonly [name in string]: string };
}

/** All that is known; nothing until it has come. */
export const known = signal<Glosses>({ resources: {}, arms: {} });

/** Gets all of it. */
export const getGlosses = async (): Promise<void> => {
  known.value = await gotValue<Glosses>(address);
};

/** A resource's name without its agent, and without the word that says that it is a pool. */
export const bareResource = (name: string): string =>
  name
    .replace(/ \(pool\)$/, '')
    .replace(/^pool_/, '')
    .replace(/^.*\./, '');

/** A resource in a sentence: with its agent, if it has one of its own. Empty where nothing is known of it. */
export function resourceMeans(name: string): string {
  const means = known.value.resources[bareResource(name)];
  if (!means) return '';
  const [agent] = name.includes('.') ? name.split('.') : [];
  return `${means}${agent ? `; the ${agent}'s` : ''}${/ \(pool\)$|^pool_/.test(name) ? '; a pool, which several ops share' : ''}`;
}

/** An arm in a sentence; empty where nothing is known of it. */
export const armMeans = (arm: string): string => known.value.arms[arm] ?? '';
