// Watches the statements of every transaction of this process, and records those that write rows of an application before they lock
// it: each such row locks the application a little, so two of these transactions end in a deadlock.
import pg from 'pg';
import { purgedTables } from '#server/platform/db/table-owners.ts';

interface Transaction {
  isLocked: boolean;
  readonly early: string[];
  from: string;
}

const withRowsOfApplications: ReadonlySet<string> = new Set([...purgedTables, 'ofac_screening']);
// Kysely's own frames are many.
Error.stackTraceLimit = 50;
const open = new WeakMap<object, Transaction>();
const found = new Map<string, string>();

function note(client: object, text: string): void {
  const transaction = open.get(client);
  if (/^(begin|start transaction)/.test(text)) open.set(client, { isLocked: false, early: [], from: '' });
  if (transaction === undefined) return;
  const { early, isLocked } = transaction;
  if (/^(commit|rollback)/.test(text)) {
    open.delete(client);
    // A single statement that waits holds nothing that others wait for.
    if (text === 'commit' && (early.length > 1 || (early.length === 1 && isLocked)))
      found.set(`${early.join(', ')}${isLocked ? ', then the lock' : ''}`, transaction.from);
    return;
  }
  if (isLocked) return;
  if (/(from "?application"?\b.*for update|(insert into|update) "?application"? )/s.test(text))
    transaction.isLocked = true;
  else {
    const [, table = ''] = /^(?:insert into|update|delete from) "?(\w+)"?/.exec(text) ?? [];
    if (!withRowsOfApplications.has(table)) return;
    early.push(table);
    if (early.length === 1) transaction.from = new Error().stack ?? '';
  }
}

const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function record(this: object, ...given: unknown[]) {
  const [statement] = given as [string | { text?: string } | undefined];
  note(this, ((typeof statement === 'string' ? statement : statement?.text) ?? '').trim().toLowerCase());
  return query.apply(this, given);
} as never;

/** What was written too early, with where it was. */
export const writtenBeforeLock = (): readonly string[] =>
  [...found].map(
    ([what, from]) =>
      `${what}\n${from
        .split('\n')
        .filter((line) => line.includes('server/src/'))
        .join('\n')}`,
  );
