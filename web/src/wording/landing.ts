// The landing page's texts that scripts show. Static ones are in about-loans.ts, so that no script carries it.

export const landingText = {
  comingFrom: "We see you're coming from:",
  backToApplication: 'Back to your application',
  /** Once it is made. */
  toLoan: 'See your loan',
  toForm: 'See if I qualify',
  noEffect: "Checking won't affect your credit score.",
  submit: 'Check my offers',
} as const;
