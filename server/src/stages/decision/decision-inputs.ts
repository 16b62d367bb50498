// The inputs of the decision on the soft pull: the fraud check, the credit file, the screenings and the vehicle.
import type { IsoDate } from '#finance/dates.ts';
import {
  bureauSummaries,
  type EarlierLoans,
  storedAttributes,
  usesSource,
} from '../../credit-policy/attributes.ts';
import type { PolicyInputs } from '../../credit-policy/inputs.ts';
import type { AppliedPolicy } from '../../credit-policy/policies.ts';
import type { Application } from '../../journey/applications.ts';
import { hasEndedLocked } from '../../journey/guard.ts';
import { lenderDay, lenderToday } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { StageDone } from '../../platform/jobs/job-updates.ts';
import type { Applicant } from '../../records/applicant-fields.ts';
import { readDecision } from '../../records/decisions.ts';
import { type DegradedMode, degradedModesOf } from '../../records/degraded.ts';
import type { Services, With } from '../../services.ts';
import type { CreditReport } from '../../vendors/bureau/bureau.ts';
import type { CreditFile } from '../../vendors/bureau/report.ts';
import { clearedPoints, holdFor, type Screened, screen } from '../screening/screening.ts';
import { searchVehicle, type VehicleSearch } from './vehicle.ts';

export interface Evidence {
  readonly inputs: PolicyInputs;
  /** Undefined if no credit file was requested. */
  readonly screened: Screened | undefined;
  readonly vehicle: VehicleSearch;
  readonly degraded: readonly DegradedMode[];
}

export interface DecisionSubject {
  readonly application: Application;
  readonly applicant: Applicant;
  /** What the applicant entered because nothing could be offered without a vehicle: null for none. Undefined before that. */
  readonly enteredVehicle: PolicyInputs['vehicle'] | undefined;
  readonly stageDone: StageDone;
}

/** What `policy` needs. Once a vehicle was requested, uses the stored responses and calls no vendor. */
export async function gatherEvidence(
  services: Services,
  policy: AppliedPolicy,
  { application, applicant, enteredVehicle, stageDone }: DecisionSubject,
): Promise<Evidence> {
  const { id, ssn_conflict: ssnConflict, partner_id: partner, source: channel } = application;
  const { attributes } = policy.lender.policy;
  const today = lenderToday(services);
  const fraudDecision = await evaluateFraud(services, id, applicant);
  await stageDone('identity');
  const before = await degradedModesOf(services.db, id);
  const cleared = [...(await clearedPoints(services, id))];
  const withoutReport: PolicyInputs = {
    ...nothingOnFile,
    vehicle: null,
    ssnConflict,
    militaryCovered: false,
    housingPaymentCents: applicant.monthlyPayment * 100,
    annualIncomeCents: (applicant.mainIncome + applicant.additionalIncome) * 100,
    state: applicant.state,
    residentialStatus: applicant.residentialStatus,
    fraudDecision,
    deviceChecked: applicant.deviceSession !== undefined,
    captchaConfirmed: !before.has('captcha-absent') && !before.has('captcha-unanswered'),
    vehicleSearched: true,
    attributes: storedAttributes(attributes, { partner, channel }),
    ...(cleared.length > 0 ? { cleared } : {}),
  };
  const pulled = isPulled(policy, withoutReport, today)
    ? await Promise.all([
        softPull(services, id, applicant, bureauSummaries(attributes)),
        usesSource(attributes, 'core') ? readEarlierLoans(services, id, applicant) : undefined,
      ])
    : [];
  const [report, earlierLoans] = pulled;
  if (report) await stageDone('report');
  const screened = report && (await screen(services, id, 'prequalification', report));
  const withoutVehicle: PolicyInputs = {
    ...withoutReport,
    ...(report && { ...report.file, reportedOn: lenderDay(services.lender, new Date(report.pulledAt)) }),
    attributes: storedAttributes(
      attributes,
      { bureau: report?.attributes, earlierLoans },
      withoutReport.attributes,
    ),
    militaryCovered: screened?.military.answer === 'covered',
    ...(screened?.military.answer === 'unknown' && { militaryUnanswered: true }),
  };
  // No vendor receives data of an applicant who matches the OFAC list.
  const isStopped = screened !== undefined && holdFor(screened, { lends: false }) !== undefined;
  const vehicle: VehicleSearch =
    enteredVehicle !== undefined
      ? { vehicle: enteredVehicle, search: application.vehicle_search }
      : isStopped
        ? { vehicle: null, search: null }
        : await searchVehicle(services, policy, id, applicant, withoutVehicle, today);
  const vehicleSearched = vehicle.search !== 'unavailable';
  return {
    inputs: {
      ...withoutVehicle,
      vehicle: vehicle.vehicle,
      vehicleSearched,
      ...(vehicle.search === null && { vehicleUnneeded: true }),
    },
    screened,
    vehicle,
    degraded: [
      ...(withoutVehicle.deviceChecked ? [] : ['device-missing' as const]),
      ...(vehicleSearched ? [] : ['vehicles-unsearched' as const]),
    ],
  };
}

