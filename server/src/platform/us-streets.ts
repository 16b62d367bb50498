// The parts of a street address as USPS Publication 28 names them. Tables are in us-streets.json.
import { isPostBox } from '#contract/field-rules.ts';
import { usStates } from '#contract/us-states.ts';
import { toUnaccented } from '#finance/transliterate.ts';
import tables from './us-streets.json' with { type: 'json' };

export type UsStreet = HouseAddress | BoxAddress;

/** A box at a post office, on a rural or contract route, or of a military unit. */
interface BoxAddress {
  readonly kind: 'box';
  /** "po", or a route such as "rr 3". */
  readonly route: string;
  readonly number: string;
}

export interface HouseAddress {
  readonly kind: 'house';
  /** Empty where the text names none. A range such as "912-914" keeps its dash. */
  readonly number: string;
  /** Directions before and after the name, in their order: 450 W 200 N is another house than 450 N 200 W. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The system of a numbered road, such as "county"; "any" is a highway or route of an unnamed system. */
  readonly road?: { readonly system: string; readonly route: string };
  /** The words of the name; of a numbered road what precedes and follows its number. */
  readonly name: readonly string[];
  readonly suffix?: string;
  /** By what they are part of; "door" is the letter of a house number. */
  readonly units: Readonly<Partial<Record<UnitKind, string>>>;
}
export const unitKinds = ['bldg', 'fl', 'door', 'apt'] as const;
type UnitKind = (typeof unitKinds)[number];

const reversed = (table: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(table).flatMap(([to, all]) => [to, ...all].map((word) => [word, to] as const)));
/** Each spelling with the long one. */
export const suffixes: ReadonlyMap<string, string> = new Map(
  Object.entries(tables.suffixes).flatMap(([short, others]) =>
    [short, ...others].map((word) => [word, others[0] ?? short] as const),
  ),
);
const suffixWords = new Set(suffixes.values());
const unitLabels = reversed(tables.units) as ReadonlyMap<string, UnitKind>;
const unitsAlone = reversed(tables.unitsAlone);
const mapOf = (table: Readonly<Record<string, string>>) => new Map(Object.entries(table));
const directionWords = new Set(Object.values(tables.directions));
const directions = new Map([
  ...mapOf(tables.directions),
  ...[...directionWords].map((word) => [word, word] as const),
]);
const numbers = mapOf(tables.numbers);
const ordinals = mapOf(tables.ordinals);
const sameNames = mapOf(tables.names);
/** Twenty-First */
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const tensAndOrdinal = new RegExp(
  `\\b(${tens.join('|')})[ -]+(${[...ordinals.keys()].slice(0, 9).join('|')})\\b`,
  'g',
);
const tensOf = (word: string) => (tens.indexOf(word) + 2) * 10;
const roadSystems = new Map(
  Object.entries(tables.roads).flatMap(([system, words]) => words.map((word) => [word, system] as const)),
);
const stateNames = new Set(usStates.map(({ label }) => label.toLowerCase()));
/** Colorado's letters are also a county's, and Nebraska's a direction. */
const stateCodes = new Set(
  usStates.map(({ value }) => value.toLowerCase()).filter((code) => !/co|ne/.test(code)),
);
const boxRoutes = reversed(tables.boxes);
const routeBox = new RegExp(
  `^(${[...boxRoutes.keys()].sort((a, b) => b.length - a.length).join('|')}) ?#? ?(\\d+[a-z]?) (?:(?:box|bx) ?#?|#) ?([a-z]?\\d[\\w-]*)`,
);

