// Starts the page: the text first, the compiler as soon as it is there.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { addressChanged, begin, compileNow, downloadFile, edited, firstText, letGo, leave, showTab } from './actions';
import { App } from './components/App';
import { EMBEDDED } from './embedded';
import { sourceEditor } from './editor/source';
import { placesOf } from './editor/values';
import { getTheRest } from './later';
import { keepOffline } from './offline';
import { begun, chosenValue, compiled, cursorAt, dialog, pointAt, pointedValue, python, records, TABS, tileIr } from './state';

/** A name in the source, where it is a value's: a word of Python is one if the Tile IR that comes of it has it. */
const known = (name: string | null): string | null => (name && python.value && placesOf(tileIr.value.text, name, false).length === 0 ? null : name);

sourceEditor.start(firstText(), {
  edited,
  pointed: pointAt,
  cursor: cursorAt,
  pointedValue: (name) => (pointedValue.value = known(name)),
  cursorValue: (name) => (chosenValue.value = known(name) ?? chosenValue.peek()),
  madeOf(line) {
    const { text = '', lines = [] } = records.value[0]?.listing ?? {};
    return text.split('\n').filter((_, at) => lines[at] === line);
  },
});

void begin();
void begun.then(getTheRest);

// In a task of its own: reading the code took one, and the compiler is on its way meanwhile.
setTimeout(() => {
  const app = document.getElementById('app');
  if (!app) return;
  app.replaceChildren();
  render(<App />, app);
});

// For fingers, the words that things say when a mouse rests on them.
if (navigator.maxTouchPoints > 0) {
  const end = effect(() => {
    if (!compiled.value) return;
    void import('./tips').catch(() => undefined);
    queueMicrotask(() => end());
  });
}

// Kept once the first result is there: the page itself comes first.
if (!EMBEDDED) {
  const end = effect(() => {
    if (!compiled.value) return;
    setTimeout(() => void keepOffline().catch(() => undefined), 2000);
    queueMicrotask(() => end());
  });
}
// On a low screen the bars above a result go away as one reads on in it (styles/layout.css): what is scrolled there would move first.
addEventListener(
  'scroll',
  ({ target }) => {
    if (innerHeight <= 480 && target instanceof Element && target.scrollTop > 0) scrollTo(0, document.documentElement.scrollHeight);
  },
  { capture: true, passive: true },
);
addEventListener('pagehide', leave);
addEventListener('hashchange', () => void addressChanged());
/** Whether keys write where the focus is. */
function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    dialog.value = dialog.value === 'palette' ? null : 'palette';
    return;
  }
  if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    downloadFile();
    return;
  }
  if (event.key === '?' && !isWriting(event) && dialog.value === null) {
    event.preventDefault();
    dialog.value = 'keys';
    return;
  }
  const name = event.altKey && !event.ctrlKey && !event.metaKey ? TABS[Number(event.code.replace('Digit', '')) - 1] : undefined;
  if (name) {
    event.preventDefault();
    showTab(name);
  } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    compileNow();
  } else if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open], .menu [aria-expanded=true]')) letGo();
});
