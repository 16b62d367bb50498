// policy/state-caps.json.
import { z } from 'zod';
import { confirmedBy, isoDate, sentence, stateCode } from './fields.ts';

const centsAmount = z.int('must be whole cents').nonnegative('must be zero or more');
const capPercent = z.string().regex(/^\d{1,3}(\.\d+)?$/, 'must be a rate in percent in quotes like "36"');

/** Both ends are included; an end left out is open. */
const ends = z
  .strictObject({ min: centsAmount.exactOptional(), max: centsAmount.exactOptional() })
  .refine((it) => it.min === undefined || it.max === undefined || it.min <= it.max, {
    message: 'must not be above {parent}.max',
    path: ['min'],
  });

const flatLimit = z.strictObject({
  kind: z.literal('flat'),
  percent: capPercent,
  plusFederalFunds: z.boolean().exactOptional(),
});
const tieredLimit = z.strictObject({
  kind: z.literal('tiers'),
  tiers: z
    .array(z.strictObject({ upToCents: centsAmount.exactOptional(), percent: capPercent }))
    .min(1)
    .superRefine((tiers, ctx) => {
      tiers.forEach((tier, index) => {
        const issue = (message: string) =>
          ctx.addIssue({ code: 'custom', path: [index, 'upToCents'], message });
        const isLast = index === tiers.length - 1;
        const before = tiers[index - 1]?.upToCents;
        if (isLast && tier.upToCents !== undefined) issue('must be left out of the last tier');
        else if (!isLast && tier.upToCents === undefined) issue('is missing: only the last tier has no end');
        else if (before !== undefined && tier.upToCents !== undefined && tier.upToCents <= before) {
          issue(`must be above the tier before it (${tier.upToCents} is not above ${before})`);
        }
      });
    }),
  plusFederalFunds: z.boolean().exactOptional(),
  /**
   * Whether the law lets the one rate that earns the same to maturity apply to an early payoff too, and where it says so. Otherwise a
   * payoff is computed by the tiers. `confirmedBy`: the counsel who confirmed it, and when; null until then.
   */
  blendedRate: z.strictObject({
    permitted: z.boolean(),
    source: sentence,
    confirmedBy: confirmedBy.default(null),
  }),
});

/** The caps by state, as finance/caps.ts takes them: amounts in cents; an amount that no row covers is not lent. */
export const stateCapsSchema = z.strictObject({
  caps: z.array(
    z.strictObject({
      state: stateCode,
      amountCents: ends.exactOptional(),
      months: ends.exactOptional(),
      basis: z.enum(['rate', 'all_in']),
      limit: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('none') }),
        flatLimit,
        tieredLimit,
        z.strictObject({
          kind: z.literal('greatest'),
          of: z.array(z.discriminatedUnion('kind', [flatLimit, tieredLimit])).min(1),
        }),
      ]),
      effective: z
        .strictObject({ from: isoDate, to: isoDate.exactOptional() })
        .refine((it) => it.to === undefined || it.to >= it.from, {
          message: 'must not be before {parent}.from',
          path: ['to'],
        }),
      source: sentence,
    }),
  ),
});
export type StateCaps = z.output<typeof stateCapsSchema>;

/** Where a payoff may exceed the law's tiers by a declaration that counsel has not confirmed. */
export const unconfirmedBlendedRates = ({ caps }: StateCaps) =>
  caps.flatMap(({ state, limit }) =>
    (limit.kind === 'greatest' ? limit.of : [limit]).flatMap((part) =>
      part.kind === 'tiers' && part.blendedRate.permitted && part.blendedRate.confirmedBy === null
        ? [{ state, source: part.blendedRate.source }]
        : [],
    ),
  );
