// The time zone of a branch, by its state and ZIP code; where that is wrong, the lender names it in branches.json.
import type { Branch } from './schema/branches.ts';

const zones = {
  'America/New_York': 'CT DC DE FL GA KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Indiana/Indianapolis': 'IN',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
} as const;
const byState = new Map(
  Object.entries(zones).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

/** Parts of states that keep another time, by the first three digits of their ZIP codes. */
const byZip: Readonly<Record<string, string>> = {
  ...prefixes('America/New_York', '373 374 376 377 378 379'),
  ...prefixes('America/Chicago', '324 325 420 421 422 463 464 476 477'),
  ...prefixes('America/Denver', '798 799'),
  ...prefixes('America/Los_Angeles', '835 838'),
};

function prefixes(zone: string, digits: string): Record<string, string> {
  return Object.fromEntries(digits.split(' ').map((prefix) => [prefix, zone]));
}

export function branchTimeZone(
  { timeZone, state, zipCode }: Pick<Branch, 'timeZone' | 'state' | 'zipCode'>,
  ofLender: string,
): string {
  return timeZone ?? byZip[zipCode.slice(0, 3)] ?? byState.get(state) ?? ofLender;
}
