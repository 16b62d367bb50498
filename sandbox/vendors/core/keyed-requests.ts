// Requests that take effect once per idempotency key.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import type { Row } from '../../state/database.ts';
import { mistakesIn, refusal } from './interface.ts';

export type Result = { status: number; body: object };

interface KeyedRequest {
  /** Of the loan or the case that the path names. */
  readonly id: string;
  readonly key: string;
  /** As the interface has it. */
  readonly body: unknown;
}

const isKey = (key: unknown): key is string =>
  typeof key === 'string' && key.trim() !== '' && key.length <= 255;

/** Answers `POST path` of the published interface; `act` gets only well-formed requests. */
export function keyedRoute(app: FastifyInstance, path: string, act: (request: KeyedRequest) => Result): void {
  const address = path.replace(/\{\w+\}/, ':id');
  app.post<{ Params: { id?: string } }>(address, { bodyLimit: 15_000_000 }, async (request, reply) => {
    const { headers, body, params } = request;
    const key = headers['idempotency-key'];
    if (!isKey(key)) return reply.code(400).send(refusal('The header Idempotency-Key is required.'));
    const mistakes = mistakesIn(path, body);
    if (mistakes.length > 0)
      return reply.code(400).send(refusal('These fields are missing or wrong.', mistakes));
    const result = act({ id: params.id ?? '', key, body });
    return reply.code(result.status).send(result.body);
  });
}

/** A repeated request gets the first response. Another request for a record that exists, under its key or as `existing`, is refused. */
export function storeOnce(
  { db }: Context,
  table: 'loan' | 'branch_case' | 'case_document',
  row: { id: string; idempotency_key: string; request: string; [column: string]: string },
  existing: Row | undefined,
  { idField, ...conflict }: { idField: string; code: string; message: string },
): Result {
  const known = db.one(`select id, request from ${table} where idempotency_key = ?`, row.idempotency_key);
  if (known?.request === row.request) return { status: 201, body: { [idField]: known.id } };
  const other = known ?? existing;
  if (other) return { status: 409, body: { ...conflict, [idField]: other.id } };
  db.insert(table, row);
  return { status: 201, body: { [idField]: row.id } };
}
