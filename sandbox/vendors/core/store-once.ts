// Creating a record of the core system: once per idempotency key.
import type { Context } from '../../context.ts';
import type { Row } from '../../state/database.ts';

export type Result = { status: number; body: object };

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
