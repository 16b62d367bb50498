// A report's OFAC and military searches and 605A alerts (FCRA). Three results each: a missing one never counts as good.
import { isoDate } from '#finance/dates.ts';

/** The OFAC search. `missing`: the bureau returned no result, or none that we can read. */
export interface OfacResult {
  readonly answer: 'clear' | 'match' | 'missing';
  readonly message: string | null;
  /** The day of the list that was searched, as an ISO date; null if the bureau gives none. */
  readonly listDate: string | null;
}

/** The covered-borrower check of the Military Lending Act, with the record that 32 CFR 232.5(b)(3) requires us to store. */
export interface MilitaryResult {
  readonly answer: 'covered' | 'not-covered' | 'unknown';
  /** The bureau's own message; null without one. */
  readonly message: string | null;
  /** The day of the search, as an ISO date; null if the bureau gives none. */
  readonly searchedOn: string | null;
  /** The number of the military database's certificate; null if the bureau gives none. */
  readonly certificate: string | null;
}

/** 15 U.S.C. 1681c-1(a), (b) and (c). */
type AlertKind = 'initial-fraud' | 'extended-fraud' | 'active-duty';

export interface Alert {
  readonly kind: AlertKind;
  /** The number at which the consumer asks to be called, ten digits; null if the alert has none. */
  readonly phone: string | null;
  readonly text: string;
}

const codes = {
  ofacClear: '1202',
  ofacMatch: '1200',
  militaryCovered: '1203',
  militaryNotCovered: '1204',
} as const;

/** By statement type. */
const alertTypes: Readonly<Record<string, AlertKind>> = {
  '06': 'extended-fraud',
  '26': 'initial-fraud',
  '27': 'initial-fraud',
};
/** Types of alerts too, but no public list says of which: only their texts do. */
const unexplainedAlerts: readonly string[] = ['28', '29', '30', '31'];

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
/** A single result, or a list of them. */
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value : [value]).map(fieldsOf);
const messageOf = ({ messageNumber, messageText }: Fields) =>
  [textOf(messageNumber), textOf(messageText)].filter((part) => part !== null).join(' ') || null;

/** One match among several results is a match; only results that are all clear are clear, by their numbers and their texts. */
export function ofacResultOf(value: unknown): OfacResult {
  const all = listOf(value);
  const numbers = all.map(({ messageNumber }) => textOf(messageNumber));
  const message = all.map(messageOf).find((text) => text !== null) ?? null;
  const listDate = all.map((result) => dayOf(textOf(result.listDate))).find((day) => day !== null) ?? null;
  if (numbers.includes(codes.ofacMatch)) {
    const match = all.find(({ messageNumber }) => textOf(messageNumber) === codes.ofacMatch) ?? {};
    return { answer: 'match', message: messageOf(match), listDate };
  }
  const isClear =
    all.length > 0 &&
    all.every(
      ({ messageNumber, messageText }) =>
        textOf(messageNumber) === codes.ofacClear && !/\bMATCHES\b/i.test(textOf(messageText) ?? ''),
    );
  return { answer: isClear ? 'clear' : 'missing', message, listDate };
}

/** One "covered" among several results counts. */
export function militaryResultOf(value: unknown): MilitaryResult {
  const all = listOf(value);
  const withNumber = (number: string) => all.find(({ messageNumber }) => textOf(messageNumber) === number);
  const covered = withNumber(codes.militaryCovered);
  const onlyNotCovered =
    all.length > 0 && all.every(({ messageNumber }) => textOf(messageNumber) === codes.militaryNotCovered);
  const result = covered ?? all[0] ?? {};
  return {
    answer: covered ? 'covered' : onlyNotCovered ? 'not-covered' : 'unknown',
    message: messageOf(result),
    searchedOn: dayOf(textOf(result.dateReported)),
    certificate: textOf(result.certificateId),
  };
}

/** A statement of an unknown type that mentions an alert counts as one, so that a new code never clears an applicant. */
export function alertsOf(statements: readonly unknown[]): Alert[] {
  return statements.flatMap((statement) => {
    const { type: written, statementText } = fieldsOf(statement);
    const type = textOf(written) ?? '';
    const text = textOf(statementText) ?? textOf(fieldsOf(statementText).messageText) ?? '';
    const isAlert = unexplainedAlerts.includes(type) || /\bALERT\b|DO NOT EXTEND CREDIT/i.test(text);
    const kind = alertTypes[type] ?? (isAlert ? alertKindIn(text) : undefined);
    return kind === undefined ? [] : [{ kind, phone: phoneIn(text), text }];
  });
}

/** Of a text about two alerts, the kind that asks for more: an extended one requires a call. */
function alertKindIn(text: string): AlertKind {
  if (/\bVICTIM\b/i.test(text)) return 'extended-fraud';
  return /\bACTIVE (?:MILITARY )?DUTY\b/i.test(text) ? 'active-duty' : 'initial-fraud';
}

/** The notice of 12 CFR 1022.82(b). No public list has the number of the message, so we go by its text. */
export const isAddressDiscrepancy = ({ messageText = '' }: { messageText?: string | undefined }) =>
  /ADDRESS (?:DISCREPANCY|MISMATCH)/i.test(messageText);

function phoneIn(text: string): string | null {
  const found = /(?<!\d)1?[-. ]?\(?([2-9]\d{2})\)?[-. ]?(\d{3})[-. ]?(\d{4})(?!\d)/.exec(text);
  return found ? `${found[1]}${found[2]}${found[3]}` : null;
}

/** Reads MMDDYYYY. */
function dayOf(text: string | null): string | null {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(text ?? '') ?? [];
  try {
    return isoDate(`${year}-${month}-${day}`);
  } catch {
    return null;
  }
}
