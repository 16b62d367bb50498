// Writes an instant as the applicant's calendar day.
import { useSyncExternalStore } from 'react';
import { dayText } from '../wording/format.ts';
import { brand } from '../wording/lender.ts';

/** The server doesn't know the applicant's time zone, so a page that it drew begins with the lender's. */
export function useDayText(): (instant: string) => string {
  const timeZone = useSyncExternalStore(never, ofThisDevice, ofTheLender);
  return (instant) => dayText(instant, timeZone);
}

const never = () => () => {};
const ofThisDevice = () => undefined;
const ofTheLender = () => brand.hours.timeZone;
