// The outcome of a run.

import { useMemo } from 'preact/hooks';
import { goToLine } from '../../actions';
import { bytes, count, grouped } from '../../format';
import type { Experiment, Fault, FaultPlace, Message, OutputReport, Report, Stats, Verdict } from '../../generated/types';
import { ofAll, ofAny, together } from '../../run/together';
import { agentsOf, arrivals } from '../../schedule/agents';
import { Code } from '../Code';
import { Accesses } from './Accesses';
import { Deadlock } from './Deadlock';
import { Timeline } from './Timeline';
import { Ways } from './Ways';
import { Wide } from '../schedule/Wide';

const VERDICTS: { [verdict in Verdict]: { tone: string; words: string } } = {
  same: { tone: 'good', words: 'The PTX gives what the kernel means, bit for bit.' },
  close: { tone: 'good', words: 'The PTX gives what the kernel means, within the tolerance.' },
  wrong: { tone: 'bad', words: 'The PTX does not give what the kernel means. This is a bug of the compiler.' },
  faulty: { tone: 'bad', words: 'Something was found wrong while running.' },
  unfinished: { tone: 'bad', words: 'The run did not come to its end.' },
};

/** Barriers of a kernel that is not pipelined have no names. */
const UNNAMED: string[] = [];

export function Outcome({ experiment, report }: { experiment: Experiment; report: Report }) {
  const { tone, words } = VERDICTS[experiment.verdict];
  const loop = report.schedule?.loops[0];
  const barriers = loop?.protocol?.barriers ?? UNNAMED;
  const agents = useMemo(() => (loop ? agentsOf(loop) : []), [loop]);
  const movers = useMemo(() => (loop ? arrivals(loop) : undefined), [loop]);
  return (
    <>
      <p class={`run-verdict ${tone}`} role="status">
        <span class="dot" aria-hidden="true" /> {words}
        {experiment.unfinished && ` ${experiment.unfinished[0]?.toUpperCase()}${experiment.unfinished.slice(1)}.`}
      </p>
      <Faults kernel={experiment.kernel_faults} ptx={experiment.ptx_faults} />
      <Deadlock faults={experiment.ptx_faults} histories={experiment.barriers} names={barriers} agents={agents} movers={movers} />
      <Ways faults={experiment.ptx_faults} histories={experiment.barriers} names={barriers} report={report} agents={agents} movers={movers} />
      {experiment.outputs.length > 0 && <Outputs outputs={experiment.outputs} />}
      {experiment.stats.instructions > 0 && <Traffic stats={experiment.stats} />}
      {experiment.accesses.length > 0 && <Accesses accesses={experiment.accesses} />}
      {experiment.barriers.length > 0 && <Timeline histories={experiment.barriers} names={barriers} agents={agents} movers={movers} />}
      {experiment.printed.length > 0 && (
        <section>
          <h2>Printed</h2>
          <pre tabIndex={0}>{experiment.printed.join('')}</pre>
        </section>
      )}
    </>
  );
}

