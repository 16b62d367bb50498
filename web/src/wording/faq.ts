// Questions people ask, with their answers.
export const faq: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'How much can I borrow?',
    answer:
      'Personal loans run from $500 to $15,000. Online you can request $2,501 to $15,000; ask a branch for less.',
  },
  {
    question: 'Does checking my offers affect my credit score?',
    answer:
      'No. Prequalifying makes a soft inquiry, which only you can see. A hard inquiry is made only when you apply for the loan.',
  },
  {
    question: 'How long does it take?',
    answer:
      'Prequalifying takes about 5 minutes. A branch calls you within 24 to 48 hours. Funds arrive in 2 to 3 business days after signing.',
  },
  {
    question: 'What will the loan cost?',
    answer:
      'APR runs from 24.00% to 35.99% and terms from 24 to 60 months. For example, $5,000 over 48 months at 31.22% APR gives a $183.60 payment.',
  },
  {
    question: 'What is an auto secured loan?',
    answer:
      'A loan secured by your vehicle. With a vehicle worth $12,500, for example, you may be offered more or a lower rate. If you do not pay, the vehicle can be taken.',
  },
  {
    question: 'Why do you ask me to connect my bank?',
    answer:
      'It confirms your income, identity and residence without sending papers. We see balances and transactions, never your password.',
  },
  {
    question: 'What if I took a loan recently?',
    answer: 'An offer is void if a loan was made to you in the last 30 days.',
  },
  {
    question: 'Is my information safe?',
    answer: 'A 256-bit SSL encrypted connection keeps your information safe, and we keep it encrypted.',
  },
];
