// policy/attributes.json: where values beyond the built-in facts come from, and the reason of a decline.
import { z } from 'zod';
import { FACTS } from '../cells.ts';
import { sentence } from './fields.ts';

const units = ['count', 'months', 'dollars', 'percent'] as const;
type Unit = (typeof units)[number];

/** What a linked bank shows; known at approval only. */
const BANK_MEASURES = {
  incomeMonths: 'count',
  overdrafts90Days: 'count',
  monthlyLoanPayments: 'dollars',
} as const satisfies Record<string, Unit>;
export type BankMeasure = keyof typeof BANK_MEASURES;

/** What the core system has on record of a person's earlier loans. */
const CORE_MEASURES = {
  openLoans: 'count',
  paidAsAgreed: 'count',
  chargedOff: 'count',
  monthsSincePayoff: 'months',
} as const satisfies Record<string, Unit>;
export type CoreMeasure = keyof typeof CORE_MEASURES;

/** The form on our site, or a partner's lead or link. */
export const CHANNELS = ['web_form', 'affiliate'] as const;
export type Channel = (typeof CHANNELS)[number];

const names = <K extends string>(measures: Readonly<Record<K, Unit>>) =>
  z.enum(Object.keys(measures) as [K, ...K[]]);
const sum = z.array(z.string()).min(1);

const source = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('bureau'),
    /** The bureau's name of the package that has the attribute, and its code there. */
    summary: sentence,
    code: z.string().regex(/^[A-Z0-9]+$/, 'must be capital letters and digits like "BCC7110"'),
    /** Of a number: values from here on are the bureau's codes for why there is none. */
    noneFrom: z.int().positive().exactOptional(),
  }),
  /** The score model's code for why the file has no score. */
  z.strictObject({ of: z.literal('exclusion-code') }),
  z.strictObject({ of: z.literal('bank'), measure: names(BANK_MEASURES) }),
  z.strictObject({ of: z.literal('core'), measure: names(CORE_MEASURES) }),
  /** The id of the partner that sent the applicant, or none. */
  z.strictObject({ of: z.literal('partner') }),
  z.strictObject({ of: z.literal('channel') }),
  /** One sum of facts divided by another; `percent` multiplies by 100. None if an operand is none, or the divisor is not above 0. */
  z.strictObject({
    of: z.literal('ratio'),
    numerator: sum,
    denominator: sum,
    percent: z.boolean().default(false),
  }),
]);
export type AttributeSource = z.output<typeof source>;

const attribute = z
  .strictObject({
    about: sentence,
    kind: z.enum(['number', 'yes-no', 'word']),
    /** Of a number. */
    unit: z.enum(units).exactOptional(),
    source,
    /** The reason of adverse-action.json that a decline by it gives. */
    reason: z.string().exactOptional(),
    /** In place of a reason: no row may decline by it, and why. */
    mayDecline: z.literal(false, { error: 'must be false, or left out beside a reason' }).exactOptional(),
    why: sentence.exactOptional(),
  })
  .superRefine((entry, ctx) => {
    const issue = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [field], message });
    if ((entry.reason === undefined) === (entry.mayDecline === undefined))
      issue('reason', 'is needed, or "mayDecline": false with why in its place, and not both');
    if ((entry.mayDecline === undefined) !== (entry.why === undefined))
      issue('why', 'is needed beside "mayDecline": false, and only there');
    if ((entry.kind === 'number') !== (entry.unit !== undefined))
      issue('unit', `is needed for a number, and only there: one of ${units.join(', ')}`);
    const expected = kindOf(entry.source);
    if (expected && expected !== entry.kind)
      issue('kind', `must be ${expected}, as its source has it, not "${entry.kind}"`);
    const unit = unitOf(entry.source);
    if (expected === 'number' && unit && unit !== entry.unit)
      issue('unit', `must be ${unit}, as its source has it, not "${entry.unit}"`);
    if (entry.source.of === 'bureau' && (entry.kind === 'number') !== (entry.source.noneFrom !== undefined))
      issue('source', 'needs noneFrom for a number, and only there: where the codes for no value begin');
    if (entry.source.of === 'ratio' && (entry.unit === 'percent') !== entry.source.percent)
      issue('unit', 'must be percent where the ratio is in percent, and only there');
  });
export type Attribute = z.output<typeof attribute>;
export type Attributes = Readonly<Record<string, Attribute>>;

/** The kind that a source has; undefined where the contract with the bureau decides it. */
function kindOf(of: AttributeSource): Attribute['kind'] | undefined {
  if (of.of === 'bureau') return undefined;
  return of.of === 'bank' || of.of === 'core' || of.of === 'ratio' ? 'number' : 'word';
}

function unitOf(of: AttributeSource): Unit | undefined {
  if (of.of === 'bank') return BANK_MEASURES[of.measure];
  return of.of === 'core' ? CORE_MEASURES[of.measure] : undefined;
}

const attributeName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, 'must be a name like "cardUtilization"')
  .refine((name) => !Object.hasOwn(FACTS, name), 'is the name of a built-in fact; give it another name');

export const attributesSchema = z.strictObject({
  about: sentence,
  attributes: z.record(attributeName, attribute),
});

/** The names that a ratio sums; none for any other attribute. */
export const operandsOf = ({ source: of }: Attribute): readonly string[] =>
  of.of === 'ratio' ? [...of.numerator, ...of.denominator] : [];

/** Whether approval alone knows the value: it comes from the bank, or divides what does. */
export const isKnownLater = (attributes: Attributes, name: string): boolean => {
  const found = attributes[name];
  if (found === undefined) return false;
  return found.source.of === 'bank' || operandsOf(found).some((operand) => isKnownLater(attributes, operand));
};
