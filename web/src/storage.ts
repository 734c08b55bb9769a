// Things that the browser keeps between visits. Storage may be closed or full; then nothing is kept and nothing breaks.

export interface Draft {
  source: string;
  /** Settings that differ from the defaults, by name, as in a link. */
  options: { [name: string]: unknown };
}

const KEY = { draft: 'tilewright.draft', earlier: 'tilewright.earlier', theme: 'tilewright.theme', split: 'tilewright.split' } as const;

function read(key: keyof typeof KEY): string | null {
  try {
    return localStorage.getItem(KEY[key]);
  } catch {
    return null;
  }
}

function write(key: keyof typeof KEY, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(KEY[key]);
    else localStorage.setItem(KEY[key], value);
  } catch {
    // Nothing to be done: the text is still in the editor.
  }
}

function readDraft(key: 'draft' | 'earlier'): Draft | null {
  try {
    const draft = JSON.parse(read(key) ?? 'null') as Draft | null;
    return draft && typeof draft.source === 'string' ? { source: draft.source, options: { ...draft.options } } : null;
  } catch {
    return null;
  }
}

/** The text as it was last edited here. */
export const loadDraft = (): Draft | null => readDraft('draft');
export const saveDraft = (draft: Draft): void => write('draft', JSON.stringify(draft));

/** The text that a link took the place of. */
export const loadEarlier = (): Draft | null => readDraft('earlier');
export const saveEarlier = (draft: Draft): void => write('earlier', JSON.stringify(draft));

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
