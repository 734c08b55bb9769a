// The contract by which the kernel is launched.

import { bytes } from '../format';
import type { Abi as Contract, Quantity } from '../generated/types';
import { readable } from '../state';
import { Empty } from './Empty';

export function Abi() {
  const report = readable.value?.report;
  const abi = report?.abi;
  if (!abi) return <Empty>{report ? 'There is no calling contract: no PTX was made for this kernel.' : 'How to launch the kernel appears here.'}</Empty>;
  return (
    <div class="stack scroll page">
      <Launch abi={abi} />
      <table>
        <caption>Parameters, in order</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Kind</th>
            <th scope="col">Type</th>
            <th scope="col">Bytes</th>
            <th scope="col">Alignment</th>
          </tr>
        </thead>
        <tbody>
          {abi.params.map((param, at) => (
            <tr key={at}>
              <td class="number">{at}</td>
              <td>{param.kind}</td>
              <td>
                <code>{param.type}</code>
              </td>
              <td class="number">{param.bytes}</td>
              <td class="number">{param.align}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {abi.descriptors.length > 0 && (
        <table>
          <caption>TMA descriptors, dimensions innermost first</caption>
          <thead>
            <tr>
              <th scope="col">Element</th>
              <th scope="col">Base</th>
              <th scope="col">Extents</th>
              <th scope="col">Strides (bytes)</th>
              <th scope="col">Box</th>
              <th scope="col">Swizzle</th>
              <th scope="col">Outside</th>
            </tr>
          </thead>
          <tbody>
            {abi.descriptors.map((one, at) => (
              <tr key={at}>
                <td>
                  <code>{one.element}</code>
                </td>
                <td>{quantity(one.base)}</td>
                <td>{one.dims.map(quantity).join(', ')}</td>
                <td>{one.strides.map(quantity).join(', ')}</td>
                <td>{one.box.join(' × ')}</td>
                <td>{one.swizzle}</td>
                <td>{one.fill}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Launch({ abi }: { abi: Contract }) {
  const facts: [string, string][] = [
    ['Entry', abi.entry],
    ['Target', abi.target],
    ['Grid', abi.grid],
    ['Threads of a CTA', abi.threads.join(' × ')],
    ['CTAs of a cluster', abi.cluster.join(' × ')],
    ['Dynamic shared memory', bytes(abi.shared_bytes)],
  ];
  return (
    <dl class="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function quantity(value: Quantity): string {
  if ('constant' in value) return String(value.constant);
  if ('argument' in value) return `parameter ${value.argument}`;
  return `parameter ${value.scaled.argument} × ${value.scaled.by}`;
}
