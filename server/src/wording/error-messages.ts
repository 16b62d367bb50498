// The message for applicants and partners when a call is refused, by error code; the caller fills in its placeholders. The messages of
// the rate limits are in platform/http/limits.ts, and those about a request that cannot be read in platform/http.

import type { ErrorCode } from '#contract/errors.ts';
import type { LinkRefusal } from '#contract/resume.ts';
import { uploadLimits } from '#contract/uploads.ts';

export const uploadRefusals = {
  'unknown-type': "We can't open this kind of file. Please send a JPEG or PNG picture, or a PDF.",
  damaged: "We couldn't read this file. Please take the picture again, or choose another file.",
  form: "This form opens only in Adobe's programs, and your branch would get an empty page. Open it there, print it to a PDF, and send that, or take pictures of it.",
  portfolio:
    'This PDF holds other files, and your branch would get only its cover sheet. Open it, save each file in it, and send those.',
  locked: 'This PDF is locked with a password. Please save it without one, or take pictures of it.',
  'too-complex':
    'This file takes too long to check. Please take pictures of it instead, or bring it to your branch.',
  'too-many-pixels': 'This picture is too large. Please send one of 40 megapixels or less.',
  'too-many-pages': `This PDF has too many pages. Please send ${uploadLimits.pdfPages} pages or fewer.`,
  'too-large': `This file is too large. Please send one that's ${uploadLimits.fileBytes / 1024 / 1024} MB or smaller.`,
} as const;

