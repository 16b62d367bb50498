// The messages about an application, until its loan is signed. The emails about its states are in `state-emails.ts`.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { cents } from '#finance/money.ts';
import { readApplication } from '../journey/applications.ts';
import { expectedCall } from '../journey/branch-calls.ts';
import { hasEndedWithoutLoan, stateOf } from '../journey/chart.ts';
import { emailRetries } from '../journey/jobs.ts';
import { type Change, changes } from '../platform/authentication.ts';
import { lenderDay, secondsAfter } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Encrypted } from '../platform/encryption.ts';
import { declareJob, type EndedJob, type RegisteredEffect } from '../platform/jobs/job-declaration.ts';
import { findCallBack } from '../records/call-backs.ts';
import { readDecision } from '../records/decisions.ts';
import { findDisbursement } from '../records/disbursements.ts';
import { readAddressee } from '../records/envelopes.ts';
import { holdsOf, openHoldsOf } from '../records/holds.ts';
import { findNotice, type Notice } from '../records/notices.ts';
import { uploadsOf } from '../records/uploads.ts';
import type { With } from '../services.ts';
import * as emails from '../wording/emails.ts';
import { approvalOverEmail } from '../wording/notice-emails.ts';
import { stateEmail } from '../wording/state-emails.ts';
import { textOf, textsAbout } from '../wording/texts.ts';
import { deliveryOf } from './delivery.ts';
import { confirmationLinkDays, emailVerificationLink } from './email-verification.ts';
import { message } from './message.ts';
import { emailedLinkDays, emailedResume, resumeLink } from './resume-link.ts';

/** The payload includes the address's lookup hash, so a changed address never gets the old address's email. */
export const sendEmailVerification = message(
  declareJob('send-email-verification', { ...emailRetries, concurrency: 4 }, z.object({ email: z.string() })),
  async (services, id, { email: lookup }) => {
    const { db, lender, vault } = services;
    const { created_at: at, requested_amount: amount } = await readApplication(db, id);
    const { email } = await readAddressee(db, vault, id);
    return {
      operation: 'email-verification',
      which: `${id}.${lookup.split('.').at(-1)?.slice(0, 12).toLowerCase()}`,
      email: emails.addressConfirmationEmail(
        {
          date: lenderDay(lender, at),
          amount: amount === null ? undefined : cents(amount),
          link: emailVerificationLink(services, id, email),
          days: confirmationLinkDays,
        },
        lender,
      ),
    };
  },
);

/** A reviewer must decide first. Sent once for each step that waits, and without a reason: it reads the same whatever was found. */
export const emailHeld = message(
  declareJob('email-held', emailRetries, z.object({ stage: z.string() })),
  async ({ db }, id, { stage }) => {
    // Reviewed already, or the email about its end is sent instead.
    const isOpen = (await openHoldsOf(db, id)).some((hold) => hold.stage === stage);
    if (!isOpen || hasEndedWithoutLoan((await readApplication(db, id)).state)) return undefined;
    return { operation: 'held', which: `${id}.${stage}`, email: emails.heldEmail() };
  },
);

/** A review ended, and nothing more has to be decided now. */
export const emailReviewFinished = message(
  declareJob('email-review-finished', emailRetries, z.object({ hold: z.uuid() })),
  async (services, id, { hold }) => ({
    operation: 'review-finished',
    which: hold,
    email: stateEmail('review-finished', { resume: emailedResume(services, id) }, services.lender),
  }),
);

/** Undefined where there are none, or no more: the mail server may have been down for so long that they have expired. */
export async function openOffers(services: With<'clock' | 'db' | 'vault' | 'lender'>, id: ApplicationId) {
  const { db, vault, clock, lender } = services;
  const [application, stored] = await Promise.all([
    readApplication(db, id),
    readDecision(db, vault, id, 'prequalification'),
  ]);
  const { state, deadline } = application;
  const areOpen = stateOf(state).phase !== 'ended' && deadline !== null && deadline > clock.now();
  if (!areOpen || stored?.decision.kind !== 'PREQUALIFIED') return undefined;
  return {
    most: cents(Math.max(...stored.decision.programs.flatMap((program) => program.validAmounts))),
    goodThrough: lenderDay(lender, deadline),
  };
}

/** Whether the email of the latest credit score disclosure carries the offers of the latest decision: applicants get one email of the two. */
async function carriesOffers(services: With<'db' | 'vault' | 'lender'>, id: ApplicationId) {
  const { db, vault } = services;
  const [application, decision, notice] = await Promise.all([
    readApplication(db, id),
    readDecision(db, vault, id, 'prequalification'),
    findNotice(db, id, 'score-disclosure'),
  ]);
  if (decision === undefined || notice === undefined || !isAboutOffers(notice)) return false;
  return notice.decisionId === decision.id && deliveryOf(services, application, 'score-disclosure').email;
}

