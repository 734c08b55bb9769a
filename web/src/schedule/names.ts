// Names of ops on drawings.

import type { Op } from './model';

/** The name of an op without that of its agent or its kind, which the table of ops has: of `consumer dot`, `load_a:tma`. */
export const ownName = ({ agent, name }: Pick<Op, 'agent' | 'name'>): string => (agent && name.startsWith(`${agent} `) ? name.slice(agent.length + 1) : (name.split(':', 1)[0] ?? name));
