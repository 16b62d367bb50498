// Applicants for property tests of the policy.
import fc from 'fast-check';
import { loadLender } from '#lender/load.ts';
import { SCORE_MODEL_FACTORS } from '#lender/schema/score-models.ts';
import { storedAttributes } from '#server/credit-policy/attributes.ts';
import type { ApprovalInputs, PolicyInputs } from '#server/credit-policy/inputs.ts';
import { nothingOnFile } from '#server/stages/decision/decision-inputs.ts';

/** The demo's attributes of an applicant about whom their sources have nothing. */
const noAttributes = storedAttributes(loadLender().policy.attributes, {});

/** An applicant who qualifies for every program. */
export const applicant: PolicyInputs & Pick<ApprovalInputs, 'vehicle'> = {
  ...nothingOnFile,
  score: 700,
  scoreFactors: ['14', '32'],
  noFile: false,
  monthlyDebtCents: 40_000,
  housingPaymentCents: 110_000,
  annualIncomeCents: 6_000_000,
  estimatedIncomeCents: 6_000_000,
  inquiries6Months: 1,
  openTradeLines: 6,
  oldestTradeLineMonths: 110,
  militaryCovered: false,
  vehicle: { year: 2019, make: 'Toyota', model: 'Camry', vin: '4T1B11HK5KU000000', valueCents: 1_250_000 },
  state: 'UT',
  residentialStatus: 'rent',
  fraudDecision: 'ACCEPT',
  deviceChecked: true,
  captchaConfirmed: true,
  vehicleSearched: true,
  ssnConflict: false,
  attributes: noAttributes,
};
export const vehicleWorth = (dollars: number) => ({
  ...(applicant.vehicle as NonNullable<ApprovalInputs['vehicle']>),
  valueCents: dollars * 100,
});

type Of<Name extends keyof PolicyInputs> = PolicyInputs[Name];
/** Any inputs that the schema allows, most of them bad ones. */
export const inputs: fc.Arbitrary<PolicyInputs & Pick<ApprovalInputs, 'vehicle'>> = fc.record({
  score: fc.option(fc.integer({ min: 300, max: 850 }), { freq: 9 }),
  scoreFactors: fc.array(
    fc.integer({ min: 1, max: 99 }).map((code) => String(code).padStart(2, '0')),
    { maxLength: 5 },
  ),
  frozen: fc.constantFrom(false, false, false, true),
  noFile: fc.constantFrom(false, false, false, true),
  monthlyDebtCents: fc.integer({ min: 0, max: 300_000 }),
  housingPaymentCents: fc.integer({ min: 0, max: 200_000 }),
  annualIncomeCents: fc.integer({ min: 0, max: 12_000_000 }),
  estimatedIncomeCents: fc.option(fc.integer({ min: 0, max: 12_000_000 })),
  delinquencies30: fc.integer({ min: 0, max: 4 }),
  delinquencies60: fc.integer({ min: 0, max: 1 }),
  delinquencies90: fc.constantFrom(0, 0, 0, 1),
  collections: fc.integer({ min: 0, max: 2 }),
  chargeOffs: fc.integer({ min: 0, max: 2 }),
  inquiries6Months: fc.integer({ min: 0, max: 10 }),
  bankruptcies: fc.array(fc.record({ monthsSince: fc.integer({ min: 0, max: 120 }), open: fc.boolean() }), {
    maxLength: 1,
  }),
  openConsumerFinanceLines: fc.integer({ min: 0, max: 1 }),
  openTradeLines: fc.integer({ min: 0, max: 12 }),
  oldestTradeLineMonths: fc.option(fc.integer({ min: 0, max: 300 })),
  militaryCovered: fc.boolean(),
  vehicle: fc.option(fc.integer({ min: 0, max: 30_000 }).map(vehicleWorth)),
  state: fc.constantFrom(...loadLender().states.map((state) => state.code)),
  residentialStatus: fc.constantFrom<Of<'residentialStatus'>>('rent', 'own', 'live_with_parents', 'other'),
  fraudDecision: fc.constantFrom<Of<'fraudDecision'>>('ACCEPT', 'ACCEPT', 'ACCEPT', 'REVIEW', 'REJECT'),
  deviceChecked: fc.nat({ max: 19 }).map((one) => one > 0),
  captchaConfirmed: fc.boolean(),
  vehicleSearched: fc.boolean(),
  fraudShield: fc.constantFrom<Of<'fraudShield'>>([], [], ['address-alert'], ['confirmed-fraud']),
  alerts: fc.constantFrom<Of<'alerts'>>([], [], [], ['initial-fraud'], ['active-duty']),
  addressDiscrepancy: fc.constantFrom(false, false, false, true),
  ssnConflict: fc.constantFrom(false, false, false, true),
  deceased: fc.constantFrom(false, false, false, true),
  scoreUnexplained: fc.constantFrom(false, false, false, true),
  attributes: fc
    .record({
      cardUtilization: fc.option(fc.integer({ min: 0, max: 200 })),
      earlierChargeOffs: fc.constantFrom(null, 0, 0, 0, 1),
      overdrafts: fc.constantFrom(null, 0, 2, 5, 7),
    })
    .map((some) => ({ ...noAttributes, ...some })),
});

// Declines are what this is about, so most of these files are bad ones. Factors are any of the score's, in any order, at times
// one that only the bureau has words for.
const factors = fc
  .uniqueArray(fc.constantFrom(...(SCORE_MODEL_FACTORS['VantageScore 4.0'] ?? []), '99'), { maxLength: 5 })
  .filter((codes) => codes.some((code) => code !== '84'));
export const declinable = fc
  .tuple(inputs, factors, fc.integer({ min: 480, max: 680 }))
  .map(([one, scoreFactors, score]): PolicyInputs & Pick<ApprovalInputs, 'vehicle'> => ({
    ...one,
    score: one.score === null ? null : score,
    scoreFactors,
    scoreFactorTexts: { '99': 'What only a newer model knows' },
    fraudDecision: 'ACCEPT',
    deviceChecked: true,
    fraudShield: [],
  }));
