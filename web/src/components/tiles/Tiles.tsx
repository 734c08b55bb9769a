// Who computes which output tile, when: a form, the map, and the schedulers side by side.

import { useEffect } from 'preact/hooks';
import { about } from '../../state';
import { begin, map, problem, refusal } from '../../tiles/state';
import { Empty } from '../Empty';
import { ComparedTable } from './ComparedTable';
import { Form } from './Form';
import { TileCanvas } from './TileCanvas';

export function Tiles() {
  useEffect(begin, [about.value]);
  const [asked, shown] = [problem.value, map.value];
  if (!asked) return <Empty>The map of a product's tiles appears here.</Empty>;
  return (
    <div class="stack scroll page">
      <p class="quiet">Which CTA computes which tile of a matrix product, and when. This does not look at the kernel: it is a table to try schedulers on. Times count K tiles.</p>
      <Form problem={asked} />
      <p class="says refusal" role="alert">
        {refusal.value}
      </p>
      {shown && <TileCanvas map={shown} />}
      <ComparedTable />
    </div>
  );
}
