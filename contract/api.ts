// Every call of the contract with what only the server and the API description need: a summary and the error codes it may
// return. The type of `api` is exhaustive: a new call does not compile until it is described here. No browser loads this.
import * as accountValidation from './account-validation.ts';
import * as applicationStatus from './application-status.ts';
import * as approval from './approval.ts';
import * as autopay from './autopay.ts';
import * as bankLink from './bank-link.ts';
import * as branches from './branches.ts';
import { type CallDescription, commitment, offerStep, session, step } from './call-description.ts';
import * as deposit from './deposit.ts';
import * as documents from './documents.ts';
import type { Endpoint, FileEndpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import * as fastPath from './fast-path.ts';
import * as jobs from './jobs.ts';
import * as journey from './journey.ts';
import * as leads from './leads.ts';
import * as measurements from './measurements.ts';
import * as notices from './notices.ts';
import * as offers from './offers.ts';
import * as outage from './outage.ts';
import { parameterNames } from './parameters.ts';
import * as partners from './partners.ts';
import * as phoneCheck from './phone-check.ts';
import * as prequalification from './prequalification.ts';
import * as resume from './resume.ts';
import * as uploads from './uploads.ts';
import * as vehicle from './vehicle.ts';
import * as verification from './verification.ts';

const modules = {
  'account-validation': accountValidation,
  'application-status': applicationStatus,
  approval,
  autopay,
  'bank-link': bankLink,
  branches,
  deposit,
  documents,
  'fast-path': fastPath,
  jobs,
  journey,
  leads,
  measurements,
  notices,
  offers,
  outage,
  partners,
  'phone-check': phoneCheck,
  prequalification,
  resume,
  uploads,
  vehicle,
  verification,
};
type Modules = typeof modules;
type Tag = keyof Modules;

type Descriptions = {
  readonly [Name in Tag]: {
    readonly [Call in keyof Modules[Name] as Modules[Name][Call] extends Endpoint | FileEndpoint
      ? Call
      : never]: CallDescription;
  };
};

const prefer = { Prefer: 'As `wait=20`: hold the answer for up to 20 seconds, until there is news.' };
// biome-ignore lint/plugin: only describes the bodies; the handlers parse them with the server's clock
const calendarDay = () => new Date().toISOString().slice(0, 10);

const api: Descriptions = {
  'account-validation': {
    getAccountValidation: {
      summary: 'Read whether the account that receives the funds is confirmed.',
      errors: step,
    },
    confirmAmounts: { summary: 'Submit the amounts of the two small deposits.', errors: step },
  },
  'application-status': {
    getApplicationStatus: {
      summary: 'Read where the application stands, what was done when, and what is next.',
      errors: step,
    },
  },
  approval: {
    submitApproval: { summary: 'Accept the hard pull and start the final decision.', errors: commitment },
    getApproval: { summary: 'Read the final decision and its offers.', errors: offerStep },
    chooseApprovedOffer: {
      summary: 'Choose one of the approved offers.',
      errors: [...offerStep, 'term-gone'],
    },
  },
  autopay: {
    getAutopay: {
      summary: 'Read the automatic payments and the accounts and days to choose from.',
      errors: step,
    },
    setAutopay: {
      summary: 'Authorize, skip or cancel automatic payments.',
      errors: [...step, 'plan-changed', 'try-again'],
    },
    getPaymentCalendar: { summary: 'Save the first payment’s dates to a calendar.', errors: step },
  },
  'bank-link': {
    getInstitutions: {
      summary: 'List the banks that many applicants link.',
      errors: [...session, 'not-now', 'try-again'],
    },
    getInstitution: {
      summary: 'Read the name and logo of one bank.',
      errors: [...session, 'not-now', 'not-found', 'try-again'],
    },
    getLinkToken: {
      summary: 'Get the token that opens the bank-link widget.',
      errors: [...offerStep, 'try-again', 'too-many'],
    },
    exchangePublicToken: {
      summary: 'Link the bank that the applicant chose in the widget.',
      errors: [...offerStep, 'try-again', 'too-many'],
    },
    repairLinkedBank: {
      summary: 'Continue after a new login at the linked bank.',
      errors: [...offerStep, 'try-again'],
    },
    getLinkedBank: { summary: 'Read the linked bank.', errors: step },
    removeLinkedBank: { summary: 'Remove the linked bank.', errors: step },
  },
  branches: {
    getBranch: { summary: 'Read the branch that services the application.', errors: step },
    getBranchCall: { summary: 'Read whether a call by the branch was requested.', errors: step },
    requestCall: { summary: 'Request a call in which the branch finishes the application.', errors: step },
    getCallBack: { summary: 'Read when the branch can call, and when it will.', errors: step },
    bookCallBack: {
      summary: 'Book a call from the branch, or move it.',
      errors: [...step, 'invalid', 'too-many'],
    },
    cancelCallBack: { summary: 'Cancel the booked call.', errors: step },
    getBranchMap: { summary: 'Get the map of the branch.', errors: [...step, 'try-again'] },
  },
  deposit: {
    getAccounts: {
      summary: 'List the accounts that can receive the funds.',
      errors: [...offerStep, 'try-again'],
    },
    chooseAccount: {
      summary: 'Choose one of the listed accounts.',
      errors: [...offerStep, 'try-again'],
    },
    enterAccount: { summary: 'Enter an account by its numbers.', errors: offerStep },
  },
  documents: {
    getDocuments: { summary: 'List the loan documents and where their link is emailed.', errors: offerStep },
    sendDocuments: { summary: 'Email the link to the documents.', errors: [...offerStep, 'too-many'] },
    getEsignConsent: { summary: 'Open the ESIGN Act Consent as a PDF.', errors: step },
    getDocumentPdf: { summary: 'Open a document as a PDF.', errors: step },
    getDocumentPage: { summary: 'Open a document as a page.', errors: step },
    getSignature: { summary: 'Get the address of the signing page.', errors: [...offerStep, 'try-again'] },
    startSignature: { summary: 'Start signing.', errors: [...offerStep, 'try-again'] },
    updateSignature: {
      summary: 'Check the envelope after the applicant came back from the signing page.',
      errors: step,
    },
    reopenAfterSigning: {
      summary: 'Come back from signing after the session ended, by a text code.',
      errors: ['no-session', 'too-many'],
    },
    resumeSignature: {
      summary: 'Open the signing page by the emailed link.',
      errors: ['not-found', 'expired', 'try-again', 'too-many'],
      caller: 'link',
    },
    renewDocumentsLink: {
      summary: 'Email a new link in place of an expired one.',
      errors: ['not-found', 'too-many'],
      caller: 'link',
    },
  },
  'fast-path': {
    getFastPathOffer: { summary: 'Read the fast-path offer.', errors: offerStep },
    acceptFastPath: {
      summary: 'Accept the fast-path offer and its hard pull.',
      errors: [...commitment, 'term-gone'],
    },
    chooseOtherOptions: { summary: 'Leave the fast-path offer for the list of offers.', errors: step },
    getCounteroffer: { summary: 'Read the terms offered in place of those requested.', errors: step },
    acceptCounteroffer: { summary: 'Accept it.', errors: step },
    getFastPathStatus: { summary: 'Read the fast-path decision.', errors: offerStep, headers: prefer },
  },
  jobs: {
    getJob: { summary: 'Read the status of a job.', errors: step, headers: prefer },
  },
  journey: {
    getJourney: {
      summary: 'Read where the application is and what can come next.',
      errors: ['session-ended'],
    },
    getAllowedSteps: { summary: 'List the paths of the screens that this browser may show.', errors: [] },
  },
  leads: {
    handInLead: {
      summary: 'Hand in a lead and get the link to which the partner sends the applicant.',
      errors: ['invalid', 'wrong-key', 'lead-differs', 'out-of-state', 'too-young', 'too-many', 'try-again'],
      body: leads.leadRequest(calendarDay),
      caller: 'partner',
    },
    getLeadStatus: {
      summary: 'Read how far one of the partner’s own leads has come.',
      errors: ['wrong-key', 'too-many', 'not-found'],
      caller: 'partner',
    },
  },
  measurements: {
    measure: { summary: 'Report screens seen and fields refused, with consent.', errors: ['too-many'] },
    reportError: { summary: 'Report where a script failed, with consent.', errors: ['too-many'] },
  },
  notices: {
    getAdverseAction: { summary: 'Read the date and addresses of the adverse action notice.', errors: step },
    getAdverseActionPdf: { summary: 'Open the notice as a PDF.', errors: [...step, 'try-again'] },
    getAdverseActionPage: { summary: 'Open the notice as a page.', errors: [...step, 'try-again'] },
    setReminders: { summary: 'Start or stop reminders by email and text.', errors: step },
    getCounterofferPdf: {
      summary: 'Open the counteroffer’s notice as a PDF.',
      errors: [...step, 'try-again'],
    },
    withdrawApplication: { summary: 'Withdraw the application.', errors: [...step, 'try-again'] },
    chooseApplicationPaper: { summary: 'Get notices on paper from now on.', errors: step },
    choosePaper: {
      summary: 'Get notices on paper from now on, by the link in an email.',
      errors: ['too-many'],
      caller: 'link',
    },
    unsubscribe: {
      summary: 'Stop all reminders to an email address, by the link in one of them.',
      errors: ['too-many'],
      caller: 'link',
    },
  },
  offers: {
    getLoanRequest: { summary: 'List the programs and amounts offered.', errors: offerStep },
    getTerms: { summary: 'List the terms of one amount.', errors: offerStep },
    getAllTerms: { summary: 'List the terms of every listed amount.', errors: offerStep },
    saveOfferChoices: {
      summary: 'Save the amount and term chosen so far.',
      errors: [...offerStep, 'term-gone'],
    },
    acceptTerms: { summary: 'Accept the chosen term.', errors: [...commitment, 'term-gone'] },
  },
  outage: {
    getOutage: { summary: 'Read whether the lender’s core system is offline, and until when.', errors: [] },
  },
  partners: {
    getDeclinedPartner: { summary: 'Read the partner that sent a declined applicant.', errors: step },
    getPartners: {
      summary: 'List the partners for a declined applicant who agreed to see them.',
      errors: step,
    },
    agreeToPartners: { summary: 'Agree to see partners after a decline.', errors: step },
    getReferrer: { summary: 'Find the partner that sends people under a sub id.', errors: [] },
  },
  'phone-check': {
    requestOtp: {
      summary: 'Send the text code again.',
      errors: [...step, 'code-not-sent', 'too-many', 'try-again'],
    },
    getTextCode: { summary: 'Read whether the last text code was sent.', errors: step },
    verifyOtp: {
      summary: 'Check the text code; a wrong one is reported in a response of status 200.',
      errors: [...step, 'too-many', 'try-again'],
    },
  },
  prequalification: {
    submitPrequalification: {
      summary: 'Submit the application form.',
      errors: ['invalid', 'out-of-state', 'too-young', 'captcha', 'offline', 'not-now', 'too-many'],
      body: prequalification.prequalificationRequest(calendarDay),
      headers: {
        [prequalification.submissionKeyHeader]:
          'Names one press of the button: 16 to 200 characters. A repeat finds the first one’s application.',
      },
    },
    getPrequalification: { summary: 'Read the result of the soft pull.', errors: step },
    getServedStates: { summary: 'List the states in which the lender lends.', errors: [] },
    activate: {
      summary: 'Confirm an email address by the emailed link.',
      errors: ['too-many'],
      caller: 'link',
    },
    suggestAddresses: {
      summary: 'Suggest addresses for what was typed so far.',
      errors: ['too-many', 'try-again'],
    },
    getAddress: {
      summary: 'Read the parts of a suggested address.',
      errors: ['not-found', 'too-many', 'try-again'],
    },
    getUser: { summary: 'Read the applicant’s first name and email address.', errors: step },
    extendSession: { summary: 'Keep the session alive.', errors: session },
    endSession: { summary: 'Sign this browser out.', errors: [] },
  },
  resume: {
    resumeLead: {
      summary: 'Open an application by a partner’s or an emailed link.',
      errors: ['not-now', 'offline', 'too-many'],
      caller: 'link',
    },
    getLead: { summary: 'Read what the applicant of a lead still has to give.', errors: step },
    updateLead: {
      summary: 'Update the details of a lead, or after the decision, which is then made again.',
      errors: [...step, 'offline', 'too-many', 'expired'],
    },
    mailLink: {
      summary: 'Email a link with which the applicant can finish later.',
      errors: ['no-session', 'too-many'],
      caller: 'link',
    },
  },
  uploads: {
    getUploads: { summary: 'Read which documents were uploaded and which are wanted.', errors: step },
    uploadPart: {
      summary:
        'Upload one part of a document’s file. The last part answers once the file is checked and kept.',
      errors: [...step, 'invalid', 'too-many', 'try-again'],
      headers: {
        [uploads.fileKeyHeader]: 'Names the file: 16 to 100 characters. A repeated part changes nothing.',
        [uploads.filePartHeader]: 'Which part this is and of how many, such as `1/3`.',
      },
    },
    removeUpload: { summary: 'Take back a file that was not handed in.', errors: step },
    handInUploads: {
      summary: 'Hand in what was uploaded: the branch gets it with its case.',
      errors: [...step, 'too-many'],
    },
  },
  vehicle: {
    enterVehicle: {
      summary: 'Enter the vehicle that can secure the loan, and decide the offers again with it.',
      errors: [...offerStep, 'try-again', 'too-many'],
    },
    goWithoutVehicle: { summary: 'Have the application decided without a vehicle.', errors: step },
  },
  verification: {
    getVerification: { summary: 'Read the status of the verification.', errors: step, headers: prefer },
    retryVerification: {
      summary: 'Verify with the same bank again after a failure.',
      errors: [...offerStep, 'too-many'],
    },
  },
};

/** A call or file of the contract with its description. */
export interface Call extends CallDescription {
  /** The name of its export. */
  readonly name: string;
  /** The stage or module it belongs to. */
  readonly tag: Tag;
  readonly endpoint: Endpoint | FileEndpoint;
}

/** Every call and file of the contract. */
export const calls: readonly Call[] = (Object.keys(modules) as Tag[]).flatMap((tag) =>
  Object.entries<CallDescription>(api[tag]).map(([name, description]) => ({
    ...description,
    name,
    tag,
    endpoint: (modules[tag] as unknown as Record<string, Endpoint | FileEndpoint>)[name] as Endpoint,
  })),
);

const byEndpoint = new Map(calls.map((call) => [call.endpoint, call]));

/** The description of a call. Throws where the contract has no such call. */
export function callOf(endpoint: Endpoint | FileEndpoint): Call {
  const call = byEndpoint.get(endpoint);
  if (!call) throw new Error(`${endpoint.method} ${endpoint.path} is not a call of the contract.`);
  return call;
}

const addresses = new Set(calls.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));

/** Whether the contract has a call at this address; `path` is as the route declares it. */
export function isDeclared(method: string, path: string): boolean {
  return addresses.has(`${method} ${path}`);
}

/** Every code that the call may return: those it declares, and those of any call of its shape. */
export function errorsOf({ endpoint, errors, body }: Call): ReadonlySet<ErrorCode> {
  const takesInput = body !== undefined || ('response' in endpoint && (endpoint.body ?? endpoint.query));
  return new Set<ErrorCode>([
    ...errors,
    ...(takesInput ? (['invalid'] as const) : []),
    ...(parameterNames(endpoint.path).length > 0 ? (['not-found'] as const) : []),
    // A GET whose database connection broke is safe to repeat; after any other call, the applicant decides whether to.
    ...(endpoint.method === 'GET' ? [] : (['malformed', 'other-origin', 'try-again'] as const)),
    'unavailable',
    'internal',
  ]);
}
