// Things that the browser keeps between visits. Storage may be closed or full; then nothing is kept and nothing breaks.

import { EMBEDDED } from './embedded';

export interface Draft {
  source: string;
  /** Settings that differ from the defaults, by name, as in a link. */
  options: { [name: string]: unknown };
}

/** A text with the name that a person gave it, if one did. */
export interface TextFile extends Draft {
  name: string | null;
  /** Whether a person has written in it: then it is nowhere else. */
  own: boolean;
}

/** The files that are open in a tab of the browser, and which of them is shown. */
export interface Desk {
  files: TextFile[];
  shown: number;
}

const KEY = { draft: 'tilewright.draft', past: 'tilewright.past', theme: 'tilewright.theme', split: 'tilewright.split' } as const;
/** The keys of desks begin so: each tab of the browser has its own. */
const DESK = 'tilewright.desk.';

function read(key: keyof typeof KEY): string | null {
  if (EMBEDDED) return null;
  try {
    return localStorage.getItem(KEY[key]);
  } catch {
    return null;
  }
}

function write(key: keyof typeof KEY, value: string | null): void {
  if (EMBEDDED) return;
  try {
    if (value === null) localStorage.removeItem(KEY[key]);
    else localStorage.setItem(KEY[key], value);
  } catch {
    // Nothing to be done: the text is still in the editor.
  }
}

/** A text of storage as what it was; null where it is none, or `made` says so. */
function parsed<Kind>(text: string | null, made: (value: Kind) => boolean): Kind | null {
  try {
    const value = JSON.parse(text ?? 'null') as Kind | null;
    return value && made(value) ? value : null;
  } catch {
    return null;
  }
}

const isDesk = ({ files, shown }: Desk): boolean => Array.isArray(files) && files[shown] !== undefined && files.every(({ source }) => typeof source === 'string');
const isKept = (kept: Kept): boolean => typeof kept.at === 'number' && isDesk(kept);

/** A desk as it is kept for other tabs: with the time of its last change. */
interface Kept extends Desk {
  at: number;
}

/** Desks that are kept for other tabs. */
const MOST_DESKS = 8;

/** The desks that tabs of the browser have kept, the newest first. */
function desks(): { key: string; kept: Kept }[] {
  const found = Object.keys(localStorage).flatMap((key) => {
    const kept = key.startsWith(DESK) ? parsed(localStorage.getItem(key), isKept) : null;
    return kept ? [{ key, kept }] : [];
  });
  return found.sort((a, b) => b.kept.at - a.kept.at);
}

/** The draft of versions that had one file. */
function draft(): Desk | null {
  const old = parsed<Draft>(read('draft'), ({ source }) => typeof source === 'string');
  return old && { files: [{ name: null, own: true, ...old, options: { ...old.options } }], shown: 0 };
}

/** The key under which this tab's desk is kept for others, asked for before another can have it. */
let ownKey: Promise<string> | undefined;

/** Finds a key for this tab. A tab that was doubled by the browser has the other's, which is held while that lives. */
async function findKey(): Promise<string> {
  const before = sessionStorage.getItem(`${DESK}key`);
  const key = before && (await holds(before)) ? before : DESK + crypto.randomUUID();
  if (key !== before) await holds(key);
  sessionStorage.setItem(`${DESK}key`, key);
  return key;
}

/** Whether this tab is the one that has `key` from now on. Without locks, any is. */
const holds = (key: string): Promise<boolean> =>
  new Promise((tell) => {
    if (!navigator.locks) tell(true);
    else
      void navigator.locks.request(key, { ifAvailable: true }, (lock) => {
        tell(lock !== null);
        // Held for as long as the tab lives.
        return lock && new Promise(() => undefined);
      });
  });

/** The files as they were last in this tab; where it is new, and not `alone`, as they were last in any in which a person wrote. */
export function loadDesk(alone: boolean): Desk | null {
  if (EMBEDDED) return null;
  try {
    ownKey = findKey();
    const own = parsed(sessionStorage.getItem(DESK), isDesk);
    if (own || alone) return own;
    const others = desks().map(({ kept }) => kept);
    return others.find(({ files }) => files.some(({ own }) => own)) ?? others[0] ?? draft();
  } catch {
    return null;
  }
}

/** Keeps the files: for this tab, and for those that begin later. */
export async function saveDesk(desk: Desk): Promise<void> {
  if (EMBEDDED) return;
  try {
    sessionStorage.setItem(DESK, JSON.stringify(desk));
    if (!ownKey) return;
    localStorage.setItem(await ownKey, JSON.stringify({ ...desk, at: Date.now() } satisfies Kept));
    for (const { key, kept } of desks().slice(MOST_DESKS)) {
      for (const file of kept.files) if (file.own) savePast(file, kept.at);
      localStorage.removeItem(key);
    }
  } catch {
    // Nothing to be done: the texts are still in the editor.
  }
}

/** A text that is no longer open, and when it was. */
export interface Past extends Draft {
  at: number;
}

/** Texts that are kept. */
const MOST_PAST = 20;

/** The texts of files that were closed, the newest first. */
const closed = (): Past[] => (parsed<Past[]>(read('past'), Array.isArray) ?? []).filter(({ source, at }) => typeof source === 'string' && typeof at === 'number');

/** Texts that a person wrote: of closed files, and of those that other tabs have or had, the newest first and each once. */
export function loadPast(): Past[] {
  try {
    const others = desks().flatMap(({ kept: { files, at } }) => files.flatMap(({ source, options, own }) => (own && source.trim() ? [{ source, options, at }] : [])));
    const all = [...closed(), ...others].sort((a, b) => b.at - a.at);
    return all.filter(({ source }, at) => all.findIndex((one) => one.source === source) === at);
  } catch {
    return [];
  }
}

/** Keeps a text that is closed; the same text is kept once. */
export function savePast({ source, options }: Draft, at: number): void {
  const others = closed().filter((past) => past.source !== source);
  write('past', JSON.stringify([{ source, options, at }, ...others].slice(0, MOST_PAST)));
}

export type Theme = 'system' | 'light' | 'dark';

export function loadTheme(): Theme {
  const theme = read('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
export const saveTheme = (theme: Theme): void => write('theme', theme === 'system' ? null : theme);

/** Share of the width that the source has, in percent. */
export function loadSplit(): number {
  const split = Number(read('split'));
  return split >= 20 && split <= 80 ? split : 42;
}
export const saveSplit = (split: number): void => write('split', String(Math.round(split)));
