// The status page: where the application is, and where else someone is signed in to it. It reveals nothing before a returning
// applicant has entered the text code.
import type { FastifyInstance } from 'fastify';
import {
  type ApplicationStatus,
  endOtherSession,
  getApplicationStatus,
} from '#contract/application-status.ts';
import type { LoanDocument } from '#contract/documents.ts';
import type { FileEndpoint } from '#contract/endpoint.ts';
import { byDay } from '#contract/funding-estimate-text.ts';
import type { ApplicationSource } from '#contract/journey.ts';
import { getNoticePage, getNoticePdf } from '#contract/notices.ts';
import { addMonths, isoDate } from '#finance/dates.ts';
import { type Application, transactOn } from '../../journey/applications.ts';
import { branchZone } from '../../journey/branch-calls.ts';
import { hasEndedWithoutLoan, isPayable, permissionsOf, stateOf } from '../../journey/chart.ts';
import { historyTextOf } from '../../journey/history-text.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { missingDocuments, type Stipulation, stipulationsOf } from '../../journey/missing-items.ts';
import { requireContext } from '../../journey/request-context.ts';
import { cancelableUntil } from '../../journey/withdrawal.ts';
import { dayIn, secondsAfter } from '../../platform/clock.ts';
import type { SessionId } from '../../platform/db/tables.ts';
import { serve } from '../../platform/http/http.ts';
import { endSessionsOf } from '../../platform/http/sessions.ts';
import { type AccountValidation, findValidation } from '../../records/account-validations.ts';
import { audit, movesOf } from '../../records/audit.ts';
import { loanPaidOn } from '../../records/core-events.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { type Notice, noticesOf } from '../../records/notices.ts';
import { uploadsOf } from '../../records/uploads.ts';
import type { With } from '../../services.ts';
import { documentText, emailedFiles, isEmailed } from '../../wording/document-files.ts';
import { historyBegins, historyBeside, moneyScheduled, moneySent } from '../../wording/history-text.ts';
import { askedText } from '../../wording/incomplete-notice.ts';
import {
  accountNeeded,
  cancelText,
  firstPayment,
  laterPayments,
  moneyOnItsWay,
  paidOff,
  receiveMoney,
  type StatusText,
  statusText,
} from '../../wording/status-text.ts';

export function statusRoutes(
  app: FastifyInstance,
  services: With<'clock' | 'db' | 'sessions' | 'lender'>,
): void {
  serve(app, getApplicationStatus, async ({ request, params }) => {
    const { application, session } = await requireContext(services, request, params.applicationId);
    const { id } = application;
    const { db } = services;
    const { actions, signing } = permissionsOf(application);
    const isSigned = signing === 'completed';
    const [moves, paid, uploads, stipulations, missing, notices, validation, until, paidOn] =
      await Promise.all([
        movesOf(db, id, ...eventsBeside),
        findDisbursement(db, id),
        uploadsOf(db, id),
        stipulationsOf(db, application),
        missingDocuments(db, application),
        noticesOf(db, id),
        findValidation(db, id),
        isSigned && actions.has('withdraw') ? cancelableUntil(db, services, id) : undefined,
        isSigned ? loanPaidOn(db, id) : undefined,
      ]);
    const hasSentDocuments = missing.length === 0 && uploads.some(({ handInId }) => handInId !== null);
    const money = paid && {
      scheduledAt: paid.created_at,
      sentAt: paid.sent_at,
      arrivesOn: paid.effective_on,
      firstDueOn: addMonths(isoDate(paid.effective_on), 1),
    };
    const status = statusOf(application, {
      moves,
      money,
      hasSentDocuments,
      isPaidOff: paidOn !== undefined,
      validation,
      stipulations,
      notices,
      today: dayIn(branchZone(services.lender, application), services.clock.now()),
      cancelableUntil: until,
    });
    const others = await services.sessions.elsewhere(application.id, session.id);
    const signedIn = others.map(({ id, device, touchedAt }) => ({
      device,
      at: touchedAt.toISOString(),
      signOut: hrefOf(endOtherSession, application.id).replace(':sessionId', id),
    }));
    return { ...status, signedIn };
  });

  serve(app, endOtherSession, async ({ request, params }) => {
    const { subject } = await requireContext(services, request, params.applicationId);
    const { applicationId } = subject;
    await transactOn(services.db, applicationId, async (tx) => {
      const other = params.sessionId as SessionId;
      if ((await endSessionsOf(tx, services, applicationId, 'sign-out', other)) === 0) return;
      await audit(tx, services.clock, subject, { type: 'signed-out', by: 'applicant' });
    });
    return {};
  });
}

/** The audit events in the history besides the moves of the journey. */
const eventsBeside = Object.keys(historyBeside) as (keyof typeof historyBeside)[];
const beside: Readonly<Record<string, string | undefined>> = historyBeside;

