// Connecting a bank, and going on without it.
export const bankLinkLaterWords = {
  heading: 'Your loan request is in',
  lead: 'Thank you. You have accepted your terms.',
  next: 'What happens next',
  steps: [
    'A branch calls you within 24 to 48 hours.',
    'Together you confirm your income, identity and residence.',
    'You sign your documents. Funds arrive in 2 to 3 business days after signing.',
  ],
  prepare: 'Have your ID, a recent pay stub and a utility bill at hand.',
  chosen: 'Your choice',
} as const;
