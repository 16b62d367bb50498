// Handles a submitted application form: who may apply, whether we already know them, and the application it starts.
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import { requestOtp, verifyOtp } from '#contract/phone-check.ts';
import {
  getPrequalification,
  type PrequalificationRequest,
  type PrequalificationResponse,
} from '#contract/prequalification.ts';
import {
  type Application,
  encryptMarketing,
  findBySubmission,
  insertApplication,
  lockApplication,
  readApplication,
  transactOn,
  updateApplication,
} from '../../journey/applications.ts';
import { beginnings, stateOf } from '../../journey/chart.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { isAllowed } from '../../journey/guard.ts';
import { hrefOf, jobHref } from '../../journey/hrefs.ts';
import { decidePrequalification } from '../../journey/jobs.ts';
import { move } from '../../journey/move.ts';
import { findContext, type RequestContext } from '../../journey/request-context.ts';
import type { StateFacets } from '../../journey/state-declaration.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/rows.ts';
import type { ApplicationId, JobId, SessionId, TextBudget } from '../../platform/db/tables.ts';
import { findLatestWork } from '../../platform/jobs/job-records.ts';
import { isSameApplicant } from '../../records/applicant-fields.ts';
import {
  applicationsOfSsn,
  findApplicantLookups,
  isPerson,
  lockSsn,
  personLookup,
  readApplicant,
  saveApplicant,
} from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { hasAgreedToTexts } from '../../records/consents.ts';
import { readDecision } from '../../records/decisions.ts';
import { recordDegraded } from '../../records/degraded.ts';
import { findNotice } from '../../records/notices.ts';
import type { Services, With } from '../../services.ts';
import { homePlace } from '../branches/home-place.ts';
import { admit, lookUpPerson, permitContact } from './admit.ts';
import {
  type CaptchaOutcome,
  confirmCaptcha,
  readForm,
  refuseUnderAge,
  type SubmittedForm,
  yearsIfUnderAge,
} from './submitted-form.ts';

type Summary = Pick<Application, 'id' | 'state' | 'path' | 'branch_id' | 'requested_amount'>;

