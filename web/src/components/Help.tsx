// The menu of what helps: commands, keys, words, and a report of a problem.

import { beginTour, copyMarkdown, copyProblem } from '../actions';
import { about, dialog } from '../state';
import { COMMIT } from '../version';
import { Menu } from './Menu';

export function Help() {
  return (
    <Menu label={<span>Help</span>} title="Help" align="right" class="help">
      {(close) => {
        const then = (action: () => void) => () => {
          close();
          action();
        };
        return (
          <>
            <ul class="choices">
              <li>
                <button type="button" onClick={then(() => void beginTour())}>
                  Tour: what there is to see
                </button>
              </li>
              <li>
                <button type="button" onClick={then(() => (dialog.value = 'palette'))}>
                  Find a command <kbd>Ctrl+K</kbd>
                </button>
              </li>
              <li>
                <button type="button" onClick={then(() => (dialog.value = 'keys'))}>
                  Map of keys <kbd>?</kbd>
                </button>
              </li>
              <li>
                <button type="button" onClick={then(() => void copyMarkdown())}>
                  Copy as Markdown
                </button>
              </li>
              <li>
                <button type="button" onClick={then(() => void copyProblem())}>
                  Report a problem
                </button>
              </li>
              <li>
                <a href="/docs/index.html" target="_blank" rel="noopener">
                  Documents
                </a>
              </li>
              <li>
                <a href="/docs/pictures.html" target="_blank" rel="noopener">
                  How to read the pictures
                </a>
              </li>
              <li>
                <a href="/glossary.html" target="_blank" rel="noopener">
                  Glossary
                </a>
              </li>
              <li>
                <a href="/codes.html" target="_blank" rel="noopener">
                  Codes of messages
                </a>
              </li>
            </ul>
            <p class="hint">
              Version {about.value?.version ?? '…'}
              {COMMIT && ` (${COMMIT})`}. Everything runs in this browser; nothing is uploaded.
            </p>
          </>
        );
      }}
    </Menu>
  );
}
