// The lender's named attributes (attributes.json): their values from each source, as a decision stores them, and as facts of the tables.
import type { AttributeFacts, AttributeValue, Unknown } from '#lender/cells.ts';
import {
  type Attribute,
  type AttributeSource,
  type Attributes,
  type BankMeasure,
  type Channel,
  type CoreMeasure,
  isKnownLater,
} from '#lender/schema/attributes.ts';

/** Values by name, as a decision stores them. One that its source did not deliver is null. */
export type StoredAttributes = Readonly<Record<string, AttributeValue>>;

/** What the bureau delivered: values by package and code, and the score model's code for why there is no score. */
export interface BureauAttributes {
  readonly summaries: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly exclusionCode: string | null;
}
/** What the linked bank shows. Payments are in cents a month. */
export type CashFlow = Readonly<Record<BankMeasure, number | null>>;
/** Null where the core system keeps no such record. */
export type EarlierLoans = Readonly<Record<CoreMeasure, number | null>>;

/** What is known at a decision. A source that is left out was not read. */
export interface AttributeSources {
  readonly bureau?: BureauAttributes | undefined;
  readonly cashFlow?: CashFlow | undefined;
  readonly earlierLoans?: EarlierLoans | undefined;
  /** The id of the partner that sent the application, or null. */
  readonly partner?: string | null;
  readonly channel?: Channel;
}

/** The values of the attributes that come from the given sources; all others stay as they were. */
export function storedAttributes(
  attributes: Attributes,
  sources: AttributeSources,
  before: StoredAttributes = {},
): StoredAttributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, AttributeValue][] => {
      if (attribute.source.of === 'ratio') return [];
      const value = valueFrom(attribute, sources);
      return [[name, value === undefined ? (before[name] ?? null) : value]];
    }),
  );
}

function valueFrom({ kind, source }: Attribute, sources: AttributeSources): AttributeValue | undefined {
  switch (source.of) {
    case 'bureau':
      return sources.bureau && bureauValue(kind, source, sources.bureau);
    case 'exclusion-code':
      return sources.bureau?.exclusionCode;
    case 'bank': {
      const measured = sources.cashFlow?.[source.measure];
      return measured != null && source.measure === 'monthlyLoanPayments' ? measured / 100 : measured;
    }
    case 'core':
      return sources.earlierLoans?.[source.measure];
    case 'partner':
      return sources.partner;
    case 'channel':
      return sources.channel;
    case 'ratio':
      return undefined;
  }
}

/** Numbers are padded with zeros. A value that is not of the attribute's kind counts as none. */
function bureauValue(
  kind: Attribute['kind'],
  { summary, code, noneFrom = 0 }: Extract<AttributeSource, { of: 'bureau' }>,
  { summaries }: BureauAttributes,
): AttributeValue {
  const text = summaries[summary]?.[code]?.trim() ?? '';
  if (text === '') return null;
  if (kind === 'word') return text;
  if (kind === 'yes-no') return ({ '0': false, '1': true, N: false, Y: true } as const)[text] ?? null;
  return /^\d+$/.test(text) && Number(text) < noneFrom ? Number(text) : null;
}

/** The bureau's packages that a report must have for these attributes. */
export const bureauSummaries = (attributes: Attributes): readonly string[] => [
  ...new Set(
    Object.values(attributes).flatMap(({ source }) => (source.of === 'bureau' ? [source.summary] : [])),
  ),
];

export const usesSource = (attributes: Attributes, of: AttributeSource['of']): boolean =>
  Object.values(attributes).some(({ source }) => source.of === of);

/** What the bank shows is unknown before approval; an attribute declared later is lacking, and so are its ratios. */
export function attributeFacts(
  attributes: Attributes,
  stored: StoredAttributes,
  {
    isApproval,
    facts,
    unknown,
  }: {
    readonly isApproval: boolean;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly unknown: Readonly<Record<string, string>>;
  },
): AttributeFacts {
  const factOf = (name: string): AttributeValue | Unknown => {
    const attribute = attributes[name];
    const why = unknown[attribute === undefined ? name : attribute.source.of];
    if (why !== undefined) return { why };
    if (attribute === undefined) return facts[name] as AttributeValue;
    if (!isApproval && isKnownLater(attributes, name)) return {};
    if (attribute.source.of === 'ratio') return ratioOf(attribute.source, factOf);
    return stored[name] === undefined ? { lacking: name } : stored[name];
  };
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, factOf(name)]));
}

function ratioOf(
  { numerator, denominator, percent }: Extract<AttributeSource, { of: 'ratio' }>,
  factOf: (name: string) => AttributeValue | Unknown,
): AttributeValue | Unknown {
  const values = [...numerator, ...denominator].map(factOf);
  const unknown = values.find((value) => typeof value === 'object' && value !== null);
  if (unknown !== undefined) return unknown;
  if (values.some((value) => typeof value !== 'number')) return null;
  const sum = (some: readonly unknown[]) => some.reduce((total: number, value) => total + Number(value), 0);
  const divisor = sum(values.slice(numerator.length));
  if (divisor <= 0) return null;
  const ratio = (sum(values.slice(0, numerator.length)) / divisor) * (percent ? 100 : 1);
  // Monthly amounts divide yearly ones, so that a ratio of exactly 30 may be computed as 29.999999999999996.
  return Math.round(ratio * 1e6) / 1e6;
}
