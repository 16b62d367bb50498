// A text code that is recent enough for one of the `changes`, because someone else may have found the session open.
import { transactOn } from '../../journey/applications.ts';
import { isAllowed } from '../../journey/guard.ts';
import type { ApplicationContext } from '../../journey/request-context.ts';
import { proofs } from '../../platform/authentication.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { fail } from '../../platform/failure.ts';
import { hasEnteredCode } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { mayTextCode, requestTextCode } from './sending.ts';

/** Texts another code and refuses the change if the last one was entered too long ago. Before the first one, no phone is confirmed. */
export async function assertRecentCode(
  services: With<'clock' | 'db' | 'vault' | 'limiter' | 'sessions' | 'jobs'>,
  { session, application }: ApplicationContext,
): Promise<void> {
  const { db, clock, sessions } = services;
  // An accepted code starts a session.
  const isRecent = secondsAfter(session.use.createdAt, proofs.textCode.recentSeconds) > clock.now();
  if (isRecent || !(await hasEnteredCode(db, application.id))) return;
  const permit = await mayTextCode(services, application);
  await transactOn(db, application.id, async (tx, current) => {
    // Where a new phone's code is entered, this one comes first. Elsewhere the applicant may leave the change.
    const isDue = isAllowed(current, 'verifyOtp')
      ? await sessions.requireCodeAgain(tx, session.id)
      : await sessions.offerCode(tx, session.id);
    if (isDue) await requestTextCode(tx, services, application.id, permit);
  });
  fail('code-due', errorMessages['code-due'].first);
}
