import { wholeDollars } from './format.ts';

export const formText = {
  aboutYou: 'About you',
  aboutHome: 'About your home',
  aboutIncome: 'About your income',

  /** How many of a part's required questions are answered. */
  partProgress: (answered: number, questions: number) => {
    if (answered === questions) return 'Done';
    return answered > 0 ? `${answered} of ${questions} answered` : '';
  },

  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  phoneHint: "We'll text you a code.",
  again: "For your security, we don't keep this. Please enter it again.",
  dob: 'Date of birth',
  dobHint: 'Like 04/12/1984',
  ssn: 'Social Security number',
  ssnHint: "Enter all 9 digits. This soft credit check won't affect your score.",
  streetAddress: 'Home address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  changeCity: (city: string) => `Change it to ${city}`,
  stateConfirmed: (state: string) => `Yes, my home is in ${state}.`,
  branchWaits: 'Your ZIP code finds your nearest branch.',
  branchIs: (name: string, { fullName, title }: { readonly fullName: string; readonly title: string }) =>
    `Your branch: ${name}. ${fullName}, ${title}.`,
  whoSees: 'At our company, your branch and our lending team see this.',
  residentialStatus: 'Residence type',
  monthlyPayment: 'Monthly payment',
  monthlyPaymentHint: 'Rent or mortgage.',
  mainIncome: 'Annual income',
  additionalIncome: 'Additional income',
  incomeHint:
    "Yearly, before taxes, in whole dollars. You don't have to list alimony, child support or separate maintenance unless you want us to count it.",

  requested: (dollars: number) =>
    `You chose ${wholeDollars(dollars)}. You can choose another amount with your offers.`,
  submitting: 'Sending your application',
  networkFailure: 'We are experiencing an issue submitting your request. Please resubmit to continue.',

  suggestions: {
    label: 'Addresses found',
    count: (count: number) =>
      count === 0 ? 'No address found.' : `${count} ${count === 1 ? 'address' : 'addresses'} found.`,
    filled: 'We filled in the city, state and ZIP code.',
    unread: "We couldn't fill in the rest. Please enter it.",
  },

  needsCookies:
    "Your browser blocks cookies, and we can't save your application without them. Please allow them here.",
  unserved: (state: string) => `We don't lend in ${state}.`,
} as const;
