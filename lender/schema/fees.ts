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

/** The most that a state lets a lender charge for making a loan: the greater of an amount and a percentage, but at most `most`. */
const ceiling = z
  .strictObject({
    ...scope,
    /** Loans above and up to these amounts; all without them. */
    loanOver: money.exactOptional(),
    loanUpTo: money.exactOptional(),
    unlimited: z.literal(true).exactOptional(),
    amount: money.exactOptional(),
    percentOfLoan: rate.exactOptional(),
    most: money.exactOptional(),
    /** How the part of the fee that an early payoff leaves unearned is refunded, and by which law. */
    refund: z.strictObject({ method: z.enum(['none', 'pro-rata', 'actuarial']), source: sentence }),
  })
  .refine(endsAfterStart, END_ISSUE)
  .refine(
    (it) =>
      (it.unlimited === true) === (it.amount === undefined && it.percentOfLoan === undefined) &&
      !(it.unlimited === true && it.most !== undefined),
    {
      message:
        'must come with {parent}.amount or {parent}.percentOfLoan, or be replaced by {parent}.unlimited',
      path: ['source'],
    },
  );

export const feesSchema = z.strictObject({
  /** Without a ceiling, a state allows no origination fee. */
  ceilings: z.array(ceiling),
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
export type FeeCeilings = z.output<typeof feesSchema>['ceilings'];
export type Fees = z.output<typeof feesSchema>['fees'];
