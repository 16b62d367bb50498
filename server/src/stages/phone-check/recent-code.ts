// An account or a phone changes only soon after a text code, because someone else may have found the session open.
import { transactOn } from '../../journey/applications.ts';
import { refuseStep } from '../../journey/guard.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { hasEnteredCode } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { mayTextCode, requestTextCode } from './sending.ts';

const recentSeconds = 15 * 60;

/** For an account in a resumed session, for a phone once confirmed. An accepted code starts a session. */
export async function hasRecentCode(
  { db, clock }: With<'clock' | 'db'>,
  { session, application }: ApplicationContext,
  changed: 'account' | 'phone',
): Promise<boolean> {
  const isDue = changed === 'account' ? session.isResumed : await hasEnteredCode(db, application.id);
  return !isDue || secondsAfter(session.use.createdAt, recentSeconds) > clock.now();
}

/** Texts another code and refuses the step if the last one was entered too long ago. */
export async function assertRecentCode(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'sessions' | 'jobs'>,
  context: ApplicationContext,
  changed: 'account' | 'phone',
): Promise<void> {
  if (await hasRecentCode(services, context, changed)) return;
  const { session, application } = context;
  const permit = await mayTextCode(services, application);
  await transactOn(services.db, application.id, async (tx) => {
    if (await services.sessions.requireCodeAgain(tx, session.id))
      await requestTextCode(tx, services, application.id, permit);
  });
  refuseStep();
}
