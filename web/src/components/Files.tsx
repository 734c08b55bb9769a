// The files that are open, above the editor.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { closeFile, newFile, renameFile, showFile } from '../actions';
import { files, type Open, shown, titleOf } from '../files';
import { reveal } from '../reveal';
import { renaming } from '../state';

/** Keys in the list, by the file they go to from a place. */
const STEPS: { [key: string]: (at: number, last: number) => number } = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

export function Files() {
  const list = useRef<HTMLUListElement>(null);
  const now = files.value;
  useEffect(() => reveal(list.current, list.current?.querySelector('[aria-current]')), [shown.value, now.length]);
  const focus = (id: number): void => list.current?.querySelector<HTMLElement>(`[data-file="${id}"]`)?.focus();
  const close = async (file: Open): Promise<void> => {
    await closeFile(file.id);
    requestAnimationFrame(() => focus(shown.value));
  };
  const keys = (event: KeyboardEvent, file: Open): void => {
    const to = STEPS[event.key]?.(now.indexOf(file), now.length - 1);
    if (to !== undefined) focus(now[to]?.id ?? file.id);
    else if (event.key === 'Delete') void close(file);
    else if (event.key === 'F2') renaming.value = file.id;
    else return;
    event.preventDefault();
  };
  return (
    <nav class="files" aria-label="Files">
      <ul ref={list}>
        {now.map((file) => (
          <li key={file.id}>
            {renaming.value === file.id ? (
              <Name file={file} done={() => requestAnimationFrame(() => focus(file.id))} />
            ) : (
              <button
                type="button"
                data-file={file.id}
                aria-current={file.id === shown.value ? 'true' : undefined}
                title={`${titleOf(file)}: a double click or F2 renames it`}
                onClick={() => void showFile(file.id)}
                onDblClick={() => (renaming.value = file.id)}
                onKeyDown={(event) => keys(event, file)}
              >
                {titleOf(file)}
              </button>
            )}
            <button type="button" class="close" aria-label={`Close ${titleOf(file)}`} title="Close: Gallery keeps its text" onClick={() => void close(file)}>
              ×
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="new" aria-label="New file" title="New file" onClick={() => void newFile()}>
        +
      </button>
    </nav>
  );
}

/** The field in which a file is given another name. */
function Name({ file, done }: { file: Open; done(): void }) {
  const [name, setName] = useState(titleOf(file));
  const field = useRef<HTMLInputElement>(null);
  // Before the next key.
  useLayoutEffect(() => field.current?.select(), []);
  const end = (taken: boolean): void => {
    if (renaming.peek() !== file.id) return;
    renaming.value = null;
    if (taken && name !== titleOf(file)) renameFile(file.id, name);
  };
  return (
    <input
      ref={field}
      aria-label={`Name of ${titleOf(file)}`}
      value={name}
      size={Math.max(6, name.length)}
      spellcheck={false}
      onInput={(event) => setName(event.currentTarget.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Enter');
        done();
      }}
    />
  );
}
