// The sandbox's test people. 666-NN-00xx is person xx for any NN from 01 to 99; the Social Security Administration
// never issues a number that begins with 666.

type Person = {
  number: number;
  /** What happens to their application. */
  outcome: string;
  /** The notice that the lender must send them, if the outcome doesn't name it. */
  notice?: string;
};

export const people: readonly Person[] = [
  { number: 1, outcome: 'Prequalified for small, large and big_auto; everything after succeeds' },
  { number: 2, outcome: 'Prequalified for small only' },
  { number: 3, outcome: 'Prequalified for large only' },
  { number: 4, outcome: 'Prequalified for auto secured only' },
  { number: 5, outcome: 'Prequalified for small and large with a gap between their ranges, no vehicle' },
  { number: 6, outcome: 'Fast path offered, then approved' },
  { number: 7, outcome: 'Fast path offered, then declined' },
  { number: 8, outcome: 'Fast path offered, then referred' },
  { number: 9, outcome: 'Fast path offered, then rejected' },
  { number: 10, outcome: 'Declined: delinquencies and score' },
  { number: 11, outcome: 'Declined: obligations too high for the income' },
  { number: 12, outcome: 'Declined: no credit file' },
  { number: 13, outcome: 'Step up: the identity needs review' },
  { number: 14, outcome: 'Rejected by the identity check' },
  { number: 15, outcome: 'Present borrower' },
  { number: 16, outcome: 'Duplicate, according to the core system' },
  { number: 17, outcome: 'Prequalified, then declined at the hard pull' },
  {
    number: 18,
    outcome: 'Covered by the Military Lending Act: small and large within 36% all-in, no vehicle',
  },
  { number: 19, outcome: 'The bureau responds after 9 seconds; prequalified' },
  { number: 20, outcome: 'The bureau fails twice, then responds; prequalified' },
  {
    number: 21,
    outcome: 'The bureau never responds: three quick tries, then an email; after a day the job fails',
  },
  { number: 22, outcome: 'Declined: the file is frozen' },
  {
    number: 23,
    outcome: 'Prequalified; a loan was made in the last 30 days, so accepting terms finds the offer void',
  },
  {
    number: 24,
    outcome: 'Held: the name matches the OFAC list',
    notice: 'Denial on day 28, unless released: identity not verified',
  },
  {
    number: 25,
    outcome: 'Step up: an initial fraud alert with a phone number',
    notice: 'Day 28: what is missing, photo ID and proof of address',
  },
  {
    number: 26,
    outcome: 'Step up: an active duty alert',
    notice: 'Day 28: what is missing, photo ID and proof of address',
  },
  {
    number: 27,
    outcome: 'Held: the military status is missing; it is there at the next request',
    notice: 'Once it is there, offers; otherwise day 20: what is missing, an offer to choose',
  },
  {
    number: 28,
    outcome: 'Fast path offered, then approved on other terms: a counteroffer',
    notice: 'Counteroffer with the reasons, at once',
  },
  {
    number: 29,
    outcome: 'Step up: an extended fraud alert with a phone number',
    notice: 'Day 28: what is missing, photo ID and proof of address',
  },
  {
    number: 30,
    outcome: 'Step up: the bureau sends a notice of address discrepancy',
    notice: 'Day 28: what is missing, photo ID and proof of address',
  },
  {
    number: 31,
    outcome: 'Held: the OFAC result is missing',
    notice: 'Denial on day 28, unless released: identity not verified',
  },
  {
    number: 32,
    outcome: 'Prequalified, then held at the hard pull: the name matches the OFAC list',
    notice: 'Denial on day 28, unless released: identity not verified',
  },
  { number: 33, outcome: 'Step up: the identity check requires other data (RESUBMIT)' },
  { number: 34, outcome: 'Prequalified: a civil judgment and a tax lien on the file are no bankruptcies' },
  { number: 35, outcome: 'Declined: the model gives a code in place of a score' },
  {
    number: 36,
    outcome: 'Must name a vehicle: only one could secure a loan, and the records show none',
    notice: 'On day 15, unless named: denial with the reasons',
  },
];

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

/** Every test person's answers on the form, besides their own number, phone and email. */
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

/** The outcomes hold for applications from this address. */
export const sharedHomeAddress = `${sharedAnswers.streetAddress}, ${sharedAnswers.city}, ${sharedAnswers.state} ${sharedAnswers.zipCode}`;

/** The fraud and identity vendor's decision on this SSN. The account's workflow defines which there are. */
export function identityDecision(ssn: string | undefined): 'ACCEPT' | 'REVIEW' | 'REJECT' | 'RESUBMIT' {
  const number = ssn === undefined ? undefined : personNumber(ssn);
  if (number === 13) return 'REVIEW';
  if (number === 14) return 'REJECT';
  if (number === 33) return 'RESUBMIT';
  return 'ACCEPT';
}

type LenderRelationship = {
  standing: 'NONE' | 'PRESENT_BORROWER' | 'DUPLICATE';
  lastLoanDaysAgo: number | null;
};

/** The lender's records on this SSN. */
export function findLenderRelationship(ssn: string): LenderRelationship {
  switch (personNumber(ssn)) {
    case 15:
      return { standing: 'PRESENT_BORROWER', lastLoanDaysAgo: 400 };
    case 16:
      return { standing: 'DUPLICATE', lastLoanDaysAgo: null };
    case 23:
      return { standing: 'NONE', lastLoanDaysAgo: 10 };
    default:
      return { standing: 'NONE', lastLoanDaysAgo: null };
  }
}
