// What applicants and partners are told when a call is refused, by error code. Sentences of the limits stand with them in
// platform/http/limits.ts, and those about a request that cannot be read in platform/http.
import type { ErrorCode } from '#contract/errors.ts';
import type { LinkRefusal } from '#contract/resume.ts';
import { nothingHere } from '../platform/failure.ts';
import { limits } from '../platform/http/limits.ts';

type Sentence = string | ((...about: never[]) => string);

export const refusals = {
  invalid: {
    checkboxRequired: 'This checkbox is required.',
    dateOfBirth: 'Please enter correct date of birth.',
    notYourPhone: 'This is not the phone number of your application. Reload this page.',
    amountMissing: 'Please choose an amount.',
    amountNotOffered: 'This amount is not offered. Please choose another one.',
    consentNotOpened: 'Please open the ESIGN Act Consent first. It shows that you can read your documents.',
    maritalStatus: 'Please choose one.',
    noSuchBank: 'There is no such bank.',
    typedAccountGone: 'Please type your account again.',
    cannotReceiveFunds: 'This account cannot receive the funds. Choose another one, or type your account.',
    bankGaveNoRoutingNumber:
      'Your bank gave no valid routing number for this account. Please type your account.',
    accountRefused: 'This is the account that did not work. Please choose or enter another one.',
    wrongAmounts: (left: number) =>
      `These are not the amounts we sent. You can try ${left === 1 ? 'once' : `${left} times`} more.`,
    notUsPhone: 'We can only text phones in the United States. Please enter your US mobile number.',
    routingNumber: 'Please enter a valid routing number.',
    cannotPay: 'Payments cannot come from this account. Please choose another one.',
    payingRoutingNumber: 'The routing number of this account does not hold. Please choose another one.',
    dayNotShown: 'Please choose one of the days shown.',
    notYourSubId: 'This sub id is not one of yours.',
    timeInFuture: 'This time is still to come.',
    vinUnknown: "We couldn't find this VIN. Please check it, or enter the year, make and model instead.",
    modelUnknown:
      "We couldn't find this vehicle. Please check the year, make and model against your registration, or enter the VIN.",
    vehicleNotAccepted:
      "We can't lend on this vehicle. Your other offers haven't changed. You can enter another vehicle.",
    vehicleNotEnough:
      "We can't lend on this vehicle. You can enter another one, or tell us that you don't have one.",
    vinMissing:
      "We need your vehicle's VIN before you can accept this loan. Add it on the page for your vehicle.",
    consentNames: (document: string, wanted: string) => `The consent must name ${document} ${wanted}.`,
    signatureMissing: 'This message does not bear the signature it needs.',
    achCode: 'This is not a code that Nacha has assigned.',
    eventIdUsedBefore: 'Another event was sent with this id. Give each event an id of its own.',
  },
  malformed: {
    idempotencyKey: 'The header Idempotency-Key takes 16 to 200 characters.',
    message: 'This message cannot be read.',
  },
  'no-session': {
    noApplication: 'We do not find your application in this browser. Please start from the first page.',
  },
  'session-ended': {
    idle: 'You were away for a while, so we ended your session. Your application is kept.',
  },
  'wrong-key': { notThisPartners: 'This is not a key of this partner.' },
  'not-found': {
    nothingHere,
    linkNotOurs: 'This link is not one of ours.',
    document: 'There is no such document.',
    address: 'Please type your address.',
    amountNotOffered: 'This amount is not offered. Please choose another one.',
    noOffers: 'There are no offers for this application.',
    noApprovedOffers: 'There are no approved offers for this application.',
    noFastPathOffer: 'There is no offer for this application.',
    lead: 'You have handed in no lead of this id.',
    noPartner: 'No partner is offered for this application.',
    noBranch: 'No branch looks after this application.',
    noLoan: 'We know no loan with this number.',
    bankUnknown: 'There is no bank of this name.',
    bankNotConnected: 'No bank is connected.',
    bankAccessEnded: 'Your bank has ended this connection. Please connect it anew.',
  },
  'not-now': {
    step: 'This step is not open now. We will take you to where your application stands.',
    autopayIsOn: 'Automatic payments are on. Cancel them if you do not want them.',
    loanIsPaid: 'Your loan is paid off, so there is nothing left to pay.',
  },
  'lead-differs': {
    idUsedBefore: 'This id was used before with other details. Give each lead an id of its own.',
  },
  'too-many': {
    codesSent: limits['send-code'].message,
    codesSentToPhone: limits['send-code-to-phone'].message,
    noTextsNow: limits['send-codes'].message,
  },
  captcha: { notConfirmed: 'Please confirm once more that you are a person, then submit again.' },
  offline: {
    planned: 'Unfortunately the system is offline for evening maintenance at this time.',
    announced: "Our system is offline right now. We haven't lost anything you told us.",
    unplanned: "Our system isn't answering right now. Please try again in a few minutes.",
  },
  'wrong-code': { wrong: 'This code is not right. Check the text message and enter the code again.' },
  'code-expired': {
    expired: 'This code is no longer valid. Press Resend code to get a new one.',
    tooMany: 'Too many codes were tried. Wait 10 minutes, then press Resend code to get a new one.',
  },
  'code-not-sent': {
    noTexts: 'We cannot send texts to this number. Go back and enter a mobile phone number.',
    optedOut:
      'This phone opted out of our texts. Reply START to the last one, then press Resend code. Or use another mobile number.',
    heldBack:
      "Our text service won't send a code to this number right now. Use another mobile number, or try again in a few hours.",
    region: "Our text service doesn't reach this number's area. Please use another mobile number.",
  },
  'out-of-state': { notServed: 'We do not lend in your state yet.' },
  'too-young': {
    minimumAge: (state: string, years: number) =>
      `To borrow in ${state} you must be at least ${years} years old.`,
  },
  'term-gone': {
    term: 'This term is no longer offered. Please choose another one.',
    offerChanged:
      'This offer has changed since you chose it. Please look at the offers again and choose one.',
    approvedOffer: 'This offer is no longer open. Please choose one of the offers shown.',
    fastPathOffer: 'There is no offer for this application any more.',
  },
  'plan-changed': {
    firstDebitMoved: (day: string) =>
      `The first debit has moved to ${day}. Please read your authorization again and tick the box.`,
  },
  'offer-void': {
    loanMade: (days: number) =>
      `This offer is void, because a loan was made to you in the last ${days} days.`,
  },
  expired: {
    offer: 'Sorry, this offer has expired',
    documentsLink: 'Sorry, this documents link has expired.',
  },
  'try-again': {
    resubmit: 'We are experiencing an issue submitting your request. Please resubmit to continue.',
    address: 'Please type your address.',
    textService: 'The text service does not answer just now. Please try again in a minute.',
    noCodes:
      "We can't text codes right now. Try again in an hour, or call us and we'll pick up where you left off.",
    notYetKnown: 'Please send this report again.',
    codeNotChecked: 'There was an error verifying your phone number. Please try again.',
    lead: 'Please send this lead again.',
    map: 'The map cannot be shown now.',
    eventLater: 'This application waits for a restored backup to be looked at. Please send this event later.',
    documentsBeingDrawn: 'Your documents are being drawn up. Please try again in a moment.',
    signingPage: 'The signing page does not answer now. Please try again in a moment.',
    noticeBeingDrawn:
      'Your notice is still being written. Please open it again in a minute; we also send it to you.',
    depositBank: 'Your bank does not answer just now. Try again in a minute, or type your account.',
    payingBank: 'Your bank does not answer just now. Try again in a minute, or choose another account.',
    bankLink: 'We cannot connect to banks just now. Please try again in a minute.',
    bankNotConnected: 'We could not connect to your bank. Please try again.',
    bankWantsLogin: 'Your bank still asks for a new login. Please try again.',
    vehicleService:
      "We can't look up vehicles right now. Please try again in a few minutes. Your other offers haven't changed.",
    signatureNotChecked: 'The signature cannot be checked now.',
  },
} as const satisfies { readonly [code in ErrorCode]?: Readonly<Record<string, Sentence>> };

/** Why a link does not open an application, told in an answer of status 200. */
export const linkRefusals: Readonly<Record<LinkRefusal, string>> = {
  'link-expired': 'Sorry, this link has expired.',
  'link-damaged': 'Sorry, this link is damaged.',
  'opened-elsewhere': 'This link was opened in another browser already.',
  'offer-expired': 'Sorry, this offer has expired',
};
