// Before a signed loan that a vehicle secures is funded: whose title it is, who else has a lien, and that it is insured.
import { readApplication } from '../../journey/applications.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { policyOf, readDecision } from '../../records/decisions.ts';
import type { NewHold } from '../../records/holds.ts';
import type { VehiclePoint } from '../../records/vehicle-checks.ts';
import type { With } from '../../services.ts';
import type { VehicleTitle } from '../../vendors/vehicle-data.ts';
import { isSameName } from '../verification/names.ts';

type Needs = With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'policies' | 'vendors' | 'log'>;

/** Undefined for a loan without a vehicle. A person always sees the insurance; a missing title is unknown. */
export async function vehicleHoldOf(services: Needs, id: ApplicationId): Promise<NewHold | undefined> {
  const { db, vault, lender } = services;
  const { approved_term: term } = await readApplication(db, id);
  if (!term?.isAutoSecured) return undefined;
  const made = await readDecision(db, vault, id, 'approval');
  const vin = made?.inputs.vehicle?.vin;
  const byBranch = lender.funding.titleCheck === 'branch';
  const title = byBranch || !vin ? null : await titleOf(services, id, vin);
  const applicant = await readApplicant(db, vault, id);
  const { nameMatchPercent: least } = (await policyOf(services, id)).lender.policy.verification;
  const ours = lender.brand.legalName.toUpperCase();
  const points: VehiclePoint[] = ['insurance'];
  if (byBranch) points.push('title-branch');
  else if (title === null) points.push('title-unknown');
  else {
    // Another owner beside the applicant has not signed.
    if (!title.owners.every((owner) => isSameName(applicant, owner, least))) points.push('title-owner');
    if (title.lienholders.some((holder) => holder.toUpperCase() !== ours)) points.push('title-lien');
  }
  return {
    kind: 'vehicle',
    stage: 'signing',
    reason: points.at(-1) ?? 'insurance',
    evidence: { vin, title, waitsFor: points },
    points,
  };
}

async function titleOf(services: Needs, id: ApplicationId, vin: string): Promise<VehicleTitle | null> {
  const { vendors, vendorCalls, log } = services;
  const { vehicleData } = vendors;
  if (vehicleData === undefined) return null;
  try {
    return await vendorCalls.call({
      vendor: 'vehicle-data',
      operation: 'vehicle-title',
      key: `vehicle-title:${id}`,
      applicationId: id,
      timeoutSeconds: 15,
      onUnknownOutcome: { rule: 'repeat' },
      perform: (signal) => vehicleData.titleOf(vin, id, signal),
    });
  } catch (error) {
    if (!(error instanceof VendorUnavailable)) throw error;
    log.warn({ applicationId: id, reason: error.message }, 'the vehicle title service did not respond');
    return null;
  }
}
