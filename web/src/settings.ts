// The options of a compilation by the fields of the compiler's list, of which those of the tile scheduler lie one level deeper.

import type { Client } from './compiler/client';
import type { Calls } from './compiler/protocol';
import { TILE_SCHEDULER } from './generated/options';
import type { JsonValue, OptionInfo, Options, TileScheduler } from './generated/types';
import { OPTIONS } from './options';

/** The prefix of the tile scheduler's fields. */
const TILES = 'tile_scheduler.';

export const isOfTiles = ({ field }: OptionInfo): boolean => field.startsWith(TILES);

/** Options offered in the form; the target has a place of its own. */
export const offered = (): OptionInfo[] => OPTIONS.filter(({ field, value }) => value.kind !== 'target' && field !== 'described');

/** The value of an option; of a tile scheduler that nobody asked for, the kind is null and the rest as it would be. */
export function valueIn(options: Options, { field }: OptionInfo): JsonValue {
  if (!field.startsWith(TILES)) return options[field as keyof Options] as JsonValue;
  const name = field.slice(TILES.length) as keyof TileScheduler;
  if (!options.tile_scheduler && name === 'kind') return null;
  return (options.tile_scheduler ?? TILE_SCHEDULER)[name];
}

/** The change that gives an option a value. */
export function changeOf(options: Options, { field }: OptionInfo, value: JsonValue): Partial<Options> {
  if (!field.startsWith(TILES)) return { [field]: value };
  const name = field.slice(TILES.length);
  if (name === 'kind' && value === null) return { tile_scheduler: null };
  return { tile_scheduler: { ...(options.tile_scheduler ?? TILE_SCHEDULER), [name]: value } };
}

/** The options that differ from their defaults, by name. */
export function differences(options: Options, defaults: Options): { [name: string]: JsonValue } {
  const differs = ([name, value]: [string, unknown]): boolean => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof Options]);
  return Object.fromEntries(Object.entries(options).filter(differs));
}

/** The name under which drafts and links have a model of one's own. The compiler does not know it as an option: it is no word but a text. */
const MACHINE = 'machine_model';

/** The settings that drafts and links have: what differs from the defaults, and a model of one's own. */
export const toKeep = (options: Options, defaults: Options, machine: string | null): { [name: string]: JsonValue } => ({
  ...differences(options, defaults),
  ...(machine !== null && { [MACHINE]: machine }),
});

/** Such settings, laid over the defaults: the options, a model of one's own, and the names that could not be used. */
export async function laidOver(client: Client<Calls>, changes: { [name: string]: JsonValue }): Promise<{ options: Options; machine: string | null; ignored: string[] }> {
  const { [MACHINE]: model, ...words } = changes;
  const { settings, ignored } = await client.ask('overlay', words);
  return { options: settings, machine: typeof model === 'string' ? model : null, ignored };
}

/** The sentence about settings of a link that could not be used. */
export const leftOut = (names: readonly string[]): string => `Settings that this version does not know were left out: ${names.join(', ')}.`;

/** The meaning of a choice of an option, as the compiler's list has it; empty where it has no such choice. */
export function choiceMeans(field: string, name: string): string {
  const value = OPTIONS.find((option) => option.field === field)?.value;
  return (value?.kind === 'choice' && value.words.find((word) => word.name === name)?.means) || '';
}

/** The sentence that says what an option does. */
export const helpOf = (field: string): string => OPTIONS.find((option) => option.field === field)?.help ?? '';

/** The choices of an option, by name. */
export function namesOf(field: string): string[] {
  const value = OPTIONS.find((option) => option.field === field)?.value;
  return value?.kind === 'choice' ? value.words.map(({ name }) => name) : [];
}
