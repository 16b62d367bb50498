// zip-codes.txt: the state, cities, place and time zone of each ZIP code.
import { hash } from 'node:crypto';
import type { LenderFiles } from './lender-files.ts';

export interface ZipPlace {
  /** Its own state, and any others that it serves. AA, AE and AP are military mail. */
  readonly states: readonly string[];
  /** The preferred one first. A list that is never complete: a city that it lacks may be right. */
  readonly cities: readonly string[];
  /** None of military mail. */
  readonly timeZone?: string;
  /** False for a code that the table lacks: what is known is that of the codes with the same first three digits. */
  readonly isListed: boolean;
  /** Its center, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

const placePattern = /^(\d{5}) (-?\d+\.\d+) (-?\d+\.\d+)((?: [A-Z]{2})*)(?: (\D+))?$/;
const groupPattern = /^([A-Z]{2}) ([\w/]+|-)$/;

/** In arrays by the number of the ZIP code, because an object for each of 42,000 would take 6 MB of every process. */
export class ZipCodes {
  size = 0;
  readonly #text: string;
  /** Where the line of each code begins, and the one with its state and time zone. 0 for a number that is no ZIP code. */
  readonly #line = new Uint32Array(100_000);
  readonly #group = new Uint32Array(100_000);

  /** Calls `refuse` with the number of a malformed line. */
  constructor(text: string, refuse: (line: number) => never) {
    this.#text = text;
    let group = 0;
    let end = 0;
    text.split('\n').forEach((line, index) => {
      const start = end;
      end += line.length + 1;
      if (line === '' || line.startsWith('#')) return;
      if (groupPattern.test(line)) {
        group = start;
        return;
      }
      if (!placePattern.test(line) || group === 0) refuse(index + 1);
      const zip = Number(line.slice(0, 5));
      if (this.#line[zip] === 0) this.size += 1;
      this.#line[zip] = start;
      this.#group[zip] = group;
    });
  }

  /** Undefined if no place has a code with these first three digits. */
  get(zipCode: string): ZipPlace | undefined {
    // Text such as "501" or "1e4" is no ZIP code, although it is a number.
    if (!/^\d{5}$/.test(zipCode)) return undefined;
    const zip = Number(zipCode);
    const isListed = this.#line[zip] !== 0;
    const alike = Array.from({ length: 100 }, (_, last) => zip - (zip % 100) + last);
    const places = (isListed ? [zip] : alike.filter((code) => this.#line[code] !== 0)).map((code) =>
      this.#read(code),
    );
    const [first] = places;
    if (first === undefined) return undefined;
    const center = (of: (place: (typeof places)[number]) => number) =>
      places.reduce((sum, place) => sum + of(place), 0) / places.length;
    return {
      states: isListed ? first.states : [...new Set(places.map(({ states: [own = ''] }) => own))],
      cities: isListed ? first.cities : [],
      ...(first.timeZone !== '-' && { timeZone: first.timeZone }),
      isListed,
      latitude: center(({ latitude }) => latitude),
      longitude: center(({ longitude }) => longitude),
    };
  }

  #read(zip: number) {
    const lineAt = (start = 0) => this.#text.slice(start, this.#text.indexOf('\n', start));
    const [, state = '', timeZone = ''] = groupPattern.exec(lineAt(this.#group[zip])) ?? [];
    const [, , latitude, longitude, others = '', cities] = placePattern.exec(lineAt(this.#line[zip])) ?? [];
    return {
      states: [state, ...others.split(' ').slice(1)],
      timeZone,
      cities: cities?.split('|') ?? [],
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
  }
}

let latest: { readonly hash: string; readonly zips: ZipCodes } | undefined;

/** Parsed once per text: it takes most of the time of loading. A malformed line is a LenderFileError. */
export function readZips(files: LenderFiles): ZipCodes {
  const text = files.text('zip-codes.txt');
  const hashOfText = hash('sha256', text);
  const refuse = (line: number): never =>
    files.refuse(
      'zip-codes.txt',
      `line ${line} must be a state and its time zone, or "ZIP latitude longitude City".`,
    );
  if (latest?.hash !== hashOfText) latest = { hash: hashOfText, zips: new ZipCodes(text, refuse) };
  return latest.zips;
}
