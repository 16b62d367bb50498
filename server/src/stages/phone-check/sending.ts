// Requests text codes and saves their delivery status with the application, so that its page can show it.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ApiError, ErrorCode } from '#contract/errors.ts';
import type { TextCode } from '#contract/phone-check.ts';
import { saveTextCodeStatus } from '../../journey/applications.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, TextCodeSending } from '../../platform/db/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { lookups, readApplicantField } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import type { Services } from '../../services.ts';
import { refusals } from '../../wording/refusals.ts';
import { sendTextCode } from './jobs.ts';

type NotSent = Exclude<TextCodeSending['outcome'], 'asked' | 'sent'>;

/** How long until another request may help; undefined for a number that cannot receive texts. */
const waitSeconds: Record<NotSent, number | undefined> = {
  'cannot-be-sent': undefined,
  'too-many': 600,
  'no-answer': 60,
};

const notSent = {
  'cannot-be-sent': { field: 'phone', code: 'code-not-sent', message: refusals['code-not-sent'].noTexts },
  'too-many': { code: 'too-many', message: refusals['too-many'].codesSent },
  'no-answer': { code: 'try-again', message: refusals['try-again'].textService },
} as const satisfies Record<NotSent, ApiError & { code: ErrorCode }>;

/** Enqueues a code once everything before it is saved. */
export async function askForTextCode(
  tx: Tx,
  { clock, jobs }: Services,
  id: ApplicationId,
  to: 'phone' | 'new-phone' = 'phone',
): Promise<void> {
  const attempt = randomUUID();
  await saveTextCodeStatus(tx, id, { attempt, outcome: 'asked', at: clock.now().toISOString() });
  await jobs.enqueue(tx, sendTextCode, id, { attempt, to });
}

/**
 * Whether the limits allow another code for a returning applicant; if not, the page says when to ask again. Call it
 * before the transaction that requests the code.
 */
export async function mayTextCode({ db, vault, limiter }: Services, id: ApplicationId): Promise<boolean> {
  const phone = await readApplicantField(db, vault, id, 'phone');
  return (
    (await limiter.trySpend('send-code', id)) &&
    (await limiter.trySpend('send-code-to-phone', lookups.phone(vault, phone)))
  );
}

/** Starts a session that shows nothing until the applicant enters the code, which `mayText` allows to send. */
export async function beginWithCode(
  tx: Tx,
  services: Services,
  request: FastifyRequest,
  id: ApplicationId,
  mayText: boolean,
) {
  const session = await services.sessions.begin(tx, id, request, { requiresCode: true });
  await audit(tx, services.clock, { applicationId: id, sessionId: session.id }, { type: 'resumed' });
  if (mayText) await askForTextCode(tx, services, id);
  else await tooManyTextCodes(tx, services, id);
  return session;
}

/** Records that no code is on its way, so the returning applicant's page can say so. */
async function tooManyTextCodes(tx: Tx, { clock }: Services, id: ApplicationId): Promise<void> {
  await saveTextCodeStatus(tx, id, {
    attempt: randomUUID(),
    outcome: 'too-many',
    at: clock.now().toISOString(),
  });
}

export function textCodeNow(sending: TextCodeSending | null, now: Date): TextCode {
  // Applications from before we saved this status received their codes long ago.
  if (sending === null || sending.outcome === 'sent') return { status: 'sent' };
  if (sending.outcome === 'asked') return { status: 'sending' };
  const wait = waitSeconds[sending.outcome];
  if (wait === undefined) return { status: 'failed', error: notSent[sending.outcome] };
  const until = secondsAfter(new Date(sending.at), wait).getTime();
  const retryAfterSeconds = Math.max(0, Math.ceil((until - now.getTime()) / 1000));
  return { status: 'failed', error: notSent[sending.outcome], retryAfterSeconds };
}

export function refuseSending(outcome: NotSent): never {
  throw new Failure([notSent[outcome]], waitSeconds[outcome]);
}
