// A span for each query of a request or a job, by what it does. Its text and values stay out, so that a trace has nothing personal.
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { executionContext } from '../execution-context.ts';
import type { Tracer } from '../tracing.ts';
import { queryPool } from './query-pool.ts';

/** The statement and its first table: `select application`. */
function operationOf(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text) ?? [];
  return [verb.toLowerCase(), ...(table === undefined ? [] : [table])].join(' ');
}

/** The same pool for Kysely. A query outside of a request or a job has no span. */
export const withQuerySpans = (pool: PostgresPool, tracer: Tracer): PostgresPool =>
  queryPool(pool, async <R>(client: PostgresPoolClient, text: string, values: readonly unknown[]) => {
    const parent = executionContext()?.span;
    if (parent === undefined) return client.query<R>(text, values);
    const operation = operationOf(text);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': operation };
    const span = tracer.start(operation, 'client', attributes, parent);
    try {
      const answer = await client.query<R>(text, values);
      span.end({ failed: false });
      return answer;
    } catch (error) {
      span.end({ failed: true });
      throw error;
    }
  });
