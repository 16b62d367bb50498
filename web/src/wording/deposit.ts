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

  waits: {
    CHECKING: "We're confirming this account. You can go on meanwhile; money moves once it's confirmed.",
    MICRO_ENTRIES:
      "We sent this account two small deposits to confirm it. You can sign meanwhile; we send your money once you've told us the amounts.",
    PERSON:
      "One of us is confirming this account. You can sign meanwhile; we send your money once it's confirmed.",
    INVALID: "We couldn't confirm this account, so we need another one to send your money to.",
  },
  enterAmounts: 'Enter the amounts',
  giveAnother: 'Give another account',
  giveAnotherLater: 'After you sign, you can give us another one here.',

  confirm: {
    loading: 'Loading your account',
    CHECKING: {
      heading: "We're confirming your account",
      lead: 'This usually takes a few seconds. You can sign your documents meanwhile.',
    },
    MICRO_ENTRIES: {
      heading: 'Confirm your account',
      lead: "We're sending your account two deposits of less than $1 each, labeled ACCTVERIFY.",
    },
    PERSON: {
      heading: "We're confirming your account",
      lead: "One of us is looking at it, and we'll email you. You don't have to do anything.",
    },
    VALID: { heading: 'Your account is confirmed', lead: 'Your money can go there.' },
    INVALID: {
      heading: 'We need another account',
      lead: "We couldn't confirm this account, so we can't send your money there. Your loan isn't affected.",
    },
    arrive: (day: string) => `They arrive by ${day}. We take the same total back.`,
    first: 'First amount',
    second: 'Second amount',
    amountHint: 'Less than $1, like 0.12.',
    tries: (left: number) => (left === 1 ? 'You can try once.' : `You can try ${left} times.`),
    button: 'Confirm my account',
    submitting: 'Checking the amounts',
    notYet: "Don't see them yet? Come back by the link in our email. You can sign your documents meanwhile.",
    back: 'Back to my loan',
  },
  other: {
    returnedHeading: 'Your bank returned your money',
    returnedLead:
      'This usually means that the account is closed or a number is wrong. Give us another account, and we send the money again. Your loan is not affected.',
    refusedHeading: 'Give us another account',
    refusedLead: "We couldn't confirm the first one. Your loan isn't affected.",
    nothing: 'There is nothing to change. Your account is fine.',
    next: 'We confirm the account, and then we send your money.',
  },
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
