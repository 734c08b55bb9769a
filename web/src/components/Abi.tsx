// The contract by which the kernel is launched.

import { signal } from '@preact/signals';
import { count, exactBytes } from '../format';
import type { Abi as Contract, AgentRegisters, Occupancy, Param, Quantity, Report } from '../generated/types';
import { readable, valueName } from '../state';
import { cpp } from '../launch/cpp';
import { python } from '../launch/python';
import { Copy } from './Copy';
import { Empty } from './Empty';
import { Wide } from './schedule/Wide';
import { Term } from './Term';

export function Abi() {
  const report = readable.value?.report;
  // Where the kernel was refused after its parameters were known, there is nothing to launch.
  const abi = report?.ptx && report.abi;
  if (!abi) return <Empty>{report ? 'There is no calling contract: no PTX was made for this kernel.' : 'How to launch the kernel appears here.'}</Empty>;
  /** The array of a descriptor, which are in the order of their parameters. */
  const of = (at: number): string => {
    const own = abi.descriptors[abi.params.slice(0, at).filter(({ kind }) => kind === 'descriptor').length];
    return own ? ` of ${quantity(own.base, abi.params)}` : '';
  };
  return (
    <div class="stack scroll page">
      <div class="toolbar bare">
        <h2>How to launch it</h2>
        <span class="hint" />
        <Copy text={`${JSON.stringify(abi, null, 2)}\n`} label="Copy as JSON" />
      </div>
      <Launch abi={abi} />
      <HostCode abi={abi} />
      {report.registers.length > 0 && <Registers agents={report.registers} />}
      {report.occupancy && <Residents occupancy={report.occupancy} />}
      {report.costs.length > 0 && <Costs costs={report.costs} />}
      <Wide label="Parameters, in order">
        <table>
          <caption>Parameters, in order</caption>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Name</th>
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
                <td>{param.name && <code>{valueName(param.name)}</code>}</td>
                <td>
                  {param.kind}
                  {param.kind === 'descriptor' && of(at)}
                </td>
                <td>
                  <code>{param.type}</code>
                </td>
                <td class="number">{param.bytes}</td>
                <td class="number">{param.align}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {abi.descriptors.length > 0 && (
        <Wide label="TMA descriptors">
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
                  <td>{quantity(one.base, abi.params)}</td>
                  <td>{one.dims.map((dim) => quantity(dim, abi.params)).join(', ')}</td>
                  <td>{one.strides.map((stride) => quantity(stride, abi.params)).join(', ')}</td>
                  <td>{one.box.join(' × ')}</td>
                  <td>{one.swizzle}</td>
                  <td>{one.fill}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </div>
  );
}

/** The rules of the grid in words. */
const GRIDS: { [rule in string]: string } = {
  'one-cta-per-tile-block': 'one CTA per tile block',
  'one-cluster-per-tile-block': 'one cluster per tile block',
  'tile-scheduler': 'as the tile scheduler has it',
};

function Launch({ abi }: { abi: Contract }) {
  const facts: [string, string][] = [
    ['Entry', abi.entry],
    ['Target', abi.target],
    ['Grid', GRIDS[abi.grid] ?? abi.grid],
    ['Threads of a CTA', abi.threads.join(' × ')],
    ['CTAs of a cluster', abi.cluster.join(' × ')],
    ['Dynamic shared memory', exactBytes(abi.shared_bytes)],
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

/** Host code by its language. */
const LANGUAGES = { 'C++': cpp, Python: python };

const language = signal<keyof typeof LANGUAGES>('C++');

/** Code that launches the kernel, to be pasted. */
function HostCode({ abi }: { abi: Contract }) {
  const code = LANGUAGES[language.value](abi);
  return (
    <details class="host-code">
      <summary>Code that launches it</summary>
      <div class="choice-bar" role="group" aria-label="Language of the code">
        {(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).map((name) => (
          <button key={name} type="button" class="button small" aria-pressed={language.value === name} onClick={() => (language.value = name)}>
            {name === 'C++' ? 'C++, driver API' : 'Python, cuda-bindings'}
          </button>
        ))}
        <Copy text={code} label="Copy code" />
      </div>
      <pre tabIndex={0} aria-label="Code that launches the kernel">
        {code}
      </pre>
    </details>
  );
}

/** Registers of a thread of each agent, by estimate. */
function Registers({ agents }: { agents: AgentRegisters[] }) {
  return (
    <table>
      <caption>Registers of a thread, by estimate</caption>
      <thead>
        <tr>
          <th scope="col">Agent</th>
          <th scope="col">Needs</th>
          <th scope="col">Has</th>
          <th scope="col">Most at line</th>
        </tr>
      </thead>
      <tbody>
        {agents.map(({ agent, needs, has, line }) => (
          <tr key={agent}>
            <td>{agent}</td>
            <td class="number">{needs}</td>
            <td class="number">{has}</td>
            <td class="number">{line}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The costs of the kernel, by category. */
const Costs = ({ costs }: { costs: Report['costs'] }) => (
  <Wide label="What it costs">
    <table>
      <caption>What it costs</caption>
      <tbody>
        {costs.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

/** The CTAs that an SM holds at a time, and those that each of its resources has room for. */
function Residents({ occupancy }: { occupancy: Occupancy }) {
  const { ctas, warps, most_warps, registers, is_estimate, shared_bytes, tensor_columns } = occupancy;
  const takes: { [limiter in string]: string } = {
    registers: `${registers} of a thread${is_estimate ? ', by estimate' : ''}`,
    'shared memory': exactBytes(shared_bytes),
    'tensor memory': `${tensor_columns} columns`,
  };
  return (
    <table>
      <caption>
        <Term word="occupancy">Occupancy</Term>: {count(ctas, 'CTA')} on an SM, {warps} of {most_warps} warps
      </caption>
      <thead>
        <tr>
          <th scope="col">Resource</th>
          <th scope="col">A CTA takes</th>
          <th scope="col">CTAs that fit</th>
          <th scope="col">Limits</th>
        </tr>
      </thead>
      <tbody>
        {occupancy.limits.map(({ resource, ctas }) => (
          <tr key={resource}>
            <td>{resource}</td>
            <td>{takes[resource]}</td>
            <td class="number">{ctas}</td>
            <td>{resource === occupancy.limiter && <Term word="limiter">the limiter</Term>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A number, or the parameter that brings it, by its name where it has one. */
function quantity(value: Quantity, params: Param[]): string {
  const parameter = (at: number): string => (params[at]?.name ? valueName(params[at].name) : `parameter ${at}`);
  if ('constant' in value) return String(value.constant);
  if ('argument' in value) return parameter(value.argument);
  return `${parameter(value.scaled.argument)} × ${value.scaled.by}`;
}
