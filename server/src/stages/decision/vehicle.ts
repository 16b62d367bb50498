// The vehicle that could secure a loan, searched for only if the policy needs one.
import type { IsoDate } from '#finance/dates.ts';
import type { PrequalificationDecision } from '../../credit-policy/decide.ts';
import type { PolicyInputs } from '../../credit-policy/inputs.ts';
import type { AppliedPolicy } from '../../credit-policy/policies.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { hasEndedLocked } from '../../journey/guard.ts';
import { vehicleSources } from '../../journey/offered-actions.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { ifUnavailable, type VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import type { Applicant } from '../../records/applicant-fields.ts';
import type { With } from '../../services.ts';

export interface VehicleSearch {
  readonly vehicle: PolicyInputs['vehicle'];
  /** The outcome of the search. Null if the policy needs no vehicle, or the lender uses no service. */
  readonly search: 'found' | 'none' | 'unavailable' | null;
  readonly failure?: VendorUnavailable;
}

export const lendsOnVehicle = (decision: PrequalificationDecision): boolean =>
  decision.kind === 'PREQUALIFIED' && decision.programs.some((program) => program.isAutoSecured);

/** Whether a vehicle, if it is good enough, opens a program to this applicant. */
function couldOpenProgram(policy: AppliedPolicy, inputs: PolicyInputs, date: IsoDate): boolean {
  // It meets every rule.
  const vehicle = { year: Number(date.slice(0, 4)), make: '', model: '', vin: null, valueCents: 100_000_00 };
  try {
    return lendsOnVehicle(policy.decidePrequalification({ ...inputs, vehicle }, date));
  } catch (error) {
    // The decision itself alerts an operator to the gap.
    if (error instanceof PolicyGapError) return false;
    throw error;
  }
}

/** Searches for the applicant's vehicle. Never throws because the service is unavailable: see `failure`. */
export async function searchVehicle(
  services: With<'log' | 'vendorCalls' | 'vendors'>,
  policy: AppliedPolicy,
  applicationId: ApplicationId,
  applicant: Applicant,
  inputs: PolicyInputs,
  date: IsoDate,
): Promise<VehicleSearch> {
  const { vehicleData } = services.vendors;
  if (vehicleData === undefined || !couldOpenProgram(policy, inputs, date))
    return { vehicle: null, search: null };
  if (!vehicleSources(policy).has('records')) return { vehicle: null, search: 'none' };
  const call = services.vendorCalls.call({
    vendor: 'vehicle-data',
    operation: 'vehicles-owned',
    key: `vehicles-owned:${applicationId}`,
    applicationId,
    isCalledOff: (tx) => hasEndedLocked(tx, applicationId),
    timeoutSeconds: 5,
    onUnknownOutcome: { rule: 'repeat' },
    // The most valuable one. What else the service returns about the applicant is not stored.
    perform: async (signal) => (await vehicleData.ownedBy(applicant, applicationId, signal))[0] ?? null,
  });
  return call.then(
    (vehicle) => ({ vehicle, search: vehicle === null ? 'none' : 'found' }),
    ifUnavailable((failure) => {
      services.log.warn({ applicationId, reason: failure.message }, 'the vehicle search did not respond');
      return { vehicle: null, search: 'unavailable', failure };
    }),
  );
}
