// The page.

import { useEffect, useRef } from 'preact/hooks';
import { openFile } from '../actions';
import { sourceShown, split } from '../state';
import { Header } from './Header';
import { NoticeBar } from './Notice';
import { Result } from './Result';
import { Source } from './Source';
import { Splitter } from './Splitter';

export function App() {
  const main = useRef<HTMLElement>(null);
  // Set through the object model: the content security policy forbids style attributes.
  useEffect(() => main.current?.style.setProperty('--split', `${split.value}%`), [split.value]);
  return (
    <>
      <a class="skip" href="#view">
        Skip to the result
      </a>
      <Header />
      <NoticeBar />
      <Switch />
      <main
        ref={main}
        class={sourceShown.value ? 'source-first' : 'result-first'}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const file = event.dataTransfer?.files[0];
          if (file) void openFile(file);
        }}
      >
        <Source />
        <Splitter />
        <Result />
      </main>
    </>
  );
}

/** On a narrow screen: which of the two panes. */
const Switch = () => (
  <nav class="switch" aria-label="What to show">
    <button type="button" aria-pressed={sourceShown.value} onClick={() => (sourceShown.value = true)}>
      Source
    </button>
    <button type="button" aria-pressed={!sourceShown.value} onClick={() => (sourceShown.value = false)}>
      Result
    </button>
  </nav>
);