interface Happened {
  readonly event: string;
  readonly to?: string | undefined;
  readonly at: Date;
}

/** When the money was scheduled, when it went out, and the days (ISO dates) on which it arrives and the first payment is due. */
interface Money {
  readonly scheduledAt: Date;
  readonly sentAt: Date | null;
  readonly arrivesOn: string;
  readonly firstDueOn: string;
}

interface Facts {
  /** The moves of the journey, and the events that `historyBeside` names. */
  readonly moves: readonly Happened[];
  readonly money: Money | undefined;
  /** The branch's (ISO date), as the promise beside it. */
  readonly today: string;
  /** All that we wait for. */
  readonly hasSentDocuments: boolean;
  readonly isPaidOff: boolean;
  /** Of the account that receives the money. */
  readonly validation: Pick<AccountValidation, 'status'> | undefined;
  readonly stipulations: readonly Stipulation[];
  /** When the signed loan can no longer be canceled, if it still can. */
  readonly cancelableUntil?: Date | undefined;
  readonly notices: readonly Pick<Notice, 'id' | 'applicationId' | 'kind' | 'renderedAt'>[];
}

export function statusOf(
  application: Pick<Application, 'state' | 'source' | 'created_at' | 'deadline'>,
  {
    moves,
    money,
    today,
    hasSentDocuments,
    isPaidOff,
    validation,
    stipulations,
    cancelableUntil,
    notices,
  }: Facts,
): Omit<ApplicationStatus, 'signedIn'> {
  const { state, deadline } = application;
  const { statusText: name, phase } = stateOf(state);
  const before: StatusText = statusText[name];
  const { afterDocuments } = before;
  const needed: Partial<Record<string, StatusText>> = isPayable(state) ? accountNeeded : {};
  const account = validation && needed[validation.status];
  const { heading, text, next, button, expiry }: StatusText =
    (isPaidOff && paidOff) ||
    (account && { ...account, next: [...account.next, ...before.next] }) ||
    (hasSentDocuments && afterDocuments) ||
    before;
  return {
    heading,
    text,
    phase: afterDocuments ? (hasSentDocuments ? 'waiting' : 'live') : phase,
    ...(button && { button }),
    next: next.flatMap((step) => (money ? stepsOf(step, money, today) : step)),
    asked: stipulations.map(({ item, status, until }) => ({
      kind: item === 'signature' || item === 'call' ? item : 'document',
      ...askedText[item],
      status,
      ...(until && { until: until.toISOString() }),
    })),
    done: historyOf(application.source, application.created_at, moves, money),
    ...(expiry && deadline && { expiry: { label: expiry, at: deadline.toISOString() } }),
    ...(cancelableUntil && {
      cancel: { label: cancelText, at: secondsAfter(cancelableUntil, -60).toISOString() },
    }),
    documents: notices.toReversed().flatMap((notice) => filesOf(notice, hasEndedWithoutLoan(state))),
  };
}

function stepsOf(step: string, { sentAt, arrivesOn, firstDueOn }: Money, today: string): readonly string[] {
  if (step === firstPayment && firstDueOn < today) return [laterPayments];
  if (step !== receiveMoney) return [step];
  if (sentAt !== null && arrivesOn < today) return [];
  return [sentAt === null ? receiveMoney : moneyOnItsWay(byDay(arrivesOn, today))];
}

/** Signed documents are read as PDFs only: another form would not show that they are sealed. */
function filesOf(
  { id, applicationId, kind, renderedAt }: Facts['notices'][number],
  isWithoutLoan: boolean,
): LoanDocument[] {
  if (renderedAt === null || !isEmailed(kind)) return [];
  return emailedFiles[kind].map(({ title, filename }) => {
    const hrefIn = (form: FileEndpoint) =>
      hrefOf(form, applicationId).replace(':noticeId', id).replace(':kind', filename.replace('.pdf', ''));
    return {
      title: isWithoutLoan && kind === 'signed-documents' ? documentText.void(title) : title,
      pdf: hrefIn(getNoticePdf),
      ...(kind !== 'signed-documents' && { page: hrefIn(getNoticePage) }),
    };
  });
}

/** Each event once, at its last time: an applicant who changed their mind reads the last choice. */
function historyOf(
  source: ApplicationSource,
  begunAt: Date,
  moves: readonly Happened[],
  money: Money | undefined,
): ApplicationStatus['done'] {
  const latest = new Map<string, Date>([[historyBegins[source], begunAt]]);
  for (const { event, to, at } of moves) {
    const what = historyTextOf({ event, to }) ?? beside[event];
    if (what) latest.set(what, at);
  }
  if (money) latest.set(moneyScheduled, money.scheduledAt);
  if (money?.sentAt) latest.set(moneySent, money.sentAt);
  return [...latest]
    .sort(([, a], [, b]) => a.getTime() - b.getTime())
    .map(([what, at]) => ({ what, at: at.toISOString() }));
}
