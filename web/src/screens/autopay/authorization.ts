// The autopay form's schema, and the authorization sentence for its choices.
import * as z from 'zod/mini';
import { type Autopay, autopayAuthorization } from '#contract/autopay.ts';
import { agreement } from '#contract/fields.ts';
import { autopayText as words } from '../../wording/autopay.ts';
import { accountChoice } from '../deposit/account-choice.ts';

export const autopayForm = z.object({
  accountId: accountChoice,
  day: z.string({ error: words.chooseDay }).check(z.minLength(1, words.chooseDay)),
  acceptAuthorization: agreement,
});

interface Choices {
  readonly accountId: string | null | undefined;
  readonly day: string | undefined;
}

/** The authorization for these choices; undefined while one is missing. */
export function authorizationOf(
  plan: Pick<Autopay, 'accounts' | 'days' | 'paymentAmount' | 'loan'>,
  choices: Choices,
  lender: string,
): string | undefined {
  const account = plan.accounts.find(({ accountId }) => accountId === choices.accountId);
  const day = plan.days.find((one) => String(one.day) === choices.day);
  if (!account || !day) return undefined;
  const { paymentAmount, loan } = plan;
  const lastPayment = loan?.lastPayment ?? paymentAmount;
  return autopayAuthorization({ lender, account, paymentAmount, lastPayment, ...day });
}

type Days = Pick<Autopay, 'days'> & Due;
interface Due {
  readonly loan?: { readonly firstDue: string } | undefined;
}

const dueDay = ({ loan }: Due) => loan && String(Number(loan.firstDue.slice(-2)));

/** The day on which payments are due, else the day with the soonest first debit. */
export function dayAtFirst({ days, loan }: Days): string {
  const due = days.find(({ day }) => String(day) === dueDay({ loan }));
  const soonest = [...days].sort((one, other) => (one.firstDebit < other.firstDebit ? -1 : 1))[0];
  return String((due ?? soonest)?.day ?? '');
}

/** Whether payments on this day are debited before they are due. */
export function isBeforeDue(plan: Due, day: string | undefined): boolean {
  const due = dueDay(plan);
  return due !== undefined && day !== undefined && day !== '' && day !== due;
}
