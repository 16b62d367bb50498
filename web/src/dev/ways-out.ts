// How an applicant may leave each step, or do what it asks in another way: what the server gives in the state that rests there. A
// test compares it with the journey's states (scripts/dev-links.test.ts).
import type { JourneyLinks } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';

export const waysOut = [
  'withdraw',
  'finishLater',
  'reminders',
  'paperNotices',
  'callBack',
  'uploads',
] as const satisfies readonly (keyof JourneyLinks)[];
export type WayOut = (typeof waysOut)[number];

/** Before the documents. */
export const ongoing = ['withdraw', 'finishLater', 'reminders', 'paperNotices'] as const;
const unverified = [...ongoing, 'callBack', 'uploads'] as const;
const toSign = ['withdraw', 'paperNotices'] as const;
const signed = ['finishLater', 'paperNotices'] as const;

/** A step that isn't named has none: it decides right now, or the application has ended there. */
export const waysOutOf: { readonly [S in ScreenName]?: readonly WayOut[] } = {
  'phone-check': ['withdraw'],
  'capture-only': ['withdraw'],
  vehicle: ['withdraw', 'finishLater'],
  offers: ongoing,
  amount: ongoing,
  terms: ongoing,
  'bank-link': ongoing,
  'bank-link-later': ongoing,
  'verification-success': ongoing,
  'verification-chat': unverified,
  'verification-documents': unverified,
  'verification-error': unverified,
  'verification-manage': ongoing,
  'verification-needed': ['callBack', 'uploads'],
  declined: ['callBack'],
  'refer-to-partners': ['callBack'],
  'approval-submit': ongoing,
  'approval-declined': ['callBack'],
  'approval-payment': ongoing,
  deposit: ongoing,
  'confirm-account': ongoing,
  'confirm-email': ongoing,
  'thank-you': toSign,
  'docusign-expired': toSign,
  'docusign-canceled': toSign,
  'docusign-success': signed,
  'other-account': signed,
  autopay: signed,
  success: ['paperNotices'],
  'fast-path-options': ongoing,
  'fast-path-counteroffer': ongoing,
  'fast-path-declined': ['callBack'],
  'fast-path-select-payment': ongoing,
  'fast-path-deposit': ongoing,
  'fast-path-confirm-email': ongoing,
  'fast-path-thank-you': toSign,
};
