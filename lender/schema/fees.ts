// policy/fees.json: what a loan costs besides interest, by state. Fees are taken out of the loan.
import { z } from 'zod';
import { END_ISSUE, effectiveDates, endsAfterStart, money, rate, sentence, statesOfRow } from './fields.ts';

const scope = { states: statesOfRow, ...effectiveDates, source: sentence };

const origination = z.strictObject({
  kind: z.literal('origination'),
  ...scope,
  /** A fixed amount, or a percentage of the loan, at most `most`. */
  amount: money.exactOptional(),
  percentOfLoan: rate.exactOptional(),
  most: money.exactOptional(),
});
/** What public officials take for recording the lien on a vehicle; charged on secured loans only. */
const filing = z.strictObject({ kind: z.literal('filing'), ...scope, amount: money });

export const feesSchema = z.strictObject({
  fees: z.array(
    z
      .discriminatedUnion('kind', [origination, filing])
      .refine(endsAfterStart, END_ISSUE)
      .refine(
        (it) => it.kind === 'filing' || (it.amount === undefined) !== (it.percentOfLoan === undefined),
        {
          message: 'must come with {parent}.amount or {parent}.percentOfLoan, and not with both',
          path: ['kind'],
        },
      ),
  ),
});
export type Fees = z.output<typeof feesSchema>['fees'];
