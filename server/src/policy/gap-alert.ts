// Tells the operators when the policy has no answer: nothing is decided then, and somebody has to fix the policy and decide.
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type CreditPolicy, PolicyGapError } from './decide.ts';

/** The same policy; each gap in it is logged as an error and counted as the outcome NO_DECISION, for an alert to stand on. */
export function withGapAlert(
  policy: CreditPolicy,
  { log, metrics }: { log: Log; metrics: Metrics },
): CreditPolicy {
  async function alerted<D>(kind: 'prequalification' | 'approval', decision: Promise<D>): Promise<D> {
    try {
      return await decision;
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
      alerted('prequalification', policy.decidePrequalification(inputs, on)),
    decideApproval: (inputs, on) => alerted('approval', policy.decideApproval(inputs, on)),
  };
}
