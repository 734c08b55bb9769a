// The schedules inside a report.

import type { Report } from '../generated/types';
import type { Schedules } from './types';

/** What the report says of the kernel's loops. */
export function schedulesOf(report: Report): Schedules {
  return (report.schedule as Schedules | null) ?? { loops: [], refusals: [] };
}
