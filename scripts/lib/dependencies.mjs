// The part of deny.toml that needs no other tool: licences, sources and doubles of the crates that are depended on.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { at } from './places.mjs';

/** The texts of a list of deny.toml. */
function list(name, text) {
  const [, items] = text.match(new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm')) ?? [];
  return [...(items ?? '').matchAll(/"([^"]+)"/g)].map(([, item]) => item);
}

/** The rules: licences and registries that are allowed, and crates that may be there twice. */
export function rules(text = readFileSync(at('deny.toml'), 'utf8')) {
  return { licences: list('allow', text), registries: list('allow-registry', text), doubles: list('skip', text) };
}

/** The crates of the lock file that this machine builds, each with its licence and its source. */
export function crates() {
  const options = { cwd: at(), encoding: 'utf8', maxBuffer: 64 << 20, stdio: ['ignore', 'pipe', 'ignore'] };
  const host = execFileSync('rustc', ['-vV'], options).match(/^host: (.*)$/m)[1];
  return JSON.parse(execFileSync('cargo', ['metadata', '--locked', '--format-version', '1', '--filter-platform', host], options)).packages;
}

/** Whether a licence, in SPDX's words (or with a slash, as it was written once), is allowed: one side of each `OR`, both of each `AND`. */
export function allowed(licence, licences) {
  const parts = licence.replaceAll('/', ' OR ').match(/\(|\)|\bOR\b|\bAND\b|[^\s()]+(?: WITH \S+)?/g) ?? [];
  const one = () => {
    const part = parts.shift();
    if (part !== '(') return licences.includes(part);
    const inside = any();
    parts.shift();
    return inside;
  };
  const all = () => {
    let holds = one();
    while (parts[0] === 'AND') holds = [parts.shift(), one()][1] && holds;
    return holds;
  };
  const any = () => {
    let holds = all();
    while (parts[0] === 'OR') holds = [parts.shift(), all()][1] || holds;
    return holds;
  };
  return any();
}

/** Breaches of the rules, a line each. */
export function breaches(found, { licences, registries, doubles }) {
  const foreign = found.filter(({ source }) => source !== null);
  const times = new Map();
  for (const one of foreign) times.set(one.name, [...(times.get(one.name) ?? []), one]);
  return [
    ...foreign.filter(({ license }) => !allowed(license ?? 'none', licences)).map(({ name, license }) => `${name}: licence ${license}`),
    ...foreign.filter(({ source }) => !registries.some((registry) => source === `registry+${registry}`)).map(({ name, source }) => `${name}: from ${source}`),
    ...[...times].filter(([name, all]) => all.length > 1 && !doubles.includes(name)).map(([name, all]) => `${name}: ${all.map(({ version }) => version).join(' and ')}`),
  ];
}
