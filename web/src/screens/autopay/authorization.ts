import * as z from 'zod/mini';
import { type Autopay, autopayAuthorization } from '#contract/autopay.ts';
import { agreement } from '#contract/fields.ts';
import { autopayText as words } from '../../wording/autopay.ts';
import { accountChoice } from '../deposit/AccountOptions.tsx';

export const autopayForm = z.object({
  accountId: accountChoice,
  daysBeforeDue: z.string({ error: words.chooseDay }).check(z.minLength(1, words.chooseDay)),
  acceptAuthorization: agreement,
});

/** The authorization for these choices; undefined while one is missing. */
export function authorizationOf(
  plan: Pick<Autopay, 'accounts' | 'days' | 'paymentAmount' | 'loan'>,
  choices: { readonly accountId: string | null | undefined; readonly daysBeforeDue: string | undefined },
  lender: string,
): readonly string[] | undefined {
  const account = plan.accounts.find(({ accountId }) => accountId === choices.accountId);
  const day = dayOf(plan, choices.daysBeforeDue);
  if (!account || !day) return undefined;
  const { paymentAmount, loan } = plan;
  const lastPayment = loan?.lastPayment ?? paymentAmount;
  return autopayAuthorization({ lender, account, paymentAmount, lastPayment, ...day });
}

/** The sentence beside the checkbox, those about the day and the right to stop, and the others. */
export function inParts([agreed, day, ...others]: readonly string[]) {
  const stop = others.at(-2);
  return {
    agreed,
    inView: [day, stop].filter((sentence) => sentence !== undefined),
    folded: others.filter((sentence) => sentence !== stop),
  };
}

export const dayOf = ({ days }: Pick<Autopay, 'days'>, daysBeforeDue: string | undefined) =>
  days.find((day) => String(day.daysBeforeDue) === daysBeforeDue);
