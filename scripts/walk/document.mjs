// Writes the document of the walk: what was met and what is met now, how each was tried, by which test it is held, and its pictures.

import { existsSync } from 'node:fs';
import { at } from '../lib/places.mjs';
import { LISTS } from './items.mjs';
import { FOLDER } from './pictures.mjs';
import { SIZES } from './visitor.mjs';

const HEAD = `# The page, walked

The page as it was at d81d927 was reviewed by six kinds of users: 25 faults, nine smaller ones, and a list of 36 wishes. Each of them is gone through here
again on the page of today, in five ways: on a desktop (1440 pixels wide), on a laptop (1366), on a phone (360 by 740), by keyboard alone, and with
wrong inputs. \`node scripts/walk-page.mjs\` does all of it: it fails where something is not seen that should be, where the console has a complaint and
where a page is wider than its screen; it makes the pictures and writes this page. \`--page DIR\` makes the pictures of the page as it was, from
its build; they were looked at in pairs.

"All" are the three widths. Cells of the next two columns say what is done there, or why nothing is, or which other row does it. A test is the one in [tests/browser](../tests/browser) that fails without what
the row says.
`;

const cell = (words) => words.replaceAll('|', '\\|');

/** The sizes at which an item is walked. */
function sizes({ walk, not = {} }) {
  if (!walk) return 'by the test';
  const left = Object.keys(SIZES).filter((size) => not[size]);
  return left.length === 0 ? 'all' : `all but ${left.map((size) => `${size}: ${not[size]}`).join('; ')}`;
}

/** The steps of a way in words. */
const way = (one) => cell(typeof one === 'string' ? one : one[0]);

/** A test by its name, with the file that it is in. */
const test = (words) => {
  const [file, ...name] = words.split(': ');
  return `[${file}](../tests/browser/${file}.test.mjs): ${cell(name.join(': '))}`;
};

/** Whether a picture has been made. */
const made = (id, when) => existsSync(at(FOLDER, `${id}-${when}.webp`));

function pictures({ id, pictureOf, noPicture }) {
  if (noPicture) return noPicture;
  const own = pictureOf ?? id;
  const links = ['before', 'after'].filter((when) => made(own, when)).map((when) => `[${when}](${FOLDER.replace('docs/', '')}/${own}-${when}.webp)`);
  return links.join(', ');
}

const table = (items, first) =>
  [
    `| # | ${first} | What a visitor meets now | Widths | By keyboard alone | With wrong inputs | Held by | Pictures |`,
    '|---:|---|---|---|---|---|---|---|',
    ...items.map(
      (item) => `| ${[item.number, cell(item.title ?? item.was), cell(item.now), sizes(item), way(item.keys), way(item.wrong), item.tests.map(test).join('; '), pictures(item)].join(' | ')} |`,
    ),
  ].join('\n');

/** The faults that the walk itself met, each mended with it, and the test that holds it. */
export const MET = [
  ['on a phone a crash of the compiler hid the page: its words had a letter a line', 'walk: a failure of ours is read whole'],
  ['a link to a text that cannot be read spoke of "the result of the last text that could be", though there was none', 'walk: a text that was never read has no result, and none is spoken of'],
  ['times of passes stood below their names, broken in two', 'walk: the time of a pass stands beside its name, whole'],
  ['on a phone messages, reasons of bounds and steps of barriers had columns of a word a line, and "Copy code" was cut', 'walk: on a phone words have the room that they need'],
  [
    'the name of what tensor memory holds was cut, and the hint of an empty editor; what is chosen in a list that is too narrow now ends in dots',
    'walk: names in the map of memory and the hint of an empty editor are whole',
  ],
  ['`/?embed` was the page itself', 'walk: a link with `?embed` is shown as other pages show it'],
  ['both fields of a comparison were called "Kernel"', 'walk: the fields of a comparison have names of their own'],
  ['a run that ended in a deadlock told of the traffic "of 0 CTAs"', 'documents: the way into a deadlock is played step by step, and leads to who waits'],
  ['units of attention’s loop had no explanation; on a phone their names lay upon each other, as those of buffers did on a laptop', 'screenshots: every view is whole: '],
  [
    'a search through many IIs had up to three rungs for one, 160 in all, and rows of tables were as high as a phone',
    'schedule: a search through many IIs is a ladder that can be looked at, and on a phone no row of a table is as high as a screen',
  ],
  ['fields of Tiles left the map of other numbers, or answered in words of Rust', 'tiles: what cannot be is refused with the rule, and no map of other numbers stays'],
  ['IR that was opened had its first comment for a name, and why its barriers are refuted was said twice', 'walk: IR has the name of its function, and says once why its barriers are refuted'],
];

const met = `## What the walk met besides

Each of these was so when it was walked, and has been mended:

${MET.map(([words, held]) => `- ${words} (${test(held)})`).join('\n')}`;

/** The document. */
export const document = () =>
  `${HEAD}
## The 25 faults

${table(LISTS.faults, 'It was so that')}

## The smaller faults

${table(LISTS.also, 'It was so that')}

## The wishes

${table(LISTS.wishes, 'Wish')}

${met}
`;
