// Dialogs over the page.

import { useEffect, useRef } from 'preact/hooks';
import { dialog } from '../state';

/** Closes the dialog that is open. */
export function closeDialog(): void {
  dialog.value = null;
}

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
