import { byMoment } from '#contract/clock-text.ts';
import type { LoanSummary } from '#contract/loan-summary.ts';
import { facts } from './facts.ts';
import { unbroken } from './format.ts';

/** "within 24 to 48 hours, by 5:30 pm Mountain time on Monday, March 9"; without a time that has passed. */
export const callsWithin = ({
  callBy,
  timeZone,
}: Partial<Pick<NonNullable<LoanSummary['branch']>, 'callBy' | 'timeZone'>> = {}): string =>
  callBy && timeZone
    ? unbroken(`within ${facts.branchCallsWithin}, ${byMoment(timeZone, new Date(callBy))}`)
    : 'soon';

export const branchText = {
  help: 'Talk to us',
  loading: 'Your branch',
  callWords: 'Call',
  text: 'Text us',
  weekdays: 'Monday to Friday',
  between: (open: string, close: string) => `${open} to ${close}`,
  saturday: 'Saturday',
  byAppointment: 'By appointment',
  sunday: 'Sunday',
  closed: 'Closed',
  opens: (opens: string) => `Opens ${opens}`,
  mapOf: (name: string) => `Map with ${name} at its center`,
} as const;

export const articlesText = { title: 'Good to know', read: 'Read more' } as const;
