// Connecting a bank, and going on without it.
import { facts } from './facts.ts';

export const bankLinkLaterText = {
  heading: 'Your loan request is in',
  lead: 'Thank you. You have accepted your terms.',
  next: 'What happens next',
  steps: [
    `A branch calls you within ${facts.branchCallsWithin}.`,
    'Together you confirm your income, identity and residence.',
    `You sign your documents. Funds arrive in ${facts.fundsArriveIn} after signing.`,
  ],
  prepare: 'Have your ID, a recent pay stub and a utility bill at hand.',
  instead: 'You can still do this online, in about two minutes.',
  insteadLink: 'Connect my bank',
  chosen: 'Your choice',
  asking: 'Telling your branch',
  notAsked: "We couldn't ask your branch to call you. Check your internet connection, then try again.",
  again: 'Try again',
} as const;

/** The link to the screen of the linked bank. */
export const manageBankText = 'Manage your bank account';

export const bankLinkText = {
  heading: 'Connect your bank to verify your information',
  lead: 'Your bank confirms your income, identity and residence. This does not affect your credit score.',
  button: 'Connect my bank',
  opening: 'Opening the connection',
  finishing: 'Finishing with your bank',
  sending: 'Connecting your bank',
  next: 'It takes about two minutes. Then we check your information while you wait.',
  safeTitle: 'Why connecting is safe',
  safe: [
    {
      drawing: 'lock',
      title: 'Your password stays with your bank',
      text: 'Plaid makes the connection. We never see your login.',
    },
    {
      drawing: 'document',
      title: 'We can only read',
      text: 'Connecting moves no money and changes nothing at your bank.',
    },
    {
      drawing: 'bank',
      title: 'You decide',
      text: 'You choose the accounts, and you can remove your bank afterwards.',
    },
  ],
  readTitle: 'What we read',
  read: [
    'Your name and address, as your bank has them.',
    'Regular income and payments of the last six months.',
    'The accounts you choose: their type, balance and numbers.',
  ],
  notReadTitle: 'What we do not read',
  notRead: [
    'Your username, password or security answers.',
    'Accounts you do not choose.',
    'Anything once your bank is removed, or your request has ended.',
  ],
  otherTitle: 'Do you prefer another way?',
  other: 'A branch can verify you without a connection. Bring your ID, a pay stub and a utility bill.',
  otherLink: 'Verify at a branch instead',
  notes: {
    closed: 'No bank is connected yet. You can connect one at any time.',
    bank: 'Your bank could not be connected. Try again, choose another bank, or verify at a branch.',
    'started-again': 'This connection was used up, so the connection starts again. Nothing is lost.',
    'not-loaded': 'The connection could not be loaded. Check your internet connection, then try again.',
    unreachable: 'We could not be reached. Check your internet connection, then try again.',
    'too-many': 'You have tried many times. Please wait an hour, or call us.',
  },
} as const;
