// When the money arrives: the lender's advertised span, and the day promised to this applicant.
import type { FundingEstimate } from '#contract/funding-estimate.ts';
import { afterPapers, byDay, moneyText, signByText } from '#contract/funding-estimate-text.ts';
import { facts } from './facts.ts';
import { unbroken, usd } from './format.ts';

/** "you'll have $5,000 in your account ending 0000 by Tuesday, November 24"; `today` is the branch's ISO date. */
export const promiseText = (money: FundingEstimate, today: string): string =>
  unbroken(moneyText(money, { usd, today }));

/** The promise without its amount, in two parts: "Your money arrives by Tuesday, November 24." and until when to sign for it. */
export function moneyDayText(money: FundingEstimate, today: string) {
  const condition = signByText(money, today);
  return (
    money.arrivesOn && {
      day: `Your money arrives ${unbroken(byDay(money.arrivesOn, today))}.`,
      ...(condition && { condition: `${unbroken(condition.replace('if you sign', 'Sign'))}.` }),
    }
  );
}

/** A promise as its own sentence. */
export const promised = (promise: string): string => `${promise[0]?.toUpperCase()}${promise.slice(1)}.`;

/** The span, and after it the day where that is known, which may be sooner. A loan that waits for insurance has neither. */
export function fundsArrive(promise: string | undefined): string {
  if (promise === undefined) return `Funds arrive in ${facts.fundsArriveIn} after signing.`;
  if (promise === afterPapers) return promised(promise);
  return `Funds usually arrive in ${facts.fundsArriveIn} after signing. Yours may come sooner: ${promise}.`;
}
