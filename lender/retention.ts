// retention.json: how long each kind of data is kept, and why.
import { z } from 'zod';
import type { Program } from './schema/programs.ts';

const reason = z.string().trim().min(1, 'must not be empty');
const days = z.strictObject({ days: z.int().min(1).max(3650), reason });
/** 12 CFR 1002.12(b): an application and everything used to decide on it. */
const months = z.strictObject({
  months: z.int().min(25, 'must be at least 25: Regulation B requires it').max(600),
  reason,
});

export const retentionSchema = z.strictObject({
  /** Our access to an applicant's bank after the application has ended. */
  bankAccess: days,
  /** Leads that were never submitted. A linked bank without activity for this long counts as abandoned. */
  unfinished: days,
  sessions: days,
  /** Vendor calls about text codes and captchas. */
  textCodes: days,
  /** Vendor calls that returned credentials to a bank. */
  bankData: days,
  /** What browsers reported of their use and of errors, with consent. */
  measurements: days.default({ days: 395, reason: 'Year-over-year comparisons of the same month.' }),
  /** Submitted applications without a loan, with all that was used to decide on them. */
  decisions: months,
  loans: months,
  /** Searches of the OFAC list. */
  sanctions: z.strictObject({
    months: z.int().min(120, 'must be at least 120: 31 CFR 501.601 requires it').max(600),
    reason,
  }),
});
export type Retention = z.output<typeof retentionSchema>;

/** A sentence about periods that contradict each other or the programs' terms, or undefined. */
export function findRetentionMistake(
  { loans, decisions, bankAccess, bankData }: Retention,
  programs: readonly Program[],
): string | undefined {
  const longest = Math.max(...programs.map((program) => program.terms.longest));
  if (loans.months <= longest)
    return `loans.months must be more than the longest term (${loans.months} <= ${longest} months).`;
  if (loans.months < decisions.months)
    return `loans.months must not be less than decisions.months (${loans.months} < ${decisions.months}).`;
  if (bankData.days < bankAccess.days)
    return `bankData.days must not be less than bankAccess.days (${bankData.days} < ${bankAccess.days}).`;
  return undefined;
}
