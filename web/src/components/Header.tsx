// The bar at the top: which kernel, for what, and what came of it.

import { bringBack, openExample, openFiles, setOptions } from '../actions';
import { files, nameOf } from '../files';
import { GALLERY } from '../gallery';
import { about, options, theme } from '../state';
import { loadPast } from '../storage';
import { nextTheme, THEMES } from '../theme';
import { Help } from './Help';
import { Menu } from './Menu';
import { Settings } from './Settings';
import { Share } from './Share';
import { Status } from './Status';

export function Header() {
  return (
    <header>
      <div class="bar">
        <h1 class="brand">
          <img src="/icon.svg" width="22" height="22" alt="" />
          Tilewright
        </h1>
        <div class="controls">
          <Gallery />
          <Target />
          <Settings />
        </div>
        <Status />
        <div class="actions">
          <Help />
          <ThemeButton />
          <Share />
        </div>
      </div>
      <p class="purpose">
        Paste a GPU kernel in cuTile Python or Tile IR: Tilewright compiles it here, in your browser, and shows how its loop is pipelined, every step down to PTX. Nothing is uploaded.
      </p>
    </header>
  );
}

function Gallery() {
  return (
    <Menu label={<span>Gallery</span>} title="Kernels to begin with" class="gallery">
      {(close) => (
        <>
          <label class="file">
            Open a file… <small>or drop one: .py, .mlir, .tilebc, .ptx, .json</small>
            <input
              type="file"
              multiple
              accept=".py,.mlir,.tile,.txt,.tilebc,.bc,.ptx,.json"
              onChange={(event) => {
                void openFiles(event.currentTarget.files);
                close();
              }}
            />
          </label>
          <ul class="examples">
            {GALLERY.map((example) => (
              <li key={example.file}>
                <button
                  type="button"
                  onClick={() => {
                    void openExample(example);
                    close();
                  }}
                >
                  <strong>{example.title}</strong>
                  <code>{example.file.endsWith('.py') ? 'Python' : 'Tile IR'}</code>
                  <small>{example.teaches}</small>
                </button>
              </li>
            ))}
          </ul>
          <PastTexts close={close} />
        </>
      )}
    </Menu>
  );
}

/** Texts of files that are not open here: they are in this browser alone. */
function PastTexts({ close }: { close(): void }) {
  const past = loadPast().filter(({ source }) => !files.value.some((file) => file.source === source));
  if (past.length === 0) return null;
  return (
    <>
      <h2 class="past-title">Your earlier texts</h2>
      <ul class="examples">
        {past.map((draft, at) => (
          <li key={at}>
            <button
              type="button"
              onClick={() => {
                void bringBack(draft);
                close();
              }}
            >
              <strong>{nameOf(draft.source)}</strong>
              <code>{draft.source.split('\n').length} lines</code>
              <small>{new Date(draft.at).toLocaleString()}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Target() {
  const chosen = options.value?.gpu_name ?? '';
  const targets = about.value?.targets ?? [];
  return (
    <label class="field">
      <span>Target</span>
      <select value={chosen} disabled={!options.value} onChange={(event) => setOptions({ gpu_name: event.currentTarget.value })}>
        {!targets.some(({ name }) => name === chosen) && <option value={chosen}>{chosen || '…'}</option>}
        {targets.map(({ name, title }) => (
          <option key={name} value={name} title={title}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function ThemeButton() {
  const { next, words } = THEMES[theme.value];
  return (
    <button type="button" class="button icon" onClick={nextTheme} aria-label={`Theme: ${words}. Change to ${THEMES[next].words}`} title={`Theme: ${words}`}>
      <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4">
        {theme.value === 'light' && (
          <>
            <circle cx="9" cy="9" r="3.2" />
            <path d="M9 1.8v2M9 14.2v2M1.8 9h2M14.2 9h2M3.9 3.9l1.4 1.4M12.7 12.7l1.4 1.4M3.9 14.1l1.4-1.4M12.7 5.3l1.4-1.4" stroke-linecap="round" />
          </>
        )}
        {theme.value === 'dark' && <path d="M14.8 11A6.2 6.2 0 0 1 7 3.2 6.2 6.2 0 1 0 14.8 11Z" stroke-linejoin="round" />}
        {theme.value === 'system' && (
          <>
            <circle cx="9" cy="9" r="6" />
            <path d="M9 3a6 6 0 0 1 0 12Z" fill="currentColor" />
          </>
        )}
      </svg>
    </button>
  );
}
