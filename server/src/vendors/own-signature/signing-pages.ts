// The lender's own signing pages. A link that works once starts a visit.

import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoanSummary } from '#contract/loan-summary.ts';
import type { SigningEvent } from '#contract/signing-return.ts';
import { sendPdf } from '../../pdf/responses.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { type Sessions, userAgentOf } from '../../platform/http/sessions.ts';
import type { EnvelopeEvent } from '../signature.ts';
import {
  changeEnvelope,
  type EvidenceEntry,
  endVisit,
  findVisit,
  hasOpened,
  listEnvelopes,
  type Origin,
  type OwnEnvelope,
  type OwnSignatureNeeds,
  openLink,
  readEnvelope,
  type SigningVisit,
  statusOf,
} from './envelope-store.ts';
import {
  contentSecurityPolicy,
  deadEndPage,
  declinePage,
  type Problems,
  sealingPage,
  signingPage,
} from './page-html.ts';
import { signEnvelope } from './sign-envelope.ts';
import { signingText as words } from './text.ts';

interface SigningPageNeeds extends OwnSignatureNeeds {
  readonly sessions: Sessions;
  readonly loanOf: (id: ApplicationId) => Promise<LoanSummary>;
  /** The PDF of a document that is to be signed. */
  readonly pdfOf: (key: string) => Promise<Buffer>;
}

/** However much it is used. The session's idle time, which is no longer, ends a visit that is not used. */
const longestSeconds = 60 * 60;

const endOf: { readonly [S in OwnEnvelope['status']]?: SigningEvent } = {
  completed: 'signing_complete',
  declined: 'decline',
  voided: 'exception',
};

interface Visit {
  readonly visit: SigningVisit;
  readonly envelope: OwnEnvelope;
}

class SigningVisits {
  readonly #needs: SigningPageNeeds;
  readonly #cookie: { readonly name: string; readonly options: CookieSerializeOptions };

  constructor(needs: SigningPageNeeds) {
    this.#needs = needs;
    const secure = !needs.isDevelopment;
    this.#cookie = {
      name: secure ? '__Secure-signing' : 'signing',
      options: { path: '/sign', httpOnly: true, sameSite: 'lax', secure },
    };
  }

  /** Identifies the visit from now on, and shows its page. */
  begin(reply: FastifyReply, secret: string): FastifyReply {
    return reply.setCookie(this.#cookie.name, secret, this.#cookie.options).redirect('/sign', 303);
  }

  /** Responds within an open visit, or with a dead end or a redirect. While the documents are sealed, the page waits. */
  async during(
    request: FastifyRequest,
    reply: FastifyReply,
    respond: (here: Visit) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { db, clock, sessions } = this.#needs;
    const secret = request.cookies[this.#cookie.name];
    const visit = secret ? await findVisit(db, secret) : undefined;
    const envelope = visit && (await readEnvelope(this.#needs, { application_id: visit.applicationId }));
    if (visit === undefined || envelope === undefined) return sendPage(reply.code(404), deadEndPage());
    if (visit.ended !== null) return leave(reply, visit.returnUrl, visit.ended);
    const isOver = visit.openedAt === null || secondsAfter(visit.openedAt, longestSeconds) <= clock.now();
    if (isOver || (await sessions.inUse(request)) !== visit.sessionId)
      return this.end(reply, visit, 'session_timeout');
    if (statusOf(envelope) !== 'open') return this.end(reply, visit, endOf[envelope.status]);
    if (this.#isBeingSealed(envelope)) return waitForSeal(reply, envelope);
    return respond({ visit, envelope });
  }

  #isBeingSealed({ sealingUntil }: OwnEnvelope): boolean {
    return sealingUntil !== null && sealingUntil > this.#needs.clock.now();
  }

  /** Ends the visit by the envelope's status, whichever request changed it, or waits while another seals it. */
  async endByStatus(reply: FastifyReply, { visit }: Visit): Promise<FastifyReply> {
    const envelope = await readEnvelope(this.#needs, { application_id: visit.applicationId });
    if (envelope && statusOf(envelope) === 'open' && this.#isBeingSealed(envelope))
      return waitForSeal(reply, envelope);
    return this.end(reply, visit, envelope && endOf[envelope.status]);
  }

  async end(
    reply: FastifyReply,
    visit: SigningVisit,
    event: SigningEvent = 'exception',
  ): Promise<FastifyReply> {
    reply.clearCookie(this.#cookie.name, this.#cookie.options);
    return leave(reply, visit.returnUrl, await endVisit(this.#needs.db, visit, event));
  }
}

/** Its browser looks again by itself, without a script. */
const waitForSeal = (reply: FastifyReply, envelope: OwnEnvelope): FastifyReply =>
  sendPage(reply.header('refresh', '2;url=/sign'), sealingPage(envelope));

function leave(reply: FastifyReply, returnUrl: string, event: string): FastifyReply {
  const url = new URL(returnUrl);
  url.searchParams.set('event', event);
  return reply.redirect(url.href, 303);
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy).send(html);

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
  userAgent: userAgentOf(request),
});

/** A name by its letters, regardless of spacing and case. */
const plain = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
