// How documents are answered to a browser that opens them in a window of their own: as a PDF, as a page to read, or, where there
// is none, in a sentence for the person before it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { Failure } from '../platform/failure.ts';
import { readingPagePolicy, renderSentence } from './render-html.ts';

export function sendPdf(reply: FastifyReply, filename: string, pdf: Buffer): FastifyReply {
  return (
    reply
      .type('application/pdf')
      // A browser shows a PDF as a plug-in of the address it came from.
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

/** A refusal is told a person in a sentence rather than in JSON, with the screen to go on from. */
export async function orInWords(
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
      renderSentence({
        title: about.title,
        sentence: first?.message ?? '',
        link: { href: pathOf(screen), words },
      }),
    );
  }
}
