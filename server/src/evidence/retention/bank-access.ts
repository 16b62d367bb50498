// Ends our access to the banks of applications that have ended or were abandoned. The job calls the vendor once.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, LinkedBankId } from '../../platform/db/tables.ts';
import { removeBank } from '../../records/linked-banks.ts';
import { overBefore } from '../../records/retention-periods.ts';
import type { With } from '../../services.ts';
import { endBankAccess } from '../../stages/bank-link/jobs.ts';

export async function endBankAccesses(tx: Tx, services: With<'clock' | 'jobs' | 'lender'>, batch: number) {
  const banks = await abandonedBanks(tx, services, batch);
  for (const { id, applicationId } of banks) {
    await removeBank(tx, id);
    await services.jobs.enqueue(tx, endBankAccess, applicationId, { linkedBankId: id });
  }
  return banks.length;
}

/** The banks to which our access ends. Includes banks that were replaced or removed, if their own job gave up. */
async function abandonedBanks(tx: Tx, services: With<'clock' | 'lender'>, batch: number) {
  // Also locks the applications: one that ends at this moment updates its banks.
  const unfinished = overBefore(services, 'unfinished');
  const { rows } = await sql<{ id: LinkedBankId; applicationId: ApplicationId }>`
    select b.id, b.application_id as "applicationId"
    from linked_bank b join application on application.id = b.application_id
    where b.access_token is not null
      and (b.status <> 'linked'
        or b.application_ended_at < ${overBefore(services, 'bankAccess')}
        or (b.linked_at < ${unfinished} and exists (
          select 1 from application a where a.id = b.application_id and a.state_since < ${unfinished})))
      and not exists (
        select 1 from job j
        where j.application_id = b.application_id and j.name = ${endBankAccess.name} and j.status = 'PENDING')
    order by b.application_id
    limit ${batch}
    for update of application, b skip locked`.execute(tx);
  return rows;
}
