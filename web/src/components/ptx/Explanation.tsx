// An instruction of PTX, and descriptors that it takes, explained.

import { exactBytes } from '../../format';
import { type Descriptor, swizzled } from '../../ptx/descriptors';
import { explain, getMeanings, type Meanings } from '../../ptx/opcodes';

let meanings: Meanings | undefined;

/** Gets what instructions mean. */
export async function getExplanations(): Promise<void> {
  meanings ??= await getMeanings();
}

/** Whether a word has a meaning of its own, as directives have that are told of. */
export const isExplained = (word: string): boolean => meanings !== undefined && explain(word, meanings) !== null;

export function Explanation({ opcode, descriptors }: { opcode: string; descriptors: readonly Descriptor[] }) {
  const known = opcode && meanings ? explain(opcode, meanings) : null;
  return (
    <div class="explanation">
      {known && (
        <div>
          <p>
            <code>{known.name}</code> {known.does}
          </p>
          {known.modifiers.length > 0 && (
            <dl>
              {known.modifiers.map(({ words, means }) => (
                <div key={words}>
                  <dt>
                    <code>{words}</code>
                  </dt>
                  <dd>{means}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
      {descriptors.map((one) => (
        <Tile key={one.register} descriptor={one} />
      ))}
      {descriptors.some(({ swizzle }) => isDrawn(swizzled(swizzle))) && <p class="key">Chunks of 16 bytes: number and colour say which chunk of its row it is, its place where it lies.</p>}
    </div>
  );
}

/** Whether a layout is drawn: of one chunk in a row there is nothing to see. */
const isDrawn = ([row]: readonly (readonly number[])[]): boolean => row !== undefined && row.length > 1;

/** The layout of a tile in shared memory, as a descriptor says it. */
function Tile({ descriptor: { register, offset, leading, stride, swizzle } }: { descriptor: Descriptor }) {
  const places = swizzled(swizzle);
  const facts = [
    ['Start', offset === null ? 'known at run time' : `${offset > 0 ? `${exactBytes(offset)} behind ` : ''}an address that is known at run time`],
    ['Leading offset', leading === null ? 'known at run time' : exactBytes(leading)],
    ['Stride offset', exactBytes(stride)],
    ['Swizzle', swizzle],
  ];
  return (
    <section class="descriptor">
      <p>
        <code>{register}</code> is a descriptor: how a tile lies in shared memory.
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isDrawn(places) && <SwizzleMap places={places} />}
    </section>
  );
}

const [WIDTH, HEIGHT] = [22, 14];

/** The chunks of 16 bytes of eight rows, each in its place; a column is the same chunk of each row. */
function SwizzleMap({ places }: { places: readonly (readonly number[])[] }) {
  const chunks = places[0]?.length ?? 0;
  const words = places.map((row, at) => `row ${at}: ${row.map((_, place) => row.indexOf(place)).join(' ')}`).join('; ');
  return (
    <figure>
      <svg width={chunks * WIDTH + 44} height={8 * HEIGHT} role="img" aria-label={`Which chunk lies in each place, ${words}`}>
        {places.map((row, at) => (
          <g key={at} transform={`translate(0 ${at * HEIGHT})`}>
            <text class="axis" x={0} y={11}>
              row {at}
            </text>
            {row.map((place, chunk) => (
              <g key={chunk} transform={`translate(${44 + place * WIDTH} 0)`}>
                <rect class={`fill-${chunk}`} width={WIDTH - 1} height={HEIGHT - 1} rx={2} />
                <text class="on-look" x={WIDTH / 2} y={10.5} text-anchor="middle">
                  {chunk}
                </text>
              </g>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}
