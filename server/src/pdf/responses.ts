// Responses to a browser that opens a document in its own window: a PDF, an HTML page, or a page about why there is none.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import type { Failure } from '../platform/failure.ts';
import { readingPagePolicy } from './reading-style.ts';
import { renderMessagePage } from './render-html.ts';

export function sendPdf(
  reply: FastifyReply,
  filename: string,
  pdf: Buffer,
  /** Whether our own pages may show it in a frame. */
  isFramed = false,
): FastifyReply {
  if (isFramed) reply.header('x-frame-options', 'SAMEORIGIN');
  return (
    reply
      .type('application/pdf')
      // A browser's PDF viewer is a plug-in that loads from the document's own address.
      .header(
        'content-security-policy',
        `default-src 'none'; object-src 'self'; frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
      )
      .header('content-disposition', `inline; filename="${filename}"`)
      .send(pdf)
  );
}

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', readingPagePolicy).send(html);

/** Responds to a failure with an HTML page instead of JSON if the browser accepts HTML. */
export function asErrorPage({
  title,
  back: { screen, words },
}: {
  readonly title: string;
  readonly back: { readonly screen: ScreenName; readonly words: string };
}): (failure: Failure, request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined {
  return ({ status, errors }, request, reply) => {
    if (!String(request.headers.accept).includes('text/html')) return undefined;
    const link = { href: pathOf(screen), words };
    return sendPage(reply.code(status), renderMessagePage(title, errors[0]?.message ?? '', link));
  };
}
