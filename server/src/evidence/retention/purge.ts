// Deletes applications past their retention period, but for an anonymous row: when, and the outcome.
import { sql } from 'kysely';
import { statesWhere } from '../../journey/chart.ts';
import { pauseAfterBatch } from '../../platform/batch-pause.ts';
import { type Tx, transactUnlessLocked } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { operatorName } from '../../platform/operator.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import { overBefore } from '../../records/retention-periods.ts';
import type { With } from '../../services.ts';

/** Below the hold of a page that an applicant would notice, even where each application has many documents. */
const mostAtOnce = 25;
const loggedEach = 1000;

/** Each walk reads one index in the order of time, and never reads again what it leaves. */
const walks = ['unsubmitted', 'submitted'] as const;
type Walk = (typeof walks)[number];

type Needs = With<'clock' | 'lender' | 'vault'>;

/** Returns the number of applications. A killed run loses at most its last few, and the next round continues. */
export async function purgeApplications(
  services: With<'clock' | 'db' | 'lender' | 'log' | 'vault'>,
  batch: number,
): Promise<number> {
  const size = Math.min(batch, mostAtOnce);
  let purged = 0;
  let refused: unknown;
  for (const walk of walks)
    for (let after: Date | undefined; ; ) {
      const began = performance.now();
      const past = await transactUnlessLocked(services.db, async (tx) => {
        const some = await pastTheirTime(tx, services, walk, after, size);
        const ids = some.map(({ id }) => id);
        if (ids.length > 0) await purge(tx, services, ids);
        return some;
      }).catch((error: unknown) => {
        // One kind of application that cannot be purged does not keep the other.
        refused = error;
      });
      // Another transaction uses what belongs to one of them: the next round comes back to them.
      if (past === undefined) break;
      purged += past.length;
      if (past.length < size) break;
      after = past.at(-1)?.since;
      if (purged % loggedEach < size) services.log.info({ purged }, 'purge continues');
      await pauseAfterBatch(began);
    }
  if (refused) throw refused;
  return purged;
}

/** By the database's function, which no role can do without: it throws for a legal hold, and before the lender's shortest period. */
export const purge = (tx: Tx, { clock }: With<'clock'>, ids: readonly ApplicationId[]) =>
  sql`select purge_applications(${ids}, ${operatorName() ?? null}, ${clock.now()})`.execute(tx);

/** Every submitted form is an application, decided or not, and is retained like one (12 CFR 1002.12(b)(1), (3)). */
export const neverSubmitted = statesWhere(({ isSubmitted }) => !isSubmitted);

type Period = 'unfinished' | 'decisions' | 'loans';

/** The cutoffs of states with periods of their own, each by the keyed hash of the state. */
const cutoffsByState = (services: Needs) =>
  (['decisions', 'loans'] as const).flatMap((period) =>
    Object.keys(services.lender.retention[period].states).flatMap((name) =>
      knownLookups
        .state(services.vault, name)
        .map((state) => ({ period, state, before: overBefore(services, period, name) })),
    ),
  );

/** Excludes applications on legal hold or with an unresolved vendor call, and those whose bank we could still read. */
async function pastTheirTime(tx: Tx, services: Needs, walk: Walk, after: Date | undefined, size: number) {
  const byState = cutoffsByState(services);
  const periods: readonly Period[] =
    walk === 'unsubmitted' ? ['unfinished', 'loans'] : ['decisions', 'loans'];
  const common = periods.map((period) => overBefore(services, period));
  const latest = new Date(Math.max(...[...common, ...byState.map(({ before }) => before)].map(Number)));
  // A literal, as in the index of what was never submitted.
  const isUnsubmitted = sql`a.state in (${sql.join(neverSubmitted.map((state) => sql.lit(state)))})`;
  const { rows } = await sql<{ readonly id: ApplicationId; readonly since: Date }>`
    select a.id, a.state_since as since
    from application a
    left join disbursement d on d.application_id = a.id
    cross join lateral (
      select case
        when d.application_id is not null then 'loans'
        when ${isUnsubmitted} then 'unfinished'
        else 'decisions'
      end as period
    ) k
    left join applicant p on p.application_id = a.id
    left join jsonb_to_recordset(${JSON.stringify(byState)}::jsonb)
      as own (period text, state text, before timestamptz)
      on own.period = k.period and own.state = p.state_lookup
    where a.purged_at is null
      and ${walk === 'unsubmitted' ? isUnsubmitted : sql`not (${isUnsubmitted})`}
      and a.state_since >= ${after ?? new Date(0)}
      and a.state_since < ${latest}
      and a.state_since < coalesce(own.before, case k.period
        when 'loans' then ${overBefore(services, 'loans')}::timestamptz
        when 'decisions' then ${overBefore(services, 'decisions')}::timestamptz
        else ${overBefore(services, 'unfinished')}::timestamptz
      end)
      and not on_legal_hold(a.id)
      and not exists (
        select 1 from vendor_call c where c.application_id = a.id and c.status = 'unresolved')
      and not exists (
        select 1 from linked_bank b where b.application_id = a.id and b.access_token is not null)
    order by a.state_since
    limit ${size}
    for update of a skip locked`.execute(tx);
  return rows;
}
