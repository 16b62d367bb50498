// What follows from a home address: the governing state, whether its parts agree, its city, time zone and branch.
import type { Lender } from '#lender/load.ts';
import type { Branch } from '#lender/schema/branches.ts';
import type { ZipPlace } from '#lender/zip-codes.ts';
import { cityOf } from '../../platform/us-streets.ts';

export interface Home {
  readonly zipCode: string;
  /** Its law governs the loan. */
  readonly state: string;
  readonly city?: string | undefined;
}

interface HomePlace {
  /**
   * `elsewhere`: no part of the ZIP code is in the state. `unlisted`: only its first three digits are known. `other-city`: the
   * city is none that we know of the code.
   */
  readonly doubt?: 'elsewhere' | 'unlisted' | 'unknown' | 'other-city';
  /** Of the ZIP code. */
  readonly states: readonly string[];
  /** The preferred one first. */
  readonly cities: readonly string[];
  /** Undefined if none is near enough. */
  readonly branch: Branch | undefined;
}

/**
 * A branch in the home's state comes before a nearer one across the line. Where the ZIP code is in doubt it is the nearest branch of
 * the state, however far, so that a guess refuses no one.
 */
export function homePlace(lender: Lender, home: Home): HomePlace {
  const place = lender.zips.get(home.zipCode);
  if (!place) return { doubt: 'unknown', states: [], cities: [], branch: undefined };
  const { states, cities } = place;
  const doubt = doubtOf(place, home);
  const { radiusMiles, acrossStateLines = true } = lender.tradeArea;
  const radius = doubt === 'elsewhere' || doubt === 'unlisted' ? Number.POSITIVE_INFINITY : radiusMiles;
  const ofState = lender.branches.filter(({ state }) => state === home.state);
  const branch =
    nearest(ofState, place, radius) ??
    (acrossStateLines ? nearest(lender.branches, place, radius) : undefined);
  return { ...(doubt && { doubt }), states, cities, branch };
}

function doubtOf({ states, isListed, cities }: ZipPlace, { state, city }: Home): HomePlace['doubt'] {
  if (!states.includes(state)) return 'elsewhere';
  if (!isListed) return 'unlisted';
  const isKnown = !city || cities.length === 0 || cities.some((known) => cityOf(known) === cityOf(city));
  return isKnown ? undefined : 'other-city';
}

function nearest(branches: readonly Branch[], place: Point, radius: number): Branch | undefined {
  let found: { branch: Branch; miles: number } | undefined;
  for (const branch of branches) {
    // A degree of latitude is 69 miles everywhere. This check skips most of the trigonometry.
    if (Math.abs(branch.latitude - place.latitude) * 69 > radius) continue;
    const miles = distance(place, branch);
    if (miles <= radius && (!found || miles < found.miles)) found = { branch, miles };
  }
  return found?.branch;
}

type Point = Pick<Branch, 'latitude' | 'longitude'>;

/** In miles. */
function distance(a: Point, b: Point): number {
  const earthRadius = 3958.8;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const width = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = height + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * width;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
