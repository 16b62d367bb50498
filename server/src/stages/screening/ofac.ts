// OFAC searches apart from a credit pull. A hold keeps the money back until a reviewer has cleared the match.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { longRetries } from '../../journey/jobs.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { readApplicant } from '../../records/applicants.ts';
import { holdsOf, isHeldBy, readEvidence } from '../../records/holds.ts';
import type { Services, With } from '../../services.ts';
import type { OfacResult } from '../../vendors/bureau/screening.ts';
import { ofacScreeningsOf, saveOfacScreening } from './ofac-screenings.ts';
import { saveHeld } from './screening.ts';

interface OfacSearch {
  readonly key: string;
  readonly occasion: 'payment' | 'account-change';
  readonly answer: OfacResult;
}

/** One search a day for the payment that is due on it. */
export const paymentSearchKey = (id: ApplicationId, day: string) => `ofac-search:${id}:payment:${day}`;

export const isSearchedForPayment = async (db: Db, id: ApplicationId, day: string): Promise<boolean> =>
  (await ofacScreeningsOf(db, id)).some(({ key }) => key === paymentSearchKey(id, day));

/** A search with the same key is made once. */
export async function searchOfac(
  services: With<'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
  { key, occasion }: Pick<OfacSearch, 'key' | 'occasion'>,
): Promise<OfacSearch> {
  const applicant = await readApplicant(services.db, services.vault, id);
  const answer = await services.vendorCalls.call({
    vendor: 'bureau',
    operation: 'ofac-search',
    key,
    applicationId: id,
    timeoutSeconds: 15,
    // A search leaves no trace on the credit file.
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => services.vendors.bureau.ofacSearch(applicant, signal),
  });
  return { key, occasion, answer };
}

/** Records the search, and opens a hold unless the applicant is clear. Returns whether the money may move. */
export async function saveOfacSearch(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  id: ApplicationId,
  { key, occasion, answer }: OfacSearch,
): Promise<boolean> {
  const { answer: result, listDate, message } = answer;
  await saveOfacScreening(tx, services, id, { key, occasion, result, listDate, evidence: { message } });
  if (await isHeldBy(tx, id, 'ofac')) return false;
  if (result === 'clear' || (await wasCleared(tx, services.vault, id, { key, answer }))) return true;
  const evidence = { key, ofac: answer };
  await saveHeld(tx, services, id, { kind: 'ofac', stage: 'payment', reason: result, evidence });
  return false;
}

/** A reviewer cleared this very search, or the same entry of the list before. Another entry is another match. */
async function wasCleared(
  db: Db,
  vault: Vault,
  id: ApplicationId,
  { key, answer }: Pick<OfacSearch, 'key' | 'answer'>,
): Promise<boolean> {
  for (const hold of await holdsOf(db, id)) {
    if (hold.kind !== 'ofac' || hold.resolution !== 'released') continue;
    const seen = (await readEvidence(db, vault, hold.id)) as { key?: string; ofac?: OfacResult };
    if (seen.key === key) return true;
    const isSameEntry = answer.message !== null && seen.ofac?.message === answer.message;
    if (answer.answer === 'match' && isSameEntry) return true;
  }
  return false;
}

const screenAccountChange = declareJob(
  'screen-account-change',
  { ...longRetries, longestDelaySeconds: 900 },
  z.object({ change: z.uuid() }),
);

export async function enqueueAccountScreening(tx: Tx, { jobs }: With<'jobs'>, id: ApplicationId) {
  await jobs.enqueue(tx, screenAccountChange, id, { change: randomUUID() });
}

export const ofacJobs = (services: Services) => [
  handle(screenAccountChange, {
    async run({ change }, { applicationId }) {
      const key = `ofac-search:${applicationId}:account-change:${change}`;
      const search = await searchOfac(services, applicationId, { key, occasion: 'account-change' });
      return (tx) => saveOfacSearch(tx, services, applicationId, search);
    },
  }),
];
