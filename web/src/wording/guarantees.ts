// What the lender promises on every page.
import { facts } from './facts.ts';

export const guaranteesText = {
  title: 'What you can count on',
  items: (branches: number, states: number) => [
    {
      title: 'Apply online in minutes',
      text: `Checking your offers takes about ${facts.prequalifyingTakes}.`,
    },
    {
      title: 'Phone and local branch support',
      text: `Over ${branches} branches in ${states} states, with people you can call or visit.`,
    },
    {
      title: 'Your information is safe',
      text: 'A 256-bit SSL encrypted connection keeps your information safe.',
    },
  ],
} as const;
