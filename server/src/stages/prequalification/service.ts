// Handles a submitted application form: who may apply, whether we already know them, and the application it starts.
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import { requestOtp, verifyOtp } from '#contract/phone-check.ts';
import {
  getPrequalification,
  type PrequalificationRequest,
  type PrequalificationResponse,
  submissionKeyHeader,
} from '#contract/prequalification.ts';
import {
  type Application,
  findBySubmission,
  insertApplication,
  lockApplication,
  saveResubmission,
} from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { saveAgreement } from '../../journey/consents.ts';
import { hrefOf, jobHref } from '../../journey/hrefs.ts';
import { decidePrequalification } from '../../journey/jobs.ts';
import { findContext } from '../../journey/request-context.ts';
import type { StateFacets } from '../../journey/state-declaration.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId, WorkId } from '../../platform/db/tables.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { fail } from '../../platform/failure.ts';
import { networkOf } from '../../platform/http/network.ts';
import { findLatestWork } from '../../platform/jobs/found-work.ts';
import { singleFlight } from '../../platform/jobs/single-flight.ts';
import { type Applicant, applicantOfForm, isSameApplicant, lookups } from '../../records/applicant-fields.ts';
import { findApplicantLookups, readApplicant, saveApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { personLookup } from '../../records/person.ts';
import type { Services } from '../../services.ts';
import { refusals } from '../../wording/refusals.ts';
import { nearestBranch } from '../branches/nearest.ts';
import { wasFrozen } from '../notices/adverse-action.ts';
import { assertUsPhone } from '../phone-check/sending.ts';
import { admit, askAbout, assertServed, inlineSeconds, permitContact } from './admit.ts';

export async function submit(
  services: Services,
  body: PrequalificationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PrequalificationResponse> {
  const { limiter, vault, db } = services;
  const applicant = applicantOfForm(body);
  await limiter.spend('submit-form', vault.lookup('address', networkOf(request.ip)));
  assertServed(services, applicant);
  assertUsPhone(applicant.phone);

  const found = await findContext(services, request);
  // A returning applicant who has not entered the text code has no application in this session yet.
  const context = typeof found === 'string' || found.session.requiresCode ? undefined : found;
  const ssn = lookups.ssn(vault, applicant.ssn);
  const submission = submissionOf(request, body.recaptcha, ssn);

  const earlier = await earlierApplication(services, context?.application, submission, ssn);
  if (earlier && earlier.state !== 'PHONE_CHECK') {
    // If the answer was lost, so was its cookie.
    if (
      context?.application?.id !== earlier.id &&
      answeredAtOnce.includes(stateOf(earlier.state).publicOutcome)
    )
      await beginSession(services, earlier.id, request, reply);
    return answer(earlier, (await findLatestWork(db, earlier.id, decidePrequalification.name))?.id);
  }
  if (earlier && (await isUnchanged(db, vault, earlier.id, applicant))) {
    // The same button press again: do nothing twice.
    if (context?.application?.id !== earlier.id) await beginSession(services, earlier.id, request, reply);
    return answer(earlier);
  }

  const email = lookups.email(vault, applicant.email);
  await limiter.spend('submit-same-person', personLookup(vault, applicant));
  await limiter.spend('submit-same-email', email);
  const [captcha, admission] = await Promise.all([
    confirmCaptcha(services, body.recaptcha, submission, request),
    askAbout(services, applicant),
  ]);
  const branch = nearestBranch(services.lender, applicant.zipCode);

  const id = earlier?.id ?? (randomUUID() as string as ApplicationId);
  const contact = await permitContact(services, id, { phone: applicant.phone, email }, admission);
  const partner = partnerOf(services, body);
  const outcome = await transact(db, async (tx) => {
    const now = services.clock.now();
    if (earlier === undefined) {
      await insertApplication(tx, {
        id,
        state: 'PHONE_CHECK',
        state_since: now,
        source: partner === undefined ? 'web_form' : 'affiliate',
        partner_id: partner ?? null,
        branch_id: branch?.id ?? null,
        experience: body.tracking.experience,
        created_at: now,
        marketing: JSON.stringify(marketingOf(body)),
        submission: submission ?? null,
      });
    } else {
      if (!(await isStillToChange(tx, services, id, applicant))) throw new LostRace();
      await saveResubmission(tx, id, { branch_id: branch?.id ?? null, submission: submission ?? null });
    }
    await saveApplicant(tx, vault, id, applicant);
    const session =
      context !== undefined && context.application?.id === id
        ? undefined
        : await services.sessions.begin(tx, id, request);
    const subject = { applicationId: id, sessionId: session?.id ?? (context?.session.id as SessionId) };
    await saveAgreement(tx, services, request, subject, ['terms', 'contact']);
    await audit(
      tx,
      services.clock,
      subject,
      earlier === undefined
        ? { type: 'application-submitted', source: partner === undefined ? 'web_form' : 'affiliate', captcha }
        : { type: 'application-resubmitted' },
    );

    const state = await admit(tx, services, subject, admission, contact);
    return { session, state };
  }).catch((error: unknown) => {
    // Two concurrent presses: the other one won, and a retry finds its application.
    if (error instanceof LostRace || isUniqueViolation(error, 'application_submission_key')) return undefined;
    throw error;
  });
  if (outcome === undefined) return submit(services, body, request, reply);
  outcome.session?.set(reply);
  return answer({ id, state: outcome.state, branch_id: branch?.id ?? null });
}

/** Outcomes that the form's own answer leads to, before any text code. */
const answeredAtOnce: readonly StateFacets['publicOutcome'][] = ['captured', 'duplicate', 'present-borrower'];

type ApplicationSummary = Pick<Application, 'id' | 'state' | 'branch_id'>;

/** The application this submission already belongs to: the session's own, or one from the same button press. */
async function earlierApplication(
  services: Services,
  own: Application | undefined,
  submission: string | undefined,
  ssn: string,
): Promise<ApplicationSummary | undefined> {
  const { db } = services;
  if (submission !== undefined) {
    const earlier = await findBySubmission(db, submission);
    if (earlier) return earlier;
  }
  if (own === undefined || stateOf(own.state).replaceable) return undefined;
  // The applicant can still fix a typo in the SSN before the text code; afterwards, another SSN is another person.
  if (own.state === 'PHONE_CHECK') return own;
  if ((await findApplicantLookups(db, own.id))?.ssn !== ssn) return undefined;
  // The declined page asks them to come back with a file that can be read.
  return (await wasFrozen(services, own.id)) ? undefined : own;
}

async function isUnchanged(
  db: Db,
  vault: Services['vault'],
  id: ApplicationId,
  applicant: Applicant,
): Promise<boolean> {
  return isSameApplicant(await readApplicant(db, vault, id), applicant);
}

class LostRace extends Error {}

/** Locks the application. False if a concurrent press already made this change, or if its text code was accepted. */
async function isStillToChange(
  tx: Tx,
  services: Services,
  id: ApplicationId,
  applicant: Applicant,
): Promise<boolean> {
  const { state } = await lockApplication(tx, id);
  return state === 'PHONE_CHECK' && !(await isUnchanged(tx, services.vault, id, applicant));
}

async function beginSession(
  services: Services,
  id: ApplicationId,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = await transact(services.db, (tx) => services.sessions.begin(tx, id, request));
  session.set(reply);
}

/**
 * A key identifies one press by one person: the same key with another SSN is another submission. Without a key, the
 * captcha token stands in, because each token is issued for one press.
 */
function submissionOf(
  request: FastifyRequest,
  captchaToken: string | undefined,
  ssn: string,
): string | undefined {
  const key = request.headers[submissionKeyHeader];
  if (typeof key === 'string' && (key.length < 16 || key.length > 200))
    fail('malformed', refusals.malformed.idempotencyKey);
  const press = typeof key === 'string' ? key : captchaToken;
  return press ? createHash('sha256').update(`${press}\0${ssn}`).digest('base64url') : undefined;
}

async function confirmCaptcha(
  { vendors, limiter, vault, vendorCalls, log }: Services,
  token: string | undefined,
  submission: string | undefined,
  request: FastifyRequest,
): Promise<'confirmed' | 'unanswered' | 'absent'> {
  // A blocked script must not lock an applicant out; the text code and a tighter limit compensate.
  const withoutCaptcha = () =>
    limiter.spend('submit-form-without-captcha', vault.lookup('address', networkOf(request.ip)));
  if (token === undefined) {
    await withoutCaptcha();
    return 'absent';
  }
  const answer = await singleFlight(vendorCalls, {
    vendor: 'recaptcha',
    operation: 'confirm',
    // If the same press arrives twice, both get the token's single answer; for any other press the token is spent.
    key: `captcha:${vault.lookup('captcha', `${token}\0${submission}`)}`,
    timeoutSeconds: inlineSeconds,
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: (signal) => vendors.captcha.confirm(token, request.ip, signal),
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'captcha unanswered');
    return { kind: 'unanswered' } as const;
  });
  switch (answer.kind) {
    case 'confirmed':
      return 'confirmed';
    case 'unanswered':
      await withoutCaptcha();
      return 'unanswered';
    case 'refused':
      log.warn({ codes: answer.codes }, 'captcha refused');
      return fail('captcha', refusals.captcha.notConfirmed);
  }
}

function partnerOf({ lender }: Services, body: PrequalificationRequest): string | undefined {
  const subId = body.additional_information?.sub_id ?? body.tracking.subId;
  return subId === undefined ? undefined : lender.partners.find((one) => one.subIds.includes(subId))?.id;
}

function marketingOf(body: PrequalificationRequest): Record<string, string> {
  const { experience: _, socureDeviceSessionId: __, ...marketing } = body.tracking;
  return Object.fromEntries(Object.entries(marketing).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function answer(application: ApplicationSummary, work?: WorkId): PrequalificationResponse {
  const { id, state } = application;
  const checking = state === 'PHONE_CHECK';
  const { publicOutcome } = stateOf(state);
  return {
    isCaptureOnlyMode: publicOutcome === 'captured',
    duplicateLead: publicOutcome === 'duplicate',
    borrowerStatus: publicOutcome === 'present-borrower' ? 'PB' : 'NEW',
    href: hrefOf(getPrequalification, id),
    ...(application.branch_id === null ? {} : { branch: { href: hrefOf(getBranch, id) } }),
    ...(work === undefined ? {} : { job: { href: jobHref(work) } }),
    ...(checking
      ? {
          verifyOtp: { success: false, verifyOtp: { href: hrefOf(verifyOtp, id) } },
          requestOtp: { href: hrefOf(requestOtp, id) },
        }
      : {}),
  };
}
