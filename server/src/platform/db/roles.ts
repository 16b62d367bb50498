// The database roles of the processes and of operators. They own nothing: `npm run migrate` makes them and grants what each needs, as
// the role that owns the tables. A role is named after its database, because roles belong to the whole server.
import { sql } from 'kysely';
import { SetupError } from '../failure.ts';
import { type Db, transact } from './database.ts';
import { type Role, rightsOf, type Tables, tableNames, updatableBy } from './tables.ts';

/** An operator's own role is a member of `operator`, which no one can log in to, and a reporter's of `reporter`. */
const logins: Readonly<Record<Role, string>> = {
  ...{ web: 'login', worker: 'login', operator: 'nologin', reporter: 'nologin' },
};
const kinds = Object.keys(logins) as Role[];

const words = { s: 'select', i: 'insert', u: 'update', d: 'delete' } as const;

const grantedOn = (kind: Role, table: keyof Tables) =>
  [...rightsOf(kind, table)].map((letter) => {
    const columns = letter === 'u' ? updatableBy(kind, table) : undefined;
    return words[letter as keyof typeof words] + (columns ? ` (${columns.join(', ')})` : '');
  });

/** What each kind does by functions of the owner alone. */
const functions: Readonly<Partial<Record<Role, string>>> = {
  worker: 'add_partitions, drop_partition, archivable_audit_month, drop_audit_month, purge_applications',
  operator: 'purge_applications, lift_legal_hold, record_policy_step',
};

/**
 * Makes the roles that are missing, if this role may, and grants each its rights. The tables and those of the queue must exist. `toRun`:
 * statements for an administrator, where this role may not create roles.
 */
export async function prepareRoles(db: Db) {
  const { rows } = await sql<{ name: string; mayCreate: boolean }>`
    select current_database() as name, rolcreaterole or rolsuper as "mayCreate"
    from pg_roles where rolname = current_user`.execute(db);
  const [{ name, mayCreate } = { name: '', mayCreate: false }] = rows;
  const { rows: existing } = await sql<{ role: string }>`
    select rolname as role from pg_roles where rolname like ${`${name.replaceAll('_', '\\_')}\\_%`}`.execute(
    db,
  );
  const missing = kinds.filter((kind) => !existing.some(({ role }) => role === `${name}_${kind}`));
  const create = missing.map((kind) => `create role "${name}_${kind}" ${logins[kind]}`);
  if (missing.length > 0 && !mayCreate) return { created: [], toRun: create.map((command) => `${command};`) };
  for (const statement of create) await sql.raw(statement).execute(db);
  await transact(db, async (tx) => {
    for (const statement of grants(name)) await sql.raw(statement).execute(tx);
  });
  return { created: missing.map((kind) => `${name}_${kind}`), toRun: [] };
}

function grants(database: string): readonly string[] {
  // A restored dump without its privileges has granted everyone the functions.
  const reserved = Object.values(functions).map((names) => `revoke execute on function ${names} from public`);
  const granted = kinds.flatMap((kind) => {
    const role = `"${database}_${kind}"`;
    const ofTables = tableNames.flatMap((table) => {
      const granted = grantedOn(kind, table).join(', ');
      return [
        `revoke all on ${table} from ${role}`,
        ...(granted === '' ? [] : [`grant ${granted} on ${table} to ${role}`]),
      ];
    });
    return [
      `grant usage on schema public, pgboss to ${role}`,
      ...ofTables,
      `grant select on kysely_migration to ${role}`,
      ...(kind === 'reporter'
        ? []
        : [
            `grant select, insert, update, delete on all tables in schema pgboss to ${role}`,
            `grant usage, select, update on all sequences in schema pgboss to ${role}`,
            `grant usage on sequence audit_event_id to ${role}`,
          ]),
      ...(kind === 'worker' || kind === 'operator'
        ? [
            `grant usage, select, update on all sequences in schema public to ${role}`,
            `revoke update on sequence audit_event_id from ${role}`,
            `grant execute on function ${functions[kind]} to ${role}`,
          ]
        : []),
    ];
  });
  return [...reserved, ...granted];
}

/** Refuses a process whose role owns the tables, or is another process's. */
export async function assertOwnRole(db: Db, kind: 'web' | 'worker'): Promise<void> {
  const { rows } = await sql<{ role: string; own: string; owns: boolean; isOwn: boolean | null }>`
    select current_user as role, o.own,
      pg_has_role(current_user, (select relowner from pg_class where oid = 'application'::regclass), 'member') as owns,
      pg_has_role(current_user, to_regrole(quote_ident(o.own))::oid, 'member') as "isOwn"
    from (select current_database() || ${`_${kind}`} as own) o`.execute(db);
  const [found] = rows;
  if (found?.owns === false && found.isOwn) return;
  throw new SetupError(
    `DATABASE_URL connects as ${found?.role}. In production a ${kind} process connects as ${found?.own}, which owns nothing; \`npm run migrate\` makes that role.`,
  );
}

/** Who runs a command: the role that the server authenticated, which `set role` does not change. Refuses a process's role. */
export async function authenticatedOperator(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; own: string; may: boolean | null }>`
    select session_user as name, o.own,
      pg_has_role(session_user, (select relowner from pg_class where oid = 'application'::regclass), 'member')
        or pg_has_role(session_user, to_regrole(quote_ident(o.own))::oid, 'member') as may
    from (select current_database() || '_operator' as own) o`.execute(db);
  const [found] = rows;
  if (found?.may) return found.name;
  throw new SetupError(
    `DATABASE_URL connects as ${found?.name}. An operator connects with a role of their own, a member of ${found?.own}.`,
  );
}
