// A text code that is recent enough for one of the `changes`, because someone else may have found the session open.
import { transactOn } from '../../journey/applications.ts';
import { refuseStep } from '../../journey/guard.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { proofs } from '../../platform/authentication.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { hasEnteredCode } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { mayTextCode, requestTextCode } from './sending.ts';

/** Texts another code and refuses the step if the last one was entered too long ago. Before the first one, no phone is confirmed. */
export async function assertRecentCode(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'sessions' | 'jobs'>,
  { session, application }: ApplicationContext,
): Promise<void> {
  const { db, clock, sessions } = services;
  // An accepted code starts a session.
  const isRecent = secondsAfter(session.use.createdAt, proofs.textCode.recentSeconds) > clock.now();
  if (isRecent || !(await hasEnteredCode(db, application.id))) return;
  const permit = await mayTextCode(services, application);
  await transactOn(db, application.id, async (tx) => {
    if (await sessions.requireCodeAgain(tx, session.id))
      await requestTextCode(tx, services, application.id, permit);
  });
  refuseStep();
}
