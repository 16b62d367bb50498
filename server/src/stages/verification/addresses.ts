// Compares a bank's address with the declared one. The number must be equal, street and city similar; a part
// that one side omits (a unit, a direction, a suffix) does not count against the match.
import { usStates } from '#contract/us-states.ts';
import type { VerificationRules } from '#lender/schema/policy.ts';
import {
  cityOf,
  type HouseAddress,
  parseUsStreet,
  suffixes,
  type UsStreet,
  unitKinds,
} from '../../platform/us-streets.ts';
import type { PlainAddress } from '../../vendors/bank-data.ts';
import { plain, similarityPercent } from './similarity.ts';

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
  const finding = compareStreets(parseUsStreet(declared.street), parseUsStreet(found.street), leastPercent);
  return finding !== 'same' && sameZip && sameZipIsEnough ? 'same-zip' : finding;
}

function compareStreets(declared: UsStreet, found: UsStreet, leastPercent: number): AddressFinding {
  if (declared.number === '' || found.number === '') return 'other-number';
  if (declared.kind === 'box' || found.kind === 'box') {
    if (declared.kind !== 'box' || found.kind !== 'box') return 'other-street';
    if (declared.route !== found.route) return 'other-street';
    return isSameUnitValue(declared.number, found.number) ? 'same' : 'other-number';
  }
  if (!isSameNumber(declared.number, found.number)) return 'other-number';
  const isSame =
    isSameDirection(declared, found) &&
    (declared.road || found.road
      ? isSameRoad(declared, found)
      : isSameNamedStreet(declared, found, leastPercent));
  if (!isSame) return 'other-street';
  return isSameUnit(declared, found) ? 'same' : 'other-unit';
}

/** A range is the house of each number in it. */
function isSameNumber(a: string, b: string): boolean {
  if (a === b || a.replace('-', '') === b.replace('-', '')) return true;
  const [range = '', single] = a.includes('-') ? [a, b] : [b, a];
  const [from, to] = range.split('-').map(Number);
  const number = Number(single);
  return (
    from !== undefined && to !== undefined && from <= number && number <= to && (number - from) % 2 === 0
  );
}

/** One side may omit the other's directions but not contradict them. In a grid, where the name is a number, each has its place. */
function isSameDirection(declared: HouseAddress, found: HouseAddress): boolean {
  const isGrid = ({ name, suffix, road }: HouseAddress) =>
    !road && suffix === undefined && /^\d+$/.test(name.join(''));
  const all = ({ before, after }: HouseAddress) => [...before, ...after];
  const agree = (a: readonly string[], b: readonly string[]) => {
    const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
    return fewer.length === more.length
      ? fewer.join() === more.join()
      : fewer.every((direction) => more.includes(direction));
  };
  return (
    agree(all(declared), all(found)) &&
    (!(isGrid(declared) && isGrid(found)) ||
      (agree(declared.before, found.before) && agree(declared.after, found.after)))
  );
}

/** "Highway 41" may be the US or state highway, and a county may be omitted or shortened. */
function isSameRoad(declared: HouseAddress, found: HouseAddress): boolean {
  const [a, b] = [declared.road, found.road];
  // 5000 W County Road 300 N is 5000 W 300 N in a county's grid.
  const gridRoute = ({ name, suffix }: HouseAddress) => (suffix === undefined ? name.join(' ') : '');
  if (!a || !b) {
    const [road, grid] = a ? [declared, found] : [found, declared];
    const isGrid = road.before.length > 0 && road.after.length > 0;
    return (
      isGrid &&
      road.road?.system === 'county' &&
      road.name.length === 0 &&
      road.road.route === gridRoute(grid)
    );
  }
  if (a.route !== b.route) return false;
  const [names, others] = [declared.name.join(''), found.name.join('')];
  if (a.system === b.system && a.system === 'county')
    return (
      names === others ||
      (isOtherRoad(names) === isOtherRoad(others) && (names.startsWith(others) || others.startsWith(names)))
    );
  const mayBe = (system: string) => ['us', 'state', 'interstate'].includes(system);
  const isSameSystem =
    a.system === b.system ||
    (a.system === 'any' && mayBe(b.system)) ||
    (b.system === 'any' && mayBe(a.system));
  return isSameSystem && names === others;
}

