// Document verification: the page on which an applicant takes pictures of an ID, and the message once the evaluation is complete.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { sendPage } from '../../pages.ts';
import { fields, trimmedText as text } from '../../requests.ts';
import { postUntilAccepted } from '../../webhook-queue.ts';

export type Evaluation = Record<string, unknown> & {
  id: string;
  eval_id: string;
  /** The token of the page, until the document was shown. */
  capture?: string;
  returnUrl?: string;
};

/** The mistake in `data.individual.docv`, if there is one. */
export function docvMistake(docv: unknown): string | undefined {
  if (docv === undefined) return undefined;
  const { method, url } = fields(fields(fields(docv).config).redirect);
  if (!URL.canParse(text(url))) return 'data.individual.docv.config.redirect.url';
  return ['GET', 'POST'].includes(text(method)) ? undefined : 'data.individual.docv.config.redirect.method';
}

export const described = ({ capture: _, returnUrl: __, ...evaluation }: Evaluation) => evaluation;

export function documentRoutes(app: FastifyInstance, context: Context): void {
  const { clock, credentials, db, productUrl } = context;
  const find = (capture: string) =>
    db.listRecords<Evaluation>('evaluation').find((one) => one.capture === capture);

  app.get('/capture/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const evaluation = find(token);
    if (evaluation === undefined)
      return sendPage(
        reply,
        { title: 'Socure', body: '<h1>This link was used or is not valid.</h1>' },
        { status: 404 },
      );
    const body = `<main><h1>Verify your identity</h1>
<form method="post"><button name="result" value="ACCEPT">Show my ID and take a picture of me</button>
<button name="result" value="REJECT">Show another person's ID</button></form></main>`;
    return sendPage(
      reply,
      { title: 'Socure', body },
      evaluation.returnUrl === undefined ? {} : { returnUrl: evaluation.returnUrl },
    );
  });

  app.post('/capture/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const evaluation = find(token);
    if (evaluation === undefined) return reply.code(404).send({ error: 'Not Found' });
    const decision = text(fields(request.body).result) === 'ACCEPT' ? 'ACCEPT' : 'REJECT';
    const { capture: _, returnUrl, ...rest } = evaluation;
    const now = clock().toISOString();
    const completed: Evaluation = {
      ...rest,
      decision,
      decision_at: now,
      eval_end_time: now,
      eval_status: 'evaluation_completed',
      status: 'CLOSED',
      sub_status: decision === 'ACCEPT' ? 'Accept' : 'Reject',
    };
    db.saveRecord('evaluation', completed.eval_id, completed);
    if (productUrl !== undefined)
      void postUntilAccepted(context, () => ({
        url: new URL('/webhooks/socure', productUrl).href,
        body: JSON.stringify({
          event_id: crypto.randomUUID(),
          event_at: now,
          event_type: 'evaluation_completed',
          data: completed,
        }),
        headers: { Authorization: `Bearer ${credentials.SOCURE_WEBHOOK_TOKEN}` },
      }));
    return returnUrl === undefined ? reply.send({}) : reply.redirect(returnUrl, 303);
  });
}
