// Reads stored decisions in the order in which they were made, with what a replay needs of their applications.
import { sql } from 'kysely';
import type { Decision, DecisionKind } from '../../credit-policy/decide.ts';
import type { DecisionInputs } from '../../credit-policy/inputs.ts';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Cursor, isAfter, type Period, rowsOf } from '../../platform/db/rows.ts';
import { encryptionContext } from '../../platform/db/tables.ts';
import type { Encrypted, Vault } from '../../platform/encryption.ts';
import type { EncodedDecision } from './replay.ts';

/** A decision as stored, decrypted and not yet parsed: deciding is for threads, and the keys stay with the process. */
export interface StoredDecision extends Omit<EncodedDecision, 'inputs' | 'wanted'> {
  readonly id: string;
  readonly inputs: string;
  readonly detail: string;
  readonly wanted: Omit<EncodedDecision['wanted'], 'amountCents'> & { readonly amountCents: number | null };
}

interface Reading {
  readonly db: Db;
  readonly vault: Vault;
  /** The lender's, which decides on which day a decision was made. */
  readonly timeZone: string;
}

const batchSize = 250;

/** A period's decisions, oldest first: an application's last of each kind. Batches read the index onward. */
export async function* storedDecisions(reading: Reading, period: Period) {
  for (let after: Cursor | undefined; ; ) {
    const rows = await nextDecisions(reading.db, period, after);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows.map((row) => decrypted(reading, row));
    after = end;
  }
}

const nextDecisions = (db: Db, { from, until }: Period, after: Cursor | undefined) =>
  db
    .selectFrom('decision')
    .innerJoin('application', 'application.id', 'decision.application_id')
    .select([
      'decision.id',
      'decision.kind',
      'decision.inputs',
      'decision.detail',
      'decision.decided_at as at',
      'application.source',
      'application.partner_id as partner',
      'application.requested_amount as requested',
      'application.accepted_term as accepted',
    ])
    .where('decision.kind', '<>', 'action')
    .$narrowType<{ kind: DecisionKind; inputs: Encrypted; detail: Encrypted }>()
    .where('decision.decided_at', '>=', from)
    .where('decision.decided_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where(isAfter('decision.decided_at', { after }, 'decision.id')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('decision as later')
            .select('later.id')
            .whereRef('later.application_id', '=', 'decision.application_id')
            .whereRef('later.kind', '=', 'decision.kind')
            .where('later.decided_at', '<', until)
            .where(({ eb, refTuple }) =>
              eb(
                refTuple('later.decided_at', 'later.id'),
                '>',
                refTuple('decision.decided_at', 'decision.id'),
              ),
            ),
        ),
      ),
    )
    .orderBy('decision.decided_at')
    .orderBy('decision.id')
    .limit(batchSize)
    .execute();

type Row = Awaited<ReturnType<typeof nextDecisions>>[number];

const decrypted = (
  { vault, timeZone }: Reading,
  { id, at, source, requested, accepted, inputs, detail, ...row }: Row,
): StoredDecision => ({
  ...row,
  id,
  on: dayIn(timeZone, at),
  channel: source,
  inputs: vault.decrypt(inputs, encryptionContext('decision', 'inputs', id)),
  detail: vault.decrypt(detail, encryptionContext('decision', 'detail', id)),
  wanted: {
    amountCents: accepted?.amount ?? requested,
    months: accepted?.months,
    isAutoSecured: accepted?.isAutoSecured ?? false,
  },
});

/** A decision as stored, parsed. `usualCents` is the amount of an applicant who requested none. */
export const parseStored = (
  { id: _, inputs, detail, wanted, ...row }: StoredDecision,
  usualCents: number,
): EncodedDecision & { readonly decision: Decision } => ({
  ...row,
  inputs: JSON.parse(inputs) as DecisionInputs,
  decision: JSON.parse(detail) as Decision,
  wanted: { ...wanted, amountCents: wanted.amountCents ?? usualCents },
});

/** The most decisions that a replay of a period reads, for its progress. */
export const countDecisions = (db: Db, { from, until }: Period): Promise<number> =>
  rowsOf(db, 'decision', { kind: { '<>': 'action' }, decided_at: { '>=': from, '<': until } }).count();

/** Approved applications, and those whose loan was paid out, by version of the approval. */
export async function paidOutByVersion(db: Db, { from, until }: Period) {
  const { rows } = await sql<{ version: string; approved: number; funded: number }>`
    select d.policy_version as version,
      count(distinct d.application_id)::int as approved,
      count(distinct p.application_id)::int as funded
    from decision d left join disbursement p on p.application_id = d.application_id
    where d.kind = 'approval' and d.outcome = 'APPROVED' and d.decided_at >= ${from} and d.decided_at < ${until}
    group by 1`.execute(db);
  return new Map(rows.map(({ version, ...counts }) => [version, counts]));
}
