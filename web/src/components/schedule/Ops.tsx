// The ops of the loop with their seats.

import type { Op, ScheduleModel } from '../../schedule/model';
import { armMeans, resourceMeans } from '../../schedule/glosses';
import { choose, isChosen, isLit, point } from '../../schedule/selection';
import { Term } from '../Term';
import { LineLink } from './LineLink';
import { Swatch } from './Looks';
import { Wide } from './Wide';

export function Ops({ model: { ops } }: { model: ScheduleModel }) {
  const [withAgents, withLines] = [ops.some((op) => op.agent), ops.some((op) => op.line > 0)];
  return (
    <section>
      <h3>Where each op sits</h3>
      <Wide label="Ops by the cycle of their issue">
        <table class="ops" onMouseLeave={() => point(null)}>
          <caption class="visually-hidden">Ops by the cycle of their issue</caption>
          <thead>
            <tr>
              <th scope="col">Op</th>
              {withLines && <th scope="col">Line</th>}
              {withAgents && (
                <th scope="col">
                  <Term word="agent">Agent</Term>
                </th>
              )}
              <th scope="col">Cycle</th>
              <th scope="col">
                <Term word="stage">Stage</Term>
              </th>
              <th scope="col">
                <Term word="order">Order</Term>
              </th>
              <th scope="col">Row</th>
              <th scope="col">
                <Term word="reservation">Slots</Term>
              </th>
              <th scope="col">
                <Term word="arm">Arm</Term>
              </th>
            </tr>
          </thead>
          <tbody>
            {ops.map((op) => (
              <Row key={op.key} op={op} withAgents={withAgents} withLines={withLines} />
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}

function Row({ op, withAgents, withLines }: { op: Op; withAgents: boolean; withLines: boolean }) {
  return (
    <tr class={isLit(op) ? 'lit' : ''} aria-current={isChosen(op) ? 'true' : undefined} onMouseEnter={() => point(op)} onClick={() => choose(op)}>
      <th scope="row">
        <button type="button" class="op">
          <Swatch op={op} />
          <code>{op.name}</code>
        </button>
      </th>
      {withLines && (
        <td class="number">
          <LineLink line={op.line} />
        </td>
      )}
      {withAgents && <td>{op.agent}</td>}
      <td class="number">{op.start}</td>
      <td class="number">{op.stage}</td>
      <td class="number">{op.order}</td>
      <td class="number">{op.row}</td>
      <td>
        {op.slots.map((slot, at) => (
          <>
            {at > 0 && ', '}
            <abbr title={resourceMeans(slot)}>
              <code>{slot}</code>
            </abbr>
          </>
        ))}
      </td>
      <td>
        <abbr title={armMeans(op.arm)}>{op.arm}</abbr>
      </td>
    </tr>
  );
}
