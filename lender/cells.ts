// The syntax of a cell, one condition on one fact, and the facts. A malformed cell stops the start.

/** A fact's type. `orNone`: a yes or no or a word that can be none, too, as attributes of any kind can. */
export type FactKind =
  | { readonly kind: 'number' }
  | { readonly kind: 'yes-no'; readonly orNone?: true }
  | { readonly kind: 'word'; readonly words: readonly string[] | 'any'; readonly orNone?: true };

const number = { kind: 'number' } as const;
const yesNo = { kind: 'yes-no' } as const;
const yesNoOrNone = { kind: 'yes-no', orNone: true } as const;
const words = <const T extends readonly string[]>(...all: T) => ({ kind: 'word', words: all }) as const;

/** Everything that a decision table may use. Amounts are in dollars and ratios in percent. */
export const FACTS = {
  fraudDecision: words('ACCEPT', 'REVIEW', 'REJECT'),
  deviceChecked: yesNo,
  captchaConfirmed: yesNo,
  vehicleSearched: yesNo,
  confirmedFraud: yesNo,
  addressAlert: yesNo,
  fraudAlert: yesNo,
  extendedAlert: yesNo,
  activeDutyAlert: yesNo,
  addressDiscrepancy: yesNo,
  ssnConflict: yesNo,
  deceased: yesNo,
  scoreUnexplained: yesNo,
  fileFrozen: yesNo,
  /** None if no report was requested. */
  noFile: yesNoOrNone,
  score: number,
  delinquencies30: number,
  delinquencies60: number,
  delinquencies90: number,
  collections: number,
  chargeOffs: number,
  newDelinquencies90: number,
  newCollections: number,
  newChargeOffs: number,
  inquiries6Months: number,
  openBankruptcy: yesNo,
  monthsSinceBankruptcy: number,
  debtToIncome: number,
  monthlyIncome: number,
  estimatedToDeclaredIncome: number,
  housingPayment: number,
  openTradeLines: number,
  openConsumerFinanceLines: number,
  oldestTradeLineMonths: number,
  militaryCovered: yesNo,
  vehicleValue: number,
  vehicleYear: number,
  state: { kind: 'word', words: 'any' },
  residence: words('rent', 'own', 'live_with_parents', 'other'),
  /** A name in programs.json; the policy's checks refuse any other. */
  program: { kind: 'word', words: 'any' },
  /** Yes where a bank, a document or the bureau's estimate supports the income that the ratios count. */
  incomeConfirmed: yesNo,
  /** One offer: its amount in dollars, its months, and everything owed with its payment, in percent of the monthly income. */
  amount: number,
  months: number,
  debtToIncomeWithLoan: number,
} as const satisfies Record<string, FactKind>;

export type FactName = keyof typeof FACTS;
type FactValue<N extends FactName> = (typeof FACTS)[N] extends { kind: 'number' }
  ? number | null
  : (typeof FACTS)[N] extends { orNone: true }
    ? boolean | null
    : (typeof FACTS)[N] extends { kind: 'yes-no' }
      ? boolean
      : string;

/** The facts about one offer. Only ability-to-pay.json uses them. */
const OFFER_FACTS = ['amount', 'months', 'debtToIncomeWithLoan'] as const satisfies readonly FactName[];
type OfferFactName = (typeof OFFER_FACTS)[number];
export type OfferFacts = { readonly [N in OfferFactName]: number };
export const isOfferFact = (name: string): name is OfferFactName => OFFER_FACTS.some((fact) => fact === name);

export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name);

/** The value of an attribute of attributes.json; null if its source delivered none. */
export type AttributeValue = number | boolean | string | null;
/**
 * No cell holds for what is not known, not even to be none. `lacking` names an attribute that the inputs were
 * stored without, and `why` says why its source gave no answer; otherwise only approval knows the value.
 */
export interface Unknown {
  readonly lacking?: string;
  readonly why?: string;
}
export type AttributeFacts = Readonly<Record<string, AttributeValue | Unknown>>;

/** A value for every fact about the applicant: the input of a decision table. */
export type Facts = { readonly [N in Exclude<FactName, OfferFactName>]: FactValue<N> } & {
  readonly attributes: AttributeFacts;
  /** The facts that were never obtained, and why, whatever stands in their place. */
  readonly unknown?: Readonly<Record<string, string>>;
};

/** The attribute that inputs lack, if a value is unknown because of that. */
export const lackingName = (value: AttributeValue | Unknown | undefined): string | undefined =>
  typeof value === 'object' ? value?.lacking : undefined;

