// `ops holds`: shows what waits for a reviewer, and takes the decision. Views and decisions are in the audit log.

import { randomUUID } from 'node:crypto';
import { uploadKinds } from '#contract/uploads.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { defineCommand, flag, optional, type Print, required } from '../../commands/command.ts';
import { dayOf } from '../../commands/printing.ts';
import { reference } from '../../commands/references.ts';
import { listOf, matching, oneOf, text, whole } from '../../commands/words.ts';
import type { FileAccess } from '../../funding/ach/ach-storage.ts';
import { readApplication } from '../../journey/applications.ts';
import { noticePeriodsOf } from '../../notices/notice-periods.ts';
import { type Db, transact } from '../../platform/db/database.ts';
import { SetupError } from '../../platform/failure.ts';
import { isUnresolved } from '../../platform/jobs/call-records.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { findHold, type Hold, openHolds, type Resolver, readEvidence } from '../../records/holds.ts';
import { missingVehicleDocuments } from '../../records/vehicle-checks.ts';
import type { With } from '../../services.ts';
import { hardPullKey } from '../../stages/approval/decide.ts';
import { saveMilitaryCheck } from '../../stages/screening/military.ts';
import type { MilitaryResult } from '../../vendors/bureau/screening.ts';
import { repeatMilitaryCheck } from '../holds/jobs.ts';
import { cannotResume, refuseHold, releaseHold, type Unresolved } from '../holds/release.ts';
import {
  alertPhones,
  askForMore,
  callResults,
  continueReview,
  decline,
  isReview,
  offerOtherTerms,
  policyOfReview,
} from '../holds/review.ts';
import {
  readReasonCodes,
  reasonCodes,
  recordReviewCall,
  resolvedBefore,
  resolverOf,
  review,
} from './reviews.ts';

type Needs = FileAccess & With<'db' | 'clock' | 'vault' | 'jobs' | 'lender' | 'policies'>;

const tasks: Record<Hold['kind'], string> = {
  ofac: "Compare the person with the list entry. Release it only if it's someone else.",
  fraud:
    'Fraud monitoring found this before the payment. Make sure that the applicant asked for this loan and owns the account, by a number that you know. Release it to pay the loan, or refuse it.',
  military: 'Repeat the military check (ops holds ask), or search it yourself and release with its answer.',
  signature:
    "The documents were returned signed, but the loan no longer passes a check, or the name in the envelope (signedBy) is not the borrower's: then call the borrower by a number that you know, and release it only if they signed. Nothing is funded.",
  vehicle:
    'The loan is signed and secured by a vehicle. Look at the proof of insurance and, if it is listed, the title. Release it once you have seen them. Nothing is funded before.',
  restore:
    'A backup was restored. While the reason is not-looked-up, run ops after-restore again. Settle its hard pull with ops calls if it is listed there. If isUnknownEnvelope is true, look in the e-signature service for an envelope to the applicant. Release it if nothing happened since the backup, or refuse it to leave it to the branch.',
  identity:
    'Make sure who is applying: for an alert, by the call that ops holds call records. Then release it.',
  bank: "The bank's data doesn't confirm what the applicant declared. Compare it with the documents, and release what they confirm.",
  undecided:
    'A vendor gave no answer in time, or the policy approved other terms than the accepted ones. Release it to have it decided again.',
};

async function list({ db }: With<'db'>): Promise<readonly string[]> {
  const holds = await openHolds(db);
  if (holds.length === 0) return ['Nothing is waiting for a person.'];
  const terms = await noticePeriodsOf(
    db,
    holds.map(({ applicationId }) => applicationId),
  );
  const pending = terms.filter(({ kind, state }) => kind === 'pending' && state !== 'void');
  const dueOf = new Map(pending.map(({ applicationId, dueAt }) => [applicationId, dueAt]));
  return [
    ...holds.map(({ id, applicationId, kind, stage, reason, openedAt }) => {
      const dueAt = dueOf.get(applicationId);
      const by = dueAt === undefined ? '' : `, decide by ${dayOf(dueAt)}`;
      return `${id}  ${kind} (${reason}) at ${stage}, application ${applicationId}, since ${dayOf(openedAt)}${by}`;
    }),
    `${holds.length} waiting. See one with: npm run -s ops -- holds show <id>`,
  ];
}

const one = {
  arguments: { id: required(reference('hold')) },
  needs: ['vault', 'jobs', 'lenderInForce', 'policies'],
} as const;
const note = required(text('why'), 'why, or who said what; it is recorded');

