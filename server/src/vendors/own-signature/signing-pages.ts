// The lender's own signing pages. A link that works once starts a visit (`signing-visits.ts`).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPdf } from '../../pdf/responses.ts';
import type { EnvelopeEvent } from '../signature.ts';
import {
  changeEnvelope,
  type EvidenceEntry,
  hasOpened,
  listEnvelopes,
  type Origin,
  type OwnEnvelope,
  openLink,
  readEnvelope,
  statusOf,
} from './envelope-store.ts';
import { deadEndPage, declinePage, type Problems, signingPage } from './page-html.ts';
import { signEnvelope } from './sign-envelope.ts';
import { endOf, leave, type SigningPageNeeds, SigningVisits, sendPage } from './signing-visits.ts';
import { signingText as words } from './text.ts';

/** Called with each envelope that ends on these pages. */
type OnEnded = (event: EnvelopeEvent) => Promise<void>;

export function signingPages(app: FastifyInstance, needs: SigningPageNeeds, onEnded: OnEnded): void {
  const visits = new SigningVisits(needs);
  app.register(
    async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      readingRoutes(scope, needs, visits);
      decidingRoutes(scope, needs, visits, onEnded);
    },
    { prefix: '/sign' },
  );
  if (needs.isDevelopment) app.get('/dev/envelopes', () => listEnvelopes(needs));
}

/** Opening the link, and reading the documents. */
function readingRoutes(scope: FastifyInstance, needs: SigningPageNeeds, visits: SigningVisits): void {
  scope.get('/start', async (request, reply) => {
    const { token } = request.query as { readonly token?: unknown };
    const session = await needs.sessions.inUse(request);
    const opened = typeof token === 'string' ? await openLink(needs, token, session) : undefined;
    if (opened === undefined) return sendPage(reply.code(404), deadEndPage());
    if (opened.secret === undefined) return leave(reply, opened.returnUrl, 'ttl_expired');
    const envelope = await readEnvelope(needs, { application_id: opened.applicationId });
    if (envelope === undefined) return sendPage(reply.code(404), deadEndPage());
    if (statusOf(envelope) !== 'open')
      return visits.end(
        reply,
        opened,
        envelope.status === 'completed' ? 'viewing_complete' : endOf[envelope.status],
      );
    const at = needs.clock.now().toISOString();
    const entry: EvidenceEntry = { what: 'opened', at, ...originOf(request) };
    await changeEnvelope(needs, envelope, [entry], { status: 'delivered' });
    return visits.begin(reply, opened.secret);
  });

  scope.get('/', async (request, reply) =>
    visits.during(request, reply, async ({ envelope }) =>
      showPage(request, reply, needs, envelope, { consent: false, name: envelope.signer.name }),
    ),
  );

  scope.post('/documents/:position', async (request, reply) =>
    visits.during(request, reply, async ({ envelope }) => {
      const at = positionOf(request);
      await recordOpened(request, needs, envelope, at);
      return reply.redirect(`/sign#document-${at + 1}`, 303);
    }),
  );

  scope.get('/documents/:position', async (request, reply) =>
    visits.during(request, reply, async ({ envelope }) => {
      const at = positionOf(request);
      const document = envelope.shown[at];
      if (document === undefined) return sendPage(reply.code(404), deadEndPage());
      const pdf = await needs.pdfOf(document.key);
      await recordOpened(request, needs, envelope, at);
      return sendPdf(reply, `document-${at + 1}.pdf`, pdf);
    }),
  );
}

/** Signing, declining, or postponing. */
function decidingRoutes(
  scope: FastifyInstance,
  needs: SigningPageNeeds,
  visits: SigningVisits,
  onEnded: OnEnded,
): void {
  /** The schedule finds what cannot be reported now. */
  const report = (request: FastifyRequest, event: EnvelopeEvent) =>
    onEnded(event).catch((error: unknown) =>
      request.log.error({ err: error }, 'the end of an envelope was not reported'),
    );

  scope.post('/', async (request, reply) =>
    visits.during(request, reply, async (here) => {
      const { envelope } = here;
      const form = fieldsOf(request);
      const entered = { consent: form.consent === 'yes', name: String(form.name ?? '').slice(0, 200) };
      const unopened = envelope.shown.filter((document) => !hasOpened(envelope, document));
      const problems: Problems = {
        ...(unopened.length > 0 && { documents: words.notOpened(unopened.map(({ name }) => name)) }),
        ...(entered.consent ? {} : { consent: words.consentMissing }),
        ...(plain(entered.name) === plain(envelope.signer.name)
          ? {}
          : { name: words.nameMissing(envelope.signer.name) }),
      };
      if (Object.keys(problems).length > 0)
        return showPage(request, reply.code(422), needs, envelope, entered, problems);
      const isSigned = await signEnvelope(needs, envelope, entered.name.trim(), originOf(request)).catch(
        (error: unknown) => {
          request.log.error({ err: error }, 'the signed documents could not be sealed');
          return undefined;
        },
      );
      if (isSigned === undefined) return visits.end(reply, here.visit, 'exception');
      if (isSigned) await report(request, { envelopeId: envelope.id, status: 'completed' });
      return visits.endByStatus(reply, here);
    }),
  );

  scope.post('/later', async (request, reply) =>
    visits.during(request, reply, (here) => visits.end(reply, here.visit, 'cancel')),
  );

  scope.post('/decline', async (request, reply) =>
    visits.during(request, reply, async (here) => {
      const { sure, reason } = fieldsOf(request);
      if (sure !== 'yes') return sendPage(reply, declinePage(here.envelope));
      const entry: EvidenceEntry = {
        what: 'declined',
        at: needs.clock.now().toISOString(),
        ...originOf(request),
        reason: String(reason ?? '').slice(0, 500),
      };
      if (await changeEnvelope(needs, here.envelope, [entry], { status: 'declined' }))
        await report(request, { envelopeId: here.envelope.id, status: 'declined' });
      return visits.endByStatus(reply, here);
    }),
  );
}

/** Showing the page opens its first document, the disclosure. */
async function showPage(
  request: FastifyRequest,
  reply: FastifyReply,
  needs: SigningPageNeeds,
  envelope: OwnEnvelope,
  entered: Parameters<typeof signingPage>[2],
  problems: Problems = {},
): Promise<FastifyReply> {
  const loan = words.loan(await needs.loanOf(envelope.applicationId));
  const shown = await recordOpened(request, needs, envelope, 0);
  return sendPage(reply, signingPage(shown, loan, entered, problems));
}

/** Once for each document, whichever requests open it at the same moment. Returns the envelope as it is then. */
async function recordOpened(
  request: FastifyRequest,
  needs: SigningPageNeeds,
  envelope: OwnEnvelope,
  at: number,
): Promise<OwnEnvelope> {
  const document = envelope.shown[at];
  if (document === undefined || statusOf(envelope) !== 'open' || hasOpened(envelope, document))
    return envelope;
  const { name, sha256 } = document;
  const now = needs.clock.now().toISOString();
  const documents = [{ name, sha256 }];
  await changeEnvelope(needs, envelope, [{ what: 'opened', at: now, ...originOf(request), documents }], {});
  const next = await readEnvelope(needs, { id: envelope.id });
  return next === undefined ? envelope : recordOpened(request, needs, next, at);
}

const positionOf = ({ params }: FastifyRequest) =>
  Number((params as { readonly position: string }).position) - 1;

const fieldsOf = (request: FastifyRequest) => (request.body ?? {}) as Readonly<Record<string, unknown>>;

const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
});

/** A name by its letters, regardless of spacing and case. */
const plain = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
