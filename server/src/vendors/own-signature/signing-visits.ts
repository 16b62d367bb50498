// Visits to the lender's own signing pages, identified by a cookie. A visit ends with the applicant's choice, after an hour without
// one, or with the envelope, and leads back to the return URL of its link.
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/encryption.ts';
import type { SealingCertificate } from './certificate.ts';
import {
  endVisit,
  findVisit,
  type OwnEnvelope,
  readEnvelope,
  type SigningVisit,
  touchVisit,
} from './envelope-store.ts';
import { deadEndPage, pagePolicy } from './page-html.ts';

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

/** How a visit may end, as a parameter of the return URL. */
type ReturnEvent =
  | 'signing_complete'
  | 'viewing_complete'
  | 'cancel'
  | 'decline'
  | 'session_timeout'
  | 'ttl_expired'
  | 'exception';

/** The event for an applicant who returns to an envelope that has ended. */
export const endOf: { readonly [S in OwnEnvelope['status']]?: ReturnEvent } = {
  completed: 'signing_complete',
  declined: 'decline',
  voided: 'exception',
};
export const isOpen = ({ status }: OwnEnvelope) => endOf[status] === undefined;

interface Visit {
  readonly visit: SigningVisit;
  readonly envelope: OwnEnvelope;
}

export class SigningVisits {
  readonly #needs: OwnSignatureNeeds;
  readonly #cookie: { readonly name: string; readonly options: CookieSerializeOptions };

  constructor(needs: OwnSignatureNeeds) {
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

  /** Responds within an open visit. Without one, shows a dead-end page or redirects to the return URL. */
  async during(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (here: Visit) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const secret = request.cookies[this.#cookie.name];
    const visit = secret ? await findVisit(this.#needs.db, secret) : undefined;
    const envelope = visit && (await readEnvelope(this.#needs, { applicationId: visit.applicationId }));
    if (visit === undefined || envelope === undefined) return sendPage(reply.code(404), deadEndPage());
    if (visit.ended !== null) return leave(reply, visit.returnUrl, visit.ended);
    if (visit.activeAt === null || secondsAfter(visit.activeAt, idleSeconds) <= this.#needs.clock.now())
      return this.end(reply, visit, 'session_timeout');
    if (!isOpen(envelope)) return this.end(reply, visit, endOf[envelope.status]);
    await touchVisit(this.#needs, visit.id);
    return answer({ visit, envelope });
  }

  /** Ends the visit by the envelope's status, whichever request changed it. */
  async endByStatus(reply: FastifyReply, { visit }: Visit): Promise<FastifyReply> {
    const envelope = await readEnvelope(this.#needs, { applicationId: visit.applicationId });
    return this.end(reply, visit, envelope && endOf[envelope.status]);
  }

  async end(
    reply: FastifyReply,
    visit: SigningVisit,
    event: ReturnEvent = 'exception',
  ): Promise<FastifyReply> {
    reply.clearCookie(this.#cookie.name, this.#cookie.options);
    return leave(reply, visit.returnUrl, await endVisit(this.#needs.db, visit, event));
  }
}

export function leave(reply: FastifyReply, returnUrl: string, event: string): FastifyReply {
  const url = new URL(returnUrl);
  url.searchParams.set('event', event);
  return reply.redirect(url.href, 303);
}

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy)
    .send(html);
