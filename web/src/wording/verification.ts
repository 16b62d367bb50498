import type { Differences } from '#contract/verification.ts';
import { usd } from './format.ts';

export const checkNames = { income: 'Income', identity: 'Identity', residence: 'Residence' } as const;

const nameShown: Readonly<Record<NonNullable<Differences['identity']>, string>> = {
  'no-name': "Your bank didn't share your name with us.",
  'other-name': 'Your bank has a different name on this account.',
};

const addressShown: Readonly<Record<NonNullable<Differences['residence']>, string>> = {
  'no-address': "Your bank didn't share your address with us.",
  'other-place': 'Your bank has you in a different city or state.',
  'other-street': 'Your bank has a different street for you.',
  'other-number': 'Your bank has a different house number for you.',
  'other-unit': 'Your bank has a different apartment or unit for you.',
};

export const verificationText = {
  sendDocuments: 'Send documents',
  loading: {
    heading: "We're verifying your information",
    stages: [
      { stage: 'bank', title: 'Bank connected', messages: [] },
      {
        stage: 'owner',
        title: 'Name and address',
        messages: ['Reading the name and address your bank has', 'Waiting for your bank to answer'],
      },
      {
        stage: 'income',
        title: 'Regular income',
        messages: [
          'Reading what comes in regularly',
          'Some banks need a minute to gather this',
          'Still waiting for your bank',
        ],
      },
      { title: 'Comparison', messages: ['Comparing it with your application', 'Almost there'] },
    ],
  },
  success: {
    heading: 'Your information is verified',
    lead: "Thank you. We've confirmed your details.",
    list: 'What is verified',
    verified: 'Verified',
    next: "Next, you'll finish your loan application. We'll tell you before we make a hard inquiry.",
    button: 'Continue',
  },
  error: {
    heading: "Sorry, we were not able to automatically verify your information. Let's chat.",
    lead: 'We had a technical problem. We saved your information.',
    button: 'Try connecting again',
    retry: 'Ask my bank again',
    retrying: 'Asking your bank',
    failed: "That didn't go through. Please try again.",
    another: 'Connect another bank',
    manage: 'See what your bank needs',
  },
  chat: {
    heading: "Let's talk about your information",
    lead: "Your bank's records don't match everything on your application. That's common, and we can fix it.",
    list: 'What your bank shows',
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed yet',
    why: {
      income: ({ income }: Differences) =>
        `${
          income
            ? `Your bank shows about ${usd(income.shownMonthly)} a month. Your application says ${usd(income.declaredMonthly)}.`
            : "The account doesn't show all of the income on your application."
        } Send a pay stub, or connect another account.`,
      identity: ({ identity }: Differences) =>
        `${identity ? `${nameShown[identity]} ` : ''}Send your ID, or connect an account in your name.`,
      residence: ({ residence }: Differences) =>
        `${residence ? `${addressShown[residence]} ` : ''}Send a bill with your address, or connect another bank.`,
    },
    button: 'Connect another bank',
    unread: "We couldn't load what your bank shows. Your branch can tell you.",
  },
  manage: {
    heading: 'Manage your bank account',
    lead: 'This is the bank that confirms your information.',
    leadOptional: 'This is the bank you connected. You can remove it until you sign your documents.',
    loading: 'Loading your bank',
    failed: "We couldn't load your bank right now.",
    shared: 'What you share',
    ending: (mask: string) => `Account ending in ${mask}`,
    problem: {
      login: {
        title: 'Your bank asks you to log in again',
        what: "Until you do, your bank won't share anything with us. We saved your loan application.",
      },
      ending: {
        title: 'Your bank will end this connection soon',
        what: 'Log in to your bank again to keep it.',
      },
      ended: {
        title: 'Your bank has ended this connection',
        what: 'Reconnect this bank, or connect another one.',
      },
    },
    logIn: 'Log in to my bank',
    repaired: 'Thank you. Your bank is connected again.',
    replace: 'Replace this bank',
    replaceWhat: "When you connect another bank, we'll check your information again.",
    remove: 'Remove this bank',
    dialog: {
      title: 'Remove this bank?',
      what: (name: string) =>
        `We'll stop reading from ${name} and delete what it confirmed. Then you'll connect a bank again, or verify at a branch.`,
      /** After the approval, when nothing depends on the bank any more. */
      whatOptional: (name: string, mask: string | undefined) =>
        `We'll stop reading from ${name}. Your application stays where it is${
          mask ? `, and your money still goes to the account ending in ${mask}` : ''
        }.`,
      confirm: 'Remove',
      cancel: 'Keep it',
    },
    removeFailed: "We couldn't remove your bank. Please try again.",
    back: 'Continue my application',
  },
} as const;
