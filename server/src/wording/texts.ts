// Our texts besides codes. Phone companies and locked phones show them: no amounts, no account, no links.

import { moneyDay } from '#contract/funding-estimate-text.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import type { Brand } from '#lender/schema/brand.ts';

const stop = 'Reply STOP to end these texts.';

const changeText =
  (change: string) =>
  ({ name, phones }: Brand) =>
    `${name}: ${change} If you didn't do it, call ${phoneText(phones.customerService)} right away. ${stop}`;

export const textOf = {
  reminder: ({ name, phones }: Brand) =>
    `${name}: Your loan application is waiting for you. Use the link in our email to continue, or call ${phoneText(phones.customerService)}. ${stop}`,
  'decision-ready': ({ name, phones }: Brand) =>
    `${name}: We have an update on your loan application. See your email, or call ${phoneText(phones.customerService)}. ${stop}`,
  money: ({ name, phones }: Brand, arrivesOn: string) =>
    `${name}: We sent your money to your bank. It'll be in your account by ${moneyDay(arrivesOn)}. Questions? Call ${phoneText(phones.customerService)}. ${stop}`,
  'phone-changing': changeText('The phone number on your loan application is being changed.'),
  'deposit-changed': changeText('The bank account for your loan money was changed.'),
  'email-changed': changeText('The email address on your loan application was changed.'),
  'autopay-on': changeText('Automatic payments for your loan were turned on.'),
  'autopay-changed': changeText('Automatic payments for your loan were changed.'),
} as const;

export const textsAbout = Object.keys(textOf) as (keyof typeof textOf)[];

export const answerTo = {
  help: ({ name, phones, emails }: Brand) =>
    `${name}: For help, call ${phoneText(phones.customerService)} or email ${emails.customerService}. Msg & data rates may apply. ${stop}`,
  stop: ({ name }: Brand) =>
    `${name}: We won't text you again, except a code you ask for. Reply START if you change your mind.`,
  'wrong-number': ({ name }: Brand) =>
    `${name}: Sorry about that. We won't text this number again. Reply START if it's yours after all.`,
} as const;
