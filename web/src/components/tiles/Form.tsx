// The problem, and who hands out its tiles.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { count, grouped } from '../../format';
import type { TileProblem } from '../../generated/types';
import { helpOf, namesOf } from '../../settings';
import { change, refuse } from '../../tiles/state';
import { useNumber } from '../number';

/** A map is of one scheduler: to let the compiler choose is none. */
const schedulers = () => namesOf('tile_scheduler.kind').filter((name) => name !== 'auto') as TileProblem['scheduler'][];

const MIB = 1 << 20;

const FOLDED = ['tile', 'l', 'policy', 'raster', 'swizzle', 'splits', 'sms', 'l2_bytes', 'cluster', 'epilogue', 'join', 'element_bytes'] as const;

/** The product, and who hands out its tiles; the rest, which follows from the kernel and its target, is folded until it says something else than `usual`. */
export function Form({ problem, usual }: { problem: TileProblem; usual: TileProblem }) {
  const { tile, cluster } = problem;
  const fold = useRef<HTMLDetailsElement>(null);
  const changed = FOLDED.some((name) => String(problem[name]) !== String(usual[name]));
  // It closes by hand alone: not under a number that is being typed.
  useEffect(() => {
    if (changed && fold.current) fold.current.open = true;
  }, [changed]);
  const documented = problem.scheduler === 'tilelang' || problem.scheduler === 'data-parallel';
  return (
    <form class="tile-form" aria-label="The product and its scheduler" onSubmit={(event) => event.preventDefault()}>
      <Group title="Product">
        <Count label="M" value={problem.m} set={(m) => change({ m })} />
        <Count label="N" value={problem.n} set={(n) => change({ n })} />
        <Count label="K" value={problem.k} set={(k) => change({ k })} />
        <Choice label="Scheduler" means={helpOf('tile_scheduler.kind')} value={problem.scheduler} of={schedulers()} set={(scheduler) => change({ scheduler })} />
      </Group>
      <details ref={fold}>
        <summary>
          Tile, order, machine and costs{' '}
          <span class="hint">
            {tile.join(' × ')}, swizzle {problem.swizzle}, {count(problem.sms, 'SM')}
          </span>
        </summary>
        <div class="tile-form">
          <Group title="Tile of a CTA">
            <Count label="tile M" value={tile[0]} set={(m) => change({ tile: [m, tile[1], tile[2]] })} />
            <Count label="tile N" value={tile[1]} set={(n) => change({ tile: [tile[0], n, tile[2]] })} />
            <Count label="tile K" value={tile[2]} set={(k) => change({ tile: [tile[0], tile[1], k] })} />
            <Count label="Batch" value={problem.l} set={(l) => change({ l })} />
          </Group>
          <Group title="Order">
            <Choice
              label="Formulas"
              means={helpOf('tile_scheduler.policy')}
              value={problem.policy}
              of={namesOf('tile_scheduler.policy') as TileProblem['policy'][]}
              disabled={documented}
              set={(policy) => change({ policy })}
            />
            <Choice
              label="Raster"
              means={helpOf('tile_scheduler.raster')}
              value={problem.raster}
              of={namesOf('tile_scheduler.raster') as TileProblem['raster'][]}
              set={(raster) => change({ raster })}
            />
            <Count label="Swizzle" means={helpOf('tile_scheduler.swizzle')} value={problem.swizzle} set={(swizzle) => change({ swizzle })} />
            <Count label="K splits" means={helpOf('tile_scheduler.splits')} value={problem.splits} set={(splits) => change({ splits })} />
          </Group>
          <Group title="Machine">
            <Count label="SMs" means={helpOf('tile_scheduler.sms')} value={problem.sms} set={(sms) => change({ sms })} />
            <Count label="L2 (MiB)" value={Math.round(problem.l2_bytes / MIB)} set={(size) => change({ l2_bytes: size * MIB })} least={0} />
            <Count label="cluster M" means={helpOf('tile_scheduler.cluster')} value={cluster[0]} set={(m) => change({ cluster: [m, cluster[1]] })} />
            <Count label="cluster N" means={helpOf('tile_scheduler.cluster')} value={cluster[1]} set={(n) => change({ cluster: [cluster[0], n] })} />
          </Group>
          <Group title="Costs, in K tiles">
            <Count label="Epilogue" value={problem.epilogue} set={(epilogue) => change({ epilogue })} least={0} means="What it takes to store a tile, once its products are done" />
            <Count label="Join" value={problem.join} set={(join) => change({ join })} least={0} means="What it takes to add the parts of a tile that was split along K" />
            <Count label="Element bytes" value={problem.element_bytes} set={(size) => change({ element_bytes: size })} />
          </Group>
        </div>
      </details>
    </form>
  );
}

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset>
    <legend>{title}</legend>
    {children}
  </fieldset>
);

function Count({ label, value, set, least = 1, means }: { label: string; value: number; set(value: number): void; least?: number; means?: string }) {
  const most = 2 ** 31 - 1;
  // A number of the right form that is wrong is the scheduler's to refuse.
  const field = useNumber({ value, set: (to) => set(to as number), most, tell: (wrong) => wrong && refuse(`${label} is a whole number from ${least} to ${grouped(most)}`) });
  return (
    <label title={means}>
      <span>{label}</span>
      <input {...field} min={least} />
    </label>
  );
}

function Choice<Name extends string>({ label, value, of, set, disabled = false, means }: { label: string; value: Name; of: Name[]; set(value: Name): void; disabled?: boolean; means?: string }) {
  return (
    <label title={means}>
      <span>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => set(event.currentTarget.value as Name)}>
        {of.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
