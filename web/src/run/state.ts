// The state of the Run view, as signals, and its actions.

import { batch, computed, signal } from '@preact/signals';
import type { Compiled, Experiment, Form, Launch, Stage, Verdict } from '../generated/types';
import { inPython, parametersOf } from '../python/names';
import { resaid } from '../resaid';
import { compiled, python, stale, tileIr, trouble, valueName } from '../state';
import { onPage } from '../words';
import { Crash, errorMessage } from '../workers';
import { ask, Cancelled, cancel } from './client';

export type Status = { kind: 'idle' } | { kind: 'running'; stage: Stage | null } | { kind: 'refused'; message: string };

const EMPTY: Omit<Form, 'slots'> = { grid: [null, null, null], values: [], seed: 1 };

export const form = signal(EMPTY);
/** The form filled in, and what it was filled in for. */
const filled = signal<{ launch: Launch | null; problem: string | null; form: typeof EMPTY; of: Compiled | null } | null>(null);
/** The launch as it is shown; while a change is being filled in, the one before. */
export const launch = signal<Launch | null>(null);
/** Why the form cannot be filled in as it is. */
export const launchProblem = computed(() => (isCurrent() ? (filled.value?.problem ?? null) : null));
const isCurrent = (): boolean => filled.value?.form === form.value && filled.value.of === compiled.value;
export const status = signal<Status>({ kind: 'idle' });
export const result = signal<{ experiment: Experiment; of: Compiled; launch: Launch } | null>(null);
/** Whether the text of the problem size is in no form that sizes have. */
export const unread = signal(false);
/** Whether the result shown is of another text, or other settings or sizes, than what stands now, or sizes were refused since. */
export const resultStale = computed(
  () =>
    result.value !== null &&
    (result.value.of !== compiled.value ||
      stale.value ||
      status.value.kind === 'refused' ||
      launchProblem.value !== null ||
      unread.value ||
      JSON.stringify(result.value.launch) !== JSON.stringify(launch.value)),
);
/** The program to run: the newest compilation, if it gave PTX. */
export const program = computed(() => {
  const report = compiled.value?.report;
  return report?.ptx && report.abi ? { ptx: report.ptx, abi: report.abi } : null;
});

/** The slots of the ring that the kernel's loop is compiled with; 0 without one. */
export const slots = computed(() => compiled.value?.report.schedule?.loops[0]?.depth.chosen ?? 0);

/** Sizes that follow from others, by their places: those of what the same tiles are along. */
export const followers = signal<ReadonlySet<number>>(new Set());

/** The sizes that change with another: of each size a larger one is tried. */
async function followersOf(source: string, entry: string, launch: Launch): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const [at, { role, value }] of launch.arguments.entries()) {
    if (role !== 'extent' || found.has(at)) continue;
    const values = launch.arguments.map((_, place) => (place === at ? 2 * value : null));
    const tried = await ask('fill', { source, entry, form: { ...EMPTY, values, slots: slots.value } }).catch(() => null);
    for (const [place, other] of (tried?.arguments ?? []).entries()) if (place !== at && other.role === 'extent' && other.value !== launch.arguments[place]?.value) found.add(place);
  }
  return found;
}

let signature = '';
/** The kernel whose sizes were tried. */
let examined = '';
let asked = 0;

