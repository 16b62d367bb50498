import type { OfferTerm } from '#contract/offers.ts';
import { rate, usd, usdExact } from './format.ts';
import { loanTermsText, loanText } from './loan-terms.ts';
import { fundsArrive } from './money.ts';

export const offersText = {
  heading: "You're prequalified",
  prequalified: (amount: string) => `You're prequalified for up to ${amount}`,
  lead: (until: string | undefined, suggested: number | undefined) =>
    [
      "Choosing won't affect your credit score.",
      until && `Offers good through ${until}.`,
      suggested && `We picked ${usd(suggested)} to start. You can change it.`,
    ]
      .filter(Boolean)
      .join(' '),
  loading: 'Loading your offers',
  featured: 'Your offer',
  featuredChosen: 'Your choice',
  others: 'Other options',
  count: (shown: number, all: number) => `${shown} of ${all} options shown`,
  showMore: 'Show more',
  choose: 'Choose this offer',
  /** Of the one that was chosen before. */
  chooseAgain: 'Continue with this offer',
  chooseNamed: (payment: number, months: number) => `${usdExact(payment)} a month for ${months} months`,
  seeTerms: 'See all payment terms',
  nearest: (requested: number) => `${loanText.requested(requested)} This is the closest amount we offer.`,
  termNotOffered: (requested: number) =>
    `You asked for ${loanTermsText.months(requested)}. We don't offer this amount over that term.`,
  /** An offer beside the requested amount, which is lent only without the vehicle. */
  onVehicle: (
    amount: number,
    { months, monthlyPayment, apr }: Pick<OfferTerm, 'months' | 'monthlyPayment' | 'apr'>,
  ) =>
    `Secured by your vehicle, you can borrow ${usd(amount)}: ${usdExact(monthlyPayment)} a month for ${loanTermsText.months(months)} at ${rate(apr)} APR.`,
  chooseOnVehicle: (amount: number) => `Choose ${usd(amount)} with your vehicle`,
  /** After a press on an offer while another amount was typed. */
  lentOtherwise: (amount: number, isAutoSecured: boolean) =>
    `${usd(amount)} ${isAutoSecured ? 'requires your vehicle as collateral' : "doesn't need your vehicle"}, so we changed the offer. Look it over and choose again.`,
  noSuchTerm: (amount: number, months: number) =>
    `${usd(amount)} isn't offered for ${months} months, so we changed the offer. Look it over and choose again.`,
  secured: 'with your vehicle',
  cost: 'What does this cost me?',
  controls: {
    amount: 'Loan amount',
    term: 'Payment term',
    inMonths: 'months',
    security: (isAutoSecured: boolean) => (isAutoSecured ? 'Secured by your vehicle.' : 'No vehicle needed.'),
  },
  toggle: {
    label: 'Show offers secured by my vehicle',
    what: (vehicle: string | undefined) =>
      `Your ${vehicle ?? 'vehicle'} secures these loans. If you don't pay, we can repossess it.`,
    /** Above some amount, every loan is secured. */
    securedFrom: (from: number) => `${usd(from)} and up requires your vehicle as collateral.`,
    /** An amount offered only with the vehicle. */
    needed: (without: number) =>
      `This amount requires your vehicle as collateral. Without it, you can borrow up to ${usd(without)}.`,
    /** No amount is offered without it. */
    always: "We don't have any offers without your vehicle right now. You don't have to accept one.",
    /** An amount offered only without it. */
    unneeded: (from: number) => `No vehicle needed for this amount. Loans with one start at ${usd(from)}.`,
    lowered: (without: number) =>
      `Without your vehicle, you can borrow up to ${usd(without)}. Here are those offers.`,
  },
  vehicle: {
    question: (isNeeded: boolean) => (isNeeded ? 'Secured by your vehicle' : 'Borrow more with your vehicle'),
    add: 'Add your vehicle',
    addWhy: 'Own a vehicle? It can secure a larger loan.',
    change: 'Change your vehicle',
    unknown: "We couldn't look up your vehicle right now, so these offers don't need one.",
    vinNeeded: "We need your vehicle's VIN before you can accept this loan.",
    addVin: 'Add the VIN',
  },

  filter: {
    open: 'Filter',
    title: 'Which terms do you want to see?',
    least: 'Select at least one term to save.',
    save: 'Save',
    cancel: 'Cancel',
    all: 'Select all',
    none: 'Clear all',
    active: (count: number) => `Filter (${count} ${count === 1 ? 'term' : 'terms'})`,
    clear: 'Show all terms',
  },

  preview: {
    heading: 'Your loan at a glance',
    back: 'Choose another offer',
    step: (now: number, all: number) => `${now} of ${all}`,
    authorizationTitle: 'Credit report authorization',
    disclosuresTitle: 'Disclosures',
    submit: 'Accept and continue',
    submitting: 'Sending your choice',
    nextTitle: 'What happens next',
    next: (promise: string | undefined) => [
      "You'll connect a bank account, or bring documents to your branch, to confirm your information.",
      "You'll decide whether we make the hard inquiry, and see your final terms.",
      `You'll sign your loan documents. ${fundsArrive(promise)}`,
    ],
    free: "This won't affect your credit score, and you're not signing anything yet.",
    changed: 'The price of this offer has changed since you saw it. Please choose again.',
  },
} as const;

export const amountText = {
  heading: 'How much do you want to borrow?',
  lead: "Choosing an amount won't affect your credit score.",
  choose: 'Or choose an amount',
  /** For screen readers, since the question above gives the same information visually. */
  withVehicle: 'secured by your vehicle',
  type: 'Type an amount',
  typeHint: (ranges: readonly string[]) => `You can borrow ${ranges.join(' or ')}, in whole dollars.`,
  /** In one line. */
  range: (min: string, max: string) => `${min}\u00a0to\u00a0${max}`,
  submit: 'Continue',
  submitting: 'Loading your offers',
  centsDropped: 'We lend whole dollars, so we dropped the cents.',
  /** With the two nearest amounts that are listed, if it is not listed itself. */
  notFound: (nearest: readonly number[]) =>
    `We don't have an offer for this amount. Please choose ${nearest.map(usd).join(' or ') || 'another'}.`,
} as const;

export const termsText = {
  heading: 'Choose your payment terms',
  lead: (amount: string) => `Every term for a loan of ${amount}.`,
  none: 'No term matches the filter.',
  back: 'Change the amount',
} as const;
