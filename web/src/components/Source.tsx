// The left side: the editor, and what the compiler has to say about the text.

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import { goTo } from '../actions';
import { sourceEditor } from '../editor/source';
import { EMBEDDED } from '../embedded';
import { count, grouped } from '../format';
import type { Message } from '../generated/types';
import { blank, linkedLine, pointAt, problems, shownValue, stale } from '../state';
import { Code } from './Code';
import { Files } from './Files';
import { Signature } from './Signature';

export function Source() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current) sourceEditor.mount(host.current);
    const stopLines = effect(() => sourceEditor.showLine(linkedLine.value, false));
    const stopValues = effect(() => sourceEditor.showValue(shownValue.value));
    const stopProblems = effect(() => {
      const found = problems.value;
      if (stale.peek()) return;
      sourceEditor.showDiagnostics(
        (blank.value ? [] : found.slice(0, MOST)).flatMap(({ message, place }) =>
          place ? [{ ...place, severity: message.severity === 'note' ? ('info' as const) : message.severity, message: asText(message) }] : [],
        ),
      );
    });
    return () => {
      stopLines();
      stopValues();
      stopProblems();
    };
  }, []);
  return (
    <section class="pane source" aria-label="Source" onMouseLeave={() => pointAt(0)}>
      {!EMBEDDED && <Files />}
      <div class="editor" ref={host} />
      <Signature />
      <Problems />
    </section>
  );
}

const asText = ({ message, notes, help }: Message): string => [message, ...notes.map((note) => `note: ${note}`), ...(help ? [`help: ${help}`] : [])].join('\n');

/** Messages that are listed and underlined; the rest is counted. */
const MOST = 100;

function Problems() {
  const all = problems.value;
  if (blank.value) return <p class="problems hint blank">There is no kernel yet: write or paste one, open a file, or begin with one of the gallery.</p>;
  if (all.length === 0) return null;
  const errors = all.filter(({ message }) => message.severity === 'error').length;
  const warnings = all.filter(({ message }) => message.severity === 'warning').length;
  const notes = all.length - errors - warnings;
  const parts = [errors && count(errors, 'error'), warnings && count(warnings, 'warning'), notes && count(notes, 'note')].filter(Boolean);
  return (
    <details class="problems" open={errors > 0}>
      <summary>{parts.join(', ')}</summary>
      <ol>
        {all.slice(0, MOST).map(({ message, place }, at) => (
          <li key={at}>
            <button type="button" disabled={!place} onClick={() => place && goTo(place)}>
              <span class={`severity ${message.severity}`}>{message.severity}</span>
              <span class="message">
                {message.message}
                {message.notes.map((note) => (
                  <span class="aside">{note}</span>
                ))}
                {message.help && <span class="aside help">{message.help}</span>}
              </span>
              <span class="where">{message.range ? `${message.range.line}:${message.range.column}` : ''}</span>
            </button>
            <Code code={message.code} />
          </li>
        ))}
        {all.length > MOST && <li class="hint more">and {grouped(all.length - MOST)} more: the first ones are likely to be the cause of the others.</li>}
      </ol>
    </details>
  );
}
