// Texts about an offered loan that both paths share.
import { rate, usd, usdExact } from './format.ts';

export const loanText = {
  securedBy: (vehicle: string | undefined) =>
    vehicle ? `Secured by your vehicle: ${vehicle}.` : 'Secured by your vehicle.',
  consequence: "If you don't pay, we can repossess it.",
  inOneLine: 'Your loan:',
  figures: (loan: {
    readonly amount: number;
    readonly monthlyPayment: number;
    readonly months: number;
    readonly apr: number;
  }) =>
    `${usd(loan.amount)} at ${usdExact(loan.monthlyPayment)} a month for ${loan.months} months, ${rate(loan.apr)} APR.`,
  updateDetails: 'Update your phone, home or monthly payment',
} as const;
