// The lender's own signing pages. A link that works once starts a visit (`signing-visits.ts`).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPdf } from '../../pdf/responses.ts';
import type { EnvelopeEvent } from '../signature.ts';
import {
  changeEnvelope,
  type EvidenceEntry,
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
      showPage(reply, needs, envelope, { consent: false, name: envelope.signer.name }),
    ),
  );

  scope.get('/documents/:position', async (request, reply) =>
    visits.during(request, reply, async ({ envelope }) => {
      const { position } = request.params as { readonly position: string };
      const document = envelope.shown[Number(position) - 1];
      if (document === undefined) return sendPage(reply.code(404), deadEndPage());
      return sendPdf(reply, `document-${Number(position)}.pdf`, await needs.pdfOf(document.key));
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
      const problems: Problems = {
        ...(entered.consent ? {} : { consent: words.consentMissing }),
        ...(plain(entered.name) === plain(envelope.signer.name)
          ? {}
          : { name: words.nameMissing(envelope.signer.name) }),
      };
      if (Object.keys(problems).length > 0)
        return showPage(reply.code(422), needs, envelope, entered, problems);
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

const showPage = async (
  reply: FastifyReply,
  { loanOf }: SigningPageNeeds,
  envelope: OwnEnvelope,
  entered: Parameters<typeof signingPage>[2],
  problems: Problems = {},
): Promise<FastifyReply> =>
  sendPage(reply, signingPage(envelope, words.loan(await loanOf(envelope.applicationId)), entered, problems));

const fieldsOf = (request: FastifyRequest) => (request.body ?? {}) as Readonly<Record<string, unknown>>;

const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
});

/** A name by its letters, regardless of spacing and case. */
const plain = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