/** Unlike a county's name, such as Oldham, Old or Spur may not be omitted from a county road. */
const isOtherRoad = (names: string) =>
  /^(?:old(?!ham)|new$|former)|(?:spurs?|loops?|bypass|extension|court|lane|drive)$/.test(names);

const commonSuffixes = new Set(
  'street avenue road drive lane boulevard court place circle terrace'.split(' '),
);

function isSameNamedStreet(declared: HouseAddress, found: HouseAddress, leastPercent: number): boolean {
  const withSuffix = ({ name, suffix }: HouseAddress) => [...name, ...(suffix ? [suffix] : [])];
  const [a, b] = [declared, found];
  if (a.suffix === b.suffix || a.suffix === undefined || b.suffix === undefined)
    if (isSameName(a.name, b.name, leastPercent)) return true;
  // Mill Creek is Mill Creek Road, although a creek may be a suffix. Oak St Ct is not Oak St.
  if (commonSuffixes.has(a.suffix ?? '') && commonSuffixes.has(b.suffix ?? '')) return false;
  return isSameName(a.name, withSuffix(b), 100) || isSameName(withSuffix(a), b.name, 100);
}

/** Numbers, single letters and words such as Hill and Mill are never misspelled ones. */
const exactOf = (name: readonly string[]) =>
  name.filter((word) => /\d/.test(word) || word.length === 1 || suffixes.has(word)).join(' ');

/** Spelled alike: Camron for Cameron. Short words and first letters are rarely misspelled: Main and Maine, Parker and Barker. */
function isSameName(a: readonly string[], b: readonly string[], leastPercent: number): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const numbersOf = (name: readonly string[]) => name.filter((word) => /\d/.test(word)).join(' ');
  if (numbersOf(a) !== numbersOf(b)) return false;
  const alike = (one: string, other: string, least: number) =>
    one === other ||
    (one[0] === other[0] && Math.max(one.length, other.length) > 5 && similarityPercent(one, other) >= least);
  const [exact, other] = [exactOf(a), exactOf(b)];
  // La Brea and Labrea; St Christopher is not Christopher.
  if (a.length !== b.length) {
    const [one, two] = [a.join(''), b.join('')];
    return one === two || (exact === other && alike(one, two, Math.max(leastPercent, 90)));
  }
  if (exact !== other && exact !== '' && other !== '') return false;
  return a.every((word, index) => alike(word, b[index] ?? '', leastPercent));
}

/** A unit that one side omits does not count; both together may be written as one, such as B5 for building B, unit 5. */
function isSameUnit({ units: a }: HouseAddress, { units: b }: HouseAddress): boolean {
  const whole = (units: typeof a) => unitKinds.flatMap((kind) => units[kind] ?? []).join('-');
  if (whole(a) === '' || whole(b) === '' || isSameUnitValue(whole(a), whole(b))) return true;
  const shared = unitKinds.filter((kind) => a[kind] !== undefined && b[kind] !== undefined);
  return shared.length > 0 && shared.every((kind) => isSameUnitValue(a[kind] ?? '', b[kind] ?? ''));
}

/** One side may omit the other's dashes, but 1-12 is not 11-2. */
function isSameUnitValue(a: string, b: string): boolean {
  const omits = (one: string, other: string) => new RegExp(`^${other.replaceAll('-', '-?')}$`).test(one);
  return omits(a, b) || omits(b, a);
}

const zipOf = (zip: string) => /^\s*(\d{5})/.exec(zip)?.[1] ?? '';

const stateCodes = new Map(
  usStates.map(({ value, label }) => [label.toLowerCase(), value.toLowerCase()] as const),
);
const stateOf = (state: string) => {
  const name = plain(state)
    .replace(/[^a-z ]/g, '')
    .trim();
  return stateCodes.get(name) ?? name;
};