export const holds = defineCommand('holds', 'list reviews; release, ask, offer other terms, or refuse', {
  needs: [],
  run: list,
  verbs: [
    defineCommand('show', 'what was found about whom, and what to do; it is recorded that you looked', {
      ...one,
      run: async (services, { id }, print) => {
        const { db, clock } = services;
        const hold = await holdOf(db, id);
        const { applicationId, kind } = hold;
        await transact(db, (tx) => audit(tx, clock, { applicationId }, { type: 'hold-viewed', kind }));
        return show(services, hold, print);
      },
    }),
    defineCommand('release', 'the application continues where it stopped', {
      ...one,
      options: {
        note,
        covered: flag('the answer of the military database'),
        notCovered: flag('the answer of the military database'),
        certificate: optional(text('number'), 'of that answer'),
      },
      check: ({ covered, notCovered }) => (covered && notCovered ? 'It is covered, or not.' : undefined),
      run: async (services, { id, covered, notCovered, certificate = null, note: why }) => {
        const hold = await holdOf(services.db, id);
        const resolver = resolverOf(why);
        if (isReview(hold))
          return review(
            services.db,
            hold,
            (tx) => continueReview(tx, services, hold, resolver),
            'Released: the application continues.',
          );
        const answer = covered ? 'covered' : notCovered ? 'not-covered' : undefined;
        return release(services, hold, resolver, answer && { answer, certificate });
      },
    }),
    defineCommand('refuse', 'the application ends; for a review, with a denial', {
      ...one,
      options: { note, reason: optional(listOf(text('code')), 'for a review or a vehicle') },
      run: async (services, { id, note: why, reason = [] }) => {
        const hold = await holdOf(services.db, id);
        const { applicationId } = hold;
        const resolver = resolverOf(why);
        if (!isReview(hold)) return refuse(services, hold, reason, resolver);
        return review(
          services.db,
          hold,
          (tx) => decline(tx, services, applicationId, resolver, readReasonCodes(reason)),
          `Application ${applicationId} is denied. We're writing and sending its notice.`,
        );
      },
    }),
    defineCommand('ask', 'a notice and a link for the applicant; a missing military answer: ask again', {
      ...one,
      options: { for: optional(listOf(oneOf('document', uploadKinds)), 'what a review lacks') },
      run: async (services, { id, for: wanted = [] }) => {
        const hold = await holdOf(services.db, id);
        const { applicationId } = hold;
        if (!isReview(hold)) return askAgain(services, hold);
        const documents = uploadKinds.filter((kind) => wanted.includes(kind));
        return review(
          services.db,
          hold,
          (tx) => askForMore(tx, services, applicationId, documents),
          `Application ${applicationId}: we'll notify the applicant of what's missing.`,
        );
      },
    }),
    defineCommand('call', 'record a call about an alert', {
      ...one,
      options: {
        note,
        result: required(oneOf('result', callResults)),
        number: optional(matching('10 digits', /^\d{10}$/), 'that you called, if the alert names none'),
      },
      run: async (services, { id, note: why, ...call }) =>
        recordReviewCall(services, await holdOf(services.db, id), { ...resolverOf(why), ...call }),
    }),
    defineCommand('offer', 'a counteroffer', {
      ...one,
      options: {
        note,
        most: required(whole('dollars', 1, 999_999), 'the most that is offered'),
        reason: optional(reasonCodes, 'as its notice gives them'),
      },
      run: async (services, { id, note: why, most, reason: reasons = [] }) => {
        const hold = await holdOf(services.db, id);
        const terms = { most: cents(most * 100), reasons, policy: await policyOfReview(services, hold) };
        return review(
          services.db,
          hold,
          (tx) => offerOtherTerms(tx, services, hold, resolverOf(why), terms),
          `Application ${hold.applicationId}: we're offering at most ${formatUsd(terms.most)}, with its notice.`,
        );
      },
    }),
  ],
});

async function holdOf(db: Db, id: Hold['id']): Promise<Hold> {
  const hold = await findHold(db, id);
  if (hold === undefined) throw new SetupError(`There is no hold ${id}. Run ops holds to list them.`);
  return hold;
}

async function askAgain({ db, clock, jobs }: Needs, hold: Hold): Promise<string> {
  const { id, applicationId, kind } = hold;
  if (kind !== 'military' || hold.resolution !== null)
    throw new SetupError(`Hold ${id} isn't waiting for the military database.`);
  await transact(db, async (tx) => {
    await jobs.enqueue(tx, repeatMilitaryCheck, applicationId, {});
    await audit(tx, clock, { applicationId }, { type: 'hold-check-requested', kind });
  });
  return 'The military check runs again. The application continues when the database responds.';
}

