// The status of a partner's lead, and its delivery to the partner. It reveals neither reasons nor whether we know the person: a
// declined, held or known applicant has the status of any other at the same step.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { type LeadStatus, leadStatuses } from '#contract/leads.ts';
import { stateNames, transitionOf } from '../../journey/chart.ts';
import { notifyPartner } from '../../journey/jobs.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { RegisteredEffect } from '../../platform/jobs/job-services.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit, hasReached } from '../../records/audit.ts';
import { hasAgreedTo } from '../../records/consents.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import { readLead, saveReportedStatus } from '../../records/leads.ts';
import { signingKeyOf } from '../../records/partner-keys.ts';
import type { Services } from '../../services.ts';
import { callVendor } from '../../vendors/http-client.ts';
import { signEvent } from '../../vendors/partner-signature.ts';

const offerStateNames = stateNames.filter(
  (state) => transitionOf({ state, path: 'standard' }, 'termsAccepted') !== undefined,
);

/**
 * Requires the applicant's recorded consent: the Privacy Policy names partners, and what they learn (15 USC 6802(e)(2), 12 CFR
 * 1016.15(a)(1)). Without it, the partner learns only what it did itself.
 */
export async function leadStatusOf(db: Db, id: ApplicationId): Promise<LeadStatus> {
  const lead = await readLead(db, id);
  if (lead === undefined || !(await hasAgreedTo(db, id, 'privacy-policy'))) return 'received';
  if ((await findDisbursement(db, id)) !== undefined) return 'funded';
  if (await hasReached(db, id, offerStateNames)) return 'prequalified';
  return lead.opened_at === null ? 'received' : 'opened';
}

export const enqueueLeadStatus: RegisteredEffect = async (tx, { jobs }, { id, partner_id: partner }) =>
  partner === null ? undefined : jobs.enqueue(tx, notifyPartner, id, {});

export function leadStatusJobs({ db, vault, clock, lender, vendorCalls }: Services) {
  return [
    handle(notifyPartner, {
      async run(_, { applicationId }) {
        const lead = await readLead(db, applicationId);
        const partner = lender.partners.find((one) => one.id === lead?.partner_id);
        const url = partner?.statusUrl;
        if (lead === undefined || partner === undefined || url === undefined) return async () => {};
        const status = await leadStatusOf(db, applicationId);
        // Two jobs may find the same status.
        if (lead.reported_status !== null && rank(status) <= rank(lead.reported_status))
          return async () => {};
        const key = await signingKeyOf(db, vault, partner.id);
        if (key === undefined) return async () => {};
        const call = `lead-status:${applicationId}:${status}`;
        await vendorCalls.call({
          vendor: 'partner',
          operation: 'report-lead-status',
          key: call,
          applicationId,
          timeoutSeconds: 10,
          // The event has the same id on every delivery.
          onUnknownOutcome: { rule: 'repeat' },
          perform: async (signal) => {
            const now = clock.now();
            const event = { id: uuidOf(call), leadId: lead.partner_lead_id, status, at: now.toISOString() };
            const text = JSON.stringify(event);
            await callVendor({
              vendor: 'partner',
              method: 'POST',
              url,
              headers: {
                'content-type': 'application/json',
                'branchline-signature': signEvent(text, key, now),
              },
              text,
              response: z.unknown(),
              signal,
            });
            return {};
          },
        });
        return async (tx) => {
          await saveReportedStatus(tx, applicationId, status);
          await audit(
            tx,
            clock,
            { applicationId },
            { type: 'lead-status-reported', partner: partner.id, status },
          );
        };
      },
    }),
  ];
}

const rank = (status: LeadStatus) => leadStatuses.indexOf(status);

/** A UUID (version 8) that is always the same for this text. */
function uuidOf(words: string): string {
  const hex = hash('sha256', words);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