export function factOf(facts: Partial<Facts>, name: string): AttributeValue | Unknown {
  const why = facts.unknown?.[name];
  if (why !== undefined) return { why };
  if (isFactName(name)) return isOfferFact(name) ? {} : (facts[name] ?? null);
  const value = facts.attributes?.[name];
  return value === undefined ? {} : value;
}

const comparisons = {
  '<': (value: number, limit: number) => value < limit,
  '<=': (value: number, limit: number) => value <= limit,
  '>': (value: number, limit: number) => value > limit,
  '>=': (value: number, limit: number) => value >= limit,
};
type Comparison = keyof typeof comparisons;

export type Cell =
  | { readonly is: 'compared'; readonly by: Comparison; readonly to: number }
  | { readonly is: 'between'; readonly least: number; readonly most: number }
  | { readonly is: 'equal'; readonly to: number }
  | { readonly is: 'none' }
  | { readonly is: 'truth'; readonly yes: boolean }
  | { readonly is: 'one-of'; readonly words: readonly string[] };

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const COMPARED = new RegExp(`^(<=|>=|<|>)\\s*(${NUMBER})$`);
const BETWEEN = new RegExp(`^(${NUMBER})\\s*\\.\\.\\s*(${NUMBER})$`);

/** Parses a cell, or returns the mistake in it as half a sentence. */
export function readCell(
  kind: FactKind,
  text: string,
): { readonly cell: Cell } | { readonly mistake: string } {
  const cell = text.trim();
  if (cell === 'none' && (kind.kind === 'number' || kind.orNone)) return { cell: { is: 'none' } };
  if (kind.kind === 'yes-no') {
    if (cell === 'yes' || cell === 'no') return { cell: { is: 'truth', yes: cell === 'yes' } };
    return { mistake: `must be yes${kind.orNone ? ', no or none' : ' or no'}, not "${text}"` };
  }
  if (kind.kind === 'word') {
    const all = cell.split(',').map((word) => word.trim());
    const unknown = all.find((word) =>
      kind.words === 'any' ? !/^[\w-]+$/.test(word) : !kind.words.includes(word),
    );
    if (unknown === undefined) return { cell: { is: 'one-of', words: all } };
    const known = kind.words === 'any' ? 'words separated by commas' : `one of ${kind.words.join(', ')}`;
    return { mistake: `must be ${known}, not "${unknown}"` };
  }
  const compared = COMPARED.exec(cell);
  if (compared) return { cell: { is: 'compared', by: compared[1] as Comparison, to: Number(compared[2]) } };
  const between = BETWEEN.exec(cell);
  if (between) {
    const [least, most] = [Number(between[1]), Number(between[2])];
    if (least > most) return { mistake: `must run from the lower to the higher number, not "${text}"` };
    return { cell: { is: 'between', least, most } };
  }
  if (new RegExp(`^${NUMBER}$`).test(cell)) return { cell: { is: 'equal', to: Number(cell) } };
  return { mistake: `must be like < 560, >= 3, 640..659, 12 or none, not "${text}"` };
}

/** Whether a value meets a cell. A number that is not known meets only `none`, and what is unknown meets nothing. */
export function cellHolds(cell: Cell, value: AttributeValue | Unknown): boolean {
  switch (cell.is) {
    case 'none':
      return value === null;
    case 'truth':
      return value === cell.yes;
    case 'one-of':
      return typeof value === 'string' && cell.words.includes(value);
    case 'equal':
      return value === cell.to;
    case 'between':
      return typeof value === 'number' && value >= cell.least && value <= cell.most;
    case 'compared':
      return typeof value === 'number' && comparisons[cell.by](value, cell.to);
  }
}

/** Whether every value that meets a cell meets another cell of the same fact, too. */
export function cellImplies(cell: Cell, other: Cell): boolean {
  return valuesAround([cell, other]).every((value) => !cellHolds(cell, value) || cellHolds(other, value));
}

/** A value on each side of every limit in some cells, on every limit, and between them. */
function valuesAround(cells: readonly Cell[]): readonly AttributeValue[] {
  const limits = cells.flatMap((cell) => {
    if (cell.is === 'compared' || cell.is === 'equal') return [cell.to];
    return cell.is === 'between' ? [cell.least, cell.most] : [];
  });
  const sorted = limits.sort((a, b) => a - b);
  const between = sorted.flatMap((limit, at) => [limit, (limit + (sorted[at + 1] ?? limit + 2)) / 2]);
  const words = cells.flatMap((cell) => (cell.is === 'one-of' ? cell.words : []));
  return [null, true, false, (sorted[0] ?? 0) - 1, ...between, ...words];
}
