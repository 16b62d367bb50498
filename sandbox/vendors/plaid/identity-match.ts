// Identity Match: how well a client's data on a person matches the owners at the bank, from 0 to 100.
import type { Owner } from 'plaid';
import * as z from 'zod';
import type { Wire } from './wire.ts';

const text = z.string().default('');
export const matchedUser = z.object({
  legal_name: text,
  address: z.object({ street: text, city: text, region: text, postal_code: text }).partial().optional(),
});

const wordsOf = (value: string): string[] => value.toLowerCase().match(/[a-z0-9]+/g) ?? [];
/** The share of words in common. */
function similarity(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const shared = first.filter((word) => second.includes(word)).length;
  return Math.round((200 * shared) / Math.max(1, first.length + second.length));
}

/** Null when the client sent nothing to compare. */
const bestMatch = (given: string, known: string[]): number | null =>
  given === '' || known.length === 0 ? null : Math.max(...known.map((one) => similarity(given, one)));

type AddressParts = Partial<Record<'street' | 'city' | 'region' | 'postal_code', string | null | undefined>>;
const addressText = ({ street, city, region, postal_code }: AddressParts = {}) =>
  [street, city, region, postal_code].filter(Boolean).join(' ');

export const matchScores = (user: z.output<typeof matchedUser>, owners: Wire<Owner>[]) => ({
  legal_name: {
    score: bestMatch(
      user.legal_name,
      owners.flatMap(({ names }) => names),
    ),
  },
  address: {
    score: bestMatch(
      addressText(user.address),
      owners.flatMap(({ addresses }) => addresses.map(({ data }) => addressText(data))),
    ),
  },
});
