// The page.

import { useEffect, useRef } from 'preact/hooks';
import { openFiles, showDocument } from '../actions';
import { documentKind } from '../tools';
import { later } from '../later';
import { dialog, sourceShown, split, touring } from '../state';
import { EMBEDDED, wholePage } from '../embedded';
import { EarlyKeys } from './EarlyKeys';
import { Header } from './Header';
import { NoticeBar } from './Notice';
import { Result } from './Result';
import { Source } from './Source';
import { Splitter } from './Splitter';
import { Status } from './Status';

const Tour = later(() => import('./Tour').then(({ Tour }) => Tour));
const Dialogs = later(() => import('./Dialogs').then(({ Dialogs }) => Dialogs), EarlyKeys);

export function App() {
  const main = useRef<HTMLElement>(null);
  // Set through the object model: the content security policy forbids style attributes.
  useEffect(() => main.current?.style.setProperty('--split', `${split.value}%`), [split.value]);
  // Wherever a file falls: the browser would show it in place of the page.
  useEffect(() => {
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      void openFiles(event.dataTransfer?.files);
    });
  }, []);
  return (
    <>
      <a class="skip" href="#view">
        Skip to the result
      </a>
      {EMBEDDED ? <EmbedBar /> : <Header />}
      <NoticeBar />
      <Switch always={EMBEDDED} />
      <main
        ref={main}
        class={`${sourceShown.value ? 'source-first' : 'result-first'} ${EMBEDDED ? 'one' : ''}`}
        onPasteCapture={(event) => {
          // A document that is no kernel is shown instead of taken into the text.
          const text = event.clipboardData?.getData('text/plain') ?? '';
          const kind = documentKind(text);
          if (!kind) return;
          event.preventDefault();
          event.stopPropagation();
          showDocument(kind, text);
        }}
      >
        <Source />
        <Splitter />
        <Result />
      </main>
      {touring.value && <Tour />}
      {dialog.value && <Dialogs />}
    </>
  );
}

/** In another page: whose view this is, and the way to all of it. */
const EmbedBar = () => (
  <header class="embed-bar">
    <h1 class="brand">
      <img src="/icon.svg" width="18" height="18" alt="" />
      Tilewright
    </h1>
    <Status />
    <a href={wholePage()} target="_blank" rel="noopener">
      Open it
    </a>
  </header>
);

/** On a narrow screen: which of the two panes. */
const Switch = ({ always }: { always: boolean }) => (
  <nav class={`switch ${always ? 'always' : ''}`} aria-label="What to show">
    <button type="button" aria-pressed={sourceShown.value} onClick={() => (sourceShown.value = true)}>
      Source
    </button>
    <button type="button" aria-pressed={!sourceShown.value} onClick={() => (sourceShown.value = false)}>
      Result
    </button>
  </nav>
);
