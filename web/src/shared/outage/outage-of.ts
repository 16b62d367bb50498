import { type CoreOutage, coreOutage } from '#contract/outage.ts';
import { ApiFailure } from '../../api/failures.ts';

/** Undefined when the call failed for another reason. */
export function outageOf(failure: unknown): CoreOutage | undefined {
  if (!(failure instanceof ApiFailure) || !failure.has('offline')) return undefined;
  const [refused] = failure.errors as readonly { readonly outage?: unknown }[];
  return coreOutage.safeParse(refused?.outage).data ?? { kind: 'unplanned' };
}
