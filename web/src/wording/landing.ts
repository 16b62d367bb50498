// What the landing page says once it responds. What it only shows is in about-loans.ts, so that no script carries it.

export const landingText = {
  comingFrom: "We see you're coming from:",
  backToApplication: 'Back to your application',
  submit: 'Check my offers',
} as const;
