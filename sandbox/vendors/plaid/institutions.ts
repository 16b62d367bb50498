// The banks that can be linked.
import type { Institution } from 'plaid';
import { logoOf } from './logos.ts';
import type { Wire } from './shapes.ts';

export type Bank = {
  id: string;
  name: string;
  /** People log in on the bank's own page. */
  oauth: boolean;
  /** It gives account numbers that a person can revoke instead of the accounts' own. */
  tokenized?: true;
  url: string;
  color: string;
  /** Nine digits, the last a check digit. */
  routing: string;
};

export const banks: readonly Bank[] = [
  {
    id: 'ins_109508',
    name: 'First Platypus Bank',
    oauth: false,
    url: 'https://plaid.com/first-platypus-bank',
    color: '#005470',
    routing: '011401533',
  },
  {
    id: 'ins_109509',
    name: 'First Gingham Credit Union',
    oauth: false,
    url: 'https://plaid.com/first-gingham-credit-union',
    color: '#b22a36',
    routing: '321099907',
  },
  {
    id: 'ins_109510',
    name: 'Tattersall Federal Credit Union',
    oauth: false,
    url: 'https://plaid.com/tattersall',
    color: '#264a7c',
    routing: '311099904',
  },
  {
    id: 'ins_109511',
    name: 'Tartan Bank',
    oauth: false,
    url: 'https://plaid.com/tartan-bank',
    color: '#18543c',
    routing: '051099905',
  },
  {
    id: 'ins_109512',
    name: 'Houndstooth Bank',
    oauth: false,
    url: 'https://plaid.com/houndstooth-bank',
    color: '#1e2026',
    routing: '111099900',
  },
  {
    id: 'ins_127287',
    name: 'Platypus OAuth Bank',
    oauth: true,
    tokenized: true,
    url: 'https://plaid.com/platypus-oauth-bank',
    color: '#482c78',
    routing: '091099907',
  },
];

export const wireRouting = '021000021';
export const findBank = (id: string): Bank | undefined => banks.find((bank) => bank.id === id);

const products: Wire<Institution>['products'] = [
  'assets',
  'auth',
  'balance',
  'identity',
  'income_verification',
  'recurring_transactions',
  'signal',
  'statements',
  'transactions',
  'transfer',
];

export const supports = (product: string): boolean => (products as string[]).includes(product);

export function institution(bank: Bank, options: { metadata: boolean; status: boolean }): Wire<Institution> {
  return {
    institution_id: bank.id,
    name: bank.name,
    products,
    country_codes: ['US'],
    routing_numbers: [bank.routing],
    dtc_numbers: [],
    oauth: bank.oauth,
    ...(options.metadata ? { url: bank.url, primary_color: bank.color, logo: logoOf(bank) } : {}),
    ...(options.status ? { status: null } : {}),
  };
}
