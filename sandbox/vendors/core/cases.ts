// Cases of the core system: requests that a branch call an applicant. One per application and reason. Files, texts and times of calls come
// with them.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { refusal } from './interface.ts';
import { keyedRoute, type Result, storeOnce } from './keyed-requests.ts';

const noSuchCase: Result = { status: 404, body: { code: 'NOT_FOUND', message: 'There is no such case.' } };

const hasCase = ({ db }: Context, id: string) =>
  db.one('select id from branch_case where id = ?', id) !== undefined;

function openCase(context: Context, key: string, body: unknown): Result {
  const { db, clock, consoleEvents } = context;
  const { applicationId: application, reason } = body as { applicationId: string; reason: string };
  const open = db.one('select id from branch_case where application = ? and reason = ?', application, reason);
  const row = {
    id: `CS-${crypto.randomUUID()}`,
    idempotency_key: key,
    application,
    reason,
    request: JSON.stringify(body),
    opened_at: clock().toISOString(),
  };
  consoleEvents.publish('cases');
  const message = 'There is a case for this already.';
  return storeOnce(context, 'branch_case', row, open, { idField: 'caseId', code: 'CASE_EXISTS', message });
}

function attachDocument(context: Context, caseId: string, key: string, body: unknown): Result {
  const { documentId: id, contentBase64, sha256, file, files } = body as CaseDocument;
  const content = Buffer.from(contentBase64, 'base64');
  if (createHash('sha256').update(content).digest('hex') !== sha256 || file > files)
    return { status: 400, body: refusal('The file and its description differ.', ['sha256']) };
  if (!hasCase(context, caseId)) return noSuchCase;
  const existing = context.db.one('select id from case_document where id = ?', id);
  const request = JSON.stringify({ ...(body as CaseDocument), caseId });
  const row = { id, idempotency_key: key, case_id: caseId, request };
  context.consoleEvents.publish('cases');
  const message = 'The case has this document already.';
  return storeOnce(context, 'case_document', row, existing, {
    idField: 'documentId',
    code: 'DOCUMENT_EXISTS',
    message,
  });
}

interface Message {
  messageId: string;
  text: string;
  receivedAt: string;
}

function addMessage(context: Context, caseId: string, body: unknown): Result {
  if (!hasCase(context, caseId)) return noSuchCase;
  const { messageId: id } = body as Message;
  if (!context.db.one('select id from case_message where id = ?', id))
    context.db.insert('case_message', { id, case_id: caseId, request: JSON.stringify(body) });
  context.consoleEvents.publish('cases');
  return { status: 200, body: {} };
}

type CallBack = { at: string | null; revision: number };

function setCallBack(context: Context, caseId: string, body: unknown): Result {
  if (!hasCase(context, caseId)) return noSuchCase;
  const callBack = body as CallBack;
  const known = context.db.readRecord<CallBack>('call-back', caseId);
  if (known === undefined || callBack.revision > known.revision)
    context.db.saveRecord('call-back', caseId, callBack);
  context.consoleEvents.publish('cases');
  return { status: 200, body: {} };
}

export function caseRoutes(app: FastifyInstance, context: Context): void {
  const route = (path: string, act: Parameters<typeof keyedRoute>[2]) =>
    keyedRoute(app, `/v1/cases${path}`, act);
  route('', ({ key, body }) => openCase(context, key, body));
  route('/{caseId}/documents', ({ id, key, body }) => attachDocument(context, id, key, body));
  route('/{caseId}/messages', ({ id, body }) => addMessage(context, id, body));
  route('/{caseId}/call-back', ({ id, body }) => setCallBack(context, id, body));
}

interface CaseDocument {
  caseId: string;
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
    callBackAt: db.readRecord<CallBack>('call-back', String(row.id))?.at ?? null,
    messages: db
      .all('select request from case_message where case_id = ?', String(row.id))
      .map(({ request }) => JSON.parse(String(request)) as Message)
      .sort((one, other) => one.receivedAt.localeCompare(other.receivedAt)),
    documents: db
      .all('select request from case_document where case_id = ? order by rowid', String(row.id))
      .map(({ request }) => {
        const { contentBase64, caseId: _, ...document } = JSON.parse(String(request)) as CaseDocument;
        return { ...document, bytes: Buffer.from(contentBase64, 'base64').length };
      }),
  }));

export function findCaseDocument({ db }: Context, id: string) {
  const row = db.one('select request from case_document where id = ?', id);
  if (!row) return undefined;
  const { contentType, contentBase64 } = JSON.parse(String(row.request)) as CaseDocument;
  return { contentType, bytes: Buffer.from(contentBase64, 'base64') };
}
