import { type Outage, outage } from '#contract/outage.ts';
import { ApiFailure } from '../../api/failures.ts';

/** Undefined when the call failed for another reason. */
export function outageOf(failure: unknown): Outage | undefined {
  if (!(failure instanceof ApiFailure) || !failure.has('offline')) return undefined;
  const [refused] = failure.errors as readonly { readonly outage?: unknown }[];
  return outage.safeParse(refused?.outage).data ?? { kind: 'unplanned' };
}
