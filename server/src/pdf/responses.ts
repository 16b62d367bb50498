// Responses to a browser that opens a document in its own window: a PDF, an HTML page, or a page that says why there is none.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { Failure } from '../platform/failure.ts';
import { readingPagePolicy, renderMessagePage } from './render-html.ts';

export function sendPdf(reply: FastifyReply, filename: string, pdf: Buffer): FastifyReply {
  return (
    reply
      .type('application/pdf')
      // A browser's PDF viewer is a plug-in that loads from the document's own address.
      .header('content-security-policy', "default-src 'none'; object-src 'self'; frame-ancestors 'none'")
      .header('content-disposition', `inline; filename="${filename}"`)
      .send(pdf)
  );
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', readingPagePolicy)
    .send(html);
}

/** Answers a failure with an HTML page instead of JSON if the browser asked for HTML. */
export async function withErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  about: { readonly title: string; readonly back: { readonly screen: ScreenName; readonly words: string } },
  send: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Failure) || !String(request.headers.accept).includes('text/html')) throw error;
    const [first] = error.errors;
    const { screen, words } = about.back;
    return sendPage(
      reply.code(error.status),
      renderMessagePage({
        title: about.title,
        sentence: first?.message ?? '',
        link: { href: pathOf(screen), words },
      }),
    );
  }
}
