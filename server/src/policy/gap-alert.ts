// Alerts the operators when the policy has no decision: the application waits until the policy is fixed.
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { CreditPolicy } from './decide.ts';
import { PolicyGapError } from './policy-rows.ts';

export type GapAlert = (
  kind: 'prequalification' | 'approval' | 'policy-version',
  gap: PolicyGapError,
) => void;

/** Logs each gap as an error and counts it as the outcome NO_DECISION, for an alert to use. */
export const gapAlert =
  ({ log, metrics }: { log: Log; metrics: Metrics }): GapAlert =>
  (kind, { message }) => {
    metrics.outcomes.inc({ kind, outcome: 'NO_DECISION' });
    log.error({ kind, because: message }, 'policy gap: no decision could be made');
  };

/** The same policy, with an alert for each gap in it. */
export function withGapAlert(policy: CreditPolicy, alert: GapAlert): CreditPolicy {
  function alerted<D>(kind: 'prequalification' | 'approval', decide: () => D): D {
    try {
      return decide();
    } catch (error) {
      if (error instanceof PolicyGapError) alert(kind, error);
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