async function refuse(services: Needs, hold: Hold, reasons: readonly string[], resolver: Resolver) {
  const points = hold.kind === 'vehicle' ? refusedPoints(hold, reasons) : undefined;
  const done = await transact(services.db, (tx) => refuseHold(tx, services, hold, resolver, points));
  switch (done) {
    case 'ended':
      return 'Refused: the application has ended.';
    case 'paid':
      return 'Refused, but the bank has the money already, so the loan stays. Settle it with the bank and in the core system.';
    default:
      return whyUnchanged(hold, done);
  }
}

async function release(
  services: Needs,
  hold: Hold,
  resolver: Resolver,
  military: Pick<MilitaryResult, 'answer' | 'certificate'> | undefined,
): Promise<string> {
  const { db, clock } = services;
  const { applicationId, kind } = hold;
  if (kind === 'military' && military === undefined)
    throw new SetupError('Give the result of the military database: --covered or --not-covered.');
  if (kind === 'restore' && (await isUnresolved(db, hardPullKey(applicationId))))
    throw new SetupError(
      `We don't know yet whether the hard pull of application ${applicationId} was made. Check with the bureau, and run ops calls first.`,
    );
  const papers = kind === 'vehicle' ? await missingVehicleDocuments(db, applicationId) : [];
  if (papers.length > 0)
    throw new SetupError(`The applicant hasn't sent ${papers.join(' and ')} yet. Nothing changed.`);
  const done = await transact(db, async (tx) => {
    if (kind !== 'restore' && (await cannotResume(tx, hold))) return 'cannot-resume';
    const released = await releaseHold(tx, services, hold, 'released', resolver);
    const isReleased = released === 'continues' || released === 'waits';
    if (kind === 'military' && military !== undefined && isReleased)
      await saveMilitaryCheck(tx, services, applicationId, {
        key: `operator:${hold.id}:${randomUUID()}`,
        source: 'operator',
        answer: { ...military, message: null, searchedOn: dayOf(clock.now()) },
      });
    return released;
  });
  switch (done) {
    case 'cannot-resume': {
      const { state, state_since: since } = await readApplication(db, applicationId);
      return `Application ${applicationId} has ended (${state} since ${dayOf(since)}) and can't be released, so nothing changed. The person may apply again.`;
    }
    case 'continues':
      return 'Released: the application continues.';
    case 'waits':
      return 'Released. The application still waits for another hold: ops holds.';
    case 'ended':
      return 'Recorded. The application has ended; the person can apply again.';
    default:
      return whyUnchanged(hold, done);
  }
}

/** The notice names them, so what had to be seen and was seen must not be among them. */
function refusedPoints({ points }: Hold, reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0 && points.length === 1) return points;
  if (reasons.length === 0 || !reasons.every((reason) => points.includes(reason)))
    throw new SetupError(
      `Give your reasons after --reason, of: ${points.join(', ')}. The notice names them.`,
    );
  return reasons;
}

function whyUnchanged(hold: Hold, why: Unresolved): string {
  const { applicationId } = hold;
  switch (why) {
    case 'resolved-before':
      return resolvedBefore(hold);
    case 'restored':
      return `A restored backup stopped application ${applicationId}. Settle its hold of the kind restore first; nothing changed.`;
    case 'not-looked-up':
      throw new SetupError(
        `A vendor did not answer about application ${applicationId}, so what happened since the backup isn't known. Run ops after-restore again first.`,
      );
    case 'canceled':
      throw new SetupError(
        `The loan of application ${applicationId} was canceled after the backup, so it must not be paid. Refuse the hold.`,
      );
  }
}

async function show({ db, vault }: With<'db' | 'vault'>, hold: Hold, print: Print): Promise<void> {
  const { applicationId, kind, stage, reason, openedAt, resolution } = hold;
  const [applicant, evidence] = await Promise.all([
    readApplicant(db, vault, applicationId),
    readEvidence(db, vault, hold.id),
  ]);
  print(`${kind} (${reason}) at ${stage}, since ${openedAt.toISOString()}, ${resolution ?? 'waiting'}`);
  print(`Application ${applicationId}`);
  const { firstName, lastName, dob, streetAddress, city, state, zipCode } = applicant;
  print(`Applicant: ${firstName} ${lastName}, born ${dob}, ${streetAddress}, ${city}, ${state} ${zipCode}`);
  // The number in an alert is the one to call, not the one in the application (15 U.S.C. 1681c-1(h)(1)(B), (2)(B)).
  const phones = alertPhones(evidence);
  for (const phone of phones) print(`Call the number in the alert: ${phone}`);
  if (reason === 'alert' && phones.length === 0) print('The alert names no phone number.');
  print(`Found: ${JSON.stringify(evidence, null, 2)}`);
  print(tasks[kind]);
}
