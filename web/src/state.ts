// Everything the page shows, as signals. Components read them; the functions in actions.ts write them.

import { batch, computed, effect, signal } from '@preact/signals';
import type { About } from './compiler/protocol';
import { PART, RESULT_FIRST } from './embedded';
import type { Compiled, JsonValue, LayoutChoice, Listing, Options, PassRecord, Python, Report } from './generated/types';
import { parametersOf, pythonName } from './python/names';
import { loadSplit, loadTheme } from './storage';
import type { DocumentKind } from './tools';

/** Where the compiler is. */
export type Phase =
  | { kind: 'loading' }
  | { kind: 'working' }
  | { kind: 'ready' }
  /** It could not be had, or it failed; `again` says whether trying once more makes sense, `ours` that it is a mistake of the compiler. */
  | { kind: 'failed'; message: string; again: boolean; ours?: boolean };

export const TABS = ['passes', 'ptx', 'schedule', 'abi', 'run', 'tiles', 'layouts', 'compare'] as const;
export type Tab = (typeof TABS)[number];

/** A sentence above the page, with what can be done about it. */
export interface Notice {
  tone: 'info' | 'warning';
  text: string;
  action?: { label: string; run(): void };
}

export const phase = signal<Phase>({ kind: 'loading' });
/** Resolves once there is a result, or a reason for none: what the first result does without comes then. */
export const begun = new Promise<void>((resolve) => {
  effect(() => void (/ready|failed/.test(phase.value.kind) && resolve()));
});
export const about = signal<About | null>(null);
export const options = signal<Options | null>(null);
/** The model of one's own that loops are scheduled in, as its text; null: the one that the options name. */
export const machine = signal<string | null>(null);
export const compiled = signal<Compiled | null>(null);
/** The Tile IR that was compiled, and the Python that it was made of, if it was. */
export const tileIr = signal<{ text: string; origin: string | null }>({ text: '', origin: null });
/** The facts about the kernel in Python that was compiled; null for Tile IR. */
export const python = signal<Python | null>(null);
/** A value of the kernel by its name, as the kernel's language writes it. */
export const valueName = (name: string): string => (python.value ? pythonName(name, parametersOf(python.value)) : `%${name}`);
/** The kernels to choose from. */
export const kernels = computed(() => python.value?.kernels ?? compiled.value?.report.entries ?? []);
/** The newest result with any IR in it: what is shown while the text cannot be read. */
export const readable = signal<Compiled | null>(null);
/** The passes of that result. They are printed once it is on the screen, so that they come a moment later. */
export const records = signal<PassRecord[]>([]);
/** The layouts of that result, which are asked for while they are shown; null until they come. */
export const layouts = signal<LayoutChoice[] | null>(null);
/** The part of a report that is about the schedule. */
export type Scheduled = Pick<Report, 'ok' | 'schedule' | 'hints' | 'registers'> & { level: number; behind: string | undefined };

/** The pass behind which a text that is IR of a boundary was read, in words; of a kernel in an input language nothing. */
export const readBehind = (report: Report): string | undefined => report.summary.find(({ label }) => label === 'read')?.value;

let lastScheduled: { text: string; now: Scheduled } | null = null;

/** The part of that result that the schedule's view shows. It stays the same object while it says the same, so that an edit which does not touch the schedule draws nothing anew. */
export const scheduled = computed(() => {
  const report = readable.value?.report;
  if (!report) return null;
  const { ok, schedule, hints, registers, options: settings } = report;
  const now = { ok, schedule, hints, registers, level: settings.opt_level, behind: readBehind(report) };
  const text = JSON.stringify(now);
  if (text !== lastScheduled?.text) lastScheduled = { text, now };
  return lastScheduled.now;
});

/** Whether the result shown is older than the newest one. */
export const outdated = computed(() => readable.value !== compiled.value);
/** Whether the editor holds a text newer than what was compiled. */
export const stale = signal(false);
/** The dialog that is open over the page. */
export const dialog = signal<'palette' | 'keys' | 'machine' | 'document' | null>(null);

/** The document that is, or was last, shown over the page. */
export const shownDocument = signal<{ kind: DocumentKind; text: string } | null>(null);
/** Whether the tour has begun. */
export const touring = signal(false);
/** The file that is given another name, by its number. */
export const renaming = signal<number | null>(null);
export const notice = signal<Notice | null>(null);
/** The reason for which the newest run is no good; empty: it is, or there was none. */
export const trouble = signal('');

export const tab = signal<Tab>('schedule');
/** The view beside it, if there is one. */
export const second = signal<Tab | null>(null);
/** The pass that is shown, by its key, so that it stays the same pass when the text changes. */
export const chosenPass = signal<string | null>(null);
export const diff = signal(false);
/** The pass whose text a pass is compared with, by its key; null: the one before it. */
export const against = signal<string | null>(null);
/** Whether the two texts stand beside each other. */
export const sideBySide = signal(false);
/** The sides of the comparison as a link has them; undefined: none was changed. */
export const comparison = signal<JsonValue | undefined>(undefined);
export const onlyChanged = signal(false);
export const passFilter = signal('');

