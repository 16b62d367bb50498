// The signing page's routes, and the redirects back to the sender.
import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveBrowserScript } from '../../../browser.ts';
import type { Context } from '../../../context.ts';
import { readToken, spendToken } from '../../../state/tokens.ts';
import type { Envelope, Envelopes, Signer, Strokes } from '../envelopes.ts';
import { type EnvelopeLifecycle, isOpen } from '../lifecycle.ts';
import { pdfAsHtml } from '../pdf/html.ts';
import { fontFile } from '../pdf/stamp.ts';
import { findDocument, sendPdf } from '../rest.ts';
import {
  deadEndPage,
  declinePage,
  type Entered,
  type Problems,
  type ShownDocument,
  signingPage,
  viewingPage,
} from './page.ts';
import { createSessions, idleSeconds, type ReturnEvent, type Session, withEvent } from './sessions.ts';

const file = (name: string) => new URL(`./${name}`, import.meta.url);
const fonts = ['dancing-script.ttf', 'atkinson-hyperlegible.ttf', 'besley.woff2'] as const;

const maxStrokes = 500;
const maxPoints = 20_000;

/** The drawn strokes; empty when the value is not a drawing. */
function readStrokes(value: unknown): Strokes {
  let given: unknown;
  try {
    given = JSON.parse(String(value ?? '[]'));
  } catch {
    return [];
  }
  if (!Array.isArray(given) || given.length > maxStrokes) return [];
  const inside = (number: unknown) => typeof number === 'number' && number >= 0 && number <= 1;
  const strokes = given.filter(
    (stroke): stroke is [number, number][] =>
      Array.isArray(stroke) &&
      stroke.length > 0 &&
      stroke.every((point) => Array.isArray(point) && point.length === 2 && point.every(inside)),
  );
  return strokes.length === given.length && strokes.flat().length <= maxPoints ? strokes : [];
}

/** Used to reject a mere dot as a signature. */
const strokeLength = (strokes: Strokes): number =>
  strokes.reduce(
    (total, stroke) =>
      total +
      stroke.slice(1).reduce((sum, [x, y], i) => {
        const [px, py] = stroke[i] as [number, number];
        return sum + Math.hypot(x - px, (y - py) / 3);
      }, 0),
    0,
  );

function readZone(value: unknown): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: String(value || 'UTC') }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

