import { usd } from './format.ts';

export const resumeText = {
  heading: "We're opening your application",
  messages: ['Looking up your application', 'Almost there'],
  unreachable: "We couldn't connect. Check your internet connection, then try again.",
} as const;

export const updateDetailsText = {
  heading: 'Please check a few details',
  lead: (amount: number | undefined) =>
    amount === undefined
      ? "We need these to show you current offers. This won't affect your credit score."
      : `We need these for your application for ${usd(amount)}. This won't affect your credit score.`,
  changesOffers:
    "If these change, we'll update your offers. This won't affect your credit score, and you'll choose your offer again.",
  loading: 'Loading your application',
  notLoaded: "We couldn't load your application right now. Nothing is lost.",
  phone: 'Phone',
  phoneHint: "We'll text you a code to confirm it.",
  newPhoneHint: "If you change it, we'll text a code to the new number to confirm it.",
  city: 'City',
  changeCity: (city: string) => `Change it to ${city}`,
  residentialStatus: 'Residence type',
  monthlyPayment: 'Monthly payment',
  monthlyPaymentHint: "Your monthly rent or mortgage. Enter 0 if you don't pay any.",
  consentTitle: 'What you agree to',
  submit: 'Continue',
  submitting: 'Saving your details',
} as const;

export const refusedLinkText = {
  'link-expired': {
    heading: 'Sorry, this link has expired.',
    lead: 'We saved your information.',
    button: 'Email me a new link',
  },
  'opened-elsewhere': {
    heading: 'This link was opened in another browser',
    lead: 'To protect you, it works only in the browser that opened it first.',
    button: 'Email me a link for this browser',
  },
  'link-damaged': {
    heading: 'Sorry, this link is damaged.',
    lead: 'Part of it is missing or changed. Your loan application is fine.',
  },
  next: 'We can email a link to the address on your application.',
  nextDamaged:
    'Open the link in our email again. If you copied it, make sure you copied all of it. Or get a new one:',
  call: "Or call us at {phone} and we'll send you a new one.",
} as const;

export const sessionEndedText = {
  ended: 'Your session has ended',
  endedWhat: 'This page closed to keep your information safe. We saved your application.',
  signedOut: "You're signed out",
  saved: 'We saved your application.',
  code: 'Text me a code',
  codeWhat: "We'll text a code to the phone on your application. Enter it to pick up where you left off.",
  noCode: "We can't text a code for this application. We can email you a link instead.",
  startOverWhat: 'Is this not your application?',
  startOver: 'Start a new one',
} as const;

export const linkByEmailText = {
  email: 'Email on your application',
  hint: "We'll email a link to this address if there is an application to open.",
} as const;
