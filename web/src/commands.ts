// Commands of the page, by name: for the palette, and for the map of keys.

import {
  beginTour,
  closeFile,
  compileNow,
  copyMarkdown,
  copyProblem,
  downloadFile,
  letGo,
  newFile,
  openExample,
  openFiles,
  resetOptions,
  setOptions,
  showFile,
  showTab,
  toggleBeside,
} from './actions';
import { files, shown, titleOf } from './files';
import { GALLERY } from './gallery';
import { about, dialog, diff, renaming, second, sideBySide, sourceShown, TABS, type Tab } from './state';
import { nextTheme } from './theme';

/** Something that can be done. */
export interface Command {
  title: string;
  group: string;
  keys?: string;
  /** Other words that it is found by. */
  also?: string;
  run(): void;
}

const TITLES: { [name in Tab]: string } = { passes: 'Passes', ptx: 'PTX', schedule: 'Schedule', abi: 'Launch', run: 'Run', tiles: 'Tiles', layouts: 'Layouts', compare: 'Compare' };

/** Asks for a file. */
function pickFiles(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.onchange = () => void openFiles(input.files);
  input.click();
}

/** All that can be done now. */
export const commands = (): Command[] => [
  ...TABS.map((name, at) => ({ title: `Show ${TITLES[name]}`, group: 'Views', keys: `Alt+${at + 1}`, run: () => showTab(name) })),
  { title: second.value ? 'Close the second view' : 'Show two views', group: 'Views', run: toggleBeside },
  {
    title: 'Show the changes of a pass',
    group: 'Views',
    keys: 'd in the list of passes',
    run: () => {
      showTab('passes');
      diff.value = !diff.value;
    },
  },
  {
    title: 'Show changes side by side',
    group: 'Views',
    run: () => {
      showTab('passes');
      diff.value = true;
      sideBySide.value = !sideBySide.value;
    },
  },
  { title: 'Let go of what is chosen', group: 'Views', keys: 'Escape', run: letGo },
  { title: 'Save this file', group: 'Files', keys: 'Ctrl+S', run: downloadFile },
  { title: 'New file', group: 'Files', run: () => void newFile() },
  { title: 'Close this file', group: 'Files', keys: 'Delete in the list of files', run: () => void closeFile(shown.value) },
  {
    title: 'Rename this file',
    group: 'Files',
    keys: 'F2 in the list of files',
    run: () => {
      sourceShown.value = true;
      renaming.value = shown.value;
    },
  },
  ...files.value.filter(({ id }) => id !== shown.value).map((file) => ({ title: `Go to ${titleOf(file)}`, group: 'Files', run: () => void showFile(file.id) })),
  { title: 'Open a file', group: 'Files', run: pickFiles },
  { title: 'Compile now', group: 'Options', keys: 'Ctrl+Enter', run: compileNow },
  { title: 'Back to the defaults', group: 'Options', run: resetOptions },
  { title: 'Theme', group: 'Views', also: 'dark', run: nextTheme },
  { title: 'Share a link, embed', group: 'Share', run: () => document.getElementById('share')?.click() },
  { title: 'Copy as Markdown', group: 'Share', run: () => void copyMarkdown() },
  { title: 'Report a problem', group: 'Share', run: () => void copyProblem() },
  { title: 'Take the tour', group: 'Help', run: () => void beginTour() },
  { title: 'Map of keys', group: 'Help', keys: '?', run: () => (dialog.value = 'keys') },
  { title: 'Edit the scheduler model', group: 'Options', run: () => (dialog.value = 'machine') },
  { title: 'Glossary', group: 'Help', run: () => void open('/glossary.html', '_blank', 'noopener') },
  { title: 'Codes of messages', group: 'Help', run: () => void open('/codes.html', '_blank', 'noopener') },
  ...GALLERY.map((example) => ({ title: `Open ${example.title}`, group: 'Gallery', also: example.file, run: () => void openExample(example) })),
  ...(about.value?.targets ?? []).map(({ name, title }) => ({
    title: `Compile for ${name} (${title})`,
    group: 'Targets',
    run: () => setOptions({ gpu_name: name }),
  })),
];

/** Keys that are no commands: what they do, and where. */
export const KEYS: readonly { where: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      ['Ctrl+K', 'find a command'],
      ['?', 'this map (outside of texts)'],
      ['Ctrl+Enter', 'compile now'],
      ['Ctrl+S', 'save the file that is shown'],
      ['Alt+1 to 8', 'a view by its number'],
      ['Escape', 'close, or let go of what is chosen'],
    ],
  },
  {
    where: 'In texts',
    keys: [
      ['arrows', 'light up what comes from a line, everywhere'],
      ['Ctrl+F', 'find'],
      ['Ctrl+/', 'comment out, in the source'],
      ['Tab', 'leave the text'],
      ['on an instruction of PTX', 'says below what it does'],
    ],
  },
  {
    where: 'In the list of files',
    keys: [
      ['left and right, Home, End', 'from file to file'],
      ['Enter', 'show the file'],
      ['F2', 'rename it'],
      ['Delete', 'close it'],
    ],
  },
  {
    where: 'In the list of passes',
    keys: [
      ['j, k or arrows', 'next and previous pass'],
      ['d', 'show what changed'],
      ['Home, End', 'first and last pass'],
    ],
  },
  {
    where: 'In the reservation table',
    keys: [
      ['arrows', 'from seat to seat'],
      ['Home, End', 'first and last seat'],
    ],
  },
  {
    where: 'In a run of barriers',
    keys: [
      ['arrows', 'one step'],
      ['Page up, Page down', 'eight steps'],
      ['Home, End', 'first and last step'],
    ],
  },
  { where: 'Between source and result', keys: [['left and right', 'move the line between them']] },
];
