// The schedules inside a report.

import type { NotPipelined, Report } from '../generated/types';
import type { Loop } from './types';

/** What the report says of the kernel's loops. */
export function schedulesOf(report: Report): { loops: Loop[]; refusals: NotPipelined[] } {
  const { loops = [], refusals = [] } = report.schedule ?? {};
  // Graph, solution and verdict are JSON to the report; what is in them is what their libraries write.
  return { loops: loops as unknown as Loop[], refusals };
}
