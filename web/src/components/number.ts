// A field for a number: its text stays as it is typed, and what is no such number leaves the value at what it was before the edit.

import { useRef, useState } from 'preact/hooks';

interface Asked {
  /** Null: the field is empty, which only `none` allows. */
  value: number | null;
  set(value: number | null): void;
  least?: number;
  most?: number;
  none?: boolean;
  /** Whether the number need not be whole. */
  any?: boolean;
  /** Hears of each edit whether the field has such a number. */
  tell?(wrong: boolean): void;
}

/** The attributes of the field, in which `aria-invalid` says that its text is no such number. */
export function useNumber({ value, set, least = 0, most = 2 ** 32 - 1, none = false, any = false, tell }: Asked) {
  /** The text, and the value that it stands for: changed elsewhere, that one is shown. */
  const [typed, setTyped] = useState<{ text: string; to: number | null; wrong: boolean } | null>(null);
  const before = useRef(value);
  const own = typed?.to === value ? typed : null;
  return {
    type: 'number',
    inputMode: 'decimal',
    step: any ? 'any' : 1,
    min: any ? undefined : least,
    // As text: a number is never the same as what a field holds, and would be written over it.
    value: own ? own.text : String(value ?? ''),
    'aria-invalid': !!own?.wrong,
    onFocus: () => {
      before.current = value;
    },
    onInput: ({ currentTarget: { value: text, valueAsNumber: number, validity } }: { currentTarget: HTMLInputElement }) => {
      const isNumber = any ? Number.isFinite(number) : Number.isInteger(number) && number >= least && number <= most;
      const wrong = validity.badInput || !(isNumber || (none && text === ''));
      const to = wrong ? before.current : text === '' ? null : number;
      setTyped({ text, to, wrong });
      if (to !== value || !wrong) set(to);
      tell?.(wrong);
    },
  } as const;
}