export const isAboutOffers = ({ basis }: Pick<Notice, 'basis'>): boolean => basis === 'prequalification';

/** The offers of a prequalified applicant, once per application, and again after a review. */
export const emailOffersReady = message(
  declareJob('email-offers-ready', { ...emailRetries, concurrency: 4 }),
  async (services, id) => {
    const offers = await openOffers(services, id);
    if (offers === undefined || (await carriesOffers(services, id))) return undefined;
    const reviews = (await holdsOf(services.db, id)).filter(
      ({ kind, resolution }) => kind === 'identity' && resolution === 'released',
    ).length;
    return {
      operation: 'offers-ready',
      which: reviews === 0 ? id : `${id}.${reviews}`,
      email: emails.offersReadyEmail({ ...offers, ...emailedResume(services, id) }),
      audited: { type: 'offers-emailed' },
    };
  },
);

/** `mail` identifies one request, emailed once even after a crash. `opens`: what the applicant sees first. */
export const sendResumeLink = message(
  declareJob(
    'email-resume-link',
    { tries: 10, seconds: 30, concurrency: 2, longestDelaySeconds: 120 },
    z.object({ mail: z.uuid(), opens: z.literal('documents').optional() }),
  ),
  async (services, id, { mail, opens }) => {
    const { state } = await readApplication(services.db, id);
    const days = emailedLinkDays;
    const link = resumeLink(services, id, days, opens);
    return {
      operation: 'resume-link',
      which: mail,
      email: emails.resumeLinkEmail({ link, days, opens, hasEnded: stateOf(state).phase === 'ended' }),
      audited: { type: 'link-emailed' },
    };
  },
);

/** The bank's data came after the applicant had left the page. */
export const emailVerificationMade = message(
  declareJob('email-verification-made', emailRetries, z.object({ linkedBankId: z.string() })),
  async (services, id, { linkedBankId }) => ({
    operation: 'verification-made',
    which: linkedBankId,
    email: emails.verificationDoneEmail(emailedResume(services, id)),
  }),
);

export const emailUploadsReceived = message(
  declareJob('email-uploads-received', emailRetries, z.object({ handIn: z.uuid() })),
  async (services, id, { handIn }) => {
    const { db, lender } = services;
    const files = (await uploadsOf(db, id)).filter(({ handInId }) => handInId === handIn);
    // The documents will not be reviewed anymore.
    const application = await readApplication(db, id);
    if (stateOf(application.state).withdrawn === 'application') return undefined;
    const kinds = files.map(({ kind }) => kind);
    const email = emails.uploadsReceivedEmail(
      { kinds, call: await expectedCall(services, application) },
      lender,
    );
    return { operation: 'uploads-received', which: handIn, email };
  },
);

export const emailCallBooked = message(
  declareJob('email-call-booked', emailRetries, z.object({ revision: z.int().min(1) })),
  async ({ db, lender }, id, { revision }) => {
    const booked = await findCallBack(db, id, 'booked');
    const { branch_id: branchId } = await readApplication(db, id);
    const branch = lender.branches.find((candidate) => candidate.id === branchId);
    // The call was moved or canceled in the meantime.
    if (!booked?.at || booked.revision !== revision || branch === undefined) return undefined;
    const { timeZone } = branch;
    return {
      operation: 'call-booked',
      which: `${id}.${revision}`,
      email: emails.callBookedEmail({ branch, at: booked.at, timeZone }),
    };
  },
);

/** The applicant was promised an email, and there is no signature. `mail` identifies the email. */
export const emailUnsigned = message(
  declareJob('email-unsigned', emailRetries, z.object({ mail: z.uuid() })),
  async (services, id, { mail }) => {
    // Signed in the meantime.
    if (stateOf((await readApplication(services.db, id)).state).signing !== 'open') return undefined;
    const email = emails.unsignedDocumentsEmail(emailedResume(services, id), services.lender);
    return { operation: 'unsigned', which: mail, email };
  },
);

const emailApprovalOver = message(
  declareJob('email-approval-over', emailRetries, z.object({ mail: z.uuid() })),
  async ({ config }, _, { mail }) => ({
    operation: 'approval-over',
    which: mail,
    email: approvalOverEmail({ applyLink: `${config.publicUrl}/` }),
  }),
);
export const enqueueApprovalOver: RegisteredEffect = (tx, { jobs }, { id }) =>
  jobs.enqueue(tx, emailApprovalOver, id, { mail: randomUUID() });

