// A link that holds the kernel.

import { grouped } from '../format';
import { useRef, useState } from 'preact/hooks';
import { ask, downloadFile, makeLink } from '../actions';
import { download } from '../download';
import { frameFor } from '../embedded';
import { sourceEditor } from '../editor/source';
import { about, python, tileIr } from '../state';
import { toolbox } from '../tools';
import { errorMessage } from '../workers';
import { Copy } from './Copy';
import { CloseButton } from './modal';

type Outcome = { kind: 'link'; link: string; copied: boolean } | { kind: 'refused'; message: string };

export function Share() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const share = async (): Promise<void> => {
    try {
      const link = await makeLink();
      setOutcome({ kind: 'link', link, copied: await copy(link) });
    } catch (error) {
      setOutcome({ kind: 'refused', message: errorMessage(error) });
    }
    dialog.current?.showModal();
  };
  const bytecode = async (): Promise<void> => {
    try {
      download('kernel.tilebc', await ask('assemble', { source: python.value ? tileIr.value.text : sourceEditor.text().toString(), toolbox: await toolbox() }));
    } catch (error) {
      setOutcome({ kind: 'refused', message: errorMessage(error) });
    }
  };
  return (
    <>
      <button id="share" type="button" class="button primary" disabled={!about.value} onClick={() => void share()}>
        Share
      </button>
      <dialog ref={dialog} aria-labelledby="share-title" onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
        <form method="dialog">
          <h2 id="share-title">{outcome?.kind === 'refused' ? 'That did not work' : 'A link to this kernel'}</h2>
          {outcome?.kind === 'link' && (
            <>
              <p>The link holds the kernel and its settings: what stands after # is never sent to a server.</p>
              <div class="link-row">
                <input readOnly value={outcome.link} aria-label="The link" onFocus={(event) => event.currentTarget.select()} />
                <button type="button" class="button primary" onClick={() => void copy(outcome.link).then((copied) => setOutcome({ ...outcome, copied }))}>
                  Copy
                </button>
              </div>
              <p class="hint" role="status">
                {outcome.copied ? 'Copied. ' : ''}
                {grouped(outcome.link.length)} characters{outcome.link.length > 8000 ? '; some chat programs cut links this long, so a file may travel better' : ''}.
              </p>
            </>
          )}
          {outcome?.kind === 'refused' && <p>{outcome.message}</p>}
          <div class="row-end">
            {outcome?.kind === 'link' && <Copy text={frameFor(outcome.link)} label="Copy as a frame" />}
            <button type="button" class="button" onClick={downloadFile}>
              Download the kernel
            </button>
            <button type="button" class="button" onClick={() => void bytecode()}>
              Download bytecode
            </button>
            <CloseButton />
          </div>
        </form>
      </dialog>
    </>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
