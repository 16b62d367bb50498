// One search of the military database, apart from a credit pull. The result is stored like those of the pulls.
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { readApplicant } from '../../records/applicants.ts';
import { saveMilitaryCheck } from '../../records/military-checks.ts';
import type { With } from '../../services.ts';
import type { MilitaryResult } from '../../vendors/bureau-screening.ts';

interface MilitarySearch {
  readonly key: string;
  readonly answer: MilitaryResult;
}

/** Sends at most one search a minute. */
export async function searchMilitary(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
): Promise<MilitarySearch> {
  const applicant = await readApplicant(services.db, services.vault, id);
  const key = `military-search:${id}:${services.clock.now().toISOString().slice(0, 16)}`;
  const answer = await services.vendorCalls.call({
    vendor: 'bureau',
    operation: 'military-search',
    key,
    applicationId: id,
    timeoutSeconds: 15,
    // A search leaves no trace on the credit file.
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => services.vendors.bureau.militarySearch(applicant, signal),
  });
  return { key, answer };
}

export const saveMilitarySearch = (
  tx: Tx,
  services: With<'clock' | 'vault'>,
  id: ApplicationId,
  { key, answer }: MilitarySearch,
) => saveMilitaryCheck(tx, services, id, { key, source: 'search', answer });
