// zip-centroids.txt: where each ZIP code is.
import { hash } from 'node:crypto';
import type { LenderFiles } from './lender-files.ts';

/** The center of a ZIP code in degrees. */
export interface ZipPlace {
  /** Its own state, and any others that it serves. */
  readonly states: readonly string[];
  /** False for a code that the table lacks: its place is the center of the codes with the same first three digits. */
  readonly isListed: boolean;
  readonly latitude: number;
  readonly longitude: number;
}

/** In arrays by the number of the ZIP code, because an object for each of 42,000 would take 6 MB of every process. A place is exact to a meter. */
export class ZipCodes {
  size = 0;
  /** Both letters in one number. 0 for a number that is no ZIP code. */
  readonly #state = new Uint16Array(100_000);
  readonly #otherStates = new Map<number, readonly string[]>();
  readonly #latitude = new Float32Array(100_000);
  readonly #longitude = new Float32Array(100_000);

  /** Undefined if no place has a code with these first three digits. */
  get(zipCode: string): ZipPlace | undefined {
    // Text such as "501" or "1e4" is no ZIP code, although it is a number.
    if (!/^\d{5}$/.test(zipCode)) return undefined;
    const zip = Number(zipCode);
    const isListed = this.#state[zip] !== 0;
    const alike = Array.from({ length: 100 }, (_, last) => zip - (zip % 100) + last);
    const codes = isListed ? [zip] : alike.filter((code) => this.#state[code] !== 0);
    if (codes.length === 0) return undefined;
    const own = new Set(codes.map((code) => this.#state[code] ?? 0));
    const center = (of: Float32Array) => codes.reduce((sum, code) => sum + (of[code] ?? 0), 0) / codes.length;
    return {
      states: [
        ...[...own].map((letters) => String.fromCharCode(letters >> 8, letters & 255)),
        ...(this.#otherStates.get(zip) ?? []),
      ],
      isListed,
      latitude: center(this.#latitude),
      longitude: center(this.#longitude),
    };
  }

  add(zipCode: string, { states, latitude, longitude }: Omit<ZipPlace, 'isListed'>): void {
    const zip = Number(zipCode);
    const [state = '', ...others] = states;
    if (this.#state[zip] === 0) this.size += 1;
    this.#state[zip] = (state.charCodeAt(0) << 8) | state.charCodeAt(1);
    if (others.length > 0) this.#otherStates.set(zip, others);
    this.#latitude[zip] = latitude;
    this.#longitude[zip] = longitude;
  }
}

let latest: { readonly hash: string; readonly zips: ZipCodes } | undefined;

/** Parsed once per text: it takes most of the time of loading. A malformed line is a LenderFileError. */
export function readZips(files: LenderFiles): ZipCodes {
  const text = files.text('zip-centroids.txt');
  const hashOfText = hash('sha256', text);
  if (latest?.hash !== hashOfText) latest = { hash: hashOfText, zips: parseZips(text, files) };
  return latest.zips;
}

function parseZips(text: string, files: LenderFiles): ZipCodes {
  const zips = new ZipCodes();
  let state = '';
  text.split('\n').forEach((line, index) => {
    if (line === '' || line.startsWith('#')) return;
    if (/^[A-Z]{2}$/.test(line)) {
      state = line;
      return;
    }
    const place = /^(\d{5}) (-?\d+\.\d+) (-?\d+\.\d+)((?: [A-Z]{2})*)$/.exec(line);
    if (!place || state === '')
      files.refuse(
        'zip-centroids.txt',
        `line ${index + 1} must be a state's letters or "ZIP latitude longitude".`,
      );
    const [, zipCode = '', latitude, longitude, others = ''] = place;
    zips.add(zipCode, {
      states: [state, ...others.split(' ').slice(1)],
      latitude: Number(latitude),
      longitude: Number(longitude),
    });
  });
  return zips;
}
