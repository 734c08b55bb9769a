// Things that the browser keeps between visits. Storage may be closed or full; then nothing is kept and nothing breaks.

import { EMBEDDED } from './embedded';

export interface Draft {
  source: string;
  /** Settings that differ from the defaults, by name, as in a link. */
  options: { [name: string]: unknown };
}

const KEY = { draft: 'tilewright.draft', earlier: 'tilewright.earlier', past: 'tilewright.past', theme: 'tilewright.theme', split: 'tilewright.split' } as const;

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

function readDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null;
    return draft && typeof draft.source === 'string' ? { source: draft.source, options: { ...draft.options } } : null;
  } catch {
    return null;
  }
}

/** The text as it was last edited in this tab, else in any. */
export const loadDraft = (): Draft | null => readDraft(ofTab.read()) ?? readDraft(read('draft'));

/** Each tab keeps a draft of its own; the newest of all is where a new tab begins. */
export function saveDraft(draft: Draft): void {
  const text = JSON.stringify(draft);
  ofTab.write(text);
  write('draft', text);
}

/** The draft of this tab: it lives as long as the tab, and through a reload. */
const ofTab = {
  read(): string | null {
    if (EMBEDDED) return null;
    try {
      return sessionStorage.getItem(KEY.draft);
    } catch {
      return null;
    }
  },
  write(text: string): void {
    if (EMBEDDED) return;
    try {
      sessionStorage.setItem(KEY.draft, text);
    } catch {
      // The draft of all tabs is what a reload then finds.
    }
  },
};

/** The text that a link took the place of. */
export const loadEarlier = (): Draft | null => readDraft(read('earlier'));
export const saveEarlier = (draft: Draft): void => write('earlier', JSON.stringify(draft));

/** A text that another took the place of, and when. */
export interface Past extends Draft {
  at: number;
}

/** Texts that are kept. */
const MOST_PAST = 20;

/** The texts that others took the place of, the newest first. */
export function loadPast(): Past[] {
  try {
    const list = JSON.parse(read('past') ?? '[]') as Past[];
    return Array.isArray(list) ? list.filter(({ source, at }) => typeof source === 'string' && typeof at === 'number') : [];
  } catch {
    return [];
  }
}

/** Keeps a text that another takes the place of; the same text is kept once. */
export function savePast(draft: Draft, at: number): void {
  const others = loadPast().filter(({ source }) => source !== draft.source);
  write('past', JSON.stringify([{ ...draft, at }, ...others].slice(0, MOST_PAST)));
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
