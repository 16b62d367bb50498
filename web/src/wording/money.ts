// When the money arrives: the lender's advertised span, and the day promised to this applicant.
import type { MoneyPromise } from '#contract/money-promise.ts';
import { moneyPromiseText } from '#contract/money-promise-text.ts';
import { facts } from './facts.ts';
import { usd } from './format.ts';
import { brand } from './lender.ts';

/** "you'll have $5,000 in your account ending 0000 by Tuesday, November 24"; `today` is the applicant's ISO date. */
export const promiseText = (promise: MoneyPromise, today: string): string =>
  `you'll have ${moneyPromiseText(promise, { amount: usd(promise.amount), timeZone: brand.hours.timeZone, today })}`;

/** A promise as its own sentence. */
export const promised = (promise: string): string => `${promise[0]?.toUpperCase()}${promise.slice(1)}.`;

/** The span, and beside it the day where that is known. */
export const fundsArrive = (promise: string | undefined): string =>
  `Funds arrive in ${facts.fundsArriveIn} after signing${promise ? `; ${promise}` : ''}.`;
