// What follows from a home address: the governing state, whether its parts agree, its city, time zone and branch.
import type { Lender } from '#lender/load.ts';
import type { Branch } from '#lender/schema/branches.ts';

export interface Home {
  readonly zipCode: string;
  /** Its law governs the loan. */
  readonly state: string;
}

interface HomePlace {
  /** `elsewhere`: no part of the ZIP code is in the state. `unlisted`: only its first three digits are known. */
  readonly doubt?: 'elsewhere' | 'unlisted' | 'unknown';
  /** Of the ZIP code. */
  readonly states: readonly string[];
  /** The preferred one first; none of a ZIP code in doubt. */
  readonly cities: readonly string[];
  /** Undefined if none is near enough. */
  readonly branch: Branch | undefined;
}

/**
 * A branch in the home's state comes before a nearer one across the line. Of an address in doubt it is the nearest branch of the
 * state, however far, so that a guess refuses no one.
 */
export function homePlace(lender: Lender, home: Home): HomePlace {
  const place = lender.zips.get(home.zipCode);
  if (!place) return { doubt: 'unknown', states: [], cities: [], branch: undefined };
  const { states, isListed } = place;
  const doubt = states.includes(home.state) ? (isListed ? undefined : 'unlisted') : 'elsewhere';
  const { radiusMiles, acrossStateLines = true } = lender.tradeArea;
  const radius = doubt ? Number.POSITIVE_INFINITY : radiusMiles;
  const ofState = lender.branches.filter(({ state }) => state === home.state);
  const branch =
    nearest(ofState, place, radius) ??
    (acrossStateLines ? nearest(lender.branches, place, radius) : undefined);
  return { ...(doubt && { doubt }), states, cities: doubt ? [] : place.cities, branch };
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
