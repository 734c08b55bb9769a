// The schedule of the pipelined loop, and what became of the kernel's hints.

import { readable } from '../state';
import { Empty } from './Empty';

export function Schedule() {
  const report = readable.value?.report;
  if (!report) return <Empty>The schedule of the kernel's loop appears here.</Empty>;
  return (
    <div class="stack scroll page">
      {report.schedule === null ? (
        <div class="note">
          <h2>No loop was pipelined</h2>
          <p>{report.ok ? 'No loop of this kernel was software-pipelined, so there is no initiation interval, no stage count and no reservation table to show.' : 'The kernel has errors, so nothing was scheduled.'}</p>
        </div>
      ) : (
        <pre tabIndex={0}>{JSON.stringify(report.schedule, null, 2)}</pre>
      )}
      {report.hints.length > 0 && (
        <table>
          <caption>Hints in the kernel</caption>
          <thead>
            <tr>
              <th scope="col">Hint</th>
              <th scope="col">Value</th>
              <th scope="col">Line</th>
              <th scope="col">Honoured</th>
              <th scope="col">How, or why not</th>
            </tr>
          </thead>
          <tbody>
            {report.hints.map((hint, at) => (
              <tr key={at}>
                <td>
                  <code>{hint.name}</code>
                </td>
                <td>
                  <code>{hint.value}</code>
                </td>
                <td class="number">{hint.line || ''}</td>
                <td>{hint.honoured ? 'yes' : 'no'}</td>
                <td>{hint.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
