// The passes, and the IR after the chosen one.

import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { follow } from '../follow';
import { count, duration } from '../format';
import address from '../generated/passes.json?url';
import { gotValue } from '../got';
import { reveal } from '../reveal';
import { against, blank, chosenPass, chosenValue, compiled, diff, onlyChanged, type Pass, passes, passFilter, shownPass, sideBySide, sourceShown, visiblePasses } from '../state';
import { Compared } from './Compared';
import { Empty } from './Empty';
import { Listing } from './Listing';

/** The work of each pass, in a sentence. */
let does: { readonly [pass in string]: string } = {};

/** The view, once it is known what passes do; without that it is as good to read. */
export const passesView = (): Promise<typeof Passes> =>
  gotValue<typeof does>(address).then(
    (sentences) => {
      does = sentences;
      return Passes;
    },
    () => Passes,
  );

function Passes() {
  const shown = shownPass.value;
  if (!shown || blank.value)
    return (
      <Empty>
        {compiled.value && !blank.value ? 'There is no IR to show: the text could not be read. The messages below it say where it stops making sense.' : 'The IR after each pass appears here.'}
      </Empty>
    );
  const { pass, before } = shown;
  const compared = diff.value ? before : null;
  const label = `IR after ${pass.name}`;
  return (
    <div class="passes">
      <PassList shown={pass.key} />
      <div class="after">
        <div class="toolbar pass-bar">
          <h2>
            {pass.name} <span class="level">{pass.level}</span>
          </h2>
          <span class="hint">{words(pass)}</span>
          <label class="check">
            <input type="checkbox" checked={diff.value} disabled={!before} onChange={(event) => (diff.value = event.currentTarget.checked)} />
            <span>Changes</span>
          </label>
          {compared && <Against pass={pass} />}
        </div>
        {does[pass.name] && <p class="pass-does">{does[pass.name]}</p>}
        {compared && sideBySide.value ? (
          <Compared before={{ listing: compared.listing, label: `IR after ${compared.name}` }} after={{ listing: pass.listing, label }} />
        ) : (
          <Listing listing={pass.listing} language="tile-ir" label={label} before={compared ? compared.listing.text : null} at={wantedLine.value} />
        )}
        <Follow shown={pass.key} />
      </div>
    </div>
  );
}

/** With what the text is compared, and how the two are shown. */
function Against({ pass }: { pass: Pass }) {
  return (
    <>
      <label class="field">
        <span>since</span>
        <select value={against.value ?? ''} aria-label="Compared with" onChange={(event) => (against.value = event.currentTarget.value || null)}>
          <option value="">the pass before</option>
          {passes.value
            .filter(({ key }) => key !== pass.key)
            .map(({ key }) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={sideBySide.value} onChange={(event) => (sideBySide.value = event.currentTarget.checked)} />
        <span>Side by side</span>
      </label>
    </>
  );
}

/** The line of the shown text that a followed value leads to. */
const wantedLine = signal(0);

/** The chosen value, pass by pass, where its form changes. */
function Follow({ shown }: { shown: string }) {
  const name = chosenValue.value;
  const sights = useMemo(() => (name ? follow(name, passes.value) : []), [name, passes.value]);
  if (!name || sights.length === 0) return null;
  return (
    <section class="follow" aria-label="The chosen value through the passes">
      <div class="follow-bar">
        <h3>
          <code>{name}</code> through the passes
        </h3>
        <button type="button" class="button small quiet" onClick={() => (chosenValue.value = null)}>
          Let go
        </button>
      </div>
      <ol>
        {sights.map(({ key, pass, line, text, uses }) => (
          <li key={key}>
            <button
              type="button"
              aria-current={key === shown ? 'true' : undefined}
              onClick={() => {
                chosenPass.value = key;
                wantedLine.value = line;
              }}
            >
              <span class="name">{pass}</span>
              <code>{uses < 0 ? 'is no more, or has another name' : text || 'given to the kernel or to a loop'}</code>
              <span class="hint">{uses < 0 ? '' : count(uses, 'use')}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function words(pass: Pass): string {
  if (passes.value[0]?.key === pass.key) return 'as it was read';
  return pass.changed ? 'changed the IR' : 'changed nothing';
}

function PassList({ shown }: { shown: string }) {
  const list = useRef<HTMLUListElement>(null);
  const visible = visiblePasses.value;
  const longest = Math.max(1, ...visible.map(({ micros }) => micros ?? 0));
  const at = visible.findIndex((pass) => pass.key === shown);
  useEffect(() => reveal(list.current, list.current?.querySelector('[aria-selected=true]')), [shown, sourceShown.value]);
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
          <Option key={pass.key} pass={pass} selected={pass.key === shown} first={visible[place - 1]?.level !== pass.level} share={(pass.micros ?? 0) / longest} />
        ))}
      </ul>
    </nav>
  );
}

const optionId = (key: string): string => `pass-${key}`;

function Option({ pass, selected, first, share }: { pass: Pass; selected: boolean; first: boolean; share: number }) {
  return (
    <li id={optionId(pass.key)} role="option" aria-selected={selected} class={first ? 'first' : ''} data-level={pass.level} title={does[pass.name]} onClick={() => (chosenPass.value = pass.key)}>
      <span class={`mark ${pass.changed ? 'changed' : ''}`} aria-hidden="true" />
      <span class="name">{pass.name}</span>
      <span class="visually-hidden">{pass.changed ? ', changed the IR' : ', changed nothing'}</span>
      <span class="time">
        {pass.micros === null ? '' : duration(pass.micros)}
        <svg class="time-bar" width="44" height="2" aria-hidden="true">
          <rect x={44 - share * 44} width={share * 44} height="2" />
        </svg>
      </span>
    </li>
  );
}
