// Cases of the core system: requests that a branch call an applicant. One per application and reason. Files and times of calls come with
// them.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import { refusal, refusalOf } from './interface.ts';

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

  const noSuchCase = { code: 'NOT_FOUND', message: 'There is no such case.' };
  const isThere = (id: string) => db.one('select id from branch_case where id = ?', id) !== undefined;

  app.post<{ Params: { id: string } }>(
    '/v1/cases/:id/documents',
    { bodyLimit: 15_000_000 },
    async ({ headers, body, params }, reply) => {
      const key = headers['idempotency-key'];
      const refused = refusalOf('/v1/cases/{caseId}/documents', key, body);
      if (refused) return reply.code(400).send(refused);
      const { documentId, contentBase64, sha256, file, files } = body as CaseDocument;
      const content = Buffer.from(contentBase64, 'base64');
      if (createHash('sha256').update(content).digest('hex') !== sha256 || file > files)
        return reply.code(400).send(refusal('The file and what is said of it differ.', ['sha256']));
      if (!isThere(params.id)) return reply.code(404).send(noSuchCase);
      const request = JSON.stringify(body);
      const known = (column: 'idempotency_key' | 'id', value: string) =>
        db.one(`select id, case_id, request from case_document where ${column} = ?`, value);
      const repeated = known('idempotency_key', String(key));
      if (repeated?.request === request && repeated.case_id === params.id)
        return reply.code(201).send({ documentId: repeated.id });
      const existing = repeated ?? known('id', documentId);
      if (existing)
        return reply.code(409).send({
          code: 'DOCUMENT_EXISTS',
          message: 'The case has this document already.',
          documentId: existing.id,
        });
      db.run(
        'insert into case_document (id, idempotency_key, case_id, request, attached_at) values (?, ?, ?, ?, ?)',
        documentId,
        String(key),
        params.id,
        request,
        clock().toISOString(),
      );
      consoleEvents.publish('cases');
      return reply.code(201).send({ documentId });
    },
  );

  app.post<{ Params: { id: string } }>(
    '/v1/cases/:id/call-back',
    async ({ headers, body, params }, reply) => {
      const refused = refusalOf('/v1/cases/{caseId}/call-back', headers['idempotency-key'], body);
      if (refused) return reply.code(400).send(refused);
      if (!isThere(params.id)) return reply.code(404).send(noSuchCase);
      const { at, revision } = body as { at: string | null; revision: number };
      db.run(
        `insert into call_back (case_id, revision, at) values (?, ?, ?)
         on conflict (case_id) do update set revision = excluded.revision, at = excluded.at
         where excluded.revision > call_back.revision`,
        params.id,
        revision,
        at,
      );
      consoleEvents.publish('cases');
      return {};
    },
  );
}

interface CaseDocument {
  documentId: string;
  kind: string;
  file: number;
  files: number;
  contentType: string;
  contentBase64: string;
  sha256: string;
}

export const listCases = ({ db }: Context) =>
  db.all('select * from branch_case order by rowid desc').map((row) => ({
    id: row.id,
    ...(JSON.parse(String(row.request)) as object),
    openedAt: row.opened_at,
    callBackAt: db.one('select at from call_back where case_id = ?', String(row.id))?.at ?? null,
    documents: db
      .all('select request from case_document where case_id = ? order by rowid', String(row.id))
      .map(({ request }) => {
        const { contentBase64, ...document } = JSON.parse(String(request)) as CaseDocument;
        return { ...document, bytes: Buffer.from(contentBase64, 'base64').length };
      }),
  }));

/** A file that came with a case, as it was sent. */
export function findCaseDocument({ db }: Context, id: string) {
  const row = db.one('select request from case_document where id = ?', id);
  if (!row) return undefined;
  const { contentType, contentBase64 } = JSON.parse(String(row.request)) as CaseDocument;
  return { contentType, bytes: Buffer.from(contentBase64, 'base64') };
}
