// Visits to the signing page. A single-use link starts one; the person's choice or their inactivity ends it.
import type { Context } from '../../../context.ts';
import { secret } from '../../../state/tokens.ts';

export const idleSeconds = 20 * 60;
/** Gives the page's own timeout time to run first. */
const graceSeconds = 30;

export type ReturnEvent =
  | 'signing_complete'
  | 'viewing_complete'
  | 'cancel'
  | 'decline'
  | 'session_timeout'
  | 'ttl_expired'
  | 'exception';

export type Session = {
  id: string;
  envelopeId: string;
  returnUrl: string;
  activeAt: string;
  ended?: ReturnEvent;
};

export function withEvent(returnUrl: string, event: ReturnEvent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('event', event);
  return url.href;
}

export function createSessions({ db, clock }: Context) {
  const save = (session: Session) => {
    db.saveRecord('signing session', session.id, session);
    return session;
  };
  /** Returns the URL to send the person to. Only the first call decides the event. */
  const end = ({ id }: Session, event: ReturnEvent) => {
    const session = db.readRecord<Session>('signing session', id) as Session;
    const { ended = event } = save({ ended: event, ...session });
    return withEvent(session.returnUrl, ended);
  };
  return {
    begin: (envelopeId: string, returnUrl: string) =>
      save({ id: secret(18), envelopeId, returnUrl, activeAt: clock().toISOString() }),
    end,
    /** A session that was idle too long is returned as ended. */
    find: (id: string) => {
      const session = db.readRecord<Session>('signing session', id);
      if (session === undefined || session.ended) return session;
      const silent = clock().getTime() - Date.parse(session.activeAt);
      if (silent <= (idleSeconds + graceSeconds) * 1000)
        return save({ ...session, activeAt: clock().toISOString() });
      return save({ ...session, ended: 'session_timeout' });
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
