// Cases of the core system: requests that a branch call an applicant. One per application and reason.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import { refusalOf } from './interface.ts';

export function caseRoutes(app: FastifyInstance, { db, clock, consoleEvents }: Context): void {
  app.post('/v1/cases', async ({ headers, body }, reply) => {
    const key = headers['idempotency-key'];
    const refused = refusalOf('/v1/cases', key, body);
    if (refused) return reply.code(400).send(refused);
    const { applicationId, reason } = body as { applicationId: string; reason: string };
    const request = JSON.stringify(body);
    const repeated = db.one('select id, request from branch_case where idempotency_key = ?', String(key));
    if (repeated?.request === request) return reply.code(201).send({ caseId: repeated.id });
    const open =
      repeated ??
      db.one('select id from branch_case where application = ? and reason = ?', applicationId, reason);
    if (open)
      return reply
        .code(409)
        .send({ code: 'CASE_EXISTS', message: 'There is a case for this already.', caseId: open.id });
    const caseId = `CS-${uuid()}`;
    db.run(
      'insert into branch_case (id, idempotency_key, application, reason, request, opened_at) values (?, ?, ?, ?, ?, ?)',
      caseId,
      String(key),
      applicationId,
      reason,
      request,
      clock().toISOString(),
    );
    consoleEvents.publish('cases');
    return reply.code(201).send({ caseId });
  });
}

export const listCases = ({ db }: Context) =>
  db.all('select * from branch_case order by rowid desc').map((row) => ({
    id: row.id,
    ...(JSON.parse(String(row.request)) as object),
    openedAt: row.opened_at,
  }));
