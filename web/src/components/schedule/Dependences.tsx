// The dependence graph of a loop, with the recurrence that bounds its II the most.

import { useRef } from 'preact/hooks';
import { drawn, type Drawn, type Edge, type Node } from '../../schedule/graph';
import type { Drawable, ScheduleModel } from '../../schedule/model';
import { unitOf } from '../../schedule/names';
import { choose, isChosen, isLit, point } from '../../schedule/selection';
import { useAnswer } from '../answer';
import { Term } from '../Term';
import { CutHint, useRoom } from './Cut';
import { Figure } from './Figure';
import { Block } from './Looks';

export function Dependences({ loop, model }: { loop: Drawable; model: ScheduleModel }) {
  const box = useRef<HTMLDivElement>(null);
  const { cut } = useRoom(box);
  const drawing = useAnswer(() => drawn(loop, model.ops), [loop, model]);
  const { recurrence } = loop.solution.bounds ?? {};
  const names = model.ops;
  const unit = unitOf(model.row);
  const nameOf = (id: number): string => names.find((op) => op.id === id)?.name ?? String(id);
  return (
    <section>
      <h3>Dependences</h3>
      <p class="quiet">
        An arrow says what waits for what, and for how many {unit} of the model. Dashed arrows lead into a later iteration; their second number says how many later.{' '}
        {recurrence && recurrence.circuit.length > 0 && (
          <>
            Lit is the <Term word="recurrence">recurrence</Term> that bounds the II the most: {recurrence.latency} {unit} over{' '}
            {recurrence.distance === 1 ? 'one iteration' : `${recurrence.distance} iterations`}, so at least {recurrence.mii}.
          </>
        )}
      </p>
      <CutHint cut={cut} />
      <div class="drawing graph" ref={box} tabIndex={0} role="group" aria-label="Dependence graph" onMouseLeave={() => point(null)}>
        {drawing.kind === 'coming' && <p class="hint">The drawing is on its way. The table has all dependences.</p>}
        {drawing.kind === 'here' && <Drawing drawn={drawing.value} unit={unit} />}
        {drawing.kind === 'refused' && <p class="hint">The graph is not drawn: {drawing.why}. The table has all dependences.</p>}
      </div>
      <Figure
        name="Dependence graph"
        drawing={box}
        data={() => ({
          head: ['From', 'To', model.row ? 'Rows' : 'Cycles', 'Iterations later', 'In the recurrence'],
          rows: loop.graph.edges.map(({ src, dst, latency, distance }, key) => [`${src} ${nameOf(src)}`, `${dst} ${nameOf(dst)}`, latency, distance, recurrence?.circuit.includes(key) ? 'yes' : '']),
        })}
      />
    </section>
  );
}

function Drawing({ drawn: { nodes, edges, width, height }, unit }: { drawn: Drawn; unit: string }) {
  const critical = edges.filter((edge) => edge.critical);
  const words = `${nodes.length} ops and ${edges.length} dependences${critical.length ? `; the recurrence is ${critical.map(({ from, to }) => `${from} to ${to}`).join(', ')}` : ''}`;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      {[...edges.filter((edge) => !edge.critical), ...critical].map((edge) => (
        <Arrow key={edge.key} edge={edge} unit={unit} />
      ))}
      {nodes.map((node) => (
        <Box key={node.op.key} node={node} unit={unit} />
      ))}
    </svg>
  );
}

function Box({ node: { op, label, x, y, width, height }, unit }: { node: Node; unit: string }) {
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  const classes = ['hold', isLit(op) && 'lit', isChosen(op) && 'chosen'];
  return (
    <g class={classes.filter(Boolean).join(' ')} onMouseEnter={() => point(op)} onClick={() => choose(op)}>
      <title>{`${op.name}${op.agent ? ` of ${op.agent}` : ''}: ${unit.slice(0, -1)} ${op.start}, stage ${op.stage}`}</title>
      <Block look={op.look} rx={5} {...box} />
      <rect class="frame" {...box} rx={5} />
      <text class="on-look" x={x} y={y + 4} text-anchor="middle">
        {label}
      </text>
    </g>
  );
}

/** Half the angle of an arrow's head, in radians, and its length. */
const [SPREAD, LONG] = [0.42, 8];

function Arrow({ edge: { from, to, latency, distance, words, critical, points, label }, unit }: { edge: Edge; unit: string }) {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return null;
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const wing = (side: number): string => `${(end.x - LONG * Math.cos(angle + side * SPREAD)).toFixed(1)} ${(end.y - LONG * Math.sin(angle + side * SPREAD)).toFixed(1)}`;
  return (
    <g class={`edge ${critical ? 'critical' : ''} ${distance > 0 ? 'later' : ''}`}>
      <title>{`${to} waits ${latency} ${unit} for ${from}${distance > 0 ? ` of ${distance === 1 ? 'the iteration' : `${distance} iterations`} before` : ''}`}</title>
      <path class="way" d={curve(points)} />
      <path class="head" d={`M${end.x.toFixed(1)} ${end.y.toFixed(1)}L${wing(1)}L${wing(-1)}Z`} />
      <text class="edge-label" x={label.x} y={label.y + 4} text-anchor="middle">
        {words}
      </text>
    </g>
  );
}

/** A smooth way through the points. */
function curve(points: readonly { x: number; y: number }[]): string {
  const at = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const bends = rest.slice(0, -1).map((point, place) => {
    const next = rest[place + 1] ?? point;
    return `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${at(first)}${bends.join('')}L${at(last)}`;
}
