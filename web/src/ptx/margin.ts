// The margin of the PTX: the agent that runs an instruction, and the stage of the loop that it is of.

import type { Extension } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';
import type { Owner } from './agents';

const said = ({ agent, stage }: Owner): string => [agent, stage === null ? '' : `stage ${stage}`].filter(Boolean).join(', ');

class Mark extends GutterMarker {
  override readonly elementClass: string;
  constructor(
    readonly owner: Owner,
    /** Whether the line above says the same: then only the colour goes on. */
    readonly same: boolean,
    colour: number,
  ) {
    super();
    this.elementClass = `cm-agent-${colour}`;
  }

  override eq(other: Mark): boolean {
    return other.same === this.same && other.elementClass === this.elementClass && said(other.owner) === said(this.owner);
  }

  override toDOM(): Node {
    const words = document.createElement('span');
    words.textContent = this.same ? '' : said(this.owner);
    words.title = said(this.owner);
    return words;
  }
}

/** A gutter with the owners of lines; `agents` has them in the order of their colours. */
export const ownerGutter = (owners: () => readonly (Owner | null)[], agents: () => readonly string[]): Extension =>
  gutter({
    class: 'cm-owners',
    lineMarker(view, block) {
      const at = view.state.doc.lineAt(block.from).number - 1;
      const all = owners();
      const owner = all[at];
      if (!owner) return null;
      // A label between two instructions is nobody's.
      const above = all.slice(Math.max(0, at - 3), at).findLast(Boolean);
      return new Mark(owner, above ? said(above) === said(owner) : false, Math.max(0, agents().indexOf(owner.agent)) % 8);
    },
    lineMarkerChange: (update) => update.docChanged,
  });
