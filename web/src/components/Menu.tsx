// A button with a panel below it. The panel closes on Escape, on a click elsewhere, and when the focus leaves it.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface Properties {
  label: ComponentChildren;
  /** The name of the panel for those who do not see it. */
  title: string;
  class?: string;
  align?: 'left' | 'right';
  disabled?: boolean;
  children(close: () => void): ComponentChildren;
}

export function Menu({ label, title, align = 'left', disabled = false, children, ...rest }: Properties) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event): void => {
      if (!event.composedPath().includes(box.current as EventTarget)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open) close();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!open || by === undefined || (event.target as HTMLElement).matches('select, input:not([type=file])')) return;
    const places = [...(box.current?.querySelectorAll<HTMLElement>('button, a, input, select') ?? [])];
    const to = places.indexOf(event.target as HTMLElement) + by;
    event.preventDefault();
    places[Math.max(0, Math.min(places.length - 1, to))]?.focus();
  };
  return (
    <div class={`menu ${rest.class ?? ''}`} ref={box} onKeyDown={keys}>
      <button ref={button} type="button" class="button" disabled={disabled} aria-expanded={open} aria-controls={panel} title={title} onClick={() => setOpen(!open)}>
        {label}
        <Chevron />
      </button>
      {open && (
        <div id={panel} class={`panel ${align}`} role="group" aria-label={title}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

const Chevron = () => (
  <svg class="chevron" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    <path d="M2 3.5 5 6.5 8 3.5" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" />
  </svg>
);
