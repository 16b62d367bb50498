// The permanent audit log of an application. Events record what happened and when, never the contents of a field.
import type { DecisionKind } from '../credit-policy/decide.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { beforeCreation, insertRow, type Period, rowsOf } from '../platform/db/rows.ts';
import type { ApplicationId, ApprovedTerm, NoticeId, SessionId, Tables } from '../platform/db/tables.ts';
import type { Settlement } from '../platform/jobs/call-records.ts';
import { operatorName } from '../platform/operator.ts';
import type { SendResult } from '../vendors/text-messages.ts';

/** What is sent; the 30 days of a pending notice are not. */
export type SentKind = Exclude<Tables['notice']['kind'], 'pending'>;

export type AuditEvent =
  | { type: 'application-submitted'; source: string; captcha: 'confirmed' | 'unanswered' | 'absent' }
  | { type: 'application-resubmitted' }
  /** A vendor did not do its part, and the lender's policy decided what followed. */
  | { type: 'vendor-degraded'; vendor: string; mode: string }
  | { type: 'journey-moved'; event: string; from: string; to: string }
  | { type: 'text-code-requested'; by?: 'call' }
  | { type: 'text-code-not-sent'; outcome: Exclude<SendResult, 'sent'> | 'no-answer' }
  | { type: 'text-sent'; about: Exclude<Tables['text_message']['about'], 'code'> }
  | { type: 'texts-stopped' | 'texts-restarted' }
  | { type: 'text-code-checked'; accepted: boolean }
  /** An accepted text code gave the browser another token: the session of this event follows the one of that code. */
  | { type: 'session-renewed' }
  /** `by`: for the applicant, or in another of their browsers; without it, in this one. */
  | { type: 'signed-out'; by?: 'operator' | 'applicant' }
  | { type: 'decided'; kind: DecisionKind; outcome: string; policyVersion: string }
  | { type: 'decided'; kind: 'action'; outcome: string; basis: string }
  | { type: 'vehicle-entered'; by: 'vin' | 'model' }
  /** A reviewer must decide before the application continues. */
  | { type: 'held'; kind: string; stage: string; reason: string }
  /** A reviewer released or refused the application, or the missing result arrived. */
  | { type: 'hold-viewed'; kind: string }
  /** An operator called about an alert on the credit file. */
  | { type: 'hold-call-recorded'; kind: string; result: string }
  | { type: 'hold-check-requested'; kind: string }
  | {
      type: 'hold-resolved';
      kind: string;
      stage: string;
      resolution: NonNullable<Tables['hold']['resolution']>;
    }
  /** An operator handled a person's request about their own data, after checking who requests it. */
  | { type: 'person-not-confirmed' }
  | { type: 'legal-hold-placed'; scope: 'application' | 'person' }
  | { type: 'legal-hold-lifted' }
  | { type: 'person-found' | 'person-exported' }
  | { type: 'person-corrected'; field: string }
  | { type: 'person-erased'; rows: number }
  | { type: 'job-failed' | 'job-run-again'; job: string }
  | { type: 'partner-key-created' | 'partner-key-revoked'; partner: string; key: string }
  | { type: 'person-searched'; why: string }
  /** An operator wrote a file for an examiner, about a period of the lender's days. */
  | {
      type: 'records-exported';
      what: string;
      from: string;
      to: string;
      withIdentity: boolean;
      why: string | null;
    }
  /** An operator viewed an application, or read its decision, which is made again for that from its stored inputs. */
  | { type: 'application-viewed' }
  | { type: 'decision-explained'; kind: string; policyVersion: string; agrees: boolean; why: string }
  /** An operator started, read or ended the silent comparison of a policy version with the one in force. */
  | { type: 'challenge-started'; version: string; share: number; why: string }
  | { type: 'challenge-read' | 'challenge-stopped'; version: string }
  /** A version of the credit policy was proposed, approved, scheduled or taken back. */
  | {
      type: 'policy-changed';
      step: Tables['policy_step']['kind'];
      version: string;
      takesEffectAt?: string;
      why?: string;
    }
  /** An operator decides stored decisions again under a changed policy: one event for all of them. */
  | { type: 'policy-replayed'; policyVersion: string; from: string | null; to: string; why: string }
  /** The database was moved, with nothing between its backup and its restoration. */
  | { type: 'database-moved' }
  /** A backup was restored, and what may have happened since was marked as unresolved. */
  | { type: 'restore-begun'; backupAt: string }
  | { type: 'backup-restored'; backupAt: string; held: number; messages: number; blobsKept?: boolean }
  /** An operator wrote a file that asks the bureau about this application's hard pull. */
  | { type: 'bureau-asked' }
  /** An operator settled a call whose outcome was unknown: it was not made, or it was made, with or without its response. */
  | { type: 'call-resolved'; operation: string; settled: Settlement }
  | { type: 'bank-linked' | 'bank-removed' | 'bank-access-ended' }
  | {
      type: 'records-purged';
      kind: 'sessions' | 'textCodes' | 'bankData' | 'measurements' | 'sanctions';
      rows: number;
    }
  | { type: 'application-purged'; period: 'unfinished' | 'decisions' | 'loans' }
  /** The bank-data vendor reported a problem with the linked bank or, without a code, that there is none. */
  | { type: 'bank-problem'; code: string | null }
  | { type: 'bank-compared'; income: boolean; residence: boolean; identity: boolean }
  | { type: 'notice-rendered' | 'notice-emailed' | 'notice-reprinted'; notice: SentKind }
  /** No decision yet: a reviewer must decide, and the default notice was drafted. */
  | { type: 'notice-drafted'; otherwise: 'denial' | 'incomplete' }
  | { type: 'marital-status-answered' }
  | { type: 'esign-consent-withdrawn'; by: 'applicant' | 'link' | 'operator' }
  | { type: 'email-bounced'; notice: SentKind | null }
  /** The applicant viewed a document online: a notice, or another kind. */
  | { type: 'document-viewed'; document: string; notice: NoticeId | null }
  /** The PDF was stored, because it was sent or printed, or is being opened. `sha256` is that of the PDF. */
  | { type: 'document-stored'; document: string; sha256: string }
  /** The applicant did not view a notice in time, so it goes by letter too. */
  | { type: 'notice-unviewed'; notice: SentKind }
  | { type: 'notice-printed'; notice: SentKind; batch: string }
  /** An operator recorded that a letter was mailed: on a day (ISO date), and the number of the mailing. */
  | { type: 'letter-mailed'; notice: SentKind; on: string; mailingId: string | null }
  /** A branch decided and gave its own notice. */
  | { type: 'notice-settled' }
  /** The time to decide ran out, or a reviewer chose the notice. */
  | { type: 'notice-decided'; notice: SentKind; by: 'time' | 'operator' }
  | { type: 'offers-emailed' }
  | { type: 'branch-case-opened'; reason: string }
  | { type: 'documents-handed-in' }
  | { type: 'documents-sent'; files: number }
  /** The core system has a text from the applicant to the branch. */
  | { type: 'text-reported' }
  | { type: 'call-booked' | 'call-canceled' }
  /** The applicant asked the branch to finish the application with them, or continued online after that. */
  | { type: 'branch-call-requested' | 'branch-call-withdrawn' }
  | { type: 'email-verified' }
  /** The loan was booked and its money put into a day's file. */
  | { type: 'disbursed'; amount: number; fileDay: string; effectiveOn: string }
  | { type: 'fraud-found'; rule: string; action: 'hold' | 'report' }
  /** The account that receives the funds was confirmed, refused or left to a reviewer. */
  | { type: 'account-validated'; status: 'VALID' | 'MANUAL_REVIEW' | 'INVALID'; by: string }
  /** Two micro-entries, and the debit that takes them back, are to go into a day's file. */
  | { type: 'micro-entries-sent'; fileDay: string; effectiveOn: string }
  | { type: 'micro-entries-tried'; right: boolean }
  | { type: 'account-update-emailed'; about: string }
  /** The bank returned an entry, or notified of a change. */
  | { type: 'entry-returned'; what: 'disbursement' | 'micro-entries' | 'debit'; code: string }
  | { type: 'account-corrected'; code: string }
  | { type: 'disbursement-moved'; fileDay: string; effectiveOn: string }
  | { type: 'esign-consent-opened' }
  | { type: 'documents-emailed' }
  /** What the approval rests on no longer holds. */
  | { type: 'loan-rechecked'; at: 'rendering' | 'signing'; objection: string }
  | { type: 'documents-signed' }
  | { type: 'autopay-authorized'; daysBeforeDue: number; firstDebit: string; account: 'linked' | 'manual' }
  | { type: 'autopay-skipped' | 'autopay-canceled' }
  | { type: 'autopay-emailed'; about: 'canceled' | 'stopped' | 'moved' }
  /** The money arrives later than was thought, and so does the first debit. */
  | { type: 'first-debit-moved'; firstDebit: string }
  /** Automatic payments ended, other than by the applicant here. */
  | { type: 'autopay-stopped'; reason: 'account' | 'borrower' | 'lender' | 'loan-paid' | 'loan-canceled' }
  | { type: 'core-event'; event: string; outcome: string }
  | { type: 'loan-update-emailed'; about: string }
  /** A partner submitted a lead; `consent`: whether it included proof that the applicant agreed to our texts. */
  | { type: 'lead-handed-in'; partner: string; consent: boolean }
  /** A lead's applicant was admitted, with updated details or with the partner's. */
  | { type: 'lead-let-in'; details: 'updated' | 'as-given' }
  | { type: 'link-requested' | 'link-emailed' }
  | { type: 'details-updated'; phone: 'changed' | 'as-before' }
  | { type: 'phone-confirmed' }
  | { type: 'change-emailed'; what: 'phone' | 'deposit' | 'email' }
  | { type: 'reminders-requested' | 'reminders-stopped' }
  | { type: 'reminder-emailed'; reminder: 'day' | 'expiry' }
  /** The application was opened through a partner's link or an emailed one. */
  | { type: 'resumed' }
  /** A returning applicant entered the text code. */
  | { type: 'return-confirmed' }
  | { type: 'partners-agreed' }
  /** `decision`: the one whose offers were shown. */
  | { type: 'amount-chosen'; amount: number; isAutoSecured: boolean; decision: string }
  | ({ type: 'terms-accepted' } & AcceptedTerms);

