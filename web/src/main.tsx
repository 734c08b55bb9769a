// Starts the page: the text first, the compiler as soon as it is there.

import { render } from 'preact';
import { addressChanged, begin, compileNow, edited, firstText, letGo, showTab } from './actions';
import { App } from './components/App';
import { sourceEditor } from './editor/source';
import { chosenValue, cursorLine, pointedLine, pointedValue, TABS } from './state';

sourceEditor.start(firstText(), {
  edited,
  pointed: (line) => (pointedLine.value = line),
  cursor: (line) => (cursorLine.value = line),
  pointedValue: (name) => (pointedValue.value = name),
  cursorValue: (name) => (chosenValue.value = name ?? chosenValue.peek()),
});

const app = document.getElementById('app');
if (app) {
  app.replaceChildren();
  render(<App />, app);
}

void begin();
addEventListener('hashchange', () => void addressChanged());
addEventListener('keydown', (event) => {
  const name = event.altKey && !event.ctrlKey && !event.metaKey ? TABS[Number(event.code.replace('Digit', '')) - 1] : undefined;
  if (name) {
    event.preventDefault();
    showTab(name);
  } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    compileNow();
  } else if (event.key === 'Escape' && !event.defaultPrevented) letGo();
});