/** One line as the Postal Service takes it: fractions in digits, and a unit behind the street. */
export const mailingLine = (text: string): string =>
  text
    .replace(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign.normalize('NFKD').replace('⁄', '/')}`)
    .replace(/\s+/g, ' ')
    .trim()
    // #1200 8 Mile Rd begins with the number of the house.
    .replace(
      /^((?:apt|apartment|unit|suite|ste)\.? ?#? ?|# ?)([\w-]+),? (?=\d+ (?!mile\b))(.+)$/i,
      '$3 $1$2',
    );

export function parseUsStreet(text: string): UsStreet {
  const plain = toUnaccented(mailingLine(text)).toLowerCase();
  const spaced = plain
    // Initials are one word: N.W., U.S.
    .replace(/\b(?:[a-z]\.){2,}/g, (initials) => `${initials.replaceAll('.', '')} `)
    .replace(/['"]/g, '')
    .replace(/#/g, ' # ')
    .replace(/\s*-\s*/g, '-')
    .replace(tensAndOrdinal, (_, tens, ordinal) => String(tensOf(tens) + Number(ordinals.get(ordinal))))
    .replace(/^(\d{2,})\/(?=\d{2})/, '$1-')
    .replace(/-(?=\d\/\d)/g, ' ')
    .replace(/[^\p{L}\p{N}#/-]+/gu, ' ')
    .trim()
    // Puerto Rico: the neighborhood before the number.
    .replace(/^urb(?:anizacion)? \D+(?=\d)/, '');
  const box = routeBox.exec(spaced);
  if (box) {
    const [, word = '', route, number = ''] = box;
    return { kind: 'box', route: `${boxRoutes.get(word)} ${unpadded(route)}`, number: unpadded(number) };
  }
  if (isPostBox(plain) || /^\D*\bp ?o ?box\b/.test(spaced)) {
    const number = /\d\w*|(?<=box )\w+$/.exec(spaced)?.[0] ?? '';
    return { kind: 'box', route: 'po', number };
  }
  return houseOf(spaced.split(' ').filter((word) => word !== '' && !/^[/-]+$/.test(word)));
}

/** A dash stays only between two numbers: 1-12 is not 11-2. */
const unpadded = (value = '') => value.replace(/(?<!\d)-|-(?!\d)/g, '').replace(/\b0+(?=\w)/g, '');

const isUnitValue = (word: string, isLast: boolean) =>
  /\d/.test(word) || (isLast && /^[a-z]{1,2}$/.test(word) && !suffixes.has(word));

function houseOf(words: readonly string[]): HouseAddress {
  const found: Partial<Record<UnitKind, string>> = {};
  const add = (kind: UnitKind, value: string) => {
    found[kind] = unpadded(`${found[kind] ?? ''}-${value}`);
  };
  const rest = [...words];
  // #4 12 Elm St
  const labels = rest.findIndex((word) => !unitLabels.has(word));
  const [label = ''] = rest;
  const isNumber = /^\d(?!\d*(?:st|nd|rd|th)$)/.test(rest[labels + 1] ?? '') && rest[labels + 2] !== 'mile';
  if (label === '#' && labels === 1 && !isNumber) {
    // #1200 8 Mile Rd
    rest.shift();
  } else if (labels > 0 && /\d/.test(rest[labels] ?? '') && /^\d/.test(rest[labels + 1] ?? '')) {
    add(unitLabels.get(label) ?? 'apt', rest[labels] ?? '');
    rest.splice(0, labels + 1);
  }
  const { number, door } = takeNumber(rest);
  if (door) add('door', door);
  const street = takeUnits(rest, add);
  const dashless = street.flatMap((word) => word.split('-'));
  const parts = roadOf(dashless, add) ?? namedStreetOf(lettersJoined(street), add);
  return { kind: 'house', number, ...parts, units: found };
}

/** Avenue J-8 and Avenue J 8 are Avenue J8. E 8 may be a direction and a number. */
const lettersJoined = (street: readonly string[]) =>
  street
    .join(' ')
    .replace(/(?<= )(?:([a-z])-|([a-df-mo-rt-vx-z]) )(?=\d+\b)/g, '$1$2')
    .split(/[ -]/);

/** Takes the house number from the front. */
function takeNumber(rest: string[]): { number: string; door?: string } {
  const first = numbers.get(rest[0] ?? '') ?? rest[0] ?? '';
  if (!/\d/.test(first)) return { number: '' };
  rest.shift();
  // Wisconsin: N95 W18000
  const isGridPart = (word = '') => /^[nsew]\d+$/.test(word);
  if (isGridPart(first) && isGridPart(rest[0])) return { number: first + rest.shift() };
  const [, digits, door] = /^0*(\d+)-?([a-z])$/.exec(first) ?? [];
  const fraction = /^\d\/\d$/.test(rest[0] ?? '') ? ` ${rest.shift()}` : '';
  if (digits !== undefined && door !== undefined) return { number: digits + fraction, door };
  const [, from = '', to = ''] = /^(\d+)-(\d+)$/.exec(first) ?? [];
  const isRange =
    from.length === to.length && Number(from) < Number(to) && (Number(to) - Number(from)) % 2 === 0;
  return { number: (isRange ? first : first.replace(/-/g, '').replace(/^0+(?=\d)/, '')) + fraction };
}

/** The words that are not units. */
function takeUnits(rest: readonly string[], add: (kind: UnitKind, value: string) => void): string[] {
  const street: string[] = [];
  let hasUnit = false;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const label = unitLabels.get(word);
    let next = at + 1;
    while (unitLabels.get(rest[next] ?? '') === 'apt') next += 1;
    const value = rest[next];
    const follows = street.length > 1 && (hasUnit || isEnd(street.at(-1) ?? ''));
    const isLast = next === rest.length - 1 || unitLabels.has(rest[next + 1] ?? '');
    // 12 Unit 5 Elm St, but 12 RM 620 is a ranch road, and 12 No 5th St is on North 5th Street.
    const isLabel =
      label &&
      value !== undefined &&
      (street.length > 0 || !(roadSystems.has(word) || directions.has(word))) &&
      (isUnitValue(value, isLast) || unitsAlone.has(value));
    if (isLabel) {
      // APT 4 B
      const letter = next + 2 === rest.length && /^[a-z]$/.test(rest[next + 1] ?? '') ? rest[next + 1] : '';
      add(label, (unitsAlone.get(value) ?? value.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1')) + letter);
      at = next + (letter ? 1 : 0);
      hasUnit = true;
    } else if (
      follows &&
      unitLabels.get(rest[at + 1] ?? '') === 'fl' &&
      /^\d+(?:st|nd|rd|th)?$|^[a-z]+$/.test(word)
    ) {
      // 2nd floor
      add('fl', String(ordinals.get(word) ?? (Number.parseInt(word, 10) || word)));
      at += 1;
      hasUnit = true;
    } else if (follows && unitsAlone.has(word) && at === rest.length - 1) {
      add('apt', unitsAlone.get(word) ?? '');
    } else if (word !== '#' && !(label && follows && next === rest.length && !directions.has(word)))
      street.push(word);
  }
  return street;
}

const isEnd = (word: string) => suffixes.has(word) || directions.has(word) || /\d/.test(word);

/** A road with a number or letters: the system's name before it in any spelling. */
function roadOf(street: readonly string[], add: (kind: UnitKind, value: string) => void) {
  const lead = street.findIndex((word) => !directions.has(word));
  for (let from = Math.max(lead, 0); from < street.length - 1; from += 1) {
    for (let length = Math.min(5, street.length - 1 - from); length > 0; length -= 1) {
      const words = street.slice(from, from + length).join(' ');
      const isState = from === lead && length === 1 && stateCodes.has(words);
      const system = roadSystems.get(words) ?? (isState ? 'state' : undefined);
      const route = street[from + length] ?? '';
      if (system === undefined || !isRoute(route, system, isState)) continue;
      // A loop or a spur with a name has no number of its own.
      if (from > lead && (system === 'loop' || system === 'spur')) continue;
      const front = street.slice(lead, from);
      const ofState =
        stateNames.has(front.join(' ')) || (front.length === 1 && stateCodes.has(front[0] ?? ''));
      // FM 1110 Rd W, I-35 Frontage Rd
      const behind = street.slice(from + length + 1).map((word) => suffixes.get(word) ?? word);
      const tail = behind.filter((word) => word !== 'road' && word !== 'highway' && !directions.has(word));
      const after = behind.flatMap((word) => directions.get(word) ?? []);
      if (tail.length === 1 && isUnitValue(tail[0] ?? '', true)) add('apt', tail.pop() ?? '');
      return {
        before: street.slice(0, lead).map((word) => directions.get(word) ?? word),
        after,
        road: { system: ofState && system === 'any' ? 'state' : system, route },
        name: [...(ofState ? [] : front), ...tail],
      };
    }
  }
  return undefined;
}

const isRoute = (route: string, system: string, isStateCode: boolean) =>
  /^\d+[a-z]{0,2}$/.test(route) ||
  (['state', 'county', 'any'].includes(system) &&
    !isStateCode &&
    /^[a-z]{1,2}$/.test(route) &&
    !suffixes.has(route) &&
    !(route.length === 2 && directionWords.has(route)));

function namedStreetOf(words: readonly string[], add: (kind: UnitKind, value: string) => void) {
  const isDirection = (word: string) => directionWords.has(word);
  const street = words.map((word) => directions.get(word) ?? word);
  // 450 W 200 N 5, 12 Elm Street 4B, but the J of 12 W Avenue J is the name.
  const beforeLast = street.at(-2) ?? '';
  const hasName = street.slice(0, -2).some((word) => !isDirection(word));
  if (
    street.length > 2 &&
    /^(?:\d+[a-z]?|[a-z]\d*)$/.test(street.at(-1) ?? '') &&
    !isDirection(street.at(-1) ?? '') &&
    ((suffixes.has(beforeLast) && (/^\d/.test(street.at(-1) ?? '') || hasName)) ||
      (isDirection(beforeLast) && hasName))
  )
    add('apt', street.pop() ?? '');
  const first = street.findIndex((word) => !isDirection(word));
  const undirected = street.filter((word) => !isDirection(word));
  const onlySuffix =
    undirected.length === 0 || (undirected.length === 1 && suffixes.has(undirected[0] ?? ''));
  // 9 North Ave, 345 Blvd East: the direction is the name. 9 E North Ave has one more.
  const kept = first < 0 ? street.length - 1 : Math.max(first - 1, 0);
  const before = street.slice(0, onlySuffix ? kept : first);
  const behind = onlySuffix ? [] : street.slice(first).filter(isDirection);
  // Main St North East
  const after = /^[ns],[ew]$/.test(behind.join()) ? [behind.join('')] : behind;
  const body = (onlySuffix ? street.slice(kept) : undirected).flatMap((word, index, { length }) => {
    // St is Saint before a name, and Street behind it.
    const long = word === 'st' && index < length - 1 ? word : suffixes.get(word);
    const same = sameNames.get(word) ?? long ?? ordinals.get(word) ?? word;
    return same.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1').split(' ');
  });
  const named = body.filter((word) => word !== '');
  const end = named.at(-1) ?? '';
  const suffix = named.length > 1 && suffixWords.has(end) ? { suffix: end } : {};
  const name = suffix.suffix === undefined ? named : named.slice(0, -1);
  // Dr Martin Luther King
  return { before, after, name: name[0] === 'drive' && name.length > 1 ? name.slice(1) : name, ...suffix };
}

/** A city in the form in which every spelling is equal: St. George and Saint George. */
export const cityOf = (city: string): string =>
  toUnaccented(city)
    .toLowerCase()
    .replace(/\bsaint\b/g, 'st')
    .replace(/\bfort\b/g, 'ft')
    .replace(/\bmount\b/g, 'mt')
    .replace(/[^\p{L}]+/gu, '');
