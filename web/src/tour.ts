// A tour over the gallery: what each kernel shows, where to look, and what to change to see it move.

import { signal } from '@preact/signals';
import { openExample, openText, setOptions, showTab } from './actions';
import { shown } from './files';
import { GALLERY } from './gallery';
import { TILE_SCHEDULER } from './generated/options';
import type { Options } from './generated/types';
import { got, gotValue } from './got';
import { about, options, type Tab } from './state';
import stuck from '../../tests/documents/stuck.mlir?url';
import address from './tour.json?url';

/** A step of the tour. */
export interface Step {
  title: string;
  /** The kernel, by its file in the gallery, or `stuck`, which is none of them. */
  file: string;
  /** Options that are not as usual. */
  options: Partial<Options>;
  tab: Tab;
  /** The things to see, in sentences. */
  see: string;
  /** Something to change, and what then happens. */
  change: { words: string; label: string; options: Partial<Options> } | null;
}

/** The steps, which are data: they come when the tour begins. */
export const steps = signal<readonly Step[]>([]);

/** The step that is shown; null where the tour has ended. */
export const step = signal<number | null>(null);

/** The settings from before the tour, and the file that it is in. */
let before: Options | null = null;
let file = 0;

/** Ends the tour, and gives its file the settings from before it. */
export function end(): void {
  step.value = null;
  if (before && shown.value === file) setOptions(before);
  before = null;
}

/** Options as the compiler takes them: of a tile scheduler the steps say what is not as usual. */
function whole({ tile_scheduler: some, ...others }: Partial<Options>): Partial<Options> {
  return some ? { ...others, tile_scheduler: { ...TILE_SCHEDULER, ...some } } : others;
}

/** Takes the change that a step offers. */
export const take = ({ options }: NonNullable<Step['change']>): void => setOptions(whole(options));

/** Shows a step: its kernel, its options, its view. */
export async function goTo(at: number): Promise<void> {
  if (steps.value.length === 0) steps.value = await gotValue(address);
  const next = steps.value[at];
  const defaults = about.value?.defaults;
  const example = GALLERY.find(({ file }) => file === next?.file);
  if (!next || !defaults) return;
  before ??= options.value;
  step.value = at;
  if (example) await openExample(example);
  else await openText(await (await got(stuck)).text());
  file = shown.value;
  setOptions({ ...defaults, ...whole(next.options) });
  showTab(next.tab);
}
