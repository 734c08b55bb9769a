// The comparison: two sides, each a kernel with options, and one kernel over all targets. A worker of its own compiles, so that the
// result of the page stays what it is.

import { batch, computed, signal } from '@preact/signals';
import { startCompiler } from '../compiler';
import { compileKernel } from '../compiler/kernel';
import type { Client } from '../compiler/client';
import type { Calls } from '../compiler/protocol';
import { sourceEditor } from '../editor/source';
import type { JsonValue, Options, Report } from '../generated/types';
import { laidOver, toKeep } from '../settings';
import { about, comparison, compiled, machine, options } from '../state';
import { errorMessage } from '../workers';

/** A side: the options, and the kernel if it is not that of the editor. */
export interface Side {
  options: Options;
  /** The kernel of a link, with the model that it is scheduled in if it has one of its own. */
  link: { source: string; machine: string | null } | null;
  /** The settings of a link that could not be used. */
  ignored: string[];
}

type Choice = [Side | null, Side | null];

/** The end of a compilation. */
export type Outcome = { kind: 'working' } | { kind: 'failed'; message: string } | { kind: 'done'; report: Report };

/** The choice, and what a link has of it; null: as the page has it on the left, and another target on the right. */
const chosen = signal<{ choice: Choice; linked: JsonValue | undefined }>({ choice: [null, null], linked: undefined });

/** The two sides as they are; null until the compiler is there, and until those of a link are read. */
export const sides = computed<[Side, Side] | null>(() => {
  const now = options.value;
  const targets = about.value?.targets ?? [];
  const { choice, linked } = chosen.value;
  if (!now || comparison.value !== linked) return null;
  const other = targets.find(({ name }) => name !== now.gpu_name)?.name ?? now.gpu_name;
  const [left, right] = choice;
  return [
    left ?? { options: now, link: null, ignored: [] },
    right ?? { options: { ...now, gpu_name: now.gpu_name === 'sm_100a' ? 'sm_90a' : (targets.find(({ name }) => name === 'sm_100a')?.name ?? other) }, link: null, ignored: [] },
  ];
});

export const outcomes = signal<[Outcome, Outcome]>([{ kind: 'working' }, { kind: 'working' }]);
/** One kernel over all targets; null until it is asked for. */
export const glance = signal<{ name: string; outcome: Outcome }[] | null>(null);

/** Changes a side. */
export function change(at: 0 | 1, side: Partial<Side>): void {
  const now = sides.peek()?.[at];
  if (!now) return;
  const choice = [...chosen.peek().choice] as Choice;
  choice[at] = { ...now, ...side };
  const linked = choice.map(forLink);
  batch(() => {
    chosen.value = { choice, linked };
    comparison.value = linked;
  });
}

/** A side as a link has it. */
function forLink(side: Side | null): JsonValue {
  const defaults = about.value?.defaults;
  return side && defaults ? { options: toKeep(side.options, defaults, side.link?.machine ?? null), ...(side.link && { source: side.link.source }) } : null;
}

/** Takes the sides that the page was opened with. */
export async function takeSides(): Promise<void> {
  const linked = comparison.value;
  if (linked === chosen.peek().linked) return;
  const [left, right] = Array.isArray(linked) ? linked : [];
  // A side that cannot be read is as if it had not been chosen.
  const choice = await Promise.all([taken(left), taken(right)]).catch((): Choice => [null, null]);
  if (linked === comparison.peek()) chosen.value = { choice, linked };
}

async function taken(side: JsonValue | undefined): Promise<Side | null> {
  if (!isObject(side)) return null;
  client ??= startCompiler();
  const { options, machine, ignored } = await laidOver(client, isObject(side.options) ? side.options : {});
  return { options, link: typeof side.source === 'string' ? { source: side.source, machine } : null, ignored };
}

const isObject = (value: JsonValue | undefined): value is { [name: string]: JsonValue } => typeof value === 'object' && value !== null && !Array.isArray(value);

let client: Client<Calls> | undefined;
let turn = 0;

async function compile({ options, link }: Pick<Side, 'options' | 'link'>): Promise<Outcome> {
  try {
    client ??= startCompiler();
    const { compiled } = await compileKernel(client, link?.source ?? sourceEditor.text().toString(), options, link ? link.machine : machine.value);
    return { kind: 'done', report: compiled.report };
  } catch (error) {
    return { kind: 'failed', message: errorMessage(error) };
  }
}

/** Compiles both sides; a newer call makes this one's answers worth nothing. */
export async function compare(): Promise<void> {
  const both = sides.value;
  // Followed: another text is compared anew.
  void compiled.value;
  if (!both) return;
  const own = ++turn;
  for (const at of [0, 1] as const) {
    const outcome = await compile(both[at]);
    if (own !== turn) return;
    outcomes.value = at === 0 ? [outcome, outcomes.peek()[1]] : [outcomes.peek()[0], outcome];
  }
}

/** Compiles the kernel of the editor for each target, one after the other. */
export async function overTargets(): Promise<void> {
  const now = options.value;
  const targets = about.value?.targets ?? [];
  if (!now) return;
  glance.value = targets.map(({ name }) => ({ name, outcome: { kind: 'working' } }));
  for (const { name } of targets) {
    const outcome = await compile({ options: { ...now, gpu_name: name }, link: null });
    batch(() => {
      glance.value = (glance.value ?? []).map((one) => (one.name === name ? { name, outcome } : one));
    });
  }
}

/** Takes the kernel and the options of a link for a side; says why it cannot, if it cannot. */
export async function takeLink(at: 0 | 1, link: string): Promise<string | null> {
  client ??= startCompiler();
  const hash = link.slice(Math.max(0, link.indexOf('#')));
  const opened = await client.ask('decode', hash);
  if (opened.kind === 'refused') return `The link could not be opened: ${opened.message}.`;
  const { options, machine, ignored } = await laidOver(client, opened.record.options ?? {});
  change(at, { options, link: { source: opened.record.source, machine }, ignored });
  return null;
}
