// The worker and the time of each output tile: a form, the map, and the schedulers side by side.

import { useEffect } from 'preact/hooks';
import type { Tiles as KernelTiles } from '../../generated/types';
import { about } from '../../state';
import { begin, isKernel, kernelTiles, map, own, problem, product, refusal, takeKernel, usual } from '../../tiles/state';
import type { KernelProduct } from '../../tiles/kernel';
import { Empty } from '../Empty';
import { ComparedTable } from './ComparedTable';
import { Form } from './Form';
import { TileCanvas } from './TileCanvas';

export function Tiles() {
  const kernel = kernelTiles.value;
  useEffect(begin, [about.value, kernel, own.value]);
  const [asked, shown] = [problem.value, map.value];
  if (!asked) return <Empty>The map of a product's tiles appears here.</Empty>;
  return (
    <div class="stack scroll page">
      <p class="quiet">
        Which CTA computes which tile of a matrix product, and when.{' '}
        {own.value ? 'It begins with the kernel\u2019s own product; change anything to try schedulers on.' : 'The kernel has no product of tiles, so this is a table to try schedulers on.'} Times count
        K tiles.
      </p>
      {kernel && <KernelFacts tiles={kernel} />}
      {product.value && <ProductFacts product={product.value} taken={kernel ? `compiled with ${kernel.scheduler}` : product.value.taken} />}
      {own.value && !isKernel.value && (
        <p>
          <button type="button" class="button small" onClick={takeKernel}>
            Back to the kernel's product
          </button>
        </p>
      )}
      <Form problem={asked} usual={own.value ?? usual.value} />
      <p class="says refusal" role="alert">
        {refusal.value && `There is no map: ${refusal.value}`}
      </p>
      {shown && <TileCanvas map={shown} />}
      <ComparedTable />
    </div>
  );
}

/** The compiler's facts about the kernel's tile scheduler. */
const KernelFacts = ({ tiles }: { tiles: KernelTiles }) => (
  <>
    {tiles.why && <p>Chosen by the compiler: {tiles.why}.</p>}
    {!tiles.problem && !product.value && <p class="quiet">The kernel's extents are known only when it is launched, so the map has the form's numbers.</p>}
  </>
);

/** The product as it is read off the kernel. */
const ProductFacts = ({ product: { words, open }, taken }: { product: KernelProduct; taken: string }) => (
  <p class="says">
    The kernel's: {words}; {taken}.{open.length > 0 && ` ${new Intl.ListFormat('en').format(open)} ${open.length > 1 ? 'are' : 'is'} known only when it is launched: fill in yours.`}
  </p>
);
