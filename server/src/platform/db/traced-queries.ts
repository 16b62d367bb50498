// A span for each query of a request or a job, by what it does. Its text and values stay out, so that a trace has nothing personal.
import { SpanKind } from '@opentelemetry/api';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { executionContext, traced } from '../tracing.ts';
import { queryPool } from './query-pool.ts';

/** The statement and its first table: `select application`. */
function operationOf(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text) ?? [];
  return [verb.toLowerCase(), ...(table === undefined ? [] : [table])].join(' ');
}

/** The same pool for Kysely. A query outside of a request or a job has no span. */
export const withQuerySpans = (pool: PostgresPool): PostgresPool =>
  queryPool(pool, async <R>(client: PostgresPoolClient, text: string, values: readonly unknown[]) => {
    const run = () => client.query<R>(text, values);
    if (executionContext()?.span === undefined) return run();
    const operation = operationOf(text);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': operation };
    return traced(operation, { kind: SpanKind.CLIENT, attributes }, run);
  });
