// Choosing a loan: offers, amount, terms, and what is agreed to before they are accepted.
import { rate, usd } from './format.ts';

export const offersWords = {
  heading: 'Choose the loan that suits you',
  prequalified: (amount: string) => `You are prequalified for up to ${amount}.`,
  lead: 'Choosing does not affect your credit score.',
  loading: 'Loading your offers',
  featured: 'Your offer',
  featuredChosen: 'Your choice',
  others: 'Other options',
  count: (shown: number, all: number) => `${shown} of ${all} options shown`,
  showMore: 'Show more',
  choose: 'Choose this offer',
  chooseNamed: (payment: number, months: number) => `${usd(payment)} a month for ${months} months`,
  changeAmount: 'Change the amount',
  seeTerms: 'See all payment terms',
  forAmount: (amount: number) => `For a loan of ${usd(amount)}`,
  secured: 'Secured by your vehicle',
  unsecured: 'No vehicle needed',
  autoToggle: 'Show offers secured by my vehicle',
  autoToggleHint: (vehicle: string | undefined) =>
    vehicle
      ? `Your ${vehicle} secures these loans. If you do not pay, it can be taken.`
      : 'Your vehicle secures these loans. If you do not pay, it can be taken.',
  interest: (cents: number) => `Interest of ${usd(cents)} is included.`,
  progress: 'Choose my loan',
  steps: ['Select Loan Amount', 'Choose Payment Terms', 'Preview'],
  expires: (day: string) => `These offers hold until ${day}.`,
  example: (apr: number) => `APR ${rate(apr)}`,

  filter: {
    open: 'Filter',
    title: 'Which terms do you want to see?',
    least: 'Select at least one term to save.',
    save: 'Save',
    cancel: 'Cancel',
    all: 'Select all',
    active: (count: number) => `Filter (${count} terms)`,
  },

  preview: {
    heading: 'Your loan at a glance',
    back: 'Choose another offer',
    step: (now: number, all: number) => `${now} of ${all}`,
    authorizationTitle: 'Credit report authorization',
    disclosuresTitle: 'Disclosures',
    submit: 'Accept and continue',
    submitting: 'Sending your choice',
    next: 'Next, you connect a bank account to confirm your information.',
    changed: 'The price of this offer has changed since you saw it. Please choose again.',
  },
} as const;

export const amountWords = {
  heading: 'How much do you want to borrow?',
  lead: 'Choosing an amount does not affect your credit score.',
  choose: 'Amounts you can choose',
  secured: 'secured by your vehicle',
  type: 'Or type an amount',
  typeHint: (min: string, max: string) => `From ${min} to ${max}, in whole dollars.`,
  range: (min: string, max: string) => `${min} to ${max}`,
  gap: (ranges: readonly string[]) => `You can borrow ${ranges.join(' or ')}.`,
  submit: 'Continue',
  submitting: 'Loading your offers',
  notFound: 'No offer fits this amount. Please choose another.',
} as const;

export const termsWords = {
  heading: 'Choose your payment terms',
  lead: (amount: string) => `Every term for a loan of ${amount}.`,
  none: 'No term matches the filter.',
  back: 'Change the amount',
} as const;
