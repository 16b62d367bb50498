// Coming back by a mailed link.
export const resumeWords = {
  heading: 'We are opening your application',
  messages: ['Looking up your application', 'Almost there'],
  unreachable: 'We could not be reached. Check your internet connection, then try again.',
  again: 'Try again',
  trying: 'Opening your application',
} as const;

export const updateDetailsWords = {
  heading: 'Please check a few details',
  lead: 'We need these to show you current offers. This does not affect your credit score.',
  phone: 'Phone',
  phoneHint: 'We text you a code to confirm it.',
  residentialStatus: 'Residence type',
  monthlyPayment: 'Monthly payment',
  monthlyPaymentHint: 'Your rent or mortgage a month. Enter 0 if you pay none.',
  submit: 'Continue',
  submitting: 'Saving your details',
} as const;
