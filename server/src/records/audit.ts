// What happened to an application, for good. Events say that and when, never what was in a field.
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../platform/db/tables.ts';
import type { Settlement } from '../platform/jobs/vendor-calls.ts';

type AuditEvent =
  /** The form was accepted and an application begun. */
  | { type: 'application-submitted'; source: string; captcha: 'confirmed' | 'unanswered' | 'absent' }
  /** The form was sent again for the same application, with or without changes. */
  | { type: 'application-resubmitted' }
  /** The journey moved from one state to another. */
  | { type: 'journey-moved'; event: string; from: string; to: string }
  /** A text code was asked for, and sent. */
  | { type: 'text-code-requested' }
  /** A text code was asked for, and could not be sent. */
  | { type: 'text-code-not-sent'; outcome: 'too-many' | 'cannot-be-sent' | 'no-answer' }
  /** A text code was checked. */
  | { type: 'text-code-checked'; accepted: boolean }
  /** The policy decided. */
  | { type: 'decided'; kind: 'prequalification' | 'approval'; outcome: string; policyVersion: string }
  /** A job gave up for good. */
  | { type: 'job-failed'; job: string }
  /** An operator settled a call that was in doubt: it was not made, or was, with its answer or without. */
  | { type: 'doubt-settled'; operation: string; settled: Settlement }
  /** A bank was linked; where another was before, it is replaced. */
  | { type: 'bank-linked'; institutionId: string }
  /** The linked bank was removed. */
  | { type: 'bank-removed' }
  /** Our access to a bank was ended at the vendor. */
  | { type: 'bank-access-ended' }
  /** Records past their time were deleted. */
  | { type: 'records-purged'; kind: 'sessions' | 'textCodes' | 'bankData'; rows: number }
  /** All that was kept of an application was deleted, past the period that holds for it. */
  | { type: 'application-purged'; period: 'unfinished' | 'decisions' | 'loans' }
  /** The bank-data vendor says what stands between us and the linked bank, or, without a code, that nothing does. */
  | { type: 'bank-problem'; code: string | null }
  /** What the bank tells was compared with what was declared. */
  | { type: 'bank-compared'; income: boolean; residence: boolean; identity: boolean }
  /** A notice was drawn and kept; the hash is that of its PDF. */
  | { type: 'notice-drawn'; notice: 'adverse-action'; sha256: string }
  /** A notice was mailed to the applicant. */
  | { type: 'notice-mailed'; notice: 'adverse-action' }
  /** The e-mail address was confirmed by its link. */
  | { type: 'email-verified' }
  /** The loan was booked and its money put into a day’s file. */
  | { type: 'disbursed'; amount: number; fileDay: string; effectiveOn: string }
  /** The money missed its day’s file, and goes into another. */
  | { type: 'disbursement-moved'; fileDay: string; effectiveOn: string }
  /** The ESIGN Act Consent was opened as a PDF. */
  | { type: 'esign-consent-opened' }
  /** The link to the loan documents was mailed. */
  | { type: 'documents-mailed' }
  /** The envelope is complete. */
  | { type: 'documents-signed' }
  /** Automatic payments were authorized; the hash is that of the authorization's PDF. */
  | {
      type: 'autopay-authorized';
      day: number;
      firstDebit: string;
      account: 'linked' | 'manual';
      sha256: string;
    }
  /** Automatic payments were offered and not taken. */
  | { type: 'autopay-skipped' }
  /** Automatic payments were canceled. */
  | { type: 'autopay-canceled' }
  /** The copy of an authorization, or the confirmation that it was canceled, was mailed. */
  | { type: 'autopay-mailed'; about: 'authorized' | 'canceled' }
  /** A partner handed in a lead; `consent` says whether with proof that the applicant agreed to our texts. */
  | { type: 'lead-handed-in'; partner: string; consent: boolean }
  /** The applicant of a lead was let in, with the details brought up to date or as the partner gave them. */
  | { type: 'lead-let-in'; details: 'updated' | 'as-given' }
  /** A link to go on by was asked for, and mailed. */
  | { type: 'link-asked' }
  | { type: 'link-mailed' }
  /** The application was opened by a link, a partner's or a mailed one. */
  | { type: 'resumed' }
  /** Who came back by a link entered the text code. */
  | { type: 'came-back' }
  /** An amount or its security was chosen. */
  | { type: 'amount-chosen'; amount: number; isAutoSecured: boolean }
  /** A term was accepted with its consents. */
  | { type: 'terms-accepted'; amount: number; months: number };

export async function audit(
  tx: Tx,
  clock: Clock,
  subject: { applicationId?: ApplicationId | undefined; sessionId?: SessionId | undefined },
  event: AuditEvent,
): Promise<void> {
  const { type, ...data } = event;
  await tx
    .insertInto('audit_event')
    .values({
      application_id: subject.applicationId ?? null,
      session_id: subject.sessionId ?? null,
      type,
      data: JSON.stringify(data),
      at: clock.now(),
    })
    .execute();
}

/** What the job queue records of a job that gave up. */
export const auditExhaustedJob =
  (clock: Clock) =>
  (tx: Tx, applicationId: ApplicationId, job: string): Promise<void> =>
    audit(tx, clock, { applicationId }, { type: 'job-failed', job });
