// Where an application is in its journey: what a browser with a session needs to render any screen after a reload.
import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { stagesDone } from './jobs.ts';
import { loanSummary } from './loan-summary.ts';
import { type LinkName, linkNames } from './screen-declaration.ts';
import { type ScreenName, screenNames } from './screens.ts';
import {
  cents,
  href,
  loanFees,
  months,
  percent,
  reminderStatus,
  sessionEndsIn,
  validationStatus,
} from './shapes.ts';

/** The stage markers stored in the browser's session, by the specification's names. */
export const stageMarkers = [
  'fastPath',
  'fastPathDepositFunds',
  'fastPathEnd',
  'prequalificationSingle',
  'affiliate',
  'loanRequest',
  'verification',
  'verificationSuccess',
  'receiveFundsDeclined',
  'receiveFundsOffers',
  'receiveFundsEnd',
  'receiveFundsAutoPay',
  'docuSignResult',
  'flowEnd',
  'error',
  'docusignResume',
] as const;
export type StageMarker = (typeof stageMarkers)[number];
/** Marks the stage of a browser that opened the emailed link to the loan documents. No state of the journey has it. */
export const documentsLinkMarker = 'docusignResume' as const satisfies StageMarker;

const applicationSource = z.enum(['web_form', 'affiliate']);
export type ApplicationSource = z.output<typeof applicationSource>;

export const screenName = z.enum(screenNames as [ScreenName, ...ScreenName[]]);

const journeyLinks = z.partial(
  z.object(
    Object.fromEntries(linkNames.map((name) => [name, href])) as Readonly<Record<LinkName, typeof href>>,
  ),
);
export type JourneyLinks = z.output<typeof journeyLinks>;

export const selectedTerm = z.object({
  amount: cents,
  months,
  apr: percent,
  monthlyPayment: cents,
  isAutoSecured: z.boolean(),
  fees: z.optional(loanFees),
});
export type SelectedTerm = z.output<typeof selectedTerm>;

const journey = z.object({
  /** The screen for where the application is now; absent without a session. */
  defaultScreen: z.optional(screenName),
  stageMarker: z.optional(z.enum(stageMarkers)),
  /** Whether the applicant can continue, is waiting, or the application has ended. */
  phase: z.optional(z.enum(['live', 'waiting', 'ended'])),
  source: z.optional(applicationSource),
  allowed: z.array(screenName),
  links: journeyLinks,
  choices: z.object({
    /** The amount and term of a partner's lead. */
    requestedAmount: z.optional(cents),
    requestedTerm: z.optional(months),
    loanAmount: z.optional(cents),
    isLoanAutoSecured: z.boolean(),
    selectedTerm: z.optional(selectedTerm),
    linkedBank: z.optional(z.object({ institutionName: z.string() })),
    /** The account that receives the money, with only the last digits of its number. */
    depositAccount: z.optional(
      z.object({
        institutionName: z.string(),
        accountType: z.enum(['checking', 'savings']),
        mask: z.string().check(z.maxLength(4)),
        /** Whether the account is confirmed. Money moves only then. */
        validation: z.optional(validationStatus),
      }),
    ),
  }),
  /** The applicant returned by a link: the text code opens the application where they left it. */
  isReturning: z.optional(z.boolean()),
  /** The phone that the text code was sent to, all but the last four digits hidden. */
  phoneHint: z.optional(z.string()),
  /** The finished stages of the job that the applicant waits for. */
  stages: z.optional(stagesDone),
  prequalifiedAmount: z.optional(cents),
  /** The loan as approved, accepted or chosen, whichever was last. */
  loan: z.optional(loanSummary),
  /** The loan documents are signed, so that withdrawing cancels the loan. */
  isSigned: z.optional(z.literal(true)),
  /** Why the offers or the request are over. A loan that was made meanwhile makes new offers void too. */
  offersPast: z.optional(
    z.enum(['expired', 'void', 'approval-expired', 'approval-withdrawn', 'request-closed', 'superseded']),
  ),
  /** A hard inquiry was made, and the page of this end says so. */
  hardInquiry: z.optional(z.literal(true)),
  /** The branch has been asked to call the applicant. */
  branchCalls: z.optional(z.literal(true)),
  organization: z.optional(z.object({ name: z.string(), logo: z.string() })),
  /** The signing service, by the name that applicants recognize; absent if it is the lender itself. */
  signingService: z.optional(z.string()),
  /** Whether reminders are on, in states that offer them. */
  reminders: z.optional(reminderStatus),
  sessionEndsIn: z.optional(sessionEndsIn),
});
export type Journey = z.output<typeof journey>;

export const getJourney = get('/api/v1/journey', { response: journey });

const allowedSteps = z.object({
  steps: z.array(z.string()),
  /** The path of the journey's default screen. */
  defaultPath: z.optional(z.string()),
  /** The browser's session was idle too long. Its application is saved. */
  ended: z.optional(z.literal(true)),
});
export type AllowedSteps = z.output<typeof allowedSteps>;

/** The list that the guard requests at each navigation: paths, `:` where a path takes a parameter. */
export const getAllowedSteps = get('/api/v1/journey/allowed-steps', { response: allowedSteps });