export function signingRoutes(
  app: FastifyInstance,
  context: Context,
  envelopes: Envelopes,
  life: EnvelopeLifecycle,
): void {
  const sessions = createSessions(context);

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Referrer-Policy', 'no-referrer').header('X-Content-Type-Options', 'nosniff');
  });

  for (const name of ['signing.css', 'documents.css', 'sign-form.css'])
    app.get(`/${name}`, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(readFileSync(file(name), 'utf8')),
    );
  serveBrowserScript(app, '/signing.js', file('signing.browser.ts'));
  for (const name of fonts)
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .type(name.endsWith('.ttf') ? 'font/ttf' : 'font/woff2')
        .header('Cache-Control', 'max-age=86400')
        .send(readFileSync(fontFile(name))),
    );

  /** A form's response redirects to the sender's page, so form-action must allow its origin. */
  const sendPage = (reply: FastifyReply, html: string, returnUrl?: string) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header(
        'Content-Security-Policy',
        [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "font-src 'self'",
          'img-src data:',
          "connect-src 'self'",
          "base-uri 'none'",
          `form-action 'self'${returnUrl ? ` ${new URL(returnUrl).origin}` : ''}`,
          "frame-ancestors 'none'",
        ].join('; '),
      )
      .send(html);
  const redirect = (reply: FastifyReply, address: string) => reply.redirect(address, 303);
  const sendNotFound = (reply: FastifyReply) => sendPage(reply.code(404), deadEndPage());

  app.get('/start', async (request, reply) => {
    const { token = '' } = request.query as { token?: string };
    const { state, about } = readToken(context, 'docusign view', token);
    if (state === 'unknown') return sendNotFound(reply);
    const returnUrl = String(about.returnUrl);
    if (state !== 'valid' || !spendToken(context, token))
      return redirect(reply, withEvent(returnUrl, 'ttl_expired'));
    const session = sessions.begin(String(about.envelope), String(about.recipient), returnUrl);
    life.open(session.envelopeId, session.recipientId);
    return redirect(reply, `/docusign/signing/${session.id}`);
  });

  type Visit = { session: Session; envelope: Envelope; signer: Signer; base: string };

  /** The visit, or the response to send when there is none. */
  function findVisit(request: FastifyRequest, reply: FastifyReply): Visit | FastifyReply {
    const session = sessions.find((request.params as { session: string }).session);
    const envelope = session && envelopes.find(session.envelopeId);
    const signer = envelope?.signers.find(({ recipientId }) => recipientId === session?.recipientId);
    if (!session || !envelope || !signer) return sendNotFound(reply);
    if (session.ended) return redirect(reply, sessions.end(session, session.ended));
    return { session, envelope, signer, base: `/docusign/signing/${session.id}` };
  }
  const isVisit = (visit: Visit | FastifyReply): visit is Visit => 'session' in visit;

  const renderedDocuments = new Map<string, ShownDocument>();
  async function renderDocuments({ envelope, signer, base: _ }: Visit): Promise<ShownDocument[]> {
    const labels = {
      signHere: 'Your signature goes here',
      dateSigned: 'The date goes here',
      fullName: 'Your name goes here',
    };
    const done = signer.status === 'completed';
    const documents: ShownDocument[] = [];
    for (const { id, name, bytes, sealed } of envelopes.documents(envelope)) {
      const key = `${envelope.id} ${id} ${signer.recipientId} ${sealed ? 'sealed' : done}`;
      let rendered = renderedDocuments.get(key);
      if (!rendered) {
        const document = await PDFDocument.load(sealed ?? bytes, { updateMetadata: false });
        const markers = new Map<string, string>();
        for (const one of envelope.signers)
          for (const { anchor, kind } of one.tabs)
            if (anchor) markers.set(anchor, done ? '' : one === signer ? labels[kind] : `For ${one.name}`);
        rendered = {
          id,
          name,
          pages: document.getPageCount(),
          html: await pdfAsHtml(
            document,
            [...markers].map(([words, label]) => ({ words, label })),
          ),
        };
        if (renderedDocuments.size > 50) renderedDocuments.clear();
        renderedDocuments.set(key, rendered);
      }
      documents.push(rendered);
    }
    return documents;
  }

  const sendSigningPage = async (reply: FastifyReply, visit: Visit, entered: Entered, problems: Problems) =>
    sendPage(
      reply,
      signingPage({
        base: visit.base,
        subject: visit.envelope.emailSubject,
        sender: context.credentials.DOCUSIGN_ACCOUNT_NAME,
        blurb: visit.envelope.emailBlurb,
        documents: await renderDocuments(visit),
        entered,
        problems,
        idleSeconds,
      }),
      visit.session.returnUrl,
    );

  const clientInfo = (request: FastifyRequest) => ({
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  });
  /** The event to report when the envelope can no longer be signed. */
  const finalEvent = ({ session, signer }: Visit): ReturnEvent =>
    session.ended ??
    (signer.status === 'completed'
      ? 'signing_complete'
      : signer.status === 'declined'
        ? 'decline'
        : 'exception');

  app.get('/:session', async (request, reply) => {
    const visit = findVisit(request, reply);
    if (!isVisit(visit)) return visit;
    const { session, envelope, signer, base } = visit;
    if (signer.status === 'completed')
      return sendPage(
        reply,
        viewingPage({
          base,
          subject: envelope.emailSubject,
          complete: envelope.status === 'completed',
          documents: await renderDocuments(visit),
          idleSeconds,
        }),
        session.returnUrl,
      );
    if (!isOpen(envelope)) return redirect(reply, sessions.end(session, finalEvent(visit)));
    return sendSigningPage(
      reply,
      visit,
      { consent: false, kind: 'typed', name: signer.name, strokes: [] },
      {},
    );
  });

  app.post('/:session/sign', async (request, reply) => {
    const visit = findVisit(request, reply);
    if (!isVisit(visit)) return visit;
    const { session, envelope, signer } = visit;
    if (!isOpen(envelope) || signer.status !== 'delivered')
      return redirect(reply, sessions.end(session, finalEvent(visit)));

    const form = (request.body ?? {}) as Record<string, unknown>;
    const entered: Entered = {
      consent: form.consent === 'yes',
      kind: form.kind === 'drawn' ? 'drawn' : 'typed',
      name: String(form.name ?? '').slice(0, 100),
      strokes: readStrokes(form.strokes),
    };
    const name = entered.name.replace(/\s+/g, ' ').trim();
    const problems: Problems = {
      ...(entered.consent ? {} : { consent: 'Check the box to sign electronically.' }),
      ...(entered.kind === 'typed' && !name ? { name: 'Type your full name.' } : {}),
      ...(entered.kind === 'drawn' && strokeLength(entered.strokes) < 0.1
        ? { drawing: 'Draw your signature, or type your name instead.' }
        : {}),
    };
    if (Object.keys(problems).length > 0) return sendSigningPage(reply, visit, entered, problems);

    try {
      await life.sign(envelope.id, signer.recipientId, {
        signature:
          entered.kind === 'drawn'
            ? { kind: 'drawn', name: signer.name, strokes: entered.strokes }
            : { kind: 'typed', name },
        from: clientInfo(request),
        timeZone: readZone(form.zone),
      });
    } catch (error) {
      console.error(`Envelope ${envelope.id} could not be sealed:`, error);
      return redirect(reply, sessions.end(session, 'exception'));
    }
    const again = findVisit(request, reply);
    return isVisit(again) ? redirect(reply, sessions.end(session, finalEvent(again))) : again;
  });

  app.post('/:session/decline', async (request, reply) => {
    const visit = findVisit(request, reply);
    if (!isVisit(visit)) return visit;
    const { session, envelope, signer, base } = visit;
    const { sure, reason } = (request.body ?? {}) as Record<string, unknown>;
    if (sure !== 'yes') return sendPage(reply, declinePage(base, envelope.emailSubject), session.returnUrl);
    const declined = life.decline(
      envelope.id,
      signer.recipientId,
      String(reason ?? '')
        .trim()
        .slice(0, 500),
      clientInfo(request),
    );
    return redirect(reply, sessions.end(session, declined ? 'decline' : finalEvent(visit)));
  });

  const endings: Record<string, ReturnEvent> = {
    later: 'cancel',
    close: 'viewing_complete',
    timeout: 'session_timeout',
  };
  for (const [path, event] of Object.entries(endings))
    app.post(`/:session/${path}`, async (request, reply) => {
      const visit = findVisit(request, reply);
      return isVisit(visit) ? redirect(reply, sessions.end(visit.session, event)) : visit;
    });

  // The page reports activity.
  app.post('/:session/active', async (request, reply) => {
    const session = sessions.find((request.params as { session: string }).session);
    return reply.code(session && !session.ended ? 204 : 410).send();
  });

  app.get('/:session/documents/:document', async (request, reply) => {
    const visit = findVisit(request, reply);
    if (!isVisit(visit)) return visit;
    const document = await findDocument(
      envelopes,
      life,
      visit.envelope,
      (request.params as { document: string }).document,
    );
    return document ? sendPdf(reply, document.bytes, document.name) : sendNotFound(reply);
  });
}