/** `decision`: the one that offered them. `as`: the request, the counteroffer made to it, or another choice. */
export type AcceptedTerms = Pick<ApprovedTerm, 'amount' | 'months' | 'apr' | 'isAutoSecured'> & {
  readonly decision: string;
  readonly as: 'request' | 'counteroffer' | 'choice';
};

export const audit = (
  tx: Tx,
  clock: Clock,
  subject: { applicationId?: ApplicationId | undefined; sessionId?: SessionId | undefined },
  { type, ...data }: AuditEvent,
) =>
  insertRow(tx, 'audit_event', {
    application_id: subject.applicationId ?? null,
    session_id: subject.sessionId ?? null,
    type,
    data: JSON.stringify(data),
    operator: operatorName() ?? null,
    at: clock.now(),
  });

const eventsOf = (db: Db, id: ApplicationId, ...types: readonly AuditEvent['type'][]) => {
  const of = {
    application_id: id,
    at: { '>=': beforeCreation(id) },
    ...(types.length > 0 && { type: types }),
  };
  return rowsOf(db, 'audit_event', of, ['id']);
};

export const auditEventsOf = (db: Db, id: ApplicationId) =>
  eventsOf(db, id).all(['at', 'type', 'data', 'operator']);

/** The events by which an application moved, and those of the types `beside` the journey, oldest first. */
export const movesOf = async (db: Db, id: ApplicationId, ...beside: readonly AuditEvent['type'][]) =>
  (await eventsOf(db, id, 'journey-moved', ...beside).all(['at', 'type', 'data'])).map(
    ({ at, type, data }) => {
      const { event = type, to } = data as { readonly event?: string; readonly to?: string };
      return { at, event, to };
    },
  );

