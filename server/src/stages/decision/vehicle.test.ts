import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { applicant } from '../../../test/generated-inputs.ts';
import { createPolicy } from '../../credit-policy/decide.ts';
import type { PolicyInputs, Vehicle } from '../../credit-policy/inputs.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import type { Services } from '../../services.ts';
import type { VehicleData } from '../../vendors/vehicle-data.ts';
import { searchVehicle } from './vehicle.ts';

const lender = loadLender();
const on = isoDate('2026-03-04');
const inputs: PolicyInputs = {
  ...applicant,
  score: 590,
  scoreFactors: ['09', '14'],
  monthlyDebtCents: 20_000,
  housingPaymentCents: 120_000,
  annualIncomeCents: 7_200_000,
  estimatedIncomeCents: null,
  vehicle: null,
};
const outback: Vehicle = {
  year: 2019,
  make: 'SUBARU',
  model: 'OUTBACK',
  vin: '4S4BSANCXK3000001',
  valueCents: 1_250_000,
};

async function search({
  owned,
  vehicleFrom,
  isConfigured = true,
  ...change
}: Partial<PolicyInputs> & {
  owned?: () => Promise<readonly Vehicle[]>;
  vehicleFrom?: Lender['policy']['programs'][number]['vehicleFrom'];
  isConfigured?: boolean;
} = {}) {
  const calls: unknown[] = [];
  const vehicleData: VehicleData = {
    ownedBy: (owner) => {
      calls.push(owner);
      return owned ? owned() : Promise.resolve([]);
    },
    valueOf: () => Promise.reject(new Error('No vehicle was entered.')),
    titleOf: () => Promise.reject(new Error('No loan was signed.')),
    tryKeys: () => Promise.reject(new Error('No test checks the keys.')),
  };
  const programs = lender.policy.programs.map((program) =>
    program.isAutoSecured && vehicleFrom ? { ...program, vehicleFrom } : program,
  );
  const used = { ...lender, policy: { ...lender.policy, programs } };
  const services = {
    log: { warn: () => {} },
    vendors: { vehicleData: isConfigured ? vehicleData : undefined },
    vendorCalls: {
      call: ({ perform }: { perform: (signal: AbortSignal) => Promise<unknown> }) =>
        perform(AbortSignal.timeout(60_000)),
    },
  } as unknown as Services;
  const applicant = { firstName: 'Ann' } as Parameters<typeof searchVehicle>[3];
  const id = 'an application' as ApplicationId;
  const policy = { ...createPolicy(used), lender: used };
  const found = await searchVehicle(services, policy, id, applicant, { ...inputs, ...change }, on);
  return { ...found, calls: calls.length };
}

describe('the search for a vehicle', () => {
  it('finds the most valuable one', async () => {
    const owned = async () => [outback, { ...outback, valueCents: 300_000 }];
    expect(await search({ owned })).toEqual({ vehicle: outback, search: 'found', calls: 1 });
    expect(await search()).toEqual({ vehicle: null, search: 'none', calls: 1 });
  });

  it.each<[string, Partial<PolicyInputs>]>([
    ['covered by the Military Lending Act', { militaryCovered: true }],
    ['declined whatever they own', { score: 530 }],
    ['without an income to pay from', { annualIncomeCents: 0 }],
    ['held up by an alert', { alerts: ['initial-fraud'] }],
    ['rejected by the identity check', { fraudDecision: 'REJECT' }],
  ])('is not made for an applicant %s', async (_, change) => {
    expect(await search(change)).toEqual({ vehicle: null, search: null, calls: 0 });
  });

  it('is not made without a service, and not in the records where the policy takes entered vehicles alone', async () => {
    expect(await search({ isConfigured: false })).toEqual({ vehicle: null, search: null, calls: 0 });
    expect(await search({ vehicleFrom: ['applicant'] })).toEqual({ vehicle: null, search: 'none', calls: 0 });
  });

  it('reports an unavailable service as a failure, and rethrows other errors', async () => {
    const failure = new NotPerformed('vehicle-data cannot be reached');
    const unavailable = { vehicle: null, search: 'unavailable', failure, calls: 1 };
    expect(await search({ owned: () => Promise.reject(failure) })).toEqual(unavailable);
    await expect(search({ owned: () => Promise.reject(new Error('ours')) })).rejects.toThrow('ours');
  });
});
