// The passes, and the IR after the chosen one.

import { useEffect, useRef } from 'preact/hooks';
import { duration } from '../format';
import { chosenPass, compiled, diff, onlyChanged, type Pass, passes, passFilter, shownPass, sourceShown, visiblePasses } from '../state';
import { Empty } from './Empty';
import { Listing } from './Listing';

export function Passes() {
  const shown = shownPass.value;
  if (!shown) return <Empty>{compiled.value ? 'There is no IR to show: the text could not be read. The messages below it say where it stops making sense.' : 'The IR after each pass appears here.'}</Empty>;
  const { pass, before } = shown;
  return (
    <div class="passes">
      <PassList shown={pass.key} />
      <div class="after">
        <div class="toolbar">
          <h2>
            {pass.name} <span class="level">{pass.level}</span>
          </h2>
          <span class="hint">{words(pass)}</span>
          <label class="check">
            <input type="checkbox" checked={diff.value} disabled={!before} onChange={(event) => (diff.value = event.currentTarget.checked)} />
            <span>Changes</span>
          </label>
        </div>
        <Listing listing={pass.listing} language="tile-ir" label={`IR after ${pass.name}`} before={diff.value && before ? before.listing.text : null} />
      </div>
    </div>
  );
}

function words(pass: Pass): string {
  if (passes.value[0]?.key === pass.key) return 'as it was read';
  return pass.changed ? 'changed the IR' : 'changed nothing';
}

function PassList({ shown }: { shown: string }) {
  const list = useRef<HTMLUListElement>(null);
  const visible = visiblePasses.value;
  const at = visible.findIndex((pass) => pass.key === shown);
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [shown, sourceShown.value]);
  const move = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: visible.length - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (event.key === 'd') diff.value = !diff.value;
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const pass = visible[Math.max(0, Math.min(visible.length - 1, to))];
    if (pass) chosenPass.value = pass.key;
  };
  return (
    <nav class="pass-list" aria-label="Passes">
      <div class="filter">
        <input type="search" placeholder="Find a pass" aria-label="Find a pass" value={passFilter.value} onInput={(event) => (passFilter.value = event.currentTarget.value)} />
        <label class="check">
          <input type="checkbox" checked={onlyChanged.value} onChange={(event) => (onlyChanged.value = event.currentTarget.checked)} />
          <span>Hide passes that changed nothing</span>
        </label>
      </div>
      {visible.length === 0 && <p class="hint">No pass is called that.</p>}
      <ul ref={list} role="listbox" tabIndex={0} aria-label="Passes, in order" aria-activedescendant={at >= 0 ? optionId(shown) : undefined} onKeyDown={move}>
        {visible.map((pass, place) => (
          <Option key={pass.key} pass={pass} selected={pass.key === shown} first={visible[place - 1]?.level !== pass.level} />
        ))}
      </ul>
    </nav>
  );
}

const optionId = (key: string): string => `pass-${key}`;

function Option({ pass, selected, first }: { pass: Pass; selected: boolean; first: boolean }) {
  return (
    <li id={optionId(pass.key)} role="option" aria-selected={selected} class={first ? 'first' : ''} data-level={pass.level} onClick={() => (chosenPass.value = pass.key)}>
      <span class={`mark ${pass.changed ? 'changed' : ''}`} aria-hidden="true" />
      <span class="name">{pass.name}</span>
      <span class="visually-hidden">{pass.changed ? ', changed the IR' : ', changed nothing'}</span>
      <span class="time">{pass.micros === null ? '' : duration(pass.micros)}</span>
    </li>
  );
}
