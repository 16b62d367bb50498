// policy/programs.json: the programs that the lender offers. The code knows none of them by name.
import { z } from 'zod';
import { money, rate, sentence } from './fields.ts';

const programSchema = z
  .strictObject({
    about: sentence,
    min: money,
    max: money,
    /** The amounts offered are the minimum, every multiple of the step above it, and the maximum. */
    step: money.refine((cents) => cents > 0, 'must be above 0.00'),
    terms: z
      .strictObject({ shortest: z.int().positive(), longest: z.int().positive(), every: z.int().positive() })
      .refine((it) => it.shortest <= it.longest, {
        message: 'must not be above longest',
        path: ['shortest'],
      }),
    floor: rate,
    ceiling: rate,
    isAutoSecured: z.boolean(),
    /** `records`: the vehicle-data service's. `applicant`: others may enter one, which is then valued. */
    vehicleFrom: z.array(z.enum(['records', 'applicant'])).default([]),
  })
  .transform(({ min, max, step, ...rest }, ctx) => {
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    const issue = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [field], message });
    if (min >= max) issue('min', `must be below {parent}.max (${dollars(min)} > ${dollars(max)})`);
    if (rest.isAutoSecured && rest.vehicleFrom.length === 0)
      issue('vehicleFrom', 'must name where the vehicle comes from: records, applicant, or both');
    if (!rest.isAutoSecured && rest.vehicleFrom.length > 0)
      issue('vehicleFrom', 'must be left out where no vehicle secures the loan');
    if (Number(rest.floor) > Number(rest.ceiling))
      issue('floor', `must not be above {parent}.ceiling (${rest.floor} > ${rest.ceiling})`);
    return { ...rest, minCents: min, maxCents: max, stepCents: step };
  });

/** The programs by name, in the order in which they are offered. A name is stored with each decision: never reuse one. */
export const programsSchema = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a name of lower-case letters, digits and underscores'),
    programSchema,
  )
  .refine((all) => Object.keys(all).length > 0, 'must have at least one program')
  .transform((all) => Object.entries(all).map(([name, program]) => ({ name, ...program })));
export type Program = z.output<typeof programsSchema>[number];

/** The terms that a program lends for, in months, shortest first. */
export function termsOf(program: Program): readonly number[] {
  const { shortest, longest, every } = program.terms;
  return Array.from(
    { length: Math.floor((longest - shortest) / every) + 1 },
    (_, index) => shortest + index * every,
  );
}

/** The range of amounts (cents) and terms (months) over all programs. */
export const lentRange = (programs: readonly Program[]) => ({
  leastCents: Math.min(...programs.map((program) => program.minCents)),
  mostCents: Math.max(...programs.map((program) => program.maxCents)),
  shortestMonths: Math.min(...programs.map(({ terms }) => terms.shortest)),
  longestMonths: Math.max(...programs.map(({ terms }) => terms.longest)),
});
