// The status page's texts: the status of an application, what is next, and what the applicant can do.

export interface StatusText {
  readonly heading: string;
  readonly text: string;
  /** What happens next, in its order: the first is under way, or the applicant's to do. */
  readonly next: readonly string[];
  /** The status once the applicant has sent every document that we wait for. Until then it is the applicant's turn. */
  readonly afterDocuments?: Omit<StatusText, 'afterDocuments'>;
  /** The button to where the applicant continues. Absent where there is nothing to do or to read there. */
  readonly button?: string;
  /** What the day is on which the offers or the approval expire, where it matters here. */
  readonly expiry?: string;
}

/** What is ahead until the money is sent. */
export const receiveMoney = 'Receive your money';
export const firstPayment = 'Make your first payment';
/** After that, the core system has the payments. */
export const laterPayments = 'For your balance and your payments, call your branch';
/** "Your money is on its way. It arrives by Tuesday, November 24" */
export const moneyOnItsWay = (day: string) => `Your money is on its way. It arrives ${day}`;
/** Before the last time at which a signed loan can be canceled. */
export const cancelText = 'As long as your money is still with us, you can cancel your loan until';

const offersGood = 'Offers good through';
const approvalGood = 'Approval good through';

const afterOffers = [
  'Verify your information with your bank',
  'Get our final answer',
  'Sign your documents and receive your money',
] as const;
const afterApproval = ['Choose where your money goes', 'Read and sign your documents', receiveMoney] as const;
const documentsReceived = {
  heading: 'We received your documents',
  text: "Thank you. You don't need to do anything now.",
} as const;
const documentsNext = 'Someone at your branch will look at your documents and call you';
const readNotice = [
  'Read our notice. It explains why, and your rights',
  'You can apply again when something changes',
] as const;
const approved = {
  heading: "You're approved",
  text: 'Choose your final terms, and then where your money goes.',
  next: ['Choose your final terms', ...afterApproval],
  button: 'Choose my terms',
  expiry: approvalGood,
} as const;
const termsChosen = {
  heading: "You're approved",
  text: 'Tell us where your money goes.',
  next: afterApproval,
  button: 'Choose where it goes',
  expiry: approvalGood,
} as const;
const prequalified = {
  heading: "You're prequalified",
  text: "Choose an amount and a term. Choosing won't affect your credit score.",
  next: ['Choose your loan', ...afterOffers],
  button: 'See my offers',
  expiry: offersGood,
} as const;
const approvalOver = {
  heading: 'Your approval has ended',
  text: "No loan was made, and you don't owe us anything.",
  next: ["You can apply again. Checking your offers won't affect your credit score"],
  button: 'See what happened',
} as const;

/** Of a signed loan, whatever else was still to do. */
export const paidOff: StatusText = {
  heading: 'Your loan is paid off',
  text: "Congratulations! You don't have to make any more payments.",
  next: [],
  button: 'See my loan',
};

/** Of a signed loan whose money needs the applicant first, whatever else is next. */
export const accountNeeded = {
  MICRO_ENTRIES: {
    heading: 'Confirm your account',
    text: "Your loan is signed. We're sending your account two small deposits. Tell us the amounts, and we'll send your money.",
    next: ['Enter the amounts of the two deposits'],
    button: 'See my loan',
  },
  INVALID: {
    heading: 'We need another account',
    text: "Your loan is signed. We couldn't confirm the account you gave us. Give us another one, and we'll send your money.",
    next: ['Give us another account'],
    button: 'See my loan',
  },
} as const satisfies Partial<Record<string, StatusText>>;