/** Fills the form in for the newest compilation. What was typed for another kernel is forgotten. */
export async function fillIn(): Promise<void> {
  const now = program.value;
  if (!now || stale.value || status.value.kind === 'running') return;
  const parameters = JSON.stringify([now.abi.entry, now.abi.params.map(({ type }) => type)]);
  if (parameters !== signature) {
    signature = parameters;
    form.value = { ...EMPTY, seed: form.value.seed };
  }
  const isNew = parameters !== examined;
  const turn = ++asked;
  const asking = { form: form.value, of: compiled.value };
  try {
    const answer = await ask('fill', { source: tileIr.value.text, entry: now.abi.entry, form: { ...form.value, slots: slots.value } });
    // Known before there are fields: what is typed into the one of the problem size is for those sizes alone that follow from no other.
    const following = isNew ? await followersOf(tileIr.value.text, now.abi.entry, answer) : followers.value;
    if (turn !== asked) return;
    examined = parameters;
    batch(() => {
      filled.value = { ...asking, launch: answer, problem: null };
      launch.value = answer;
      followers.value = following;
    });
  } catch (error) {
    if (turn !== asked || error instanceof Cancelled) return;
    filled.value = { ...asking, launch: null, problem: words(error) };
  }
}

const words = (error: unknown): string => {
  const text = errorMessage(error);
  return error instanceof Crash ? `The engines crashed. This is our bug, not yours. (${text.split('\n', 1)[0]})` : inTheirWords(text);
};

/** A text of the engines: in the words of the page, and with the kernel's own names. */
const inTheirWords = (text: string): string => onPage(python.value ? inPython(text, parametersOf(python.value)) : text);

/** The parts of a run's outcome that are in words, or name values. */
const said = ({ outputs, kernel_faults, ptx_faults, unfinished }: Experiment): Partial<Experiment> => ({
  ...resaid({ kernel_faults, ptx_faults, unfinished }, inTheirWords),
  outputs: outputs.map((output) => ({ ...output, name: valueName(output.name) })),
});

/** Changes one of the numbers of the grid; null: as suggested. */
export function setGrid(axis: number, value: number | null): void {
  const grid = form.value.grid.map((old, at) => (at === axis ? value : old)) as Form['grid'];
  form.value = { ...form.value, grid };
}

/** Changes the values of parameters by their places; null: as suggested. */
export function setValues(places: readonly number[], to: readonly (number | null)[]): void {
  const length = Math.max(form.value.values.length, ...places.map((at) => at + 1));
  const values = Array.from({ length }, (_, at) => (places.includes(at) ? (to[places.indexOf(at)] ?? null) : (form.value.values[at] ?? null)));
  form.value = { ...form.value, values };
  unread.value = false;
}

/** Changes one of them. */
export const setValue = (at: number, value: number | null): void => setValues([at], [value]);

/** Forgets what was filled in. */
export function reset(): void {
  form.value = { ...EMPTY, seed: form.value.seed };
}

const GOOD: readonly Verdict[] = ['same', 'close'];

/** Runs the kernel. */
export async function run(): Promise<void> {
  if (!isCurrent() || filled.value?.problem) await fillIn();
  // While the engines were loading the form may have asked anew by itself; then only the newer answer counts.
  if (!isCurrent() && !filled.value?.problem) await fillIn();
  const [of, now, chosen] = [compiled.value, program.value, isCurrent() ? filled.value?.launch : null];
  if (!of || !now || !chosen || stale.value || status.value.kind === 'running') return;
  status.value = { kind: 'running', stage: null };
  try {
    const { text: source, origin } = tileIr.value;
    const argument = { source, origin, ptx: now.ptx, abi: now.abi, launch: chosen, options: of.report.options };
    const experiment = await ask('experiment', argument, (stage) => (status.value = { kind: 'running', stage }));
    batch(() => {
      result.value = { experiment: { ...experiment, ...said(experiment) }, of, launch: chosen };
      status.value = { kind: 'idle' };
      trouble.value = GOOD.includes(experiment.verdict) ? '' : `a run was ${experiment.verdict}: ${(experiment.unfinished ?? experiment.ptx_faults[0]?.message ?? '').split('\n', 1)[0]}`;
    });
  } catch (error) {
    const message = error instanceof Cancelled ? '' : words(error);
    trouble.value = message;
    status.value = message ? { kind: 'refused', message } : { kind: 'idle' };
  }
}

/** Stops the run, if there is one. */
export const stop = (): void => cancel();