/** The faults that were found; `go` goes to a line of the PTX, where that is in sight. */
export function Faults({ kernel = [], ptx, go }: { kernel?: readonly Message[]; ptx: readonly Fault[]; go?: Go }) {
  if (kernel.length + ptx.length === 0) return null;
  return (
    <section class="faults">
      <h2>Found</h2>
      <ol>
        {together(kernel, inWords).map(([words, [fault, ...more]]) => (
          <li key={words}>
            <p>
              <strong>{fault.code.replace('run.', '')}</strong> in the kernel{fault.range && <Line line={fault.range.line} />} <Code code={fault.code} />
            </p>
            <p>
              {ofAll([fault, ...more].map(({ message }) => message))}
              {more.length > 0 && ` (${1 + more.length} times)`}
            </p>
            {[...fault.notes, ...(fault.help ? [fault.help] : [])].map((note) => (
              <p class="aside">{note}</p>
            ))}
            {fault.labels.map((label) => (
              <p class="aside">
                {label.message}
                <Line line={label.range.line} />
              </p>
            ))}
          </li>
        ))}
        {ptx.map((fault, at) => (
          <li key={`ptx${at}`}>
            <p>
              <strong>{fault.kind}</strong> in the PTX
              <Where place={fault.place} go={go} />
            </p>
            <p>
              {fault.message} (CTA {fault.cta}, warp {fault.warp}
              {fault.times > 1 && `, ${grouped(fault.times)} times`})
            </p>
            {fault.others.map((other) => (
              <p class="aside">
                {other.what}
                <Where place={other.place} go={go} />
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A fault in words, alike where only the column and the value differ: of a line of Python come many promises. */
const inWords = (fault: Message): string => JSON.stringify({ ...fault, message: ofAny(fault.message), range: fault.range?.line });

const Line = ({ line }: { line: number }) =>
  line > 0 ? (
    <>
      {' '}
      <button type="button" class="button small" onClick={() => goToLine(line)}>
        line {line}
      </button>
    </>
  ) : null;

/** Goes to a line of the PTX. */
type Go = (line: number) => void;

const Where = ({ place, go }: { place: FaultPlace | null; go?: Go | undefined }) =>
  place ? (
    <>
      <Line line={place.line} />{' '}
      {go ? (
        <button type="button" class="button small" onClick={() => go(place.ptx_line)}>
          PTX line {place.ptx_line}
        </button>
      ) : (
        <span class="hint">PTX line {place.ptx_line}</span>
      )}
    </>
  ) : null;

function Outputs({ outputs }: { outputs: OutputReport[] }) {
  return (
    <Wide role="region" label="Outputs">
      <table>
        <caption>Outputs: the PTX against the kernel</caption>
        <thead>
          <tr>
            <th scope="col">Array</th>
            <th scope="col">Elements</th>
            <th scope="col">Largest error</th>
            <th scope="col">Relative</th>
            <th scope="col">Allowed</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {outputs.map((output) => (
            <tr key={output.name}>
              <td>
                <code>{output.name}</code>
              </td>
              <td class="number">
                {grouped(output.elements)} × {output.element}
              </td>
              <td class="number">{output.largest_absolute === null ? 'NaN' : short(output.largest_absolute)}</td>
              <td class="number">{short(output.largest_relative)}</td>
              <td class="number">{output.absolute + output.relative === 0 ? 'none' : `${short(output.absolute)} + ${short(output.relative)} |x|`}</td>
              <td class={output.wrong > 0 ? 'bad' : 'good'}>{verdict(output)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function verdict({ wrong, different, first_wrong }: OutputReport): string {
  if (wrong > 0) return `${count(wrong, 'element')} wrong, first at ${first_wrong ?? 0}`;
  return different === 0 ? 'same bits' : `${grouped(different)} differ, within tolerance`;
}

const short = (value: number): string => (value === 0 ? '0' : value.toPrecision(3));

export function Traffic({ stats }: { stats: Stats }) {
  const rows: [string, number, number][] = [
    ['Global memory', stats.global_read, stats.global_written],
    ['Shared memory, by threads', stats.shared_read, stats.shared_written],
    ['Shared memory, by bulk copies and tensor cores', stats.shared_read_async, stats.shared_written_async],
    ['Local memory', stats.local_read, stats.local_written],
  ];
  return (
    <Wide role="region" label="Memory traffic">
      <table>
        <caption>
          Memory traffic{' '}
          <span class="hint">
            {stats.ctas > 0 ? `of ${count(stats.ctas, 'CTA')}` : 'up to where it stopped'}; {grouped(stats.instructions)} warp instructions
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Space</th>
            <th scope="col">Read</th>
            <th scope="col">Written</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([space, read, written]) => (
            <tr key={space}>
              <td>{space}</td>
              <td class="number">{bytes(read)}</td>
              <td class="number">{bytes(written)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
