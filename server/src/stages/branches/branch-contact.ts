// A branch as pages show it: its manager, and how applicants reach it besides by phone.
import { clockText } from '#contract/clock-text.ts';
import type { Branch } from '#lender/schema/branches.ts';
import { addressLines } from '../../pdf/format.ts';

export const openHoursOf = ({ openHours: [open, close] }: Pick<Branch, 'openHours'>): [string, string] => [
  clockText(open),
  clockText(close),
];
export const directionsTo = (branch: Pick<Branch, 'streetAddress' | 'city' | 'state' | 'zipCode'>): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: addressLines(branch).join(', ') })}`;

/** The number that the branch answers texts at, with its hours; nothing where it has none. */
export const textNumberOf = (branch: Pick<Branch, 'texts' | 'openHours'>) =>
  branch.texts === undefined ? {} : { texts: { phone: branch.texts, hours: openHoursOf(branch) } };

export const managerOf = ({ manager: { picture, ...manager } }: Pick<Branch, 'manager'>) => ({
  ...manager,
  ...(picture && { picture: `/lender/${picture}` }),
});
