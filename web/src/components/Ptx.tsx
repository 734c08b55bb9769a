// The PTX.

import { grouped } from '../format';
import { EditorView } from '@codemirror/view';
import { signal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { download } from '../download';
import { commandLine } from '../launch/command';
import { type Owner, ownersOf } from '../ptx/agents';
import { Descriptors } from '../ptx/descriptors';
import { ownerGutter } from '../ptx/margin';
import { foldRuns, readingPtx, wordsOf } from '../ptx/reading';
import { agentsOf } from '../schedule/agents';
import type { Listing as Origin } from '../generated/types';
import { shownFile, titleOf } from '../files';
import { about, blank, machine, options, readable } from '../state';
import { Copy } from './Copy';
import { Empty } from './Empty';
import { Listing } from './Listing';
import { Explanation, getExplanations } from './ptx/Explanation';

/** Whether runs of instructions that repeat are folded. */
const folded = signal(false);
/** The line that the cursor is on. */
const cursorText = signal('');

/** The view with what it explains instructions by; without that it is as good to read. */
export const ptxView = (): Promise<typeof Ptx> =>
  getExplanations().then(
    () => Ptx,
    () => Ptx,
  );

function Ptx() {
  const report = readable.value?.report;
  if (!report?.ptx) return <Empty>{why()}</Empty>;
  return <Text ptx={report.ptx} />;
}

function Text({ ptx }: { ptx: Origin }) {
  const report = readable.value?.report;
  const { text, lines: origins } = ptx;
  const view = useRef<EditorView | null>(null);
  const descriptors = useRef(new Descriptors(''));
  const owners = useRef<(Owner | null)[]>([]);
  owners.current = useMemo(() => ownersOf(text, origins, report?.schedule?.loops ?? []), [text, origins, report?.schedule]);
  const agents = useRef<string[]>([]);
  agents.current = [...new Set(report?.schedule?.loops.flatMap(agentsOf))];
  const extra = useMemo(
    () => [
      ownerGutter(
        () => owners.current,
        () => agents.current,
      ),
      readingPtx(() => descriptors.current),
      EditorView.updateListener.of(({ view: own, state, selectionSet, docChanged }) => {
        view.current = own;
        if ((selectionSet && own.hasFocus) || docChanged) cursorText.value = docChanged ? '' : state.doc.lineAt(state.selection.main.head).text;
      }),
    ],
    [],
  );
  const agentOf = useCallback((own: number) => owners.current[own - 1]?.agent || null, []);
  useEffect(() => {
    descriptors.current = new Descriptors(text);
  }, [text]);
  // After the listing has taken the text.
  useEffect(() => {
    if (view.current) foldRuns(view.current, folded.value);
  }, [text, folded.value]);
  // The explanation takes room from the text: the line that it is of stays in sight.
  useEffect(() => view.current?.dispatch({ effects: EditorView.scrollIntoView(view.current.state.selection.main.head, { x: 'nearest' }) }), [cursorText.value !== '']);
  const defaults = about.value?.defaults;
  if (!report) return null;
  return (
    <div class="stack">
      <div class="toolbar">
        <h2>
          PTX <span class="level">{report.options.gpu_name}</span>
        </h2>
        <span class="hint">{grouped(origins.length)} lines</span>
        <label class="check">
          <input type="checkbox" checked={folded.value} onChange={(event) => (folded.value = event.currentTarget.checked)} />
          <span title="Instructions that repeat, such as one for each register, are shown once">Fold runs</span>
        </label>
        <Copy text={text} />
        {defaults && <Copy text={commandLine(titleOf(shownFile()), report.options, defaults, machine.value === null ? null : 'machine.json')} label="Copy command" />}
        <button type="button" class="button small" onClick={() => download(`${report.abi?.entry ?? 'kernel'}.ptx`, text)}>
          Download
        </button>
      </div>
      <dl class="summary" aria-label="Facts about the kernel" tabIndex={0}>
        {report.summary.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Listing listing={ptx} language="ptx" label="PTX" extra={extra} agentOf={agentOf} />
      <Explained descriptors={descriptors.current} />
    </div>
  );
}

/** The explanation of the cursor's line: where there is no pointer to rest on it. */
function Explained({ descriptors }: { descriptors: Descriptors }) {
  const { opcode, registers } = wordsOf(cursorText.value);
  if (!opcode) return null;
  const found = registers.flatMap((register) => descriptors.of(register) ?? []);
  return (
    <div class="explained" role="status" aria-label="What this line does">
      <Explanation opcode={opcode} descriptors={found.slice(0, 2)} />
    </div>
  );
}

function why(): string {
  const report = readable.value?.report;
  if (!report) return 'The PTX appears here.';
  if (blank.value) return 'There is no kernel yet: its PTX appears here.';
  if (!report.ok) return 'There is no PTX: the kernel has errors. They are listed below the source.';
  const level = options.value?.opt_level ?? 3;
  return level < 2 ? `There is no PTX at level O${level}, which stops before it. Choose O2 or O3 under Options.` : 'This kernel gave no PTX.';
}
