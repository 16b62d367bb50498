import states from '#lender/public/states.json';

export const loadingText = {
  heading: "We're looking for your offers",
  stages: [
    { stage: 'phone', title: 'Phone confirmed', messages: [] },
    {
      stage: 'identity',
      title: 'Identity',
      messages: ['Checking your information', "Making sure it's really you", 'Still checking'],
    },
    {
      stage: 'report',
      title: 'Credit report',
      messages: [
        "Reading your credit report, which won't affect your score",
        'Waiting for the credit bureau to answer',
        'Still waiting for the credit bureau',
      ],
    },
    {
      title: 'Decision',
      messages: [
        'Looking at what we can offer you',
        'Working out amounts and payments for you',
        'Almost there: your offers come next',
      ],
    },
  ],
} as const;

export const captureOnlyText = {
  heading: 'Instant response is temporarily unavailable',
  lead: 'We saved your application, and nothing is lost.',
  next: "You can close this page. We'll email you when we have an answer, with a link that brings you back here.",
} as const;

export const duplicateText = {
  heading: 'We have already received your information from our website or through one of our partners.',
  lead: "We're using your earlier application, so you don't have to send anything again.",
  next: "We'll text a code to the phone on it. Enter it to pick up where you left off. A branch can also give you an update.",
  code: 'Text me a code',
  nextAtBranch: 'Your branch has it: call {phone} for an update.',
  button: 'Email me the link',
} as const;

export const customerLoginText = {
  heading: 'You already have an account with us',
  lead: 'Please log in to ask for more money or change your loan.',
  button: 'Log in to my account',
  next: "Trouble logging in? Call us, and we'll help.",
} as const;

export const tooYoungText = {
  heading: "We can't take your application",
  lead: `We lend only to adults: ${adultAges()}.`,
  notified: "We're sending you a notice about this, by email or by letter. It explains your rights.",
  next: "We didn't contact a credit bureau. If you mistyped your date of birth, go back and fix it.",
  button: 'Back to the form',
} as const;

export const offlineText = {
  heading: 'System is offline',
  checking: "Checking when we're back",
  isBack: 'The system is back',
  resume: 'Continue my application',
  next: "We didn't contact a credit bureau.",
  later: 'Please try again in a few minutes.',
  button: 'Try again',
} as const;

export const emailVerificationText = {
  checking: 'Confirming your email address',
  doneHeading: 'Thank you. Your email address is confirmed.',
  doneNext: "You're done here, so you can close this page.",
  badHeading: 'Sorry, this email address validation link is not valid.',
  badNext: "It may have expired. Your application doesn't depend on it.",
  failedHeading: "We couldn't confirm your email address right now",
  failedNext: 'Please open the link again in a few minutes.',
  greeting: (name: string) => `Thank you, ${name}. Your email address is confirmed.`,
} as const;

type AgeOfState = Pick<(typeof states)[number], 'name' | 'minimumAge'>;

/** "18 years of age, and 19 in Alabama": the age of most states, and where it is another. */
export function adultAges(all: readonly AgeOfState[] = states): string {
  const named = new Map<number, string[]>();
  for (const { name, minimumAge } of all) named.set(minimumAge, [...(named.get(minimumAge) ?? []), name]);
  const [[usual] = [18], ...others] = [...named].sort(([, a], [, b]) => b.length - a.length);
  const list = new Intl.ListFormat('en-US');
  const elsewhere = others.map(([age, names]) => `${age} in ${list.format(names)}`);
  return [`${usual} years of age`, ...elsewhere].join(', and ');
}
