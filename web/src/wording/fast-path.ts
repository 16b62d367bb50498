import { hardInquiryStages } from './approval.ts';
import { rate, usdExact } from './format.ts';
import { loanTermsText } from './loan-terms.ts';

export const fastPathText = {
  options: {
    heading: 'Congratulations! You are prequalified. Get approved in one click.',
    lead: "Seeing this offer didn't affect your credit score.",
    loading: 'Loading your offer',
    hardPullTitle: 'Credit report authorization',
    termsTitle: 'Terms',
    button: 'Get approved',
    submitting: 'Sending your application',
    next: "When you press this, we'll make a hard inquiry and give you our final answer.",
    others: 'See other options',
    othersWhat: 'See other amounts and terms, with no hard inquiry for now.',
    offline: { kept: "We kept your offer, and we haven't made a hard inquiry." },
  },
  loading: { heading: 'Processing your application', stages: hardInquiryStages },
  counteroffer: {
    heading: 'We have another offer for you',
    loading: 'Loading your offer',
    lead: "We've made the hard inquiry, and accepting won't add another.",
    reason: 'The main reason',
    before: 'You asked for',
    after: 'We can offer',
    less: 'You can also borrow less.',
    until: (day: string) => `This offer is good through ${day}. Next, you'll choose where the money goes.`,
    accept: 'Accept',
    accepting: 'Accepting the offer',
    decline: 'Decline',
    declining: 'Declining the offer',
    declineWhat:
      "If you decline, we'll close your application. You won't owe anything, and you can apply again.",
    notice: 'Read why, and learn about your rights (PDF)',
  },
  declined: {
    heading: "We're sorry but we are not able to proceed with your online loan at this time. Let's chat.",
    next: 'You can also visit your branch with your ID.',
  },
  payment: {
    heading: 'Success! Your loan request has been approved.',
    receive: 'You receive',
    terms: (payment: number, months: number, apr: number) =>
      `${usdExact(payment)} a month for ${loanTermsText.months(months)} at ${rate(apr)} APR`,
    question: 'How would you like to deposit your funds?',
    bank: 'Log in to my bank',
    bankHint: 'Through our bank linking service. We never see your password.',
    manual: 'Enter account numbers',
    manualHint: "You'll need your routing number and account number.",
    choose: 'Choose one to continue.',
    connectWhat: "A secure window will open so you can log in. Then you'll choose the account.",
  },
} as const;
