import type { DepositAccount } from '#contract/deposit.ts';
import type { Journey } from '#contract/journey.ts';
import { unbroken, usdExact } from './format.ts';

export const depositText = {
  connectedHeading: 'Success! Your account is connected.',
  connectedLead: 'Choose the account that receives your money.',
  loading: 'Loading your accounts',
  accounts: 'Deposit account',
  chooseAccount: 'Please choose an account.',
  button: 'Confirm and continue',
  submitting: 'Saving your choice',
  otherWay: 'Enter account numbers instead',
  otherAccount: 'Choose another way',
  next: "Next, we'll send your loan documents. No money moves until you sign.",

  name: ({ name, mask }: Pick<DepositAccount, 'name' | 'mask'>) => unbroken(`${name} ending in ${mask}`),
  goesTo: ({ institutionName, accountType, mask }: NonNullable<Journey['choices']['depositAccount']>) =>
    unbroken(`Your money goes to ${institutionName}, ${accountType} account ending in ${mask}.`),
  account: ({ institutionName, accountType, mask }: NonNullable<Journey['choices']['depositAccount']>) =>
    unbroken(`${institutionName}, ${accountType} ending in ${mask}`),
  change: 'Change the account',
  wrongAccount: 'Wrong account? Call us at {phone} before you sign.',
  detail: ({ institution, accountType, accountSubtype }: DepositAccount) =>
    [institution.name, sentence(accountSubtype || accountType)].filter(Boolean).join(', '),
  balance: (cents: number) => `Balance ${usdExact(cents)}`,

  microEntries:
    "You agree that we may send two deposits of less than $1 each if we can't confirm the account right away. You also agree that we may take the same total back.",

  manualHeading: 'Where should we send your money?',
  manualLead: 'Enter the account that receives your loan.',
  noAccounts: "You don't have a connected account to choose from. Please enter your account numbers.",
  accountsFailed: "We couldn't load your accounts right now. Try again, or enter your account numbers.",
  tryAgain: 'Try again',
  backToAccounts: 'Choose a connected account instead',

  bankName: 'Bank name',
  accountType: 'Account type',
  accountTypes: { checking: 'Checking', savings: 'Savings' },
  routingNumber: 'Routing number',
  routingNumberHint: '9 digits, at the bottom left of a check.',
  accountNumber: 'Account number',
  accountNumberHint: '5 to 17 digits, to the right of the routing number.',
  confirmAccountNumber: 'Confirm account number',
  safe: "We encrypt these numbers, and your browser doesn't save them.",

  check: {
    open: 'Check number instructions',
    title: 'Check number instructions',
    what: 'Both numbers are at the bottom of a check.',
    drawing:
      'A check. Along the bottom, from left to right: 1 routing number, 2 account number, 3 check number.',
    rows: [
      { name: 'Routing number', what: 'The first 9 digits on the left. They identify your bank.' },
      { name: 'Account number', what: 'The next 5 to 17 digits. They identify your account.' },
      { name: 'Check number', what: "The short number that's also at the top right. We don't need it." },
    ],
    noCheck: "No check handy? You can find both numbers in your bank's app or on a statement.",
  },
} as const;

function sentence(words: string): string {
  const plain = words.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
