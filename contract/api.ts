// Every call's summary and error codes, exhaustively: a new call must be described. No browser loads this.
import type { ZodMiniType } from 'zod/mini';
import * as accountValidation from './account-validation.ts';
import * as applicationStatus from './application-status.ts';
import * as approval from './approval.ts';
import * as autopay from './autopay.ts';
import * as bankLink from './bank-link.ts';
import * as branches from './branches.ts';
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
import { reopenSession } from './signing-return.ts';
import * as uploads from './uploads.ts';
import * as vehicle from './vehicle.ts';
import * as verification from './verification.ts';
import { askAboutZipCode } from './zip-code.ts';

const modules = {
  'account-validation': accountValidation,
  'application-status': applicationStatus,
  approval,
  autopay,
  'bank-link': bankLink,
  branches,
  deposit,
  documents: { ...documents, reopenSession },
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
  prequalification: { ...prequalification, askAboutZipCode },
  resume,
  uploads,
  vehicle,
  verification,
};
type Modules = typeof modules;
type Tag = keyof Modules;

interface CallDescription {
  /** One sentence. */
  readonly summary: string;
  /** What the call may refuse with, besides the codes that `errorsOf` adds for its shape. */
  readonly errors: readonly ErrorCode[];
  /** The schema of a body that the handler parses itself, with the calendar of the server. */
  readonly body?: ZodMiniType;
  /** Request headers that the call reads, each with one sentence. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Who calls, where it is not the browser of an application: the holder of an emailed link, or a partner's server. */
  readonly caller?: 'link' | 'partner';
}

type Describe = (summary: string, ...errors: readonly ErrorCode[]) => CallDescription;
/** A kind of call: its refusals come before those that a call of this kind names itself. */
const kind =
  (...common: readonly ErrorCode[]): Describe =>
  (summary, ...errors) => ({ summary, errors: [...common, ...errors] });

const anyone = kind();
const byLink: Describe = (...about) => ({ ...anyone(...about), caller: 'link' });
const byPartner: Describe = (...about) => ({ ...anyone(...about), caller: 'partner' });
const ofSession = ['no-session', 'session-ended'] as const;
const session = kind(...ofSession);
/** A call of one application: its session must be live, and the journey must allow the step. */
const ofStep = [...ofSession, 'not-found', 'other-application', 'not-now'] as const;
const step = kind(...ofStep);
/** A step that needs offers or an approval, which expire. */
const offerStep = kind(...ofStep, 'expired');
/** A step that commits the applicant: the server checks with the core system that no loan was made meanwhile. */
const commitment = kind(...ofStep, 'expired', 'offline', 'offer-void');

/** What a call that a vendor answers may be refused with. */
const ofVendor = ['try-again', 'too-many'] as const;

type Descriptions = {
  readonly [Name in Tag]: {
    readonly [Call in keyof Modules[Name] as Modules[Name][Call] extends Endpoint | FileEndpoint
      ? Call
      : never]: CallDescription;
  };
};

const prefer = { Prefer: 'As `wait=20`: hold the answer for up to 20 seconds, until the status changes.' };
// biome-ignore lint/plugin: only describes the bodies; the handlers parse them with the server's clock
const calendarDay = () => new Date().toISOString().slice(0, 10);

