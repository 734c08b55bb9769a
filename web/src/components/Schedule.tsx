// The schedules of the pipelined loops, the loops that were refused, and what became of the kernel's hints.

import { readable } from '../state';
import { Empty } from './Empty';
import { Hints } from './schedule/Hints';
import { Loop } from './schedule/Loop';
import { Patterns } from './schedule/Looks';
import { Refusals } from './schedule/Refusals';

export function Schedule() {
  const report = readable.value?.report;
  if (!report) return <Empty>The schedule of the kernel's loop appears here.</Empty>;
  const { loops = [], refusals = [] } = report.schedule ?? {};
  return (
    <div class="stack scroll page">
      <Patterns />
      {loops.length === 0 && (
        <div class="note">
          <h2>No loop was pipelined</h2>
          <p>{report.ok ? 'No loop of this kernel was software-pipelined, so there is no initiation interval, no stage count and no reservation table to show.' : 'The kernel has errors, so nothing was scheduled.'}</p>
        </div>
      )}
      {loops.map((loop, at) => (
        <Loop key={`${at}.${loop.line}`} loop={loop} />
      ))}
      <Refusals refusals={refusals} />
      <Hints hints={report.hints} />
    </div>
  );
}
