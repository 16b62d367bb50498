// Visits to the signing page. A single-use link starts one; the person's choice or their inactivity ends it.
import type { Context } from '../../../context.ts';
import { secret } from '../../../state/identifiers.ts';

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
  ended: ReturnEvent | undefined;
};

export type Sessions = {
  begin: (envelopeId: string, returnUrl: string) => Session;
  /** A session that was idle too long is returned as ended. */
  find: (id: string) => Session | undefined;
  /** Returns the URL to send the person to. Only the first call decides the event. */
  end: (session: Session, event: ReturnEvent) => string;
};

export function withEvent(returnUrl: string, event: ReturnEvent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('event', event);
  return url.href;
}

export function createSessions({ db, clock }: Context): Sessions {
  const sessions: Sessions = {
    begin: (envelopeId, returnUrl) => {
      const id = secret(18);
      const active_at = clock().toISOString();
      db.insert('docusign_session', { id, envelope: envelopeId, return_url: returnUrl, active_at });
      return { id, envelopeId, returnUrl, ended: undefined };
    },
    find: (id) => {
      const row = db.one('select * from docusign_session where id = ?', id);
      if (!row) return undefined;
      const session: Session = {
        id,
        envelopeId: String(row.envelope),
        returnUrl: String(row.return_url),
        ended: (row.ended as ReturnEvent | null) ?? undefined,
      };
      if (session.ended) return session;
      const silent = clock().getTime() - new Date(String(row.active_at)).getTime();
      if (silent > (idleSeconds + graceSeconds) * 1000) {
        sessions.end(session, 'session_timeout');
        return { ...session, ended: 'session_timeout' };
      }
      db.run('update docusign_session set active_at = ? where id = ?', clock().toISOString(), id);
      return session;
    },
    end: (session, event) => {
      const ended = session.ended ?? event;
      db.run('update docusign_session set ended = ? where id = ? and ended is null', ended, session.id);
      return withEvent(session.returnUrl, ended);
    },
  };
  return sessions;
}
