// A credit is only in a file of a day on which the OFAC list was searched. A test that reads the file starts while that day's is open.
import { isBankingDay } from '#finance/banking-days.ts';
import { isoDate } from '#finance/dates.ts';
import { dayIn } from '#server/platform/clock.ts';

const zone = 'America/New_York';
const hourMs = 3_600_000;

/** Milliseconds until a morning of a banking day at the lender, outside of its maintenance window and before every cutoff. */
export function untilBankingMorning(now = Date.now()): number {
  const isMorning = (at: number) => {
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(at);
    return ['08', '09', '10'].includes(hour) && isBankingDay(isoDate(dayIn(zone, new Date(at))));
  };
  let ahead = 0;
  while (!isMorning(now + ahead)) ahead += hourMs;
  return ahead;
}
