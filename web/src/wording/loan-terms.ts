// What an offer or a loan is made of, wherever it is shown.
export const loanTermsText = {
  monthly: 'Monthly payment',
  amount: 'Loan amount',
  term: 'Term',
  apr: 'APR',
  totalCost: 'Total of payments',
  financeCharge: 'Finance charge',
  months: (count: number) => `${count} months`,
  chosen: 'Chosen',
} as const;
