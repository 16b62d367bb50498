// The banks that can be linked.
import type { Institution } from 'plaid';
import { encodePng } from '../../png.ts';
import type { Wire } from './shapes.ts';

export type Bank = {
  id: string;
  name: string;
  color: string;
  /** Nine digits, the last a check digit. */
  routing: string;
  /** People log in on the bank's own page. It gives account numbers that a person can revoke instead of the accounts' own. */
  oauth: boolean;
};

const oauthBank = 'ins_127287';

export const banks: readonly Bank[] = (
  [
    ['ins_109508', 'First Platypus Bank', '#005470', '011401533'],
    ['ins_109509', 'First Gingham Credit Union', '#b22a36', '321099907'],
    ['ins_109510', 'Tattersall Federal Credit Union', '#264a7c', '311099904'],
    ['ins_109511', 'Tartan Bank', '#18543c', '051099905'],
    ['ins_109512', 'Houndstooth Bank', '#1e2026', '111099900'],
    [oauthBank, 'Platypus OAuth Bank', '#482c78', '091099907'],
  ] as const
).map(([id, name, color, routing]) => ({ id, name, color, routing, oauth: id === oauthBank }));

export const findBank = (id: string): Bank | undefined => banks.find((bank) => bank.id === id);

const products =
  'assets auth balance identity recurring_transactions signal statements transactions transfer'.split(
    ' ',
  ) as Wire<Institution>['products'];

/** A square of the bank's color, as PNG in base64. */
export function logoOf({ color }: Bank): string {
  const side = 32;
  const pixels = Buffer.alloc(side * side * 3, color.slice(1), 'hex');
  return encodePng(side, side, pixels).toString('base64');
}

export const supports = (product: string): boolean => (products as string[]).includes(product);

export const institution = (bank: Bank, withMetadata = false): Wire<Institution> => ({
  institution_id: bank.id,
  name: bank.name,
  products,
  country_codes: ['US'],
  routing_numbers: [bank.routing],
  dtc_numbers: [],
  oauth: bank.oauth,
  ...(withMetadata ? { primary_color: bank.color, logo: logoOf(bank) } : {}),
});