/** Don't request a credit file for an applicant who is declined or stepped up without one. */
function isPulled(policy: AppliedPolicy, inputs: PolicyInputs, date: IsoDate): boolean {
  if (inputs.fraudDecision === 'ACCEPT' && !inputs.ssnConflict) return true;
  if (inputs.cleared === undefined || inputs.fraudDecision === 'REJECT') return false;
  // Only what is known without a file: its lack would decline, which counts after every review.
  return policy.decidePrequalification({ ...inputs, noFile: true }, date).kind !== 'STEP_UP';
}

function evaluateFraud(
  services: With<'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  applicant: Applicant,
) {
  return services.vendorCalls.call({
    vendor: 'socure',
    operation: 'evaluate',
    key: `fraud-evaluation:${applicationId}`,
    applicationId,
    isCalledOff: (tx) => hasEndedLocked(tx, applicationId),
    timeoutSeconds: 8,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) =>
      services.vendors.fraud.evaluate(applicant, applicant.deviceSession, applicationId, signal),
  });
}

async function softPull(
  services: With<'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  applicant: Applicant,
  summaries: readonly string[],
): Promise<CreditReport> {
  const before = await readDecision(services.db, services.vault, applicationId, 'prequalification');
  // Once a reviewer continues an application without a score, the bureau may have corrected its file.
  const hadNoScore =
    before?.inputs.score === null && (before.inputs.deceased || before.inputs.scoreUnexplained);
  const again = before && hadNoScore ? `:${before.decidedAt.getTime()}` : '';
  return services.vendorCalls.call({
    vendor: 'bureau',
    operation: 'soft-pull',
    key: `soft-pull:${applicationId}${again}`,
    applicationId,
    isCalledOff: (tx) => hasEndedLocked(tx, applicationId),
    timeoutSeconds: 12,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => services.vendors.bureau.softPull(applicant, summaries, signal),
  });
}

/** Undefined if the core system keeps no record of loans. The decision waits while the system is closed. */
async function readEarlierLoans(
  { vendorCalls, vendors }: With<'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  applicant: Applicant,
): Promise<EarlierLoans | undefined> {
  const earlierLoans = await vendorCalls.call({
    vendor: 'core',
    operation: 'earlier-loans',
    key: `earlier-loans:${applicationId}`,
    applicationId,
    isCalledOff: (tx) => hasEndedLocked(tx, applicationId),
    timeoutSeconds: 8,
    onUnknownOutcome: { rule: 'repeat' },
    perform: async (signal) => (await vendors.core.lookUp(applicant, signal)).earlierLoans ?? null,
  });
  return earlierLoans ?? undefined;
}

/** Until a report is requested. */
export const nothingOnFile: CreditFile = {
  score: null,
  scoreFactors: [],
  frozen: false,
  noFile: null,
  monthlyDebtCents: 0,
  estimatedIncomeCents: null,
  delinquencies30: 0,
  delinquencies60: 0,
  delinquencies90: 0,
  collections: 0,
  chargeOffs: 0,
  inquiries6Months: 0,
  bankruptcies: [],
  openConsumerFinanceLines: 0,
  openTradeLines: 0,
  oldestTradeLineMonths: null,
  fraudShield: [],
  alerts: [],
  addressDiscrepancy: false,
  deceased: false,
  scoreUnexplained: false,
};
