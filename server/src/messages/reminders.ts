// What an applicant is reminded of: each reminder is a row that says what is due, and one sweep enqueues its message.

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  reminderDaysBeforeExpiry,
  setReminders,
  unsubscribe as unsubscribeByLink,
} from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { addDays, type IsoDate, isoDate } from '#finance/dates.ts';
import type { Lender } from '#lender/load.ts';
import { instantOf, localTime } from '#lender/zoned-time.ts';
import {
  type Application,
  applicationsInStates,
  readApplication,
  transactOn,
} from '../journey/applications.ts';
import { branchZone } from '../journey/branch-calls.ts';
import { isPayable, permissionsOf, stateNames, stateOf } from '../journey/chart.ts';
import { deadlineOf, due as dueStates } from '../journey/deadlines.ts';
import { isAllowed } from '../journey/guard.ts';
import { emailRetries } from '../journey/jobs.ts';
import { documentsAsked } from '../journey/missing-items.ts';
import { serveStep } from '../journey/step.ts';
import { daysAfter, lenderDay, lenderToday } from '../platform/clock.ts';
import { type Tx, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { emailedToken, readEmailedToken } from '../platform/emailed-links.ts';
import type { Lookup } from '../platform/encryption.ts';
import { fail } from '../platform/failure.ts';
import { serve, tokenOf } from '../platform/http/http.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { IndependentTasks } from '../platform/independent-tasks.ts';
import { declareJob } from '../platform/jobs/job-declaration.ts';
import { isUnderway, wasPerformed } from '../platform/jobs/job-records.ts';
import { findValidation, saveReminders } from '../records/account-validations.ts';
import { knownLookups, lookups } from '../records/applicant-fields.ts';
import { audit } from '../records/audit.ts';
import { readAddressee } from '../records/envelopes.ts';
import { isPaymentStopped, openHolds } from '../records/holds.ts';
import { loansWithoutAccount } from '../records/loans-without-account.ts';
import {
  type DueReminder,
  deleteReminder,
  dueReminders,
  insertReminder,
  isUnsubscribed,
  type ReminderKind,
  reminderStatusOf,
  saveNextReminder,
  unsubscribe,
} from '../records/reminders.ts';
import { missingVehicleDocuments } from '../records/vehicle-checks.ts';
import type { Services, With } from '../services.ts';
import { reminderEmail } from '../wording/emails.ts';
import { errorMessages } from '../wording/error-messages.ts';
import { stateEmail } from '../wording/state-emails.ts';
import { sendText } from './application-messages.ts';
import { accountReminderFor, emailAccountUpdate } from './loan-messages.ts';
import { type Message, message } from './message.ts';
import { emailedResume, keptEmailDays, spendLink } from './resume-link.ts';

type Needs = With<'clock' | 'db' | 'jobs' | 'lender'>;

interface Reminder<Candidate extends { readonly applicationId: ApplicationId }, P extends object> {
  readonly message: Message<P>;
  readonly find: (services: Needs) => Promise<readonly Candidate[]>;
  /** The message if it is due, with the application locked. It is not due again after that. */
  readonly claim: (
    tx: Tx,
    services: Needs,
    application: Application,
    candidate: Candidate,
  ) => Promise<P | undefined>;
}

/** Compares the types of one row's parts. */
const reminder = <C extends { readonly applicationId: ApplicationId }, P extends object>(
  declared: Reminder<C, P>,
) => declared;

const documentsReminder = 'documents-reminder';
/** From the day on which the applicant could act. */
const accountDays = [2, 7] as const;

/** For applicants who requested them: after a day without progress, and before the offers expire. */
export const emailReminder = message(
  declareJob('email-reminder', { ...emailRetries, tries: 20 }, z.object({ kind: z.enum(['day', 'expiry']) })),
  async (services, id, { kind }, attempt) => {
    const { config, db, vault, clock, jobs, lender } = services;
    const application = await readApplication(db, id);
    const { email, confirmedEmail } = await readAddressee(db, vault, id);
    const to = confirmedEmail ?? email;
    const mayMail =
      isWorthIt(kind, application, clock.now()) &&
      (await reminderStatusOf(db, id)) === 'on' &&
      !(await isUnsubscribed(db, knownLookups.email(vault, to)));
    if (!mayMail) return undefined;
    // The token contains a hash of the address, so it outlives the application.
    const subject = lookups.email(vault, to);
    const until = daysAfter(clock.now(), keptEmailDays);
    const token = emailedToken(services, unsubscribePurpose, subject, until);
    return {
      operation: reminderOf(kind),
      which: id,
      to,
      email: reminderEmail({
        ...emailedResume(services, id),
        unsubscribeLink: `${config.publicUrl}/unsubscribe?token=${token}`,
        goodThrough: application.deadline && lenderDay(lender, application.deadline),
        isApproved: stateOf(application.state).approval === 'approved',
      }),
      unsubscribe: `${config.publicUrl}${oneClickPath}?token=${token}`,
      afterwards: async (how) => async (tx) => {
        await audit(tx, clock, { applicationId: id }, { type: 'reminder-emailed', reminder: kind });
        // The text points to the email. A retry may come at night, so it isn't texted.
        if (how === 'sent' && attempt === 1)
          await jobs.enqueue(tx, sendText, id, { about: 'reminder', text: randomUUID() });
      },
    };
  },
);
const reminderOf = (kind: ReminderKind) => `reminder-${kind}`;

/** Before the last day for the documents of a step-up, once. */
export const emailDocumentsReminder = message(
  declareJob('email-documents-reminder', { ...emailRetries, tries: 20 }),
  async (services, id) => {
    const { db, clock, lender } = services;
    const application = await readApplication(db, id);
    const until = deadlineOf(application, 'documents');
    if (until === undefined || until <= clock.now()) return undefined;
    const asked = await documentsAsked(db, application);
    if (asked.length === 0) return undefined;
    const facts = { resume: emailedResume(services, id), documentsBy: lenderDay(lender, until), asked };
    return { operation: documentsReminder, which: id, email: stateEmail(documentsReminder, facts, lender) };
  },
);

/** What a signed loan that a vehicle secures still waits for, on these days after the signature. */
export const emailPapersReminder = message(
  declareJob('email-papers-reminder', { ...emailRetries, tries: 20 }, z.object({ day: z.int() })),
  async (services, id, { day }) => {
    const { db, lender } = services;
    const application = await readApplication(db, id);
    const asked = await documentsAsked(db, application);
    if (asked.length === 0) return undefined;
    const until = deadlineOf(application, 'papers');
    const documentsBy = until && lenderDay(lender, until);
    const facts = { resume: emailedResume(services, id), documentsBy, asked };
    const email = stateEmail('vehicle-papers-reminder', facts, lender);
    return { operation: papersReminder(day), which: id, email };
  },
);
const papersReminder = (day: number) => `papers-reminder-${day}`;
const papersDays = [2, 7, 14, 21, 28] as const;

const reminders = {
  offers: reminder({
    message: emailReminder,
    // As many as one round takes; the next one follows in a minute.
    find: ({ db, clock }) => dueReminders(db, clock.now(), 1000),
    async claim(tx, { clock, lender }, application, { kind }) {
      if (kind === null) return undefined;
      const now = clock.now();
      const { at: quietUntil } = firstReminder(lender, application, application.state_since);
      // The applicant returned in the meantime.
      const isEarly = kind === 'day' && quietUntil > now;
      const next = isEarly ? { kind, at: quietUntil } : reminderAfter(lender, kind, application, now);
      const isStillDue = await saveNextReminder(tx, application.id, kind, next);
      const isDue = isStillDue && !isEarly && isWorthIt(kind, application, now);
      // Each is sent once, even if reminders were turned off and on again.
      return isDue && !(await wasPerformed(tx, application.id, reminderOf(kind))) ? { kind } : undefined;
    },
  }),

  documents: reminder({
    message: emailDocumentsReminder,
    async find({ db, clock }) {
      const dueBy = daysAfter(clock.now(), 5);
      const found: { applicationId: ApplicationId }[] = [];
      for await (const ids of applicationsInStates(db, dueStates.documents, { size: 1000, dueBy }))
        found.push(...ids.map((applicationId) => ({ applicationId })));
      return found;
    },
    claim: async (tx, _, { id }) =>
      (await wasPerformed(tx, id, documentsReminder)) ||
      (await isUnderway(tx, id, emailDocumentsReminder.name))
        ? undefined
        : {},
  }),

  papers: reminder({
    message: emailPapersReminder,
    find: ({ db }) => openHolds(db, 'vehicle'),
    async claim(tx, services, application, { openedAt }) {
      const { id } = application;
      const from = lenderDay(services.lender, openedAt);
      const day = papersDays.findLast((after) => addDays(from, after) <= lenderToday(services));
      if (day === undefined || !isAllowed(application, 'uploads')) return undefined;
      const isSent =
        (await wasPerformed(tx, id, papersReminder(day))) ||
        (await isUnderway(tx, id, emailPapersReminder.name));
      return isSent || (await missingVehicleDocuments(tx, id)).length === 0 ? undefined : { day };
    },
  }),

  /** The step without which a signed loan is not paid: the amounts of the micro-entries, or another account. */
  accounts: reminder({
    message: emailAccountUpdate,
    async find(services) {
      const today = lenderToday(services);
      const dueOf = (from: IsoDate | undefined) =>
        from === undefined ? 0 : accountDays.filter((after) => addDays(from, after) <= today).length;
      return (await loansWithoutAccount(services.db, stateNames.filter(isPayable)))
        .map((loan) => ({ ...loan, due: dueOf(actsFrom(services, loan)) }))
        .filter(({ due, reminders: sent }) => due > sent);
    },
    async claim(tx, _, { id, state }, { due, status, reminders: sent }) {
      const row = await findValidation(tx, id);
      const isUnchanged = isPayable(state) && row?.status === status && row.reminders === sent;
      const about = accountReminderFor(status);
      if (!isUnchanged || about === undefined || (await isPaymentStopped(tx, id))) return undefined;
      await saveReminders(tx, id, due);
      return { about, id: randomUUID() };
    },
  }),
} as const;

export async function sendReminders(services: Needs, ...names: readonly (keyof typeof reminders)[]) {
  const { db, jobs } = services;
  const attempts = new IndependentTasks();
  for (const name of names) {
    // biome-ignore lint/suspicious/noExplicitAny: `reminder` compares the types of each row.
    const { message: declared, find, claim }: Reminder<any, any> = reminders[name];
    await attempts.run(async () => {
      for (const candidate of await find(services))
        await attempts.run(() =>
          transactOn(db, candidate.applicationId, async (tx, application) => {
            const payload = await claim(tx, services, application, candidate);
            if (payload !== undefined) await jobs.enqueue(tx, declared, application.id, payload);
          }),
        );
    });
  }
  attempts.end();
}

/** Reminders are texted, too, so none is due at night. */
const [morning, evening] = ['10:00', '20:00'];

/** The first reminder comes a day after the applicant's last step, or in the morning after that. */
function firstReminder(lender: Lender, of: Application, now: Date): DueReminder {
  const zone = branchZone(lender, of);
  const at = daysAfter(of.state_since > now ? of.state_since : now, 1);
  const { day, time } = localTime(zone, at);
  if (time >= morning && time < evening) return { kind: 'day', at };
  return { kind: 'day', at: instantOf(zone, time < morning ? day : addDays(isoDate(day), 1), morning) };
}

/** The next reminder; undefined if what is offered is about to expire already, or does not expire. */
function reminderAfter(lender: Lender, kind: ReminderKind, of: Application, now: Date) {
  if (kind === 'expiry' || of.deadline === null) return undefined;
  const day = addDays(lenderDay(lender, of.deadline), -reminderDaysBeforeExpiry);
  const at = instantOf(branchZone(lender, of), day, morning);
  return at > now ? ({ kind: 'expiry', at } as const) : undefined;
}

/** Whether there is something to return to. */
function isWorthIt(kind: ReminderKind, application: Application, now: Date): boolean {
  if (permissionsOf(application).phase !== 'live' || !isAllowed(application, 'reminders')) return false;
  const { deadline } = application;
  if (deadline !== null && deadline <= now) return false;
  return kind === 'day' || deadline !== null;
}

/** The day from which the applicant can act; undefined while the micro-entries are not sent. */
function actsFrom(
  { lender }: With<'lender'>,
  { status, since, arriveOn, writtenAt }: Awaited<ReturnType<typeof loansWithoutAccount>>[number],
): IsoDate | undefined {
  const day = lenderDay(lender, since);
  if (status !== 'MICRO_ENTRIES') return day;
  if (arriveOn === null || writtenAt === null) return undefined;
  const arrives = isoDate(arriveOn);
  return arrives > day ? arrives : day;
}

const unsubscribePurpose = 'unsubscribe';
/** Where mail programs unsubscribe a recipient by one POST. */
const oneClickPath = '/webhooks/unsubscribe';

export function reminderRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;

  serveStep(app, services, setReminders, 'reminders', async ({ context, body }) => {
    const { application, subject } = context;
    const { id } = application;
    const before = await reminderStatusOf(db, id);
    if (before === 'unsubscribed') return { status: before };
    await transactOn(db, id, async (tx) => {
      const hasChanged = body.wanted
        ? await insertReminder(tx, clock, id, firstReminder(services.lender, application, clock.now()))
        : await deleteReminder(tx, id);
      const type = body.wanted ? 'reminders-requested' : 'reminders-stopped';
      if (hasChanged) await audit(tx, clock, subject, { type });
    });
    return { status: body.wanted ? ('on' as const) : ('off' as const) };
  });

  serve(app, unsubscribeByLink, async ({ request }) => {
    const status = await unsubscribeBy(tokenOf(request));
    if (!status) await spendLink(services, request);
    return { status };
  });

  receiveWebhook(app, oneClickPath, async (body, request) => {
    if (new URLSearchParams(body.toString('utf8')).get('List-Unsubscribe') !== 'One-Click')
      fail('malformed', errorMessages.malformed.message);
    const { token = '' } = request.query as { readonly token?: unknown };
    if (!(await unsubscribeBy(String(token)))) fail('not-found', errorMessages['not-found'].linkNotOurs);
  });
  // A mail program that only follows links gets our page, which does the same.
  app.get(oneClickPath, async (request, reply) => {
    const { token = '' } = request.query as { readonly token?: unknown };
    return reply.redirect(`${pathOf('unsubscribe')}?token=${encodeURIComponent(String(token))}`, 303);
  });

  async function unsubscribeBy(token: string): Promise<boolean> {
    const read = readEmailedToken(services, unsubscribePurpose, token);
    if (read === 'not-ours') return false;
    await transact(db, (tx) => unsubscribe(tx, clock, read.subject as Lookup));
    return true;
  }
}
