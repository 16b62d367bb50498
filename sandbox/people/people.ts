// The sandbox's test people. 666-NN-00xx is person xx for any NN from 01 to 99; the Social Security Administration
// never issues a number that begins with 666.

const outcomes: Readonly<Record<number, string>> = {
  1: 'Prequalified for small, large and big_auto; everything after succeeds',
  2: 'Prequalified for small only',
  3: 'Prequalified for large only',
  4: 'Prequalified for auto secured only',
  5: 'Prequalified for small and large with a gap between their ranges, no vehicle',
  6: 'Fast path offered, then approved',
  7: 'Fast path offered, then declined',
  8: 'Fast path offered, then referred',
  9: 'Fast path offered, then rejected',
  10: 'Declined: delinquencies and score',
  11: 'Declined: obligations too high for the income',
  12: 'Declined: no credit file',
  13: 'Step up: the identity needs review',
  14: 'Rejected by the identity check',
  15: 'Present borrower',
  16: 'Duplicate, according to the core system',
  17: 'Prequalified, then declined at the hard pull',
  18: 'Covered by the Military Lending Act: small and large within 36% all-in, no vehicle',
  19: 'The bureau responds after 9 seconds; prequalified',
  20: 'The bureau fails twice, then responds; prequalified',
  21: 'The bureau never responds: three quick tries, then an email; after a day the job fails',
  22: 'Declined: the file is frozen',
  23: 'Prequalified; a loan was made in the last 30 days, so accepting terms finds the offer void',
  24: 'Held: the name matches the OFAC list',
  25: 'Step up: an initial fraud alert with a phone number',
  26: 'Step up: an active duty alert',
  27: 'Held: the military status is missing; it is there at the next request',
  28: 'Fast path offered, then approved on other terms: a counteroffer',
  29: 'Step up: an extended fraud alert with a phone number',
  30: 'Step up: the bureau sends a notice of address discrepancy',
  31: 'Held: the OFAC result is missing',
  32: 'Prequalified, then held at the hard pull: the name matches the OFAC list',
  33: 'Step up: the identity check requires other data (RESUBMIT)',
  34: 'Prequalified: a civil judgment and a tax lien on the file are no bankruptcies',
  35: 'Declined: in place of a score, the model’s code for a thin file',
  36: 'Must name a vehicle: only one could secure a loan, and the records show none',
  37: 'Step up: in place of a score, the model’s code for a person who has died',
  38: 'Step up: in place of a score, a code that the model’s list does not have',
  39: 'Prequalified; the title of the vehicle names someone else',
  40: 'Prequalified; another lender has a lien on the vehicle',
  41: 'Prequalified; the vehicle service knows no title of the vehicle',
};

const denial = 'Denial on day 28, unless released: identity not verified';
const missing = 'Day 28: what is missing, photo ID and proof of address';
/** The notice that the lender must send them, if the outcome doesn't name it. */
const notices: Readonly<Record<number, string>> = {
  24: denial,
  25: missing,
  26: missing,
  27: 'Once it is there, offers; otherwise day 20: what is missing, an offer to choose',
  28: 'Counteroffer with the reasons, at once',
  29: missing,
  30: missing,
  31: denial,
  32: denial,
  36: 'On day 15, unless named: denial with the reasons',
  37: missing,
  38: missing,
};

/** Every test person's answers on the form, besides their own first name, number, phone and email. */
export const sharedAnswers = {
  firstName: 'Alex',
  lastName: 'Rivera',
  dob: '04/12/1985',
  streetAddress: '350 S Main St',
  city: 'Salt Lake City',
  state: 'UT',
  zipCode: '84101',
  residentialStatus: 'rent',
  monthlyPayment: '1,200',
  mainIncome: '72,000',
};

/** Person 1 is Alex, person 2 Bianca. */
const firstNames =
  'Alex Bianca Carlos Dana Elena Felix Grace Hugo Irene Jamal Kim Luis Maya Noah Olga Pablo Quinn Rosa Sam Tara Uma Victor Wendy Xavier Yara Zoe Aaron Bella Cora Dylan Esther Frank Gina Henry Ivy Jack Kate Leo Mila Nico Opal'.split(
    ' ',
  );

type Person = { number: number; firstName: string; outcome: string; notice?: string };
export const people: readonly Person[] = Object.entries(outcomes).map(([key, outcome]) => {
  const number = Number(key);
  const notice = notices[number];
  const firstName = firstNames[number - 1] ?? sharedAnswers.firstName;
  return { number, firstName, outcome, ...(notice === undefined ? {} : { notice }) };
});

/** The nine digits, or undefined when there are not exactly nine. */
export function ssnDigits(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{9}$/.test(digits) ? digits : undefined;
}

export function personNumber(ssn: string): number | undefined {
  const match = /^666(0[1-9]|[1-9]\d)00(\d\d)$/.exec(ssn);
  const number = Number(match?.[2]);
  return people.some((person) => person.number === number) ? number : undefined;
}

export const formatSsn = (person: number, turn = 1): string =>
  `666-${String(turn).padStart(2, '0')}-${String(person).padStart(4, '0')}`;

/** The outcomes hold for applications from this address. */
export const sharedHomeAddress = `${sharedAnswers.streetAddress}, ${sharedAnswers.city}, ${sharedAnswers.state} ${sharedAnswers.zipCode}`;

const identityDecisions = { 13: 'REVIEW', 14: 'REJECT', 33: 'RESUBMIT' } as const;

/** The fraud and identity vendor's decision on this SSN. The account's workflow defines which there are. */
export const identityDecision = (ssn: string | undefined): 'ACCEPT' | 'REVIEW' | 'REJECT' | 'RESUBMIT' =>
  identityDecisions[personNumber(ssn ?? '') as keyof typeof identityDecisions] ?? 'ACCEPT';

type LenderRelationship = {
  standing: 'NONE' | 'PRESENT_BORROWER' | 'DUPLICATE';
  lastLoanDaysAgo: number | null;
};

const relationships: Readonly<Record<number, LenderRelationship>> = {
  15: { standing: 'PRESENT_BORROWER', lastLoanDaysAgo: 400 },
  16: { standing: 'DUPLICATE', lastLoanDaysAgo: null },
  23: { standing: 'NONE', lastLoanDaysAgo: 10 },
};

export const findLenderRelationship = (ssn: string): LenderRelationship =>
  relationships[personNumber(ssn) ?? 0] ?? { standing: 'NONE', lastLoanDaysAgo: null };
