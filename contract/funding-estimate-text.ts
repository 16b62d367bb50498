// The wording of the money's promise for every page, email and text. Apart from its schema, which the form's script has already.
import { calendarDay } from './calendar-day.ts';
import { weekdayIn, zonedTime } from './clock-text.ts';
import type { FundingEstimate } from './funding-estimate.ts';

interface Reader {
  /** Writes an amount in cents. */
  readonly usd: (amount: number) => string;
  /** The reader's day (ISO date). Absent in what is read later, such as an email. */
  readonly today?: string;
}

/** Why a secured loan has no day yet. */
export const afterPapers =
  "we'll send your money once your branch has seen your vehicle's papers, such as proof of insurance";
/** "you'll have $5,000 in your account ending 0000 by Tuesday, November 24, if you sign by 5 pm Eastern time today" */
export function moneyText(money: FundingEstimate, { usd, today }: Reader): string {
  const { amount, mask, arrivesOn } = money;
  if (arrivesOn === undefined) return afterPapers;
  const account = mask ? `your account ending ${mask}` : 'your account';
  const arrival = `you'll have ${usd(amount)} in ${account} ${byDay(arrivesOn, today)}`;
  const condition = signByText(money, today);
  return condition ? `${arrival}, ${condition}` : arrival;
}

/** "if you sign by 5 pm Eastern time today"; undefined once the documents are signed. */
export function signByText({ signBy, timeZone }: FundingEstimate, today: string | undefined) {
  if (signBy === undefined || timeZone === undefined) return undefined;
  const at = new Date(signBy);
  const day = calendarDay(at, timeZone);
  return `if you sign by ${zonedTime(timeZone, at)} ${day === today ? 'today' : `on ${moneyDay(day)}`}`;
}

/** "by Tuesday, November 24", or "today" */
export const byDay = (date: string, today?: string): string =>
  date === today ? 'today' : `by ${moneyDay(date)}`;

/** A calendar date with its weekday: "Tuesday, November 24". */
export const moneyDay = (date: string): string => weekdayIn('UTC', new Date(`${date}T12:00:00Z`));