/** The words that a state may name as its own. Several states say the same. */
export const statusText = {
  prequalified,
  approved,
  approvalOver,

  saved: {
    heading: 'We saved your application',
    text: "A service we check with isn't answering. Nothing is lost, and you don't need to do anything.",
    next: ["We'll ask again as soon as it answers", "We'll email you our answer"],
  },
  checking: {
    heading: "We're taking a closer look",
    text: "Someone on our team is looking at your application. You don't need to do anything now.",
    next: ["We'll finish our review", "We'll email you what happens next"],
  },
  decidedAgainst: {
    heading: 'We decided on your application',
    text: "We can't offer you a loan at this time.",
    next: readNotice,
    button: 'See our decision',
  },
  byBranch: {
    heading: 'Your branch will help you',
    text: "We couldn't finish your application online. This isn't a decision on it.",
    next: ['Your branch will call you', "You can also call us, and we'll pick up where you left off"],
    button: 'See how to reach us',
  },
  finalRun: {
    heading: "We're making our final decision",
    text: "We're reading your credit report and checking your final terms. This usually takes less than a minute.",
    next: ["We'll decide", ...afterApproval],
  },
  tracing: {
    heading: "We're checking on your credit report",
    text: "We asked for your credit report, and it didn't reach us. We won't ask for it again.",
    next: ['Someone on our team will find out what happened', "We'll email you as soon as we know more"],
  },
  accountChosen: {
    heading: "You're approved",
    text: 'We know where to send your money. Your documents come next.',
    next: ['Get your documents by email', 'Read and sign them', receiveMoney],
    button: 'Send my documents',
    expiry: approvalGood,
  },
  toSign: {
    heading: 'Your documents are ready to sign',
    text: 'Read them and sign on this or any other device.',
    next: ['Read and sign your documents', receiveMoney, 'Set up your payments'],
    button: 'Go to my documents',
    expiry: approvalGood,
  },
  lead: {
    heading: 'Your request is waiting for you',
    text: 'Check the details our partner sent, and agree to our terms.',
    next: ['Check your details', 'Confirm your phone', 'See your offers'],
    button: 'Check my details',
  },
  phoneCheck: {
    heading: 'Confirm your phone',
    text: "We texted you a code. Once you enter it, we'll look for your offers.",
    next: ['Enter the code we texted you', 'See your offers', ...afterOffers],
    button: 'Enter my code',
  },
  deciding: {
    heading: "We're looking for your offers",
    text: "This usually takes less than a minute. It won't affect your credit score.",
    next: ["We'll decide", 'Choose your loan', ...afterOffers],
  },
  vehicleNeeded: {
    heading: 'Tell us about your vehicle',
    text: "We don't have an offer for you without a vehicle right now. If you own one, it may secure a loan.",
    next: ["Add your vehicle, or tell us that you don't have one", "We'll give you our answer"],
    button: 'Add my vehicle',
    expiry: 'Please answer by',
  },
  superseded: {
    heading: 'You have a newer request',
    text: 'A newer request replaced this one.',
    next: ['Open the newest link from our partner'],
  },
  duplicate: {
    heading: 'We already have your application',
    text: "We're using your earlier application. We didn't start a second one.",
    next: ['Open your earlier application with a link we email you'],
    button: 'Find my earlier application',
  },
  duplicateInCore: {
    heading: 'We already have your application',
    text: "We're using your earlier application. We didn't start a second one.",
    next: ['Call your branch, which has your earlier application'],
    button: 'See how to reach us',
  },
  presentBorrower: {
    heading: 'You already have an account with us',
    text: "We didn't start a new application. Log in to your account, or call us.",
    next: ['Log in or call us', "We'll look at your options with you"],
    button: 'See how to log in',
  },
  stepUp: {
    heading: 'We need to check your information with you',
    text: "We couldn't verify it automatically. This isn't a decision on your application.",
    next: ['Send us the documents we ask for, or bring them to your branch', "We'll give you our answer"],
    afterDocuments: {
      ...documentsReceived,
      next: [documentsNext, "We'll give you our answer"],
      button: 'See what happens now',
    },
    button: 'See what to send',
    expiry: 'Please send them by',
  },
  stepUpExpired: {
    heading: 'We closed your application',
    text: "We didn't get what we asked you for in time. No decision was made, and you don't owe us anything.",
    next: ["You can apply again at any time. Checking your offers won't affect your credit score"],
    button: 'See what happened',
  },
  outOfTradeArea: {
    heading: "We don't have a branch near you",
    text: 'A local branch services every loan, and none is close to you.',
    next: readNotice,
    button: 'See our decision',
  },

  fastPathOffered: {
    ...prequalified,
    text: 'Your offer is ready. You can get approved in one step, or look at other options.',
    next: ['Get approved, or choose other terms', ...afterApproval],
    button: 'See my offer',
  },
  fastPathApproved: termsChosen,
  fastPathCounteroffer: {
    heading: 'We have another offer for you',
    text: "We can't approve the terms you asked for, but we can offer you others.",
    next: ['Accept or decline our offer', ...afterApproval],
    button: 'See my offer',
    expiry: offersGood,
  },

  phoneChanged: {
    heading: 'Confirm your new phone',
    text: 'We texted a code to your new number. Your offers are waiting.',
    next: ['Enter the code we texted you', 'Choose your loan', ...afterOffers],
    button: 'Enter my code',
    expiry: offersGood,
  },
  termsAccepted: {
    heading: 'Connect your bank',
    text: 'You chose your loan. Your bank can confirm your identity, address and income in minutes.',
    next: afterOffers,
    button: 'Connect my bank',
    expiry: offersGood,
  },
  offerVoid: {
    heading: 'Your offers are no longer good',
    text: 'We made you a loan a short while ago, so these offers ended.',
    next: readNotice,
    button: 'See what happened',
  },
  offerExpired: {
    heading: 'Your offers have expired',
    text: "They were good for a limited time. No loan was made, and you don't owe us anything.",
    next: ["You can check for new offers. It won't affect your credit score"],
    button: 'See what to do next',
  },

  verifying: {
    heading: "We're verifying your information",
    text: "We're comparing your bank's records with your application.",
    next: ["We'll finish comparing", 'Get our final answer', 'Sign your documents and receive your money'],
    expiry: offersGood,
  },
  verified: {
    heading: 'Your information is verified',
    text: 'We confirmed your details. Our final answer takes one hard credit check.',
    next: ['Agree to the credit check', 'Get our final answer', ...afterApproval],
    button: 'Continue my application',
    expiry: offersGood,
  },
  notVerified: {
    heading: "We couldn't verify everything",
    text: "What your bank shows doesn't match everything you told us. This isn't a decision on your application.",
    next: ['Connect another bank, send us documents, or visit your branch', 'Get our final answer'],
    afterDocuments: {
      ...documentsReceived,
      next: [documentsNext, 'Get our final answer'],
      button: 'See what else I can do',
      expiry: offersGood,
    },
    button: 'See what I can do',
    expiry: offersGood,
  },
  verificationFailed: {
    heading: "We couldn't read your bank account",
    text: 'You may need to log in to your bank again. We saved your application.',
    next: ['Try again, or connect another bank', 'Get our final answer'],
    button: 'Try again',
    expiry: offersGood,
  },

  restored: {
    heading: 'We saved your application',
    text: "We're making sure that we have all your information. You don't need to do anything.",
    next: ["We'll finish our check", "We'll email you when you can continue"],
  },
  approvedOtherwise: {
    ...approved,
    text: 'We approved different terms than you asked for. Choose the ones that work for you.',
  },
  offerChosen: termsChosen,
  signingFailed: {
    heading: "We're checking on your signature",
    text: "The signing service hasn't told us yet whether your documents are signed.",
    next: ["We'll keep asking", "We'll email you as soon as we know"],
    expiry: approvalGood,
  },
  completing: {
    heading: "We're checking your signature",
    text: "If you signed, you don't need to sign again.",
    next: ['The signing service confirms that you signed', receiveMoney, 'Set up your payments'],
  },
  signingDeclined: {
    heading: "Your documents aren't signed",
    text: 'You declined to sign, so no loan was made.',
    next: ['If this is a mistake, call us'],
    button: 'See how to reach us',
  },
  signingVoided: {
    heading: "Your documents aren't signed",
    text: 'They were closed before you signed them, so no loan was made.',
    next: ["Call us, and we'll find out what happened"],
    button: 'See how to reach us',
  },
  signedHeld: {
    heading: "We're taking a closer look",
    text: 'You signed your documents. Someone on our team is checking them before we send your money.',
    next: ["We'll finish our review", "We'll email you what happens next"],
  },
  vehicleUnproven: {
    heading: "Send us your vehicle's papers",
    text: "You signed your documents. We send your money once someone at your branch has seen your vehicle's papers.",
    next: [
      'Send us proof of insurance, and the title if we ask for it',
      'Your branch looks at them',
      receiveMoney,
    ],
    afterDocuments: {
      heading: "We received your vehicle's papers",
      text: "You signed your documents. We send your money once someone at your branch has seen your vehicle's papers. You don't need to do anything now.",
      next: ['Your branch looks at them', receiveMoney],
      button: 'See what you sent',
    },
    button: 'Send my papers',
  },
  approvalWithdrawn: { ...approvalOver, next: readNotice },
  signed: {
    heading: 'Your documents are signed',
    text: 'Thank you.',
    next: ['Choose how you want to pay', receiveMoney],
    button: 'Set up my payments',
  },
  done: {
    heading: "You're all set",
    text: "Your loan is signed, and there's nothing left to do here.",
    next: [receiveMoney, firstPayment],
    button: 'See my loan',
  },
  disbursementReturned: {
    heading: 'Your money came back to us',
    text: "Your bank couldn't take it. Give us another account, and we'll send it again.",
    next: ['Give us another account', receiveMoney],
    button: 'Give another account',
  },

  decidedByBranch: {
    heading: 'Your branch decided on your application',
    text: 'Your branch gave you its decision. We closed this application.',
    next: ['Call your branch if you have questions'],
    button: 'See how to reach us',
  },
  withdrawn: {
    heading: 'You withdrew your application',
    text: "We closed it, and you don't owe us anything.",
    next: ['You can apply again at any time'],
  },
  loanCanceled: {
    heading: 'You canceled your loan',
    text: "You won't get any money from this loan, and you don't owe us anything.",
    next: ['You can apply again at any time'],
  },
} as const satisfies Readonly<Record<string, StatusText>>;

export type StatusTextName = keyof typeof statusText;
