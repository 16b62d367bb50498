// The status page's history texts, by the audit log's events.
import type { JourneyEvent, StateName } from './chart.ts';

const decided = 'We made our decision';
const branchNotified = 'We asked your branch to help';
const closerLook = 'Our team began to take a closer look';

/** Null for events that do not concern the applicant, or that another event covers. By destination where one event leads to several. */
const historyText: Readonly<
  Record<JourneyEvent, string | null | Readonly<Partial<Record<StateName, string>>>>
> = {
  leadAdmitted: 'You checked your details',
  detailsUpdated: null,
  superseded: null,
  codeAccepted: 'You confirmed your phone',
  codeAcceptedForDuplicate: 'You confirmed your phone',
  duplicateFound: 'We found your earlier application',
  coreDuplicateFound: 'We found your earlier application',
  presentBorrowerFound: 'We found your account with us',
  delayed: 'We saved your application for later',
  resumed: null,
  prequalified: 'We had offers for you',
  fastPathOpened: 'We had an offer for you',
  steppedUp: 'We asked to check your information with you',
  reviewContinued: 'Our team finished its review',
  otherTermsOffered: 'We made you another offer',
  declined: decided,
  rejected: decided,
  outOfTradeArea: decided,
  underAge: decided,
  underAgeRecorded: decided,
  vehicleNeeded: 'We asked about your vehicle',
  held: {
    HELD: closerLook,
    APPROVAL_HELD: closerLook,
    SIGNED_HELD: 'You signed, and our team began to take a closer look',
  },
  vehicleUnproven: "You signed, and we asked for your vehicle's papers",
  holdReleased: 'Our team finished its closer look',
  holdRefused: decided,
  failed: {
    DECISION_FAILED: branchNotified,
    APPROVAL_FAILED: branchNotified,
    VERIFICATION_FAILED: "We couldn't read your bank's data",
    SIGNING_FAILED: 'We began to check on your signature',
  },

  fastPathAccepted: 'You asked for our final answer',
  fastPathLeft: 'You asked for other options',
  phoneChanged: 'You changed your phone',
  amountChosen: null,
  termsAccepted: 'You chose your loan',
  recentLoanFound: 'Your offers ended',
  expired: { OFFER_EXPIRED: 'Your offers expired', APPROVAL_EXPIRED: 'Your approval ended' },

  bankLinked: 'You connected your bank',
  bankKept: null,
  identityConfirmed: 'Your bank confirmed your name and address',
  bankRemoved: 'You removed your bank',
  verified: 'We verified your information',
  notVerified: 'We compared your information with your bank',
  verificationRetried: null,

  hardPullAccepted: 'You agreed to the credit check',
  approved: 'We approved your loan',
  counteroffered: {
    APPROVED_OTHERWISE: 'We approved different terms for you',
    FAST_PATH_COUNTEROFFER: 'We made you another offer',
  },
  counterofferAccepted: 'You accepted our offer',
  callUnresolved: 'We started checking whether the credit bureau got our request',
  referred: branchNotified,
  callResolved: 'We found out what happened with your credit check',
  callResolvedTooLate: 'Your offers expired',
  hardPullLost: branchNotified,
  approvedOfferChosen: 'You chose your final terms',
  depositChosen: 'You chose where your money goes',

  documentsSent: 'We emailed your documents',
  signatureReported: null,
  signed: 'You signed your documents',
  signingDeclined: 'You declined to sign',
  envelopeVoided: 'Your documents were closed',
  signatureMissing: null,
  signingTimedOut: null,
  approvalWithdrawn: 'Your approval ended',
  autopayDecided: 'You chose how to pay',
  disbursementReturned: 'Your bank sent your money back',
  otherAccountGiven: 'You gave us another account',

  restored: 'We began to check your information',
  restoredLeftToBranch: branchNotified,
  restoredCanceled: 'You canceled it',
  withdrawn: { WITHDRAWN: 'You withdrew it', LOAN_CANCELED: 'You canceled it' },
  denied: decided,
  branchDecided: 'Your branch made its decision',
};

/** Undefined for events outside the journey, such as the end of a stop by an operator. */
export function historyTextOf({ event, to }: { event: string; to?: string | undefined }): string | undefined {
  const text = event in historyText ? historyText[event as JourneyEvent] : null;
  return typeof text === 'string' ? text : text?.[to as StateName];
}
