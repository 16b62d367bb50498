// Where money goes to or comes from changes only soon after a text code: someone may have come upon a session that was resumed.
import type { Application } from '../../journey/applications.ts';
import { refuseStep } from '../../journey/guard.ts';
import type { RequestContext } from '../../journey/request-context.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import { mayTextCode, requestTextCode } from './sending.ts';

const recentSeconds = 15 * 60;

/** Texts another code and refuses the step if a resumed session entered its last one too long ago. */
export async function assertRecentCode(
  services: Services,
  { session, application }: RequestContext & { readonly application: Application },
): Promise<void> {
  const { db, clock, sessions } = services;
  if (!session.isResumed || secondsAfter(session.use.createdAt, recentSeconds) > clock.now()) return;
  const permit = await mayTextCode(services, application);
  await transact(db, async (tx) => {
    if (await sessions.requireCodeAgain(tx, session.id))
      await requestTextCode(tx, services, application.id, permit);
  });
  refuseStep();
}
