// The mailed link to the documents: it opens the signing page on any device, and past its time asks for a new one.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import { getSignature, renewDocumentsLink, resumeSignature } from '#contract/documents.ts';
import { type Application, findHere } from '../journey/here.ts';
import { hrefOf } from '../journey/hrefs.ts';
import { may, refuse } from '../journey/policy.ts';
import type { StateName } from '../journey/states.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import { transact } from '../platform/database.ts';
import { fail } from '../platform/failure.ts';
import { serve } from '../platform/http.ts';
import type { ApplicationId } from '../platform/tables.ts';
import { keepEnvelope, linkDays, readDocumentsToken, readEnvelope } from './envelope.ts';
import { sendDocumentsJob } from './jobs.ts';
import { freshAddress } from './signing.ts';

export function linkRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, vault, jobs, limiter, sessions } = parts;

  serve(app, resumeSignature, async ({ request, reply }) => {
    const application = await applicationOfToken(request.headers.authorization, request.ip);
    const { id, state } = application;
    const here = await findHere(parts, request);
    if (typeof here === 'string' || here.application?.id !== id) {
      const session = await transact(db, async (tx) => {
        const begun = await sessions.begin(tx, id, request);
        await audit(tx, clock, { applicationId: id, sessionId: begun.id }, { type: 'resumed' });
        return begun;
      });
      session.set(reply);
    }
    const about = {
      href: hrefOf(getSignature, id),
      ...(application.branch_id === null ? {} : { branch: { href: hrefOf(getBranch, id) } }),
    };
    if (state === 'SIGNING_DECLINED') return { ...about, status: 'declined' };
    if (!may(state, 'signature'))
      return { ...about, status: state === 'SIGNED' || state === 'DONE' ? 'completed' : 'closed' };
    return { ...about, status: 'sent', ...(await freshAddress(parts, id)) };
  });

  serve(app, renewDocumentsLink, async ({ request }) => {
    const token = tokenOf(request.headers.authorization);
    const read = readDocumentsToken(parts, token);
    // A link past its time still tells whose it was; its mail goes to the address that had it.
    const subject = typeof read === 'string' ? expiredSubject(token, read) : read.subject;
    const id = subject as ApplicationId;
    await limiter.spend('send-documents', id);
    const envelope = await readEnvelope(parts, id);
    if (envelope === undefined || envelope.signedAt !== undefined) refuse();
    await transact(db, async (tx) => {
      await keepEnvelope(tx, parts, id, envelope.mailedTo, secondsAfter(clock.now(), linkDays * 86_400));
      await jobs.enqueue(tx, sendDocumentsJob, id, { mail: randomUUID() });
    });
    return { status: 'sent' as const };
  });

  type StandingApplication = Pick<Application, 'id' | 'state' | 'branch_id'>;

  async function applicationOfToken(
    authorization: string | undefined,
    ip: string,
  ): Promise<StandingApplication> {
    await limiter.spend('open-link', vault.lookup('address', ip));
    const read = readDocumentsToken(parts, tokenOf(authorization));
    if (read === 'not-ours') fail('not-found', 'This link is not one of ours.');
    if (read === 'expired') fail('expired', 'Sorry, this documents link has expired.');
    const row = await db
      .selectFrom('application')
      .select(['id', 'state', 'branch_id'])
      .where('id', '=', read.subject as ApplicationId)
      .executeTakeFirst();
    if (!row) fail('not-found', 'This link is not one of ours.');
    return { ...row, state: row.state as StateName };
  }
}

const tokenOf = (authorization: string | undefined) =>
  (authorization ?? '').replace(/^(?:Bearer|Token)\s+/i, '');

/** The application of a link past its time: its signature was ours. */
function expiredSubject(token: string, read: 'expired' | 'not-ours'): string {
  if (read === 'not-ours') fail('not-found', 'This link is not one of ours.');
  return Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8');
}
