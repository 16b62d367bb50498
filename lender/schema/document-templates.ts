// The wording of documents: a text names figures such as {amount} and parts that the product renders.
import { z } from 'zod';
import { isoDate, sentence, stateCode } from './fields.ts';

interface Declaration {
  /** Figures that the text must name. Beside them it may name the lender's: {legalName}, {phone} … */
  readonly figures: readonly string[];
  /** Figures that the text may name. */
  readonly optional?: readonly string[];
  /** Figures that exist only under a condition, which every text that names them must have in "when". They are required, too. */
  readonly conditional?: Readonly<Record<string, string>>;
  /** What "when" and "unless" may name. */
  readonly conditions?: readonly string[];
  /** What the product renders, each exactly once. */
  readonly parts?: readonly string[];
  /** Sections that must be there, by id. */
  readonly sections: readonly string[];
  /** Whether a person signs it. */
  readonly signed?: true;
}

const letter = ['date', 'applicant', 'appliedOn', 'reference'] as const;

/** What the product gives to each document, and what each must have. */
const TEMPLATES = {
  'promissory-note': {
    figures: [
      ...['amount', 'rate', 'payments', 'firstDue', 'lastDue', 'fundedOn', 'dateAssumption', 'borrower'],
      ...['lateChargeDays', 'lateCharge', 'prepayment', 'defaultDays', 'defaultNoticeDays'],
      ...['state', 'licenseNumber', 'totalOfPayments', 'totalInterest'],
    ] as const,
    conditional: {
      vehicle: 'secured',
      originationFee: 'origination-fee',
      filingFee: 'filing-fee',
      paidOut: 'fees',
      returnedPaymentFee: 'returned-payment-fee',
      militaryCap: 'military',
      optOutDays: 'arbitration',
      administrator: 'arbitration',
    },
    conditions: [
      ...['secured', 'fees', 'origination-fee', 'filing-fee', 'returned-payment-fee'],
      ...['own-payoff', 'payoff-by-tiers', 'refund-pro-rata', 'refund-actuarial'],
      ...['military', 'arbitration', 'state-wording'],
    ] as const,
    parts: ['parties', 'key-figures', 'state-wording', 'state-wording-above-signature', 'schedule'],
    sections: [
      ...['promise', 'interest', 'payments', 'fees', 'paying-early', 'late-charge', 'returned-payment'],
      ...['security', 'default', 'law', 'arbitration', 'state', 'military', 'before-signing', 'schedule'],
    ],
    signed: true,
  },
  'security-agreement': {
    figures: ['amount', 'filingFees', 'state', 'borrower'],
    optional: ['papersBy'],
    parts: ['parties', 'vehicle'],
    sections: ['interest', 'ownership', 'promises', 'lien', 'default', 'release', 'law'],
    signed: true,
  },
  'autopay-authorization': {
    figures: ['borrower', 'givenAt', 'institution', 'accountType', 'accountMask', 'statement'],
    sections: ['account', 'authorization', 'rights'],
  },
  'adverse-action': {
    figures: [...letter, 'agencyName', 'agencyAddress'] as const,
    conditional: {
      goodThrough: 'counteroffer',
      bureauName: 'credit-report',
      bureauPhone: 'credit-report',
      bureauAddress: 'credit-report',
      bureauSite: 'credit-report',
      bankAgencyName: 'bank-report',
      bankAgencyPhone: 'bank-report',
      bankAgencyAddress: 'bank-report',
      bankAgencySite: 'bank-report',
    },
    conditions: [
      ...['counteroffer', 'credit-report', 'frozen-file', 'score', 'score-factors'],
      ...['bank-report', 'outside-source'],
    ] as const,
    parts: ['counteroffer-terms', 'reasons', 'score', 'score-factors'],
    sections: [
      ...['action', 'reasons', 'credit-report', 'score'],
      ...['bank-report', 'outside-source', 'equal-opportunity'],
    ],
  },
  'incomplete-notice': {
    figures: [...letter, 'answerBy'] as const,
    parts: ['missing'],
    sections: ['letter'],
  },
  'approval-notice': { figures: letter, sections: ['letter'] },
  'withdrawal-receipt': { figures: letter, conditions: ['signed'], sections: ['letter'] },
  'spouse-notice': {
    figures: ['date', 'applicant', 'reference', 'borrower', 'amount'],
    optional: ['appliedOn'],
    conditions: ['secured'],
    parts: ['state-wording'],
    sections: ['letter'],
  },
  'score-disclosure': {
    figures: ['bureauName'] as const,
    conditional: { scoreLowest: 'score', scoreHighest: 'score' },
    conditions: ['score'],
    parts: ['score', 'comparison'],
    sections: ['score', 'understanding', 'checking'],
  },
} as const satisfies Record<string, Declaration>;

