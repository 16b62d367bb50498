// retention.json: how long each kind of data is kept, why, and by which law. States may require another period for applications.
import { z } from 'zod';
import { sentence } from './schema/fields.ts';
import type { Program } from './schema/programs.ts';

/** `source` is the law that the period follows. */
const grounds = { reason: sentence, source: sentence };
const days = z.strictObject({ days: z.int().min(1).max(3650), ...grounds });
/** 12 CFR 1002.12(b): an application and everything used to decide on it. */
const monthCount = z.int().min(25, 'must be at least 25: Regulation B requires it').max(600);
const months = z.strictObject({
  months: monthCount,
  ...grounds,
  /** By the state of the applicant's address. */
  states: z
    .record(z.string().regex(/^[A-Z]{2}$/), z.strictObject({ months: monthCount, source: sentence }))
    .default({}),
});

export const retentionSchema = z.strictObject({
  /** Our access to an applicant's bank after the application has ended. */
  bankAccess: days,
  /** Leads that were never submitted. A linked bank without activity for this long counts as abandoned. */
  unfinished: days,
  sessions: days,
  textCodes: days,
  /** Vendor calls that returned credentials to a bank. */
  bankData: days,
  /** ACH files with names and account numbers, unless the bank confirms them earlier. */
  achFiles: days.extend({
    days: z.int().min(5, 'must be at least 5: the bank must have the file by then').max(365),
  }),
  /** What browsers reported of their use and of errors, with consent. */
  measurements: days
    .extend({ days: z.int().min(62, 'must be at least 62: they are deleted by the month').max(3650) })
    .default({
      days: 395,
      reason: 'Year-over-year comparisons of the same month.',
      source: '16 CFR 314.4(c)(6)',
    }),
  /** Submitted applications without a loan, with all that was used to decide on them. */
  decisions: months,
  loans: months,
  /** Searches of the OFAC list. */
  sanctions: z.strictObject({
    months: z.int().min(120, 'must be at least 120: 31 CFR 501.601 requires it').max(600),
    ...grounds,
  }),
});
export type Retention = z.output<typeof retentionSchema>;

/** How long the applications of a state are kept, and by which law. Without a state, those of states without a period of their own. */
export function applicationPeriod(retention: Retention, kind: 'decisions' | 'loans', state = '') {
  const period = retention[kind];
  return period.states[state] ?? period;
}

/** A sentence about periods that contradict each other or the programs' terms, or undefined. */
export function findRetentionMistake(
  retention: Retention,
  programs: readonly Program[],
  servedStates: ReadonlySet<string>,
): string | undefined {
  const { loans, decisions, bankAccess, bankData } = retention;
  const longest = Math.max(...programs.map((program) => program.terms.longest));
  const own = [...Object.keys(decisions.states), ...Object.keys(loans.states)];
  const unknown = own.find((state) => !servedStates.has(state));
  if (unknown !== undefined) return `states.${unknown} is not a state of public/states.json.`;
  for (const state of [undefined, ...own]) {
    const { months: ofLoans } = applicationPeriod(retention, 'loans', state);
    const { months: ofDecisions } = applicationPeriod(retention, 'decisions', state);
    const where = state === undefined ? '' : ` in ${state}`;
    if (ofLoans <= longest)
      return `loans.months${where} must be more than the longest term (${ofLoans} <= ${longest} months).`;
    if (ofLoans < ofDecisions)
      return `loans.months${where} must not be less than decisions.months (${ofLoans} < ${ofDecisions}).`;
  }
  if (bankData.days < bankAccess.days)
    return `bankData.days must not be less than bankAccess.days (${bankData.days} < ${bankAccess.days}).`;
  return undefined;
}
