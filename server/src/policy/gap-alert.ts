// Alerts the operators when the policy has no decision: the application waits until the policy is fixed.
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { CreditPolicy } from './decide.ts';
import { PolicyGapError } from './policy-rows.ts';

/** The same policy; each gap in it is logged as an error and counted as the outcome NO_DECISION, for an alert to use. */
export function withGapAlert(
  policy: CreditPolicy,
  { log, metrics }: { log: Log; metrics: Metrics },
): CreditPolicy {
  function alerted<D>(kind: 'prequalification' | 'approval', decide: () => D): D {
    try {
      return decide();
    } catch (error) {
      if (error instanceof PolicyGapError) {
        metrics.outcomes.inc({ kind, outcome: 'NO_DECISION' });
        log.error({ kind, because: error.message }, 'policy gap: no decision could be made');
      }
      throw error;
    }
  }
  return {
    version: policy.version,
    decidePrequalification: (inputs, on) =>
      alerted('prequalification', () => policy.decidePrequalification(inputs, on)),
    decideApproval: (inputs, on) => alerted('approval', () => policy.decideApproval(inputs, on)),
  };
}