export type TemplateId = keyof typeof TEMPLATES;
export const TEMPLATE_IDS = Object.keys(TEMPLATES) as readonly TemplateId[];
export const declarationOf = (id: TemplateId): Declaration => TEMPLATES[id];

type Key<Id extends TemplateId, K extends string> =
  (typeof TEMPLATES)[Id] extends Readonly<Record<K, infer V>>
    ? V extends readonly string[]
      ? V[number]
      : keyof V
    : never;
/** What a document is rendered from. A figure under a condition may be missing where the condition does not hold. */
export type TemplateInput<Id extends TemplateId, Part> = {
  readonly figures: Readonly<Record<(Key<Id, 'figures'> | Key<Id, 'optional'>) & string, string>> & {
    readonly [Figure in Key<Id, 'conditional'>]?: string | undefined;
  };
  readonly conditions: Readonly<Record<Key<Id, 'conditions'> & string, boolean>>;
  readonly parts: Readonly<Record<Key<Id, 'parts'> & string, Part>>;
};

const oneOrMore = <S extends z.ZodType>(item: S) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item).min(1));
/** It is there if every condition of `when` holds and none of `unless`, in these states. */
const scope = {
  when: oneOrMore(sentence).default([]),
  unless: oneOrMore(sentence).default([]),
  states: z.array(stateCode).min(1).optional(),
};
export type Scope = z.output<z.ZodObject<typeof scope>>;

const asText = (value: unknown) => (typeof value === 'string' ? { text: value } : value);
/** "**" around words makes them strong. */
const textObject = z.strictObject({ text: sentence, ...scope });
const text = z.preprocess(asText, textObject);

const block = z.preprocess(
  asText,
  z.union(
    [
      textObject,
      z.strictObject({ subheading: sentence, ...scope }),
      z.strictObject({ list: z.array(text).min(1), ...scope }),
      z.strictObject({ lines: z.array(sentence).min(1), ...scope }),
      z.strictObject({
        terms: z.array(z.strictObject({ term: sentence, details: z.array(sentence).min(1) })).min(1),
        ...scope,
      }),
      z.strictObject({ part: sentence, ...scope }),
      z.strictObject({ signature: sentence, ...scope }),
    ],
    {
      error:
        'must be text in quotes, or {…} with one of "text", "subheading", "list", "lines", "terms", "part" and "signature"; "when", "unless" and "states" limit it',
    },
  ),
);
export type TemplateBlock = z.output<typeof block>;

export const templateSchema = z.strictObject({
  id: z.enum(TEMPLATE_IDS as [TemplateId, ...TemplateId[]]),
  version: z.int().positive(),
  /** The first day on which documents are rendered with it. */
  effective: isoDate,
  /** The first that holds. */
  title: oneOrMore(text),
  sections: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'must be lower-case letters and hyphens'),
        /** "#." at its start becomes the section's number. */
        heading: sentence.optional(),
        /** Rendered as a part of a printed form: the heading is a bar, and each subheading is beside what follows it, in frames. */
        framed: z.literal(true).optional(),
        body: z.array(block).min(1),
        ...scope,
      }),
    )
    .min(1),
});
export type Template = z.output<typeof templateSchema>;
