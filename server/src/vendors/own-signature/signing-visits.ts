// Visits to our own signing pages, by cookie. They end with a choice, the session or the envelope, or after an hour.
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoanSummary } from '#contract/loan-summary.ts';
import type { SigningEvent } from '#contract/signing-return.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Sessions } from '../../platform/http/sessions.ts';
import type { SealingCertificate } from './certificate.ts';
import {
  type EnvelopeServices,
  endVisit,
  findVisit,
  type OwnEnvelope,
  readEnvelope,
  type SigningVisit,
  statusOf,
} from './envelope-store.ts';
import { contentSecurityPolicy, deadEndPage, sealingPage } from './page-html.ts';

export interface OwnSignatureNeeds extends EnvelopeServices {
  /** The address applicants use, without a slash at the end. */
  readonly publicUrl: string;
  readonly isDevelopment: boolean;
  /** The lender's time zone: a signature's day is the lender's. */
  readonly timeZone: string;
  readonly certificate: SealingCertificate;
}

export interface SigningPageNeeds extends OwnSignatureNeeds {
  readonly sessions: Sessions;
  /** The loan that the documents are for. */
  readonly loanOf: (id: ApplicationId) => Promise<LoanSummary>;
  /** The PDF of a document that is to be signed. */
  readonly pdfOf: (key: string) => Promise<Buffer>;
}

/** However much it is used. The session's idle time, which is no longer, ends a visit that is not used. */
const longestSeconds = 60 * 60;

/** The event for an applicant who returns to an envelope that has ended. */
export const endOf: { readonly [S in OwnEnvelope['status']]?: SigningEvent } = {
  completed: 'signing_complete',
  declined: 'decline',
  voided: 'exception',
};

interface Visit {
  readonly visit: SigningVisit;
  readonly envelope: OwnEnvelope;
}

export class SigningVisits {
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

export function leave(reply: FastifyReply, returnUrl: string, event: string): FastifyReply {
  const url = new URL(returnUrl);
  url.searchParams.set('event', event);
  return reply.redirect(url.href, 303);
}

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy).send(html);
