// Search in an editor: its panel, its keys, and the marks on what is selected elsewhere too.

import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

export const searching = (wholeWords: boolean): Extension => [highlightSelectionMatches({ wholeWords }), search(), keymap.of(searchKeymap)];
