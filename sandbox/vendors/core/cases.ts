// Cases of the core system: requests that a branch call an applicant. One per application and reason.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '' && value.length <= 200;
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

/** Every field is required, and there are no others. */
const fields: Readonly<Record<string, (value: unknown) => boolean>> = {
  applicationId: matches(/^[\w-]{1,64}$/),
  branchId: isText,
  reason: (value) => value === 'verify-at-branch' || value === 'loan-signed' || value === 'no-decision',
  firstName: isText,
  lastName: isText,
  phone: matches(/^\+1\d{10}$/),
  email: matches(/^\S+@\S+$/),
  callBy: (value) => typeof value === 'string' && /Z$/.test(value) && !Number.isNaN(Date.parse(value)),
};

/** The fields that are missing, malformed or unknown. */
function mistakesIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return Object.keys(fields);
  const given = body as Record<string, unknown>;
  return [...new Set([...Object.keys(fields), ...Object.keys(given)])].filter(
    (name) => fields[name]?.(given[name]) !== true,
  );
}

export function caseRoutes(app: FastifyInstance, { db, clock, consoleEvents }: Context): void {
  app.post('/v1/cases', async ({ headers, body }, reply) => {
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || key.trim() === '')
      return reply
        .code(400)
        .send({ code: 'INVALID_REQUEST', message: 'The header Idempotency-Key is required.' });
    const mistakes = mistakesIn(body);
    if (mistakes.length > 0)
      return reply
        .code(400)
        .send({ code: 'INVALID_REQUEST', message: 'These fields are missing or wrong.', fields: mistakes });
    const { applicationId, reason } = body as { applicationId: string; reason: string };
    const request = JSON.stringify(body);
    const repeated = db.one('select id, request from branch_case where idempotency_key = ?', key);
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
      key,
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
