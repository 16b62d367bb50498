// Finds the branch nearest to a ZIP code, if one is within the lender's trade area radius.
import type { Lender } from '#lender/load.ts';
import type { Branch } from '#lender/schema/branches.ts';

export interface Home {
  readonly zipCode: string;
  readonly state: string;
}

/** Whether no part of the ZIP code is in the state that the applicant chose. */
export const isElsewhere = ({ zips }: Lender, { zipCode, state }: Home): boolean =>
  zips.get(zipCode)?.states.includes(state) === false;

/**
 * Undefined if none is near enough, or no place has the ZIP code. If that is in another state or not listed,
 * the nearest branch of the state, however far, so that a guess refuses no one.
 */
export function nearestBranch(lender: Lender, home: Home): Branch | undefined {
  const place = lender.zips.get(home.zipCode);
  if (!place) return undefined;
  const isUnsettled = !place.isListed || isElsewhere(lender, home);
  const ofState = isUnsettled ? lender.branches.filter(({ state }) => state === home.state) : [];
  const radius = isUnsettled ? Number.POSITIVE_INFINITY : lender.tradeArea.radiusMiles;
  let nearest: { branch: Branch; miles: number } | undefined;
  for (const branch of ofState.length > 0 ? ofState : lender.branches) {
    // A degree of latitude is 69 miles everywhere. This check skips most of the trigonometry.
    if (Math.abs(branch.latitude - place.latitude) * 69 > radius) continue;
    const miles = distance(place, branch);
    if (miles <= radius && (!nearest || miles < nearest.miles)) nearest = { branch, miles };
  }
  return nearest?.branch;
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
