// The hard pull: what it is, the wait, and what it decided.
import { usd } from './format.ts';

/** What the wait for a final decision shows, on both paths. */
export const hardInquiryStages = [
  { stage: 'agreement', title: 'Your authorization', messages: [] },
  {
    stage: 'report',
    title: 'Credit report',
    messages: [
      'Reading your credit report, with the one hard inquiry',
      'Waiting for the credit bureau to answer',
      "Still waiting, and we won't ask the credit bureau twice",
    ],
  },
  { title: 'Final decision', messages: ['Checking your final terms', 'Almost there: our answer comes next'] },
] as const;

export const approvalText = {
  submit: {
    heading: 'One last credit check',
    lead: 'We need one hard credit check to give you a final answer.',
    whatTitle: 'What is a hard inquiry?',
    what: [
      "So far, we've only made a soft inquiry. Only you can see it.",
      'Other lenders can see a hard inquiry on your report for two years.',
      'It may lower your score by a few points for a few months.',
      "We'll do it once, and only after you press the button below.",
    ],
    hardPullTitle: 'Credit report authorization',
    button: 'Accept and continue',
    submitting: 'Sending your application',
    next: "Next, we'll give you our final answer. If we approve your loan, you'll choose where the money goes.",
  },
  loading: { heading: "We're reviewing your application", stages: hardInquiryStages },
  payment: {
    heading: "You're approved.",
    loading: 'Loading your approved offers',
    changedTitle: 'Not quite what you asked for',
    changes: {
      less: (requested: number, approved: number) =>
        `You asked for ${usd(requested)}. The most we can lend you near that is ${usd(approved)}.`,
      more: (requested: number, approved: number) =>
        `You asked for ${usd(requested)}. The smallest loan we can approve is ${usd(approved)}.`,
      secured: () => "These offers are secured by your vehicle. If you don't pay, we can repossess it.",
      unsecured: () => "These offers don't need a vehicle.",
      shorter: () => "The term that you accepted isn't available. These are shorter.",
      longer: () => "The term that you accepted isn't available. These are longer.",
      dearer: () => 'Your loan costs more than in the offer that you accepted.',
    },
    free: "You're free to say no.",
    changed: 'This offer is no longer open. Please choose one of the offers shown.',
    next: "These terms are final. There's no further credit check. Next, you'll choose the account that receives your money.",
    others: (count: number) => (count === 1 ? 'See 1 other offer' : `See ${count} other offers`),
  },
  inquiry: 'We made a hard inquiry to decide. It may affect your credit score.',
  noInquiry: "We made no hard inquiry to decide, so this doesn't affect your credit score.",
  declined: { heading: 'Sorry, we are not able to approve your application at this time.' },
} as const;
