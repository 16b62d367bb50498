// The text around every screen: header, footer, loading, errors, the end of a session.

import { facts } from './facts.ts';

export const appText = {
  titleOf: (title: string, lender: string) => `${title} | ${lender}`,
  helpBeside: 'Questions? Call',
  loading: 'Loading the next page',
  arriving: {
    now: "One moment. We're getting this page for you.",
    late: 'This is taking longer than it should. Reload the page, or call us at {phone}.',
  },

  footer: {
    help: 'Questions? Call us at',
    linksLabel: 'About the lender',
    privacy: 'Privacy policy',
    cookies: 'Cookie policy',
    licenses: 'Licenses and disclosures',
    investors: 'Investors',
    california: 'California notice',
    faq: 'Frequently asked questions',
    privacyChoices: 'Your Privacy Choices',
    states: (count: number) => `We lend in ${count} states:`,
    licensing: 'State licensing notes',
    copyright: (year: number) => `© ${year}`,
  },

  pageError: {
    title: 'Something went wrong on this page',
    what: 'We saved your information.',
    next: 'Reload the page to pick up where you left off.',
    button: 'Reload the page',
    call: 'If it happens again, call us at {phone}.',
  },

  session: {
    title: 'Are you still there?',
    soon: 'To keep your information safe, this page will close in about two minutes.',
    kept: "We'll keep your application either way.",
    stay: 'Stay',
    ended: 'Your session has ended',
    endedWhat: 'We saved your application. We can email you a link so you can pick up where you left off.',
    endedButton: 'Go to the form',
    startOver: 'Start over',
  },

  finishLater: {
    what: 'Want to finish later or on another device?',
    button: 'Email me a link to finish later',
  },
  mailedLink: {
    button: 'Email me a link to my application',
    email: 'Email on your application',
    emailHint: "We'll email a link to this address if it has an open application.",
    sending: 'Sending you a link',
    sent: (email: string | undefined) =>
      email
        ? `A link is on its way to ${email}. It opens your application on any device for 30 days.`
        : 'If your application is still open, a link is on its way to the email address on it.',
    failed: "We couldn't send a link just now. Please try again, or call us.",
  },

  guarantees: {
    title: 'What you can count on',
    items: (branches: number, states: number) => [
      {
        drawing: 'clock' as const,
        title: 'Apply online in minutes',
        text: `Checking your offers takes about ${facts.prequalifyingTakes} and won't affect your credit score.`,
      },
      {
        drawing: 'map' as const,
        title: 'Phone and local branch support',
        text: `Over ${branches} branches in ${states} states, each with people you can call or visit.`,
      },
      {
        drawing: 'lock' as const,
        title: 'Your information is safe',
        text: 'A 256-bit SSL encrypted connection keeps your information safe.',
      },
    ],
  },

  steps: ['Choose my loan', 'Verify my info', 'Receive my funds', 'Finish setup'],
  timeline: {
    title: 'Your path to the financing you need',
    open: 'See all four steps',
    steps: [
      { name: 'Choose my loan', what: 'Pick the amount and payment that work for you.' },
      {
        name: 'Verify my info',
        what: 'Connect a bank account to confirm your income, identity and residence.',
      },
      { name: 'Receive my funds', what: `Sign your documents. Funds arrive in ${facts.fundsArriveIn}.` },
      { name: 'Finish setup', what: 'Set up autopay and your online customer portal.' },
    ],
  },

  branch: {
    help: 'Talk to us',
    loading: 'Your branch',
    callWords: 'Call',
    weekdays: 'Monday to Friday',
    between: (open: string, close: string) => `${open} to ${close}`,
    saturday: 'Saturday',
    byAppointment: 'By appointment',
    sunday: 'Sunday',
    closed: 'Closed',
    mapOf: (name: string) => `Map with ${name} at its center`,
  },

  articles: { title: 'Good to know', read: 'Read more' },

  redirect: {
    title: "You're leaving this site",
    what: (name: string) => `${name} is a different company, with its own terms and privacy policy.`,
    allow: 'Allow',
    cancel: 'Cancel',
  },
} as const;
