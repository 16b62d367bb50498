// Texts about an offered loan that both paths share.
export const loanText = {
  securedBy: (vehicle: string | undefined) =>
    vehicle ? `Secured by your vehicle: ${vehicle}.` : 'Secured by your vehicle.',
  consequence: "If you don't pay, we can repossess it.",
  updateDetails: 'Update your phone, home or monthly payment',
} as const;
