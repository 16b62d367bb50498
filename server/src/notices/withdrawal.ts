// What applicants may withdraw: the application, and the consent to electronic notices (15 USC 7001(c)(1)(B)).
import type { FastifyInstance } from 'fastify';
import { chooseApplicationPaper, choosePaper, withdrawApplication } from '#contract/notices.ts';
import { findApplication, lockApplication, saveEsignWithdrawn, transactOn } from '../journey/applications.ts';
import { enqueueNotice } from '../journey/effects.ts';
import { move } from '../journey/move.ts';
import { serveStep } from '../journey/step.ts';
import { mayWithdraw } from '../journey/withdrawal.ts';
import { keptEmailDays, spendLink } from '../messages/resume-link.ts';
import { daysAfter } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../platform/db/tables.ts';
import { emailedToken, readEmailedToken } from '../platform/emailed-links.ts';
import { fail } from '../platform/failure.ts';
import { serve, tokenOf } from '../platform/http/http.ts';
import { mayBePerforming } from '../platform/jobs/job-records.ts';
import { operatorName } from '../platform/operator.ts';
import { audit } from '../records/audit.ts';
import { settleHolds } from '../records/holds.ts';
import type { Services, With } from '../services.ts';
import { errorMessages } from '../wording/error-messages.ts';

const purpose = 'paper-notices';

/** The link at the foot of emails that carry a notice. */
export function paperLink(services: With<'config' | 'clock' | 'vault'>, id: ApplicationId): string {
  const until = daysAfter(services.clock.now(), keptEmailDays);
  return `${services.config.publicUrl}/paper-notices?token=${emailedToken(services, purpose, id, until)}`;
}

/** Records the withdrawal of the consent, once. Later notices go by letter. */
export async function withdrawEsign(
  { db, clock }: With<'db' | 'clock'>,
  id: ApplicationId,
  by: 'applicant' | 'link' | 'operator',
): Promise<boolean> {
  return transactOn(db, id, async (tx) => {
    const isFirst = await saveEsignWithdrawn(tx, id, clock.now());
    if (isFirst) await audit(tx, clock, { applicationId: id }, { type: 'esign-consent-withdrawn', by });
    return isFirst;
  });
}

/** Vendor calls that jobs have not made yet are called off. `by`: the applicant's session, or an operator. */
export async function withdraw(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs' | 'lender'>,
  id: ApplicationId,
  by: SessionId | 'operator',
): Promise<void> {
  const who = by === 'operator' ? 'operator' : 'applicant';
  if (!(await mayWithdraw(tx, services, await lockApplication(tx, id), who)))
    fail('not-now', errorMessages['not-now'].moneyHasGone);
  await move(tx, services, { applicationId: id, ...(by !== 'operator' && { sessionId: by }) }, 'withdrawn');
  // A job stores its intent with the application locked, so that no hard pull follows a withdrawal.
  if (await mayBePerforming(tx, id, 'hard-pull'))
    fail('try-again', errorMessages['try-again'].finalAnswerUnderWay);
  await enqueueNotice(tx, services, id, 'withdrawal');
  await settleHolds(tx, services, id, {
    by: by === 'operator' ? (operatorName() ?? 'an operator') : 'the applicant',
    note: 'The application was withdrawn.',
  });
}

export function withdrawalRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  serveStep(app, services, withdrawApplication, 'withdraw', async ({ context }) => {
    const { application, session } = context;
    await transactOn(db, application.id, (tx) => withdraw(tx, services, application.id, session.id));
    return {};
  });

  serveStep(app, services, chooseApplicationPaper, 'paperNotices', async ({ context }) => {
    await withdrawEsign(services, context.application.id, 'applicant');
    return {};
  });

  serve(app, choosePaper, async ({ request }) => {
    const read = readEmailedToken(services, purpose, tokenOf(request));
    await spendLink(services, request, read === 'not-ours' ? undefined : read.subject);
    if (read === 'not-ours') return { status: false };
    const application = await findApplication(db, read.subject as ApplicationId);
    if (application === undefined || application.purged_at !== null) return { status: false };
    await withdrawEsign(services, application.id, 'link');
    return { status: true };
  });
}
