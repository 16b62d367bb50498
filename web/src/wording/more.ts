// The longer variant of the landing page.
/** Amounts as they are written. */
export interface ExampleLoan {
  readonly amount: string;
  readonly months: number;
  readonly apr: string;
  readonly payment: string;
  readonly lastPayment: string;
  readonly financeCharge: string;
  readonly total: string;
}

export const moreWords = {
  offerTitle: 'What we offer',
  offers: (states: number, branches: number) => [
    { title: 'Personal loans from $2,501 to $15,000', what: 'APR from 24.00% to 35.99%, 24 to 60 months.' },
    {
      title: 'Funds in 2 to 3 business days',
      what: 'After you sign. A branch calls you within 24 to 48 hours.',
    },
    { title: `Over ${branches} branches in ${states} states`, what: 'Phone and local branch support.' },
  ],
  exampleTitle: 'An example payment schedule',
  exampleWhat: ({ amount, months, apr }: ExampleLoan) =>
    `You borrow ${amount} over ${months} months at ${apr} APR.`,
  exampleRows: (loan: ExampleLoan): readonly (readonly [string, string])[] => [
    ['You receive', loan.amount],
    [`${loan.months - 1} monthly payments of`, loan.payment],
    ['Last payment', loan.lastPayment],
    ['Finance charge', loan.financeCharge],
    ['You pay in all', loan.total],
  ],
  exampleNote: 'Your own rate depends on your credit, your state, the amount and the term.',
  howTitle: 'How it works',
  how: [
    {
      title: 'About you',
      what: 'Your name, how to reach you, and who you are. A soft credit check does not affect your score.',
    },
    { title: 'About your home', what: 'Where you live and what it costs you a month.' },
    {
      title: 'About your income',
      what: 'What you earn a year. Then you see your offers, with all they cost.',
    },
  ],
  faqTitle: 'Questions people ask',
  toForm: 'Check my offers',
} as const;
