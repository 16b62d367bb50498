// Confirming the account that receives the money, and giving another one.

export const accountValidationText = {
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
} as const;
