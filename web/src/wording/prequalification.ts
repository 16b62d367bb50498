// The landing page with its form, and the screens right after it is sent.
import { adultAges } from './ages.ts';
import { facts } from './facts.ts';
import { wholeDollars } from './format.ts';

export const landingText = {
  heading: 'Loans to fit your needs',
  lead: `Check your offers in about ${facts.prequalifyingTakes}. This does not affect your credit score.`,
  backToApplication: 'Back to your application',
  comingFrom: "We see you're coming from:",
  formLabel: 'Check my offers',
  aboutYou: 'About you',
  aboutHome: 'About your home',
  aboutIncome: 'About your income',

  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailHint: 'We send your offers and documents here.',
  phone: 'Phone',
  phoneHint: 'We text you a code to confirm it.',
  again: "For your security, we don't keep this. Please enter it again.",
  dob: 'Date of birth',
  dobHint: 'Like 04/12/1984',
  ssn: 'Social Security number',
  ssnHint: "Enter all 9 digits. This soft credit check won't affect your score.",
  streetAddress: 'Home address',
  streetAddressHint: 'Where you live, not a PO box.',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  residentialStatus: 'Residence type',
  monthlyPayment: 'Monthly payment',
  monthlyPaymentHint: 'Your rent or mortgage, in whole dollars.',
  mainIncome: 'Annual income',
  mainIncomeHint: 'Before taxes, in whole dollars.',
  additionalIncome: 'Additional income',
  additionalIncomeHint:
    "Yearly total, before taxes. You don't have to list alimony, child support or separate maintenance unless you want us to count it.",

  submit: 'Check my offers',
  submitting: 'Sending your request',
  afterwards: 'Next, we text you a code and look for your offers. You decide afterwards.',
  networkFailure: 'We are experiencing an issue submitting your request. Please resubmit to continue.',

  suggestions: {
    label: 'Addresses found',
    count: (count: number) =>
      count === 0 ? 'No address found.' : `${count} ${count === 1 ? 'address' : 'addresses'} found.`,
    filled: 'City, state and ZIP code are filled in.',
  },

  incomeDialog: {
    title: 'Hmmm. Are you sure you entered the right amount? We are looking for annual income.',
    amount: (dollars: number) => `You entered ${wholeDollars(dollars)} a year.`,
    keep: 'Confirm',
    change: 'Change the amount',
  },

  outOfState: {
    title: "We don't lend in your state yet",
    field: (state: string) => `We don't lend in ${state}.`,
    what: (state: string) => `We aren't licensed to lend in ${state}, so we can't take your request online.`,
    list: 'States where we lend:',
    call: 'Questions? Call us at {phone}.',
    close: 'Close',
  },

  textUnavailable: "We couldn't load this text. Please try again.",
  textLoading: 'Loading the text',

  disclaimerTitle: 'What you should know',
} as const;

export const disclaimers = [
  `Personal loans from ${facts.leastAmount} to ${facts.mostAmount}, APR ${facts.lowestApr} to ${facts.highestApr}, terms ${facts.shortestTerm} to ${facts.longestTerm} months.`,
  'Not everyone qualifies. Offers depend on your credit, income, state and the value of a vehicle where one secures the loan.',
  'Checking your offers makes a soft inquiry, which does not affect your credit score. A hard inquiry is made only when you apply.',
  `An offer is void if a loan was made to you in the last ${facts.loanFreeDays} days.`,
  'We do not serve children under 13, and lend only to adults.',
] as const;

export const loadingText = {
  heading: 'We are looking for your offers',
  lead: 'This usually takes less than a minute. Please keep this page open.',
  messages: [
    'Checking your information',
    'Reading your credit file. This is a soft inquiry and does not affect your score',
    'Working out amounts and payments for you',
    'Finding the branch nearest to you',
    'Almost there. Your offers come next',
  ],
} as const;

export const captureOnlyText = {
  heading: 'Instant response is temporarily unavailable',
  lead: 'We saved your request, and nothing is lost.',
  next: "You can close this page. We'll email you when we have an answer, with a link that brings you back here.",
} as const;

export const duplicateText = {
  heading: 'We have already received your information from our website or through one of our partners.',
  lead: "We're using your earlier request, so you don't have to send anything again.",
  next: 'We can email you a link to it. A branch can also tell you where it stands.',
  button: 'Email me the link',
} as const;

export const customerLoginText = {
  heading: 'You already have an account with us',
  lead: 'Please log in to ask for more money or change your loan.',
  button: 'Log in to my account',
  next: "Trouble logging in? Call us, and we'll help.",
} as const;

export const tooYoungText = {
  heading: "We can't take your request",
  lead: `We lend only to adults: ${adultAges()}.`,
  next: "We didn't contact a credit bureau. If you mistyped your date of birth, go back and fix it.",
  button: 'Back to the form',
} as const;

export const offlineText = {
  heading: 'System is offline',
  checking: "Checking when we're back",
  isBack: 'The system is back, so you can try again now.',
  next: "We didn't contact a credit bureau.",
  kept: "Your answers are still in the form. You'll only need to enter your Social Security number again.",
  button: 'Try again',
} as const;

export const emailVerificationText = {
  checking: 'Confirming your email address',
  doneHeading: 'Thank you. Your email address is confirmed.',
  doneNext: "You're done here, so you can close this page.",
  badHeading: 'Sorry, this email address validation link is not valid.',
  badNext: "It may have expired. Your application doesn't depend on it.",
  failedHeading: "We couldn't confirm your email address just now",
  failedNext: 'Please open the link again in a few minutes.',
  greeting: (name: string) => `Thank you, ${name}. Your email address is confirmed.`,
} as const;