export const errorMessages = {
  invalid: {
    checkboxRequired: 'This checkbox is required.',
    dateOfBirth: 'Please enter correct date of birth.',
    notYourPhone: "This isn't the phone number on your application. Please reload the page.",
    amountMissing: 'Please choose an amount.',
    amountNotOffered: "We don't offer this amount. Please choose another one.",
    consentNotOpened: 'Please open the ESIGN Act Consent first. It shows that you can read your documents.',
    maritalStatus: 'Please choose one.',
    noSuchBank: "We can't find this bank.",
    typedAccountGone: 'Please enter your account again.',
    cannotReceiveFunds:
      "This account can't receive the money. Choose another one, or enter your account numbers.",
    bankGaveNoRoutingNumber:
      "Your bank didn't give us a valid routing number for this account. Please enter your account numbers.",
    accountRefused: "This is the account that didn't work. Please choose or enter another one.",
    wrongAmounts: "These aren't the amounts we sent. You have {tries} tries left.",
    wrongAmountsAgain: "These aren't the amounts we sent. You have one try left.",
    zipCode: 'Please check this ZIP code. No place in the US has one that starts like this.',
    notUsPhone: 'We can only text phones in the United States. Please enter your US mobile number.',
    routingNumber: 'Please enter a valid routing number.',
    cannotPay: "You can't make payments from this account. Please choose another one.",
    payingRoutingNumber: "This account's routing number isn't valid. Please choose another one.",
    dayNotShown: 'Please choose one of the days shown.',
    notYourSubId: "This sub id isn't one of yours.",
    timeInFuture: 'This time is in the future.',
    vinUnknown: "We couldn't find this VIN. Please check it, or enter the year, make and model instead.",
    modelUnknown:
      "We couldn't find this vehicle. Please check the year, make and model against your registration, or enter the VIN.",
    vehicleNotAccepted:
      "We can't lend on this vehicle. Your other offers haven't changed. You can enter another vehicle.",
    vehicleNotEnough:
      "We can't lend on this vehicle. You can enter another one, or tell us that you don't have one.",
    vinMissing:
      "We need your vehicle's VIN before you can accept this loan. Add it on the page for your vehicle.",
    consentNames: 'The consent must name {document} {wanted}.',
    achCode: "This isn't a code that Nacha has assigned.",
    callTime: 'This time is no longer open. Please choose another one.',
    eventIdUsedBefore: 'Another event already used this id. Give each event its own id.',
  },
  malformed: {
    uploadHeaders: 'Name the file and its part in the headers X-File-Key and X-File-Part.',
    idempotencyKey: 'The Idempotency-Key header must be 16 to 200 characters long.',
    message: "We can't read this message.",
  },
  'no-session': {
    noApplication: "We can't find your application in this browser. Please start from the first page.",
  },
  'session-ended': {
    idle: 'You were away for a while, so we ended your session. We saved your application.',
  },
  'wrong-key': { notThisPartners: "This key doesn't belong to this partner." },
  'not-found': {
    linkNotOurs: "This link isn't one of ours.",
    document: "We don't have this document.",
    address: 'Please enter your address.',
    amountNotOffered: "We don't offer this amount. Please choose another one.",
    noOffers: 'There are no offers for this application.',
    noApprovedOffers: 'There are no approved offers for this application.',
    noFastPathOffer: "There's no offer for this application.",
    lead: "You haven't sent us a lead with this id.",
    noPartner: "We don't have a partner for this application.",
    noBranch: "This application doesn't have a branch.",
    noEarlier: "We can't open your earlier application online. Please call your branch.",
    noLoan: "We don't have a loan with this number.",
    bankUnknown: "We don't have a bank with this name.",
    bankNotConnected: "You haven't connected a bank.",
    bankAccessEnded: 'Your bank has ended this connection. Please reconnect it.',
  },
  'other-application': {
    openNow: 'Another application is open in this browser now. Please reload the page.',
  },
  'code-due': { first: 'Please first enter the code that we just texted you.' },
  'not-now': {
    step: "This step isn't open right now. We'll take you to your next step.",
    autopayIsOn: "Autopay is on. Cancel it if you don't want it.",
    moneyHasGone:
      "We can't cancel your loan anymore, because your money is on its way or the time to cancel is over. Call us, and we'll tell you how to pay it back.",
    loanIsPaid: 'Your loan is paid off, so there is nothing left to pay.',
  },
  'lead-differs': { idUsedBefore: 'You used this id before with other details. Give each lead its own id.' },
  'too-many': {
    codesSent: "We've sent several codes. Please wait 10 minutes before you ask for another.",
    uploads: "You've added as many files as we can take. Please send these first, or call us.",
    uploadsAtOnce: 'Several files are still on their way. Please try again in a moment.',
  },
  captcha: {
    notConfirmed: "Please confirm again that you're a person, then resubmit.",
    needed:
      "Please resubmit, so that we can check that you're a person. If you see this again, call us at {phone}.",
  },
  offline: {
    planned: 'Unfortunately the system is offline for evening maintenance at this time.',
    announced: "Our system is offline right now. We haven't lost anything you told us.",
    unplanned: "Our system isn't answering right now. Please try again in a few minutes.",
  },
  'wrong-code': { wrong: "This code isn't right. Check it and enter it again." },
  'code-expired': {
    expired: 'This code is no longer valid. Press Resend code to get a new one.',
    tooMany: "That's too many tries. Wait 10 minutes, then press Resend code to get a new one.",
  },
  'code-not-sent': {
    noTexts:
      "We can't send texts to this number. Have us call you with the code, or go back and enter a mobile phone number.",
    noCalls: "We can't call this number. Have us text you the code, or go back and enter another number.",
    optedOut:
      'This phone opted out of our texts. Reply START to the last one, then press Resend code. Or use another mobile number.',
    wrongNumber:
      "We got a reply from this number that it's the wrong one. Go back and enter yours, or reply START to our last text and press Resend code. If this number is yours, call us.",
    heldBack:
      "Our text service won't send a code to this number right now. Use another mobile number, or try again in a few hours.",
    region: "Our text service doesn't reach this number's area. Please use another mobile number.",
  },
  'out-of-state': { notServed: "We don't lend in your state yet." },
  'zip-code-elsewhere': {
    isIn: '{zipCode} is in {states}. Is your home in {home}?',
    isCity: '{zipCode} is {city}, {home}. Change the city?',
    unknown: "We don't know {zipCode}. Is it right?",
  },
  'too-young': { minimumAge: 'To borrow in {state}, you must be at least {years} years old.' },
  'term-gone': {
    term: 'We no longer offer this term. Please choose another one.',
    offerChanged:
      'This offer has changed since you chose it. Please look at the offers again and choose one.',
    approvedOffer: 'This offer is no longer open. Please choose one of the offers shown.',
    fastPathOffer: 'The offer for this application is no longer open.',
  },
  'plan-changed': {
    firstDebitMoved:
      'The first debit has moved to {day}. Please read your authorization again and check the box.',
  },
  'offer-void': { loanMade: 'This offer is void because we made you a loan in the last {days} days.' },
  expired: {
    offer: 'Sorry, this offer has expired',
    documentsLink: 'Sorry, this documents link has expired.',
  },
  'try-again': {
    resubmit: 'We are experiencing an issue submitting your request. Please resubmit to continue.',
    address: 'Please enter your address.',
    textService: "Our text service isn't answering right now. Please try again in a minute.",
    noCodes:
      "We can't text codes right now. Try again in an hour, or call us and we'll pick up where you left off.",
    noCodeYet: "We haven't texted you a code yet. Press Resend code to get one.",
    notYetKnown: 'Please send this report again.',
    codeNotChecked: 'There was an error verifying your phone number. Please try again.',
    lead: 'Please send this lead again.',
    uploads:
      "We're checking many files right now, so we couldn't take this one. Please try again in a minute.",
    map: "We can't show the map right now.",
    eventLater:
      "We restored a backup and haven't checked this application yet. Please send this event later.",
    finalAnswerUnderWay: "We're getting your final answer right now. Please try again in a minute.",
    documentsBeingRendered: "We're still preparing your documents. Please try again in a moment.",
    signingPage: "The signing page isn't answering right now. Please try again in a moment.",
    noticeBeingRendered:
      "We're still preparing your notice. Please open it again in a minute. We're also sending it to you.",
    depositBank: "Your bank isn't answering right now. Try again in a minute, or enter your account numbers.",
    payingBank: "Your bank isn't answering right now. Try again in a minute, or choose another account.",
    bankLink: "We can't connect to banks right now. Please try again in a minute.",
    bankNotConnected: "We couldn't connect to your bank. Please try again.",
    bankWantsLogin: 'Your bank still needs you to log in again. Please try again.',
    vehicleService:
      "We can't look up vehicles right now. Please try again in a few minutes. Your other offers haven't changed.",
    signatureNotChecked: "We can't check the signature right now.",
  },
} as const satisfies { readonly [code in ErrorCode]?: Readonly<Record<string, string>> };

/** Why a link does not open an application; the response has status 200. */
export const linkRefusals: Readonly<Record<LinkRefusal, string>> = {
  'link-expired': 'Sorry, this link has expired.',
  'link-damaged': 'Sorry, this link is damaged.',
  'opened-elsewhere': 'This link was already opened in another browser.',
  'offer-expired': 'Sorry, this offer has expired',
  'request-closed': 'We closed your application.',
  superseded: 'You have a newer request.',
};
