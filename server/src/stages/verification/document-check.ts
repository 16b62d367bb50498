// The identity document of a step-up, shown on the vendor's page. Only an accepted one may clear the review.
import type { FastifyInstance } from 'fastify';
import {
  type Application,
  applicationsInStates,
  findApplication,
  lockApplication,
  readApplication,
} from '../../journey/applications.ts';
import { holdClearedBy } from '../../journey/bank-linking.ts';
import { stateOf } from '../../journey/chart.ts';
import { due } from '../../journey/deadlines.ts';
import { checkDocument } from '../../journey/jobs.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { handle, type Outcome, RetryLater } from '../../platform/jobs/jobs.ts';
import { openHoldsOf, readEvidence, saveFinding } from '../../records/holds.ts';
import type { Services, With } from '../../services.ts';
import type { DocumentCheck } from '../../vendors/fraud.ts';
import { VendorRefused } from '../../vendors/http-client.ts';
import { fraudWebhook } from '../../vendors/vendors.ts';
import { releaseStepUp } from './step-up.ts';

/** The review that still waits for a document, with the request for it. */
async function waitingFor(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  application: Application,
) {
  if (stateOf(application.state).heldFor !== 'identity') return undefined;
  const hold = await holdClearedBy(services, application, 'documentClears');
  if (hold === undefined) return undefined;
  type Shown = DocumentCheck & { readonly decision?: string; readonly at?: string };
  const evidence: { readonly document?: Shown } = await readEvidence(services.db, services.vault, hold.id);
  const { document } = evidence;
  return document === undefined || document.decision !== undefined ? undefined : { hold, evidence, document };
}

/** Where the applicant shows the document. Undefined if none is waited for. */
export const documentPageOf = async (
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  application: Application,
) => (await waitingFor(services, application))?.document.url;

export function documentCheckRoutes(app: FastifyInstance, { config, db, jobs }: Services): void {
  const webhook = fraudWebhook(config);
  if (webhook === undefined) return;
  receiveWebhook(app, webhook.path, async (body, { headers }) => {
    const event = webhook.read(body, headers);
    if (typeof event === 'string') refuseWebhook(event);
    const application = event && (await findApplication(db, event.reference as ApplicationId));
    // The vendor's tests, and applications that were purged.
    if (!application) return;
    await transact(db, (tx) => jobs.enqueue(tx, checkDocument, application.id, { by: 'webhook' }));
  });
}

export function documentCheckJobs(services: Services) {
  const { db, clock, metrics, vendors } = services;
  return [
    handle(checkDocument, {
      /** A message only leads here: the decision is read from the vendor. */
      async run({ by }, { applicationId }): Promise<Outcome> {
        const before = await waitingFor(services, await readApplication(db, applicationId));
        if (before === undefined) return async () => {};
        const { evaluation } = before.document;
        const decision = await vendors.fraud.outcome(evaluation, vendors.timeouts.signal(15));
        if (decision === undefined) throw new RetryLater('The evaluation still waits for the document.');
        return async (tx) => {
          const application = await lockApplication(tx, applicationId);
          const now = await waitingFor({ ...services, db: tx }, application);
          if (now?.document.evaluation !== evaluation) return;
          metrics.vendorEvents.inc({ vendor: 'fraud', by });
          const { hold, evidence, document } = now;
          const at = clock.now().toISOString();
          await saveFinding(tx, services, hold.id, {
            reason: hold.reason,
            evidence: { ...evidence, document: { ...document, decision, at } },
          });
          if (decision === 'ACCEPT')
            await releaseStepUp(tx, services, hold, {
              by: 'the document check',
              note: 'The identity document and its picture belong to the applicant.',
            });
        };
      },
    }),
  ];
}

export async function checkOpenDocuments(services: Services, batch = 50): Promise<void> {
  const { config, db, jobs, vendors } = services;
  if (fraudWebhook(config) === undefined) return;
  let refused: VendorRefused | undefined;
  for await (const waiting of applicationsInStates(db, due.documents, { size: batch })) {
    for (const id of waiting) {
      if ((await openHoldsOf(db, id)).length === 0) continue;
      const open = await waitingFor(services, await readApplication(db, id));
      if (open === undefined) continue;
      const decision = await vendors.fraud
        .outcome(open.document.evaluation, vendors.timeouts.signal(15))
        .catch((error: unknown) => {
          // The vendor works, and the next evaluation has a result of its own.
          if (!(error instanceof VendorRefused)) throw error;
          refused = error;
          return undefined;
        });
      if (decision !== undefined)
        await transact(db, (tx) => jobs.enqueue(tx, checkDocument, id, { by: 'polling' }));
    }
  }
  if (refused) throw refused;
}
