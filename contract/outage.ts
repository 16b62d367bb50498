// Why the lender's core system cannot be used now, and until when.
import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { instant } from './shapes.ts';

/**
 * `planned`: the lender's maintenance window. `announced`: the core system announced when it is back. `unplanned`: it does
 * not respond, or gave no time. `backAt` is the instant at which it should be back, where that is known.
 */
export const coreOutage = z.object({
  kind: z.enum(['planned', 'announced', 'unplanned']),
  backAt: z.optional(instant),
});
export type CoreOutage = z.output<typeof coreOutage>;

/** Read before the form begins, and by the page shown while the system is offline. */
export const getOutage = get('/api/v1/outage', { response: z.object({ outage: z.optional(coreOutage) }) });