/** Where a message about a change goes that must reach the earlier address or phone. Encrypted, because the queue stores it. */
const earlierContact = z.string().optional();
const contactOf = (message: string) => `job.to:${message}`;
const decryptContact = ({ vault }: With<'vault'>, message: string, to: string | undefined) =>
  to === undefined ? {} : { to: vault.decrypt(to as Encrypted, contactOf(message)) };

/** `change` identifies one change; its email is sent once to each address, even after a crash. */
const emailChange = message(
  declareJob(
    'email-change',
    emailRetries,
    z.object({ what: z.enum(['phone', 'deposit', 'email']), change: z.uuid(), to: earlierContact }),
  ),
  async (services, _, { what, change, to }) => ({
    operation: `${what}-changed`,
    which: change,
    email: emails.changeEmail({ what }, services.lender),
    ...decryptContact(services, change, to),
    audited: { type: 'change-emailed', what },
  }),
);

/** `text` identifies the text: it is sent once, however often the job runs. */
export const sendText = message(
  declareJob(
    'send-text',
    { ...emailRetries, tries: 20 },
    z.object({ about: z.enum(textsAbout), text: z.uuid(), to: earlierContact }),
  ),
  async (services, applicationId, { about, text: id, to }) => {
    const { brand } = services.lender;
    if (about !== 'money')
      return { about, id, body: textOf[about](brand), ...decryptContact(services, id, to) };
    const paid = await findDisbursement(services.db, applicationId);
    // Undefined if the money was returned before the text about it could be sent.
    return paid && { about, id, body: textOf.money(brand, paid.effective_on) };
  },
);

/** Texts a change that someone else may have made. */
export async function textOfChange(
  tx: Tx,
  { jobs }: With<'jobs'>,
  id: ApplicationId,
  about: (typeof changes)[Change] | 'autopay-on',
): Promise<void> {
  await jobs.enqueue(tx, sendText, id, { about, text: randomUUID() });
}

/** Emails and texts such a change, to the earlier address and phone too. An applicant's earlier phone got its text at the request. */
export async function notifyOfChange(
  tx: Tx,
  { jobs, vault }: With<'jobs' | 'vault'>,
  id: ApplicationId,
  what: Exclude<Change, 'autopay'>,
  earlier?: string,
): Promise<void> {
  const toEarlier = (message: string) =>
    earlier === undefined ? {} : { to: vault.encrypt(earlier, contactOf(message)) };
  const [change, before, text] = [randomUUID(), randomUUID(), randomUUID()];
  await jobs.enqueue(tx, emailChange, id, { what, change });
  if (what === 'email')
    await jobs.enqueue(tx, emailChange, id, { what, change: before, ...toEarlier(before) });
  if (what !== 'phone') await textOfChange(tx, { jobs }, id, changes[what]);
  else if (earlier) await jobs.enqueue(tx, sendText, id, { about: changes.phone, text, ...toEarlier(text) });
}

/** The text that a waiting page promised, sent once by the job's id. Whether the page is still open is not known. */
export async function textLateResponse(
  { clock, jobs }: With<'clock' | 'jobs'>,
  tx: Tx,
  { id, applicationId, since }: EndedJob,
): Promise<void> {
  const now = clock.now();
  if (now < secondsAfter(since, promiseAfterSeconds)) return;
  // Later, only the email is sent: the applicant is no longer near the phone, and it may be night there.
  if (now > secondsAfter(since, 15 * 60)) return;
  const { state, state_since: stateSince } = await readApplication(tx, applicationId);
  const { notifiedBy, signing, withdrawn } = stateOf(state);
  // No decision yet, or the applicant withdrew in the meantime. A signature has its own texts.
  const isWithdrawn = withdrawn === 'application' || withdrawn === 'loan';
  const isNoAnswer = stateSince < since || notifiedBy.by === 'outcome' || isWithdrawn;
  if (isNoAnswer || signing !== 'none') return;
  await jobs.enqueue(tx, sendText, applicationId, { about: 'decision-ready', text: id });
}

export const applicationMessages = [
  sendEmailVerification,
  emailHeld,
  emailReviewFinished,
  emailOffersReady,
  sendResumeLink,
  emailVerificationMade,
  emailUploadsReceived,
  emailCallBooked,
  emailUnsigned,
  emailApprovalOver,
  emailChange,
  sendText,
];
