// The right side: what the compiler made of the source, one view at a time.

import { later } from '../later';
import { showBeside, showTab, toggleBeside } from '../actions';
import { compiled, outdated, readable, second, type Tab, tab, TABS } from '../state';
import { Schedule } from './Schedule';

/** The views. All but the first that is seen come when they are looked at, or when the page is idle. */
const VIEWS: { [name in Tab]: { title: string; View: ReturnType<typeof later> } } = {
  passes: { title: 'Passes', View: later(() => import('./Passes').then(({ passesView }) => passesView())) },
  ptx: { title: 'PTX', View: later(() => import('./Ptx').then(({ ptxView }) => ptxView())) },
  schedule: { title: 'Schedule', View: Schedule },
  abi: { title: 'Launch', View: later(() => import('./Abi').then(({ Abi }) => Abi)) },
  run: { title: 'Run', View: later(() => import('./run/Run').then(({ Run }) => Run)) },
  tiles: { title: 'Tiles', View: later(() => import('./tiles/Tiles').then(({ Tiles }) => Tiles)) },
  compare: { title: 'Compare', View: later(() => import('./compare/Compare').then(({ Compare }) => Compare)) },
  layouts: { title: 'Layouts', View: later(() => import('./layouts/Layouts').then(({ Layouts }) => Layouts)) },
};

export function Result() {
  const { View } = VIEWS[tab.value];
  const beside = second.value;
  return (
    <section class="pane result" aria-label="Result">
      <Tabs />
      {outdated.value && compiled.value && (
        <p class="outdated" role="status">
          {readable.value
            ? 'The text cannot be read now. This is the result of the last text that could be.'
            : 'Nothing could be made of the text: the messages below it say why. There is no result yet.'}
        </p>
      )}
      <div class={`views ${beside ? 'two' : ''}`}>
        <div class="view" role="tabpanel" id="view" aria-labelledby={`tab-${tab.value}`}>
          <View />
        </div>
        {beside && <Second name={beside} />}
      </div>
    </section>
  );
}

/** The view beside the first: chosen by a list, and closed again. */
function Second({ name }: { name: Tab }) {
  const { title, View } = VIEWS[name];
  return (
    <section class="view second" aria-label={`${title}, beside`}>
      <div class="second-bar">
        <label class="field">
          <span>Beside</span>
          <select value={name} onChange={(event) => showBeside(event.currentTarget.value as Tab)}>
            {TABS.filter((one) => one !== tab.value).map((one) => (
              <option key={one} value={one}>
                {VIEWS[one].title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button small quiet" onClick={() => showBeside(null)}>
          Close
        </button>
      </div>
      <View />
    </section>
  );
}

function Tabs() {
  const move = (event: KeyboardEvent): void => {
    const at = TABS.indexOf(tab.value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    const next = to === undefined ? undefined : TABS.at(to % TABS.length);
    if (!next) return;
    event.preventDefault();
    showTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tab-bar">
      <div class="tabs" role="tablist" aria-label="Views of the result" onKeyDown={move}>
        {TABS.map((name, at) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="view"
            tabIndex={tab.value === name ? 0 : -1}
            title={`Alt+${at + 1}`}
            onClick={() => showTab(name)}
          >
            {VIEWS[name].title}
          </button>
        ))}
      </div>
      <button type="button" class="button small quiet split" aria-pressed={second.value !== null} title="A second view beside this one" onClick={toggleBeside}>
        Two views
      </button>
    </div>
  );
}
