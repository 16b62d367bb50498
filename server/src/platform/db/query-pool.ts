// A pool as Kysely uses it: its queries are prepared, if their server stores plans, and each has a span in a request or a job.

import { hash } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { executionContext, traced } from '../tracing.ts';

/** A connection stores a prepared statement until it closes. Beyond this many texts, a query runs without a name. */
const mostStatements = 1000;

/** One that returns `*` gets no name: PostgreSQL refuses to run it again once the next release adds a column. */
export function statementNames(most = mostStatements): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>();
  return (text) => {
    if (names.has(text)) return names.get(text);
    if (names.size >= most) return undefined;
    const isNamed =
      /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !outermost(text).includes('*');
    const name = isNamed ? hash('sha256', text, 'base64url').slice(0, 32) : undefined;
    names.set(text, name);
    return name;
  };
}

/** The text without its parentheses, such as subqueries and the arguments of functions. */
function outermost(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '');
  return shorter === text ? text : outermost(shorter);
}

/** Transactions run on its connections too. */
export function queryPool(pool: pg.Pool, isPrepared = false): PostgresPool {
  const nameOf = isPrepared ? statementNames() : () => undefined;
  // Kysely recognizes a connection by its object.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const clientOf = (connection: pg.PoolClient): PostgresPoolClient => {
    const cached = clients.get(connection);
    if (cached) return cached;
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(
      text: string | PostgresCursor<R>,
      values: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      if (typeof text !== 'string') throw new Error('This pool has no cursors.');
      return inSpan(text, async () => {
        const statement = { name: nameOf(text), text, values: [...values] };
        const { command, rowCount, rows } = await connection.query(statement);
        return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows };
      });
    }
    const client = { query, release: () => connection.release() };
    clients.set(connection, client);
    return client;
  };
  return { connect: async () => clientOf(await pool.connect()), end: () => pool.end() };
}

/** A span by what the query does. Its text and values stay out, so that a trace has nothing personal. */
function inSpan<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (executionContext()?.span === undefined) return run();
  const operation = operationOf(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': operation };
  return traced(operation, { kind: SpanKind.CLIENT, attributes }, run);
}

/** The statement and its first table: `select application`. */
function operationOf(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text) ?? [];
  return [verb.toLowerCase(), ...(table === undefined ? [] : [table])].join(' ');
}
