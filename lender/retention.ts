// How long what is kept, and why: the shape of retention.json and what must hold of it.
import { z } from 'zod';
import type { Program } from './schema.ts';

const reason = z.string().trim().min(1, 'must not be empty');
const days = z.strictObject({ days: z.int().min(1).max(3650), reason });
/** 12 CFR 1002.12(b): an application and all that was used to decide on it. */
const months = z.strictObject({
  months: z.int().min(25, 'must be at least 25: Regulation B asks for it').max(600),
  reason,
});

export const retentionSchema = z.strictObject({
  /** Our access to a bank, after its application has ended. */
  bankAccess: days,
  /** Forms that came to no decision. An application that stands still so long counts as abandoned. */
  unfinished: days,
  sessions: days,
  /** Calls about text codes and captchas. */
  textCodes: days,
  /** What banks told, in their own words. */
  bankData: days,
  /** Applications that were decided and came to no loan. */
  decisions: months,
  loans: months,
});
export type Retention = z.output<typeof retentionSchema>;

/** A sentence about what the single numbers do not show, or undefined. */
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
