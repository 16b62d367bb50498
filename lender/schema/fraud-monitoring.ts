// fraud-monitoring.json.
import { z } from 'zod';
import { isoDate } from './fields.ts';

/** `hold`: a reviewer must release the payment. `report`: the finding is recorded and the payment continues. `off`: the rule does not run. */
const action = z.enum(['hold', 'report', 'off']);
/** Found if there are more than `most` within so many days. */
const velocity = z.strictObject({ action, most: z.int().min(1).max(1000), days: z.int().min(1).max(730) });

/** What is checked before a loan is paid, as the Nacha Operating Rules require of every originator, and what follows. */
export const fraudMonitoringSchema = z.strictObject({
  /** When the lender last reviewed these rules, which Nacha requires every year. */
  reviewedOn: isoDate,
  rules: z.strictObject({
    'account-shared': velocity,
    /** Applicants who applied from the same network address and browser. */
    'device-shared': velocity,
    'accounts-of-applicant': velocity,
    /** The applicant gave another account within so many hours before the payment. */
    'account-changed': z.strictObject({ action, hours: z.int().min(1).max(720) }),
    /** A person confirmed the account although its bank named someone else, or no one. */
    'name-mismatch': z.strictObject({ action }),
  }),
});
type FraudMonitoring = z.output<typeof fraudMonitoringSchema>;
export type FraudRule = keyof FraudMonitoring['rules'];

/** A sentence about a rule that looks further back than the data is kept, or undefined. */
export function findFraudMonitoringMistake({ rules }: FraudMonitoring, sessions: { readonly days: number }) {
  const { days } = rules['device-shared'];
  return days > sessions.days
    ? `rules.device-shared.days must not be above sessions.days of retention.json (${days} > ${sessions.days}).`
    : undefined;
}
