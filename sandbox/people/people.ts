// The test people of people.json: 666-NN-00xx is person xx, as the SSA issues no number with 666.
import * as z from 'zod';
import data from './people.json' with { type: 'json' };

/** What a credit file has of its own; the rest is as in an ordinary or a strong file. */
const ownFile = z.looseObject({ isStrong: z.boolean().exactOptional(), score: z.int().exactOptional() });

const vehicle = z.strictObject({
  year: z.int(),
  make: z.string(),
  model: z.string(),
  vin: z.string(),
  value: z.int(),
});
export type Vehicle = z.output<typeof vehicle>;

const person = z.strictObject({
  firstName: z.string(),
  outcome: z.string(),
  /** The notice that the lender must send them, if the outcome doesn't name it. */
  notice: z.string().optional(),
  creditFile: z.union([z.enum(['none', 'frozen']), ownFile]).default({}),
  /** What differs in their file at the hard pull. */
  atHardPull: ownFile.default({}),
  /** The fraud and identity vendor's decision. The account's workflow defines which there are. */
  identityDecision: z.enum(['ACCEPT', 'REVIEW', 'REJECT', 'RESUBMIT']).default('ACCEPT'),
  /** To the lender, according to its core system. */
  relationship: z
    .strictObject({
      standing: z.enum(['NONE', 'PRESENT_BORROWER', 'DUPLICATE']).default('NONE'),
      lastLoanDaysAgo: z.int().nullable().default(null),
      /** What differs from a person without loans. */
      earlierLoans: z.record(z.string(), z.int()).default({}),
    })
    .prefault({}),
  vehicle: vehicle.optional(),
  title: z.enum(['own', 'other-owner', 'lien', 'none']).default('own'),
});

export const people = Object.entries(data.people).map(([number, written]) => ({
  number: Number(number),
  ...person.parse(written),
}));
type Person = (typeof people)[number];

/** Every test person's answers on the form, besides their own first name, number, phone and email. */
export const sharedAnswers = data.answers;

/** The nine digits, or undefined when there are not exactly nine. */
export function ssnDigits(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{9}$/.test(digits) ? digits : undefined;
}

export function personWith(ssn: string): Person | undefined {
  const match = /^666(0[1-9]|[1-9]\d)00(\d\d)$/.exec(ssn);
  return people.find(({ number }) => number === Number(match?.[2]));
}

export const personNumber = (ssn: string): number | undefined => personWith(ssn)?.number;

export const formatSsn = (person: number, turn = 1): string =>
  `666-${String(turn).padStart(2, '0')}-${String(person).padStart(4, '0')}`;

/** The outcomes hold for applications from this address. */
export const sharedHomeAddress = `${sharedAnswers.streetAddress}, ${sharedAnswers.city}, ${sharedAnswers.state} ${sharedAnswers.zipCode}`;

export const identityDecision = (ssn = ''): Person['identityDecision'] =>
  personWith(ssn)?.identityDecision ?? 'ACCEPT';

export const findLenderRelationship = (ssn: string): Person['relationship'] =>
  personWith(ssn)?.relationship ?? { standing: 'NONE', lastLoanDaysAgo: null, earlierLoans: {} };
