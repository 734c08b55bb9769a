// Python as the editor colours and indents it.

import { indentService, LRLanguage } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '@lezer/python';

// A decorator is one thing: its name has the colour of its sign.
const coloured = parser.configure({ props: [styleTags({ 'Decorator/VariableName': tags.meta })] });

export const python = [
  LRLanguage.define({ name: 'python', parser: coloured, languageData: { commentTokens: { line: '#' } } }),
  // A line after one that ends in a colon begins further in, any other where the one before begins.
  indentService.of((context, position) => {
    const before = context.lineAt(position, -1).text;
    if (before.trim() === '') return null;
    return context.countColumn(before, before.search(/\S/)) + (/:\s*(?:#.*)?$/.test(before) ? context.unit : 0);
  }),
];
