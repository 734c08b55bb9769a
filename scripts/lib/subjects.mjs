// Subjects of commits, as tests/documents/work.txt quotes them.

/** Whether a text is subjects that are known, with `; ` between them, which may stand in a subject as well. */
export function quotes(what, known) {
  if (known.has(what)) return true;
  for (let at = what.indexOf('; '); at >= 0; at = what.indexOf('; ', at + 1)) {
    if (known.has(what.slice(0, at)) && quotes(what.slice(at + 2), known)) return true;
  }
  return false;
}
