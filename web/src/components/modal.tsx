// Dialogs over the page.

import { useEffect, useRef } from 'preact/hooks';
import { dialog } from '../state';

/** Closes the dialog that is open. */
export function closeDialog(): void {
  dialog.value = null;
}

/** The end of a dialog that the browser closed. Another may be open by then: it stays. */
export const closed = (name: typeof dialog.value) => (): void => {
  if (dialog.value === name) closeDialog();
};

/** A dialog that takes the focus, and gives it back. */
export function useModal() {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return box;
}

/** Closes the dialog whose form it is in. */
export function CloseButton() {
  return (
    <button class="button" value="close">
      Close
    </button>
  );
}
