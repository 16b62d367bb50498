import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { applicant, vehicleWorth } from '../../../test/generated-inputs.ts';
import { createPolicy } from '../../policy/decide.ts';
import { approvalInputsOf, type PolicyInputs } from '../../policy/inputs.ts';
import { offeredFor } from '../../policy/offer-terms.ts';
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

function prequalified(inputs: PolicyInputs) {
  const decision = policy.decidePrequalification(inputs, on);
  if (decision.kind !== 'PREQUALIFIED') throw new Error(`Decided ${decision.kind}.`);
  return decision;
}

/** What is offered to applicants who request an amount, in dollars. */
function offered(inputs: PolicyInputs, dollars: number): number {
  const { state, militaryCovered } = inputs;
  const context = { lender, state, militaryCovered, on };
  return offeredFor(prequalified(inputs).programs, dollars * 100, context).amount / 100;
}

/** The reasons where a request in dollars leads to a counteroffer; "lent" where it is lent. */
function reasonsFor(dollars: number, changes: Partial<PolicyInputs>): readonly string[] | 'lent' {
  const inputs = { ...clean, ...changes };
  if (offered(inputs, dollars) === dollars) return 'lent';
  const decision = prequalified(inputs);
  return denialWording(lender, limitReasons(lender, { decision, inputs }, { amount: dollars * 100 }, on));
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
      'whose vehicle a rule about covered borrowers does not take',
      15_000,
      { militaryCovered: true, vehicle: vehicleWorth(30_000) },
      [adverseAction.vehicleOfCovered],
    ],
    [
      'more than a covered borrower without a vehicle can have',
      15_000,
      { militaryCovered: true },
      [adverseAction.amountWithoutVehicle, adverseAction.vehicleOfCovered],
    ],
    ['less than any program lends', 2000, {}, [adverseAction.amountBelowSmallest]],
    ['less than the state’s law allows', 2600, { state: 'GA' }, [adverseAction.amountBelowLawful]],
    ['between two programs', 6200, {}, [adverseAction.amountBetweenLoans]],
    ['in a gap that the score leaves', 5000, { score: 650 }, byScore],
    [
      'without a factor of the score',
      15_000,
      { score: 850, scoreFactors: [] },
      [adverseAction.amountWithoutVehicle],
    ],
    ['with a score that closes the program', 12_000, { score: 620 }, byScore],
    [
      'more than a vehicle opens, whatever the score opens',
      15_000,
      { score: 620 },
      [adverseAction.amountWithoutVehicle],
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

  const perfect: PolicyInputs = { ...clean, score: 850, vehicle: vehicleWorth(50_000) };
  type Case = readonly [inputs: PolicyInputs, dollars: number];
  const changed =
    (changes: Partial<PolicyInputs>) =>
    ([inputs, dollars]: Case): Case => [{ ...inputs, ...changes }, dollars];
  /** The request that everyone's limits leave, in a state. */
  const nearestIn =
    (state?: string) =>
    ([inputs, dollars]: Case): Case => [
      inputs,
      offered({ ...perfect, state: state ?? inputs.state }, dollars),
    ];
  /** How the applicant, or the request, would have to be for a reason to be gone. Any other reason is of the score. */
  const cures: Readonly<Record<string, (one: Case) => Case>> = {
    [adverseAction.amountAboveLargest]: nearestIn('UT'),
    [adverseAction.amountBelowSmallest]: nearestIn('UT'),
    [adverseAction.amountBetweenLoans]: nearestIn('UT'),
    [adverseAction.amountAboveLawful]: nearestIn(),
    [adverseAction.amountBelowLawful]: nearestIn(),
    [adverseAction.amountWithoutVehicle]: changed({ vehicle: vehicleWorth(50_000) }),
    [adverseAction.vehicleOfCovered]: changed({ militaryCovered: false }),
    [words['collateral-insufficient']]: changed({ vehicle: vehicleWorth(50_000) }),
    [words['excessive-obligations']]: changed({ monthlyDebtCents: 0 }),
    [ownReasons['finance-company-loan'] ?? '']: changed({ openConsumerFinanceLines: 0 }),
  };
  const arbitrary = fc.record({
    score: fc.integer({ min: 600, max: 850 }),
    state: fc.constantFrom(...lender.states.map(({ code }) => code)),
    annualIncomeCents: fc.integer({ min: 2_000_000, max: 12_000_000 }),
    monthlyDebtCents: fc.integer({ min: 0, max: 80_000 }),
    openConsumerFinanceLines: fc.integer({ min: 0, max: 1 }),
    militaryCovered: fc.boolean(),
    vehicle: fc.option(fc.integer({ min: 5000, max: 30_000 }).map(vehicleWorth)),
  });

  it('so that curing all of them brings the request, and leaving any one does not', () => {
    let counteroffers = 0;
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 2001, max: 20_000 }), (changes, dollars) => {
        const inputs = { ...clean, ...changes };
        if (policy.decidePrequalification(inputs, on).kind !== 'PREQUALIFIED') return;
        const reasons = reasonsFor(dollars, changes);
        if (reasons === 'lent') return;
        counteroffers += 1;
        // In the order of `cures`: first the request, by everyone's limits.
        const causes = [...new Set(reasons.map((reason) => (reason in cures ? reason : 'score')))];
        // A better score lowers the payment, too, so it is cured as far as its rule wants, or further.
        const isTrue = [600, 640, 660, 850].some((score) => {
          const meets = (some: readonly string[]) => {
            const [one, wanted] = some.reduce<Case>(
              (so, cause) => (cures[cause] ?? changed({ score: Math.max(score, changes.score) }))(so),
              [inputs, dollars],
            );
            return offered(one, wanted) === wanted;
          };
          return meets(causes) && !causes.some((left) => meets(causes.filter((one) => one !== left)));
        });
        if (!isTrue) throw new Error(`Not true: ${reasons.join('; ')}`);
      }),
      { numRuns: 300 },
    );
    expect(counteroffers).toBeGreaterThan(100);
  });
});

describe('terms that the final run does not lend as they were accepted', () => {
  const reasonsOf = (
    changes: Partial<PolicyInputs>,
    accepted: { amount: number; months: number; isAutoSecured: boolean },
  ) => {
    const before = { ...clean, ...changes };
    const inputs = approvalInputsOf(before, before, undefined);
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
    expect(reasonsOf(covered, { ...accepted, isAutoSecured: true })).toEqual([
      adverseAction.vehicleOfCovered,
    ]);
    const described = { vehicle: null };
    expect(reasonsOf(described, { ...accepted, isAutoSecured: true })).toEqual([
      adverseAction.vehicleNotTaken,
    ]);
  });
});
