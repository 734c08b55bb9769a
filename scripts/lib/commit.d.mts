/** The first digits of the commit; empty where there is no history to ask. */
export declare function commit(): string;
