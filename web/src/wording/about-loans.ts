// The landing page's texts about the loans, before the form and after it.
import { facts, type LandingLoan, secured } from './facts.ts';
import { brand, servedStates } from './lender.ts';

const { example } = facts;

declare const __LANDING_LOANS__: readonly LandingLoan[];

export const landingLoans = __LANDING_LOANS__;

/** A page has its marks filled in by the server; a script that renders the page later reads the amounts from it. */
function security({ dollars, needsVehicle, vehicleMarks: [before, after] = ['', ''] }: LandingLoan): string {
  const words = ' Secured by your vehicle.';
  if (secured) return secured.includes(String(dollars)) ? words : '';
  return needsVehicle ? `${before}${words}${after}` : '';
}

/** What the first view has. Each example states what 12 CFR 1026.24(d)(2) requires beside a payment or a term. */
export const firstViewText = {
  lead: 'Loans to fit your needs',
  heading: 'How much would you like to borrow?',
  ranges: `Loans from ${facts.leastAmount} to ${facts.mostAmount} at ${facts.lowestApr} to ${facts.highestApr} APR, for ${facts.shortestTerm} to ${facts.longestTerm} months.`,
  example: 'Example',
  aMonth: 'a month',
  exampleTerms: ({ amount, months, apr }: LandingLoan) => `${amount} over ${months} months at ${apr} APR`,
  examplePayments: (loan: LandingLoan) =>
    `${loan.months - 1} payments of ${loan.payment} and one of ${loan.lastPayment}. Total of payments: ${loan.total}.${security(loan)}`,
  license: `Licensed in ${servedStates.length} states. NMLS ID ${brand.nmlsId}.`,
  licenseLink: 'Look us up on NMLS Consumer Access',
  licenseAddress: `https://www.nmlsconsumeraccess.org/EntityDetails.aspx/COMPANY/${brand.nmlsId}`,
} as const;

export const applyText = { title: 'Check your offers' } as const;

export const aboutLoansText = {
  disclaimerTitle: 'What you should know',

  offerTitle: 'What we offer',
  offers: [
    {
      title: `Personal loans from ${facts.leastAmount} to ${facts.mostAmount}`,
      what: `APR from ${facts.lowestApr} to ${facts.highestApr}, ${facts.shortestTerm} to ${facts.longestTerm} months.`,
    },
    {
      title: `Funds in ${facts.fundsArriveIn}`,
      what: `After you sign. A branch will call you within ${facts.branchCallsWithin}.`,
    },
  ],
  exampleTitle: 'An example payment schedule',
  exampleWhat: `You borrow ${example.amount} over ${example.months} months at ${example.apr} APR.`,
  exampleRows: [
    ['You receive', example.received],
    [`${example.months - 1} monthly payments of`, example.payment],
    ['Last payment', example.lastPayment],
    ['Finance charge', example.financeCharge],
    ['Total of payments', example.total],
  ],
  exampleNote: 'Your own rate depends on your credit, your state, the amount and the term.',
  howTitle: 'How it works',
  how: [
    {
      title: 'Tell us about you',
      what: `Answer a few questions and confirm your phone. It takes about ${facts.prequalifyingTakes}, and the soft credit check won't affect your score.`,
    },
    {
      title: 'Choose your loan',
      what: 'See every amount, payment and APR side by side. Pick what works for you, or walk away.',
    },
    {
      title: 'Verify your info',
      what: 'Connect your bank to confirm your income, identity and residence. No paperwork to send.',
    },
    { title: 'Get your final answer', what: "We need one hard credit check for that. We'll ask you first." },
    {
      title: 'Sign online',
      what: 'Read your loan documents on your phone or computer, and sign them there.',
    },
    {
      title: 'Get your money',
      what: `Funds arrive in ${facts.fundsArriveIn} after you sign. Your branch will call you within ${facts.branchCallsWithin}, and you can set up autopay.`,
    },
  ],
  faqTitle: 'Questions people ask',
} as const;

export const disclaimers = [
  `Personal loans from ${facts.leastAmount} to ${facts.mostAmount}, APR ${facts.lowestApr} to ${facts.highestApr}, terms ${facts.shortestTerm} to ${facts.longestTerm} months.`,
  "Not everyone qualifies. Offers depend on your credit, income and state, and on your vehicle's value if it secures the loan.",
  "Checking your offers uses a soft inquiry, which doesn't affect your credit score. We make a hard inquiry only when you apply.",
  `An offer is void if we made you a loan in the last ${facts.minDaysBetweenLoans} days.`,
  "We don't serve children under 13, and we lend only to adults.",
] as const;
