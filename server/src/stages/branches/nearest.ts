// Finds the branch nearest to a ZIP code, if one is within the lender's trade area radius.
import type { Lender } from '#lender/load.ts';
import type { Branch } from '#lender/schema/branches.ts';

const earthRadiusMiles = 3958.8;

/** Undefined if no branch is near enough, or if the ZIP code is unknown. */
export function nearestBranch(lender: Lender, zipCode: string): Branch | undefined {
  const place = lender.zips.get(zipCode);
  if (!place) return undefined;
  let nearest: { branch: Branch; miles: number } | undefined;
  for (const branch of lender.branches) {
    // A degree of latitude is 69 miles everywhere. This check skips most of the trigonometry.
    if (Math.abs(branch.latitude - place.latitude) * 69 > lender.tradeArea.radiusMiles) continue;
    const miles = distance(place, branch);
    if (miles <= lender.tradeArea.radiusMiles && (!nearest || miles < nearest.miles))
      nearest = { branch, miles };
  }
  return nearest?.branch;
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Great-circle distance in miles. */
function distance(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const width = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = height + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * width;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(chord)));
}
