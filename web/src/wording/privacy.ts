// The choices about what needs consent: the first visit's banner, and the dialog.
import type { PrivacyCategory } from '../lib/privacy/choices.ts';

export const privacyText = {
  banner: {
    label: 'Privacy choices',
    what: 'May we measure how our site and ads work?',
    all: 'Allow all',
    none: 'Refuse all',
    choose: 'Choose which',
  },
  title: 'Your Privacy Choices',
  necessary: 'Strictly necessary',
  necessaryWhat: 'Keeps your application together, blocks bots and protects you from fraud. Always on.',
  categories: {
    analytics: {
      name: 'Analytics',
      what: "Counts page visits and shows us where people get stuck. It doesn't include anything you type.",
    },
    errors: {
      name: 'Error reporting',
      what: "Helps us find and fix problems in your browser. It doesn't include anything you type.",
    },
    advertising: {
      name: 'Advertising',
      what: 'Tells a partner or an advertising company that its ad led to a visit.',
    },
  } satisfies Record<PrivacyCategory, { readonly name: string; readonly what: string }>,
  signal: 'Your browser sends the Global Privacy Control signal. We honor it, so advertising stays off.',
  notSold: "We don't sell your personal information.",
  kept: 'We keep your choices in this browser for 12 months. You can change them at any time.',
  all: 'Allow all',
  none: 'Refuse all',
  save: 'Save my choices',
} as const;
