// The signing page's routes, and the redirects back to the sender.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveBrowserScript } from '../../../browser.ts';
import { escapeHtml, sendPage } from '../../../pages.ts';
import { fields, text, trimmedText } from '../../../requests.ts';
import { spendToken } from '../../../state/tokens.ts';
import { consentSentence, type Envelope } from '../envelopes.ts';
import { isOpen } from '../lifecycle.ts';
import { findDocument, type Services, sendPdf } from '../rest.ts';
import {
  createSessions,
  idleSeconds,
  type ReturnEvent,
  type Session,
  type Sessions,
  withEvent,
} from './sessions.ts';

type SigningServices = Services & { sessions: Sessions };
type Visit = { session: Session; envelope: Envelope; base: string };
type VisitHandler = (
  services: SigningServices,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

const redirect = (reply: FastifyReply, url: string) => reply.redirect(url, 303);
const sendInvalidLink = (reply: FastifyReply) => sendPage(reply, invalidLinkPage, { status: 404 });

function startVisit(
  { context, envelopes, life, sessions }: SigningServices,
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
  { envelopes, sessions }: SigningServices,
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

const endVisit = (
  { sessions }: SigningServices,
  reply: FastifyReply,
  visit: Visit,
  event = finalEvent(visit),
) => redirect(reply, sessions.end(visit.session, event));

const show: VisitHandler = (services, visit, _request, reply) => {
  const { session, envelope } = visit;
  const { returnUrl } = session;
  if (envelope.status === 'completed') return sendPage(reply, viewingPage(services, visit), { returnUrl });
  if (!isOpen(envelope)) return endVisit(services, reply, visit);
  const entered = { consent: false, name: envelope.signer.name, problems: {} };
  return sendPage(reply, signingPage(services, visit, entered), { returnUrl });
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
  if (!consent || !name) {
    const page = signingPage(services, visit, { consent, name, problems });
    return sendPage(reply, page, { returnUrl: visit.session.returnUrl });
  }
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
  const typed = trimmedText(reason).slice(0, 500);
  const isDeclined = services.life.decline(envelope, typed, clientInfo(request));
  return endVisit(services, reply, visit, isDeclined ? 'decline' : undefined);
};

const sendDocument: VisitHandler = async (services, { envelope }, request, reply) => {
  const { document } = request.params as { document: string };
  const found = await findDocument(services, envelope, document);
  return found ? sendPdf(reply, found.bytes, found.name) : sendInvalidLink(reply);
};

const endWith =
  (event: ReturnEvent): VisitHandler =>
  (services, visit, _request, reply) =>
    endVisit(services, reply, visit, event);

export function signingRoutes(app: FastifyInstance, given: Services): void {
  const sessions = createSessions(given.context);
  const services = { ...given, sessions };
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

// The signing page. It works without its script, which adds the time zone and the end after inactivity.

type Problems = Partial<Record<'consent' | 'name', string>>;

const script = '/docusign/signing/signing.js';

const documentLinks = (base: string, documents: readonly { documentId: string; name: string }[]) =>
  `<ul>${documents
    .map(
      ({ documentId, name }) =>
        `<li><a href="${base}/documents/${escapeHtml(documentId)}" target="_blank">${escapeHtml(name)} (PDF, in a new tab)</a></li>`,
    )
    .join('')}</ul>`;

const sessionAttributes = (base: string) => `data-base="${base}" data-idle-seconds="${idleSeconds}"`;
const timeoutForm = (base: string) =>
  `<form id="timeout-form" method="post" action="${base}/timeout" hidden></form>`;

const errorMessage = (id: string, message = '') =>
  `<p class="error" id="${id}" role="alert">${escapeHtml(message)}</p>`;
const errorAttributes = (id: string, message: string | undefined) =>
  message ? `aria-invalid="true" aria-describedby="${id}"` : '';

function signingPage(
  { context, envelopes }: Services,
  { base, envelope }: Visit,
  { consent, name, problems }: { consent: boolean; name: string; problems: Problems },
) {
  const { emailSubject: subject, emailBlurb: blurb } = envelope;
  const sender = context.credentials.DOCUSIGN_ACCOUNT_NAME;
  const documents = envelopes.names(envelope);
  const count = documents.length === 1 ? 'one document' : `${documents.length} documents`;
  const body = `<a class="skip" href="#documents">Skip to the documents</a>
<header><h1>${escapeHtml(subject)}</h1>
<p>${escapeHtml(sender)} sent you ${count} to read and sign. ${escapeHtml(blurb)}</p></header>
<main>
<h2 id="documents" tabindex="-1">Documents</h2>
${documentLinks(base, documents)}
<h2>Your signature</h2>
<form method="post" action="${base}/sign" novalidate>
${errorMessage('consent-error', problems.consent)}
<label class="choice"><input type="checkbox" name="consent" value="yes" required ${consent ? 'checked' : ''} ${errorAttributes('consent-error', problems.consent)}> ${escapeHtml(consentSentence)}</label>
${errorMessage('name-error', problems.name)}
<label for="name">Full name</label>
<input id="name" name="name" value="${escapeHtml(name)}" maxlength="100" autocomplete="name" required ${errorAttributes('name-error', problems.name)}>
<input type="hidden" id="zone" name="zone">
<p>“Sign and finish” signs ${documents.length === 1 ? 'the document' : `all ${count}`} with this name. This is a test page: nothing signed here is binding.</p>
<p><button>Sign and finish</button></p>
</form>
<div class="buttons">
<form method="post" action="${base}/later"><button>Finish later</button></form>
<form method="post" action="${base}/decline"><button>Decline to sign</button></form>
</div>
</main>
${timeoutForm(base)}`;
  const title = `${Object.keys(problems).length > 0 ? 'Error: ' : ''}Sign: ${subject}`;
  return { title, body, script, bodyAttributes: sessionAttributes(base) };
}

function viewingPage({ envelopes }: Services, { base, envelope }: Visit) {
  const { emailSubject: subject } = envelope;
  const generated = [
    { documentId: 'combined', name: 'All documents as one PDF' },
    { documentId: 'certificate', name: 'Certificate of completion' },
  ];
  const body = `<main><h1>${escapeHtml(subject)}</h1>
<p>You have signed. This is your copy to read and keep.</p>
${documentLinks(base, [...envelopes.names(envelope), ...generated])}
<form method="post" action="${base}/close"><button>Close</button></form></main>
${timeoutForm(base)}`;
  return { title: `Signed: ${subject}`, body, script, bodyAttributes: sessionAttributes(base) };
}

const declinePage = (base: string, subject: string) => ({
  title: `Decline to sign: ${subject}`,
  body: `<main><h1>Decline to sign?</h1>
<p>This closes the documents, and you can’t sign them later. We’ll let the sender know.</p>
<form method="post" action="${base}/decline"><input type="hidden" name="sure" value="yes">
<label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="3" maxlength="500"></textarea>
<p class="buttons"><a href="${base}">Go back</a> <button>Yes, decline</button></p>
</form></main>`,
});

const invalidLinkPage = {
  title: 'This signing link doesn’t work',
  body: `<main><h1>This signing link doesn’t work</h1>
<p>We don’t know this link. Go back to the page that sent you here and ask for a new one.</p></main>`,
};
