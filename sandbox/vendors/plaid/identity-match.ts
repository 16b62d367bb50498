// Identity Match: how well a client's data on a person matches the owners at the bank, from 0 to 100.
import type { Owner } from 'plaid';
import { type Fields, fields, text } from '../../request-fields.ts';
import type { Wire } from './shapes.ts';

const wordsOf = (value: string): string[] => value.toLowerCase().match(/[a-z0-9]+/g) ?? [];
/** The share of words in common. */
function alike(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const shared = first.filter((word) => second.includes(word)).length;
  return Math.round((200 * shared) / Math.max(1, first.length + second.length));
}
const best = (scores: number[]): number | null => (scores.length === 0 ? null : Math.max(...scores));

export function matchScores(user: Fields, owners: Wire<Owner>[]) {
  const name = text(user.legal_name);
  const home = fields(user.address);
  const homeText = `${text(home.street)} ${text(home.city)} ${text(home.region)} ${text(home.postal_code)}`;
  const names = owners.flatMap((owner) => owner.names);
  const addresses = owners.flatMap((owner) => owner.addresses.map(({ data }) => data));
  const scoreOf = (given: string, known: string[]) =>
    given === '' ? null : best(known.map((one) => (one.toLowerCase() === given.toLowerCase() ? 100 : 0)));
  const addressScore = text(home.street)
    ? best(
        addresses.map(({ street, city, region, postal_code }) =>
          alike(homeText, `${street} ${city} ${region ?? ''} ${postal_code ?? ''}`),
        ),
      )
    : null;
  return {
    legal_name: {
      score: name === '' ? null : best(names.map((one) => alike(name, one))),
      is_first_name_or_last_name_match:
        name === '' ? null : names.some((one) => wordsOf(one).some((word) => wordsOf(name).includes(word))),
      is_nickname_match: name === '' ? null : false,
      is_business_name_detected: name === '' ? null : false,
    },
    phone_number: {
      score: scoreOf(
        text(user.phone_number),
        owners.flatMap((owner) => owner.phone_numbers.map(({ data }) => data)),
      ),
    },
    email_address: {
      score: scoreOf(
        text(user.email_address),
        owners.flatMap((owner) => owner.emails.map(({ data }) => data)),
      ),
    },
    address: {
      score: addressScore,
      is_postal_code_match:
        addressScore === null
          ? null
          : addresses.some(({ postal_code }) => postal_code === text(home.postal_code)),
    },
  };
}
