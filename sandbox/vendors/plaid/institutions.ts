import type { Institution } from 'plaid';
import banksJson from './banks.json' with { type: 'json' };
import type { Wire } from './wire.ts';

export type Bank = {
  id: string;
  name: string;
  color: string;
  /** Nine digits, the last a check digit. */
  routing: string;
  /** People log in on the bank's own page. It gives account numbers that a person can revoke instead of the accounts' own. */
  oauth: boolean;
  /** A square of the bank's color, as PNG in base64. */
  logo: string;
};

export const banks: readonly Bank[] = banksJson;

export const findBank = (id: string): Bank | undefined => banks.find((bank) => bank.id === id);

const products =
  'assets auth balance identity recurring_transactions signal statements transactions transfer'.split(
    ' ',
  ) as Wire<Institution>['products'];

export const supports = (product: string): boolean => (products as string[]).includes(product);

export const institution = (bank: Bank, withMetadata = false): Wire<Institution> => ({
  institution_id: bank.id,
  name: bank.name,
  products,
  country_codes: ['US'],
  routing_numbers: [bank.routing],
  dtc_numbers: [],
  oauth: bank.oauth,
  ...(withMetadata ? { primary_color: bank.color, logo: bank.logo } : {}),
});
