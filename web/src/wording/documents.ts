import { afterPapers } from '#contract/funding-estimate-text.ts';
import { haveInsuranceReady } from '#contract/insurance-text.ts';
import { facts } from './facts.ts';
import { promised } from './money.ts';

export const documentsText = {
  loading: 'Loading your loan documents',
  questions: 'Questions? Call customer service at {phone}.',
  confirm: {
    heading: "Let's complete your loan documents.",
    lead: "You'll read and sign them on the next page, or later from our email.",
    marital: {
      question: 'Are you married?',
      why: "If you are, your state's law has us mail your spouse a notice of the loan. Your answer doesn't change our decision.",
      missing: 'Please choose one.',
      options: {
        married: { label: 'Married' },
        unmarried: { label: 'Unmarried', hint: 'This includes single, divorced and widowed.' },
        separated: {
          label: 'Separated',
          hint: "By a court's decree of legal separation. If you live apart without one, choose Married.",
        },
      },
      name: "Your spouse's full name",
      nameHint: 'First and last name.',
      elsewhere: 'My spouse lives at another address.',
      street: "Spouse's home address",
      city: 'City',
      state: 'State',
      zipCode: 'ZIP code',
    },
    email: 'Email',
    emailHint: 'Please check that this address is right.',
    esignTitle: 'Your consent to electronic documents',
    esignOpen: 'Open the ESIGN Act Consent (PDF)',
    esignFrame: 'ESIGN Act Consent',
    esignOpened: 'Opened. Your device can show our documents.',
    esignMissing: 'Please open the ESIGN Act Consent first. It shows that you can read your documents.',
    notLoaded: "We couldn't load your documents right now. Nothing is lost.",
    button: 'Send my loan documents',
    submitting: 'Sending your loan documents',
    back: 'Go back',
  },
  thankYou: {
    heading: 'Your loan documents are ready to sign. Please check your email.',
    rendering: {
      heading: "We're preparing your loan documents",
      messages: ['Writing your loan documents', 'Getting them ready to sign', 'Writing your email'],
      note: "This usually takes less than a minute. Then we'll email you the link.",
      sendTo: "We'll send it to",
    },
    failed: {
      heading: "We couldn't email your loan documents",
      lead: 'Your loan is still approved. Please send the documents again, or call us at {phone}.',
      sendTo: 'We tried to send it to',
      button: 'Send my documents again',
    },
    sentTo: 'Sent to',
    expires: 'The link works until',
    spam: 'No email after a few minutes? Look in your spam or junk folder.',
    again: 'Send it again or to another address',
    signNow: 'Read and sign now',
    nextTitle: 'What happens next',
    steps: (isReady: boolean, isConfirmed: boolean, promise: string | undefined) => [
      {
        title: 'Read your documents',
        text: `${isReady ? 'Read them here now' : "Read them here when they're ready"}, or open the link in our email on any device.`,
      },
      { title: 'Sign online', text: "You'll sign all your documents in one visit." },
      {
        title: 'Receive your funds',
        text: promise
          ? `${promised(promise)}${promise === afterPapers ? ` ${haveInsuranceReady}` : ''}`
          : `In ${facts.fundsArriveIn} after ${isConfirmed ? 'signing' : 'you sign and your account is confirmed'}.`,
      },
    ],
  },
  files: { title: 'Your documents', what: 'Read them here, and keep a copy.', pdf: 'PDF' },
  resume: {
    heading: 'Opening your loan documents',
    messages: ['Checking your link', 'Opening the signing page'],
    failed: "We couldn't open your documents right now. Your link still works.",
  },
  resumeExpired: {
    heading: 'Sorry, this documents link has expired.',
    lead: 'We saved your loan application.',
    offer: 'We can email a new link to the latest address you gave us.',
    button: 'Email me a new link',
    submitting: 'Sending a new link',
    sent: 'A new link is on its way to your email. It may take a few minutes.',
    failed: "We couldn't send a new link right now. Please try again, or call us.",
    declined:
      "These documents were declined, so there's nothing to sign. If that was a mistake, call {phone}.",
    completed: 'You already signed these documents. Questions? Call {phone}.',
    closed: "These documents can't be signed anymore. Please call us at {phone}.",
    confirm: 'Send my documents again',
    call: "Call us at {phone}, and we'll send you a new one.",
  },
  signing: {
    heading: "We're checking your signature",
    stages: [
      {
        stage: 'signature',
        title: 'Signature',
        messages: ['Asking the signing service', 'Waiting for the signing service to answer'],
      },
      { stage: 'copies', title: 'Signed copies', messages: ['Collecting your signed documents'] },
      { title: 'Final check', messages: ['Checking that everything is in place', 'Almost there'] },
    ],
    promise: "We'll text or email you; you can close this page. If you signed, you don't need to sign again.",
    stopped: "We're confirming your signature; we'll email you.",
    stoppedNext: "You can close this page. If you signed, you don't need to sign again.",
    again: 'Check again',
  },
  success: {
    heading: 'Your loan documents are signed',
    /** The day is unknown until the account is confirmed. */
    lead: (isConfirmed: boolean, promise: string | undefined) => {
      if (!isConfirmed) return "Thank you. We'll send your money once your account is confirmed.";
      return promise ? `Thank you. ${promised(promise)}` : 'Thank you.';
    },
    nextTitle: 'What happens next',
    steps: (isConfirmed: boolean, call: string) => [
      { title: 'We finalize your documents', text: "We'll send you your signed copy." },
      isConfirmed
        ? { title: 'We send your funds', text: "You'll get an email when we do." }
        : {
            title: 'We confirm your account and send your funds',
            text: `They arrive in ${facts.fundsArriveIn} after that.`,
          },
      { title: 'You choose how to pay', text: "You can set up autopay on the next page. It's up to you." },
      { title: 'Your branch welcomes you', text: `Someone there will call you ${call}.` },
    ],
    button: 'Continue',
  },
  timedOut: {
    heading: (service: string | undefined) =>
      service === 'DocuSign'
        ? 'Your session with DocuSign has timed out.'
        : 'Your signing session has timed out.',
    lead: 'Nothing is lost, and nothing is signed yet.',
    next: 'Open a new session and pick up where you left off.',
    button: 'Open my documents again',
  },
  notSigned: {
    heading: 'Oops! It looks like you did not digitally sign your loan documents.',
    lead: "Without your signature, there's no loan, and you don't owe anything.",
    next: 'You can open your documents again and sign, or stop here.',
    button: 'Open my documents again',
    declinedNext: 'You declined to sign. If that was a mistake, please call your branch.',
  },
  opening: 'Opening your documents',
  openFailed: "We couldn't open your documents right now. Please try again.",
} as const;
