// zip-centroids.txt: where each ZIP code is.
import type { LenderFiles } from './lender-files.ts';

/** The center of a ZIP code in degrees, and its state. */
export interface ZipPlace {
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

let latest: { readonly text: string; readonly zips: ReadonlyMap<string, ZipPlace> } | undefined;

/**
 * The ZIP codes of zip-centroids.txt. Throws a LenderFileError for a line that is neither a state nor a place. Parsing takes most of the
 * time of loading a lender, which each policy does again, so the places of the same text are the same map.
 */
export function readZips(files: LenderFiles): ReadonlyMap<string, ZipPlace> {
  const text = files.text('zip-centroids.txt');
  if (latest?.text !== text) latest = { text, zips: parseZips(text, files) };
  return latest.zips;
}

function parseZips(text: string, files: LenderFiles): ReadonlyMap<string, ZipPlace> {
  const zips = new Map<string, ZipPlace>();
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
    zips.set(place[1] as string, { state, latitude: Number(place[2]), longitude: Number(place[3]) });
  });
  return zips;
}
