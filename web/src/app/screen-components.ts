// Which component draws which screen. Each is fetched when it is first gone to.
import type { ComponentType } from 'react';
import type { JourneyLinks } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';
import type { Environment } from '../journey/environment.ts';

/** Fetches what a screen cannot be drawn without; the screen finds it with `useLoaderData`. */
export type Prepare = (
  environment: Environment,
  parameters: Readonly<Record<string, string | undefined>>,
) => Promise<unknown>;

export interface ScreenEntry {
  readonly load: () => Promise<{ readonly default: ComponentType; readonly prepare?: Prepare }>;
  /** Links without which the screen has nothing to show: lacking one, the applicant goes to landing. */
  readonly needs?: readonly (keyof JourneyLinks)[];
}

export const screenTable: Readonly<Record<ScreenName, ScreenEntry>> = {
  landing: { load: () => import('../screens/prequalification/FormScreen.tsx') },
  loading: {
    load: () => import('../screens/prequalification/Loading.tsx'),
    needs: ['job', 'prequalification'],
  },
  'phone-check': {
    load: () => import('../screens/phone-check/PhoneCheck.tsx'),
    needs: ['requestOtp', 'verifyOtp'],
  },
  'email-verification': { load: () => import('../screens/prequalification/EmailVerification.tsx') },
  'capture-only': { load: () => import('../screens/prequalification/CaptureOnly.tsx') },
  duplicate: { load: () => import('../screens/prequalification/Duplicate.tsx') },
  'customer-login': { load: () => import('../screens/prequalification/CustomerLogin.tsx') },
  'too-young': { load: () => import('../screens/prequalification/TooYoung.tsx') },
  'offline-error': { load: () => import('../screens/prequalification/OfflineError.tsx') },

  resume: { load: () => import('../screens/resume/Resume.tsx') },
  'update-application-details': {
    load: () => import('../screens/resume/UpdateApplicationDetails.tsx'),
    needs: ['updateLead'],
  },
  expired: { load: () => import('../screens/resume/Expired.tsx') },

  offers: { load: () => import('../screens/offers/Offers.tsx'), needs: ['loanRequest'] },
  amount: { load: () => import('../screens/offers/Amount.tsx'), needs: ['loanRequest'] },
  terms: { load: () => import('../screens/offers/Terms.tsx'), needs: ['loanRequest'] },

  'bank-link': {
    load: () => import('../screens/bank-link/BankLink.tsx'),
    needs: ['linkToken', 'exchange'],
  },
  'bank-link-later': { load: () => import('../screens/bank-link/BankLinkLater.tsx') },

  'verification-loading': {
    load: () => import('../screens/verification/VerificationLoading.tsx'),
    needs: ['verification'],
  },
  'verification-success': { load: () => import('../screens/verification/VerificationSuccess.tsx') },
  'verification-manage': {
    load: () => import('../screens/verification/VerificationManage.tsx'),
    needs: ['linkedBank'],
  },
  'verification-error': { load: () => import('../screens/verification/VerificationError.tsx') },
  'verification-chat': {
    load: () => import('../screens/verification/VerificationChat.tsx'),
    needs: ['verification'],
  },
  'verification-needed': { load: () => import('../screens/verification/VerificationNeeded.tsx') },

  'approval-submit': {
    load: () => import('../screens/approval/ApprovalSubmit.tsx'),
    needs: ['submitApproval'],
  },
  'approval-loading': {
    load: () => import('../screens/approval/ApprovalLoading.tsx'),
    needs: ['job', 'approval'],
  },
  'approval-payment': { load: () => import('../screens/approval/ApprovalPayment.tsx'), needs: ['approval'] },
  'approval-declined': { load: () => import('../screens/approval/ApprovalDeclined.tsx') },
  deposit: { load: () => import('../screens/deposit/Deposit.tsx'), needs: ['directEntry'] },
  'confirm-email': {
    load: () => import('../screens/documents/ConfirmEmailScreen.tsx'),
    needs: ['documents'],
  },
  'thank-you': { load: () => import('../screens/documents/ThankYouScreen.tsx'), needs: ['documents'] },
  'docusign-resume': { load: () => import('../screens/documents/DocusignResume.tsx') },
  'docusign-resume-expired': { load: () => import('../screens/documents/DocusignResumeExpired.tsx') },
  'docusign-loading': {
    load: () => import('../screens/documents/DocusignLoading.tsx'),
    needs: ['signature'],
  },
  'docusign-success': { load: () => import('../screens/documents/DocusignSuccess.tsx') },
  'docusign-expired': {
    load: () => import('../screens/documents/DocusignExpired.tsx'),
    needs: ['signature'],
  },
  'docusign-canceled': {
    load: () => import('../screens/documents/DocusignCanceled.tsx'),
    needs: ['signature'],
  },
  'docusign-incomplete': { load: () => import('../screens/documents/DocusignIncomplete.tsx') },
  autopay: { load: () => import('../screens/autopay/AutopayScreen.tsx'), needs: ['autopay'] },
  success: { load: () => import('../screens/autopay/Success.tsx') },

  'fast-path-options': { load: () => import('../screens/fast-path/Options.tsx'), needs: ['fastPathOffer'] },
  'fast-path-loading': { load: () => import('../screens/fast-path/Loading.tsx'), needs: ['fastPathStatus'] },
  'fast-path-declined': { load: () => import('../screens/fast-path/Declined.tsx') },
  'fast-path-select-payment': {
    load: () => import('../screens/fast-path/SelectPayment.tsx'),
    needs: ['directEntry'],
  },
  'fast-path-deposit': { load: () => import('../screens/fast-path/Deposit.tsx'), needs: ['directEntry'] },
  'fast-path-confirm-email': {
    load: () => import('../screens/fast-path/ConfirmEmailScreen.tsx'),
    needs: ['documents'],
  },
  'fast-path-thank-you': {
    load: () => import('../screens/fast-path/ThankYouScreen.tsx'),
    needs: ['documents'],
  },

  declined: { load: () => import('../screens/notices/Declined.tsx') },
  'out-of-trade-area': { load: () => import('../screens/notices/OutOfTradeArea.tsx') },
  error: { load: () => import('../screens/notices/ErrorPage.tsx') },
  contact: { load: () => import('../screens/notices/Contact.tsx') },
  'frequently-asked-questions': { load: () => import('../screens/notices/Faq.tsx') },
  legal: { load: () => import('../screens/notices/Legal.tsx') },
  'refer-to-partners': {
    load: () => import('../screens/partners/ReferToPartners.tsx'),
    needs: ['partner'],
  },
};
