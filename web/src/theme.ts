// The colours of the page: the three themes, in turn.

import { theme } from './state';
import { saveTheme, type Theme } from './storage';

export const THEMES: { [name in Theme]: { next: Theme; words: string } } = {
  system: { next: 'light', words: 'as the system' },
  light: { next: 'dark', words: 'light' },
  dark: { next: 'system', words: 'dark' },
};

/** Goes on to the next theme, and keeps it. */
export function nextTheme(): void {
  const { next } = THEMES[theme.value];
  theme.value = next;
  saveTheme(next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
}
