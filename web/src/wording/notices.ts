// The screens on which the online application ends or pauses.
import { facts } from './facts.ts';

export const noticeText = {
  adverseAction: 'Read your adverse action notice (PDF)',
  adverseActionPage: 'Read it as a web page',
  adverseActionLoading: 'We are preparing your notice.',
  adverseActionFailed:
    'We could not load your notice just now. We also send it to you; or load the page again, or call us at {phone}.',
  adverseActionWhat: 'It gives the reasons for our decision and your rights. We also send it to you.',
  partner: (name: string) => `See options from ${name}`,
  partnerLead: 'Another lender may be able to help you.',

  error: {
    heading: "Sorry, we were not able to automatically process your loan request. Let's chat.",
    lead: 'Anything you sent us is kept.',
    next: 'A branch can finish this with you. Please call.',
    passing: 'The trouble may have passed. Go on where you were, or call your branch.',
    button: 'Go on with your application',
    hardInquiry: 'We made a hard inquiry. It may affect your credit score. Anything you sent us is kept.',
  },
  expired: {
    heading: 'Sorry, this offer has expired',
    /** When the reason is unknown, as behind an old link. */
    lead: `Offers hold for a limited time, and are void if a loan was made in the last ${facts.loanFreeDays} days.`,
    past: 'Offers hold for a limited time, and this one is past it.',
    next: 'You can check for new offers at any time. This does not affect your credit score.',
    button: 'Check for new offers',
    approvalExpired: {
      heading: 'Your approval has ended',
      lead: "Your approval was good for a limited time, and that time is over. You don't owe us anything.",
    },
    approvalWithdrawn: {
      heading: 'Your approval has ended',
      lead: "We checked your loan once more, and we can't make it on the terms that we approved. You don't owe us anything.",
    },
    void: {
      lead: `It is void, because we made a loan to you in the last ${facts.loanFreeDays} days.`,
      next: `New offers would be void too until the ${facts.loanFreeDays} days are over. A branch can tell you the day.`,
      button: 'Log in to my account',
    },
  },
  declined: {
    heading: 'Sorry, we do not have any loan offers available for you at this time.',
    lead: 'This was a soft inquiry. It does not affect your credit score.',
    next: 'You can ask again when something has changed. A branch can tell you more.',
  },
  outOfTradeArea: {
    heading: 'Sorry, we do not currently have a branch in your area.',
    lead: 'Our loans are looked after by a branch close to you. We did not ask for your credit file, so your credit score is not affected.',
    next: 'Was your address wrong, or are you about to move? Call us at {phone}, and we will look again.',
  },
  verificationNeeded: {
    heading: 'We were unable to verify your information automatically.',
    lead: 'This happens when something in your file does not match. A branch can put it right.',
    next: 'Bring your ID and a proof of address to your branch, or call.',
    until: (day: string) => `Your request stays open until ${day}.`,
    held: {
      heading: 'We need a little more time.',
      lead: "We couldn't finish checking your request automatically, so someone on our team is looking at it.",
      next: "You don't need to do anything now. We'll email you as soon as we have an answer.",
    },
  },
  contact: {
    heading: 'Please contact us',
    lead: "We're sorry but we're having trouble processing your loan request at this time.",
    next: 'Anything you sent us is kept. A person can go on with it right away.',
  },
  faq: {
    heading: 'Frequently asked questions',
    lead: "Can't find your answer? Call us.",
    search: 'Search the questions',
    found: (count: number, all: number) =>
      `${count} of ${all} questions ${count === 1 ? 'matches' : 'match'} your search.`,
    none: "No question matches your search. Try another word, or call us and we'll answer.",
    applyTitle: 'Ready to see your offers?',
    apply: `It takes about ${facts.prequalifyingTakes} and won't affect your credit score.`,
    applyButton: 'Check my offers',
  },
  legal: {
    effective: (day: string) => `In effect since ${day}`,
    unknown: 'We have no document of this name',
    unknownNext: 'All our documents are listed at the foot of this page.',
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