const api: Descriptions = {
  'account-validation': {
    getAccountValidation: step('Read whether the account that receives the funds is confirmed.'),
    confirmAmounts: step('Submit the amounts of the two micro-entries.'),
  },
  'application-status': {
    endOtherSession: step('Sign out another browser in which someone opened the application.'),
    getApplicationStatus: step('Read where the application stands, what was done when, and what is next.'),
  },
  approval: {
    submitApproval: commitment('Accept the hard pull and start the final decision.'),
    getApproval: offerStep('Read the final decision and its offers.'),
    chooseApprovedOffer: offerStep('Choose one of the approved offers.', 'term-gone'),
  },
  autopay: {
    getAutopay: step('Read the automatic payments and the accounts and days to choose from.'),
    setAutopay: step(
      'Authorize, skip or cancel automatic payments.',
      'code-due',
      'plan-changed',
      'try-again',
    ),
  },
  'bank-link': {
    getInstitutions: session('List the banks that many applicants link.', 'not-now', 'try-again'),
    getInstitution: session('Read the name and logo of one bank.', 'not-now', 'not-found', ...ofVendor),
    getLinkToken: offerStep('Get the token that opens the bank-link widget.', ...ofVendor),
    exchangePublicToken: offerStep('Link the bank that the applicant chose in the widget.', ...ofVendor),
    repairLinkedBank: offerStep('Continue after a new login at the linked bank.', 'try-again'),
    getLinkedBank: step('Read the linked bank.'),
    removeLinkedBank: step('Remove the linked bank.'),
  },
  branches: {
    getBranch: step('Read the branch that services the application.'),
    getBranchCall: step('Read whether a call by the branch was requested.'),
    requestCall: step('Request a call in which the branch finishes the application.'),
    getCallBack: step('Read when the branch can call, and when it will.'),
    bookCallBack: step('Book a call from the branch, or move it.', 'invalid', 'too-many'),
    cancelCallBack: step('Cancel the booked call.'),
    getBranchMap: step('Get the map of the branch.', ...ofVendor),
  },
  deposit: {
    getAccounts: offerStep('List the accounts that can receive the funds.', 'try-again'),
    chooseAccount: offerStep('Choose one of the listed accounts.', 'code-due', 'try-again'),
    enterAccount: offerStep('Enter an account by its numbers.', 'code-due'),
  },
  documents: {
    getDocuments: offerStep('List the loan documents and where their link is emailed.'),
    sendDocuments: offerStep('Email the link to the documents.', 'code-due', 'too-many'),
    getEsignConsent: step('Open the ESIGN Act Consent as a PDF.'),
    getDocumentPdf: step('Open a document as a PDF.'),
    getDocumentPage: step('Open a document as a page.'),
    getSignature: offerStep('Get the address of the signing page.', ...ofVendor),
    startSignature: offerStep('Start signing.', ...ofVendor),
    updateSignature: step('Check the envelope after the applicant came back from the signing page.'),
    reopenSession: anyone('Return after the session ended, by a text code.', 'no-session', 'too-many'),
    resumeSignature: byLink(
      'Open the signing page by the emailed link.',
      'not-found',
      'expired',
      ...ofVendor,
    ),
    renewDocumentsLink: byLink('Email a new link in place of an expired one.', 'not-found', 'too-many'),
  },
  'fast-path': {
    getFastPathOffer: offerStep('Read the fast-path offer.'),
    acceptFastPath: commitment('Accept the fast-path offer and its hard pull.', 'term-gone'),
    chooseOtherOptions: step('Leave the fast-path offer for the list of offers.'),
    getCounteroffer: step('Read the terms offered in place of those requested.'),
    acceptCounteroffer: step('Accept it, or one of its lower amounts.', 'term-gone'),
    getFastPathStatus: { ...offerStep('Read the fast-path decision.'), headers: prefer },
  },
  jobs: { getJob: { ...step('Read the status of a job.'), headers: prefer } },
  journey: {
    getJourney: anyone('Read where the application is and what can come next.', 'session-ended'),
    getAllowedSteps: anyone('List the paths of the screens that this browser may show.'),
  },
  leads: {
    handInLead: {
      ...byPartner(
        'Hand in a lead and get the link to which the partner sends the applicant.',
        'invalid',
        'wrong-key',
        'lead-differs',
        'out-of-state',
        'zip-code-elsewhere',
        'too-young',
        'too-many',
        'try-again',
      ),
      body: leads.leadRequest(calendarDay),
    },
    checkPartner: byPartner('Check the key or the signature, and nothing else.', 'wrong-key', 'too-many'),
    getLeadStatus: byPartner(
      'Read how far one of the partner’s own leads has come.',
      'wrong-key',
      'too-many',
      'not-found',
    ),
  },
  measurements: {
    measure: anyone('Report screens seen and fields refused, with consent.', 'too-many'),
    reportError: anyone('Report where a script failed, with consent.', 'too-many'),
  },
  notices: {
    getAdverseAction: step('Read the date and addresses of the adverse action notice.'),
    getAdverseActionPdf: step('Open the notice as a PDF.', 'try-again'),
    getAdverseActionPage: step('Open the notice as a page.', 'try-again'),
    setReminders: step('Start or stop reminders by email and text.'),
    getCounterofferPdf: step('Open the counteroffer’s notice as a PDF.', 'try-again'),
    getNoticePdf: step('Open a notice or another emailed document as a PDF.'),
    getNoticePage: step('Open a notice as a page.'),
    withdrawApplication: step('Withdraw the application.', 'try-again'),
    chooseApplicationPaper: step('Get notices on paper from now on.'),
    choosePaper: byLink('Get notices on paper from now on, by the link in an email.', 'too-many'),
    unsubscribe: byLink('Stop all reminders to an email address, by the link in one of them.', 'too-many'),
  },
  offers: {
    getLoanRequest: offerStep('List the programs and amounts offered.'),
    getTerms: offerStep('List the terms of one amount.'),
    getAllTerms: offerStep('List the terms of every listed amount.'),
    saveOfferChoices: offerStep('Save the amount and term chosen so far.', 'term-gone'),
    acceptTerms: commitment('Accept the chosen term.', 'term-gone'),
  },
  outage: { getOutage: anyone('Read whether the lender’s core system is offline, and until when.') },
  partners: {
    getDeclinedPartner: step('Read the partner that sent a declined applicant.'),
    getPartners: step('List the partners for a declined applicant who agreed to see them.'),
    agreeToPartners: step('Agree to see partners after a decline.'),
    getReferrer: anyone('Find the partner that sends people under a sub id.'),
  },
  'phone-check': {
    requestOtp: step('Send the text code again.', 'code-due', 'code-not-sent', 'too-many', 'try-again'),
    getTextCode: step('Read whether the last text code was sent.'),
    verifyOtp: step(
      'Check the text code; a wrong one is reported in a response of status 200.',
      'code-due',
      'too-many',
      'try-again',
    ),
  },
  prequalification: {
    submitPrequalification: {
      ...anyone(
        'Submit the application form.',
        'invalid',
        'out-of-state',
        'zip-code-elsewhere',
        'too-young',
        'captcha',
        'not-now',
        'too-many',
      ),
      body: prequalification.prequalificationRequest(calendarDay),
      headers: {
        [prequalification.submissionKeyHeader]:
          'Names one press of the button: 16 to 200 characters. A repeat finds the first one’s application.',
      },
    },
    getPrequalification: step('Read the result of the soft pull.'),
    getServedStates: anyone('List the states in which the lender lends.'),
    activate: byLink('Confirm an email address by the emailed link.', 'too-many'),
    suggestAddresses: anyone('Suggest addresses for what was typed so far.', 'too-many', 'try-again'),
    getAddress: anyone('Read the parts of a suggested address.', 'not-found', 'too-many', 'try-again'),
    askAboutZipCode: anyone('Read what to ask about a ZIP code, if anything.', 'invalid', 'too-many'),
    getUser: step('Read the applicant’s first name and email address.'),
    extendSession: session('Keep the session alive.'),
    endSession: anyone('Sign this browser out.'),
  },
  resume: {
    resumeLead: byLink('Open an application by a partner’s or an emailed link.', 'not-now', 'too-many'),
    getLead: step('Read what the applicant of a lead still has to give.'),
    updateLead: step(
      'Update the details of a lead, or after the decision, which is then made again.',
      'code-due',
      'too-many',
      'expired',
    ),
    openEarlier: step('Open the earlier application that this one repeats, by a text code.', 'too-many'),
    emailResumeLink: byLink(
      'Email a link with which the applicant can finish later.',
      'no-session',
      'too-many',
    ),
  },
  uploads: {
    getUploads: step('Read which documents were uploaded and which are wanted.'),
    uploadPart: {
      ...step(
        'Upload one part of a document’s file. The last part answers once the file is checked and kept.',
        'invalid',
        'too-many',
        'try-again',
      ),
      headers: {
        [uploads.fileKeyHeader]: 'Names the file: 16 to 100 characters. A repeated part changes nothing.',
        [uploads.fileNameHeader]: "The file's own name, percent-encoded.",
        [uploads.filePartHeader]: 'Which part this is and of how many, such as `1/3`.',
      },
    },
    getUploadPage: step('See a page of a file that was not handed in, as the branch gets it.', 'too-many'),
    removeUpload: step('Take back a file that was not handed in.'),
    handInUploads: step('Hand in what was uploaded: the branch gets it with its case.', 'too-many'),
  },
  vehicle: {
    enterVehicle: offerStep(
      'Enter the vehicle that can secure the loan, and decide the offers again with it.',
      ...ofVendor,
    ),
    goWithoutVehicle: step('Have the application decided without a vehicle.'),
  },
  verification: {
    getVerification: { ...step('Read the status of the verification.'), headers: prefer },
    retryVerification: offerStep('Verify with the same bank again after a failure.', 'too-many'),
  },
};

export interface Call extends CallDescription {
  readonly name: string;
  /** The stage or module it belongs to. */
  readonly tag: Tag;
  readonly endpoint: Endpoint | FileEndpoint;
}

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

/** Such as "GET /api/v1/journey", with the path as the route declares it. */
export const declaredCalls = new Set(calls.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));

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
