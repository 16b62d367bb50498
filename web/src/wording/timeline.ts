import { facts } from './facts.ts';

export const timelineText = {
  title: 'Your path to the financing you need',
  open: 'See all four steps',
  steps: [
    { name: 'Choose my loan', what: 'Pick the amount and payment that work for you.' },
    {
      name: 'Verify my info',
      what: 'Connect a bank account to confirm your income, identity and residence.',
    },
    { name: 'Receive my funds', what: `Sign your documents. Funds arrive in ${facts.fundsArriveIn}.` },
    { name: 'Finish setup', what: 'Set up autopay and your online customer portal.' },
  ],
} as const;