/** The source line that is highlighted everywhere: that under the pointer, else that of the cursor. 0: none. */
export const pointedLine = signal(0);
export const cursorLine = signal(0);
export const linkedLine = computed(() => pointedLine.value || cursorLine.value);
/** The agent whose part of that line is meant, where an op or an instruction is pointed at or chosen; null: all that came of the line. */
const pointedAgent = signal<string | null>(null);
export const cursorAgent = signal<string | null>(null);
export const linkedAgent = computed(() => (pointedLine.value ? pointedAgent.value : cursorAgent.value));

/** The pointer is over what comes from a line; 0: over nothing. */
export const pointAt = (line: number, agent: string | null = null): void =>
  batch(() => {
    pointedLine.value = line;
    pointedAgent.value = agent;
  });

/** A line is chosen, with all that comes from it; 0: none. */
export const cursorAt = (line: number, agent: string | null = null): void =>
  batch(() => {
    cursorLine.value = line;
    cursorAgent.value = agent;
  });

/** The op of a schedule: what it is known by, in drawings and in links. */
interface ChosenOp {
  key: string;
  line: number;
  agent: string;
}
export const lastOp = signal<ChosenOp | null>(null);
/** The op that is chosen, until something else is: another line, or another agent's part of it. */
export const chosenOp = computed(() => {
  const op = lastOp.value;
  if (op === null || op.line < 1) return op?.key ?? null;
  return cursorLine.value === op.line && cursorAgent.value === (op.agent || null) ? op.key : null;
});

/** The value that is marked wherever its name stands: that under the pointer, else the one that was chosen. */
export const pointedValue = signal<string | null>(null);
export const chosenValue = signal<string | null>(null);
export const shownValue = computed(() => pointedValue.value ?? chosenValue.value);

export const theme = signal(loadTheme());

const system = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(system.matches);
system.addEventListener('change', () => {
  systemIsDark.value = system.matches;
});

/** Whether the page is dark: as chosen, or else as the system is now. */
export const isDark = computed(() => (theme.value === 'system' ? systemIsDark.value : theme.value === 'dark'));
export const split = signal(loadSplit());
/** On a narrow screen one pane is shown at a time. */
export const sourceShown = signal(PART === null && !RESULT_FIRST);

export interface Pass {
  /** Name and how many passes of that name came before. */
  key: string;
  name: string;
  level: string;
  changed: boolean;
  listing: Listing;
  /** Microseconds; null where it was not timed. */
  micros: number | null;
}

export const passes = computed<Pass[]>(() => {
  const seen = new Map<string, number>();
  // Not followed: until its passes come, the times of a new result are not those of the passes shown.
  const times = [...(readable.peek()?.timings.passes ?? [])];
  return records.value.map((pass) => {
    const count = seen.get(pass.name) ?? 0;
    seen.set(pass.name, count + 1);
    const timed = times.findIndex((timing) => timing.name === pass.name);
    const micros = timed < 0 ? null : (times.splice(timed, 1)[0]?.micros ?? null);
    return { ...pass, key: count ? `${pass.name}#${count + 1}` : pass.name, micros };
  });
});

export const visiblePasses = computed(() => {
  const words = passFilter.value.trim().toLowerCase();
  return passes.value.filter((pass, at) => {
    const wanted = !onlyChanged.value || pass.changed || at === 0;
    return wanted && `${pass.name} ${pass.level}`.toLowerCase().includes(words);
  });
});

/** The pass that is shown: the chosen one, or the last of those there are. */
export const shownPass = computed(() => {
  const all = passes.value;
  const at = all.findIndex((pass) => pass.key === chosenPass.value);
  const place = at < 0 ? all.length - 1 : at;
  const pass = all[place];
  const chosen = all.find((one) => one.key === against.value && one !== pass);
  return pass ? { pass, before: chosen ?? all[place - 1] ?? null, place } : null;
});

export const problems = computed(() => {
  const messages = compiled.value?.report.diagnostics ?? [];
  return messages.map((message, at) => ({ message, place: compiled.value?.places[at] ?? null }));
});

/** Whether there is no text at all, which is no mistake. */
export const blank = computed(() => compiled.value !== null && problems.value.every(({ message }) => message.code === 'entry') && isBlank(tileIr.value.text));

/** Whether a text in Tile IR says nothing: white space and comments. */
const isBlank = (text: string): boolean => text.split('\n').every((line) => /^\s*(\/\/.*)?$/.test(line));

export const errorCount = computed(() => problems.value.filter(({ message }) => message.severity === 'error').length);
