// The fate of the kernel's hints.

import type { Hint } from '../../generated/types';
import { LineLink } from './LineLink';

export function Hints({ hints }: { hints: Hint[] }) {
  if (hints.length === 0) return null;
  return (
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
        {hints.map((hint, at) => (
          <tr key={at}>
            <td>
              <code>{hint.name}</code>
            </td>
            <td>
              <code>{hint.value}</code>
            </td>
            <td class="number">
              <LineLink line={hint.line} />
            </td>
            <td>{hint.honoured ? 'yes' : 'no'}</td>
            <td>{hint.reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
