// The emailed documents link. In any browser but the application's own, a text code comes first.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getBranch } from '#contract/branches.ts';
import { getSignature, renewDocumentsLink, resumeSignature } from '#contract/documents.ts';
import { documentsLinkMarker } from '#contract/journey.ts';
import {
  type Application,
  lockApplication,
  readApplication,
  transactOn,
} from '../../journey/applications.ts';
import { type StateName, stateOf } from '../../journey/chart.ts';
import { isPast } from '../../journey/deadlines.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import { findContext } from '../../journey/request-context.ts';
import type { StateDeclaration } from '../../journey/state-declaration.ts';
import { emailLimit } from '../../messages/send-email.ts';
import { transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { serve, tokenOf } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/network.ts';
import { readEnvelope, readLinkGeneration } from '../../records/envelopes.ts';
import type { Services } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { expire } from '../offers/expiry.ts';
import { beginWithCode, mayTextCode } from '../phone-check/sending.ts';
import { readDocumentsToken } from './envelope.ts';
import { isBeingSent, sendTo } from './jobs.ts';
import { freshAddress } from './signing.ts';

export function linkRoutes(app: FastifyInstance, services: Services): void {
  const { db, vault, limiter } = services;

  serve(app, resumeSignature, async ({ request, reply }) => {
    const application = await applicationOfToken(request);
    const { id, state } = application;
    const context = await findContext(services, request);
    const isHere = typeof context !== 'string' && context.application?.id === id;
    if (!isHere || context.session.requiresCode) {
      // There is nothing to return to, so no code is texted.
      if (!stateOf(state).resumable || application.purged_at !== null)
        return { stageMarker: documentsLinkMarker, status: 'closed' };
      if (!isHere) {
        const mayText = await mayTextCode(services, application);
        const session = await transactOn(db, id, (tx) => beginWithCode(tx, services, request, id, mayText));
        session.set(reply);
      }
      return { stageMarker: documentsLinkMarker, requiresCode: true as const };
    }
    const about = {
      href: hrefOf(getSignature, id),
      stageMarker: documentsLinkMarker,
      ...(application.branch_id === null ? {} : { branch: { href: hrefOf(getBranch, id) } }),
    };
    const closed = whyClosed(state) ?? (await closedByTime(application));
    if (closed) return { ...about, status: closed };
    return { ...about, status: 'sent', ...(await freshAddress(services, id, context.session.id)) };
  });

  serve(app, renewDocumentsLink, async ({ request }) => {
    const { id } = await readToken(request);
    await limiter.spend('send-documents', id);
    const mailedTo = (await readEnvelope(services, id))?.mailedTo;
    if (mailedTo !== undefined) await limiter.spend(...(await emailLimit(services, id, mailedTo)));
    return transact(db, async (tx) => {
      if ((await readLinkGeneration(tx, id)) === undefined) refuseLink();
      const application = await lockApplication(tx, id);
      const envelope = (await readEnvelope({ db: tx, vault }, id)) ?? refuseLink();
      const closed = whyClosed(application.state) ?? (isPast(services, application) ? 'closed' : undefined);
      if (closed) return { status: closed };
      const { mailedTo } = envelope;
      if (!isBeingSent(services, envelope, mailedTo)) await sendTo(tx, services, id, mailedTo);
      return { status: 'sent' as const };
    });
  });

  /** The envelope of an approval that has run out is being voided, so it is not opened anymore. */
  async function closedByTime(application: Application) {
    if (!isPast(services, application)) return undefined;
    await transactOn(db, application.id, (tx, application) => expire(tx, services, application));
    return 'closed' as const;
  }

  async function readToken(request: FastifyRequest) {
    await limiter.spend('open-link', vault.lookup('address', networkOf(request.ip)));
    return readDocumentsToken(services, tokenOf(request)) ?? refuseLink();
  }

  async function applicationOfToken(request: FastifyRequest): Promise<Application> {
    const read = await readToken(request);
    const generation = (await readLinkGeneration(db, read.id)) ?? refuseLink();
    // This also applies if the applicant has changed the address since: a reader of the old inbox must not sign.
    if (read.isPast || read.generation !== generation) fail('expired', errorMessages.expired.documentsLink);
    return readApplication(db, read.id);
  }
}

function refuseLink(): never {
  fail('not-found', errorMessages['not-found'].linkNotOurs);
}

const closedAs: Record<StateDeclaration['signing'], 'declined' | 'completed' | 'closed' | undefined> = {
  none: 'closed',
  open: undefined,
  declined: 'declined',
  completed: 'completed',
};

const whyClosed = (state: StateName) => closedAs[stateOf(state).signing];
