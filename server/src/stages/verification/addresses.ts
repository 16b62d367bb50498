// Compares a bank's address with the declared one. The number must be equal, street and city similar; a part
// that one side omits (a unit, a direction, a suffix) does not count against the match.
import { usStates } from '#contract/us-states.ts';
import type { VerificationRules } from '#lender/schema/policy.ts';
import type { PlainAddress } from '../../vendors/bank-data.ts';
import { plain, similarityPercent } from './similarity.ts';
import streetSuffixes from './street-suffixes.json' with { type: 'json' };

/** Nearest first: the finding to report if no address matches. */
export const addressFindings = [
  'same',
  'same-zip',
  'other-unit',
  'other-street',
  'other-number',
  'other-place',
] as const;
export type AddressFinding = (typeof addressFindings)[number];

const directions: Record<string, string> = {
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  northeast: 'ne',
  northwest: 'nw',
  southeast: 'se',
  southwest: 'sw',
  no: 'n',
  so: 's',
};
const directionWords = new Set(['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw']);

const suffixes: Record<string, string> = Object.fromEntries(
  Object.entries(streetSuffixes).flatMap(([short, others]) =>
    [short, ...others].map((word) => [word, short]),
  ),
);
const suffixWords = new Set(Object.values(suffixes));

const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const unitWords =
  'apartment apt unit suite ste number no floor fl room rm building bldg lot trailer trlr space spc';
const unit = new RegExp(
  `(?:\\b(?:${unitWords.split(' ').join('|')})\\b\\.?\\s*#?|#)\\s*([a-z0-9]+(?:\\s*-\\s*[a-z0-9]+)?)\\s*`,
  'g',
);
const postBox = /\bp\s*\.?\s*o\s*\.?\s*box\b|\bpost office box\b/;

interface Street {
  readonly number: string;
  /** The name's words without directions or the final suffix. */
  readonly name: readonly string[];
  readonly directions: readonly string[];
  readonly suffix: string | undefined;
  readonly unit: string | undefined;
  readonly isBox: boolean;
}

export function compareAddresses(
  declared: PlainAddress,
  found: PlainAddress,
  rules: Pick<VerificationRules, 'addressMatchPercent' | 'sameZipIsEnough'>,
): AddressFinding {
  const { addressMatchPercent: leastPercent, sameZipIsEnough } = rules;
  const zips = [zipOf(declared.zipCode), zipOf(found.zipCode)] as const;
  const sameZip = zips[0] !== '' && zips[0] === zips[1];
  const sameState = stateOf(declared.state) === stateOf(found.state) || found.state.trim() === '';
  const sameCity = similarityPercent(cityOf(declared.city), cityOf(found.city)) >= leastPercent;
  // Banks may store a neighboring ZIP code, or a district's name as the city; one of the two must match.
  if (!(sameState && (sameZip || (sameCity && cityOf(found.city) !== '')))) return 'other-place';
  const finding = compareStreets(streetOf(declared.street), streetOf(found.street), leastPercent);
  return finding !== 'same' && sameZip && sameZipIsEnough ? 'same-zip' : finding;
}

function compareStreets(declared: Street, found: Street, leastPercent: number): AddressFinding {
  if (declared.number === '' || found.number === '' || declared.number !== found.number)
    return 'other-number';
  if (declared.isBox !== found.isBox) return 'other-street';
  const differ = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && a !== b;
  if (differ(declared.suffix, found.suffix)) return 'other-street';
  // One side may omit the other's directions but not contradict them.
  const [fewer, more] =
    declared.directions.length <= found.directions.length
      ? [declared.directions, found.directions]
      : [found.directions, declared.directions];
  if (fewer.some((direction) => !more.includes(direction))) return 'other-street';
  const numbersIn = ({ name }: Street) => name.filter((word) => /\d/.test(word)).join(' ');
  if (numbersIn(declared) !== numbersIn(found)) return 'other-street';
  const nameOf = ({ name }: Street) => name.join('');
  if (nameOf(declared) === '' || similarityPercent(nameOf(declared), nameOf(found)) < leastPercent)
    return 'other-street';
  return differ(declared.unit, found.unit) ? 'other-unit' : 'same';
}

function streetOf(text: string): Street {
  const lower = ` ${plain(text)} `;
  const isBox = postBox.test(lower);
  const units: string[] = [];
  const withoutUnit = isBox
    ? lower.replace(postBox, ' ')
    : lower
        // A number may have a separate letter or a dash inside.
        .replace(/^\s*(\d+)\s*-\s*(\d+)\b/, ' $1$2 ')
        .replace(unit, (_, name: string) => {
          units.push(name.replace(/[\s-]/g, ''));
          return ' ';
        });
  const words = withoutUnit
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const ordinal = ordinals.indexOf(word);
      if (ordinal > 0) return String(ordinal);
      return word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1');
    });
  const [number = '', ...rest] = words;
  if (isBox) return { number, name: ['box'], directions: [], suffix: undefined, unit: undefined, isBox };
  const street = rest.map((word) => directions[word] ?? word);
  const isDirection = (word: string) => directionWords.has(word);
  // If a street's name consists only of directions, they are its name.
  const undirected = street.filter((word) => !isDirection(word));
  const [only = ''] = undirected;
  const onlySuffix = undirected.length === 0 || (undirected.length === 1 && suffixes[only] !== undefined);
  const pointing = onlySuffix && street.length > 1 ? [] : street.filter(isDirection);
  const body = pointing.length === 0 ? street : undirected;
  const trailing = trailingUnit(body, units[0]);
  const named = trailing.words.map((word) => (word === 'saint' ? 'st' : (suffixes[word] ?? word)));
  const end = named.at(-1);
  const suffix = named.length > 1 && end !== undefined && suffixWords.has(end) ? end : undefined;
  return {
    number: /\d/.test(number) ? number : '',
    name: suffix === undefined ? named : named.slice(0, -1),
    directions: [...pointing].sort(),
    suffix,
    unit: trailing.unit,
    isBox,
  };
}

/** A unit with no label after the suffix: 12 Oak Street 4B. */
function trailingUnit(words: readonly string[], named: string | undefined) {
  const end = words.at(-1);
  const before = words.at(-2);
  const isBare =
    named === undefined &&
    words.length > 2 &&
    end !== undefined &&
    before !== undefined &&
    suffixes[before] !== undefined &&
    /^(?:\d+[a-z]?|[a-z]\d*)$/.test(end) &&
    suffixes[end] === undefined &&
    // Highway and route numbers follow their kind.
    !['hwy', 'rte'].includes(suffixes[before] ?? '');
  return isBare ? { words: words.slice(0, -1), unit: end } : { words, unit: named };
}

const zipOf = (zip: string) => /^\s*(\d{5})/.exec(zip)?.[1] ?? '';

const cityOf = (city: string) =>
  plain(city)
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bfort\b/g, 'ft')
    .replace(/\bmount\b/g, 'mt')
    .replace(/[^\p{L}]+/gu, '');

const stateCodes = new Map(
  usStates.map(({ value, label }) => [label.toLowerCase(), value.toLowerCase()] as const),
);
const stateOf = (state: string) => {
  const name = plain(state)
    .replace(/[^a-z ]/g, '')
    .trim();
  return stateCodes.get(name) ?? name;
};
