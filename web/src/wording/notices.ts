import { facts } from './facts.ts';

export const noticeText = {
  adverseAction: 'Read your adverse action notice (PDF)',
  adverseActionPage: 'Read it as a web page',
  adverseActionLoading: "We're preparing your notice.",
  adverseActionFailed: "We couldn't load your notice right now. We're also sending it to you.",
  adverseActionWhat: "It explains our decision and your rights. We're sending it to you, too.",
  partner: (name: string) => `See options from ${name}`,
  partnerLead: 'Another lender may be able to help you.',

  error: {
    heading: "Sorry, we were not able to automatically process your loan request. Let's chat.",
    hardInquiry: 'We made a hard inquiry. It may affect your credit score.',
    saved: 'We saved your information.',
    branchCalls: 'We saved your information and asked your branch to call you.',
    passing: 'The problem may be over. Continue where you left off, or call your branch.',
    button: 'Continue my application',
  },
  expired: {
    heading: 'Sorry, this offer has expired',
    /** When the reason is unknown, as behind an old link. */
    lead: `Offers are good for a limited time. They're void if we made you a loan in the last ${facts.minDaysBetweenLoans} days.`,
    past: 'Offers are good for a limited time, and this one has expired.',
    next: "You can check for new offers at any time. It won't affect your credit score.",
    button: 'Check for new offers',
    approvalExpired: {
      heading: 'Your approval has ended',
      lead: "Your approval was good for a limited time, and that time is over. You don't owe us anything.",
    },
    approvalWithdrawn: {
      heading: 'Your approval has ended',
      lead: "We can't make the loan that we approved. You don't owe us anything.",
    },
    requestClosed: {
      heading: 'We closed your application',
      lead: "We didn't get what we asked you for in time. No decision was made, and you don't owe us anything.",
    },
    superseded: {
      heading: 'You have a newer request',
      lead: 'A newer request replaced this one. Open the newest link from our partner.',
    },
    void: {
      lead: `This offer is void because we made you a loan in the last ${facts.minDaysBetweenLoans} days.`,
      next: `New offers would also be void until those ${facts.minDaysBetweenLoans} days are over. A branch can tell you when that is.`,
      button: 'Log in to my account',
    },
  },
  declined: {
    heading: 'Sorry, we do not have any loan offers available for you at this time.',
    lead: "This was a soft inquiry. It doesn't affect your credit score.",
  },
  outOfTradeArea: {
    heading: 'Sorry, we do not currently have a branch in your area.',
    lead: "A local branch services every loan. We didn't check your credit, so your credit score isn't affected.",
  },
  verificationNeeded: {
    heading: 'We were unable to verify your information automatically.',
    lead: "We need to make sure that it's really you. A branch can confirm it.",
    bank: 'If your bank has your name and address, you can also connect it and continue right away.',
    linkBank: 'Connect my bank',
    otherBank: 'Connect another bank',
    bankChecks: {
      'not-confirmed':
        "Your bank has another name or address than your application, so it didn't confirm it. Please send us the documents, or connect another bank.",
      'not-read': "We couldn't read your bank's data. Please send us the documents, or connect a bank again.",
    },
    until: (day: string) => `Please send them by ${day}. After that day, we'll close your application.`,
    held: {
      heading: 'We need a little more time.',
      lead: "We couldn't finish checking your application automatically, so someone on our team is looking at it.",
      next: "You don't need to do anything now. We'll email you as soon as we have an answer.",
    },
  },
  contact: {
    heading: 'Please contact us',
    lead: "We're sorry but we're having trouble processing your loan request at this time.",
    next: (opens: string | undefined) =>
      opens
        ? `We saved your information. Your branch opens ${opens}, and someone can pick it up then.`
        : 'We saved your information. Someone at your branch can pick it up.',
    branchCalls: (opens: string | undefined) =>
      `We saved your information and asked your branch to call you.${opens ? ` It opens ${opens}.` : ''}`,
    branches: (count: number, states: number) => `We have over ${count} branches in ${states} states.`,
  },
  faq: {
    heading: 'Frequently asked questions',
    lead: "Can't find your answer? Call us.",
    applyTitle: 'Ready to see your offers?',
    apply: `It takes about ${facts.prequalifyingTakes} and won't affect your credit score.`,
    applyButton: 'Check my offers',
  },
  legal: {
    effective: (day: string) => `In effect since ${day}`,
    unknown: "We don't have a document with this name",
    unknownNext: "You'll find all our documents at the bottom of this page.",
  },
  partnersConsent: {
    title: 'Other options',
    button: 'Show our partners',
    submitting: 'Loading our partners',
  },
  partners: {
    heading: 'Other options for you',
    lead: "We can't offer you a loan now, but one of our partners may.",
    next: "You decide whether to visit one. We don't send them anything about you.",
    loading: 'Loading our partners',
  },
} as const;

export const redirectText = {
  title: "You're leaving this site",
  what: (name: string) => `${name} is a different company, with its own terms and privacy policy.`,
  allow: 'Allow',
  cancel: 'Cancel',
} as const;
