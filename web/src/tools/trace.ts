// Traces in Chrome's format, such as `--schedule-trace-file` writes: how the schedule of a loop was found. No drawing here.

/** An event of a trace, as far as it is read. */
interface Raw {
  ph: string;
  name?: unknown;
  cat?: unknown;
  pid?: unknown;
  tid?: unknown;
  ts?: unknown;
  dur?: unknown;
  args?: { [name: string]: unknown };
}

/** Something that took its time, or happened at a moment. */
export interface Happening {
  name: string;
  kind: string;
  from: number;
  to: number;
  /** The things said of it, in words. */
  says: string;
}

/** A lane: what happened one after the other, or at the same time in rows. */
export interface Lane {
  name: string;
  rows: Happening[][];
}

/** A process of the trace: of ours, a loop. */
export interface Process {
  name: string;
  lanes: Lane[];
  end: number;
}

const events = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'traceEvents' in value ? value.traceEvents : value);

const isEvent = (value: unknown): value is Raw => typeof value === 'object' && value !== null && 'ph' in value && typeof value.ph === 'string';

/** Whether a value is a trace. */
export function isTrace(value: unknown): boolean {
  const all = events(value);
  return Array.isArray(all) && all.length > 0 && all.every(isEvent);
}

/** The processes of a trace. */
export function processes(value: unknown): Process[] {
  const all = (events(value) as unknown[]).filter(isEvent);
  const names = new Map<string, string>();
  const lanes = new Map<string, Map<string, Happening[]>>();
  for (const { ph, name, cat, pid, tid, ts, dur, args = {} } of all) {
    const [process, thread] = [String(pid ?? 0), String(tid ?? 0)];
    if (ph === 'M') names.set(name === 'process_name' ? process : `${process} ${thread}`, String(args.name ?? ''));
    if (ph !== 'X' && ph !== 'i' && ph !== 'I') continue;
    const from = Number(ts) || 0;
    const says = Object.entries(args).flatMap(([key, one]) => (one === null || String(one) === '' ? [] : [`${key} ${typeof one === 'object' ? JSON.stringify(one) : String(one)}`]));
    const own = lanes.get(process) ?? new Map<string, Happening[]>();
    lanes.set(process, own);
    own.set(thread, [...(own.get(thread) ?? []), { name: String(name ?? ''), kind: String(cat ?? ''), from, to: from + (Number(dur) || 0), says: says.join(', ') }]);
  }
  return [...lanes].map(([process, threads]) => {
    const made = [...threads].map(([thread, happenings]) => ({ name: names.get(`${process} ${thread}`) || `lane ${thread}`, rows: inRows(happenings) }));
    return { name: names.get(process) || `process ${process}`, lanes: made, end: Math.max(1, ...[...threads.values()].flat().map(({ to }) => to)) };
  });
}

/** Happenings in as few rows as there are at the same time, the longest first. */
function inRows(happenings: readonly Happening[]): Happening[][] {
  const rows: Happening[][] = [];
  for (const one of [...happenings].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const free = rows.find((row) => (row.at(-1)?.to ?? 0) <= one.from);
    if (free) free.push(one);
    else rows.push([one]);
  }
  return rows;
}
