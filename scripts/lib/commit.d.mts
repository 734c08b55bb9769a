/** The first digits of the commit; empty where there is no history to ask. */
export declare function commit(): string;

/** The address of the repository, as all crates have it; empty where they have none. */
export function repository(): string;
