// Requests text codes and saves their delivery status with the application, so that its page can show it.
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ApiError, ErrorCode } from '#contract/errors.ts';
import type { TextCode } from '#contract/phone-check.ts';
import { type Application, saveTextCodeStatus } from '../../journey/applications.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, TextCodeSending } from '../../platform/db/tables.ts';
import { Failure, fail } from '../../platform/failure.ts';
import { type LimitName, messageOf } from '../../platform/http/limits.ts';
import { isUsPhone } from '../../platform/us-phones.ts';
import { knownLookups, lookups } from '../../records/applicant-fields.ts';
import { readApplicantField } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { isConfirmedPhone } from '../../records/code-phone.ts';
import { isWrongNumber } from '../../records/texts.ts';
import type { With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { sendTextCode } from './jobs.ts';

type NotSent = Exclude<TextCodeSending['outcome'], 'requested' | 'sent' | 'called' | 'calls-only'>;

/** How long until another request may help; undefined for a number that cannot receive texts. */
const waitSeconds: Record<NotSent, number | undefined> = {
  'cannot-be-sent': undefined,
  'cannot-be-called': undefined,
  // START reaches the service in seconds.
  'opted-out': 15,
  'wrong-number': 15,
  // Such a block ends after minutes or hours.
  'held-back': 3600,
  'region-blocked': undefined,
  'account-blocked': 3600,
  'too-many': 600,
  'too-many-to-phone': 3600,
  paused: 3600,
  'no-answer': 60,
};

const ofPhone = (reason: keyof (typeof errorMessages)['code-not-sent']) =>
  ({ field: 'phone', code: 'code-not-sent', message: errorMessages['code-not-sent'][reason] }) as const;
const notSent = {
  'cannot-be-sent': ofPhone('noTexts'),
  'cannot-be-called': ofPhone('noCalls'),
  'opted-out': ofPhone('optedOut'),
  'wrong-number': ofPhone('wrongNumber'),
  'held-back': ofPhone('heldBack'),
  'region-blocked': ofPhone('region'),
  'account-blocked': { code: 'try-again', message: errorMessages['try-again'].noCodes },
  'too-many': { code: 'too-many', message: errorMessages['too-many'].codesSent },
  'too-many-to-phone': { code: 'too-many', message: messageOf('send-code-to-phone') },
  paused: { code: 'too-many', message: messageOf('send-codes-with-captcha') },
  'no-answer': { code: 'try-again', message: errorMessages['try-again'].textService },
} as const satisfies Record<NotSent, ApiError & { code: ErrorCode }>;

export const allOfBudget = 'everybody';

/** Whether a code may be texted, or why not. Every text is counted, the form's own first one too. */
export type TextPermit = 'allowed' | NotSent;

/** Whose texts are counted: the application, and the budget that it shares with others. */
export type TextPayer = Pick<Application, 'id' | 'text_budget'>;

/** The limits of one text, the narrowest first, so that a text refused by a narrow limit does not count against the wider ones. */
async function limitsOf(
  services: With<'db' | 'vault'>,
  { id, text_budget: budget }: TextPayer,
  phone: string,
) {
  const { vault } = services;
  const isOwn = budget === 'returning' && (await isConfirmedPhone(services, id, phone));
  const pot = isOwn ? id : budget;
  const toPhone = lookups.phone(vault, phone);
  const block = vault.lookup('phone-block', phone.slice(0, -3));
  return [
    ['send-code', id, 'too-many-to-phone'],
    ['send-code-to-phone', `${pot}:${toPhone}`, 'too-many-to-phone'],
    ['send-code-to-phone-today', `${pot}:${toPhone}`, 'too-many-to-phone'],
    ['send-codes-to-block', `${pot}:${block}`, 'paused'],
    [`send-codes-${budget}`, allOfBudget, 'paused'],
  ] as const satisfies readonly (readonly [LimitName, string, NotSent])[];
}

/** A phone that gets no code, whatever the limits. */
const refusalOf = async (
  { db, clock, vault }: With<'db' | 'clock' | 'vault'>,
  phone: string,
): Promise<NotSent | undefined> => {
  if (!isUsPhone(phone)) return 'cannot-be-sent';
  return (await isWrongNumber(db, clock, knownLookups.phone(vault, phone))) ? 'wrong-number' : undefined;
};

/** Counts a text, or returns why there is none. Call it before the transaction that requests the code. */
export async function permitText(
  services: With<'db' | 'clock' | 'vault' | 'limiter'>,
  payer: TextPayer,
  phone: string,
): Promise<TextPermit> {
  const refusal = await refusalOf(services, phone);
  if (refusal !== undefined) return refusal;
  for (const [name, subject, outcome] of await limitsOf(services, payer, phone))
    if (!(await services.limiter.trySpend(name, subject))) return outcome;
  return 'allowed';
}

/** Like `permitText`, but refuses the request if no text may be sent. */
export async function spendText(
  services: With<'db' | 'clock' | 'vault' | 'limiter'>,
  payer: TextPayer,
  phone: string,
): Promise<'allowed'> {
  const refusal = await refusalOf(services, phone);
  if (refusal !== undefined) refuseSending(refusal);
  for (const [name, subject] of await limitsOf(services, payer, phone))
    await services.limiter.spend(name, subject);
  return 'allowed';
}

/** Refuses a phone that we never text, before anything about it is saved. */
export function assertUsPhone(phone: string): void {
  if (!isUsPhone(phone)) fail('invalid', errorMessages.invalid.notUsPhone, 'phone');
}

/** Enqueues a code once everything before it is saved, or records why there is none. */
export async function requestTextCode(
  tx: Tx,
  { clock, jobs }: With<'clock' | 'jobs'>,
  id: ApplicationId,
  permit: TextPermit,
  to: 'phone' | 'new-phone' = 'phone',
): Promise<void> {
  const attempt = randomUUID();
  const outcome = permit === 'allowed' ? 'requested' : permit;
  await saveTextCodeStatus(tx, id, { attempt, outcome, at: clock.now().toISOString() });
  if (permit === 'allowed') await jobs.enqueue(tx, sendTextCode, id, { attempt, to });
}

/** Whether a returning applicant may be texted a code. */
export async function mayTextCode(services: With<'db' | 'clock' | 'vault' | 'limiter'>, payer: TextPayer) {
  const phone = await readApplicantField(services.db, services.vault, payer.id, 'phone');
  return permitText(services, payer, phone);
}

/** Starts a session that shows nothing until the applicant enters the code, if one may be sent. */
export async function beginWithCode(
  tx: Tx,
  services: With<'clock' | 'sessions' | 'jobs'>,
  request: FastifyRequest,
  id: ApplicationId,
  mayText: TextPermit,
) {
  const session = await services.sessions.begin(tx, id, request, { requiresCode: true });
  await audit(tx, services.clock, { applicationId: id, sessionId: session.id }, { type: 'resumed' });
  await requestTextCode(tx, services, id, mayText);
  return session;
}

export function textCodeNow(sending: TextCodeSending | null, now: Date): TextCode {
  if (sending === null)
    return { status: 'failed', error: { code: 'try-again', message: errorMessages['try-again'].noCodeYet } };
  if (sending.outcome === 'sent') return { status: 'sent' };
  if (sending.outcome === 'called' || sending.outcome === 'calls-only') return { status: 'called' };
  if (sending.outcome === 'requested') return { status: 'sending' };
  const wait = waitSeconds[sending.outcome];
  if (wait === undefined) return { status: 'failed', error: notSent[sending.outcome] };
  const until = secondsAfter(new Date(sending.at), wait).getTime();
  const retryAfterSeconds = Math.max(0, Math.ceil((until - now.getTime()) / 1000));
  return { status: 'failed', error: notSent[sending.outcome], retryAfterSeconds };
}

export function refuseSending(outcome: NotSent): never {
  throw new Failure([notSent[outcome]], waitSeconds[outcome]);
}
