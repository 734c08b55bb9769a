// Python's grammar, for colours. It comes behind the first result, if there is a text in Python.

import type { Parser } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '@lezer/python';

/** A decorator is one thing: its name has the colour of its sign. */
const decorators = styleTags({ 'Decorator/VariableName Decorator/"."': tags.meta });

/** In the page the parser is promised, since its tables are data (vite.config.ts). */
export const grammar: Promise<Parser> = Promise.resolve(parser).then((parser) => parser.configure({ props: [decorators] }));
