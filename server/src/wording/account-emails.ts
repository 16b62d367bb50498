// The emails about the account that receives the funds.
import type { IsoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { longDate } from '../pdf/format.ts';
import { type EmailContent, goodForDays, type LinkEmail, mail } from './email-layout.ts';

export const accountUpdates = [
  'micro-entries',
  'person',
  'refused',
  'confirmed',
  'returned',
  'amounts-reminder',
  'account-reminder',
] as const;
type AccountUpdate = (typeof accountUpdates)[number];

interface AboutAccount extends LinkEmail {
  /** The last digits of the account number. */
  readonly mask: string;
  /** When the micro-entries arrive. */
  readonly arriveOn?: IsoDate;
}

interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: string;
}

export function accountUpdateEmail(lender: Lender, about: AccountUpdate, of: AboutAccount): EmailContent {
  const { subject, paragraphs, button } = words[about](of);
  return mail(lender, of.firstName, subject, [
    ...paragraphs,
    ...(button === undefined ? [] : [{ button, href: of.link, good: goodForDays(of.days) }]),
  ]);
}

const words: { readonly [A in AccountUpdate]: (of: AboutAccount) => Words } = {
  'micro-entries': ({ mask, arriveOn }) => ({
    subject: 'Two small deposits are on their way to your account',
    paragraphs: [
      `We couldn't confirm your account ending in ${mask} right away. We're sending it two deposits of less than $1 each. They're labeled ACCTVERIFY and arrive ${arriveOn === undefined ? 'within a few business days' : `by ${longDate(arriveOn)}`}. Then we'll take the same total back.`,
      "When you see them, tell us both amounts. You can sign your loan documents in the meantime. We'll send your money as soon as we confirm the account.",
    ],
    button: 'Enter the amounts',
  }),
  person: ({ mask }) => ({
    subject: "We're confirming your account",
    paragraphs: [
      `We couldn't confirm your account ending in ${mask} automatically, so someone on our team is looking at it. You don't have to do anything.`,
      "You can sign your loan documents in the meantime. We'll send your money as soon as we confirm the account.",
    ],
  }),
  refused: ({ mask }) => ({
    subject: 'We need another account for your money',
    paragraphs: [
      `We couldn't confirm your account ending in ${mask}, so we can't send your money there. Your loan isn't affected.`,
      'Please give us another account that belongs to you.',
    ],
    button: 'Use another account',
  }),
  confirmed: ({ mask }) => ({
    subject: 'Your account is confirmed',
    paragraphs: [`Your account ending in ${mask} is confirmed, and your money is on its way there.`],
  }),
  returned: ({ mask }) => ({
    subject: 'Your bank returned your money',
    paragraphs: [
      `We sent your money to the account ending in ${mask}, and the bank sent it back. This usually means the account is closed or a number is wrong. Your loan isn't affected.`,
      "Please give us another account that belongs to you. We'll send the money again as soon as it's confirmed.",
    ],
    button: 'Use another account',
  }),
  'amounts-reminder': ({ mask }) => ({
    subject: 'Enter two small deposits to get your money',
    paragraphs: [
      `You signed your loan documents, but we can't send your money until you confirm your account ending in ${mask}.`,
      "Look for two deposits of less than $1 each in that account. They're labeled ACCTVERIFY. When you enter both amounts, we'll send your money.",
      "If you can't find them, call us or use another account.",
    ],
    button: 'Enter the amounts',
  }),
  'account-reminder': ({ mask }) => ({
    subject: 'We still need another account for your money',
    paragraphs: [
      `You signed your loan documents, but we can't send your money to your account ending in ${mask}. Your loan isn't affected.`,
      "Please give us another account that belongs to you. We'll send your money as soon as we confirm it.",
    ],
    button: 'Use another account',
  }),
};
