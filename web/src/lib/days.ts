// Calendar days as the applicant's own device counts them.
/** The applicant's own calendar day as an ISO date. */
export function localDay(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
