export const appText = {
  titleOf: (title: string, lender: string) => `${title} | ${lender}`,
  helpBeside: 'Questions? Call',
  myApplication: 'My application',
  loading: 'Loading the next page',
  arriving: {
    now: "One moment. We're getting this page for you.",
    late: 'This is taking longer than it should. Reload the page, or call us at {phone}.',
  },

  footer: {
    help: 'Questions? Call us at',
    linksLabel: 'About the lender',
    privacy: 'Privacy policy',
    cookies: 'Cookie policy',
    licenses: 'Licenses and disclosures',
    investors: 'Investors',
    california: 'California notice',
    accessibility: 'Accessibility',
    faq: 'Frequently asked questions',
    privacyChoices: 'Your Privacy Choices',
    states: (count: number) => `We lend in ${count} states`,
    more: (count: number) => `We lend in ${count} states. Licenses, privacy and more`,
    licensing: 'State licensing notes',
    copyright: (from: number, to: number) => `© ${from}–${to}`,
  },

  pageError: {
    title: 'Something went wrong on this page',
    what: 'Everything that you sent us is saved.',
    next: 'Reload the page. You may need to enter your last answers again.',
    button: 'Reload the page',
    call: 'If it happens again, call us at {phone}.',
  },
  pageOffline: {
    title: "You're offline",
    what: "We couldn't load this page without a connection.",
    next: "We'll open this page as soon as you're back online.",
  },

  steps: ['Choose my loan', 'Verify my info', 'Receive my funds', 'Finish setup'],
  choosing: {
    label: 'Choosing your loan',
    steps: [
      { name: 'Select Loan Amount', short: 'amount' },
      { name: 'Choose Payment Terms', short: 'terms' },
      { name: 'Preview', short: 'preview' },
    ],
  },
} as const;
