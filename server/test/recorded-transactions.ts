// Fails a file whose tests lock an application after one of its rows: two transactions would deadlock.
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely';
import { afterAll, expect } from 'vitest';
import { purgedTables } from '#server/platform/db/tables.ts';

interface Transaction {
  isLocked: boolean;
  /** What it changed before. */
  readonly early: Set<string>;
}

const withRowsOfApplications: ReadonlySet<string> = new Set([...purgedTables, 'ofac_screening']);

// The test files of a process share one recorder.
const shared = globalThis as { lockedLate?: Set<string> };
shared.lockedLate ??= record();
const { lockedLate } = shared;

afterAll(() => {
  const late = [...lockedLate];
  lockedLate.clear();
  expect(late, 'transactions that lock their application late').toEqual([]);
});

function record(): Set<string> {
  const found = new Set<string>();
  const open = new WeakMap<object, Transaction>();
  const prototype: DefaultQueryExecutor = Object.getPrototypeOf(DefaultQueryExecutor.prototype);
  const { executeQuery } = prototype;
  const { withConnectionProvider } = DefaultQueryExecutor.prototype;
  // Each transaction has an executor of its own.
  DefaultQueryExecutor.prototype.withConnectionProvider = function begin(
    this: DefaultQueryExecutor,
    provider,
  ) {
    const own = Reflect.apply(withConnectionProvider, this, [provider]);
    open.set(own, { isLocked: false, early: new Set() });
    return own;
  };
  prototype.executeQuery = function note<R>(
    this: DefaultQueryExecutor,
    query: CompiledQuery,
    ...rest: never[]
  ) {
    const transaction = open.get(this);
    const late = transaction && lateLock(transaction, query.sql.trim().toLowerCase());
    if (late) found.add(`${late}\n${callers()}`);
    return Reflect.apply(executeQuery, this, [query, ...rest]) as Promise<QueryResult<R>>;
  };
  return found;
}

/** Notes a statement; if it locks the application only now, what was changed before. */
function lateLock(transaction: Transaction, sql: string): string | undefined {
  if (transaction.isLocked) return undefined;
  const { early } = transaction;
  const [, does, table = ''] =
    /^(insert into|update|delete from) "?(\w+)"?/.exec(sql) ??
    /^(select)\b.*?\bfrom "?(\w+)"?.*\bfor update\b/s.exec(sql) ??
    [];
  const isInsert = does === 'insert into';
  const locksWholly = table === 'application';
  if (locksWholly) transaction.isLocked = true;
  else if (!withRowsOfApplications.has(table)) return undefined;
  // A row that refers to the application takes a share lock on it, which other transactions can take, too.
  const isLate = locksWholly
    ? early.size > 0
    : isInsert && [...early].some((one) => !one.startsWith('insert'));
  if (!locksWholly) early.add(`${does} ${table}`);
  if (!isLate) return undefined;
  transaction.isLocked = true;
  return `${[...early].join(', ')}, then ${does} ${table}`;
}

function callers(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error('for its stack');
  Error.stackTraceLimit = limit;
  return stack
    .split('\n')
    .filter((line) => line.includes('server/src/'))
    .join('\n');
}
