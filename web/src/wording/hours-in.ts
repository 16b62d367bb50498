import type { Hours } from './hours.ts';

/** Hours of one zone by the clocks of another. The landing page, which knows no branch, does without it. */
export function hoursIn(timeZone: string, hours: Hours, now: Date): Hours {
  const clock = (zone: string) => Date.parse(`${now.toLocaleString('sv-SE', { timeZone: zone })}Z`);
  const ahead = clock(timeZone) - clock(hours.timeZone);
  const there = (time: string) =>
    new Date(Date.parse(`1970-01-02T${time}Z`) + ahead).toISOString().slice(11, 16);
  const { weekdays, saturday } = hours;
  return { weekdays: weekdays.map(there), saturday: saturday?.map(there) ?? null, timeZone };
}
