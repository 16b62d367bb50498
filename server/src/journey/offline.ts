// Refuses a step that needs the core system while it is offline.
import type { CoreOutage } from '#contract/outage.ts';
import { Failure } from '../platform/failure.ts';
import { CoreOffline } from '../vendors/core.ts';
import { errorMessages } from '../wording/error-messages.ts';

/** Rethrows any other error. Nothing was changed, so the applicant can try again from where they are. */
export function refuseOffline(error: unknown): never {
  if (!(error instanceof CoreOffline)) throw error;
  throw new Failure([offline(error.outage)]);
}

const offline = (outage: CoreOutage) => ({
  code: 'offline' as const,
  message: errorMessages.offline[outage.kind],
  outage,
});