export async function submit(
  services: Services,
  body: PrequalificationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PrequalificationResponse> {
  const form = await readForm(services, body, request);
  const age = yearsIfUnderAge(services, form.applicant);
  if (age !== undefined) {
    // Nothing is stored about children (15 USC 6501).
    const isNotified = age >= 13 && (await recordUnderAge(services, form, request));
    refuseUnderAge(services, form.applicant, isNotified);
  }
  const found = await findContext(services, request);
  // A returning applicant who has not entered the text code has no application in this session yet.
  const visit = typeof found === 'string' || found.session.requiresCode ? undefined : found;
  const earlier = await earlierApplication(services, visit?.application, form);
  if (earlier && !(await changes(services.db, services, earlier, form)))
    return repeat(services, visit, earlier, request, reply);

  const checked = await check(services, form, earlier?.id, request);
  const saved = await transact(services.db, (tx) =>
    save(tx, services, form, earlier, visit, checked, request),
  ).catch((error: unknown) => {
    // Two concurrent presses: the other one won, and a retry finds its application.
    if (error instanceof LostRace || isUniqueViolation(error, 'application_submission_key')) return undefined;
    throw error;
  });
  if (saved === undefined) return submit(services, body, request, reply);
  saved.session?.set(reply);
  return { ...responseOf(saved.application), isOffline: checked.admission.isCoreOffline };
}

/** Records the refusal, once for a person. Returns whether the person gets a notice of it, as the lender's counsel chose. */
async function recordUnderAge(services: Services, form: SubmittedForm, request: FastifyRequest) {
  const { db, vault, clock, lender, sessions } = services;
  const { applicant, ssn } = form;
  const { captcha, text_budget } = await countForm(services, form, request);
  const applicationId = randomUUID() as string as ApplicationId;
  const branch = homePlace(lender, applicant).branch?.id ?? null;
  const chosen = { id: applicationId, branch_id: branch, text_budget };
  const isNotified = lender.policy.adverseAction.underAgeRefusal === 'notice';
  return transact(db, async (tx) => {
    await lockSsn(tx, ssn);
    for (const id of await applicationsOfSsn(tx, ssn)) {
      const { publicOutcome, requiredNotice } = stateOf((await readApplication(tx, id)).state);
      if (publicOutcome === 'under-age' && (await isPerson(tx, vault, id, applicant)))
        return requiredNotice.notice === 'denial';
    }
    await insert(tx, services, chosen, { ...form, submission: undefined });
    await saveApplicant(tx, vault, applicationId, applicant);
    const { id: sessionId } = await sessions.begin(tx, applicationId, request);
    const subject = { applicationId, sessionId };
    await saveAgreement(tx, services, request, subject, ['terms', 'contact'], form.acceptTexts);
    await audit(tx, clock, subject, { type: 'application-submitted', source: sourceOf(form), captcha });
    await move(tx, services, subject, isNotified ? 'underAge' : 'underAgeRecorded');
    return isNotified;
  });
}

async function earlierApplication(
  services: With<'db' | 'vault'>,
  own: Application | undefined,
  { submission, ssn }: SubmittedForm,
): Promise<Summary | undefined> {
  const { db } = services;
  if (submission !== undefined) {
    const earlier = await findBySubmission(db, submission);
    if (earlier) return earlier;
  }
  if (own === undefined || !stateOf(own.state).isSubmitted || stateOf(own.state).replaceable)
    return undefined;
  // The applicant can still fix a typo in the SSN before the text code; afterwards, another SSN is another person.
  if (isAllowed(own, 'resubmit')) return own;
  const lookups = await findApplicantLookups(db, own.id);
  if (lookups === undefined || !ssn.includes(lookups.ssn)) return undefined;
  // The declined page invites those whose file was frozen to return once it can be read.
  const basis = (await findNotice(db, own.id, 'denial'))?.basis;
  if (basis !== 'prequalification' && basis !== 'approval') return own;
  const stored = await readDecision(db, services.vault, own.id, basis);
  return stored?.inputs.frozen === true && stored.inputs.reportedOn !== undefined ? undefined : own;
}

/** Whether the form changes the earlier application: its text code was not accepted, and the answers differ. */
async function changes(
  db: Db,
  { vault }: With<'vault'>,
  earlier: Summary,
  { applicant, requestedAmount, acceptTexts }: SubmittedForm,
): Promise<boolean> {
  if (!isAllowed(earlier, 'resubmit')) return false;
  if (earlier.requested_amount !== requestedAmount) return true;
  if ((await hasAgreedToTexts(db, earlier.id)) !== acceptTexts) return true;
  return !isSameApplicant(await readApplicant(db, vault, earlier.id), applicant);
}

/** Outcomes that the form's own response leads to, before any text code. */
const immediateOutcomes: readonly StateFacets['publicOutcome'][] = [
  'captured',
  'duplicate',
  'present-borrower',
];

/** The same press again: does nothing twice. If the response was lost, so was its cookie. */
async function repeat(
  { db, sessions }: With<'db' | 'sessions'>,
  visit: RequestContext | undefined,
  earlier: Summary,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PrequalificationResponse> {
  const isEditable = isAllowed(earlier, 'resubmit');
  const mayResume = isEditable || immediateOutcomes.includes(stateOf(earlier.state).publicOutcome);
  if (mayResume && visit?.application?.id !== earlier.id) {
    const session = await transactOn(db, earlier.id, (tx) => sessions.begin(tx, earlier.id, request));
    session.set(reply);
  }
  if (isEditable) return responseOf(earlier);
  return responseOf(earlier, (await findLatestWork(db, earlier.id, decidePrequalification.name))?.id);
}

/** Confirms the captcha, and counts the form with those like it: forms without a captcha must not use up the limits of others. */
async function countForm(
  services: With<'log' | 'vault' | 'limiter' | 'lender' | 'vendorCalls' | 'vendors'>,
  form: SubmittedForm,
  request: FastifyRequest,
): Promise<{ captcha: CaptchaOutcome; text_budget: TextBudget }> {
  const { limiter, vault } = services;
  const captcha = await confirmCaptcha(services, form, request);
  const text_budget = captcha === 'confirmed' ? 'with-captcha' : 'without-captcha';
  await limiter.spend('submit-same-person', `${text_budget}:${personLookup(vault, form.applicant)}`);
  return { captcha, text_budget };
}

/** Asks the core system only about a form that the captcha and the limits let pass. */
async function check(
  services: With<'clock' | 'log' | 'db' | 'vault' | 'limiter' | 'lender' | 'vendorCalls' | 'vendors'>,
  form: SubmittedForm,
  earlier: ApplicationId | undefined,
  request: FastifyRequest,
) {
  const { applicant, email } = form;
  const counted = await countForm(services, form, request);
  const admission = await lookUpPerson(services, counted.text_budget, applicant);
  const id = earlier ?? (randomUUID() as string as ApplicationId);
  const payer = { id, text_budget: counted.text_budget };
  const contact = await permitContact(services, payer, { phone: applicant.phone, email }, admission);
  return { id, ...counted, admission, contact };
}

class LostRace extends Error {}

async function save(
  tx: Tx,
  services: With<'clock' | 'vault' | 'sessions' | 'jobs' | 'lender' | 'metrics'>,
  form: SubmittedForm,
  earlier: Summary | undefined,
  visit: RequestContext | undefined,
  { id, captcha, text_budget, admission, contact }: Awaited<ReturnType<typeof check>>,
  request: FastifyRequest,
) {
  const branch = homePlace(services.lender, form.applicant).branch?.id ?? null;
  if (earlier === undefined) await insert(tx, services, { id, branch_id: branch, text_budget }, form);
  else {
    // A concurrent press may have made this change already, or its text code may have been accepted.
    if (!(await changes(tx, services, await lockApplication(tx, id), form))) throw new LostRace();
    await updateApplication(tx, id, {
      branch_id: branch,
      submission: form.submission ?? null,
      text_budget,
      requested_amount: form.requestedAmount,
      email_bounced_at: null,
    });
  }
  await saveApplicant(tx, services.vault, id, form.applicant);
  const isHere = visit !== undefined && visit.application?.id === id;
  const session = isHere ? undefined : await services.sessions.begin(tx, id, request);
  const subject = { applicationId: id, sessionId: session?.id ?? (visit?.session.id as SessionId) };
  await saveAgreement(tx, services, request, subject, ['terms', 'contact'], form.acceptTexts);
  await audit(
    tx,
    services.clock,
    subject,
    earlier === undefined
      ? { type: 'application-submitted', source: sourceOf(form), captcha }
      : { type: 'application-resubmitted' },
  );
  if (captcha !== 'confirmed') await recordDegraded(tx, services, id, `captcha-${captcha}`);
  const state = await admit(tx, services, subject, admission, contact);
  return { session, application: { id, state, path: 'standard', branch_id: branch } as const };
}

const sourceOf = ({ partnerId }: SubmittedForm) => (partnerId === undefined ? 'web_form' : 'affiliate');

function insert(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  chosen: Pick<Application, 'id' | 'branch_id' | 'text_budget'>,
  form: SubmittedForm,
): Promise<void> {
  const now = clock.now();
  return insertApplication(tx, {
    ...chosen,
    state: beginnings.form,
    state_since: now,
    source: sourceOf(form),
    partner_id: form.partnerId ?? null,
    experience: form.experience,
    created_at: now,
    requested_amount: form.requestedAmount,
    marketing: encryptMarketing(vault, chosen.id, form.marketing),
    submission: form.submission ?? null,
  });
}

function responseOf(application: Omit<Summary, 'requested_amount'>, work?: JobId): PrequalificationResponse {
  const { id, state } = application;
  const { publicOutcome } = stateOf(state);
  return {
    isCaptureOnlyMode: publicOutcome === 'captured',
    duplicateLead: publicOutcome === 'duplicate',
    borrowerStatus: publicOutcome === 'present-borrower' ? 'PB' : 'NEW',
    href: hrefOf(getPrequalification, id),
    ...(application.branch_id === null ? {} : { branch: { href: hrefOf(getBranch, id) } }),
    ...(work === undefined ? {} : { job: { href: jobHref(work) } }),
    ...(isAllowed(application, 'resubmit') && {
      verifyOtp: { success: false, verifyOtp: { href: hrefOf(verifyOtp, id) } },
      requestOtp: { href: hrefOf(requestOtp, id) },
    }),
  };
}
