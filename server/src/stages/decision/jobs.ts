// The prequalification jobs: the decision, and the decision on a form that was saved while a vendor was down.
import { readApplication, updateApplication } from '../../journey/applications.ts';
import { canHappen, hasEnded, hasEndedLocked } from '../../journey/guard.ts';
import { decideCaptured, decidePrequalification } from '../../journey/jobs.ts';
import { move, outageRetries, tryMove } from '../../journey/move.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { StageDone } from '../../platform/jobs/job-updates.ts';
import { handle, type Outcome } from '../../platform/jobs/jobs.ts';
import { lookups } from '../../records/applicant-fields.ts';
import { findPerson } from '../../records/applicants.ts';
import type { Services } from '../../services.ts';
import { recordUndecided } from '../screening/screening.ts';
import { decide } from './decide.ts';

/** A form that arrived while the core system was offline: what the core system knows about its person. */
async function foundInCore({ db, vault, limiter, vendors }: Services, applicationId: ApplicationId) {
  const person = await findPerson(db, vault, applicationId);
  if (person === undefined) return undefined;
  const { standing, isSamePerson } = await vendors.core.lookUp(person, vendors.timeouts.signal(15));
  if (standing === 'NONE') return undefined;
  const { text_budget: budget } = await readApplication(db, applicationId);
  const disclosed = `${budget}:${lookups.ssn(vault, person.ssn)}`;
  if (isSamePerson && (await limiter.trySpend('disclose-known-ssn', disclosed)))
    return standing === 'DUPLICATE' ? 'coreDuplicateFound' : 'presentBorrowerFound';
  await transact(db, (tx) => updateApplication(tx, applicationId, { ssn_conflict: true }));
  return undefined;
}

export function prequalificationJobs(services: Services) {
  const { db, sessions } = services;

  /** A postponed application continues where it would have been decided. */
  async function decided(applicationId: ApplicationId, stageDone?: StageDone): Promise<Outcome> {
    if (await hasEnded(db, applicationId)) return async () => {};
    const { write } = await decide(services, applicationId, { ...(stageDone && { stageDone }) });
    return async (tx) => {
      if (await hasEndedLocked(tx, applicationId)) return;
      await tryMove(tx, services, { applicationId }, 'resumed');
      await write(tx);
    };
  }

  /** No decision came within the policy's time: the branch takes over. */
  const failed =
    (applicationId: ApplicationId): Outcome =>
    async (tx) => {
      if (await hasEndedLocked(tx, applicationId)) return;
      await move(tx, services, { applicationId }, 'failed');
      await recordUndecided(tx, services, applicationId, 'prequalification', 'no-response');
    };

  return [
    handle(decidePrequalification, {
      run: (_, { applicationId, stageDone }) => decided(applicationId, stageDone),
      onExhausted: (_, { applicationId }) => failed(applicationId),
      outageRetries: outageRetries(services),
    }),

    handle(decideCaptured, {
      async run(_, { applicationId }) {
        const application = await readApplication(db, applicationId);
        const isUnknown = canHappen(application, 'coreDuplicateFound');
        const found = isUnknown ? await foundInCore(services, applicationId) : undefined;
        if (found) return (tx) => tryMove(tx, services, { applicationId }, found);
        const write = await decided(applicationId);
        return async (tx) => {
          if (await hasEndedLocked(tx, applicationId)) return;
          // The phone is not confirmed, so the decision is shown only after its text code.
          await sessions.requireCode(tx, applicationId);
          await write(tx);
        };
      },
      onExhausted: (_, { applicationId }) => failed(applicationId),
      outageRetries: outageRetries(services),
    }),
  ];
}
