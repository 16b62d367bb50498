import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { applicant, vehicleWorth } from '../../../test/generated-inputs.ts';
import { createPolicy } from '../../policy/decide.ts';
import { approvalInputsOf, type PolicyInputs } from '../../policy/inputs.ts';
import { limitReasons } from './limiting-reasons.ts';
import { denialWording } from './next-steps.ts';

const lender = loadLender();
const policy = createPolicy(lender);
const on = isoDate('2026-11-20');
const { adverseAction } = lender.policy;
const { reasons: words, ownReasons } = adverseAction;
const byScore = ['Limited credit experience', 'You have too few credit accounts'];

const clean: PolicyInputs = {
  ...applicant,
  score: 790,
  scoreFactors: ['14', '97'],
  monthlyDebtCents: 0,
  housingPaymentCents: 0,
  annualIncomeCents: 12_000_000,
  vehicle: null,
};

/** The reasons where a request in dollars leads to a counteroffer; "lent" where it is lent. */
function reasonsFor(dollars: number, changes: Partial<PolicyInputs>): readonly string[] | 'lent' {
  const inputs = { ...clean, ...changes };
  const decision = policy.decidePrequalification(inputs, on);
  if (decision.kind !== 'PREQUALIFIED') throw new Error(`Decided ${decision.kind}.`);
  const amount = dollars * 100;
  if (decision.programs.some(({ maxCents }) => maxCents >= amount)) return 'lent';
  return denialWording(lender, limitReasons(lender, { decision, inputs }, { amount }, on));
}

describe('a counteroffer gives the limits that decided', () => {
  it.each([
    ['more than is lent without a vehicle', 15_000, {}, [adverseAction.amountWithoutVehicle]],
    [
      'whose vehicle is worth too little',
      15_000,
      { vehicle: vehicleWorth(9000) },
      [words['collateral-insufficient']],
    ],
    ['more than the state’s caps allow', 12_000, { state: 'MS' }, [adverseAction.amountAboveLawful]],
    ['more than the state’s caps allow anyone', 15_000, { state: 'MS' }, [adverseAction.amountAboveLawful]],
    [
      'more than any program lends',
      1_000_000,
      { vehicle: vehicleWorth(30_000) },
      [adverseAction.amountAboveLargest],
    ],
    [
      'more than any program lends, without a vehicle',
      20_000,
      {},
      [adverseAction.amountAboveLargest, adverseAction.amountWithoutVehicle],
    ],
    [
      'while the military’s vehicles are not taken',
      15_000,
      { militaryCovered: true, vehicle: vehicleWorth(30_000) },
      [adverseAction.amountWithoutVehicle],
    ],
    [
      'without a factor of the score',
      15_000,
      { score: 850, scoreFactors: [] },
      [adverseAction.amountWithoutVehicle],
    ],
    ['with a score that closes the program', 12_000, { score: 620 }, byScore],
    [
      'more than both the vehicle and the score open',
      15_000,
      { score: 620 },
      [adverseAction.amountWithoutVehicle, ...byScore],
    ],
    [
      'with a payment that is too high for the income',
      12_000,
      { annualIncomeCents: 2_400_000, monthlyDebtCents: 80_000 },
      [words['excessive-obligations']],
    ],
    [
      'one dollar above the last listed amount whose payment is low enough',
      8001,
      { state: 'MS', score: 640, annualIncomeCents: 2_000_000, monthlyDebtCents: 58_030 },
      [words['excessive-obligations']],
    ],
  ])('%s', (_, dollars, changes, expected) => {
    expect(reasonsFor(dollars, changes)).toEqual(expected);
  });

  it('always gives one, and none about the score of an applicant whom a better one would not help', () => {
    const arbitrary = fc.record({
      score: fc.integer({ min: 600, max: 850 }),
      state: fc.constantFrom(...lender.states.map(({ code }) => code)),
      annualIncomeCents: fc.integer({ min: 2_000_000, max: 12_000_000 }),
      monthlyDebtCents: fc.integer({ min: 0, max: 60_000 }),
      openConsumerFinanceLines: fc.integer({ min: 0, max: 1 }),
      militaryCovered: fc.boolean(),
      vehicle: fc.option(fc.integer({ min: 5000, max: 30_000 }).map(vehicleWorth)),
    });
    const most = (inputs: PolicyInputs) => {
      const decision = policy.decidePrequalification(inputs, on);
      return decision.kind === 'PREQUALIFIED'
        ? Math.max(...decision.programs.map(({ maxCents }) => maxCents))
        : 0;
    };
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 2501, max: 20_000 }), (changes, dollars) => {
        const inputs = { ...clean, ...changes };
        if (policy.decidePrequalification(inputs, on).kind !== 'PREQUALIFIED') return;
        const reasons = reasonsFor(dollars, changes);
        if (reasons === 'lent') return;
        expect(reasons.length).toBeGreaterThan(0);
        const others = [
          words['excessive-obligations'],
          words['collateral-insufficient'],
          ownReasons['finance-company-loan'],
        ];
        if (
          byScore.every((reason) => reasons.includes(reason)) &&
          !others.some((one) => one && reasons.includes(one))
        )
          expect(most({ ...inputs, score: 850 })).toBeGreaterThan(most(inputs));
      }),
    );
  });
});

describe('terms that the final run does not lend as they were accepted', () => {
  const reasonsOf = (
    changes: Partial<PolicyInputs>,
    accepted: { amount: number; months: number; isAutoSecured: boolean },
  ) => {
    const inputs = approvalInputsOf({ ...clean, ...changes }, clean, undefined);
    const decision = policy.decideApproval(inputs, on);
    if (decision.kind !== 'APPROVED') throw new Error(`Decided ${decision.kind}.`);
    return denialWording(lender, limitReasons(lender, { decision, inputs }, accepted, on));
  };
  const accepted = { amount: 800_000, months: 48, isAutoSecured: false };

  it('at a dearer rate name what lowered the score, even where a higher amount could not be paid', () => {
    expect(reasonsOf({ score: 700 }, accepted)).toEqual(byScore);
    const tight = {
      score: 700,
      annualIncomeCents: 2_400_000,
      estimatedIncomeCents: 2_400_000,
      monthlyDebtCents: 70_000,
    };
    expect(reasonsOf(tight, accepted)).toEqual(byScore);
  });

  it('over months whose payment is too high name the obligations', () => {
    const tight = { annualIncomeCents: 2_400_000, estimatedIncomeCents: 2_400_000, monthlyDebtCents: 70_000 };
    expect(reasonsOf(tight, { ...accepted, months: 24 })).toEqual([words['excessive-obligations']]);
  });

  it('whose vehicle cannot be taken say so', () => {
    const covered = { militaryCovered: true, vehicle: vehicleWorth(30_000) };
    expect(reasonsOf(covered, { ...accepted, isAutoSecured: true })).toEqual([adverseAction.vehicleNotTaken]);
  });
});
