// The response headers of the page, read from netlify.toml, so that a local server behaves as the public one does.

import { readFileSync } from 'node:fs';
import { at } from './places.mjs';

/** `[{ for, values }]` in the order of the file: the `[[headers]]` tables, which use plain strings only. */
export function headerRules(text = readFileSync(at('netlify.toml'), 'utf8')) {
  const rules = [];
  let inHeaders = false;
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line === '[[headers]]') rules.push({ for: '', values: {} });
    if (line.startsWith('[')) inHeaders = line === '[[headers]]' || line === '[headers.values]';
    const pair = line.match(/^([\w-]+)\s*=\s*"(.*)"$/);
    if (!inHeaders || !pair) continue;
    if (pair[1] === 'for') rules.at(-1).for = pair[2];
    else rules.at(-1).values[pair[1]] = pair[2];
  }
  return rules;
}

/** The headers for `path`. */
export function headersFor(path, rules) {
  const matching = rules.filter((rule) => (rule.for.endsWith('*') ? path.startsWith(rule.for.slice(0, -1)) : path === rule.for));
  return Object.assign({}, ...matching.map((rule) => rule.values));
}
