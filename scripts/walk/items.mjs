// All items of the walk. Each says in `was` what a visitor met, in `now` what one meets today. `walk` does it at every size but those that `not`
// gives a reason for; `keys` by keyboard alone, `wrong` with wrong inputs: words, and the steps, or words alone where it does not apply.
// `before` makes the picture of the page as it was, where it is not made as `walk` makes it; `part` is what the picture shows, at `size`.

import { ALSO } from './also.mjs';
import { FAULTS } from './faults-1-to-12.mjs';
import { MORE_FAULTS } from './faults-13-to-25.mjs';
import { WISHES } from './wishes-1-to-18.mjs';
import { MORE_WISHES } from './wishes-19-to-36.mjs';

const filled = (prefix, items) =>
  items.map((item, at) => ({
    id: `${prefix}-${String(at + 1).padStart(2, '0')}`,
    number: at + 1,
    size: 'laptop',
    part: '.result',
    ...item,
    before: item.before === undefined ? item.walk : item.before,
  }));

/** The items by the list that they are of. */
export const LISTS = { faults: filled('fault', [...FAULTS, ...MORE_FAULTS]), also: filled('also', ALSO), wishes: filled('wish', [...WISHES, ...MORE_WISHES]) };

export const ITEMS = Object.values(LISTS).flat();
