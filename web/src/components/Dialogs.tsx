// The palette of commands, and the map of keys.

import { useEffect, useRef, useState } from 'preact/hooks';
import { type Command, commands, KEYS } from '../commands';
import { reveal } from '../reveal';
import { dialog } from '../state';
import { DocumentDialog } from './DocumentDialog';
import { early } from './EarlyKeys';
import { Machine } from './Machine';
import { CloseButton, closeDialog as close, closed, useModal } from './modal';

/** The dialog that is open; none where none is. */
export function Dialogs() {
  if (dialog.value === 'palette') return <Palette />;
  if (dialog.value === 'machine') return <Machine />;
  if (dialog.value === 'document') return <DocumentDialog />;
  return dialog.value === 'keys' ? <Keys /> : null;
}

/** Whether all letters of `words` are in `title` in their order; the sooner they come, the better. Null where they are not. */
export function matching(title: string, words: string): number | null {
  const [text, letters] = [title.toLowerCase(), words.toLowerCase().replace(/\s+/g, '')];
  if (text.replace(/\s+/g, '').includes(letters)) return text.replace(/\s+/g, '').indexOf(letters);
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return null;
  }
  return 100 + at;
}

function Palette() {
  const box = useModal();
  const [words, setWords] = useState(early.value);
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  // They are of this time alone.
  useEffect(() => {
    early.value = '';
  }, []);
  const found = commands()
    .flatMap((command) => {
      const { title, group, also = '' } = command;
      const rank = matching(`${title} ${group} ${also}`, words);
      return rank === null ? [] : [{ command, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
  const at = Math.min(chosen, found.length - 1);
  useEffect(() => reveal(list.current, list.current?.querySelector('[aria-selected=true]')), [at, words]);
  const go = (command: Command | undefined): void => {
    if (!command) return;
    close();
    // After the focus has gone back, for a command may take it elsewhere.
    queueMicrotask(() => command.run());
  };
  const move = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (event.key === 'Enter') go(found[at]);
    if (to !== undefined) setChosen(Math.max(0, Math.min(found.length - 1, to)));
    if (to !== undefined || event.key === 'Enter') event.preventDefault();
  };
  return (
    <dialog ref={box} class="palette" aria-label="Commands" onClose={closed('palette')} onClick={(event) => event.target === box.current && close()}>
      <input
        type="text"
        autocomplete="off"
        role="combobox"
        list={undefined}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={at >= 0 ? `command-${at}` : undefined}
        aria-label="Find a command"
        placeholder="Find a command, a kernel, a target"
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={move}
      />
      <ul ref={list} id="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, place) => (
          <li key={command.title} id={`command-${place}`} role="option" aria-selected={place === at} onClick={() => go(command)}>
            <span>{command.title}</span>
            <small>{command.keys ?? command.group}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="hint">Nothing is called that.</p>}
    </dialog>
  );
}

function Keys() {
  const box = useModal();
  return (
    <dialog ref={box} class="keys" aria-labelledby="keys-title" onClose={closed('keys')} onClick={(event) => event.target === box.current && close()}>
      <form method="dialog">
        <h2 id="keys-title">Map of keys</h2>
        <div class="keys-map">
          {KEYS.map(({ where, keys }) => (
            <section key={where}>
              <h3>{where}</h3>
              <dl>
                {keys.map(([key, does]) => (
                  <div key={key}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div class="row-end">
          <CloseButton />
        </div>
      </form>
    </dialog>
  );
}
