// Records each statement of production code that a test sends. When all tests have run, `query-plans.ts` plans them once.
import { appendFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely';
import { afterAll } from 'vitest';
import { MovableClock } from '#server/platform/clock.ts';
import { isCommonValue, type Statement } from './query-plans.ts';

// The test files of a process share one recorder.
const shared = globalThis as { sentStatements?: Statement[] };
shared.sentStatements ??= record();
const statements = shared.sentStatements;

afterAll(() => {
  const file = process.env.TEST_SENT_STATEMENTS;
  const lines = statements.splice(0).map((one) => `${serialize(one).toString('base64')}\n`);
  if (file !== undefined) appendFileSync(file, lines.join(''));
});

/** Once with each set of common values, if a file of server/src executes it. */
function record(): Statement[] {
  const made: Statement[] = [];
  const seen = new Set<string>();
  /** How far the clock that was asked last is ahead. */
  let ahead = 0;
  const { now } = MovableClock.prototype;
  MovableClock.prototype.now = function nowAndRecord() {
    const at = Reflect.apply(now, this, []);
    ahead = at.getTime() - Date.now();
    return at;
  };
  const prototype: DefaultQueryExecutor = Object.getPrototypeOf(DefaultQueryExecutor.prototype);
  const { executeQuery } = prototype;
  prototype.executeQuery = function executeAndRecord<R>(
    this: DefaultQueryExecutor,
    query: CompiledQuery,
    ...rest: never[]
  ) {
    const { sql, parameters } = query;
    const judged = [sql, ...parameters.flat().filter(isCommonValue)].join('\n');
    if (!seen.has(judged)) {
      const file = callerOf();
      // A test may send the same text before the product does.
      if (file !== undefined) seen.add(judged);
      if (file !== undefined && isPlanned(sql))
        made.push({ sql, parameters: parameters.map((one) => asOfToday(one, ahead)), file, judged });
    }
    return Reflect.apply(executeQuery, this, [query, ...rest]) as Promise<QueryResult<R>>;
  };
  return made;
}

const isPlanned = (sql: string) =>
  /^\s*(?:select|with|insert|update|delete)\b/i.test(sql) && !/kysely_migration|pg_catalog/.test(sql);

/** By the call sites alone: a stack in words would look up the source map of each. */
function callerOf(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_, sites) =>
    sites.map(
      (site) => /\/server\/((?:src|test)\/(?!sent-statements)[^:?]+)/.exec(site.getFileName() ?? '')?.[1],
    );
  const stack = new Error('for its stack').stack as unknown as readonly (string | undefined)[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  const file = stack.find((from) => from !== undefined);
  return file?.startsWith('src/') ? file : undefined;
}

/** Tests move the clock by years, and only the first that sends a statement is judged: "now" is where the statistics have it. */
const asOfToday = (parameter: unknown, ahead: number) =>
  parameter instanceof Date ? new Date(parameter.getTime() - ahead) : parameter;
