// The account that receives the money.
import type { DepositAccount } from '#contract/deposit.ts';
import type { Journey } from '#contract/journey.ts';
import { usdExact } from './format.ts';

type DepositChoice = NonNullable<Journey['choices']['depositAccount']>;

export const depositText = {
  connectedHeading: 'Success! Your account is connected.',
  connectedLead: 'Choose the account that receives your money.',
  loading: 'Loading your accounts',
  accounts: 'Deposit account',
  chooseAccount: 'Please choose an account.',
  button: 'Confirm and continue',
  submitting: 'Keeping your choice',
  otherWay: 'Enter account numbers instead',
  otherAccount: 'Choose another way',
  next: 'Next, we send your loan documents. Money moves only after you sign.',

  name: ({ name, mask }: Pick<DepositAccount, 'name' | 'mask'>) => `${name} ending in ${mask}`,
  goesTo: ({ institutionName, accountType, mask }: DepositChoice) =>
    `Your money goes to ${institutionName}, ${accountType} account ending in ${mask}.`,
  change: 'Change the account',
  wrongAccount: 'Is that wrong? Call us at {phone} before you sign.',
  detail: ({ institution, accountType, accountSubtype }: DepositAccount) =>
    [institution.name, sentence(accountSubtype || accountType)].filter(Boolean).join(', '),
  balance: (cents: number) => `Balance ${usdExact(cents)}`,

  smallDeposits:
    "If we can't confirm the account right away, you agree that we send it two deposits of less than $1 each and take the same total back.",

  manualHeading: 'Where should we send your money?',
  manualLead: 'Enter the account that receives your loan.',
  noAccounts: 'There is no connected account to choose from. Please enter your account numbers.',
  accountsFailed: 'We could not load your accounts just now. Try again, or enter your account numbers.',
  tryAgain: 'Try again',
  backToAccounts: 'Choose a connected account instead',

  bankName: 'Bank name',
  accountType: 'Account type',
  accountTypes: { checking: 'Checking', savings: 'Savings' },
  routingNumber: 'Routing number',
  routingNumberHint: '9 digits, at the left of a check.',
  accountNumber: 'Account number',
  accountNumberHint: '5 to 17 digits, right of the routing number.',
  confirmAccountNumber: 'Confirm account number',
  safe: 'We keep these numbers encrypted, and this browser keeps none of them.',

  check: {
    open: 'Check number instructions',
    title: 'Check number instructions',
    what: 'Both numbers stand at the bottom of a check.',
    drawing: 'A check. At its bottom, from the left: 1 routing number, 2 account number, 3 check number.',
    rows: [
      { name: 'Routing number', what: 'The first 9 digits from the left. It names your bank.' },
      { name: 'Account number', what: 'The digits after it, 5 to 17 of them. It names your account.' },
      {
        name: 'Check number',
        what: 'The short number that also stands at the top right. We do not need it.',
      },
    ],
    noCheck: 'No check at hand? Your bank shows both numbers in its app or on a statement.',
  },
} as const;

function sentence(words: string): string {
  const plain = words.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
