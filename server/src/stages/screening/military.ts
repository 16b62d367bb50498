// One search of the military database, apart from a credit pull. The result is stored like those of the pulls.
import type { ApplicationId } from '../../platform/db/tables.ts';
import { readApplicant } from '../../records/applicants.ts';
import type { With } from '../../services.ts';

/** Sends at most one search a minute. `saveMilitaryCheck` stores it. */
export async function searchMilitary(
  services: With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
) {
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
  return { key, source: 'search', answer } as const;
}
