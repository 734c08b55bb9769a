// The PTX.

import { useState } from 'preact/hooks';
import { options, readable } from '../state';
import { Empty } from './Empty';
import { Listing } from './Listing';

export function Ptx() {
  const report = readable.value?.report;
  if (!report?.ptx) return <Empty>{why()}</Empty>;
  const lines = report.ptx.lines.length;
  return (
    <div class="stack">
      <div class="toolbar">
        <h2>
          PTX <span class="level">{report.options.gpu_name}</span>
        </h2>
        <span class="hint">
          {lines.toLocaleString('en')} lines{report.summary.length ? ` · ${report.summary.map(({ label, value }) => `${label} ${value}`).join(' · ')}` : ''}
        </span>
        <Copy text={report.ptx.text} />
      </div>
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

function Copy({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 1500);
      },
      () => undefined,
    );
  return (
    <button type="button" class="button small" onClick={copy}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}
