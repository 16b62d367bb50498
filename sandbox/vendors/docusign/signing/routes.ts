// The signing page's routes, and the redirects back to the sender.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveBrowserScript } from '../../../browser.ts';
import type { Context } from '../../../context.ts';
import { sendPage } from '../../../pages.ts';
import { fields, text, trimmedText } from '../../../requests.ts';
import { spendToken } from '../../../state/tokens.ts';
import type { Envelope, Envelopes } from '../envelopes.ts';
import { type EnvelopeLifecycle, isOpen } from '../lifecycle.ts';
import { findDocument, sendPdf } from '../rest.ts';
import { declinePage, invalidLinkPage, type Problems, signingPage, viewingPage } from './page.ts';
import { createSessions, type ReturnEvent, type Session, type Sessions, withEvent } from './sessions.ts';

type Services = { context: Context; envelopes: Envelopes; life: EnvelopeLifecycle; sessions: Sessions };
type Visit = { session: Session; envelope: Envelope; base: string };
type VisitHandler = (
  services: Services,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

const redirect = (reply: FastifyReply, url: string) => reply.redirect(url, 303);
const sendInvalidLink = (reply: FastifyReply) => sendPage(reply, invalidLinkPage, { status: 404 });

function startVisit(
  { context, envelopes, life, sessions }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = text(fields(request.query).token);
  const { state, about } = spendToken(context, 'docusign view', token);
  if (state === 'unknown') return sendInvalidLink(reply);
  const returnUrl = text(about.returnUrl);
  if (state !== 'valid') return redirect(reply, withEvent(returnUrl, 'ttl_expired'));
  const session = sessions.begin(text(about.envelope), returnUrl);
  const envelope = envelopes.find(session.envelopeId);
  if (envelope) life.open(envelope);
  return redirect(reply, `/docusign/signing/${session.id}`);
}

/** The visit that a URL names, or undefined when the response has been sent because there is none. */
function findVisit(
  { envelopes, sessions }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Visit | undefined {
  const session = sessions.find((request.params as { session: string }).session);
  const envelope = session && envelopes.find(session.envelopeId);
  if (!session || !envelope) sendInvalidLink(reply);
  else if (session.ended) redirect(reply, sessions.end(session, session.ended));
  else return { session, envelope, base: `/docusign/signing/${session.id}` };
  return undefined;
}

/** The event to report when the envelope can no longer be signed. */
const finalEvent = ({ envelope: { status } }: Visit): ReturnEvent =>
  status === 'completed' ? 'signing_complete' : status === 'declined' ? 'decline' : 'exception';

const endVisit = ({ sessions }: Services, reply: FastifyReply, visit: Visit, event = finalEvent(visit)) =>
  redirect(reply, sessions.end(visit.session, event));

function sendSigningPage(
  { context, envelopes }: Services,
  reply: FastifyReply,
  { base, envelope, session }: Visit,
  entered: { consent: boolean; name: string; problems: Problems },
) {
  const page = signingPage({
    base,
    subject: envelope.emailSubject,
    sender: context.credentials.DOCUSIGN_ACCOUNT_NAME,
    blurb: envelope.emailBlurb,
    documents: envelopes.names(envelope),
    ...entered,
  });
  return sendPage(reply, page, { returnUrl: session.returnUrl });
}

const show: VisitHandler = (services, visit, _request, reply) => {
  const { session, envelope, base } = visit;
  if (envelope.status === 'completed') {
    const page = viewingPage({
      base,
      subject: envelope.emailSubject,
      documents: services.envelopes.names(envelope),
    });
    return sendPage(reply, page, { returnUrl: session.returnUrl });
  }
  if (!isOpen(envelope)) return endVisit(services, reply, visit);
  return sendSigningPage(services, reply, visit, {
    consent: false,
    name: envelope.signer.name,
    problems: {},
  });
};

function readZone(value: unknown): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text(value) || 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

const clientInfo = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: text(request.headers['user-agent']).slice(0, 300),
});

const sign: VisitHandler = async (services, visit, request, reply) => {
  const { envelope } = visit;
  if (envelope.status !== 'delivered') return endVisit(services, reply, visit);
  const form = fields(request.body);
  const consent = form.consent === 'yes';
  const name = text(form.name).slice(0, 100).replace(/\s+/g, ' ').trim();
  const problems: Problems = {
    ...(consent ? {} : { consent: 'Check the box to sign electronically.' }),
    ...(name ? {} : { name: 'Type your full name.' }),
  };
  if (!consent || !name) return sendSigningPage(services, reply, visit, { consent, name, problems });
  try {
    await services.life.sign(envelope, {
      signature: name,
      from: clientInfo(request),
      timeZone: readZone(form.zone),
    });
  } catch (error) {
    console.error(`Envelope ${envelope.id} could not be sealed:`, error);
    return endVisit(services, reply, visit, 'exception');
  }
  const signed = findVisit(services, request, reply);
  return signed ? endVisit(services, reply, signed) : reply;
};

const decline: VisitHandler = (services, visit, request, reply) => {
  const { session, envelope, base } = visit;
  const { sure, reason } = fields(request.body);
  if (sure !== 'yes')
    return sendPage(reply, declinePage(base, envelope.emailSubject), { returnUrl: session.returnUrl });
  const given = trimmedText(reason).slice(0, 500);
  const isDeclined = services.life.decline(envelope, given, clientInfo(request));
  return endVisit(services, reply, visit, isDeclined ? 'decline' : undefined);
};

const sendDocument: VisitHandler = async ({ envelopes, life }, { envelope }, request, reply) => {
  const { document } = request.params as { document: string };
  const found = await findDocument(envelopes, life, envelope, document);
  return found ? sendPdf(reply, found.bytes, found.name) : sendInvalidLink(reply);
};

const endWith =
  (event: ReturnEvent): VisitHandler =>
  (services, visit, _request, reply) =>
    endVisit(services, reply, visit, event);

export function signingRoutes(
  app: FastifyInstance,
  context: Context,
  envelopes: Envelopes,
  life: EnvelopeLifecycle,
): void {
  const sessions = createSessions(context);
  const services = { context, envelopes, life, sessions };
  const onVisit = (handle: VisitHandler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = findVisit(services, request, reply);
    return visit ? handle(services, visit, request, reply) : reply;
  };

  serveBrowserScript(app, '/signing.js', new URL('./signing.browser.ts', import.meta.url));
  app.get('/start', async (request, reply) => startVisit(services, request, reply));
  app.get('/:session', onVisit(show));
  app.get('/:session/documents/:document', onVisit(sendDocument));
  app.post('/:session/sign', onVisit(sign));
  app.post('/:session/decline', onVisit(decline));
  app.post('/:session/later', onVisit(endWith('cancel')));
  app.post('/:session/close', onVisit(endWith('viewing_complete')));
  app.post('/:session/timeout', onVisit(endWith('session_timeout')));
  app.post('/:session/active', async (request, reply) => {
    const session = sessions.find((request.params as { session: string }).session);
    return reply.code(session && !session.ended ? 204 : 410).send();
  });
}
