// Cases of the core system: requests that a branch call an applicant. One per application and reason. Files and times of calls come with
// them.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import { refusal, refusalOf } from './interface.ts';

type Result = { status: number; body: object };
const refused = (body: object): Result => ({ status: 400, body });
const noSuchCase: Result = { status: 404, body: { code: 'NOT_FOUND', message: 'There is no such case.' } };

const hasCase = ({ db }: Context, id: string) =>
  db.one('select id from branch_case where id = ?', id) !== undefined;

function openCase({ db, clock, consoleEvents }: Context, key: unknown, body: unknown): Result {
  const mistake = refusalOf('/v1/cases', key, body);
  if (mistake) return refused(mistake);
  const { applicationId, reason } = body as { applicationId: string; reason: string };
  const request = JSON.stringify(body);
  const repeated = db.one('select id, request from branch_case where idempotency_key = ?', String(key));
  if (repeated?.request === request) return { status: 201, body: { caseId: repeated.id } };
  const open =
    repeated ??
    db.one('select id from branch_case where application = ? and reason = ?', applicationId, reason);
  if (open) {
    const message = 'There is a case for this already.';
    return { status: 409, body: { code: 'CASE_EXISTS', message, caseId: open.id } };
  }
  const caseId = `CS-${uuid()}`;
  db.insert('branch_case', {
    id: caseId,
    idempotency_key: String(key),
    application: applicationId,
    reason,
    request,
    opened_at: clock().toISOString(),
  });
  consoleEvents.publish('cases');
  return { status: 201, body: { caseId } };
}

function attachDocument(context: Context, caseId: string, key: unknown, body: unknown): Result {
  const mistake = refusalOf('/v1/cases/{caseId}/documents', key, body);
  if (mistake) return refused(mistake);
  const { documentId, contentBase64, sha256, file, files } = body as CaseDocument;
  const content = Buffer.from(contentBase64, 'base64');
  if (createHash('sha256').update(content).digest('hex') !== sha256 || file > files)
    return refused(refusal('The file and its description differ.', ['sha256']));
  if (!hasCase(context, caseId)) return noSuchCase;
  const { db, consoleEvents } = context;
  const request = JSON.stringify(body);
  const findBy = (column: 'idempotency_key' | 'id', value: string) =>
    db.one(`select id, case_id, request from case_document where ${column} = ?`, value);
  const repeated = findBy('idempotency_key', String(key));
  if (repeated?.request === request && repeated.case_id === caseId)
    return { status: 201, body: { documentId: repeated.id } };
  const existing = repeated ?? findBy('id', documentId);
  if (existing) {
    const message = 'The case has this document already.';
    return { status: 409, body: { code: 'DOCUMENT_EXISTS', message, documentId: existing.id } };
  }
  db.insert('case_document', { id: documentId, idempotency_key: String(key), case_id: caseId, request });
  consoleEvents.publish('cases');
  return { status: 201, body: { documentId } };
}

function setCallBack(context: Context, caseId: string, key: unknown, body: unknown): Result {
  const mistake = refusalOf('/v1/cases/{caseId}/call-back', key, body);
  if (mistake) return refused(mistake);
  if (!hasCase(context, caseId)) return noSuchCase;
  const { at, revision } = body as { at: string | null; revision: number };
  context.db.run(
    `insert into call_back (case_id, revision, at) values (?, ?, ?)
       on conflict (case_id) do update set revision = excluded.revision, at = excluded.at
       where excluded.revision > call_back.revision`,
    caseId,
    revision,
    at,
  );
  context.consoleEvents.publish('cases');
  return { status: 200, body: {} };
}

export function caseRoutes(app: FastifyInstance, context: Context): void {
  type Handler = (context: Context, caseId: string, key: unknown, body: unknown) => Result;
  const route = (path: string, handle: Handler) =>
    app.post<{ Params: { id?: string } }>(path, { bodyLimit: 15_000_000 }, async (request, reply) => {
      const { headers, body, params } = request;
      const result = handle(context, params.id ?? '', headers['idempotency-key'], body);
      return reply.code(result.status).send(result.body);
    });
  route('/v1/cases', (_, __, key, body) => openCase(context, key, body));
  route('/v1/cases/:id/documents', attachDocument);
  route('/v1/cases/:id/call-back', setCallBack);
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
