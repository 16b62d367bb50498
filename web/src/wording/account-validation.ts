export const accountValidationText = {
  waits: {
    CHECKING:
      "We're confirming this account. You can keep going in the meantime; we'll send your money once it's confirmed.",
    MICRO_ENTRIES:
      "We're sending this account two small deposits to confirm it. We'll send your money once you tell us the amounts.",
    MANUAL_REVIEW:
      "Someone on our team is confirming this account. We'll send your money once it's confirmed.",
    INVALID: "We couldn't confirm the account you gave us, so we need another one to send your money to.",
  },
  enterAmounts: 'Enter the amounts',
  giveAnother: 'Use another account',
  giveAnotherLater: 'You can give us another one after you sign.',

  confirm: {
    loading: 'Loading your account',
    checking: 'Checking its numbers',
    CHECKING: {
      heading: "We're confirming your account",
      lead: "This usually takes a few seconds. You don't need to wait here.",
    },
    MICRO_ENTRIES: {
      heading: 'Confirm your account',
      lead: "We're sending your account two deposits of less than $1 each, labeled ACCTVERIFY.",
    },
    MANUAL_REVIEW: {
      heading: "We're confirming your account",
      lead: "Someone on our team is looking at it, and we'll email you. You don't have to do anything.",
    },
    VALID: { heading: 'Your account is confirmed', lead: 'We can send your money there.' },
    INVALID: {
      heading: 'We need another account',
      lead: "We couldn't confirm the account you gave us, so we can't send your money there. Your loan isn't affected.",
    },
    arrive: (day: string) => `They'll arrive by ${day}. Then we take the same total back.`,
    first: 'First amount',
    second: 'Second amount',
    amountHint: 'Less than $1, like 0.12.',
    tries: (left: number) => (left === 1 ? 'You have one try left.' : `You have ${left} tries.`),
    button: 'Confirm my account',
    submitting: 'Checking the amounts',
    notYet: "Don't see them yet? Come back later with the link in our email.",
    back: 'Back to my loan',
  },
  other: {
    returnedHeading: 'The bank sent your money back',
    returnedLead:
      "This usually means the account is closed or a number is wrong. Give us another account, and we'll send the money again. Your loan isn't affected.",
    refusedHeading: 'We need another account',
    refusedLead: "We couldn't confirm the first one. Your loan isn't affected.",
    nothing: "There's nothing to change. Your account is fine.",
    next: "We'll confirm the account, and then send your money.",
  },
} as const;
