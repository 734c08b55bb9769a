// Which compiler this is, and which a link was made with: a version, and the commit that the page was built from.

/** The commit that the page was built from; empty where that is not known. */
export const COMMIT: string = typeof __COMMIT__ === 'string' ? __COMMIT__ : '';

/** The project's repository, where reports of problems go. */
export const REPOSITORY: string = typeof __REPOSITORY__ === 'string' ? __REPOSITORY__ : '';

/** A version with its commit, as links have it: `0.1.0+1a2b3c4d5`. */
export const named = (version: string): string => (COMMIT ? `${version}+${COMMIT}` : version);

/** The parts of a name; a link of before has no commit. */
export function parts(name: string): { version: string; commit: string } {
  const [version = '', commit = ''] = name.split('+', 2);
  return { version, commit };
}

/** The sentence on a link that another compiler made; null where it was this one, or where nothing tells. */
export function madeElsewhere(name: string | undefined, version: string): string | null {
  if (!name) return null;
  const made = parts(name);
  if (made.version !== version) return `This link was made with version ${made.version}; this is version ${version}, so the result may differ.`;
  if (!made.commit || !COMMIT || made.commit === COMMIT) return null;
  return `This link was made with build ${made.commit} of this version; this is build ${COMMIT}, so the result may differ.`;
}
