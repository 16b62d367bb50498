// Tells applicants by email where their application stands, where it has ended or waits for a person: when it comes there, and
// by a sweep over whoever was not told.
import { readApplication, saveTold, untoldApplications } from '../../journey/applications.ts';
import { lenderDay } from '../../journey/consents.ts';
import { tellState, tellUntold } from '../../journey/give-notices.ts';
import { stateOf, statesToldByEmail } from '../../journey/states.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { isUnderway } from '../../platform/jobs/found-work.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { lookups } from '../../records/applicant-fields.ts';
import { readApplicant } from '../../records/applicants.ts';
import type { Services } from '../../services.ts';
import { mayReachStranger, stateEmail } from '../../wording/state-emails.ts';
import { mailOnce } from './mail-once.ts';
import { mailedLinkDays, resumeLink } from './resume-link.ts';

/** What stopped longer ago is not told anymore: it would only puzzle. */
const toldWithinSeconds = 3 * 86_400;

export function stateEmailJobs(services: Services) {
  const { db, vault, lender, config, limiter } = services;

  /** A stranger gets only so many emails because somebody names their address. */
  async function mayMail(id: ApplicationId): Promise<boolean> {
    const { email } = await readApplicant(db, vault, id);
    return limiter.trySpend('mail-to-address', lookups.email(vault, email));
  }

  return [
    handle(tellState, {
      async run({ since }, { applicationId, attempt }) {
        const { state, state_since } = await readApplication(db, applicationId);
        const telling = stateOf(state).told;
        // The application has moved on, and what it moved to is told instead.
        if (telling.by !== 'email' || state_since.toISOString() !== since) return async () => {};
        const { email } = telling;
        const told = (tx: Tx) => saveTold(tx, applicationId, state_since);
        if (mayReachStranger(email) && attempt === 1 && !(await mayMail(applicationId))) return told;
        // Whoever comes back to a state on the same day has been told.
        const id = `${email}.${applicationId}.${lenderDay(services)}`;
        await mailOnce(services, { applicationId, operation: email, id }, ({ firstName }) =>
          stateEmail(lender, email, {
            firstName,
            resume: stateOf(state).resumable
              ? { link: resumeLink(services, applicationId), days: mailedLinkDays }
              : undefined,
            applyLink: `${config.publicUrl}/`,
          }),
        );
        return told;
      },
    }),
  ];
}

/** For moves whose job was lost, or never enqueued. */
export async function tellAllUntold(services: Services, batch = 100): Promise<void> {
  const { db, clock } = services;
  const since = secondsAfter(clock.now(), -toldWithinSeconds);
  for (const id of await untoldApplications(db, statesToldByEmail, since, batch))
    if (!(await isUnderway(db, id, tellState.name))) await transact(db, (tx) => tellUntold(tx, services, id));
}
