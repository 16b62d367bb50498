import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { runs } from '../../../scripts/property-runs.ts';
import { applicant, vehicleWorth } from '../../test/generated-inputs.ts';
import { createPolicy } from '../credit-policy/decide.ts';
import { approvalInputsOf, type PolicyInputs } from '../credit-policy/inputs.ts';
import { offeredFor } from '../credit-policy/offer-terms.ts';
import { limitReasons } from './limiting-reasons.ts';
import { denialWording } from './next-steps.ts';

const lender = loadLender();
const policy = createPolicy(lender);
const on = isoDate('2026-11-20');
const { adverseAction } = lender.policy;
const { reasons: words, ownReasons } = adverseAction;
const { amountAboveLargest, amountAboveLawful, amountBelowLawful, amountBelowSmallest } = adverseAction;
const { amountBetweenLoans, amountWithoutVehicle, vehicleNotTaken, vehicleOfCovered } = adverseAction;
const obligations = words['excessive-obligations'];
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

function offered(inputs: PolicyInputs, dollars: number): number {
  const { state, militaryCovered } = inputs;
  const context = { lender, state, militaryCovered, date: on };
  return offeredFor(prequalified(inputs).programs, dollars * 100, context).amount / 100;
}

/** The reasons where a request in dollars leads to a counteroffer; "lent" where it is lent. */
function reasonsFor(dollars: number, changes: Partial<PolicyInputs>): readonly string[] | 'lent' {
  const inputs = { ...clean, ...changes };
  if (offered(inputs, dollars) === dollars) return 'lent';
  const decision = prequalified(inputs);
  return denialWording(lender, limitReasons(lender, { decision, inputs }, { amount: dollars * 100 }, on));
}

const tight = { annualIncomeCents: 2_400_000, monthlyDebtCents: 80_000 };
const covered = { militaryCovered: true, vehicle: vehicleWorth(30_000) };

describe('a counteroffer gives the limits that decided', () => {
  it.each<[string, number, Partial<PolicyInputs>, readonly string[]]>([
    ['more than is lent without a vehicle', 15_000, {}, [amountWithoutVehicle]],
    ['too little value', 15_000, { vehicle: vehicleWorth(9000) }, [words['collateral-insufficient']]],
    ['more than the state’s caps allow', 12_000, { state: 'MS' }, [amountAboveLawful]],
    ['more than the state’s caps allow anyone', 15_000, { state: 'MS' }, [amountAboveLawful]],
    ['more than any program lends', 1_000_000, { vehicle: vehicleWorth(30_000) }, [amountAboveLargest]],
    ['so without a vehicle', 20_000, {}, [amountAboveLargest, amountWithoutVehicle]],
    ['a vehicle that a rule about covered borrowers does not take', 15_000, covered, [vehicleOfCovered]],
    ['so without one', 15_000, { militaryCovered: true }, [amountWithoutVehicle, vehicleOfCovered]],
    ['less than any program lends', 2000, {}, [amountBelowSmallest]],
    ['less than the state’s law allows', 2600, { state: 'GA' }, [amountBelowLawful]],
    ['between two programs', 6200, {}, [amountBetweenLoans]],
    ['in a gap that the score leaves', 5000, { score: 650 }, byScore],
    ['without a factor of the score', 15_000, { score: 850, scoreFactors: [] }, [amountWithoutVehicle]],
    ['with a score that closes the program', 12_000, { score: 620 }, byScore],
    ['more than a vehicle opens at any score', 15_000, { score: 620 }, [amountWithoutVehicle]],
    ['with a payment that is too high for the income', 12_000, tight, [obligations]],
    [
      'one dollar above the last listed amount whose payment is low enough',
      8001,
      { state: 'MS', score: 640, annualIncomeCents: 2_000_000, monthlyDebtCents: 58_030 },
      [obligations],
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
    [amountAboveLargest]: nearestIn('UT'),
    [amountBelowSmallest]: nearestIn('UT'),
    [amountBetweenLoans]: nearestIn('UT'),
    [amountAboveLawful]: nearestIn(),
    [amountBelowLawful]: nearestIn(),
    [amountWithoutVehicle]: changed({ vehicle: vehicleWorth(50_000) }),
    [vehicleOfCovered]: changed({ militaryCovered: false }),
    [words['collateral-insufficient']]: changed({ vehicle: vehicleWorth(50_000) }),
    [obligations]: changed({ monthlyDebtCents: 0 }),
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
      { numRuns: runs(300) },
    );
    expect(counteroffers).toBeGreaterThan(runs(100));
  });
});

describe('terms that the final run does not lend as they were accepted', () => {
  const reasonsOf = (changes: Partial<PolicyInputs>, accepted: Parameters<typeof limitReasons>[2]) => {
    const before = { ...clean, ...changes };
    const inputs = approvalInputsOf(before, before, undefined);
    const decision = policy.decideApproval(inputs, on);
    if (decision.kind !== 'APPROVED') throw new Error(`Decided ${decision.kind}.`);
    return denialWording(lender, limitReasons(lender, { decision, inputs }, accepted, on));
  };
  const accepted = { amount: 800_000, months: 48, isAutoSecured: false };

  const poor = { ...tight, estimatedIncomeCents: 2_400_000, monthlyDebtCents: 70_000 };

  it('at a dearer rate name what lowered the score, even where a higher amount could not be paid', () => {
    expect(reasonsOf({ score: 700 }, accepted)).toEqual(byScore);
    expect(reasonsOf({ ...poor, score: 700 }, accepted)).toEqual(byScore);
  });

  it('over months whose payment is too high name the obligations', () => {
    expect(reasonsOf(poor, { ...accepted, months: 24 })).toEqual([obligations]);
  });

  it('whose vehicle cannot be taken say so', () => {
    const secured = { ...accepted, isAutoSecured: true };
    expect(reasonsOf(covered, secured)).toEqual([vehicleOfCovered]);
    expect(reasonsOf({}, secured)).toEqual([vehicleNotTaken]);
  });
});
