import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byNearness } from '#finance/amount-options.ts';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { runs } from '../../../scripts/property-runs.ts';
import { applicant, vehicleWorth } from '../../test/generated-inputs.ts';
import { createPolicy } from '../credit-policy/decide.ts';
import { approvalInputsOf, type PolicyInputs } from '../credit-policy/inputs.ts';
import { compare, offeredFor, type Requested } from '../credit-policy/request.ts';
import { limitReasons } from './limiting-reasons.ts';
import { denialWording } from './next-steps.ts';

const lender = loadLender();
const policy = createPolicy(lender);
const on = isoDate('2026-11-20');
const { adverseAction } = lender.policy;
const { reasons: words, ownReasons } = adverseAction;
const { amountAboveLargest, amountAboveLawful, amountBelowLawful, amountBelowSmallest } = adverseAction;
const { amountBetweenLoans, amountWithoutVehicle, termNotLent, vehicleNotTaken, vehicleOfCovered } =
  adverseAction;
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

type Wanted = Omit<Extract<Requested, { kind: 'submitted' }>, 'kind'> & { readonly amount: number };
const submitted = (wanted: Wanted): Requested => ({ kind: 'submitted', ...wanted });

function offered(inputs: PolicyInputs, wanted: Wanted) {
  const { state, militaryCovered } = inputs;
  const context = { lender, state, militaryCovered, date: on };
  return offeredFor(prequalified(inputs).programs, submitted(wanted), context);
}

const isMet = (inputs: PolicyInputs, wanted: Wanted) =>
  compare(submitted(wanted), offered(inputs, wanted)).kind === 'as-requested';

/** The reasons where a request in dollars leads to a counteroffer; "lent" where it is lent. */
function reasonsFor(
  dollars: number,
  changes: Partial<PolicyInputs>,
  more: Omit<Wanted, 'amount'> = {},
): readonly string[] | 'lent' {
  const inputs = { ...clean, ...changes };
  const wanted = { ...more, amount: dollars * 100 };
  if (isMet(inputs, wanted)) return 'lent';
  const decision = prequalified(inputs);
  return denialWording(lender, limitReasons(lender, { decision, inputs }, submitted(wanted), on));
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

  it.each<[string, Parameters<typeof reasonsFor>, readonly string[]]>([
    ['a term that no loan has', [5000, {}, { months: 72 }], [termNotLent]],
    ['a term whose payment is too high', [8000, { ...tight }, { months: 24 }], [obligations]],
    ['none', [15_000, { vehicle: vehicleWorth(30_000) }, { isAutoSecured: false }], [amountWithoutVehicle]],
  ])('of a lead that requests %s', (_, request, expected) => {
    expect(reasonsFor(...request)).toEqual(expected);
  });

  const perfect: PolicyInputs = { ...clean, score: 850, vehicle: vehicleWorth(50_000) };
  type Case = readonly [inputs: PolicyInputs, wanted: Wanted];
  const changed =
    (changes: Partial<PolicyInputs>) =>
    ([inputs, wanted]: Case): Case => [{ ...inputs, ...changes }, wanted];
  /** The request that everyone's limits leave, in a state. */
  const nearestIn =
    (state?: string) =>
    ([inputs, wanted]: Case): Case => {
      const anyone = { ...perfect, state: state ?? inputs.state };
      return [inputs, { ...wanted, amount: offered(anyone, wanted)?.amount ?? 0 }];
    };
  const overLentTerm = ([inputs, wanted]: Case): Case => {
    const lengths =
      offered({ ...perfect, state: inputs.state }, wanted)?.terms.map(({ months }) => months) ?? [];
    return [inputs, { ...wanted, months: byNearness(lengths, wanted.months ?? 0)[0] }];
  };
  /** How the applicant, or the request, would have to be for a reason to be gone. Any other reason is of the score. */
  const cures: Readonly<Record<string, (one: Case) => Case>> = {
    [amountAboveLargest]: nearestIn('UT'),
    [amountBelowSmallest]: nearestIn('UT'),
    [amountBetweenLoans]: nearestIn('UT'),
    [amountAboveLawful]: nearestIn(),
    [amountBelowLawful]: nearestIn(),
    [amountWithoutVehicle]: (one) =>
      one[1].isAutoSecured === false ? nearestIn()(one) : changed({ vehicle: vehicleWorth(50_000) })(one),
    [vehicleOfCovered]: changed({ militaryCovered: false }),
    [words['collateral-insufficient']]: changed({ vehicle: vehicleWorth(50_000) }),
    [obligations]: changed({ monthlyDebtCents: 0, annualIncomeCents: 12_000_000 }),
    [ownReasons['finance-company-loan'] ?? '']: changed({ openConsumerFinanceLines: 0 }),
    // After the amount, on which the terms that are lent depend.
    [termNotLent]: overLentTerm,
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
  // Every dollar beside an end of a program's range, and any other.
  const ends = lender.policy.programs.flatMap(({ minCents, maxCents }) => [minCents / 100, maxCents / 100]);
  const beside = [...ends, 3000].flatMap((end) => [end - 1, end, end + 1]);
  const requests = fc.record({
    dollars: fc.oneof(fc.constantFrom(...beside), fc.integer({ min: 2001, max: 20_000 })),
    months: fc.option(fc.integer({ min: 12, max: 72 }), { nil: undefined }),
    isAutoSecured: fc.option(fc.boolean(), { nil: undefined }),
  });

  it('so that curing all of them brings the request, and leaving any one does not', () => {
    let counteroffers = 0;
    fc.assert(
      fc.property(arbitrary, requests, (changes, { dollars, ...more }) => {
        const inputs = { ...clean, ...changes };
        if (policy.decidePrequalification(inputs, on).kind !== 'PREQUALIFIED') return;
        const reasons = reasonsFor(dollars, changes, more);
        // Of as many as a notice gives, some may be left out.
        if (reasons === 'lent' || reasons.length === adverseAction.mostReasons) return;
        counteroffers += 1;
        // In the order of `cures`: first the request, by everyone's limits.
        const order = Object.keys(cures);
        const causes = [...new Set(reasons.map((reason) => (reason in cures ? reason : 'score')))].sort(
          (a, b) => order.indexOf(a) - order.indexOf(b),
        );
        // A better score lowers the payment, too, so it is cured as far as its rule wants, or further.
        const isTrue = [600, 640, 660, 850].some((score) => {
          const meets = (some: readonly string[]) => {
            const cured = some.reduce<Case>(
              (so, cause) => (cures[cause] ?? changed({ score: Math.max(score, changes.score) }))(so),
              [inputs, { ...more, amount: dollars * 100 }],
            );
            return isMet(...cured);
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
  const accepted: Extract<Requested, { kind: 'accepted' }> = {
    kind: 'accepted',
    path: 'standard',
    amount: 800_000,
    months: 48,
    isAutoSecured: false,
    apr: 30,
    interestRate: 20,
    monthlyPayment: 1,
  };

  const poor = { ...tight, estimatedIncomeCents: 2_400_000, monthlyDebtCents: 70_000 };

  it('at a dearer rate name what lowered the score, even where a higher amount could not be paid', () => {
    expect(reasonsOf({ score: 700 }, accepted)).toEqual(byScore);
    expect(reasonsOf({ ...poor, score: 700 }, accepted)).toEqual(byScore);
    expect(reasonsOf({ score: 700, scoreFactors: [] }, accepted)).toEqual([adverseAction.termsChanged]);
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
