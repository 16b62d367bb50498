// The lender's own signing pages. A link that works once starts a visit, which a cookie holds; the applicant's choice or an hour
// without one ends it, and leads back to the address that the link was made for.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isoDate } from '#finance/dates.ts';
import { longDate } from '../../pdf/format.ts';
import { sendPdf } from '../../pdf/responses.ts';
import { type Clock, dayIn, secondsAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/encryption.ts';
import type { EnvelopeNews } from '../signature.ts';
import type { SealingCertificate } from './certificate.ts';
import {
  changeEnvelope,
  type EvidenceEntry,
  endVisit,
  findVisit,
  listEnvelopes,
  type Origin,
  type OwnEnvelope,
  openLink,
  readEnvelope,
  type SigningVisit,
  sha256,
  touchVisit,
} from './envelope-store.ts';
import { deadEndPage, declinePage, type Problems, pagePolicy, signingPage } from './page-html.ts';
import { sealInWorker } from './seal-in-worker.ts';
import { certificatePaper, signedPaper } from './signed-papers.ts';
import { certificateWords, signingWords as words } from './words.ts';

export interface OwnSignatureNeeds {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  /** The address applicants use, without a slash at the end. */
  readonly publicUrl: string;
  readonly isDevelopment: boolean;
  /** The lender's time zone: a signature's day is the lender's. */
  readonly timeZone: string;
  readonly certificate: SealingCertificate;
}

/** As long as the applicant's own session may be idle while documents are out for signing. */
const idleSeconds = 60 * 60;

/** How a visit may end, in the words that every signing page here uses in the address that it sends the applicant back to. */
type ReturnEvent =
  | 'signing_complete'
  | 'viewing_complete'
  | 'cancel'
  | 'decline'
  | 'session_timeout'
  | 'ttl_expired'
  | 'exception';

/** What somebody who comes back to an envelope that has ended is told. */
const endOf: { readonly [S in OwnEnvelope['status']]?: ReturnEvent } = {
  completed: 'signing_complete',
  declined: 'decline',
  voided: 'exception',
};
const isOpen = ({ status }: OwnEnvelope) => endOf[status] === undefined;

interface Visit {
  readonly visit: SigningVisit;
  readonly envelope: OwnEnvelope;
}

export function signingPages(
  app: FastifyInstance,
  needs: OwnSignatureNeeds,
  hear: (news: EnvelopeNews) => Promise<void>,
): void {
  const { db, clock, isDevelopment } = needs;
  const cookieName = isDevelopment ? 'signing' : '__Secure-signing';

  app.register(
    async (scope) => {
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      routes(scope);
    },
    { prefix: '/sign' },
  );
  if (isDevelopment) app.get('/dev/envelopes', () => listEnvelopes(needs));

  function routes(scope: FastifyInstance): void {
    scope.get('/start', async (request, reply) => {
      const { token } = request.query as { readonly token?: unknown };
      const opened = typeof token === 'string' ? await openLink(needs, token) : undefined;
      if (opened === undefined) return sendPage(reply.code(404), deadEndPage());
      if (opened.secret === undefined) return leave(reply, opened.returnUrl, 'ttl_expired');
      const envelope = await readEnvelope(needs, { applicationId: opened.applicationId });
      if (envelope === undefined) return sendPage(reply.code(404), deadEndPage());
      if (!isOpen(envelope))
        return end(
          reply,
          { visit: opened, envelope },
          envelope.status === 'completed' ? 'viewing_complete' : endOf[envelope.status],
        );
      const entry: EvidenceEntry = { what: 'opened', at: now(), ...originOf(request) };
      await changeEnvelope(needs, envelope, [entry], { status: 'delivered' });
      return reply
        .setCookie(cookieName, opened.secret, {
          path: '/sign',
          httpOnly: true,
          sameSite: 'lax',
          secure: !isDevelopment,
        })
        .redirect('/sign', 303);
    });

    scope.get('/', async (request, reply) =>
      during(request, reply, async ({ envelope }) =>
        showPage(reply, envelope, { consent: false, name: envelope.signer.name }, {}),
      ),
    );

    scope.get('/documents/:position', async (request, reply) =>
      during(request, reply, async ({ envelope }) => {
        const { position } = request.params as { readonly position: string };
        const document = envelope.shown[Number(position) - 1];
        if (document === undefined) return sendPage(reply.code(404), deadEndPage());
        return sendPdf(reply, `document-${Number(position)}.pdf`, document.pdf);
      }),
    );

    scope.post('/', async (request, reply) =>
      during(request, reply, async (here) => {
        const { envelope } = here;
        const form = fieldsOf(request);
        const entered = { consent: form.consent === 'yes', name: String(form.name ?? '').slice(0, 200) };
        const problems: Problems = {
          ...(entered.consent ? {} : { consent: words.consentMissing }),
          ...(plain(entered.name) === plain(envelope.signer.name)
            ? {}
            : { name: words.nameMissing(envelope.signer.name) }),
        };
        if (Object.keys(problems).length > 0) return showPage(reply.code(422), envelope, entered, problems);
        const isSigned = await sign(envelope, entered.name.trim(), originOf(request)).catch(
          (error: unknown) => {
            request.log.error({ err: error }, 'the signed documents could not be sealed');
            return undefined;
          },
        );
        if (isSigned === undefined) return end(reply, here, 'exception');
        if (isSigned) await tell(request, { envelopeId: envelope.id, status: 'completed' });
        return endAsItStands(reply, here);
      }),
    );

    scope.post('/later', async (request, reply) =>
      during(request, reply, (here) => end(reply, here, 'cancel')),
    );

    scope.post('/decline', async (request, reply) =>
      during(request, reply, async (here) => {
        const { sure, reason } = fieldsOf(request);
        if (sure !== 'yes') return sendPage(reply, declinePage(here.envelope));
        const entry: EvidenceEntry = {
          what: 'declined',
          at: now(),
          ...originOf(request),
          reason: String(reason ?? '').slice(0, 500),
        };
        if (await changeEnvelope(needs, here.envelope, [entry], { status: 'declined' }))
          await tell(request, { envelopeId: here.envelope.id, status: 'declined' });
        return endAsItStands(reply, here);
      }),
    );
  }

  /** Answers within a visit that goes on; every other request is sent away. */
  async function during(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (here: Visit) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const secret = request.cookies[cookieName];
    const visit = secret ? await findVisit(db, secret) : undefined;
    const envelope = visit && (await readEnvelope(needs, { applicationId: visit.applicationId }));
    if (visit === undefined || envelope === undefined) return sendPage(reply.code(404), deadEndPage());
    const here = { visit, envelope };
    if (visit.ended !== null) return leave(reply, visit.returnUrl, visit.ended);
    if (visit.activeAt === null || secondsAfter(visit.activeAt, idleSeconds) <= clock.now())
      return end(reply, here, 'session_timeout');
    if (!isOpen(envelope)) return end(reply, here, endOf[envelope.status]);
    await touchVisit(needs, visit.id);
    return answer(here);
  }

  /** False if the envelope has ended or changed meanwhile. Throws if its documents cannot be sealed: then nothing is signed. */
  async function sign(envelope: OwnEnvelope, typedName: string, origin: Origin): Promise<boolean> {
    const { certificate, timeZone } = needs;
    const moment = clock.now();
    if (!certificate.isValidAt(moment)) throw new Error('SIGNING_CERTIFICATE is not valid today.');
    const at = moment.toISOString();
    const { consent: sentence, consentVersion: version } = words;
    const documents = envelope.shown.map(({ name, pdf }) => ({ name, sha256: sha256(pdf) }));
    const entries: readonly EvidenceEntry[] = [
      { what: 'consented', at, ...origin, sentence, version },
      { what: 'signed', at, ...origin, typedName, documents },
    ];
    const date = longDate(isoDate(dayIn(timeZone, moment)));
    const sealed = await sealInWorker({
      papers: envelope.shown.map(({ paper }) => signedPaper(paper, { name: envelope.signer.name, date })),
      certificate: certificatePaper(envelope, [...envelope.evidence, ...entries], certificate),
      subject: envelope.subject,
      now: moment,
      identity: { privateKey: certificate.privateKey, certificates: certificate.certificates },
      name: certificate.name,
      reason: certificateWords.signedBy(envelope.signer.name, date),
    });
    return changeEnvelope(needs, envelope, entries, { status: 'completed', sealed });
  }

  /** The schedule finds what cannot be told now. */
  const tell = (request: FastifyRequest, news: EnvelopeNews) =>
    hear(news).catch((error: unknown) => request.log.error({ err: error }, 'a signature was not told'));

  /** Ends the visit by how the envelope stands, whoever brought it there. */
  async function endAsItStands(reply: FastifyReply, { visit }: Visit): Promise<FastifyReply> {
    const envelope = await readEnvelope(needs, { applicationId: visit.applicationId });
    return end(reply, { visit }, (envelope && endOf[envelope.status]) ?? 'exception');
  }

  async function end(
    reply: FastifyReply,
    { visit }: Pick<Visit, 'visit'> & Partial<Visit>,
    event: ReturnEvent | undefined,
  ): Promise<FastifyReply> {
    reply.clearCookie(cookieName, { path: '/sign', httpOnly: true, secure: !isDevelopment });
    return leave(reply, visit.returnUrl, await endVisit(db, visit, event ?? 'exception'));
  }

  const now = () => clock.now().toISOString();
}

function leave(reply: FastifyReply, returnUrl: string, event: string): FastifyReply {
  const url = new URL(returnUrl);
  url.searchParams.set('event', event);
  return reply.redirect(url.href, 303);
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy)
    .send(html);

const showPage = async (
  reply: FastifyReply,
  envelope: OwnEnvelope,
  entered: Parameters<typeof signingPage>[1],
  problems: Problems,
): Promise<FastifyReply> => sendPage(reply, signingPage(envelope, entered, problems));

const fieldsOf = (request: FastifyRequest) => (request.body ?? {}) as Readonly<Record<string, unknown>>;

const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
});

/** A name by its letters, however they are spaced and written. */
const plain = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
