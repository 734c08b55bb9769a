// The PTX.

import { download } from '../download';
import { options, readable } from '../state';
import { Copy } from './Copy';
import { Empty } from './Empty';
import { Listing } from './Listing';

export function Ptx() {
  const report = readable.value?.report;
  if (!report?.ptx) return <Empty>{why()}</Empty>;
  const { text, lines: origins } = report.ptx;
  const lines = origins.length;
  return (
    <div class="stack">
      <div class="toolbar">
        <h2>
          PTX <span class="level">{report.options.gpu_name}</span>
        </h2>
        <span class="hint">{lines.toLocaleString('en')} lines</span>
        <Copy text={text} />
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
      <Listing listing={report.ptx} language="ptx" label="PTX" />
    </div>
  );
}

function why(): string {
  const report = readable.value?.report;
  if (!report) return 'The PTX appears here.';
  if (!report.ok) return 'There is no PTX: the kernel has errors. They are listed below the source.';
  const level = options.value?.opt_level ?? 3;
  return level < 2 ? `There is no PTX at level O${level}, which stops before it. Choose O2 or O3 under Options.` : 'This kernel gave no PTX.';
}
