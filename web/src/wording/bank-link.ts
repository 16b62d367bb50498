import { afterPapers } from '#contract/funding-estimate-text.ts';
import { fundsArrive } from './money.ts';

export const bankLinkLaterText = {
  heading: "You've accepted your terms",
  lead: 'Thank you. Your branch can finish the application with you.',
  offer: 'Nothing goes to your branch until you ask for a call.',
  request: 'Ask my branch to call me',
  requesting: 'Letting your branch know',
  next: 'What happens next',
  steps: (promise: string | undefined, call: string) => [
    `A branch will call you ${call}.`,
    "Together, you'll confirm your income, identity and residence.",
    `You'll sign your documents. ${fundsArrive(promise === afterPapers ? promise : undefined)}`,
  ],
  prepare: 'Have your ID, a recent pay stub and a utility bill handy.',
  instead: 'You can still do this online, in about two minutes.',
  insteadWithCall: "If you connect your bank, we'll ask your branch not to call.",
  insteadLink: 'Connect my bank',
  chosen: 'Your choice',
  requestFailed: "We couldn't ask your branch to call you. Check your internet connection, then try again.",
} as const;

export const bankLinkText = {
  heading: 'Connect your bank to verify your information',
  lead: "Your bank confirms your income, identity and residence. It won't affect your credit score.",
  button: 'Connect my bank',
  opening: 'Opening the connection',
  finishing: 'Finishing with your bank',
  sending: 'Connecting your bank',
  next: "It takes about two minutes. Then we'll check your information while you wait.",
  safeTitle: 'Why connecting is safe',
  safe: [
    {
      title: 'Your password stays with your bank',
      text: 'Plaid makes the connection. We never see your login.',
    },
    {
      title: "We can't move money",
      text: "We can only look. Connecting doesn't change anything at your bank.",
    },
    { title: "You're in control", text: 'You choose the accounts, and you can remove your bank later.' },
  ],
  readTitle: 'What we see',
  read: [
    'The name and address your bank has for you.',
    'Your regular income and payments from the last six months.',
    'The accounts you choose: their type, balance and numbers.',
  ],
  notReadTitle: "What we don't see",
  notRead: [
    'Your username, password or security answers.',
    "Accounts you don't choose.",
    'Anything after you remove your bank or your application ends.',
  ],
  otherTitle: 'Prefer another way?',
  other: 'A branch can verify you in person. Bring your ID, a pay stub and a utility bill.',
  otherLink: 'Verify at a branch instead',
  notes: {
    closed: "You haven't connected a bank yet. You can do it at any time.",
    bank: "We couldn't connect your bank. Try again, choose another bank, or verify at a branch.",
    'started-again': "That connection was already used, so we're starting a new one. Nothing is lost.",
    'not-loaded': "We couldn't open the connection. Check your internet connection, then try again.",
    unreachable: "We couldn't connect. Check your internet connection, then try again.",
    'too-many': "You've tried several times. Please wait an hour, or call us.",
  },
} as const;
