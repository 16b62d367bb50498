// The loan documents: mailing them, and coming back from signing them.
import { phoneText } from './format.ts';

export const documentsWords = {
  loading: 'Loading your loan documents',
  confirm: {
    heading: "Let's complete your loan documents.",
    lead: 'We email you a secure link to read and sign them.',
    esignOpen: 'Open the ESIGN Act Consent (PDF)',
    esignOpened: 'Opened. Your device can show our documents.',
    email: 'Email',
    emailHint: 'Please check that this address is right.',
    button: 'Send my loan documents',
    submitting: 'Sending your loan documents',
    back: 'Go back',
    next: 'Next, open the link in your email. You read everything before you sign.',
  },
  thankYou: {
    heading: 'Your loan documents are ready to sign. Please check your email.',
    sentTo: 'Sent to',
    expires: 'The link works until',
    spam: 'No email after a few minutes? Look in your spam or junk folder.',
    again: 'Send it again or to another address',
    phone: (phone: string) => `Questions? Call customer service at ${phoneText(phone)}.`,
    nextTitle: 'What happens next',
    steps: [
      {
        title: 'Open the link in our email',
        text: 'It leads to your documents. Read them in your own time.',
      },
      { title: 'Sign online', text: 'You sign once for all documents.' },
      { title: 'Receive your funds', text: 'In 2 to 3 business days after signing.' },
    ],
  },
  files: {
    title: 'Your documents',
    what: 'Read them here, and keep a copy.',
    page: 'Read as a page',
    pdf: 'PDF',
  },
  resume: {
    heading: 'Opening your loan documents',
    messages: ['Checking your link', 'Opening the signing page'],
  },
  resumeExpired: {
    heading: 'Sorry, this documents link has expired.',
    lead: 'Your loan request is kept. Only the link is past its time.',
    ask: 'We can email a new link to the address that this one went to.',
    button: 'Email me a new link',
    submitting: 'Sending a new link',
    sent: 'A new link is on its way to your email. It may take a few minutes.',
    failed: 'We could not send a new link just now. Please try again, or call us.',
    confirm: 'Send my documents again',
    call: (phone: string) => `Call us at ${phoneText(phone)} and we will send you a new one.`,
  },
  signing: {
    heading: 'We are checking your signature',
    note: 'This usually takes less than a minute. Please keep this page open.',
    messages: ['Asking the signing service', 'Collecting your signed documents', 'Almost there'],
  },
  success: {
    heading: 'Your loan documents are signed',
    lead: 'Thank you. Funds arrive in 2 to 3 business days.',
    nextTitle: 'What happens next',
    steps: [
      { title: 'We seal your documents', text: 'A signed copy comes to your email.' },
      { title: 'We send your funds', text: 'They arrive in 2 to 3 business days.' },
      { title: 'You choose how to pay', text: 'Autopay is offered on the next page. It is up to you.' },
    ],
    button: 'Continue',
  },
  timedOut: {
    heading: 'Your session with DocuSign has timed out.',
    lead: 'Nothing is lost, and nothing is signed yet.',
    next: 'Open a new session and go on where you were.',
    button: 'Open my documents again',
  },
  notSigned: {
    heading: 'Oops! It looks like you did not digitally sign your loan documents.',
    lead: 'Without your signature there is no loan, and nothing is owed.',
    next: 'You can open your documents again and sign, or leave it at that.',
    button: 'Open my documents again',
    declinedNext: 'You declined to sign. If that was a mistake, please call your branch.',
  },
  opening: 'Opening your documents',
  openFailed: 'We could not open your documents just now. Please try again.',
} as const;
