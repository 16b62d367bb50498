// The longer variant of the landing page.
export const moreWords = {
  offerTitle: 'What we offer',
  offers: (states: number, branches: number) => [
    { title: 'Personal loans from $2,501 to $15,000', what: 'APR from 24.00% to 35.99%, 24 to 60 months.' },
    {
      title: 'Funds in 2 to 3 business days',
      what: 'After you sign. A branch calls you within 24 to 48 hours.',
    },
    { title: `Over ${branches} branches in ${states} states`, what: 'Phone and local branch support.' },
  ],
  exampleTitle: 'An example payment schedule',
  exampleWhat: 'You borrow $5,000 over 48 months at 31.22% APR.',
  exampleRows: [
    ['You receive', '$5,000.00'],
    ['47 monthly payments of', '$183.60'],
    ['Last payment', '$183.12'],
    ['Finance charge', '$3,812.32'],
    ['You pay in all', '$8,812.32'],
  ],
  exampleNote: 'Your own rate depends on your credit, your state, the amount and the term.',
  howTitle: 'How it works',
  how: [
    {
      title: 'Check your offers',
      what: 'Fill in the form. A soft credit check does not affect your score.',
    },
    {
      title: 'Choose an amount and a payment',
      what: 'Every offer shows payment, APR and what you pay in all.',
    },
    {
      title: 'Verify and sign online',
      what: 'Connect your bank, then sign. A hard inquiry comes only now.',
    },
    { title: 'Receive your funds', what: 'In 2 to 3 business days, into the account you choose.' },
  ],
  faqTitle: 'Questions people ask',
  toForm: 'Check my offers',
} as const;