export const hasReached = async (db: Db, id: ApplicationId, states: readonly string[]): Promise<boolean> =>
  (await movesOf(db, id)).some(({ to }) => to !== undefined && states.includes(to));

/** Whether a text code was ever accepted for the application, each of which renews its session. */
export const hasEnteredCode = (db: Db, id: ApplicationId) => eventsOf(db, id, 'session-renewed').exist();

/** When a branch recorded another phone for the application, the last time first. */
export const phonesReplacedAt = async (db: Db, id: ApplicationId): Promise<readonly Date[]> =>
  (await eventsOf(db, id, 'person-corrected').all(['at', 'data']))
    .filter(({ data }) => 'field' in data && data.field === 'phone')
    .map(({ at }) => at)
    .reverse();

/** The number and the digest of the latest checkpoint, as of an instant: others get it, and can show later that it was here. */
export async function latestAnchor(db: Db, asOf: Date): Promise<string | null> {
  const latest = await rowsOf(db, 'audit_checkpoint', { made_at: { '<=': asOf } }, ['number desc']).first();
  return latest ? `${latest.number}:${latest.digest}` : null;
}

export const latestAuditAt = (db: Db) => rowsOf(db, 'audit_event', {}, ['id desc']).value('at');

type Restored = Pick<Extract<AuditEvent, { type: 'backup-restored' }>, 'backupAt' | 'blobsKept'>;

/** The time of the backup whose restoration began last, unless it was marked whole. */
export async function restoreUnderWay(db: Db): Promise<Date | undefined> {
  const of = { type: ['restore-begun', 'backup-restored'], application_id: null };
  const row = await rowsOf(db, 'audit_event', of, ['at desc', 'id desc']).first(['type', 'data']);
  return row?.type === 'restore-begun' ? new Date((row.data as Restored).backupAt) : undefined;
}

/** Of the backup that was restored last: from the end of its history until its restoration was marked, with the product stopped. */
export async function latestRestore(db: Db): Promise<(Period & { blobsKept: boolean }) | undefined> {
  const row = await rowsOf(db, 'audit_event', { type: 'backup-restored' }, ['id desc']).first(['at', 'data']);
  if (row === undefined) return undefined;
  const { backupAt, blobsKept = false } = row.data as Restored;
  return { from: new Date(backupAt), until: row.at, blobsKept };
}

export const auditExhaustedJob = (clock: Clock) => (tx: Tx, applicationId: ApplicationId, job: string) =>
  audit(tx, clock, { applicationId }, { type: 'job-failed', job });
