// zip-centroids.txt: where each ZIP code is.
import { hash } from 'node:crypto';
import type { LenderFiles } from './lender-files.ts';

/** The center of a ZIP code in degrees, and its state. */
export interface ZipPlace {
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** In arrays by the number of the ZIP code, because an object for each of 42,000 would take 6 MB of every process. A place is exact to a meter. */
export class ZipCodes {
  size = 0;
  /** Both letters in one number. 0 for a number that is no ZIP code. */
  readonly #state = new Uint16Array(100_000);
  readonly #latitude = new Float32Array(100_000);
  readonly #longitude = new Float32Array(100_000);

  get(zipCode: string): ZipPlace | undefined {
    // Text such as "501" or "1e4" is no ZIP code, although it is a number.
    if (!/^\d{5}$/.test(zipCode)) return undefined;
    const zip = Number(zipCode);
    const [letters, latitude, longitude] = [this.#state[zip], this.#latitude[zip], this.#longitude[zip]];
    if (!letters || latitude === undefined || longitude === undefined) return undefined;
    return { state: String.fromCharCode(letters >> 8, letters & 255), latitude, longitude };
  }

  add(zipCode: string, { state, latitude, longitude }: ZipPlace): void {
    const zip = Number(zipCode);
    if (this.#state[zip] === 0) this.size += 1;
    this.#state[zip] = (state.charCodeAt(0) << 8) | state.charCodeAt(1);
    this.#latitude[zip] = latitude;
    this.#longitude[zip] = longitude;
  }
}

let latest: { readonly hash: string; readonly zips: ZipCodes } | undefined;

/**
 * The ZIP codes of zip-centroids.txt. Throws a LenderFileError for a line that is neither a state nor a place. Parsing takes most of the
 * time of loading a lender, which each policy does again, so the places of the same text are the same object.
 */
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
    const place = /^(\d{5}) (-?\d+\.\d+) (-?\d+\.\d+)$/.exec(line);
    if (!place || state === '')
      files.refuse(
        'zip-centroids.txt',
        `line ${index + 1} must be a state's letters or "ZIP latitude longitude".`,
      );
    zips.add(place[1] as string, { state, latitude: Number(place[2]), longitude: Number(place[3]) });
  });
  return zips;
}
