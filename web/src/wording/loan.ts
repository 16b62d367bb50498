// What the ordinary way and the fast path both say about an offered loan.

export const loanText = {
  securedBy: (vehicle: string | undefined) =>
    vehicle ? `Secured by your vehicle: ${vehicle}.` : 'Secured by your vehicle.',
  consequence: "If you don't pay, we can repossess it.",
  updateDetails: 'Update your phone, home or monthly payment',
} as const;
